//! The words that may stand at a place.

use super::Answer;
use super::hover::page;
use super::workspace::Workspace;
use crate::command::{Kind, complete_in, spot};
use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionList, CompletionParams, CompletionResponse,
    CompletionTextEdit, Documentation, MarkupContent, MarkupKind, TextEdit,
};

pub(super) fn completion(
    workspace: &mut Workspace,
    params: CompletionParams,
) -> Answer<Option<CompletionResponse>> {
    let at = params.text_document_position;
    let (document, session, written) = workspace.scene(&at.text_document.uri, at.position)?;
    let (start, found) = complete_in(written, session, document.folder());
    let spot = spot(written, session);
    let kind = spot
        .as_ref()
        .and_then(|spot| spot.wants.last())
        .map(|wants| wants.kind);
    let takes_command = spot.is_some_and(|spot| spot.takes_command);
    let text = document.text();
    let offset = text.offset(at.position);
    let range = text.range(offset - (written.len() - start)..offset);
    let item = |(number, found): (usize, crate::command::Candidate)| CompletionItem {
        kind: Some(match kind {
            _ if takes_command => CompletionItemKind::FUNCTION,
            Some(kind) => kind_of(kind, &found.text),
            None => CompletionItemKind::TEXT,
        }),
        detail: (!found.doc.is_empty()).then(|| found.doc.clone()),
        // As they come: what there is in the order in which it was made, units from small to large.
        sort_text: Some(format!("{number:05}")),
        filter_text: Some(found.text.clone()),
        text_edit: Some(CompletionTextEdit::Edit(TextEdit::new(
            range,
            found.text.clone(),
        ))),
        label: found.text,
        ..CompletionItem::default()
    };
    let items = found.into_iter().enumerate().map(item).collect();
    // A longer number or path goes on in other ways.
    let is_incomplete = matches!(kind, Some(Kind::Path | Kind::Number(..) | Kind::Duration));
    Ok(Some(CompletionResponse::List(CompletionList {
        is_incomplete,
        items,
    })))
}

/// More about one of the words, once it is chosen.
pub(super) fn resolve(mut item: CompletionItem) -> Answer<CompletionItem> {
    if item.kind == Some(CompletionItemKind::FUNCTION) {
        item.documentation = page(&item.label).map(|value| {
            Documentation::MarkupContent(MarkupContent {
                kind: MarkupKind::Markdown,
                value,
            })
        });
    }
    Ok(item)
}

fn kind_of(kind: Kind, text: &str) -> CompletionItemKind {
    match kind {
        Kind::New(_) | Kind::Old(_) | Kind::Jointed => CompletionItemKind::VARIABLE,
        Kind::Choice(_) | Kind::Switch | Kind::Flag => CompletionItemKind::ENUM_MEMBER,
        Kind::Number(..) | Kind::Duration => CompletionItemKind::UNIT,
        Kind::Path if text.ends_with('/') => CompletionItemKind::FOLDER,
        Kind::Path => CompletionItemKind::FILE,
        Kind::CommandName | Kind::Command => CompletionItemKind::FUNCTION,
        Kind::Filler(_) => CompletionItemKind::KEYWORD,
        _ => CompletionItemKind::TEXT,
    }
}

//! Completion at a position.

use super::Answer;
use super::hover::page;
use super::workspace::Workspace;
use crate::ide::{Candidate, What, complete_in, spot};
use crate::session::command::Kind;
use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionList, CompletionParams, CompletionResponse,
    CompletionTextEdit, Documentation, MarkupContent, MarkupKind, TextEdit,
};
use std::collections::BTreeSet;

pub(super) fn completion(
    workspace: &mut Workspace,
    params: CompletionParams,
) -> Answer<Option<CompletionResponse>> {
    let at = params.text_document_position;
    let (document, session, written) = workspace.scene(&at.text_document.uri, at.position)?;
    let text = document.text();
    let offset = text.offset(at.position);
    let (start, mut found) = complete_in(written, session, document.folder());
    // While an expression is typed, a list of all units would open after each number.
    found.retain(|candidate| candidate.what != What::Number);
    let mut labels = BTreeSet::new();
    let mut items: Vec<CompletionItem> = found.into_iter().map(item).collect();
    items.retain(|item| labels.insert(item.label.clone()));
    let range = text.range(offset - (written.len() - start)..offset);
    for (number, item) in items.iter_mut().enumerate() {
        // As they come: what there is in the order in which it was made, units from small to large.
        item.sort_text = Some(format!("{number:06}"));
        let edit = TextEdit::new(range, item.label.clone());
        item.text_edit = Some(CompletionTextEdit::Edit(edit));
    }
    // A longer number or path goes on in other ways.
    let goes_on = |kind: Kind| matches!(kind, Kind::Path | Kind::Number(..) | Kind::Duration);
    let spot = spot(written, session).filter(|spot| !spot.is_computed);
    let is_incomplete = spot.is_some_and(|spot| spot.wants.last().is_some_and(|w| goes_on(w.kind)));
    Ok(Some(CompletionResponse::List(CompletionList {
        is_incomplete,
        items,
    })))
}

fn item(found: Candidate) -> CompletionItem {
    let mut label = found.text;
    // An editor completes the name alone: what may follow has a list of its own.
    if matches!(found.what, What::Thing | What::Function) && label.ends_with(['.', '(']) {
        label.pop();
    }
    CompletionItem {
        kind: Some(kind_of(found.what)),
        detail: (!found.doc.is_empty()).then_some(found.doc),
        filter_text: Some(label.clone()),
        label,
        ..CompletionItem::default()
    }
}

/// Completes a selected item: adds the manual's page to that of a command.
pub(super) fn resolve(mut item: CompletionItem) -> Answer<CompletionItem> {
    if item.kind == Some(CompletionItemKind::FUNCTION)
        && let Some(value) = page(&item.label)
    {
        item.documentation = Some(Documentation::MarkupContent(MarkupContent {
            kind: MarkupKind::Markdown,
            value,
        }));
    }
    Ok(item)
}

fn kind_of(what: What) -> CompletionItemKind {
    match what {
        What::Command | What::Function => CompletionItemKind::FUNCTION,
        What::Keyword => CompletionItemKind::KEYWORD,
        What::Variable => CompletionItemKind::VARIABLE,
        What::Thing => CompletionItemKind::CLASS,
        What::Constant => CompletionItemKind::CONSTANT,
        What::Field => CompletionItemKind::FIELD,
        What::Unit | What::Number => CompletionItemKind::UNIT,
        What::Choice => CompletionItemKind::ENUM_MEMBER,
        What::Parameter => CompletionItemKind::PROPERTY,
        What::File => CompletionItemKind::FILE,
        What::Folder => CompletionItemKind::FOLDER,
        What::Word => CompletionItemKind::TEXT,
    }
}

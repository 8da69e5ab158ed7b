//! Completion at a position.

use super::Answer;
use super::calls::call_at_end;
use super::computed::{computed, takes_unit};
use super::cut::{expression_at_end, name_at_end};
use super::hover::page;
use super::locals::locals_at;
use super::workspace::Workspace;
use crate::ide::{Candidate, complete_in, spot};
use crate::session::Session;
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
    let line = written.rsplit(['\n', '\r']).next().unwrap_or_default();
    let (start, found) = complete_in(written, session, document.folder());
    let mut place = offset - (written.len() - start)..offset;
    let mut items = Items::default();
    let mut is_incomplete = false;
    let expression = expression_at_end(line);
    if expression.is_some_and(takes_unit) {
        for unit in found {
            items.add(unit, CompletionItemKind::UNIT);
        }
    } else if let Some(expression) = expression {
        let (length, found_here) = computed(expression, session, locals_at(document, offset));
        place = offset - length..offset;
        for (candidate, kind) in found_here {
            items.add(candidate, kind);
        }
    } else {
        let spot = spot(written, session);
        let kind = spot.as_ref().and_then(|spot| spot.wants.last());
        let kind = kind.map(|wants| wants.kind);
        let takes_command = spot.is_some_and(|spot| spot.takes_command);
        for candidate in found {
            let kind = match kind {
                _ if takes_command => CompletionItemKind::FUNCTION,
                Some(kind) => kind_of(kind, &candidate.text),
                None => CompletionItemKind::TEXT,
            };
            items.add(candidate, kind);
        }
        if items.list.is_empty() && call_at_end(line, session).is_some() {
            place = offset - name_at_end(line).len()..offset;
        }
        let word = document.text.get(place.clone()).unwrap_or_default();
        for (candidate, kind) in own(line, word, session) {
            items.add(candidate, kind);
        }
        // A longer number or path goes on in other ways.
        is_incomplete = matches!(kind, Some(Kind::Path | Kind::Number(..) | Kind::Duration));
    }
    let range = text.range(place);
    for item in &mut items.list {
        let edit = TextEdit::new(range, item.label.clone());
        item.text_edit = Some(CompletionTextEdit::Edit(edit));
    }
    Ok(Some(CompletionResponse::List(CompletionList {
        is_incomplete,
        items: items.list,
    })))
}

/// Items, each label once.
#[derive(Default)]
struct Items {
    list: Vec<CompletionItem>,
    labels: BTreeSet<String>,
}

impl Items {
    fn add(&mut self, found: Candidate, kind: CompletionItemKind) {
        if !self.labels.insert(found.text.clone()) {
            return;
        }
        self.list.push(CompletionItem {
            kind: Some(kind),
            detail: (!found.doc.is_empty()).then_some(found.doc),
            // In order: existing names by their definition, units from small to large.
            sort_text: Some(format!("{:06}", self.list.len())),
            filter_text: Some(found.text.clone()),
            label: found.text,
            ..CompletionItem::default()
        });
    }
}

/// Returns the parameter names and values of a user-defined command.
fn own(line: &str, word: &str, session: &Session) -> Vec<(Candidate, CompletionItemKind)> {
    let call = call_at_end(line, session).filter(|call| call.takes_name);
    let Some(call) = call else {
        return vec![];
    };
    let parameters = call.definition.parameters.iter().zip(&call.given);
    let fitting = parameters.filter(|(p, given)| !**given && p.name.starts_with(word));
    fitting
        .map(|(parameter, _)| {
            let doc = match &parameter.default {
                Some(default) => format!("default: {}", crate::lang::value::show(default)),
                None => String::new(),
            };
            let name = Candidate::new(format!("{}=", parameter.name), doc);
            (name, CompletionItemKind::PROPERTY)
        })
        .collect()
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

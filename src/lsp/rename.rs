//! Another name for a thing, wherever it is spoken of.

use super::analysis::{Analysis, Texts};
use super::references::{Occurrences, occurrences};
use super::workspace::{View, Workspace};
use super::{Answer, Refusal};
use crate::command::TableVocabulary;
use crate::diagnostic::quote;
use crate::lang::lexer::{Token, lex};
use crate::session::Use;
use lsp_server::ErrorCode;
use lsp_types::{
    PrepareRenameResponse, RenameParams, TextDocumentPositionParams, TextEdit, Uri, WorkspaceEdit,
};
use std::collections::HashMap;
use std::sync::Arc;

/// Whether there is a name at a place that can be another, and which bytes that is.
pub(super) fn prepare(
    workspace: &mut Workspace,
    at: TextDocumentPositionParams,
) -> Answer<Option<PrepareRenameResponse>> {
    workspace.refresh();
    let view = workspace.view(&at.text_document.uri)?;
    let text = view.document.text();
    let (found, _) = renamable(&view, text.offset(at.position))?;
    Ok(Some(PrepareRenameResponse::RangeWithPlaceholder {
        range: text.range(found.span.range()),
        placeholder: found.name.clone(),
    }))
}

pub(super) fn rename(
    workspace: &mut Workspace,
    params: RenameParams,
) -> Answer<Option<WorkspaceEdit>> {
    workspace.refresh();
    let at = params.text_document_position;
    let view = workspace.view(&at.text_document.uri)?;
    let (_, all) = renamable(&view, view.document.text().offset(at.position))?;
    let name = params.new_name.trim();
    if !is_name(name) {
        return Err(refused(format!("{} is no name", quote(name))));
    }
    try_out(&view, &all, name)?;
    Ok(Some(edit(all, name)))
}

fn renamable<'w>(view: &View<'w>, offset: usize) -> Answer<(&'w Use, Occurrences)> {
    let none = || refused("there is no name here that a script has given".to_owned());
    let (found, all) = occurrences(view, offset).ok_or_else(none)?;
    match all.values().all(|occurrence| occurrence.is_spelt) {
        true => Ok((found, all)),
        false => {
            let name = quote(&found.name);
            Err(refused(format!(
                "{name} is put together from pieces in places"
            )))
        }
    }
}

/// Whether the language takes it as a name. `*` and `?` are left to patterns.
fn is_name(text: &str) -> bool {
    let tokens = lex(0, text, &TableVocabulary);
    let is_word =
        matches!(tokens.as_slice(), [(Token::Word, span)] if span.range() == (0..text.len()));
    is_word && !text.contains(['*', '?'])
}

/// Refuses a name that would break a script: mostly because it is taken.
fn try_out(view: &View, all: &Occurrences, name: &str) -> Answer<()> {
    let mut texts: Texts = view.workspace.documents.texts();
    // From the last to the first, so that places stay where they are.
    for ((key, start, end), occurrence) in all.iter().rev() {
        let text = texts
            .entry(key.clone())
            .or_insert_with(|| Arc::clone(&occurrence.text));
        let (before, after) = (text.get(..*start as usize), text.get(*end as usize..));
        if let (Some(before), Some(after)) = (before, after) {
            *text = [before, name, after].concat().into();
        }
    }
    let concerned = |analysis: &&Analysis| all.keys().any(|(key, ..)| analysis.reads(key));
    for analysis in view.workspace.analyses().filter(concerned) {
        let then = Analysis::of(&analysis.path, texts.clone());
        let before: Vec<_> = analysis.errors().map(|e| (e.code, &e.message)).collect();
        let fresh = then
            .errors()
            .find(|e| !before.contains(&(e.code, &e.message)));
        if let Some(error) = fresh
            && then.errors().count() > before.len()
        {
            return Err(refused(error.message.clone()));
        }
    }
    Ok(())
}

#[expect(clippy::mutable_key_type, reason = "the type of the protocol")]
fn edit(all: Occurrences, name: &str) -> WorkspaceEdit {
    let mut changes: HashMap<Uri, Vec<TextEdit>> = HashMap::new();
    for occurrence in all.into_values() {
        let edit = TextEdit::new(occurrence.location.range, name.to_owned());
        changes
            .entry(occurrence.location.uri)
            .or_default()
            .push(edit);
    }
    WorkspaceEdit::new(changes)
}

fn refused(message: String) -> Refusal {
    Refusal::new(ErrorCode::RequestFailed, message)
}

#[cfg(test)]
mod tests {
    use super::is_name;

    #[test]
    fn names_are_words() {
        for name in ["leg", "leg_fl0", "größe", "a-b", "x.y"] {
            assert!(is_name(name), "{name}");
        }
        for no in [
            "", " ", "end", "5", "5mm", "a b", "\"a\"", "leg_*", "leg?", "a,", "!x", "..", "a#b",
            "a # b",
        ] {
            assert!(!is_name(no), "{no}");
        }
    }
}

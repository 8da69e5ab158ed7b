//! Renames a thing in all places.

use super::analysis::{Analysis, Texts};
use super::documents::Key;
use super::references::{Occurrence, Occurrences, Spelling, occurrences};
use super::workspace::{View, Workspace};
use super::{Answer, Refusal};
use crate::commands::{TABLE, find};
use crate::diagnostic::quote;
use crate::lang::lexer::{Token, lex};
use crate::lang::pattern::matches;
use crate::session::bind::not_a_variable;
use crate::session::{Symbol, Use};
use crate::source::Span;
use lsp_server::ErrorCode;
use lsp_types::{
    PrepareRenameResponse, RenameParams, TextDocumentPositionParams, TextEdit, Uri, WorkspaceEdit,
};
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

/// Returns the range of the name at a place, if it can be renamed.
pub(super) fn prepare(
    workspace: &mut Workspace,
    at: TextDocumentPositionParams,
) -> Answer<Option<PrepareRenameResponse>> {
    let (view, offset) = workspace.view_at(&at)?;
    let text = view.document.text();
    let (found, _) = renamable(&view, offset)?;
    let found = first(&found)?;
    Ok(Some(PrepareRenameResponse::RangeWithPlaceholder {
        range: text.range(found.span.range()),
        placeholder: found.name.clone(),
    }))
}

pub(super) fn rename(
    workspace: &mut Workspace,
    params: RenameParams,
) -> Answer<Option<WorkspaceEdit>> {
    let at = params.text_document_position;
    let (view, offset) = workspace.view_at(&at)?;
    let (found, all) = renamable(&view, offset)?;
    let name = params.new_name.trim();
    fits(name, first(&found)?, &all)?;
    try_out(&view, &found, &all, name)?;
    Ok(Some(edit(all, name)))
}

fn none() -> Refusal {
    refused("this is not a name defined by a script".to_owned())
}

/// Returns the name at the cursor.
fn first<'w>(found: &[&'w Use]) -> Answer<&'w Use> {
    found.first().copied().ok_or_else(none)
}

/// Finds the things with the name at an offset, all defined by the same word, and their occurrences.
fn renamable<'w>(view: &View<'w>, offset: usize) -> Answer<(Vec<&'w Use>, Occurrences)> {
    let (found, all) = occurrences(view, offset).ok_or_else(none)?;
    for occurrence in all.values() {
        if let Spelling::Pieces(text, place) = &occurrence.spelling {
            let name = found.first().map_or("", |found| &found.name);
            return Err(refused(format!(
                "{} is not written literally everywhere: {} at {place} computes it",
                quote(name),
                quote(text)
            )));
        }
    }
    let here = first(&found)?;
    let is_same_word =
        |other: &&Use| (other.definition, &other.name) == (here.definition, &here.name);
    let written = view.document.text.get(here.span.range());
    if written == Some(&*here.name) && found.iter().all(is_same_word) {
        return Ok((found, all));
    }
    let what = match here.written {
        Some(_) => "the value of this parameter is a name that each call passes",
        None => "this is a pattern that matches several names",
    };
    Err(refused(format!(
        "{what}; rename them where they are defined"
    )))
}

/// Refuses an invalid name for such a thing.
fn fits(name: &str, found: &Use, all: &Occurrences) -> Answer<()> {
    if !is_name(name) {
        return Err(refused(format!("{} is not a valid name", quote(name))));
    }
    let why = match found.symbol {
        Symbol::Variable => not_a_variable(name),
        Symbol::Command if find(name).is_some() || name == "else" => {
            Some(format!("{} is a command of the language", quote(name)))
        }
        _ => None,
    };
    if let Some(why) = why {
        return Err(refused(why));
    }
    for occurrence in all.values() {
        if let Spelling::Pattern(pattern) = &occurrence.spelling
            && matches(pattern, name).is_none()
        {
            return Err(refused(format!(
                "the pattern {} also matches {}, but not {}",
                quote(pattern),
                quote(&found.name),
                quote(name)
            )));
        }
    }
    Ok(())
}

/// Whether a text is a valid name. `*` and `?` are reserved for patterns.
fn is_name(text: &str) -> bool {
    let tokens = lex(0, text, &TABLE);
    let is_word =
        matches!(tokens.as_slice(), [(Token::Word, span)] if span.range() == (0..text.len()));
    is_word && !text.contains(['*', '?'])
}

/// Refuses a name that would break a script, or change its meaning: mostly because it is used.
fn try_out(view: &View, found: &[&Use], all: &Occurrences, name: &str) -> Answer<()> {
    let mut texts: Texts = view.workspace.documents.texts();
    // From the last to the first, so that earlier positions stay valid.
    for ((key, start, end), occurrence) in edited(all).rev() {
        let text = texts
            .entry(key.clone())
            .or_insert_with(|| Arc::clone(&occurrence.text));
        let (before, after) = (text.get(..*start as usize), text.get(*end as usize..));
        if let (Some(before), Some(after)) = (before, after) {
            *text = [before, name, after].concat().into();
        }
    }
    let here = first(found)?;
    match here.symbol {
        // For a used name of a thing, the error says more.
        Symbol::Thing(_) => {
            no_mistakes(view, all, &texts)?;
            for found in found {
                same_places(view, found, all, name, texts.clone())?;
            }
            if all.values().any(|o| o.spelling == Spelling::Brought) {
                nothing_else(
                    view,
                    &Moved {
                        all,
                        name,
                        found: here,
                    },
                    &texts,
                )?;
            }
            Ok(())
        }
        Symbol::Variable | Symbol::Command => {
            same_places(view, here, all, name, texts.clone())?;
            no_mistakes(view, all, &texts)
        }
    }
}

/// Refuses a change that causes new errors.
fn no_mistakes(view: &View, all: &Occurrences, texts: &Texts) -> Answer<()> {
    let concerned = |analysis: &&Analysis| all.keys().any(|(key, ..)| analysis.reads(key));
    let checked = view.workspace.analyses();
    for analysis in checked.filter(concerned) {
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

/// Refuses a change after which other places would refer to the renamed thing.
fn same_places(
    view: &View,
    found: &Use,
    all: &Occurrences,
    name: &str,
    texts: Texts,
) -> Answer<()> {
    let before = &view.analysis;
    let then = Analysis::of(&before.path, texts);
    let moved = Moved { all, name, found };
    let expected: BTreeSet<Place> = places(before.uses_of(found), before)
        .map(|place| moved.place(place))
        .collect();
    let renamed = found.definition.and_then(|definition| {
        let home = before.key_of(definition.source)?.clone();
        let (_, start, end) = moved.place((home, definition.start, definition.end));
        Some(Use {
            name: name.to_owned(),
            definition: Some(Span {
                start,
                end,
                ..definition
            }),
            ..found.clone()
        })
    });
    let now = renamed.map(|renamed| places(then.uses_of(&renamed), &then).collect());
    if now != Some(expected) {
        let (name, old) = (quote(name), quote(&found.name));
        return Err(refused(format!(
            "{name} already has a meaning where {old} is used"
        )));
    }
    Ok(())
}

/// Refuses a change that would also change another name, of which the renamed one is a piece: `foot_{name}`.
fn nothing_else(view: &View, moved: &Moved, texts: &Texts) -> Answer<()> {
    let concerned = |analysis: &&Analysis| moved.all.keys().any(|(key, ..)| analysis.reads(key));
    let checked = view.workspace.analyses();
    for before in checked.filter(concerned) {
        let then = Analysis::of(&before.path, texts.clone());
        let now: BTreeSet<Meaning> = then
            .names()
            .iter()
            .filter_map(|u| meaning(u, &then))
            .collect();
        for used in before.names() {
            let Some((place, symbol, definition)) = meaning(used, before) else {
                continue;
            };
            let definition = definition.map(|place| moved.place(place));
            if !now.contains(&(moved.place(place), symbol, definition)) {
                let (old, other) = (quote(&moved.found.name), quote(&used.name));
                let place = before.session.sources.place(used.span);
                return Err(refused(format!(
                    "{other} at {place} would change its meaning, because {old} is part of its name"
                )));
            }
        }
    }
    Ok(())
}

/// Place of a name, its kind, and the place of its definition.
type Meaning = (Place, Symbol, Option<Place>);

fn meaning(used: &Use, analysis: &Analysis) -> Option<Meaning> {
    let place = |span: Span| Some((analysis.key_of(span.source)?.clone(), span.start, span.end));
    let definition = used.definition.and_then(place);
    Some((place(used.span)?, used.symbol, definition))
}

type Place = (Key, u32, u32);

fn places<'a>(
    uses: impl Iterator<Item = &'a Use>,
    analysis: &Analysis,
) -> impl Iterator<Item = Place> {
    let place = |used: &Use| {
        let key = analysis.key_of(used.span.source)?.clone();
        Some((key, used.span.start, used.span.end))
    };
    uses.filter_map(place)
}

/// Returns the occurrences whose text changes.
fn edited(all: &Occurrences) -> impl DoubleEndedIterator<Item = (&Place, &Occurrence)> {
    all.iter().filter(|(_, o)| o.spelling == Spelling::Plain)
}

/// Mapping of positions from before to after the edits.
struct Moved<'a> {
    all: &'a Occurrences,
    found: &'a Use,
    name: &'a str,
}

impl Moved<'_> {
    fn place(&self, (key, start, end): Place) -> Place {
        let offset = |offset: u32| {
            let before = |place: &&Place| place.0 == key && place.2 <= offset;
            let count = edited(self.all)
                .map(|(place, _)| place)
                .filter(before)
                .count();
            offset + count as u32 * self.name.len() as u32
                - count as u32 * self.found.name.len() as u32
        };
        let (start, end) = (offset(start), offset(end));
        (key, start, end)
    }
}

#[expect(clippy::mutable_key_type, reason = "the type of the protocol")]
fn edit(all: Occurrences, name: &str) -> WorkspaceEdit {
    let mut changes: HashMap<Uri, Vec<TextEdit>> = HashMap::new();
    let plain = |o: &Occurrence| o.spelling == Spelling::Plain;
    for occurrence in all.into_values().filter(plain) {
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

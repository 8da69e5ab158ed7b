//! All places where a name refers to the same thing.

use super::Answer;
use super::analysis::Analysis;
use super::documents::Key;
use super::workspace::{View, Workspace};
use crate::lang::pattern::is_pattern;
use crate::session::{Symbol, Use};
use crate::source::Span;
use lsp_types::{
    DocumentHighlight, DocumentHighlightKind, DocumentHighlightParams, Location, ReferenceParams,
};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A place of a name.
pub(super) struct Occurrence {
    pub location: Location,
    /// Whether the name is defined here.
    pub is_definition: bool,
    pub spelling: Spelling,
    /// Text that contains it.
    pub text: Arc<str>,
}

/// Form of a name in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Spelling {
    /// Literal.
    Plain,
    /// One of the names that this pattern matches.
    Pattern(String),
    /// Inserted by a parameter in braces; its text is written elsewhere.
    Brought,
    /// Composed from this text: `leg_{side}0`, or the line of a `mirror`.
    Pieces(String, String),
}

/// All occurrences by text and bytes.
pub(super) type Occurrences = BTreeMap<(Key, u32, u32), Occurrence>;

/// Finds the names at an offset that are given by the same word, and all their occurrences in all scripts that contain open
/// texts.
pub(super) fn occurrences<'w>(
    view: &View<'w>,
    offset: usize,
) -> Option<(Vec<&'w Use>, Occurrences)> {
    let mut found = view.analysis.names_at(view.source, offset);
    found.retain(|found| found.definition.is_some());
    found.first()?;
    let mut all = Occurrences::new();
    // An object and the body that is made of it have one name where it is an argument: `make leg1`.
    for also in view.analysis.names() {
        let is_thing = matches!(also.symbol, Symbol::Thing(_));
        let is_new = found.iter().all(|found| !found.is_same(also));
        let is_named_there = |found: &&Use| {
            matches!(found.symbol, Symbol::Thing(_))
                && (found.definition, &found.name) == (also.definition, &also.name)
        };
        if is_thing && is_new && found.iter().any(is_named_there) {
            found.push(also);
        }
    }
    for analysis in view.workspace.analyses() {
        let wanted: Meant = found
            .iter()
            .flat_map(|found| meant(found, view.analysis, analysis))
            .collect();
        let is_wanted = |used: &&Use| {
            used.definition
                .is_some_and(|place| wanted.contains(&(place, used.symbol, used.name.as_str())))
        };
        for used in analysis.names().iter().filter(is_wanted) {
            let key = analysis.key_of(used.span.source).cloned();
            let location = view.workspace.location(analysis, used.span);
            let source = analysis.session.sources.get(used.span.source);
            let (Some(key), Some(location), Some(source)) = (key, location, source) else {
                continue;
            };
            let occurrence = Occurrence {
                location,
                is_definition: used.is_definition(),
                spelling: spelling(used, analysis),
                text: Arc::clone(&source.text),
            };
            all.insert((key, used.span.start, used.span.end), occurrence);
        }
    }
    Some((found, all))
}

type Meant<'a> = BTreeSet<(Span, Symbol, &'a str)>;

/// Finds in one analysis the counterpart of a name of another: the same file may be another source there, or several.
fn meant<'a>(found: &'a Use, here: &Analysis, there: &Analysis) -> Vec<(Span, Symbol, &'a str)> {
    let definition = found.definition;
    let home = definition.and_then(|place| Some((place, here.key_of(place.source)?)));
    let sources = home.into_iter().flat_map(|(place, home)| {
        let sources = there.sources_of(home);
        sources.map(move |source| Span { source, ..place })
    });
    sources
        .map(|place| (place, found.symbol, found.name.as_str()))
        .collect()
}

fn spelling(used: &Use, analysis: &Analysis) -> Spelling {
    let sources = &analysis.session.sources;
    let text = sources.text(used.span);
    if text == used.name {
        Spelling::Plain
    } else if used.written.is_some() {
        Spelling::Brought
    } else if is_pattern(text) && !text.contains(['{', ' ', '\t']) {
        Spelling::Pattern(text.to_owned())
    } else {
        Spelling::Pieces(text.to_owned(), sources.place(used.span).to_string())
    }
}

pub(super) fn references(
    workspace: &mut Workspace,
    params: ReferenceParams,
) -> Answer<Option<Vec<Location>>> {
    let at = params.text_document_position;
    let (view, offset) = workspace.view_at(&at)?;
    let with_definition = params.context.include_declaration;
    Ok(occurrences(&view, offset).map(|(_, all)| {
        let wanted = all
            .into_values()
            .filter(|o| with_definition || !o.is_definition);
        wanted.map(|occurrence| occurrence.location).collect()
    }))
}

/// Returns the occurrences in the current text.
pub(super) fn highlights(
    workspace: &mut Workspace,
    params: DocumentHighlightParams,
) -> Answer<Option<Vec<DocumentHighlight>>> {
    let (view, offset) = workspace.view_at(&params.text_document_position_params)?;
    let highlight = |occurrence: Occurrence| DocumentHighlight {
        range: occurrence.location.range,
        kind: Some(match occurrence.is_definition {
            true => DocumentHighlightKind::WRITE,
            false => DocumentHighlightKind::READ,
        }),
    };
    Ok(occurrences(&view, offset).map(|(_, all)| {
        let here = all
            .into_iter()
            .filter(|((key, ..), _)| *key == view.document.key);
        here.map(|(_, occurrence)| highlight(occurrence)).collect()
    }))
}

//! Everywhere a name stands for the same thing.

use super::Answer;
use super::documents::Key;
use super::workspace::{View, Workspace};
use crate::session::Use;
use crate::source::{SourceId, Span};
use lsp_types::{
    DocumentHighlight, DocumentHighlightKind, DocumentHighlightParams, Location, ReferenceParams,
};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A place where a name stands.
pub(super) struct Occurrence {
    pub location: Location,
    /// Whether the name is given here.
    pub is_definition: bool,
    /// Whether the text here is the name; it may be put together from pieces.
    pub is_spelt: bool,
    /// The text that it stands in.
    pub text: Arc<str>,
}

/// All occurrences by text and bytes.
pub(super) type Occurrences = BTreeMap<(Key, u32, u32), Occurrence>;

/// The name at an offset and all its occurrences, in all scripts that open texts are part of.
pub(super) fn occurrences<'w>(view: &View<'w>, offset: usize) -> Option<(&'w Use, Occurrences)> {
    let found = view.analysis.name_at(view.source, offset)?;
    let definition = found.definition?;
    let home = view.analysis.key_of(definition.source)?;
    let mut all = Occurrences::new();
    for analysis in view.workspace.analyses() {
        let here = |source: SourceId| Span {
            source,
            ..definition
        };
        let definitions = analysis.sources_of(home).map(here);
        for used in definitions.flat_map(|definition| analysis.uses_of(definition)) {
            let key = analysis.key_of(used.span.source).cloned();
            let location = view.workspace.location(analysis, used.span);
            let source = analysis.session.sources.get(used.span.source);
            let (Some(key), Some(location), Some(source)) = (key, location, source) else {
                continue;
            };
            let occurrence = Occurrence {
                location,
                is_definition: used.is_definition(),
                is_spelt: analysis.session.sources.text(used.span) == used.name,
                text: Arc::clone(&source.text),
            };
            all.insert((key, used.span.start, used.span.end), occurrence);
        }
    }
    Some((found, all))
}

pub(super) fn references(
    workspace: &mut Workspace,
    params: ReferenceParams,
) -> Answer<Option<Vec<Location>>> {
    workspace.refresh();
    let at = params.text_document_position;
    let view = workspace.view(&at.text_document.uri)?;
    let offset = view.document.text().offset(at.position);
    let with_definition = params.context.include_declaration;
    Ok(occurrences(&view, offset).map(|(_, all)| {
        let wanted = all
            .into_values()
            .filter(|o| with_definition || !o.is_definition);
        wanted.map(|occurrence| occurrence.location).collect()
    }))
}

/// The occurrences in the text at hand.
pub(super) fn highlights(
    workspace: &mut Workspace,
    params: DocumentHighlightParams,
) -> Answer<Option<Vec<DocumentHighlight>>> {
    let at = params.text_document_position_params;
    let view = workspace.view(&at.text_document.uri)?;
    let offset = view.document.text().offset(at.position);
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

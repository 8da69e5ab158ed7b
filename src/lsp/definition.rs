//! The definition of a name, and the file of a path.

use super::Answer;
use super::documents::key;
use super::hover::word_at;
use super::workspace::{View, Workspace};
use crate::ide::spot;
use crate::session::command::Kind;
use lsp_types::{GotoDefinitionParams, GotoDefinitionResponse, Location, Range};

pub(super) fn definition(
    workspace: &mut Workspace,
    params: GotoDefinitionParams,
) -> Answer<Option<GotoDefinitionResponse>> {
    let (view, offset) = workspace.view_at(&params.text_document_position_params)?;
    let name = || {
        let place = view
            .analysis
            .names_at(view.source, offset)
            .first()?
            .definition?;
        view.workspace.location(view.analysis, place)
    };
    let found = name().or_else(|| file(&view, offset));
    Ok(found.map(GotoDefinitionResponse::Scalar))
}

/// Returns the start of the file whose path is at an offset.
fn file(view: &View, offset: usize) -> Option<Location> {
    let text = view.document.text();
    let word = word_at(text, offset)?.place;
    let before = view
        .document
        .text
        .get(text.line_start(word.start)..word.start)?;
    let spot = spot(before, &view.analysis.session)?;
    let takes_path = spot
        .wants
        .iter()
        .any(|wants| matches!(wants.kind, Kind::Path));
    if spot.is_computed || !takes_path {
        return None;
    }
    let path = view.document.text.get(word)?.trim_matches('"');
    let file = view.document.folder().join(path);
    let identity = key(&file);
    let is_open = view.workspace.documents.with_key(&identity).is_some();
    if !is_open && !file.is_file() {
        return None;
    }
    Some(Location {
        uri: view.workspace.uri_of_file(&identity, &file)?,
        range: Range::default(),
    })
}

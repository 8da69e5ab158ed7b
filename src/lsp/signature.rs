//! The usage of the command that is being written, with the parameter at which it has arrived.

use super::Answer;
use super::workspace::Workspace;
use crate::command::{Command, Param, Wants, command_of_line, spot, usage_line};
use lsp_types::{
    Documentation, ParameterInformation, ParameterLabel, SignatureHelp, SignatureHelpParams,
    SignatureInformation,
};

pub(super) fn signature_help(
    workspace: &mut Workspace,
    params: SignatureHelpParams,
) -> Answer<Option<SignatureHelp>> {
    let at = params.text_document_position_params;
    let (_, session, written) = workspace.scene(&at.text_document.uri, at.position)?;
    let spot = spot(written, session);
    let wants = spot.as_ref().map_or(&[][..], |spot| &spot.wants);
    // A command whose last argument is written still shows what it takes.
    let of_spot = spot.as_ref().and_then(|spot| spot.command);
    let behind = || command_of_line(written).filter(|_| spot.is_none());
    let Some(command) = of_spot.or_else(behind) else {
        return Ok(None);
    };
    let forms = command.forms.iter().enumerate();
    let active = wants.first().map(|first| first.form);
    Ok(Some(SignatureHelp {
        signatures: forms
            .map(|(i, form)| signature(command, i, form, wants))
            .collect(),
        active_signature: active.map(|form| form as u32),
        active_parameter: active.and_then(|form| active_in(form, wants)),
    }))
}

/// The parameter of a form at which the line has arrived: the one behind words that may be left out.
fn active_in(form: usize, wants: &[Wants]) -> Option<u32> {
    let of_form = wants.iter().filter(|wants| wants.form == form);
    of_form.map(|wants| wants.number as u32).max()
}

fn signature(
    command: &Command,
    number: usize,
    form: &[Param],
    wants: &[Wants],
) -> SignatureInformation {
    let (label, places) = usage_line(command, form);
    let parameter = |(param, place): (&Param, std::ops::Range<usize>)| {
        let resolved = wants.iter().find(|w| std::ptr::eq(w.param, param));
        let kind = resolved.map_or(param.kind, |wants| wants.kind);
        let units = |at: usize| label.get(..at).unwrap_or_default().encode_utf16().count() as u32;
        ParameterInformation {
            label: ParameterLabel::LabelOffsets([units(place.start), units(place.end)]),
            documentation: Some(Documentation::String(format!("{} ({kind})", param.doc))),
        }
    };
    SignatureInformation {
        documentation: Some(Documentation::String(command.summary.to_owned())),
        parameters: Some(form.iter().zip(places).map(parameter).collect()),
        active_parameter: active_in(number, wants),
        label,
    }
}

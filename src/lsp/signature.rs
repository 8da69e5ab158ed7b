//! Signature help, with the current parameter: for a command, a user-defined command,
//! or a function in an expression.

use super::Answer;
use super::workspace::Workspace;
use crate::ide::{Call, Signature, Wants, command_of_line, spot};
use crate::lang::value::show;
use crate::session::command::{Command, Param, usage_line};
use lsp_types::{
    Documentation, ParameterInformation, ParameterLabel, SignatureHelp, SignatureHelpParams,
    SignatureInformation,
};
use std::ops::Range;

pub(super) fn signature_help(
    workspace: &mut Workspace,
    params: SignatureHelpParams,
    offsets: bool,
) -> Answer<Option<SignatureHelp>> {
    let at = params.text_document_position_params;
    let (_, session, written) = workspace.scene(&at.text_document.uri, at.position)?;
    let found = match spot(written, session) {
        // A command whose last argument is written still shows what it takes.
        None => command_of_line(written).map(|command| of_command(command, &[])),
        Some(spot) => match (spot.function, spot.call, spot.command) {
            (Some((function, argument)), ..) => Some(of_function(&function, argument)),
            (None, Some(call), _) => Some(of_call(&call)),
            (None, None, command) => command.map(|command| of_command(command, &spot.wants)),
        },
    };
    Ok(match offsets {
        true => found,
        false => found.map(in_words),
    })
}

/// Converts help for an editor that finds parameters in the label by their text, not by their positions.
fn in_words(mut help: SignatureHelp) -> SignatureHelp {
    for signature in &mut help.signatures {
        let units: Vec<u16> = signature.label.encode_utf16().collect();
        for parameter in signature.parameters.iter_mut().flatten() {
            if let ParameterLabel::LabelOffsets([start, end]) = parameter.label {
                let text = units.get(start as usize..end as usize).unwrap_or_default();
                parameter.label = ParameterLabel::Simple(String::from_utf16_lossy(text));
            }
        }
    }
    help
}

fn of_function(function: &Signature, argument: usize) -> SignatureHelp {
    let label = function.usage();
    let mut places = vec![];
    let mut start = function.name.len() + 1;
    for parameter in &function.parameters {
        places.push(start..start + parameter.len());
        start += parameter.len() + 2;
    }
    // `...` stands for more of the last.
    let repeats = function.parameters.last().is_some_and(|last| last == "...");
    let last = places.len().checked_sub(1);
    let active = match last {
        Some(last) if repeats && argument > last => Some(last),
        _ => Some(argument).filter(|at| *at < places.len()),
    };
    let document = |_: usize| None;
    only(
        label,
        match &function.example {
            Some(example) => format!("{}\n{example}", function.about),
            None => function.about.clone(),
        },
        places,
        document,
        active,
    )
}

fn of_call(call: &Call) -> SignatureHelp {
    let definition = &call.definition;
    let label = definition.usage();
    let mut places = vec![];
    let mut start = definition.name.len() + 1;
    for parameter in definition.parameters.iter() {
        let brackets = if parameter.default.is_some() { 2 } else { 0 };
        let end = start + parameter.name.len() + brackets;
        places.push(start..end);
        start = end + 1;
    }
    let document = |at: usize| {
        let default = definition.parameters.get(at)?.default.as_ref()?;
        Some(format!("default: {}", show(default)))
    };
    let comment = definition.comment.join("\n");
    only(label, comment, places, document, call.active)
}

/// Returns the help of one signature, whose parameters are at these bytes of its label.
fn only(
    label: String,
    documentation: String,
    places: Vec<Range<usize>>,
    document: impl Fn(usize) -> Option<String>,
    active: Option<usize>,
) -> SignatureHelp {
    let parameter = |(at, place): (usize, Range<usize>)| ParameterInformation {
        label: offsets(&label, place),
        documentation: document(at).map(Documentation::String),
    };
    let parameters = places.into_iter().enumerate().map(parameter).collect();
    let active = active.map(|at| at as u32);
    SignatureHelp {
        signatures: vec![SignatureInformation {
            documentation: Some(Documentation::String(documentation)),
            parameters: Some(parameters),
            active_parameter: active,
            label,
        }],
        active_signature: Some(0),
        active_parameter: active,
    }
}

fn of_command(command: &Command, wants: &[Wants]) -> SignatureHelp {
    let forms = command.forms.iter().enumerate();
    let active = wants.first().map(|first| first.form);
    SignatureHelp {
        signatures: forms
            .map(|(i, form)| signature(command, i, form, wants))
            .collect(),
        active_signature: active.map(|form| form as u32),
        active_parameter: active.and_then(|form| active_in(form, wants)),
    }
}

/// Returns the number of the parameter of a form at which the cursor is: the last one, if parameters before it may be omitted.
fn active_in(form: usize, wants: &[Wants]) -> Option<u32> {
    let of_form = wants.iter().filter(|wants| wants.form == form);
    of_form.map(|wants| wants.number as u32).max()
}

/// Converts a range of a label to UTF-16 units.
fn offsets(label: &str, place: Range<usize>) -> ParameterLabel {
    let units = |at: usize| label.get(..at).unwrap_or_default().encode_utf16().count() as u32;
    ParameterLabel::LabelOffsets([units(place.start), units(place.end)])
}

fn signature(
    command: &Command,
    number: usize,
    form: &[Param],
    wants: &[Wants],
) -> SignatureInformation {
    let (label, places) = usage_line(command, form);
    let parameter = |(param, place): (&Param, Range<usize>)| {
        let resolved = wants.iter().find(|w| std::ptr::eq(w.param, param));
        let kind = resolved.map_or(param.kind, |wants| wants.kind);
        ParameterInformation {
            label: offsets(&label, place),
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

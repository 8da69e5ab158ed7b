//! What is told of the word under the pointer: a command's page of the manual, what a parameter takes, what a name stands for.

use super::analysis::Analysis;
use super::workspace::{View, Workspace};
use super::{Answer, position::Text};
use crate::command::TableVocabulary;
use crate::command::{Kind, Thing, Wants, find, manual_entry, spot};
use crate::dynamics::JointKind;
use crate::lang::dimension::Dimension;
use crate::lang::lexer::{Token, lex};
use crate::lang::units::convert;
use crate::session::{Symbol, Use, si};
use lsp_types::{Hover, HoverContents, HoverParams, MarkupContent, MarkupKind};
use std::fmt::Write as _;
use std::ops::Range;

pub(super) fn hover(workspace: &mut Workspace, params: HoverParams) -> Answer<Option<Hover>> {
    let at = params.text_document_position_params;
    let view = workspace.view(&at.text_document.uri)?;
    let text = view.document.text();
    let offset = text.offset(at.position);
    let found = word_at(text, offset).and_then(|(word, token)| told(&view, word, token));
    Ok(found.map(|(word, value)| Hover {
        contents: HoverContents::Markup(MarkupContent {
            kind: MarkupKind::Markdown,
            value,
        }),
        range: Some(text.range(word)),
    }))
}

/// The token at an offset, and its bytes. At the place between two that touch it is the second.
pub(super) fn word_at(text: Text, offset: usize) -> Option<(Range<usize>, Token)> {
    let start = text.line_start(offset);
    let line = text.line(text.position(offset).line as usize);
    let tokens = lex(0, line, &TableVocabulary).into_iter();
    let places =
        tokens.map(|(token, span)| (start + span.range().start..start + span.range().end, token));
    let mut at = places.filter(|(place, _)| (place.start..=place.end).contains(&offset));
    at.next_back()
}

/// What is told of a word, and which bytes that is about.
fn told(view: &View, word: Range<usize>, token: Token) -> Option<(Range<usize>, String)> {
    let text = view.document.text.get(word.clone())?;
    if matches!(token, Token::Message(_)) {
        let page = page(find("!")?.name)?;
        return Some((word.start..word.start + 1, page));
    }
    let statement = view.document.statement_before(word.start);
    let start = statement.map_or(word.start, |s| s.head.range().start);
    let before = view.document.text.get(start.min(word.start)..word.start)?;
    let spot = spot(before, &view.analysis.session)?;
    if spot.takes_command {
        return Some((word, page(text)?));
    }
    let name = spot.command?.name;
    let fits = |wants: &&Wants| !matches!(wants.kind, Kind::Filler(filler) if filler != text);
    let wants = spot.wants.iter().find(fits)?;
    let (param, kind) = (wants.param, wants.kind);
    let mut told = format!("`{name}` **{}**: {}  \n{kind}", param.name, param.doc);
    if let Some(value) = in_si(kind, text, token) {
        let _ = write!(told, "\n\n`{text}` is {value}");
    }
    for found in view.analysis.names_at(view.source, word.start) {
        let _ = write!(told, "\n\n{}", name_told(found, view.analysis));
    }
    Some((word, told))
}

/// The manual's page of a command.
pub(super) fn page(name: &str) -> Option<String> {
    let command = find(name)?;
    Some(format!("**{name}**: {}", manual_entry(command)))
}

/// A number with a unit, as the simulation takes it.
fn in_si(kind: Kind, text: &str, token: Token) -> Option<String> {
    let Token::Measure(measure) = token else {
        return None;
    };
    let dimension = match kind {
        Kind::Number(dimension, ..) => dimension,
        Kind::Duration => Dimension::TIME,
        _ => return None,
    };
    let unit = text.get(measure.unit_at as usize..)?;
    let value = convert(measure.value, unit, dimension).ok()?;
    Some(si(value, &dimension.si_unit()))
}

/// What a name stands for, and where it was given.
fn name_told(found: &Use, analysis: &Analysis) -> String {
    let sources = &analysis.session.sources;
    let what = match found.symbol {
        Symbol::Thing(thing) => thing.with_article(),
        Symbol::Variable => "a value",
        Symbol::Command => "a command",
    };
    let mut told = format!("`{}` is {what}", found.name);
    let corpus = found.corpus.map(|span| sources.text(span));
    if let (Symbol::Thing(Thing::Body | Thing::Part), Some(corpus)) = (found.symbol, corpus) {
        let _ = write!(told, " of the corpus `{corpus}`");
        told += &body_told(found, corpus, analysis).unwrap_or_default();
    }
    match found.definition {
        Some(place) if place != found.span => {
            let _ = write!(told, ", named at {}", sources.place(place));
        }
        _ => {}
    }
    told
}

/// How a body moves, and what it hangs on.
fn body_told(found: &Use, corpus: &str, analysis: &Analysis) -> Option<String> {
    let mut drafts = analysis
        .session
        .stages
        .iter()
        .flat_map(|stage| &stage.drafts);
    let figure = &drafts.find(|draft| draft.figure.name == corpus)?.figure;
    let mut bodies = figure.bodies.iter();
    let body = bodies
        .find(|body| found.symbol == Symbol::Thing(Thing::Body) && body.spec.name == found.name)?;
    let parent = body.parent.and_then(|parent| figure.bodies.get(parent));
    let Some(parent) = parent else {
        return Some(String::new());
    };
    let axis = body.spec.axis;
    let moves = match body.spec.joint {
        JointKind::Rotary => "turns about",
        JointKind::Sliding => "slides along",
    };
    Some(format!(
        ", hangs on `{}` and {moves} {} {} {}",
        parent.spec.name,
        si(axis.x, ""),
        si(axis.y, ""),
        si(axis.z, "")
    ))
}

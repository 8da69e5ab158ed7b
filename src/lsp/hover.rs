//! Hover text for a word: a command's manual entry, the kind of a parameter, the meaning of a name.

use super::position::Text;
use super::workspace::{View, Workspace};
use super::{Answer, meaning};
use crate::commands::{TABLE, find};
use crate::help::manual_entry;
use crate::ide::{Wants, spot};
use crate::lang::dimension::Dimension;
use crate::lang::lexer::{Token, lex};
use crate::lang::units::convert;
use crate::session::command::{Bare, Kind, Param};
use crate::session::{Symbol, Use, si};
use lsp_types::{Hover, HoverContents, HoverParams, MarkupContent, MarkupKind};
use std::fmt::Write as _;
use std::ops::Range;

pub(super) fn hover(workspace: &mut Workspace, params: HoverParams) -> Answer<Option<Hover>> {
    let (view, offset) = workspace.view_at(&params.text_document_position_params)?;
    let text = view.document.text();
    let found = word_at(text, offset).and_then(|word| description(&view, word));
    Ok(found.map(|(word, value)| Hover {
        contents: HoverContents::Markup(MarkupContent {
            kind: MarkupKind::Markdown,
            value,
        }),
        range: Some(text.range(word)),
    }))
}

/// A token of a line.
pub(super) struct Word {
    pub place: Range<usize>,
    pub token: Token,
    /// Whether it is part of an expression.
    pub is_computed: bool,
}

/// Returns the token at an offset. Between two adjacent tokens it is the second, or the one that is a word.
pub(super) fn word_at(text: Text, offset: usize) -> Option<Word> {
    let start = text.line_start(offset);
    let line = text.line(text.position(offset).line as usize);
    let mut depth = 0_u32;
    let mut found: Option<Word> = None;
    for (token, span) in lex(0, line, &TABLE) {
        let place = start + span.range().start..start + span.range().end;
        match token {
            Token::Open => depth += 1,
            Token::Close => depth = depth.saturating_sub(1),
            Token::Glue => {}
            _ if (place.start..=place.end).contains(&offset) => {
                let is_sign = matches!(
                    token,
                    Token::Symbol(_) | Token::OpenList | Token::CloseList | Token::LineEnd
                );
                if found.is_none() || !is_sign {
                    found = Some(Word {
                        place,
                        token,
                        is_computed: depth > 0,
                    });
                }
            }
            _ => {}
        }
    }
    found
}

/// Returns the hover text of a word, and the range of bytes that it describes.
fn description(view: &View, word: Word) -> Option<(Range<usize>, String)> {
    let document = view.document;
    let text = document.text.get(word.place.clone())?;
    if matches!(word.token, Token::Message(_)) {
        let page = page(find("!")?.name)?;
        return Some((word.place.start..word.place.start + 1, page));
    }
    let names = view.analysis.names_at(view.source, word.place.start);
    let is_of = |symbol: Symbol| move |found: &&&Use| found.symbol == symbol;
    if let Some(found) = names.iter().find(is_of(Symbol::Variable)) {
        let told = meaning::of_variable(found, view.analysis);
        return Some((found.span.range(), told));
    }
    if let Some(found) = names.iter().find(is_of(Symbol::Command)) {
        let told = meaning::of_command(&found.name, view.analysis);
        return Some((found.span.range(), told));
    }
    if word.is_computed {
        return Some((word.place.clone(), computed(view, &word, text, &names)?));
    }
    match word.token {
        Token::End | Token::Dots => {
            let told = meaning::of_end(view, word.place.clone());
            if let Some(told) = told {
                return Some((word.place, told));
            }
        }
        Token::Sign => return Some((word.place, meaning::of_word(text)?.to_owned())),
        _ => {}
    }
    // A word composed of pieces is one word.
    let whole = names.first().map(|found| found.span.range());
    let whole = whole.filter(|whole| whole.start <= word.place.start);
    let place = whole.unwrap_or(word.place.clone());
    let statement = document.statement_before(place.start);
    let start = statement.map_or(place.start, |s| s.head.range().start);
    let before = document.text.get(start.min(place.start)..place.start)?;
    let line_start = document.text().line_start(place.start);
    let line = document.text.get(line_start..place.start)?;
    if text == "else" && line.trim().is_empty() {
        return Some((place, meaning::of_word(text)?.to_owned()));
    }
    if text == "if" && line.trim() == "else" {
        return Some((place, page(text)?));
    }
    let spot = spot(before, &view.analysis.session)?;
    if let Some(call) = spot.call {
        let told = meaning::of_parameter(&call.definition, call.active?)?;
        return Some((place, told));
    }
    if spot.takes_command {
        return Some((place, page(text)?));
    }
    let command = spot.command?;
    if word.token == Token::Named {
        let named = text.trim_end_matches('=');
        let mut params = command.forms.iter().flat_map(|form| form.iter());
        let param = params.find(|param| param.is_called(named))?;
        return Some((place, parameter(command.name, param, param.kind)));
    }
    let takes = |wants: &&Wants| wants.takes(text, word.token, &view.analysis.session);
    // A wrong word is told what the first form takes.
    let is_value = |wants: &&Wants| !matches!(wants.kind, Kind::Filler(_));
    let wants = spot.wants.iter().find(takes);
    let wants = wants.or_else(|| spot.wants.iter().find(is_value))?;
    let mut told = parameter(command.name, wants.param, wants.kind);
    if let Some(value) = in_si(wants.kind, text, word.token) {
        let _ = write!(told, "\n\n`{text}` is {value}");
    }
    for found in names {
        let _ = write!(told, "\n\n{}", meaning::of_thing(found, view.analysis));
    }
    Some((place, told))
}

fn parameter(command: &str, param: &Param, kind: Kind) -> String {
    format!("`{command}` **{}**: {}  \n{kind}", param.name, param.doc)
}

/// Returns the hover text of a part of an expression that is not a variable.
fn computed(view: &View, word: &Word, text: &str, names: &[&Use]) -> Option<String> {
    match word.token {
        Token::Name => {
            let after = view.document.text.get(word.place.end..)?;
            if after.starts_with('(')
                && let Some(told) = meaning::of_function(text)
            {
                return Some(told);
            }
            let things = names.iter().map(|found| {
                // In a composed name the quantity follows the last piece.
                let written = view.document.text.get(found.span.range());
                let rest = written.filter(|w| w.contains('{')).and_then(|written| {
                    let (_, last) = written.rsplit_once('}')?;
                    Some(format!("{}{}", found.name, last.get(last.find('.')?..)?))
                });
                let of = rest.as_deref().unwrap_or(text);
                let quantity = meaning::of_name(of, view.analysis);
                let thing = meaning::of_thing(found, view.analysis);
                quantity.map_or(thing.clone(), |quantity| format!("{quantity}\n\n{thing}"))
            });
            let things: Vec<String> = things.collect();
            match things.is_empty() {
                true => meaning::of_name(text, view.analysis),
                false => Some(things.join("\n\n")),
            }
        }
        Token::Measure(measure) => {
            let unit = text.get(measure.unit_at as usize..)?;
            meaning::of_measure(text, measure.value, unit)
        }
        Token::Unit => meaning::of_unit(text),
        _ => meaning::of_word(text).map(str::to_owned),
    }
}

/// Returns the manual's page of a command.
pub(super) fn page(name: &str) -> Option<String> {
    let command = find(name)?;
    Some(format!("**{name}**: {}", manual_entry(command)))
}

/// Describes the SI value of a number with a unit.
fn in_si(kind: Kind, text: &str, token: Token) -> Option<String> {
    let Token::Measure(measure) = token else {
        return None;
    };
    let (dimension, si_unit) = match kind {
        Kind::Number(dimension, Bare::In(unit), _) => (dimension, unit.to_owned()),
        Kind::Number(dimension, ..) => (dimension, dimension.si_unit()),
        Kind::Duration => (Dimension::TIME, Dimension::TIME.si_unit()),
        _ => return None,
    };
    let unit = text.get(measure.unit_at as usize..)?;
    let value = convert(measure.value, unit, dimension).ok()?;
    Some(si(value, &si_unit))
}

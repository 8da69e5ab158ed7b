//! Semantic tokens, mainly for names; for editors without a grammar of the language also for the rest.

use super::Answer;
use super::workspace::{View, Workspace};
use crate::commands::{TABLE, find};
use crate::ide::line::Line;
use crate::lang::lexer::{Symbol as Symbols, Token, lex};
use crate::session::Symbol;
use crate::session::command::Thing;
use lsp_types::{
    SemanticToken, SemanticTokenModifier, SemanticTokenType, SemanticTokens, SemanticTokensLegend,
    SemanticTokensParams, SemanticTokensResult,
};
use std::collections::BTreeMap;
use std::ops::Range;

const TYPES: [SemanticTokenType; 12] = [
    SemanticTokenType::KEYWORD,
    SemanticTokenType::NUMBER,
    SemanticTokenType::STRING,
    SemanticTokenType::COMMENT,
    SemanticTokenType::NAMESPACE,
    SemanticTokenType::CLASS,
    SemanticTokenType::VARIABLE,
    SemanticTokenType::PROPERTY,
    SemanticTokenType::EVENT,
    SemanticTokenType::FUNCTION,
    SemanticTokenType::PARAMETER,
    SemanticTokenType::OPERATOR,
];

/// The modifier of names where they are defined.
const DECLARATION: u32 = 1;

pub(super) fn legend() -> SemanticTokensLegend {
    SemanticTokensLegend {
        token_types: TYPES.to_vec(),
        token_modifiers: vec![SemanticTokenModifier::DECLARATION],
    }
}

/// Tokens by their first byte: the byte after the last one, the type and the modifiers.
type Found = BTreeMap<usize, (usize, SemanticTokenType, u32)>;

/// Returns the tokens of a text; with `names_only`, those of names alone, for an editor with its own colours for the rest.
pub(super) fn tokens(
    workspace: &mut Workspace,
    params: SemanticTokensParams,
    names_only: bool,
) -> Answer<Option<SemanticTokensResult>> {
    let view = workspace.view(&params.text_document.uri)?;
    let mut found = if names_only {
        Found::new()
    } else {
        words(&view.document.text)
    };
    names(&view, &mut found);
    Ok(Some(SemanticTokensResult::Tokens(SemanticTokens {
        result_id: None,
        data: encoded(&view, &found),
    })))
}

fn names(view: &View, found: &mut Found) {
    for used in view.analysis.names() {
        if used.span.source != view.source {
            continue;
        }
        let is_parameter = |place| {
            let index = view.analysis.session.index.as_ref();
            index.is_some_and(|index| index.is_parameter(place))
        };
        let token_type = match used.symbol {
            Symbol::Thing(Thing::World) => SemanticTokenType::NAMESPACE,
            Symbol::Thing(Thing::Corpus) => SemanticTokenType::CLASS,
            Symbol::Thing(Thing::Body | Thing::Part) => SemanticTokenType::PROPERTY,
            Symbol::Thing(Thing::Roach | Thing::Neuron) => SemanticTokenType::EVENT,
            Symbol::Variable if used.definition.is_some_and(is_parameter) => {
                SemanticTokenType::PARAMETER
            }
            Symbol::Thing(Thing::Object) | Symbol::Variable => SemanticTokenType::VARIABLE,
            Symbol::Command => SemanticTokenType::FUNCTION,
        };
        let modifiers = if used.is_definition() { DECLARATION } else { 0 };
        let place = used.span.range();
        let text = view.document.text.get(place.clone()).unwrap_or_default();
        for piece in written(text) {
            let (start, end) = (place.start + piece.start, place.start + piece.end);
            // Of a quantity the lexer has seen the whole path.
            if let Some((after, path, _)) = found.get(&start).cloned()
                && after > end
            {
                found.insert(end, (after, path, 0));
            }
            found.insert(start, (end, token_type.clone(), modifiers));
        }
    }
}

/// Returns the literal pieces of a name; none for text that is no word.
fn written(text: &str) -> Vec<Range<usize>> {
    let mut pieces = vec![];
    let (mut depth, mut start) = (0_u32, 0);
    for (at, c) in text.char_indices() {
        match c {
            '{' => {
                if depth == 0 && start < at {
                    pieces.push(start..at);
                }
                depth += 1;
            }
            '}' => {
                depth = depth.saturating_sub(1);
                start = at + 1;
            }
            ' ' | '\t' if depth == 0 => return vec![],
            _ => {}
        }
    }
    if depth == 0 && start < text.len() {
        pieces.push(start..text.len());
    }
    pieces
}

/// Returns the tokens known from the lexer.
fn words(text: &str) -> Found {
    let mut found = Found::new();
    let mut done = 0;
    let mut line = Line::default();
    for (token, span) in lex(0, text, &TABLE) {
        let place = span.range();
        comment(text, done..place.start, &mut found);
        done = place.end;
        let word = text.get(place.clone()).unwrap_or_default();
        let token_type = match token {
            Token::Number(_) | Token::Measure(_) | Token::Relative(_) => {
                Some(SemanticTokenType::NUMBER)
            }
            Token::Quoted | Token::QuoteOpen | Token::QuoteClose => Some(SemanticTokenType::STRING),
            Token::Format => Some(SemanticTokenType::NUMBER),
            Token::Message(_) => {
                let mark = place.start + 1;
                found.insert(mark, (place.end, SemanticTokenType::STRING, 0));
                found.insert(place.start, (mark, SemanticTokenType::KEYWORD, 0));
                None
            }
            Token::Word if line.awaits_command() && (find(word).is_some() || word == "else") => {
                Some(SemanticTokenType::KEYWORD)
            }
            Token::Dots | Token::End if line.is_empty() => Some(SemanticTokenType::KEYWORD),
            Token::Named => {
                let end = place.start + word.trim_end_matches('=').len();
                found.insert(place.start, (end, SemanticTokenType::PARAMETER, 0));
                None
            }
            Token::Sign if word == "in" => Some(SemanticTokenType::KEYWORD),
            Token::Sign => Some(SemanticTokenType::OPERATOR),
            Token::Text => Some(SemanticTokenType::STRING),
            Token::Unit => Some(SemanticTokenType::NUMBER),
            Token::Name => Some(match text.get(place.end..) {
                Some(after) if after.starts_with('(') => SemanticTokenType::FUNCTION,
                _ => SemanticTokenType::PROPERTY,
            }),
            Token::Symbol(symbol) => match symbol {
                Symbols::And | Symbols::Or | Symbols::Not | Symbols::To | Symbols::By => {
                    Some(SemanticTokenType::KEYWORD)
                }
                Symbols::True | Symbols::False => Some(SemanticTokenType::KEYWORD),
                Symbols::Open
                | Symbols::Call
                | Symbols::Close
                | Symbols::Comma
                | Symbols::Index
                | Symbols::Member => None,
                _ => Some(SemanticTokenType::OPERATOR),
            },
            _ => None,
        };
        if let Some(token_type) = token_type {
            found.insert(place.start, (place.end, token_type, 0));
        }
        line.take(&token, word);
    }
    comment(text, done..text.len(), &mut found);
    found
}

/// Adds the comment between two tokens, if there is one.
fn comment(text: &str, gap: Range<usize>, found: &mut Found) {
    let between = text.get(gap.clone()).unwrap_or_default();
    if let Some(hash) = between.find('#') {
        found.insert(gap.start + hash, (gap.end, SemanticTokenType::COMMENT, 0));
    }
}

/// Encodes the tokens for the protocol: each by its distance from the previous one.
fn encoded(view: &View, found: &Found) -> Vec<SemanticToken> {
    let text = view.document.text();
    let (mut line, mut character) = (0, 0);
    let mut data = Vec::with_capacity(found.len());
    for (start, (end, token_type, modifiers)) in found {
        let range = text.range(*start..*end);
        let known = TYPES.iter().position(|known| known == token_type);
        let Some(token_type) = known.filter(|_| range.start.line == range.end.line) else {
            continue;
        };
        let delta_line = range.start.line - line;
        let from = if delta_line == 0 { character } else { 0 };
        data.push(SemanticToken {
            delta_line,
            delta_start: range.start.character - from,
            length: range.end.character - range.start.character,
            token_type: token_type as u32,
            token_modifiers_bitset: *modifiers,
        });
        (line, character) = (range.start.line, range.start.character);
    }
    data
}

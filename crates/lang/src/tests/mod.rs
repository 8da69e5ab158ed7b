//! Tests of parsing and of syntax errors.

mod blocks;
mod expressions;
mod grammar;
mod lexing;
mod random;
mod reading;
mod recovery;
mod units;

use super::vocabulary::{Follows, Rest, Shape, Vocabulary};

/// The vocabulary of these tests.
pub struct Words;

impl Vocabulary for Words {
    fn shape(&self, head: &str) -> Shape {
        let follows = match head {
            "procom" | "retcom" => Follows::List,
            "setrootmatrix" => Follows::Rows,
            "for" | "while" | "repeat" | "define" | "function" | "when" | "every" => Follows::Block,
            "if" => Follows::Branches,
            _ => Follows::Nothing,
        };
        let rest = match head {
            "let" | "set" | "result" | "observe" => Rest::Assignment,
            "function" => Rest::Function,
            "for" => Rest::Loop,
            "if" | "while" | "repeat" => Rest::Expression,
            "param" => Rest::Parameter,
            "expect" | "when" | "reward" | "terminate" => Rest::Claim,
            "every" => Rest::Moment,
            "print" => Rest::Text,
            "timer" => Rest::Command,
            _ => Rest::Arguments,
        };
        Shape { rest, follows }
    }
}

/// Returns a statement as one line of text: its head, its arguments with a letter for their kind, its list in braces.
pub fn outline(text: &str, statements: &[super::syntax::Statement]) -> String {
    use super::syntax::ArgumentKind;
    let of = |span: crate::source::Span| text.get(span.range()).expect("a span lies in its text");
    let mut out = String::new();
    for statement in statements {
        out.push_str(of(statement.head));
        for argument in &statement.arguments {
            let kind = match argument.kind {
                ArgumentKind::Word => "w".to_string(),
                ArgumentKind::Quoted => "q".to_string(),
                ArgumentKind::Number { value, unit: None } => format!("n{value}"),
                ArgumentKind::Number {
                    value,
                    unit: Some(unit),
                } => format!("n{value} of {}", of(unit)),
                ArgumentKind::Relative { value } => format!("r{value}"),
                ArgumentKind::Message => "m".to_string(),
                ArgumentKind::Bad => "bad".to_string(),
                ArgumentKind::Computed(_) => "c".to_string(),
                ArgumentKind::Spelled(_) => "s".to_string(),
                ArgumentKind::Text(_) => "t".to_string(),
                ArgumentKind::List(_) => "l".to_string(),
                ArgumentKind::Named(_) => "n".to_string(),
                ArgumentKind::Value(_) | ArgumentKind::Written(_) => "v".to_string(),
            };
            out.push_str(&format!(" <{}:{kind}>", of(argument.span)));
        }
        if let Some(block) = &statement.block {
            let inside = outline(text, &block.statements).replace('\n', "\n  ");
            out.push_str(&format!(" {{\n  {inside}}} {}", of(block.end)));
        }
        for branch in &statement.branches {
            let condition = branch.condition.as_ref().map_or("", |c| of(c.span));
            let inside = outline(text, &branch.block.statements).replace('\n', "\n  ");
            let end = of(branch.block.end);
            out.push_str(&format!(" else <{condition}> {{\n  {inside}}} {end}"));
        }
        out.push('\n');
    }
    out
}

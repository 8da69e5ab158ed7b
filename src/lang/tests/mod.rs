//! What the language reads and what it says about what it cannot read.

mod grammar;
mod random;
mod reading;
mod recovery;
mod units;

use super::parser::Vocabulary;

/// The vocabulary these tests speak.
pub struct Words;

impl Vocabulary for Words {
    fn opens_block(&self, head: &str) -> bool {
        matches!(head, "procom" | "retcom")
    }
    fn takes_rows(&self, head: &str) -> bool {
        head == "setrootmatrix"
    }
}

/// A statement as one line of text: its head, its arguments with a letter for their kind, its list in braces.
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
            };
            out.push_str(&format!(" <{}:{kind}>", of(argument.span)));
        }
        if let Some(block) = &statement.block {
            let inside = outline(text, &block.statements).replace('\n', "\n  ");
            out.push_str(&format!(" {{\n  {inside}}} {}", of(block.end)));
        }
        out.push('\n');
    }
    out
}

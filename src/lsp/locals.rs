//! Local names at a line: parameters, loop variables, variables that a `define` has set above the line.

use super::documents::Document;
use crate::lang::syntax::{Argument, ArgumentKind, Statement};
use crate::source::Span;

/// The local names at an offset, each with a phrase that tells what it is; inner ones come last.
pub(super) fn locals_at(document: &Document, offset: usize) -> Vec<(String, &'static str)> {
    let mut found = vec![];
    // A name is not seen on the line that gives it: the range of a loop is found before there is a counter.
    let offset = document.text().line_start(offset);
    gather(
        document,
        &document.parsed().statements,
        offset,
        false,
        &mut found,
    );
    found
}

fn gather(
    document: &Document,
    statements: &[Statement],
    offset: usize,
    in_define: bool,
    found: &mut Vec<(String, &'static str)>,
) {
    let text = |span: Span| document.text.get(span.range()).unwrap_or_default();
    for statement in statements {
        if statement.head.range().start >= offset {
            return;
        }
        let head = text(statement.head);
        let first = statement.arguments.first();
        let first = first.filter(|first| first.kind == ArgumentKind::Word);
        let name = first.map(|first| text(first.span).to_owned());
        if head == "let" && in_define && statement.span.range().end < offset {
            found.extend(name.map(|name| (name, "of this call")));
            continue;
        }
        let blocks = statement.blocks();
        // An open block, whose end is of no width, goes on to the end of the text.
        let holds = blocks
            .clone()
            .any(|block| block.end.start == block.end.end || offset <= block.end.range().start);
        if !holds {
            continue;
        }
        match head {
            "for" => found.extend(name.map(|name| (name, "of this loop"))),
            "define" => {
                // Nothing of what is around it is seen.
                found.clear();
                let parameters = statement.arguments.iter().skip(1);
                let place = |argument: &Argument| match &argument.kind {
                    ArgumentKind::Word => Some(argument.span),
                    ArgumentKind::Named(named) => Some(named.name),
                    _ => None,
                };
                let names = parameters.filter_map(place);
                found.extend(names.map(|place| (text(place).to_owned(), "a parameter")));
            }
            _ => {}
        }
        let in_define = in_define || head == "define";
        blocks.for_each(|block| gather(document, &block.statements, offset, in_define, found));
    }
}

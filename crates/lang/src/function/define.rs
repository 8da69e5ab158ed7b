//! Reads the statements of a function.

use super::{Function, Parameter, Part, Step, Target, returns};
use crate::diagnostic::{Diagnostic, quote};
use crate::source::Span;
use crate::syntax::{
    Argument, ArgumentKind, Block, Clause, Expression, ExpressionKind, Piece, Statement,
};
use crate::value::{Datum, functions};
use std::sync::Arc;

/// Body of a function.
pub enum Body<'s> {
    /// `= expression`.
    Expression(&'s Arc<Expression>),
    /// Lines up to `end`.
    Lines(&'s Block),
}

/// Defines a function. `text` returns the text of a span, `is_command` whether a word is a command of the language or of the
/// script.
///
/// # Errors
/// Everything in it that a function cannot contain, and a missing `return`.
pub fn define<'t>(
    name: Span,
    parameters: Vec<Parameter>,
    body: &Body,
    captured: Vec<(Arc<str>, Datum)>,
    text: &dyn Fn(Span) -> &'t str,
    is_command: &dyn Fn(&str) -> bool,
) -> Result<Function, Vec<Diagnostic>> {
    let mut reader = Reader {
        text,
        is_command,
        reports: vec![],
        reads_world: false,
        hides_known: parameters.iter().any(|p| is_known(&p.name)),
    };
    let steps = match body {
        Body::Expression(value) => {
            reader.look_at(value);
            vec![Step::Return(Arc::clone(value))]
        }
        Body::Lines(block) => {
            let steps = reader.steps(&block.statements);
            if !returns(&steps) && reader.reports.is_empty() {
                let shown = quote(text(name));
                let message = match steps.is_empty() {
                    true => format!("the function {shown} returns no value"),
                    false => format!("the function {shown} can end without a `return`"),
                };
                let report =
                    Diagnostic::error("E018", name, message).note(block.end, "it ends here");
                reader.reports.push(report.help(
                    "write `return VALUE` as its last line; if nothing needs a value, use `define` in place of `function`",
                ));
            }
            steps
        }
    };
    if !reader.reports.is_empty() {
        return Err(reader.reports);
    }
    Ok(Function {
        name: text(name).into(),
        place: name,
        parameters,
        comment: vec![],
        steps,
        captured,
        reads_world: reader.reads_world,
        hides_known: reader.hides_known,
    })
}

struct Reader<'r, 't> {
    text: &'r dyn Fn(Span) -> &'t str,
    is_command: &'r dyn Fn(&str) -> bool,
    reports: Vec<Diagnostic>,
    reads_world: bool,
    /// Whether a variable has the name of a function of the language.
    hides_known: bool,
}

/// Whether the language has a function of this name.
fn is_known(name: &str) -> bool {
    functions::Function::by_name(name).is_some()
}

impl<'t> Reader<'_, 't> {
    fn text(&self, span: Span) -> &'t str {
        (self.text)(span)
    }

    fn steps(&mut self, statements: &[Statement]) -> Vec<Step> {
        let steps = statements
            .iter()
            .filter_map(|statement| self.step(statement));
        steps.collect()
    }

    /// Reads a statement; none after an error.
    fn step(&mut self, statement: &Statement) -> Option<Step> {
        if statement.is_faulty() {
            return None;
        }
        let block = |reader: &mut Self| {
            let block = statement.block.as_ref();
            block.map_or_else(Vec::new, |block| reader.steps(&block.statements))
        };
        let arguments = &statement.arguments[..];
        match (self.text(statement.head), arguments) {
            ("let", [target, value]) => {
                let target = self.target(target)?;
                Some(Step::Let(target, self.expression(value)?))
            }
            ("return", [value]) => Some(Step::Return(self.expression(value)?)),
            ("while", [condition]) => {
                let condition = self.expression(condition)?;
                Some(Step::While(condition, block(self)))
            }
            ("repeat", [times]) => {
                let times = self.expression(times)?;
                Some(Step::Repeat(times, block(self)))
            }
            ("for", [name, items @ ..]) if !items.is_empty() => {
                let items = match items {
                    [one] if matches!(one.kind, ArgumentKind::Computed(_)) => {
                        self.expression(one)?
                    }
                    all => {
                        let elements = all.iter().map(|item| self.item(item));
                        let elements = elements.collect::<Option<Vec<_>>>()?;
                        let span = all[0].span.to(statement.span);
                        let kind = ExpressionKind::List(elements);
                        Arc::new(Expression { kind, span })
                    }
                };
                let name = self.text(name.span);
                self.hides_known |= is_known(name);
                Some(Step::For(name.into(), items, block(self)))
            }
            ("if", [condition]) => {
                let mut branches = vec![(Some(self.expression(condition)?), block(self))];
                for branch in &statement.branches {
                    let condition = match &branch.condition {
                        Some(condition) => Some(self.expression(condition)?),
                        None => None,
                    };
                    branches.push((condition, self.steps(&branch.block.statements)));
                }
                Some(Step::If(branches))
            }
            (head, _) => {
                self.refuse(statement, head);
                None
            }
        }
    }

    /// Reports a line that a function cannot contain.
    fn refuse(&mut self, statement: &Statement, head: &str) {
        let shown = quote(head);
        let (message, help) = match head {
            "let" | "for" | "if" | "while" | "repeat" | "return" => (
                format!("{shown} is not complete"),
                match head {
                    "return" => "write the value after it: `return x`",
                    "let" => "write a name and a value: `let x = 1`",
                    _ => "write its condition or values after it",
                }
                .to_owned(),
            ),
            "set" => (
                "a function changes no variable of the script".into(),
                "`let` makes a variable of the function; to change one of the script, use `define`"
                    .into(),
            ),
            "function" | "define" | "param" => (
                format!("{shown} cannot stand in a function"),
                "write it before the function".into(),
            ),
            _ if (self.is_command)(head) => (
                format!("{shown} is a command, and a function only computes a value"),
                "a function reads the world and does nothing to it: call the command after the function, or use `define` in place of `function`".into(),
            ),
            _ => (
                format!("there is no statement {shown} in a function"),
                "its lines are `let`, `if`, `for`, `while`, `repeat` and `return`".into(),
            ),
        };
        let report = Diagnostic::error("E018", statement.head, message);
        self.reports.push(report.help(help));
    }

    fn expression(&mut self, argument: &Argument) -> Option<Arc<Expression>> {
        if let ArgumentKind::Computed(expression) = &argument.kind {
            self.look_at(expression);
            return Some(Arc::clone(expression));
        }
        self.item(argument).map(Arc::new)
    }

    /// Reads an argument in the form of those of commands: a word is a text.
    fn item(&mut self, argument: &Argument) -> Option<Expression> {
        let span = argument.span;
        let known = |datum| Expression {
            kind: ExpressionKind::Known(datum),
            span,
        };
        match &argument.kind {
            ArgumentKind::Computed(expression) => {
                self.look_at(expression);
                Some(Expression::clone(expression))
            }
            ArgumentKind::Number { value, unit } => {
                let plain = Datum::plain(*value);
                let datum = match unit {
                    None => Some(plain),
                    Some(unit) => crate::units::parse_unit(self.text(*unit))
                        .ok()
                        .map(|unit| Datum::number(unit.to_si(*value), unit.dimension)),
                };
                datum.map(known)
            }
            ArgumentKind::Word => Some(known(Datum::Text(self.text(span).into()))),
            ArgumentKind::Quoted => {
                let text = self.text(span).trim_matches('"');
                Some(known(Datum::Text(text.into())))
            }
            ArgumentKind::Spelled(pieces) => Some(Expression {
                kind: ExpressionKind::Text(Arc::clone(pieces)),
                span,
            }),
            ArgumentKind::List(elements) => {
                let elements = elements.iter().map(|element| self.item(element));
                Some(Expression {
                    kind: ExpressionKind::List(elements.collect::<Option<_>>()?),
                    span,
                })
            }
            _ => {
                let message = format!("{} is no value", quote(self.text(span)));
                self.reports.push(Diagnostic::error("E018", span, message));
                None
            }
        }
    }

    fn target(&mut self, argument: &Argument) -> Option<Target> {
        match &argument.kind {
            ArgumentKind::Word => {
                let name = self.text(argument.span);
                self.hides_known |= is_known(name);
                Some(Target::Name(name.into()))
            }
            ArgumentKind::Computed(expression) => {
                self.look_at(expression);
                // Its name may be computed.
                self.hides_known = true;
                match target(expression, &|span| self.text(span)) {
                    Ok(target) => Some(target),
                    Err(report) => {
                        self.reports.push(*report);
                        None
                    }
                }
            }
            _ => None,
        }
    }

    /// Notes whether an expression may read the world.
    fn look_at(&mut self, expression: &Expression) {
        let has_dot = |span: Span| self.text(span).contains('.');
        self.reads_world |= match &expression.kind {
            ExpressionKind::Name => has_dot(expression.span),
            ExpressionKind::Spelled(pieces) => pieces.iter().any(|piece| match piece {
                Piece::Plain(span) => has_dot(*span),
                Piece::Computed(_) => false,
            }),
            ExpressionKind::Member(..) => true,
            _ => false,
        };
        if let ExpressionKind::Comprehension(all) = &expression.kind {
            let mut names = all.clauses.iter();
            self.hides_known |= names.any(|clause| match clause {
                Clause::For(name, _) => is_known(self.text(*name)),
                Clause::If(_) => false,
            });
        }
        expression.parts(&mut |part| self.look_at(part));
    }
}

/// Reads the left side of an assignment that is more than a name.
///
/// # Errors
/// It is none: `f(x) = 1`.
pub fn target<'t>(
    expression: &Expression,
    text: &dyn Fn(Span) -> &'t str,
) -> Result<Target, Box<Diagnostic>> {
    let fields = |whole: Target, path: &str| {
        path.split('.').fold(whole, |whole, field| {
            Target::Part(Box::new(whole), Part::Field(field.into()))
        })
    };
    match &expression.kind {
        ExpressionKind::Name => {
            let name = text(expression.span);
            Ok(match name.split_once('.') {
                Some((first, path)) => fields(Target::Name(first.into()), path),
                None => Target::Name(name.into()),
            })
        }
        ExpressionKind::Spelled(pieces) => Ok(Target::Spelled(Arc::clone(pieces))),
        ExpressionKind::Index(both) => {
            let [whole, index] = &**both;
            let part = Part::Index(Arc::new(index.clone()));
            Ok(Target::Part(Box::new(target(whole, text)?), part))
        }
        ExpressionKind::Member(whole, path) => Ok(fields(target(whole, text)?, text(*path))),
        _ => {
            let found = quote(text(expression.span));
            let message = format!("{found} cannot be set");
            let report = Diagnostic::error("E017", expression.span, message);
            Err(Box::new(report.help(
                "the left side is a name, or a part of one: `x`, `a[1]`, `leg.hip`",
            )))
        }
    }
}

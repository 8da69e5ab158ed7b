//! Reads the statements of a function.

use super::slots::Slots;
use super::{DEEPEST_CALLS, Function, Parameter, Part, Step, Target, returns};
use crate::diagnostic::{Diagnostic, quote};
use crate::mistake::of_value;
use crate::source::Span;
use crate::syntax::{Argument, ArgumentKind, Block, Expression, ExpressionKind, Piece, Statement};
use crate::value::{Callee, Datum};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

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
/// Everything in it that a function cannot contain, and a missing `return`; nothing if it has a statement that could not be read,
/// which has its own report.
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
        is_faulty: false,
        reads_world: false,
        slots: parameters.iter().map(|p| Arc::clone(&p.name)).collect(),
        uses: vec![],
        spells: false,
    };
    let mut steps = match body {
        Body::Expression(value) => {
            reader.look_at(value);
            vec![Step::Return(Arc::clone(value))]
        }
        Body::Lines(block) => {
            let steps = reader.steps(&block.statements);
            if !returns(&steps) && reader.reports.is_empty() && !reader.is_faulty {
                let shown = quote(text(name));
                let message = match steps.is_empty() {
                    true => format!("the function {shown} returns no value"),
                    false => format!("the function {shown} can end without a `return`"),
                };
                let report =
                    Diagnostic::error("E018", name, message).note(block.end, "it ends here");
                let last = block.statements.last();
                let set = last.filter(|last| text(last.head) == "let");
                let set = set.and_then(|last| last.arguments.first());
                let value = match (set, last) {
                    (Some(set), _) => format!("write `return {}` as its last line", text(set.span)),
                    (None, Some(last))
                        if matches!(text(last.head), "if" | "for" | "while" | "repeat") =>
                    {
                        format!(
                            "the `return` in its {} may not be reached: write `return VALUE` after that block too",
                            quote(text(last.head))
                        )
                    }
                    _ => "write `return VALUE` as its last line".to_owned(),
                };
                reader.reports.push(report.help(format!(
                    "{value}; if nothing needs a value, use `define` in place of `function`"
                )));
            }
            steps
        }
    };
    let is_used = |(name, _): &(Arc<str>, Datum)| reader.spells || reader.uses.contains(name);
    let captured: Vec<_> = captured.into_iter().filter(is_used).collect();
    let depth = 1 + captured
        .iter()
        .map(|(_, datum)| depth(datum))
        .max()
        .unwrap_or(0);
    if depth > DEEPEST_CALLS {
        let message = format!("functions are nested more than {DEEPEST_CALLS} deep in each other");
        let report = Diagnostic::error("E016", name, message);
        let help = "this function uses one that uses another, and so on: define it outside of a loop or command";
        reader.reports.push(report.help(help));
    }
    if !reader.reports.is_empty() || reader.is_faulty {
        return Err(reader.reports);
    }
    Slots::of(&reader.slots, &captured, reader.spells, text).settle(&mut steps);
    Ok(Function {
        name: text(name).into(),
        place: name,
        parameters,
        comment: vec![],
        steps,
        captured,
        slots: reader.slots,
        uses: reader.uses,
        reads_world: reader.reads_world,
        depth,
        called: AtomicBool::new(false),
    })
}

/// Returns the nesting depth of functions in a value.
fn depth(datum: &Datum) -> u32 {
    match datum {
        Datum::Function(Callee::Own(function)) => function.depth,
        Datum::List(list) => list.iter().map(depth).max().unwrap_or(0),
        Datum::Record(record) => {
            let fields = record.fields().iter();
            fields.map(|(_, value)| depth(value)).max().unwrap_or(0)
        }
        _ => 0,
    }
}

/// Returns the reason why a word cannot be the name of a variable; none if it can.
#[must_use]
pub fn not_a_variable(name: &str) -> Option<String> {
    const TAKEN: &[&str] = &[
        "and", "or", "not", "true", "false", "to", "by", "in", "pi", "tau",
    ];
    let shown = quote(name);
    if TAKEN.contains(&name) {
        return Some(format!(
            "{shown} has a meaning in expressions, so it cannot be a variable"
        ));
    }
    let fits = name.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_alphanumeric() || c == '_');
    (!fits).then(|| format!("{shown} is not a valid name: use letters, digits and `_`"))
}

struct Reader<'r, 't> {
    text: &'r dyn Fn(Span) -> &'t str,
    is_command: &'r dyn Fn(&str) -> bool,
    reports: Vec<Diagnostic>,
    /// Whether a statement could not be read.
    is_faulty: bool,
    reads_world: bool,
    /// Names of its variables.
    slots: Vec<Arc<str>>,
    /// Names of variables and functions that it uses.
    uses: Vec<Arc<str>>,
    /// Whether names are computed, so that it may use and set any.
    spells: bool,
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
            self.is_faulty = true;
            return None;
        }
        let block = |reader: &mut Self| {
            let block = statement.block.as_ref();
            block.map_or_else(Vec::new, |block| reader.steps(&block.statements))
        };
        let arguments = &statement.arguments[..];
        match (self.text(statement.head), arguments) {
            ("let", [target, value]) if target.kind == ArgumentKind::Word => {
                let slot = self.slot(target.span)?;
                Some(Step::Set(slot, self.expression(value)?))
            }
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
                let slot = self.slot(name.span)?;
                Some(Step::For(slot, items, block(self)))
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
                match of_value(self.text(statement.span)) {
                    Some(_) => format!("to make this its value, write `return {}`", self.text(statement.span).trim()),
                    None if statement.arguments.is_empty() => format!("to make this its value, write `return {head}`"),
                    None => "its lines are `let`, `if`, `for`, `while`, `repeat` and `return`".into(),
                },
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

    /// Returns the number of the variable whose name is at a place.
    fn slot(&mut self, place: Span) -> Option<u16> {
        let name = self.text(place);
        if let Some(why) = not_a_variable(name) {
            let report = Diagnostic::error("E017", place, why);
            self.reports
                .push(report.help("for example `side` or `length_2`"));
            return None;
        }
        let known = self.slots.iter().position(|slot| **slot == *name);
        let number = known.unwrap_or_else(|| {
            self.slots.push(name.into());
            self.slots.len() - 1
        });
        // A text is shorter than 4 GB, but may have more names than that.
        let number = u16::try_from(number).ok();
        if number.is_none() {
            let message = "this function has too many variables";
            self.reports.push(Diagnostic::error("E018", place, message));
        }
        number
    }

    fn target(&mut self, argument: &Argument) -> Option<Target> {
        let ArgumentKind::Computed(expression) = &argument.kind else {
            return None;
        };
        self.look_at(expression);
        match target(expression, &|span| self.text(span)) {
            Ok(target) => Some(target),
            Err(report) => {
                self.reports.push(*report);
                None
            }
        }
    }

    /// Notes the names in an expression, and whether it may read the world.
    fn look_at(&mut self, expression: &Expression) {
        let has_dot = |span: Span| self.text(span).contains('.');
        let name = match &expression.kind {
            ExpressionKind::Name | ExpressionKind::Factor(_) => Some(expression.span),
            ExpressionKind::Call { function, .. } => Some(*function),
            _ => None,
        };
        self.reads_world |= match &expression.kind {
            ExpressionKind::Name => has_dot(expression.span),
            ExpressionKind::Call { function, .. } => has_dot(*function),
            ExpressionKind::Spelled(pieces) => pieces.iter().any(|piece| match piece {
                Piece::Plain(span) => has_dot(*span),
                Piece::Computed(_) => false,
            }),
            ExpressionKind::Member(..) | ExpressionKind::SpelledCall(_) => true,
            _ => false,
        };
        use ExpressionKind::{Spelled, SpelledCall};
        self.spells |= matches!(expression.kind, Spelled(_) | SpelledCall(_));
        if let Some(name) = name {
            let first = self.text(name).split('.').next().unwrap_or_default();
            if !self.uses.iter().any(|used| **used == *first) {
                self.uses.push(first.into());
            }
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

//! Gives the variables of a function numbers and finds the functions of the language that it calls, once and not at each
//! evaluation.

use super::{Part, Step, Target};
use crate::source::Span;
use crate::syntax::{Clause, Expression, ExpressionKind};
use crate::value::Datum;
use crate::value::functions::Function;
use std::sync::Arc;

/// The names in a function that is being defined.
pub(super) struct Slots<'r, 't> {
    /// Names of variables, by number.
    slots: &'r [Arc<str>],
    /// Values of variables at the place of the definition.
    captured: &'r [(Arc<str>, Datum)],
    /// Whether the function may set variables of any name.
    spells: bool,
    text: &'r dyn Fn(Span) -> &'t str,
    /// Loop variables of the comprehensions around an expression.
    hidden: Vec<&'t str>,
}

impl<'r, 't> Slots<'r, 't> {
    pub fn of(
        slots: &'r [Arc<str>],
        captured: &'r [(Arc<str>, Datum)],
        spells: bool,
        text: &'r dyn Fn(Span) -> &'t str,
    ) -> Self {
        Slots {
            slots,
            captured,
            spells,
            text,
            hidden: vec![],
        }
    }

    /// Puts the numbers of variables and the functions in the expressions of these statements.
    pub fn settle(&mut self, steps: &mut [Step]) {
        for step in steps {
            match step {
                Step::Let(target, value) => {
                    self.target(target);
                    self.shared(value);
                }
                Step::Set(_, value) | Step::Return(value) => self.shared(value),
                Step::For(_, value, steps)
                | Step::While(value, steps)
                | Step::Repeat(value, steps) => {
                    self.shared(value);
                    self.settle(steps);
                }
                Step::If(branches) => {
                    for (condition, steps) in branches {
                        condition.iter_mut().for_each(|value| self.shared(value));
                        self.settle(steps);
                    }
                }
            }
        }
    }

    fn target(&mut self, target: &mut Target) {
        if let Target::Part(whole, part) = target {
            self.target(whole);
            if let Part::Index(index) = part {
                self.shared(index);
            }
        }
    }

    fn shared(&mut self, expression: &mut Arc<Expression>) {
        self.expression(Arc::make_mut(expression));
    }

    fn expression(&mut self, expression: &mut Expression) {
        match &mut expression.kind {
            ExpressionKind::Name => {
                if let Some(slot) = self.slot((self.text)(expression.span)) {
                    expression.kind = ExpressionKind::Slot(slot);
                }
            }
            ExpressionKind::Call {
                function,
                arguments,
                named,
            } => {
                let name = (self.text)(*function);
                arguments.iter_mut().for_each(|a| self.expression(a));
                named.iter_mut().for_each(|(_, a)| self.expression(a));
                if let Some(function) = Function::by_name(name)
                    && named.is_empty()
                    && !self.may_be_variable(name)
                {
                    expression.kind = ExpressionKind::Builtin(function, std::mem::take(arguments));
                }
            }
            ExpressionKind::Comprehension(all) => {
                let outer = self.hidden.len();
                let names = all.clauses.iter().filter_map(|clause| match clause {
                    Clause::For(name, _) => Some((self.text)(*name)),
                    Clause::If(_) => None,
                });
                let names: Vec<&str> = names.collect();
                self.hidden.extend(names);
                expression.parts_mut(&mut |part| self.expression(part));
                self.hidden.truncate(outer);
            }
            _ => expression.parts_mut(&mut |part| self.expression(part)),
        }
    }

    /// Returns the number of the variable that a name means; none if it has members or another meaning.
    fn slot(&self, name: &str) -> Option<u16> {
        let at = self.slots.iter().position(|slot| **slot == *name)?;
        u16::try_from(at)
            .ok()
            .filter(|_| !self.hidden.contains(&name))
    }

    /// Whether a variable may have the name of a function of the language.
    fn may_be_variable(&self, name: &str) -> bool {
        self.spells
            || self.hidden.contains(&name)
            || self.slots.iter().any(|slot| **slot == *name)
            || self.captured.iter().any(|(other, _)| **other == *name)
    }
}

//! Variables and commands of a script, found in its text. The scopes are those of [`crate::session::scope`].

use super::settle::Pending;
use super::{CommandSite, Index, Symbol, Use};
use crate::lang::syntax::{
    Argument, ArgumentKind, Block, Expression, ExpressionKind, Piece, Statement,
};
use crate::session::Session;
use crate::session::command::{Command, Follows, Kind, Table};
use crate::source::Span;

/// Commands whose blocks run later, with copies of what is local.
const EVENTS: [&str; 4] = ["after", "at", "every", "when"];

impl Session {
    /// Keeps the variables and commands of a source that is about to run.
    pub(in crate::session) fn index_text(&mut self, statements: &[Statement]) {
        let Some(index) = &mut self.gathered.index else {
            return;
        };
        let source = statements.first().map_or(0, |first| first.head.source);
        let Some(source) = self.sources.get(source) else {
            return;
        };
        let mut walker = Walker {
            table: self.table,
            text: &source.text,
            index,
            scopes: vec![],
        };
        walker.statements(statements);
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Reach {
    Loop,
    Call,
    Event,
}

struct Scope<'a> {
    reach: Reach,
    names: Vec<(&'a str, Span)>,
}

struct Walker<'a> {
    table: &'static Table,
    text: &'a str,
    index: &'a mut Index,
    scopes: Vec<Scope<'a>>,
}

impl<'a> Walker<'a> {
    fn text(&self, span: Span) -> &'a str {
        self.text.get(span.range()).unwrap_or_default()
    }

    fn statements(&mut self, statements: &[Statement]) {
        for statement in statements {
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &Statement) {
        let head = self.text(statement.head);
        let command = self.table.find(head);
        let kinds = command.map_or(&[][..], |c| c.forms.first().copied().unwrap_or_default());
        let kind = |at: usize| kinds.get(at).map(|param| param.kind);
        let name = statement.arguments.first();
        let name = name.filter(|name| name.kind == ArgumentKind::Word);
        let block = statement.block.as_deref();
        match (kind(0), kind(1), name) {
            (Some(Kind::Variable), Some(Kind::Items), Some(name)) => {
                self.arguments(&statement.arguments);
                let named = (self.text(name.span), name.span);
                self.local(named);
                self.within(Reach::Loop, vec![named], block);
            }
            (Some(Kind::Variable), _, Some(name)) => {
                self.arguments(&statement.arguments);
                self.assign(self.text(name.span), name.span);
            }
            (Some(Kind::NewCommand), _, Some(name)) => {
                self.define(name.span, &statement.arguments[1..], block);
            }
            _ => {
                self.line(statement.head, &statement.arguments);
                let is_list = command.is_some_and(|c| c.follows == Follows::List);
                if is_list || EVENTS.contains(&head) {
                    self.within(Reach::Event, vec![], block);
                } else if let Some(block) = block {
                    self.statements(&block.statements);
                }
            }
        }
        for branch in &statement.branches {
            self.arguments(branch.condition.as_slice());
            self.statements(&branch.block.statements);
        }
    }

    fn within(&mut self, reach: Reach, names: Vec<(&'a str, Span)>, block: Option<&Block>) {
        self.scopes.push(Scope { reach, names });
        if let Some(block) = block {
            self.statements(&block.statements);
        }
        self.scopes.pop();
    }

    fn define(&mut self, place: Span, parameters: &[Argument], block: Option<&Block>) {
        let mut named = vec![];
        for argument in parameters {
            let place = match &argument.kind {
                ArgumentKind::Word => argument.span,
                ArgumentKind::Named(named) => {
                    self.argument(&named.value);
                    named.name
                }
                _ => continue,
            };
            named.push((self.text(place), place));
        }
        for parameter in &named {
            self.local(*parameter);
        }
        let name = self.text(place).to_owned();
        let owned = |(name, place): &(&str, Span)| ((*name).to_owned(), *place);
        self.index.pending.push(Pending::Command {
            name: name.clone(),
            place,
        });
        self.index.commands.push(CommandSite {
            name,
            place,
            parameters: named.iter().map(owned).collect(),
        });
        self.within(Reach::Call, named, block);
    }

    /// A command with its arguments, perhaps with another command among them.
    fn line(&mut self, head: Span, arguments: &[Argument]) {
        let name = self.text(head);
        let Some(command) = self.table.find(name) else {
            self.index.pending.push(Pending::Command {
                name: name.to_owned(),
                place: head,
            });
            for argument in arguments {
                if let ArgumentKind::Named(named) = &argument.kind {
                    self.index.pending.push(Pending::Argument {
                        command: name.to_owned(),
                        name: self.text(named.name).to_owned(),
                        place: named.name,
                    });
                }
            }
            return self.arguments(arguments);
        };
        match self.inner(command, arguments) {
            Some((Kind::Command, at)) => {
                let (own, inner) = arguments.split_at(at);
                self.arguments(own);
                match inner.split_first() {
                    Some((first, behind)) if first.kind == ArgumentKind::Word => {
                        self.line(first.span, behind);
                    }
                    _ => self.arguments(inner),
                }
            }
            Some((_, at)) => {
                if let Some(argument) = arguments.get(at) {
                    self.index.pending.push(Pending::Command {
                        name: self.text(argument.span).to_owned(),
                        place: argument.span,
                    });
                }
            }
            None => self.arguments(arguments),
        }
    }

    /// Which argument begins a command or names one.
    fn inner(&self, command: &Command, arguments: &[Argument]) -> Option<(Kind, usize)> {
        let mut at = 0;
        for param in command.forms.first()?.iter() {
            let argument = arguments.get(at)?;
            match param.kind {
                Kind::Filler(word) if self.text(argument.span) != word => {}
                Kind::Command | Kind::CommandName => return Some((param.kind, at)),
                _ => at += 1,
            }
        }
        None
    }

    fn arguments(&mut self, arguments: &[Argument]) {
        for argument in arguments {
            self.argument(argument);
        }
    }

    fn argument(&mut self, argument: &Argument) {
        match &argument.kind {
            ArgumentKind::Computed(expression) => self.expression(expression),
            ArgumentKind::Spelled(pieces) | ArgumentKind::Text(pieces) => self.pieces(pieces),
            ArgumentKind::List(elements) => self.arguments(elements),
            ArgumentKind::Named(named) => self.argument(&named.value),
            _ => {}
        }
    }

    fn pieces(&mut self, pieces: &[Piece]) {
        for piece in pieces {
            if let Piece::Computed(expression) = piece {
                self.expression(expression);
            }
        }
    }

    fn expression(&mut self, expression: &Expression) {
        match &expression.kind {
            ExpressionKind::Name => self.name(expression.span),
            ExpressionKind::Spelled(pieces) => self.pieces(pieces),
            _ => parts(expression, &mut |part| self.expression(part)),
        }
    }

    /// A variable, perhaps with members, or a quantity.
    fn name(&mut self, span: Span) {
        let path = self.text(span);
        let first = path.split('.').next().unwrap_or_default();
        let place = Span {
            end: span.start + first.len() as u32,
            ..span
        };
        match self.seen(first) {
            Some(definition) => self.keep(first, place, definition),
            None => self.index.pending.push(Pending::Variable {
                name: first.to_owned(),
                place,
                path: path.to_owned(),
            }),
        }
    }

    /// Where a local name was given.
    fn seen(&self, name: &str) -> Option<Span> {
        for scope in self.scopes.iter().rev() {
            let mut names = scope.names.iter();
            if let Some((_, place)) = names.find(|(other, _)| *other == name) {
                return Some(*place);
            }
            if scope.reach == Reach::Call {
                return None;
            }
        }
        None
    }

    /// A name that gets a value.
    fn assign(&mut self, name: &'a str, place: Span) {
        if let Some(definition) = self.seen(name) {
            return self.keep(name, place, definition);
        }
        let mut scopes = self.scopes.iter_mut().rev();
        match scopes.find(|scope| scope.reach != Reach::Loop) {
            Some(scope) if scope.reach == Reach::Call => {
                scope.names.push((name, place));
                self.local((name, place));
            }
            _ => self.index.globals.push((name.to_owned(), place)),
        }
    }

    fn local(&mut self, (name, place): (&str, Span)) {
        self.keep(name, place, place);
    }

    fn keep(&mut self, name: &str, span: Span, definition: Span) {
        self.index.keep(Use {
            span,
            symbol: Symbol::Variable,
            name: name.to_owned(),
            definition: Some(definition),
            corpus: None,
            written: None,
        });
    }
}

/// Calls something for each part of an expression that is an expression.
pub(super) fn parts(expression: &Expression, visit: &mut dyn FnMut(&Expression)) {
    match &expression.kind {
        ExpressionKind::Known(_) | ExpressionKind::Name => {}
        ExpressionKind::Spelled(pieces) => {
            for piece in pieces.iter() {
                if let Piece::Computed(inner) = piece {
                    visit(inner);
                }
            }
        }
        ExpressionKind::List(all) => all.iter().for_each(visit),
        ExpressionKind::Call { arguments, .. } => arguments.iter().for_each(visit),
        ExpressionKind::Prefix(_, inner)
        | ExpressionKind::Member(inner, _)
        | ExpressionKind::Convert(inner, _) => visit(inner),
        ExpressionKind::Binary(_, both) | ExpressionKind::Index(both) => {
            both.iter().for_each(visit)
        }
        ExpressionKind::Range(ends, step) => ends.iter().chain(step.as_deref()).for_each(visit),
    }
}

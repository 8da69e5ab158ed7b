//! Variables and commands of a script, found in its text. The scopes are those of [`crate::session::scope`].

use super::settle::Pending;
use super::{CommandSite, Index, Symbol, Use};
use crate::lang::syntax::{
    Argument, ArgumentKind, Block, Clause, Comprehension, Expression, ExpressionKind, Piece,
    Statement,
};
use crate::lang::value::functions::Function;
use crate::session::command::{Command, Kind, Table};
use crate::session::scope::{Home, Locals, Reach, Scopes};
use crate::source::{Sources, Span};
use std::sync::Arc;

/// Commands whose blocks run later, with copies of local variables.
const EVENTS: [&str; 4] = ["after", "at", "every", "when"];

impl Index {
    /// Records the variables and commands of a source that is about to run.
    pub(in crate::session) fn read(
        &mut self,
        statements: &[Statement],
        table: &'static Table,
        sources: &Sources,
    ) {
        let source = statements.first().map_or(0, |first| first.head.source);
        let Some(source) = sources.get(source) else {
            return;
        };
        let mut walker = Walker {
            table,
            text: &source.text,
            index: self,
            scopes: Scopes::default(),
            until: None,
            found: None,
        };
        walker.statements(statements);
    }
}

/// A local name at a place in a text.
#[derive(Clone, Copy, Debug)]
pub struct Local {
    /// Source position of its definition.
    pub place: Span,
    /// Kind of its definition.
    pub given: Given,
}

/// Kind of definition of a local name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Given {
    /// A `define`, for its parameter.
    Define,
    /// A loop, for its variable.
    Loop,
    /// A `let` in a `define`.
    Let,
}

/// Returns the local names visible to a line that starts at an offset, inner ones first.
#[must_use]
pub fn locals_at(
    statements: &[Statement],
    text: &str,
    table: &'static Table,
    offset: usize,
) -> Locals<Local> {
    let mut walker = Walker {
        table,
        text,
        index: &mut Index::default(),
        scopes: Scopes::default(),
        until: Some(offset),
        found: None,
    };
    walker.statements(statements);
    walker.found.unwrap_or_default()
}

struct Walker<'a> {
    table: &'static Table,
    text: &'a str,
    index: &'a mut Index,
    scopes: Scopes<Local>,
    /// Offset at which local names are requested.
    until: Option<usize>,
    found: Option<Locals<Local>>,
}

impl<'a> Walker<'a> {
    fn text(&self, span: Span) -> &'a str {
        self.text.get(span.range()).unwrap_or_default()
    }

    fn statements(&mut self, statements: &[Statement]) {
        for statement in statements {
            match self.until {
                Some(offset) if statement.head.range().start >= offset => self.look(),
                _ => self.found = None,
            }
            self.statement(statement);
        }
    }

    /// Stores the local names here, if they are requested.
    fn look(&mut self) {
        if self.found.is_none() {
            self.found = Some(self.scopes.locals());
        }
    }

    /// Visits the lines of a block. A block without `end` extends to the end of the text.
    fn lines(&mut self, block: &Block, is_last: bool) {
        self.statements(&block.statements);
        let end = block.end.range();
        let is_open = is_last && end.is_empty();
        if self
            .until
            .is_some_and(|offset| is_open || offset <= end.start)
        {
            self.look();
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
                let named = self.name_of(name.span, Given::Loop);
                self.within(Reach::Loop, vec![named], block);
            }
            // `set` changes a variable that is defined elsewhere.
            (Some(Kind::Variable), _, Some(name)) if head == "set" => {
                self.arguments(&statement.arguments);
                self.name(name.span);
            }
            (Some(Kind::Variable), _, Some(name)) => {
                self.arguments(&statement.arguments);
                self.assign(self.text(name.span), name.span);
            }
            (Some(Kind::Function), ..) => self.function(&statement.arguments, block),
            (Some(Kind::NewCommand), _, Some(name)) => {
                self.define(name.span, &statement.arguments[1..], block);
            }
            _ => {
                self.line(statement.head, &statement.arguments);
                if self.table.opens_list(head) || EVENTS.contains(&head) {
                    let reach = match self.scopes.is_in_call() {
                        true => Reach::EventOfCall,
                        false => Reach::Event,
                    };
                    self.within(reach, self.scopes.locals(), block);
                } else if let Some(block) = block {
                    self.lines(block, statement.branches.is_empty());
                }
            }
        }
        for (number, branch) in statement.branches.iter().enumerate() {
            self.arguments(branch.condition.as_slice());
            self.lines(&branch.block, number + 1 == statement.branches.len());
        }
    }

    fn within(&mut self, reach: Reach, names: Locals<Local>, block: Option<&Block>) {
        self.scopes.enter(reach, names);
        if let Some(block) = block {
            self.lines(block, true);
        }
        self.scopes.leave();
    }

    /// Records a local name at its definition.
    fn name_of(&mut self, place: Span, given: Given) -> (Arc<str>, Local) {
        let name = self.text(place);
        self.keep(name, place, place);
        (name.into(), Local { place, given })
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
            named.push(self.name_of(place, Given::Define));
        }
        let name = self.text(place).to_owned();
        let owned = |(name, local): &(Arc<str>, Local)| (name.to_string(), local.place);
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

    /// Visits a command with its arguments, which may contain another command.
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
                    Some((first, after)) if first.kind == ArgumentKind::Word => {
                        self.line(first.span, after);
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

    /// Returns the index of the argument that begins a nested command or names one.
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
        expressions(argument, &mut |expression| self.expression(expression));
    }

    fn expression(&mut self, expression: &Expression) {
        match &expression.kind {
            ExpressionKind::Name | ExpressionKind::Factor(_) => self.name(expression.span),
            ExpressionKind::Comprehension(all) => self.comprehension(all),
            ExpressionKind::Call { function, .. } => {
                let name = self.text(*function);
                if Function::by_name(name).is_none() {
                    self.name(*function);
                }
                expression.parts(&mut |part| self.expression(part));
            }
            _ => expression.parts(&mut |part| self.expression(part)),
        }
    }

    /// Visits a comprehension, whose loop variables are its own.
    fn comprehension(&mut self, all: &Comprehension) {
        let mut loops = 0;
        for clause in &all.clauses {
            match clause {
                Clause::For(name, items) => {
                    self.expression(items);
                    let named = self.name_of(*name, Given::Loop);
                    self.scopes.enter(Reach::Loop, vec![named]);
                    loops += 1;
                }
                Clause::If(condition) => self.expression(condition),
            }
        }
        self.expression(&all.value);
        (0..loops).for_each(|_| drop(self.scopes.leave()));
    }

    /// Visits a function: its parameters and `let`s are its own, and so it is found in itself.
    fn function(&mut self, arguments: &[Argument], block: Option<&Block>) {
        let Some((name, rest)) = arguments.split_first() else {
            return;
        };
        let mut named = vec![];
        let mut value = None;
        for argument in rest {
            match &argument.kind {
                ArgumentKind::Word => named.push(self.name_of(argument.span, Given::Define)),
                ArgumentKind::Named(given) => {
                    self.argument(&given.value);
                    named.push(self.name_of(given.name, Given::Define));
                }
                _ => value = Some(argument),
            }
        }
        self.assign(self.text(name.span), name.span);
        if let Some(value) = value {
            self.scopes.enter(Reach::Call, named);
            self.argument(value);
            self.scopes.leave();
        } else {
            self.within(Reach::Call, named, block);
        }
    }

    /// Records a variable, possibly with members, or a quantity.
    fn name(&mut self, span: Span) {
        let path = self.text(span);
        let first = path.split('.').next().unwrap_or_default();
        let place = Span {
            end: span.start + first.len() as u32,
            ..span
        };
        match self.scopes.local(first).map(|local| local.place) {
            Some(definition) => self.keep(first, place, definition),
            None => self.index.pending.push(Pending::Variable {
                name: first.to_owned(),
                place,
                path: path.to_owned(),
            }),
        }
    }

    /// Records the definition of a variable.
    fn assign(&mut self, name: &'a str, place: Span) {
        let definition = match self.scopes.home(name) {
            Home::Known(local) => local.place,
            Home::Own(names) => {
                let given = Given::Let;
                names.push((name.into(), Local { place, given }));
                place
            }
            Home::Script => return self.index.globals.push((name.to_owned(), place)),
        };
        self.keep(name, place, definition);
    }

    fn keep(&mut self, name: &str, span: Span, definition: Span) {
        self.index
            .keep(Use::of(span, Symbol::Variable, name, definition));
    }
}

/// Calls a function for each expression of an argument, and of its elements.
pub(in crate::session) fn expressions(argument: &Argument, visit: &mut dyn FnMut(&Expression)) {
    match &argument.kind {
        ArgumentKind::Computed(expression) => visit(expression),
        ArgumentKind::Spelled(pieces) | ArgumentKind::Text(pieces) => computed(pieces, visit),
        ArgumentKind::List(elements) => elements.iter().for_each(|e| expressions(e, visit)),
        ArgumentKind::Named(named) => expressions(&named.value, visit),
        _ => {}
    }
}

fn computed(pieces: &[Piece], visit: &mut dyn FnMut(&Expression)) {
    for piece in pieces {
        if let Piece::Computed(expression) = piece {
            visit(expression);
        }
    }
}

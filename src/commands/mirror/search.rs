//! Finds the lines of a motor program that name given bodies.

use crate::lang::evaluate::spell;
use crate::lang::pattern::{is_pattern, matches};
use crate::lang::syntax::{Argument, ArgumentKind, Block, Piece};
use crate::lang::value::Datum;
use crate::session::command::{Bound, Kind, Thing, Value, is_body};
use crate::session::{Closure, Definition, Lookup, Programs, Session};
use crate::source::Span;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Search for the bodies of one side.
pub(super) struct Search<'a> {
    session: &'a Session,
    is_wanted: &'a dyn Fn(usize) -> bool,
}

/// Search within the lines of one command.
struct Within<'a> {
    search: &'a Search<'a>,
    /// The closure that runs the lines.
    closure: &'a Closure,
    /// Names of the bodies in these lines.
    names: Vec<String>,
    /// User-defined commands already searched, by the source positions of their names.
    seen: BTreeSet<Span>,
}

impl<'a> Search<'a> {
    /// Starts a search for bodies of the current figure, by their numbers.
    pub fn new(session: &'a Session, is_wanted: &'a dyn Fn(usize) -> bool) -> Self {
        Search { session, is_wanted }
    }

    /// Returns the names that mean one of them in the lines of a closure, which `mirror` may have copied.
    fn names_in(&self, closure: &Closure) -> Vec<String> {
        let mut names = self.session.names(Thing::Body);
        names.retain(|name| {
            let body = self.session.find(Thing::Body, name);
            body.is_some_and(|body| (self.is_wanted)(means(closure, body)))
        });
        names
    }

    /// Whether a text names one of them in the lines of a closure: a body of any figure, or a pattern.
    fn is_body_meant(&self, closure: &Closure, bound: &Bound, name: &str) -> bool {
        match self.session.body_anywhere(bound.corpus, name) {
            Some((draft, body)) => {
                bound.corpus == Some(draft) && (self.is_wanted)(means(closure, body))
            }
            None => is_pattern(name) && is_meant(&self.names_in(closure), name),
        }
    }

    /// Returns the first line that names one of them.
    pub fn first<'p>(&self, programs: &'p Programs) -> Option<&'p Bound> {
        let commands = |closure: &'p Arc<Closure>| {
            let all = closure.commands().iter();
            all.map(move |bound| (closure, bound))
        };
        let mut all = programs.closures().flat_map(commands);
        let found = all.find(|(closure, bound)| self.is_named_in(closure, bound));
        found.map(|(_, bound)| bound)
    }

    /// Whether a command, a command in it, or a line that it runs names one.
    fn is_named_in(&self, closure: &Closure, bound: &Bound) -> bool {
        let own = bound.values_with_kinds().any(|(value, kind)| match value {
            Value::Index(body) => is_body(kind) && (self.is_wanted)(*body),
            Value::Text(name) if matches!(kind, Kind::AnyBody | Kind::Pattern) => {
                self.is_body_meant(closure, bound, name)
            }
            _ => false,
        });
        let mut inner = bound.closures();
        own || self.is_named_below(closure, bound)
            || inner.any(|inner| {
                let mut commands = inner.commands().iter();
                commands.any(|bound| self.is_named_in(inner, bound))
            })
            || bound.each.iter().any(|one| self.is_named_in(closure, one))
    }

    /// Whether a line that a command runs names one.
    fn is_named_below(&self, closure: &Closure, bound: &Bound) -> bool {
        let is_call = |value: &Value| matches!(value, Value::Call(..));
        if bound.body.is_none() && !bound.values.iter().any(is_call) {
            return false;
        }
        let mut within = Within {
            search: self,
            closure,
            names: self.names_in(closure),
            seen: BTreeSet::new(),
        };
        let called = bound.values.iter().any(|value| match value {
            Value::Call(definition, data) => {
                data.iter().any(|datum| within.is_text(datum)) || within.is_in_call(definition)
            }
            _ => false,
        });
        called
            || bound.body.as_ref().is_some_and(|body| {
                let mut branches = body.branches.iter();
                within.is_in_block(&body.block)
                    || branches.any(|branch| within.is_in_block(&branch.block))
            })
    }
}

/// Returns the body that one of a figure means in the lines of a closure, which `mirror` may have copied.
fn means(closure: &Closure, body: usize) -> usize {
    let environment = closure.environment.as_ref();
    let reflection = environment.and_then(|environment| environment.mirrored.as_ref());
    let across = reflection.and_then(|r| r.of(r.corpus, body));
    across.map_or(body, |across| across.body)
}

/// Whether a word is one of the names, or a pattern that matches one and is not only wildcards.
fn is_meant(names: &[String], word: &str) -> bool {
    let mut names = names.iter();
    if !is_pattern(word) {
        // A body, or a degree of freedom of it.
        let body = word.split_once('.').map_or(word, |(body, _)| body);
        return names.any(|name| name == body);
    }
    let says_something = word.contains(|c| !matches!(c, '*' | '?'));
    says_something && names.any(|name| matches(word, name).is_some())
}

impl Within<'_> {
    fn is_text(&self, datum: &Datum) -> bool {
        match datum {
            Datum::Text(text) => self.is_meant(text),
            Datum::List(elements) => elements.iter().any(|element| self.is_text(element)),
            _ => false,
        }
    }

    fn is_meant(&self, word: &str) -> bool {
        is_meant(&self.names, word)
    }

    fn is_in_call(&mut self, definition: &Arc<Definition>) -> bool {
        let lines = definition.lines.lines();
        self.seen.insert(definition.place) && lines.is_some_and(|lines| self.is_in_block(lines))
    }

    fn is_in_block(&mut self, block: &Block) -> bool {
        block.statements.iter().any(|statement| {
            let head = self.search.session.sources.text(statement.head);
            let mut arguments = statement.arguments.iter();
            let mut blocks = statement.blocks();
            arguments.any(|argument| self.is_in_argument(argument))
                || self
                    .search
                    .session
                    .definition(head)
                    .is_some_and(|definition| self.is_in_call(definition))
                || blocks.any(|block| self.is_in_block(block))
        })
    }

    fn is_in_argument(&self, argument: &Argument) -> bool {
        let text = self.search.session.sources.text(argument.span);
        match &argument.kind {
            ArgumentKind::Word => self.is_meant(text),
            ArgumentKind::Quoted => self.is_meant(text.trim_matches('"')),
            ArgumentKind::Spelled(pieces) => self.is_meant(&self.pattern(pieces)),
            ArgumentKind::List(elements) => elements.iter().any(|e| self.is_in_argument(e)),
            ArgumentKind::Named(named) => self.is_in_argument(&named.value),
            _ => false,
        }
    }

    /// Returns the part of a word that is known before it runs, with wildcards for unknown pieces.
    fn pattern(&self, pieces: &[Piece]) -> String {
        let session = self.search.session;
        let reader = Lookup::of_closure(session, self.closure);
        let known = |piece: &Piece| match piece {
            Piece::Plain(span) => Some(session.sources.text(*span).to_owned()),
            Piece::Computed(_) => spell(std::slice::from_ref(piece), &reader).ok()?,
        };
        let pieces = pieces
            .iter()
            .map(|piece| known(piece).unwrap_or("*".into()));
        pieces.collect()
    }
}

//! Completion for a parameter.

use super::place::{Place, Slot, Word};
use super::{Candidate, What, commands, expression, files};
use crate::geometry::Shape;
use crate::help::topics;
use crate::lang::dimension::Dimension;
use crate::lang::lexer::Token;
use crate::lang::pattern::{is_pattern, matches};
use crate::lang::units::symbols;
use crate::scene::colour_names;
use crate::session::Session;
use crate::session::command::{Kind, PROMPT_COMMANDS, Param, Thing, Value};
use std::path::Path;

impl Slot {
    pub(super) fn candidates(
        &self,
        place: &Place,
        session: &Session,
        folder: &Path,
    ) -> Vec<Candidate> {
        if self.wants_name {
            return self.names();
        }
        let word = place.word;
        let doc = self.params.first().map_or("", |p| p.doc);
        let choice = |word: &str, doc: &str| Candidate::new(word, doc).of(What::Choice);
        let all = |words: &[&str]| words.iter().map(|w| choice(w, doc)).collect();
        match self.kind {
            Kind::Old(_) | Kind::Pattern | Kind::TwinPattern | Kind::Jointed | Kind::AnyBody => {
                self.things(session)
            }
            // A body is often named after its object.
            Kind::New(Thing::Body) => session
                .names(Thing::Object)
                .into_iter()
                .filter(|name| session.find(Thing::Body, name).is_none())
                .map(|name| Candidate::new(name, "same name as the object"))
                .collect(),
            Kind::Choice(words) => words
                .iter()
                .map(|w| choice(w, &self.choice(w, session)))
                .collect(),
            Kind::Switch => all(&["on", "off"]),
            Kind::Flag => all(&["1", "0"]),
            Kind::Filler(filler) => vec![Candidate::new(filler, doc).of(What::Keyword)],
            Kind::Number(dimension, bare, _) => units(word, bare.units(dimension)),
            Kind::Duration => units(word, symbols(Dimension::TIME)),
            Kind::Path => {
                let shapes = Shape::ALL.iter().filter(|_| self.command.name == "get");
                shapes
                    .map(|s| choice(s.name(), "built in"))
                    .chain(files::files(folder, word.text, self.command.name))
                    .collect()
            }
            Kind::CommandName => commands(false, session)
                .into_iter()
                .chain(
                    PROMPT_COMMANDS
                        .iter()
                        .map(|c| Candidate::new(c.name, c.summary)),
                )
                .chain(topics(session.table).map(|topic| Candidate::new(topic.name, topic.summary)))
                .map(|command| command.of(What::Command))
                .collect(),
            Kind::Mark => {
                let marks = session.here().past.marks.names();
                marks.map(|name| Candidate::new(name, "")).collect()
            }
            Kind::Colour => colour_names()
                .map(|name| Candidate::new(name, doc))
                .collect(),
            Kind::Camera => {
                let cameras = session.here().look.cameras.iter();
                cameras
                    .map(|c| Candidate::new(c.name.clone(), "a camera"))
                    .collect()
            }
            Kind::Variable => expression::variables(place.above, session),
            Kind::Expression(_) | Kind::Assigned | Kind::Items => {
                expression::values(place.above, session)
            }
            Kind::New(_)
            | Kind::Label
            | Kind::Count(..)
            | Kind::Leg
            | Kind::Terms(_)
            | Kind::Text
            | Kind::Command
            | Kind::Matrix
            | Kind::Of(..)
            | Kind::Prose
            | Kind::Readings
            | Kind::NewCommand
            | Kind::Function
            | Kind::Parameters
            | Kind::Reason => vec![],
        }
    }

    /// Returns the existing things that it accepts.
    fn things(&self, session: &Session) -> Vec<Candidate> {
        match self.kind {
            Kind::Old(thing) => named(thing, session),
            Kind::TwinPattern => named(Thing::Body, session),
            Kind::Pattern => {
                let mut bodies = named(Thing::Body, session);
                bodies.extend(scenery(session));
                bodies
            }
            Kind::AnyBody => {
                let mut bodies = named(Thing::Body, session);
                let stage = session.here();
                let others = stage.definitions.drafts.iter().enumerate();
                bodies.extend(scenery(session));
                let others = others.filter(|(_, draft)| !draft.scenery);
                for (_, draft) in others.filter(|(i, _)| Some(*i) != stage.definitions.current) {
                    let figure = &draft.figure.name;
                    let named = draft.figure.bodies.iter().map(|body| &body.spec.name);
                    bodies.extend(named.map(|body| {
                        Candidate::new(format!("{figure}.{body}"), "a body").of(What::Thing)
                    }));
                }
                bodies
            }
            Kind::Jointed => {
                let root = session.here().definitions.draft().and_then(|d| {
                    let body = d.figure.bodies.get(d.figure.root?)?;
                    Some(body.spec.name.clone())
                });
                let mut bodies = named(Thing::Body, session);
                bodies.retain(|c| Some(&c.text) != root.as_ref());
                bodies
            }
            _ => vec![],
        }
    }

    /// Returns the names that a pattern matches; none if the word is not a pattern, or may not be one.
    pub(super) fn meant(&self, pattern: &str, session: &Session) -> Option<Vec<String>> {
        if !is_pattern(pattern) {
            return None;
        }
        let takes = matches!(self.kind, Kind::Old(_) | Kind::Jointed | Kind::Pattern);
        let names = self.things(session).into_iter().map(|c| c.text);
        takes.then(|| names.filter(|n| matches(pattern, n).is_some()).collect())
    }

    /// Returns the names by which parameters may be given, each with `=`.
    pub(super) fn names(&self) -> Vec<Candidate> {
        let mut names = vec![];
        // A word that stands for itself is not given by its name.
        let is_word = |p: &&Param| matches!(p.kind, Kind::Choice([only]) if *only == p.name);
        for param in self.nameable.iter().filter(|p| !is_word(p)) {
            let called = param.group.into_iter().chain([param.name]);
            names.extend(called.map(|n| parameter(n, param.doc)));
        }
        names
    }

    /// Whether an argument here may be one that is given only by its name.
    pub(super) fn takes_names(&self) -> bool {
        let may_be_omitted = self.params.first().is_some_and(|param| param.optional);
        may_be_omitted && self.nameable.iter().any(|param| param.named)
    }

    /// Describes how a word determines the kind of the next parameter, if it does.
    fn choice(&self, word: &'static str, session: &Session) -> String {
        match self.params.get(1).map(|p| p.kind) {
            Some(Kind::Of(kind_for, _)) => {
                let mut values = self.values.clone();
                values.push(Value::Word(word));
                kind_for(session, &values).to_string()
            }
            _ => String::new(),
        }
    }
}

fn named(thing: Thing, session: &Session) -> Vec<Candidate> {
    let figure = session.here().definitions.draft().map(|d| &d.figure);
    let doc = |name: &str| {
        let bodies = &figure.filter(|_| thing == Thing::Body)?.bodies;
        let parent = bodies.iter().find(|b| b.spec.name == name)?.parent?;
        Some(format!("on {}", bodies.get(parent)?.spec.name))
    };
    session
        .names(thing)
        .into_iter()
        .map(|name| {
            let doc = doc(&name).unwrap_or_default();
            Candidate::new(name, doc).of(What::Thing)
        })
        .collect()
}

/// Creates a candidate for a parameter's name, to give its value by name.
pub(super) fn parameter(name: &str, doc: impl Into<String>) -> Candidate {
    Candidate::open(format!("{name}="), doc).of(What::Parameter)
}

/// Returns the digits of a number, without its unit.
pub(super) fn digits(word: Word<'_>) -> Option<&str> {
    match word.token? {
        Token::Number(_) => Some(word.text),
        Token::Measure(measure) => word.text.get(..measure.unit_at as usize),
        _ => None,
    }
}

/// Returns the number with each unit that it may have.
fn units(word: Word, symbols: Vec<String>) -> Vec<Candidate> {
    let Some(number) = digits(word) else {
        return vec![];
    };
    symbols
        .into_iter()
        .map(|unit| Candidate::new(format!("{number}{unit}"), "").of(What::Unit))
        .collect()
}

/// Returns the names of scenery.
fn scenery(session: &Session) -> impl Iterator<Item = Candidate> {
    let drafts = session.here().definitions.drafts.iter();
    let scenery = drafts.filter(|draft| draft.scenery);
    scenery.map(|draft| Candidate::new(draft.figure.name.clone(), "scenery").of(What::Thing))
}

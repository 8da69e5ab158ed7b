//! Quantities that expressions read from the running simulation: `abdomen.z`, `leg_fl4.load`, `roach.com`, `roach.leg0.phase`,
//! `world.time`.
//!
//! Each quantity is declared once, in [`QUANTITIES`]. A path is the name of a thing, one of its fields, and optionally
//! a member of a vector.

mod attachments;
mod bodies;
mod contacts;
mod energies;
pub(super) mod entry;
mod joints;
mod mirrored;
mod spoken;
mod table;
mod target;
#[cfg(test)]
mod tests;
mod touches;
mod touching;
mod wholes;

pub use super::advice::quantities::NoReading;
pub use entry::{Measured, Owner, Quantity};
pub(crate) use joints::scale_word;
pub use table::QUANTITIES;
pub use touching::Touching;

use super::advice::quantities::{self, Unread, nothing_to_read};
use super::{Draft, Session};
use crate::lang::dimension::Dimension;
use crate::session::command::Thing;
use entry::{Found, Raw, Read};
use target::Target;
pub(in crate::session) use target::Targets;

/// Value of a quantity, in SI units.
#[derive(Clone, Debug, PartialEq)]
pub enum Reading {
    /// A number.
    Number(f64, Dimension),
    /// A vector, in world axes unless the quantity says otherwise.
    Vector([f64; 3], Dimension),
    /// True or false.
    Flag(bool),
    /// A word.
    Text(String),
    /// Contacts, in a fixed order.
    Contacts(Vec<Touching>),
}

/// A thing that has quantities, by its number in the current world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Subject {
    /// A figure, and a body by its number in it.
    Body(usize, usize),
    /// A figure, and a degree of freedom of a body's joint by its number in it.
    Degree(usize, usize),
    Corpus(usize),
    Gait(usize),
    /// A world, of all.
    World(usize),
    Neuron(usize),
}

impl Subject {
    pub fn owners(self) -> &'static [Owner] {
        match self {
            Subject::Body(..) => &[Owner::Body, Owner::Joint],
            Subject::Degree(..) => &[Owner::Joint],
            Subject::Corpus(_) => &[Owner::Corpus],
            Subject::Gait(_) => &[Owner::Gait],
            Subject::World(_) => &[Owner::World],
            Subject::Neuron(_) => &[Owner::Neuron],
        }
    }

    /// Returns all quantities of the thing.
    fn quantities(self) -> impl Iterator<Item = &'static Quantity> {
        let owners = self.owners();
        QUANTITIES
            .iter()
            .filter(move |quantity| owners.contains(&quantity.owner))
    }

    fn find(self, end: &str) -> Option<(&'static Quantity, Found<'_>)> {
        self.quantities()
            .find_map(|quantity| Some((quantity, quantity.find(end)?)))
    }
}

/// Things that a path may refer to, each with the rest of the path, in the order of precedence.
pub(super) type Subjects<'a> = [Option<(Subject, &'a str)>; 9];

impl Session {
    /// Updates quantities to the current states of the world's figures. Call it before reading if the state may have changed; it
    /// does not affect the simulation.
    pub fn observe(&mut self) {
        self.here_mut().world.observe();
    }

    /// Reads a path `name.field` or `name.field.field`, as of the last [`Session::observe`].
    ///
    /// A name is searched among the bodies of the current figure, the figures, their bodies (`corpus.body.field`), the gaits
    /// and the worlds. If several things have the name, the first one with the field is read.
    ///
    /// # Errors
    /// There is no such thing or field, or its value is not known yet.
    pub fn quantity(&self, path: &str) -> Result<Reading, NoReading> {
        let target = self.target(path)?;
        let raw = self.read(&target).map_err(|unread| {
            let is_caused = match unread {
                Unread::Attachment { number, count } => {
                    self.check.doubts.covers_attachment(number, count)
                }
                _ => false,
            };
            let mut report = unread.report(path, self.draft_of(target.subject));
            report.follows |= is_caused;
            report
        })?;
        let raw = if target.reverses { raw.reversed() } else { raw };
        let member = target.member_in(path);
        give(raw, target.dimension, member)
            .ok_or_else(|| quantities::member(path, member, target.quantity))
    }

    /// Returns the figure that a thing is, or is a part of.
    pub(super) fn draft_of(&self, subject: Subject) -> Option<&Draft> {
        match subject {
            Subject::Body(draft, _) | Subject::Degree(draft, _) | Subject::Corpus(draft) => {
                self.here().definitions.drafts.get(draft)
            }
            Subject::Gait(_) | Subject::World(_) | Subject::Neuron(_) => None,
        }
    }

    fn subjects<'a>(&self, path: &'a str) -> Subjects<'a> {
        let (name, end) = path.split_once('.').unwrap_or((path, ""));
        let definitions = &self.here().definitions;
        let mut drafts = definitions.drafts.iter();
        let figure = drafts.position(|draft| draft.figure.name == name);
        let (inner, inner_end) = end.split_once('.').unwrap_or((end, ""));
        let body_of = |draft: usize, name: &str| {
            let mut bodies = definitions.drafts.get(draft)?.figure.bodies.iter();
            let body = bodies.position(|body| body.spec.name == name)?;
            Some((draft, body))
        };
        // The degree of freedom of a body's joint at the start of the rest of a path, and what follows; `q`, its position, if
        // nothing follows.
        let degree_of = |((draft, body), end): ((usize, usize), &'a str)| {
            let (name, rest) = end.split_once('.').unwrap_or((end, "q"));
            if name.is_empty() {
                return None;
            }
            let figure = &definitions.drafts.get(draft)?.figure;
            let degree = figure.degree_called(body, name)?;
            Some((Subject::Degree(draft, degree), rest))
        };
        // The one body of scenery has no name of its own.
        let is_scenery = |draft: &usize| {
            let draft = definitions.drafts.get(*draft);
            draft.is_some_and(|draft| draft.scenery)
        };
        let mut roaches = definitions.roaches.iter();
        let mut neurons = definitions.neurons.iter();
        let world = self.find(Thing::World, name);
        let own = definitions.current.and_then(|draft| body_of(draft, name));
        let own = own.zip(Some(end));
        let other = figure.and_then(|draft| body_of(draft, inner));
        let other = other.zip(Some(inner_end));
        let as_body =
            |((draft, body), end): ((usize, usize), &'a str)| (Subject::Body(draft, body), end);
        [
            own.map(as_body),
            figure.map(|draft| (Subject::Corpus(draft), end)),
            other.map(as_body),
            roaches
                .position(|roach| roach.name == name)
                .map(|roach| (Subject::Gait(roach), end)),
            world
                .filter(|world| *world < self.stages.len())
                .map(|world| (Subject::World(world), end)),
            own.and_then(degree_of),
            other.and_then(degree_of),
            figure
                .filter(is_scenery)
                .map(|draft| (Subject::Body(draft, 0), end)),
            neurons
                .position(|neuron| neuron.name == name)
                .map(|neuron| (Subject::Neuron(neuron), end)),
        ]
    }

    /// Reads a quantity of a thing that has it.
    fn read(&self, target: &Target) -> Result<Raw, Unread> {
        let stage = self.here();
        let (world, definitions, number) = (&stage.world, &stage.definitions, target.number);
        let running = || {
            let draft = self.draft_of(target.subject);
            let corpus = draft.and_then(|draft| world.corpora.get(draft.running?));
            corpus.ok_or(Unread::NotRunning)
        };
        // The table declares only fitting combinations; its test checks this.
        let missing = Unread::NotRunning;
        match (target.quantity.read, target.subject) {
            (Read::Figure(read), Subject::Body(draft, body)) => {
                let draft = definitions.drafts.get(draft).ok_or(missing)?;
                Ok(read(&draft.figure, body))
            }
            (Read::Figure(read), Subject::Corpus(draft)) => {
                let draft = definitions.drafts.get(draft).ok_or(missing)?;
                Ok(read(&draft.figure, 0))
            }
            (Read::Body(read), Subject::Body(_, body) | Subject::Degree(_, body)) => {
                let corpus = running()?;
                let body = corpus.number_of(body).ok_or(Unread::NotInside)?;
                Ok(read(world, corpus, body))
            }
            (Read::Corpus(read), Subject::Corpus(_)) => Ok(read(world, running()?)),
            (Read::Gait(read), Subject::Gait(roach)) => {
                let gait = &definitions.roaches.get(roach).ok_or(missing)?.gait;
                let legs = gait.legs();
                if target.quantity.field.contains('#') && number >= legs {
                    return Err(Unread::Leg { number, legs });
                }
                Ok(read(gait, number))
            }
            (Read::World(read), Subject::World(stage)) => {
                Ok(read(self.stages.get(stage).ok_or(missing)?))
            }
            (Read::Neuron(read), Subject::Neuron(neuron)) => {
                let neuron = definitions.neurons.get(neuron).ok_or(missing)?;
                Ok(read(&neuron.state))
            }
            (Read::Attachment(read), Subject::World(stage)) => {
                let world = &self.stages.get(stage).ok_or(missing)?.world;
                let count = world.attachments().len();
                if number >= count {
                    return Err(Unread::Attachment { number, count });
                }
                Ok(read(world, number))
            }
            _ => Err(missing),
        }
    }
}

/// Returns a value or a member of it; none if it has no such member.
fn give(raw: Raw, dimension: Dimension, member: &str) -> Option<Reading> {
    match (raw, member) {
        (Raw::Number(x), "") => Some(Reading::Number(x, dimension)),
        (Raw::Flag(flag), "") => Some(Reading::Flag(flag)),
        (Raw::Contacts(all), "") => Some(Reading::Contacts(all)),
        (Raw::Text(word), "") => Some(Reading::Text(word.to_owned())),
        (Raw::Vector(v), "") => Some(Reading::Vector(v.into(), dimension)),
        (Raw::Vector(v), "x") => Some(Reading::Number(v.x, dimension)),
        (Raw::Vector(v), "y") => Some(Reading::Number(v.y, dimension)),
        (Raw::Vector(v), "z") => Some(Reading::Number(v.z, dimension)),
        _ => None,
    }
}

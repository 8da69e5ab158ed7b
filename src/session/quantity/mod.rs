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
use super::degrees::degrees_of;
use super::{Draft, Neuron, Roach, Session, Stage};
use crate::lang::dimension::Dimension;
use crate::session::command::Thing;
use entry::{Found, Raw, Read};

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

/// A thing that has quantities.
#[derive(Clone, Copy)]
pub(super) enum Subject<'a> {
    /// A body by its number in the figure.
    Body(&'a Draft, usize),
    /// A degree of freedom of a body's joint, by its number in the figure.
    Degree(&'a Draft, usize),
    Corpus(&'a Draft),
    Gait(&'a Roach),
    World(&'a Stage),
    Neuron(&'a Neuron),
}

impl Subject<'_> {
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
pub(super) type Subjects<'a> = [Option<(Subject<'a>, &'a str)>; 9];

fn body_of<'a>(draft: &'a Draft, name: &str) -> Option<Subject<'a>> {
    let mut bodies = draft.figure.bodies.iter();
    let body = bodies.position(|body| body.spec.name == name)?;
    Some(Subject::Body(draft, body))
}

/// Returns the degree of freedom of a body's joint at the start of the rest of a path, and what follows; `q`, its position, if
/// nothing follows.
fn degree_of<'a>((body, end): (Subject<'a>, &'a str)) -> Option<(Subject<'a>, &'a str)> {
    let Subject::Body(draft, body) = body else {
        return None;
    };
    let (name, rest) = end.split_once('.').unwrap_or((end, "q"));
    if name.is_empty() {
        return None;
    }
    let degree = draft.figure.degree_called(body, name)?;
    Some((Subject::Degree(draft, degree), rest))
}

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
        let subjects = self.subjects(path);
        let found = subjects.iter().flatten().find_map(|&(subject, end)| {
            let (quantity, found) = subject.find(end)?;
            Some((subject, quantity, found))
        });
        let Some((subject, quantity, found)) = found else {
            return Err(nothing_to_read(self, path, &subjects));
        };
        let (subject, quantity, reverses) = self.across(subject, quantity);
        let raw = self
            .read(subject, quantity, found.number)
            .map_err(|unread| {
                let is_caused = match unread {
                    Unread::Attachment { number, count } => {
                        self.check.doubts.covers_attachment(number, count)
                    }
                    _ => false,
                };
                let mut report = unread.report(path, subject);
                report.follows |= is_caused;
                report
            })?;
        let raw = if reverses { raw.reversed() } else { raw };
        give(raw, dimension(subject, quantity), found.member)
            .ok_or_else(|| quantities::member(path, found.member, quantity))
    }

    fn subjects<'a>(&'a self, path: &'a str) -> Subjects<'a> {
        let (name, end) = path.split_once('.').unwrap_or((path, ""));
        let stage = self.here();
        let figure = stage
            .definitions
            .drafts
            .iter()
            .find(|d| d.figure.name == name);
        let (inner, inner_end) = end.split_once('.').unwrap_or((end, ""));
        // The one body of scenery has no name of its own.
        let scenery = figure.filter(|draft| draft.scenery);
        let scenery = scenery.map(|draft| (Subject::Body(draft, 0), end));
        let gait = stage
            .definitions
            .roaches
            .iter()
            .find(|roach| roach.name == name);
        let mut neurons = stage.definitions.neurons.iter();
        let neuron = neurons.find(|neuron| neuron.name == name);
        let world = self.find(Thing::World, name);
        let world = world.and_then(|world| self.stages.get(world));
        let own = stage
            .definitions
            .draft()
            .and_then(|d| body_of(d, name))
            .zip(Some(end));
        let other = figure.and_then(|d| body_of(d, inner)).zip(Some(inner_end));
        [
            own,
            figure.map(|draft| (Subject::Corpus(draft), end)),
            other,
            gait.map(|roach| (Subject::Gait(roach), end)),
            world.map(|stage| (Subject::World(stage), end)),
            own.and_then(degree_of),
            other.and_then(degree_of),
            scenery,
            neuron.map(|neuron| (Subject::Neuron(neuron), end)),
        ]
    }

    /// Reads a quantity of a thing that has it.
    fn read(&self, subject: Subject, quantity: &Quantity, number: usize) -> Result<Raw, Unread> {
        if quantity.measured == Measured::Question {
            return Err(Unread::Question);
        }
        let world = &self.here().world;
        let running = |draft: &Draft| {
            let corpus = draft.running.and_then(|corpus| world.corpora.get(corpus));
            corpus.ok_or(Unread::NotRunning)
        };
        match (quantity.read, subject) {
            (Read::Figure(read), Subject::Body(draft, body)) => Ok(read(&draft.figure, body)),
            (Read::Figure(read), Subject::Corpus(draft)) => Ok(read(&draft.figure, 0)),
            (Read::Body(read), Subject::Body(draft, body) | Subject::Degree(draft, body)) => {
                let degrees = match subject {
                    Subject::Body(..) if quantity.owner == Owner::Joint => {
                        draft.figure.bodies.get(body).map(degrees_of)
                    }
                    _ => None,
                };
                if let Some(degrees) = degrees.filter(|all| all.len() != 1) {
                    return Err(Unread::Degrees(degrees));
                }
                if quantity.owner == Owner::Joint && draft.figure.root == Some(body) {
                    return Err(Unread::Root);
                }
                let corpus = running(draft)?;
                let body = corpus.number_of(body).ok_or(Unread::NotInside)?;
                Ok(read(world, corpus, body))
            }
            (Read::Corpus(read), Subject::Corpus(draft)) => Ok(read(world, running(draft)?)),
            (Read::Gait(read), Subject::Gait(roach)) => {
                let legs = roach.gait.legs();
                if quantity.field.contains('#') && number >= legs {
                    return Err(Unread::Leg { number, legs });
                }
                Ok(read(&roach.gait, number))
            }
            (Read::World(read), Subject::World(stage)) => Ok(read(stage)),
            (Read::Neuron(read), Subject::Neuron(neuron)) => Ok(read(&neuron.state)),
            (Read::Attachment(read), Subject::World(stage)) => {
                let count = stage.world.attachments().len();
                if number >= count {
                    return Err(Unread::Attachment { number, count });
                }
                Ok(read(&stage.world, number))
            }
            // The table declares only fitting combinations; its test checks this.
            _ => Err(Unread::NotRunning),
        }
    }
}

/// Returns the dimension of a thing's quantity; for a flag or word it is arbitrary.
fn dimension(subject: Subject, quantity: &Quantity) -> Dimension {
    match (quantity.measured, subject) {
        (Measured::Number(dimension) | Measured::Vector(dimension), _) => dimension,
        (
            Measured::Joint { turning, sliding },
            Subject::Body(draft, body) | Subject::Degree(draft, body),
        ) => match draft.figure.slides(body) {
            false => turning,
            true => sliding,
        },
        _ => Dimension::NONE,
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

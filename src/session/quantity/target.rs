//! What a path such as `leg_fl0.q` leads to. Names are looked up once: until a line builds something, the path leads there again.

use super::entry::{Found, Read};
use super::{Measured, NoReading, Owner, Quantity, Session, Subject, nothing_to_read};
use crate::lang::dimension::Dimension;
use crate::session::advice::quantities::Unread;
use crate::session::command::Reflection;
use crate::session::degrees::degrees_of;
use crate::session::names::Place;
use std::collections::HashMap;
use std::sync::Arc;

/// Most paths that are remembered. Paths can be computed: `leg{i}.phase`.
const MOST: usize = 4096;

/// A quantity of a thing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Target {
    pub subject: Subject,
    pub quantity: &'static Quantity,
    /// The number in place of `#`.
    pub number: usize,
    /// Length of the member at the end of the path, `x` of `vel.x`.
    member: usize,
    /// Whether the sign changes, in a line copied to the other side.
    pub reverses: bool,
    /// Dimension of the value; for a flag or word it is arbitrary.
    pub dimension: Dimension,
}

impl Target {
    /// Returns the member at the end of its path; empty if there is none.
    pub fn member_in(self, path: &str) -> &str {
        let start = path.len().checked_sub(self.member);
        start
            .and_then(|start| path.get(start..))
            .unwrap_or_default()
    }

    /// Whether both are the same.
    fn is(&self, other: &Target) -> bool {
        let of = |target: &Target| {
            let quantity = (target.quantity.owner, target.quantity.field);
            let path = (target.number, target.member);
            (
                target.subject,
                quantity,
                path,
                target.reverses,
                target.dimension,
            )
        };
        of(self) == of(other)
    }
}

/// A target of a path, at the place of a line.
struct Known {
    place: Place,
    mirrored: Option<Arc<Reflection>>,
    target: Target,
}

/// The targets of the paths that were read since a line has built something.
#[derive(Default)]
pub(in crate::session) struct Targets(HashMap<Box<str>, Vec<Known>>);

impl Targets {
    /// Forgets all: a line may have given names, or changed joints.
    pub fn forget(&mut self) {
        self.0.clear();
    }

    fn get(&self, path: &str, place: Place, mirrored: Option<&Arc<Reflection>>) -> Option<Target> {
        let is_here = |known: &&Known| {
            let reflections = known.mirrored.as_ref().map(Arc::as_ptr);
            known.place == place && reflections == mirrored.map(Arc::as_ptr)
        };
        let known = self.0.get(path)?.iter().find(is_here)?;
        Some(known.target)
    }

    fn keep(&mut self, path: &str, known: Known) {
        if self.0.len() >= MOST {
            self.forget();
        }
        self.0.entry(path.into()).or_default().push(known);
    }
}

impl Session {
    /// Returns what a path leads to here.
    ///
    /// # Errors
    /// There is no such quantity, or one that has no value in any state of the world.
    pub(super) fn target(&self, path: &str) -> Result<Target, NoReading> {
        // In a check, lines that may not run have built things.
        if !self.mode.has_effects() {
            return self.look_up(path);
        }
        let (place, mirrored) = (self.place(), self.activity.mirrored.as_ref());
        let known = self.own.targets.borrow().get(path, place, mirrored);
        if let Some(known) = known {
            debug_assert!(
                self.look_up(path).is_ok_and(|now| now.is(&known)),
                "{path} leads elsewhere"
            );
            return Ok(known);
        }
        let target = self.look_up(path)?;
        let known = Known {
            place,
            mirrored: mirrored.cloned(),
            target,
        };
        self.own.targets.borrow_mut().keep(path, known);
        Ok(target)
    }

    fn look_up(&self, path: &str) -> Result<Target, NoReading> {
        let subjects = self.subjects(path);
        let all = subjects.iter().flatten().filter_map(|&(subject, end)| {
            let (quantity, found) = subject.find(end)?;
            Some((subject, quantity, found))
        });
        // A body may have the name of a quantity of its figure: `crate.load.z` is no member of a number.
        let fits =
            |(_, quantity, found): &(Subject, &Quantity, Found)| quantity.has_member(found.member);
        let found = all.clone().find(fits).or_else(|| all.clone().next());
        let Some((subject, quantity, found)) = found else {
            return Err(nothing_to_read(self, path, &subjects));
        };
        let (subject, quantity, reverses) = self.across(subject, quantity);
        if let Some(unread) = self.never_read(subject, quantity) {
            return Err(unread.report(path, self.draft_of(subject)));
        }
        Ok(Target {
            subject,
            quantity,
            number: found.number,
            member: found.member.len(),
            reverses,
            dimension: self.dimension(subject, quantity),
        })
    }

    /// Returns why a quantity of a thing has no value in any state of the world.
    fn never_read(&self, subject: Subject, quantity: &Quantity) -> Option<Unread> {
        if quantity.measured == Measured::Question {
            return Some(Unread::Question);
        }
        if quantity.owner != Owner::Joint || !matches!(quantity.read, Read::Body(_)) {
            return None;
        }
        let figure = &self.draft_of(subject)?.figure;
        let (Subject::Body(_, body) | Subject::Degree(_, body)) = subject else {
            return None;
        };
        if let Subject::Body(..) = subject
            && let Some(degrees) = figure.bodies.get(body).map(degrees_of)
            && degrees.len() != 1
        {
            return Some(Unread::Degrees(degrees));
        }
        (figure.root == Some(body)).then_some(Unread::Root)
    }

    /// Returns the dimension of a thing's quantity; for a flag or word it is arbitrary.
    fn dimension(&self, subject: Subject, quantity: &Quantity) -> Dimension {
        let draft = self.draft_of(subject);
        match (quantity.measured, subject) {
            (Measured::Number(dimension) | Measured::Vector(dimension), _) => dimension,
            (
                Measured::Joint { turning, sliding },
                Subject::Body(_, body) | Subject::Degree(_, body),
            ) => match draft.is_some_and(|draft| draft.figure.slides(body)) {
                false => turning,
                true => sliding,
            },
            _ => Dimension::NONE,
        }
    }
}

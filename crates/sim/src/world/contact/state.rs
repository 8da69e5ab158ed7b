//! The state of a corpus on the ground: held points, and bodies whose points stick.

use super::ground_contacts::GroundContacts;
use super::rigid::RigidTouch;
use crate::contact::{Finish, Ground, Hold, Rise, Sunk};
use nalgebra::Vector3;
use std::borrow::Cow;

/// A body, by the model's number, and the one that it touches, by its corpus and the model's number; none for the ground.
pub type Meeting = (usize, Option<(usize, usize)>);

/// The state of a corpus on the ground: held points, and bodies whose points stick.
#[derive(Clone, Debug, Default)]
pub struct ContactState {
    /// State of each point of contact: none if it is free.
    pub(in crate::world) holds: Vec<Option<Hold>>,
    /// Points of rigid contact in the last step, with other bodies where this one comes first, and with the ground.
    pub(in crate::world) rigid: Vec<RigidTouch>,
    /// What its bodies have touched by rigid contact since [`World::forget_meetings`](crate::world::World::forget_meetings), and whether they did not
    /// touch it then: a bounce takes no time, so that its force has gone at the end of an advance.
    pub(in crate::world) met: Vec<(Meeting, bool)>,
    /// Forces of hard ends of joint ranges in the last step (N m, or N of a slide), by the model's numbers of the bodies.
    pub(in crate::world) stops: Vec<(usize, f64)>,
    /// Whether an evaluation found something in the ground since the last accepted step, or since the start of the advance.
    pub(in crate::world) touched: bool,
    /// What is in the ground at the last state that was searched.
    pub(in crate::world) ground_contacts: GroundContacts,
    /// The surface below points that started deep in the ground, and how far it has to rise at the time of the evaluation.
    pub(in crate::world) sunk: Option<Sunk>,
    rise: Rise,
    /// Whether the figure or the ground was placed since the figure last moved.
    pub(in crate::world) placed: bool,
    /// Whether the figure was placed since the last advance: among other bodies.
    pub(in crate::world) placed_among: bool,
    /// Whether a body's points stick.
    pub sticky: Vec<bool>,
    /// Whether a body belongs to a leg in its swing phase, so that it does not stick.
    pub stepping: Vec<bool>,
    /// Friction and restitution of bodies' own; no longer than the last body that has some.
    pub finishes: Vec<Finish>,
}

impl ContactState {
    /// Whether a body sticks to the ground that it touches: it is a sticky foot whose leg does not step.
    pub(in crate::world) fn sticks(&self, body: usize) -> bool {
        self.sticky[body] && !self.stepping[body]
    }

    /// Creates the state of that many bodies, of which none sticks.
    pub(in crate::world) fn new(bodies: usize) -> Self {
        ContactState {
            sticky: vec![false; bodies],
            stepping: vec![false; bodies],
            placed: true,
            placed_among: true,
            ..ContactState::default()
        }
    }

    /// Returns friction and restitution of a body's own.
    #[inline]
    pub fn finish(&self, body: usize) -> Finish {
        self.finishes.get(body).copied().unwrap_or_default()
    }

    /// Gives a body friction and restitution of its own.
    pub fn set_finish(&mut self, body: usize, finish: Finish) {
        if self.finishes.len() <= body {
            self.finishes.resize(body + 1, Finish::default());
        }
        self.finishes[body] = finish;
        while self.finishes.last().is_some_and(Finish::is_none) {
            self.finishes.pop();
        }
    }

    /// Returns the law of the ground as it acts on a body.
    #[inline]
    pub(in crate::world) fn under<'a>(&self, body: usize, ground: &'a Ground) -> Cow<'a, Ground> {
        self.finish(body).applied(ground)
    }

    /// Records that the figure was placed.
    pub(in crate::world) fn place_anew(&mut self) {
        (self.placed, self.placed_among) = (true, true);
        self.forget_rigid();
    }

    /// Forgets the forces of rigid contact and of hard ends in the last step.
    pub(in crate::world) fn forget_rigid(&mut self) {
        self.rigid.clear();
        self.stops.clear();
        self.met.clear();
    }

    /// Records that a body has touched another, or the ground, by rigid contact.
    pub(in crate::world) fn meets(&mut self, meeting: Meeting) {
        if !self.met.iter().any(|of| of.0 == meeting) {
            self.met.push((meeting, true));
        }
    }

    /// Forgets what has touched, but for what touches still.
    pub(in crate::world) fn forget_meetings(&mut self) {
        self.met.clear();
        for touch in self.rigid.iter().filter(|of| of.force != Vector3::zeros()) {
            let meeting = (touch.body, touch.other);
            if !self.met.contains(&(meeting, false)) {
                self.met.push((meeting, false));
            }
        }
    }

    /// Returns what has begun to touch since.
    pub(in crate::world) fn newly_met(&self) -> impl Iterator<Item = Meeting> {
        self.met.iter().filter(|of| of.1).map(|of| of.0)
    }

    /// Returns the force of the hard end of a body's joint in the last step (N m, or N of a slide).
    pub(in crate::world) fn stop_force(&self, body: usize) -> f64 {
        let own = self.stops.iter().filter(|of| of.0 == body);
        own.map(|of| of.1).sum()
    }

    /// Sets the time (s) of the next evaluation.
    #[inline]
    pub(in crate::world) fn set_time(&mut self, time: f64) {
        if let Some(sunk) = &self.sunk {
            self.rise = sunk.rising.at(time);
        }
    }

    /// Returns how deep the surface below a point still is (m).
    #[inline]
    pub(in crate::world) fn lowered(&self, point: usize) -> f64 {
        match &self.sunk {
            None => 0.0,
            Some(sunk) => sunk.depth(point) * self.rise.left,
        }
    }

    /// Returns the velocity of a point against the surface below it, which may rise along the normal (m/s).
    #[inline]
    pub(in crate::world) fn against(
        &self,
        point: usize,
        velocity: Vector3<f64>,
        normal: &Vector3<f64>,
    ) -> Vector3<f64> {
        match &self.sunk {
            None => velocity,
            Some(sunk) => velocity - normal * (sunk.depth(point) * self.rise.rate),
        }
    }

    /// Discards what evaluations before an advance have found, at states and on ground that it may not start from: an advance
    /// depends only on what a snapshot has.
    pub(in crate::world) fn begin_advance(&mut self) {
        self.ground_contacts.forget();
        self.touched = false;
    }
}

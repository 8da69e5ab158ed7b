//! The points of a corpus that are in the ground or held by it, as a search has found them.

use super::shapes::FURTHER;
use crate::contact::Facet;
use crate::geometry::Overlap;
use corpus_dynamics::BodyLoad;
use nalgebra::{Matrix3, Vector3};
use std::ops::Range;

/// Where a body is, in the axes of the dynamics.
#[derive(Clone, Copy, Debug)]
pub(in crate::world) struct Place {
    /// Its origin (m, world).
    pub origin: Vector3<f64>,
    /// Body axes -> world.
    pub rotation: Matrix3<f64>,
}

/// A point of a body in the ground, or held by it.
#[derive(Clone, Copy, Debug)]
pub(in crate::world) struct Near {
    /// Its number among the points of contact of the corpus.
    pub slot: usize,
    /// The point (m), body axes.
    pub point: Vector3<f64>,
    /// On a round part, where its motion over the body is found in [`GroundContacts::travels`].
    pub travel: Option<usize>,
    /// Depth below the ground along its normal (m).
    pub depth: f64,
    /// The ground's normal there, body axes.
    pub up: Vector3<f64>,
    /// Factor of its force: below 1 where several faces of terrain press together.
    pub weight: f64,
}

/// A body with points in the ground.
#[derive(Clone, Debug)]
pub(in crate::world) struct BodyInContact {
    pub body: usize,
    pub place: Place,
    /// Its points in [`GroundContacts::points`], in the order of their slots.
    pub points: Range<usize>,
}

/// The points of a corpus that are in the ground, or tied to it, at one state.
#[derive(Clone, Debug, Default)]
pub(in crate::world) struct GroundContacts {
    /// The kinematics that it was found with, unless something else has changed since.
    pub(super) found_with: Option<u64>,
    /// Height above the ground up to which points are searched (m).
    pub(super) above: f64,
    pub bodies: Vec<BodyInContact>,
    pub points: Vec<Near>,
    /// Motions of points over round parts ([`crate::geometry::NearPoint::travel`]); apart from the points, most of which are corners and have none.
    pub travels: Vec<Matrix3<f64>>,
    /// Forces of the ground on these bodies, as the last stage of a step uses them.
    pub loads: Vec<BodyLoad>,
    /// How low each body reaches (m); scratch memory.
    pub(super) lowest: Vec<f64>,
    pub(super) terrain: TerrainSearch,
}

impl GroundContacts {
    /// Makes room, so that no step has to ask for it.
    pub fn reserve(&mut self, bodies: usize, points: usize) {
        *self = GroundContacts {
            bodies: Vec::with_capacity(bodies),
            points: Vec::with_capacity(points),
            travels: Vec::with_capacity(points),
            loads: Vec::with_capacity(bodies),
            lowest: Vec::with_capacity(bodies),
            above: 0.0,
            found_with: None,
            terrain: TerrainSearch::default(),
        };
        self.terrain.reserve();
    }

    /// The ground or what is tied to it may have changed: the points must be searched again.
    pub fn forget(&mut self) {
        self.found_with = None;
    }

    /// Whether a body has a point in the ground or tied to it.
    pub fn has(&self, body: usize) -> bool {
        self.bodies.iter().any(|touching| touching.body == body)
    }

    /// Takes a body of which the points from a number on were found, if there are any.
    pub(super) fn take(&mut self, body: usize, place: Place, first: usize) {
        let points = first..self.points.len();
        if !points.is_empty() {
            self.bodies.push(BodyInContact {
                body,
                place,
                points,
            });
        }
    }

    /// Adds a point by its slot and its motion over the body, if it has one.
    #[inline(always)]
    pub(super) fn add(
        &mut self,
        (slot, travel): (usize, Option<Matrix3<f64>>),
        point: Vector3<f64>,
        depth: f64,
        up: Vector3<f64>,
    ) {
        let travel = travel.map(|travel| {
            self.travels.push(travel);
            self.travels.len() - 1
        });
        self.points.push(Near {
            slot,
            point,
            travel,
            depth,
            up,
            weight: 1.0,
        });
    }
}

/// Scratch memory for the search.
#[derive(Clone, Debug, Default)]
pub(super) struct TerrainSearch {
    pub facets: Vec<Facet>,
    /// Contacts without a number.
    pub further: Vec<Near>,
    pub overlap: Overlap,
}

impl TerrainSearch {
    /// Makes room, so that no step has to ask for it.
    pub fn reserve(&mut self) {
        self.further.reserve(4 * FURTHER);
    }
}

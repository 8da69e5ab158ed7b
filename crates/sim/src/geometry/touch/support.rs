//! Support functions: how far a solid reaches along a direction, and where.

use super::clip::Place;
use super::convex::Convex;
use super::memory::Memory;
use super::pose::Pose;
use super::smooth::{Axes, SHARPNESS, Smooth};
use nalgebra::{Matrix3, Vector3};
use std::cell::Cell;

/// A point of the difference of two solids: of all vectors from a point of the second to one of the first.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Vertex {
    pub point: Vector3<f64>,
    /// The numbers of the corners or features of both.
    pub corners: [u32; 2],
}

/// A solid in the axes of the first.
#[derive(Debug)]
pub(super) struct Side<'a> {
    pub solid: &'a Convex,
    /// How it lies there; none for the first.
    at: Option<(Matrix3<f64>, Vector3<f64>)>,
    /// The corner where the last search has arrived.
    corner: Cell<u32>,
}

impl Side<'_> {
    pub fn point(&self, own: &Vector3<f64>) -> Vector3<f64> {
        match &self.at {
            Some((turn, shift)) => turn * own + shift,
            None => *own,
        }
    }

    pub fn own(&self, direction: &Vector3<f64>) -> Vector3<f64> {
        match &self.at {
            Some((turn, _)) => turn.tr_mul(direction),
            None => *direction,
        }
    }

    pub fn turned(&self, own: &Vector3<f64>) -> Vector3<f64> {
        match &self.at {
            Some((turn, _)) => turn * own,
            None => *own,
        }
    }

    /// Turns a matrix from its own axes.
    pub fn turned_matrix(&self, own: &Matrix3<f64>) -> Matrix3<f64> {
        match &self.at {
            Some((turn, _)) => turn * own * turn.transpose(),
            None => *own,
        }
    }

    /// Returns the farthest point of the core along a direction, and the number of its corner or feature.
    pub fn support(&self, n: &Vector3<f64>) -> (Vector3<f64>, u32) {
        let mut corner = self.corner.get();
        let point = self.solid.support(&self.own(n), &mut corner);
        self.corner.set(corner);
        (self.point(&point), corner)
    }

    /// Stores the outline of what faces along a direction, as seen along the axes from a point.
    pub fn face(
        &self,
        n: &Vector3<f64>,
        (axes, from): (&Axes, &Vector3<f64>),
        outline: &mut Vec<Place>,
    ) {
        outline.clear();
        let [u, v] = [axes.u, axes.v].map(|axis| self.own(&axis));
        let shift = self.at.map_or(-from, |(_, shift)| shift - from);
        let (x, y) = (axes.u.dot(&shift), axes.v.dot(&shift));
        self.solid.face(&self.own(n), self.corner.get(), |point| {
            outline.push([x + u.dot(&point), y + v.dot(&point)]);
        });
    }

    /// Visits the outline of what faces along a direction.
    pub fn each_of_face(&self, n: &Vector3<f64>, mut show: impl FnMut(Vector3<f64>)) {
        let own = self.own(n);
        let corner = self.corner.get();
        self.solid
            .face(&own, corner, |point| show(self.point(&point)));
    }

    /// Returns the normal of the flat face that faces along a direction, if there is one.
    pub fn facing(&self, n: &Vector3<f64>) -> Option<Vector3<f64>> {
        let own = self.own(n);
        let (_, corner) = self.support(n);
        let normal = self.solid.facing(&own, corner)?;
        Some(self.turned(&normal))
    }

    fn smooth(&self, axes: &Axes, c: f64) -> Smooth {
        let Axes { n, u, v } = axes;
        let [n, u, v] = [n, u, v].map(|axis| self.own(axis));
        let mut corner = self.corner.get();
        let found = self.solid.smooth(&Axes { n, u, v }, c, &mut corner);
        self.corner.set(corner);
        let along = self.at.map_or(0.0, |(_, shift)| axes.n.dot(&shift));
        Smooth {
            value: found.value + along,
            centre: self.point(&found.centre),
            ..found
        }
    }
}

/// Two solids in the axes of the first: the cores of rounded ones, and both radii as a margin.
#[derive(Debug)]
pub(super) struct Pair<'a> {
    pub sides: [Side<'a>; 2],
    pub margin: f64,
    /// The size of the smaller one, and that of both together.
    pub size: f64,
    pub whole: f64,
    /// Sharpness of the smoothed depth.
    pub c: f64,
}

/// Depth along a direction, with its derivatives.
pub(super) struct Depth {
    pub h: f64,
    /// From the centre of pressure of the second to that of the first.
    pub slope: Vector3<f64>,
    pub second: [f64; 3],
    pub centres: [Vector3<f64>; 2],
}

impl<'a> Pair<'a> {
    /// Takes two solids.
    pub fn new(
        (a, at_a): (&'a Convex, &Pose),
        (b, at_b): (&'a Convex, &Pose),
        memory: &Memory,
    ) -> Self {
        let turn = at_a.rotation.tr_mul(&at_b.rotation);
        let shift = at_a.rotation.tr_mul(&(at_b.position - at_a.position));
        let [first, second] = memory.corners[0].map(Cell::new);
        let (one, two) = (a.size(), b.size());
        let size = one.min(two);
        Pair {
            sides: [
                Side {
                    solid: a,
                    at: None,
                    corner: first,
                },
                Side {
                    solid: b,
                    at: Some((turn, shift)),
                    corner: second,
                },
            ],
            margin: a.margin() + b.margin(),
            size,
            whole: one + two,
            c: SHARPNESS / size,
        }
    }

    /// Looks at the pair with the second solid moved.
    pub fn moved_by<T>(&mut self, way: &Vector3<f64>, look: impl FnOnce(&Self) -> T) -> T {
        let at = self.sides[1].at;
        if let Some((_, shift)) = &mut self.sides[1].at {
            *shift += way;
        }
        let seen = look(self);
        self.sides[1].at = at;
        seen
    }

    /// Returns the farthest point of the difference along a direction out of the first.
    pub fn support(&self, n: &Vector3<f64>) -> Vertex {
        let ((p, i), (q, j)) = (self.sides[0].support(n), self.sides[1].support(&-n));
        Vertex {
            point: p - q,
            corners: [i, j],
        }
    }

    /// Returns the exact depth along a direction, without the margin.
    pub fn height(&self, n: &Vector3<f64>) -> f64 {
        n.dot(&self.support(n).point)
    }

    /// Returns a point of the difference between two corners.
    pub fn vertex(&self, corners: [u32; 2]) -> Vertex {
        let [p, q] = [0, 1].map(|k| {
            let side = &self.sides[k];
            side.point(&side.solid.corner(corners[k]))
        });
        Vertex {
            point: p - q,
            corners,
        }
    }

    /// Returns the vector from the middle of the second to that of the first.
    pub fn between(&self) -> Vector3<f64> {
        let [p, q] = [0, 1].map(|k| self.sides[k].point(&self.sides[k].solid.middle()));
        p - q
    }

    /// Begins the next search at two corners.
    pub fn begin(&self, corners: [u32; 2]) {
        for (side, corner) in self.sides.iter().zip(corners) {
            side.corner.set(corner);
        }
    }

    /// Returns the numbers of the corners where the last searches have arrived.
    pub fn corners(&self) -> [u32; 2] {
        [0, 1].map(|k| self.sides[k].corner.get())
    }

    /// Returns the smoothed depth along a direction.
    pub fn along(&self, axes: &Axes) -> Depth {
        let a = self.sides[0].smooth(axes, self.c);
        let back = Axes {
            n: -axes.n,
            ..*axes
        };
        let b = self.sides[1].smooth(&back, self.c);
        Depth {
            h: a.value + b.value,
            slope: a.centre - b.centre,
            second: [0, 1, 2].map(|i| a.second[i] + b.second[i]),
            centres: [a.centre, b.centre],
        }
    }
}

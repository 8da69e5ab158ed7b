//! Response of a figure to forces at its points: the factors of its inertia, so that any number of forces can be applied.
//!
//! The articulated-body passes leave W = I^A' s and d = s'I^A s at each joint. With them the change of accelerations by further
//! forces, and the matrix W = J M^-1 J' of the accelerations by unit forces, need no second elimination (Featherstone 2008,
//! 7.3; Arnold 1997, 2.4.2, cross-link inverse inertia; Fontijne 2000, 3.6.7, articulated impulse response). Everything is in
//! world axes about the root's origin, so that no vector is rotated between bodies. Joint and contact terms of a linearly
//! implicit step are part of the inertia, as they are in [`articulated_body`](super::articulated_body()). Those of friction that follows
//! the normal force are not symmetric: then forces are passed on by U, and accelerations by W = I^A' s.

use super::algebra::{Articulated, Real, Skew, Sym3, Vec3};
use super::articulated_body::articulated_body;
use super::elimination::of_root;
use super::freedom::Freedom;
use super::general::along_z;
use super::kinematics::kinematics;
use super::limbs::{Seat, Slot};
use super::link::Root;
use super::model::Model;
use super::workspace::{Workspace, at_seat};
use nalgebra::{Matrix3, Matrix6, Matrix6x3, RowVector3, Vector3, Vector6};
use std::array::from_fn;

/// Factors of the elimination at one joint.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// The motion subspace s, times the length of the axis.
    axis: Vector6<f64>,
    /// U = I^A s.
    u: Vector6<f64>,
    /// W = I^A' s.
    w: Vector6<f64>,
    /// d = s'U plus the inertia that the joint adds.
    d: f64,
    /// The applied force, on the body and all its distal bodies.
    force: Vector6<f64>,
    /// The applied force of the joint (N m, or N of a slide).
    driving: f64,
    /// s' times the force, and that of the joint.
    along: f64,
    /// The spatial acceleration by that force.
    acceleration: Vector6<f64>,
}

impl Node {
    fn empty() -> Self {
        Node {
            axis: Vector6::zeros(),
            u: Vector6::zeros(),
            w: Vector6::zeros(),
            d: 0.0,
            force: Vector6::zeros(),
            driving: 0.0,
            along: 0.0,
            acceleration: Vector6::zeros(),
        }
    }
}

/// How a point moves with one of the coordinates in which the inertia of a figure is 1: those of the joints, the last one first, and six of
/// the root. In this order, factors of sums of products of columns are nearly as sparse as the columns (Featherstone 2008, 6.5).
#[derive(Clone, Copy, Debug)]
pub struct Column {
    /// Number of the coordinate.
    pub index: usize,
    /// Acceleration of the point (m/s2, world axes) by a unit of it.
    pub by: Vector3<f64>,
    /// Its acceleration by a unit force at the point (world axes): the same vector, unless the inertia is not symmetric.
    pub of: Vector3<f64>,
}

/// The factors of a figure's inertia at one state.
#[derive(Clone, Debug, Default)]
pub struct Response {
    nodes: Vec<Node>,
    /// I^A of the root about its origin (world axes).
    inertia: Matrix6<f64>,
    /// Factors of the root's inertia; none if the root is fixed.
    root: Option<RootFactors>,
    /// Whether the inertia is not symmetric.
    skewed: bool,
    /// The root's origin (m, world).
    origin: Vector3<f64>,
}

fn symmetric(s: &Sym3<f64>) -> Matrix3<f64> {
    Matrix3::new(s.xx, s.xy, s.xz, s.xy, s.yy, s.yz, s.xz, s.yz, s.zz)
}

/// Returns the inertia (I H; H' M) of a root, and its skew part, rotated to world axes.
fn in_world(own: &Articulated<f64>, skew: Option<&Skew<f64>>, axes: &Matrix3<f64>) -> Matrix6<f64> {
    let turned = |part: Matrix3<f64>| axes * part * axes.transpose();
    let h = turned(Matrix3::from(own.h));
    let mut parts = [
        turned(symmetric(&own.i)),
        h,
        h.transpose(),
        turned(symmetric(&own.m)),
    ];
    if let Some(skew) = skew {
        let [alpha, gamma] =
            [skew.alpha, skew.gamma].map(|axis| Vector3::from(axis).cross_matrix());
        let b = turned(skew.b.into());
        let more = [turned(alpha), b, -b.transpose(), turned(gamma)];
        let parts = parts.iter_mut().zip(more);
        parts.for_each(|(part, more)| *part += more);
    }
    let mut all = Matrix6::zeros();
    for (part, at) in parts.iter().zip([(0, 0), (0, 3), (3, 0), (3, 3)]) {
        all.fixed_view_mut::<3, 3>(at.0, at.1).copy_from(part);
    }
    all
}

/// Factors at a joint with a unit axis, in the axes of its body about its origin: the moments and forces of U and W, and d.
struct Factors {
    u: [Vec3<f64>; 2],
    w: [Vec3<f64>; 2],
    d: f64,
}

impl Factors {
    /// Returns those that the articulated-body passes have left.
    fn left(model: &Model, ws: &Workspace, body: usize) -> Self {
        let (w, d, skewed, children) = match ws.general.get(body) {
            Some(node) => (node.w(), node.d(), ws.skewed, node.load().0),
            None => at_seat!(ws, body, |of, lane| {
                let eliminated = &of.node.eliminated;
                (
                    [eliminated.wn.lane(lane), eliminated.wf.lane(lane)],
                    eliminated.d.lane(lane),
                    of.is_skewed(),
                    of.node.load.inertia.lane(lane),
                )
            }),
        };
        let mut u = w;
        if skewed {
            // U = S s + K s and W = S s - K s, with the symmetric part S and the skew part K.
            let mut inertia = Articulated::rigid(model.rigid()[body]).plus(children);
            if let Some(contact) = ws.contact(body) {
                inertia = inertia.plus(contact);
            }
            let joint = &model.joint_frames()[body - 1];
            let [a, b] = joint.freedom.along(joint.kind).map(along_z);
            let (n, f) = inertia.times(a, b);
            u = [n * 2.0 - w[0], f * 2.0 - w[1]];
        }
        Factors { u, w, d }
    }
}

/// Factors L and R of a root's inertia L R', lower triangles: both the same if it is symmetric.
#[derive(Clone, Copy, Debug)]
struct RootFactors {
    lower: Matrix6<f64>,
    right: Matrix6<f64>,
}

impl RootFactors {
    /// Factors an inertia, by Cholesky's method or else without exchanges of rows; none if a pivot is not positive.
    fn of(inertia: &Matrix6<f64>, skewed: bool) -> Option<Self> {
        if !skewed {
            let lower = inertia.cholesky()?.l();
            return Some(RootFactors {
                lower,
                right: lower,
            });
        }
        let (mut rest, mut lower, mut right) = (*inertia, Matrix6::zeros(), Matrix6::zeros());
        for k in 0..6 {
            let pivot = rest[(k, k)];
            if pivot.is_nan() || pivot <= 0.0 {
                return None;
            }
            let root = pivot.sqrt();
            let (column, row): ([f64; 6], [f64; 6]) = (
                from_fn(|i| rest[(i, k)] / root),
                from_fn(|i| rest[(k, i)] / root),
            );
            for i in k..6 {
                (lower[(i, k)], right[(i, k)]) = (column[i], row[i]);
                for j in k..6 {
                    rest[(i, j)] -= column[i] * row[j];
                }
            }
        }
        Some(RootFactors { lower, right })
    }
}

/// Solves L x = b for a lower triangle.
fn forward(lower: &Matrix6<f64>, mut b: Matrix6x3<f64>) -> Matrix6x3<f64> {
    for column in 0..3 {
        for k in 0..6 {
            let x = b[(k, column)] / lower[(k, k)];
            b[(k, column)] = x;
            for row in k + 1..6 {
                b[(row, column)] -= lower[(row, k)] * x;
            }
        }
    }
    b
}

fn spatial(angular: &Vector3<f64>, linear: &Vector3<f64>) -> Vector6<f64> {
    Vector6::new(
        angular.x, angular.y, angular.z, linear.x, linear.y, linear.z,
    )
}

impl Response {
    /// Returns the response of a figure without springs and contacts at a state `y`; none if its inertia is not positive.
    #[must_use]
    pub fn of(model: &Model, y: &[f64], ws: &mut Workspace) -> Option<Self> {
        kinematics(model, y, ws);
        ws.joint_inertia.fill(0.0);
        let mut accelerations = vec![0.0; 6 + model.joints()];
        articulated_body(model, ws, Vector3::zeros(), &mut accelerations).ok()?;
        let mut response = Response::default();
        response.take(model, ws).map(|()| response)
    }

    /// Takes the factors that [`articulated_body`](super::articulated_body()) has left for the state and the terms in the workspace.
    /// Allocates only if the figure is larger than the last one. None if it has found no accelerations, or the root has no positive
    /// inertia.
    #[must_use]
    pub fn take(&mut self, model: &Model, ws: &Workspace) -> Option<()> {
        if !ws.solved {
            return None;
        }
        self.origin = ws.world_position(0);
        self.skewed = ws.is_skewed();
        self.nodes.resize(model.bodies(), Node::empty());
        let joints = model.joint_frames().iter().zip(1..);
        for ((joint, body), node) in joints.zip(&mut self.nodes[1..]) {
            let axes = ws.world_rotation(body);
            let arm = ws.world_position(body) - self.origin;
            let [turns, slides] = joint.freedom.along(joint.kind);
            let axis = axes.column(2) * joint.scale;
            node.axis = spatial(&(axis * turns), &(arm.cross(&axis) * turns + axis * slides));
            let force = |of: [Vec3<f64>; 2]| {
                let [n, f] = of.map(|part| axes * Vector3::from(part) * joint.scale);
                spatial(&(n + arm.cross(&f)), &f)
            };
            let Factors { u, w, d } = Factors::left(model, ws, body);
            node.u = force(u);
            node.w = if self.skewed { force(w) } else { node.u };
            node.d = match joint.freedom {
                Freedom::Weld => 1.0,
                _ => d * joint.scale * joint.scale,
            };
        }
        let (load, skew) = of_root(&model.rigid()[0], &ws.ones[0], Vec3::ZERO);
        self.inertia = in_world(&load.inertia, skew.as_ref(), &ws.world_rotation(0));
        self.root = match model.root() {
            Root::Fixed | Root::Driven(_) => None,
            Root::Free => Some(RootFactors::of(&self.inertia, self.skewed)?),
        };
        Some(())
    }

    /// Appends the columns of a point of a body (m, world) in ascending order. The acceleration at one point by a unit force at another
    /// is the sum, over the coordinates of both, of the products of [`by`](Column::by) of the first and [`of`](Column::of) of the other.
    pub fn columns(&self, model: &Model, body: usize, at: &Vector3<f64>, out: &mut Vec<Column>) {
        let mut p = Matrix6x3::zeros();
        p.fixed_view_mut::<3, 3>(0, 0)
            .copy_from(&(at - self.origin).cross_matrix());
        p.fixed_view_mut::<3, 3>(3, 0)
            .copy_from(&Matrix3::identity());
        self.append(model, body, p, RowVector3::zeros(), out);
    }

    /// Appends the columns of the joint of a body, whose motion counts `factor` times, as [`Response::columns`] does those of a point:
    /// only their x components are not zero.
    pub fn joint_columns(&self, model: &Model, body: usize, factor: f64, out: &mut Vec<Column>) {
        let driving = RowVector3::new(factor, 0.0, 0.0);
        self.append(model, body, Matrix6x3::zeros(), driving, out);
    }

    /// Appends the columns by the three forces that are the columns of `p`, and those of the joint.
    fn append(
        &self,
        model: &Model,
        mut body: usize,
        mut p: Matrix6x3<f64>,
        mut driving: RowVector3<f64>,
        out: &mut Vec<Column>,
    ) {
        let last = model.bodies() - 1;
        // What accelerations of the points need instead of the forces, by W instead of U.
        let mut moved = p;
        while let Some(parent) = model.parent(body) {
            let node = &self.nodes[body];
            let driven = std::mem::take(&mut driving);
            let along = node.axis.tr_mul(&p) + driven;
            let turned = match self.skewed {
                true => node.axis.tr_mul(&moved) + driven,
                false => along,
            };
            // A weld has none.
            if along != RowVector3::zeros() || turned != RowVector3::zeros() {
                let [of, by] = [along, turned].map(|row| (row / node.d.sqrt()).transpose());
                let index = last - body;
                out.push(Column { index, by, of });
                p -= node.u * (along / node.d);
                if self.skewed {
                    moved -= node.w * (turned / node.d);
                }
            }
            body = parent;
        }
        if let Some(RootFactors { lower, right }) = &self.root {
            let y = forward(lower, p);
            let z = match self.skewed {
                true => forward(right, moved),
                false => y,
            };
            out.extend((0..6).map(|row| Column {
                index: last + row,
                by: z.row(row).transpose(),
                of: y.row(row).transpose(),
            }));
        }
    }

    /// Whether the inertia is not symmetric.
    #[must_use]
    pub fn is_skewed(&self) -> bool {
        self.skewed
    }

    /// Returns the inertia of a figure of one free body about its origin, in world axes, angular before linear; none for others.
    #[must_use]
    pub fn single_body(&self) -> Option<&Matrix6<f64>> {
        match &*self.nodes {
            [_] if self.root.is_some() => Some(&self.inertia),
            _ => None,
        }
    }

    /// Returns the root's origin (m, world).
    #[must_use]
    pub fn origin(&self) -> Vector3<f64> {
        self.origin
    }

    /// Removes all applied forces.
    #[inline]
    pub fn clear(&mut self) {
        for node in &mut self.nodes {
            (node.force, node.driving) = (Vector6::zeros(), 0.0);
        }
    }

    /// Applies a force (N, world axes) at a point of a body, in addition to earlier ones.
    #[inline]
    pub fn push(&mut self, body: usize, at: &Vector3<f64>, force: &Vector3<f64>) {
        self.nodes[body].force += spatial(&(at - self.origin).cross(force), force);
    }

    /// Applies a force of the joint of a body (N m, or N of a slide), in addition to earlier ones.
    #[inline]
    pub fn drive(&mut self, body: usize, force: f64) {
        self.nodes[body].driving += force;
    }

    /// Adds the effect of the applied forces to accelerations (6 + n), laid out as in
    /// [`articulated_body`](super::articulated_body()), and to the force that holds or drives the root.
    pub fn add_to(&mut self, model: &Model, ws: &mut Workspace, accelerations: &mut [f64]) {
        for i in (1..self.nodes.len()).rev() {
            let Some(parent) = model.parent(i) else {
                continue;
            };
            let (inner, outer) = self.nodes.split_at_mut(i);
            let node = &mut outer[0];
            node.along = node.axis.dot(&node.force) + node.driving;
            inner[parent].force += node.force - node.u * (node.along / node.d);
        }
        let Some(first) = self.nodes.first_mut() else {
            return;
        };
        first.acceleration = Vector6::zeros();
        let back = ws.world_rotation(0).transpose();
        if self.root.is_none() {
            let f = &first.force;
            let parts = [
                Vector3::new(f[0], f[1], f[2]),
                Vector3::new(f[3], f[4], f[5]),
            ];
            for (sum, part) in ws.reaction.iter_mut().zip(parts) {
                *sum += -Vec3::from(back * part);
            }
        }
        if let Some(RootFactors { lower, right }) = &self.root {
            let solved = lower.solve_lower_triangular(&first.force);
            let solved = solved.and_then(|y| right.tr_solve_lower_triangular(&y));
            first.acceleration = solved.unwrap_or_else(|| Vector6::repeat(f64::NAN));
            let a = &first.acceleration;
            let angular = back * Vector3::new(a[0], a[1], a[2]);
            let linear = back * Vector3::new(a[3], a[4], a[5]);
            let both = angular.iter().chain(linear.iter());
            for (sum, more) in accelerations.iter_mut().zip(both) {
                *sum += more;
            }
        }
        for i in 1..self.nodes.len() {
            let Some(parent) = model.parent(i) else {
                continue;
            };
            let above = self.nodes[parent].acceleration;
            let node = &mut self.nodes[i];
            let rate = (node.along - node.w.dot(&above)) / node.d;
            node.acceleration = above + node.axis * rate;
            accelerations[5 + i] += rate;
        }
    }
}

//! The constant model: topology, placements and inertias of a tree of bodies.
//!
//! # Frames
//! A body's *link frame* is that of its definition. Internally, each link frame is rotated about its origin to the *kernel
//! frame*, so that every joint axis is local z and the rotation from child to parent is Rz(phi) Rx(alpha) Rz(theta). The
//! rotation about its own z is arbitrary in every frame; it is chosen to make phi = 0 for one child of each body, which covers
//! all bodies along a limb. [`Model::turn`] returns the rotation. The root's two frames are identical.

use nalgebra::{Matrix3, Rotation3, UnitQuaternion, Vector3};

use super::algebra::{Planar, Rigid, STRAIGHT, Vec3};
use super::freedom::{self, Freedom};
use super::limbs::Limbs;
use super::link::{JointKind, Link, ModelError, RigidInertia, Root};
use super::state::Layout;

/// The joint of one body, in kernel frames.
#[derive(Clone, Copy, Debug)]
pub(super) struct Joint {
    pub parent: usize,
    pub kind: JointKind,
    pub freedom: Freedom,
    /// Angle phi; none if it is zero.
    pub phi: Option<Planar<f64>>,
    pub alpha: Planar<f64>,
    /// Rotary: theta at q = 0, rad. Sliding: the constant theta.
    pub offset: f64,
    /// Length of the axis: theta or displacement per q.
    pub scale: f64,
    /// Link origin in the parent's frame at q = 0.
    pub place: Vec3<f64>,
    /// Armature: inertia of the joint's motor, doing work on qd, kg m2 or kg.
    pub armature: f64,
}

/// A tree of rigid bodies: body 0 is the root, body i > 0 is connected by a joint of one degree of freedom, joint number i - 1;
/// a joint of several is several links ([`Freedom`]).
#[derive(Clone, Debug)]
pub struct Model {
    root: Root,
    joints: Vec<Joint>,
    rigid: Vec<Rigid<f64>>,
    turns: Vec<Matrix3<f64>>,
    inertias: Vec<RigidInertia>,
    limbs: Limbs,
    /// The first joint of each ball.
    balls: Vec<usize>,
    /// Whether some joint is not a single axis.
    general: bool,
}

impl Model {
    /// Builds the tree: body 0 from `root_inertia`, body i >= 1 from `links[i - 1]`.
    ///
    /// # Errors
    /// The first [`ModelError`] in order of bodies.
    #[inline]
    pub fn new(
        root: Root,
        root_inertia: RigidInertia,
        links: &[Link],
    ) -> Result<Model, ModelError> {
        Model::with_freedoms(root, root_inertia, links, &vec![Freedom::Axis; links.len()])
    }

    /// Builds the tree with the freedom of each link's joint; for links beyond `freedoms` it is [`Freedom::Axis`].
    ///
    /// # Errors
    /// The first [`ModelError`] in order of bodies.
    pub fn with_freedoms(
        root: Root,
        root_inertia: RigidInertia,
        links: &[Link],
        freedoms: &[Freedom],
    ) -> Result<Model, ModelError> {
        root_inertia.check(0)?;
        for (i, link) in links.iter().enumerate() {
            link.check(i + 1)?;
        }
        freedom::check(links, freedoms)?;
        let mut first_child = vec![None; links.len() + 1];
        for (i, link) in links.iter().enumerate().rev() {
            first_child[link.parent] = Some(i);
        }
        let mut turns = vec![Matrix3::identity()];
        let mut joints = Vec::with_capacity(links.len());
        for (i, link) in links.iter().enumerate() {
            let parent_turn = turns[link.parent];
            let placed = parent_turn * link.rotation;
            let axis = link.axis.normalize();
            let (phi, alpha) = tilt(&(placed * axis));
            let tilted = about_z(phi.unwrap_or(STRAIGHT)) * about_x(alpha);
            let unrolled = tilted.transpose() * placed;
            // The first child's axis must be in the plane x = 0.
            let roll = first_child[i + 1]
                .and_then(|k| tilt(&(unrolled * links[k].rotation * links[k].axis.normalize())).0)
                .unwrap_or(STRAIGHT);
            turns.push(orthonormal(&(about_z(roll).transpose() * unrolled)));
            joints.push(Joint {
                parent: link.parent,
                kind: link.joint,
                freedom: freedoms.get(i).copied().unwrap_or_default(),
                phi,
                alpha,
                offset: libm::atan2(roll.s, roll.c),
                scale: link.axis.norm(),
                place: (parent_turn * link.translation).into(),
                armature: 0.0,
            });
        }
        let mut inertias = vec![root_inertia];
        inertias.extend(links.iter().map(|l| l.inertia));
        let rigid: Vec<_> = inertias
            .iter()
            .zip(&turns)
            .map(|(i, t)| turned(i, t))
            .collect();
        let ball = |joint: &Joint| joint.freedom == Freedom::Ball(0);
        Ok(Model {
            balls: (0..joints.len()).filter(|&i| ball(&joints[i])).collect(),
            general: is_general(&joints),
            root,
            limbs: limbs(&joints, &rigid),
            rigid,
            joints,
            turns,
            inertias,
        })
    }

    /// Returns the number of bodies, including the root.
    #[must_use]
    #[inline]
    pub fn bodies(&self) -> usize {
        self.rigid.len()
    }

    /// Returns the number of joints, one less than bodies.
    #[must_use]
    #[inline]
    pub fn joints(&self) -> usize {
        self.joints.len()
    }

    /// Returns the number of joints, plus six for a free root.
    #[must_use]
    #[inline]
    pub fn degrees_of_freedom(&self) -> usize {
        let welds = self.joints.iter().filter(|j| j.freedom == Freedom::Weld);
        let joints = self.joints() - welds.count();
        match self.root {
            Root::Fixed | Root::Driven(_) => joints,
            Root::Free => joints + 6,
        }
    }

    /// Returns the layout of a state of this model.
    #[must_use]
    #[inline]
    pub fn layout(&self) -> Layout {
        Layout::new(self.joints())
    }

    /// Returns the constraint of the root.
    #[must_use]
    #[inline]
    pub fn root(&self) -> Root {
        self.root
    }

    /// Sets the constraint of the root.
    #[inline]
    pub fn set_root(&mut self, root: Root) {
        self.root = root;
    }

    /// Returns the mass of all bodies, kg.
    #[must_use]
    #[inline]
    pub fn total_mass(&self) -> f64 {
        self.rigid.iter().map(|r| r.mass).sum()
    }

    /// Returns the parent of a body; none for the root.
    #[must_use]
    #[inline]
    pub fn parent(&self, body: usize) -> Option<usize> {
        body.checked_sub(1).map(|i| self.joints[i].parent)
    }

    /// Returns the kind of a body's joint; none for the root.
    #[must_use]
    #[inline]
    pub fn joint_kind(&self, body: usize) -> Option<JointKind> {
        body.checked_sub(1).map(|i| self.joints[i].kind)
    }

    /// Returns the length of a body's joint axis as given: the angle or displacement per unit of the joint's position; 1 for
    /// the root.
    #[must_use]
    #[inline]
    pub fn axis_length(&self, body: usize) -> f64 {
        body.checked_sub(1).map_or(1.0, |i| self.joints[i].scale)
    }

    /// Returns the freedom of a body's joint; [`Freedom::Axis`] for the root.
    #[must_use]
    #[inline]
    pub fn freedom(&self, body: usize) -> Freedom {
        body.checked_sub(1)
            .map_or(Freedom::Axis, |i| self.joints[i].freedom)
    }

    /// Returns the first joint of each ball: its positions, rates and forces are those of this joint and the next two.
    #[must_use]
    #[inline]
    pub fn balls(&self) -> &[usize] {
        &self.balls
    }

    /// Whether some joint is not a single axis, so that the passes process bodies one by one.
    #[must_use]
    #[inline]
    pub fn is_general(&self) -> bool {
        self.general
    }

    /// Returns the mass properties of a body in its link frame, as given.
    #[must_use]
    #[inline]
    pub fn inertia(&self, body: usize) -> &RigidInertia {
        &self.inertias[body]
    }

    /// Sets the mass properties of a body, in its link frame.
    ///
    /// # Errors
    /// The numbers are impossible or infinite.
    #[inline]
    pub fn set_inertia(&mut self, body: usize, inertia: RigidInertia) -> Result<(), ModelError> {
        inertia.check(body)?;
        self.rigid[body] = turned(&inertia, &self.turns[body]);
        self.inertias[body] = inertia;
        self.limbs = limbs(&self.joints, &self.rigid);
        Ok(())
    }

    /// Returns the armature of a body's joint, such as the inertia of a rotor with gears (kg m2, or kg for a sliding joint);
    /// zero for the root.
    #[must_use]
    #[inline]
    pub fn armature(&self, body: usize) -> f64 {
        body.checked_sub(1).map_or(0.0, |i| self.joints[i].armature)
    }

    /// Sets the armature of a body's joint, an inertia that resists the joint's acceleration only: that of a motor's rotor
    /// times the square of the gear ratio (kg m2, or kg if the joint slides). It has no weight, and its angular momentum is not
    /// counted. The root has no joint, and keeps none.
    ///
    /// # Errors
    /// The number is negative or not finite.
    #[inline]
    pub fn set_armature(&mut self, body: usize, armature: f64) -> Result<(), ModelError> {
        if !armature.is_finite() {
            return Err(ModelError::NotFinite { body });
        }
        if armature < 0.0 {
            return Err(ModelError::BadInertia { body });
        }
        let joint = body.checked_sub(1).and_then(|i| self.joints.get_mut(i));
        if let Some(joint) = joint.filter(|joint| joint.armature != armature) {
            joint.armature = armature;
            self.limbs = limbs(&self.joints, &self.rigid);
        }
        Ok(())
    }

    /// Returns the rotation from link axes to kernel axes of a body: constant, the identity for the root. Points for a
    /// [`Workspace`](super::Workspace) must be rotated by it once.
    #[must_use]
    #[inline]
    pub fn turn(&self, body: usize) -> Matrix3<f64> {
        self.turns[body]
    }

    /// Returns the axis of the joint of a body (in its link axes) and the place of its origin (m, in the kernel axes of its parent, at
    /// q = 0); none for the root.
    #[must_use]
    pub fn hinge(&self, body: usize) -> Option<[[f64; 3]; 2]> {
        let joint = self.joints.get(body.checked_sub(1)?)?;
        let axis = self.turns[body].row(2);
        let place = Vector3::from(joint.place);
        Some([[axis[0], axis[1], axis[2]], [place.x, place.y, place.z]])
    }

    /// Returns the joints; joint i - 1 is that of body i.
    pub(super) fn joint_frames(&self) -> &[Joint] {
        &self.joints
    }

    /// Returns the bodies in the order of the articulated-body passes.
    pub(super) fn limbs(&self) -> &Limbs {
        &self.limbs
    }

    /// Returns the spatial inertias about the bodies' origins in kernel axes.
    pub(super) fn rigid(&self) -> &[Rigid<f64>] {
        &self.rigid
    }
}

fn is_general(joints: &[Joint]) -> bool {
    joints.iter().any(|j| j.freedom != Freedom::Axis)
}

/// Groups bodies side by side, unless joints other than single axes require them one by one.
fn limbs(joints: &[Joint], rigid: &[Rigid<f64>]) -> Limbs {
    match is_general(joints) {
        true => Limbs::one_by_one(joints, rigid),
        false => Limbs::new(joints, rigid),
    }
}

/// Returns phi and alpha of Rz(phi) Rx(alpha) z = (sin a sin phi, -sin a cos phi, cos a) for a unit vector, with phi in (-pi/2,
/// pi/2]; no phi if it is zero or has no effect.
pub(super) fn tilt(axis: &Vector3<f64>) -> (Option<Planar<f64>>, Planar<f64>) {
    const ROUNDING: f64 = 1e-15;
    let across = libm::hypot(axis.x, axis.y);
    if across < ROUNDING {
        let c = axis.z.signum();
        return (None, Planar { c, s: 0.0 });
    }
    let forward = axis.y < 0.0 || (axis.y == 0.0 && axis.x > 0.0);
    let s = if forward { across } else { -across };
    let length = libm::hypot(across, axis.z);
    let alpha = Planar {
        c: axis.z / length,
        s: s / length,
    };
    if axis.x.abs() < ROUNDING {
        return (None, alpha);
    }
    let phi = Planar {
        c: -axis.y / s,
        s: axis.x / s,
    };
    (Some(phi), alpha)
}

pub(super) fn about_z(r: Planar<f64>) -> Matrix3<f64> {
    Matrix3::new(r.c, -r.s, 0.0, r.s, r.c, 0.0, 0.0, 0.0, 1.0)
}

pub(super) fn about_x(r: Planar<f64>) -> Matrix3<f64> {
    Matrix3::new(1.0, 0.0, 0.0, 0.0, r.c, -r.s, 0.0, r.s, r.c)
}

/// Returns the nearest rotation, for products with accumulated rounding errors.
fn orthonormal(m: &Matrix3<f64>) -> Matrix3<f64> {
    let q = UnitQuaternion::from_rotation_matrix(&Rotation3::from_matrix_unchecked(*m));
    q.to_rotation_matrix().into_inner()
}

/// Returns the spatial inertia about the link's origin in kernel axes (Featherstone 2008, eq. 2.63).
fn turned(inertia: &RigidInertia, turn: &Matrix3<f64>) -> Rigid<f64> {
    let c = turn * inertia.centre;
    let cx = c.cross_matrix();
    let about_origin = turn * inertia.about_centre * turn.transpose() - cx * cx * inertia.mass;
    Rigid {
        mass: inertia.mass,
        first: (c * inertia.mass).into(),
        second: about_origin.into(),
    }
}

//! The constant part: topology, placements and inertias of a tree of bodies.
//!
//! # Frames
//! A body's *link frame* is its user's. Inside, each link frame is turned about its origin into
//! the *kernel frame*, so that every joint axis is local z and the rotation from child to parent
//! reads Rz(phi) Rx(alpha) Rz(theta). The turn about its own z that is left free in every frame
//! makes phi = 0 for one child of each body, which is all of them along a limb. [`Model::turn`]
//! tells the turn. The root's two frames are one.

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
    /// phi; None where it is zero.
    pub phi: Option<Planar<f64>>,
    pub alpha: Planar<f64>,
    /// Rotary: theta at q = 0, rad. Sliding: the constant theta.
    pub offset: f64,
    /// Length of the axis: theta or travel per q.
    pub scale: f64,
    /// Link origin in the parent's frame at q = 0.
    pub place: Vec3<f64>,
    /// Inertia of what turns with the joint's motor, doing work on qd, kg m2 or kg.
    pub armature: f64,
}

/// A tree of rigid bodies: body 0 is the root, body i > 0 hangs on a joint of one degree of
/// freedom, joint number i - 1; joints of several are several links ([`Freedom`]).
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
    /// Whether some joint is more than an axis.
    general: bool,
}

impl Model {
    /// Builds the tree: body 0 from `root_inertia`, body i >= 1 from `links[i - 1]`.
    ///
    /// # Errors
    /// The first [`ModelError`] in order of bodies.
    pub fn new(
        root: Root,
        root_inertia: RigidInertia,
        links: &[Link],
    ) -> Result<Model, ModelError> {
        Model::with_freedoms(root, root_inertia, links, &vec![Freedom::Axis; links.len()])
    }

    /// The same with what each link's joint lets it do; for links beyond `freedoms` that is [`Freedom::Axis`].
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
            // The first child's axis must come to lie in the plane x = 0.
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

    /// Number of bodies, the root among them.
    #[must_use]
    pub fn bodies(&self) -> usize {
        self.rigid.len()
    }

    /// Number of joints, one less than bodies.
    #[must_use]
    pub fn joints(&self) -> usize {
        self.joints.len()
    }

    /// Joints, and six more where the root is free.
    #[must_use]
    pub fn degrees_of_freedom(&self) -> usize {
        let welds = self.joints.iter().filter(|j| j.freedom == Freedom::Weld);
        let joints = self.joints() - welds.count();
        match self.root {
            Root::Fixed | Root::Driven(_) => joints,
            Root::Free => joints + 6,
        }
    }

    /// Layout of a state of this model.
    #[must_use]
    pub fn layout(&self) -> Layout {
        Layout::new(self.joints())
    }

    /// How the root is held.
    #[must_use]
    pub fn root(&self) -> Root {
        self.root
    }

    /// Holds the root, or lets it go.
    pub fn set_root(&mut self, root: Root) {
        self.root = root;
    }

    /// Mass of all bodies, kg.
    #[must_use]
    pub fn total_mass(&self) -> f64 {
        self.rigid.iter().map(|r| r.mass).sum()
    }

    /// Parent of a body; None for the root.
    #[must_use]
    pub fn parent(&self, body: usize) -> Option<usize> {
        body.checked_sub(1).map(|i| self.joints[i].parent)
    }

    /// Kind of a body's joint; None for the root.
    #[must_use]
    pub fn joint_kind(&self, body: usize) -> Option<JointKind> {
        body.checked_sub(1).map(|i| self.joints[i].kind)
    }

    /// The length of a body's joint axis as given: the angle or travel for each unit of the joint's position; 1 for the root.
    #[must_use]
    pub fn axis_length(&self, body: usize) -> f64 {
        body.checked_sub(1).map_or(1.0, |i| self.joints[i].scale)
    }

    /// Freedom of a body's joint; [`Freedom::Axis`] for the root.
    #[must_use]
    pub fn freedom(&self, body: usize) -> Freedom {
        body.checked_sub(1)
            .map_or(Freedom::Axis, |i| self.joints[i].freedom)
    }

    /// First joint of each ball: its positions, rates and forces are those of this joint and the next two.
    #[must_use]
    pub fn balls(&self) -> &[usize] {
        &self.balls
    }

    /// Whether some joint is more than an axis, so that the passes go body by body.
    #[must_use]
    pub fn is_general(&self) -> bool {
        self.general
    }

    /// Mass properties of a body in its link frame, as given.
    #[must_use]
    pub fn inertia(&self, body: usize) -> &RigidInertia {
        &self.inertias[body]
    }

    /// Gives a body other mass properties, in its link frame.
    ///
    /// # Errors
    /// Impossible or infinite numbers.
    pub fn set_inertia(&mut self, body: usize, inertia: RigidInertia) -> Result<(), ModelError> {
        inertia.check(body)?;
        self.rigid[body] = turned(&inertia, &self.turns[body]);
        self.inertias[body] = inertia;
        self.limbs = limbs(&self.joints, &self.rigid);
        Ok(())
    }

    /// Inertia of a body's joint itself, such as that of a rotor with gears (kg m2, or kg for a sliding joint); zero for the root.
    #[must_use]
    pub fn armature(&self, body: usize) -> f64 {
        body.checked_sub(1).map_or(0.0, |i| self.joints[i].armature)
    }

    /// Gives a body's joint an inertia of its own, which resists the joint's acceleration alone: that of a motor's rotor times
    /// the square of the gear ratio (kg m2, or kg where the joint slides). It has no weight, and its angular momentum is not
    /// counted. The root has no joint, and keeps none.
    ///
    /// # Errors
    /// A number below zero or not finite.
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

    /// Kernel axes <- link axes of a body: constant, the identity for the root. Points that
    /// are to be handed to a [`Workspace`](super::Workspace) are turned with it once.
    #[must_use]
    pub fn turn(&self, body: usize) -> Matrix3<f64> {
        self.turns[body]
    }

    /// The joints, joint i - 1 being that of body i.
    pub(super) fn joint_frames(&self) -> &[Joint] {
        &self.joints
    }

    /// The bodies as the articulated-body passes take them.
    pub(super) fn limbs(&self) -> &Limbs {
        &self.limbs
    }

    /// Spatial inertias about the bodies' origins in kernel axes.
    pub(super) fn rigid(&self) -> &[Rigid<f64>] {
        &self.rigid
    }
}

fn is_general(joints: &[Joint]) -> bool {
    joints.iter().any(|j| j.freedom != Freedom::Axis)
}

/// Bodies side by side, unless joints that are more than an axis want them one by one.
fn limbs(joints: &[Joint], rigid: &[Rigid<f64>]) -> Limbs {
    match is_general(joints) {
        true => Limbs::one_by_one(joints, rigid),
        false => Limbs::new(joints, rigid),
    }
}

/// phi and alpha of Rz(phi) Rx(alpha) z = (sin a sin phi, -sin a cos phi, cos a) for a unit
/// vector, with phi in (-pi/2, pi/2]; no phi where it is zero or makes no difference.
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

/// The nearest rotation, for products that gathered rounding errors.
fn orthonormal(m: &Matrix3<f64>) -> Matrix3<f64> {
    let q = UnitQuaternion::from_rotation_matrix(&Rotation3::from_matrix_unchecked(*m));
    q.to_rotation_matrix().into_inner()
}

/// Spatial inertia about the link's origin in kernel axes (Featherstone 2008, eq. 2.63).
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

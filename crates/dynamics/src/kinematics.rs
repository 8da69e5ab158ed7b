//! Positions and velocities of all bodies.

use super::algebra::{Planar, Real, STRAIGHT, Vec3};
use super::general;
use super::limbs::{Limb, Parent, Slot};
use super::link::JointKind;
use super::model::Model;
use super::simd::Task;
use super::state::{Layout, root_rotation};
use super::workspace::{Body, Frame, Workspace};

/// Computes the first pass: for each body its joint's rotation, its pose in the world and its spatial velocity (Featherstone
/// 2008, table 7.1, first loop), from a state `y` in the model's [`Layout`]. Clears external forces and contact terms.
///
/// v_i = X v_parent + s |axis| qd, where X is Rz(theta)' Rx(alpha)' Rz(phi)' after the shift of the origin.
pub fn kinematics(model: &Model, y: &[f64], ws: &mut Workspace) {
    ws.skewed = false;
    ws.state.clear();
    ws.state.extend_from_slice(y);
    ws.generation += 1;
    ws.solved = false;
    if model.is_general() {
        general::kinematics(model, y, ws);
        return;
    }
    root(model, y, &mut ws.ones[0]);
    ws.simd.run(Pass { model, y, ws });
}

/// Reads pose and velocity of the root, which are in the state.
pub(super) fn root(model: &Model, y: &[f64], root: &mut Body<f64>) {
    let layout = Layout::new(model.joints());
    let vector = |at: usize| Vec3::new(y[at], y[at + 1], y[at + 2]);
    root.frame = Frame {
        position: vector(0),
        rotation: root_rotation(y).into(),
        w: vector(layout.omega().start),
        v: vector(layout.v().start),
    };
    root.clear();
}

/// Data of the pass over the bodies other than the root.
struct Pass<'a> {
    model: &'a Model,
    y: &'a [f64],
    ws: &'a mut Workspace,
}

impl Task for Pass<'_> {
    type Found = ();

    #[inline(always)]
    fn run(self) {
        let Pass { model, y, ws } = self;
        let layout = Layout::new(model.joints());
        let (q, qd) = (&y[layout.q()], &y[layout.qd()]);
        let limbs = model.limbs();
        for slot in &limbs.order {
            match *slot {
                Slot::One(k) => {
                    let limb = &limbs.ones[k - 1];
                    let (above, own) = ws.ones.split_at_mut(k);
                    let (Parent::One(parent) | Parent::Alike(parent)) = limb.parent;
                    Moved::new(limb, q, qd).on(limb, &above[parent].frame, &mut own[0]);
                }
                Slot::Four(k) => {
                    side_by_side(&limbs.fours[k], k, (q, qd), &mut ws.fours, &ws.ones);
                }
                Slot::Eight(k) => {
                    side_by_side(&limbs.eights[k], k, (q, qd), &mut ws.eights, &ws.ones);
                }
            }
        }
    }
}

/// Computes limb k of several bodies.
#[inline(always)]
fn side_by_side<T: Real>(
    limb: &Limb<T>,
    k: usize,
    (q, qd): (&[f64], &[f64]),
    alike: &mut [Body<T>],
    ones: &[Body<f64>],
) {
    let (above, own) = alike.split_at_mut(k);
    let all;
    let parent = match limb.parent {
        Parent::Alike(parent) => &above[parent].frame,
        Parent::One(parent) => {
            all = Frame::broadcast(&ones[parent].frame);
            &all
        }
    };
    Moved::new(limb, q, qd).on(limb, parent, &mut own[0]);
}

/// Displacements of the joints of a limb.
struct Moved<T> {
    alpha: Planar<T>,
    place: Vec3<T>,
    theta: Planar<T>,
    along: T,
    rate: T,
    phi: Planar<T>,
}

impl<T: Real> Moved<T> {
    #[inline(always)]
    fn new(limb: &Limb<T>, q: &[f64], qd: &[f64]) -> Self {
        let of_joints = |all: &[f64]| T::from_lanes(|k| all[limb.bodies[k] - 1]);
        let along = limb.scale * of_joints(q);
        let (s, c) = match limb.kind {
            JointKind::Rotary => (limb.offset + along).sincos(),
            JointKind::Sliding => limb.offset.sincos(),
        };
        Moved {
            alpha: limb.alpha,
            place: limb.place,
            theta: Planar { c, s },
            along,
            rate: limb.scale * of_joints(qd),
            phi: limb.phi.unwrap_or(Planar::from_lanes(|_| STRAIGHT)),
        }
    }

    #[inline(always)]
    fn on(&self, limb: &Limb<T>, parent: &Frame<T>, body: &mut Body<T>) {
        match (limb.kind, limb.phi.is_some()) {
            (JointKind::Rotary, false) => place::<T, false, false>(self, parent, body),
            (JointKind::Rotary, true) => place::<T, false, true>(self, parent, body),
            (JointKind::Sliding, _) => place::<T, true, true>(self, parent, body),
        }
        body.theta = self.theta;
        body.rate = self.rate;
        body.clear();
    }
}

/// Computes the pose and velocity of each body of a limb: a loop over lanes, which the compiler vectorises.
#[inline(always)]
fn place<T: Real, const SLIDING: bool, const BENT: bool>(
    moved: &Moved<T>,
    parent: &Frame<T>,
    body: &mut Body<T>,
) {
    let mut frame = Frame::<T>::ZERO;
    let mut all_place = Vec3::<T>::ZERO;
    for k in 0..T::LANES {
        let (theta, alpha) = (moved.theta.lane(k), moved.alpha.lane(k));
        let phi = moved.phi.lane(k);
        let parent = parent.lane(k);
        let mut place = moved.place.lane(k);
        if SLIDING {
            place += phi.z(alpha.x(Vec3::new(0.0, 0.0, moved.along.lane(k))));
        }
        let mut rotation = parent.rotation;
        let mut w = parent.w;
        let mut v = parent.v + parent.w.cross(place);
        if BENT {
            rotation = phi.after_z(rotation);
            w = phi.z_back(w);
            v = phi.z_back(v);
        }
        w = theta.z_back(alpha.x_back(w));
        v = theta.z_back(alpha.x_back(v));
        if SLIDING {
            v.z += moved.rate.lane(k);
        } else {
            w.z += moved.rate.lane(k);
        }
        all_place.set_lane(k, place);
        frame.set_lane(
            k,
            Frame {
                rotation: theta.after_z(alpha.after_x(rotation)),
                position: parent.position + parent.rotation.times(place),
                w,
                v,
            },
        );
    }
    body.frame.copy_from(&frame);
    body.place.copy_from(&all_place);
}

/// Computes [`kinematics`], unless the workspace already has those of the same state: then only clears forces and contact
/// terms. The workspace must have been used with this model only.
pub fn kinematics_once(model: &Model, y: &[f64], ws: &mut Workspace) {
    let same = |(a, b): (&f64, &f64)| a.to_bits() == b.to_bits();
    if ws.state.len() != y.len() || !ws.state.iter().zip(y).all(same) {
        kinematics(model, y, ws);
        return;
    }
    ws.clear();
}

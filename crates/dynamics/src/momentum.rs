//! Sums over all bodies: centre of mass, momenta, energies.

use nalgebra::{Matrix3, Vector3};

use super::algebra::{Real, Rigid, Vec3};
use super::limbs::Limb;
use super::model::Model;
use super::simd::Task;
use super::workspace::{Body, Frame, Workspace};

/// Motion of the whole figure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Motion {
    /// Mass of all bodies, kg.
    pub mass: f64,
    /// Centre of mass, world, m; without mass the root's origin.
    pub centre: Vector3<f64>,
    /// Linear momentum, world, kg m/s.
    pub linear: Vector3<f64>,
    /// Angular momentum about the centre of mass, world axes, kg m2/s.
    pub angular: Vector3<f64>,
    /// Kinetic energy, J.
    pub kinetic_energy: f64,
}

impl Motion {
    /// Returns the velocity of the centre of mass, world, m/s; zero without mass.
    #[must_use]
    pub fn velocity(&self) -> Vector3<f64> {
        match self.mass > 0.0 {
            true => self.linear / self.mass,
            false => Vector3::zeros(),
        }
    }

    /// Returns the angular momentum about a point of the world, world axes, kg m2/s.
    #[must_use]
    pub fn angular_about(&self, point: Vector3<f64>) -> Vector3<f64> {
        self.angular + (self.centre - point).cross(&self.linear)
    }
}

/// Computes the motion of the whole figure after [`kinematics`](super::kinematics()): momenta I v of the bodies (Featherstone
/// 2008, eq. 2.61), summed in world axes about the root's origin and moved to the centre of mass; kinetic energy is the sum of
/// v' I v / 2 (eq. 2.67), and of qd^2 / 2 times the armature of each joint.
#[must_use]
pub fn motion(model: &Model, ws: &Workspace) -> Motion {
    let sum = ws.simd.run(Pass { model, ws });
    let origin = ws.ones[0].frame.position;
    // The momenta of armatures are not counted.
    let mut twice_energy = sum.twice_energy;
    for (i, joint) in model.joint_frames().iter().enumerate() {
        if joint.armature != 0.0 {
            let rate = ws.rate(i + 1) / joint.scale;
            twice_energy += joint.armature * rate * rate;
        }
    }
    // A figure that is only shown has no mass; its root stands for its centre.
    let arm = match sum.mass > 0.0 {
        true => sum.first * (1.0 / sum.mass),
        false => Vec3::ZERO,
    };
    Motion {
        mass: sum.mass,
        centre: (origin + arm).into(),
        linear: sum.linear.into(),
        angular: (sum.angular - arm.cross(sum.linear)).into(),
        kinetic_energy: 0.5 * twice_energy,
    }
}

/// Sums over bodies, in world axes about the root's origin; with several numbers side by side, one sum in each lane.
struct Sum<T> {
    mass: T,
    first: Vec3<T>,
    linear: Vec3<T>,
    angular: Vec3<T>,
    twice_energy: T,
}

impl<T: Real> Sum<T> {
    const ZERO: Self = Sum {
        mass: T::ZERO,
        first: Vec3::ZERO,
        linear: Vec3::ZERO,
        angular: Vec3::ZERO,
        twice_energy: T::ZERO,
    };

    /// Adds one body, or several: those of the lanes in which `used` is 1 and not 0.
    #[inline(always)]
    fn add(&mut self, rigid: &Rigid<T>, frame: &Frame<T>, origin: Vec3<T>, used: T) {
        let (w, v) = (frame.w * used, frame.v * used);
        let (n, f) = rigid.momentum(w, v);
        self.twice_energy += n.dot(w) + f.dot(v);
        let from_root = frame.position - origin;
        let f = frame.rotation.times(f);
        let mass = rigid.mass * used;
        self.mass += mass;
        self.first += frame.rotation.times(rigid.first * used) + from_root * mass;
        self.linear += f;
        self.angular += frame.rotation.times(n) + from_root.cross(f);
    }

    /// Adds the bodies of limbs.
    #[inline(always)]
    fn add_limbs(mut self, limbs: &[Limb<T>], bodies: &[Body<T>], origin: Vec3<f64>) -> Self {
        let origin = Vec3::from_lanes(|_| origin);
        for (limb, body) in limbs.iter().zip(bodies) {
            let used = T::from_lanes(|k| f64::from(k < limb.count));
            self.add(&limb.rigid, &body.frame, origin, used);
        }
        self
    }

    /// Adds the sums of all lanes to those of `total`.
    #[inline(always)]
    fn add_to(&self, total: &mut Sum<f64>) {
        for k in 0..T::LANES {
            total.mass += self.mass.lane(k);
            total.first += self.first.lane(k);
            total.linear += self.linear.lane(k);
            total.angular += self.angular.lane(k);
            total.twice_energy += self.twice_energy.lane(k);
        }
    }
}

/// Data of the pass over all bodies.
struct Pass<'a> {
    model: &'a Model,
    ws: &'a Workspace,
}

impl Task for Pass<'_> {
    type Found = Sum<f64>;

    #[inline(always)]
    fn run(self) -> Sum<f64> {
        let Pass { model, ws } = self;
        let limbs = model.limbs();
        let root = &ws.ones[0].frame;
        let mut total = Sum::ZERO;
        total.add(&model.rigid()[0], root, root.position, 1.0);
        let mut total = total.add_limbs(&limbs.ones, &ws.ones[1..], root.position);
        let fours = Sum::ZERO.add_limbs(&limbs.fours, &ws.fours, root.position);
        fours.add_to(&mut total);
        let eights = Sum::ZERO.add_limbs(&limbs.eights, &ws.eights, root.position);
        eights.add_to(&mut total);
        total
    }
}

/// Returns the potential energy -m g . c of a uniform field, zero at the world's origin, J.
#[must_use]
pub fn potential_energy(motion: &Motion, gravity: Vector3<f64>) -> f64 {
    -motion.mass * gravity.dot(&motion.centre)
}

/// Returns the inertia of the whole figure about its centre of mass, with all joints locked, in world axes (kg m2): an angular
/// momentum divided by it is the angular velocity of the whole. `centre` is that of [`motion`], of the same state.
#[must_use]
pub fn locked_inertia(model: &Model, ws: &Workspace, centre: Vector3<f64>) -> Matrix3<f64> {
    let mut sum = Matrix3::zeros();
    for (body, rigid) in model.rigid().iter().enumerate() {
        let r = ws.world_rotation(body);
        let second = Matrix3::new(
            rigid.second.xx,
            rigid.second.xy,
            rigid.second.xz,
            rigid.second.xy,
            rigid.second.yy,
            rigid.second.yz,
            rigid.second.xz,
            rigid.second.yz,
            rigid.second.zz,
        );
        let first = r * Vector3::from(rigid.first);
        let arm = ws.world_position(body) - centre;
        // From about the body's origin to about the centre, which is at -arm from it: with x the arm and f = m c, I - [f][x] -
        // [x][f] - m [x][x].
        let (x, f) = (arm.cross_matrix(), first.cross_matrix());
        sum += r * second * r.transpose() - f * x - x * f - x * x * rigid.mass;
    }
    (sum + sum.transpose()) * 0.5
}

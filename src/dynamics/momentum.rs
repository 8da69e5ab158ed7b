//! Sums over all bodies: centre of mass, momenta, energies.

use nalgebra::{Matrix3, Vector3};

use super::algebra::{Mat3, Vec3};
use super::model::Model;
use super::workspace::Workspace;

/// Motion of the whole figure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Motion {
    /// Returns the mass of all bodies, kg.
    pub mass: f64,
    /// Centre of mass, world, m.
    pub centre: Vector3<f64>,
    /// Linear momentum, world, kg m/s.
    pub linear: Vector3<f64>,
    /// Angular momentum about the centre of mass, world axes, kg m2/s.
    pub angular: Vector3<f64>,
    /// Kinetic energy, J.
    pub kinetic_energy: f64,
}

impl Motion {
    /// Returns the velocity of the centre of mass, world, m/s.
    #[must_use]
    pub fn velocity(&self) -> Vector3<f64> {
        self.linear / self.mass
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
    let origin = Vec3::from(ws.world_position(0));
    let mut mass = 0.0;
    let mut first = Vec3::ZERO;
    let mut linear = Vec3::ZERO;
    let mut angular = Vec3::ZERO;
    let mut twice_energy = 0.0;
    for (body, rigid) in model.rigid().iter().enumerate() {
        let (w, v) = ws.velocity(body);
        let rotation = Mat3::from(ws.world_rotation(body));
        let (n, f) = rigid.momentum(w, v);
        twice_energy += n.dot(w) + f.dot(v);
        let from_root = Vec3::from(ws.world_position(body)) - origin;
        let f = rotation.times(f);
        mass += rigid.mass;
        first += rotation.times(rigid.first) + from_root * rigid.mass;
        linear += f;
        angular += rotation.times(n) + from_root.cross(f);
    }
    // The momenta of armatures are not counted.
    for (i, joint) in model.joint_frames().iter().enumerate() {
        if joint.armature != 0.0 {
            let rate = ws.rate(i + 1) / joint.scale;
            twice_energy += joint.armature * rate * rate;
        }
    }
    let arm = first * (1.0 / mass);
    Motion {
        mass,
        centre: (origin + arm).into(),
        linear: linear.into(),
        angular: (angular - arm.cross(linear)).into(),
        kinetic_energy: 0.5 * twice_energy,
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

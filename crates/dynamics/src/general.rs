//! The passes for figures with joints other than single axes: screws, welds, balls ([`Freedom`]).
//!
//! The formulae are those of the passes over limbs, one body after the other, with S = (z t; z s) for joints that rotate by t
//! and translate by s. All three links of a ball have the velocity of the last one, to which its axes are fixed, so that their
//! products v x S qd sum to those of a joint with three columns (Featherstone 2008, section 4.4, spherical joint).

use nalgebra::{Matrix3, UnitQuaternion, Vector3};

use super::algebra::{Articulated, Planar, Skew, Vec3};
use super::articulated_body::Singular;
use super::freedom::Freedom;
use super::model::{Joint, Model, about_x, about_z, tilt};
use super::state::Layout;
use super::workspace::Workspace;

/// phi and alpha of a joint at the present state.
pub(super) type Tilt = (Option<Planar<f64>>, Planar<f64>);

/// Data of the passes for one body.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// Inertia and bias force of its children.
    inertia: Articulated<f64>,
    /// Skew part of that inertia.
    pub skew: Skew<f64>,
    n: Vec3<f64>,
    f: Vec3<f64>,
    /// Velocity-product acceleration.
    cw: Vec3<f64>,
    cv: Vec3<f64>,
    /// W = I^A' s, which is U = I^A s without a skew part.
    wn: Vec3<f64>,
    wf: Vec3<f64>,
    d_inverse: f64,
    u: f64,
    /// Spatial acceleration relative to free fall.
    pub a: Vec3<f64>,
    pub b: Vec3<f64>,
}

impl Node {
    pub const ZERO: Self = Node {
        inertia: Articulated::ZERO,
        skew: Skew::ZERO,
        n: Vec3::ZERO,
        f: Vec3::ZERO,
        cw: Vec3::ZERO,
        cv: Vec3::ZERO,
        wn: Vec3::ZERO,
        wf: Vec3::ZERO,
        d_inverse: 0.0,
        u: 0.0,
        a: Vec3::ZERO,
        b: Vec3::ZERO,
    };

    /// Returns inertia and bias force of the body's children, summed.
    pub fn load(&self) -> (Articulated<f64>, Vec3<f64>, Vec3<f64>) {
        (self.inertia, self.n, self.f)
    }

    /// Returns the moment and the force of W.
    pub fn w(&self) -> [Vec3<f64>; 2] {
        [self.wn, self.wf]
    }

    /// Returns d; infinite for a weld.
    pub fn d(&self) -> f64 {
        1.0 / self.d_inverse
    }
}

pub(super) fn along_z(k: f64) -> Vec3<f64> {
    Vec3::new(0.0, 0.0, k)
}

/// Rotates a vector from the axes of a body to those of its parent.
fn out((phi, alpha): Tilt, theta: Planar<f64>, v: Vec3<f64>) -> Vec3<f64> {
    let v = alpha.x(theta.z(v));
    phi.map_or(v, |phi| phi.z(v))
}

/// Rotates a vector from the axes of the parent to those of the body.
pub(super) fn back((phi, alpha): Tilt, theta: Planar<f64>, v: Vec3<f64>) -> Vec3<f64> {
    let v = phi.map_or(v, |phi| phi.z_back(v));
    theta.z_back(alpha.x_back(v))
}

/// Returns the placement of a body by its joint: phi, alpha, theta and the origin in the parent's frame.
fn placed(model: &Model, body: usize, q: &[f64]) -> (Tilt, Planar<f64>, Vec3<f64>) {
    let joint = &model.joint_frames()[body - 1];
    let straight = (joint.phi, joint.alpha);
    let planar = |angle: f64| {
        let (s, c) = libm::sincos(angle);
        Planar { c, s }
    };
    match joint.freedom {
        Freedom::Ball(0) => {
            let theta = Vector3::new(q[body - 1], q[body], q[body + 1]);
            let turn = model.turn(body);
            let own = UnitQuaternion::from_scaled_axis(theta).to_rotation_matrix();
            let at_rest = about_z_of(joint) * about_x(joint.alpha) * about_z(planar(joint.offset));
            let all = at_rest * turn * own.matrix() * turn.transpose();
            let (phi, alpha) = tilt(&(all * Vector3::z()));
            let tilted = phi.map_or(Matrix3::identity(), about_z) * about_x(alpha);
            let left = tilted.transpose() * all;
            let length = libm::hypot(left[(0, 0)], left[(1, 0)]);
            let theta = Planar {
                c: left[(0, 0)] / length,
                s: left[(1, 0)] / length,
            };
            ((phi, alpha), theta, joint.place)
        }
        Freedom::Ball(_) | Freedom::Weld => (straight, planar(joint.offset), joint.place),
        Freedom::Axis | Freedom::Screw { .. } => {
            let [turns, slides] = joint.freedom.along(joint.kind);
            let along = joint.scale * q[body - 1];
            let axis = joint.alpha.x(along_z(slides * along));
            let moved = joint.phi.map_or(axis, |phi| phi.z(axis));
            let theta = planar(joint.offset + turns * along);
            (straight, theta, joint.place + moved)
        }
    }
}

fn about_z_of(joint: &Joint) -> Matrix3<f64> {
    joint.phi.map_or(Matrix3::identity(), about_z)
}

/// Computes [`kinematics`](super::kinematics()) of such a figure.
pub(super) fn kinematics(model: &Model, y: &[f64], ws: &mut Workspace) {
    super::kinematics::root(model, y, &mut ws.ones[0]);
    let layout = Layout::new(model.joints());
    let (q, qd) = (&y[layout.q()], &y[layout.qd()]);
    for (i, joint) in model.joint_frames().iter().enumerate() {
        let (tilted, theta, place) = placed(model, i + 1, q);
        ws.tilts[i + 1] = tilted;
        let (inner, outer) = ws.ones.split_at_mut(i + 1);
        let parent = &inner[joint.parent];
        let body = &mut outer[0];
        let (phi, alpha) = tilted;
        let mut rotation = parent.frame.rotation;
        if let Some(phi) = phi {
            rotation = phi.after_z(rotation);
        }
        body.frame.position = parent.frame.position + parent.frame.rotation.times(place);
        body.frame.rotation = theta.after_z(alpha.after_x(rotation));
        let [turns, slides] = joint.freedom.along(joint.kind);
        let rate = match joint.freedom {
            Freedom::Weld => 0.0,
            _ => joint.scale * qd[i],
        };
        body.frame.w = back(tilted, theta, parent.frame.w) + along_z(turns * rate);
        let v = parent.frame.v + parent.frame.w.cross(place);
        body.frame.v = back(tilted, theta, v) + along_z(slides * rate);
        body.theta = theta;
        body.place = place;
        body.rate = rate;
        body.clear();
    }
    for &ball in model.balls() {
        // Quantities of the last of the three links, for the other two.
        let last = ball + 3;
        let (mut w, mut v) = (ws.ones[last].frame.w, ws.ones[last].frame.v);
        for body in [last - 1, last - 2] {
            let (tilted, theta) = (ws.tilts[body + 1], ws.ones[body + 1].theta);
            (w, v) = (out(tilted, theta, w), out(tilted, theta, v));
            (ws.ones[body].frame.w, ws.ones[body].frame.v) = (w, v);
        }
    }
}

/// Returns I^A and p^A = v x* I v - f of a body, including its children.
pub(super) fn gathered(
    model: &Model,
    ws: &Workspace,
    nodes: &[Node],
    body: usize,
    gravity: Vec3<f64>,
) -> (Articulated<f64>, Vec3<f64>, Vec3<f64>) {
    let (own, rigid) = (&ws.ones[body], model.rigid()[body]);
    let (mut n, mut f) = rigid.bias(own.frame.w, own.frame.v);
    n -= own.moment;
    f -= own.force;
    let mut inertia = Articulated::rigid(rigid);
    if own.stiff {
        let term = own.contact;
        let fall = own.frame.rotation.transposed_times(gravity);
        let (more_n, more_f) = term.times(Vec3::ZERO, fall);
        inertia = inertia.plus(term);
        n += more_n;
        f += more_f;
    }
    let (hung, hung_n, hung_f) = nodes[body].load();
    (inertia.plus(hung), n + hung_n, f + hung_f)
}

/// Eliminates the joints from the tips to the root: the root's node then has its articulated inertia.
pub(super) fn eliminate(
    model: &Model,
    ws: &Workspace,
    nodes: &mut [Node],
    gravity: Vec3<f64>,
) -> Result<(), Singular> {
    for node in nodes.iter_mut() {
        *node = Node::ZERO;
    }
    for i in (1..model.bodies()).rev() {
        let joint = &model.joint_frames()[i - 1];
        let (mut ia, mut n, mut f) = gathered(model, ws, nodes, i, gravity);
        let body = &ws.ones[i];
        let mut skew = nodes[i].skew;
        if body.slides {
            let fall = body.frame.rotation.transposed_times(gravity);
            let (more_n, more_f) = body.sliding.times(Vec3::ZERO, fall);
            n += more_n;
            f += more_f;
            skew.add(&body.sliding);
        }
        let [turns, slides] = joint.freedom.along(joint.kind);
        let node = &mut nodes[i];
        if joint.freedom == Freedom::Weld {
            (node.cw, node.cv, node.wn, node.wf) = (Vec3::ZERO, Vec3::ZERO, Vec3::ZERO, Vec3::ZERO);
            (node.d_inverse, node.u) = (0.0, 0.0);
        } else {
            let (turn, slide) = (along_z(turns * body.rate), along_z(slides * body.rate));
            node.cw = body.frame.w.cross(turn);
            node.cv = body.frame.v.cross(turn) + body.frame.w.cross(slide);
            let (an, af) = ia.times(along_z(turns), along_z(slides));
            let unscale = 1.0 / joint.scale;
            let rotor = ws.joint_inertia[i - 1] + joint.armature;
            let d = turns * an.z + slides * af.z + rotor * unscale * unscale;
            if d.is_nan() || d <= 0.0 {
                return Err(Singular { body: i });
            }
            node.d_inverse = 1.0 / d;
            node.u = ws.tau[i - 1] * unscale - (turns * n.z + slides * f.z);
            ia = ia.less_outer(an, af, an * node.d_inverse, af * node.d_inverse);
            let along = node.u * node.d_inverse;
            let (mut un, mut uf) = (an, af);
            (node.wn, node.wf) = (an, af);
            if ws.skewed {
                let (bn, bf) = skew.times(along_z(turns), along_z(slides));
                (un, uf) = (an + bn, af + bf);
                (node.wn, node.wf) = (an - bn, af - bf);
                let (kn, kf) = (bn * node.d_inverse, bf * node.d_inverse);
                ia = ia.less_outer(bn, bf, -kn, -kf);
                skew = skew.less_outer([an, af], [kn, kf]);
                let (cn, cf) = skew.times(node.cw, node.cv);
                n += cn;
                f += cf;
            }
            let (cn, cf) = ia.times(node.cw, node.cv);
            n += cn + un * along;
            f += cf + uf * along;
        }
        let (tilted, theta, place) = (ws.tilts[i], body.theta, body.place);
        let (phi, alpha) = tilted;
        ia = ia.turned_z(theta).turned_x(alpha);
        if let Some(phi) = phi {
            ia = ia.turned_z(phi);
        }
        if ws.skewed {
            skew = skew.turned_z(theta).turned_x(alpha);
            skew = phi.map_or(skew, |phi| skew.turned_z(phi));
            nodes[joint.parent].skew.add(&skew.moved(place));
        }
        n = out(tilted, theta, n);
        f = out(tilted, theta, f);
        let parent = &mut nodes[joint.parent];
        parent.inertia = parent.inertia.plus(ia.moved(place));
        parent.n += n + place.cross(f);
        parent.f += f;
    }
    Ok(())
}

/// Computes the accelerations of the joints, from the root's in its node to the tips.
pub(super) fn follow(model: &Model, ws: &Workspace, nodes: &mut [Node], qdd: &mut [f64]) {
    for (i, joint) in model.joint_frames().iter().enumerate() {
        let body = &ws.ones[i + 1];
        let (above_a, above_b) = (nodes[joint.parent].a, nodes[joint.parent].b);
        let node = &mut nodes[i + 1];
        let (tilted, theta) = (ws.tilts[i + 1], body.theta);
        let mut a = back(tilted, theta, above_a) + node.cw;
        let mut b = back(tilted, theta, above_b + above_a.cross(body.place)) + node.cv;
        let along = (node.u - node.wn.dot(a) - node.wf.dot(b)) * node.d_inverse;
        let [turns, slides] = joint.freedom.along(joint.kind);
        a.z += turns * along;
        b.z += slides * along;
        (node.a, node.b) = (a, b);
        qdd[i] = along / joint.scale;
    }
}

/// Adds to (a; b) the contribution of a body's joint: its own rate `along`, and the products of the body's velocity (w; v) with
/// `rate`.
pub(super) fn add_along(
    joint: &Joint,
    (w, v): (Vec3<f64>, Vec3<f64>),
    rate: f64,
    along: f64,
    a: &mut Vec3<f64>,
    b: &mut Vec3<f64>,
) {
    let [turns, slides] = joint.freedom.along(joint.kind);
    let (turn, slide) = (along_z(turns * rate), along_z(slides * rate));
    *a += w.cross(turn) + along_z(turns * along);
    *b += v.cross(turn) + w.cross(slide) + along_z(slides * along);
}

/// Returns S of a joint in the axes of its body, about its origin: (angular; linear), times the length of the axis.
pub(super) fn subspace(joint: &Joint) -> [Vector3<f64>; 2] {
    let [turns, slides] = joint.freedom.along(joint.kind);
    [
        Vector3::z() * (turns * joint.scale),
        Vector3::z() * (slides * joint.scale),
    ]
}

/// Returns phi and alpha of each body's joint, if the model has joints other than single axes.
pub(super) fn tilts(model: &Model) -> Vec<Tilt> {
    if !model.is_general() {
        return Vec::new();
    }
    let own = model.joint_frames().iter().map(|j| (j.phi, j.alpha));
    let mut tilts = vec![(None, super::algebra::STRAIGHT)];
    tilts.extend(own);
    tilts
}

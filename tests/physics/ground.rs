//! A box on the ground: its depth, its bounce, and the forces on it.

use crate::physics::rig::*;
use corpus::contact::{FrictionInput, Touch};
use corpus::session::{Common, Observer, Quiet, Stage};
use nalgebra::Vector3;
use std::ops::ControlFlow;

/// A box of 0.2 x 0.2 x 0.1 m, 4 kg.
const BOX: &str = "addcorpus c\nget o from unit_cube\nscale o 0.2 0.2 0.1\naddbody b o 0 0 1 rotary 1000\nsetroot b\n\
    corpusinit\nground on\ngrav on\n";
const HALF: [f64; 3] = [0.1, 0.1, 0.05];
const G: f64 = 9.8;

/// Records a value after each frame.
struct Log<T> {
    read: fn(&Stage) -> T,
    kept: Common<Vec<T>>,
}

impl<T: Send> Observer for Log<T> {
    fn print(&mut self, _line: &str) {}

    fn frame(&mut self, stage: &Stage) -> ControlFlow<()> {
        self.kept.lock().push((self.read)(stage));
        ControlFlow::Continue(())
    }
}

fn logged<T: Clone + Send + 'static>(script: &str, read: fn(&Stage) -> T) -> Vec<T> {
    let kept = Common::new(vec![]);
    let observer = Log {
        read,
        kept: kept.clone(),
    };
    run_watched(script, Box::new(observer));
    kept.take()
}

fn height_of_base(stage: &Stage) -> f64 {
    stage.world.corpora[0].y[2] - HALF[2]
}

#[test]
fn a_box_sinks_to_where_the_springs_carry_it() {
    // At rest the restitution ramp is half-way: its factor is (1 + e) / 2. Four corners carry.
    let exponential = (1.0 + G / (4.0 * 0.75 * 17.5)).ln() / 3000.0;
    let cases = [
        ("", exponential),
        ("grounde 1\n", (1.0 + G / (4.0 * 17.5)).ln() / 3000.0),
        ("groundea 0\ngroundk 2000\n", G / (4.0 * 0.75 * 2000.0)),
        (
            "groundea 0\ngroundk 2000\ngroundscale body\n",
            G / (4.0 * 0.75 * 2000.0),
        ),
        (
            "groundea 0\ngroundk 2000\ngroundscale none\n",
            4.0 * G / (4.0 * 0.75 * 2000.0),
        ),
    ];
    for (ground, depth) in cases {
        let settle = "rest 0\ngroundb 30\ngo 4s\n";
        for method in ["implicit", "rkf\neps 1e-8"] {
            let session = run(&format!(
                "{BOX}{ground}{settle}integration {method}\ngo 0.2s"
            ));
            let found = -height_of_base(session.here());
            assert!(
                (found - depth).abs() < 1e-5 * depth,
                "{ground}{method}: {found:e} {depth:e}"
            );
        }
    }
}

#[test]
fn a_level_box_at_rest_does_not_creep() {
    for method in ["implicit", "rkf\neps 1e-6"] {
        let mut session = run(&format!("{BOX}rest 1mm\ngo 1s\nintegration {method}"));
        let before = state(&session);
        go_on(&mut session, "go 1s");
        let apart = distance(&before[..7], &state(&session)[..7]);
        assert!(apart < 1e-9, "{method}: {apart:e}");
    }
}

#[test]
fn a_sliding_box_stops_where_friction_has_eaten_its_energy() {
    let depth = (1.0 + G / (4.0 * 0.75 * 17.5)).ln() / 3000.0;
    for (v, mu) in [(0.5, 0.7), (0.3, 0.2)] {
        // Above the slip speed vs the deceleration is mu g; below it the speed decays over vs^2 / (mu g).
        let vs: f64 = 0.01;
        let way = (v * v - vs * vs) / (2.0 * mu * G) + vs * vs / (mu * G);
        for (method, within) in [("rkf\neps 1e-7", 3e-3), ("implicit", 5e-3)] {
            let session = run(&format!(
                "{BOX}groundfric {mu}\nrest {}\naddv b {v} 0 0 0 0 0\nintegration {method}\ngo 0.5s",
                -depth
            ));
            let y = state(&session);
            assert!(
                (y[0] - way).abs() < within * way,
                "{method}: {} {way}",
                y[0]
            );
            assert!(y[1].abs() < 1e-9 && y[3] > 1.0 - 1e-9, "{y:?}");
        }
    }
}

/// The spring returns the part e of the energy stored in it, including the weight's work down to the deepest point.
#[test]
fn a_dropped_box_bounces_to_e_of_its_height() {
    let drop = 0.05;
    for (ground, potential) in [
        (
            "groundea 0\ngroundk 1e5\n",
            (|d| 4.0 * 0.5 * 1e5 * d * d) as fn(f64) -> f64,
        ),
        ("groundea 5\ngroundeB 2000\n", |d| {
            4.0 * 5.0 * ((2000.0 * d).exp_m1() / 2000.0 - d)
        }),
    ] {
        // The depth at which the spring has all the energy, by bisection.
        let (mut low, mut high) = (0.0, 0.01);
        for _ in 0..60 {
            let d = 0.5 * (low + high);
            if potential(d) < G * (drop + d) {
                low = d
            } else {
                high = d
            }
        }
        for e in [0.3, 0.5, 0.8, 1.0] {
            let heights = logged(
                &format!(
                    "{BOX}{ground}grounde {e}\nrest {drop}\ndt 0.1ms\nintegration rkf\neps 1e-7\ngo 0.3s"
                ),
                height_of_base,
            );
            let deepest = (0..heights.len())
                .min_by(|a, b| heights[*a].total_cmp(&heights[*b]))
                .unwrap();
            // Up to the next fall.
            let rebound = heights[deepest..]
                .windows(2)
                .find(|w| w[1] < w[0])
                .map_or(f64::NAN, |w| w[0]);
            let expected = e * (drop + low) - low;
            assert!(
                (rebound - expected).abs() < 5e-3 * expected,
                "{ground}e {e}: {rebound} {expected}"
            );
        }
    }
}

/// Returns force and moment about the world's origin by the ground's law for the state, computed without the world's own
/// pipeline; and the momenta.
fn push_and_momentum(stage: &Stage) -> [Vector3<f64>; 4] {
    let corpus = &stage.world.corpora[0];
    let (rotation, origin) = corpus.root_pose();
    let layout = corpus.layout();
    let part = |range: std::ops::Range<usize>| Vector3::from_column_slice(&corpus.y[range]);
    let (w, v) = (part(layout.omega()), part(layout.v()));
    let (mut force, mut moment) = (Vector3::zeros(), Vector3::zeros());
    for corner in 0..8 {
        let side = |axis: usize| {
            if corner >> axis & 1 == 0 {
                HALF[axis]
            } else {
                -HALF[axis]
            }
        };
        let point = Vector3::new(side(0), side(1), side(2));
        let at = origin + rotation * point;
        if at.z >= 0.0 {
            continue;
        }
        let touch = Touch {
            depth: -at.z,
            normal: rotation.row(2).transpose(),
            velocity: v + w.cross(&point),
            scale: 4.0,
            friction_input: Some(FrictionInput::plain(4.0)),
        };
        let f = rotation * stage.world.ground.push(&touch).force.force;
        force += f;
        moment += at.cross(&f);
    }
    let motion = motion_of(corpus);
    let weight = Vector3::new(0.0, 0.0, -4.0 * G);
    let angular = motion.angular_about(Vector3::zeros());
    [
        force + weight,
        moment + motion.centre.cross(&weight),
        motion.linear,
        angular,
    ]
}

#[test]
fn momentum_changes_by_the_impulse_of_the_ground_and_weight() {
    let dt = 2e-5;
    let log = logged(
        &format!(
            "{BOX}groundfriction slide\nrotate o x 30\nrotate o y 20\nsetrootpos\nrest 2mm\naddv b 0.4 -0.2 -0.5 1 -2 3\ndt {dt}\n\
             integration rkf\neps 1e-7\ngo 0.15s"
        ),
        push_and_momentum,
    );
    let mut impulse = [Vector3::zeros(); 2];
    for pair in log.windows(2) {
        for (sum, k) in impulse.iter_mut().zip([0, 1]) {
            *sum += (pair[0][k] + pair[1][k]) * (0.5 * dt);
        }
    }
    let (first, last) = (log[0], log[log.len() - 1]);
    for (k, impulse) in impulse.iter().enumerate() {
        let change = last[k + 2] - first[k + 2];
        assert!(change.norm() > 0.1, "hardly touched: {change}");
        let apart = (change - impulse).norm();
        assert!(apart < 1e-4 * change.norm(), "{k}: {change} {impulse}");
    }
}

#[test]
fn friction_takes_the_spin_and_never_turns_it_round() {
    fn spin(stage: &Stage) -> f64 {
        let corpus = &stage.world.corpora[0];
        corpus.y[corpus.layout().omega().start + 2]
    }
    let log = logged(
        &format!("{BOX}groundfriction slide\nrest 0\naddv b 0 0 0 0 0 6\ngo 1s"),
        spin,
    );
    assert!(log.windows(2).all(|w| w[1] <= w[0] + 1e-9));
    assert!(log[log.len() - 1].abs() < 1e-3, "{}", log[log.len() - 1]);
    // Without friction it spins on.
    let free = run_watched(
        &format!("{BOX}groundfric 0\nrest 0\naddv b 0 0 0 0 0 6\ngo 1s"),
        Box::new(Quiet),
    );
    assert!((spin(free.here()) - 6.0).abs() < 1e-6);
}

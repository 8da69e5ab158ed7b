//! Joints of every kind, through scripts.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use corpus::session::{Mode, Quiet, Reading, Session};
use nalgebra::{Matrix3, UnitQuaternion, Vector3};

fn run(script: &str) -> Session {
    let mut session = corpus::commands::session(Mode::Run, Box::new(Quiet));
    let done = session.run_text("test", script);
    assert!(done.is_ok(), "{:#?}", session.diagnostics);
    session.observe();
    session
}

#[track_caller]
fn number(session: &Session, path: &str) -> f64 {
    match session.quantity(path) {
        Ok(Reading::Number(x, _)) => x,
        other => panic!("{path}: {other:?}"),
    }
}

/// Codes and messages of the reports of a script.
fn reports(script: &str) -> Vec<String> {
    let mut session = corpus::commands::session(Mode::Check, Box::new(Quiet));
    let _ = session.run_text("test", script);
    let told = session.diagnostics.iter();
    told.map(|report| format!("{} {}", report.code, report.message))
        .collect()
}

/// A bar of 0.2 x 0.3 x 1 m and 2 kg that hangs by one end on a post, by the joint that `kind` makes.
fn on_post(kind: &str) -> String {
    format!(
        "addcorpus c\nget p from unit_cube\naddbody post p 0 0 1 rotary 1000\n\
         get o from unit_cube\nscale o 0.2 0.3 1\nmove o 0 0 0.5\naddbody arm o axis=[0 0 1] joint=rotary mass=2kg\n\
         {kind}linkbodies post arm\nsetroot post fixed\ncorpusinit\n"
    )
}

/// What a rigid body about a fixed point does, by its own equations: quaternion and angular velocity in its axes.
struct Top {
    turn: UnitQuaternion<f64>,
    omega: Vector3<f64>,
    inertia: Matrix3<f64>,
    /// Mass times the centre, in its axes.
    first: Vector3<f64>,
}

impl Top {
    /// The bar of [`on_post`] about its end; `across` is its extent along y.
    fn bar(turn: UnitQuaternion<f64>, omega: Vector3<f64>, across: f64) -> Top {
        let (m, x, y, z) = (2.0, 0.2 * 0.2, across * across, 1.0);
        let inertia = Vector3::new(
            m * (y + z) / 12.0 + m * 0.25,
            m * (x + z) / 12.0 + m * 0.25,
            m * (x + y) / 12.0,
        );
        Top {
            turn,
            omega,
            inertia: Matrix3::from_diagonal(&inertia),
            first: Vector3::new(0.0, 0.0, m * 0.5),
        }
    }

    fn weight(&self) -> Vector3<f64> {
        self.turn.inverse() * Vector3::new(0.0, 0.0, -9.8)
    }

    /// Euler's equations with the moment of weight, a spring and what else is given; and the motion for h by RK4 in the Lie
    /// algebra of the turn.
    fn step(
        &mut self,
        h: f64,
        moment: impl Fn(&UnitQuaternion<f64>, &Vector3<f64>) -> Vector3<f64>,
    ) {
        let start = self.turn;
        let slope = |theta: &Vector3<f64>, omega: &Vector3<f64>| {
            let turn = start * UnitQuaternion::from_scaled_axis(*theta);
            let weight = self
                .first
                .cross(&(turn.inverse() * Vector3::new(0.0, 0.0, -9.8)));
            let torque = weight + moment(&turn, omega) - omega.cross(&(self.inertia * omega));
            let around = theta.cross(omega);
            let rate = omega + around / 2.0 + theta.cross(&around) / 12.0;
            (rate, self.inertia.try_inverse().unwrap() * torque)
        };
        let zero = Vector3::zeros();
        let w = self.omega;
        let (a1, b1) = slope(&zero, &w);
        let (a2, b2) = slope(&(a1 * h / 2.0), &(w + b1 * h / 2.0));
        let (a3, b3) = slope(&(a2 * h / 2.0), &(w + b2 * h / 2.0));
        let (a4, b4) = slope(&(a3 * h), &(w + b3 * h));
        let theta = (a1 + (a2 + a3) * 2.0 + a4) * (h / 6.0);
        self.turn = start * UnitQuaternion::from_scaled_axis(theta);
        self.omega += (b1 + (b2 + b3) * 2.0 + b4) * (h / 6.0);
    }

    fn energy(&self) -> f64 {
        self.omega.dot(&(self.inertia * self.omega)) / 2.0 - self.first.dot(&self.weight())
    }

    /// About the vertical.
    fn momentum(&self) -> f64 {
        (self.turn * (self.inertia * self.omega)).z
    }

    /// How far another turn and rate are from it.
    fn apart(&self, turn: &UnitQuaternion<f64>, omega: &Vector3<f64>) -> f64 {
        self.turn.angle_to(turn).max((self.omega - omega).norm())
    }
}

/// Orientation and rates of the arm.
fn arm(session: &Session) -> (UnitQuaternion<f64>, Vector3<f64>) {
    let q = ["w", "x", "y", "z"].map(|part| number(session, &format!("arm.joint_q{part}")));
    let turn = nalgebra::Quaternion::new(q[0], q[1], q[2], q[3]);
    assert!((turn.norm() - 1.0).abs() < 1e-14);
    let omega = ["x", "y", "z"].map(|part| number(session, &format!("arm.r{part}.dq")));
    (UnitQuaternion::new_normalize(turn), omega.into())
}

/// The arm lies flat, turned by a quarter about y: there the first and third of three hinges x, y, z fall together.
const LOCKED: &str = "joint arm.ry q 90deg\njoint arm.rx dq 1.5\njoint arm.ry dq -0.7\njoint arm.rz dq 12\ngrav on\n";

fn locked() -> UnitQuaternion<f64> {
    UnitQuaternion::from_scaled_axis(Vector3::new(0.0, std::f64::consts::FRAC_PI_2, 0.0))
}

#[test]
fn a_heavy_top_goes_through_where_three_hinges_lock() {
    for across in [0.2, 0.3] {
        let script =
            on_post("jointkind arm ball\n").replace("0.2 0.3 1", &format!("0.2 {across} 1"));
        let session = run(&format!(
            "{script}{LOCKED}integration rkf\ntolerance 1e-12\ngo 2s"
        ));
        let (turn, omega) = arm(&session);
        let mut top = Top::bar(locked(), Vector3::new(1.5, -0.7, 12.0), across);
        let (energy, momentum, spin) = (top.energy(), top.momentum(), top.omega.z);
        for _ in 0..40_000 {
            top.step(5e-5, |_, _| Vector3::zeros());
        }
        let apart = top.apart(&turn, &omega);
        println!("apart by {apart:.1e}");
        assert!(apart < 1e-9, "{across}: {apart:e}");
        // The integrals of the motion, of what the session has come to.
        let found = Top { turn, omega, ..top };
        assert!(
            (found.energy() - energy).abs() < 1e-9 * energy.abs(),
            "{} {energy}",
            found.energy()
        );
        assert!(
            (found.momentum() - momentum).abs() < 1e-9,
            "{} {momentum}",
            found.momentum()
        );
        if across == 0.2 {
            // Lagrange's top keeps its spin.
            assert!((omega.z - spin).abs() < 1e-9, "{} {spin}", omega.z);
        }
    }
}

/// Every method comes to the same, as near as it is exact.
#[test]
fn every_method_turns_a_ball() {
    let mut top = Top::bar(locked(), Vector3::new(1.5, -0.7, 12.0), 0.3);
    for _ in 0..10_000 {
        top.step(5e-5, |_, _| Vector3::zeros());
    }
    for (method, allowed) in [
        ("auto\ntolerance 1e-6", 2e-4),
        ("implicit\nh 0.02ms", 2e-2),
        ("euler\nh 0.02ms", 2e-2),
        ("rkfixed\nh 0.5ms", 1e-7),
        ("rkvar\ntolerance 1e-9", 1e-6),
        ("rkf\ntolerance 1e-12", 1e-10),
    ] {
        let script = on_post("jointkind arm ball\n");
        let session = run(&format!("{script}{LOCKED}integration {method}\ngo 0.5s"));
        let (turn, omega) = arm(&session);
        let apart = top.apart(&turn, &omega);
        println!("{method}: {apart:.1e}");
        assert!(apart < allowed, "{method}: {apart:e}");
    }
}

/// A spring that differs along the three axes, far from rest: its moment is the slope of its energy.
#[test]
fn springs_of_a_ball_keep_energy_and_dampers_take_it() {
    let springs =
        "joint arm.* spring linear\njoint arm.rx k 30\njoint arm.ry k 80\njoint arm.rz k 5\n";
    let script = on_post("jointkind arm ball\n");
    let energies = |more: &str| {
        let begin = format!("{script}{LOCKED}{springs}{more}integration rkf\ntolerance 1e-12\n");
        let [before, after] = ["", "go 1s"].map(|go| {
            let mut session = run(&format!("{begin}{go}"));
            let world = &mut session.here_mut().world;
            let (time, gravity) = (world.time, world.acting_gravity());
            world.corpora[0].energy(time, gravity)
        });
        (before, after)
    };
    let (before, after) = energies("");
    assert!((after - before).abs() < 1e-8 * before, "{before} {after}");
    let (before, after) = energies("joint arm.* spring linear+damper\njoint arm.* b 2\n");
    assert!(after < before - 1.0, "{before} {after}");
}

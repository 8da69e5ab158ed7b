//! Joints of every kind, through scripts.

use crate::support::{go_on, number, reports, run};
use corpus::session::{RunReport, Session};
use nalgebra::{Matrix3, UnitQuaternion, Vector3};

/// Returns a bar of 0.2 x 0.3 x 1 m and 2 kg that hangs by one end on a post, with the joint that `kind` makes.
fn on_post(kind: &str) -> String {
    format!(
        "addcorpus c\nget p from unit_cube\naddbody post p 0 0 1 rotary 1000\n\
         get o from unit_cube\nscale o 0.2 0.3 1\nmove o 0 0 0.5\naddbody arm o axis=[0 0 1] joint=rotary mass=2kg\n\
         {kind}linkbodies post arm\nsetroot post\ncorpusinit\nrootmotion fixed\n"
    )
}

/// State of a rigid body about a fixed point, by its own equations: quaternion and angular velocity in its axes.
struct Top {
    turn: UnitQuaternion<f64>,
    omega: Vector3<f64>,
    inertia: Matrix3<f64>,
    /// Mass times the centre of mass, in its axes.
    first: Vector3<f64>,
}

impl Top {
    /// Returns the bar of [`on_post`] about its end; `across` is its extent along y.
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

    /// Advances by h by Euler's equations with the moment of weight, a spring and a given moment, by RK4 in the Lie algebra of
    /// the rotation.
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

    /// Returns the angular momentum about the vertical.
    fn momentum(&self) -> f64 {
        (self.turn * (self.inertia * self.omega)).z
    }

    /// Returns the difference of another orientation and rate from it.
    fn apart(&self, turn: &UnitQuaternion<f64>, omega: &Vector3<f64>) -> f64 {
        self.turn.angle_to(turn).max((self.omega - omega).norm())
    }
}

/// Returns orientation and rates of the arm.
fn arm(session: &Session) -> (UnitQuaternion<f64>, Vector3<f64>) {
    let q = ["w", "x", "y", "z"].map(|part| number(session, &format!("arm.joint_q{part}")));
    let turn = nalgebra::Quaternion::new(q[0], q[1], q[2], q[3]);
    assert!((turn.norm() - 1.0).abs() < 1e-14);
    let omega = ["x", "y", "z"].map(|part| number(session, &format!("arm.r{part}.dq")));
    (UnitQuaternion::new_normalize(turn), omega.into())
}

/// The arm is horizontal, rotated by a quarter turn about y: there the first and third of three hinges x, y, z would coincide.
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
        // The integrals of the motion, for the final state of the session.
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

/// All methods agree, within their accuracy.
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

/// A spring with different stiffness along the three axes, far from rest: its moment is the slope of its energy.
#[test]
fn springs_of_a_ball_keep_energy_and_dampers_take_it() {
    let springs =
        "joint arm.* spring linear\njoint arm.rx k 30\njoint arm.ry k 80\njoint arm.rz k 5\n";
    let script = on_post("jointkind arm ball\n");
    let energies = |more: &str| {
        let begin = format!(
            "{script}{LOCKED}joint arm.rz dq 1\n{springs}{more}integration rkf\neps 1e-10\n"
        );
        let [before, after] = ["", "go 1s"].map(|go| {
            let mut session = run(&format!("{begin}{go}"));
            let world = &mut session.here_mut().world;
            let (time, gravity) = (world.time, world.gravity.direction * world.gravity.strength);
            world.corpora[0].energy(time, gravity)
        });
        (before, after)
    };
    let (before, after) = energies("");
    assert!((after - before).abs() < 1e-8 * before, "{before} {after}");
    let (before, after) = energies("joint arm.* spring linear+damper\njoint arm.* b 2\n");
    assert!(after < before - 1.0, "{before} {after}");
}

/// A rotation vector changes its direction at half a turn. Springs that are not symmetric about zero, and a stop, had another energy after that.
#[test]
fn springs_and_stops_of_a_ball_keep_energy_through_half_a_turn() {
    let script = on_post("jointkind arm ball\n");
    let begin = format!(
        "{script}joint arm.* spring linear\njoint arm.rx k 3\njoint arm.ry k 8\njoint arm.rz k 5\njoint arm.ry kq 40deg\n\
         joint arm.rz spring linear+limits\njoint arm.rz qmin -10deg\njoint arm.rz qmax 60deg\njoint arm.rz lk 50\njoint arm.rz lb 0\n\
         joint arm.rx dq 3\njoint arm.ry dq 13\njoint arm.rz dq -2\ndt 5ms\n"
    );
    for (method, allowed) in [("rkf\neps 1e-10", 1e-7), ("auto", 5e-3)] {
        let mut session = run(&format!("{begin}integration {method}\n"));
        let energy = |session: &mut Session| {
            let world = &mut session.here_mut().world;
            let (time, gravity) = (world.time, Vector3::zeros());
            world.corpora[0].energy(time, gravity)
        };
        let first = energy(&mut session);
        let place = |session: &Session| {
            Vector3::from(["x", "y", "z"].map(|axis| number(session, &format!("arm.r{axis}"))))
        };
        let (mut last, mut turns) = (place(&session), 0);
        for _ in 0..400 {
            go_on(&mut session, "go 1");
            let now = place(&session);
            turns += u32::from(now.dot(&last) < -1.0);
            last = now;
        }
        let part = energy(&mut session) / first - 1.0;
        println!("{method}: {part:e} after {turns} half turns");
        assert!(turns > 2, "{turns}");
        assert!(part.abs() < allowed, "{method}: {part:e}");
    }
}

const ARM: &str = "joint arm spring none\n";

#[test]
fn a_torque_at_a_ball_is_a_moment_about_the_axis_of_the_body() {
    let script = on_post("jointkind arm ball\n")
        + "joint arm.rx dq 1\njoint arm.ry dq -2\ntorque arm.rz 0.2\nintegration rkf\neps 1e-8\n";
    let session = run(&(script + "go 0.5s\n"));
    // By its own equations, with the moment in its axes.
    let mut top = Top::bar(
        UnitQuaternion::identity(),
        Vector3::new(1.0, -2.0, 0.0),
        0.3,
    );
    top.first = Vector3::zeros();
    let (h, mut work) = (1e-5, 0.0);
    for _ in 0..50_000 {
        let before = top.omega.z;
        top.step(h, |_, _| Vector3::new(0.0, 0.0, 0.2));
        work += 0.2 * 0.5 * (before + top.omega.z) * h;
    }
    let (turn, omega) = arm(&session);
    assert!(
        top.apart(&turn, &omega) < 1e-7,
        "{}",
        top.apart(&turn, &omega)
    );
    assert!((number(&session, "world.work.motors") - work).abs() < 1e-9);
    assert!(number(&session, "world.work.numbers").abs() < 1e-9);
}

#[test]
fn degrees_of_a_joint_whose_kind_is_mistaken_are_not_reported() {
    let script = on_post("jointkind arm ball 0 0 1\n")
        + "joint arm.rx dry 0.2\nmotor arm.rz etarget 30deg 1s\n";
    let found = reports(&script);
    assert_eq!(found, ["E091 a joint of kind ball has no axis"]);
}

#[test]
fn kinds_take_what_they_need_and_nothing_else() {
    let made = on_post("KIND\n");
    let told = |kind: &str, more: &str| reports(&(made.replace("KIND", kind) + more));
    for (kind, more, expected) in [
        (
            "jointkind arm ball axis=[0 0 1]",
            "",
            "a joint of kind ball has no axis",
        ),
        ("jointkind arm screw", "", "the screw of `arm` has no pitch"),
        (
            "jointkind arm ball pitch=5mm",
            "",
            "a joint of kind ball has no pitch",
        ),
        (
            "jointkind arm universal",
            "",
            "the universal joint of `arm` has only one axis",
        ),
        (
            "jointkind arm universal second=[0 0 2]",
            "",
            "the two axes of the universal joint of `arm` are parallel",
        ),
        (
            "jointkind arm weld",
            "joint arm k 5",
            "the joint of `arm` is a weld, which does not move",
        ),
        (
            "jointkind arm ball",
            "joint arm k 5",
            "the joint of `arm` is of kind ball and has 3 degrees of freedom",
        ),
        (
            "jointkind arm ball",
            "setjointp arm 0 0 1",
            "the joint of `arm` is of kind ball and has 3 degrees of freedom",
        ),
        (
            "jointkind arm screw pitch=1mm",
            "setjointp arm 0 0 1",
            "the joint of `arm` is of kind screw, whose axes cannot change",
        ),
        (
            "jointkind arm ball\naddjoint arm 0 1 0 rotary",
            "",
            "the joint of `arm` is of kind ball, which `addjoint` cannot extend",
        ),
        (
            "jointkind post weld",
            "",
            "the root `post` was given a joint of kind weld, which only `rootmotion jointed` uses",
        ),
        (
            "jointkind arm rotary",
            "range arm 30deg -30deg",
            "the range of `arm` is reversed: its lower end 0.523599 rad is not below its upper end -0.523599 rad",
        ),
    ] {
        let found = told(kind, more);
        assert!(
            found.first().is_some_and(|first| first.ends_with(expected)),
            "{kind}: {found:?}"
        );
    }
    let zero = told("jointkind arm rotary axis=[0 0 0]", "");
    assert!(zero[0].starts_with("E045"), "{zero:?}");
    assert!(
        told(
            "jointkind arm ball",
            "range arm.rz -30deg 30deg\njoint arm.* b 1\njoint arm.rx k 1mN*m/deg"
        )
        .is_empty()
    );
    assert!(
        told(
            "jointkind arm cylindrical",
            "joint arm.slide q 3mm\njoint arm.turn q 3deg"
        )
        .is_empty()
    );
}

#[track_caller]
fn near<const N: usize>(found: [f64; N], expected: [f64; N]) {
    let apart = found.iter().zip(&expected).map(|(a, b)| (a - b).abs());
    assert!(apart.fold(0.0, f64::max) < 1e-14, "{found:?} {expected:?}");
}

#[track_caller]
fn near_one(found: f64, expected: f64) {
    near([found], [expected]);
}

/// Positions, rates and poses of the kinds that are chains of single axes.
#[test]
fn degrees_move_as_their_names_say() {
    let placed = |kind: &str, lines: &str| run(&format!("{}{lines}", on_post(kind)));
    let session = placed(
        "jointkind arm screw pitch=6mm\n",
        "joint arm q 90deg\njoint arm dq 2",
    );
    assert!((number(&session, "arm.z") - 1.5e-3).abs() < 1e-15);
    assert!((number(&session, "arm.vel.z") - 2.0 * 6e-3 / std::f64::consts::TAU).abs() < 1e-15);
    assert!((number(&session, "arm.twist") - std::f64::consts::FRAC_PI_2).abs() < 1e-14);

    let session = placed(
        "jointkind arm cylindrical axis=[1 0 0]\n",
        "joint arm.slide q 3cm\njoint arm.turn q 20deg",
    );
    near_one(number(&session, "arm.x"), 0.03);
    assert!((number(&session, "arm.roll") - 20f64.to_radians()).abs() < 1e-14);
    near_one(number(&session, "arm.slide"), 0.03);

    let session = placed(
        "jointkind arm planar axis=[0 0 1]\n",
        "joint arm.slide1 q 3cm\njoint arm.slide2 q 4cm\njoint arm.turn q 1",
    );
    near(
        [
            number(&session, "arm.x"),
            number(&session, "arm.y"),
            number(&session, "arm.z"),
        ],
        [0.03, 0.04, 0.0],
    );
    assert!((number(&session, "arm.yaw") - 1.0).abs() < 1e-14);

    let session = placed(
        "jointkind arm universal axis=[1 0 0] second=[0 1 0]\n",
        "joint arm.q1 q 0.3\njoint arm.q2 q 0.4\njoint arm.q2 dq 2",
    );
    let turn = UnitQuaternion::from_scaled_axis(Vector3::x() * 0.3)
        * UnitQuaternion::from_scaled_axis(Vector3::y() * 0.4);
    let found = ["w", "x", "y", "z"].map(|part| number(&session, &format!("arm.joint_q{part}")));
    let found = nalgebra::Quaternion::new(found[0], found[1], found[2], found[3]);
    assert!((found - *turn.quaternion()).norm() < 1e-14);
    near_one(number(&session, "c.arm.q2.dq"), 2.0);

    let session = placed(
        "jointkind arm free\n",
        "joint arm.sx q 1\njoint arm.sz q -2\njoint arm.rz q 0.5\njoint arm.sy dq 3",
    );
    near(
        [
            number(&session, "arm.x"),
            number(&session, "arm.z"),
            number(&session, "arm.vel.y"),
        ],
        [1.0, -2.0, 3.0],
    );
    assert!((number(&session, "arm.yaw") - 0.5).abs() < 1e-14);

    let session = placed(
        "addjoint arm 1 0 0 rotary\naddjoint arm 0 0 1 sliding\n",
        "joint arm.q1 q 0.2\njoint arm.q2 q 0.3\njoint arm.q3 q 0.5",
    );
    let axes = UnitQuaternion::from_scaled_axis(Vector3::z() * 0.2)
        * UnitQuaternion::from_scaled_axis(Vector3::x() * 0.3);
    let end = axes * Vector3::z() * 0.5;
    assert!(
        (number(&session, "arm.y") - end.y).abs() < 1e-15
            && (number(&session, "arm.z") - end.z).abs() < 1e-15
    );

    let session = placed("jointkind arm weld\n", "grav on\ngo 0.2s");
    near(
        [number(&session, "arm.z"), number(&session, "arm.swing")],
        [0.0, 0.0],
    );

    let session = placed("jointkind arm ball\n", "joint arm.rz q 0.6\n");
    assert!(
        (number(&session, "arm.twist") - 0.6).abs() < 1e-14
            && number(&session, "arm.swing").abs() < 1e-14
    );
    let session = placed("jointkind arm ball\n", "joint arm.rx q 0.7\n");
    assert!(
        (number(&session, "arm.swing") - 0.7).abs() < 1e-14
            && number(&session, "arm.twist").abs() < 1e-14
    );
}

/// A body on a free joint falls and tumbles as one without a parent.
#[test]
fn a_free_joint_leaves_a_body_free() {
    let moves = "grav on\nintegration rkf\ntolerance 1e-12\n";
    let session = run(&format!(
        "{}joint arm.rx dq 3\njoint arm.ry dq 5\njoint arm.rz dq -2\njoint arm.sx dq 0.5\n{moves}go 1s",
        on_post("jointkind arm free\n")
    ));
    let mut top = Top::bar(
        UnitQuaternion::identity(),
        Vector3::new(3.0, 5.0, -2.0),
        0.3,
    );
    // About its centre, without weight.
    let (x, y) = (top.inertia.m11 - 0.5, top.inertia.m22 - 0.5);
    top.inertia = Matrix3::from_diagonal(&Vector3::new(x, y, top.inertia.m33));
    top.first = Vector3::zeros();
    let origin = Vector3::new(0.0, 0.0, -0.5);
    let velocity = Vector3::new(0.5, 0.0, 0.0) - top.omega.cross(&origin);
    for _ in 0..20_000 {
        top.step(5e-5, |_, _| Vector3::zeros());
    }
    let (turn, omega) = arm(&session);
    assert!(
        top.apart(&turn, &omega) < 1e-9,
        "{:e}",
        top.apart(&turn, &omega)
    );
    let centre = Vector3::new(0.0, 0.0, 0.5) + velocity - Vector3::z() * 4.9;
    let expected = centre + top.turn * origin;
    for (axis, expected) in ["x", "y", "z"].iter().zip(&expected) {
        let found = number(&session, &format!("arm.{axis}"));
        assert!(
            (found - expected).abs() < 1e-9,
            "{axis}: {found} {expected}"
        );
    }
}

/// Saved, marked and dumped states are restored to the same bits.
#[test]
fn states_of_balls_come_back() {
    let begin = format!("{}{LOCKED}", on_post("jointkind arm ball\n"));
    let there = run(&format!(
        "{begin}go 0.2s\nmark here\ngo 0.3s\nrewind here\ngo 0.3s"
    ));
    let straight = run(&format!("{begin}go 0.2s\ngo 0.3s"));
    let bits = |session: &Session| {
        session.here().world.corpora[0]
            .y
            .iter()
            .map(|x| x.to_bits())
            .collect::<Vec<_>>()
    };
    assert_eq!(bits(&there), bits(&straight));
    assert!(
        there.here().world.corpora[0]
            .names
            .contains(&"arm.rx".to_owned())
    );
}

/// The image of a branch with balls, screws and universal joints moves as the mirror image.
#[test]
fn mirrored_joints_are_images() {
    for (kind, set, image) in [
        (
            "jointkind arm_l ball",
            "joint arm_l.rx q 0.3\njoint arm_l.ry q 0.5\njoint arm_l.rz q 0.2",
            "joint arm_r.rx q -0.3\njoint arm_r.ry q 0.5\njoint arm_r.rz q -0.2",
        ),
        (
            "jointkind arm_l screw pitch=5cm",
            "joint arm_l q 0.7",
            "joint arm_r q 0.7",
        ),
        (
            "jointkind arm_l universal second=[1 1 0]",
            "joint arm_l.q1 q 0.7\njoint arm_l.q2 q 0.4",
            "joint arm_r.q1 q 0.7\njoint arm_r.q2 q 0.4",
        ),
    ] {
        let session = run(&format!(
            "addcorpus c\nget p from unit_cube\naddbody post p 0 0 1 rotary 1000\nget arm_l from unit_cube\nscale arm_l 0.2 0.3 1\n\
             move arm_l 0.1 0.3 0.5\naddbody arm_l arm_l axis=[0 0.3 1] joint=rotary mass=2kg\n{kind}\nmove arm_l 0 0.5 0\nlinkbodies post arm_l\n\
             mirror *_l *_r y\nsetroot post\ncorpusinit\nrootmotion fixed\n{set}\n{image}"
        ));
        for (axis, sign) in [("x", 1.0), ("y", -1.0), ("z", 1.0)] {
            let [l, r] = ["l", "r"].map(|side| number(&session, &format!("arm_{side}.com.{axis}")));
            assert!((l - sign * r).abs() < 1e-14, "{kind} {axis}: {l} {r}");
        }
    }
}

#[test]
fn stops_are_stiff_enough_unless_told_otherwise() {
    let push = "range arm -30deg 30deg\njoint arm spring limits+bias\njoint arm bias 75\ngo 2s";
    let session = run(&format!(
        "{}{push}",
        on_post("jointkind arm rotary axis=[1 0 0]\n")
    ));
    let beyond = number(&session, "arm.q").to_degrees() - 30.0;
    println!("75 N m push the stop by {beyond:.3} degrees");
    assert!(beyond > 0.0 && beyond < 0.1, "{beyond}");
    let soft = push.replace("30deg\n", "30deg stiffness=300N*m/rad\n");
    let session = run(&format!(
        "{}{soft}",
        on_post("jointkind arm rotary axis=[1 0 0]\n")
    ));
    let expected = 30.0 + (75.0f64 / 300.0).to_degrees();
    assert!((number(&session, "arm.q").to_degrees() - expected).abs() < 0.05);
}

#[test]
fn a_spring_by_frequency_swings_so_often() {
    let session = run(&format!(
        "{}jointspring arm 2Hz ratio=0\njoint arm q 0.1\nintegration rkf\ntolerance 1e-10\ngo 1s",
        on_post("jointkind arm rotary axis=[1 0 0]\n")
    ));
    assert!(
        (number(&session, "arm.q") - 0.1).abs() < 1e-8,
        "{}",
        number(&session, "arm.q")
    );
    let session = run(&format!(
        "{}jointspring arm 2Hz at=10deg\ngo 2s",
        on_post("jointkind arm rotary axis=[1 0 0]\n")
    ));
    assert!((number(&session, "arm.q") - 10f64.to_radians()).abs() < 1e-4);
}

/// The inertia was that of an axis of length 1: with an axis of length 2 the spring oscillated at half the frequency.
#[test]
fn a_spring_by_frequency_takes_the_length_of_the_axis_into_account() {
    let session = run(
        "addcorpus c\nget a from unit_cube\nget b from unit_cube\nmove b 0.3 0 0\naddbody a a 0 0 1 rotary 1000\n\
         addbody b b 0 2 0 rotary 1000\nlinkbodies a b\nsetroot a\nrootmotion fixed\ncorpusinit\n\
         joint b armature 200\njointspring b 2Hz ratio=0\njoint b q 0.05\nintegration rkf\ntolerance 1e-10\ngo 1s",
    );
    let q = number(&session, "b.q");
    assert!((q - 0.05).abs() < 1e-8, "{q}");
}

/// A wheel that dry friction brings to rest: in the time w I / f, at the default tolerance, and its work is in the account.
#[test]
fn dry_friction_stops_a_joint() {
    let script = format!(
        "{}{ARM}joint arm dry 0.1\njoint arm dq 2\n",
        on_post("jointkind arm rotary axis=[0 0 1]\n")
    );
    let inertia = 2.0 * (0.04 + 0.09) / 12.0;
    let (rate, rest) = (0.1 / inertia, 2.0 * inertia / 0.1);
    let session = run(&format!("{script}go 0.3s"));
    assert!(
        (number(&session, "arm.dq") - (2.0 - rate * 0.3)).abs() < 1e-5,
        "{}",
        number(&session, "arm.dq")
    );
    let session = run(&format!("{script}go 1s"));
    assert!(number(&session, "arm.dq").abs() < 1e-6);
    let expected = rest;
    assert!(
        (number(&session, "arm.q") - expected).abs() < 1e-4,
        "{} {expected}",
        number(&session, "arm.q")
    );
}

/// Values of a ball are copied to the other side with the signs of a mirrored rotation.
#[test]
fn values_of_balls_are_mirrored() {
    let session = run(
        "addcorpus c\nget p from unit_cube\naddbody post p 0 0 1 rotary 1000\nget arm_l from unit_cube\nscale arm_l 0.2 0.3 1\n\
         move arm_l 0.1 0.3 0.5\naddbody arm_l arm_l axis=[0 0 1] joint=rotary mass=2kg\njointkind arm_l ball\nmove arm_l 0 0.5 0\n\
         linkbodies post arm_l\nmirror *_l *_r y\nsetroot post\ncorpusinit\nrootmotion fixed\n\
         joint arm_l.rx q 0.3\njoint arm_l.ry q 0.5\njoint arm_l.rz q 0.2\njoint arm_l.rx k 3\nmirror *_l *_r y",
    );
    let found = ["rx", "ry", "rz"].map(|degree| number(&session, &format!("arm_r.{degree}")));
    near(found, [-0.3, 0.5, -0.2]);
    near_one(number(&session, "arm_r.rx.k"), 3.0);
}

/// Programs set before `corpusinit` kept the number of a degree of freedom, which changed with each body that was added, and `mirror` did
/// not replace names in them.
#[test]
fn programs_set_before_assembly_move_the_named_joints_of_their_own_side() {
    let script = |between: &str| {
        format!(
            "addcorpus c\nget p from unit_cube\naddbody post p 0 0 1 rotary 1000\nget arm_l from unit_cube\n\
             addbody arm_l arm_l 1 0 0 rotary 1000\njointkind arm_l ball\nlinkbodies post arm_l\n\
             get hand_l from unit_cube\naddbody hand_l hand_l 1 0 0 rotary 1000\nlinkbodies arm_l hand_l\nsetroot post\n\
             gait g 2\nswing 0\n  motor arm_l.rx etarget 0.4 *1\n  motor hand_l etarget 0.2 *1\nend\n{between}\
             get more from unit_cube\naddbody more more 1 0 0 rotary 1000\nlinkbodies post more\n\
             corpusinit\ngaitgo\ngo 0.3s"
        )
    };
    let session = run(&script(""));
    let rest = |of: &str| number(&session, &format!("{of}.e_q"));
    near(["arm_l.rx", "hand_l", "more"].map(rest), [0.4, 0.2, 0.0]);
    let session = run(&script("mirror *_l *_r y\n"));
    let rest = |of: &str| number(&session, &format!("{of}.e_q"));
    near(["arm_l.rx", "hand_l", "more"].map(rest), [0.4, 0.2, 0.0]);
    near(
        ["arm_r.rx", "hand_r", "arm_r.ry"].map(rest),
        [-0.4, 0.2, 0.0],
    );
}

/// The slides of a planar joint have mirror images if its axis is one of the frame's.
#[test]
fn mirror_copies_programs_and_values_of_planar_joints_whose_slides_have_images() {
    let script = |axis: &str, last: &str| {
        format!(
            "addcorpus c\nget p from unit_cube\naddbody post p 0 0 1 rotary 1000\nget arm_l from unit_cube\nmove arm_l 0 2 0\n\
             addbody arm_l arm_l 1 0 0 rotary 1000\njointkind arm_l planar axis=[{axis}]\nlinkbodies post arm_l\nsetroot post\n\
             gait g 2\nswing 0\n  motor arm_l.slide2 etarget 0.1 *1\nend\nmirror *_l *_r y\ncorpusinit\nrootmotion fixed\n{last}"
        )
    };
    for axis in ["1 0 0", "0 1 0", "0 0 1"] {
        let session = run(&script(axis, "gaitgo\ngo 0.3s"));
        let rest = |of: &str| number(&session, &format!("{of}.e_q"));
        near_one(rest("arm_l.slide2"), 0.1);
        near_one(rest("arm_r.slide2").abs(), 0.1);
        let values = "joint arm_l.slide1 q 0.2\njoint arm_l.slide2 q 0.3\njoint arm_l.turn q 0.4\nmirror *_l *_r y";
        let session = run(&script(axis, values));
        let [l, r] = ["arm_l.com", "arm_r.com"].map(|of| crate::support::vector(&session, of));
        near(r, [l[0], -l[1], l[2]]);
    }
    let told = reports(&script("1 2 3", ""));
    assert!(
        told[0].contains("planar joint have no mirror images"),
        "{told:?}"
    );
}

/// The spring was computed without the mass that a screw moves along its axis.
#[test]
fn a_spring_on_a_screw_has_the_requested_frequency() {
    let screw = "jointkind arm screw pitch=0.3m\n";
    let last =
        "jointspring arm 2Hz ratio=0\njoint arm q 0.01\nintegration rkf\neps 1e-10\ngo 0.25s";
    let session = run(&format!("{}{last}", on_post(screw)));
    assert!(
        (number(&session, "arm.q") + 0.01).abs() < 1e-7,
        "{}",
        number(&session, "arm.q")
    );
}

/// The axis of the last degree of freedom was taken for that of `addbody`.
#[test]
fn twist_is_about_the_axis_of_addbody() {
    let degrees = |session: &Session| {
        ["arm.twist", "arm.swing"].map(|name| number(session, name).to_degrees())
    };
    let chain = on_post("addjoint arm 1 0 0 sliding\n");
    let session = run(&format!("{chain}joint arm.q1 q 30deg\njoint arm.q2 q 0.4"));
    near(degrees(&session), [30.0, 0.0]);
    let universal = on_post("jointkind arm universal second=[1 0 0]\n");
    let session = run(&format!(
        "{universal}joint arm.q1 q 30deg\njoint arm.q2 q 40deg"
    ));
    near(degrees(&session), [30.0, 40.0]);
}

/// A root that moves as its own joint allows: thrown in a plane, on a rail, about a point.
#[test]
fn a_jointed_root_moves_as_its_joint_lets_it() {
    let root = |kind: &str| {
        format!(
            "addcorpus c\nget o from unit_cube\nscale o 0.2 0.3 1\naddbody bar o axis=[0 0 1] joint=rotary mass=2kg\n{kind}\nmove o 1 2 3\nsetroot bar\n\
             rootmotion jointed\ncorpusinit\ngrav on\nintegration rkf\neps 1e-12\n"
        )
    };
    // In the plane of x and z it falls, glides and turns, for any axes in it.
    let session = run(&format!(
        "{}joint bar.slide1 dq 1\njoint bar.turn dq 2\ngo 0.5s",
        root("jointkind bar planar axis=[0 1 0]")
    ));
    let place = crate::support::vector(&session, "bar.pos");
    let gravity = number(&session, "world.gravity");
    assert!(
        (place[0] - 1.5).abs() < 1e-9 && (place[1] - 2.0).abs() < 1e-12,
        "{place:?}"
    );
    assert!((place[2] - (3.0 - gravity / 8.0)).abs() < 1e-9, "{place:?}");
    assert!((number(&session, "bar.turn") - 1.0).abs() < 1e-9);
    // On a vertical rail, by the joint of `addbody` alone.
    let session = run(&format!(
        "{}go 0.5s",
        root("jointkind bar sliding axis=[0 0 1]")
    ));
    assert!((number(&session, "bar.q") + gravity / 8.0).abs() < 1e-9);
    // About a fixed point.
    let session = run(&format!(
        "{}joint bar.rx dq 3\njoint bar.rz dq 5\ngo 0.5s",
        root("jointkind bar ball")
    ));
    let place = crate::support::vector(&session, "bar.pos");
    near(place, [1.0, 2.0, 3.0]);
    let told = reports(&format!("{}rootmotion free", root("jointkind bar ball")));
    assert_eq!(
        told,
        ["E047 the base `bar_base` of a jointed root has no mass, so it cannot be free"]
    );
    let told = reports(&format!("{}rootmotion jointed", root("jointkind bar ball")));
    assert!(told[0].starts_with("E052"), "{told:?}");
    let told = reports(
        "addcorpus c\nget o from unit_cube\naddbody bar o 0 0 1 rotary 1000\njointkind bar planar\nsetroot bar\ncorpusinit",
    );
    assert!(told[0].starts_with("E047"), "{told:?}");
}

/// Near half a turn the energy of the springs of a ball is a mean for two rotation vectors. Dampers of stops and motors once acted on both
/// vectors, and the account saw one.
#[test]
fn dampers_of_stops_and_motors_of_a_ball_are_in_the_account_at_half_a_turn() {
    let begin = on_post("jointkind arm ball\n")
        + "joint arm.* spring linear\njoint arm.rx k 3\njoint arm.ry k 8\njoint arm.rz k 5\njoint arm.ry kq 40deg\n\
           joint arm.rx dq 3\njoint arm.ry dq 13\njoint arm.rz dq -2\ndt 5ms\nintegration rkf\neps 1e-10\n";
    let stop = "joint arm.rz spring linear+limits\njoint arm.rz qmin -10deg\njoint arm.rz qmax 60deg\njoint arm.rz lk 50\njoint arm.rz lb 0.05\n";
    let motor = "joint arm.ry spring linear+exponential\njoint arm.ry ea 0.5\njoint arm.ry eB 1\nmotor arm.ry etarget 1.5 2s\n";
    for more in [stop, motor] {
        let session = run(&format!("{begin}{more}go 2s\n"));
        let account = session.here().world.corpora[0].account();
        let lost = account.numbers() / account.moved();
        println!("{lost:e}");
        assert!(lost.abs() < 1e-6, "{lost:e}: {more}");
    }
}

#[track_caller]
fn close<const N: usize>(found: [f64; N], expected: [f64; N]) {
    let apart = found.iter().zip(&expected).map(|(a, b)| (a - b).abs());
    assert!(apart.fold(0.0, f64::max) < 1e-6, "{found:?} {expected:?}");
}

#[track_caller]
fn close_one(found: f64, expected: f64) {
    close([found], [expected]);
}

/// In an earlier version transforms of the object of a jointed root had no effect, and the report was about its base.
#[test]
fn a_jointed_root_is_placed_and_measured() {
    let script = "addcorpus c\nget o from unit_cube\nscale o 0.2 0.3 1\naddbody bar o axis=[0 0 1] joint=rotary mass=2kg\n\
        jointkind bar planar axis=[0 1 0]\nsetroot bar\nrootmotion jointed\ncorpusinit\n";
    let mut session = run(&format!("{script}move o 1 2 3\nsetrootpos\n"));
    close(crate::support::vector(&session, "bar.pos"), [1.0, 2.0, 3.0]);
    assert!(session.diagnostics.is_empty(), "{:?}", session.diagnostics);
    // Its joint moves on from there, along directions that rotate with it.
    go_on(
        &mut session,
        "rotate o z 90\nsetrootpos\njoint bar.slide1 dq 1\ngo 0.5s",
    );
    close(
        crate::support::vector(&session, "bar.pos"),
        [-2.0, 1.5, 3.0],
    );
    close_one(number(&session, "c.heading"), std::f64::consts::FRAC_PI_2);
    go_on(
        &mut session,
        "setrootmatrix\n1 0 0 0\n0 1 0 0\n0 0 1 2\n0 0 0 1\n",
    );
    close(crate::support::vector(&session, "bar.pos"), [0.5, 0.0, 2.0]);

    // Its base is far below it: neither the report nor `rest` concerns that.
    let mut session = run(&format!(
        "{script}joint bar.slide2 q -2\njoint bar.turn dq 1\ngo 1s"
    ));
    let report = RunReport::of(session.here_mut(), 1.0, 1.0, false);
    let [one] = report.corpora.as_slice() else {
        panic!("{report}");
    };
    assert_eq!((one.bodies, one.dof), (1, 3), "{report}");
    let lowest = number(&session, "bar.z") - 0.5 * libm::cos(1.0) - 0.1 * libm::sin(1.0);
    close_one(one.root_clearance_m, lowest);
    close_one(number(&session, "c.height"), lowest);
    go_on(&mut session, "rest 5m");
    close_one(number(&session, "c.height"), 5.0);

    let told = reports(&format!("{script}addv bar 1 0 0 0 0 0"));
    assert_eq!(
        told,
        ["E053 `bar` is not the root, so `addv` cannot change its velocity"]
    );
}

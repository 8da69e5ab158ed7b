//! A puppet without any symmetry in its arm, and its mirrored arm: they move as mirror images, and commands for one apply to
//! the other.

use super::mirror::{run, run_watched, the_corpus};
use corpus::session::command::{Bound, Value};
use corpus::session::{Observer, Session, Stage};
use corpus::world::Corpus;
use nalgebra::{Matrix3, Vector3};
use std::ops::ControlFlow;

/// A trunk with one arm of two bodies, at an angle, with shapes and axes without any symmetry.
const HALF: &str = "\
addcorpus puppet
get trunk from unit_cubeb
scale trunk 2cm 1cm 1cm
addbody trunk trunk 0 0 1 rotary 1g/cm3
setroot trunk
get arm_l0 from unit_cone
scale arm_l0 4mm 5mm 1cm
rotate arm_l0 x -70
rotate arm_l0 z 15
move arm_l0 1mm 5mm 2mm
addbody arm_l0 arm_l0 0.3 -0.5 0.8 rotary 1g/cm3
get wart from unit_cylinder
scale wart 2mm 2mm 3mm
move wart 1mm 7mm 3mm
addpart wart wart arm_l0 2g/cm3
rotate arm_l0 x 20
rotate arm_l0 z 35
move arm_l0 3mm 5mm 1mm
linkbodies trunk arm_l0
get arm_l1 from unit_cone
scale arm_l1 3mm 3mm 8mm
rotate arm_l1 x -90
rotate arm_l1 y 30
move arm_l1 0 4mm 0
addbody arm_l1 arm_l1 1 0.2 0.4 rotary 1g/cm3
rotate arm_l1 y 40
move arm_l1 1mm 10mm 0
linkbodies arm_l0 arm_l1
get slide_l from unit_cylinder
scale slide_l 2mm 2mm 6mm
addbody slide_l slide_l 0.1 1 0.3 sliding 1g/cm3
move slide_l 0 2mm 8mm
linkbodies arm_l1 slide_l
";

/// Springs and motions of the left arm.
const LEFT_JOINTS: &str = "\
joint arm_l0 Q_type 21
joint arm_l0 springtype distalmass
joint arm_l0 ea 0.02
joint arm_l0 eB 3
joint arm_l0 b 0.001
joint arm_l0 qmin -0.2
joint arm_l0 lk 1
joint arm_l0 q 0.1
joint arm_l1 Q_type 27
joint arm_l1 k 1e-5
joint arm_l1 kq 0.3
joint arm_l1 bias 1e-5
joint arm_l1 ea 1e-5
joint arm_l1 eB 2
joint arm_l1 b 1e-6
joint arm_l1 dq 0.5
joint slide_l Q_type 3
joint slide_l k 2
joint slide_l kq 1mm
joint slide_l b 0.01
joint slide_l q -0.5mm
motor arm_l0 etarget 0.5 50ms
timer 20ms motor arm_l1 etarget -0.4 50ms
";

const PAIRS: [(&str, &str); 3] = [
    ("arm_l0", "arm_r0"),
    ("arm_l1", "arm_r1"),
    ("slide_l", "slide_r"),
];

fn body(corpus: &Corpus, name: &str) -> usize {
    corpus.names.iter().position(|n| n == name).unwrap()
}

/// Compares one side of the puppet with the other in each frame.
struct BothSides {
    /// Sign of the values of rotary joints on the right.
    sign: f64,
    moved: f64,
}

impl Observer for BothSides {
    fn print(&mut self, _line: &str) {}

    fn frame(&mut self, stage: &Stage) -> ControlFlow<()> {
        let corpus = &stage.world.corpora[0];
        let m = Matrix3::from_diagonal(&Vector3::new(1.0, -1.0, 1.0));
        let poses = corpus.poses();
        for (left, right) in PAIRS {
            let (l, r) = (body(corpus, left), body(corpus, right));
            let sign = if left == "slide_l" { 1.0 } else { self.sign };
            let time = stage.world.time;
            assert!(
                (corpus.q(l) - sign * corpus.q(r)).abs() < 1e-10,
                "{left} at {time}"
            );
            assert!(
                (corpus.qd(l) - sign * corpus.qd(r)).abs() < 1e-8,
                "{left} at {time}"
            );
            let ((rotation, origin), (other, there)) = (poses[l], poses[r]);
            assert!(
                (m * rotation * m - other).amax() < 1e-10,
                "{left} at {time}"
            );
            assert!((m * origin - there).amax() < 1e-11, "{left} at {time}");
            self.moved = self.moved.max(corpus.q(l).abs());
        }
        if stage.frames == 200 {
            assert!(self.moved > 0.2, "{}", self.moved);
        }
        ControlFlow::Continue(())
    }
}

/// Returns the motor line of the right side for values with the given sign.
fn right_motor(sign: f64) -> String {
    format!("timer 20ms motor arm_r1 etarget {} 50ms\n", -0.4 * sign)
}

#[test]
fn both_sides_move_as_mirror_images() {
    for (word, sign) in [("", 1.0), ("same", 1.0), ("opposite", -1.0)] {
        let mirror = format!("mirror arm_l* arm_r* y {word}\n");
        // A part of a branch by itself.
        let slide = format!("mirror slide_l slide_r y {word}\n");
        let both = format!("mirror *_l* *_r* y {word}\n");
        let text = [
            HALF,
            &both,
            "corpusinit\n",
            LEFT_JOINTS,
            &mirror,
            &right_motor(sign),
        ]
        .concat();
        let sides = BothSides { sign, moved: 0.0 };
        let tail = if word == "same" { &both } else { "" };
        let text = text + tail + "grav on\ndt 1ms\nintegration rkfixed\n";
        run_watched(&(text + &slide + "go 200\n"), Box::new(sides));
    }
}

/// Returns a command as source text, with the names of bodies.
fn written(session: &Session, bound: &Bound) -> String {
    let bodies = &session.here().definitions.drafts[0].figure.bodies;
    let values = bound.values.iter().map(|value| match value {
        Value::Index(body) => bodies[*body].spec.name.clone(),
        Value::Number(x) => format!("{x}"),
        Value::Relative(x) => format!("*{x}"),
        Value::Command(inner) => written(session, &inner.commands()[0]),
        Value::Switch(on) => format!("{on}"),
        Value::Text(text) => text.to_string(),
        Value::Word(word) => (*word).to_owned(),
        other => format!("{other:?}"),
    });
    format!(
        "{} {}",
        bound.command.name,
        values.collect::<Vec<_>>().join(" ")
    )
}

const PROGRAM: &str = "\
addroach puppet 4
procom 0
  motor arm_l0 etarget 0.4 *0.5
  timer *0.5 motor arm_l0 etarget 0 *0.5
  timer *0.5 timer *0.1 motor slide_l etarget 1mm *0.1
  joint arm_l0 qmin -0.3
  joint arm_l0 k 7
  bodygroundstick arm_l1 off
  joint arm_r0 bias 0.2
  jointmatchexp arm_l1
  ! step
end
retcom 0
  motor arm_l1 etarget -0.2 *1
end
";

#[test]
fn springs_programs_and_flags_are_copied_to_a_running_figure() {
    let settings = "maxv arm_l0 3 40\nbodygroundstick arm_l1 on\nmaxv arm_r1 9 9\n";
    for (word, sign) in [("same", 1.0), ("opposite", -1.0)] {
        let mirror = format!("mirror *_l* *_r* y {word}\n");
        let text = [
            HALF,
            &mirror,
            "corpusinit\nsetjointp arm_l0 0 0 1\n",
            LEFT_JOINTS,
            settings,
            PROGRAM,
            &mirror,
        ]
        .concat();
        let session = run(&text);
        let corpus = the_corpus(&session);
        let (l, r) = (body(corpus, "arm_l0"), body(corpus, "arm_r0"));
        let (left, right) = (&corpus.joints[l], &corpus.joints[r]);
        assert_eq!(
            (left.q_type, left.ea, left.eb, left.b),
            (right.q_type, right.ea, right.eb, right.b)
        );
        assert_eq!(left.spring_scale, right.spring_scale);
        let limits = if sign > 0.0 {
            (-0.2, f64::INFINITY)
        } else {
            (f64::NEG_INFINITY, 0.2)
        };
        assert_eq!((right.qmin, right.qmax), limits);
        assert_eq!((corpus.q(l), corpus.q(r)), (0.1, 0.1 * sign));
        assert_eq!(corpus.motor(r).rest_position(1.0), 0.5 * sign);
        assert_eq!(corpus.motor(r).heading(0.0), Some((0.5 * sign, 0.05)));
        let r1 = body(corpus, "arm_r1");
        assert_eq!(
            (corpus.joints[r1].kq, corpus.joints[r1].bias),
            (0.3 * sign, 1e-5 * sign)
        );
        assert_eq!(corpus.qd(r1), 0.5 * sign);
        let slide = body(corpus, "slide_r");
        assert_eq!((corpus.q(slide), corpus.joints[slide].kq), (-0.5e-3, 1e-3));
        assert!(corpus.contact.sticky[r1] && !corpus.contact.sticky[r]);
        let limit = |b: usize| {
            corpus
                .imposed
                .speed_limits
                .iter()
                .find(|limit| limit.body == b)
        };
        assert_eq!(
            limit(r).map(|limit| (limit.linear, limit.angular)),
            Some((3.0, 40.0))
        );
        assert_eq!(limit(r1), None, "the other side has none");

        // The joint that turns about the vertical does so on both sides.
        let bodies = &session.here().definitions.drafts[0].figure.bodies;
        let upright = |name: &str| {
            let body = bodies.iter().find(|b| b.spec.name == name).unwrap();
            body.placement.linear * body.spec.axis
        };
        assert!((upright("arm_l0") - Vector3::z()).amax() < 1e-15);
        assert!((upright("arm_r0") + Vector3::z() * sign).amax() < 1e-15);

        let roach = &session.here().definitions.roaches[0];
        let list =
            |list: &[Bound]| -> Vec<String> { list.iter().map(|b| written(&session, b)).collect() };
        let target = 0.4 * sign;
        let limit = if sign > 0.0 { "qmin -0.3" } else { "qmax 0.3" };
        assert_eq!(
            list(roach.programs[1].step()),
            [
                format!("motor arm_r0 etarget {target} *0.5"),
                "timer *0.5 motor arm_r0 etarget 0 *0.5".into(),
                "timer *0.5 timer *0.1 motor slide_r etarget 0.001 *0.1".into(),
                format!("joint arm_r0 {limit}"),
                "joint arm_r0 k 7".into(),
                "bodygroundstick arm_r1 false".into(),
                format!("joint arm_l0 bias {}", 0.2 * sign),
                "jointmatchexp arm_r1".into(),
                "! step".into(),
            ]
        );
        let stance = format!("motor arm_r1 etarget {} *1", -0.2 * sign);
        assert_eq!(list(roach.programs[1].stance()), [stance]);
        assert_eq!(
            list(roach.programs[0].stance()),
            ["motor arm_l1 etarget -0.2 *1"]
        );
        assert!(roach.programs[2].step().is_empty() && roach.programs[3].step().is_empty());
    }
}

/// Programs can be copied before the figure is assembled, and go to the leg whose programs move the twins.
#[test]
fn programs_find_their_leg() {
    let twice = "procom 2\nmotor arm_r0 etarget 0.1 *1\nend\nmirror *_l* *_r* y\n";
    let before = PROGRAM.replace("  joint arm_r0 bias 0.2\n", "");
    let session = run(&[HALF, &before, "mirror *_l* *_r* y\ncorpusinit\n"].concat());
    let programs = &session.here().definitions.roaches[0].programs;
    assert_eq!(programs[1].stance().len(), 1);
    let session = run(&[HALF, "mirror *_l* *_r* y\ncorpusinit\n", PROGRAM, twice].concat());
    let programs = &session.here().definitions.roaches[0].programs;
    let step: Vec<String> = programs[2]
        .step()
        .iter()
        .map(|b| written(&session, b))
        .collect();
    assert_eq!(step.len(), 9);
    assert_eq!(step[0], "motor arm_r0 etarget 0.4 *0.5");
    assert!(programs[1].step().is_empty());
}

/// The named arguments of `joint` have the signs of the other side, and the ends of a range change places.
#[test]
fn named_arguments_are_copied() {
    let program = "addroach puppet 4\nprocom 0\n  joint arm_l0 spring=7 rest=0.1 range=[-0.3 0.2] bias=-0.4\nend\n";
    let copies = [
        ("same", [7.0, 0.1, -0.3, 0.2, -0.4]),
        ("opposite", [7.0, -0.1, -0.2, 0.3, 0.4]),
    ];
    for (word, expected) in copies {
        let mirror = format!("mirror *_l* *_r* y {word}\n");
        let session = run(&[HALF, &mirror, "corpusinit\n", program, &mirror].concat());
        let step = session.here().definitions.roaches[0].programs[1].step();
        let values = step[0].values.iter();
        let numbers: Vec<f64> = values
            .filter_map(|value| match value {
                Value::Number(x) => Some(*x),
                _ => None,
            })
            .collect();
        assert_eq!(numbers, expected);
    }
}

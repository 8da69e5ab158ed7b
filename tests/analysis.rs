//! Tests of analysis: against independent computations, differences, and known forces.

use crate::support::play::Play;
use corpus::diagnostic::Diagnostic;
use corpus::dynamics::Layout;
use corpus::session::{Mode, Quiet, Session};
use corpus::world::Corpus;
use nalgebra::{DVector, Vector3};
use std::path::Path;

fn run_in(folder: &Path, script: &str) -> Session {
    let mut session = corpus::commands::session(Mode::Run, Box::new(Quiet));
    session.files.output = folder.to_owned();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    session.files.access.allow_reading(root);
    let done = session.run_text("test", script);
    assert!(done.is_ok(), "{:#?}", session.diagnostics);
    session.observe();
    session
}

fn run(script: &str) -> Session {
    run_in(Path::new(""), script)
}

/// A free trunk with an arm that turns and slides, in motion.
const FIGURE: &str = "addcorpus c\nbox trunk size=[20cm 10cm 6cm]\naddbody trunk trunk axis=[0 0 1] joint=rotary density=1g/cm3\nsetroot trunk\n\
    capsule arm from=[0 0 0] to=[12cm 2cm 0] radius=1cm\naddbody arm arm axis=[0.3 1 0.2] joint=rotary density=1g/cm3\nmove arm 9cm 0 2cm\nlinkbodies trunk arm\n\
    cylinder rod from=[0 0 0] to=[0 0 -8cm] radius=5mm\naddbody rod rod axis=[0.2 0 -1] joint=sliding density=1g/cm3\nmove rod 12cm 2cm 0\nlinkbodies arm rod\n\
    ball foot radius=1cm at=[0 0 -3cm]\naddbody foot foot axis=[1 0.4 0] joint=rotary density=1g/cm3\nmove foot 0 0 -8cm\nlinkbodies rod foot\ncorpusinit\n\
    joint arm q 0.4\njoint rod q 2cm\njoint foot q -0.7\njoint arm dq 3\njoint rod dq 0.2\njoint foot dq -5\njoint foot armature 1e-5\naddv trunk 0.3 0.1 -0.2 1 2 -1\n";

fn corpus_of(session: &Session) -> &Corpus {
    &session.here().world.corpora[0]
}

/// M by columns: the forces for an acceleration of one coordinate alone, minus those for none (Featherstone 2008, section 6.1).
#[test]
fn the_mass_matrix_is_that_of_inverse_dynamics() {
    let session = run(FIGURE);
    let corpus = corpus_of(&session);
    let (matrix, coordinates) = (corpus.mass_matrix(), corpus.coordinates());
    assert_eq!(coordinates.len(), 9);
    let needs = |a: &[f64]| corpus.inverse(&corpus.y, a, &[], Vector3::zeros());
    let none = needs(&[0.0; 9]);
    for (j, column) in coordinates.iter().enumerate() {
        let mut a = [0.0; 9];
        a[column.number] = 1.0;
        for (i, row) in coordinates.iter().enumerate() {
            let expected = needs(&a)[row.number] - none[row.number];
            assert!((matrix[(i, j)] - expected).abs() < 1e-10, "{i} {j}");
        }
    }
    let v = corpus.velocities();
    let kinetic = corpus.observed().motion.kinetic_energy;
    assert!((0.5 * v.dot(&(&matrix * &v)) - kinetic).abs() < 1e-12);
}

/// Returns a state slightly later, moved by the rates of the state.
fn moved(corpus: &Corpus, by: f64) -> Corpus {
    let layout: Layout = corpus.layout();
    let mut rates = vec![0.0; layout.len()];
    corpus::dynamics::state::rates(layout, &corpus.y, &mut rates);
    let mut moved = corpus.clone();
    for (y, rate) in moved.y.iter_mut().zip(&rates) {
        *y += by * rate;
    }
    corpus::dynamics::state::normalise(&mut moved.y);
    moved
}

#[test]
fn the_jacobian_agrees_with_differences() {
    let session = run(FIGURE);
    let corpus = corpus_of(&session);
    let point = Vector3::new(0.02, -0.01, 0.03);
    for body in 0..4 {
        let velocity = corpus.jacobian(body, point) * corpus.velocities();
        let h = 1e-6;
        let [ahead, behind] = [h, -h].map(|by| moved(corpus, by).poses()[body]);
        let at = |(axes, origin): &(nalgebra::Matrix3<f64>, Vector3<f64>)| origin + axes * point;
        let linear = (at(&ahead) - at(&behind)) / (2.0 * h);
        let turn = (ahead.0 - behind.0) / (2.0 * h) * corpus.poses()[body].0.transpose();
        let turning = Vector3::new(turn[(2, 1)], turn[(0, 2)], turn[(1, 0)]);
        for k in 0..3 {
            assert!(
                (velocity[k] - linear[k]).abs() < 1e-8,
                "{body}: {velocity} {linear}"
            );
            assert!(
                (velocity[3 + k] - turning[k]).abs() < 1e-7,
                "{body}: {velocity} {turning}"
            );
        }
    }
}

/// Compares the additional accelerations with forward dynamics of a session in which a `pull` exerts the force.
#[test]
fn the_cross_link_inertia_is_what_a_pull_adds() {
    let session = run(FIGURE);
    let corpus = corpus_of(&session);
    let foot = corpus.names.iter().position(|name| name == "foot").unwrap();
    let point = Vector3::new(0.0, 0.01, -0.02);
    let cross = corpus
        .cross_link((1, Vector3::zeros()), (foot, point))
        .unwrap();
    let (axes, origin) = corpus.poses()[foot];
    let goal = origin + axes * point + Vector3::new(0.3, -0.2, 0.4);
    let pulled = run(&format!(
        "{FIGURE}pull foot at 0 0.01 -0.02 to {:?} {:?} {:?} k=10 b=0\n",
        goal.x, goal.y, goal.z
    ));
    let acceleration = |session: &Session| match session.quantity("arm.acc") {
        Ok(corpus::session::Reading::Vector(v, _)) => Vector3::from(v),
        other => panic!("{other:?}"),
    };
    let added = acceleration(&pulled) - acceleration(&session);
    let force = DVector::from_vec(vec![3.0, -2.0, 4.0, 0.0, 0.0, 0.0]);
    let expected = cross * force;
    for k in 0..3 {
        assert!(
            (added[k] - expected[k]).abs() < 1e-8 * expected.norm(),
            "{added} {expected}"
        );
    }
}

/// Returns the columns of a table by their names, without its row of units.
fn table(path: &Path) -> Vec<(String, Vec<f64>)> {
    let text = std::fs::read_to_string(path).unwrap();
    let mut lines = text.lines();
    let names: Vec<String> = lines
        .next()
        .unwrap()
        .split(',')
        .map(str::to_owned)
        .collect();
    let rows: Vec<Vec<f64>> = lines
        .skip(1)
        .map(|line| line.split(',').map(|cell| cell.parse().unwrap()).collect())
        .collect();
    let column = |i: usize| rows.iter().map(|row| row[i]).collect();
    names
        .into_iter()
        .enumerate()
        .map(|(i, name)| (name, column(i)))
        .collect()
}

/// Returns the largest difference of joint forces, their number, and the largest force that would have to hold the root.
fn compare(folder: &Path) -> (f64, usize, f64) {
    let (motion, forces) = (
        table(&folder.join("motion.csv")),
        table(&folder.join("forces.csv")),
    );
    let (mut worst, mut count, mut root) = (0.0_f64, 0, 0.0_f64);
    for (name, values) in &forces {
        if name.ends_with(".Q") {
            let (_, known) = motion.iter().find(|(own, _)| own == name).unwrap();
            for (a, b) in values.iter().zip(known) {
                worst = worst.max((a - b).abs());
                count += 1;
            }
        } else if name != "time" {
            root = values.iter().fold(root, |most, x| most.max(x.abs()));
        }
    }
    (worst, count, root)
}

#[test]
fn the_motion_of_a_tripod_gives_its_joint_forces_back() {
    let folder = tempfile::tempdir().unwrap();
    let roach = concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/roach/roach.corpus");
    let figure = format!("include \"{roach}\"\nrest 1mm\nground on\ngrav on\n");
    run_in(
        folder.path(),
        &format!("{figure}speed 1\ngaitgo\nrecordmotion motion.csv every 4ms\ngo 0.04s\n"),
    );
    run_in(
        folder.path(),
        &format!("{figure}inverse motion.csv to forces.csv\n"),
    );
    let (worst, count, root) = compare(folder.path());
    assert!(count >= 10 * 30, "{count}");
    assert!(worst < 1e-9, "{worst}");
    assert!(root < 1e-9, "{root}");
}

/// `recordmotion` asked the further degrees of freedom of a joint for forces on bodies.
#[test]
fn the_motion_of_a_ball_joint_gives_its_forces_back() {
    let folder = tempfile::tempdir().unwrap();
    let script = "addcorpus c\nget p from unit_cube\naddbody post p 0 0 1 rotary 1000\nget o from unit_cube\nscale o 0.2 0.3 1\n\
                  addbody arm o 0 0 1 rotary mass=2kg\njointkind arm ball\nlinkbodies post arm\nsetroot post\ncorpusinit\nrootmotion fixed\n\
                  grav on\ntorque arm.rx 0.4\ntorque arm.rz 0.2\n\
                  recordmotion motion.csv every 4ms\ngo 0.04s\ninverse motion.csv to forces.csv\n";
    run_in(folder.path(), script);
    let (worst, count, _) = compare(folder.path());
    assert!(count >= 10 * 3, "{count}");
    assert!(worst < 1e-9, "{worst}");
}

#[test]
fn a_motion_that_is_being_recorded_gives_the_forces_so_far() {
    let folder = tempfile::tempdir().unwrap();
    let record = format!("{FIGURE}recordmotion motion.csv every 4ms\ngo 40ms\n");
    run_in(
        folder.path(),
        &format!("{record}inverse motion.csv to forces.csv\ngo 20ms\n"),
    );
    let forces = table(&folder.path().join("forces.csv"));
    assert_eq!(forces[0].1.len(), 11, "{forces:?}");
    let motion = table(&folder.path().join("motion.csv"));
    assert_eq!(motion[0].1.len(), 16);
    // As if from the table of an earlier run.
    run_in(
        folder.path(),
        &format!("{FIGURE}inverse motion.csv to again.csv\n"),
    );
    let again = table(&folder.path().join("again.csv"));
    for ((name, now), (other, then)) in forces.iter().zip(&again) {
        assert_eq!((name, now.as_slice()), (other, &then[..11]));
    }
}

#[test]
fn positions_alone_give_forces_by_differences() {
    let folder = tempfile::tempdir().unwrap();
    let figure = "addcorpus c\nbox post size=[2cm 2cm 2cm]\naddbody post post axis=[0 0 1] joint=rotary density=1g/cm3\nsetroot post\n\
        capsule arm from=[0 0 0] to=[12cm 0 0] radius=1cm\naddbody arm arm axis=[0 1 0] joint=rotary density=1g/cm3\nlinkbodies post arm\ncorpusinit\n\
        rootmotion fixed\ngrav on\n";
    run_in(
        folder.path(),
        &format!(
            "{figure}torque arm 10mN*m\nrecord motion.csv every 2ms {{arm.q}} {{arm.Q}}\ngo 0.1s\n"
        ),
    );
    run_in(
        folder.path(),
        &format!("{figure}inverse motion.csv to forces.csv\n"),
    );
    let forces = table(&folder.path().join("forces.csv"));
    let (_, found) = forces.iter().find(|(name, _)| name == "arm.Q").unwrap();
    for x in &found[2..found.len() - 2] {
        assert!((x - 0.01).abs() < 2e-4, "{x}");
    }
}

/// An arm on a slide on a post, which falls.
const SLIDER: &str = "addcorpus c\nbox post size=[2cm 2cm 2cm]\naddbody post post axis=[0 0 1] joint=rotary density=1g/cm3\nsetroot post\n\
    box sled size=[4cm 4cm 4cm]\naddbody sled sled axis=[1 0 0] joint=sliding density=1g/cm3\nlinkbodies post sled\n\
    capsule arm from=[0 0 0] to=[12cm 0 0] radius=1cm\naddbody arm arm axis=[0 1 0] joint=rotary density=1g/cm3\nlinkbodies sled arm\ncorpusinit\n\
    rootmotion fixed\ngrav on\n";

#[test]
fn a_motion_in_other_units_gives_the_same_forces() {
    let folder = tempfile::tempdir().unwrap();
    let columns = |q: &str, x: &str| {
        format!("{{arm.q to {q}}} {{arm.dq to {q}/s}} {{sled.q to {x}}} {{sled.dq to {x}/s}}")
    };
    run_in(
        folder.path(),
        &format!(
            "{SLIDER}record si.csv every 5ms {}\nrecord own.csv every 5ms {}\ngo 0.2s\n",
            columns("rad", "m"),
            columns("deg", "mm")
        ),
    );
    run_in(
        folder.path(),
        &format!("{SLIDER}inverse si.csv to si-forces.csv\ninverse own.csv to own-forces.csv\n"),
    );
    let [si, own] =
        ["si", "own"].map(|name| table(&folder.path().join(format!("{name}-forces.csv"))));
    for ((name, a), (_, b)) in si.iter().zip(&own) {
        for (a, b) in a.iter().zip(b) {
            assert!((a - b).abs() < 1e-9, "{name}: {a} {b}");
        }
    }
    // In degrees by the header of a motion file.
    let motion = table(&folder.path().join("own.csv"));
    let values = |name: &str| &motion.iter().find(|(own, _)| own == name).unwrap().1;
    let (times, q, x) = (values("time"), values("arm.q"), values("sled.q"));
    let mut text = "fall\ninDegrees=yes\nendheader\ntime\tarm.q\tsled.q\n".to_owned();
    for (t, (q, x)) in times.iter().zip(q.iter().zip(x)) {
        text += &format!("{t}\t {q}\t{}\n", x / 1e3);
    }
    std::fs::write(folder.path().join("fall.mot"), text).unwrap();
    run_in(
        folder.path(),
        &format!("{SLIDER}inverse fall.mot to mot-forces.csv\n"),
    );
    for (name, values) in table(&folder.path().join("mot-forces.csv")) {
        let inner = values.get(3..values.len() - 3).unwrap();
        let most = inner.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
        assert!(!name.ends_with(".Q") || most < 1e-2, "{name}: {most}");
    }
}

/// Returns the report of the refusal of a motion.
fn refused(motion: &str) -> Diagnostic {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.csv"), motion).unwrap();
    let mut session = corpus::commands::session(Mode::Run, Box::new(Quiet));
    session.files.output = folder.path().to_owned();
    assert!(session.run_text("figure", SLIDER).is_ok());
    assert!(session.run_text("line", "inverse a.csv to b.csv").is_err());
    session.diagnostics.last().unwrap().clone()
}

#[test]
fn a_wrong_unit_in_a_motion_is_told() {
    for (units, told, help) in [
        (
            "s,m,m",
            "the column `arm.q` is in `m`, a length (m), but must be an angle (rad)",
            "give it one of",
        ),
        (
            "s,deg,deg",
            "the column `sled.q` is in `deg`, an angle (rad), but must be a length (m)",
            "give it one of",
        ),
        (
            "s,degrees,m",
            "the column `arm.q` has the unit `degrees`, which does not exist",
            "did you mean `deg`?",
        ),
        (
            "ms,fathom,m",
            "the column `arm.q` has the unit `fathom`, which does not exist",
            "the second row",
        ),
        (
            "kg,deg,m",
            "the column `time` is in `kg`, a mass (kg), but must be a time (s)",
            "give it one of",
        ),
    ] {
        let text = format!("time,arm.q,sled.q\n{units}\n0,1,0\n1,2,0\n2,2,0\n");
        let report = refused(&text);
        assert_eq!(report.code, "E095");
        assert!(report.message.ends_with(told), "{}", report.message);
        assert!(
            report.help.as_ref().is_some_and(|h| h.contains(help)),
            "{report:?}"
        );
    }
}

#[test]
fn a_motion_with_gaps_or_in_another_order_has_no_rates() {
    for (rows, told) in [
        (
            "0,1,0\n1,,0\n2,2,0",
            "`arm.q` has no value at 1 s, in the row 2 of its values",
        ),
        (
            "0,1,0\n2,2,0\n1,2,0",
            "its time does not rise from 2 s to 1 s",
        ),
        (
            "0,1,0\n1,2,0\n1,2,0",
            "its time does not rise from 1 s to 1 s",
        ),
    ] {
        let text = format!("time,arm.q,sled.q\ns,deg,m\n{rows}\n");
        let report = refused(&text);
        assert!(report.message.ends_with(told), "{}", report.message);
    }
    // The gap is in the column of which there is no rate.
    let text = "time,arm.q,arm.dq,sled.q\ns,deg,deg/s,m\n0,1,1,0\n1,2,,0\n2,2,1,0\n";
    let told = "`arm.dq` has no value at 1 s, in the row 2 of its values";
    assert!(refused(text).message.ends_with(told));
}

#[test]
fn what_is_no_motion_is_told() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.csv"), "time,arm.q\n0,1\n").unwrap();
    let mut session = corpus::commands::session(Mode::Run, Box::new(Quiet));
    session.files.output = folder.path().to_owned();
    for (line, code, told) in [
        (
            "inverse a.csv to b.csv",
            "E095",
            "`a.csv` is not a table of `recordmotion` of `c`: ",
        ),
        (
            "inverse none.csv to b.csv",
            "E030",
            "cannot read `none.csv`",
        ),
    ] {
        let mut session = corpus::commands::session(Mode::Run, Box::new(Quiet));
        session.files.output = folder.path().to_owned();
        let _ = session.run_text("test", &format!("{FIGURE}{line}\n"));
        let report = session.diagnostics.last().unwrap();
        assert!(
            report.code == code && report.message.starts_with(told),
            "{report:?}"
        );
        assert!(report.help.is_some());
    }
    let _ = session.run_text("test", "massmatrix\n");
    assert_eq!(session.diagnostics[0].code, "E052");
}

/// A weld has no velocity: it has no row in the matrices and no columns in the table of a motion.
#[test]
fn a_weld_has_no_row() {
    let welded = "addcorpus c\nbox a size=[4cm 4cm 4cm]\naddbody a a 0 0 1 rotary 1g/cm3\nsetroot a\n\
        box b size=[1cm 5cm 1cm] at=[0 2cm 0]\naddbody b b 1 0 0 rotary 1g/cm3\nmove b 0 2cm 0\nlinkbodies a b\n\
        box d size=[1cm 5cm 1cm] at=[0 2cm 0]\naddbody d d 1 0 0 rotary 1g/cm3\njointkind d weld\nmove d 0 5cm 0\nlinkbodies b d\n\
        box e size=[1cm 5cm 1cm] at=[0 2cm 0]\naddbody e e 1 0 0 rotary 1g/cm3\nmove e 0 5cm 0\nlinkbodies d e\ncorpusinit\ngrav on\njoint b dq 2\n";
    let folder = tempfile::tempdir().unwrap();
    let session = run_in(
        folder.path(),
        &format!(
            "{welded}recordmotion motion.csv every 1ms\ngo 20ms\ninverse motion.csv forces.csv\n"
        ),
    );
    let corpus = corpus_of(&session);
    assert_eq!(corpus.mass_matrix().nrows(), 8);
    assert_eq!(corpus.jacobian(3, Vector3::zeros()).ncols(), 8);
    let forces = std::fs::read_to_string(folder.path().join("forces.csv")).unwrap();
    let head = forces.lines().next().unwrap();
    assert!(head.ends_with("b.Q,e.Q"), "{head}");
    // Nothing acts in the joints or on the root.
    for line in forces.lines().skip(4) {
        let numbers: Vec<f64> = line.split(',').map(|x| x.parse().unwrap()).collect();
        assert_eq!(numbers.len(), 9);
        assert!(numbers[1..].iter().all(|x| x.abs() < 1e-9), "{line}");
    }
}

#[test]
fn rounding_errors_are_printed_as_zeros() {
    let lines = "joint arm q 90deg\njoint foot q 90deg\nmassmatrix\njacobian foot\n";
    let straight = FIGURE.replace("axis=[0.3 1 0.2]", "axis=[0 1 0]");
    let straight = straight.replace("axis=[1 0.4 0]", "axis=[1 0 0]");
    let printed = Play::new(&format!("{straight}{lines}")).take_printed();
    assert!(printed.len() > 15);
    for line in printed {
        let numbers = line.split_whitespace().filter_map(|word| word.parse().ok());
        let tiny = |x: &f64| *x != 0.0 && x.abs() < 1e-14;
        assert_eq!(numbers.filter(tiny).count(), 0, "{line}");
    }
}

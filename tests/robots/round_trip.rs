//! From scripts to MJCF and URDF and back: poses, masses and accelerations are the same.

use super::{Paths, import, run, without_meshes};
use crate::support::number;
use corpus::dynamics::{Model as Dynamics, Root, Workspace, articulated_body, kinematics};
use corpus::export::{Format, Model, robot};
use corpus::files::Unreadable;
use corpus::robot::Form;
use corpus::session::{Common, Mode, Observer, Stage};
use corpus::world::Corpus;
use nalgebra::Vector3;
use proptest::prelude::*;
use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// Largest difference: of positions (m), of elements of rotations, of masses and accelerations relative to the largest of their
/// kind.
const SAME: f64 = 1e-10;

type Taken = Common<Option<(Model, Vec<Corpus>)>>;

/// Takes the figures at the first `go`, and ends the run.
struct Taker(Taken);

impl Observer for Taker {
    fn print(&mut self, _: &str) {}

    fn going(&mut self, stage: &Stage, _: f64) {
        let mut taken = self.0.lock();
        taken.get_or_insert_with(|| (robot(stage, "figures"), stage.world.corpora.clone()));
    }

    fn frame(&mut self, _: &Stage) -> ControlFlow<()> {
        ControlFlow::Break(())
    }
}

/// Returns the figures of a script at its first `go`, or at its end.
fn taken(run: impl FnOnce(&mut corpus::session::Session)) -> (Model, Vec<Corpus>) {
    let taken: Taken = Common::default();
    let observer = Box::new(Taker(taken.clone()));
    let mut session = corpus::commands::session(Mode::Run, observer);
    run(&mut session);
    let first = taken.lock().take();
    first.unwrap_or_else(|| {
        let stage = session.here();
        (robot(stage, "figures"), stage.world.corpora.clone())
    })
}

fn of_file(path: &Path) -> (Model, Vec<Corpus>) {
    let folder = tempfile::tempdir().unwrap();
    taken(|session| {
        session.files.output = folder.path().to_path_buf();
        session.files.access.allow_writing(folder.path());
        let _ = session.run_file(path).unwrap();
    })
}

/// Returns the figures of a robot file.
fn back(text: &str, free: bool) -> (String, Vec<Corpus>) {
    let reader = |path: &Path| match path == Path::new("robot") {
        true => Ok(text.as_bytes().to_vec()),
        false => Err(Unreadable::Io(std::io::ErrorKind::NotFound.into())),
    };
    let paths = Paths {
        free_base: Some(free),
        ..Paths::default()
    };
    let found = import(Path::new("robot"), &paths, &reader).unwrap();
    let script = found
        .script
        .unwrap_or_else(|| panic!("{text}\n{:#?}", found.findings));
    let script = without_meshes(&script);
    let corpora = run(&script).here().world.corpora.clone();
    (script, corpora)
}

/// Returns pseudo-random numbers from -1 to 1.
fn chance(seed: &mut u64) -> f64 {
    *seed = seed
        .wrapping_mul(6364136223846793005)
        .wrapping_add(1442695040888963407);
    (*seed >> 11) as f64 / (1u64 << 52) as f64 - 1.0
}

/// Returns the largest difference, relative to the largest value or 1.
fn apart(a: &[f64], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len());
    let largest = a.iter().fold(1.0_f64, |m, x| m.max(x.abs()));
    let differences = a.iter().zip(b).map(|(x, y)| (x - y).abs());
    differences.fold(0.0, f64::max) / largest
}

/// Returns the differences of a figure and its copy, in a random pose and with random forces: poses, masses, accelerations.
fn difference(one: &Corpus, copy: &Corpus, armatures: bool) -> f64 {
    let n = one.model.joints();
    assert_eq!(n, copy.model.joints(), "{}", one.name);
    let lengths: Vec<f64> = (1..=n).map(|b| one.model.axis_length(b)).collect();
    let layout = one.model.layout();
    let mut seed = 7;
    let mut y = one.y.clone();
    for i in layout.q().chain(layout.qd()) {
        y[i] += 0.3 * chance(&mut seed);
    }
    if one.model.root() == Root::Free {
        for i in layout.omega().chain(layout.v()) {
            y[i] += chance(&mut seed);
        }
    }
    // Similar limbs are in sequence in the copy.
    let there: Vec<usize> = (0..=n).map(|body| number_in(copy, one, body)).collect();
    let mut other = y.clone();
    for (j, length) in lengths.iter().enumerate() {
        let k = there[j + 1] - 1;
        other[layout.q().start + k] = y[layout.q().start + j] * length;
        other[layout.qd().start + k] = y[layout.qd().start + j] * length;
    }
    let tau: Vec<f64> = (0..n).map(|_| chance(&mut seed)).collect();
    let gravity = Vector3::new(0.1, -0.2, -9.8);
    let answer = |model: &Dynamics, y: &[f64], tau: Vec<f64>| {
        let mut model = model.clone();
        if !armatures {
            (1..=n).for_each(|b| model.set_armature(b, 0.0).unwrap());
        }
        let mut ws = Workspace::new(&model);
        kinematics(&model, y, &mut ws);
        ws.tau.copy_from_slice(&tau);
        let mut a = vec![0.0; model.layout().accelerations()];
        articulated_body(&model, &mut ws, gravity, &mut a).unwrap();
        a
    };
    let a = answer(&one.model, &y, tau.clone());
    let mut shorter = tau.clone();
    for (j, length) in lengths.iter().enumerate() {
        shorter[there[j + 1] - 1] = tau[j] / length;
    }
    let answered = answer(&copy.model, &other, shorter);
    let mut b = answered.clone();
    for (j, length) in lengths.iter().enumerate() {
        b[6 + j] = answered[5 + there[j + 1]] / length;
    }
    let flat = |poses: Vec<(nalgebra::Matrix3<f64>, Vector3<f64>)>| -> Vec<f64> {
        let numbers = poses
            .iter()
            .map(|(r, p)| r.iter().chain(p.iter()).copied().collect());
        numbers.collect::<Vec<Vec<f64>>>().concat()
    };
    // Only bodies with mass: the copy of one without has only its joint.
    let masses = |c: &Corpus, of: &[usize]| -> Vec<f64> {
        of.iter().map(|i| c.model.inertia(*i).mass).collect()
    };
    let all: Vec<usize> = (0..=n).collect();
    let (m, k) = (masses(one, &all), masses(copy, &there));
    let fixed = one.model.root() != Root::Free;
    let from = usize::from(fixed);
    let placed = |c: &Corpus, y: &[f64], of: &[usize]| {
        let poses = poses_at(c, y);
        flat(of[from..].iter().map(|i| poses[*i]).collect())
    };
    apart(&placed(one, &y, &all), &placed(copy, &other, &there))
        .max(apart(&a, &b))
        .max(apart(&m[from..], &k[from..]))
}

/// Returns the number in a copy of a body, by its name; a name that another figure also has ends with a number there.
fn number_in(copy: &Corpus, one: &Corpus, body: usize) -> usize {
    let name = &one.names[body];
    let same = copy.names.iter().position(|n| n == name);
    let numbered = || {
        let tail = |n: &String| n.strip_prefix(name)?.strip_prefix('_')?.parse::<u32>().ok();
        copy.names.iter().position(|n| tail(n).is_some())
    };
    // Chains of other kinds have the same degrees of freedom by other names.
    let in_row = || {
        let (of, _) = name.split_once('.')?;
        let own = one.names.iter().position(|n| n == of)?;
        let end = copy.names.iter().position(|n| n == of)?;
        (end + body).checked_sub(own)
    };
    match body {
        0 => 0,
        _ => same
            .or_else(in_row)
            .or_else(numbered)
            .unwrap_or_else(|| panic!("{name} {:?}", copy.names)),
    }
}

fn poses_at(corpus: &Corpus, y: &[f64]) -> Vec<(nalgebra::Matrix3<f64>, Vector3<f64>)> {
    let mut corpus = corpus.clone();
    corpus.y = y.to_vec();
    corpus.poses()
}

/// Returns the largest difference of all figures after a round trip through MJCF.
fn by_mjcf(model: &Model, corpora: &[Corpus]) -> f64 {
    let files = model.write(Format::Mjcf, "shapes").unwrap();
    let (script, copies) = back(&files.text, true);
    assert_eq!(copies.len(), corpora.len(), "{}\n{script}", files.text);
    let pairs = corpora.iter().zip(&copies);
    pairs
        .map(|(one, copy)| difference(one, copy, true))
        .fold(0.0, f64::max)
}

/// Returns that of the largest figure after a round trip through URDF, which has no armatures and no placement of the root.
fn by_urdf(model: &Model, corpora: &[Corpus]) -> f64 {
    let files = model.write(Format::Urdf, "shapes").unwrap();
    let sizes = corpora.iter().enumerate();
    let (_, one) = sizes
        .max_by_key(|(i, c)| (c.model.bodies(), usize::MAX - i))
        .unwrap();
    let free = one.model.root() == Root::Free;
    let (_, copies) = back(&files.text, free);
    let mut copy = copies.into_iter().next().unwrap();
    let (rotation, place) = one.root_pose();
    copy.set_root_pose(&rotation, &place);
    difference(one, &copy, false)
}

fn scripts() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut scripts: Vec<PathBuf> = std::fs::read_dir(root.join("examples"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "corpus"))
        .collect();
    scripts.sort();
    scripts.push(root.join("scripts/roach/tripod.corpus"));
    scripts.extend(std::env::var_os("CORPUS_LISTING_1990").map(PathBuf::from));
    scripts
}

#[test]
fn examples_and_the_roach_come_back_from_mjcf_and_urdf() {
    let mut told = String::new();
    let mut most = 0.0_f64;
    let scripts = scripts();
    assert!(scripts.len() > 20, "{}", scripts.len());
    for script in scripts {
        let (model, corpora) = of_file(&script);
        assert!(!corpora.is_empty(), "{}", script.display());
        let (mjcf, urdf) = (by_mjcf(&model, &corpora), by_urdf(&model, &corpora));
        let name = script.file_name().unwrap().to_string_lossy();
        writeln!(told, "{name}: {mjcf:.1e} by MJCF, {urdf:.1e} by URDF").unwrap();
        most = most.max(mjcf).max(urdf);
    }
    println!("{told}");
    assert!(most < SAME, "{told}");
}

/// Springs, dampers, ranges and armatures are restored, and unsupported features are reported.
#[test]
fn joints_come_back_from_mjcf() {
    let script = "addcorpus c\nget a from unit_cube\nget b from unit_capsule\naddbody a a 0 0 1 rotary 1000\naddbody b b 0 2 0 rotary 1000\n\
        move b 1 0 0\nlinkbodies a b\nsetroot a\ncorpusinit\njoint b spring damper+linear+limits+bias\njoint b b 3\njoint b k 8\njoint b kq 0.2rad\n\
        joint b qmin -0.5rad\njoint b qmax 0.6rad\njoint b lk 100\njoint b armature 4\njoint b bias 1\njoint b q 0.1rad";
    let (model, corpora) = taken(|s| {
        assert!(s.run_text("test", script).is_ok(), "{:#?}", s.diagnostics);
    });
    let files = model.write(Format::Mjcf, "shapes").unwrap();
    let (script, copies) = back(&files.text, true);
    let joint = copies[0].joints[1];
    // For the angle, which is twice the joint variable: forces are half, stiffnesses a quarter.
    assert_eq!((joint.b, joint.k, joint.kq), (0.75, 2.0, 0.4));
    assert_eq!((joint.qmin, joint.qmax, joint.armature), (-1.0, 1.2, 1.0));
    assert!(
        script.contains("define pose_start\n  joint b q 0.2rad\nend\n"),
        "{script}"
    );
    for told in ["length 2 of the joint's axis", "constant force", "limits"] {
        let is_told = files.left_out.iter().any(|one| one.what.contains(told));
        assert!(is_told, "{told}: {:#?}", files.left_out);
    }
    assert!(difference(&corpora[0], &copies[0], true) < SAME);
}

/// Boxes, balls, capsules and cylinders are written as such, whichever command made them, and so they return.
#[test]
fn shapes_made_by_commands_come_back_as_simple_shapes() {
    let script = "addcorpus c\nbox trunk size=[30cm 12cm 10cm] at=[0 0 5cm]\naddbody trunk trunk 0 0 1 rotary mass=3kg\n\
        ball head radius=4cm at=[2cm 0 6cm]\naddbody head head 0 1 0 rotary mass=1kg\nmove head 15cm 0 10cm\nlinkbodies trunk head\n\
        capsule thigh_l from=[0 0 0] to=[3cm 2cm -20cm] radius=3cm\naddbody thigh_l thigh_l 0 1 0 rotary mass=1kg\n\
        cylinder shank_l from=[0 0 0] to=[0 0 -15cm] radius=2cm\naddbody shank_l shank_l 0 1 0 rotary mass=0.5kg\n\
        move shank_l 3cm 2cm -20cm\nlinkbodies thigh_l shank_l\nmove thigh_l 0 6cm 0\nlinkbodies trunk thigh_l\n\
        mirror *_l *_r y\nsetroot trunk\nrootmotion free\ncorpusinit";
    let (model, corpora) = taken(|s| {
        assert!(s.run_text("test", script).is_ok(), "{:#?}", s.diagnostics);
    });
    assert!(model.meshes.is_empty(), "{}", model.meshes.len());
    assert!(by_mjcf(&model, &corpora) < SAME && by_urdf(&model, &corpora) < SAME);
    for (format, shapes, count) in [
        (
            Format::Mjcf,
            ["\"box\"", "\"sphere\"", "\"capsule\"", "\"cylinder\""],
            [1, 1, 2, 2],
        ),
        (
            Format::Sdf,
            ["<box>", "<sphere>", "<capsule>", "<cylinder>"],
            [2, 2, 4, 4],
        ),
    ] {
        let files = model.write(format, "shapes").unwrap();
        assert!(
            files.shapes.is_empty() && !files.text.contains("<mesh"),
            "{}",
            files.text
        );
        for (shape, count) in shapes.iter().zip(count) {
            assert_eq!(
                files.text.matches(shape).count(),
                count,
                "{shape}\n{}",
                files.text
            );
        }
    }
    let (copy, _) = taken(|s| {
        let (script, _) = back(&model.write(Format::Mjcf, "shapes").unwrap().text, true);
        assert!(s.run_text("copy", &script).is_ok(), "{:#?}", s.diagnostics);
    });
    assert!(copy.meshes.is_empty());
    let forms = |model: &Model| {
        let links = model
            .description
            .robots
            .iter()
            .flat_map(|robot| &robot.links);
        let solids = links.flat_map(|link| &link.solids);
        let mut forms: Vec<String> = solids.map(|s| rounded(&s.form)).collect();
        forms.sort();
        forms
    };
    assert_eq!(forms(&copy), forms(&model));
}

/// Formats a form with lengths rounded to nanometres.
fn rounded(form: &Form) -> String {
    match form {
        Form::Box(sizes) => format!("box {sizes:.9?}"),
        Form::Ellipsoid(sizes) => format!("ellipsoid {sizes:.9?}"),
        Form::Cylinder(d, l) => format!("cylinder {d:.9} {l:.9}"),
        Form::Capsule(d, l) => format!("capsule {d:.9} {l:.9}"),
        Form::Mesh(name, _) => format!("mesh {name}"),
    }
}

/// Returns a trunk that carries a limb by each of these kinds of joints, each limb with a hand.
fn with_kinds(kinds: &[(&str, &str)], free: bool) -> String {
    let mut script = "addcorpus c\nget trunk from unit_cube\nscale trunk 0.4 0.3 0.2\naddbody trunk trunk 0 0 1 rotary mass=5kg\n".to_owned();
    for (i, (name, kind)) in kinds.iter().enumerate() {
        let (at, turn) = (0.1 * i as f64, 25 * i);
        write!(
            script,
            "get {name} from unit_capsule\nscale {name} 0.1 0.1 0.2\nmove {name} 0.02 0 -0.1\naddbody {name} {name} 0 0.6 0.8 rotary mass=1kg\n{kind}\n\
             rotate {name} x {turn}\nmove {name} {at} -0.1 0.2\nlinkbodies trunk {name}\n\
             get hand_{name} from unit_cube\nscale hand_{name} 0.05 0.1 0.1\naddbody hand_{name} hand_{name} 1 0 0 rotary mass=0.3kg\n\
             move hand_{name} 0 0 -0.25\nlinkbodies {name} hand_{name}\n"
        )
        .unwrap();
    }
    let root = if free { "free" } else { "fixed" };
    script += &format!("setroot trunk\nrootmotion {root}\ncorpusinit\n");
    script
}

const BALL: (&str, &str) = ("bl", "jointkind bl ball");
const UNIVERSAL: (&str, &str) = ("un", "jointkind un universal axis=[1 0 0] second=[0 1 0.5]");
const CYLINDRICAL: (&str, &str) = ("cy", "jointkind cy cylindrical");
const PLANAR: (&str, &str) = ("pl", "jointkind pl planar axis=[0 0 1]");
const FREE: (&str, &str) = ("fr", "jointkind fr free");
const SEVERAL: (&str, &str) = (
    "mu",
    "addjoint mu 1 0 0 rotary\naddjoint mu 0 0 1 sliding\naddjoint mu 0 1 0 rotary",
);
const SCREW: (&str, &str) = ("sc", "jointkind sc screw pitch=5mm");

/// Joints of several degrees of freedom are restored from MJCF, with their forces: as balls, free joints and joints of one
/// body.
#[test]
fn joints_of_several_degrees_come_back_from_mjcf() {
    let kinds = [BALL, UNIVERSAL, CYLINDRICAL, PLANAR, FREE, SEVERAL];
    for free in [false, true] {
        let script = format!(
            "{}joint bl.* spring damper+linear\njoint bl.* b 0.5\njoint bl.* k 3\njoint bl.* dry 0.1\njoint bl.* armature 0.01\njoint mu.q2 dry 0.2\n\
             joint bl.rx q 0.4\njoint bl.rz q -0.3\njoint pl.slide1 q 0.1\njoint fr.ry q 0.2\n",
            with_kinds(&kinds, free)
        );
        let (model, corpora) = taken(|s| {
            assert!(s.run_text("test", &script).is_ok(), "{:#?}", s.diagnostics);
        });
        assert!(model.refused(Format::Mjcf).is_empty());
        let files = model.write(Format::Mjcf, "shapes").unwrap();
        let (script, copies) = back(&files.text, true);
        for line in [
            "jointkind bl ball",
            "jointkind fr free",
            "addjoint mu 0 1 0 rotary",
        ] {
            assert!(script.contains(line), "{line}\n{script}");
        }
        let apart = difference(&corpora[0], &copies[0], true);
        assert!(apart < SAME, "{apart}\n{script}");
        let ball = copies[0].joints[copies[0].names.iter().position(|n| n == "bl.ry").unwrap()];
        assert_eq!(
            (ball.b, ball.k, ball.friction, ball.armature),
            (0.5, 3.0, 0.1, 0.01)
        );
        // The pose is a command.
        let posed = run(&format!("{script}\npose_start"));
        let (found, wanted) = (&posed.here().world.corpora[0], &corpora[0]);
        for (body, name) in wanted.names.iter().enumerate().skip(1) {
            let there = number_in(found, wanted, body);
            assert!((found.q(there) - wanted.q(body)).abs() < 1e-12, "{name}");
        }
    }
}

/// Joints that URDF and SDF support are exported; others are refused with the reason.
#[test]
fn each_format_says_the_joints_that_it_knows_and_refuses_the_others() {
    let model_of = |kinds: &[(&str, &str)]| {
        let script = with_kinds(kinds, true);
        taken(|s| {
            assert!(s.run_text("test", &script).is_ok(), "{:#?}", s.diagnostics);
        })
    };
    let (model, corpora) = model_of(&[PLANAR, FREE]);
    assert!(by_urdf(&model, &corpora) < SAME);
    for (kind, refused_by) in [
        (BALL, &[Format::Urdf][..]),
        (UNIVERSAL, &[Format::Urdf]),
        (SCREW, &[Format::Urdf, Format::Mjcf]),
        (CYLINDRICAL, &[Format::Urdf, Format::Sdf]),
        (SEVERAL, &[Format::Urdf, Format::Sdf]),
        (PLANAR, &[Format::Sdf]),
        (FREE, &[Format::Sdf]),
    ] {
        let (model, _) = model_of(&[kind]);
        for format in [Format::Mjcf, Format::Urdf, Format::Sdf] {
            let told = model.refused(format);
            let names = told
                .iter()
                .all(|line| line.contains(&format!("`{}`", kind.0)));
            assert_eq!(
                told.len(),
                usize::from(refused_by.contains(&format)),
                "{format:?} {told:?}"
            );
            assert!(names, "{told:?}");
        }
    }
    let (model, _) = model_of(&[BALL, UNIVERSAL, SCREW]);
    let sdf = model.write(Format::Sdf, "shapes").unwrap().text;
    for part in [
        "<sdf version=\"1.10\">",
        "type=\"ball\"",
        "type=\"universal\"",
        "<axis2>",
        "type=\"screw\"",
        "<screw_thread_pitch>0.005",
    ] {
        assert!(sdf.contains(part), "{part}\n{sdf}");
    }
}

/// Returns a script of a random tree.
fn tree() -> impl Strategy<Value = String> {
    let number = -100_i32..100;
    let body = (
        any::<prop::sample::Index>(),
        [number.clone(), number.clone(), number.clone()],
        [number.clone(), number.clone(), number],
        -180_i32..180,
        0..6_u8,
        any::<bool>(),
    );
    (proptest::collection::vec(body, 1..7), any::<bool>()).prop_map(|(bodies, free)| {
        let mut script = "addcorpus c\n".to_owned();
        for (i, (parent, at, axis, angle, shape, slides)) in bodies.iter().enumerate() {
            let axis = match axis {
                [0, 0, 0] => [0, 0, 1],
                axis => *axis,
            };
            let shape = ["unit_cube", "unit_cubeb", "unit_sphere", "unit_cylinder", "unit_cone", "capsule 30cm 10cm"][usize::from(*shape)];
            let kind = if *slides { "sliding" } else { "rotary" };
            let [x, y, z] = at;
            let [u, v, w] = axis;
            write!(
                script,
                "get b{i} from {shape}\nscale b{i} 0.2 0.{} 0.3\nrotate b{i} x {x}\naddbody b{i} b{i} {u} {v} {w} {kind} 1g/cm3\n\
                 rotate b{i} y {angle}\nrotate b{i} z {z}\nmove b{i} {x}mm {y}mm {z}mm\n",
                i + 1
            )
            .unwrap();
            if i > 0 {
                writeln!(script, "linkbodies b{} b{i}", parent.index(i)).unwrap();
            }
        }
        let root = if free { "free" } else { "fixed" };
        script += &format!("setroot b0\naxisnorm on\nrootmotion {root}\ncorpusinit\n");
        script
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn random_trees_come_back_from_mjcf_and_urdf(script in tree()) {
        let (model, corpora) = taken(|s| {
            assert!(s.run_text("test", &script).is_ok(), "{script}\n{:#?}", s.diagnostics);
        });
        prop_assert!(by_mjcf(&model, &corpora) < SAME);
        prop_assert!(by_urdf(&model, &corpora) < SAME);
    }
}

/// A servo has its target as the control of the keyframe, and the limit acts on the sum with the torque.
#[test]
fn servos_and_torques_become_actuators_of_mjcf() {
    let script = "addcorpus a\nbox t size=[4cm 2cm 1cm]\naddbody t t 0 0 1 rotary 1g/cm3\nbox l size=[1cm 2cm 1cm]\n\
                  addbody leg l 0 1 0 rotary 1g/cm3\nlinkbodies t leg\nsetroot t\ncorpusinit\n\
                  servo leg target=0.5 kp=2 kd=0.1 limit=0.3 gear=2\ntorque leg 0.2\n";
    let (model, _) = taken(|s| {
        assert!(s.run_text("test", script).is_ok(), "{:#?}", s.diagnostics);
    });
    let files = model.write(Format::Mjcf, "shapes").unwrap();
    for held in [
        "<position name=\"leg_joint_servo\" joint=\"leg_joint\" kp=\"2\" kv=\"0.1\"/>",
        "<motor name=\"leg_joint_motor\" joint=\"leg_joint\"/>",
        "actuatorfrcrange=\"-0.6 0.6\"",
        "ctrl=\"0.5 0.4\"",
    ] {
        assert!(files.text.contains(held), "{held}\n{}", files.text);
    }
    assert!(files.left_out.is_empty(), "{:?}", files.left_out);
    let urdf = model.write(Format::Urdf, "shapes").unwrap();
    assert!(urdf.left_out.iter().any(|l| l.what.contains("servo")));
}

/// Gears go out to URDF and MJCF, and come back.
#[test]
fn velocities_are_those_of_the_keyframe() {
    let script = "addcorpus c\nbox a size=[4cm 4cm 4cm]\naddbody a a 0 0 1 rotary 1g/cm3\nbox b size=[4cm 4cm 4cm]\n\
                  addbody b b 0 2 0 rotary 1g/cm3\nmove b 0 0 4cm\nlinkbodies a b\nsetroot a\nrotate a x 90\ncorpusinit\n\
                  addv a 1 2 3 0 4 0\njoint b dq 5\n";
    let (model, _) = taken(|session| session.run_text("moving", script).unwrap());
    let text = model.write(Format::Mjcf, "shapes").unwrap().text;
    let (_, after) = text.split_once("qvel=\"").unwrap();
    let (values, _) = after.split_once('"').unwrap();
    let values: Vec<f64> = values.split(' ').map(|v| v.parse().unwrap()).collect();
    // The velocity of the root is in the world's axes, its angular velocity in its own; the joint's axis has the length 2.
    let wanted = [1.0, 2.0, 3.0, 0.0, 0.0, -4.0, 10.0];
    assert!(apart(&values, &wanted) < 1e-12, "{values:?}");
    for format in [Format::Urdf, Format::Sdf] {
        let lost = model.write(format, "shapes").unwrap().left_out;
        assert!(
            lost.iter().any(|lost| lost.what == "velocities"),
            "{lost:?}"
        );
    }
}

#[test]
fn gears_come_back() {
    let script = "addcorpus c\nbox base size=[20cm 2cm 2cm]\nbox a size=[4cm 2cm 4cm]\nbox b size=[2cm 2cm 2cm]\n\
        addbody base base axis=[0 1 0] joint=rotary density=1g/cm3\naddbody a a axis=[0 1 0] joint=rotary density=1g/cm3\n\
        addbody b b axis=[1 0 0] joint=sliding density=1g/cm3\nmove a -3cm 0 0\nmove b 6cm 0 0\nlinkbodies base a\nlinkbodies base b\n\
        setroot base\nrootmotion fixed\ncorpusinit\nclose b a gear ratio=2cm offset=1cm\n";
    let (model, _) = taken(|s| {
        assert!(s.run_text("test", script).is_ok(), "{:#?}", s.diagnostics);
    });
    for format in [Format::Mjcf, Format::Urdf] {
        let files = model.write(format, "shapes").unwrap();
        let (script, _) = back(&files.text, false);
        assert!(
            script.contains("close b a gear ratio=0.02 offset=1cm"),
            "{format:?} {}\n{script}",
            files.text
        );
    }
}

/// Loops go out to MJCF as sites that are tied, and come back: the linkage moves as before, and a welded body stays.
#[test]
fn loops_come_back() {
    let script = "addcorpus bar\nbox crank from=[-5mm -5mm -20cm] to=[5mm 5mm 0]\nbox rocker from=[-5mm -5mm -20cm] to=[5mm 5mm 0]\n\
        box base size=[30cm 2cm 2cm]\nbox coupler from=[0 -5mm -5mm] to=[30cm 5mm 5mm]\nfor name in base crank rocker coupler\n\
        addbody {name} {name} axis=[0 1 0] joint=rotary density=1g/cm3\nend\nmove crank -15cm 0 0\nmove rocker 15cm 0 0\nmove coupler 0 0 -20cm\n\
        linkbodies base crank\nlinkbodies base rocker\nlinkbodies crank coupler\nsetroot base\nrootmotion fixed\ncorpusinit\n\
        close coupler rocker hinge at=[30cm 0 0] to=[0 0 -20cm] axis=[0 1 0]\n\
        addcorpus c\nball ball radius=5cm\naddbody ball ball axis=[0 0 1] joint=rotary density=1g/cm3\nsetroot ball\ncorpusinit\n\
        move ball 50cm 0 0\nsetrootpos\nclose ball world weld at=[0 0 0]\n";
    let (model, _) = taken(|s| {
        assert!(s.run_text("test", script).is_ok(), "{:#?}", s.diagnostics);
    });
    let files = model.write(Format::Mjcf, "shapes").unwrap();
    assert!(files.left_out.is_empty(), "{:?}", files.left_out);
    let (again, _) = back(&files.text, false);
    let angles = [script, &again].map(|script| {
        let names = script
            .lines()
            .filter_map(|line| line.trim().strip_prefix("addcorpus "));
        let names: Vec<_> = names.collect();
        let session = run(&format!(
            "{script}\nsetcorpus {}\njoint crank q 20deg\nassemble\ngrav on\nsetgrav 9.81\ngo 0.2s\n",
            names[0]
        ));
        [(0, "crank.q"), (0, "rocker.q"), (1, "ball.z")]
            .map(|(figure, path)| number(&session, &format!("{}.{path}", names[figure])))
    });
    for (one, two) in angles[0].iter().zip(&angles[1]) {
        assert!((one - two).abs() < 1e-9, "{angles:?}\n{again}");
    }
    for format in [Format::Urdf, Format::Sdf] {
        let files = model.write(format, "shapes").unwrap();
        assert!(files.left_out.iter().any(|l| l.what.contains("loops")));
    }
}

/// Friction of a body's own goes out to MJCF with a priority, and comes back; without one the larger of both counts.
#[test]
fn friction_of_bodies_comes_back() {
    let script = "addcorpus c\nbox foot size=[4cm 2cm 4cm]\naddbody foot foot axis=[0 0 1] joint=rotary density=1g/cm3\nsetroot foot\ncorpusinit\n\
        ground on\ngroundfriction stick 0.8\nsurface foot friction=0.3 restitution=0.5\n";
    let (model, _) = taken(|s| {
        assert!(s.run_text("test", script).is_ok(), "{:#?}", s.diagnostics);
    });
    let files = model.write(Format::Mjcf, "shapes").unwrap();
    let told = |what: &str| files.left_out.iter().any(|l| l.what.contains(what));
    assert!(
        told("the restitution of its surface"),
        "{:?}",
        files.left_out
    );
    let (again, _) = back(&files.text, true);
    assert!(
        again.contains("surface foot friction=0.3"),
        "{}\n{again}",
        files.text
    );
    let urdf = model.write(Format::Urdf, "shapes").unwrap().left_out;
    let lost = "the friction of its surface";
    assert!(urdf.iter().any(|l| l.what.contains(lost)), "{urdf:?}");
    let geoms = |own: &str| {
        format!(
            "<mujoco><worldbody><geom type='plane' size='1 1 1' friction='0.8'/><body name='a'><freejoint/>\
             <geom size='.1' friction='{own}'/></body></worldbody></mujoco>"
        )
    };
    for (own, wanted) in [
        ("0.5 .1 .1", None),
        ("1.2", Some("surface a friction=1.2")),
        ("0.5' priority='1", Some("surface a friction=0.5")),
    ] {
        let (script, _) = back(&geoms(own), true);
        assert_eq!(script.contains("surface"), wanted.is_some(), "{script}");
        assert!(wanted.is_none_or(|line| script.contains(line)), "{script}");
    }
}

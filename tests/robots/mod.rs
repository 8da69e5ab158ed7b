//! Robots of other formats: imports compared with MuJoCo, and errors in files.

mod round_trip;

use corpus::files::{LARGEST, Unreadable, read};
use corpus::import::{Imported, Paths, import};
use corpus::session::{Mode, Quiet, Session};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

fn robots() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/robots")
}

fn paths() -> Paths {
    Paths {
        script: robots(),
        ..Paths::default()
    }
}

/// Imports a file of the tests.
fn imported(name: &str) -> Imported {
    import(&robots().join(name), &paths(), &|path| read(path, LARGEST)).unwrap()
}

/// Imports files given as texts.
fn of_texts(first: &str, files: &[(&str, &str)]) -> Imported {
    let files: BTreeMap<PathBuf, String> = files
        .iter()
        .map(|(name, text)| (PathBuf::from(name), (*text).to_owned()))
        .collect();
    let reader = |path: &Path| match files.get(path) {
        Some(text) => Ok(text.clone().into_bytes()),
        None => Err(Unreadable::Io(std::io::ErrorKind::NotFound.into())),
    };
    import(Path::new(first), &Paths::default(), &reader).unwrap()
}

fn run(script: &str) -> Session {
    let mut session = corpus::commands::session(Mode::Run, Box::new(Quiet));
    session.files.access.allow_reading(&robots());
    let name = robots().join("imported.corpus").display().to_string();
    let done = session.run_text(&name, script);
    assert!(done.is_ok(), "{script}\n{:#?}", session.diagnostics);
    session
}

/// Returns the terms of a joint's spring except its limits, and `bias`.
fn terms(joint: &corpus::robot::Joint) -> String {
    let damper = (joint.damping != 0.0).then_some("damper");
    let linear = (joint.stiffness != 0.0).then_some("linear");
    let terms: Vec<&str> = damper.into_iter().chain(linear).chain(["bias"]).collect();
    terms.join("+")
}

/// Joint angles in free flight with torques, armatures, springs and dampers equal those of MuJoCo after half a second.
#[test]
fn imported_robots_move_as_in_mujoco() {
    let text = std::fs::read_to_string(robots().join("motions.json")).unwrap();
    let motions: serde_json::Value = serde_json::from_str(&text).unwrap();
    let mut told = String::new();
    let mut most = 0.0_f64;
    for motion in motions.as_array().unwrap() {
        let file = motion["file"].as_str().unwrap();
        let apart = fly(motion, imported(file));
        writeln!(told, "{file}: {apart:.1e}").unwrap();
        most = most.max(apart);
    }
    println!("{told}");
    assert!(most < 1e-9, "{told}");
}

/// Robots that are not in this repository: `MOTIONS` is a file that `make_motions.py FILE ...` printed, `ROBOTS` the files,
/// separated by colons.
#[test]
#[ignore = "needs files that are not kept here"]
fn other_robots_move_as_in_mujoco() {
    let text = std::fs::read_to_string(std::env::var("MOTIONS").unwrap()).unwrap();
    let motions: serde_json::Value = serde_json::from_str(&text).unwrap();
    for file in std::env::var("ROBOTS").unwrap().split(':') {
        let name = Path::new(file).file_name().unwrap().to_str().unwrap();
        let mut motions = motions.as_array().unwrap().iter();
        let motion = motions.find(|m| m["file"] == name).unwrap();
        let paths = Paths {
            free_base: Some(true),
            ..paths()
        };
        let found = import(Path::new(file), &paths, &|path| read(path, LARGEST)).unwrap();
        println!("{name}: {:.1e}", fly(motion, found));
    }
}

/// Returns a script with balls in place of meshes, which do not affect the motion.
fn without_meshes(script: &str) -> String {
    let line = |line: &str| match line.trim_start().starts_with("get ") && line.ends_with(" open") {
        true => format!(
            "{} from unit_sphere\n",
            line.split(" from ").next().unwrap()
        ),
        false => format!("{line}\n"),
    };
    script.lines().map(line).collect()
}

/// Returns the largest difference of a joint's position (rad or m) after the motion.
fn fly(motion: &serde_json::Value, found: Imported) -> f64 {
    let number = |value: &serde_json::Value| value.as_f64().unwrap();
    let description = found
        .description
        .unwrap_or_else(|| panic!("{:#?}", found.findings));
    let mut script = without_meshes(&found.script.unwrap());
    script += "\nground off\nintegration rkf\neps 1e-12\n";
    let place = |name: &str| {
        let mut all = description
            .robots
            .iter()
            .enumerate()
            .flat_map(|(r, robot)| {
                let links = robot.links.iter().enumerate();
                links.map(move |(l, link)| (r, l, link))
            });
        all.find(|(_, l, link)| *l > 0 && link.joint.name == name)
            .unwrap_or_else(|| panic!("{name}"))
    };
    let joints = motion["joints"].as_array().unwrap();
    let moving = place(joints[0]["name"].as_str().unwrap()).0;
    for joint in joints {
        let (robot, at, link) = place(joint["name"].as_str().unwrap());
        let zero = link.joint.zero;
        let name = description.robots[robot].spoken(at);
        let start = number(&joint["start"]) - zero;
        writeln!(script, "joint {name} spring {}", terms(&link.joint)).unwrap();
        writeln!(script, "joint {name} bias {:?}", number(&joint["torque"])).unwrap();
        writeln!(script, "joint {name} q {start:?}").unwrap();
        writeln!(script, "joint {name} dq {:?}", number(&joint["speed"])).unwrap();
    }
    if let Some(root) = motion["root"].as_object() {
        let all = root["linear"].as_array().unwrap().iter();
        let all = all.chain(root["angular"].as_array().unwrap());
        let all: Vec<String> = all.map(|x| format!("{:?}", number(x))).collect();
        let name = &description.robots[moving].links[0].name;
        writeln!(script, "addv {name} {}", all.join(" ")).unwrap();
    }
    script += "go 0.5s\n";
    let session = run(&script);
    let world = &session.here().world;
    let names =
        |corpus: &corpus::world::Corpus, name: &str| corpus.names.iter().position(|n| n == name);
    let apart = joints.iter().map(|joint| {
        let (_, _, link) = place(joint["name"].as_str().unwrap());
        let found = world.corpora.iter().find_map(|corpus| {
            let body = names(corpus, &link.name)?;
            Some(corpus.q(body))
        });
        let end = number(&joint["end"]) - link.joint.zero;
        (found.unwrap() - end).abs()
    });
    apart.fold(0.0, f64::max)
}

/// The script of each import runs without a warning, and has the format of `corpus fmt`.
#[test]
fn imported_scripts_are_laid_out_and_run() {
    for name in [
        "hopper.xml",
        "half_cheetah.xml",
        "walker2d.xml",
        "ant.xml",
        "humanoid.xml",
        "quadruped.urdf",
        "arm.xml",
        "kinds.xml",
    ] {
        let script = imported(name).script.unwrap();
        let laid_out = corpus::lang::format::format(&script, &corpus::commands::TABLE);
        assert_eq!(laid_out.as_deref(), Ok(script.as_str()), "{name}");
        let session = run(&format!("{script}\ngo 20ms\n"));
        assert!(
            session.diagnostics.is_empty(),
            "{name}\n{script}\n{:#?}",
            session.diagnostics
        );
    }
}

#[test]
fn limbs_that_repeat_are_told_once() {
    let script = |name: &str| imported(name).script.unwrap();
    let dog = script("quadruped.urdf");
    assert_eq!(dog.matches("define build_hip ").count(), 1, "{dog}");
    assert_eq!(dog.matches("\nbuild_hip ").count(), 4, "{dog}");
    assert_eq!(script("ant.xml").matches("\nbuild_aux ").count(), 4);
    assert!(script("humanoid.xml").contains("define build_"));
}

/// Features missing in the script are listed with their lines: nothing is dropped silently.
#[test]
fn what_is_left_out_is_listed() {
    let found = imported("humanoid.xml");
    let has = |what: &str| found.left_out.iter().any(|line| line.starts_with(what));
    for what in [
        "camera (",
        "light (",
        "tendon fixed (2 times, first in line ",
        "geom condim (",
        "option timestep (",
    ] {
        assert!(has(what), "{what}: {:#?}", found.left_out);
    }
    let script = found.script.unwrap();
    for line in &found.left_out {
        assert!(script.contains(&format!("#   {line}\n")), "{line}");
    }
}

/// Elements of the sections of MJCF are listed by their kinds; what URDF does not specify is not among the omitted features.
#[test]
fn omitted_elements_are_counted_by_kind_apart_from_assumptions() {
    let body = "<body name='a'><joint name='j'/><geom size='0.1'/></body>";
    let sensors = "<sensor>\n<gyro site='s'/>\n<gyro site='t'/>\n<touch site='s'/></sensor>";
    let text = format!("<mujoco><worldbody>{body}</worldbody>\n{sensors}<contact/></mujoco>");
    let found = of_texts("robot", &[("robot", &text)]);
    assert_eq!(
        found.left_out,
        [
            "contact (line 5)",
            "sensor gyro (2 times, first in line 3)",
            "sensor touch (line 5)"
        ]
    );
    let found = imported("quadruped.urdf");
    let base =
        "URDF does not specify how the base is held: it is free here; `--base fixed` holds it";
    assert_eq!(found.assumed, [base]);
    assert!(!found.left_out.iter().any(|line| line.contains("base")));
    let script = found.script.unwrap();
    assert!(script.contains(&format!("# {base}.\n#\n# Not imported:\n")));
}

/// The warnings of an import.
fn warnings(found: &Imported) -> Vec<String> {
    let all = found.findings.iter();
    all.map(|report| format!("{}: {}", report.code, report.message))
        .collect()
}

fn mass(found: &Imported) -> f64 {
    let robots = found.description.iter().flat_map(|d| &d.robots);
    let links = robots.flat_map(|robot| &robot.links);
    links.map(|link| link.inertia.mass).sum()
}

/// What costs mass, joints, actuators or constraints is a warning with its count.
#[test]
fn what_moves_a_robot_differently_is_a_warning() {
    let text = "<mujoco><worldbody><body name='a'><joint name='j'/><joint name='k' axis='1 0 0'/><geom size='0.1'/><site name='s'/>\n\
         <flexcomp name='f'/></body></worldbody>\n<equality><joint joint1='j'/></equality>\n\
         <actuator><velocity joint='j'/><velocity joint='k'/><motor site='s'/></actuator></mujoco>";
    let found = of_texts("robot", &[("robot", text)]);
    assert_eq!(
        warnings(&found),
        [
            "W032: not imported: actuator motor that acts on no joint",
            "W032: not imported: actuator velocity with its own law (2 times)",
            "W032: not imported: equality joint",
            "W032: not imported: flexcomp",
        ]
    );
    assert_eq!(found.minor, ["site (line 1)"]);
    assert_eq!(found.left_out.len(), 5);
    let grip = "<robot name='grip'>\n\
        <link name='palm'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1'/></inertial></link>\n\
        <link name='f'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1'/></inertial></link>\n\
        <joint name='j' type='revolute'><parent link='palm'/><child link='f'/><mimic joint='j'/></joint></robot>";
    let found = of_texts("robot", &[("robot", grip)]);
    let told: Vec<_> = found.findings.iter().map(|d| d.message.as_str()).collect();
    assert_eq!(told, ["the joint `j` follows itself"]);
}

/// Joints of a file that follow others do so in the script, and in the file that is made of it again.
#[test]
fn joints_that_follow_others_are_gears() {
    let link = |name: &str| {
        format!(
            "<link name='{name}'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1'/></inertial></link>"
        )
    };
    let joint = |name: &str, child: &str, kind: &str, more: &str| {
        format!(
            "<joint name='{name}' type='{kind}'><parent link='palm'/><child link='{child}'/><axis xyz='0 0 1'/>{more}</joint>"
        )
    };
    let grip = format!(
        "<robot name='grip'>{}{}{}{}{}{}</robot>",
        link("palm"),
        link("f"),
        link("g"),
        link("h"),
        joint("a", "f", "continuous", "")
            + &joint(
                "b",
                "g",
                "continuous",
                "<mimic joint='a' multiplier='-2' offset='0.5'/>"
            ),
        joint(
            "c",
            "h",
            "prismatic",
            "<limit lower='-1' upper='1'/><mimic joint='a' multiplier='0.02'/>"
        ),
    );
    let found = of_texts("robot", &[("robot", &grip)]);
    assert_eq!(warnings(&found), Vec::<String>::new());
    let script = found.script.as_deref().unwrap_or_default();
    assert!(
        script.contains("joint g q 0.5rad\nclose g f gear ratio=-2 offset=0.5rad"),
        "{script}"
    );
    // A joint that follows one that follows: in any order, the robot can run as it is written.
    let chain = grip
        .replace("type='prismatic'", "type='continuous'")
        .replace(
            "<limit lower='-1' upper='1'/><mimic joint='a' multiplier='0.02'/>",
            "<mimic joint='b' multiplier='3' offset='-1'/>",
        );
    let found = of_texts("robot", &[("robot", &chain)]);
    let chained = found.script.unwrap_or_default();
    assert!(chained.contains("joint h q 0.5rad"), "{chained}");
    let session = run(&format!("{chained}go 10ms\n"));
    assert!(
        session
            .here()
            .world
            .widest_gap()
            .is_none_or(|(_, gap, _)| gap < 1e-6)
    );
    assert!(
        script.contains("close h f gear ratio=0.02 offset=0"),
        "{script}"
    );
    let mujoco = "<mujoco><worldbody><body name='p'><joint name='a' axis='0 0 1'/><geom size='.1' mass='1'/>\
        <body name='q' pos='1 0 0'><joint name='b' axis='0 0 1'/><geom size='.1' mass='1'/></body></body></worldbody>\
        <equality><joint joint1='b' joint2='a' polycoef='0.1 -3'/><joint joint1='b' joint2='a' polycoef='0 1 2'/>\
        <joint joint1='b' joint2='z'/></equality></mujoco>";
    let found = of_texts("robot", &[("robot", mujoco)]);
    let told: Vec<_> = found.findings.iter().map(|d| d.message.as_str()).collect();
    assert_eq!(told, ["there is no joint `z`"]);
    let found = of_texts(
        "robot",
        &[(
            "robot",
            &mujoco.replace("<joint joint1='b' joint2='z'/>", ""),
        )],
    );
    assert_eq!(warnings(&found), ["W032: not imported: equality joint"]);
    let script = found.script.as_deref().unwrap_or_default();
    assert!(
        script.contains("close q p gear ratio=-3 offset=0.1rad"),
        "{script}"
    );
}

/// A linkage of a file keeps its loop: bodies, and places of bodies without joints, are held together, and to the world.
#[test]
fn bodies_that_a_file_connects_are_held_together() {
    let text = "<mujoco model='bar'><worldbody><body name='crank' pos='0 0 1'><joint name='a' axis='0 1 0'/>\
        <geom type='capsule' fromto='0 0 0 0 0 -.2' size='.01' mass='1'/><body name='coupler' pos='0 0 -.2'><joint name='b' axis='0 1 0'/>\
        <geom type='capsule' fromto='0 0 0 .3 0 0' size='.01' mass='1'/><body name='tip' pos='.3 0 0'/></body></body>\
        <body name='rocker' pos='.3 0 1'><joint name='c' axis='0 1 0'/><geom type='capsule' fromto='0 0 0 0 0 -.2' size='.01' mass='1'/></body>\
        <body name='box' pos='1 0 0'><freejoint/><geom type='box' size='.1 .1 .1' mass='2'/></body></worldbody>\
        <equality><connect name='e' body1='tip' body2='rocker' anchor='0 0 0' solref='.01 1'/><weld body1='box'/>\
        <connect body1='crank' anchor='0 0 0' active='false'/><connect body1='none' anchor='0 0 0'/></equality></mujoco>";
    let found = of_texts("robot", &[("robot", text)]);
    let told: Vec<_> = found.findings.iter().map(|d| d.message.as_str()).collect();
    assert_eq!(told, ["there is no body `none`"]);
    let found = of_texts(
        "robot",
        &[(
            "robot",
            &text.replace("<connect body1='none' anchor='0 0 0'/>", ""),
        )],
    );
    assert_eq!(
        found.minor,
        ["equality connect that is not active (line 1)"]
    );
    let script = found.script.unwrap();
    let loops: Vec<_> = script
        .lines()
        .filter(|line| line.starts_with("close "))
        .collect();
    assert_eq!(loops.len(), 2, "{script}");
    assert!(
        loops[0].contains(".coupler ") && loops[0].ends_with(".rocker pin at=[30cm 0 0]"),
        "{loops:?}"
    );
    assert!(
        loops[1].ends_with(".box world weld at=[0 0 0]"),
        "{loops:?}"
    );
    let moved = "setcorpus bar\njoint crank dq 3\ngo 0.5s\nexpect world.attachment0.gap < 1e-12m and world.attachment1.gap < 1e-12m\n";
    let mut session =
        corpus::commands::session(corpus::session::Mode::Run, Box::new(corpus::session::Quiet));
    let result = session.run_text("bar", &(script.clone() + "\n" + moved));
    assert!(result.is_ok(), "{:?}\n{script}", session.diagnostics);
}

/// Sites that a file ties are points of two bodies, wherever they are with all joints at zero.
#[test]
fn sites_that_a_file_ties_are_held_together() {
    let text = "<mujoco model='bar'><worldbody><site name='hook' pos='.5 0 1'/><body name='arm' pos='0 0 1'><joint name='a' axis='0 1 0'/>\
        <geom type='capsule' fromto='0 0 0 .3 0 0' size='.01' mass='1'/><frame pos='.3 0 0'><site name='tip' pos='0 0 .1'/></frame></body>\
        <body name='box' pos='.5 0 1'><freejoint/><geom type='box' size='.1 .1 .1' mass='2'/><site name='centre'/><site name='turned' euler='90 0 0'/></body>\
        </worldbody><equality><connect site1='hook' site2='tip'/><weld site1='centre' site2='hook'/><weld site1='turned' site2='hook'/>\
        <connect site1='tip' site2='tap'/></equality></mujoco>";
    let found = of_texts("robot", &[("robot", text)]);
    let told: Vec<_> = found.findings.iter().map(|d| d.message.as_str()).collect();
    assert!(told.contains(&"there is no site `tap`"), "{told:?}");
    let text = text.replace("<connect site1='tip' site2='tap'/>", "");
    let found = of_texts("robot", &[("robot", &text)]);
    assert_eq!(
        warnings(&found),
        ["W032: not imported: equality weld of sites that are apart with all joints at zero"]
    );
    let script = found.script.unwrap();
    let loops = script.lines().filter(|line| line.starts_with("close "));
    let ends: Vec<_> = loops.filter_map(|line| line.split_once(' ')).collect();
    let ends: Vec<_> = ends
        .iter()
        .map(|(_, rest)| rest.split_once('.').unwrap().1)
        .collect();
    assert_eq!(
        ends,
        [
            "arm world pin at=[30cm 0 10cm] to=[50cm 0 1m]",
            "box world weld at=[0 0 0] to=[50cm 0 1m]"
        ]
    );
}

/// A linkage that falls, beside MuJoCo with the stiffest constraints: the numbers are those that `make_linkage.py` prints.
#[test]
fn an_imported_linkage_moves_as_in_mujoco() {
    let script = imported("linkage.xml").script.unwrap();
    let session = run(&(script + "tolerance 1e-5\ngo 0.5s\n"));
    let expected = [-0.887_212_825_8, 1.067_716_642_9, -0.752_471_445_7];
    for (joint, expected) in ["crank", "coupler", "base_2_figure.rocker"]
        .iter()
        .zip(expected)
    {
        let figure = if joint.contains('.') { "" } else { "linkage." };
        let q = crate::support::number(&session, &format!("{figure}{joint}.q"));
        assert!((q - expected).abs() < 2e-6, "{joint}: {q} {expected}");
    }
}

/// Numbers of MuJoCo 3.3: 5 balls of 1 kg, and a ball with 8 arms.
#[test]
fn replicated_bodies_and_shapes_are_imported() {
    let balls = "<mujoco><worldbody><replicate count='5' offset='0.1 0 0'><body name='ball' pos='0 0 1'>\
        <joint name='j' axis='0 1 0' pos='0 0 0.5'/><geom size='0.05' mass='1'/></body></replicate></worldbody>\
        <actuator><motor name='m' joint='j'/></actuator></mujoco>";
    let found = of_texts("robot", &[("robot", balls)]);
    assert_eq!(warnings(&found), [""; 0]);
    assert_eq!(mass(&found), 5.0);
    let robots = &found.description.as_ref().unwrap().robots;
    let last = robots.last().unwrap();
    assert_eq!((robots.len(), last.links[1].name.as_str()), (5, "ball4"));
    assert!((last.links[1].placement.translation.x - 0.4).abs() < 1e-15);
    assert_eq!(last.motors[0].name, "m4");
    let ring = "<mujoco><worldbody><body pos='0 0 1'><freejoint/><geom size='0.05'/>\
        <replicate count='8' euler='0 0 45'><geom type='capsule' fromto='0.1 0 0 0.3 0 0' size='0.02'/></replicate></body></worldbody></mujoco>";
    let found = of_texts("robot", &[("robot", ring)]);
    assert!((mass(&found) - 2.8023).abs() < 1e-4, "{}", mass(&found));
    let body = &found.description.unwrap().robots[0].links[0];
    assert!(body.inertia.centre.norm() < 1e-15, "{:?}", body.inertia);
    // Positions accumulate along turned axes: a closed square.
    let square = "<mujoco><worldbody><body><freejoint/><replicate count='2' sep='-'>\
        <replicate count='4' euler='0 0 90' offset='1 0 0'><geom name='g' size='0.1'/></replicate></replicate></body></worldbody></mujoco>";
    let found = of_texts("robot", &[("robot", square)]);
    let solids = &found.description.unwrap().robots[0].links[0].solids;
    assert_eq!(solids.len(), 8);
    assert_eq!(solids[6].name, "g2-1");
    let at = solids[2].placement.translation;
    assert!(
        (at - nalgebra::Vector3::new(1.0, 1.0, 0.0)).norm() < 1e-15,
        "{at}"
    );
    for (count, told) in [
        ("1e9", "more than"),
        ("0", "whole number"),
        ("x", "must contain numbers"),
    ] {
        let found = of_texts(
            "robot",
            &[("robot", &ring.replace("'8'", &format!("'{count}'")))],
        );
        assert!(warnings(&found)[0].contains(told), "{:?}", warnings(&found));
        assert!(found.script.is_none());
    }
}

#[test]
fn meshes_in_the_file_become_files() {
    let text = "<mujoco><asset><mesh name='w' vertex='0 0 0  1 0 0  0 1 0  0 0 1' scale='.2 .2 .2'/></asset><worldbody>\
        <body pos='0 0 1'><freejoint/><geom type='mesh' mesh='w'/><geom size='.02'/></body></worldbody></mujoco>";
    let found = of_texts("robot.xml", &[("robot.xml", text)]);
    assert_eq!(warnings(&found), [""; 0]);
    assert!(
        (mass(&found) - (0.008 / 6.0 * 1000.0 + 0.033_510)).abs() < 1e-5,
        "{}",
        mass(&found)
    );
    let (path, mesh) = &found.meshes[0];
    assert_eq!(path, Path::new("robot_w.obj"));
    assert_eq!(mesh.matches("\nv ").count(), 4);
    assert_eq!(mesh.matches("\nf ").count(), 4);
    let script = found.script.unwrap();
    assert!(script.contains("from robot_w.obj open\n"), "{script}");
    let faces = text.replace(" scale", " face='0 2 1 0 1 3 0 3 2 1 2 3' scale");
    let given = of_texts("robot.xml", &[("robot.xml", &faces)]);
    assert!(
        (mass(&given) / mass(&of_texts("robot.xml", &[("robot.xml", text)])) - 1.0).abs() < 1e-12
    );
    let wrong = faces.replace("1 2 3'", "1 2 4'");
    assert!(
        warnings(&of_texts("robot.xml", &[("robot.xml", &wrong)]))[0]
            .contains("numbers of corners")
    );
}

/// Positions of MuJoCo 4.0 after 0.3 s at the keyframe, with its controls and force limits.
#[test]
fn servos_hold_the_pose_of_a_keyframe() {
    let found = imported("servo_home.xml");
    assert_eq!(warnings(&found), [""; 0]);
    let script = found.script.unwrap();
    assert!(script.contains("kp=100 kd=5 limit=6"), "{script}");
    let mut session = run(&format!("{script}\npose_home\ngo 0.3s\n"));
    session.observe();
    let corpus = &session.here().world.corpora[0];
    let ends = [corpus.q(1), corpus.q(2) + 0.3];
    for (end, known) in ends.iter().zip([0.2232, 0.5055]) {
        assert!((end - known).abs() < 5e-4, "{ends:?}");
    }
}

/// The damping of a servo by a ratio is that of its joint with all others locked, at the mass of the whole file; the rates of a
/// keyframe are those of its joints, three of them for a ball.
#[test]
fn keyframes_move_and_servos_are_damped_by_a_ratio() {
    let text = "<mujoco><compiler settotalmass='2'/><worldbody>
        <body name='trunk'><freejoint/><geom type='sphere' size='.1' mass='3'/>
        <body name='arm'><joint name='hinge' axis='0 1 0' armature='0.02'/><geom type='sphere' size='.05' pos='0 0 -.2' mass='1'/>
        <body name='hand' pos='0 0 -.4'><joint name='round' type='ball'/><geom type='sphere' size='.05' mass='2'/></body>
        </body></body></worldbody>
        <actuator><position joint='hinge' kp='50' gear='2' dampratio='0.5'/></actuator>
        <keyframe><key name='go' qvel='9 9 9 9 9 9 1 2 3 4'/></keyframe></mujoco>";
    let found = of_texts("robot.xml", &[("robot.xml", text)]);
    let script = found.script.unwrap();
    // A sphere and another one at its end, of a third of 1 kg and 2 kg.
    let [near, far] = [0.2_f64, 0.4].map(|r| 0.4 * 0.05 * 0.05 + r * r);
    let moved = near / 3.0 + far * 2.0 / 3.0 + 0.02;
    let damping = (50.0_f64 * 4.0 * moved).sqrt();
    let (_, after) = script.split_once("kp=200 kd=").unwrap();
    let told: f64 = after.split_whitespace().next().unwrap().parse().unwrap();
    assert!((told / damping - 1.0).abs() < 1e-9, "{told} {damping}");
    let session = run(&format!("{script}\npose_go\n"));
    let corpus = &session.here().world.corpora[0];
    assert_eq!([1, 2, 3, 4].map(|i| corpus.qd(i)), [1.0, 2.0, 3.0, 4.0]);
}

#[test]
fn slips_that_other_readers_allow_are_warned_of() {
    let link = |shape: &str| {
        format!(
            "<robot name='r'><link name='a'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1'/></inertial>\n\
             <visual><geometry>{shape}</geometry></visual></link></robot>"
        )
    };
    let told = |shape: &str, mesh: &str| {
        let found = of_texts("robot", &[("robot", &link(shape)), ("w.obj", mesh)]);
        assert!(found.script.is_some());
        warnings(&found)
    };
    let wedge = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
    assert_eq!(
        told("<sphere radius='0.0'/>", ""),
        ["W032: a sphere with a size of zero is omitted"]
    );
    assert_eq!(
        told("<mesh filename='w.obj' scale='1 1 1 1'/>", wedge),
        ["W032: `scale` takes 3 numbers, found 4"]
    );
    for xacro in [
        "<xacro:property name='w' value='1'/>",
        "<box size='${w} 1 1'/>",
    ] {
        let text = link(xacro).replace(
            "<robot",
            "<robot xmlns:xacro='http://www.ros.org/wiki/xacro'",
        );
        let found = of_texts("robot", &[("robot", &text)]);
        assert_eq!(
            warnings(&found),
            ["E034: this is a xacro file, not yet a URDF file"]
        );
    }
}

/// A planar walker has one body with three joints on a base, and a ball is a ball.
#[test]
fn joints_of_one_body_become_joints_of_one_body() {
    let script = |name: &str| imported(name).script.unwrap();
    for name in ["hopper.xml", "walker2d.xml"] {
        let script = script(name);
        for part in [
            "addbody torso torso 1 0 0 sliding 1g/cm3 0\naddjoint torso 0 0 1 sliding\naddjoint torso 0 1 0 rotary\n",
            "linkbodies base torso\n",
            "\nrootmotion fixed\n",
            "#   torso.q1: rootx\n",
        ] {
            assert!(script.contains(part), "{name}: {part}\n{script}");
        }
    }
    let kinds = script("kinds.xml");
    for part in [
        "jointkind shoulder ball\n",
        "jointkind float free\n",
        "addjoint hip 0 0 1 sliding\n",
    ] {
        assert!(kinds.contains(part), "{part}\n{kinds}");
    }
    let dry = "<mujoco><worldbody>\n<body name='a'><joint type='hinge' frictionloss='0.3'/>\n<geom size='0.1'/></body></worldbody></mujoco>";
    let found = of_texts("robot", &[("robot", dry)]);
    assert!(found.left_out.is_empty(), "{:?}", found.left_out);
    assert!(found.script.unwrap().contains("joint a dry 0.3\n"));
}

/// Every kind of error in a file is reported with its place.
#[test]
fn what_is_wrong_is_reported_with_its_place() {
    let body = |inner: &str| {
        format!(
            "<mujoco>\n<worldbody>\n<body name='a'>\n<joint name='j'/>\n<geom size='0.1'/>\n{inner}\n</body>\n</worldbody>\n</mujoco>\n"
        )
    };
    let urdf = |inner: &str| {
        let link = |name: &str| {
            format!(
                "<link name='{name}'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1'/></inertial></link>\n"
            )
        };
        format!(
            "<robot name='r'>\n{}{}{inner}\n</robot>\n",
            link("a"),
            link("b")
        )
    };
    let joint = |name: &str, parent: &str, child: &str, kind: &str| {
        format!(
            "<joint name='{name}' type='{kind}'><parent link='{parent}'/><child link='{child}'/></joint>\n"
        )
    };
    let wrong: Vec<(String, &str, usize, &str)> = vec![
        (
            "<mujoco><worldbody>\n</mujoco>".into(),
            "E033",
            2,
            "not valid XML",
        ),
        ("<robot>\n<link name='a'".into(), "E033", 2, "not valid XML"),
        (
            "<robot xmlns:xacro='x'><q:a/></robot>".into(),
            "E033",
            1,
            "not valid XML",
        ),
        ("<sdf/>".into(), "E034", 1, "neither URDF nor MJCF"),
        ("<mujoco/>".into(), "E034", 1, "no body"),
        (body("<geom size='0.1 x'/>"), "E034", 6, "found `x`"),
        (body("<geom size='-1'/>"), "E034", 6, "above zero"),
        (
            body("<geom type='capsule' size='1'/>"),
            "E034",
            6,
            "needs 2 numbers",
        ),
        (
            body("<geom type='ball' size='1'/>"),
            "E034",
            6,
            "not a type of shape",
        ),
        (
            body("<geom type='mesh' mesh='m'/>"),
            "E035",
            6,
            "no mesh `m`",
        ),
        (
            body("<geom class='c' size='1'/>"),
            "E035",
            6,
            "no class of defaults `c`",
        ),
        (body("<joint axis='0 0 0'/>"), "E034", 6, "no direction"),
        (body("<joint range='2 1'/>"), "E034", 6, "is reversed"),
        (
            body("<joint type='screw'/>"),
            "E034",
            6,
            "not a type of joint",
        ),
        (body("<joint name='j'/>"), "E036", 6, "second joint"),
        (body("<freejoint/>"), "E036", 3, "free joint"),
        (body("<body><joint/></body>"), "E034", 6, "has no mass"),
        (body("<inertial pos='0 0 0'/>"), "E034", 6, "needs a `mass`"),
        (
            body("<include file='none.xml'/>"),
            "E035",
            6,
            "there is no such file",
        ),
        (
            body("<include file='robot'/>"),
            "E036",
            6,
            "includes itself",
        ),
        (
            body("").replace(
                "</worldbody>",
                "</worldbody><actuator>\n<motor joint='k'/></actuator>",
            ),
            "E035",
            9,
            "joint `k`, which does not exist",
        ),
        (
            body("").replace(
                "</worldbody>",
                "</worldbody><actuator>\n<motr joint='j'/></actuator>",
            ),
            "E034",
            9,
            "not a kind of actuator",
        ),
        (
            body("").replace("<mujoco>", "<mujoco><compiler angle='grad'/>"),
            "E034",
            1,
            "degree or radian",
        ),
        (urdf(""), "E036", 3, "2 trees"),
        (
            urdf(&(joint("j", "a", "b", "fixed") + &joint("k", "b", "a", "fixed"))),
            "E036",
            5,
            "the joints `j` and `k` connect the links in a loop",
        ),
        (
            urdf(&(joint("j", "a", "b", "fixed") + &joint("k", "a", "b", "fixed"))),
            "E036",
            5,
            "is the child of two joints",
        ),
        (
            urdf(&joint("j", "a", "c", "fixed")),
            "E035",
            4,
            "link `c`, which does not exist",
        ),
        (
            urdf(&joint("j", "a", "b", "ball")),
            "E034",
            4,
            "not a type of joint",
        ),
        (urdf("<link name='a'/>"), "E036", 4, "second link"),
        (urdf("<link/>"), "E034", 4, "needs a `name`"),
        (
            urdf("<joint name='j' type='fixed'><parent link='a'/></joint>"),
            "E034",
            4,
            "has no child link",
        ),
        (
            urdf("<link name='c'><inertial><mass value='-1'/></inertial></link>"),
            "E034",
            4,
            "zero or above",
        ),
        (
            urdf(
                "<link name='c'><collision><geometry><box size='1 1'/></geometry></collision></link>",
            ),
            "E034",
            4,
            "takes 3 numbers",
        ),
    ];
    for (text, code, line, told) in wrong {
        let found = of_texts("robot", &[("robot", &text)]);
        assert!(found.script.is_none(), "{text}");
        let first = found.findings.first().unwrap_or_else(|| panic!("{text}"));
        assert!(first.message.contains(told), "{text}\n{}", first.message);
        assert_eq!(first.code, code, "{text}\n{}", first.message);
        assert_eq!(
            found.sources.place(first.span).line,
            line,
            "{text}\n{}",
            first.message
        );
        assert!(first.help.is_some(), "{}", first.message);
    }
}

/// Faults that do not prevent an import cause warnings: a missing mesh, an impossible inertia.
/// A motor of a joint of an unknown type is not reported as that of a missing joint.
#[test]
fn a_joint_of_an_unknown_type_is_one_report() {
    let body = "<body name='a'><joint type='screw' name='j'/><geom size='0.1'/></body>";
    let motor = "<actuator><motor joint='j'/></actuator>";
    let text = format!("<mujoco><worldbody>{body}</worldbody>{motor}</mujoco>");
    let found = of_texts("robot", &[("robot", &text)]);
    let codes: Vec<&str> = found.findings.iter().map(|report| report.code).collect();
    assert_eq!(codes, ["E034"], "{:?}", found.findings);
}

#[test]
fn what_is_changed_is_warned_of() {
    let mesh = "<robot name='r'><link name='a'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='3'/></inertial>\n\
        <visual><geometry>\n<mesh filename='package://p/none.stl'/></geometry></visual></link></robot>";
    let found = of_texts("robot", &[("robot", mesh)]);
    assert!(found.script.is_some());
    let first = &found.findings[0];
    assert_eq!(
        (first.code, found.sources.place(first.span).line),
        ("W032", 3)
    );
    let arm = "<robot name='r'><link name='a'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1'/></inertial></link>\n\
        <transmission name='t'><joint name='of_another_arm'/></transmission></robot>";
    let found = of_texts("robot", &[("robot", arm)]);
    assert!(found.script.is_some());
    let first = &found.findings[0];
    let line = found.sources.place(first.span).line;
    assert_eq!((first.code, line), ("W032", 2));
    assert!(
        first
            .message
            .contains("`of_another_arm`, which does not exist")
    );
    let foot = "<robot name='r'><link name='a'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1'/></inertial></link>\n\
        <link name='b'><inertial>\n<mass value='0'/><inertia ixx='1' iyy='1' izz='1'/></inertial></link>\n\
        <joint name='j' type='fixed'><parent link='a'/><child link='b'/></joint></robot>";
    let found = of_texts("robot", &[("robot", foot)]);
    let first = &found.findings[0];
    let line = found.sources.place(first.span).line;
    assert_eq!((first.code, line), ("W032", 3));
    assert!(first.message.contains("moments of inertia without a mass"));
    let ball = "<mujoco><worldbody>\n<body name='a'><joint type='ball'/>\n<inertial pos='0 0 1' mass='1' diaginertia='1 1 3'/></body></worldbody></mujoco>";
    let found = of_texts("robot", &[("robot", ball)]);
    let told: Vec<&str> = found.findings.iter().map(|f| f.code).collect();
    assert_eq!(told, ["W032"]);
    let script = found.script.unwrap();
    assert!(script.contains("inertia a repair [1 1 3]"), "{script}");
    assert!(script.contains("jointkind a ball\n"), "{script}");
    run(&script);
}

/// Returns mass, centre and least moment of inertia of the last link of an MJCF body with a hinge, with these settings and
/// contents.
fn last_link(compiler: &str, contents: &str) -> (f64, [f64; 3], f64) {
    let body = format!("<body name='a'><joint type='hinge' axis='0 1 0'/>{contents}</body>");
    let text = format!("<mujoco>{compiler}<worldbody>{body}</worldbody></mujoco>");
    let found = of_texts("robot", &[("robot", &text)]);
    let description = found.description.unwrap();
    let inertia = &description.robots[0].links.last().unwrap().inertia;
    let least = inertia.about_centre.symmetric_eigenvalues().min();
    (inertia.mass, inertia.centre.into(), least)
}

#[test]
fn the_bounds_of_mass_and_inertia_hold_for_bodies_without_mass() {
    let bounds = "<compiler boundmass='0.05' boundinertia='0.0005'/>";
    let ball = "<geom type='sphere' size='0.1' pos='0.2 0 0' mass='0'/>";
    let given = "<inertial pos='0.3 0 0' mass='0' diaginertia='0 0 0'/>";
    let heavy = "<geom type='sphere' size='0.1' pos='0.2 0 0' mass='1'/>";
    // As in MuJoCo 3.
    for (contents, centre) in [
        (ball.to_owned(), [0.0; 3]),
        (ball.repeat(2), [0.0; 3]),
        (String::new(), [0.0; 3]),
        (given.to_owned(), [0.3, 0.0, 0.0]),
        (format!("{given}{heavy}"), [0.3, 0.0, 0.0]),
    ] {
        let (mass, at, least) = last_link(bounds, &contents);
        assert_eq!((mass, at), (0.05, centre), "{contents}");
        assert!((least - 0.0005).abs() < 1e-15, "{contents}: {least}");
    }
    let child = "<body pos='0 0 1'/>";
    let (mass, centre, _) = last_link(bounds, &format!("{heavy}{child}"));
    assert_eq!(mass, 1.05);
    assert!((centre[2] - 0.05 / 1.05).abs() < 1e-12);
}

#[test]
fn deep_and_odd_files_end_in_reports() {
    let deep = format!(
        "<mujoco>{}{}</mujoco>",
        "<body>".repeat(9000),
        "</body>".repeat(9000)
    );
    assert_eq!(
        of_texts("robot", &[("robot", &deep)]).findings[0].code,
        "E033"
    );
    for text in [
        "",
        "<",
        "<mujoco",
        "\u{feff}<mujoco/>",
        "<!DOCTYPE a [<!ENTITY b 'c'>]><mujoco>&b;</mujoco>",
    ] {
        assert!(
            !of_texts("robot", &[("robot", text)]).findings.is_empty(),
            "{text}"
        );
    }
}

#[test]
fn names_become_legal_and_the_change_is_told() {
    let text = "<mujoco model='7 dwarfs'><worldbody><body name='left foot#1'><freejoint/><geom size='1'/></body>\
        <body name='end'><freejoint/><geom size='1'/></body></worldbody></mujoco>";
    let script = of_texts("robot", &[("robot", text)]).script.unwrap();
    assert!(
        script.contains("#   left_foot_1: left foot#1\n"),
        "{script}"
    );
    assert!(script.contains("#   end_2: end\n"), "{script}");
    run(&script);
}

#[test]
fn texts_of_a_file_become_no_lines_of_the_script() {
    let evil = "x&#10;print EVIL&#13;print EVIL&#x85;&#x2028;";
    let urdf = format!(
        "<robot name='{evil}'><link name='{evil}'><visual name='{evil}'><geometry><box size='1 1 1'/></geometry>\
         <material name='{evil}'/></visual><visual><geometry><mesh filename='{evil}.obj'/></geometry></visual></link>\
         <link name='b{evil}'><visual><geometry><mesh filename='a&quot; {{1}}.obj'/></geometry></visual></link>\
         <joint name='{evil}' type='revolute'><parent link='{evil}'/><child link='b{evil}'/><axis xyz='0 0 1'/>\
         <limit lower='-1' upper='1' effort='1' velocity='1'/></joint>\
         <transmission name='{evil}'><type>{evil}</type></transmission></robot>"
    );
    let mjcf = format!(
        "<mujoco model='{evil}'><worldbody><body name='{evil}'><joint name='{evil}' type='hinge' axis='0 1 0'/>\
         <geom name='{evil}' size='1'/><body name='c{evil}'><joint name='j{evil}'/><geom size='1'/></body></body></worldbody>\
         <actuator><motor name='{evil}' joint='{evil}'/></actuator><sensor><gyro name='{evil}' site='{evil}'/></sensor>\
         <keyframe><key name='{evil}' qpos='0 0'/></keyframe></mujoco>"
    );
    for text in [urdf, mjcf] {
        let found = of_texts("robot", &[("robot", &text)]);
        let script = found
            .script
            .unwrap_or_else(|| panic!("{:?}", found.findings));
        let is_live = |line: &str| line.trim_start().starts_with("print");
        let mut lines = script.split(['\n', '\r']);
        assert!(!lines.any(is_live), "{script}");
        assert!(!script.contains(['\r', '\u{85}']), "{script}");
    }
}

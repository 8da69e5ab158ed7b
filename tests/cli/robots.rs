//! `corpus import`, and `corpus export` to formats of robots.

use super::{corpus, folder};
use predicates::prelude::*;
use predicates::str::{contains, is_empty};
use std::fs;

const PENDULUM: &str = "<mujoco model='swing'>\n<worldbody>\n<light/>\n<body name='bob'>\n<joint name='hinge' axis='0 1 0' armature='0.1'/>\n\
    <geom size='0.1' pos='0 0 -1'/>\n</body>\n</worldbody>\n</mujoco>\n";

#[test]
fn a_robot_becomes_a_script_that_runs() {
    let folder = folder();
    fs::write(folder.path().join("swing.xml"), PENDULUM).unwrap();
    let import = corpus(&folder)
        .args(["import", "swing.xml", "-o", "swing.corpus"])
        .assert();
    import
        .code(0)
        .stdout(contains("swing.corpus: 1 figure, 2 bodies"))
        .stderr(contains("not imported:").and(contains("light (line 3)")));
    corpus(&folder)
        .args(["run", "swing.corpus"])
        .assert()
        .code(0);
    let quiet = corpus(&folder)
        .args(["import", "swing.xml", "-o", "-", "--quiet"])
        .assert();
    quiet
        .code(0)
        .stdout(contains("addcorpus swing"))
        .stderr(is_empty());
}

#[test]
fn an_import_names_the_option_that_its_meshes_need() {
    let folder = folder();
    for name in ["robot", "scripts"] {
        fs::create_dir(folder.path().join(name)).unwrap();
    }
    let mesh = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n";
    fs::write(folder.path().join("robot/wing.obj"), mesh).unwrap();
    let robot = "<robot name='r'><link name='a'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial>\
        <visual><geometry><mesh filename='wing.obj'/></geometry></visual></link></robot>";
    fs::write(folder.path().join("robot/r.urdf"), robot).unwrap();
    let run = |arguments: &[&str]| {
        let mut program = corpus(&folder);
        program.current_dir(folder.path().join("scripts"));
        program.args(arguments).assert()
    };
    run(&["import", "../robot/r.urdf", "-o", "r.corpus"])
        .code(0)
        .stderr(contains("to run it: corpus run r.corpus --allow-read "));
    run(&["check", "r.corpus"]).code(1);
    run(&["check", "r.corpus", "--allow-read", "../robot"]).code(0);
    // Next to its meshes, the script needs no option.
    run(&["import", "../robot/r.urdf", "-o", "../robot/r.corpus"])
        .code(0)
        .stderr(contains("--allow-read").not());
}

/// Such a joint must not be omitted silently.
#[test]
fn a_joint_of_several_degrees_is_not_written_as_another_one() {
    let folder = folder();
    let script = "addcorpus c\nget o from unit_cube\naddbody post o 0 0 1 rotary 1000\nget p from unit_cube\naddbody arm p 0 0 1 rotary 1000\n\
        linkbodies post arm\nsetroot post\njointkind arm ball\ncorpusinit\n";
    fs::write(folder.path().join("ball.corpus"), script).unwrap();
    let export = corpus(&folder)
        .args(["export", "ball.corpus", "-o", "ball.urdf"])
        .assert();
    export
        .code(1)
        .stderr(contains("the joint of `arm` in `c` is of kind ball"));
    assert!(!folder.path().join("ball.urdf").exists());
}

#[test]
fn what_cannot_be_imported_is_told() {
    let folder = folder();
    fs::write(
        folder.path().join("bad.urdf"),
        "<robot name='r'>\n<link>\n</robot>",
    )
    .unwrap();
    let bad = corpus(&folder)
        .args(["import", "bad.urdf", "-o", "bad2.corpus"])
        .assert();
    bad.code(1)
        .stderr(contains("E033").and(contains("bad.urdf:3:")));
    assert!(!folder.path().join("bad2.corpus").exists());
    let none = corpus(&folder)
        .args(["import", "none.urdf", "-o", "n.corpus"])
        .assert();
    none.code(2).stderr(contains("there is no such file"));
    let same = corpus(&folder)
        .args(["import", "bad.urdf", "-o", "bad.urdf"])
        .assert();
    same.code(2);
}

#[test]
fn figures_are_written_for_simulators() {
    let folder = folder();
    for (name, holds) in [
        ("a.xml", "<freejoint/>"),
        ("a.urdf", "<joint name=\"leg_joint\" type=\"continuous\">"),
        ("a.sdf", "<sdf version=\"1.9\">"),
    ] {
        corpus(&folder)
            .args(["export", "good.corpus", "-o", name])
            .assert()
            .code(0)
            .stdout(contains("1 figure, 2 bodies"));
        let text = fs::read_to_string(folder.path().join(name)).unwrap();
        assert!(text.contains(holds), "{text}");
    }
    let back = corpus(&folder)
        .args(["import", "a.urdf", "-o", "back.corpus", "--base", "free"])
        .assert();
    back.code(0);
    corpus(&folder)
        .args(["run", "back.corpus"])
        .assert()
        .code(0);
    let wrong = corpus(&folder)
        .args(["export", "good.corpus", "-o", "c.usd"])
        .assert();
    wrong.code(2).stderr(contains(".urdf, .xml (MJCF) or .sdf"));
}

#[test]
fn names_given_twice_and_sizes_beyond_numbers_are_not_imported() {
    let folder = folder();
    let ball = |name: &str, size: &str| {
        format!("<body name=\"{name}\"><freejoint/><geom type=\"sphere\" size=\"{size}\"/></body>")
    };
    let mjcf = |bodies: &[String]| {
        format!(
            "<mujoco><worldbody>{}</worldbody></mujoco>",
            bodies.concat()
        )
    };
    let joint =
        "<joint name=\"j\" type=\"fixed\"><parent link=\"a\"/><child link=\"NAME\"/></joint>";
    let links = "<link name=\"a\"/><link name=\"b\"/><link name=\"c\"/>";
    let urdf = format!(
        "<robot name=\"r\">{links}{}{}</robot>",
        joint.replace("NAME", "b"),
        joint.replace("NAME", "c")
    );
    for (text, told) in [
        (
            mjcf(&[ball("a", "1"), ball("a", "2")]),
            "a second body has the name `a`",
        ),
        (
            mjcf(&[ball("a", "1e300")]),
            "the mass or inertia of `a` is too large",
        ),
        (urdf, "a second joint has the name `j`"),
    ] {
        fs::write(folder.path().join("odd.xml"), text).unwrap();
        let import = corpus(&folder)
            .args(["import", "odd.xml", "-o", "odd.corpus"])
            .assert();
        import.code(1).stderr(contains(told));
        assert!(!folder.path().join("odd.corpus").exists());
    }
}

#[test]
fn the_pose_of_a_moment_after_the_end_is_not_exported() {
    let folder = folder();
    fs::write(folder.path().join("swing.xml"), PENDULUM).unwrap();
    let made = ["import", "swing.xml", "-o", "swing.corpus", "--quiet"];
    corpus(&folder).args(made).assert().code(0);
    let script = folder.path().join("swing.corpus");
    let script_text = fs::read_to_string(&script).unwrap();
    fs::write(&script, script_text + "\ngo 0.1s\n").unwrap();
    for (from, code) in [("0.05", 0), ("0.1", 0), ("0.2", 1)] {
        let export = ["export", "swing.corpus", "-o", "again.xml", "--from", from];
        let told = corpus(&folder).args(export).assert().code(code);
        if code == 1 {
            told.stderr(contains("the script ends before 0.2 s"));
        }
    }
}

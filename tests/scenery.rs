//! Tests of scenery, and of reading what touches.

use crate::support::{go_on, number, reports, run, value, vector};
use corpus::session::{Reading, RunReport};

/// Returns a ball `ball.b` of 10 cm, 1000 kg/m3, with its centre at a position.
fn ball([x, y, z]: [f64; 3]) -> String {
    format!(
        "addcorpus ball\nball o radius=5cm\naddbody b o 0 0 1 rotary 1000\nsetroot b\ncorpusinit\n\
         move o {x} {y} {z}\nsetrootpos\n"
    )
}

const WALL: &str = "scenery wall box size=[10cm 1m 1m] at=[35cm 0 0]\n";

/// A wall that is scenery acts as one that is a figure with a fixed root.
#[test]
fn a_ball_bounces_off_scenery_as_off_a_fixed_figure() {
    let fixed = "addcorpus wall\nbox o size=[10cm 1m 1m] at=[0 0 0]\naddbody wall o 0 0 1 rotary 1000\nsetroot wall\ncorpusinit\n\
                 rootmotion fixed\nmove o 35cm 0 0\nsetrootpos\n";
    let end = |wall: &str| {
        let session = run(&format!(
            "{wall}{}collide all\ncollisione 0.5\naddv b 2 0.3 0 0 0 5\ngo 0.2s",
            ball([0.0; 3])
        ));
        [
            vector(&session, "ball.b.pos"),
            vector(&session, "ball.b.vel"),
        ]
    };
    let (scenery, fixed) = (end(WALL), end(fixed));
    for (a, b) in scenery.iter().flatten().zip(fixed.iter().flatten()) {
        assert!((a - b).abs() < 1e-9, "{scenery:?} {fixed:?}");
    }
    assert!(scenery[1][0] < -1.0);
}

/// Without `collide` bodies pass through scenery, as through each other.
#[test]
fn scenery_lets_pass_until_collide() {
    let session = run(&format!(
        "{WALL}{}addv b 2 0 0 0 0 0\ngo 0.3s",
        ball([0.0; 3])
    ));
    assert!((number(&session, "ball.b.x") - 0.6).abs() < 1e-9);
}

/// It has no mass and no line in the report of a run, and its figure does not become current.
#[test]
fn scenery_weighs_nothing_and_is_not_reported() {
    let script = format!(
        "{}{WALL}collide b wall\nground on\ngrav on\ngo 10ms\nset x = b.x",
        ball([0.0; 3])
    );
    let mut session = run(&script.replace("set x", "let x"));
    assert!(value(&session, "x").abs() < 1e-12);
    let report = RunReport::of(&mut session.stages[0], 0.0, 0.0, false);
    let names: Vec<&str> = report.corpora.iter().map(|c| c.name.as_str()).collect();
    assert_eq!(names, ["ball"]);
    let mass = vector(&session, "ball.com");
    let weight = number(&session, "ball.mass") * 9.80665 * mass[2];
    assert!((number(&session, "world.energy.weight") - weight).abs() < 1e-3 * weight.abs());
    assert!((vector(&session, "wall.pos")[0] - 0.35).abs() < 1e-12);
}

/// An object is used where its transforms have put it, and stays free for others.
#[test]
fn an_object_becomes_scenery_where_it_is() {
    let session = run(
        "box plank size=[2m 1m 10cm] at=[0 0 0]\nrotate plank y 90\nmove plank 1m 0 0\nscenery one plank\n\
         move plank 1m 0 0\nscenery two plank\nscenery post cylinder from=[0 0 0] to=[0 0 2m] radius=5cm color=peru\n\
         scenery rock ball radius=20cm at=[0 3m 0]\nscenery log capsule from=[0 0 0] to=[1m 0 0] radius=1cm",
    );
    for (name, x) in [
        ("one", 1.0),
        ("two", 2.0),
        ("post", 0.0),
        ("rock", 0.0),
        ("log", 0.5),
    ] {
        assert!(
            (vector(&session, &format!("{name}.pos"))[0] - x).abs() < 1e-12,
            "{name}"
        );
    }
}

/// A box at rest on a slab: its push is its weight, the same as `load` on the ground.
#[test]
fn push_and_contacts_tell_the_weight_of_a_resting_box() {
    let mut session = run(
        "addcorpus crate\nbox o size=[20cm 20cm 20cm]\naddbody b o 0 0 1 rotary 1000\nsetroot b\ncorpusinit\n\
         move o 0 0 10cm\nsetrootpos\nscenery slab box size=[1m 1m 10cm] at=[0 0 -5cm]\ncollide all\ngrav on\ngo 2s\n\
         let n = len(world.contacts)\nlet sum = 0N\nlet deep = 0m\nfor c in world.contacts\n  set sum = sum + c.force[2]\n\
         set deep = max(deep, c.depth)\n  expect c.body == \"crate.b\" and c.other == \"slab\"\n  expect c.normal[2] > 0.99\nend\n\
         let on = b.touches(slab) and slab.touches(b) and crate.touches(slab.slab) and not b.touches(ground)",
    );
    let weight = 8.0 * number(&session, "world.gravity");
    assert!((vector(&session, "crate.b.push")[2] - weight).abs() < 1e-3 * weight);
    assert!((vector(&session, "slab.push")[2] + weight).abs() < 1e-3 * weight);
    assert!((value(&session, "sum") - weight).abs() < 1e-3 * weight);
    assert!(value(&session, "n") >= 3.0 && value(&session, "deep") > 0.0);
    assert!(matches!(
        session.variable("on").map(|v| &v.datum),
        Some(corpus::lang::value::Datum::Flag(true))
    ));
    go_on(
        &mut session,
        "collide all off\nground on\ngo 2s\nlet m = 0\nlet load = 0N\nfor c in world.contacts\n  expect c.other == \"ground\"\n\
         set load = load + c.force[2]\nend\nlet there = b.touches(ground)",
    );
    assert!((value(&session, "load") - number(&session, "crate.b.load")).abs() < 1e-9);
    assert_eq!(vector(&session, "crate.b.push"), [0.0; 3]);
    assert!(matches!(
        session.variable("there").map(|v| &v.datum),
        Some(corpus::lang::value::Datum::Flag(true))
    ));
}

/// `when a.touches(b)` runs on touch, `when not a.touches(b)` on release, also with impulses, in functions and with names in variables.
#[test]
fn events_run_on_touch_and_on_release() {
    for way in ["off", "on"] {
        let session = run(&format!(
            "{WALL}{}collide all\ncollisionanalysis {way}\nlet touches = 0\nlet releases = 0\nlet at = 0s\nlet other = \"wall\"\n\
             function near(x) = b.touches(x)\n\
             when near(other)\n  set touches = touches + 1\n  set at = world.time\nend\n\
             addv b 1 0 0 0 0 0\ngo 0.2s\nwhen not ball.touches(wall)\n  set releases = releases + 1\nend\ngo 0.3s",
            ball([0.0; 3])
        ));
        assert!((value(&session, "touches") - 1.0).abs() < 1e-12, "{way}");
        assert!(
            (value(&session, "at") - 0.25).abs() < 2e-3,
            "{way}: {}",
            value(&session, "at")
        );
        assert!(value(&session, "releases") >= 1.0, "{way}");
        assert!(vector(&session, "ball.b.vel")[0] < 0.0, "{way}");
    }
}

/// In a check, what touches is unknown, and names are checked.
#[test]
fn a_check_knows_the_names_but_not_what_touches() {
    let none: [&str; 0] = [];
    let lines = "if b.touches(wall)\n  print a\nend\nlet n = len(world.contacts)\nif n > 0\n  print {world.contacts[0].force}\nend\n\
                 expect n ~ 3 within 1";
    assert_eq!(
        reports(&format!(
            "{WALL}{}collide all\ngo 1s\n{lines}",
            ball([0.0; 3])
        )),
        none
    );
    assert_eq!(
        reports(&format!(
            "{WALL}{}go 1s\nprint {{b.touches(wal)}}",
            ball([0.0; 3])
        )),
        ["E014 there is no body or figure `wal`"]
    );
}

/// Rewind and load give the same bits.
#[test]
fn scenery_is_rewound_and_read_back() {
    let script = format!(
        "{WALL}{}collide all\naddv b 1 0 0 0 0 0\ngo 0.2s\nmark here\ngo 0.2s",
        ball([0.0; 3])
    );
    let mut session = run(&script);
    let end = vector(&session, "ball.b.vel");
    go_on(&mut session, "rewind here\ngo 0.2s");
    assert_eq!(vector(&session, "ball.b.vel"), end);
    assert!(matches!(
        session.quantity("wall.pos"),
        Ok(Reading::Vector(..))
    ));
}

//! Appearance of pictures set by scripts.

use super::{BUG, prints, told};
use crate::scene::{BodyNumber, Look, Material, Pattern, Place, Target, colour};
use crate::session::{Mode, Quiet};

/// Returns the look after some lines.
#[track_caller]
fn look(lines: &str) -> Look {
    let mut session = crate::commands::session(Mode::Run, Box::new(Quiet));
    let ran = session.run_text("test", &format!("{BUG}{lines}"));
    assert!(ran.is_ok(), "{:?}", session.diagnostics);
    session.here().look.clone()
}

fn on(body: usize) -> BodyNumber {
    BodyNumber { figure: 0, body }
}

#[test]
fn a_pattern_colours_all_that_it_stands_for() {
    let look =
        look("color leg_* steelblue\ncolor leg_r \"#c0392b\"\nmaterial leg_l metal roughness=0.5");
    assert_eq!(look.painted(on(0), None), (None, None));
    assert_eq!(look.painted(on(1), None).0, colour("steelblue").ok());
    assert_eq!(look.painted(on(2), None).0, colour("#c0392b").ok());
    let metal = Material::named("metal").map(|m| Material {
        roughness: 0.5,
        ..m
    });
    assert_eq!(look.painted(on(1), None).1, metal);
}

#[test]
fn a_part_has_a_colour_of_its_own() {
    let lines = "addcorpus other
        get o from unit_cube
        addbody head o 0 0 1 rotary 1000
        get horn from unit_cone
        get tooth from unit_cone
        addpart horn horn head 1000
        addpart tooth tooth head 1000
        setroot head
        corpusinit
        color head gray
        color to* ivory
        color horn gold";
    let look = look(lines);
    let head = BodyNumber { figure: 1, body: 0 };
    let of = |part: Option<&str>| look.painted(head, part).0;
    assert_eq!(of(None), colour("gray").ok());
    assert_eq!(of(Some("tooth")), colour("ivory").ok());
    assert_eq!(of(Some("horn")), colour("gold").ok());
    assert_eq!(of(Some("claw")), colour("gray").ok());
}

#[test]
fn a_computed_name_is_a_colour() {
    let look = look("let shade = \"tomato\"\nfor side in l r\n  color leg_{side} {shade}\nend");
    assert_eq!(look.painted(on(2), None).0, colour("tomato").ok());
}

#[test]
fn light_background_and_floor_are_as_the_last_line_says() {
    let asked = look(
        "light sun 90 0 strength=2 colour=orange\nlight sky 0.5\nbackground white navy\ngroundlook grid 5cm white silver",
    );
    let direction = asked.light.direction.unwrap_or_default();
    assert!(direction[1] > 0.999 && direction[0].abs() < 1e-6);
    assert_eq!((asked.light.sun, asked.light.sky), (2.0, 0.5));
    assert_eq!(asked.background.map(|b| b.zenith), colour("navy").ok());
    assert_eq!(asked.ground.pattern, Pattern::Grid);
    assert_eq!(asked.ground.tile, Some(0.05));
    let back =
        look("light sun 0 0\nlight usual\nbackground red\nbackground sky\ngroundlook checker");
    assert_eq!(back.light, Default::default());
    assert_eq!(back.background, None);
    // The squares of a given colour are of two shades.
    let one = look("groundlook checker beige").ground;
    assert_ne!(one.colours[0], one.colours[1]);
}

#[test]
fn the_camera_that_was_named_last_films() {
    let asked = look(
        "camera side follow bug azimuth=-90
        camera ride on leg_l 1cm 0 0
        camera fly path 1s 3 0 1
        camera fly path 0s 0 3 1
        camera fly look trunk
        camera side",
    );
    assert_eq!(asked.camera, Some(0));
    let [side, ride, fly] = &asked.cameras[..] else {
        panic!("{:?}", asked.cameras)
    };
    assert_eq!(side.viewpoint.target, Target::Figure(0));
    assert_eq!(ride.viewpoint.place, Place::On(on(1), [0.01, 0.0, 0.0]));
    assert_eq!(fly.viewpoint.target, Target::Body(on(0)));
    let Place::Path(points) = &fly.viewpoint.place else {
        panic!("{fly:?}")
    };
    assert_eq!(
        points[0].eye,
        [0.0, 3.0, 1.0],
        "points in the order of time"
    );
    assert_eq!(look("camera a follow\ncamera default").camera, None);
    let listed = prints(&format!(
        "{BUG}camera a follow\ncamera b orbit 1rad/s\ncamera a\ncamera"
    ));
    assert_eq!(listed, ["default", "a: used for films and pictures", "b"]);
}

#[test]
fn marks_come_and_go() {
    let look = look(
        "label trunk\nlabel leg_l \"left\"\nlabel trunk \"\"\ntrail leg_? 2s\ntrail leg_l 0\nshow forces\nshow ruler off",
    );
    assert_eq!(look.labels.len(), 1);
    assert_eq!(look.labels[0].text, "left");
    assert_eq!(look.trails.len(), 1);
    assert_eq!((look.trails[0].on, look.trails[0].seconds), (on(2), 2.0));
    assert!(look.shown.forces && !look.shown.ruler);
    assert_eq!(
        prints(&format!("{BUG}show axes\nshow")),
        ["shown: axes, ruler"]
    );
}

#[test]
fn a_timer_may_cut_and_colour_and_going_back_leaves_looks_alone() {
    let asked = look(
        "camera a follow\ncamera b follow leg_l\ntimer 2ms camera a\ntimer 3ms color trunk red\nmark\ngo 10ms\nrewind",
    );
    assert_eq!(asked.camera, Some(0));
    assert_eq!(asked.painted(on(0), None).0, colour("red").ok());
}

#[test]
fn looks_change_nothing_of_the_simulation() {
    let state = |lines: &str| {
        let mut session = crate::commands::session(Mode::Run, Box::new(Quiet));
        let text = format!("{BUG}ground on\ngrav on\nrest\n{lines}\ngo 20ms");
        assert!(session.run_text("test", &text).is_ok());
        session.here().world.corpora[0].y.clone()
    };
    let plain = state("");
    let looks = "show forces\nshow contacts\ntrail trunk\ncolor * red\nlight sky 0\nsnap a.png";
    assert_eq!(plain, state(looks));
}

#[test]
fn mistakes_are_found_by_a_check() {
    let found = told(&format!(
        "{BUG}color trunk tomatto\ncamera sidee\nsnap a.png c\ncolor trunk #f00"
    ));
    let codes: Vec<&str> = found.iter().map(|line| &line[..4]).collect();
    assert_eq!(codes, ["E025", "E025", "E025", "E021"], "{found:?}");
    // An error before it is reported once.
    let found = told(
        "addcorpus c\nget o from unit_cub\naddbody trunk o 0 0 1 rotary 1000\ncolor trunk red",
    );
    assert_eq!(found.len(), 1, "{found:?}");
}

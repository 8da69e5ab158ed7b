//! Slopes: rest, sliding and rolling, compared with closed forms. A slope is level ground under inclined gravity.

use crate::physics::rig::*;
use corpus::session::Session;
use nalgebra::Vector3;

const G: f64 = 9.81;

/// Returns a body of one shape on a slope down towards +x.
fn scene(shape: &str, degrees: f64, more: &str) -> String {
    format!(
        "addcorpus c\nget o from {shape}\naddbody b o 0 0 1 rotary 1000\nsetroot b\ncorpusinit\nground on\ngrav on\nsetgrav {G}\n\
         gravdirection {{sin({degrees}deg)}} 0 {{-cos({degrees}deg)}}\n{more}\n"
    )
}

const BOX: &str = "unit_cube\nscale o 0.2 0.2 0.1";
const BALL: &str = "unit_sphere\nscale o 0.2 0.2 0.2";
const METHODS: [&str; 3] = [
    "integration auto",
    "integration implicit",
    "integration rkf\neps 1e-7",
];

/// Returns the position of the body's origin along the slope.
fn place(session: &Session) -> f64 {
    corpus(session).y[0]
}

fn velocity(session: &Session) -> Vector3<f64> {
    motion(session).velocity()
}

#[test]
fn below_the_critical_angle_a_box_stays_where_it_is() {
    for method in METHODS {
        for (degrees, mu) in [(0.0, 0.5), (10.0, 0.5), (26.0, 0.5), (42.0, 1.0)] {
            let friction = format!("groundfriction stick {mu}\nrest 0\n{method}\ngo 1s");
            let mut session = run(&scene(BOX, degrees, &friction));
            let before = place(&session);
            go_on(&mut session, "go 1s");
            let crept = (place(&session) - before).abs();
            assert!(crept < 1e-9, "{method} {degrees}: {crept:e} m in a second");
            // The springs yield by their stretch under the weight, and no more.
            assert!(before.abs() < 3e-4, "{method} {degrees}: {before:e}");
        }
    }
}

#[test]
fn above_it_a_box_slides_as_coulomb_says() {
    for method in METHODS {
        for (degrees, mu) in [(30.0_f64, 0.5), (45.0, 0.2)] {
            let a = G * (degrees.to_radians().sin() - mu * degrees.to_radians().cos());
            for law in ["stick", "slide"] {
                // It slides for two seconds after it has settled on its springs.
                let friction =
                    format!("groundfriction {law} {mu}\nrest -0.05mm\n{method}\ngo 0.5s");
                let mut session = run(&scene(BOX, degrees, &friction));
                let (x, v) = (place(&session), velocity(&session).x);
                go_on(&mut session, "go 2s");
                let way = place(&session) - x - v * 2.0;
                let expected = 0.5 * a * 4.0;
                assert!(
                    (way - expected).abs() < 2e-3 * expected,
                    "{law} {method} {degrees}: {way} {expected}"
                );
            }
        }
    }
}

/// From rest, including the settling: 1.31429 m.
#[test]
fn a_box_on_a_slope_of_30_degrees_goes_its_way_in_two_seconds() {
    for method in METHODS {
        let friction = format!("groundfriction stick 0.5\nrest -0.05mm\n{method}\ngo 2s");
        let way = place(&run(&scene(BOX, 30.0, &friction)));
        assert!((way - 1.31429).abs() < 0.01 * 1.31429, "{method}: {way}");
    }
}

/// Sliding reduces the speed at mu g until v = 5/7 v0, at 2 v0 / (7 mu g).
#[test]
fn a_ball_that_slides_comes_to_roll_at_five_sevenths_of_its_speed() {
    for method in METHODS {
        let friction =
            format!("groundfriction stick 0.2\nrest -0.05mm\naddv b 7 0 0 0 0 0\n{method}\ngo 1s");
        let mut session = run(&scene(BALL, 0.0, &friction));
        let slip = |session: &Session| velocity(session).x - 0.1 * motion_spin(session);
        assert!(slip(&session) > 0.05, "{method}: rolls too early");
        go_on(&mut session, "go 0.04s");
        assert!(slip(&session).abs() < 0.01, "{method}: rolls too late");
        go_on(&mut session, "go 1s");
        let v = velocity(&session).x;
        assert!((v - 5.0).abs() < 5e-3, "{method}: {v}");
    }
}

/// Returns the angular velocity of the root about +y (rad/s).
fn motion_spin(session: &Session) -> f64 {
    let corpus = corpus(session);
    let at = corpus.layout().omega().start;
    let own = Vector3::from_column_slice(&corpus.y[at..at + 3]);
    (corpus.root_pose().0 * own).y
}

#[test]
fn what_is_round_rolls_down_as_its_inertia_says() {
    // The mesh has slightly less inertia than the true solid, within half a per cent.
    let shapes = [
        (BALL, 5.0 / 7.0),
        (
            "unit_cylinder\nscale o 0.2 0.2 0.3\nrotate o x 90",
            2.0 / 3.0,
        ),
        // 1 m long, half a ball of 0.2 m on either end.
        ("unit_sphere\nscale o 0.2 0.3 0.2", 5.0 / 7.0),
    ];
    for method in METHODS {
        for (shape, part) in shapes {
            let friction = format!("groundfriction stick 0.5\nrest -0.05mm\n{method}\ngo 0.5s");
            let mut session = run(&scene(shape, 20.0, &friction));
            let v = velocity(&session).x;
            go_on(&mut session, "go 1s");
            let a = velocity(&session).x - v;
            let expected = part * G * 20.0_f64.to_radians().sin();
            assert!(
                (a - expected).abs() < 3e-3 * expected,
                "{shape} {method}: {a} {expected}"
            );
        }
    }
}

#[test]
fn a_ball_does_not_roll_on_a_level_and_a_pushed_one_goes_on() {
    for method in METHODS {
        let mut session = run(&scene(BALL, 0.0, &format!("rest 0\n{method}\ngo 1s")));
        assert!(place(&session).abs() < 1e-9);
        go_on(&mut session, "addv b 1 0 0 0 10 0\ngo 2s");
        let v = velocity(&session).x;
        assert!((v - 1.0).abs() < 3e-3, "{method}: {v}");
    }
}

#[test]
fn stick_points_are_part_of_the_state() {
    let script = scene(
        BOX,
        20.0,
        "groundfriction stick 0.5\nrest 1mm\ngo 0.2s\nmark before\ngo 0.3s",
    );
    let mut session = run(&script);
    let once = state(&session);
    go_on(&mut session, "rewind before\ngo 0.3s");
    let again = state(&session);
    assert!(
        once.iter()
            .zip(&again)
            .all(|(a, b)| a.to_bits() == b.to_bits())
    );
}

/// Ten minutes on sticky feet, and on static friction.
#[test]
fn what_holds_holds_for_ten_minutes() {
    for hold in ["bodygroundstick b on", "groundfriction stick 0.7"] {
        let script = scene(BOX, 20.0, &format!("{hold}\nrest 0\ndt 10ms\ngo 2s"));
        let mut session = run(&script);
        let before = state(&session);
        go_on(&mut session, "go 600s");
        let drift = distance(&before[..7], &state(&session)[..7]);
        assert!(drift < 1e-9, "{hold}: {drift:e}");
    }
}

//! Ground that is not a level plane: tilted, and terrain, each compared with another way to the same motion.

use crate::support::{go_on, number, reports, run, vector};
use corpus::session::Session;

fn body(shape: &str) -> String {
    format!(
        "addcorpus c\nget o from {shape}\nscale o 0.2 0.2 0.1\naddbody b o 0 0 1 rotary 1000\nsetroot b\ncorpusinit\n\
         ground on\ngrav on\n"
    )
}

/// The displacement along the slope, the height above it, and the load: under inclined gravity on level ground, and on tilted
/// ground.
#[test]
fn a_tilted_ground_is_level_ground_under_slanting_gravity() {
    for (method, error) in [
        ("integration auto", 2e-5),
        ("integration rkf\neps 1e-9", 1e-7),
    ] {
        for (friction, push) in [
            ("groundfriction stick 0.2", 0.0),
            ("groundfriction stick 0.9", 0.0),
            ("groundfriction slide 0.3", 0.4),
        ] {
            let angle = "25deg";
            let slanting = run(&format!(
                "{}gravdirection {{sin({angle})}} 0 {{-cos({angle})}}\n{friction}\n{method}\nrest 1mm\naddv b 0 {push} 0 0 0 0\ngo 0.5s",
                body("unit_cube")
            ));
            let tilted = run(&format!(
                "{}groundnormal {{sin({angle})}} 0 {{cos({angle})}}\n{friction}\n{method}\nrotate o y 25\nsetrootpos\nrest 1mm\n\
                 addv b 0 {push} 0 0 0 0\ngo 0.5s",
                body("unit_cube")
            ));
            let [x, y, z] = vector(&slanting, "b.pos");
            let [a, b, c] = vector(&tilted, "b.pos");
            // `rest` lifted it vertically and not along the normal: its start differs by that.
            let (sine, cosine) = 25f64.to_radians().sin_cos();
            let along = a * cosine - c * sine;
            let above = a * sine + c * cosine;
            let begun = run(&format!(
                "{}groundnormal {{sin({angle})}} 0 {{cos({angle})}}\nrotate o y 25\nsetrootpos\nrest 1mm",
                body("unit_cube")
            ));
            let [a0, _, c0] = vector(&begun, "b.pos");
            let from = a0 * cosine - c0 * sine;
            assert!(
                (along - from - x).abs() < error,
                "{method} {friction}: {along} {from} {x}"
            );
            assert!(
                (above - z).abs() < error && (b - y).abs() < error,
                "{method} {friction}"
            );
            let height = number(&tilted, "b.height");
            assert!(
                (height - number(&slanting, "b.height")).abs() < error,
                "{height}"
            );
            let (load, other) = (number(&tilted, "b.load"), number(&slanting, "b.load"));
            assert!(
                (load - other).abs() < 1e-2 * 40.0,
                "{method} {friction}: {load} {other}"
            );
            let made = number(&tilted, "c.work.numbers");
            assert!(made.abs() < 0.02, "{method} {friction}: {made}");
        }
    }
}

/// A plate as a grid of two triangles, and the plane at its height.
#[test]
fn a_plane_given_as_a_grid_does_what_the_plane_does() {
    for shape in ["unit_cube", "unit_sphere", "unit_cylinder"] {
        let tumble = "groundz 5cm\nrotate o x 20\nrotate o y 10\nsetrootpos\nrest 1cm\naddv b 0.2 0.1 -0.3 2 -3 1\ngo 0.4s";
        let plane = run(&format!("{}{tumble}", body(shape)));
        let grid = run(&format!(
            "{}get plate from unit_cube\nscale plate 4 4 0.1\naddtrigrid plate plate\ngroundtype trigrid\n{tumble}",
            body(shape)
        ));
        let states = |s: &Session| s.here().world.corpora[0].y.clone();
        for (a, b) in states(&plane).iter().zip(&states(&grid)) {
            assert!((a - b).abs() < 1e-9, "{shape}: {a} {b}");
        }
        assert_eq!(
            number(&plane, "b.height") < 0.05,
            number(&grid, "b.height") < 0.05
        );
    }
}

/// A ramp from a picture of four pixels, white on the left, and tilted ground.
#[test]
fn a_ramp_from_a_picture_does_what_tilted_ground_does() {
    let file = concat!(env!("CARGO_TARGET_TMPDIR"), "/ramp.png");
    let mut bytes = vec![];
    let mut encoder = png::Encoder::new(&mut bytes, 2, 2);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(&[255, 0, 255, 0]).unwrap();
    writer.finish().unwrap();
    std::fs::write(file, bytes).unwrap();
    let start = "move o 0 0 3\nsetrootpos\nrest 1mm\ngo 0.4s";
    let tilted = run(&format!(
        "{}groundnormal {{sin(20deg)}} 0 {{cos(20deg)}}\ngroundz {{2m * tan(20deg)}}\n{start}",
        body("unit_sphere")
    ));
    let ramp = run(&format!(
        "{}addtrigrid ramp image \"{file}\" {{4m * tan(20deg)}} 4m\ngroundtype trigrid\n{start}",
        body("unit_sphere")
    ));
    let (a, b) = (vector(&tilted, "b.pos"), vector(&ramp, "b.pos"));
    for (a, b) in a.iter().zip(&b) {
        assert!((a - b).abs() < 1e-7, "{a} {b}");
    }
    assert!(a[0] > 0.05, "{a:?}");
}

#[test]
fn a_box_that_tumbles_over_bumps_gains_no_energy_and_stays_above_them() {
    for seed in 1..4 {
        let session = run(&format!(
            "{}addtrigrid rough bumps {seed} 2cm 10cm 4\ngroundtype trigrid\nrest 1cm\naddv b 1 0.3 0 0 5 1\ngo 0.6s",
            body("unit_cube")
        ));
        let made = number(&session, "c.work.numbers");
        let moved = 0.5 * 4.0;
        assert!(made < 0.05 * moved, "{seed}: {made}");
        let height = number(&session, "b.height");
        assert!(height > -5e-3, "{seed}: {height}");
    }
}

/// A ramp from a formula, and tilted ground.
#[test]
fn a_ramp_from_a_formula_does_what_tilted_ground_does() {
    let start = "move o 0 0 3\nsetrootpos\nrest 1mm\ngo 0.2s";
    let tilted = run(&format!(
        "{}groundnormal {{sin(20deg)}} 0 {{cos(20deg)}}\n{start}",
        body("unit_sphere")
    ));
    let ramp = run(&format!(
        "{}let rise = tan(20deg)\naddtrigrid ramp formula 50cm 4m {{-rise * x + 0 * y}}\ngroundtype trigrid\n{start}",
        body("unit_sphere")
    ));
    let (a, b) = (vector(&tilted, "b.pos"), vector(&ramp, "b.pos"));
    for (a, b) in a.iter().zip(&b) {
        assert!((a - b).abs() < 1e-7, "{a} {b}");
    }
}

/// A foot on a slope of terrain: a box on a short leg.
const FOOT: &str = "addcorpus c\nget o from unit_cube\nscale o 0.05 0.05 0.02\naddbody b o 0 0 1 rotary 1000\nsetroot b\ncorpusinit\n\
    addtrigrid ramp formula 5cm 4m {-tan(20deg) * x}\ngroundtype trigrid\nground on\ngrav on\n\
    groundfric 0\ngroundea 20\ngroundeB 3000\n\
    groundstickea 5\ngroundstickeB 500\ngroundstickemaxz 4mm\ngroundsticke 0.5\nbodygroundstick b on\n\
    rotate o y 20\nsetrootpos\nrest 0\n";

#[test]
fn a_sticky_foot_on_a_slope_of_terrain_does_not_creep_and_lets_go_when_told() {
    let mut session = run(&format!("{FOOT}go 1s"));
    let settled = vector(&session, "b.pos");
    assert!(
        number(&session, "b.speed") < 1e-4,
        "{}",
        number(&session, "b.speed")
    );
    go_on(&mut session, "go 1s");
    let later = vector(&session, "b.pos");
    for (a, b) in settled.iter().zip(&later) {
        assert!((a - b).abs() < 1e-6, "it creeps: {settled:?} {later:?}");
    }
    // The force that holds it is along the slope, and as large as its weight there.
    let weight = number(&session, "c.mass") * number(&session, "world.gravity");
    let along = vector(&session, "b.friction");
    let size = along.iter().map(|x| x * x).sum::<f64>().sqrt();
    assert!(
        (size - weight * 20f64.to_radians().sin()).abs() < 1e-3 * weight,
        "{along:?}"
    );
    // Nothing sticks any more, and there is no friction: it slides with g sin(20deg) along the slope.
    go_on(&mut session, "bodygroundstick b off\ngo 0.2s");
    let slid = vector(&session, "b.pos");
    let way = slid
        .iter()
        .zip(&later)
        .map(|(a, b)| (a - b).powi(2))
        .sum::<f64>()
        .sqrt();
    let expected = 0.5 * number(&session, "world.gravity") * 20f64.to_radians().sin() * 0.04;
    assert!((way - expected).abs() < 0.05 * expected, "{way} {expected}");
}

#[test]
fn terrain_comes_back_with_the_moment() {
    let script = format!(
        "{}addtrigrid rough bumps 5 2cm 10cm 4\ngroundtype trigrid\nrest 0\ngo 0.1s\nmark there\ngroundtype flat\ngo 0.1s\nrewind there\ngo 0.1s",
        body("unit_cube")
    );
    let back = run(&script);
    let straight = run(&format!(
        "{}addtrigrid rough bumps 5 2cm 10cm 4\ngroundtype trigrid\nrest 0\ngo 0.1s\ngo 0.1s",
        body("unit_cube")
    ));
    let states = |s: &Session| s.here().world.corpora[0].y.clone();
    assert_eq!(states(&back), states(&straight));
}

#[test]
fn wrong_uses_are_told() {
    assert_eq!(
        reports("groundnormal 1 0 0"),
        ["E027 the normal of the ground must point upwards: z above zero"]
    );
    assert_eq!(
        reports("groundtype trigrid"),
        ["E025 there is no terrain yet"]
    );
    assert_eq!(
        reports("addtrigrid rough bumps 1 1cm 1cm 1\ngroundtype trigrid tough"),
        ["E025 there is no terrain `tough`"]
    );
    assert_eq!(
        reports("get ball from unit_sphere\naddtrigrid ball ball").len(),
        1
    );
    assert!(
        reports("get ball from unit_sphere\naddtrigrid ball ball")[0]
            .starts_with("E032 `ball` is not valid terrain")
    );
    assert_eq!(
        reports("addtrigrid rough formula 1cm 1 {2s}"),
        ["E014 a height is a length, but this is a time (s)"]
    );
    assert_eq!(
        reports("addtrigrid rough formula 1um 1 {x}"),
        ["E027 this terrain would have 1.0e12 cells, but the limit is 2e5"]
    );
    for swapped in ["bumps 1 1cm 1 1cm", "formula 1 1cm {x}"] {
        assert_eq!(
            reports(&format!("addtrigrid rough {swapped}")),
            ["E027 the square is smaller than one cell: its size is below the spacing"]
        );
    }
    assert!(reports("addtrigrid rough formula 1cm 1 {u}")[0].contains("`u`"));
    assert_eq!(
        reports("addtrigrid rough bumps 1 1cm 1um 1"),
        ["E027 this terrain would have 1.0e12 cells, but the limit is 4e6"]
    );
}

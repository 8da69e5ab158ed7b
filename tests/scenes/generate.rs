//! Scripts of random scenes. Random numbers have a fixed seed, so that a scene is always the same.

use std::fmt::Write;

const GRAVITY: f64 = 9.8;
/// Kinds of scenes, by their number modulo eight.
pub const FAMILIES: [&str; 8] = [
    "drop", "slope", "throw", "flight", "fall", "hang", "stand", "slide",
];

/// Pseudo-random numbers, xorshift64* (Vigna 2016, *An experimental exploration of Marsaglia's xorshift generators,
/// scrambled*).
struct Random(u64);

impl Random {
    fn of(scene: u64) -> Self {
        let seed = (scene + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mut random = Random(seed.wrapping_add(0x0123_4567));
        for _ in 0..8 {
            random.next();
        }
        random
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    fn within(&mut self, from: f64, to: f64) -> f64 {
        from + (to - from) * self.unit()
    }

    /// Returns a number with a uniform logarithm in the range.
    fn scale(&mut self, from: f64, to: f64) -> f64 {
        from * (to / from).powf(self.unit())
    }

    fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[(self.next() >> 33) as usize % of.len()]
    }

    fn chance(&mut self, part: f64) -> bool {
        self.unit() < part
    }
}

/// A script that builds a figure and prepares its motion, without a `go`.
pub struct Scene {
    pub script: String,
    /// Distance from the origin of the root to the farthest end (m).
    pub extent: f64,
    /// Half the length of the first body (m).
    pub half: f64,
    /// Duration, in rows of six frames.
    pub rows: usize,
}

/// Makes an object of a random shape about as long as `size`; returns its extents.
fn shape(r: &mut Random, out: &mut String, name: usize, size: f64, chain: bool) -> [f64; 3] {
    let shapes = [
        "unit_cube",
        "unit_sphere",
        "unit_capsule",
        "unit_cylinder",
        "unit_cubeb",
    ];
    let kind = r.pick(&shapes);
    let l = size * r.within(0.5, 1.0);
    let w = l * r.within(0.4, 1.0);
    let turned = chain && matches!(kind, "unit_cylinder" | "unit_capsule");
    let d = match kind {
        "unit_sphere" if r.chance(0.7) => [l, l, l],
        _ if turned => [l, w, w],
        "unit_cylinder" | "unit_capsule" => [w, w, l],
        _ => [l, w, l * r.within(0.3, 1.0)],
    };
    writeln!(out, "get b{name} from {kind}").unwrap();
    if turned {
        writeln!(out, "rotate b{name} y 90").unwrap();
    }
    writeln!(out, "scale b{name} {:.9} {:.9} {:.9}", d[0], d[1], d[2]).unwrap();
    d
}

/// Writes springs, dampers, limits and motors of one joint, with a strength suitable for a limb of length `l` (m).
fn joint(r: &mut Random, out: &mut String, body: usize, slides: bool, l: f64, family: usize) {
    let strength = r.scale(0.5, 20.0) * GRAVITY;
    let damping = 2.0 * r.scale(0.03, 1.0);
    let (k, b, unit) = if slides {
        (strength / l, damping * (strength / l).sqrt(), l)
    } else {
        let k = strength * l;
        (k, damping * l * (k / 3.0).sqrt(), 1.0)
    };
    let moved = matches!(family, 3 | 5 | 6) && r.chance(0.6);
    let kind = match r.pick(&[0, 1, 3, 17]) {
        _ if moved => 17,
        0 | 1 if slides => 3,
        kind => kind,
    };
    let kind = kind + if slides || r.chance(0.3) { 4 } else { 0 };
    let rise = r.within(1.0, 6.0) / unit;
    let limit = unit * if slides { 0.3 } else { r.within(0.5, 1.5) };
    let bent = limit * r.within(-1.0, 1.0) * if family == 6 { 0.2 } else { 0.6 };
    let settings = [
        ("Q_type", f64::from(kind)),
        ("b", b),
        ("k", k),
        ("ea", k / rise),
        ("eB", rise),
        ("qmin", -limit),
        ("qmax", limit),
        ("lk", 20.0 * k),
        ("lb", 3.0 * b),
        ("q", bent),
    ];
    writeln!(out, "joint b{body} springtype distalmass").unwrap();
    for (name, value) in settings {
        writeln!(out, "joint b{body} {name} {value:.9}").unwrap();
    }
    let mut time = r.within(0.0, 0.1);
    for _ in 0..if moved { 3 } else { 0 } {
        let lasts = (r.within(0.3, 2.0) * (l / GRAVITY).sqrt()).max(0.01);
        let target = r.within(-1.0, 1.0) * if slides { 0.2 * l } else { 0.6 };
        writeln!(
            out,
            "timer {time:.6} motor b{body} etarget {target:.9} {lasts:.6}"
        )
        .unwrap();
        time += lasts + r.within(0.0, 0.1);
    }
}

/// Writes a ground with random friction and bounce, level or inclined, sometimes linear and damped.
fn ground(r: &mut Random, out: &mut String, family: usize, extent: f64, last: usize) {
    let law = r.pick(&["stick", "slide"]);
    let friction = r.within(0.1, 1.0);
    writeln!(out, "ground on\ngroundfriction {law} {friction:.6}").unwrap();
    writeln!(out, "restitution {:.6}", r.within(0.2, 1.0)).unwrap();
    if r.chance(0.25) {
        let soft = GRAVITY / (0.02 * extent);
        writeln!(out, "groundea 0\ngroundk {:.6}", soft * r.scale(3.0, 100.0)).unwrap();
        if r.chance(0.5) {
            writeln!(out, "groundb {:.6}", soft.sqrt() * r.scale(0.5, 20.0)).unwrap();
        }
    }
    if matches!(family, 4 | 6) && r.chance(0.4) {
        writeln!(out, "bodygroundstick b{last} on").unwrap();
    }
    if matches!(family, 1 | 7) {
        let (a, to) = (
            r.within(2.0, 35.0).to_radians(),
            r.within(0.0, 360.0).to_radians(),
        );
        let (x, y) = (a.sin() * to.cos(), a.sin() * to.sin());
        writeln!(out, "gravdirection {x:.9} {y:.9} {:.9}", -a.cos()).unwrap();
    }
}

/// Writes attitude, height, speed and spin of the root.
fn launch(r: &mut Random, out: &mut String, family: usize, extent: f64) {
    let turned: &[char] = if matches!(family, 1 | 6 | 7) && r.chance(0.7) {
        &['z']
    } else {
        &['z', 'x', 'y']
    };
    for axis in turned {
        writeln!(out, "rotate b0 {axis} {:.6}", r.within(-180.0, 180.0)).unwrap();
    }
    // Height in parts of the extent, speed and spin in their characteristic units.
    let (height, speed, spin) = match family {
        0 => (r.scale(0.2, 5.0), 0.3, 1.0),
        1 => (0.0, 0.5, 0.3),
        2 => (r.within(0.1, 1.0), 2.0, 3.0),
        3 => (1.0, 1.5, 4.0),
        4 => (r.scale(0.2, 3.0), 0.5, 1.0),
        6 => (0.0, 0.05, 0.05),
        _ => (r.within(0.0, 0.3), 0.3, 0.3),
    };
    let mut motion = String::new();
    for axis in 0..6 {
        let scale = match axis {
            2 if matches!(family, 1 | 6 | 7) => 0.0,
            0..3 => speed * (GRAVITY * extent).sqrt(),
            _ => spin * (GRAVITY / extent).sqrt(),
        };
        write!(motion, " {:.9}", scale * r.within(-1.0, 1.0)).unwrap();
    }
    writeln!(
        out,
        "setrootpos\nrest {:.9}\naddv b0{motion}",
        height * extent
    )
    .unwrap();
}

/// Returns the scene of that number.
pub fn scene(number: u64) -> Scene {
    let (mut r, mut out) = (Random::of(number), "addcorpus c\n".to_owned());
    let family = (number % 8) as usize;
    let (size, density) = (r.scale(1e-3, 0.5), r.scale(200.0, 5000.0));
    let chain = family > 2;
    let bodies = if chain { r.pick(&[2, 3, 4, 5]) } else { 1 };
    let first = shape(&mut r, &mut out, 0, size, chain);
    writeln!(out, "addbody b0 b0 0 0 1 rotary {density:.3}\nsetroot b0").unwrap();
    let (mut reaches, mut lengths) = (vec![first[0].max(first[2]) / 2.0], vec![first[0]]);
    let mut joints = vec![];
    for body in 1..bodies {
        let d = shape(&mut r, &mut out, body, size, true);
        let slides = r.chance(0.2);
        let axis = r.pick(&["0 1 0", "0 0 1", "0 1 0"]);
        let (axis, kind) = if slides {
            ("1 0 0", "sliding")
        } else {
            (axis, "rotary")
        };
        let parent = if r.chance(0.6) {
            body - 1
        } else {
            r.pick(&[0, body - 1])
        };
        let (turn, at) = if parent == 0 {
            let side = first[1] / 2.0;
            let end = first[0] / 2.0;
            r.pick(&[
                (0, [end, 0.0]),
                (90, [0.0, side]),
                (-90, [0.0, -side]),
                (180, [-end, 0.0]),
            ])
        } else {
            (r.pick(&[0, 0, 60, -60]), [lengths[parent], 0.0])
        };
        writeln!(out, "move b{body} {:.9} 0 0", d[0] / 2.0).unwrap();
        writeln!(out, "addbody b{body} b{body} {axis} {kind} {density:.3}").unwrap();
        writeln!(out, "rotate b{body} z {turn}").unwrap();
        writeln!(out, "move b{body} {:.9} {:.9} 0", at[0], at[1]).unwrap();
        writeln!(out, "linkbodies b{parent} b{body}").unwrap();
        reaches.push(
            if parent == 0 {
                at[0].abs().max(at[1].abs())
            } else {
                reaches[parent]
            } + d[0],
        );
        lengths.push(d[0]);
        joints.push((body, slides, d[0]));
    }
    out += "corpusinit\ngrav on\n";
    let extent = reaches.iter().copied().fold(0.0, f64::max);
    for (body, slides, length) in joints {
        joint(&mut r, &mut out, body, slides, length, family);
    }
    if !matches!(family, 3 | 5) {
        ground(&mut r, &mut out, family, extent, bodies - 1);
    }
    if family == 5 {
        out += "rootmotion fixed\n";
    } else {
        launch(&mut r, &mut out, family, extent);
    }
    let half = first[0].max(first[2]) / 2.0;
    let rows = r.within(60.0, 200.0) as usize;
    Scene {
        script: out,
        extent,
        half,
        rows,
    }
}

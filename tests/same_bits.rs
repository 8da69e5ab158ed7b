//! Random scenes in which figures collide: continuing after a mark, a rewind, `save` and `load` gives the same bits as an
//! uninterrupted run.
//!
//! Figures of one or two bodies, in one cluster or two, collide by springs or impulses, with and without ground, attachments,
//! sticky feet and dry friction, by all methods; a run usually ends within a frame. Each scene is continued in six ways.
//!
//! Twenty-four scenes by default; `CORPUS_SAME_BITS=2000` makes as many, `CORPUS_SAME_BITS_FROM=n` begins with that one.

use crate::support::random::Random;
use corpus::session::{Mode, Observer, Quiet, Session};
use corpus::stop::StopSignal;
use std::collections::HashSet;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::thread::ThreadId;

/// A scene, and the durations of its two runs, the ends of which are compared, and of a detour.
struct Scene {
    script: String,
    first: String,
    second: String,
    detour: String,
}

/// Writes an object of at most 4 cm; returns its radius (m).
fn shape(r: &mut Random, out: &mut String, o: &str) -> f64 {
    let (a, b) = (r.within(0.003, 0.009), r.within(0.003, 0.009));
    let (line, radius) = match r.below(6) {
        0 | 1 => (format!("ball {o} radius={a:.4}"), a),
        2 | 3 => (
            format!("capsule {o} from=[0 0 0] to=[{b:.4} 0 0] radius={a:.4}"),
            a + b,
        ),
        4 => (
            format!("cylinder {o} from=[0 0 0] to=[0 {b:.4} 0] radius={a:.4}"),
            a + b,
        ),
        _ => (
            format!("box {o} size=[{:.4} {:.4} {:.4}]", 2.0 * a, 2.0 * b, a + b),
            1.8 * a.max(b),
        ),
    };
    writeln!(out, "{line}").unwrap();
    radius
}

fn figure(r: &mut Random, out: &mut String, i: usize, [x, z]: [f64; 2]) {
    writeln!(out, "addcorpus f{i}").unwrap();
    let radius = shape(r, out, &format!("a{i}"));
    writeln!(out, "addbody a{i} a{i} 0 0 1 rotary 1000").unwrap();
    if r.chance(0.3) {
        let reach = shape(r, out, &format!("b{i}"));
        let (kind, dry) = (["rotary", "sliding"][r.below(2)], r.chance(0.3));
        writeln!(out, "addbody b{i} b{i} 0 1 0 {kind} 1000").unwrap();
        writeln!(
            out,
            "move b{i} 0 {:.4} 0\nlinkbodies a{i} b{i}",
            radius + reach
        )
        .unwrap();
        writeln!(out, "setroot a{i}\ncorpusinit").unwrap();
        let dry = if dry {
            format!("joint b{i} dry 1e-5\n")
        } else {
            String::new()
        };
        write!(out, "joint b{i} b 1e-6\n{dry}").unwrap();
    } else {
        writeln!(out, "setroot a{i}\ncorpusinit").unwrap();
    }
    writeln!(out, "rotate a{i} y {:.1}", r.within(-90.0, 90.0)).unwrap();
    writeln!(
        out,
        "move a{i} {x:.4} {:.4} {z:.4}\nsetrootpos",
        r.within(-0.004, 0.004)
    )
    .unwrap();
    // Towards the middle of its cluster.
    let inwards = -r.within(50.0, 120.0) * (x.rem_euclid(0.3) - 0.012);
    let [u, v, w] = [inwards, 0.0, -50.0 * (z - 0.015)].map(|u| u + r.within(-0.1, 0.1));
    let spin = [0; 3].map(|_| r.within(-8.0, 8.0));
    writeln!(
        out,
        "addv a{i} {u:.3} {v:.3} {w:.3} {:.2} {:.2} {:.2}",
        spin[0], spin[1], spin[2]
    )
    .unwrap();
    if r.chance(0.1) {
        writeln!(out, "bodygroundstick a{i} on").unwrap();
    }
}

fn scene(number: u64) -> Scene {
    let (mut r, mut out) = (Random(number), String::new());
    let clusters = 1 + r.below(2);
    let of_cluster = 2 + r.below(2);
    for i in 0..clusters * of_cluster {
        let x = 0.3 * (i / of_cluster) as f64 + 0.024 * (i % of_cluster) as f64;
        let z = r.within(0.012, 0.03);
        figure(&mut r, &mut out, i, [x, z]);
    }
    let law = ["stick", "slide"][r.below(2)];
    if r.chance(0.7) {
        writeln!(
            out,
            "ground on\ngroundfriction {law} {:.2}",
            r.within(0.1, 1.0)
        )
        .unwrap();
    }
    if r.chance(0.8) {
        out += "grav on\n";
    }
    out += "collide all\n";
    writeln!(out, "collisione {:.2}", r.within(0.2, 1.0)).unwrap();
    writeln!(out, "collisionfric {:.2}", r.within(0.0, 1.0)).unwrap();
    if r.chance(0.3) {
        out += "collisionanalysis on\n";
    }
    if r.chance(0.3) {
        let last = clusters * of_cluster - 1;
        let to = ["f0.a0 0 0 0 0 0 0", "world 0 0 0 30cm 0 5cm"][r.below(2)];
        let limit = ["31cm", "10m"][r.below(2)];
        writeln!(out, "attach f{last}.a{last} {to} 5 0 0 1 {limit} 0.01 29cm").unwrap();
    }
    // The explicit methods with error control need many steps.
    let method = match r.below(40) {
        0..3 => "implicit",
        3..5 => "euler",
        5..7 => "rkfixed",
        7 => "rkf",
        8 => "rkvar",
        _ => "auto",
    };
    writeln!(out, "integration {method}").unwrap();
    if r.chance(0.2) {
        writeln!(
            out,
            "when f0.a0.z < {:.4}m\n  print {{world.time}}\nend",
            r.within(0.005, 0.02)
        )
        .unwrap();
    }
    let mut time = |from, to| match r.chance(0.8) {
        true => format!("{:.4}ms", r.within(from, to)),
        false => format!("{}", r.within(from, to).round()),
    };
    let (first, second, detour) = (time(3.0, 10.0), time(2.0, 6.0), time(1.0, 4.0));
    Scene {
        script: out,
        first,
        second,
        detour,
    }
}

/// Writes the number of a scene that panics.
struct Running(u64);

impl Drop for Running {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("scene {}:\n{}", self.0, scene(self.0).script);
        }
    }
}

fn session(folder: &Path) -> Session {
    let mut session = corpus::commands::session(Mode::Run, Box::new(Quiet));
    session.files.output = folder.to_owned();
    session
}

/// Runs lines; returns whether they ran to their end, or the codes of the errors that stopped them.
fn run(session: &mut Session, lines: &str) -> Result<(), String> {
    session.diagnostics.clear();
    let done = session.run_text("scene", lines);
    let codes = session
        .diagnostics
        .iter()
        .filter(|d| d.code.starts_with('E'));
    let codes: Vec<String> = codes.map(|d| format!("{} {}", d.code, d.message)).collect();
    match done.is_ok() && codes.is_empty() {
        true => Ok(()),
        false => Err(codes.join("; ")),
    }
}

/// Runs the second part of a scene; returns everything that a state file stores, in which different bits are different.
fn end(session: &mut Session, scene: &Scene, folder: &Path) -> String {
    match run(session, &format!("go {}\nsave end.json", scene.second)) {
        Ok(()) => std::fs::read_to_string(folder.join("end.json")).unwrap(),
        Err(codes) => codes,
    }
}

/// Continues a scene in six ways. Returns the number of figures that have collided in the first part, or the error that stopped it.
fn continues(number: u64) -> Result<usize, String> {
    let scene = scene(number);
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let begin = format!("{}go {}\n", scene.script, scene.first);
    let mut straight = session(at);
    run(&mut straight, &begin)?;
    let corpora = straight.here().world.corpora.iter();
    let collided = corpora
        .filter(|c| c.account().works.collisions != 0.0)
        .count();
    let expected = end(&mut straight, &scene, at);

    let mut again = session(at);
    run(&mut again, &begin)?;
    let detour = &scene.detour;
    let ways = [
        (
            "mark and rewind",
            "save s.json\nmark m\nrewind m".to_owned(),
        ),
        ("rewind after the second part", "rewind m".to_owned()),
        (
            "rewind after a detour",
            format!("rewind m\ngo {detour}\nrewind m"),
        ),
        (
            "load after a detour",
            format!("rewind m\ngo {detour}\nload s.json"),
        ),
        (
            "load after load",
            "load s.json\nsave t.json\nload t.json".to_owned(),
        ),
    ];
    for (way, lines) in ways {
        // A detour may diverge.
        if let Err(codes) = run(&mut again, &lines) {
            eprintln!("scene {number}, {way}: {codes}");
            continue;
        }
        let found = end(&mut again, &scene, at);
        assert!(
            found == expected,
            "scene {number}, {way}: {}",
            differ(&expected, &found)
        );
    }
    let mut other = session(at);
    run(&mut other, &format!("{}load s.json", scene.script))?;
    let found = end(&mut other, &scene, at);
    assert!(
        found == expected,
        "scene {number}, load in another session: {}",
        differ(&expected, &found)
    );
    Ok(collided)
}

/// Returns the first lines that differ.
fn differ(a: &str, b: &str) -> String {
    let lines = a.lines().zip(b.lines()).enumerate();
    let apart = lines.filter(|(_, (a, b))| a != b).take(4);
    apart
        .map(|(i, (a, b))| format!("\n{i}: {a} | {b}"))
        .collect()
}

fn from_environment(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |n| n.parse().unwrap())
}

#[test]
fn scenes_with_collisions_continue_with_the_same_bits() {
    let from = from_environment("CORPUS_SAME_BITS_FROM", 0);
    let count = from_environment("CORPUS_SAME_BITS", 24);
    let (mut stopped, mut collided) = (0, 0);
    for number in from..from + count {
        let running = Running(number);
        match continues(number) {
            Ok(figures) => collided += u64::from(figures > 0),
            Err(codes) => {
                stopped += 1;
                eprintln!("scene {number}: {codes}");
            }
        }
        drop(running);
    }
    eprintln!(
        "{count} scenes, {collided} with collisions before the interruption, {stopped} stopped"
    );
    assert!(count < 24 || 5 * stopped < count && 3 * collided > count);
}

/// A capsule on the ground comes down beside a cylinder in the only step of a frame: whether an earlier advance had touched the
/// ground decided whether friction took hold there.
#[test]
fn a_landing_after_a_rewind_has_the_same_bits() {
    let script = "addcorpus fig0\ncapsule a0 from=[0 0 0] to=[0.045 0 0] radius=0.002\naddbody a0 a0 0 1 0 rotary 1000\n\
                  setroot a0\ncorpusinit\nrest 1mm\naddv a0 0.06 0.04 0.08 6 9 -3\naddcorpus fig1\n\
                  cylinder b0 from=[0 0 0] to=[0 0.017 0] radius=0.005\naddbody b0 b0 0 1 0 sliding 1000\nsetroot b0\n\
                  corpusinit\nmove b0 0.0125 -0.015 0.01\nsetrootpos\nground on\ngrav on\ncollide all\ngo 9.8174ms\n";
    let folder = tempfile::tempdir().unwrap();
    let ends = ["", "mark m\ngo 1\nrewind m\n"].map(|detour| {
        let mut session = session(folder.path());
        run(&mut session, &format!("{script}{detour}go 2")).unwrap();
        let corpora = session.here().world.corpora.iter();
        let states: Vec<u64> = corpora
            .flat_map(|c| c.y.iter().map(|x| x.to_bits()))
            .collect();
        states
    });
    assert_eq!(ends[0], ends[1]);
}

/// Notes on which threads figures are advanced.
struct Threads {
    may_use: bool,
    seen: Arc<Mutex<HashSet<ThreadId>>>,
}

impl Observer for Threads {
    fn uses_threads(&mut self) -> bool {
        self.may_use
    }

    fn stop_signal(&mut self) -> StopSignal {
        let seen = Arc::clone(&self.seen);
        StopSignal::new(move || {
            seen.lock().unwrap().insert(std::thread::current().id());
            false
        })
    }
}

/// Runs chains that fall side by side; returns what is stored of them, and the threads they were advanced on.
fn fall_side_by_side(may_use: bool) -> (String, HashSet<ThreadId>) {
    let script = "\
for i in 0..4
  addcorpus f{i}
  for j in 0..24
    capsule c{j} from=[0 0 0] to=[3cm 0 0] radius=3mm
    addbody b{j} c{j} 0 1 0 rotary 1g/cm3
    move c{j} 3cm 0 0
  end
  for j in 1..24
    linkbodies b{j - 1} b{j}
  end
  setroot b0
  corpusinit
  move c0 0 {i * 5cm} {(2 + i) * 5mm}
  setrootpos
end
ground on
grav on
go 60ms
save end.json
";
    let seen = Arc::default();
    let observer = Threads {
        may_use,
        seen: Arc::clone(&seen),
    };
    let folder = tempfile::tempdir().unwrap();
    let mut session = corpus::commands::session(Mode::Run, Box::new(observer));
    session.files.output = folder.path().to_owned();
    run(&mut session, script).unwrap();
    let stored = std::fs::read_to_string(folder.path().join("end.json")).unwrap();
    let seen = seen.lock().unwrap().clone();
    (stored, seen)
}

#[test]
fn figures_on_several_threads_move_with_the_same_bits() {
    let (one, here) = fall_side_by_side(false);
    let (several, elsewhere) = fall_side_by_side(true);
    assert_eq!(here.len(), 1);
    assert!(!elsewhere.is_subset(&here), "no other thread was used");
    assert!(one == several, "{}", differ(&one, &several));
}

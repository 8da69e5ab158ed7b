//! Diagrams of scripts, compared with the motion.

use crate::session::{Asked, Mode, Quiet, Session, Subject};

const FALL: &str = "addcorpus c\nget o from unit_sphere\naddbody ball o 0 0 1 rotary 1000\nsetroot ball\ncorpusinit\nrest 50cm\ngrav on\n";
const GAIT: &str = "addcorpus bug\nget o from unit_cube\naddbody o o 0 0 1 rotary 1000\nsetroot o\ncorpusinit\naddroach bug\nspeed 3\n";

/// Creates a session whose files go to a folder.
fn session(folder: &tempfile::TempDir, mode: Mode) -> Session {
    let mut session = crate::commands::session(mode, Box::new(Quiet));
    session.files.output = folder.path().to_owned();
    session
}

/// Returns the first report of a script, with its help.
fn told(text: &str, mode: Mode) -> String {
    let folder = tempfile::tempdir().unwrap();
    let mut session = session(&folder, mode);
    let _ = session.run_text("test", text);
    let report = session.diagnostics.first().cloned().unwrap_or_else(|| {
        panic!("nothing is wrong with {text}");
    });
    format!(
        "{} {}: {}",
        report.code,
        report.message,
        report.help.unwrap_or_default()
    )
}

#[test]
fn values_are_those_of_the_run() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = session(&folder, Mode::Run);
    let text = format!("{FALL}plot fall.svg {{ball.z to cm}} {{ball.vel}}\ngo 0.1s\n");
    assert!(session.run_text("test", &text).is_ok());
    let what = session.here().outputs.plots[0].curves().unwrap();
    assert_eq!(what.over.values.len(), 1 + session.here().frames as usize);
    let names: Vec<&str> = what.values.iter().map(|s| s.name.as_str()).collect();
    assert_eq!(names, ["ball.z", "ball.vel.x", "ball.vel.y", "ball.vel.z"]);
    assert_eq!(
        (what.values[0].unit.as_str(), what.values[0].exact),
        ("cm", true)
    );
    for (time, speed) in what.over.values.iter().zip(&what.values[3].values) {
        assert!(
            (speed + 9.8 * time).abs() < 0.01 * (0.1 + time),
            "{speed} at {time}"
        );
    }
    let svg = std::fs::read_to_string(folder.path().join("fall.svg")).unwrap();
    assert!(svg.starts_with("<?xml") && svg.contains(">ball.z (cm)<"));
}

#[test]
fn a_gait_is_seen_step_by_step() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = session(&folder, Mode::Run);
    let text = format!("{GAIT}plot gait gait.png\ngaitgo\ngo 1s\n");
    assert!(session.run_text("test", &text).is_ok());
    let walk = session.here().outputs.plots[0].walk().unwrap();
    let measures = walk.measures();
    let close = |a: Option<f64>, b: f64| assert!((a.unwrap() - b).abs() < 1e-6, "{a:?} {b}");
    close(measures.cycle, 0.3);
    close(measures.duty(), 5.0 / 6.0);
    close(measures.legs[2].phase, 1.0 / 6.0);
    close(measures.legs[0].phase, 1.0 / 3.0);
    close(measures.tripod, 0.0);
    let png = std::fs::read(folder.path().join("gait.png")).unwrap();
    assert_eq!(&png[1..4], b"PNG");
}

#[test]
fn going_back_forgets_what_came_later() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = session(&folder, Mode::Run);
    let text = format!("{FALL}plot z.svg every 1ms {{ball.z}}\nmark\ngo 50ms\nrewind\ngo 30ms\n");
    assert!(
        session.run_text("test", &text).is_ok(),
        "{:?}",
        session.diagnostics
    );
    let what = session.here().outputs.plots[0].curves().unwrap();
    let times = &what.over.values;
    assert!(times.windows(2).all(|w| w[1] > w[0]), "{times:?}");
    let last = times.last().copied().unwrap_or_default();
    assert!((0.028..=0.0301).contains(&last), "{last}");
    assert!(times.len() <= 31);
}

#[test]
fn a_gait_diagram_counts_a_jump_of_the_clock_neither_as_stance_nor_as_swing() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = session(&folder, Mode::Run);
    let walk_after = |session: &mut Session, text: &str| {
        let result = session.run_text("test", text);
        assert!(result.is_ok(), "{:?}", session.diagnostics);
        let walk = session.here().outputs.plots[0].walk().unwrap();
        let measures = walk.measures();
        let close = |a: Option<f64>, b: f64| assert!((a.unwrap() - b).abs() < 1e-6, "{a:?} {b}");
        close(measures.duty(), 5.0 / 6.0);
        for cycle in measures.cycles.unwrap() {
            close(Some(cycle), 0.3);
        }
        [walk.from, walk.to].map(|time| (time * 1e6).round() / 1e6)
    };
    let text = format!("{GAIT}plot gait gait.svg\ngaitgo\ngo 1s\ntime 3s\ngo 1s\n");
    assert_eq!(walk_after(&mut session, &text), [2.0, 4.0]);
    // To a moment before the clock was set, where it showed 0.5 s.
    let text = "rewind 1.5s\ngo 1.5s\n";
    assert_eq!(walk_after(&mut session, text), [0.0, 2.0]);
    assert_eq!(walk_after(&mut session, "time 0\ngo 0.5s\n"), [-2.0, 0.5]);
}

#[test]
fn mistakes_are_told_before_anything_runs() {
    for (text, report) in [
        (
            "plot z.pdf {ball.z}\ngo 1\n",
            "E085 `.pdf` is not a diagram format: end the name with `.svg` or `.png`",
        ),
        (
            "plot z {ball.z}\ngo 1\n",
            "E085 the file name of the diagram has no extension: end it with `.svg` or `.png`, which chooses the format",
        ),
        (
            "plot z.svg {bal.z}\ngo 1\n",
            "E015 there is no body, figure, gait, neuron or world `bal`: did you mean `ball`?",
        ),
        (
            "plot gait z.svg\ngo 1\n",
            "E085 a gait diagram needs a gait, and there is none: add one with `gait NAME`",
        ),
        (
            "plot phase z.svg {ball.z}\ngo 1\n",
            "E085 a phase portrait needs two values: for example `plot phase knee.svg {tibia.q} {tibia.dq}`",
        ),
        (
            "plot z.svg {ball.z}\n",
            "E085 this diagram is empty: no `go` comes after it: write this line before the `go` that it should record",
        ),
        (
            "let word = \"a\"\nplot z.svg {word}\ngo 1\n",
            "E085 a text cannot be drawn: only numbers, vectors and flags can be drawn",
        ),
        (
            "plot z.svg {ball.z}\nplot z.svg {ball.x}\ngo 1\n",
            "E078 cannot write `z.svg`: it is drawn by a `plot`: choose another name",
        ),
    ] {
        let whole = format!("{FALL}{text}");
        assert_eq!(told(&whole, Mode::Check), report, "{text}");
        assert_eq!(told(&whole, Mode::Run), report, "{text}");
    }
    let early = told("addcorpus c\nplot energy e.svg\n", Mode::Check);
    assert!(early.contains("assembled"), "{early}");
}

#[test]
fn files_that_cannot_be_written_are_told() {
    let report = told(
        &format!("{FALL}plot no/such/z.svg {{ball.z}}\ngo 1\n"),
        Mode::Run,
    );
    assert!(
        report.starts_with("E065 cannot write `no/such/z.svg`"),
        "{report}"
    );
}

#[test]
fn a_value_that_becomes_another_kind_ends_the_curve() {
    let text = "let what = 1cm\nplot z.svg {what}\nafter 10ms\n  let what = 1kg\nend\ngo 0.1s\n";
    let report = told(&format!("{FALL}{text}"), Mode::Run);
    assert!(report.starts_with("E0"), "{report}");
}

#[test]
fn what_the_command_line_asks_for_begins_with_the_first_go() {
    let asked = |of: &str| Asked {
        subject: Subject::Curves,
        of: vec![of.to_owned()],
        period: 0.0,
        from: 0.05,
    };
    let folder = tempfile::tempdir().unwrap();
    let mut run = session(&folder, Mode::Run);
    run.options.asked = Some(asked("{ball.z to mm}"));
    assert!(run.run_text("test", &format!("{FALL}go 0.1s")).is_ok());
    let what = super::asked_plot(&run)
        .and_then(|plot| plot.curves())
        .unwrap();
    assert!((what.over.values[0] - 0.05).abs() < 1e-3);
    assert_eq!(what.values[0].name, "ball.z");
    for (of, code) in [
        ("bal.z", "E015"),
        ("ball.z}{ball.x", "E023"),
        ("ball.", "E013"),
        ("", "E013"),
    ] {
        let mut check = session(&folder, Mode::Check);
        check.options.asked = Some(asked(of));
        let _ = check.run_text("test", &format!("{FALL}go 0.1s"));
        let codes: Vec<_> = check.diagnostics.iter().map(|d| d.code).collect();
        assert!(!codes.is_empty(), "{of}");
        assert!(
            codes.contains(&code) || of.is_empty() || of == "ball.",
            "{of} {codes:?}"
        );
    }
}

#[test]
fn a_box_stands_on_its_lower_side() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = session(&folder, Mode::Run);
    let script = "addcorpus c\nget o from unit_cube\nscale o 2cm 4cm 1cm\naddbody b o 0 0 1 rotary 1g/cm3\nsetroot b\n\
                  corpusinit\nrest\nground on\ngrav on\nplot support s.svg\nplot forces f.svg\nplot energy e.svg\ngo 50ms\n";
    assert!(
        session.run_text("box", script).is_ok(),
        "{:?}",
        session.diagnostics
    );
    session.observe();
    let world = &session.here().world;
    let support = world.corpora[0].support();
    assert_eq!(support.polygon.len(), 4);
    assert!(
        (support.margin.unwrap_or_default() - 0.01).abs() < 1e-4,
        "{support:?}"
    );
    for name in ["s.svg", "f.svg", "e.svg"] {
        assert!(folder.path().join(name).exists(), "{name}");
    }
}

//! Bugs that were found and fixed, each with the script that showed it.

use corpus::session::RunReport;
use corpus::session::{Mode, Quiet, Session};

/// A trunk with one leg that turns about y, in space.
const LEG: &str = "addcorpus bug
get trunk from unit_cube
get leg from unit_cube
addbody trunk trunk 0 0 1 rotary 1000
addbody leg leg 0 1 0 rotary 1000
move leg 1 0 0
linkbodies trunk leg
setroot trunk
corpusinit
joint leg Q_type 17
joint leg ea 1e3
joint leg eB 2
joint leg b 100
";

fn run(script: &str) -> Session {
    let mut session = corpus::commands::session(Mode::Run, Box::new(Quiet));
    let result = session.run_text("script", script);
    assert!(result.is_ok(), "{:?}", session.diagnostics);
    session
}

fn refused(session: &mut Session, line: &str) -> &'static str {
    let before = session.diagnostics.len();
    assert!(session.run_text("line", line).is_err(), "{line}");
    assert_eq!(session.diagnostics.len(), before + 1, "{line}");
    session.diagnostics.last().unwrap().code
}

#[test]
fn setting_the_clock_moves_nothing() {
    let walk = |clock: &str| {
        let script = format!("{LEG}motor leg etarget 0.5 0.2\ngo 0.1s\n{clock}\ngo 0.05s");
        run(&script).here().world.corpora[0].y.clone()
    };
    let (kept, set) = (walk(""), walk("time 7"));
    for (a, b) in kept.iter().zip(&set) {
        // Steps end at other roundings of the clock.
        assert!((a - b).abs() < 1e-8, "{a} {b}");
    }
}

#[test]
fn the_clock_cannot_be_set_while_it_runs() {
    let mut session = run(&format!("{LEG}timer 2ms time 0"));
    assert_eq!(refused(&mut session, "go 10ms"), "E029");
}

#[test]
fn a_timer_speaks_of_the_gait_that_it_was_set_for() {
    let session = run(&format!(
        "{LEG}addroach one\ntimer 1ms speed 3\naddroach two\ngo 10ms"
    ));
    let speeds = session
        .here()
        .definitions
        .roaches
        .iter()
        .map(|r| r.gait.speed());
    assert_eq!(speeds.collect::<Vec<_>>(), [3.0, 1.0]);
}

#[test]
fn gaitinit_lets_the_feet_of_a_stepping_leg_stick_again() {
    let mut session = run(&format!(
        "{LEG}addroach bug\nprocom 0\nmotor leg etarget 0.1 *1\n..\ngaitgo\ngo 30ms"
    ));
    assert!(session.here().world.corpora[0].contact.stepping[1]);
    session.run_text("line", "gaitinit").unwrap();
    assert!(!session.here().world.corpora[0].contact.stepping[1]);
}

#[test]
fn no_foot_stays_tied_to_ground_that_is_gone() {
    let energy = |between: &str| {
        let mut session = run(&format!(
            "{LEG}ground on\nrest -1mm\nbodygroundstick trunk on\ngo 1\nground off\naddv trunk 0 0 1 0 0 0\n{between}\nground on\ngo 1"
        ));
        let world = &mut session.here_mut().world;
        let time = world.time;
        world.corpora[0].energy(time, nalgebra::Vector3::zeros())
    };
    let lifted = energy("go 0.1s");
    let released = energy("bodygroundstick trunk off\ngo 0.1s");
    assert!(
        (lifted - released).abs() < 1e-9 * released,
        "{lifted} {released}"
    );
}

#[test]
fn a_matrix_of_eight_digits_is_a_rotation() {
    run(&format!(
        "{LEG}setrootmatrix\n0.70710678 -0.70710678 0 0\n0.70710678 0.70710678 0 0\n0 0 1 2\n0 0 0 1\ngo 1"
    ));
}

#[test]
fn a_spring_or_damper_is_never_below_zero() {
    let mut session = run(LEG);
    for line in ["joint leg b -1", "joint leg ea -1e12", "joint leg k -1"] {
        assert_eq!(refused(&mut session, line), "E027", "{line}");
    }
    session.run_text("line", "joint leg bias -1").unwrap();
}

#[test]
fn corpusinit_can_be_tried_again_after_a_scaled_root() {
    let mut session = run(
        "addcorpus c\nget o from unit_cube\naddbody b o 0 0 1 rotary 1000\nsetroot b\nscale o 2 2 2",
    );
    assert_eq!(refused(&mut session, "corpusinit"), "E046");
    session
        .run_text("line", "init o\ncorpusinit\ngo 1")
        .unwrap();
}

#[test]
fn unit_axes_hold_in_every_world() {
    let script = LEG.replace("addbody leg leg 0 1 0", "addbody leg leg 0 2 0");
    let mut session = run(&format!(
        "{script}joint leg q 0.3\naddworld other\naxisnorm on\nsetworld world"
    ));
    let poses = session.here_mut().world.corpora[0].poses();
    let turned = poses[1].0[(0, 0)].acos();
    assert!((turned - 0.3).abs() < 1e-12, "{turned}");
}

#[test]
fn a_somersault_is_no_turning_to_the_left() {
    let mut session = run(&format!(
        "{LEG}joint leg Q_type 0\naddv trunk 0 0 0 0 20 0\ngo 1s"
    ));
    let stage = session.here_mut();
    let report = RunReport::of(stage, 1.0, 1.0, false);
    assert!(
        report.corpora[0].yaw_rate_rad_s.abs() < 1e-6,
        "{}",
        report.corpora[0].yaw_rate_rad_s
    );
}

/// Its x axis passes the vertical, and its direction seen from above jumps by half a turn: a wheel at 1 m/s ahead had a forward speed of -0.06 m/s.
#[test]
fn a_wheel_that_rolls_has_no_forward_speed() {
    let forward = |spin: &str| {
        let mut session = run(&format!(
            "addcorpus w\ncylinder wheel radius=10cm from=[0 -2cm 0] to=[0 2cm 0]\naddbody wheel wheel 0 1 0 rotary 1000\nsetroot wheel\ncorpusinit\naddv wheel 1m/s 0 0 {spin}\ngo 1s"
        ));
        let report = RunReport::of(session.here_mut(), 1.0, 1.0, false);
        let [wheel] = &report.corpora[..] else {
            panic!("one figure")
        };
        assert!((wheel.net_speed_m_s - 1.0).abs() < 1e-9);
        wheel.forward_speed_m_s
    };
    assert_eq!(forward("0 10 0"), None);
    assert!((forward("0 0 0").unwrap() - 1.0).abs() < 1e-9);
    // About its own x axis it keeps its heading.
    assert!((forward("10 0 0").unwrap() - 1.0).abs() < 1e-9);
}

#[test]
fn a_long_frame_is_no_divergence() {
    run(&format!("{LEG}joint leg ea 1.5e6\ndt 1s\nh 0.1ms\ngo 1"));
}

/// A new axis in a chain of joints costs in proportion to its length: as many in four short chains take as long as in one of four times the
/// length, which would take four times as long if each cost the square of it.
#[test]
fn new_axes_of_a_long_chain_cost_as_those_of_short_ones() {
    let chain = |bodies: usize| {
        let mut script = String::from("addcorpus chain\n");
        for i in 0..bodies {
            script += &format!("get b{i} from unit_cube\naddbody b{i} b{i} 0 0 1 rotary 1000\n");
            if i > 0 {
                script += &format!("move b{i} 1 0 0\nlinkbodies b{} b{i}\n", i - 1);
            }
        }
        script += "setroot b0\ncorpusinit\n";
        for i in 1..100 {
            script += &format!("setjointp b{i} 0 1 0\n");
        }
        let begun = std::time::Instant::now();
        let session = run(&script);
        assert_eq!(session.here().world.corpora[0].number_of(7), Some(7));
        begun.elapsed().as_secs_f64()
    };
    // In turns: other work on the machine slows both.
    let mut ratios: Vec<f64> = (0..5)
        .map(|_| chain(800) / (0..4).map(|_| chain(200)).sum::<f64>())
        .collect();
    ratios.sort_by(f64::total_cmp);
    assert!(ratios[0] < 2.5, "{ratios:?}");
}

/// Returns the clock after a script.
fn clock(script: &str) -> f64 {
    run(script).here().world.time
}

#[test]
fn a_time_asked_for_was_rounded_to_frames() {
    for (script, seconds) in [
        ("repeat 1000\n  go 1ms\nend", 1.0),
        ("go 0.1ms", 1e-4),
        ("dt 3ms\ngo 10ms", 0.01),
        ("dt 1ms\ngo 0.25ms\ngo 0.25ms\ngo 0.5ms", 1e-3),
        ("go 1ms\ngo 2", 1e-3 + 2.0 / 1200.0),
    ] {
        let script = format!("{LEG}{script}");
        let time = clock(&script);
        assert!((time - seconds).abs() < 1e-12, "{script}: {time}");
        let mut check = corpus::commands::session(Mode::Check, Box::new(Quiet));
        assert!(check.run_text("script", &script).is_ok());
        assert_eq!(check.here().world.time, time, "{script}");
    }
}

#[test]
fn times_of_whole_frames_are_those_frames_up_to_rounding() {
    let state = |go: &str| {
        let session = run(&format!(
            "{LEG}joint leg dq 3\nevery 7.3ms\n  joint leg b 90\nend\n{go}"
        ));
        let stage = session.here();
        (
            stage.frames,
            stage.world.time,
            stage.world.corpora[0].y.clone(),
        )
    };
    assert_eq!(state("go 50ms"), state("go 60"));
    assert_eq!(state("dt 0.1ms\ngo 0.3s"), state("dt 0.1ms\ngo 3000"));
    assert_eq!(state("dt 0.7ms\ngo 2.1s"), state("dt 0.7ms\ngo 3000"));
}

#[test]
fn a_shorter_frame_is_gone_back_over_and_repeated_to_the_bit() {
    let script = format!("{LEG}joint leg dq 3\ngo 20.3ms\n");
    let straight = run(&format!("{script}go 7.7ms"));
    let back = run(&format!("{script}mark m\ngo 5.1ms\nrewind m\ngo 7.7ms"));
    let both = [&straight, &back].map(|s| s.here().world.corpora[0].y.clone());
    assert_eq!(both[0], both[1]);
    assert_eq!(straight.here().simulated, back.here().simulated);
}

#[test]
fn commands_could_call_themselves_only_48_times() {
    let script = "define down n\n  if n > 0\n    for i in 0..1\n      down {n - 1}\n    end\n  end\nend\ndown 500\nlet done = 1";
    // The stack size of a thread does not matter.
    let small = std::thread::Builder::new().stack_size(1 << 20);
    let deep = move || {
        for mode in [Mode::Check, Mode::Run] {
            let mut session = corpus::commands::session(mode, Box::new(Quiet));
            let _ = session.run_text("script", script);
            assert!(session.diagnostics.is_empty(), "{:?}", session.diagnostics);
        }
    };
    small.spawn(deep).unwrap().join().unwrap();
}

#[test]
fn scripts_that_include_each_other_twice_forty_deep_had_no_end() {
    let folder = tempfile::tempdir().unwrap();
    for i in 0..40 {
        let text = format!("include x{}.corpus\n", i + 1).repeat(2);
        std::fs::write(folder.path().join(format!("x{i}.corpus")), text).unwrap();
    }
    std::fs::write(folder.path().join("x40.corpus"), "print z\n").unwrap();
    let first = folder.path().join("x0.corpus");
    for (mode, code) in [(Mode::Check, "W003"), (Mode::Run, "E090")] {
        let mut session = corpus::commands::session(mode, Box::new(Quiet));
        let _ = session.run_file(&first).unwrap();
        let codes: Vec<&str> = session.diagnostics.iter().map(|d| d.code).collect();
        assert_eq!(codes, [code]);
    }
}

#[test]
fn energy_and_centre_of_mass_were_of_two_moments() {
    let mut session = run(&format!("{LEG}grav on\nrest 1cm\ngo 1\nrest 1m"));
    let report = RunReport::of_all(&mut session.stages, 1.0, false);
    let [corpus] = report.corpora.as_slice() else {
        panic!("{report:?}")
    };
    let weight = 9.8 * corpus.mass_kg * corpus.com_m[2];
    assert!(
        (report.energy_j - weight).abs() < 0.05 * weight,
        "{report:?}"
    );
    assert!((corpus.root_clearance_m - 1.0).abs() < 0.6, "{report:?}");
}

#[test]
fn the_report_named_the_figures_of_the_last_world_only() {
    let mut session = run(&format!(
        "{LEG}go 10\naddworld moon\n{}go 5",
        LEG.replace("bug", "moth")
    ));
    let report = RunReport::of_all(&mut session.stages, 1.0, false);
    let named: Vec<_> = report
        .corpora
        .iter()
        .map(|c| (c.name.as_str(), c.world.as_str()))
        .collect();
    assert_eq!(named, [("bug", "world"), ("moth", "moon")]);
    assert_eq!(report.frames, 15);
    let text = report.to_string();
    assert!(
        text.contains("bug in world: ") && text.contains("moth in moon: "),
        "{text}"
    );
}

/// A swinging rod, without its ground.
const SWING: &str = "addcorpus swing
box base size=[1cm 1cm 1cm]
addbody base base axis=[0 0 1] joint=rotary density=1g/cm3
setroot base
box rod size=[2cm 2cm 30cm] at=[0 0 -15cm]
addbody rod rod axis=[0 1 0] joint=rotary density=1g/cm3
linkbodies base rod
rootmotion fixed
corpusinit
joint rod q 60deg
grav on
";

#[test]
fn a_figure_without_mass_costs_no_steps_and_gives_no_nan() {
    let wall = |motion: &str| {
        format!(
            "addcorpus wall\nget w from unit_cube\naddbody w w 0 0 1 rotary 1g/cm3 0 0\nsetroot w\nrootmotion fixed\ncorpusinit\n{motion}"
        )
    };
    let steps = |session: &Session| session.here().world.counters.steps;
    let alone = run(&format!("{SWING}go 0.1s"));
    for method in ["auto", "rkf", "implicit"] {
        let script = format!("{}{SWING}integration {method}\ngo 0.1s", wall(""));
        let mut session = run(&script);
        let mut lone = run(&format!("{SWING}integration {method}\ngo 0.1s"));
        assert_eq!(steps(&session), steps(&lone), "{method}");
        let report = RunReport::of_all(&mut session.stages, 1.0, false);
        let without = RunReport::of_all(&mut lone.stages, 1.0, false);
        assert_eq!(report.energy_j, without.energy_j, "{method}");
        let shown = report.to_string();
        assert!(!shown.contains("NaN"), "{shown}");
    }
    // A driven one moves, in steps as long as a frame.
    let moving = wall("rootmotion moving 0.5 0 0\n");
    let mut session = run(&format!("{moving}{SWING}go 0.1s"));
    assert!(steps(&session) <= 3 * steps(&alone), "{}", steps(&session));
    let shown = RunReport::of_all(&mut session.stages, 1.0, false).to_string();
    assert!(!shown.contains("NaN"), "{shown}");
}

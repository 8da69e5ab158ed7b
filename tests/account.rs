//! Tests of the energy account: it closes if the motion is right, and its remainder is the error if it is not.

use corpus::session::{Mode, Quiet, Reading, Session};

const BOX: &str = "\
addcorpus c
get cube from unit_cube
scale cube 2cm 2cm 1cm
addbody cube cube 0 0 1 rotary 1g/cm3
setroot cube
corpusinit
grav on
";

const ROD: &str = include_str!("data/rod.corpus");

fn ran(script: &str) -> Session {
    let mut session = corpus::commands::session(Mode::Run, Box::new(Quiet));
    let result = session.run_text("test.corpus", script);
    assert!(result.is_ok(), "{:?}", session.diagnostics);
    session.observe();
    session
}

fn read(session: &Session, path: &str) -> f64 {
    match session.quantity(path) {
        Ok(Reading::Number(x, _)) => x,
        other => panic!("{path}: {other:?}"),
    }
}

fn assert_close(found: f64, expected: f64, tolerance: f64) {
    assert!(
        (found - expected).abs() <= tolerance * expected.abs(),
        "{found:e}, not {expected:e}"
    );
}

/// Returns the energy that the integration lost or created, as a part of the energy that moved.
fn left(session: &Session) -> f64 {
    let account = session.here().world.corpora[0].account();
    account.numbers() / account.moved()
}

const EXACT: &str = "integration rkf\neps 1e-9\n";

#[test]
fn a_fall_conserves_energy_by_every_method() {
    for method in ["auto", "euler", "implicit", "rkfixed", "rkf"] {
        let fall = ran(&format!("{BOX}rest 2m\nintegration {method}\ngo 0.5s\n"));
        assert!(left(&fall).abs() < 1e-9, "{method}: {}", left(&fall));
    }
}

#[test]
fn what_a_pendulum_loses_the_integration_has_lost() {
    let swing = format!("{ROD}grav on\njoint rod q 1rad\n");
    let start = read(&ran(&swing), "c.energy");
    let moves = |how: &str| ran(&format!("{swing}integration {how}\ngo 1s\n"));
    // Nothing else adds or removes energy here, so the remainder is the whole difference.
    for how in ["euler\nh 800us", "implicit\nh 800us", "auto"] {
        let rough = moves(how);
        let numbers = read(&rough, "c.work.numbers");
        let difference = read(&rough, "c.energy") - start;
        assert!((numbers - difference).abs() < 1e-12 * start.abs(), "{how}");
        assert_eq!(read(&rough, "world.work.numbers"), numbers);
        let is_seen = numbers.abs() > 1e-4 * start.abs();
        assert_eq!(is_seen, how != "auto", "{how}: {numbers}");
    }
    let exact = moves("rkf\neps 1e-9");
    assert!(left(&exact).abs() < 1e-9, "{}", left(&exact));
}

#[test]
fn what_a_bounce_has_wrong_is_in_the_account() {
    // On ground without losses, only the integration adds or removes energy.
    let drop = format!("{BOX}rest 1cm\nground on\ngrounde 1\n");
    let start = read(&ran(&drop), "c.energy");
    for (how, within) in [
        ("auto", 2e-3),
        ("auto\ntolerance 3e-2", 0.02),
        ("auto\ntolerance 3e-4", 1e-3),
        ("implicit", 0.02),
        ("implicit\nh 50us", 0.002),
        ("rkf\neps 1e-9", 1e-6),
    ] {
        let session = ran(&format!("{drop}integration {how}\ngo 70ms\n"));
        let account = session.here().world.corpora[0].account();
        let truth = (read(&session, "c.energy") - start) / account.moved();
        let told = account.numbers() / account.moved();
        assert!((told - truth).abs() < within, "{how}: {told}, not {truth}");
        assert!(
            (truth.abs() > 0.05) == how.starts_with("implicit"),
            "{how}: {truth}"
        );
        assert_eq!(
            session.accuracy.warnings().is_empty(),
            !how.starts_with("implicit"),
            "{how}"
        );
    }
}

#[test]
fn friction_takes_what_a_box_slides_with() {
    // It settles first, so that it only slides.
    let settle = "rest 0\nground on\ngroundfric 0.5\ngroundb 30\ngo 1s\n";
    for (how, within) in [(EXACT, 1e-6), ("integration rkfixed\nh 20us\n", 1e-3)] {
        let before = ran(&format!("{BOX}{how}{settle}"));
        let slide = "addv cube 1m/s 0 0 0 0 0\ngo 0.5s\n";
        let session = ran(&format!("{BOX}{how}{settle}{slide}"));
        let more = |path: &str| read(&session, path) - read(&before, path);
        assert!(left(&session).abs() < within, "{how}: {}", left(&session));
        // It is at rest again (except for creep), and its energy is in the right terms.
        assert!(read(&session, "cube.speed") < 0.02);
        let had = 0.5 * read(&session, "cube.mass");
        assert_close(more("c.work.friction"), had, 0.05);
        let lost = more("c.work.friction") + more("c.work.ground");
        assert_close(lost, had - more("c.energy"), 2e-3);
    }
}

#[test]
fn a_damper_takes_what_a_spring_had() {
    // The spring is wound up by 0.5 rad, and without gravity all of its energy goes into the damper.
    let spring = "joint rod Q_type 3\njoint rod k 0.4\njoint rod b 0.004\njoint rod q 0.5rad\n";
    let session = ran(&format!("{ROD}{spring}{EXACT}go 4s\n"));
    assert!(left(&session).abs() < 1e-6, "{}", left(&session));
    let had = 0.5 * 0.4 * 0.25;
    let has = read(&session, "c.energy");
    assert_close(read(&session, "c.work.dampers"), had - has, 1e-6);
    assert!(has < 1e-3 * had, "{has}");
    // With a first-order method, the account shows the error of the motion.
    let rough = ran(&format!(
        "{ROD}{spring}integration implicit\nh 2ms\ngo 4s\n"
    ));
    let numbers = read(&rough, "c.work.numbers");
    let truly = read(&rough, "c.energy") - had + read(&rough, "c.work.dampers");
    assert_close(numbers, truly, 1e-9);
    assert!(numbers < 0.0 && numbers.abs() > 0.01 * had, "{numbers}");
}

/// The joint moves by the speed at the end of a step of `euler` or `implicit`, not by the mean speed.
#[test]
fn the_work_of_a_spring_is_the_energy_that_it_releases_with_every_method() {
    let spring = "joint rod Q_type 2\njoint rod k 0.4\njoint rod q 0.5rad\n";
    let had = 0.5 * 0.4 * 0.25;
    for method in ["euler", "implicit", "auto", "rkfixed", "rkf"] {
        for (h, stop) in [("", ""), ("h 0.5ms\n", "range rod -0.3rad 2rad\n")] {
            // These integrate the power of the stop across its sudden start.
            if !stop.is_empty() && method.starts_with("rk") {
                continue;
            }
            let h = if ["auto", "rkf"].contains(&method) {
                ""
            } else {
                h
            };
            let script = format!("{ROD}{spring}{stop}integration {method}\n{h}go 0.7s\n");
            let session = ran(&script);
            let released = had - read(&session, "c.energy.springs");
            assert!(released > 0.1 * had, "{method}: {released}");
            let lost = read(&session, "c.work.dampers");
            let work = read(&session, "c.work.joints");
            assert!(
                (work - (released - lost)).abs() < 1e-3 * had,
                "{method} {stop}: {work} {released} {lost}"
            );
            if stop.is_empty() {
                assert_close(work, released, 1e-6);
            }
        }
    }
}

#[test]
fn a_motor_puts_in_what_it_does() {
    let script = format!(
        "{ROD}{EXACT}grav on\njoint rod Q_type 17\njoint rod ea 0.05\njoint rod eB 4\njoint rod b 0.002\n\
         motor rod etarget 1rad 0.3s\ngo 0.5s\nmotor rod etarget -0.5rad 0.2s\ngo 1s\n"
    );
    let session = ran(&script);
    assert!(read(&session, "c.work.motors") > 1e-3);
    assert!(left(&session).abs() < 1e-6, "{}", left(&session));
    let joints = read(&session, "c.work.joints");
    assert!(read(&session, "c.work.positive") > joints);
}

#[test]
fn what_the_script_sets_is_its_own() {
    let session = ran(&format!(
        "{BOX}rest 1m\n{EXACT}go 0.1s\naddv cube 2m/s 0 0 0 0 0\ngo 0.1s\n"
    ));
    let mass = read(&session, "cube.mass");
    assert_close(read(&session, "c.work.set"), 0.5 * mass * 4.0, 1e-9);
    assert!(left(&session).abs() < 1e-9, "{}", left(&session));
}

#[test]
fn the_ground_carries_what_walks_on_it() {
    let mut session = corpus::commands::session(Mode::Run, Box::new(Quiet));
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/roach/x.corpus");
    let walk =
        "include roach.corpus\nrest 1mm\nground on\ngrav on\ngo 0.3s\nspeed 1\ngaitgo\ngo 1s\n";
    assert!(session.run_text(script, walk).is_ok());
    session.observe();
    let vector = |path: &str| match session.quantity(path) {
        Ok(Reading::Vector(v, _)) => v,
        other => panic!("{path}: {other:?}"),
    };
    let weight = read(&session, "roach.mass") * read(&session, "world.gravity");
    let [_, _, up] = vector("roach.impulse");
    let [_, _, rises] = vector("roach.momentum");
    assert_close(up, weight * 1.3 + rises, 5e-3);
    assert!(left(&session).abs() < 1e-3, "{}", left(&session));
    assert!(session.accuracy.warnings().is_empty());
    // Its bodies share it.
    let of = |body: &String| vector(&format!("{body}.impulse"))[2];
    let shares: f64 = session.here().world.corpora[0].names.iter().map(of).sum();
    assert_close(shares, up, 1e-9);
    let [fx, fy, fz] = vector("roach.force");
    assert_close(fz, read(&session, "roach.load"), 1e-9);
    let friction: [f64; 3] = vector("leg_ml4.friction");
    assert!(friction[2].abs() < 1e-12 && fx.is_finite() && fy.is_finite());
}

#[test]
fn the_account_goes_back_with_the_state() {
    let script = format!("{BOX}rest 5mm\nground on\ngo 20ms\nmark here\ngo 30ms\n");
    let straight = ran(&script);
    let again = ran(&format!("{script}rewind here\ngo 30ms\n"));
    let account = |s: &Session| s.here().world.corpora[0].account().clone();
    assert_eq!(account(&straight), account(&again));
    // Frames with other starts end at other roundings of the same times.
    let by_time = account(&ran(&format!("{script}rewind 10ms\ngo 10ms\n")));
    let straight_on = account(&straight);
    assert_close(by_time.works.ground, straight_on.works.ground, 1e-9);
    assert_close(by_time.numbers(), straight_on.numbers(), 1e-6);
    assert_close(
        by_time.impulse(0).normal,
        straight_on.impulse(0).normal,
        1e-9,
    );
    let folder = tempfile::tempdir().unwrap();
    let mut kept = corpus::commands::session(Mode::Run, Box::new(Quiet));
    kept.files.output = folder.path().to_owned();
    let script = format!(
        "{BOX}rest 5mm\nground on\ngo 20ms\nsave state.json\ngo 5ms\nload state.json\ngo 30ms\n"
    );
    let result = kept.run_text("test.corpus", &script);
    assert!(result.is_ok(), "{:?}", kept.diagnostics);
    assert_eq!(account(&straight), account(&kept));
}

#[test]
fn energy_from_nowhere_is_told_with_what_would_mend_it() {
    let spring = "joint rod Q_type 2\njoint rod k 4\njoint rod q 0.5rad\n";
    let rough = ran(&format!(
        "{ROD}{spring}integration implicit\nh 1ms\ngo 1s\n"
    ));
    let [told] = rough.accuracy.warnings() else {
        panic!("{:?}", rough.accuracy.warnings());
    };
    assert_eq!(told.code, "W015");
    assert!(
        told.message.contains("lost") && told.message.contains("`rod`"),
        "{}",
        told.message
    );
    let exact = ran(&format!("{ROD}{spring}{EXACT}go 1s\n"));
    assert!(exact.accuracy.warnings().is_empty());
}

#[test]
fn a_stiff_pull_is_told_as_the_cause_of_lost_energy() {
    let pull = |k: &str| {
        let script = format!("{BOX}rest 1cm\npull cube at 1cm 1cm 0 to 0 0 5cm k={k}\ngo 50ms\n");
        ran(&script).accuracy.new_warnings()
    };
    assert!(pull("100").is_empty());
    let told = pull("1e9");
    let help = told
        .first()
        .and_then(|told| told.help.clone())
        .unwrap_or_default();
    assert!(
        help.starts_with("lower the stiffness `k` of the `pull`"),
        "{told:?}"
    );
}

/// Returns a script of a body on a spring with 160 oscillations per second.
fn oscillator(spring: &str) -> String {
    format!(
        "addcorpus c\nget a from unit_cube\nscale a 1cm 1cm 1cm\nget b from unit_cube\nscale b 1cm 1cm 1cm\n\
         addbody a a 0 0 1 rotary 1g/cm3\naddbody b b 1 0 0 sliding 1g/cm3\nmove b 2cm 0 0\nlinkbodies a b\nsetroot a\n\
         corpusinit\nrootmotion fixed\n{spring}\n"
    )
}

/// In an earlier version, the energy that a spring stored and returned in each oscillation counted as energy that moved: after
/// a second an oscillator could have lost all its energy, or have three times as much, without a warning.
#[test]
fn an_oscillator_that_loses_its_energy_is_told_of() {
    let linear = oscillator("joint b Q_type 2\njoint b k 1000\njoint b q 1mm");
    let exponential = oscillator("joint b Q_type 16\njoint b ea 1\njoint b eB 1000\njoint b q 3mm");
    for (script, how) in [
        (&linear, "tolerance 0.03"),
        (&linear, "integration rkf"),
        (&linear, "integration implicit"),
        (&exponential, "tolerance 0.03"),
    ] {
        let start = read(&ran(script), "c.energy");
        let session = ran(&format!("{script}{how}\ngo 0.3s\n"));
        let part = read(&session, "c.energy") / start - 1.0;
        assert!(part.abs() > 0.02, "{how}: {part}");
        assert_eq!(session.accuracy.warnings().len(), 1, "{how}: {part}");
    }
}

/// In an earlier version, a spring that lost its energy in the first steps, before it moved anything, had lost many times the
/// energy involved.
#[test]
fn no_more_than_the_energy_involved_is_lost() {
    let script = oscillator("joint b Q_type 2\njoint b k 1000\njoint b q 1mm");
    let session = ran(&format!("{script}integration implicit\ndt 0.05\ngo 1s\n"));
    let account = session.here().world.corpora[0].account();
    assert_close(account.numbers(), -0.5 * 1000.0 * 1e-6, 1e-3);
    assert!(account.numbers().abs() <= account.moved() * (1.0 + 1e-12));
}

/// Returns the setting that the warning recommends, as a line of a script.
fn advised(session: &Session) -> Option<String> {
    let help = session.accuracy.warnings().first()?.help.clone()?;
    let mut codes = help.split('`');
    let setting = codes.nth(1)?;
    // `tolerance`, for example to 0.001
    let value = codes
        .next()
        .and_then(|text| text.strip_prefix(", for example to "));
    Some(match value {
        Some(value) => format!("{setting} {}", value.split(';').next().unwrap_or(value)),
        None => setting.to_owned(),
    })
}

#[test]
fn what_the_warning_advises_mends_the_motion() {
    let linear = oscillator("joint b Q_type 2\njoint b k 1000\njoint b q 1mm");
    let bounces = format!("{BOX}rest 20cm\nground on\ngrounde 1\n");
    for (script, how) in [
        (&*linear, "tolerance 0.03"),
        (&linear, "integration rkf"),
        (&linear, "integration implicit\nh 100us"),
        (&bounces, "integration implicit"),
    ] {
        let session = ran(&format!("{script}{how}\ngo 0.3s\n"));
        let advice = advised(&session).unwrap_or_else(|| panic!("nothing is told: {how}"));
        let mut settings = format!("{how}\n{advice}\n");
        let mut mended = ran(&format!("{script}{settings}go 0.3s\n"));
        // With a large error the recommendation is another method, which may have its own warning.
        if let (Some(more), true) = (advised(&mended), advice == "integration auto") {
            settings += &more;
            mended = ran(&format!("{script}{settings}\ngo 0.3s\n"));
        }
        assert_eq!(advised(&mended), None, "{settings}");
    }
}

#[test]
fn a_stop_takes_what_the_joint_had() {
    // A bar hits a stop that brings it to rest in a millisecond, which is less than a step.
    let script = "\
addcorpus c
get post from unit_cube
get o from unit_cube
scale o 30cm 4cm 4cm
move o 15cm 0 0
addbody post post 0 0 1 rotary 1000
addbody bar o 0 0 1 rotary 1000
linkbodies post bar
setroot post
corpusinit
rootmotion fixed
range bar -20deg 20deg
joint bar dq 4
";
    let first = read(&ran(script), "world.energy.kinetic");
    let hit = ran(&format!("{script}go 1s\n"));
    let kept = read(&hit, "world.energy.kinetic") + read(&hit, "world.energy.springs");
    assert_close(read(&hit, "world.work.dampers"), first - kept, 0.04);
    assert!(left(&hit).abs() < 0.04, "{}", left(&hit));
    let exact = ran(&format!("{script}integration rkf\neps 1e-6\ngo 1s\n"));
    assert!(left(&exact).abs() < 1e-6, "{}", left(&exact));
}

/// In an earlier version a joint was found at its stop so late that a slow one lost an eighth of its energy, and a fast one a
/// fiftieth.
#[test]
fn a_stop_is_met_so_early_that_its_energy_is_in_the_account() {
    for (set, hits) in [
        ("joint rod dq 4", true),
        ("joint rod dq 0.3\njoint rod q 29deg", true),
        ("joint rod dq 0.1", false),
    ] {
        let session = ran(&format!(
            "{ROD}grav off\nrange rod -30deg 30deg\n{set}\ngo 1s\n"
        ));
        let numbers = read(&session, "c.work.numbers");
        let before = read(&ran(&format!("{ROD}grav off\n{set}\n")), "c.energy.kinetic");
        let part = numbers / before;
        println!("{set}: {part:e}");
        assert!(part.abs() < 5e-3, "{set}: {part}");
        let taken = read(&session, "c.work.dampers") / before;
        assert!(!hits || (taken - 1.0).abs() < 5e-3, "{set}: {taken}");
    }
}

/// A bar falls on a stop without a damper: by the closed form it rises again to where it fell from. Where a step passed the stop, its late force
/// added up to a half per cent of the energy in each bounce.
#[test]
fn a_bar_that_falls_on_an_elastic_stop_rises_to_where_it_fell_from() {
    for stiffness in [1.0, 10.0, 100.0, 1e3, 1e4, 1e5] {
        let mut session = ran(&format!(
            "addcorpus c\nbox post size=[2cm 2cm 2cm]\naddbody post post axis=[0 0 1] joint=rotary density=1000\nsetroot post\n\
             box bar size=[10cm 1cm 1cm]\nmove bar 5cm 0 0\naddbody bar bar axis=[0 1 0] joint=rotary density=1000\n\
             linkbodies post bar\ncorpusinit\nrootmotion fixed\ngrav on\njoint bar spring limits\njoint bar qmin -3\n\
             joint bar qmax 0.5\njoint bar lb 0\njoint bar lk {stiffness}\njoint bar q -0.5\ndt 5ms\n"
        ));
        // The highest of each bounce; angles are positive downwards.
        let (mut highest, mut before) = (vec![], [-0.5; 2]);
        for _ in 0..600 {
            session.run_text("go", "go 1").unwrap();
            let q = read(&session, "bar.q");
            if before[1] < before[0] && before[1] < q {
                highest.push(before[1]);
            }
            before = [before[1], q];
        }
        let part = left(&session);
        println!(
            "{stiffness}: {part:e} after {} bounces, {highest:.4?}",
            highest.len()
        );
        assert!(part.abs() < 0.01, "{stiffness}: {part}");
        assert!(highest.len() > 5);
        // The bounce has sin q + sin 0.5 of height; a frame is 5 ms long.
        for q in highest {
            assert!((q + 0.5).abs() < 0.02, "{stiffness}: {q}");
        }
    }
}

/// The method of fixed steps would damp such a bounce to nothing, so that it follows a joint at a stop in parts.
#[test]
fn a_bar_bounces_from_an_elastic_stop_with_fixed_steps() {
    for (h, stiffness) in [("2ms", 10.0), ("1ms", 1e3), ("0.2ms", 1e3), ("50us", 1e5)] {
        let session = ran(&format!(
            "addcorpus c\nbox post size=[2cm 2cm 2cm]\naddbody post post axis=[0 0 1] joint=rotary density=1000\nsetroot post\n\
             box bar size=[10cm 1cm 1cm]\nmove bar 5cm 0 0\naddbody bar bar axis=[0 1 0] joint=rotary density=1000\n\
             linkbodies post bar\ncorpusinit\nrootmotion fixed\njoint bar spring limits\njoint bar qmin -0.5\n\
             joint bar qmax 0.5\njoint bar lb 0\njoint bar lk {stiffness}\njoint bar dq 9\n\
             integration implicit\nh {h}\ngo 2s\n"
        ));
        let part = left(&session);
        println!("{h} {stiffness}: {part:e}");
        assert!(part.abs() < 0.01, "{h}: {part}");
    }
}

/// A ball joint with dampers at the stops of its axes: their force begins at once within a step, and acts on the part of the way beyond the stop.
#[test]
fn stops_of_a_ball_joint_are_in_the_account() {
    let script = "addcorpus c\nbox post size=[2cm 2cm 2cm]\naddbody post post axis=[0 0 1] joint=rotary density=1000\nsetroot post\n\
        box bar size=[10cm 1cm 2cm]\nmove bar 5cm 0 0\naddbody bar bar axis=[0 1 0] joint=rotary density=1000\njointkind bar ball\n\
        linkbodies post bar\ncorpusinit\nrootmotion fixed\ngrav on\njoint bar.* spring linear+limits\njoint bar.* k 0.01\n\
        joint bar.* qmin -0.3\njoint bar.* qmax 0.5\njoint bar.* lk 50\njoint bar.* lb 1e-2\njoint bar.ry q -0.2\njoint bar.rx dq 9\n\
        joint bar.ry dq 7\njoint bar.rz dq -5\ndt 5ms\n";
    let hit = ran(&format!("{script}go 0.5s\n"));
    println!("{:e}, dampers {}", left(&hit), read(&hit, "c.work.dampers"));
    assert!(left(&hit).abs() < 0.01, "{}", left(&hit));
    let exact = ran(&format!("{script}{EXACT}hmin 1e-16\ngo 0.5s\n"));
    assert_close(
        read(&hit, "c.work.dampers"),
        read(&exact, "c.work.dampers"),
        0.02,
    );
}

/// Returns a script of a bar on a fixed trunk, with a ball joint.
fn bar_on_a_ball(lines: &str) -> String {
    format!(
        "addcorpus c\nbox t size=[0.3 0.2 0.1]\naddbody t t axis=[0 0 1] joint=rotary density=1000\nbox a size=[0.4 0.05 0.05] at=[0.2 0 0]\n\
         addbody a a axis=[0 1 0] joint=rotary density=1000\njointkind a ball\nmove a 0.15 0 0\nlinkbodies t a\nsetroot t\ncorpusinit\n\
         rootmotion fixed\n{lines}"
    )
}

/// Its spring acts on the rotation vector, whose rates are not those of the joints: their work was partly counted over the one and partly
/// over the other, and a bounce that keeps its energy had 0.27 J of work.
#[test]
fn joints_of_a_ball_do_the_work_that_an_elastic_stop_returns() {
    let bounce = "joint a.rx dq 3\njoint a.ry dq 4\njoint a.rz dq 0\nrange a.ry -0.3 0.4 60 0\n";
    for (method, near) in [
        ("auto", 1e-4),
        ("auto\ntolerance 1e-5", 2e-6),
        ("implicit\nh 50us", 1e-4),
        ("euler\nh 50us", 1e-4),
        ("rkfixed", 1e-5),
        ("rkf\neps 1e-9", 1e-7),
    ] {
        let session = ran(&bar_on_a_ball(&format!(
            "{bounce}integration {method}\ngo 0.5s\n"
        )));
        assert_eq!(read(&session, "c.energy.springs"), 0.0);
        let [work, positive] =
            ["joints", "positive"].map(|name| read(&session, &format!("c.work.{name}")));
        println!("{method}: {work:e} {positive}");
        assert!(work.abs() < near, "{method}: {work}");
        assert_close(positive, 0.6572, 5e-3);
    }
}

/// The force of a joint of a ball and its correction were counted apart by the methods that integrate rates: both as positive work, where one
/// takes back a part of the other.
#[test]
fn the_positive_work_of_a_ball_is_the_same_with_every_method() {
    let servos: String = ["rx", "ry", "rz"]
        .map(|axis| format!("servo a.{axis} 0.2 kp=5 kd=0\n"))
        .concat();
    for method in [
        "auto\ntolerance 1e-5",
        "euler\nh 20us",
        "rkfixed",
        "rkvar",
        "rkf\neps 1e-9",
    ] {
        let session = ran(&bar_on_a_ball(&format!(
            "{servos}integration {method}\ngo 0.5s\n"
        )));
        let positive = read(&session, "c.work.positive");
        println!("{method}: {positive}");
        assert_close(positive, 2.2013, 5e-4);
        assert_close(read(&session, "c.work.joints"), 0.29581, 5e-4);
    }
}

/// Such a step was repeated at the same length without end: the stop nearly stops the joint within it.
#[test]
fn an_arm_that_falls_onto_a_damped_stop_is_simulated_to_the_end() {
    let arm = "addcorpus c\nget o from unit_cube\nget p from unit_cube\nscale o 0.01 0.01 0.01\nscale p 0.01 0.01 0.01\nmove p 0.01 0 0\n\
        addbody a o 0 1 0 rotary 1000\naddbody b p 0 1 0 rotary 1000\nlinkbodies a b\nsetroot a\ncorpusinit\nrootmotion fixed\ngrav on\n\
        joint b Q_type 5\njoint b b 8.333333333333335e-09\njoint b qmin -1\njoint b qmax 1\njoint b lk 0.01666666666666667\n\
        joint b lb 6.666666666666668e-06\njoint b q 0.4\n";
    let fallen = ran(&format!("{arm}go 3s\n"));
    assert!(left(&fallen).abs() < 0.01, "{}", left(&fallen));
    // The rest angle of the arm on the spring of the stop: m g l cos q = k (q - 1).
    let (weight, k) = (1e-3 * 9.8 * 0.01, 0.016_666_666_666_666_67);
    let q = read(&fallen, "b.q");
    assert_close(k * (q - 1.0), weight * q.cos(), 0.02);
}

/// A point that reached the ground in the last microsecond of a step counted for half of the step, if another point of the same body was in
/// the ground: 45 % of the energy was "created" by a motion that was right.
#[test]
fn a_point_that_lands_beside_another_one_is_pushed_for_its_own_time_only() {
    let script = "addcorpus c\nget b from unit_capsule\nscale b 1.449256mm 1.449256mm 1.464976mm\naddbody b b 0 0 1 rotary 4823.783\n\
                  setroot b\ncorpusinit\ngrav on\nground on\ngroundfriction slide 0.963713\nrestitution 0.945975\ngroundea 0\n\
                  groundk 33289030.911719\ngroundb 9687.82705\nrotate b z 93.947293\nrotate b x 48.502873\nrotate b y 13.577735\n\
                  setrootpos\nrest 0.09873mm\n\
                  addv b 0.014994605 0.122848237 0.115166636 36.397200606 -50.639172352 -138.920428512\n";
    let exact = ran(&format!(
        "{script}integration rkf\nhmin 1e-16\neps 1e-8\ngo 60ms\n"
    ));
    let session = ran(&format!("{script}go 60ms\n"));
    assert!(left(&session).abs() < 0.01, "{}", left(&session));
    assert!(session.accuracy.warnings().is_empty());
    for term in ["c.work.ground", "c.work.friction"] {
        assert_close(read(&session, term), read(&exact, term), 0.01);
    }
}

/// The drive of a root did no work against attachments and blows.
#[test]
fn a_driven_root_works_against_attachments_and_blows() {
    let crank = "addcorpus crank\nget o from unit_cube\naddbody t o 0 0 1 rotary mass=1000kg\nsetroot t\ncorpusinit\nrootmotion moving 1 0 0\n\
                 addcorpus load\nget o from unit_cube\naddbody t o 0 0 1 rotary mass=1kg\nsetroot t\ncorpusinit\n\
                 attach crank.t load.t 0 0 0 0 0 0 100 0 0 1\n";
    for method in ["auto", "implicit", "rkf", "rkfixed", "euler"] {
        let session = ran(&format!("{crank}integration {method}\ngo 0.157s"));
        let of = |name: &str| read(&session, name);
        let loose = if method == "euler" { 0.01 } else { 2e-3 };
        assert!(
            of("crank.work.outer").abs() < loose,
            "{method} {}",
            of("crank.work.outer")
        );
        assert!(
            of("crank.work.numbers").abs() < loose,
            "{method} {}",
            of("crank.work.numbers")
        );
    }
    let arm = "addcorpus c\nget o from unit_cube\naddbody t o 0 0 1 rotary mass=1kg\nget b from unit_cube\nscale b 0.1 0.1 0.3\nmove b 0 0 -0.5\n\
               addbody b b 0 1 0 rotary mass=0.1kg\nlinkbodies t b\nsetroot t\ncorpusinit\nrootmotion moving 10 0 0\ngo 1ms\n";
    let blow = ran(&format!("{arm}push b impulse 0.01 0 0 at 0 0 -0.5\ngo 1ms"));
    let long = ran(&format!(
        "{arm}push b 1000N 0 0 at 0 0 -0.5 for 10us\ngo 1ms"
    ));
    let works = [&blow, &long].map(|session| read(session, "c.work.outer"));
    assert!((works[0] - works[1]).abs() < 1e-4 * works[1], "{works:?}");
    assert!(read(&blow, "c.work.numbers").abs() < 1e-9);
}

/// They were sums by the trapezoidal rule, wrong by several per cent.
#[test]
fn impulses_of_the_ground_change_the_momentum() {
    for law in ["slide", "stick"] {
        for method in ["auto", "implicit", "euler"] {
            let session = ran(&format!(
                "addcorpus c\nget o from unit_cube\nscale o 0.1\naddbody t o 0 0 1 rotary mass=1kg\nsetroot t\ncorpusinit\nground on\n\
                 groundfriction {law} 0.5\nrest 1mm\naddv t 0.3 0.2 -0.5 0 0 0\nintegration {method}\ngo 10ms"
            ));
            for (axis, first) in [("x", 0.3), ("y", 0.2), ("z", -0.5)] {
                let [impulse, momentum] =
                    ["impulse", "momentum"].map(|name| read(&session, &format!("c.{name}.{axis}")));
                let gained = momentum - first;
                assert!(
                    (impulse - gained).abs() < 1e-9,
                    "{law} {method} {axis}: {impulse} {gained}"
                );
            }
        }
    }
}

#[test]
fn an_account_less_certain_than_the_motion_is_told() {
    let bowl = |cell: &str| {
        format!(
            "addcorpus c\nball b 1cm\naddbody b b 0 1 0 rotary mass=10g\nsetroot b\ncorpusinit\nmove b 2cm 0 0\nsetrootpos\n\
             addtrigrid bowl formula {cell} 8cm {{(x^2 + y^2) / 12.5cm}}\ngroundtype trigrid\nrestitution 1\ngroundfriction stick 0\n\
             ground on\ngrav on\nrest 0.1mm\naddv b 0 10cm/s 0 0 0 0\ngo 3s\n"
        )
    };
    let told = ran(&bowl("8mm")).accuracy.new_warnings();
    assert!(told.iter().any(|told| told.code == "W040"), "{told:?}");
    let level = format!("{BOX}rest 5mm\nground on\ngo 300ms\n");
    assert!(ran(&level).accuracy.warnings().is_empty());
}

#[test]
fn a_light_body_that_carries_a_heavy_one_is_told() {
    let chain = |masses: [&str; 2]| {
        let [one, two] = masses;
        format!(
            "addcorpus c\nbox base size=[1cm 1cm 1cm]\naddbody base base 0 1 0 rotary mass=1\nsetroot base\nrootmotion fixed\n\
             capsule one from=[0 0 0] to=[0 0 -1m] radius=1cm\naddbody one one 0 1 0 rotary mass={one}\nlinkbodies base one\n\
             capsule two from=[0 0 0] to=[0 0 -1m] radius=1cm\naddbody two two 0 1 0 rotary mass={two}\nmove two 0 0 -1m\nlinkbodies one two\n\
             corpusinit\ngo 1\n"
        )
    };
    let told = |masses| {
        let found = ran(&chain(masses)).diagnostics;
        found.iter().filter(|told| told.code == "W041").count()
    };
    assert_eq!(told(["1e-6", "1e6"]), 1);
    assert_eq!(told(["1e6", "1e-6"]), 0);
    assert_eq!(told(["1g", "100kg"]), 0);
}

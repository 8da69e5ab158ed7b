//! Reflexes in a running figure: they act on joints, appear in the report, and are restored with saved states.

use corpus::session::{Mode, Quiet, RunReport, Session};

const WALKER: &str = include_str!("data/walker.corpus");

/// A walker on its feet, and thresholds that one leg reaches.
const START: &str = "\
ground on
grav on
rest 0.5mm
go 50ms
legstepreflex 0 hip_fl 0.2 +
legloadreflex 1 shank_fr 0.1uN*m
speed 20
";

struct Play(Session, tempfile::TempDir);

impl Play {
    fn new(script: &str) -> Self {
        let mut session = corpus::commands::session(Mode::Run, Box::new(Quiet));
        let folder = tempfile::tempdir().unwrap();
        session.files.output = folder.path().to_owned();
        let mut play = Play(session, folder);
        play.run(&format!("{WALKER}{START}"));
        play.run(script);
        play
    }

    #[track_caller]
    fn run(&mut self, script: &str) {
        let result = self.0.run_text("script", script);
        assert!(
            result.is_ok() && !self.0.has_errors(),
            "{:?}",
            self.0.diagnostics
        );
    }

    fn now(&mut self) -> String {
        self.run("save now.json");
        std::fs::read_to_string(self.1.path().join("now.json")).unwrap()
    }
}

/// A reflex that monitors a joint on the left monitors its twin on the right, with the opposite threshold and side if values
/// change sign.
#[test]
fn mirror_copies_what_reflexes_are_set_to() {
    let mut play = Play::new("legloadreflex 0 hip_fl 2uN*m 30ms\n");
    let reflexes = |play: &Play, leg: usize| {
        let roach = &play.0.here().definitions.roaches[0];
        roach.gait.reflexes.leg(leg)
    };
    play.run("mirror hip_fl hip_fr y opposite\n");
    let (left, right) = (reflexes(&play, 0), reflexes(&play, 1));
    let (left_step, right_step) = (left.step.unwrap(), right.step.unwrap());
    let (left_load, right_load) = (left.load.unwrap(), right.load.unwrap());
    assert_ne!(left_step.body, right_step.body);
    assert_eq!(
        (left_load.body, right_load.body),
        (left_step.body, right_step.body)
    );
    assert_eq!(left_step.value, -right_step.value);
    assert_eq!(left_load.value, -right_load.value);
    assert_eq!([left_load.longest, right_load.longest], [Some(0.03); 2]);
    assert_ne!(left_step.side, right_step.side);
    assert_ne!(left_load.side, right_load.side);
    play.run("mirror hip_fl hip_fr y same\n");
    let right = reflexes(&play, 1);
    assert_eq!(right.step.unwrap().value, left_step.value);
    assert_eq!(right.step.unwrap().side, left_step.side);
}

#[test]
fn a_joint_that_is_bent_makes_its_leg_step() {
    let bend = "gaitgo\nmotor hip_fl etarget 0.5 5ms\njoint hip_fl q 0.4\ngo 10ms\n";
    let mut off = Play::new(bend);
    off.run("expect gait.leg0.steps == 0\nexpect gait.leg0.reflex_steps == 0\n");
    let mut on = Play::new(&format!("stepreflex on\n{bend}"));
    on.run("expect gait.leg0.steps == 1\nexpect gait.leg0.reflex_steps == 1\nexpect gait.leg0.stepping\nlegstatus 0\n");
    let report = RunReport::of_all(&mut on.0.stages, 0.0, false);
    assert_eq!(report.reflexes.len(), 1, "{:?}", report.reflexes);
    let told = report.to_string();
    assert!(
        told.contains("gait, leg 0: the step reflex started 1 step, at 0.05 s"),
        "{told}"
    );
    let none = RunReport::of_all(&mut off.0.stages, 0.0, false);
    assert!(none.reflexes.is_empty());
}

#[test]
fn a_leg_that_bears_does_not_step() {
    let walk = "speed 1\ngaitgo\ngo 0.3s\n";
    let force = |sign: &str| format!("legloadreflex 1 shank_fr {sign}1e-9\nloadreflex on\n{walk}");
    let mut free = Play::new(walk);
    free.run("expect gait.leg1.steps > 1\n");
    // Its shank always exerts a force of one sign or the other; one of the two delays it.
    let mut held = 0;
    for sign in ["", "-"] {
        let play = Play::new(&force(sign));
        let gait = &play.0.here().definitions.roaches[0].gait;
        held += gait.reflexes.leg(1).bore.times;
    }
    assert!(held > 0);
}

#[test]
fn reflexes_come_back_with_states() {
    let script = "stepreflex on\nloadreflex on\ngaitgo\nmotor hip_fl etarget 0.5 5ms\njoint hip_fl q 0.4\ngo 10ms\n";
    let mut play = Play::new(script);
    let there = play.now();
    assert!(there.contains("\"stepped\""));
    play.run("mark\nsave s.json\ndumps s\ndumpmotors m\ndumpcontacts c\ngo 40ms\n");
    let then = play.now();
    play.run("stepreflex off\nlegstepreflex 0 hip_fl 3 +\nrewind\n");
    assert!(play.now() == there);
    play.run("go 40ms\n");
    assert!(play.now() == then);
    play.run("stepreflex off\nload s.json\ngo 40ms\n");
    assert!(play.now() == then);
    play.run("stepreflex off\nloadmotors m\nloads s\nloadcontacts c\n");
    assert!(play.0.here().definitions.roaches[0].gait.reflexes.step);
    assert_eq!(
        play.0.here().definitions.roaches[0]
            .gait
            .reflexes
            .leg(0)
            .stepped
            .times,
        1
    );
}

#[test]
fn wrong_uses_are_told() {
    let mut play = Play::new("");
    for (wrong, code) in [
        ("legstepreflex 0 trunk 0.4 +", "E0"),
        ("legstepreflex 0 hip_fl 0.4 up", "E0"),
        ("legstepreflex 9 hip_fl 0.4 +", "E0"),
        ("legstepreflex 0 hip_fl 4mm +", "E0"),
        ("legloadreflex 0 hip_fl 4N", "E0"),
        ("stepreflex maybe", "E0"),
    ] {
        play.0.diagnostics.clear();
        assert!(play.0.run_text("wrong", wrong).is_err(), "{wrong}");
        let told = &play.0.diagnostics;
        assert!(
            told.len() == 1 && told[0].code.starts_with(code),
            "{wrong}: {told:?}"
        );
    }
}

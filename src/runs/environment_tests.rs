//! Environments: their spaces, steps, states, and what they refuse.

use super::{Batch, Environment, Script};
use std::sync::Arc;

/// A bar on a hinge that a torque and a servo turn; it pushes itself every 30 ms, and a variable counts the pushes.
const BAR: &str = "\
param seed = 1
param start = 10deg from -60deg to 60deg
let pushes = 0
addcorpus c
get post from unit_cube
scale post 2cm 2cm 2cm
addbody post post 0 0 1 rotary 1g/cm3
get bar from unit_cube
move bar 0 0 -0.5
scale bar 1cm 1cm 10cm
addbody bar bar 0 1 0 rotary 1g/cm3
linkbodies post bar
setroot post
corpusinit
rootmotion fixed
grav on
joint bar q {start + seed * 1deg}
servo bar kp=0.02 target=0deg
every 30ms
  set pushes = pushes + 1
  push bar {0.01N * pushes} 0 0 for 5ms
end
observe angle = bar.q
observe rate = bar.dq
observe pushes = pushes
observe left = bar.q > 0
action turn bar torque from -2mN*m to 2mN*m
action aim bar target from -40deg to 40deg
reward cos(bar.q) \"upright\"
reward -0.001 * abs(bar.dq) * 1s
terminate abs(bar.q) > 100deg \"too far\"
decide every 20ms
";

fn bar() -> Environment {
    environment(BAR).unwrap()
}

fn environment(text: &str) -> Result<Environment, super::Refusal> {
    Environment::new(Arc::new(Script::of_text("bar", text)), &[])
}

/// Actions that differ from step to step.
fn actions(step: usize) -> [f64; 2] {
    let x = (step as f64 * 0.7).sin();
    [2e-3 * x, -0.6 * x]
}

/// Bits of the rewards and observations of an episode.
fn bits(environment: &mut Environment, steps: usize) -> Vec<u64> {
    let mut found = vec![];
    for step in 0..steps {
        let stepped = environment.step(&actions(step)).unwrap();
        found.push(stepped.reward.to_bits());
        found.extend(environment.observe().unwrap().iter().map(|x| x.to_bits()));
        if stepped.terminated {
            break;
        }
    }
    found
}

#[test]
fn spaces_have_names_units_and_ranges() {
    let environment = bar();
    let spaces = environment.spaces();
    let sensors = spaces.observations.iter();
    let sensors: Vec<_> = sensors
        .map(|one| (one.name.as_str(), one.unit.as_str()))
        .collect();
    assert_eq!(
        sensors,
        [
            ("angle", "rad"),
            ("rate", "rad/s"),
            ("pushes", "1"),
            ("left", "")
        ]
    );
    let [turn, aim] = spaces.actions.as_slice() else {
        panic!("{spaces:?}");
    };
    assert_eq!(
        (turn.name.as_str(), turn.unit.as_str(), turn.range),
        ("turn", "N*m", [-2e-3, 2e-3])
    );
    assert_eq!((aim.name.as_str(), aim.unit.as_str()), ("aim", "rad"));
    assert!((aim.range[1] - 40_f64.to_radians()).abs() < 1e-12);
    assert!((spaces.interval - 0.02).abs() < 1e-12);
}

#[test]
fn an_episode_with_one_seed_has_the_same_bits_after_a_thousand_steps() {
    let mut environment = bar();
    environment.reset(Some(3)).unwrap();
    let first = bits(&mut environment, 1000);
    assert_eq!(first.len(), 5000);
    environment.reset(Some(3)).unwrap();
    assert_eq!(bits(&mut environment, 1000), first);
    environment.reset(Some(4)).unwrap();
    assert_ne!(bits(&mut environment, 1000), first);
    environment.reset(Some(3)).unwrap();
    environment.reset(None).unwrap();
    assert_eq!(bits(&mut environment, 1000), first);
}

#[test]
fn the_loop_of_the_script_goes_on_in_steps_and_begins_again_at_a_reset() {
    let mut environment = bar();
    for _ in 0..2 {
        environment.reset(None).unwrap();
        assert_eq!(environment.observe().unwrap()[2], 0.0);
        for _ in 0..31 {
            environment.step(&[0.0, 0.0]).unwrap();
        }
        assert_eq!(environment.observe().unwrap()[2], 20.0);
        assert!((environment.session().here().world.time - 0.62).abs() < 1e-9);
    }
}

#[test]
fn actions_turn_the_joint() {
    let mut environment = bar();
    let mut at = |action: [f64; 2]| {
        environment.reset(None).unwrap();
        environment.step(&action).unwrap();
        environment.observe().unwrap()[0]
    };
    let still = at([0.0, 0.0]);
    assert!(at([2e-3, 0.0]) > still + 1e-3);
    assert!(at([0.0, 0.6]) > still + 1e-3);
}

#[test]
fn a_state_is_gone_back_to() {
    let mut environment = bar();
    environment.reset(Some(2)).unwrap();
    bits(&mut environment, 50);
    let state = environment.state();
    let first = bits(&mut environment, 50);
    environment.restore(&state).unwrap();
    assert_eq!(bits(&mut environment, 50), first);
    environment.reset(Some(5)).unwrap();
    let why = environment.restore(&state).unwrap_err();
    assert!(why.0.contains("another seed"), "{why}");
}

#[test]
fn a_batch_has_the_same_bits_on_any_number_of_threads() {
    let script = Arc::new(Script::of_text("bar", BAR));
    let all = |threads: usize| {
        let mut batch = Batch::new(&script, &[], 5, threads).unwrap();
        batch.reset(Some(7)).unwrap();
        let mut found = vec![];
        for step in 0..40 {
            let rows: Vec<f64> = (0..5).flat_map(|i| actions(step + i)).collect();
            let stepped = batch.step(&rows).unwrap();
            found.extend(stepped.iter().map(|one| one.reward.to_bits()));
            let seen = batch.each(|_, one| one.observe()).unwrap();
            found.extend(seen.iter().flatten().map(|x| x.to_bits()));
        }
        found
    };
    let one = all(1);
    assert_eq!(one, all(2));
    assert_eq!(one, all(8));
    // Each is as it would be alone.
    let mut alone = bar();
    alone.reset(Some(7)).unwrap();
    alone.step(&actions(0)).unwrap();
    let mut batch = Batch::new(&script, &[], 2, 2).unwrap();
    batch.reset(Some(7)).unwrap();
    batch.step(&[actions(0), actions(1)].concat()).unwrap();
    assert_eq!(batch.environments_mut()[0].observe(), alone.observe());
    let why = batch.step(&[0.0; 3]).unwrap_err();
    assert_eq!(why.0, "4 actions are needed, found 3");
    let why = batch.step(&[0.0, 0.0, 1.0, 0.0]).unwrap_err();
    assert!(
        why.0
            .starts_with("environment 1: the action `turn` is from"),
        "{why}"
    );
    // Nor was the other one stepped.
    assert_eq!(batch.environments()[0].steps(), 1);
}

#[test]
fn what_a_step_refuses_is_told() {
    let mut environment = bar();
    let mut told = |action: &[f64]| environment.step(action).unwrap_err().0;
    assert_eq!(
        told(&[0.0, 0.0]),
        "the environment was not reset yet: call `reset` first"
    );
    environment.reset(None).unwrap();
    let before = environment.observe().unwrap();
    let mut told = |action: &[f64]| environment.step(action).unwrap_err().0;
    assert_eq!(told(&[0.0]), "2 actions are needed, found 1");
    assert_eq!(
        told(&[0.1, 0.0]),
        "the action `turn` is from -0.002 to 0.002 N*m, found 0.1"
    );
    assert_eq!(
        told(&[f64::NAN, 0.0]),
        "the action `turn` is from -0.002 to 0.002 N*m, found NaN"
    );
    assert_eq!(environment.observe().unwrap(), before);
    let mut falling = environment_of(BAR.replace("100deg", "12deg").as_str());
    falling.reset(None).unwrap();
    let ended = (0..200)
        .map(|_| falling.step(&[2e-3, 0.6]).unwrap())
        .find(|stepped| stepped.terminated);
    assert_eq!(ended.unwrap().why, "too far");
    let why = falling.step(&[0.0, 0.0]).unwrap_err();
    assert_eq!(
        why.0,
        "the episode has ended: call `reset` before the next step"
    );
}

fn environment_of(text: &str) -> Environment {
    environment(text).unwrap()
}

#[test]
fn a_script_that_is_no_environment_is_told() {
    let told = |text: &str| environment(text).err().map(|why| why.0).unwrap();
    assert!(told("let a = 1").contains("declares no environment"));
    assert!(told("reward 1\ndecide every 20ms").contains("declares no observation"));
    assert!(
        told(&BAR.replace("decide every 20ms", "")).contains("does not say how long a step is")
    );
    let report = told(&BAR.replace("reward cos(bar.q)", "reward cos(baz.q)"));
    assert!(
        report.contains("baz") && report.contains("bar:29"),
        "{report}"
    );
    let report = told(&BAR.replace("servo bar kp=0.02 target=0deg\n", ""));
    assert!(
        report.contains("E088") && report.contains("has no servo"),
        "{report}"
    );
    let script = Arc::new(Script::of_text("bar", BAR));
    let why = Environment::new(script, &[("strat".into(), "1deg".into())])
        .err()
        .unwrap();
    assert!(why.0.contains("did you mean `start`?"), "{why}");
}

#[test]
fn a_reward_that_is_declared_twice_counts_twice() {
    let reward = |text: &str| {
        let mut environment = environment_of(text);
        environment.reset(None).unwrap();
        environment.step(&[0.0, 0.0]).unwrap().reward
    };
    let line = "reward cos(bar.q) \"upright\"\n";
    let (once, twice) = (reward(BAR), reward(&BAR.replace(line, &line.repeat(2))));
    assert!(twice > once + 0.9, "{once} {twice}");
}

#[test]
fn a_simulation_that_diverges_ends_the_episode_without_a_reward() {
    let text = BAR.replace("-2mN*m to 2mN*m", "-1e18N*m to 1e18N*m");
    let mut environment = environment_of(&text);
    for _ in 0..2 {
        environment.reset(None).unwrap();
        let stepped = environment.step(&[1e18, 0.0]).unwrap();
        assert!(stepped.terminated);
        assert_eq!(stepped.reward, 0.0);
        assert!(stepped.why.contains("`bar`"), "{}", stepped.why);
        assert!(environment.observe().unwrap().iter().all(|x| x.is_finite()));
        let why = environment.step(&[0.0, 0.0]).unwrap_err();
        assert!(why.0.contains("the episode has ended"), "{why}");
    }
}

/// A line that fails in a step ends the episode with its report; a reset begins a new one.
#[test]
fn a_line_that_fails_in_a_step_is_reported() {
    let text = BAR.replace(
        "  set pushes",
        "  let a = [1 2]\n  let b = a[pushes]\n  set pushes",
    );
    let mut environment = environment_of(&text);
    for _ in 0..2 {
        environment.reset(None).unwrap();
        let why = (0..10)
            .find_map(|_| environment.step(&[0.0, 0.0]).err())
            .unwrap();
        assert!(why.0.contains("let b = a[pushes]"), "{why}");
        let why = environment.step(&[0.0, 0.0]).unwrap_err();
        assert!(why.0.contains("call `reset`"), "{why}");
    }
}

/// Names of observations that read a variable of a loop are composed once, others at each step.
#[test]
fn names_in_braces_follow_the_variables_of_the_script() {
    let text = BAR
        .replace("let pushes = 0", "let pushes = 0\nlet limit_a = 1\nlet limit_b = 2\nlet way = \"a\"")
        .replace("  set pushes", "  set way = \"b\"\n  set pushes")
        .replace(
            "decide",
            "for x in \"r\"\n  observe one_{x} = ba{x}.q\n  observe chosen_{x} = limit_{way}\n  observe sum_{x} = sum([limit_{x} for x in [\"a\" \"b\"]]) + limit_{\"a\"}\nend\ndecide",
        );
    let mut environment = environment_of(&text);
    environment.reset(None).unwrap();
    let before = environment.observe().unwrap();
    assert_eq!(before[4..], [before[0], 1.0, 4.0]);
    for _ in 0..3 {
        environment.step(&[0.0, 0.0]).unwrap();
    }
    let after = environment.observe().unwrap();
    assert_eq!(after[4..], [after[0], 2.0, 4.0]);
    assert_ne!(after[0], before[0]);
}

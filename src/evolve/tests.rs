mod kinds;

use super::*;
use crate::runs::{Limits, Script, run};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

fn settings(brain: Brain) -> Settings {
    Settings {
        task: Task::Script(format!(
            "param time = 1s\n{INCLUDE}\nground on\ngrav on\nrest 1mm\nlet start = creature.com\nlive\ngo {{time}}\nresult fitness = norm(creature.com - start) / 1m\n"
        )),
        brain,
        limbs: Limbs::Box,
        body: None,
        population: 6,
        seed: 1,
        shares: [0.3, 0.4, 0.4],
        trials: 1,
        collides: true,
        archive: None,
        species: None,
        schedule: 3,
    }
}

/// A measurement without features.
fn found(fitness: f64) -> Measured {
    Measured {
        fitness,
        features: vec![],
    }
}

/// Draws a genotype and varies it as often as its number says, up to three times.
fn drawn(number: u64) -> Genotype {
    let brain = [Brain::Neural, Brain::Oscillators, Brain::Fourier][number as usize % 3];
    let mut dice = Dice::new([1, 0, number]);
    let mut all = Genotype::random(&mut dice, brain);
    for _ in 0..number % 4 {
        let other = Genotype::random(&mut dice, brain);
        all = match dice.below(3) {
            0 => all.mutated(&mut dice),
            1 => all.crossed(&other, &mut dice),
            _ => all.grafted(&other, &mut dice),
        };
    }
    all
}

#[test]
fn a_thousand_creatures_grow_into_scripts_without_mistakes() {
    let settings = settings(Brain::Neural);
    let mut parts = 0;
    for number in 0..1000 {
        let genotype = drawn(number);
        assert_eq!(genotype.fault(), None, "{number}");
        let creature = Creature::grow(&genotype);
        assert!((1..=MOST_PARTS).contains(&creature.parts.len()));
        parts += creature.parts.len();
        let text = settings.script(&genotype);
        let mut script = Script::of_text("creature", &text);
        let session = script.check(&[]).unwrap();
        let found: Vec<String> = { session.diagnostics.iter() }
            .filter(|found| found.is_fault())
            .map(|found| format!("[{}] {}", found.code, found.message))
            .collect();
        assert!(found.is_empty(), "{number}: {found:?}\n{text}");
    }
    assert!(parts > 3000, "{parts}");
}

/// Two routes to one answer: the boxes of the genotype, and the simulation that warns before anything moves.
#[test]
fn a_creature_whose_parts_overlap_is_told_before_it_moves() {
    let settings = settings(Brain::Neural);
    let given = [("time".to_owned(), "2ms".to_owned())];
    let [mut both, mut neither] = [0, 0];
    for number in 0..200 {
        let genotype = drawn(number);
        let creature = Creature::grow(&genotype);
        let script = Script::of_text("creature", &settings.script(&genotype));
        let row = run(&script, &given, &Limits::default());
        let overlaps = creature.overlap().is_some();
        assert_eq!(overlaps, row.warnings.contains_key("W027"), "{number}");
        if overlaps {
            both += 1;
            let fault = settings.measure(&genotype, &[given.to_vec()], None);
            assert_eq!(fault, Err("overlap at the start".to_owned()));
            assert_eq!(judged(&row), Err("overlap at the start".to_owned()));
        } else {
            neither += 1;
        }
    }
    assert!(both > 20 && neither > 20, "{both} {neither}");
}

/// Few creatures of a generation are lost to faults that show before they move.
#[test]
fn overlapping_creatures_are_drawn_again() {
    let mut state = State::new(Settings {
        population: 100,
        ..settings(Brain::Neural)
    });
    for _ in 0..3 {
        let all = state.born();
        let faulty = |one: &&Individual| Creature::grow(&one.genotype).fault().is_some();
        let count = all.iter().filter(faulty).count();
        assert!(count < 10, "{count}");
        let measured = |one: &Individual| match faulty(&one) {
            true => Err("overlap".to_owned()),
            false => Ok(found(one.genotype.nodes.len() as f64)),
        };
        state.measured(all.iter().map(measured).collect());
    }
}

/// Frustums are limbs like boxes: their scripts have no mistakes, weigh what the genotype says, and overlap where it says so.
#[test]
fn creatures_of_frustums_are_what_their_genotypes_say() {
    let settings = settings(Brain::Neural);
    let given = [("time".to_owned(), "2ms".to_owned())];
    let [mut both, mut neither] = [0, 0];
    for number in 0..100 {
        let genotype = Genotype {
            limbs: Limbs::Frustum,
            ..drawn(number)
        };
        let text = serde_json::to_string(&genotype).unwrap();
        assert_eq!(Genotype::read(&text).unwrap(), genotype);
        let creature = Creature::grow(&genotype);
        let row = run(
            &Script::of_text("creature", &settings.script(&genotype)),
            &given,
            &Limits::default(),
        );
        assert!(!matches!(judged(&row), Err(why) if why.starts_with("mistake")));
        let mass = row.report.corpora[0].mass_kg;
        assert!((mass / creature.mass() - 1.0).abs() < 1e-9, "{number}");
        let overlaps = creature.overlap().is_some();
        assert_eq!(overlaps, row.warnings.contains_key("W027"), "{number}");
        match overlaps {
            true => both += 1,
            false => neither += 1,
        }
    }
    assert!(both > 10 && neither > 10, "{both} {neither}");
}

#[test]
fn random_creatures_run_without_a_mistake() {
    let settings = settings(Brain::Neural);
    let limits = Limits {
        evaluations: Some(100_000),
        ..Limits::default()
    };
    let mut done = 0;
    for number in 0..40 {
        let script = Script::of_text("creature", &settings.script(&drawn(number)));
        let row = run(&script, &[("time".into(), "0.2s".into())], &limits);
        match judged(&row) {
            Ok(_) => done += 1,
            Err(fault) => assert!(!fault.starts_with("mistake"), "{number}: {fault}"),
        }
    }
    assert!(done > 20, "{done}");
}

#[test]
fn genotypes_read_back_and_other_versions_are_refused() {
    for number in 0..50 {
        let genotype = drawn(number);
        let text = serde_json::to_string(&genotype).unwrap();
        assert_eq!(Genotype::read(&text).unwrap(), genotype);
        let other = text.replacen("\"version\":1", "\"version\":7", 1);
        let why = Genotype::read(&other).unwrap_err();
        assert!(why.contains("version 7"), "{why}");
        let broken = text.replacen("\"degrees\":", "\"degrees\":9", 1);
        assert!(Genotype::read(&broken).is_err());
    }
}

#[test]
fn a_mirrored_limb_is_the_mirror_image() {
    let mut checked = 0;
    for number in 0..200 {
        let genotype = drawn(number);
        let creature = Creature::grow(&genotype);
        for (i, a) in creature.parts.iter().enumerate() {
            for b in &creature.parts[i + 1..] {
                let twins = a.node == b.node && a.parent == b.parent && a.scale == b.scale;
                let places = a.place[1] == -b.place[1]
                    && a.place[0] == b.place[0]
                    && a.place[2] == b.place[2];
                if !(twins && places && a.side == -b.side && a.turn == -b.turn) {
                    continue;
                }
                let parent = a
                    .parent
                    .map(|p| creature.parts[p].frame)
                    .unwrap_or_default();
                let [x, y] = [a, b].map(|part| {
                    parent.inverse() * part.frame * nalgebra::Point3::new(0.0, 0.0, 1.0)
                });
                assert!(
                    (x.x - y.x).abs() < 1e-9
                        && (x.y + y.y).abs() < 1e-9
                        && (x.z - y.z).abs() < 1e-9
                );
                checked += 1;
            }
        }
    }
    assert!(checked > 20, "{checked}");
}

#[test]
fn threads_and_interruptions_change_no_bit() {
    let evolved = |threads: usize, stops_at: Option<usize>| {
        let mut state = State::new(settings(Brain::Neural));
        for generation in 0..3 {
            if stops_at == Some(generation) {
                // What a file holds is all that goes on.
                let text = serde_json::to_string(&state).unwrap();
                state = serde_json::from_str(&text).unwrap();
                assert!(
                    !state
                        .clone()
                        .step(threads, &Arc::new(AtomicBool::new(true)), || ())
                );
            }
            assert!(state.step(threads, &Arc::new(AtomicBool::new(false)), || ()));
        }
        state
    };
    let one = evolved(1, None);
    assert_eq!(one, evolved(2, None));
    assert_eq!(one, evolved(2, Some(1)));
    let best: Vec<f64> = one.lines.iter().map(|line| line.best).collect();
    assert!(best.is_sorted(), "{best:?}");
    assert!(family_tree(&one.lines).contains("<circle"));
}

/// In early generations of a jump little weight is carried: a script with other parameters would not show what was measured.
#[test]
fn the_script_of_the_best_has_the_parameters_of_its_generation() {
    let mut state = State::new(Settings {
        task: Task::JumpUp,
        ..settings(Brain::Fourier)
    });
    state.measured(vec![Ok(found(1.0)); 6]);
    let files = state.files().unwrap();
    let (_, script) = files
        .iter()
        .find(|(name, _)| *name == "champion.corpus")
        .unwrap();
    let script = script.as_deref().unwrap();
    assert!(script.starts_with("# A creature of generation 0, as in its first trial."));
    assert!(script.contains("\nprint generation 0, fitness 1.0000\n"));
    let line = script
        .lines()
        .find(|line| line.starts_with("param gravity = "))
        .unwrap();
    let gravity = trials(&state.settings, 0)[0][0].1.clone();
    assert_eq!(line, format!("param gravity = {gravity}"));
    assert!(
        gravity.starts_with("2.9") || gravity.starts_with("3.0"),
        "{gravity}"
    );
    let row = run(
        &Script::of_text("best", script),
        &[("time".into(), "0.1s".into())],
        &Limits::default(),
    );
    assert!(!matches!(judged(&row), Err(why) if why.starts_with("mistake")));
}

#[test]
fn the_faulty_are_no_parents() {
    let mut state = State::new(Settings {
        task: Task::Script(format!("{INCLUDE}\n")),
        ..settings(Brain::Fourier)
    });
    assert!(state.step(2, &Arc::new(AtomicBool::new(false)), || ()));
    assert_eq!(state.champion(), None);
    assert_eq!(state.lines[0].faults.values().sum::<usize>(), 6);
    assert!(state.told().contains("mean 0.000"), "{}", state.told());
    assert!(state.step(2, &Arc::new(AtomicBool::new(false)), || ()));
    assert!(
        state
            .individuals
            .iter()
            .all(|one| one.origin == Origin::Random)
    );
}

/// A gain of energy by the integration counts as it is measured, also if the measurement is uncertain.
#[test]
fn what_may_have_gained_energy_does_not_count() {
    let text = "addcorpus c\nball b radius=10cm\naddbody b b 0 0 1 rotary 1kg\nsetroot b\ncorpusinit\ngrav on\ngo 10ms\nresult fitness = 1\n";
    let mut row = run(&Script::of_text("fall", text), &[], &Limits::default());
    assert_eq!(judged(&row), Ok(1.0));
    let mut with = |numbers: f64, doubt: f64| {
        let energy = &mut row.report.corpora[0].energy;
        (energy.numbers_j, energy.doubt_j) = (numbers * energy.moved_j, doubt * energy.moved_j);
        judged(&row).is_ok()
    };
    assert!(with(0.009, 0.0) && !with(0.011, 0.0) && !with(0.011, 0.5));
    assert!(with(-0.009, 0.0) && !with(-0.011, 0.0) && with(-0.011, 0.005));
}

/// Brains that evolve on a body leave it as it is, and differ from each other.
#[test]
fn brains_evolve_on_a_given_body() {
    let text = std::fs::read_to_string("examples/bodies/quadruped.json").unwrap();
    let body = Genotype::read_body(&text).unwrap();
    for brain in Brain::WORDS.map(|(_, brain)| brain) {
        let mut state = State::new(Settings {
            body: Some(body.clone()),
            task: Task::Walk,
            ..settings(brain)
        });
        for _ in 0..4 {
            let born = state.born();
            for one in &born {
                assert_eq!(one.genotype.fault(), None);
                assert_eq!(one.genotype.brain, brain);
                assert!(one.origin != Origin::Grafted);
                assert_eq!(body.clone().on(&one.genotype).nodes, body.nodes);
                assert_eq!(one.genotype.connections, body.connections);
            }
            assert!(
                born.iter()
                    .any(|one| one.genotype.nodes != born[0].genotype.nodes)
            );
            state.measured((0..born.len()).map(|i| Ok(found(i as f64))).collect());
        }
    }
    let twice = text.replace("0.08", "0.01");
    let why = Genotype::read_body(&twice).unwrap_err();
    assert!(why.contains("overlap at the start"), "{why}");
}

/// A script is varied as the tasks are where it has their parameters, and is not run twice where it has none.
#[test]
fn the_trials_of_a_script_vary_what_it_has() {
    let with = |params: &str| {
        let script = format!("{params}{INCLUDE}\nresult fitness = 1\n");
        let settings = Settings {
            task: Task::of_script(script).unwrap(),
            trials: 3,
            ..settings(Brain::Neural)
        };
        trials(&settings, 2)
    };
    assert_eq!(with("param speed = 1\n"), [vec![]]);
    let all = with("param friction=1\nparam progress = 0\n");
    let names = |given: &Vec<(String, String)>| {
        given
            .iter()
            .map(|(name, _)| name.clone())
            .collect::<Vec<_>>()
    };
    assert!(
        all.len() == 3
            && all
                .iter()
                .all(|given| names(given) == ["friction", "progress"])
    );
    assert!(all[0][0] != all[1][0] && all[0][1].1 == "0.6667", "{all:?}");
}

/// Neurons see a ball from the parts to which they belong, and the script says how.
#[test]
fn photo_sensors_look_from_their_own_part() {
    let settings = Settings {
        task: Task::HitBall,
        ..settings(Brain::Neural)
    };
    let texts: Vec<String> = (0..40).map(|i| settings.script(&drawn(3 * i))).collect();
    assert!(
        texts
            .iter()
            .any(|text| text.contains("sight(b1.up, b1.com)"))
    );
    assert!(texts.iter().all(|text| !text.contains("PART")));
    let sees = |text: &&String| text.contains("sight(");
    let mut seen = 0;
    for text in texts.iter().filter(sees) {
        let row = run(
            &Script::of_text("sight", text),
            &[("time".into(), "0.1s".into())],
            &Limits::default(),
        );
        assert!(
            !matches!(judged(&row), Err(why) if why.starts_with("mistake")),
            "{text}"
        );
        seen += 1;
    }
    assert!(seen > 5, "{seen}");
}

use super::population::selected;
use super::*;
use crate::runs::{Limits, Script, run};
use std::sync::atomic::AtomicBool;

fn settings(brain: Brain) -> Settings {
    Settings {
        task: Task::Script(format!(
            "param time = 1s\n{INCLUDE}\nground on\ngrav on\nrest 1mm\nlet start = creature.com\nlive\ngo {{time}}\nresult fitness = norm(creature.com - start) / 1m\n"
        )),
        brain,
        limbs: Limbs::Box,
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
            let fault = settings.measure(&genotype, &[given.to_vec()]);
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
                assert!(!state.clone().step(threads, &AtomicBool::new(true), || ()));
            }
            assert!(state.step(threads, &AtomicBool::new(false), || ()));
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
    assert!(state.step(2, &AtomicBool::new(false), || ()));
    assert_eq!(state.champion(), None);
    assert_eq!(state.lines[0].faults.values().sum::<usize>(), 6);
    assert!(state.step(2, &AtomicBool::new(false), || ()));
    assert!(
        state
            .individuals
            .iter()
            .all(|one| one.origin == Origin::Random)
    );
}

/// The best of each cell goes on, the others descend from these, and what falls out of its cell is no longer written.
#[test]
fn an_archive_keeps_and_breeds_the_best_of_each_cell() {
    let mut settings = Settings {
        population: 24,
        ..settings(Brain::Neural)
    };
    let features = ["parts=1.5..7.5:6".to_owned(), "mass=0kg..2kg:2".to_owned()];
    settings.archive = settings.archive_of(&features).unwrap();
    let too_many = settings.archive_of(&["parts=0..13:13".to_owned()]);
    assert!(
        too_many
            .unwrap_err()
            .contains("a --population of at least 26, and not 24")
    );
    let unknown = settings
        .archive_of(&["legs=0..1:2".to_owned()])
        .unwrap_err();
    assert!(
        unknown.contains("it gives parts, limbs, mass, length, stature"),
        "{unknown}"
    );
    let mut state = State::new(settings);
    for generation in 0..4 {
        let born = state.born();
        let measured = |(number, one): (usize, &Individual)| {
            let creature = Creature::grow(&one.genotype);
            let features = ["parts", "mass"].map(|name| creature.figure(name).unwrap());
            match number % 5 {
                4 => Err("a fault".to_owned()),
                _ => Ok(Measured {
                    fitness: ((number * 7 + generation) % 24) as f64,
                    features: features.to_vec(),
                }),
            }
        };
        let all = born.iter().enumerate().map(measured).collect();
        let before = state.settings.elites(&state.individuals);
        for one in born.iter().filter(|one| one.origin != Origin::Random) {
            let are_elites = one
                .parents
                .iter()
                .all(|parent| before.values().any(|elite| elite == parent));
            assert!(are_elites, "{:?} {before:?}", one.parents);
        }
        let kept = born.iter().filter(|one| one.origin == Origin::Kept);
        assert_eq!(kept.count(), before.len());
        state.measured(all);
        let grid = state.settings.archive.clone().unwrap();
        let elites = state.settings.elites(&state.individuals);
        assert!(elites.len() > 3, "{elites:?}");
        for (cell, elite) in &elites {
            let of_cell = { state.individuals.iter() }
                .filter(|one| one.fitness.is_some() && grid.cell(&one.features) == Some(*cell))
                .map(|one| one.fitness.unwrap());
            let best = of_cell.fold(0.0, f64::max);
            assert_eq!(state.individuals[*elite].fitness, Some(best));
        }
        let files = state.files().unwrap();
        for cell in 0..12 {
            let name = format!("cell-{cell}.corpus");
            let (_, text) = files.iter().find(|(known, _)| *known == name).unwrap();
            assert_eq!(text.is_some(), elites.contains_key(&cell), "{name}");
        }
        assert!(
            state
                .told()
                .contains(&format!("{} of 12 cells", elites.len()))
        );
    }
}

#[test]
fn distances_are_small_between_relatives_and_zero_to_oneself() {
    let mut dice = Dice::new([5, 0, 0]);
    let (mut near, mut far) = (0.0, 0.0);
    for number in 0..100 {
        let one = Genotype::random(&mut dice, Brain::Neural);
        let other = Genotype::random(&mut dice, Brain::Neural);
        let child = one.clone().mutated(&mut dice);
        assert_eq!(one.distance(&one), 0.0);
        let back = other.distance(&one);
        assert!((one.distance(&other) - back).abs() < 1e-12, "{number}");
        near += one.distance(&child) / 100.0;
        far += one.distance(&other) / 100.0;
    }
    assert!(near < 0.1 * far && far < 2.4, "{near} {far}");
}

/// What a species gains by being large, its members share.
#[test]
fn members_of_a_species_share_their_fitness() {
    let one = |species: usize, fitness: f64| Individual {
        genotype: drawn(0),
        origin: Origin::Random,
        parents: vec![],
        fitness: Some(fitness),
        fault: String::new(),
        features: vec![],
        species: Some(species),
    };
    let mut all = vec![one(0, 1.0); 18];
    all.extend(vec![one(1, 1.0); 2]);
    let mut dice = Dice::new([1, 2, 3]);
    let mut draws = |species| {
        let of_second = |_: &i32| selected(&all, 0.2, species, &mut dice) >= 18;
        (0..2000).filter(of_second).count()
    };
    let shared = draws(None);
    assert!((900..1100).contains(&shared), "{shared}");
    assert_eq!(draws(Some(1)), 2000);
    assert_eq!(draws(Some(0)), 0);
}

#[test]
fn species_are_few_breed_among_themselves_and_go_on_with_the_same_bits() {
    let evolved = |threads: usize, stops_at: Option<usize>| {
        let mut state = State::new(Settings {
            population: 24,
            species: Some(4),
            ..settings(Brain::Neural)
        });
        for generation in 0..4 {
            if stops_at == Some(generation) {
                let text = serde_json::to_string(&state).unwrap();
                state = State::read(&text, state.settings.clone()).unwrap();
            }
            for one in state.born().iter().filter(|one| one.parents.len() == 2) {
                let of = |parent: &usize| state.individuals[*parent].species;
                let [first, second] = [&one.parents[0], &one.parents[1]].map(of);
                assert!(first.is_some() && first == second);
            }
            assert!(state.step(threads, &AtomicBool::new(false), || ()));
            let count = state.species.len();
            assert!((1..=4).contains(&count), "{count}");
            for one in &state.individuals {
                let known = state.species.iter().any(|s| Some(s.number) == one.species);
                assert_eq!(known, one.fitness.is_some());
            }
            assert!(state.told().contains(&format!("{count} species")));
        }
        state
    };
    let one = evolved(1, None);
    assert_eq!(one, evolved(2, Some(2)));
    let files = one.files().unwrap();
    let (_, table) = files
        .iter()
        .find(|(name, _)| name == "species.csv")
        .unwrap();
    assert_eq!(
        table.as_ref().unwrap().lines().count(),
        1 + one.species.len()
    );
    let numbers: Vec<usize> = one.species.iter().map(|kind| kind.number).collect();
    assert!(numbers.is_sorted_by(|a, b| a < b), "{numbers:?}");
}

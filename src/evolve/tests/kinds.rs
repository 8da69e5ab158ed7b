//! Tests of archives and species: kinds of creatures that go on side by side.

use super::super::selection::selected;
use super::*;

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
            assert!(state.step(threads, &Arc::new(AtomicBool::new(false)), || ()));
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

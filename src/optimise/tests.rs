//! The optimiser on functions whose minimum is known.

use super::{Choice, Cost, Elites, Judged, Optimiser, Restarts};
use crate::runs::{Feature, Grid};

/// Returns the number of evaluations until a cost below a limit, and the best cost.
fn search(f: impl Fn(&[f64]) -> f64, start: &[f64], seed: u64, most: usize) -> (usize, f64) {
    let mut optimiser = Restarts::new(start, seed);
    let (mut evaluations, mut best) = (0, f64::INFINITY);
    while evaluations < most && best > 1e-10 {
        let costs: Vec<Cost> = optimiser.ask().iter().map(|x| Cost::of(f(x))).collect();
        evaluations += costs.len();
        best = costs.iter().fold(best, |best, cost| best.min(cost.amount));
        optimiser.tell(&costs);
    }
    (evaluations, best)
}

/// Maps the unit cube to -2..3 in each direction.
fn wide(x: &[f64]) -> Vec<f64> {
    x.iter().map(|x| 5.0 * x - 2.0).collect()
}

fn sphere(x: &[f64]) -> f64 {
    wide(x).iter().map(|x| x * x).sum()
}

fn ellipsoid(x: &[f64]) -> f64 {
    let last = (x.len() - 1) as f64;
    let term = |(i, x): (usize, f64)| libm::pow(1e6, i as f64 / last) * x * x;
    wide(x).into_iter().enumerate().map(term).sum()
}

fn rosenbrock(x: &[f64]) -> f64 {
    let term = |pair: &[f64]| {
        let (valley, along) = (pair[0] * pair[0] - pair[1], pair[0] - 1.0);
        100.0 * valley * valley + along * along
    };
    wide(x).windows(2).map(term).sum()
}

/// Evaluations to a cost of 1e-10 are about those that the reference implementation needs.
#[test]
fn known_minima_are_found() {
    for (name, f, n, most) in [
        ("sphere", sphere as fn(&[f64]) -> f64, 8, 2_400),
        ("ellipsoid", ellipsoid, 8, 4_500),
        ("rosenbrock", rosenbrock, 6, 6_000),
        ("sphere", sphere, 1, 400),
    ] {
        for seed in 1..4 {
            let (evaluations, best) = search(f, &vec![0.9; n], seed, 4 * most);
            assert!(
                best <= 1e-10 && evaluations < most,
                "{name} {n}: {best} after {evaluations}"
            );
        }
    }
}

/// Of Rastrigin's function with its many minima, restarts find the lowest.
#[test]
fn restarts_leave_a_local_minimum() {
    let rastrigin = |x: &[f64]| {
        let term = |x: f64| x * x - 10.0 * libm::cos(std::f64::consts::TAU * x) + 10.0;
        wide(x).into_iter().map(term).sum()
    };
    let (evaluations, best) = search(rastrigin, &[0.9; 4], 5, 40_000);
    assert!(best <= 1e-10, "{best} after {evaluations}");
}

/// A minimum at a wall of the cube is found, and no point lies outside.
#[test]
fn points_stay_within_their_bounds() {
    let mut optimiser = Restarts::new(&[0.5, 0.5], 3);
    let mut last = vec![];
    for _ in 0..60 {
        let points = optimiser.ask();
        assert!(points.iter().flatten().all(|x| (0.0..=1.0).contains(x)));
        let costs: Vec<Cost> = points.iter().map(|x| Cost::of(x[0] - 2.0 * x[1])).collect();
        optimiser.tell(&costs);
        last = points[0].clone();
    }
    assert!(last[0] < 1e-3 && last[1] > 0.999, "{last:?}");
}

/// Whatever is told, a search that is written and read after each generation is the same as one that is not.
#[test]
fn a_search_that_is_read_again_goes_on_with_the_same_bits() {
    let mut whole = Restarts::new(&[0.2, 0.7, 0.5], 11);
    let mut pieces = whole.clone();
    for generation in 0..200 {
        let points = pieces.ask();
        assert_eq!(points, whole.ask());
        let costs = |points: &[Vec<f64>]| {
            let cost = |x: &Vec<f64>| match generation % 7 {
                3 => Cost {
                    tier: 2,
                    amount: f64::NAN,
                },
                _ => Cost {
                    tier: u8::from(x[0] > 0.8),
                    amount: rosenbrock(x),
                },
            };
            points.iter().map(cost).collect::<Vec<_>>()
        };
        whole.tell(&costs(&points));
        pieces.tell(&costs(&points));
        let text = serde_json::to_string(&pieces).unwrap();
        pieces = serde_json::from_str(&text).unwrap();
        assert_eq!(pieces, whole);
    }
    assert_ne!(
        Restarts::new(&[0.2, 0.7, 0.5], 12).ask(),
        Restarts::new(&[0.2, 0.7, 0.5], 11).ask()
    );
}

#[test]
fn costs_are_ordered_by_tier_and_amount() {
    let mut costs = [
        Cost {
            tier: 1,
            amount: -5.0,
        },
        Cost::of(f64::NAN),
        Cost::of(3.0),
        Cost {
            tier: 1,
            amount: -7.0,
        },
        Cost::of(-1.0),
    ];
    costs.sort_by(Cost::order);
    let order: Vec<(u8, f64)> = costs.iter().map(|cost| (cost.tier, cost.amount)).collect();
    assert_eq!(order[..2], [(0, -1.0), (0, 3.0)]);
    assert!(order[2].1.is_nan() && order[3..] == [(1, -7.0), (1, -5.0)]);
}

/// Runs a search that keeps many points for some generations, and returns it. After each of them it is written and read again.
fn kept(choice: Choice, n: usize, generations: usize, f: impl Fn(&[f64]) -> Judged) -> Elites {
    let mut elites = Elites::new(&vec![0.5; n], 2, choice);
    for _ in 0..generations {
        let told: Vec<Judged> = elites.ask().iter().map(|x| f(x)).collect();
        elites.tell(&told);
        let text = serde_json::to_string(&elites).unwrap();
        assert_eq!(serde_json::from_str::<Elites>(&text).unwrap(), elites);
    }
    elites
}

/// ZDT1 (Zitzler, Deb and Thiele 2000), whose Pareto set is f2 = 1 - sqrt(f1): it dominates 2/3 of the unit square.
#[test]
fn a_pareto_set_is_that_of_a_closed_form() {
    let f = |x: &[f64]| {
        let rest: f64 = x[1..].iter().sum();
        let g = 1.0 + 9.0 * rest / (x.len() - 1) as f64;
        let amounts = vec![x[0], g * (1.0 - (x[0] / g).sqrt())];
        Judged {
            amounts: amounts.clone(),
            ..Judged::of(Cost::of(amounts[0]))
        }
    };
    let elites = kept(Choice::Pareto, 10, 300, f);
    let mut front: Vec<[f64; 2]> = { elites.found() }
        .map(|one| [one.judged.amounts[0], one.judged.amounts[1]])
        .collect();
    front.sort_by(|a, b| a[0].total_cmp(&b[0]));
    assert_eq!(front.len(), 40);
    assert!(front.windows(2).all(|two| two[0] != two[1]));
    let error = |[f1, f2]: &[f64; 2]| (f2 - (1.0 - f1.sqrt())).abs();
    assert!(front.iter().map(error).sum::<f64>() / 40.0 < 0.01);
    let ends = front[1..].iter().map(|one| one[0]).chain([1.0]);
    let area: f64 = front
        .iter()
        .zip(ends)
        .map(|([f1, f2], end)| (end - f1) * (1.0 - f2))
        .sum();
    assert!((0.64..2.0 / 3.0).contains(&area), "{area}");
}

/// Points that are not valid are never among the found ones, however good their amounts are.
#[test]
fn a_pareto_set_keeps_to_its_constraints() {
    let f = |x: &[f64]| {
        let missed = (0.3 - x[0]).max(0.0);
        let cost = match missed > 0.0 {
            true => Cost {
                tier: 1,
                amount: missed,
            },
            false => Cost::of(x[0]),
        };
        Judged {
            amounts: vec![x[0], (1.0 - x[0]) + x[1]],
            ..Judged::of(cost)
        }
    };
    let elites = kept(Choice::Pareto, 2, 40, f);
    let lowest = elites.found().map(|one| one.point[0]).fold(1.0, f64::min);
    assert!((0.3..0.31).contains(&lowest), "{lowest}");
    let others: f64 = elites.found().map(|one| one.point[1]).sum();
    assert!(others / (elites.found().count() as f64) < 0.02, "{others}");
}

/// The best of each cell is known: |x - 1/2| in x, and the cell's side nearest to zero in y.
#[test]
fn an_archive_has_the_best_of_each_cell() {
    let feature = |name: &str| Feature {
        name: name.to_owned(),
        range: [0.0, 1.0],
        unit: "1".to_owned(),
        cells: 5,
    };
    let grid = Grid(vec![feature("a"), feature("b")]);
    let f = |x: &[f64]| Judged {
        features: vec![x[0], x[1]],
        ..Judged::of(Cost::of(x[0] + x[1] + (x[2] - 0.7).abs()))
    };
    let elites = kept(Choice::Cells(grid.clone()), 3, 100, f);
    assert_eq!(elites.found().count(), 25);
    for one in elites.found() {
        let corner: usize = grid.places(one.place).iter().sum();
        let best = corner as f64 / 5.0;
        assert!(
            (best..best + 0.05).contains(&one.judged.cost.amount),
            "{one:?}"
        );
    }
}

//! The optimiser on functions whose minimum is known.

use super::{Cost, Optimiser, Restarts};

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

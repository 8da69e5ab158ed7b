//! Selection: the best of a generation, and its parents.

use super::dice::Dice;
use super::population::Individual;
use std::collections::BTreeMap;

/// Returns the number of the best, the first of equals.
pub(super) fn champion(all: &[Individual]) -> Option<usize> {
    let fit = all
        .iter()
        .enumerate()
        .filter_map(|(i, one)| Some((i, one.fitness?)));
    fit.fold(None, |best: Option<(usize, f64)>, (i, x)| match best {
        Some((_, y)) if y >= x => best,
        _ => Some((i, x)),
    })
    .map(|(i, _)| i)
}

/// Selects a parent in proportion to its fitness plus a multiple of the mean, both divided by the size of its species, as the members
/// of a species share their fitness; never a faulty one. If a species is given, it is of this one.
pub(super) fn selected(
    all: &[Individual],
    pressure: f64,
    species: Option<usize>,
    dice: &mut Dice,
) -> usize {
    let mut sizes: BTreeMap<usize, f64> = BTreeMap::new();
    for species in all.iter().filter_map(|one| one.species) {
        *sizes.entry(species).or_default() += 1.0;
    }
    let of_kind = |one: &Individual| species.is_none() || one.species == species;
    let fit: Vec<(usize, f64)> = { all.iter().enumerate() }
        .filter(|(_, one)| of_kind(one))
        .filter_map(|(i, one)| Some((i, one.fitness?)))
        .collect();
    let mean = fit.iter().map(|(_, x)| x).sum::<f64>() / fit.len().max(1) as f64;
    let weight = |(i, x): &(usize, f64)| {
        let size = all[*i].species.and_then(|species| sizes.get(&species));
        (x + pressure * mean) / size.copied().unwrap_or(1.0)
    };
    let mut draw = dice.uniform() * fit.iter().map(weight).sum::<f64>();
    if draw > 0.0 {
        for one in &fit {
            draw -= weight(one);
            let (i, _) = one;
            if draw < 0.0 {
                return *i;
            }
        }
    }
    // All have fitness zero: anyone.
    fit.get(dice.below(fit.len())).map_or(0, |(i, _)| *i)
}

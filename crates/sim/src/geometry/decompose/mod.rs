//! Division of a solid into convex parts.
//!
//! A solid is cut through the edges at which it is not convex (notches), as in Chazelle, *Convex partitions of polyhedra*, SIAM J. Comput. 13, 1984,
//! 488, until each part nearly fills its hull. Of the cuts through the largest notches the one after which the two hulls are smallest is made first (as
//! Wei, Liu, Ling & Su, *Approximate convex decomposition for 3D meshes with collision-aware concavity and tree search*, ACM Trans. Graph. 41,
//! 2022, judge cuts); at the end, parts that fill their common hull are joined.

mod cut;
#[cfg(test)]
mod tests;

use cut::{Plane, Solid};
use nalgebra::Vector3;

use super::mesh::bounds;
use super::{Mesh, hull_mesh};
use crate::stop::StopSignal;

/// Distance below which corners are in a plane, and height of a face above its neighbour's plane from which their edge is a notch, as parts of
/// the size: files have six digits.
const TINY: f64 = 1e-6;
const FLAT: f64 = 1e-5;

/// Most notches of a part whose planes are tried, and most faces that are cut for it in all: a part of many faces has fewer tries.
const TRIED: usize = 4;
const EFFORT: usize = 50_000;

/// Least volume of a part, as a part of what is cut.
const SLIVER: f64 = 1e-5;

/// A solid in convex parts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Division {
    /// The corners of the parts' hulls.
    pub parts: Vec<Vec<Vector3<f64>>>,
    /// The volume of the solid, as a part of that of all hulls.
    pub filled: f64,
}

/// A part of the solid.
struct Part {
    solid: Solid,
    hull: Mesh,
    volume: f64,
    /// Volume of the hull.
    around: f64,
}

impl Part {
    /// Returns a part with its hull; none if it is flat.
    fn new(solid: Solid) -> Option<Part> {
        let hull = hull_mesh(&solid.corners())?;
        Some(Part {
            volume: solid.volume(),
            around: hull.signed_volume(),
            hull,
            solid,
        })
    }

    /// Returns the parts on both sides of its best cut, with their volumes of hulls; none if no cut helps.
    fn halves(&self, tiny: f64, stop: &StopSignal) -> Option<Vec<Part>> {
        let mut notches: Vec<_> = self.solid.notches.iter().collect();
        notches.sort_by(|a, b| b.weight().total_cmp(&a.weight()));
        let most = (EFFORT / self.solid.count()).max(1);
        let through = notches.iter().take(most.min(TRIED));
        let through = through.flat_map(|notch| notch.planes());
        self.best_of(through, tiny, stop).or_else(|| {
            // Two solids that touch in an edge have lost its notch if a cut ran along it: a plane of one of their faces is between them.
            let mut along: Vec<Plane> = vec![];
            for plane in self.solid.planes() {
                let is_known = |known: &Plane| {
                    (known.normal - plane.normal).norm() < FLAT
                        && (known.offset - plane.offset).abs() < tiny
                };
                if along.len() < most && !along.iter().any(is_known) {
                    along.push(plane);
                }
            }
            self.best_of(along.into_iter(), tiny, stop)
        })
    }

    /// Returns the parts on both sides of that of some planes after which their hulls are smallest; none if no cut helps.
    fn best_of(
        &self,
        planes: impl Iterator<Item = Plane>,
        tiny: f64,
        stop: &StopSignal,
    ) -> Option<Vec<Part>> {
        let mut best: Option<(f64, Vec<Part>)> = None;
        for plane in planes {
            if stop.is_set() {
                return None;
            }
            let sides = self.solid.cut(&plane, tiny);
            let parts = sides.into_iter().flat_map(|side| side.separate(tiny));
            let parts: Vec<Part> = parts.filter_map(Part::new).collect();
            let smallest = parts
                .iter()
                .map(|part| part.volume)
                .fold(f64::MAX, f64::min);
            if parts.len() < 2 || smallest < SLIVER * self.volume {
                continue;
            }
            let around = parts.iter().map(|part| part.around).sum();
            if best.as_ref().is_none_or(|(least, _)| around < *least) {
                best = Some((around, parts));
            }
        }
        best.map(|(_, parts)| parts)
    }

    /// Returns the hull of this and another part, and its volume.
    fn with(&self, other: &Part) -> Option<(Mesh, f64)> {
        let all: Vec<_> = [self, other]
            .iter()
            .flat_map(|part| part.hull.vertices.iter().copied())
            .collect();
        let hull = hull_mesh(&all)?;
        let around = hull.signed_volume();
        Some((hull, around))
    }
}

/// Divides the solid in a closed surface into at most `most` convex parts; each fills `fill` of its hull, unless that takes more of them. Returns
/// none if the signal to stop is set.
#[must_use]
pub fn decompose(mesh: &Mesh, fill: f64, most: usize, stop: &StopSignal) -> Option<Division> {
    let Some((low, high)) = bounds(&mesh.vertices) else {
        return Some(Division::default());
    };
    let size = (high - low).norm();
    let tiny = TINY * size;
    let whole = Solid::of(mesh, FLAT * size);
    let mut parts: Vec<Part> = { whole.separate(tiny).into_iter() }
        .filter_map(Part::new)
        .collect();
    let mut done = vec![];
    // The part that leaves most of its hull empty is cut next.
    while let Some(next) = (0..parts.len()).max_by(|&a, &b| {
        let empty = |part: &Part| part.around - part.volume;
        empty(&parts[a])
            .total_cmp(&empty(&parts[b]))
            .then(b.cmp(&a))
    }) {
        if stop.is_set() {
            return None;
        }
        let part = parts.swap_remove(next);
        if part.volume >= fill * part.around || parts.len() + done.len() + 2 > 2 * most {
            done.push(part);
            continue;
        }
        match part.halves(tiny, stop) {
            Some(halves) => parts.extend(halves),
            None => done.push(part),
        }
    }
    join(&mut done, fill, most, stop)?;
    let around: f64 = done.iter().map(|part| part.around).sum();
    Some(Division {
        filled: mesh.signed_volume() / around,
        parts: done.into_iter().map(|part| part.hull.vertices).collect(),
    })
}

/// Joins parts that fill `fill` of their common hull, the fullest first, and then those that come nearest to it until there are at most `most`. Returns
/// none if the signal to stop is set.
fn join(parts: &mut Vec<Part>, fill: f64, most: usize, stop: &StopSignal) -> Option<()> {
    let filled = |one: &Part, two: &Part| {
        let (_, around) = one.with(two)?;
        Some((one.volume + two.volume) / around)
    };
    let mut pairs: Vec<(f64, [usize; 2])> = vec![];
    let mut alive: Vec<Option<Part>> = parts.drain(..).map(Some).collect();
    for a in 0..alive.len() {
        for b in 0..a {
            if stop.is_set() {
                return None;
            }
            if let (Some(one), Some(two)) = (&alive[a], &alive[b]) {
                pairs.extend(filled(one, two).map(|of| (of, [a, b])));
            }
        }
    }
    loop {
        if stop.is_set() {
            return None;
        }
        let best = pairs.iter().max_by(|a, b| a.0.total_cmp(&b.0)).copied();
        let count = alive.iter().flatten().count();
        let Some((of, [a, b])) = best else { break };
        if of < fill && count <= most {
            break;
        }
        pairs.retain(|(_, pair)| !pair.contains(&a) && !pair.contains(&b));
        let (Some(one), Some(two)) = (alive[a].take(), alive[b].take()) else {
            continue;
        };
        let Some((hull, around)) = one.with(&two) else {
            continue;
        };
        let joined = Part {
            solid: Solid::default(),
            volume: one.volume + two.volume,
            hull,
            around,
        };
        let number = alive.len();
        for (k, other) in alive.iter().enumerate() {
            if let Some(other) = other {
                pairs.extend(filled(&joined, other).map(|of| (of, [number, k])));
            }
        }
        alive.push(Some(joined));
    }
    parts.extend(alive.into_iter().flatten());
    Some(())
}

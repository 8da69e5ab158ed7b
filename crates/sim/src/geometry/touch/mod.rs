//! Contact of two convex solids: separating direction, depth, and points.
//!
//! Solids are known by their support functions. The direction that separated a pair, or along which it overlapped least, is where
//! the next search begins ([`Memory`]). A first search tells whether the cores of both are apart ([`gjk`]); if not, their exact depth
//! is found ([`expand`], [`boxes`]). From its direction begins the search for the least [smoothed] depth, whose force is the
//! derivative of an energy, and is shared by the corners of the common part of two faces ([`patch`]).

mod boxes;
mod clip;
mod convex;
mod cuboid;
mod exact;
mod expand;
mod gjk;
mod memory;
mod near;
mod newton;
mod parts;
mod patch;
mod polytope;
mod pose;
mod round;
mod rounded;
mod smooth;
mod smoothed;
mod support;

pub use convex::Convex;
pub use memory::{Memory, MemoryKind};
pub use parts::Parts;
pub use polytope::Polytope;
pub use pose::{ContactPoint, Pose};
pub use round::Round;

use clip::{Clip, Place};
use exact::Features;
use expand::Expanding;
use gjk::Lie;
use nalgebra::Vector3;
use smooth::Axes;
use smoothed::{Least, MOST_STARTS, SAME_DIRECTION, start_at};
use support::{Pair, Side, Vertex};

/// Scratch memory for the search.
#[derive(Clone, Debug, Default)]
pub struct Overlap {
    expanding: Expanding,
    /// Directions with their exact depths where a smoothed depth may be the least.
    starts: Vec<(f64, Vector3<f64>)>,
    /// The features that are nearest to each other, if the cores are apart.
    features: Option<Features>,
    clip: Clip,
    outlines: [Vec<Place>; 2],
}

/// Precision of the exact depth of round solids, as a part of the size: it is where the search for the least smoothed depth begins.
const ROUGH: f64 = 1e-3;

/// Cosine of the smallest angle of directions of two least depths of round solids, and the height above a least depth, as a part of the
/// size, at which a search for it begins.
const BESIDE: f64 = 0.995;
const ROUGH_BESIDE: f64 = 0.05;

impl Overlap {
    /// Finds the contact of two solids. With the same memory it shows the same bits; with another one, the same up to rounding.
    pub fn find(
        &mut self,
        (a, at_a): (&Convex, &Pose),
        (b, at_b): (&Convex, &Pose),
        memory: &mut Memory,
        mut show: impl FnMut(ContactPoint),
    ) {
        match (a, b) {
            (
                Convex::Rounded { ends, radius },
                Convex::Rounded {
                    ends: others,
                    radius: other,
                },
            ) => {
                let sides = ((ends, *radius, at_a), (others, *other, at_b));
                rounded::on_rounded(sides.0, sides.1, 0.0, &mut show);
            }
            _ => {
                let pair = Self::pair((a, at_a), (b, at_b), 0.0, memory);
                if let Some(pair) = pair
                    && let Some(least) = self.least(&pair, memory)
                {
                    self.share(&pair, &least, at_a, &mut show);
                }
            }
        }
    }

    /// Takes two solids, with `reach` added to their margin; none if the direction that separated them before still does.
    fn pair<'a>(
        a: (&'a Convex, &Pose),
        b: (&'a Convex, &Pose),
        reach: f64,
        memory: &mut Memory,
    ) -> Option<Pair<'a>> {
        let mut pair = Pair::new(a, b, memory);
        if memory.kind == MemoryKind::Apart {
            if pair.height(&memory.direction.into()) + pair.margin + reach < 0.0 {
                memory.corners[0] = pair.corners();
                return None;
            }
            // A direction that separated the solids before does not affect how they touch now.
            *memory = Memory::default();
            pair = Pair::new(a, b, memory);
        }
        pair.margin += reach;
        Some(pair)
    }

    /// Finds the directions of least exact depth, as [`Overlap::exact`]; if the solids are apart, stores the direction that separates them.
    fn overlaps(&mut self, pair: &Pair, memory: &mut Memory) -> bool {
        let apart = self.exact(pair, memory).err();
        if let Some(direction) = apart {
            *memory = Memory::default();
            if let Some(direction) = direction {
                memory.kind = MemoryKind::Apart;
                memory.direction = direction.into();
                memory.corners[0] = pair.corners();
            }
        }
        apart.is_none()
    }

    /// Finds the least smoothed depth of two solids that overlap.
    fn least(&mut self, pair: &Pair, memory: &mut Memory) -> Option<Least> {
        if !self.overlaps(pair, memory) {
            return None;
        }
        if let Some(least) = self.on_ball(pair) {
            memory.kind = MemoryKind::Overlapping;
            memory.direction = least.normal.into();
            return Some(least);
        }
        if memory.kind == MemoryKind::Overlapping {
            let last = Vector3::from(memory.direction);
            let near = |(_, n): &&mut (f64, Vector3<f64>)| n.dot(&last) > SAME_DIRECTION;
            if let Some(start) = self.starts.iter_mut().find(near) {
                start.1 = last;
            }
        }
        let mut least: Option<Least> = None;
        for (depth, n) in &self.starts {
            // Where the exact depth is that much more, the smoothed one is not less.
            if least.is_none_or(|least| *depth < least.depth + pair.rounding()) {
                let found = pair.least(n, least.as_ref());
                if least.is_none_or(|least| found.depth < least.depth) {
                    least = Some(found);
                }
            }
        }
        let least = least?;
        memory.kind = MemoryKind::Overlapping;
        memory.direction = least.normal.into();
        (least.depth + pair.margin > 0.0).then_some(least)
    }

    /// Returns the least depth of a ball and a polytope, which is exact: there are no faces between whose corners a force would jump.
    fn on_ball(&self, pair: &Pair) -> Option<Least> {
        let [a, b] = &pair.sides;
        let (ball, sign) = match (a.solid, b.solid) {
            (Convex::Rounded { .. }, Convex::Polytope(_)) => (a, -0.5),
            (Convex::Polytope(_), Convex::Rounded { .. }) => (b, 0.5),
            _ => return None,
        };
        let (depth, normal) = *self.starts.first()?;
        ball.solid.is_ball().then(|| Least {
            depth,
            normal,
            centre: ball.point(&ball.solid.middle()) + normal * (sign * depth),
        })
    }

    /// Finds the directions of least exact depth: the least first, then others where a smoothed depth may be less. If the solids
    /// are apart, returns a direction that separates them, if one is known.
    fn exact(&mut self, pair: &Pair, memory: &mut Memory) -> Result<(), Option<Vector3<f64>>> {
        self.starts.clear();
        self.features = None;
        if let [Some(a), Some(b)] = [0, 1].map(|k| pair.sides[k].solid.cuboid()) {
            return boxes::depths(pair, [a, b], &mut self.starts).map_err(Some);
        }
        for (k, sign) in [(0, 1.0), (1, -1.0)] {
            let [ball, of] = [&pair.sides[k], &pair.sides[1 - k]];
            if let (true, Some(cuboid)) = (ball.solid.is_ball(), of.solid.cuboid()) {
                let found = boxes::depth_of_ball(pair, [ball, of], cuboid);
                let (depth, n) = found.map_err(|n| n * sign)?;
                self.starts.push((depth, n * sign));
                return Ok(());
            }
        }
        let start = match memory.kind {
            MemoryKind::None => -pair.between(),
            _ => memory.direction.into(),
        };
        match gjk::lie(pair, &start) {
            Lie::Apart(direction) => Err(Some(direction)),
            Lie::Near(direction, distance, features) => {
                if distance >= pair.margin {
                    return Err(None);
                }
                self.starts.push((-distance, direction));
                self.features = Some(features);
                Ok(())
            }
            Lie::Within(corners) => {
                self.expand(pair, &corners, memory);
                Ok(())
            }
        }
    }

    /// Finds the directions of least exact depth about four points of the difference that have the origin between them.
    fn expand(&mut self, pair: &Pair, start: &[Vertex; 4], memory: &mut Memory) {
        let Overlap {
            expanding, starts, ..
        } = self;
        let is_round = |side: &Side| matches!(side.solid, Convex::Round(_));
        let again = memory.kind == MemoryKind::Overlapping;
        if pair.sides.iter().any(is_round) {
            let known = again.then(|| pair.support(&memory.direction.into()));
            let precision = [ROUGH * pair.size, 0.0];
            expanding.nearest(pair, start, known, precision, |found| {
                starts.push((found.depth, found.normal));
            });
            for (side, sign) in pair.sides.iter().zip([1.0, -1.0]) {
                for flat in side.solid.flats() {
                    start_at(starts, pair, side.turned(&flat) * sign);
                }
            }
            // Elsewhere it is known to be no less than at the facets there.
            let first = starts.first().map_or(0.0, |(depth, _)| *depth);
            let limit = first + pair.rounding();
            for (distance, n) in expanding.within(limit) {
                let known = starts.iter().any(|(_, of)| of.dot(&n) > BESIDE);
                let may_be_less = || pair.height(&n) <= limit + ROUGH_BESIDE * pair.size;
                if starts.len() < MOST_STARTS && !known && may_be_less() {
                    starts.push((distance, n));
                }
            }
            return;
        }
        let last = memory.corners;
        let known = last.iter().filter(|_| again);
        let known = known.map(|corners| pair.vertex(*corners));
        let precision = [0.0, pair.rounding()];
        expanding.nearest(pair, start, known, precision, |found| {
            if starts.is_empty() {
                let exact = found.exact(pair);
                memory.corners = exact.corners;
                starts.push((exact.depth, exact.normal));
            } else {
                start_at(starts, pair, found.normal);
            }
        });
    }

    /// Shows the points that share the force.
    fn share(&mut self, pair: &Pair, least: &Least, at: &Pose, show: &mut dyn FnMut(ContactPoint)) {
        let [a, b] = &pair.sides;
        let depth = least.depth + pair.margin;
        let axes = Axes::along(&least.normal);
        // Half way between the surfaces, and not between the cores.
        let radii = [a, b].map(|side| side.solid.margin());
        let centre = least.centre + axes.n * ((radii[0] - radii[1]) / 2.0);
        let [one, two] = &mut self.outlines;
        a.face(&axes.n, (&axes, &centre), one);
        b.face(&-axes.n, (&axes, &centre), two);
        self.clip.common(one, two, pair.size);
        let points = a.solid.points().min(b.solid.points());
        let normal = at.rotation * -axes.n;
        let force = (&axes, &centre);
        patch::share(&mut self.clip, force, pair.size, |point, part| {
            let round = |radius: f64| (radius - depth / 2.0).max(0.0);
            show(ContactPoint {
                point: at.of(&point),
                normal,
                depth,
                weight: points * part,
                round: radii.map(|radius| if radius > 0.0 { round(radius) } else { 0.0 }),
            });
        });
    }
}

#[cfg(test)]
mod oracle;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod timings;

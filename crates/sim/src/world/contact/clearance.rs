//! Distance of a figure from the surface of the ground.

use super::ground::scale_for;
use crate::contact::{Ground, Terrain, USUAL_GRAVITY};
use crate::geometry::Convex;
use crate::world::corpus::Corpus;
use nalgebra::{Matrix3, Vector3};

/// Part of its height that a figure may be below the ground: the ground gives under the feet.
const SHALLOW: f64 = 0.1;

/// Largest force of the ground on a figure before it moves, as a multiple of its weight. It acts over the depth: at this force the
/// default springs throw a figure up by some millimetres.
const LARGEST_FORCE: f64 = 50.0;
/// The same for a figure that is deep in the ground: twice its weight throws it up by about that depth.
const LARGEST_FORCE_DEEP: f64 = 2.0;

/// How a figure starts in the ground.
#[derive(Clone, Copy, Debug)]
pub struct Buried {
    /// Depth of its deepest point (m).
    pub depth: f64,
    /// Force of the ground on it, as a multiple of its weight; none if the surface below it starts lower.
    pub force: Option<f64>,
}

/// Places along an edge of terrain that are looked at before its place nearest to a body is sought between them.
const PLACES: u32 = 16;
/// Number of thirds by which that is narrowed down.
const THIRDS: u32 = 40;

/// Returns the least value of a convex function from 0 to 1; infinite where it is infinite at all [`PLACES`].
fn least_of_convex(of: impl Fn(f64) -> f64) -> f64 {
    let place = |k: u32| f64::from(k) / f64::from(PLACES);
    let values = (0..=PLACES).map(|k| (k, of(place(k))));
    let least = values.reduce(|a, b| if b.1 < a.1 { b } else { a });
    let Some((k, mut least)) = least.filter(|(_, least)| least.is_finite()) else {
        return f64::INFINITY;
    };
    let (mut from, mut to) = (place(k.saturating_sub(1)), place((k + 1).min(PLACES)));
    for _ in 0..THIRDS {
        let [a, b] = [(2.0 * from + to) / 3.0, (from + 2.0 * to) / 3.0];
        let [at_a, at_b] = [of(a), of(b)];
        least = least.min(at_a).min(at_b);
        // Beyond the body the function is infinite on both sides of the least value.
        let towards_a = at_a < at_b || at_a == at_b && b > place(k);
        (from, to) = if towards_a { (from, b) } else { (a, to) };
    }
    least
}

/// A pose: body axes to world axes, and the origin (m).
type Pose = (Matrix3<f64>, Vector3<f64>);

impl Corpus {
    /// Visits the contacts of a body at a pose: the distance (m) of each above the ground along its normal, with the vertical
    /// component of that normal. Visits the body's origin if it has no contacts, and the nearest points of round parts.
    fn each_clearance(
        &self,
        body: usize,
        (rotation, origin): &Pose,
        ground: &Ground,
        mut show: impl FnMut(f64, f64),
    ) {
        let axes = rotation * self.model.turn(body).transpose();
        let mut least = f64::INFINITY;
        let mut see = |at: &Vector3<f64>| {
            let (normal, offset) = ground.surface.plane_at(at, ground.height);
            let distance = normal.dot(at) - offset;
            least = least.min(distance / normal.z);
            show(distance, normal.z);
        };
        let contacts = &self.shapes.contacts[body];
        let mut any = false;
        for point in &self.shapes.points[contacts.points.clone()] {
            any = true;
            see(&(origin + axes * point));
        }
        for round in &self.shapes.rounds[contacts.rounds.clone()] {
            any = true;
            let feature = &round.feature;
            let centre = origin + axes * feature.centre();
            let (normal, _) = ground.surface.plane_at(&centre, ground.height);
            let up = axes.tr_mul(&normal);
            for number in 0..feature.points() {
                see(&(origin + axes * feature.near_point(&up, number).point));
            }
        }
        if !any {
            see(origin);
        }
        if let (true, Some(terrain)) = (any, ground.surface.terrain()) {
            self.each_over_ridge(body, (rotation, origin), (terrain, least), show);
        }
    }

    /// Visits the edges of terrain that stand out below the polyhedra of a body at a pose, as above, where it is less than `least` (m)
    /// vertically above them.
    fn each_over_ridge(
        &self,
        body: usize,
        (rotation, origin): (&Matrix3<f64>, &Vector3<f64>),
        (terrain, mut least): (&Terrain, f64),
        mut show: impl FnMut(f64, f64),
    ) {
        let parts = self.shapes.outlines.get(self.numbering.order[body]);
        let hulls = parts.into_iter().flat_map(|parts| parts.all());
        let hulls = hulls.filter_map(|part| match part {
            Convex::Polytope(hull) => Some(hull),
            _ => None,
        });
        for hull in hulls {
            let [mut low, high] = hull.bounds(rotation, origin);
            let lowest = low.z;
            low.z -= least;
            let beyond = |[a, b]: [Vector3<f64>; 2], k: usize| {
                a[k].max(b[k]) < low[k] || a[k].min(b[k]) > high[k]
            };
            let may_reach = |ends| !(beyond(ends, 0) || beyond(ends, 1));
            terrain.each_ridge(&low, &high, may_reach, |ridge| {
                if lowest - ridge.ends[0].z.max(ridge.ends[1].z) >= least {
                    return;
                }
                let [a, b] = ridge.ends;
                let gap = |part: f64| {
                    let at = a.lerp(&b, part);
                    let lowest = hull.lowest_at([at.x, at.y], rotation, origin);
                    lowest.map_or(f64::INFINITY, |lowest| lowest - at.z)
                };
                let gap = least_of_convex(gap);
                if gap < least {
                    least = gap;
                    show(gap * ridge.normal.z, ridge.normal.z);
                }
            });
        }
    }

    /// Returns the height of a body's lowest contact above the ground along its normal, or of its origin if it has none, when
    /// last observed (m).
    #[must_use]
    pub fn observed_clearance(&self, body: usize, ground: &Ground) -> f64 {
        if ground.surface.is_level() {
            return self.observed_lowest(body) - ground.height;
        }
        let Some(seen) = self.observed().bodies.get(body) else {
            return 0.0;
        };
        let mut least = f64::INFINITY;
        let pose = (seen.rotation, seen.position);
        self.each_clearance(body, &pose, ground, |d, _| least = least.min(d));
        least
    }

    /// Returns the poses of [`Corpus::own_bodies`].
    pub(in crate::world) fn own_poses(&self) -> impl Iterator<Item = (usize, Pose)> {
        let poses = self.poses();
        let own = self.own_bodies();
        own.filter_map(move |body| Some((body, *poses.get(body)?)))
    }

    /// Returns the depth of the deepest contact point in the ground at the present state (m), below zero above the ground.
    #[must_use]
    pub fn depth_in(&self, ground: &Ground) -> f64 {
        if ground.surface.is_level() {
            return ground.height - self.lowest_point();
        }
        let mut deepest = f64::NEG_INFINITY;
        for (body, pose) in self.own_poses() {
            self.each_clearance(body, &pose, ground, |d, _| deepest = deepest.max(-d));
        }
        deepest
    }

    /// Returns the force of the ground's springs on the figure at the present state, as a multiple of its weight.
    fn force_in(&self, ground: &Ground) -> f64 {
        let mut force = 0.0;
        for (body, pose) in self.own_poses() {
            let scale = scale_for(self, ground, body);
            self.each_clearance(body, &pose, ground, |d, _| {
                force += scale * ground.bearing((-d).max(0.0));
            });
        }
        force / (USUAL_GRAVITY * self.laws.distal_masses[0])
    }

    /// Returns how a figure with mass is in the ground that is deeper in it at the present state than feet sink in, or that the ground
    /// pushes much harder than its weight.
    #[must_use]
    pub fn buried(&self, ground: &Ground) -> Option<Buried> {
        if self.model.total_mass() == 0.0 {
            return None;
        }
        let [lowest, highest] = self.touching_heights()?;
        let depth = match ground.surface.is_level() {
            true => ground.height - lowest,
            false => self.depth_in(ground),
        };
        let deep = depth > SHALLOW * (highest - lowest);
        if ground.fits {
            return deep.then_some(Buried { depth, force: None });
        }
        let largest = if deep {
            LARGEST_FORCE_DEEP
        } else {
            LARGEST_FORCE
        };
        let force = Some(self.force_in(ground)).filter(|force| *force > largest)?;
        Some(Buried {
            depth,
            force: Some(force),
        })
    }

    /// Returns the lift (m) that puts the lowest contact at a height above the ground along its normal (m).
    #[must_use]
    pub fn lift_to(&self, height: f64, ground: &Ground) -> f64 {
        if ground.surface.is_level() {
            return ground.height + height - self.lowest_point();
        }
        let mut lift = f64::NEG_INFINITY;
        for (body, pose) in self.own_poses() {
            self.each_clearance(body, &pose, ground, |d, up| {
                lift = lift.max((height - d) / up);
            });
        }
        lift
    }
}

//! Where bodies touch or may touch in a step without springs.

use super::{Found, Manifolds};
use crate::contact::{Cone, ConeLaw, Ground, Rolling};
use crate::world::contact::rigid::{Arrival, Bounce, RigidPoint, RigidTouch};
use crate::world::corpus::Corpus;
use nalgebra::Vector3;

/// Distance that is searched at least, in parts of the smaller body.
const LEAST: f64 = 1e-7;

impl Manifolds {
    /// Finds the points at which candidates may touch in a step of `h` seconds from the states in the workspaces, with gravity (m/s2);
    /// the flag says whether the method finds when they meet.
    pub fn find_near(
        &mut self,
        corpora: &[Corpus],
        law: &Ground,
        (h, gravity): (f64, f64),
        (cone, meets): (ConeLaw, bool),
        points: &mut Vec<RigidPoint>,
    ) {
        self.place_bodies(corpora);
        self.looked = None;
        self.touched.clear();
        for candidate in &mut self.candidates[self.active.clone()] {
            let placed = candidate.bodies.map(|i| &self.bodies[i]);
            let [a, b] = &candidate.spots;
            let least = LEAST * a.radius.min(b.radius);
            let reach = h * (placed[0].speed + placed[1].speed + gravity * h) + least;
            if placed[0].apart(placed[1]) > reach {
                candidate.found.points.clear();
                candidate.found.poses = None;
                continue;
            }
            let law = &*candidate.law(law);
            let bounce = Bounce::of(law, cone, gravity * h);
            let touching = if meets { least } else { 0.0 };
            let motions = placed.map(|body| body.motion);
            let turning = placed
                .map(|body| body.motion.angular.norm_squared() * body.spot.radius)
                .iter()
                .sum();
            let poses = placed.map(|body| body.pose);
            let Found {
                points: found,
                memories,
                poses: searched,
                ..
            } = &mut candidate.found;
            let [one, two] =
                [a, b].map(|spot| &corpora[spot.corpus].shapes.solids[spot.figure].parts);
            let [at_a, at_b] = &poses;
            found.clear();
            self.radii.clear();
            one.each_pair(at_a, two, at_b, reach, |i, j| {
                let solids = [&one.all()[i], &two.all()[j]];
                let memory = &mut memories[i * two.all().len() + j];
                let (one, two) = ((solids[0], at_a), (solids[1], at_b));
                self.overlap.find_near(one, two, reach, memory, |contact| {
                    let n = contact.normal;
                    self.radii.push(match meets {
                        true => [one.0.curvature(one.1, &-n), two.0.curvature(two.1, &n)],
                        false => [None; 2],
                    });
                    found.push(contact);
                });
            });
            *searched = Some(poses);
            for (contact, radii) in found.iter().zip(&self.radii) {
                let velocities = motions.map(|moving| moving.at(&contact.point));
                let speed = (velocities[0] - velocities[1]).dot(&contact.normal);
                // The force is kept by the first body that moves.
                let (own, other, sign) = match a.moves {
                    true => (a, b, 1.0),
                    false => (b, a, -1.0),
                };
                let depth = contact.depth;
                if bounce.skips(depth) {
                    continue;
                }
                let at = [depth, touching, speed];
                let rolling = Rolling {
                    normal: contact.normal,
                    gap: -depth,
                    velocities,
                    angular: motions.map(|moving| moving.angular),
                    radii: *radii,
                };
                points.push(RigidPoint {
                    corpus: own.corpus,
                    member: own.member.unwrap_or(0),
                    touch: RigidTouch {
                        body: own.body,
                        other: Some((other.corpus, other.body)),
                        place: own.point(corpora, &contact.point),
                        normal: contact.normal,
                        depth,
                        force: Vector3::zeros(),
                    },
                    sign,
                    at: contact.point,
                    spots: Some([*a, *b]),
                    cone: Cone {
                        turning: meets.then(|| rolling.change()),
                        ..bounce.cone(contact.normal, law.friction, at, (h, turning))
                    },
                    restitution: bounce.restitution,
                    velocities,
                    arrives: Arrival::of([-depth, touching], speed),
                    pull: 0.0,
                });
            }
        }
    }
}

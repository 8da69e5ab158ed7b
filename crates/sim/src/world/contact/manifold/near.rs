//! Where bodies touch or may touch in a step without springs.

use super::{Found, Manifolds, PairBody};
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
        self.touched.clear();
        for candidate in &mut self.candidates[self.active.clone()] {
            let [a, b] = &candidate.spots;
            let law = &*candidate.law(law);
            let bounce = Bounce::of(law, cone, gravity * h);
            let motions = [a, b].map(|spot| spot.motion(corpora));
            let speed = |spot: &PairBody, i: usize| {
                motions[i].velocity.norm() + motions[i].angular.norm() * spot.radius
            };
            let least = LEAST * a.radius.min(b.radius);
            let touching = if meets { least } else { 0.0 };
            let reach = h * (speed(a, 0) + speed(b, 1) + gravity * h) + least;
            let turning = [(a, 0), (b, 1)]
                .map(|(spot, i)| motions[i].angular.norm_squared() * spot.radius)
                .iter()
                .sum();
            let most = a.radius + b.radius + reach;
            if (motions[0].position - motions[1].position).norm_squared() > most * most {
                continue;
            }
            let poses = [a.pose(corpora), b.pose(corpora)];
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

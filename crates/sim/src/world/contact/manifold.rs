//! The pairs of an island that may touch within an advance, and their forces at a state.

mod friction;
mod impulses;

use super::broad_phase::can_move;
use super::pair_friction::{PairFriction, Relative, Slid, Stretches};
use super::pairs::Colliding;
use crate::contact::{FrictionInput, Ground, GroundScale, PointForce, Touch, Trial};
use crate::geometry::{ContactPoint, Memory, Overlap, Pose};
use crate::world::corpus::Corpus;
use crate::world::divergence::Overlapping;
use crate::world::step_events::Stage;
use impulses::AtMiddle;
use nalgebra::Vector3;

/// A body of a candidate pair.
#[derive(Clone, Copy, Debug)]
pub(in crate::world) struct PairBody {
    pub corpus: usize,
    /// Member of the island to which it belongs; none if it is fixed.
    pub member: Option<usize>,
    pub body: usize,
    /// Its number in the figure.
    figure: usize,
    /// Bounding radius about its origin (m).
    radius: f64,
    /// Whether forces move it.
    pub moves: bool,
}

/// Two bodies that may touch.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    pair: u32,
    spots: [PairBody; 2],
    /// Factor of the springs (1 or kg).
    scale: f64,
    /// Reduced mass of both bodies: with the mass that is assumed to rest on them, and of the bodies alone (kg).
    mass: f64,
    bodies_mass: f64,
    /// Largest change of relative speed per impulse at a point of each: the sum of their mobilities (1/kg).
    mobility: f64,
    thickness: f64,
    /// Start of the memories of its solids.
    memories: usize,
    grip: Option<PairFriction>,
    /// Relative pose of the first to the second when the grip was fitted.
    before: Option<Relative>,
    /// Whether a stage of this step has seen them touch, and whether the first one has.
    seen: bool,
    seen_first: bool,
}

/// A point at which two candidates touch.
#[derive(Clone, Copy, Debug)]
pub(in crate::world) struct PairPoint {
    candidate: usize,
    pub contact: ContactPoint,
}

/// Trial of the friction at a point of two candidates at the start of a step.
#[derive(Clone, Copy, Debug)]
struct StartTrial {
    candidate: usize,
    /// The point, in the axes of the second body.
    place: Vector3<f64>,
    /// World axes.
    trial: Trial,
}

/// Contact force of two bodies at a point.
#[derive(Clone, Copy, Debug)]
pub(in crate::world) struct PairContact {
    pub spots: [PairBody; 2],
    pub point: Vector3<f64>,
    /// Force on the first, world axes.
    pub force: PointForce,
    /// Arm on each body: from the centre of its ball at the contact to the point (m, world).
    pub arms: [Vector3<f64>; 2],
    /// The rate (1/s) at which the exponential spring rises or falls.
    pub rise: f64,
    /// Trial of friction, world axes.
    trial: Trial,
}

/// Candidate pairs of an island, with scratch memory.
#[derive(Clone, Debug, Default)]
pub(in crate::world) struct Manifolds {
    candidates: Vec<Candidate>,
    memories: Vec<Memory>,
    overlap: Overlap,
    touched: Vec<PairPoint>,
    middle: Vec<AtMiddle>,
    slid: Vec<Slid>,
    /// Trials of friction at the start of the step, and whether its first evaluation is over.
    trials: Vec<StartTrial>,
    has_trials: bool,
}

/// Largest relative motion in a step while two bodies are near, as a part of the thinner body.
const PART_OF_THICKNESS: f64 = 0.25;

/// Number of intervals over which the force of a spring is integrated.
const INTERVALS: u32 = 64;

/// Largest overlap before an impulse separates two bodies, as a part of the thinner body.
const PART_OF_THICKNESS_LATE: f64 = 1e-3;

fn together(a: Option<f64>, b: Option<f64>) -> f64 {
    match (a, b) {
        (Some(a), Some(b)) => a * b / (a + b),
        (Some(one), None) | (None, Some(one)) => one,
        (None, None) => 1.0,
    }
}

fn pose(corpus: &Corpus, body: usize) -> Pose {
    Pose {
        rotation: corpus.step.workspace.world_rotation(body) * corpus.model.turn(body),
        position: corpus.step.workspace.world_position(body),
    }
}

impl PairBody {
    fn pose(&self, corpora: &[Corpus]) -> Pose {
        pose(&corpora[self.corpus], self.body)
    }

    /// Returns the velocity of a point of the body (m/s, world).
    fn velocity(&self, corpora: &[Corpus], at: &Vector3<f64>) -> Vector3<f64> {
        if !self.moves {
            return Vector3::zeros();
        }
        let ws = &corpora[self.corpus].step.workspace;
        let axes = ws.world_rotation(self.body);
        axes * ws.point_velocity(self.body, self.point(corpora, at))
    }

    /// Converts a position in the world to a point of the body (m, axes of the dynamics).
    pub fn point(&self, corpora: &[Corpus], at: &Vector3<f64>) -> Vector3<f64> {
        let ws = &corpora[self.corpus].step.workspace;
        let from = at - ws.world_position(self.body);
        ws.world_rotation(self.body).tr_mul(&from)
    }

    /// Returns the mass that is assumed to rest on the body (kg); none if forces do not move it.
    fn mass(&self, corpora: &[Corpus], own: bool) -> Option<f64> {
        let corpus = &corpora[self.corpus];
        let whole = corpus.model.root() == corpus_dynamics::Root::Free && !own;
        let carrier = if whole { 0 } else { self.body };
        self.moves.then(|| corpus.laws.distal_masses[carrier])
    }
}

impl Manifolds {
    /// Whether there is no candidate pair.
    pub fn is_empty(&self) -> bool {
        self.candidates.is_empty()
    }

    /// Removes all pairs.
    pub fn clear(&mut self) {
        // The scratch memory of another island has the numbers of its candidates.
        self.candidates.clear();
        self.memories.clear();
        self.touched.clear();
        self.middle.clear();
        self.begin();
    }

    /// Gathers the pairs that may touch, among the bodies of an island; the states of all are in their workspaces.
    pub fn gather(
        &mut self,
        (found, pairs): (&[u32], &[Colliding]),
        corpora: &[Corpus],
        members: &[usize],
        grips: &[(u32, PairFriction)],
        scale: GroundScale,
    ) {
        self.clear();
        for &number in found {
            let Some(pair) = pairs.get(number as usize) else {
                continue;
            };
            let spot = |of: &super::BodyOf| {
                let corpus = corpora.get(of.corpus)?;
                let body = corpus.number_of(of.body)?;
                Some(PairBody {
                    corpus: of.corpus,
                    member: members.iter().position(|member| *member == of.corpus),
                    body,
                    figure: of.body,
                    radius: corpus.shapes.solids.get(of.body)?.radius,
                    moves: can_move(corpus, body),
                })
            };
            let [Some(a), Some(b)] = pair.each_ref().map(spot) else {
                continue;
            };
            if a.member.is_none() && b.member.is_none() {
                continue;
            }
            let one_figure = a.corpus == b.corpus;
            let mass = together(a.mass(corpora, one_figure), b.mass(corpora, one_figure));
            let own = |spot: &PairBody| {
                let mass = corpora[spot.corpus].model.inertia(spot.body).mass;
                (spot.moves && mass > 0.0).then_some(mass)
            };
            let bodies_mass = together(own(&a), own(&b));
            let mobility = |spot: &PairBody| match spot.moves {
                true => corpora[spot.corpus].shapes.contacts[spot.body].mobility,
                false => 0.0,
            };
            let solids = [&a, &b].map(|spot| &corpora[spot.corpus].shapes.solids[spot.figure]);
            let grip = grips.binary_search_by_key(&number, |(pair, _)| *pair);
            let grip = grip.ok().map(|i| grips[i].1);
            let (at_a, at_b) = (a.pose(corpora), b.pose(corpora));
            self.candidates.push(Candidate {
                pair: number,
                spots: [a, b],
                scale: match scale {
                    GroundScale::Total => mass,
                    GroundScale::Body => bodies_mass,
                    GroundScale::None => 1.0,
                },
                mass,
                bodies_mass,
                mobility: mobility(&a) + mobility(&b),
                thickness: solids[0].thickness.min(solids[1].thickness),
                memories: self.memories.len(),
                grip,
                before: grip.map(|_| Relative::of(&at_a, &at_b)),
                seen: false,
                seen_first: false,
            });
            let count = solids[0].parts.all().len() * solids[1].parts.all().len();
            let count = self.memories.len() + count;
            self.memories.resize(count, Memory::default());
        }
    }

    /// Starts a step.
    pub fn begin(&mut self) {
        for candidate in &mut self.candidates {
            candidate.seen = false;
            candidate.seen_first = false;
        }
        self.trials.clear();
        self.has_trials = false;
    }

    /// Ends an evaluation of a step: [`Manifolds::record_trial`] acts in the first only.
    pub fn evaluated(&mut self) {
        self.has_trials = true;
    }

    /// Finds where candidates touch at the states in the workspaces; marks those that touch as seen by that stage of a step.
    pub fn look(&mut self, corpora: &[Corpus], stage: Stage) {
        self.touched.clear();
        for (number, candidate) in self.candidates.iter_mut().enumerate() {
            let [a, b] = &candidate.spots;
            let place = |spot: &PairBody| {
                corpora[spot.corpus]
                    .step
                    .workspace
                    .world_position(spot.body)
            };
            let reach = a.radius + b.radius;
            if (place(a) - place(b)).norm_squared() > reach * reach {
                continue;
            }
            let poses = [a.pose(corpora), b.pose(corpora)];
            let [one, two] =
                [a, b].map(|spot| &corpora[spot.corpus].shapes.solids[spot.figure].parts);
            let [at_a, at_b] = &poses;
            one.each_pair(at_a, two, at_b, |i, j| {
                let solids = (&one.all()[i], &two.all()[j]);
                let memory = candidate.memories + i * two.all().len() + j;
                let memory = &mut self.memories[memory];
                let touched = &mut self.touched;
                self.overlap
                    .find((solids.0, at_a), (solids.1, at_b), memory, |contact| {
                        touched.push(PairPoint {
                            candidate: number,
                            contact,
                        });
                        candidate.seen |= stage != Stage::Look;
                        candidate.seen_first |= stage == Stage::First;
                    });
            });
        }
    }

    /// Returns the overlap that is deepest as a part of the thinner body, as last searched: the number of its pair, its depth and that thickness (m).
    pub fn deepest(&self) -> Option<(u32, [f64; 2])> {
        let depths = self.touched.iter().map(|touched| {
            let of = &self.candidates[touched.candidate];
            (of.pair, [touched.contact.depth, of.thickness])
        });
        let part = |[depth, thickness]: [f64; 2]| depth / thickness;
        depths.max_by(|(_, a), (_, b)| part(*a).total_cmp(&part(*b)))
    }

    /// Returns the number of the pair of a contact point.
    pub fn pair(&self, touched: &PairPoint) -> u32 {
        self.candidates[touched.candidate].pair
    }

    /// Returns the energy (J) that the springs along the normals store, as last searched.
    pub fn stored(&self, corpora: &[Corpus], law: &Ground) -> f64 {
        let of_point = |touched: &PairPoint| {
            let touch = Touch {
                velocity: Vector3::zeros(),
                friction_input: None,
                ..self.touch(corpora, touched, 0.0)
            };
            let depth = touched.contact.depth;
            // Simpson's rule. At rest, restitution has halved what it takes away.
            let force = |part: f64| {
                let depth = part * depth;
                law.push(&Touch { depth, ..touch }).pressing
            };
            let parts = (0..INTERVALS).map(|i| {
                let [from, to] = [i, i + 1].map(|i| f64::from(i) / f64::from(INTERVALS));
                (force(from) + 4.0 * force(f64::midpoint(from, to)) + force(to)) / 6.0
            });
            parts.sum::<f64>() * depth / f64::from(INTERVALS) * 2.0 / (1.0 + law.e)
        };
        self.touched.iter().map(of_point).sum()
    }

    /// Returns the contact points of the candidates, as last searched.
    pub fn touched(&self) -> &[PairPoint] {
        &self.touched
    }

    /// Returns the two bodies with the most excessive overlap, as last searched; `springs` is the law of the springs that push them
    /// apart, if they do.
    pub fn worst(
        &self,
        corpora: &[Corpus],
        springs: Option<&Ground>,
    ) -> Option<([PairBody; 2], Overlapping)> {
        let overlaps = self.touched.iter().map(|touched| {
            let of = &self.candidates[touched.candidate];
            let touch = self.touch(corpora, touched, 0.0);
            let pressing = springs.map_or(0.0, |law| law.push(&touch).pressing);
            let overlapping = Overlapping {
                depth: touched.contact.depth,
                thickness: of.thickness,
                acceleration: pressing / of.bodies_mass,
            };
            (of.spots, overlapping)
        });
        overlaps.max_by(|(_, a), (_, b)| a.excess().total_cmp(&b.excess()))
    }

    /// Returns the stretch of the springs along the surface (m, world).
    fn stretch(&self, corpora: &[Corpus], of: &Candidate, contact: &ContactPoint) -> Vector3<f64> {
        let (Some(grip), Some(before)) = (of.grip, of.before) else {
            return Vector3::zeros();
        };
        let [a, b] = of.spots.map(|spot| spot.pose(corpora));
        let stretches = Stretches {
            grip,
            places: [before, Relative::of(&a, &b)],
        };
        let q = b.rotation.tr_mul(&(contact.point - b.position));
        b.rotation * stretches.at(&q, &b.rotation.tr_mul(&contact.normal))
    }

    fn touch(&self, corpora: &[Corpus], touched: &PairPoint, h: f64) -> Touch {
        let (of, contact) = (&self.candidates[touched.candidate], &touched.contact);
        let [a, b] = &of.spots;
        let velocity = a.velocity(corpora, &contact.point) - b.velocity(corpora, &contact.point);
        let points = 4.0;
        Touch {
            depth: contact.depth,
            normal: contact.normal,
            velocity,
            scale: of.scale * contact.weight,
            friction_input: Some(FrictionInput {
                stretch: self.stretch(corpora, of, contact),
                mass: of.mass * contact.weight,
                stopping: h * of.mobility * points,
            }),
        }
    }

    /// Records the trial of the friction of a contact in the first evaluation of a step, which is at its start.
    pub fn record_trial(&mut self, corpora: &[Corpus], touched: &PairPoint, contact: &PairContact) {
        if !self.has_trials {
            let second = contact.spots[1].pose(corpora);
            let place = second.rotation.tr_mul(&(contact.point - second.position));
            let (candidate, trial) = (touched.candidate, contact.trial);
            self.trials.push(StartTrial {
                candidate,
                place,
                trial,
            });
        }
    }

    /// Returns the trial at the start of the step, at the point of a candidate next to the `place` (axes of the second body);
    /// zero if the bodies did not touch there.
    fn trial(&self, candidate: usize, place: &Vector3<f64>) -> Trial {
        let of = self.trials.iter().filter(|of| of.candidate == candidate);
        let distance = |of: &&StartTrial| (of.place - place).norm_squared();
        let nearest = of.min_by(|a, b| distance(a).total_cmp(&distance(b)));
        nearest.map_or_else(Trial::default, |of| of.trial)
    }

    /// Returns the force between the bodies at a contact point, in a step of `h` seconds.
    pub fn contact(
        &self,
        corpora: &[Corpus],
        touched: &PairPoint,
        law: &Ground,
        h: f64,
    ) -> PairContact {
        let (of, contact) = (&self.candidates[touched.candidate], &touched.contact);
        let touch = self.touch(corpora, touched, h);
        let push = law.push(&touch);
        let speed = touch.velocity.dot(&contact.normal).abs();
        let rises = push.pressing > 0.0 && contact.depth < law.largest_depth;
        PairContact {
            spots: of.spots,
            point: contact.point,
            force: push.force,
            arms: [
                -contact.normal * contact.round[0],
                contact.normal * contact.round[1],
            ],
            rise: if rises { law.eb * speed } else { 0.0 },
            trial: push.trial,
        }
    }

    /// Returns the velocity of the first body relative to the second at a contact point (m/s, world).
    pub fn velocity(&self, corpora: &[Corpus], touched: &PairPoint) -> Vector3<f64> {
        let [a, b] = &self.candidates[touched.candidate].spots;
        let at = &touched.contact.point;
        a.velocity(corpora, at) - b.velocity(corpora, at)
    }

    /// Returns the longest step (s) over which no candidate moves through another, at the states in the workspaces.
    pub fn longest_step(&self, corpora: &[Corpus]) -> f64 {
        let mut longest = f64::INFINITY;
        for candidate in &self.candidates {
            let [a, b] = &candidate.spots;
            let seen = |spot: &PairBody| {
                let ws = &corpora[spot.corpus].step.workspace;
                let axes = ws.world_rotation(spot.body);
                match spot.moves {
                    true => (
                        ws.world_position(spot.body),
                        axes * ws.linear_velocity(spot.body),
                        ws.angular_velocity(spot.body).norm() * spot.radius,
                    ),
                    false => (ws.world_position(spot.body), Vector3::zeros(), 0.0),
                }
            };
            let ((p, v, turning), (q, w, other)) = (seen(a), seen(b));
            let gap = ((p - q).norm() - a.radius - b.radius).max(0.0);
            let speed = (v - w).norm() + turning + other;
            let way = gap + PART_OF_THICKNESS * candidate.thickness;
            longest = longest.min(way / speed);
        }
        longest
    }
}

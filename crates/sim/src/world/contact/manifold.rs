//! The pairs of an island that may touch within an advance, and their forces at a state.

mod bodies;
mod forces;
mod friction;
mod impulses;
mod near;
mod parting;

use super::broad_phase::{can_move, yields};
use super::pair_friction::{PairFriction, Relative, Slid, Stretches};
use super::pairs::Colliding;
use crate::contact::{
    Finish, FrictionInput, Ground, GroundScale, Parting, PointForce, Touch, Trial,
};
use crate::geometry::{ContactPoint, Convex, Memory, MemoryKind, Overlap, Pose};
use crate::world::corpus::Corpus;
use crate::world::divergence::Overlapping;
use crate::world::step_events::Stage;
use bodies::Placed;
use impulses::AtMiddle;
use nalgebra::{Matrix3, Vector3};
use std::borrow::Cow;
use std::ops::Range;

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
#[derive(Clone, Debug)]
struct Candidate {
    pair: Colliding,
    /// Number of its island.
    island: usize,
    spots: [PairBody; 2],
    /// Their places among the bodies of the island.
    bodies: [usize; 2],
    /// Factor of the springs (1 or kg).
    scale: f64,
    /// Reduced mass of both bodies: with the mass that is assumed to rest on them, and of the bodies alone (kg).
    mass: f64,
    bodies_mass: f64,
    /// Largest change of relative speed per impulse at a point of each: the sum of their mobilities (1/kg).
    mobility: f64,
    thickness: f64,
    /// Extent of the smaller body, to which the springs fit themselves (m).
    extent: f64,
    /// Friction and restitution of the bodies' own.
    finish: Finish,
    grip: Option<PairFriction>,
    /// Relative pose of the first to the second when the grip was fitted.
    before: Option<Relative>,
    /// Whether a stage of this step has seen them touch, and whether the first one has.
    seen: bool,
    seen_first: bool,
    found: Found,
    /// How they part, if they started deep in each other.
    parting: Option<Parting>,
}

/// What the last search found for a pair.
#[derive(Clone, Debug, Default)]
struct Found {
    /// Poses at that search; none if it was in an earlier advance.
    poses: Option<[Pose; 2]>,
    points: Vec<ContactPoint>,
    /// What the search of each two of their solids has left for the next one.
    memories: Vec<Memory>,
    /// Motion of both at the last search, if they touch.
    motions: [Moving; 2],
    /// Relative pose of the first to the second at the last search.
    relative: Option<Relative>,
}

/// Motion of a body in world axes: position (m), velocity (m/s) and angular velocity (rad/s) of its origin.
#[derive(Clone, Copy, Debug, Default)]
struct Moving {
    position: Vector3<f64>,
    velocity: Vector3<f64>,
    angular: Vector3<f64>,
}

impl Moving {
    /// Returns the velocity of a point of the body (m/s).
    fn at(&self, point: &Vector3<f64>) -> Vector3<f64> {
        self.velocity + self.angular.cross(&(point - self.position))
    }
}

impl Candidate {
    /// Returns a law of contact as it acts between these bodies.
    fn law<'a>(&self, law: &'a Ground) -> Cow<'a, Ground> {
        match law.fitted_to(self.extent) {
            Cow::Borrowed(law) => self.finish.applied(law),
            Cow::Owned(law) => Cow::Owned(self.finish.applied(&law).into_owned()),
        }
    }
}

impl Found {
    /// Takes the memories of an advance that begins: what is stored with the state, and directions that separate, which do not
    /// affect any result.
    fn begin(&mut self, solids: [&[Convex]; 2], stored: &[Search]) {
        self.poses = None;
        self.points.clear();
        let pairs = solids[0].len() * solids[1].len();
        self.memories.resize(pairs, Memory::default());
        for memory in &mut self.memories {
            if memory.kind != MemoryKind::Apart {
                *memory = Memory::default();
            }
        }
        for (_, number, stored) in stored {
            let number = *number as usize;
            let Some(memory) = self.memories.get_mut(number) else {
                continue;
            };
            let count = solids[1].len();
            if stored.fits(&solids[0][number / count], &solids[1][number % count]) {
                *memory = *stored;
            }
        }
    }
}

/// What the search of two bodies has left for the next one, for each two of their solids by number.
pub type Search = (Colliding, u32, Memory);

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
    /// Velocity of each body at the point (m/s, world).
    pub velocities: [Vector3<f64>; 2],
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
    /// Those of the advance before; scratch memory.
    former: Vec<Candidate>,
    /// Those of the island that is integrated.
    active: Range<usize>,
    /// Their bodies, in order.
    bodies: Vec<Placed>,
    /// The time (s) of the last search; none if they were not searched yet.
    looked: Option<f64>,
    overlap: Overlap,
    /// Scratch memory: the radii of curvature of both solids at the points found between two bodies (m); none where they are flat.
    radii: Vec<[Option<Matrix3<f64>>; 2]>,
    touched: Vec<PairPoint>,
    middle: Vec<AtMiddle>,
    slid: Vec<Slid>,
    /// Time (s) of the evaluation.
    time: f64,
    /// Trials of friction at the start of the step, and whether its first evaluation is over.
    trials: Vec<StartTrial>,
    has_trials: bool,
}

/// Force of the springs at one point of two bodies at the start, in parts of the weight of the lighter one, at which they are too deep
/// in each other.
pub(super) const DEEP: f64 = 10.0;

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

impl PairBody {
    fn pose(&self, corpora: &[Corpus]) -> Pose {
        corpora[self.corpus].pose_of(self.body)
    }

    /// Returns the motion of the body; that of a body that forces do not move is rest.
    fn motion(&self, corpora: &[Corpus]) -> Moving {
        let ws = &corpora[self.corpus].step.workspace;
        let position = ws.world_position(self.body);
        if !self.moves {
            return Moving {
                position,
                ..Moving::default()
            };
        }
        let axes = ws.world_rotation(self.body);
        Moving {
            position,
            velocity: axes * ws.linear_velocity(self.body),
            angular: axes * ws.angular_velocity(self.body),
        }
    }

    /// Whether a force changes the motion of the body.
    pub fn yields(&self, corpora: &[Corpus]) -> bool {
        yields(&corpora[self.corpus], self.body)
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
        self.active.is_empty()
    }

    /// Removes all pairs.
    pub fn clear(&mut self) {
        self.candidates.clear();
        self.active = 0..0;
        self.touched.clear();
        self.middle.clear();
    }

    /// Stores the candidates of all islands: `pairs` in order, each with the number of its island; the states of all corpora are in
    /// their workspaces.
    pub fn gather(
        &mut self,
        pairs: &[(usize, Colliding)],
        corpora: &[Corpus],
        member_of: impl Fn(usize) -> Option<usize>,
        (grips, searches): (&[(Colliding, PairFriction)], &[Search]),
        scale: GroundScale,
    ) {
        std::mem::swap(&mut self.candidates, &mut self.former);
        self.clear();
        let mut former = self.former.iter_mut().peekable();
        for &(island, pair) in pairs {
            let key = |old: &Candidate| (old.island, old.pair);
            while former.next_if(|old| key(old) < (island, pair)).is_some() {}
            let old = former.next_if(|old| key(old) == (island, pair));
            let spot = |of: &super::BodyOf| {
                let corpus = corpora.get(of.corpus)?;
                let body = corpus.number_of(of.body)?;
                Some(PairBody {
                    corpus: of.corpus,
                    member: member_of(of.corpus),
                    body,
                    figure: of.body,
                    radius: corpus.shapes.solids.get(of.body)?.radius,
                    moves: can_move(corpus, body),
                })
            };
            let [Some(a), Some(b)] = pair.each_ref().map(spot) else {
                continue;
            };
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
            let finish = |spot: &PairBody| corpora[spot.corpus].contact.finish(spot.body);
            let grip = grips.binary_search_by_key(&pair, |(pair, _)| *pair);
            let grip = grip.ok().map(|i| grips[i].1);
            let mut found = old.map_or_else(Found::default, |old| std::mem::take(&mut old.found));
            let from = searches.partition_point(|search| search.0 < pair);
            let to = searches.partition_point(|search| search.0 <= pair);
            found.begin(solids.map(|of| of.parts.all()), &searches[from..to]);
            self.candidates.push(Candidate {
                pair,
                spots: [a, b],
                bodies: [0; 2],
                scale: match scale {
                    GroundScale::Total => mass,
                    GroundScale::Body => bodies_mass,
                    GroundScale::None => 1.0,
                },
                mass,
                bodies_mass,
                mobility: mobility(&a) + mobility(&b),
                thickness: solids[0].thickness.min(solids[1].thickness),
                extent: a.radius.min(b.radius),
                finish: Finish::between(&finish(&a), &finish(&b)),
                grip,
                before: grip.map(|_| Relative::of(&a.pose(corpora), &b.pose(corpora))),
                seen: false,
                seen_first: false,
                found,
                island,
                parting: None,
            });
        }
        self.former.clear();
    }

    /// Sets the time (s) of the next evaluation.
    pub fn set_time(&mut self, time: f64) {
        self.time = time;
    }

    /// Returns the time (s) of the present evaluation.
    pub fn time(&self) -> f64 {
        self.time
    }

    /// Takes the candidates of an island; those of all others are not there until the next call.
    pub fn activate(&mut self, island: usize) {
        let from = self.candidates.partition_point(|of| of.island < island);
        let to = self.candidates.partition_point(|of| of.island <= island);
        self.active = from..to;
        self.touched.clear();
        self.middle.clear();
        self.list_bodies();
        self.begin();
    }

    /// Returns what the searches of all islands have left for those of the next advance, where it affects results: in the order of
    /// the pairs of each island.
    pub fn searches(&self) -> impl Iterator<Item = Search> + '_ {
        self.candidates.iter().flat_map(|of| {
            let memories = of.found.memories.iter().zip(0..);
            let overlapping = memories.filter(|(m, _)| m.kind == MemoryKind::Overlapping);
            overlapping.map(|(memory, number)| (of.pair, number, *memory))
        })
    }

    /// Starts a step.
    pub fn begin(&mut self) {
        for candidate in &mut self.candidates[self.active.clone()] {
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
        let time = Some(self.time);
        // The search at the end of a step is that at the start of the next one.
        if self.place_bodies(corpora) || self.looked != time {
            self.looked = time;
            self.search(corpora);
        }
        for touched in &self.touched {
            let candidate = &mut self.candidates[touched.candidate];
            candidate.seen |= stage != Stage::Look;
            candidate.seen_first |= stage == Stage::First;
        }
    }

    /// Finds where candidates touch, with their bodies at their places.
    fn search(&mut self, corpora: &[Corpus]) {
        self.touched.clear();
        for number in self.active.clone() {
            let candidate = &mut self.candidates[number];
            let placed = candidate.bodies.map(|i| &self.bodies[i]);
            let Found {
                poses: searched,
                points,
                memories,
                motions,
                relative,
            } = &mut candidate.found;
            if placed[0].apart(placed[1]) > 0.0 {
                points.clear();
                *searched = None;
                continue;
            }
            let poses = placed.map(|body| body.pose);
            if searched.as_ref() != Some(&poses) {
                let [one, two] = candidate
                    .spots
                    .map(|spot| &corpora[spot.corpus].shapes.solids[spot.figure].parts);
                let [at_a, at_b] = &poses;
                points.clear();
                one.each_pair(at_a, two, at_b, 0.0, |i, j| {
                    let solids = [&one.all()[i], &two.all()[j]];
                    let memory = &mut memories[i * two.all().len() + j];
                    let (one, two) = ((solids[0], at_a), (solids[1], at_b));
                    self.overlap
                        .find(one, two, memory, |contact| points.push(contact));
                });
                *relative = Some(Relative::of(&poses[0], &poses[1]));
                *searched = Some(poses);
            }
            *motions = placed.map(|body| body.motion);
            let lowered = candidate.parting.map_or(0.0, |parting| {
                parting.depth * parting.rising.at(self.time).left
            });
            let touched = points.iter().map(|contact| PairPoint {
                candidate: number,
                contact: ContactPoint {
                    depth: contact.depth - lowered,
                    ..*contact
                },
            });
            self.touched
                .extend(touched.filter(|of| of.contact.depth > 0.0));
        }
    }

    /// Returns the overlap that is deepest as a part of the thinner body, as last searched: its pair, its depth and that thickness (m).
    pub fn deepest(&self) -> Option<(Colliding, [f64; 2])> {
        let depths = self.touched.iter().map(|touched| {
            let of = &self.candidates[touched.candidate];
            (of.pair, [touched.contact.depth, of.thickness])
        });
        let part = |[depth, thickness]: [f64; 2]| depth / thickness;
        depths.max_by(|(_, a), (_, b)| part(*a).total_cmp(&part(*b)))
    }

    /// Returns the pair of a contact point.
    pub fn pair(&self, touched: &PairPoint) -> Colliding {
        self.candidates[touched.candidate].pair
    }

    /// Returns the contact points of the candidates, as last searched.
    pub fn touched(&self) -> &[PairPoint] {
        &self.touched
    }

    /// Returns the number of contact points of all islands, as last searched.
    pub fn points(&self) -> usize {
        self.candidates.iter().map(|of| of.found.points.len()).sum()
    }

    /// Returns the longest step (s) over which no candidate moves through another, at the states in the workspaces.
    pub fn longest_step(&mut self, corpora: &[Corpus]) -> f64 {
        self.place_bodies(corpora);
        let mut longest = f64::INFINITY;
        for candidate in &self.candidates[self.active.clone()] {
            let [a, b] = candidate.bodies.map(|i| &self.bodies[i]);
            let speed = (a.motion.velocity - b.motion.velocity).norm() + a.turning + b.turning;
            let mut way = PART_OF_THICKNESS * candidate.thickness;
            if way >= longest * speed {
                continue;
            }
            let parts =
                |body: &Placed| &corpora[body.spot.corpus].shapes.solids[body.spot.figure].parts;
            way += parts(a).apart(&a.pose, parts(b), &b.pose).max(0.0);
            longest = longest.min(way / speed);
        }
        longest
    }
}

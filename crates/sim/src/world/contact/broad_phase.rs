//! Broad phase: the pairs of bodies that may touch within an advance, by their bounding boxes and the largest possible motion.
//!
//! The box of a body is extended by the way that it may move at its own speed; and by the way that a faster one may push it, if a chain
//! of such pairs leads to it. So a bullet does not extend the boxes of a wall far away.

use super::hash_grid::HashGrid;
use super::pairs::{BodyOf, Colliding, is_linked};
use super::rules::CollisionRules;
use crate::world::corpus::Corpus;
use corpus_dynamics::Root;
use nalgebra::Vector3;

/// Largest factor by which a body's speed may grow within an advance.
const FASTER: f64 = 2.0;

/// Part of its radius by which a box is extended at least.
const MARGIN: f64 = 0.1;

/// Whether a body of a corpus can be moved by a force.
pub(in crate::world) fn can_move(corpus: &Corpus, body: usize) -> bool {
    corpus.integrated && !(body == 0 && corpus.model.root() == Root::Fixed)
}

/// Whether a force changes the motion of a body of a corpus: that of a driven root is given.
pub(in crate::world) fn yields(corpus: &Corpus, body: usize) -> bool {
    can_move(corpus, body) && !(body == 0 && matches!(corpus.model.root(), Root::Driven(_)))
}

/// A body with a collision shape.
#[derive(Clone, Copy, Debug)]
struct Mover {
    of: BodyOf,
    moves: bool,
    /// Its bounding box now (m, world), and how far it is extended on all sides.
    low: Vector3<f64>,
    high: Vector3<f64>,
    extended: f64,
    /// Least extension.
    margin: f64,
    /// Largest speed of any of its points (m/s).
    speed: f64,
    /// Another body of its group of candidates, or itself if it is the first (union-find).
    group: u32,
}

impl Mover {
    /// Returns the distance that it may move (m) in a group whose fastest body has that speed.
    fn way(&self, fastest: f64, (span, gravity): (f64, &Vector3<f64>)) -> f64 {
        match self.moves {
            true => span * (FASTER * fastest + gravity.norm() * span),
            false => 0.0,
        }
    }

    fn box_of(&self) -> [Vector3<f64>; 2] {
        [
            self.low.add_scalar(-self.extended),
            self.high.add_scalar(self.extended),
        ]
    }
}

/// Search for candidates, with its scratch memory.
#[derive(Clone, Debug, Default)]
pub(in crate::world) struct BroadPhase {
    movers: Vec<Mover>,
    boxes: Vec<[Vector3<f64>; 2]>,
    grid: HashGrid,
    fastest: Vec<f64>,
    found: Vec<Colliding>,
}

impl BroadPhase {
    /// Finds the pairs that may touch within `span` seconds, in order; the states of all corpora are in their workspaces.
    pub fn find(
        &mut self,
        corpora: &[Corpus],
        rules: &CollisionRules,
        within: (f64, &Vector3<f64>),
    ) -> &[Colliding] {
        self.found.clear();
        if rules.is_empty() {
            return &self.found;
        }
        self.gather(corpora);
        for mover in &mut self.movers {
            mover.extended = mover.way(mover.speed, within).max(mover.margin);
        }
        loop {
            self.boxes.clear();
            self.boxes.extend(self.movers.iter().map(Mover::box_of));
            self.grid.find(&self.boxes);
            self.found.clear();
            // Joints pass a push on to all bodies of a figure.
            let mut first = (usize::MAX, 0);
            for (mover, number) in self.movers.iter_mut().zip(0..) {
                if mover.of.corpus != first.0 {
                    first = (mover.of.corpus, number);
                }
                mover.group = first.1;
            }
            for i in 0..self.grid.pairs().len() {
                let [a, b] = self.grid.pairs()[i].map(|i| i as usize);
                let (one, two) = (self.movers[a], self.movers[b]);
                let pair = match two.of < one.of {
                    true => [two.of, one.of],
                    false => [one.of, two.of],
                };
                let linked = |pair: &Colliding| is_linked(corpora, pair);
                if (one.moves || two.moves) && rules.collide(&pair, linked) {
                    self.found.push(pair);
                    if one.moves && two.moves {
                        self.join(a, b);
                    }
                }
            }
            if !self.extend(within) {
                break;
            }
        }
        self.found.sort_unstable();
        &self.found
    }

    fn gather(&mut self, corpora: &[Corpus]) {
        self.movers.clear();
        for (number, corpus) in corpora.iter().enumerate() {
            let ws = &corpus.step.workspace;
            for (figure, solids) in corpus.shapes.solids.iter().enumerate() {
                let Some(body) = corpus
                    .number_of(figure)
                    .filter(|_| !solids.parts.all().is_empty())
                else {
                    continue;
                };
                let axes = ws.world_rotation(body) * corpus.model.turn(body);
                let [centre, half] = solids.parts.bounds();
                let middle = ws.world_position(body) + axes * centre;
                let half = axes.abs() * half;
                let moves = can_move(corpus, body);
                let turning = ws.angular_velocity(body).norm() * solids.radius;
                self.movers.push(Mover {
                    of: BodyOf {
                        corpus: number,
                        body: figure,
                    },
                    moves,
                    low: middle - half,
                    high: middle + half,
                    extended: 0.0,
                    margin: MARGIN * solids.radius,
                    speed: match moves {
                        true => ws.linear_velocity(body).norm() + turning,
                        false => 0.0,
                    },
                    group: 0,
                });
            }
        }
    }

    /// Extends the boxes of bodies that a faster one of their group may push further. Returns whether there are any.
    fn extend(&mut self, within: (f64, &Vector3<f64>)) -> bool {
        self.fastest.clear();
        self.fastest.resize(self.movers.len(), 0.0);
        for i in 0..self.movers.len() {
            let root = self.root(i);
            self.fastest[root] = self.fastest[root].max(self.movers[i].speed);
        }
        let mut any = false;
        for i in 0..self.movers.len() {
            let root = self.root(i);
            let fastest = self.fastest[root];
            let mover = &mut self.movers[i];
            let way = mover.way(fastest, within);
            if way > mover.extended {
                mover.extended = way;
                any = true;
            }
        }
        any
    }

    /// Returns the first body of a group; the way to it gets shorter.
    fn root(&mut self, mut of: usize) -> usize {
        while self.movers[of].group as usize != of {
            let before = self.movers[of].group as usize;
            self.movers[of].group = self.movers[before].group;
            of = before;
        }
        of
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        let (first, other) = (a.min(b), a.max(b));
        self.movers[other].group = first as u32;
    }
}

//! The collisions of a world: which bodies collide, where they touch now, and what they have done.

use super::broad_phase::{BroadPhase, can_move};
use super::faults::CollisionFaults;
use super::manifold::Manifolds;
use super::pair_friction::PairFriction;
use super::pairs::{BodyOf, Colliding, ContactMethod, TouchForce, in_order, is_linked};
use super::rules::CollisionRules;
use crate::world::World;
use crate::world::corpus::Corpus;
use crate::world::step_events::Stage;
use nalgebra::Vector3;
use std::sync::Arc;

impl World {
    /// Changes which bodies collide.
    pub fn change_collisions(&mut self, change: impl FnOnce(&mut CollisionRules, &[Corpus])) {
        change(Arc::make_mut(&mut self.interactions.rules), &self.corpora);
        self.interactions.islands.forget_pairs();
        let (rules, corpora) = (&self.interactions.rules, &self.corpora);
        let grips = &mut self.interactions.grips;
        grips.retain(|(pair, _)| rules.collide(pair, |pair| is_linked(corpora, pair)));
        self.begin_collisions();
        self.state_changed();
    }

    /// Lets bodies part slowly that are deep in each other: where collisions begin, they are as if they were placed there.
    fn begin_collisions(&mut self) {
        for corpus in &mut self.corpora {
            corpus.contact.placed_among = true;
        }
    }

    /// Enables or disables all collisions.
    pub fn set_colliding(&mut self, on: bool) {
        self.interactions.collision.on = on;
        self.begin_collisions();
    }

    /// Sets how bodies act on each other.
    pub fn set_contact(&mut self, method: ContactMethod) {
        self.interactions.collision.method = method;
        self.forget_rigid_contacts();
        self.begin_collisions();
    }

    /// Forgets the forces of rigid contact in the last step.
    pub(in crate::world) fn forget_rigid_contacts(&mut self) {
        for corpus in &mut self.corpora {
            corpus.contact.forget_rigid();
        }
    }

    /// Returns which bodies collide.
    #[must_use]
    pub fn collision_rules(&self) -> &CollisionRules {
        &self.interactions.rules
    }

    /// Returns the number of pairs of bodies that may collide.
    #[must_use]
    pub fn colliding_pairs(&self) -> usize {
        let bodies = self.interactions.rules.bodies();
        let collide = |pair: &Colliding| self.may_collide(pair);
        let all = bodies.iter().enumerate();
        let counts = all.map(|(i, &a)| {
            bodies[i + 1..]
                .iter()
                .filter(|b| collide(&[a, **b]))
                .count()
        });
        counts.sum()
    }

    /// Whether two bodies, in order, may collide.
    fn may_collide(&self, pair: &Colliding) -> bool {
        let moves = |of: &BodyOf| {
            let corpus = self.corpora.get(of.corpus);
            corpus.is_some_and(|c| c.number_of(of.body).is_some_and(|body| can_move(c, body)))
        };
        let is_linked = |pair: &Colliding| is_linked(&self.corpora, pair);
        pair.iter().any(moves) && self.interactions.rules.collide(pair, is_linked)
    }

    /// Returns the friction state of two bodies, if they touch.
    #[must_use]
    pub fn grip_of(&self, pair: Colliding) -> Option<PairFriction> {
        let grips = &self.interactions.grips;
        let place = grips.binary_search_by_key(&in_order(pair), |(pair, _)| *pair);
        place.ok().and_then(|i| grips.get(i)).map(|grip| grip.1)
    }
}

impl World {
    /// Returns the points at which bodies of all corpora touch, by the law of the springs, at the states last
    /// [observed](World::observe); if collision is by impulses, the forces are zero. Empty if collision is switched off.
    #[must_use]
    pub fn touches(&self) -> &[TouchForce] {
        let touches = &self.interactions.touches;
        touches.get_or_init(|| self.find_touches())
    }

    fn find_touches(&self) -> Vec<TouchForce> {
        if !self.interactions.collision.on || self.interactions.rules.is_empty() {
            return vec![];
        }
        if self.interactions.collision.method == ContactMethod::Rigid {
            return self.rigid_touches();
        }
        let by_impulses = self.interactions.collision.method == ContactMethod::Impulses;
        let mut touching = self.manifolds_now();
        touching.look(&self.corpora, Stage::Look);
        let law = self.interactions.collision.law.as_ground(&self.ground);
        let of = touching.touched().iter().map(|touched| {
            let contact = touching.contact(touched, &law, 0.0);
            TouchForce {
                bodies: contact.spots.map(|spot| (spot.corpus, spot.body)),
                point: contact.point,
                depth: touched.contact.depth,
                normal: touched.contact.normal,
                force: match by_impulses {
                    true => Vector3::zeros(),
                    false => contact.force.force,
                },
            }
        });
        of.collect()
    }

    /// Returns the points of rigid contact between bodies in the last step.
    fn rigid_touches(&self) -> Vec<TouchForce> {
        let mut all = vec![];
        for (number, corpus) in self.corpora.iter().enumerate() {
            for touch in &corpus.contact.rigid {
                let Some(other) = touch.other else { continue };
                let workspace = &corpus.step.workspace;
                let axes = workspace.world_rotation(touch.body);
                all.push(TouchForce {
                    bodies: [(number, touch.body), other],
                    point: workspace.world_position(touch.body) + axes * touch.place,
                    depth: touch.depth,
                    normal: touch.normal,
                    force: touch.force,
                });
            }
        }
        // Those that touch bear a force, the others are only near; what was placed since has left.
        let placed = |of: (usize, usize)| self.corpora[of.0].contact.placed_among;
        all.retain(|touch| {
            touch.force != Vector3::zeros() && !touch.bodies.into_iter().any(placed)
        });
        all
    }

    /// Returns the pairs that may touch at the states in the workspaces, all in one island.
    pub(super) fn manifolds_now(&self) -> Manifolds {
        let mut near = BroadPhase::default();
        let rules = &self.interactions.rules;
        let found = near.find(&self.corpora, rules, (0.0, &self.gravity.vector()));
        let found: Vec<(usize, Colliding)> = found.iter().map(|pair| (0, *pair)).collect();
        let mut manifolds = Manifolds::default();
        let known = (&*self.interactions.grips, &*self.interactions.searches);
        let scale = self.ground.scale;
        let member = |corpus: usize| self.corpora[corpus].integrated.then_some(corpus);
        manifolds.gather(&found, &self.corpora, member, known, scale);
        manifolds.part(&self.interactions.partings);
        manifolds.set_time(self.time);
        manifolds.activate(0);
        manifolds
    }
}

impl World {
    /// Returns the worst collisions since the last call.
    pub fn take_collision_faults(&mut self) -> CollisionFaults {
        std::mem::take(&mut self.interactions.islands.faults)
    }

    /// Returns the names of two bodies: `figure.body` where there are several figures.
    #[must_use]
    pub fn names_of(&self, pair: &Colliding) -> [String; 2] {
        let name = |of: &BodyOf| {
            let corpus = self.corpora.get(of.corpus)?;
            let name = corpus.names.get(corpus.number_of(of.body)?)?;
            Some(match self.corpora.len() {
                1 => name.clone(),
                _ => format!("{}.{name}", corpus.name),
            })
        };
        pair.each_ref().map(|of| name(of).unwrap_or_default())
    }

    /// Returns the energy (J) that collisions have added to all figures.
    #[must_use]
    pub fn work_of_collisions(&self) -> f64 {
        let moving = self.corpora.iter().filter(|corpus| corpus.integrated);
        let works = moving.map(|corpus| corpus.account().works.collisions);
        works.sum()
    }

    /// Returns [`World::work_of_collisions`], and the energy stored now in the springs
    /// between bodies that overlap; infinite while bodies that started deep in each other part.
    #[must_use]
    pub fn energy_of_collisions(&mut self) -> [f64; 2] {
        let added = self.work_of_collisions();
        let collision = &self.interactions.collision;
        if !collision.on
            || collision.method != ContactMethod::Springs
            || self.interactions.rules.is_empty()
        {
            return [added, 0.0];
        }
        // Surfaces that part lift what rests on them.
        if !self.interactions.partings.is_empty() {
            return [added, f64::INFINITY];
        }
        self.corpora.iter_mut().for_each(Corpus::place);
        let mut touching = self.manifolds_now();
        touching.look(&self.corpora, Stage::Look);
        let law = collision.law.as_ground(&self.ground);
        [added, touching.stored(&law)]
    }
}

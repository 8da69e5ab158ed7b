//! Readings of sensors on bodies and in joints: accelerations, touch, and the forces that joints transmit, and that hold the root.

use super::World;
use super::attachment::End;
use super::corpus::{Corpus, Readings};
use super::forces::{Surroundings, accelerate, solve};
use super::interactions::{BondForce, BondPush};
use corpus_dynamics::{Felt, Root, Workspace, felt, inverse_dynamics};
use nalgebra::Vector3;

/// Force that holds or drives the root (N), and its torque about the origin of its frame (N m), in world axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RootForce {
    /// Force (N).
    pub force: Vector3<f64>,
    /// Torque (N m).
    pub torque: Vector3<f64>,
}

impl World {
    /// Returns accelerations and joint forces of a body, by the explicit articulated-body method at the state and the clock of
    /// the last [`World::observe`]; NaN if the figure cannot be solved. Impulses of collisions are not included.
    #[must_use]
    pub fn felt<'c>(&self, corpus: &'c Corpus, body: usize) -> Option<&'c Felt> {
        self.readings(corpus).bodies.get(body)
    }

    /// Returns the acceleration of the joint of a body other than the root (rad/s2 or m/s2), as [`World::felt`].
    #[must_use]
    pub fn joint_acceleration(&self, corpus: &Corpus, body: usize) -> f64 {
        let accelerations = &self.readings(corpus).accelerations;
        accelerations.get(5 + body).copied().unwrap_or(f64::NAN)
    }

    /// Returns the accelerations of a corpus: the root's angular and linear acceleration in its own axes (rad/s2, m/s2), then
    /// those of its joints (rad/s2 or m/s2), as [`World::felt`]. Empty if there is no such corpus.
    #[must_use]
    pub fn accelerations(&self, corpus: usize) -> Vec<f64> {
        let corpus = self.corpora.get(corpus);
        corpus.map_or_else(Vec::new, |corpus| {
            self.accelerated(corpus).step.acceleration
        })
    }

    /// Returns the force (N) with which the ground and other bodies press on a body, along the normals of its contacts, at the last
    /// [`World::observe`]; never negative.
    #[must_use]
    pub fn pressing(&self, corpus: &Corpus, body: usize) -> f64 {
        let ground = corpus
            .observed()
            .bodies
            .get(body)
            .map_or(0.0, |seen| seen.load.max(0.0));
        let bonds = self.bonds(corpus).iter();
        let others = bonds
            .filter(|bond| bond.body == body)
            .map(|bond| bond.pressing);
        ground + others.sum::<f64>()
    }

    /// Returns the bodies that touch a body, by their corpora and the models' numbers, each as often as it touches, at the last
    /// [`World::observe`]; by rigid contact also those that have begun to touch it since [`World::forget_meetings`], as in a bounce.
    pub fn touching(
        &self,
        corpus: &Corpus,
        body: usize,
    ) -> impl Iterator<Item = (usize, usize)> + use<'_> {
        let bonds = self.bonds(corpus).iter();
        let now = bonds
            .filter(move |bond| bond.body == body)
            .filter_map(|bond| bond.other);
        let own = (self.corpora.element_offset(corpus)).map(|corpus| (corpus, body));
        let corpora = self.corpora.iter().enumerate();
        let met = corpora.flat_map(|(i, of)| of.contact.newly_met().map(move |met| (i, met)));
        let pairs = met.filter_map(|(i, (body, other))| Some(((i, body), other?)));
        let before = pairs.filter_map(move |(one, two)| match own {
            own if own == Some(one) => Some(two),
            own if own == Some(two) => Some(one),
            _ => None,
        });
        now.chain(before)
    }

    /// Returns the force (N, world) of the bodies that touch a body, at the last [`World::observe`].
    #[must_use]
    pub fn push_of_bodies(&self, corpus: &Corpus, body: usize) -> Vector3<f64> {
        let bonds = self.bonds(corpus).iter();
        let touching = bonds.filter(|bond| bond.body == body && bond.other.is_some());
        let force = |bond: &BondForce| match bond.push {
            BondPush::At(_, force) => force,
            BondPush::Joint(_) => Vector3::zeros(),
        };
        touching.map(force).sum()
    }

    /// Returns the forces of attachments and touching bodies on a corpus, at the last [`World::observe`].
    fn bonds(&self, corpus: &Corpus) -> &[BondForce] {
        let all = &self.interactions.bond_forces;
        let all = all.get_or_init(|| self.find_bond_forces());
        let Some(own) = self.corpora.element_offset(corpus) else {
            return &[];
        };
        let start = all.partition_point(|bond| bond.corpus < own);
        let end = all.partition_point(|bond| bond.corpus <= own);
        all.get(start..end).unwrap_or_default()
    }

    /// Returns the forces of attachments and touching bodies, corpus by corpus.
    fn find_bond_forces(&self) -> Vec<BondForce> {
        let mut bonds = vec![];
        let attachments = self.attachments().iter().enumerate();
        for (i, attachment) in attachments.filter(|(_, a)| a.holds()) {
            let Some(points) = self.joined_points(i) else {
                continue;
            };
            let ramp = self.ground.restitution_speed;
            attachment.law.each_force(&points, ramp, |offsets, force| {
                let places = points.iter().zip(offsets);
                let ends = attachment.ends.iter().zip(places).zip([1.0, -1.0]);
                for ((end, (point, offset)), sign) in ends {
                    let push = match *end {
                        // The motion of a joint is along x.
                        End::Joint { factor, .. } => BondPush::Joint(sign * factor * force.x),
                        _ => BondPush::At(point.at + offset, force * sign),
                    };
                    let Some((of, body)) = end.holder() else {
                        continue;
                    };
                    let corpus = self.corpora.get(of);
                    if let Some(body) = corpus.and_then(|corpus| corpus.number_of(body)) {
                        bonds.push(BondForce {
                            corpus: of,
                            body,
                            other: None,
                            push,
                            pressing: 0.0,
                        });
                    }
                }
            });
        }
        for touch in self.touches() {
            let [one, two] = touch.bodies;
            for ((of, body), other, sign) in [(one, two, 1.0), (two, one, -1.0)] {
                bonds.push(BondForce {
                    corpus: of,
                    body,
                    other: Some(other),
                    push: BondPush::At(touch.point, touch.force * sign),
                    pressing: touch.force.dot(&touch.normal).max(0.0),
                });
            }
        }
        // Stable: sums add in the order of the contacts.
        bonds.sort_by_key(|bond| bond.corpus);
        bonds
    }

    /// Returns a copy of a corpus with its accelerations at the current state and clock, by the explicit articulated-body
    /// method. The copy has no state.
    pub(super) fn accelerated(&self, corpus: &Corpus) -> Corpus {
        let bonds = self.bonds(corpus);
        let mut corpus = corpus.clone();
        // The script may have changed the ground.
        corpus.contact.ground_contacts.forget();
        let y = std::mem::take(&mut corpus.y);
        let around = Surroundings {
            ground: self.ground_on.then_some(&self.ground),
            gravity: self.gravity.vector(),
            span: [self.time; 2],
            by_rates: false,
            is_auto: false,
        };
        accelerate(&mut corpus, around, self.time, &y);
        if bonds.is_empty() && corpus.contact.stops.is_empty() {
            return corpus;
        }
        let workspace = &mut corpus.step.workspace;
        for bond in bonds {
            match bond.push {
                BondPush::At(point, force) => {
                    let axes = workspace.world_rotation(bond.body);
                    let arm = point - workspace.world_position(bond.body);
                    let (point, force) = (axes.tr_mul(&arm), axes.tr_mul(&force));
                    workspace.apply_force(bond.body, point, force);
                }
                BondPush::Joint(force) => push_joint(workspace, bond.body, force),
            }
        }
        for (body, force) in &corpus.contact.stops {
            push_joint(workspace, *body, *force);
        }
        solve(&mut corpus, around.gravity);
        corpus
    }

    /// Returns the force that holds or drives the root of a corpus now (McKenna 1990, equation 45), by the explicit
    /// articulated-body method; zero for a free root.
    #[must_use]
    pub fn root_force(&self, corpus: &Corpus) -> RootForce {
        if corpus.model.root() == Root::Free {
            let zero = Vector3::zeros();
            return RootForce {
                force: zero,
                torque: zero,
            };
        }
        let corpus = self.accelerated(corpus);
        let rotation = corpus.step.workspace.world_rotation(0);
        let [moment, force] = corpus.step.workspace.root_force();
        RootForce {
            force: rotation * force,
            torque: rotation * moment,
        }
    }

    fn readings<'c>(&self, corpus: &'c Corpus) -> &'c Readings {
        let readings = &corpus.measured.feeling.0;
        readings.get_or_init(|| self.feel(corpus))
    }

    fn feel(&self, corpus: &Corpus) -> Readings {
        let mut corpus = self.accelerated(corpus);
        let mut forces = vec![0.0; corpus.step.acceleration.len()];
        inverse_dynamics(
            &corpus.model,
            &mut corpus.step.workspace,
            self.gravity.vector(),
            &corpus.step.acceleration,
            &mut forces,
        );
        let bodies = 0..corpus.model.bodies();
        Readings {
            bodies: bodies
                .map(|body| felt(&corpus.step.workspace, body))
                .collect(),
            accelerations: corpus.step.acceleration,
        }
    }
}

/// Adds a force (N m, or N of a slide) to the joint of a body.
fn push_joint(workspace: &mut Workspace, body: usize, force: f64) {
    let joint = body.checked_sub(1);
    if let Some(tau) = joint.and_then(|joint| workspace.tau.get_mut(joint)) {
        *tau += force;
    }
}

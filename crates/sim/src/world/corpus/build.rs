//! Building a corpus from the model and the shapes of a figure.

use super::joint_laws::Bounds;
use super::measurements::Measurements;
use super::moved_inertias::moved_inertias;
use super::step_memory::{GoodState, StepMemory};
use super::{Corpus, Imposed, JointLaws, Numbering};
use crate::control::JointParameters;
use crate::figure::Built;
use crate::geometry::ContactFeature;
use crate::world::contact::{ContactShapes, ContactState};
use corpus_dynamics::Workspace;

impl Corpus {
    /// Builds a corpus at rest, its root's frame at `position` (m) with axes `orientation`, all joints at zero.
    ///
    /// `contacts` has the contact shape of each body, in its own frame (m), by the model's numbers.
    #[must_use]
    pub fn new(
        name: String,
        names: Vec<String>,
        built: Built,
        contacts: &[Vec<ContactFeature>],
    ) -> Self {
        let Built {
            model,
            order,
            bodies: figure_bodies,
        } = built;
        let bodies = model.bodies();
        let mut corpus = Corpus {
            name,
            names,
            numbering: Numbering::new(order, figure_bodies),
            y: model.layout().rest(),
            integrated: true,
            scenery: false,
            joints: vec![JointParameters::default(); bodies],
            laws: JointLaws::new(bodies),
            shapes: ContactShapes::new(bodies),
            contact: ContactState::new(bodies),
            imposed: Imposed::default(),
            step: StepMemory::new(&model),
            good: GoodState::default(),
            measured: Measurements::default(),
            model,
        };
        corpus.set_contacts(contacts);
        corpus.weigh();
        corpus.observe(None);
        corpus
    }

    /// Replaces the model by another one of the same bodies, as after a change of a joint axis.
    pub fn replace_model(&mut self, built: Built, contacts: &[Vec<ContactFeature>]) {
        if self.numbering.order != built.order {
            // Bodies may have other numbers in the new model.
            self.imposed.pull = None;
            self.imposed.pushes.clear();
        }
        self.model = built.model;
        self.numbering = Numbering::new(built.order, built.bodies);
        self.step.workspace = Workspace::new(&self.model);
        self.set_contacts(contacts);
        self.weigh();
    }

    fn weigh(&mut self) {
        self.laws.moved_inertias = moved_inertias(&self.model);
        self.laws.bounds = Bounds::default();
        for body in 0..self.model.bodies() {
            self.laws.distal_masses[body] = self.model.inertia(body).mass;
        }
        for body in (1..self.model.bodies()).rev() {
            if let Some(parent) = self.model.parent(body) {
                self.laws.distal_masses[parent] += self.laws.distal_masses[body];
            }
        }
        for body in 0..self.model.bodies() {
            self.joint_changed(body);
        }
        self.step.scales = self.measure_scales();
    }
}

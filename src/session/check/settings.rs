//! Settings of figures that decide which commands are valid later, before and after lines that may not run.

use crate::control::Servo;
use crate::dynamics::Root;
use crate::world::{Corpus, World};

/// Such settings of the figures of a world.
pub(super) struct Settings(Vec<OfFigure>);

struct OfFigure {
    integrated: bool,
    root: Root,
    /// The servo of each joint.
    servos: Vec<Option<Servo>>,
}

impl Settings {
    pub fn of(world: &World) -> Self {
        let figures = world.corpora.iter().map(|corpus| OfFigure {
            integrated: corpus.integrated,
            root: corpus.model.root(),
            servos: corpus.joints.iter().map(|j| j.actuator.servo).collect(),
        });
        Settings(figures.collect())
    }

    /// Gives the figures, of each setting from before and after lines that may not run, the one that allows more: commands that are valid in
    /// only one of both cases are not mistakes.
    pub fn or(self, world: &mut World) {
        for (before, corpus) in self.0.into_iter().zip(&mut world.corpora) {
            before.or(corpus);
        }
    }
}

impl OfFigure {
    fn or(self, corpus: &mut Corpus) {
        corpus.integrated |= self.integrated;
        let freer = |root: Root| match root {
            Root::Fixed => 0,
            Root::Free => 2,
            _ => 1,
        };
        if freer(self.root) > freer(corpus.model.root()) {
            corpus.set_root_kind(self.root);
        }
        for (servo, joint) in self.servos.into_iter().zip(&mut corpus.joints) {
            joint.actuator.servo = joint.actuator.servo.or(servo);
        }
    }
}

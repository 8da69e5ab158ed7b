//! Cylinders that roll on bodies: their collision shape is a prism.

use super::pairs::BodyOf;
use super::shapes::Round;
use crate::geometry::ContactFeature;
use crate::world::World;
use nalgebra::Vector3;

/// Largest cosine of the angle between the axis of a cylinder and the normal of a contact on its side.
const ON_SIDE: f64 = 0.2;

/// Smallest speed of the rim of a cylinder that rolls, as a part of that of a fall by its radius.
const ROLLS: f64 = 0.01;

impl World {
    /// Observes the world, and returns a body with a circular rim that turns about the axis of the rim while its side touches
    /// another body, and that other body: each as number of the corpus and number in its model.
    pub fn rolling_on_a_body(&mut self) -> Option<[(usize, usize); 2]> {
        let has_rim = |of: &BodyOf| {
            let corpus = self.corpora.get(of.corpus)?;
            let contacts = corpus.shapes.contacts.get(corpus.number_of(of.body)?)?;
            let rounds = corpus.shapes.rounds.get(contacts.rounds.clone())?;
            let is_rim = |round: &Round| matches!(round.feature, ContactFeature::Rim { .. });
            rounds.iter().any(is_rim).then_some(())
        };
        let pairs = &self.interactions.colliding;
        if !pairs.iter().flatten().any(|of| has_rim(of).is_some()) {
            return None;
        }
        self.observe();
        self.touch_forces(None).iter().find_map(|touch| {
            let [one, two] = touch.bodies;
            let relative = self.turning(one)? - self.turning(two)?;
            let rolls = |of: (usize, usize)| self.rolls(of, &touch.normal, &relative);
            match (rolls(one), rolls(two)) {
                (true, _) => Some([one, two]),
                (_, true) => Some([two, one]),
                _ => None,
            }
        })
    }

    fn turning(&self, (corpus, body): (usize, usize)) -> Option<Vector3<f64>> {
        let corpus = self.corpora.get(corpus)?;
        Some(corpus.observed().bodies.get(body)?.angular_velocity)
    }

    fn rolls(
        &self,
        (corpus, body): (usize, usize),
        normal: &Vector3<f64>,
        turning: &Vector3<f64>,
    ) -> bool {
        let Some(corpus) = self.corpora.get(corpus) else {
            return false;
        };
        let Some(contacts) = corpus.shapes.contacts.get(body) else {
            return false;
        };
        let axes = corpus.step.workspace.world_rotation(body);
        corpus.shapes.rounds[contacts.rounds.clone()]
            .iter()
            .any(|round| {
                let ContactFeature::Rim { u, v, .. } = round.feature else {
                    return false;
                };
                let axis = axes * u.cross(&v).normalize();
                let speed = turning.dot(&axis).abs() * u.norm();
                axis.dot(normal).abs() < ON_SIDE && speed > ROLLS * (9.81 * u.norm()).sqrt()
            })
    }
}

//! The numbers of bodies: in the model, and in the figure that a script builds.

use std::collections::BTreeMap;

/// The numbers of bodies: in the model, and in the figure that a script builds.
#[derive(Clone, Debug)]
pub struct Numbering {
    /// For each body of the model its number in the figure; higher numbers are further degrees of freedom of a joint.
    pub order: Vec<usize>,
    /// Number of bodies of the figure; higher numbers in `order` are further degrees of freedom.
    pub(in crate::world) figure_bodies: usize,
    /// Inverse of `order`: the number in the model of each body of the figure.
    bodies: Vec<Option<usize>>,
    /// The same for the further degrees of freedom.
    further: BTreeMap<usize, usize>,
}

impl Numbering {
    /// Creates the numbering of a model's bodies, given their numbers in a figure of `figure_bodies` bodies.
    pub(in crate::world) fn new(order: Vec<usize>, figure_bodies: usize) -> Self {
        let mut bodies = vec![None; figure_bodies];
        let mut further = BTreeMap::new();
        for (number, &of) in order.iter().enumerate() {
            match bodies.get_mut(of) {
                Some(body) => *body = Some(number),
                None => {
                    further.insert(of, number);
                }
            }
        }
        Numbering {
            order,
            figure_bodies,
            bodies,
            further,
        }
    }

    /// Returns the number of bodies of the figure.
    #[must_use]
    pub fn figure_bodies(&self) -> usize {
        self.figure_bodies
    }

    /// Returns the number in the model of a body of the figure, or of a further degree of freedom.
    pub(in crate::world) fn in_model(&self, of: usize) -> Option<usize> {
        match self.bodies.get(of) {
            Some(body) => *body,
            None => self.further.get(&of).copied(),
        }
    }
}

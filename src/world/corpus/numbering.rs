//! The numbers of bodies: in the model, and in the figure that a script builds.

/// The numbers of bodies: in the model, and in the figure that a script builds.
#[derive(Clone, Debug)]
pub struct Numbering {
    /// For each body of the model its number in the figure; higher numbers are further degrees of freedom of a joint.
    pub order: Vec<usize>,
    /// Number of bodies of the figure; higher numbers in `order` are further degrees of freedom.
    pub(in crate::world) figure_bodies: usize,
    /// Inverse of `order`: the number in the model of each body of the figure.
    numbers: Vec<Option<usize>>,
}

impl Numbering {
    /// Creates the numbering of a model's bodies, given their numbers in a figure of `figure_bodies` bodies.
    pub(in crate::world) fn new(order: Vec<usize>, figure_bodies: usize) -> Self {
        Numbering {
            numbers: numbers(&order),
            order,
            figure_bodies,
        }
    }

    /// Returns the number in the model of a body of the figure.
    pub(in crate::world) fn in_model(&self, figure_body: usize) -> Option<usize> {
        self.numbers.get(figure_body).copied().flatten()
    }
}

/// Inverts an order: returns the index of each number.
fn numbers(order: &[usize]) -> Vec<Option<usize>> {
    let mut numbers = vec![None; order.iter().max().map_or(0, |last| last + 1)];
    for (number, &body) in order.iter().enumerate() {
        numbers[body] = Some(number);
    }
    numbers
}

//! Memory for a step, allocated once.

/// Buffers of one state's length each.
#[derive(Clone, Debug, Default)]
pub(super) struct Work {
    /// Stage derivatives. `k[0]` is the one at the start of the step and survives a refusal.
    pub k: [Vec<f64>; 6],
    /// Where a stage's state is put together.
    pub stage: Vec<f64>,
    /// The result of the step under way, until it is accepted.
    pub candidate: Vec<f64>,
    /// A second result to compare the first with.
    pub coarse: Vec<f64>,
}

impl Work {
    /// Gives every buffer `dimension` components; allocates only when that is more than there ever were.
    pub fn resize(&mut self, dimension: usize) {
        for buffer in &mut self.k {
            buffer.resize(dimension, 0.0);
        }
        self.stage.resize(dimension, 0.0);
        self.candidate.resize(dimension, 0.0);
        self.coarse.resize(dimension, 0.0);
    }
}

/// An error estimate: the largest local error and where it is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Estimate {
    /// Largest absolute error of a component; not a number as soon as one component's error is not.
    pub error: f64,
    /// The component that has it.
    pub component: usize,
}

impl Estimate {
    /// The largest of `errors`, in absolute value.
    pub fn largest(errors: impl Iterator<Item = f64>) -> Self {
        let mut estimate = Estimate::default();
        for (component, error) in errors.enumerate() {
            let error = error.abs();
            if error > estimate.error {
                estimate = Estimate { error, component };
            } else if error.is_nan() {
                return Estimate { error, component };
            }
        }
        estimate
    }
}

/// The first component that is not finite.
pub(super) fn first_not_finite(y: &[f64]) -> Option<usize> {
    y.iter().position(|component| !component.is_finite())
}

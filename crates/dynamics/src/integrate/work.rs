//! Memory for a step, allocated once.

/// Step buffers, each of the length of a state.
#[derive(Clone, Debug, Default)]
pub(super) struct Work {
    /// Stage derivatives. `k[0]` is the one at the start of the step and stays valid after a rejection.
    pub k: [Vec<f64>; 6],
    /// State of a stage.
    pub stage: Vec<f64>,
    /// The result of the current step, until it is accepted.
    pub candidate: Vec<f64>,
    /// A second result for comparison.
    pub coarse: Vec<f64>,
}

impl Work {
    /// Gives every buffer `dimension` components; allocates only beyond the largest earlier size.
    pub fn resize(&mut self, dimension: usize) {
        for buffer in &mut self.k {
            buffer.resize(dimension, 0.0);
        }
        self.stage.resize(dimension, 0.0);
        self.candidate.resize(dimension, 0.0);
        self.coarse.resize(dimension, 0.0);
    }
}

/// An error estimate: the largest local error and its component.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Estimate {
    /// Largest absolute error of a component; NaN if one component's error is NaN.
    pub error: f64,
    /// The component that has it.
    pub component: usize,
}

impl Estimate {
    /// Returns the estimate with the largest of `errors`, in absolute value.
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

/// Returns the first component that is not finite.
pub(super) fn first_not_finite(y: &[f64]) -> Option<usize> {
    y.iter().position(|component| !component.is_finite())
}

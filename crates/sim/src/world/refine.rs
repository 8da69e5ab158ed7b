//! Integrates with smaller steps than a script requests, to check the accuracy of its results.

use super::World;
use super::corpus::Corpus;
use corpus_dynamics::integrate::{Method, Settings};

/// Refinement of the integration relative to the settings of a script, which may change them while it runs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Refinement {
    /// The settings of the script.
    #[default]
    AsWritten,
    /// The script's method: fixed steps are divided into `steps` equal parts, tolerances are divided by `tolerance`.
    Finer {
        /// Number of parts of each fixed step.
        steps: u32,
        /// Divisor of tolerances.
        tolerance: f64,
    },
    /// Another method, with a tolerance.
    Other {
        /// The method, which must choose its steps by their error.
        method: Method,
        /// The largest local error of any component.
        tolerance: f64,
    },
}

impl Refinement {
    /// Returns the integration settings for `span` seconds in frames of `frame` seconds, from the script's `settings`.
    #[must_use]
    pub fn of(self, settings: &Settings, frame: f64, span: f64) -> Settings {
        let mut refined = settings.clone();
        match self {
            Refinement::AsWritten => {}
            Refinement::Finer { tolerance, .. } if settings.method.is_adaptive() => {
                refined.tolerance /= tolerance;
                refined.allowed_error /= tolerance;
            }
            Refinement::Finer { steps, .. } => {
                // Each step that the script's own setting would take is divided: the count is rounded up first, so that one run
                // takes exactly `steps` times the steps of the other.
                let count = settings.equal_steps(span, frame) * f64::from(steps.max(1));
                refined.step = Some(span / count);
            }
            Refinement::Other { method, tolerance } => {
                // Never less strict than the script's own tolerance.
                let own = settings.method.is_adaptive();
                let own = own.then(|| settings.tolerance_of_method());
                refined.method = method;
                refined.tolerance = own.map_or(tolerance, |own| tolerance.min(own / 100.0));
                // For the first attempt only.
                refined.step = Some(frame / 16.0);
            }
        }
        refined
    }
}

impl World {
    /// Returns the method by which it is integrated with a refinement.
    #[must_use]
    pub fn method(&self, refinement: Refinement) -> Method {
        refinement.of(&self.settings, self.dt, self.dt).method
    }
}

/// Acceleration of gravity for the scale of energies (m/s2), which is also that of figures without gravity.
const USUAL_GRAVITY: f64 = 9.8;

/// Energy that is rounding, as a part of that which would lift a figure by its own size.
const NO_ENERGY: f64 = 1e-12;

impl Corpus {
    /// Returns the energy (J) below which all that a figure has exchanged is rounding.
    #[must_use]
    pub fn rounding_energy(&self) -> f64 {
        NO_ENERGY * self.model.total_mass() * USUAL_GRAVITY * self.extent()
    }

    /// Returns an upper bound (m) of the distance of any part from the centre of mass, in the current pose: at least that of
    /// any contact point and of the origin of any body.
    #[must_use]
    pub fn extent(&self) -> f64 {
        let centre = self.measured.observed.motion.centre;
        let bodies = self
            .measured
            .observed
            .bodies
            .iter()
            .zip(&self.shapes.contacts);
        let far = bodies
            .map(|(body, contacts)| (body.position - centre).norm() + contacts.radius.max(0.0));
        far.fold(0.0, f64::max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(method: Method, step: Option<f64>) -> Settings {
        Settings {
            method,
            step,
            ..Settings::default()
        }
    }

    #[test]
    fn as_written_changes_nothing() {
        let settings = settings(Method::Implicit, Some(0.3));
        assert_eq!(Refinement::AsWritten.of(&settings, 1.0, 1.0), settings);
    }

    #[test]
    fn finer_cuts_each_step_into_equal_parts() {
        let finer = Refinement::Finer {
            steps: 4,
            tolerance: 10.0,
        };
        // The step does not divide the span: four steps for each step of the script.
        let fixed = finer.of(&settings(Method::Euler, Some(0.3)), 1.0, 1.0);
        assert_eq!(fixed.step, Some(1.0 / 16.0));
        let own = finer.of(&settings(Method::Euler, None), 1.0, 1.0);
        assert_eq!(own.step, Some(1.0 / 16.0));
        let adaptive = finer.of(&settings(Method::Rkf, Some(0.3)), 1.0, 1.0);
        assert_eq!((adaptive.step, adaptive.tolerance), (Some(0.3), 1e-7));
    }
}

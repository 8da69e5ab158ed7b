//! The energy account of a figure in the report of a run.

use crate::record::prefixed;
use crate::world::Corpus;
use nalgebra::Vector3;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Largest energy of a figure at rest, as a part of the energy that would lift it by its own size.
const NOTHING: f64 = 1e-24;

/// Acceleration of gravity for this scale (m/s2), which is also that of figures without gravity.
const USUAL_GRAVITY: f64 = 9.8;

/// Energy account of a figure since it first moved.
#[derive(Clone, Debug, Default, Serialize, Deserialize, PartialEq)]
pub struct EnergyReport {
    /// Kinetic energy at the end.
    pub kinetic_j: f64,
    /// Energy of weight at the end, zero at the origin of the world.
    pub weight_j: f64,
    /// Energy of the springs in joints at the end.
    pub springs_j: f64,
    /// Energy added by motors.
    pub motors_j: f64,
    /// Energy added by the script by setting states, joints and gravity.
    pub set_j: f64,
    /// Energy removed by dampers of joints.
    pub dampers_j: f64,
    /// Energy removed by the ground along its normal, including the energy now in its springs.
    pub ground_j: f64,
    /// Energy removed by the ground along its surface.
    pub friction_j: f64,
    /// Energy added by a `pull`, pushes and attachments.
    #[serde(default)]
    pub outer_j: f64,
    /// Energy added by bodies that it touched.
    #[serde(default)]
    pub collisions_j: f64,
    /// Energy created, or below zero lost, by the integration.
    pub numbers_j: f64,
    /// Uncertainty of that value, from the summation of the works.
    #[serde(default)]
    pub doubt_j: f64,
    /// Energy that moved: the scale of errors.
    pub moved_j: f64,
    /// Energy created or lost by the integration, as a fraction of the energy involved.
    pub numbers_part: f64,
    /// End of the frame with the largest created or lost energy.
    pub worst_s: f64,
    /// Body with the largest power at that time.
    pub worst_body: String,
}

impl EnergyReport {
    /// Reads it off a figure.
    #[must_use]
    pub fn of(corpus: &mut Corpus, time: f64, gravity: Vector3<f64>) -> Self {
        let whole = corpus.energy(time, gravity);
        let weightless = corpus.energy(time, Vector3::zeros());
        let springs = corpus.spring_energy(time);
        let lifted = corpus.model.total_mass() * USUAL_GRAVITY * corpus.extent();
        let account = corpus.account();
        let (numbers, moved) = (account.numbers(), account.moved());
        // Of a figure at rest, all of these are rounding errors, and so would be their quotient.
        let real = |x: f64, dust: f64| if x.abs() <= dust { 0.0 } else { x };
        let least = NOTHING * lifted;
        let rounding = 4.0 * f64::EPSILON * (whole.abs() + weightless.abs());
        let is_rounding = moved <= corpus.rounding_energy().max(rounding);
        let told = |x: f64| if is_rounding { 0.0 } else { x };
        let [moved, numbers] = [moved, numbers].map(told);
        EnergyReport {
            kinetic_j: real(weightless - springs, least),
            weight_j: whole - weightless,
            springs_j: real(springs, least),
            motors_j: told(account.works.motors),
            set_j: account.set,
            dampers_j: told(account.works.dampers),
            ground_j: told(account.works.ground),
            friction_j: told(account.works.friction),
            outer_j: told(account.works.outer),
            collisions_j: told(account.works.collisions),
            numbers_j: numbers,
            doubt_j: told(account.doubt),
            moved_j: moved,
            numbers_part: if moved > 0.0 { numbers / moved } else { 0.0 },
            worst_s: account.worst.1,
            worst_body: corpus
                .names
                .get(account.worst_body)
                .cloned()
                .unwrap_or_default(),
        }
    }
}

impl fmt::Display for EnergyReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Less than a millionth of a millionth of the energy that moved is rounding.
        let joule = |x: f64| {
            let is_rounding = x.abs() <= 1e-12 * self.moved_j;
            prefixed(if is_rounding { 0.0 } else { x }, "J", 4)
        };
        write!(
            f,
            "energy: {} kinetic, {} gravitational, {} in springs",
            joule(self.kinetic_j),
            joule(self.weight_j),
            joule(self.springs_j)
        )?;
        let flows = [
            (self.motors_j, "added by motors", "removed by motors"),
            (self.set_j, "added by the script", "removed by the script"),
            (self.dampers_j, "lost in joints", "added by joints"),
            (self.ground_j, "lost in the ground", "added by the ground"),
            (self.friction_j, "lost by friction", "added by friction"),
            (
                self.outer_j,
                "added by external forces",
                "removed by external forces",
            ),
            (
                self.collisions_j,
                "added by collisions",
                "removed by collisions",
            ),
        ];
        let mut between = "; since the figure first moved: ";
        for (flow, above, below) in flows {
            // Less than a millionth of the energy that moved is not shown.
            if flow.abs() > 1e-6 * self.moved_j {
                let what = if flow < 0.0 { below } else { above };
                write!(f, "{between}{} {what}", joule(flow.abs()))?;
                between = ", ";
            }
        }
        let verb = if self.numbers_j < 0.0 {
            "lost"
        } else {
            "created"
        };
        write!(
            f,
            "{between}{} {verb} by the integration",
            joule(self.numbers_j.abs())
        )?;
        if self.moved_j > 0.0 {
            let percent = 100.0 * self.numbers_part.abs();
            write!(f, " ({percent:.2} % of the energy involved)")?;
        }
        if self.doubt_j > 1e-3 * self.moved_j {
            write!(
                f,
                "; the amounts added and lost are accurate to within {0}, and so is the energy {verb} by the integration",
                joule(self.doubt_j)
            )?;
        }
        Ok(())
    }
}

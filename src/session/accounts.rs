//! The warning that the integration loses or creates energy.

use super::{Session, si};
use crate::diagnostic::Diagnostic;
use crate::integrate::Method;
use crate::record::prefixed;
use crate::source::Span;
use crate::world::World;

/// The part of the energy that moved above which a loss or gain of the integration is told.
const TOLD: f64 = 0.01;

/// Less than this part of what would lift the figure by its own size is nothing: a figure that settles on the ground by
/// some micrometres moves next to no energy, of which a part is no matter.
const NOTHING: f64 = 1e-5;

impl Session {
    /// Looks at the energy accounts of the present world after a `go`, and warns of the first figure whose motion the integration
    /// has falsified. Each script is warned once; the warning is in [`Session::energy_warnings`].
    pub(super) fn check_accounts(&mut self, at: Span) {
        if !self.gathered.energy_warnings.is_empty() {
            return;
        }
        let world = &self.here().world;
        for corpus in world.corpora.iter().filter(|c| c.integrated) {
            let account = corpus.account();
            let (numbers, moved) = (account.numbers(), account.moved());
            let lifted = corpus.model.total_mass() * world.gravity * corpus.extent();
            // What the sums leave open is no fault of the motion.
            let sure = numbers.abs() - account.doubt;
            let is_right = sure <= (TOLD * moved).max(NOTHING * lifted);
            if is_right || !numbers.is_finite() {
                continue;
            }
            let part = numbers.abs() / moved;
            let verb = if numbers < 0.0 { "lost" } else { "created" };
            let body = corpus.names.get(account.worst_body);
            let message = format!(
                "the integration has {verb} {} of energy of `{}`, {:.1} % of the energy involved; most at {}, at `{}`",
                prefixed(numbers.abs(), "J", 4),
                corpus.name,
                100.0 * part,
                si(account.worst.1, "s"),
                body.map_or("", String::as_str)
            );
            let mend = mend(world, part);
            let help = format!("{mend}; `corpus converge` checks the accuracy of the results");
            let report = Diagnostic::warning("W015", at, message).help(help);
            self.gathered.energy_warnings.push(report);
            return;
        }
    }
}

/// What would bring the part of the energy that the integration lost or made down to half of what is told.
///
/// An energy that is lost or made in proportion to itself falls or grows exponentially, so that `part` of the larger of the energies
/// before and after stands for the exponent -ln(1 - part), to which the error of each step is in proportion.
fn mend(world: &World, part: f64) -> String {
    let settings = &world.settings;
    let exponent = -libm::log(1.0 - part.min(MOST));
    let less = AIMED / exponent;
    match settings.method {
        Method::Auto => {
            let tolerance = round(settings.allowed_error * less);
            format!("`tolerance {tolerance}` should be enough")
        }
        // Their error falls a little less than `eps`.
        Method::Rkf | Method::Rkvar => {
            let eps = round(settings.tolerance * libm::pow(less, 1.25));
            format!("`eps {eps}` should be enough")
        }
        method => {
            let order = if method.is_of_order_one() { 1.0 } else { 4.0 };
            let micro = round(1e6 * world.step_size().min(world.dt) * libm::pow(less, 1.0 / order));
            // From far off nothing can be told but that this method is the wrong one.
            if exponent > FAR && method.is_of_order_one() {
                "use `integration auto`, which chooses its steps".to_owned()
            } else {
                format!("`h {micro}us` or `integration auto` should be enough")
            }
        }
    }
}

/// The part of the energy that advice aims at.
const AIMED: f64 = 0.5 * TOLD;

/// The largest part that tells how much there was to lose.
const MOST: f64 = 0.99;

/// The exponent from which on a method of order one is far from being right.
const FAR: f64 = 0.2;

/// With two significant digits.
fn round(x: f64) -> String {
    let rounded: f64 = format!("{x:.1e}").parse().unwrap_or(x);
    crate::lang::value::show::significant(rounded)
}

//! The warning that the integration itself loses or makes energy.

use super::{Session, si};
use crate::diagnostic::Diagnostic;
use crate::integrate::Method;
use crate::record::prefixed;
use crate::source::Span;

/// The part of the energy that moved above which a loss or gain of the integration is told.
const TOLD: f64 = 0.01;

/// Less than this part of what would lift the figure by its own size is nothing: a figure that settles on the ground by
/// some micrometres moves next to no energy, of which a part is no matter.
const NOTHING: f64 = 1e-5;

impl Session {
    /// Looks at the energy accounts of the present world after a `go`, and warns of the first figure whose motion the integration
    /// has falsified. Each script is warned once; the warning is in [`Session::energy_warnings`].
    pub(super) fn check_accounts(&mut self, at: Span) {
        if !self.energy_warnings.is_empty() {
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
            let verb = if numbers < 0.0 { "lost" } else { "made" };
            let body = corpus.names.get(account.worst_body);
            let message = format!(
                "the integration itself has {verb} {} of the energy of `{}`, {:.1} % of what moved; most at {}, at `{}`",
                prefixed(numbers.abs(), "J", 4),
                corpus.name,
                100.0 * part,
                si(account.worst.1, "s"),
                body.map_or("", String::as_str)
            );
            let settings = &world.settings;
            let mend = match settings.method {
                Method::Auto | Method::Rkf | Method::Rkvar => {
                    let word = match settings.method {
                        Method::Auto => "tolerance",
                        _ => "eps",
                    };
                    let tolerance = round(settings.tolerance_of_method() * TOLD / part);
                    format!("`{word} {tolerance}`")
                }
                method => {
                    // By an error in proportion to a power of the step.
                    let order = if method == Method::Rkfixed { 4.0 } else { 1.0 };
                    let shorter = (TOLD / part).powf(1.0 / order);
                    let micro = round(1e6 * world.step().min(world.dt) * shorter);
                    format!("`h {micro}us` or `integration auto`")
                }
            };
            let help = format!(
                "{mend} should do; `corpus converge` tells how far numbers can be believed"
            );
            let report = Diagnostic::warning("W015", at, message).help(help);
            self.energy_warnings.push(report);
            return;
        }
    }
}

/// With two significant digits.
fn round(x: f64) -> String {
    let rounded: f64 = format!("{x:.1e}").parse().unwrap_or(x);
    crate::lang::value::show::significant(rounded)
}

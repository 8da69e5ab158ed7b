//! Warning of motion that amplifies small errors.

use super::{Session, si};
use crate::diagnostic::Diagnostic;
use crate::integrate::Method;
use crate::source::Span;
use crate::world::{PERTURBATION, Refinement};

/// Largest separation of two runs with slightly different starts without a warning.
const TOLD: f64 = 0.05;

impl Session {
    /// Warns if the run from a slightly different start has come far from the script's. Each script is warned once.
    pub(super) fn check_sensitivity(&mut self, at: Span) {
        if self.has_warned("W017") {
            return;
        }
        let stage = self.here();
        let run = stage.perturbed_run.as_ref();
        let Some(found) = run.and_then(|run| run.separation(&stage.world)) else {
            return;
        };
        let Some(corpus) = stage.world.corpora.get(found.corpus) else {
            return;
        };
        if found.part.is_nan() || found.part < TOLD {
            return;
        }
        let of_what = match found.of_way {
            true => "the distance travelled",
            false => "its size",
        };
        let message = format!(
            "the motion of `{name}` amplifies small errors: angles at the start changed by {PERTURBATION} rad, and lengths by {PERTURBATION} of the size of \
             `{name}`, change the position of `{name}` at {} by {:.0} % of {of_what}",
            si(stage.world.time, "s"),
            100.0 * found.part,
            name = corpus.name,
        );
        let help = "a small change of the start leads to a different motion (chaos): compare runs with slightly different starts; \
                    `corpus converge` shows the effect of smaller steps";
        let report = Diagnostic::warning("W017", at, message).help(help);
        self.gathered.accuracy_warnings.push(report);
    }

    /// Starts or continues the perturbed run of the current world, if the front end shows its warnings and the method of the
    /// world chooses its own steps as the script says.
    pub(super) fn perturb(&mut self) {
        let is_wanted = self.options.compares_starts;
        let stage = self.here_mut();
        let world = &stage.world;
        let by_itself =
            world.settings.method == Method::Auto && world.refinement == Refinement::AsWritten;
        stage.perturb(is_wanted && by_itself);
    }
}

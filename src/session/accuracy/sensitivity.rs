//! Warning of motion that amplifies small errors.

use super::Accuracy;
use crate::record::si;
use crate::session::Stage;
use crate::source::Span;
use crate::world::PERTURBATION;

/// Largest separation of two runs with slightly different starts without a warning.
const ALLOWED: f64 = 0.05;

impl Accuracy {
    /// Warns if the run from a slightly different start has come far from the script's.
    pub(in crate::session) fn check_sensitivity(&mut self, stage: &Stage, at: Span) {
        if self.has_warned("W017") {
            return;
        }
        let run = stage.perturbed_run.as_ref();
        let Some(found) = run.and_then(|run| run.separation(&stage.world)) else {
            return;
        };
        let Some(corpus) = stage.world.corpora.get(found.corpus) else {
            return;
        };
        if found.part.is_nan() || found.part < ALLOWED {
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
        self.warn("W017", at, message, help);
    }
}

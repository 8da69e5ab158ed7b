//! Warnings of energy that the integration loses or creates, and of accounts too uncertain to show it.

use super::Accuracy;
use crate::integrate::Method;
use crate::record::{prefixed, si};
use crate::source::Span;
use crate::world::{Corpus, World};

/// Largest loss or gain of the integration without a warning, as a part of the energy that moved.
const ALLOWED: f64 = 0.01;

/// Largest uncertainty of an account without a warning, as a part of the energy that moved.
const UNCERTAIN: f64 = 0.1;

/// Smallest energy that matters, as a part of the energy that would lift the figure by its own size: a figure that settles on
/// the ground by some micrometres moves almost no energy, and errors of it do not matter.
const NOTHING: f64 = 1e-5;

impl Accuracy {
    /// Checks the energy accounts of a world after a `go`, and warns of the first figure whose motion the integration has
    /// falsified, or may have falsified unseen.
    pub(in crate::session) fn check_energy(&mut self, world: &World, at: Span) {
        if self.has_warned("W015") {
            return;
        }
        for corpus in world.corpora.iter().filter(|c| c.integrated) {
            let account = corpus.account();
            let (numbers, moved) = (account.numbers(), account.moved());
            let lifted = corpus.model.total_mass() * world.gravity.strength * corpus.extent();
            // The uncertainty of the sums is no error of the motion.
            let sure = numbers.abs() - account.doubt;
            let least = corpus.rounding_energy().max(NOTHING * lifted);
            let is_right = sure <= (ALLOWED * moved).max(least);
            if is_right || !numbers.is_finite() {
                continue;
            }
            let part = numbers.abs() / moved;
            let verb = if numbers < 0.0 { "lost" } else { "created" };
            let body = corpus.names.get(account.worst_body);
            let message = format!(
                "the integration has {verb} {} of energy of `{}`, {:.1} % of the energy involved; the largest part at \
                 {}, at the body `{}`",
                prefixed(numbers.abs(), "J", 4),
                corpus.name,
                100.0 * part,
                si(account.worst.1, "s"),
                body.map_or("", String::as_str)
            );
            let mend = mend(world, part);
            let mend = match stiff_pull(world, corpus) {
                Some(body) => {
                    format!("lower the stiffness `k` of the `pull` at `{body}`, or {mend}")
                }
                None => mend,
            };
            let help = format!("{mend}; `corpus converge` checks the accuracy of the results");
            return self.warn("W015", at, message, help);
        }
        self.check_certainty(world, at);
        self.check_ground(world, at);
    }

    /// Warns of the first figure to which the ground has given energy that it had not taken.
    fn check_ground(&mut self, world: &World, at: Span) {
        if self.has_warned("W059") {
            return;
        }
        let made = |corpus: &&Corpus| {
            let account = corpus.account();
            let lifted = corpus.model.total_mass() * world.gravity.strength * corpus.extent();
            let least = corpus.rounding_energy().max(NOTHING * lifted);
            account.ground_made - account.doubt > (ALLOWED * account.moved()).max(least)
        };
        let Some(corpus) = world.corpora.iter().filter(|c| c.integrated).find(made) else {
            return;
        };
        let account = corpus.account();
        let message = format!(
            "the ground has given `{}` {} of energy that it had not taken before, {:.1} % of the energy involved",
            corpus.name,
            prefixed(account.ground_made, "J", 3),
            100.0 * account.ground_made / account.moved(),
        );
        let help = match world.ground.surface.is_level() {
            true => "compare with a shorter step and with `contact rigid`",
            false => {
                "the springs below a round limb jump where it crosses edges that stand out: use terrain with finer cells, or a restitution \
                 below 1, as in `ground restitution=0.6`"
            }
        };
        self.warn("W059", at, message, help);
    }

    /// Warns of the first figure whose account is so uncertain that it would not show an error of the motion.
    fn check_certainty(&mut self, world: &World, at: Span) {
        if self.has_warned("W040") {
            return;
        }
        let uncertain = world
            .corpora
            .iter()
            .filter(|c| c.integrated)
            .find(|corpus| {
                let (account, moved) = (corpus.account(), corpus.account().moved());
                let lifted = corpus.model.total_mass() * world.gravity.strength * corpus.extent();
                let least = corpus.rounding_energy().max(NOTHING * lifted);
                account.doubt > (UNCERTAIN * moved).max(least)
            });
        let Some(corpus) = uncertain else { return };
        let account = corpus.account();
        let message = format!(
            "the energy account of `{}` is uncertain by {}, {:.0} % of the energy involved: the motion may have gained or lost this \
             energy unseen",
            corpus.name,
            prefixed(account.doubt, "J", 3),
            100.0 * account.doubt / account.moved(),
        );
        let terrain = match world.ground.surface.is_level() {
            true => "",
            false => ", or terrain with finer cells",
        };
        let mend = mend(world, 1.0);
        let help = format!("{mend}{terrain}; `corpus converge` checks the accuracy of the results");
        self.warn("W040", at, message, help);
    }
}

/// Returns the body at which a pull acts that turns the motion of its figure around many times within a frame.
fn stiff_pull<'c>(world: &World, corpus: &'c Corpus) -> Option<&'c str> {
    let pull = corpus.pull()?;
    let rate = (pull.stiffness / corpus.model.total_mass()).sqrt();
    let name = corpus.names.get(pull.body)?;
    (rate * world.step_size().min(world.dt) > STIFF).then_some(name)
}

/// Rate of a pull (1/s) times the step or the frame, above which it is stiff.
const STIFF: f64 = 30.0;

/// Recommends a setting that, by an estimate, reduces the lost or created part of the energy to half of the limit of the warning.
/// The estimate holds for smooth motion and small errors only, so the advice promises nothing, and gives no number for large errors.
///
/// Energy that is lost or created in proportion to itself falls or grows exponentially. Therefore `part` of the larger of the
/// energies before and after corresponds to the exponent -ln(1 - part), which is proportional to the error of each step.
fn mend(world: &World, part: f64) -> String {
    let settings = &world.settings;
    let exponent = -libm::log(1.0 - part.min(MOST));
    let less = AIMED / exponent;
    let is_near = exponent <= FAR;
    match settings.method {
        Method::Auto if is_near => {
            let tolerance = round(settings.allowed_error * less);
            format!("lower `tolerance`, for example to {tolerance}")
        }
        Method::Auto => "lower `tolerance`".to_owned(),
        // Their error falls slightly less than `eps`; but without a rejected step, the frames limit the steps, and `eps` does not.
        Method::Rkf | Method::Rkvar if is_near && world.counters.rejected > 0 => {
            let eps = round(settings.tolerance * libm::pow(less, 1.25));
            format!("lower `eps`, for example to {eps}")
        }
        method if is_near && !method.is_adaptive() => {
            let order = if method.is_of_order_one() { 1.0 } else { 4.0 };
            let micro = round(1e6 * world.step_size().min(world.dt) * libm::pow(less, 1.0 / order));
            format!(
                "use a shorter step, for example `h {micro}us`, or `integration auto`, which chooses its steps"
            )
        }
        _ => "use `integration auto`, which chooses its steps".to_owned(),
    }
}

/// The part of the energy at which the recommendation aims.
const AIMED: f64 = 0.5 * ALLOWED;

/// The largest part from which the exponent can be computed.
const MOST: f64 = 0.99;

/// The exponent above which the motion is too far from correct for an estimate: an error of a tenth.
const FAR: f64 = 0.1;

/// Formats a number with two significant digits.
fn round(x: f64) -> String {
    let rounded: f64 = format!("{x:.1e}").parse().unwrap_or(x);
    crate::lang::value::show::significant(rounded)
}

//! A spring with a damper between a point of a body and a point of the world, for dragging a figure.

use super::contact::press;
use super::corpus::Corpus;
use super::scales::Scales;
use super::watch::Stage;
use crate::contact::{PointForce, SpringDamper, components};
use nalgebra::Vector3;
use serde::{Deserialize, Serialize};

/// A force k (goal - p) - b v on a point p of a body that moves at v: an external force, whose work the energy account records
/// separately.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pull {
    /// The body, by the model's numbers.
    pub body: usize,
    /// The point in the body's own frame (m).
    #[serde(with = "components")]
    pub point: Vector3<f64>,
    /// Goal (m, world).
    #[serde(with = "components")]
    pub goal: Vector3<f64>,
    /// k (N/m).
    pub stiffness: f64,
    /// b (N s/m).
    pub damping: f64,
}

/// Stretch of a default pull that holds the weight of the figure, as a part of the figure's extent.
const SAG: f64 = 0.25;

/// Acceleration of gravity used for that weight, even where gravity is off (m/s2).
const GRAVITY: f64 = 9.81;

/// Applies the pull at the state in the workspace, if there is one; for h > 0 with the linearly implicit terms.
pub(super) fn apply_pull(corpus: &mut Corpus, h: f64, stage: Stage) {
    let Some(pull) = corpus.imposed.pull else {
        return;
    };
    let (body, workspace) = (pull.body, &corpus.step.workspace);
    let point = corpus.model.turn(body) * pull.point;
    let to = pull.goal - workspace.world_position(body);
    let stretch = workspace.world_rotation(body).tr_mul(&to) - point;
    let velocity = workspace.point_velocity(body, point);
    let force = PointForce::all_round(
        stretch * pull.stiffness - velocity * pull.damping,
        SpringDamper {
            k: pull.stiffness,
            b: pull.damping,
        },
    );
    corpus.step.watch.acted |= stage != Stage::Look;
    if corpus.measured.book.listens() {
        corpus.measured.book.outer(force.force.dot(&velocity));
    }
    let at = (point, Vector3::zeros());
    press(corpus, body, at, &velocity, &force, (h, stage));
}

/// Marks the pulled body and those that carry it, as bodies whose motion a second stage must know.
pub(super) fn find_pulled(corpus: &mut Corpus) -> bool {
    let Some(pull) = corpus.imposed.pull else {
        return false;
    };
    let mut next = Some(pull.body);
    while let Some(body) = next {
        corpus.step.watch.near[body] = true;
        next = corpus.model.parent(body);
    }
    true
}

impl Corpus {
    /// Returns the current pull.
    #[must_use]
    pub fn pull(&self) -> Option<&Pull> {
        self.imposed.pull.as_ref()
    }

    /// Starts or ends a pull.
    pub fn set_pull(&mut self, pull: Option<Pull>) {
        self.imposed.pull = pull.filter(|pull| pull.body < self.model.bodies());
        // Discards the step size: with the pull it may be far too long.
        self.step.memory = None;
    }

    /// Returns the default stiffness (N/m) and damping (N s/m) of a pull: the figure's weight stretches it by a quarter of the
    /// figure's extent, and the damping is critical.
    #[must_use]
    pub fn usual_pull(&self) -> (f64, f64) {
        let extent = Scales::of(self).extent;
        let mass = self.model.total_mass();
        let stiffness = mass * GRAVITY / (SAG * extent);
        (stiffness, 2.0 * (stiffness * mass).sqrt())
    }

    /// Returns the pulled point and the goal (m, world).
    #[must_use]
    pub fn pull_ends(&self) -> Option<[Vector3<f64>; 2]> {
        let pull = self.imposed.pull?;
        let poses = self.poses();
        let (rotation, origin) = poses.get(pull.body)?;
        Some([origin + rotation * pull.point, pull.goal])
    }
}

#[cfg(test)]
mod tests {
    use crate::integrate::Method;
    use crate::session::{Mode, Quiet, Session};

    const BALL: &str = "addcorpus c
        get o from unit_sphere
        scale o 0.02 0.02 0.02
        addbody ball o 0 0 1 rotary 1000
        setroot ball
        corpusinit
        ";

    fn after(script: &str) -> Session {
        let mut session = crate::commands::session(Mode::Run, Box::new(Quiet));
        let result = session.run_text("script", script);
        assert!(result.is_ok(), "{:?}", session.diagnostics);
        session
    }

    /// Without a damper the ball oscillates about the goal: x = x0 cos(sqrt(k/m) t).
    #[test]
    fn a_ball_on_a_spring_swings_by_the_closed_form_and_its_account_is_even() {
        for method in Method::names() {
            let mut session = after(&format!("{BALL}integration {method}"));
            let mass = session.here().world.corpora[0].model.total_mass();
            let k = mass * (2.0 * std::f64::consts::PI * 2.0f64).powi(2);
            // Half of a period at 2 Hz, from a centimetre beside the goal.
            let line = format!("pull ball to 0.01 0 0 k={k} b=0\ngo 0.25s");
            assert!(
                session.run_text("on", &line).is_ok(),
                "{:?}",
                session.diagnostics
            );
            let corpus = &session.here().world.corpora[0];
            let x = corpus.poses()[0].1.x;
            let error = if matches!(method, "euler" | "implicit") {
                5e-4
            } else {
                2e-5
            };
            assert!((x - 0.02).abs() < error, "{method}: {x}");
            let account = corpus.account();
            let most = account.moved().max(0.5 * k * 1e-4);
            assert!(
                account.numbers().abs() < 0.02 * most,
                "{method}: {account:?}"
            );
        }
    }

    #[test]
    fn a_pull_at_a_point_turns_the_body_and_is_in_no_body_s_load() {
        let mut session = after(&format!("{BALL}pull ball at 0 0.01 0 to 0.005 0.01 0"));
        assert!(session.run_text("on", "go 20ms").is_ok());
        let corpus = &mut session.here_mut().world.corpora[0];
        let [at, goal] = corpus.pull_ends().unwrap();
        assert!(at.x > 1e-4 && at.x < goal.x, "{at}");
        let turned = corpus.y[corpus.layout().omega().start + 2];
        assert!(turned < -0.1, "{turned}");
        corpus.observe(None);
        assert_eq!(corpus.observed().bodies[0].load, 0.0);
    }

    #[test]
    fn a_pull_holds_the_weight_and_lets_go() {
        let script = format!("{BALL}grav on\npull ball to 0 0 0.1\ngo 2s");
        let mut session = after(&script);
        let height = |session: &Session| session.here().world.corpora[0].poses()[0].1.z;
        let (k, _) = session.here().world.corpora[0].usual_pull();
        let weight = session.here().world.corpora[0].model.total_mass() * 9.8;
        let z = height(&session);
        assert!((z - (0.1 - weight / k)).abs() < 1e-4, "{z}");
        assert!(session.run_text("off", "pull ball off\ngo 0.1s").is_ok());
        assert!((height(&session) - (z - 0.049)).abs() < 1e-3);
        // After a rewind to a time when it was pulled, it is pulled again.
        assert!(session.run_text("back", "rewind 0.15s").is_ok());
        assert!(session.here().world.corpora[0].pull().is_some());
    }
}

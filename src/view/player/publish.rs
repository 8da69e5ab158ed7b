//! Publishes the current moment of a session, with its status, to a viewer.

use super::super::shown::{Joint, Shown, State};
use super::Connection;
use crate::control::terms;
use crate::dynamics::JointKind;
use crate::film::WorldScene;
use crate::record::Travel;
use crate::session::{Snapshot, Stage};
use crate::world::Corpus;
use std::sync::Arc;
use std::time::Instant;

impl Connection {
    /// Updates the world of the stage.
    fn set_up(&mut self, stage: &Stage) {
        let world = WorldScene::of(stage);
        if *self.display.scene != world.scene {
            self.display.scene = Arc::new(world.scene.clone());
        }
        let names = world.bodies().iter().map(|(corpus, body)| {
            let corpus = stage.world.corpora.get(*corpus)?;
            Some([corpus.name.clone(), corpus.names.get(*body)?.clone()])
        });
        self.display.dressed = world.dressed();
        self.display.owners = names.map(Option::unwrap_or_default).collect();
        self.display.world = Some(world);
    }

    /// Publishes the selected moment.
    pub(super) fn publish(&mut self, stage: &Stage, state: State) {
        if self.display.screen.is_none() {
            return;
        }
        if self.display.world.is_none() {
            self.set_up(stage);
        }
        if !matches!(state, State::Running | State::Replaying) {
            self.display.pane.renew();
        }
        let diagram = self.diagram(stage);
        let Some(mut world) = self.display.world.take() else {
            return;
        };
        let mut poses = Vec::with_capacity(self.display.scene.actors.len());
        let moment = self
            .playback
            .past
            .and_then(|(at, _)| stage.past.history.near(at));
        let newest = stage.simulated;
        let now = moment.is_none().then_some(stage);
        match moment {
            Some(moment) => world.place_at(stage, Some(&moment.world), &mut poses),
            None => world.place(stage, &mut poses),
        }
        if world.dressed() != self.display.dressed {
            // A line that ran while time passed has changed colours, light or cameras.
            self.display.dressed = world.dressed();
            if *self.display.scene != world.scene {
                self.display.scene = Arc::new(world.scene.clone());
            }
        }
        let marks = world.marks_for_viewer(stage, self.display.marks, now.is_none());
        let first = stage.past.history.near(f64::NEG_INFINITY);
        let chosen = self
            .display
            .chosen
            .and_then(|actor| world.bodies().get(actor));
        let joint = chosen.and_then(|at| joint(stage, *at, moment));
        let shown = Shown {
            scene: Arc::clone(&self.display.scene),
            owners: Arc::clone(&self.display.owners),
            current: stage
                .definitions
                .draft()
                .map_or("", |draft| &draft.figure.name)
                .into(),
            time: moment.map_or(stage.world.time, |moment| moment.world.time),
            behind: moment.map_or(0.0, |moment| newest - moment.simulated),
            kept: first.map_or(0.0, |first| newest - first.simulated),
            speed: self.playback.pacing.speed(),
            state,
            figures_moving: now.map_or(vec![], moving),
            joint,
            diagram,
            message: Arc::clone(&self.display.message),
            frame: stage.world.dt,
            loaded: self.display.loaded,
            poses,
            marks,
        };
        self.display.world = Some(world);
        self.display.published = Some(Instant::now());
        self.display.fresh = true;
        if let Some(screen) = &self.display.screen {
            screen.publish(shown);
        }
    }
}

/// Returns name, forward or net speed (m/s) and energy (J) of each moving figure.
fn moving(stage: &Stage) -> Vec<(String, Option<f64>, Option<f64>)> {
    let corpora = stage.world.corpora.iter().enumerate();
    let moving = corpora.filter(|(_, corpus)| corpus.integrated);
    let told = moving.map(|(i, corpus)| {
        let speed = stage.travels.get(i).map(Travel::speed);
        (corpus.name.clone(), speed, corpus.account().energy)
    });
    told.collect()
}

/// Returns the direction in which the centre of mass of a body moves as its joint value grows, at the last observation: the
/// nearest axis of the world, rotated to the root's x axis ahead.
fn onward(corpus: &Corpus, body: usize) -> Option<&'static str> {
    const WAYS: [[&str; 2]; 3] = [["ahead", "back"], ["left", "right"], ["up", "down"]];
    let seen = corpus.observed().bodies.get(body)?;
    // The joint's axis is z of the kernel frames of the dynamics.
    let axis = seen.rotation * corpus.model.turn(body).row(2).transpose();
    let way = match corpus.model.joint_kind(body)? {
        JointKind::Sliding => axis,
        _ => axis.cross(&(seen.rotation * corpus.model.inertia(body).centre)),
    };
    // In the root's view, but upright.
    let root = corpus.observed().bodies.first()?;
    let [x, y] = [root.rotation[(0, 0)], root.rotation[(1, 0)]];
    let flat = (x * x + y * y).sqrt();
    // A root whose x axis is vertical has no direction ahead.
    let (sin, cos) = match flat > 1e-9 {
        true => (y / flat, x / flat),
        false => (0.0, 1.0),
    };
    let way = [cos * way.x + sin * way.y, cos * way.y - sin * way.x, way.z];
    let size = way.iter().fold(0.0, |most: f64, c| most.max(c.abs()));
    let found = way.iter().position(|c| c.abs() == size && size > 0.0)?;
    let names = WAYS.get(found)?;
    Some(names[usize::from(way[found] < 0.0)])
}

/// Returns the joint of a body now, or at a past moment, for which its force is unknown.
fn joint(stage: &Stage, (corpus, body): (usize, usize), past: Option<&Snapshot>) -> Option<Joint> {
    let running = stage.world.corpora.get(corpus)?;
    let time = past.map_or(stage.world.time, |past| past.world.time);
    let layout = running.layout();
    let kept = past.and_then(|past| past.world.corpora.get(corpus));
    let y: &[f64] = kept.map_or(&running.y, |kept| &kept.y);
    let mut joint = Joint {
        body: running.names.get(body).cloned().unwrap_or_default(),
        figure: running.name.clone(),
        ..Joint::default()
    };
    if body == 0 {
        let v = y.get(layout.v())?;
        joint.speed = v.iter().map(|c| c * c).sum::<f64>().sqrt();
        return Some(joint);
    }
    let q = *y.get(layout.q().start + body - 1)?;
    let rate = *y.get(layout.qd().start + body - 1)?;
    let force = running.force_law(body).respond(time, q, rate).force;
    joint.state = [q, rate, force];
    joint.slides = Some(running.model.joint_kind(body) == Some(JointKind::Sliding));
    joint.onward = onward(running, body);
    let parameters = running.joints.get(body)?;
    let limited = parameters.q_type & terms::LIMITS != 0 || parameters.hard;
    joint.limits = limited.then_some([parameters.qmin, parameters.qmax]);
    Some(joint)
}

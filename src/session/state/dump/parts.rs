//! The parts of a figure's state as types that serde writes and reads.

use super::super::saved_world::{SavedTimer, SavedWatch};
use super::super::validate;
use crate::contact::Hold;
use crate::control::{Gait, JointParameters, Motor};
use crate::diagnostic::quote;
use crate::dynamics::{JointKind, Root};
use crate::integrate::Memory;
use crate::session::{Roach, Stage};
use crate::world::{Account, Corpus, CorpusSnapshot, Flags, Pull, Push, SpeedLimit};
use serde::{Deserialize, Serialize};
use std::array::from_fn;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Values by the names of bodies.
pub(super) type ByBody<T> = BTreeMap<String, T>;

#[derive(Clone, Serialize, Deserialize)]
pub(super) struct Measured {
    pub value: f64,
    pub unit: String,
}

/// Position and velocity of a joint, in its unit and per second.
#[derive(Serialize, Deserialize)]
pub(super) struct Moved {
    pub position: f64,
    pub velocity: f64,
    pub unit: String,
}

/// The root's place, and its velocities in its own axes.
#[derive(Serialize, Deserialize)]
pub(super) struct RootState {
    pub position_m: [f64; 3],
    pub orientation_wxyz: [f64; 4],
    pub turning_rad_s: [f64; 3],
    pub velocity_m_s: [f64; 3],
}

#[derive(Serialize, Deserialize)]
pub(super) struct State {
    pub root: RootState,
    pub joints: ByBody<Moved>,
    /// Positions where dry friction holds joints. They are in files of state and of motors: friction that is not set yet when
    /// `loads` runs cannot keep its anchor.
    pub anchors: ByBody<f64>,
    pub integrator: Option<Memory>,
    pub root_motion: Root,
    pub integrated: bool,
    pub speed_limits: Vec<SpeedLimit>,
    pub pull: Option<Pull>,
    pub pushes: Vec<Push>,
    pub flags: Flags,
    pub energy: Account,
}

#[derive(Serialize, Deserialize)]
pub(super) struct Motors {
    pub joints: ByBody<JointParameters>,
    pub motors: ByBody<Motor>,
    pub anchors: ByBody<f64>,
    pub gaits: Vec<(String, Gait)>,
    pub timers: Vec<SavedTimer>,
    pub watches: Vec<SavedWatch>,
}

/// Whether a body sticks to the ground, and whether it belongs to a leg in its swing phase.
#[derive(Clone, Copy, Serialize, Deserialize)]
pub(super) struct Foot {
    pub sticks: bool,
    pub steps: bool,
}

#[derive(Serialize, Deserialize)]
pub(super) struct Contacts {
    pub feet: ByBody<Foot>,
    pub held: Vec<(u32, Hold)>,
}

#[derive(Serialize, Deserialize)]
pub(super) struct Accelerations {
    pub root: ByBody<Measured>,
    pub joints: ByBody<Measured>,
}

/// Force of the ground on a body.
#[derive(Serialize, Deserialize)]
pub(super) struct OnGround {
    pub touches: bool,
    #[serde(rename = "normal_N")]
    pub normal: f64,
    #[serde(rename = "force_N")]
    pub force: [f64; 3],
    #[serde(rename = "friction_N")]
    pub friction: [f64; 3],
}

/// Force of a body on one of the figure at a point. A contact between two bodies of the figure is there twice.
#[derive(Serialize, Deserialize)]
pub(super) struct OnBody {
    pub body: String,
    pub touches: String,
    pub point_m: [f64; 3],
    pub depth_m: f64,
    #[serde(rename = "normal_N")]
    pub normal: f64,
    #[serde(rename = "force_N")]
    pub force: [f64; 3],
}

#[derive(Serialize, Deserialize)]
pub(super) struct ContactForces {
    pub bodies_on_the_ground: ByBody<OnGround>,
    pub bodies_on_each_other: Vec<OnBody>,
}

/// Names and units of the velocities of a root.
pub(super) const RATES: [[&str; 2]; 6] = [
    ["turning about its x", "rad/s"],
    ["turning about its y", "rad/s"],
    ["turning about its z", "rad/s"],
    ["velocity along its x", "m/s"],
    ["velocity along its y", "m/s"],
    ["velocity along its z", "m/s"],
];

/// Returns the unit for a joint: the first for a rotary, the second for a sliding one.
pub(super) fn unit(corpus: &Corpus, body: usize, [turning, sliding]: [&str; 2]) -> String {
    match corpus.model.joint_kind(body) {
        Some(JointKind::Rotary) => turning.to_owned(),
        _ => sliding.to_owned(),
    }
}

pub(super) fn by_body<T>(
    corpus: &Corpus,
    from: usize,
    value: impl Fn(usize) -> Option<T>,
) -> ByBody<T> {
    let bodies = corpus.names.iter().enumerate().skip(from);
    bodies
        .filter_map(|(body, name)| Some((name.clone(), value(body)?)))
        .collect()
}

/// Returns the values of the bodies in order, from number `from` on.
pub(super) fn in_order<T>(
    corpus: &Corpus,
    from: usize,
    mut all: ByBody<T>,
) -> Result<Vec<T>, String> {
    let names = corpus.names.iter().skip(from);
    let found: Option<Vec<T>> = names.map(|name| all.remove(name)).collect();
    let found = found.filter(|_| all.is_empty());
    found.ok_or_else(|| "it has values of other bodies than the figure's".to_owned())
}

pub(super) fn anchors(corpus: &Corpus, kept: &CorpusSnapshot) -> ByBody<f64> {
    let name = |body: u32| corpus.names.get(body as usize).cloned();
    let anchors = kept.anchors.iter();
    anchors
        .filter_map(|(body, anchor)| Some((name(*body)?, *anchor)))
        .collect()
}

pub(super) fn read_anchors(
    corpus: &Corpus,
    anchors: ByBody<f64>,
) -> Result<Arc<[(u32, f64)]>, String> {
    let number = |(name, anchor): (String, f64)| {
        let body = corpus.body(&name).and_then(|body| u32::try_from(body).ok());
        let no_body = || format!("the figure has no body {}", quote(&name));
        Ok((body.ok_or_else(no_body)?, anchor))
    };
    let mut found = anchors
        .into_iter()
        .map(number)
        .collect::<Result<Vec<_>, String>>()?;
    found.sort_unstable_by_key(|(body, _)| *body);
    Ok(found.into())
}

impl State {
    pub fn of(corpus: &Corpus, kept: &CorpusSnapshot) -> Self {
        fn numbers<const N: usize>(kept: &CorpusSnapshot, at: usize) -> [f64; N] {
            from_fn(|i| kept.y.get(at + i).copied().unwrap_or_default())
        }
        let velocity = corpus.layout().velocity().start;
        let (joints, acting) = (corpus.layout().q().start, &*kept.acting);
        let rates = corpus.layout().qd().start;
        State {
            root: RootState {
                position_m: numbers(kept, 0),
                orientation_wxyz: numbers(kept, 3),
                turning_rad_s: numbers(kept, velocity),
                velocity_m_s: numbers(kept, velocity + 3),
            },
            joints: by_body(corpus, 1, |body| {
                Some(Moved {
                    position: *kept.y.get(joints + body - 1)?,
                    velocity: *kept.y.get(rates + body - 1)?,
                    unit: unit(corpus, body, ["rad", "m"]),
                })
            }),
            anchors: anchors(corpus, kept),
            integrator: kept.memory,
            root_motion: acting.root,
            integrated: acting.integrated,
            speed_limits: acting.speed_limits.clone(),
            pull: acting.pull,
            pushes: acting.pushes.clone(),
            flags: kept.flags,
            energy: kept.account.clone(),
        }
    }

    pub fn put(self, corpus: &Corpus, kept: &mut CorpusSnapshot) -> Result<(), String> {
        let (root, joints) = (self.root, in_order(corpus, 1, self.joints)?);
        let mut y = [&root.position_m[..], &root.orientation_wxyz].concat();
        y.extend(joints.iter().map(|joint| joint.position));
        y.extend(root.turning_rad_s.iter().chain(&root.velocity_m_s));
        y.extend(joints.iter().map(|joint| joint.velocity));
        kept.y = y.into();
        kept.anchors = read_anchors(corpus, self.anchors)?;
        (kept.memory, kept.flags, kept.account) = (self.integrator, self.flags, self.energy);
        let acting = Arc::make_mut(&mut kept.acting);
        (acting.root, acting.integrated) = (self.root_motion, self.integrated);
        (acting.pull, acting.pushes) = (self.pull, self.pushes);
        acting.speed_limits = self.speed_limits;
        Ok(())
    }
}

/// Returns the gaits of a figure, with their numbers in the stage.
pub(super) fn gaits_of(stage: &Stage, corpus: usize) -> Vec<(usize, &Roach)> {
    let roaches = stage.definitions.roaches.iter().enumerate();
    let own = roaches.filter(|(_, roach)| {
        let draft = roach.draft.and_then(|d| stage.definitions.drafts.get(d));
        draft.is_some_and(|draft| draft.running == Some(corpus))
    });
    own.collect()
}

/// Replaces the oscillators of a figure's gaits.
pub(super) fn put_gaits(
    gaits: Vec<(String, Gait)>,
    (stage, corpus): (&Stage, usize),
    kept: &mut [Gait],
) -> Result<(), String> {
    let roaches = gaits_of(stage, corpus);
    let here = roaches.iter().map(|(_, of)| (&of.name, of.gait.legs()));
    if !here.eq(gaits.iter().map(|(name, gait)| (name, gait.legs()))) {
        return Err("this figure has other gaits, or their numbers of legs differ".to_owned());
    }
    for ((number, _), (name, gait)) in roaches.into_iter().zip(gaits) {
        if let Some(fault) = validate::of_gait(&name, &gait) {
            return Err(fault);
        }
        if let Some(own) = kept.get_mut(number) {
            *own = gait;
        }
    }
    Ok(())
}

impl Contacts {
    pub fn of(corpus: &Corpus, kept: &CorpusSnapshot) -> Self {
        let acting = &*kept.acting;
        let foot = |body| {
            let (sticks, steps) = (*acting.sticky.get(body)?, *acting.stepping.get(body)?);
            Some(Foot { sticks, steps })
        };
        Contacts {
            feet: by_body(corpus, 0, foot),
            held: kept.holds.to_vec(),
        }
    }

    pub fn put(self, corpus: &Corpus, kept: &mut CorpusSnapshot) -> Result<(), String> {
        let feet = in_order(corpus, 0, self.feet)?;
        kept.holds = self.held.into();
        let acting = Arc::make_mut(&mut kept.acting);
        acting.sticky = feet.iter().map(|foot| foot.sticks).collect();
        acting.stepping = feet.iter().map(|foot| foot.steps).collect();
        Ok(())
    }
}

/// Returns the derivatives of the velocities that `dumps` writes.
pub(super) fn accelerations(stage: &mut Stage, corpus: usize) -> Option<Accelerations> {
    stage.world.observe();
    let running = stage.world.corpora.get(corpus)?;
    let found = stage.world.accelerations(corpus);
    let root = RATES.iter().zip(&found).map(|([name, unit], value)| {
        let (value, unit) = (*value, format!("{unit}2"));
        ((*name).to_owned(), Measured { value, unit })
    });
    let root = root.collect();
    let joints = by_body(running, 1, |body| {
        let value = *found.get(RATES.len() + body - 1)?;
        let unit = unit(running, body, ["rad/s2", "m/s2"]);
        Some(Measured { value, unit })
    });
    Some(Accelerations { root, joints })
}

pub(super) fn contact_forces(stage: &mut Stage, corpus: usize) -> Option<ContactForces> {
    let world = &mut stage.world;
    world.observe();
    let running = world.corpora.get(corpus)?;
    let bodies_on_the_ground = by_body(running, 0, |body| {
        let seen = running.observed().bodies.get(body)?;
        Some(OnGround {
            touches: seen.in_contact,
            normal: seen.load,
            force: seen.ground.whole().into(),
            friction: seen.ground.friction.into(),
        })
    });
    let mut bodies_on_each_other = vec![];
    for felt in world.touches() {
        let [one, two] = felt.bodies;
        for (own, other, sign) in [(one, two, 1.0), (two, one, -1.0)] {
            let figure = world.corpora.get(other.0)?;
            if own.0 == corpus {
                bodies_on_each_other.push(OnBody {
                    body: running.names.get(own.1)?.clone(),
                    touches: format!("{}.{}", figure.name, figure.names.get(other.1)?),
                    point_m: felt.point.into(),
                    depth_m: felt.depth,
                    normal: felt.force.dot(&felt.normal),
                    force: (felt.force * sign).into(),
                });
            }
        }
    }
    Some(ContactForces {
        bodies_on_the_ground,
        bodies_on_each_other,
    })
}

//! Sparks where bodies strike the ground: streaks that fly up from the place for a moment, farther and in larger number after a
//! harder blow.
//!
//! A strike is found in the stored frames: the lowest point of a body is above the ground in one frame and at it in the next, or has turned back
//! between them.
//! Its impulse is that of a blow without rebound: the speed of the point towards the ground, divided by the mobility of the point,
//! which is the change of that speed by a unit impulse on the whole figure.

use crate::dynamics::{Response, Workspace, kinematics};
use crate::geometry::ContactFeature;
use crate::scene::{Stroke, of_code};
use crate::session::Stage;
use crate::world::Corpus;
use nalgebra::Vector3;

/// Gravity by which sparks fall and impulses are compared (m/s2), in any world.
const GRAVITY: f64 = 9.8;
/// Life of a spark: the time of a free fall by this part of the largest shape.
const FALL: f64 = 0.25;
/// Way of a spark in its life after a blow of strength 1, as a part of the largest shape.
const WAY: f64 = 1.6;
/// Hardness is this power of the strength: the foot of a walking insect and the fall of a block differ by four powers of ten.
const POWER: f64 = 0.15;
/// Smallest strength of a blow that strikes sparks.
const WEAKEST: f64 = 1e-6;
/// Height at which a body touches the ground, as a part of the largest shape: it does not sink into rigid ground.
const TOUCHING: f64 = 1e-4;
/// Number of streaks of the weakest blow, and of those that a blow of strength 1 adds.
const STREAKS: [f64; 2] = [5.0, 12.0];
/// Length of a streak, as a part of the life of a spark.
const STREAK: f64 = 0.25;
/// Turn from one streak to the next (rad): the golden angle, so that any number of them is spread evenly.
const TURN: f64 = 2.399_963_229_728_653;
/// Colours of a new spark and of one that goes out.
const COLOURS: [[f32; 3]; 2] = [of_code(0xff_c400), of_code(0xff_3000)];

/// A body that has struck the ground.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Strike {
    /// The body, by the model's numbers.
    pub body: usize,
    /// Time since then (s).
    pub age: f64,
    /// The place (m, world).
    pub place: Vector3<f64>,
    /// Normal of the ground.
    normal: Vector3<f64>,
    /// The impulse (N s).
    pub impulse: f64,
}

/// Returns the streaks of all sparks of the current moment. `size` is that of the largest shape (m).
pub(super) fn sparks(stage: &Stage, size: f64) -> Vec<Stroke> {
    let life = (2.0 * FALL * size / GRAVITY).sqrt();
    let mut strokes = vec![];
    if !(stage.world.ground_on && life.is_normal()) {
        return strokes;
    }
    for draft in stage.definitions.drafts.iter().filter(|d| !d.scenery) {
        let Some(running) = draft.running else {
            continue;
        };
        let Some(corpus) = stage.world.corpora.get(running) else {
            continue;
        };
        let features = |body: usize| {
            let own = corpus.numbering.order.get(body);
            let body = own.and_then(|own| draft.figure.bodies.get(*own));
            body.map_or(&[][..], |body| &body.contacts)
        };
        let mass = corpus.laws.distal_masses.first().copied().unwrap_or(0.0);
        for strike in strikes(stage, (running, corpus), features, [life, size]) {
            let strength = strike.impulse / (mass * (GRAVITY * size).sqrt());
            if strength > WEAKEST && strength.is_finite() {
                let hard = libm::pow(strength, POWER);
                streaks(&strike, hard, (WAY * size * hard, life), &mut strokes);
            }
        }
    }
    strokes
}

/// Returns the strikes of the bodies of a corpus within a time (s) before now; `size` is that of the largest shape (m).
pub(super) fn strikes<'f>(
    stage: &Stage,
    (running, corpus): (usize, &Corpus),
    features: impl Fn(usize) -> &'f [ContactFeature],
    [within, size]: [f64; 2],
) -> Vec<Strike> {
    let touching = TOUCHING * size;
    let now = stage.simulated;
    let kept = stage.past.history.since(now - within).filter_map(|kept| {
        let state = kept.world.corpora.get(running)?;
        Some((kept.simulated, &*state.y))
    });
    let all = kept.chain([(now, &*corpus.y)]);
    let all = all.filter(|(_, y)| y.len() == corpus.y.len());
    let mut strikes = vec![];
    let mut workspace = Workspace::new(&corpus.model);
    let mut before: Option<(f64, &[f64], Vec<Lowest>)> = None;
    for (time, y) in all {
        let poses = corpus.poses_at(y, &mut workspace).enumerate();
        let mut lowest: Vec<Lowest> = poses
            .map(|(body, (rotation, origin))| {
                let up = rotation.tr_mul(&stage.world.ground.surface.normal);
                let points = features(body).iter().flat_map(|f| {
                    (0..f.points()).map(move |number| f.near_point(&up, number).point)
                });
                let points = points.map(|p| {
                    let place = origin + rotation * p;
                    let ground = &stage.world.ground;
                    let (normal, at) = ground.surface.plane_at(&place, ground.height);
                    Lowest {
                        height: normal.dot(&place) - at,
                        place,
                        normal,
                        speed: 0.0,
                    }
                });
                let lowest = points.min_by(|a, b| a.height.total_cmp(&b.height));
                lowest.unwrap_or(Lowest {
                    height: f64::INFINITY,
                    place: origin,
                    normal: up,
                    speed: 0.0,
                })
            })
            .collect();
        kinematics(&corpus.model, y, &mut workspace);
        for (body, of) in lowest.iter_mut().enumerate() {
            of.speed = speed(&workspace, body, &of.place, &of.normal);
        }
        if let Some((then, old, all)) = before {
            for (body, (of, was)) in lowest.iter().zip(&all).enumerate() {
                // A body bounces off rigid ground between two frames.
                let reached = was.height - was.speed * (time - then);
                let bounced = was.speed > 0.0 && of.speed < 0.0 && reached < touching;
                if was.height < touching || of.height >= touching && !bounced {
                    continue;
                }
                let point = (body, &of.place, &of.normal);
                let impulse = blow(corpus, old, point, &mut workspace).unwrap_or(0.0);
                strikes.push(Strike {
                    body,
                    age: now - time,
                    place: of.place,
                    normal: of.normal,
                    impulse,
                });
            }
        }
        before = Some((time, y, lowest));
    }
    strikes
}

/// The lowest point of a body.
struct Lowest {
    /// Height above the ground (m).
    height: f64,
    /// Where it is (m, world).
    place: Vector3<f64>,
    /// Normal of the ground there.
    normal: Vector3<f64>,
    /// Speed towards the ground (m/s).
    speed: f64,
}

/// Returns the speed (m/s) towards the ground of a body's point at a place (m, world), at the state in the workspace.
fn speed(workspace: &Workspace, body: usize, place: &Vector3<f64>, normal: &Vector3<f64>) -> f64 {
    let axes = workspace.world_rotation(body);
    let arm = axes.tr_mul(&(place - workspace.world_position(body)));
    -(axes * workspace.point_velocity(body, arm)).dot(normal)
}

/// Returns the impulse (N s) that stops a body of a figure at a point near it (m, world), at a state; none if it does not
/// approach the ground.
fn blow(
    corpus: &Corpus,
    y: &[f64],
    (body, place, normal): (usize, &Vector3<f64>, &Vector3<f64>),
    workspace: &mut Workspace,
) -> Option<f64> {
    let response = Response::of(&corpus.model, y, workspace)?;
    let speed = speed(workspace, body, place, normal);
    let mut columns = vec![];
    response.columns(&corpus.model, body, place, &mut columns);
    let along = columns.iter().map(|of| of.by.dot(normal));
    let mobility: f64 = along.map(|x| x * x).sum();
    (speed > 0.0 && mobility > 0.0).then(|| speed / mobility)
}

/// Adds the streaks of a strike of some hardness, which fly so far (m) in their life (s).
fn streaks(strike: &Strike, hard: f64, (way, life): (f64, f64), strokes: &mut Vec<Stroke>) {
    let part = strike.age / life;
    let side = match strike.normal.x.abs() > 0.9 {
        true => Vector3::y(),
        false => Vector3::x(),
    };
    let first = strike.normal.cross(&side).normalize();
    let second = strike.normal.cross(&first);
    let count = (STREAKS[0] + STREAKS[1] * hard.min(1.0)) as usize;
    for number in 0..count {
        // Directions and speeds differ from streak to streak and from foot to foot, and are the same in every picture.
        let k = (number + 7 * strike.body) as f64;
        let (sin, cos) = libm::sincos(k * TURN);
        let rise = 0.35 + 0.9 * (0.618_034 * k).fract();
        let fast = (0.5 + 0.5 * (0.414_214 * k).fract()) * way / life;
        let toward = (first * cos + second * sin + strike.normal * rise).normalize() * fast;
        let at =
            |age: f64| strike.place + toward * age - Vector3::z() * (GRAVITY * age * age / 2.0);
        let [from, to] = [(strike.age - STREAK * life).max(0.0), strike.age].map(at);
        if strike.age > 0.0 && strike.normal.dot(&(to - strike.place)) >= 0.0 {
            let [new, old] = COLOURS;
            let fade = part as f32;
            strokes.push(Stroke {
                points: vec![from.into(), to.into()],
                colour: std::array::from_fn(|c| new[c] + (old[c] - new[c]) * fade),
                width: 0.008 * (1.0 - 0.5 * fade),
                opacity: 1.0 - fade.powi(3),
                first_opacity: 0.3 * (1.0 - fade),
                ..Stroke::default()
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::{Mode, Quiet};

    fn sparks_of(lines: &str) -> (Vec<Strike>, Vec<Stroke>) {
        let mut session = crate::commands::session(Mode::Run, Box::new(Quiet));
        let script = "addcorpus c\nbox o size=[1 1 1]\naddbody b o 0 0 1 rotary 1000\nsetroot b\ncorpusinit\n\
                      ground on\ngrav on\nshow sparks\n";
        let ran = session.run_text("struck", &format!("{script}{lines}"));
        assert!(ran.is_ok(), "{:?}", session.diagnostics);
        let stage = session.here();
        let body = &stage.definitions.drafts[0].figure.bodies[0];
        let corpus = (0, &stage.world.corpora[0]);
        let found = strikes(stage, corpus, |_| &body.contacts, [0.1, 1.0]);
        (found, sparks(stage, 1.0))
    }

    #[test]
    fn a_box_that_falls_flat_strikes_with_its_momentum() {
        let (strikes, strokes) = sparks_of("rest 20cm\ngo 0.25s");
        let [strike] = strikes[..] else {
            panic!("{strikes:?}");
        };
        // A ton that falls by 20 cm for 0.202 s.
        let wanted = 1000.0 * (2.0_f64 * 9.8 * 0.2).sqrt();
        // A corner of a free cube is four times as mobile as its centre: 1/m + r^2/I with r^2 = 1/2 and I = m/6.
        let part = strike.impulse / wanted;
        assert!((part - 0.25).abs() < 2e-3, "{part}");
        assert!((strike.age - 0.048).abs() < 2e-3, "{strike:?}");
        assert!(strokes.len() > 5);
        // Rigid ground is struck as hard.
        let (rigid, _) = sparks_of("contact rigid\nrest 20cm\ngo 0.25s");
        let [strike] = rigid[..] else {
            panic!("{rigid:?}");
        };
        assert!((strike.impulse / wanted - 0.25).abs() < 2e-3, "{strike:?}");
        let (_, weaker) = sparks_of("rest 1mm\ngo 30ms");
        assert!(!weaker.is_empty() && weaker.len() < strokes.len());
        let (none, _) = sparks_of("rest 20cm\ngo 1.5s");
        assert!(
            none.iter().all(|strike| strike.impulse < 0.05 * wanted),
            "{none:?}"
        );
    }
}

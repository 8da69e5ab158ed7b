//! Impacts that the stages of a step misjudge. The second stage, in the middle of the step, stands for the whole of it, also where a point comes to a surface, or
//! turns round on it, within the step.

use crate::contact::{Ground, Touch};
use crate::world::corpus::Corpus;
use crate::world::overlooked::Overlooked;

/// How much stricter an impact is judged than other errors: the errors of the bounces of a body add up, and its next bounces enlarge them.
const STRICTER: f64 = 10.0;
/// [`Overlooked::aim`] of an impact: its moment is easily found, since little changes the speed of a point before it.
const AIM: f64 = 0.1;

/// An event at a point of contact within a step, and the force that the step has missed, or added, on one side of it.
#[derive(Clone, Copy, Debug)]
pub(in crate::world) struct Impact {
    /// Impulse of that force (N s).
    impulse: f64,
    /// Time from the event to the end of the step (s).
    since: f64,
    /// Speed of the point along the normal (m/s).
    speed: f64,
}

/// Returns the outward speed of a touching point (m/s).
fn outward(touch: &Touch) -> f64 {
    touch.velocity.dot(&touch.normal)
}

impl Impact {
    /// Returns the impact of a point that touches at the end of a step and that no stage has seen: with the depth d and the inward speed v
    /// it came d/v ago, and has missed half of the force that acts now.
    pub fn late(law: &Ground, touch: &Touch) -> Option<Impact> {
        let speed = -outward(touch);
        let since = touch.depth / speed;
        (speed > 0.0).then(|| Impact {
            impulse: law.push(touch).pressing * since / 2.0,
            since,
            speed,
        })
    }

    /// Returns the impact of a point that the second stage of a step of `h` seconds was the first to see: its force acts over the time before the
    /// impact, too, and lacks as much as would act at the depth that the point reaches in that time, by half.
    pub fn early(law: &Ground, touch: &Touch, h: f64) -> Option<Impact> {
        let speed = -outward(touch);
        let before = 0.5 * h - touch.depth / speed;
        (speed > 0.0 && before > 0.0).then(|| {
            let touch = Touch {
                depth: before * speed,
                ..*touch
            };
            Impact {
                impulse: law.push(&touch).pressing * before / 2.0,
                since: h - before,
                speed,
            }
        })
    }

    /// Whether a point that has this outward speed (m/s) in the middle of a step may turn in the rest of it: a slower one is on the ramp of
    /// restitution already, which the step follows.
    #[inline]
    pub fn may_turn(law: &Ground, speed: f64) -> bool {
        speed.abs() > law.restitution_speed
    }

    /// Returns the event of a point that moved in at the last stage of a step of `h` seconds, with that outward speed (m/s), and moves out at its
    /// end, or the reverse: restitution has changed the force since.
    pub fn turning(law: &Ground, touch: &Touch, before: f64, h: f64) -> Option<Impact> {
        let after = outward(touch);
        let turns = Impact::may_turn(law, before) && before * after < 0.0;
        turns.then(|| {
            let since = 0.5 * h * after.abs() / (after.abs() + before.abs());
            Impact {
                impulse: law.change_by_restitution(touch, [before, after]) * since,
                since,
                speed: after.abs(),
            }
        })
    }

    /// Returns the event as an error of a corpus: the velocity error of a body of `mass` (kg) alone, in parts of the speed of the point and of the
    /// characteristic speed of the figure.
    pub fn of(self, corpus: &Corpus, mass: f64) -> Overlooked {
        Overlooked {
            error: STRICTER * self.impulse / mass / (corpus.step.scales.speed() + self.speed),
            since: self.since,
            component: corpus.layout().v().end - 1,
            aim: AIM,
        }
    }
}

/// Returns the worse of two events.
pub(in crate::world) fn worse(a: Option<Overlooked>, b: Option<Overlooked>) -> Option<Overlooked> {
    match (a, b) {
        (Some(one), Some(other)) if other.error > one.error => Some(other),
        (None, other) => other,
        (one, _) => one,
    }
}

//! Attachments that break: which step overlooks it, and what it leaves.

use super::pipeline::{Island, Tie};
use crate::contact::Joined;
use crate::world::attachment::Fastening;
use crate::world::overlooked::{AIM, Overlooked};

/// Delay of a break, relative to the figure's time scale, that counts as an error of 1.
const LATEST: f64 = 1.0 / 30.0;

impl Island<'_> {
    /// Whether an attachment of the members may break.
    pub fn may_break(&self) -> bool {
        let breakable = |tie: &Tie| self.attachments[tie.number].law.may_break();
        self.forces.ties.iter().any(breakable)
    }

    /// Finds the attachment that the state in the workspaces, at the end of a step, has stretched most beyond its limit, and
    /// the member on which it acts: with the excess d and its rate v it should have broken d/v earlier, and has pulled for that
    /// time with its force F. The error is the velocity error of the lighter body m alone, F/m d/v, in parts of v and of the
    /// characteristic speed of the figure; and that of the time, in parts of the figure's time scale.
    pub fn overlooked_break(&self) -> Option<(usize, Overlooked)> {
        let (corpora, members) = (&*self.corpora, self.members);
        let mut worst: Option<(usize, Overlooked)> = None;
        for tie in &*self.forces.ties {
            // A closed loop breaks by its force, which has no rate: at the end of the step.
            let Joined::Spring(law) = &self.attachments[tie.number].law else {
                continue;
            };
            let Some(limit) = law.breaks_at else { continue };
            let [one, two] = tie.ends(corpora, members);
            let (apart, moving) = (one.at - two.at, one.velocity - two.velocity);
            let excess = apart.norm() - limit;
            let speed = apart.dot(&moving) / apart.norm();
            if excess <= 0.0 || speed <= 0.0 {
                continue;
            }
            let force = law.pull(&apart, &moving, self.ramp).force.norm();
            for side in &tie.sides {
                let Some((member, body)) = side.mover() else {
                    continue;
                };
                let corpus = &corpora[members[member]];
                let since = excess / speed;
                let missed = force / corpus.model.inertia(body).mass * since;
                let late = since * corpus.step.scales.rate();
                let found = Overlooked {
                    error: (missed / (corpus.step.scales.speed() + speed)).max(late / LATEST),
                    since,
                    component: corpus.layout().v().end - 1,
                    aim: AIM,
                };
                if worst.is_none_or(|(_, worst)| found.error > worst.error) {
                    worst = Some((member, found));
                }
            }
        }
        worst
    }

    /// Breaks the attachments that the accepted state, at the end of a step of `h` seconds, has stretched or loaded too far.
    ///
    /// The next evaluation does not include broken attachments, so the account would lose the half of the step's work that the
    /// trapezoidal rule takes from its end: it is added here. Works integrated with the state already include it.
    pub fn break_ties(&mut self, time: f64, h: f64) {
        let (corpora, members) = (&*self.corpora, self.members);
        let (attachments, broken) = (&mut *self.attachments, &mut *self.broken);
        let by_rates = self.around.by_rates;
        let ramp = self.ramp;
        let mut missed: Vec<(usize, f64)> = vec![];
        self.forces.ties.retain(|tie| {
            let attachment = &mut attachments[tie.number];
            if !attachment.law.may_break() {
                return true;
            }
            let ends = tie.ends(corpora, members);
            let holds = !attachment.law.breaks(&ends, ramp);
            if !holds {
                attachment.law.each(&ends, ramp, |held| {
                    // The work of a loop is known for the whole step.
                    if held.constraint.is_some() {
                        return;
                    }
                    let [one, two] = held.velocities;
                    let force = held.force.force;
                    let powers = [force.dot(&one), -force.dot(&two)];
                    for (side, power) in tie.sides.iter().zip(powers) {
                        if let (Some((member, _)), false) = (side.mover(), by_rates) {
                            missed.push((member, 0.5 * h * power));
                        }
                    }
                });
                let length = (ends[0].at - ends[1].at).norm();
                let load = attachment.law.load(&ends, ramp);
                attachment.hold = Fastening::Broken { time, length, load };
                broken.push(tie.number);
            }
            holds
        });
        for (member, work) in missed {
            self.corpora[members[member]].measured.account.works.outer += work;
        }
    }
}

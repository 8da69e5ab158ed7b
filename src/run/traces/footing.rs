//! The ground contacts of a figure over time.

use super::samples::{Samples, halve};
use crate::plot::{Footing, SupportMoment};
use crate::run::{Language, Stage};

/// Most polygons that are stored.
const MOST: usize = 512;

/// Samples of the ground contacts.
#[derive(Clone, Debug, Default)]
pub(crate) struct FootingTrace {
    pub footing: Footing,
    samples: Samples,
    /// Binary logarithm of the number of polygons of which one is stored.
    thinned: u32,
    came: u64,
}

impl FootingTrace {
    /// Samples the current figure of a stage, whose observation is up to date.
    pub fn see<L: Language>(&mut self, stage: &Stage<L>, now: f64) {
        let Some(draft) = stage.definitions.draft() else {
            return;
        };
        let running = draft.running.and_then(|c| stage.world.corpora.get(c));
        let Some(corpus) = running else { return };
        let support = corpus.support();
        let margin = support.margin.unwrap_or(f64::NAN);
        let row = [support.centre.x, support.centre.y, margin];
        self.samples.take(now, &row);
        self.came += 1;
        if (self.came - 1) & ((1 << self.thinned) - 1) == 0 {
            self.footing.moments.push(SupportMoment {
                time: now,
                centre: support.centre.into(),
                polygon: support.polygon.iter().map(|p| [p.x, p.y]).collect(),
            });
        }
        if self.footing.moments.len() >= MOST {
            halve(&mut self.footing.moments);
            self.thinned += 1;
        }
        self.footing.name.clone_from(&draft.figure.name);
    }

    /// Returns the samples, ready to be drawn.
    pub fn whole(&self) -> Footing {
        let column = |i: usize| self.samples.columns.get(i).cloned().unwrap_or_default();
        Footing {
            times: self.samples.times.clone(),
            centres: [column(0), column(1)],
            margins: column(2),
            ..self.footing.clone()
        }
    }

    /// Removes the samples at a time or after it.
    pub fn forget_after(&mut self, time: f64) {
        self.samples.forget_after(time);
        let moments = &mut self.footing.moments;
        moments.truncate(moments.partition_point(|m| m.time < time));
        self.came = (moments.len() as u64) << self.thinned;
    }
}

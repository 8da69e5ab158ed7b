//! Draws the recorded samples.

use super::super::columns::{Head, changed};
use super::super::{Stop, si};
use super::numbers::Numbers;
use super::plot::{Plot, Seen, Subject};
use crate::diagnostic::Diagnostic;
use crate::plot::{Curves, Drawing, Look, Refusal, Series, Walk, curves, gait, support};
use crate::run::{Follower, Rows, SAME};

impl Plot {
    /// Adds the numbers of a sample.
    pub(super) fn take(&mut self, now: f64, numbers: Numbers) -> Result<(), Stop> {
        let heads = || numbers.iter().map(|number| &number.head);
        if !heads().eq(&self.heads) {
            self.ended = true;
            let Some((of, message)) = changed(&self.heads, heads()) else {
                return Ok(());
            };
            let column = self.wanted.columns.get(of);
            let span = column.map_or(self.wanted.place, |column| column.span);
            let report = Diagnostic::error("E014", span, message);
            let report = report.note(
                self.wanted.head,
                format!("this diagram ends at {}", si(now, "s")),
            );
            return Err(report.help("the unit of a curve cannot change").into());
        }
        if let Seen::Values(samples) = &mut self.seen {
            let row: Vec<f64> = numbers.iter().map(|number| number.value).collect();
            samples.take(now, &row);
        }
        Ok(())
    }

    /// Returns the sampled values: the times and the columns, or, for a phase portrait, the first column and the others.
    #[must_use]
    pub fn curves(&self) -> Option<Curves> {
        let Seen::Values(samples) = &self.seen else {
            return None;
        };
        let columns = samples
            .columns
            .iter()
            .zip(self.heads.iter().zip(&self.groups));
        let series = |(values, (head, group)): (&Vec<f64>, (&Head, &&str))| Series {
            exact: self.exact.get(head.of).copied().unwrap_or_default(),
            group: (*group).to_owned(),
            ..Series::new(&head.name, &head.unit, values.clone())
        };
        let mut values: Vec<Series> = columns.map(series).collect();
        let phase = self.wanted.subject == Subject::Phase;
        let over = match phase && !values.is_empty() {
            true => values.remove(0),
            false => Series::new("time", "s", samples.times.clone()),
        };
        Some(Curves {
            over,
            values,
            phase,
        })
    }

    /// Returns its name: its file, or its subject.
    #[must_use]
    pub fn name(&self) -> String {
        let word = match self.wanted.subject {
            Subject::Curves => "curves",
            Subject::Phase => "phase",
            Subject::Gait => "gait",
            Subject::Forces => "forces",
            Subject::Support => "support",
            Subject::Energy => "energy",
        };
        self.wanted.path.clone().unwrap_or_else(|| word.to_owned())
    }

    /// Returns the margin of the support polygon over time, for a diagram of support.
    #[must_use]
    pub fn margin(&self) -> Option<Curves> {
        let Seen::Footing(trace) = &self.seen else {
            return None;
        };
        let footing = trace.whole();
        Some(Curves {
            over: Series::new("time", "s", footing.times),
            values: vec![Series::new("margin", "m", footing.margins)],
            phase: false,
        })
    }

    /// Returns the sampled gait.
    #[must_use]
    pub fn walk(&self) -> Option<Walk> {
        match &self.seen {
            Seen::Walk(trace) => Some(trace.walk()),
            _ => None,
        }
    }

    /// Draws the samples.
    ///
    /// # Errors
    /// There are no samples, or there is no room for them.
    pub fn drawing(&self, look: &Look) -> Result<Drawing, Refusal> {
        match &self.seen {
            Seen::Values(_) => curves(&self.curves().unwrap_or_default(), look),
            Seen::Walk(trace) => gait(&trace.walk(), look),
            Seen::Footing(trace) => support(&trace.whole(), look),
        }
    }
}

impl Follower for Plot {
    fn shift_clock(&mut self, by: f64) {
        self.rows.start += by;
        if let Seen::Walk(trace) = &mut self.seen {
            trace.shift(by);
        }
    }

    /// Discards the samples after that time.
    fn went_back(&mut self, time: f64, shift: f64, _: Option<Rows>) {
        self.drawn = false;
        let (start, period) = (self.rows.start + shift, self.wanted.period);
        self.rows = match start <= time && period > 0.0 {
            true => Rows {
                start,
                count: ((time - start) / period - SAME).ceil().max(0.0) as u64,
            },
            false => Rows {
                start: start.min(time),
                count: 0,
            },
        };
        match &mut self.seen {
            Seen::Values(samples) => samples.forget_after(time),
            Seen::Walk(trace) => {
                trace.shift(shift);
                trace.forget_after(time);
            }
            Seen::Footing(trace) => trace.forget_after(time),
        }
    }
}

//! Observer of a driven session: collects printed lines for the answer, and writes watched values while time passes.

use super::answer::{named, row};
use crate::lang::syntax::Expression;
use crate::lang::value::Datum;
use crate::session::{Common, Observer, Stage};
use crate::terminal::say_drawn;
use serde_json::{Map, Value};
use std::sync::Arc;

/// Largest part of a period by which a frame may come too early, because clocks are sums.
const SAME: f64 = 1e-6;

/// Output of a driven session.
pub(super) struct Output {
    /// Whether answers are JSON.
    json: bool,
    /// Simulated time (s) between lines of values.
    every: Option<f64>,
    /// Time of the next line (s).
    due: Option<f64>,
    /// Lines printed by the running command.
    pub printed: Vec<String>,
    /// Watched expressions, whose values accompany the answers, by name.
    pub watched: Vec<(String, Arc<Expression>)>,
}

impl Output {
    pub fn new(json: bool, every: Option<f64>) -> Self {
        Output {
            json,
            every,
            due: None,
            printed: vec![],
            watched: vec![],
        }
    }

    /// Adds a watched quantity, or changes its unit.
    pub fn watch(&mut self, text: &str, expression: Arc<Expression>) {
        let name = text.split(" to ").next().unwrap_or(text).trim();
        match self.watched.iter_mut().find(|(known, _)| known == name) {
            Some((_, known)) => *known = expression,
            None => self.watched.push((name.to_owned(), expression)),
        }
    }

    /// Returns the expressions of all watched quantities; none if there are none.
    pub fn expressions(&self) -> Option<Arc<[Arc<Expression>]>> {
        let all = self.watched.iter();
        (!self.watched.is_empty()).then(|| all.map(|(_, e)| Arc::clone(e)).collect())
    }

    /// Returns values by the names of the watched quantities.
    pub fn named(&self, values: &[Option<Datum>]) -> Map<String, Value> {
        named(self.watched.iter().map(|(name, _)| name.as_str()), values)
    }

    /// Whether a line of values is due at a time (s).
    fn is_due(&self, time: f64) -> bool {
        let Some(every) = self.every else {
            return false;
        };
        self.json && self.due.is_none_or(|due| time >= due - SAME * every)
    }

    /// Records that a line is written at a time (s).
    fn wrote(&mut self, time: f64) {
        let Some(every) = self.every else { return };
        // Multiples of the period, counted from the first line.
        let due = self.due.unwrap_or(time);
        let passed = ((time - due) / every + SAME).floor().max(0.0);
        self.due = Some(due + (passed + 1.0) * every);
    }
}

/// Observer of a driven session, which also passes all calls to the inner observer.
pub(super) struct PipeObserver {
    pub inner: Box<dyn Observer>,
    pub output: Common<Output>,
}

impl Observer for PipeObserver {
    fn inner(&mut self) -> Option<&mut dyn Observer> {
        Some(&mut *self.inner)
    }

    fn print(&mut self, line: &str) {
        let mut output = self.output.lock();
        if output.json {
            output.printed.push(line.to_owned());
        } else {
            self.inner.print(line);
        }
    }

    fn going(&mut self, stage: &Stage, seconds: f64) {
        self.inner.going(stage, seconds);
        let mut output = self.output.lock();
        // The clock was set back.
        if output
            .due
            .is_some_and(|due| stage.world.time < due - 1.5 * output.every.unwrap_or(0.0))
        {
            output.due = None;
        }
    }

    fn wants(&mut self, stage: &Stage) -> Option<Arc<[Arc<Expression>]>> {
        let output = self.output.lock();
        output
            .is_due(stage.world.time)
            .then(|| output.expressions())
            .flatten()
    }

    fn values(&mut self, time: f64, values: Vec<Option<Datum>>) {
        let mut output = self.output.lock();
        output.wrote(time);
        say_drawn(&(row(time, output.named(&values)) + "\n"));
    }
}

#[cfg(test)]
mod tests {
    use super::Output;

    #[test]
    fn lines_of_values_keep_to_multiples_of_their_period() {
        let mut output = Output::new(true, Some(0.01));
        let mut written = vec![];
        for frame in 0..=25 {
            let time = 0.004 * f64::from(frame);
            if output.is_due(time) {
                output.wrote(time);
                written.push(frame);
            }
        }
        // At or after 0, 10, 20 ms and so on.
        assert_eq!(written, [0, 3, 5, 8, 10, 13, 15, 18, 20, 23, 25]);
        assert!(!Output::new(true, None).is_due(1.0) && !Output::new(false, Some(0.1)).is_due(1.0));
    }
}

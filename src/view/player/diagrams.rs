//! Diagrams for a viewer: watched quantities, and plots of the script.

use super::Connection;
use crate::plot::{Curves, Walk};
use crate::session::Stage;
use crate::view::diagram::{Content, Diagram};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Most samples of a diagram: a display has fewer columns.
const MOST: usize = 1500;

/// Shortest time between two updates of a diagram.
const BETWEEN: Duration = Duration::from_millis(100);

/// The diagram that is shown.
#[derive(Default)]
pub(super) struct Pane {
    /// Its number, counted from 0.
    number: Option<usize>,
    made: Option<(Instant, Arc<Diagram>)>,
}

impl Pane {
    /// Requests an update with the next moment.
    pub fn renew(&mut self) {
        self.made = None;
    }
}

impl Connection {
    /// Shows the next diagram, and none after the last.
    pub(super) fn next_diagram(&mut self, stage: &Stage) {
        let count = self.count(stage);
        let next = self.display.pane.number.map_or(0, |number| number + 1);
        self.display.pane.number = (next < count).then_some(next);
        self.display.pane.renew();
        if count == 0 {
            self.tell("no diagram: `plot` makes one in a script, `watch` at the prompt");
        }
    }

    /// Returns the selected diagram, if there is one.
    pub(super) fn diagram(&mut self, stage: &Stage) -> Option<Arc<Diagram>> {
        let number = self.display.pane.number?;
        if let Some((made, diagram)) = &self.display.pane.made
            && made.elapsed() < BETWEEN
        {
            return Some(Arc::clone(diagram));
        }
        let (title, content) = self.content(number, stage)?;
        let diagram = Arc::new(Diagram {
            title,
            number: [number + 1, self.count(stage)],
            content,
        });
        self.display.pane.made = Some((Instant::now(), Arc::clone(&diagram)));
        Some(diagram)
    }

    /// Returns the number of diagrams: one of the watched quantities, if there are any, and those of the script.
    fn count(&self, stage: &Stage) -> usize {
        usize::from((self.watched)().is_some()) + stage.outputs.plots.len()
    }

    fn content(&self, number: usize, stage: &Stage) -> Option<(String, Content)> {
        let past = self
            .playback
            .past
            .and_then(|(at, _)| stage.past.history.near(at));
        let clock = past.map_or(stage.world.time, |moment| moment.world.time);
        let curves = |what: Curves| Content::Curves(thinned(until(what, clock)));
        let watched = (self.watched)();
        let plot = match (&watched, number) {
            (Some(_), 0) => None,
            (Some(_), number) => stage.outputs.plots.get(number - 1),
            (None, number) => stage.outputs.plots.get(number),
        };
        let Some(plot) = plot else {
            return Some(("watched".to_owned(), curves(watched?)));
        };
        let content = match plot.walk() {
            Some(walk) => Content::Gait(Walk {
                to: walk.to.min(clock),
                ..walk
            }),
            None => curves(plot.curves().or_else(|| plot.margin())?),
        };
        Some((plot.name(), content))
    }
}

/// Returns curves over time before a time (s); a phase portrait is unchanged.
fn until(mut what: Curves, time: f64) -> Curves {
    if what.phase || what.over.name != "time" {
        return what;
    }
    let count = what.over.values.partition_point(|t| *t <= time + 1e-9);
    what.over.values.truncate(count);
    for series in &mut what.values {
        series.values.truncate(count);
    }
    what
}

/// Keeps every n-th value, so that there are no more than a display can show.
fn thinned(mut what: Curves) -> Curves {
    let step = what.over.values.len().div_ceil(MOST).max(1);
    if step > 1 {
        let thin = |values: &mut Vec<f64>| *values = values.iter().copied().step_by(step).collect();
        thin(&mut what.over.values);
        for series in &mut what.values {
            thin(&mut series.values);
        }
    }
    what
}

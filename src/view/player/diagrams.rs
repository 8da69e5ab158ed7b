//! Diagrams for a viewer: watched quantities, plots of the script, gaits, and the chosen joint or the moving figures.

use super::Link;
use crate::dynamics::JointKind;
use crate::plot::{Curves, LegTrack, Series, Step, Walk};
use crate::session::{Snapshot, Stage};
use crate::view::diagram::{Content, Diagram};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Time span (s) of curves that no script has requested, unless a gait steps faster.
const WINDOW: f64 = 2.0;

/// Number of cycles of a gait in a diagram.
const CYCLES: f64 = 5.0;

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

/// Source of a diagram.
enum Source {
    Watched,
    /// A diagram of the script.
    Plot(usize),
    Gait(usize),
    /// A corpus and a body of it.
    Joint(usize, usize),
    Figure(usize),
}

impl Pane {
    /// Requests an update with the next moment.
    pub fn renew(&mut self) {
        self.made = None;
    }
}

impl Link {
    /// Shows the next diagram, and none after the last.
    pub(super) fn next_diagram(&mut self, stage: &Stage) {
        let count = self.sources(stage).len();
        let next = self.display.pane.number.map_or(0, |number| number + 1);
        self.display.pane.number = (next < count).then_some(next);
        self.display.pane.renew();
        if count == 0 {
            self.tell("no diagram: nothing has moved yet");
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
        let sources = self.sources(stage);
        let (title, content) = self.content(sources.get(number)?, stage)?;
        let diagram = Arc::new(Diagram {
            title,
            number: [number + 1, sources.len()],
            content,
        });
        self.display.pane.made = Some((Instant::now(), Arc::clone(&diagram)));
        Some(diagram)
    }

    fn sources(&self, stage: &Stage) -> Vec<Source> {
        let mut all = vec![];
        if (self.watched)().is_some() {
            all.push(Source::Watched);
        }
        all.extend((0..stage.outputs.plots.len()).map(Source::Plot));
        all.extend((0..stage.definitions.roaches.len()).map(Source::Gait));
        let bodies = self
            .display
            .cast
            .as_ref()
            .map_or(&[][..], |cast| cast.bodies());
        let chosen = self.display.chosen.and_then(|actor| bodies.get(actor));
        all.extend(
            chosen
                .filter(|at| at.1 > 0)
                .map(|at| Source::Joint(at.0, at.1)),
        );
        let corpora = stage.world.corpora.iter().enumerate();
        let moving = corpora.filter(|(_, corpus)| corpus.integrated);
        all.extend(moving.map(|(i, _)| Source::Figure(i)));
        all
    }

    fn content(&self, source: &Source, stage: &Stage) -> Option<(String, Content)> {
        let end = self.playback.past.map_or(stage.simulated, |(at, _)| at);
        let clock = match self
            .playback
            .past
            .and_then(|(at, _)| stage.past.history.near(at))
        {
            Some(moment) => moment.world.time,
            None => stage.world.time,
        };
        let curves = |what: Curves| Content::Curves(thinned(until(what, clock)));
        Some(match source {
            Source::Watched => ("watched".to_owned(), curves((self.watched)()?)),
            Source::Plot(number) => {
                let plot = stage.outputs.plots.get(*number)?;
                let content = match plot.walk() {
                    Some(walk) => Content::Gait(Walk {
                        to: walk.to.min(clock),
                        ..walk
                    }),
                    None => curves(plot.curves().or_else(|| plot.margin())?),
                };
                (plot.name(), content)
            }
            Source::Gait(number) => {
                let walk = steps(stage, *number, end)?;
                (format!("gait {}", walk.name), Content::Gait(walk))
            }
            Source::Joint(corpus, body) => {
                let what = joint(stage, *corpus, *body, end)?;
                let running = stage.world.corpora.get(*corpus)?;
                let name = running.names.get(*body).cloned().unwrap_or_default();
                (format!("joint of {name}"), Content::Curves(what))
            }
            Source::Figure(corpus) => {
                let name = stage.world.corpora.get(*corpus)?.name.clone();
                let what = figure(stage, *corpus, end)?;
                (name, Content::Curves(what))
            }
        })
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

/// Returns the stored moments of an interval up to `end` (s, simulated), at most as many as a display can show.
fn moments(stage: &Stage, window: f64, end: f64) -> impl Iterator<Item = &Snapshot> {
    let kept = stage.past.history.since(end - window);
    let step = kept.len().div_ceil(MOST).max(1);
    kept.take_while(move |m| m.simulated <= end).step_by(step)
}

/// Returns the time span to show (s): some cycles of the fastest gait.
fn window(stage: &Stage) -> f64 {
    let spans = stage
        .definitions
        .roaches
        .iter()
        .map(|r| CYCLES * r.gait.cycle());
    spans.filter(|span| *span > 0.0).fold(WINDOW, f64::min)
}

/// Returns the steps of a gait from the stored moments.
fn steps(stage: &Stage, number: usize, end: f64) -> Option<Walk> {
    let roach = stage.definitions.roaches.get(number)?;
    let cycle = roach.gait.cycle();
    let window = match cycle.is_finite() && cycle > 0.0 {
        true => CYCLES * cycle,
        false => WINDOW,
    };
    let mut walk = Walk {
        name: roach.name.clone(),
        legs: vec![LegTrack::default(); roach.gait.legs()],
        from: f64::INFINITY,
        to: f64::NEG_INFINITY,
    };
    let mut begun = vec![0; roach.gait.legs()];
    let now = (end >= stage.simulated).then_some((stage.world.time, &roach.gait));
    // Every moment matters: a short step could be between two of them.
    let kept = stage.past.history.since(end - window);
    let kept = kept.take_while(|moment| moment.simulated <= end);
    let kept = kept.filter_map(|moment| Some((moment.world.time, moment.gaits.get(number)?)));
    for (time, gait) in kept.chain(now) {
        walk.from = walk.from.min(time);
        walk.to = walk.to.max(time);
        for (leg, (track, begun)) in walk.legs.iter_mut().zip(&mut begun).enumerate() {
            let Some(began) = gait.began(leg) else {
                continue;
            };
            if *begun != gait.steps(leg) {
                *begun = gait.steps(leg);
                track.steps.push(Step {
                    begin: began,
                    end: f64::INFINITY,
                });
            }
            let ended = gait.ended(leg).filter(|ended| *ended >= began);
            if let (Some(step), Some(ended)) = (track.steps.last_mut(), ended) {
                step.end = ended;
            }
        }
    }
    (walk.from <= walk.to).then_some(walk)
}

/// Returns times, and a value at each moment by a function of the state of a corpus.
fn over_time<const N: usize>(
    stage: &Stage,
    corpus: usize,
    end: f64,
    read: impl Fn(&[f64]) -> Option<[f64; N]>,
) -> (Series, [Vec<f64>; N]) {
    let mut times = vec![];
    let mut columns = std::array::from_fn(|_| vec![]);
    let mut take = |time: f64, y: &[f64]| {
        // After the clock was set back the curve starts again.
        if times.last().is_some_and(|last| *last >= time) {
            return;
        }
        if let Some(row) = read(y) {
            times.push(time);
            let columns: &mut [Vec<f64>; N] = &mut columns;
            for (column, value) in columns.iter_mut().zip(row) {
                column.push(value);
            }
        }
    };
    for moment in moments(stage, window(stage), end) {
        if let Some(state) = moment.world.corpora.get(corpus) {
            take(moment.world.time, &state.y);
        }
    }
    if end >= stage.simulated
        && let Some(running) = stage.world.corpora.get(corpus)
    {
        take(stage.world.time, &running.y);
    }
    (Series::new("time", "s", times), columns)
}

/// Returns curves of position and rate of a joint.
fn joint(stage: &Stage, corpus: usize, body: usize, end: f64) -> Option<Curves> {
    let running = stage.world.corpora.get(corpus)?;
    let slides = running.model.joint_kind(body) == Some(JointKind::Sliding);
    let layout = running.layout();
    let at = body.checked_sub(1)?;
    let (name, unit, per_second, factor) = match slides {
        true => ("position", "m", "m/s", 1.0),
        false => ("angle", "deg", "deg/s", 180.0 / std::f64::consts::PI),
    };
    let (over, [q, rate]) = over_time(stage, corpus, end, |y| {
        let q = *y.get(layout.q().start + at)?;
        let rate = *y.get(layout.qd().start + at)?;
        Some([q * factor, rate * factor])
    });
    let series = |name: &str, unit: &str, values: Vec<f64>| Series {
        exact: !slides,
        ..Series::apart(name, unit, values)
    };
    Some(Curves {
        over,
        values: vec![series(name, unit, q), series("rate", per_second, rate)],
        phase: false,
    })
}

/// Returns curves of a figure's root height and speed.
fn figure(stage: &Stage, corpus: usize, end: f64) -> Option<Curves> {
    let layout = stage.world.corpora.get(corpus)?.layout();
    let (over, [height, speed]) = over_time(stage, corpus, end, |y| {
        let v = y.get(layout.v())?;
        let speed = v.iter().map(|c| c * c).sum::<f64>().sqrt();
        Some([*y.get(2)?, speed])
    });
    Some(Curves {
        over,
        values: vec![
            Series::apart("height of the root", "m", height),
            Series::apart("speed of the root", "m/s", speed),
        ],
        phase: false,
    })
}

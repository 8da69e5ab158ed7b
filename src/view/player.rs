//! The session's side: paces the frames of a `go`, handles the viewer's requests, publishes the scene.

mod diagrams;
mod display;
mod observer;
mod playback;
mod publish;
mod reload;
mod requests;

pub use observer::Player;
pub use reload::Reload;

use super::channels::{Marker, Order, Screen};
use super::pacing::Pacing;
use super::shown::State;
use crate::diagnostic::{Diagnostic, draw};
use crate::plot::Curves;
use crate::session::Stage;
use crate::source::Sources;
use display::Display;
use playback::Playback;
use requests::Requests;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

/// Time between two shown moments: about the refresh rate of displays.
const BETWEEN: Duration = Duration::from_millis(16);

/// Lead over the viewer's clock below which a `go` continues, because waiting is less exact.
const EARLY: Duration = Duration::from_millis(4);

/// Interval at which a paused `go` tests whether the user has interrupted it.
const GLANCE: Duration = Duration::from_millis(50);

/// Interval at which files are tested.
const FILES: Duration = Duration::from_millis(400);

/// The session's end of the channels.
pub struct Connection {
    requests: Requests,
    playback: Playback,
    display: Display,
    /// Whether pausing a `go` holds it; otherwise it is interrupted.
    pub holds: bool,
    /// Whether the viewer covers the terminal: then output is stored for later.
    pub covers: bool,
    /// Whether the running command was sent by a viewer while the user may be typing.
    pub unasked: bool,
    /// Lines printed meanwhile, with whether each is a report.
    pub kept: Vec<(String, bool)>,
    /// Function that prints above the line being typed.
    pub above: Option<Box<dyn FnMut(String) + Send>>,
    /// The files of the script.
    pub files: Reload,
    /// Function that says whether the user has sent a signal that interrupts the run.
    pub broken: Box<dyn Fn() -> bool + Send>,
    /// Function that returns curves of the quantities watched at the prompt, if there are any.
    pub watched: Box<dyn Fn() -> Option<Curves> + Send>,
    /// Lines of a viewer that ran between two frames, with the clock at that time (s).
    pub ran: Vec<(f64, String)>,
}

impl Connection {
    /// Creates a connection without a viewer.
    #[must_use]
    pub fn new(inbox: Receiver<Order>) -> Self {
        Connection {
            requests: Requests::new(inbox),
            playback: Playback::new(),
            display: Display::default(),
            holds: true,
            covers: false,
            unasked: false,
            kept: vec![],
            above: None,
            files: Reload::default(),
            broken: Box::new(|| false),
            watched: Box::new(|| None),
            ran: vec![],
        }
    }

    /// Connects a viewer.
    pub fn open(&mut self, screen: Arc<Screen>, speed: f64) {
        self.display.screen = Some(screen);
        self.playback.pacing = Pacing::new(speed);
        (
            self.playback.held,
            self.playback.past,
            self.display.chosen,
            self.display.world,
        ) = (false, None, None, None);
        self.changed();
    }

    /// Disconnects the viewer.
    pub fn close(&mut self) {
        if let Some(screen) = self.display.screen.take() {
            screen.close();
        }
        (self.playback.held, self.playback.past, self.covers) = (false, None, false);
    }

    /// Whether a viewer is open.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.display.screen.is_some()
    }

    /// Whether the terminal must not be written to: a viewer covers it, or the user may be typing.
    #[must_use]
    pub fn is_quiet(&self) -> bool {
        self.covers || self.unasked
    }

    /// Pauses before the first frame of the next run.
    pub fn hold(&mut self) {
        self.playback.held = true;
    }

    /// Replaces the old world by a reloaded one.
    pub fn reloaded(&mut self) {
        self.display.loaded += 1;
        (
            self.playback.held,
            self.playback.past,
            self.display.chosen,
            self.display.world,
        ) = (false, None, None, None);
        self.changed();
    }

    /// Records that something visible may have changed.
    pub fn changed(&mut self) {
        self.display.world = None;
        self.display.fresh = false;
        self.playback.pacing.restart();
    }

    /// Shows a line for the user.
    pub fn tell(&mut self, line: &str) {
        self.display.message = line.into();
        self.display.fresh = false;
    }

    /// Keeps a text that was printed, or a report, for viewers that list them.
    pub fn say(&self, text: &str, is_report: bool) {
        if let Some(screen) = &self.display.screen {
            screen.say(text, is_report);
        }
    }

    /// Prints a text, or a report, for the user where the terminal is not free for it: when the picture that covers it is gone, or above the line that is
    /// being typed. Returns whether it did.
    pub fn diverts(&mut self, text: &str, is_report: bool) -> bool {
        if self.covers {
            self.kept.push((text.to_owned(), is_report));
        } else if let (true, Some(above)) = (self.unasked, &mut self.above) {
            above(text.to_owned());
        } else {
            return false;
        }
        true
    }

    /// Keeps reports for viewers that list them: drawn with their colours, and their places.
    pub fn report(&self, findings: &[Diagnostic], sources: &Sources) {
        if let Some(screen) = &self.display.screen {
            screen.say(&draw(findings, sources, true), true);
            screen.find(findings, sources, false);
        }
    }

    /// Keeps what a check of the script has found for viewers that mark its lines.
    pub fn checked(&self, findings: &[Diagnostic], sources: &Sources) {
        if let Some(screen) = &self.display.screen {
            screen.find(findings, sources, true);
        }
    }

    fn is_due(&self) -> bool {
        self.display
            .published
            .is_none_or(|at| at.elapsed() >= BETWEEN)
    }

    /// Executes an order if it does not depend on the state of the session; returns other ones.
    fn obey(&mut self, order: Order, stage: &Stage) -> Option<Order> {
        self.display.fresh = false;
        self.display.pane.renew();
        match order {
            Order::Faster(by) => self
                .playback
                .pacing
                .set_speed(self.playback.pacing.speed() * by),
            Order::RealTime => self.playback.pacing.set_speed(1.0),
            Order::Scrub(by) => self.show(stage, |now| now + by),
            Order::First => self.show(stage, |_| f64::NEG_INFINITY),
            Order::Newest => self.playback.past = None,
            Order::Choose(actor) => self.display.chosen = actor,
            Order::Mark(marker) => {
                let marks = &mut self.display.marks;
                let flag = match marker {
                    Marker::Names => &mut marks.names,
                    Marker::Axes => &mut marks.axes,
                    Marker::Forces => &mut marks.forces,
                };
                *flag = !*flag;
            }
            Order::Diagram => self.next_diagram(stage),
            // To the neighbouring stored moment: of earlier frames, not all are stored.
            Order::Step(-1) => {
                let before = stage
                    .past
                    .history
                    .at_or_before(self.shown(stage).next_down());
                let goal = before.map(|moment| moment.simulated);
                self.show(stage, |now| goal.unwrap_or(now));
            }
            Order::Step(1) if self.playback.past.is_some() => {
                let after = stage.past.history.since(self.shown(stage).next_up()).next();
                let goal = after.map_or(stage.simulated, |moment| moment.simulated);
                self.show(stage, |_| goal);
            }
            Order::Toggle if self.playback.past.is_some() => {
                self.playback.past = self.playback.past.map(|(at, goes)| (at, !goes));
                self.playback.ticked = Instant::now();
            }
            other => return Some(other),
        }
        self.playback.pacing.restart();
        None
    }

    /// Returns the simulated time (s) of the moment that is shown.
    fn shown(&self, stage: &Stage) -> f64 {
        let moment = self
            .playback
            .past
            .and_then(|(at, _)| stage.past.history.near(at));
        moment.map_or(stage.simulated, |moment| moment.simulated)
    }

    /// Shows the moment that a function computes from the simulated time shown now (s).
    fn show(&mut self, stage: &Stage, to: impl FnOnce(f64) -> f64) {
        let now = self.playback.past.map_or(stage.simulated, |(at, _)| at);
        let first = stage.past.history.near(f64::NEG_INFINITY);
        let first = first.map_or(stage.simulated, |first| first.simulated);
        let goal = to(now).max(first);
        // A moment less than half a frame before the newest one counts as the newest.
        let is_past = goal < stage.simulated - 0.5 * stage.world.dt;
        self.playback.past = is_past.then_some((goal, false));
        if self.playback.past.is_some() && !self.playback.held {
            self.playback.held = true;
        }
    }

    /// Advances a replay. Returns whether there is one.
    fn replay(&mut self, stage: &Stage) -> bool {
        let Some((at, true)) = self.playback.past else {
            return false;
        };
        let now = Instant::now();
        let passed = now.duration_since(self.playback.ticked).as_secs_f64();
        self.playback.ticked = now;
        let at = at + passed * self.playback.pacing.speed();
        self.playback.past = (at < stage.simulated).then_some((at, true));
        if self.playback.past.is_none() {
            // The newest moment is reached: resume from there.
            self.playback.held = false;
            self.playback.pacing.restart();
        }
        self.display.fresh = false;
        true
    }

    /// Returns the `rewind` line for the time (s) back to the shown moment.
    fn rewind_line(&self, stage: &Stage) -> Option<String> {
        let (at, _) = self.playback.past?;
        let moment = stage.past.history.near(at)?;
        let by = stage.simulated - moment.simulated;
        (by > 0.0).then(|| format!("rewind {by}s"))
    }

    /// Handles an order during a `go`. One that it cannot handle ends the `go`, or waits for its end.
    fn take(&mut self, order: Order, stage: &Stage) {
        match order {
            // The answer would have to wait, while the user continues typing.
            Order::Ask(_) => return,
            Order::Entry(..) | Order::Leave => {
                // A typed entry needs the current world.
                self.requests.ends = true;
                self.requests.waiting.push_back(order);
                return;
            }
            _ => {}
        }
        let rest = self.obey(order, stage);
        if !self.holds && self.playback.past.is_some() {
            // At the prompt, a past moment stays without a time limit.
            self.requests.ends = true;
        }
        match rest {
            None => {}
            // A single frame ends by itself, and the next one follows it.
            Some(order @ (Order::Toggle | Order::Step(_))) if self.playback.stepping => {
                self.requests.waiting.push_back(order);
            }
            Some(Order::Toggle | Order::Step(_)) if !self.holds => self.requests.ends = true,
            Some(Order::Toggle) => self.playback.held = !self.playback.held,
            Some(Order::Step(_)) if self.playback.held => self.playback.steps += 1,
            Some(Order::Step(_)) => self.playback.held = true,
            Some(Order::Line(line)) => self.requests.lines.push(line),
            Some(order @ (Order::Reload | Order::Close | Order::Here)) => {
                self.requests.ends = true;
                self.requests.waiting.push_front(order);
            }
            Some(_) => {}
        }
        self.playback.pacing.restart();
    }

    /// Handles a finished frame of a `go`: waits until the next one is due.
    fn at(&mut self, stage: &Stage, mut broken: impl FnMut() -> bool) -> ControlFlow<()> {
        loop {
            // Orders after a line are handled after it.
            while self.requests.lines.is_empty()
                && let Some(order) = self.requests.receive(Duration::ZERO)
            {
                self.take(order, stage);
            }
            if self.display.screen.is_none() && !self.requests.ends {
                return ControlFlow::Continue(());
            }
            if self.files.is_due() {
                self.requests.ends = true;
                self.requests.waiting.push_front(Order::Reload);
            }
            if std::mem::take(&mut self.requests.ends) || broken() {
                return ControlFlow::Break(());
            }
            if !self.requests.lines.is_empty() {
                // They run before the next frame.
                return ControlFlow::Continue(());
            }
            if self.replay(stage) {
                self.publish(stage, State::Replaying);
                self.rest(BETWEEN, stage);
                continue;
            }
            if self.playback.past.is_some() || self.playback.held && self.playback.steps == 0 {
                if !self.display.fresh {
                    let state = if self.playback.past.is_some() {
                        State::Past
                    } else {
                        State::Held
                    };
                    self.publish(stage, state);
                }
                self.rest(GLANCE, stage);
                continue;
            }
            if self.playback.steps > 0 {
                self.playback.steps -= 1;
                self.publish(stage, State::Held);
                return ControlFlow::Continue(());
            }
            let early = self.playback.pacing.wait(Instant::now(), stage.simulated);
            if self.is_due() || early > BETWEEN && !self.display.fresh {
                self.publish(stage, State::Running);
            }
            if early <= EARLY {
                self.display.fresh = false;
                return ControlFlow::Continue(());
            }
            self.rest(early.min(GLANCE), stage);
        }
    }

    /// Waits for an order.
    fn rest(&mut self, most: Duration, stage: &Stage) {
        if let Some(order) = self.requests.receive(most) {
            self.take(order, stage);
        }
    }

    /// Waits while nothing runs for an order that needs the session: a line or an entry to run, `Toggle` to resume without end, a question, `Reload`,
    /// `Close` or `Leave`.
    pub fn next(&mut self, stage: &Stage) -> Order {
        self.requests.ends = false;
        self.playback.steps = 0;
        self.playback.stepping = false;
        if !self.requests.lines.is_empty() {
            // The `go` has ended before these lines ran.
            return Order::Line(self.requests.lines.remove(0));
        }
        loop {
            if self.is_open() {
                let state = match self.playback.past {
                    Some((_, true)) => State::Replaying,
                    Some(_) => State::Past,
                    None => State::Idle,
                };
                if !self.display.fresh {
                    self.publish(stage, state);
                }
                if (self.broken)() {
                    return Order::Leave;
                }
                if self.files.is_due() {
                    return Order::Reload;
                }
                self.replay(stage);
            }
            let wait = match (self.is_open(), self.playback.past) {
                (true, Some((_, true))) => BETWEEN,
                (true, _) => FILES,
                (false, _) => Duration::from_secs(3600),
            };
            let waiting = self.requests.waiting.pop_front();
            let Some(order) = waiting.or_else(|| self.requests.receive(wait)) else {
                continue;
            };
            if let Order::Ask(_) = order {
                // It changes nothing that is shown.
                return order;
            }
            match self.obey(order, stage) {
                None => {}
                Some(order @ (Order::Leave | Order::Close)) => return order,
                Some(order @ (Order::Entry(..) | Order::Line(_))) => {
                    (self.playback.held, self.playback.past) = (false, None);
                    return order;
                }
                Some(_) if !self.is_open() => {}
                Some(Order::Toggle) => {
                    self.playback.held = false;
                    return Order::Toggle;
                }
                Some(Order::Step(_)) => {
                    self.playback.held = false;
                    self.playback.stepping = true;
                    return Order::Line("go 1".to_owned());
                }
                Some(Order::Here) => match self.rewind_line(stage) {
                    Some(line) => {
                        self.playback.past = None;
                        return Order::Line(line);
                    }
                    None => self.tell("go back in time first (left arrow)"),
                },
                Some(Order::Reload) => return Order::Reload,
                Some(_) => {}
            }
        }
    }
}

#[cfg(test)]
mod tests;

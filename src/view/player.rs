//! The session's side: paces the frames of a `go`, handles the viewer's requests, publishes the scene.

mod diagrams;
mod observer;
mod publish;
mod reload;

pub use observer::Player;
pub use reload::Reload;

use super::link::{Ask, Message, Order, Screen};
use super::pacing::Pacing;
use super::shown::State;
use crate::film::Cast;
use crate::plot::Curves;
use crate::scene::Scene;
use crate::session::Stage;
use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

/// Between two moments that are shown: as often as displays draw.
const BETWEEN: Duration = Duration::from_millis(16);

/// A `go` that is ahead of the viewer's clock by less than this goes on: waiting is not as exact.
const EARLY: Duration = Duration::from_millis(4);

/// How often a held `go` looks whether the user has broken it off.
const GLANCE: Duration = Duration::from_millis(50);

/// How often files are looked at.
const FILES: Duration = Duration::from_millis(400);

/// Next action of an idle session.
pub enum Wish {
    /// Run a line that a viewer sent.
    Line(String),
    /// Go on without end.
    Play,
    /// Run an entry of the prompt; the size of the terminal.
    Entry(String, (usize, usize)),
    /// Answer a question.
    Answer(Ask),
    /// Read the script again.
    Reload,
    /// The viewer was closed.
    Closed,
    /// The user leaves the prompt.
    Leave,
}

/// The session's end of the channels.
pub struct Link {
    inbox: Receiver<Message>,
    /// What came while a `go` ran and has to wait for its end.
    waiting: VecDeque<Message>,
    screen: Option<Arc<Screen>>,
    pacing: Pacing,
    held: bool,
    steps: u32,
    /// Whether what runs is one frame that a viewer asked for.
    stepping: bool,
    /// The moment shown, if it is a past one: time simulated (s), and whether it goes on.
    past: Option<(f64, bool)>,
    ticked: Instant,
    published: Option<Instant>,
    /// Nothing has changed since the last one was published.
    fresh: bool,
    cast: Option<Cast>,
    scene: Arc<Scene>,
    /// How often the look had changed as the scene has it.
    dressed: u64,
    owners: Arc<[[String; 2]]>,
    chosen: Option<usize>,
    pane: diagrams::Pane,
    lines: Vec<String>,
    message: Arc<str>,
    loaded: u32,
    /// Whether pausing a `go` holds it; it is broken off otherwise.
    pub holds: bool,
    /// Whether the viewer covers the terminal: what is printed is kept for later.
    pub covers: bool,
    /// Whether the running command was sent by a viewer while the user may be typing.
    pub unasked: bool,
    /// Lines printed meanwhile, and whether each is a report.
    pub kept: Vec<(String, bool)>,
    /// Prints above the line that is being typed.
    pub above: Option<Box<dyn FnMut(String) + Send>>,
    /// The files of the script.
    pub files: Reload,
    /// Whether the user has sent a signal that ends what runs.
    pub broken: Box<dyn Fn() -> bool>,
    /// Curves of the quantities watched at the prompt, if there are any.
    pub watched: Box<dyn Fn() -> Option<Curves>>,
    /// Whether a message breaks the `go` off that runs.
    ends: bool,
    /// Lines that a viewer sent and that ran between two frames, with the clock then (s).
    pub ran: Vec<(f64, String)>,
}

impl Link {
    /// Nobody looks yet.
    #[must_use]
    pub fn new(inbox: Receiver<Message>) -> Self {
        Link {
            inbox,
            waiting: VecDeque::new(),
            screen: None,
            pacing: Pacing::new(1.0),
            held: false,
            steps: 0,
            stepping: false,
            past: None,
            ticked: Instant::now(),
            published: None,
            fresh: false,
            cast: None,
            scene: Arc::default(),
            dressed: 0,
            owners: Arc::default(),
            chosen: None,
            pane: diagrams::Pane::default(),
            lines: vec![],
            message: "".into(),
            loaded: 0,
            holds: true,
            covers: false,
            unasked: false,
            kept: vec![],
            above: None,
            files: Reload::default(),
            broken: Box::new(|| false),
            watched: Box::new(|| None),
            ends: false,
            ran: vec![],
        }
    }

    /// Somebody looks from here on.
    pub fn open(&mut self, screen: Arc<Screen>, speed: f64) {
        self.screen = Some(screen);
        self.pacing = Pacing::new(speed);
        (self.held, self.past, self.chosen, self.cast) = (false, None, None, None);
        self.changed();
    }

    /// Nobody looks any more.
    pub fn close(&mut self) {
        if let Some(screen) = self.screen.take() {
            screen.close();
        }
        (self.held, self.past, self.covers) = (false, None, false);
    }

    /// Whether a viewer is open.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.screen.is_some()
    }

    /// Whether nothing may be written to the terminal: a viewer covers it, or the user may be typing.
    #[must_use]
    pub fn is_quiet(&self) -> bool {
        self.covers || self.unasked
    }

    /// Pauses before the first frame of the next run.
    pub fn hold(&mut self) {
        self.held = true;
    }

    /// Replaces the old world by a reloaded one.
    pub fn reloaded(&mut self) {
        self.loaded += 1;
        (self.held, self.past, self.chosen, self.cast) = (false, None, None, None);
        self.changed();
    }

    /// Something may have changed that can be seen.
    pub fn changed(&mut self) {
        self.cast = None;
        self.fresh = false;
        self.pacing.restart();
    }

    /// Shows a line for the user.
    pub fn tell(&mut self, line: &str) {
        self.message = line.into();
        self.fresh = false;
    }

    fn is_due(&self) -> bool {
        self.published.is_none_or(|at| at.elapsed() >= BETWEEN)
    }

    /// Obeys what can be obeyed wherever the session is; gives back what cannot.
    fn obey(&mut self, order: Order, stage: &Stage) -> Option<Order> {
        self.fresh = false;
        self.pane.renew();
        match order {
            Order::Faster(by) => self.pacing.set_speed(self.pacing.speed() * by),
            Order::RealTime => self.pacing.set_speed(1.0),
            Order::Scrub(by) => self.show(stage, |now| now + by),
            Order::First => self.show(stage, |_| f64::NEG_INFINITY),
            Order::Newest => self.past = None,
            Order::Choose(actor) => self.chosen = actor,
            Order::Diagram => self.next_diagram(stage),
            Order::Step(-1) => {
                let frame = stage.world.dt;
                self.show(stage, |now| now - frame);
            }
            Order::Step(1) if self.past.is_some() => {
                let frame = stage.world.dt;
                self.show(stage, |now| now + frame);
            }
            Order::Toggle if self.past.is_some() => {
                self.past = self.past.map(|(at, goes)| (at, !goes));
                self.ticked = Instant::now();
            }
            other => return Some(other),
        }
        self.pacing.restart();
        None
    }

    /// Shows the moment that a function makes of the time simulated that is shown (s).
    fn show(&mut self, stage: &Stage, to: impl FnOnce(f64) -> f64) {
        let now = self.past.map_or(stage.simulated, |(at, _)| at);
        let first = stage.history.near(f64::NEG_INFINITY);
        let first = first.map_or(stage.simulated, |first| first.simulated);
        let goal = to(now).max(first);
        // What is less than half a frame before the newest moment is that.
        let is_past = goal < stage.simulated - 0.5 * stage.world.dt;
        self.past = is_past.then_some((goal, false));
        if self.past.is_some() && !self.held {
            self.held = true;
        }
    }

    /// Moves a replay on; tells whether there is one.
    fn replay(&mut self, stage: &Stage) -> bool {
        let Some((at, true)) = self.past else {
            return false;
        };
        let now = Instant::now();
        let passed = now.duration_since(self.ticked).as_secs_f64();
        self.ticked = now;
        let at = at + passed * self.pacing.speed();
        self.past = (at < stage.simulated).then_some((at, true));
        if self.past.is_none() {
            // The newest moment is come to: on from there.
            self.held = false;
            self.pacing.restart();
        }
        self.fresh = false;
        true
    }

    /// How far back the moment shown lies (s), for `rewind`.
    fn rewind_line(&self, stage: &Stage) -> Option<String> {
        let (at, _) = self.past?;
        let moment = stage.history.near(at)?;
        let by = stage.simulated - moment.simulated;
        (by > 0.0).then(|| format!("rewind {by}s"))
    }

    fn receive(&mut self, most: Duration) -> Option<Message> {
        if most.is_zero() {
            return self.inbox.try_recv().ok();
        }
        match self.inbox.recv_timeout(most) {
            Ok(message) => Some(message),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => {
                std::thread::sleep(most);
                None
            }
        }
    }

    /// Takes in a message while a `go` runs. What it cannot do ends the `go`, or waits for its end.
    fn take(&mut self, message: Message, stage: &Stage) {
        let order = match message {
            Message::Order(order) => order,
            // The answer would have to wait, and the user types on.
            Message::Ask(_) => return,
            other => {
                // What is typed wants the world as it is now.
                self.ends = true;
                self.waiting.push_back(other);
                return;
            }
        };
        let rest = self.obey(order, stage);
        if !self.holds && self.past.is_some() {
            // Back at the prompt one looks at the past as long as one likes.
            self.ends = true;
        }
        match rest {
            None => {}
            // A single frame ends by itself, and the next one follows it.
            Some(order @ (Order::Toggle | Order::Step(_))) if self.stepping => {
                self.waiting.push_back(Message::Order(order));
            }
            Some(Order::Toggle | Order::Step(_)) if !self.holds => self.ends = true,
            Some(Order::Toggle) => self.held = !self.held,
            Some(Order::Step(_)) if self.held => self.steps += 1,
            Some(Order::Step(_)) => self.held = true,
            Some(Order::Line(line)) => self.lines.push(line),
            Some(order @ (Order::Reload | Order::Close | Order::Here)) => {
                self.ends = true;
                self.waiting.push_front(Message::Order(order));
            }
            Some(_) => {}
        }
        self.pacing.restart();
    }

    /// A frame of a `go` is done: goes on with it in time.
    fn at(&mut self, stage: &Stage, mut broken: impl FnMut() -> bool) -> ControlFlow<()> {
        loop {
            // What comes behind a line is done after it.
            while self.lines.is_empty()
                && let Some(message) = self.receive(Duration::ZERO)
            {
                self.take(message, stage);
            }
            if self.screen.is_none() && !self.ends {
                return ControlFlow::Continue(());
            }
            if self.files.is_due() {
                self.ends = true;
                self.waiting.push_front(Message::Order(Order::Reload));
            }
            if std::mem::take(&mut self.ends) || broken() {
                return ControlFlow::Break(());
            }
            if !self.lines.is_empty() {
                // They run before the next frame.
                return ControlFlow::Continue(());
            }
            if self.replay(stage) {
                self.publish(stage, State::Replaying);
                self.rest(BETWEEN, stage);
                continue;
            }
            if self.past.is_some() || self.held && self.steps == 0 {
                if !self.fresh {
                    let state = if self.past.is_some() {
                        State::Past
                    } else {
                        State::Held
                    };
                    self.publish(stage, state);
                }
                self.rest(GLANCE, stage);
                continue;
            }
            if self.steps > 0 {
                self.steps -= 1;
                self.publish(stage, State::Held);
                return ControlFlow::Continue(());
            }
            let early = self.pacing.wait(Instant::now(), stage.simulated);
            if self.is_due() || early > BETWEEN && !self.fresh {
                self.publish(stage, State::Running);
            }
            if early <= EARLY {
                self.fresh = false;
                return ControlFlow::Continue(());
            }
            self.rest(early.min(GLANCE), stage);
        }
    }

    /// Waits for a message.
    fn rest(&mut self, most: Duration, stage: &Stage) {
        if let Some(message) = self.receive(most) {
            self.take(message, stage);
        }
    }

    /// Waits for the next request while nothing runs.
    pub fn next(&mut self, stage: &Stage) -> Wish {
        self.ends = false;
        self.steps = 0;
        self.stepping = false;
        if !self.lines.is_empty() {
            // The `go` has ended before it came to them.
            return Wish::Line(self.lines.remove(0));
        }
        loop {
            if self.is_open() {
                let state = match self.past {
                    Some((_, true)) => State::Replaying,
                    Some(_) => State::Past,
                    None => State::Idle,
                };
                if !self.fresh {
                    self.publish(stage, state);
                }
                if (self.broken)() {
                    return Wish::Leave;
                }
                if self.files.is_due() {
                    return Wish::Reload;
                }
                self.replay(stage);
            }
            let wait = match (self.is_open(), self.past) {
                (true, Some((_, true))) => BETWEEN,
                (true, _) => FILES,
                (false, _) => Duration::from_secs(3600),
            };
            let message = self.waiting.pop_front().or_else(|| self.receive(wait));
            let order = match message {
                None => continue,
                Some(Message::Ask(ask)) => return Wish::Answer(ask),
                Some(Message::Entry(text, size)) => {
                    (self.held, self.past) = (false, None);
                    return Wish::Entry(text, size);
                }
                Some(Message::Leave) => return Wish::Leave,
                Some(Message::Order(order)) => order,
            };
            match self.obey(order, stage) {
                None | Some(Order::Newest) => {}
                Some(Order::Close) => return Wish::Closed,
                Some(_) if !self.is_open() => {}
                Some(Order::Toggle) => {
                    self.held = false;
                    return Wish::Play;
                }
                Some(Order::Step(_)) => {
                    self.held = false;
                    self.stepping = true;
                    return Wish::Line("go 1".to_owned());
                }
                Some(Order::Here) => match self.rewind_line(stage) {
                    Some(line) => {
                        self.past = None;
                        return Wish::Line(line);
                    }
                    None => self.tell("go back in time first (left arrow)"),
                },
                Some(Order::Line(line)) => {
                    (self.held, self.past) = (false, None);
                    return Wish::Line(line);
                }
                Some(Order::Reload) => return Wish::Reload,
                Some(_) => {}
            }
        }
    }
}

#[cfg(test)]
mod tests;

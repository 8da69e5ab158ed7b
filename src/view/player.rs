//! The session's end: paces the frames of a `go`, obeys the viewer, publishes what there is to see.

use super::link::{Ask, Message, Order, Screen};
use super::pacing::Pacing;
use super::shown::{Joint, Push, Shown, State};
use crate::control::joint_force::terms;
use crate::dynamics::JointKind;
use crate::files::Ledger;
use crate::film::Cast;
use crate::lang::syntax::Expression;
use crate::lang::value::Datum;
use crate::scene::Scene;
use crate::session::{Observer, Snap, Stage};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant, SystemTime};

/// Between two moments that are shown: as often as displays draw.
const BETWEEN: Duration = Duration::from_millis(16);

/// A `go` that is ahead of the viewer's clock by less than this goes on: waiting is not as exact.
const EARLY: Duration = Duration::from_millis(4);

/// How often a held `go` looks whether the user has broken it off.
const GLANCE: Duration = Duration::from_millis(50);

/// How often files are looked at.
const FILES: Duration = Duration::from_millis(400);

/// What a session that runs nothing should do.
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

/// The files of a script as they were when they were read.
#[derive(Default)]
pub struct Reload {
    files: Vec<(PathBuf, Option<(SystemTime, u64)>)>,
    looked: Option<Instant>,
}

fn stamp(path: &PathBuf) -> Option<(SystemTime, u64)> {
    let meta = std::fs::metadata(path).ok()?;
    Some((meta.modified().ok()?, meta.len()))
}

impl Reload {
    /// Looks after these files from here on.
    #[must_use]
    pub fn of(files: impl IntoIterator<Item = PathBuf>) -> Self {
        let files = files.into_iter().map(|path| {
            let now = stamp(&path);
            (path, now)
        });
        Reload {
            files: files.collect(),
            looked: None,
        }
    }

    /// Whether one of them was saved since; looked at now and then only. One that is gone for a moment, as editors do it, is
    /// waited for.
    fn is_due(&mut self) -> bool {
        if self.looked.is_some_and(|looked| looked.elapsed() < FILES) {
            return false;
        }
        self.looked = Some(Instant::now());
        let mut changed = false;
        for (path, then) in &mut self.files {
            let now = stamp(path);
            if now.is_some() && now != *then {
                *then = now;
                changed = true;
            }
        }
        changed
    }
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
    owners: Arc<[[String; 2]]>,
    chosen: Option<usize>,
    lines: Vec<String>,
    message: Arc<str>,
    loaded: u32,
    /// Whether pausing a `go` holds it; it is broken off otherwise.
    pub holds: bool,
    /// Whether the viewer covers the terminal: what is printed is kept for later.
    pub covers: bool,
    /// Whether what runs was sent by a viewer, while somebody may be typing.
    pub unasked: bool,
    /// What was printed meanwhile, and whether it is a report.
    pub kept: Vec<(String, bool)>,
    /// Prints above the line that is being typed.
    pub above: Option<Box<dyn FnMut(String) + Send>>,
    /// The files of the script.
    pub files: Reload,
    /// Whether the user has sent a signal that ends what runs.
    pub broken: Box<dyn Fn() -> bool>,
    /// What broke a `go` off.
    ends: Option<Wish>,
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
            owners: Arc::default(),
            chosen: None,
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
            ends: None,
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

    /// Whether somebody looks.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.screen.is_some()
    }

    /// Whether the terminal is not to be written to: a viewer covers it, or somebody may be typing.
    #[must_use]
    pub fn is_quiet(&self) -> bool {
        self.covers || self.unasked
    }

    /// The first frame of what runs is to be waited for.
    pub fn hold(&mut self) {
        self.held = true;
    }

    /// A new world takes the place of the old one.
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

    /// Looks anew at who is on stage.
    fn set_up(&mut self, stage: &Stage) {
        let cast = Cast::of(stage);
        if *self.scene != cast.scene {
            self.scene = Arc::new(cast.scene.clone());
        }
        let names = cast.bodies().iter().map(|(corpus, body)| {
            let corpus = stage.world.corpora.get(*corpus)?;
            Some([corpus.name.clone(), corpus.names.get(*body)?.clone()])
        });
        self.owners = names.map(Option::unwrap_or_default).collect();
        self.cast = Some(cast);
    }

    /// Publishes the moment that is to be shown.
    fn publish(&mut self, stage: &Stage, state: State) {
        if self.screen.is_none() {
            return;
        }
        if self.cast.is_none() {
            self.set_up(stage);
        }
        let Some(mut cast) = self.cast.take() else {
            return;
        };
        let mut poses = Vec::with_capacity(self.scene.actors.len());
        let moment = self.past.and_then(|(at, _)| stage.history.near(at));
        let newest = stage.simulated;
        let (time, behind) = match moment {
            Some(moment) => {
                cast.place_past(stage, &moment.world, &mut poses);
                (moment.world.time, newest - moment.simulated)
            }
            None => {
                cast.place(stage, &mut poses);
                (stage.world.time, 0.0)
            }
        };
        let is_past = moment.is_some();
        let first = stage.history.near(f64::NEG_INFINITY);
        let chosen = self.chosen.and_then(|actor| cast.bodies().get(actor));
        let joint = chosen.and_then(|at| joint(stage, *at, moment));
        let shown = Shown {
            scene: Arc::clone(&self.scene),
            owners: Arc::clone(&self.owners),
            current: stage.draft().map_or("", |draft| &draft.figure.name).into(),
            time,
            behind,
            kept: first.map_or(0.0, |first| newest - first.simulated),
            speed: self.pacing.speed(),
            state,
            figures_moving: if is_past { vec![] } else { moving(stage) },
            pushes: if is_past {
                vec![]
            } else {
                pushes(stage, cast.bodies())
            },
            weight: weight(stage),
            joint,
            pulls: if is_past { vec![] } else { pulls(stage) },
            message: Arc::clone(&self.message),
            frame: stage.world.dt,
            loaded: self.loaded,
            poses,
        };
        self.cast = Some(cast);
        self.published = Some(Instant::now());
        self.fresh = true;
        if let Some(screen) = &self.screen {
            screen.publish(shown);
        }
    }

    fn is_due(&self) -> bool {
        self.published.is_none_or(|at| at.elapsed() >= BETWEEN)
    }

    /// Obeys what can be obeyed wherever the session is; gives back what cannot.
    fn obey(&mut self, order: Order, stage: &Stage) -> Option<Order> {
        self.fresh = false;
        match order {
            Order::Faster(by) => self.pacing.set_speed(self.pacing.speed() * by),
            Order::RealTime => self.pacing.set_speed(1.0),
            Order::Scrub(by) => self.show(stage, |now| now + by),
            Order::First => self.show(stage, |_| f64::NEG_INFINITY),
            Order::Newest => self.past = None,
            Order::Choose(actor) => self.chosen = actor,
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
                self.ends = Some(Wish::Closed);
                self.waiting.push_back(other);
                return;
            }
        };
        let rest = self.obey(order, stage);
        if !self.holds && self.past.is_some() {
            // Back at the prompt one looks at the past as long as one likes.
            self.ends = Some(Wish::Closed);
        }
        match rest {
            None => {}
            // A single frame ends by itself, and the next one follows it.
            Some(order @ (Order::Toggle | Order::Step(_))) if self.stepping => {
                self.waiting.push_back(Message::Order(order));
            }
            Some(Order::Toggle | Order::Step(_)) if !self.holds => self.ends = Some(Wish::Closed),
            Some(Order::Toggle) => self.held = !self.held,
            Some(Order::Step(_)) if self.held => self.steps += 1,
            Some(Order::Step(_)) => self.held = true,
            Some(Order::Line(line)) => self.lines.push(line),
            Some(order @ (Order::Reload | Order::Close | Order::Here)) => {
                self.ends = Some(Wish::Closed);
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
            if self.screen.is_none() && self.ends.is_none() {
                return ControlFlow::Continue(());
            }
            if self.files.is_due() {
                self.ends = Some(Wish::Closed);
                self.waiting.push_front(Message::Order(Order::Reload));
            }
            if self.ends.take().is_some() || broken() {
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

    /// Waits for something to do while nothing runs.
    pub fn next(&mut self, stage: &Stage) -> Wish {
        self.ends = None;
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
                    None => self.tell("go back in time first: left arrow"),
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

/// Name, forward speed (m/s) and energy (J) of each figure that moves.
fn moving(stage: &Stage) -> Vec<(String, Option<f64>, Option<f64>)> {
    let corpora = stage.world.corpora.iter().enumerate();
    let moving = corpora.filter(|(_, corpus)| corpus.integrated);
    let told = moving.map(|(i, corpus)| {
        let speed = stage
            .travels
            .get(i)
            .map(crate::record::Travel::forward_speed);
        (corpus.name.clone(), speed, corpus.account().energy)
    });
    told.collect()
}

/// The weight of the heaviest figure (N), as on the surface of the earth where nothing pulls.
fn weight(stage: &Stage) -> f64 {
    let masses = stage.world.corpora.iter().map(|c| c.model.total_mass());
    masses.fold(0.0, f64::max) * 9.81
}

/// Forces of the ground on the first actor of each body.
fn pushes(stage: &Stage, bodies: &[(usize, usize)]) -> Vec<Push> {
    let mut pushes: Vec<Push> = vec![];
    for (actor, at) in bodies.iter().enumerate() {
        if actor > 0 && bodies.get(actor - 1) == Some(at) {
            continue;
        }
        let Some(corpus) = stage.world.corpora.get(at.0) else {
            continue;
        };
        let force = corpus.ground_force(at.1).whole();
        if force.norm() > 0.0 {
            let force = force.into();
            pushes.push(Push { actor, force });
        }
    }
    pushes
}

/// The point of the body and the goal of each pull (m, world).
fn pulls(stage: &Stage) -> Vec<[[f64; 3]; 2]> {
    let corpora = stage.world.corpora.iter();
    let ends = corpora.filter_map(|corpus| corpus.pull_ends());
    ends.map(|ends| ends.map(Into::into)).collect()
}

/// The joint of a body now, or at a moment that is past, when its force is not known.
fn joint(
    stage: &Stage,
    (corpus, body): (usize, usize),
    past: Option<&crate::session::Snapshot>,
) -> Option<Joint> {
    let running = stage.world.corpora.get(corpus)?;
    let time = past.map_or(stage.world.time, |past| past.world.time);
    let layout = running.layout();
    let kept = past.and_then(|past| past.world.corpora.get(corpus));
    let y: &[f64] = kept.map_or(&running.y, |kept| &kept.y);
    let mut joint = Joint {
        body: running.names.get(body).cloned().unwrap_or_default(),
        figure: running.name.clone(),
        ..Joint::default()
    };
    if body == 0 {
        let v = y.get(layout.v())?;
        joint.speed = v.iter().map(|c| c * c).sum::<f64>().sqrt();
        return Some(joint);
    }
    let q = *y.get(layout.q().start + body - 1)?;
    let rate = *y.get(layout.qd().start + body - 1)?;
    let force = running.force_law(body).respond(time, q, rate).force;
    joint.state = [q, rate, force];
    joint.slides = Some(running.model.joint_kind(body) == Some(JointKind::Sliding));
    let parameters = running.joints.get(body)?;
    let limited = parameters.q_type & terms::LIMITS != 0;
    joint.limits = limited.then_some([parameters.qmin, parameters.qmax]);
    Some(joint)
}

/// Observes a session for a viewer, and hands on to another observer what that should see.
pub struct Player {
    inner: Box<dyn Observer>,
    link: Rc<RefCell<Link>>,
}

impl Player {
    /// Observes beside another one.
    #[must_use]
    pub fn new(inner: Box<dyn Observer>, link: Rc<RefCell<Link>>) -> Self {
        Player { inner, link }
    }

    /// Whether the other observer may use the terminal.
    fn is_apart(&self) -> bool {
        !self.link.borrow().is_quiet()
    }
}

impl Observer for Player {
    fn print(&mut self, line: &str) {
        let mut link = self.link.borrow_mut();
        if link.is_open() {
            link.tell(line);
        }
        if link.covers {
            let line = format!("{}\n", crate::diagnostic::escaped(line));
            link.kept.push((line, false));
        } else if let (true, Some(above)) = (link.unasked, &mut link.above) {
            above(format!("{}\n", crate::diagnostic::escaped(line)));
        } else {
            drop(link);
            self.inner.print(line);
        }
    }

    fn going(&mut self, stage: &Stage, seconds: f64) {
        if self.is_apart() {
            self.inner.going(stage, seconds);
        }
        let mut link = self.link.borrow_mut();
        if link.is_open() {
            link.changed();
            // A world that moves fast is seen as it was, too.
            link.publish(stage, State::Running);
        }
    }

    fn wants(&mut self, stage: &Stage) -> Option<Arc<[Arc<Expression>]>> {
        self.inner.wants(stage)
    }

    fn values(&mut self, time: f64, values: Vec<Option<Datum>>) {
        self.inner.values(time, values);
    }

    fn orders(&mut self) -> Vec<String> {
        std::mem::take(&mut self.link.borrow_mut().lines)
    }

    fn ordered(&mut self, time: f64, line: &str, wrong: Option<&str>) {
        let mut link = self.link.borrow_mut();
        match wrong {
            Some(wrong) => link.tell(wrong),
            None => link.ran.push((time, line.to_owned())),
        }
    }

    fn frame(&mut self, stage: &Stage) -> ControlFlow<()> {
        if self.is_apart() {
            self.inner.frame(stage)?;
        }
        let mut link = self.link.borrow_mut();
        let inner = &mut self.inner;
        link.fresh = false;
        link.at(stage, || inner.pulse().is_break())
    }

    fn obeyed(&mut self, stage: &Stage) -> ControlFlow<()> {
        let inner = &mut self.inner;
        let mut link = self.link.borrow_mut();
        link.fresh = false;
        link.at(stage, || inner.pulse().is_break())
    }

    fn pulse(&mut self) -> ControlFlow<()> {
        self.inner.pulse()
    }

    fn snap(&mut self, stage: &Stage, snap: Snap, file: &Path) -> io::Result<()> {
        self.inner.snap(stage, snap, file)
    }

    fn diverged(&mut self, stage: &Stage, files: &Ledger) -> Option<String> {
        self.inner.diverged(stage, files)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::{Mode, Quiet, Session, Stop};
    use std::sync::mpsc::{Sender, channel};

    const BALL: &str = "addcorpus c
        get o from unit_sphere
        addbody ball o 0 0 1 rotary 1000
        setroot ball
        corpusinit
        grav on
        ";

    struct Looked {
        session: Session,
        link: Rc<RefCell<Link>>,
        desk: Sender<Message>,
        screen: Arc<Screen>,
    }

    impl Looked {
        fn at(script: &str) -> Self {
            let (desk, inbox) = channel();
            let link = Rc::new(RefCell::new(Link::new(inbox)));
            let player = Player::new(Box::new(Quiet), Rc::clone(&link));
            let mut session = Session::new(Mode::Run, Box::new(player));
            let result = session.run_text("script", script);
            assert!(result.is_ok(), "{:?}", session.diagnostics);
            let screen = Arc::new(Screen::default());
            link.borrow_mut().open(Arc::clone(&screen), 1000.0);
            Looked {
                session,
                link,
                desk,
                screen,
            }
        }

        fn orders(&self, orders: &[Order]) {
            for order in orders {
                self.desk.send(Message::Order(order.clone())).unwrap();
            }
        }

        fn next(&self) -> Wish {
            self.link.borrow_mut().next(self.session.here())
        }

        fn shown(&self) -> Arc<Shown> {
            self.screen.newer(0).unwrap().1
        }
    }

    #[test]
    fn lines_run_between_frames_and_are_told_with_their_time() {
        let mut looked = Looked::at(BALL);
        looked.orders(&[
            Order::Line("pull ball to 0 0 1".into()),
            Order::Line("go 5".into()),
            Order::Line("pull bell to 0 0 1".into()),
        ]);
        assert!(looked.session.run_text("on", "go 10").is_ok());
        assert!(looked.session.here().world.corpora[0].pull().is_some());
        let link = looked.link.borrow();
        let dt = looked.session.here().world.dt;
        assert_eq!(link.ran, [(dt, "pull ball to 0 0 1".to_owned())]);
        assert!(link.message.contains("bell"), "{}", link.message);
        assert!(looked.session.diagnostics.is_empty());
    }

    #[test]
    fn a_dragged_run_comes_again_by_alarms_to_the_same_bits() {
        let mut looked = Looked::at(BALL);
        looked.orders(&[Order::Line("pull ball at 0 0.5 0 to 1 0 1".into())]);
        assert!(looked.session.run_text("on", "go 50").is_ok());
        let (time, line) = looked.link.borrow().ran[0].clone();
        let mut again = Session::new(Mode::Run, Box::new(Quiet));
        let script = format!("{BALL}alarm {time:?} {line}\ngo 50");
        assert!(
            again.run_text("again", &script).is_ok(),
            "{:?}",
            again.diagnostics
        );
        let y = |session: &Session| session.here().world.corpora[0].y.clone();
        assert_eq!(y(&looked.session), y(&again));
    }

    #[test]
    fn a_go_of_the_prompt_ends_where_it_is_paused_and_a_script_is_held() {
        let mut looked = Looked::at(BALL);
        looked.link.borrow_mut().holds = false;
        looked.orders(&[Order::Toggle]);
        let stopped = looked.session.run_text("on", "go 1000s");
        assert!(matches!(stopped, Err(Stop::Interrupted)));
        assert_eq!(looked.session.here().frames, 1);
        // Held, two frames on, and on to the end.
        looked.link.borrow_mut().holds = true;
        looked.orders(&[Order::Toggle, Order::Step(1), Order::Step(1), Order::Toggle]);
        assert!(looked.session.run_text("on", "go 10").is_ok());
        assert_eq!(looked.session.here().frames, 11);
    }

    #[test]
    fn the_past_is_shown_without_changing_anything_and_can_be_gone_back_to() {
        let looked = Looked::at(&format!("{BALL}go 120"));
        let dt = looked.session.here().world.dt;
        looked.orders(&[Order::Scrub(-0.05), Order::Reload]);
        assert!(matches!(looked.next(), Wish::Reload));
        let shown = looked.shown();
        assert_eq!(shown.state, State::Past);
        assert!((shown.time - 0.05).abs() < dt && (shown.behind - 0.05).abs() < dt);
        let fallen = 0.5 * 9.8 * shown.time * shown.time;
        assert!((shown.poses[0].position[2] + fallen).abs() < 1e-6);
        assert_eq!(looked.session.here().frames, 120);
        looked.orders(&[Order::Here]);
        let Wish::Line(line) = looked.next() else {
            panic!("no line");
        };
        assert!(line.starts_with("rewind 0.05"), "{line}");
        // Before the first moment there is nothing.
        looked.orders(&[Order::Scrub(-5.0), Order::Reload]);
        let _ = looked.next();
        assert_eq!(looked.shown().time, 0.0);
    }

    #[test]
    fn what_is_published_is_told_in_a_line() {
        let looked = Looked::at(&format!("{BALL}go 120"));
        looked.orders(&[Order::Choose(Some(0)), Order::Faster(0.5), Order::Close]);
        assert!(matches!(looked.next(), Wish::Closed));
        let shown = looked.shown();
        let line = crate::view::status_line(&shown);
        assert!(line.starts_with("ready | 0.1000 s | 500x | "), "{line}");
        assert_eq!(shown.joint.as_ref().unwrap().body, "ball");
        assert_eq!(shown.joint.as_ref().unwrap().slides, None);
    }
}

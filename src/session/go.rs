//! `go`: what the loop of `run` needs of a session, and the orders of who looks on.

use super::advice::divergence::remedy;
use super::{Closure, Script, Session, Stage, Stop, Timer, si};
use crate::diagnostic::{Diagnostic, Severity};
use crate::record::Travel;
use crate::run::{self, Conditions, Host, Stretch};
use crate::session::measurements;
use crate::session::{events, films, loops, plots, records};
use crate::source::Span;
use crate::world::{Divergence, Fastening, What};
use std::ops::ControlFlow;
use std::sync::Arc;

/// Number of frames of a world in which a figure that starts in the ground is thrown out of it, or fails.
const FIRST_FRAMES: u64 = 10;

impl Session {
    /// Simulates `frames` frames.
    ///
    /// # Errors
    /// As [`Session::go_through`].
    pub fn go(&mut self, frames: u64, at: Span) -> Result<(), Stop> {
        self.go_through(Stretch::of_frames(frames), at)
    }

    /// Simulates a stretch of time.
    ///
    /// # Errors
    /// There is no figure to move, the simulation diverged, a waiting command failed, or the observer broke it off.
    pub fn go_through(&mut self, stretch: Stretch, at: Span) -> Result<(), Stop> {
        let start = self.here().world.time;
        let dt = self.here().world.dt;
        something_moves(self.here(), at)?;
        warn_of_short_cycles(self, at);
        let whole = start + stretch.frames as f64 * dt;
        let end = (start + stretch.seconds(dt)).max(whole);
        let first = if stretch.frames > 0 { dt } else { end - start };
        if start + first <= start || !end.is_finite() {
            let what = match stretch.frames {
                0 => si(stretch.seconds(dt), "s"),
                _ => format!("a frame of {dt:e} s"),
            };
            let message = format!(
                "{what} is shorter than the rounding of the clock, which is at {start:e} s"
            );
            let help = "set the clock back with `time`";
            return Err(Stop::mistake("E027", at, message, help));
        }
        plots::start_requested(self, at)?;
        plots::prepare(self);
        self.activity.has_gone = true;
        self.mode.go(self, stretch, [start, whole, end], at)
    }
}

/// Simulates from the first of these times (s), in whole frames up to the second and a part of one up to the last.
pub(super) fn simulate(
    session: &mut Session,
    stretch: Stretch,
    [start, whole, end]: [f64; 3],
    at: Span,
) -> Result<(), Stop> {
    let dt = session.here().world.dt;
    measurements::record(session, |values| values.setting());
    let stage = &mut session.stages[session.stage];
    stage.world.refinement = session.options.refinement;
    // Stores the moment for a later rewind, here and below.
    stage.keep(true);
    stage.travels = stage
        .world
        .corpora
        .iter_mut()
        .map(|c| Travel::begin(c, start))
        .collect();
    let collided = stage.world.energy_of_collisions();
    let compares = session.options.compares_starts;
    // Before the second run, which is a copy of the world.
    session.here_mut().world.uses_threads = session.observer.uses_threads();
    session.here_mut().perturb(compares);
    films::observe(session);
    let found = session.diagnostics.not_shown();
    // The `try` around them makes warnings of errors.
    let are_warnings = found
        .iter()
        .all(|found| found.severity == Severity::Warning);
    if are_warnings && !found.is_empty() && session.observer.warned(found, &session.sources) {
        session.diagnostics.have_been_shown();
    }
    session
        .observer
        .going(&session.stages[session.stage], stretch.seconds(dt));
    session.show_values();
    films::prepare(session)?;
    session.here_mut().world.stop = session.observer.stop_signal();
    session.activity.going = true;
    let mut going = Going {
        session,
        at,
        fights: false,
    };
    let result = run::go(&mut going, stretch, [start, whole, end]);
    session.activity.going = false;
    // The advice on a simulation that stopped would disagree with that on its energy.
    if !matches!(result, Err(Stop::Mistake(_))) {
        let stage = &mut session.stages[session.stage];
        session.accuracy.check_energy(&stage.world, at);
        session
            .accuracy
            .check_collisions(&mut stage.world, collided, at);
    }
    let stage = &session.stages[session.stage];
    session.accuracy.check_sensitivity(stage, at);
    let written = records::flush(session);
    result.and(written)
}

/// Warns of a gait whose cycle is shorter than a frame: a leg starts at most one step in a frame.
fn warn_of_short_cycles(session: &mut Session, at: Span) {
    let stage = session.here();
    let dt = stage.world.dt;
    let mut roaches = stage.definitions.roaches.iter();
    let Some(roach) = roaches.find(|roach| roach.gait.cycle() < dt) else {
        return;
    };
    let [cycle, frame] = [roach.gait.cycle(), dt].map(|time| si(time, "s"));
    let message = format!(
        "a cycle of the gait `{}` takes {cycle}, less than a frame, which takes {frame}",
        roach.name
    );
    if !session
        .diagnostics
        .iter()
        .any(|told| told.message == message)
    {
        let help = "a leg starts at most one step in a frame: set a longer `cycletime` or a larger `speed`, or a shorter frame by `dt`";
        session.diagnostics.warn("W006", at, message, help);
    }
}

/// Refuses to simulate a world without a figure that moves.
fn something_moves(stage: &Stage, at: Span) -> Result<(), Stop> {
    if stage.world.corpora.iter().any(|c| c.integrated) {
        return Ok(());
    }
    if stage.definitions.drafts.iter().any(|d| d.is_faulty()) {
        return Err(Stop::Reported);
    }
    let report = Diagnostic::error("E050", at, "there is no figure to simulate");
    Err(match stage
        .definitions
        .drafts
        .iter()
        .find(|d| d.running.is_none())
    {
        Some(d) => report.help(format!(
            "`{}` is not assembled: run `corpusinit` after its bodies, links and root",
            d.figure.name
        )),
        None if stage.world.corpora.is_empty() => {
            report.help("build one: addcorpus, get, addbody, linkbodies, setroot, corpusinit")
        }
        None => report.help(
            "the simulation of all figures is switched off; `integrate NAME on` switches one on",
        ),
    }
    .into())
}

/// Runs the commands that are due by a time (s), for a line.
///
/// # Errors
/// The error of the lines.
pub(crate) fn fire_timers(session: &mut Session, time: f64, at: Span) -> Result<(), Stop> {
    let mut going = Going {
        session,
        at,
        fights: false,
    };
    run::fire_timers(&mut going, time)
}

/// A session in a `go`, for the line of that.
struct Going<'s> {
    session: &'s mut Session,
    at: Span,
    /// Whether a drive worked against something at the end of the last frame.
    fights: bool,
}

impl Going<'_> {
    /// Runs the lines that the observer has ordered meanwhile, as a timer that is due now would. Reports their errors to the
    /// observer, and the `go` continues. Returns whether there were any.
    fn take_orders(&mut self) -> bool {
        let orders = self.session.observer.orders();
        for line in &orders {
            let time = self.session.here().world.time;
            let (before, begun) = (self.session.diagnostics.len(), self.session.progress.begun);
            let result = self.run_order(line);
            // It must not be counted as a command of the script.
            self.session.progress.begun = begun;
            let found = self.session.diagnostics.split_off(before);
            let wrong = match result {
                Ok(()) => None,
                Err(Stop::Mistake(report)) => Some(report.message.clone()),
                Err(_) => Some(found.first().map_or_else(
                    || "this line cannot run during a `go`".to_owned(),
                    |report| report.message.clone(),
                )),
            };
            self.session.observer.ordered(time, line, wrong.as_deref());
        }
        !orders.is_empty()
    }

    /// Runs a line that is valid in a list.
    fn run_order(&mut self, line: &str) -> Result<(), Stop> {
        let head = line.split_whitespace().next().unwrap_or_default();
        if !self
            .session
            .table
            .find(head)
            .is_some_and(|command| command.in_lists)
        {
            let message = format!("`{head}` cannot run during a `go`");
            return Err(Diagnostic::error("E029", self.order_span(line), message).into());
        }
        self.session.run_entry("viewer", line)
    }

    fn order_span(&mut self, line: &str) -> Span {
        Span::whole(self.session.sources.add_entry("viewer", line), line)
    }
}

impl Host for Going<'_> {
    type Language = Script;
    type Stop = Stop;

    fn stage(&mut self) -> &mut Stage {
        self.session.here_mut()
    }

    fn run_timer(&mut self, timer: &Timer) -> Result<(), Stop> {
        if timer.closure.lines().is_none() {
            return self.session.run_in_phase(&timer.closure, timer.phase);
        }
        let next = timer.next();
        let again = next.is_some();
        if let Some(next) = next {
            self.stage().timers.set(next);
        }
        let ran = events::run(self.session, &timer.closure, again);
        if again && matches!(ran, Err(Stop::Mistake(_) | Stop::Reported)) {
            // It would fail again.
            self.stage().timers.forget(&timer.closure);
        }
        ran
    }

    fn run_program(&mut self, program: &Arc<Closure>, phase: f64) -> Result<(), Stop> {
        self.session.run_in_phase(program, Some(phase))
    }

    fn conditions(&mut self) -> Conditions {
        events::conditions(self.session)
    }

    fn look(&mut self) -> Result<(), Stop> {
        events::look(self.session)
    }

    fn let_go_of_what_ceased(&mut self) {
        events::let_go_of_what_ceased(self.session);
    }

    fn broke(&mut self, number: usize) {
        let world = &self.session.here().world;
        let Some(attachment) = world.attachments().get(number) else {
            return;
        };
        let [one, two] = world.ends_of(number).unwrap_or_default();
        if let Fastening::Broken { time, length, load } = attachment.hold {
            let why = match load {
                Some(load) if world.breaks_by_torque(number) => {
                    format!("under a torque of {}", si(load, "N*m"))
                }
                Some(load) => format!("under a force of {}", si(load, "N")),
                None => format!("when it was {} long", si(length, "m")),
            };
            let time = si(time, "s");
            self.session.print(&format!(
                "attachment {number} of {one} to {two} broke at {time}, {why}"
            ));
        }
    }

    fn write_down(&mut self) -> Result<(), Stop> {
        records::write_rows(self.session, 0)?;
        plots::sample(self.session, 0)?;
        films::observe(self.session);
        self.session.show_values();
        Ok(())
    }

    fn end_frame(&mut self) -> Result<(), Stop> {
        // What a formula changes at once takes a frame to settle.
        let fights = loops::watch_drives(self.session, self.at);
        let fought = std::mem::replace(&mut self.fights, fights.is_err());
        if fought {
            fights?;
        }
        let session = &mut *self.session;
        if !session.here().outputs.films.is_empty() {
            films::add_frame(session)?;
        }
        let mut goes_on = session.observer.frame(&session.stages[session.stage]);

        // The viewer may pause time, and have lines run meanwhile.
        while goes_on.is_continue() && self.take_orders() {
            let session = &mut *self.session;
            goes_on = session.observer.obeyed(&session.stages[session.stage]);
        }
        match goes_on {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Stop::Interrupted),
        }
    }

    fn diverged(&mut self, divergence: &Divergence) -> Stop {
        if divergence.what == What::Stopped {
            // It sees where the run ends.
            let stage = &self.session.stages[self.session.stage];
            let _ = self.session.observer.frame(stage);
            return Stop::Interrupted;
        }
        let (world, frames) = (&self.session.here().world, self.session.here().frames);
        let may_be_buried = world.ground_on && frames < FIRST_FRAMES;
        let mut figures = world.corpora.iter().filter(|_| may_be_buried);
        let figure = figures.find(|corpus| corpus.name == divergence.corpus);
        let buried = figure.and_then(|corpus| corpus.buried(&world.ground));
        let buried = buried.map(|buried| buried.depth);
        let mut help = remedy(divergence, buried);
        if let Some(kept) = self.session.observer.diverged(
            &self.session.stages[self.session.stage],
            &self.session.files.ledger,
        ) {
            help = format!("{help}\n{kept}");
        }
        Stop::mistake("E060", self.at, divergence.to_string(), help)
    }

    fn endless(&mut self, timer: &Timer) -> Stop {
        let now = si(self.session.here().world.time, "s");
        let message =
            format!("this event repeats without end at {now}, and the clock does not advance");
        let help = "an event that sets itself again must set a later time";
        Stop::mistake("E016", timer.closure.head, message, help)
    }
}

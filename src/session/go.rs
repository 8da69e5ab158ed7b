//! `go`: what the loop of `run` needs of a session, and the orders of who looks on.

use super::advice::divergence::remedy;
use super::{Closure, Script, Session, Stage, Stop, Timer, si};
use crate::diagnostic::Diagnostic;
use crate::record::Travel;
use crate::run::{self, Conditions, Host, Stretch};
use crate::source::Span;
use crate::world::{Divergence, End, Fastening};
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
        self.something_moves(at)?;
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
        self.begin_asked_plot(at)?;
        self.plots_go();
        self.world_goes_on();
        self.checked_or_run(
            |session| session.suppose_gone(start, end),
            |session| session.simulate(stretch, [start, whole, end], at),
        )
    }

    /// Updates a check after a `go`.
    fn suppose_gone(&mut self, start: f64, end: f64) -> Result<(), Stop> {
        self.films_go()?;
        let doubtful = self.checks().is_in_doubtful_block();
        self.checks().suppose_any_time(doubtful);
        let stage = self.here_mut();
        stage.past.gone_from.get_or_insert(stage.simulated);
        stage.simulated += end - start;
        stage.world.time = end;
        Ok(())
    }

    /// Simulates from the first of these times (s), in whole frames up to the second and a part of one up to the last.
    fn simulate(
        &mut self,
        stretch: Stretch,
        [start, whole, end]: [f64; 3],
        at: Span,
    ) -> Result<(), Stop> {
        let dt = self.here().world.dt;
        self.note_setting();
        let stage = &mut self.stages[self.stage];
        stage.world.refinement = self.options.refinement;
        // Stores the moment for a later rewind, here and below.
        stage.keep(true);
        stage.travels = stage
            .world
            .corpora
            .iter_mut()
            .map(|c| Travel::begin(c, start))
            .collect();
        let collided = stage.world.energy_of_collisions();
        self.perturb();
        self.observe_for_pictures();
        self.observer
            .going(&self.stages[self.stage], stretch.seconds(dt));
        self.show_values();
        self.films_go()?;
        self.at_work.going = true;
        let mut going = Going { session: self, at };
        let result = run::go(&mut going, stretch, [start, whole, end]);
        self.at_work.going = false;
        // The advice on a simulation that stopped would disagree with that on its energy.
        if !matches!(result, Err(Stop::Mistake(_))) {
            self.check_accounts(at);
            self.check_terrain(at);
            self.check_collisions(collided, at);
        }
        self.check_sensitivity(at);
        let written = self.flush_records();
        result.and(written)
    }

    /// Whether a `go` has run, even if a `rewind` went back to before it.
    #[must_use]
    pub fn has_gone(&self) -> bool {
        self.at_work.has_gone
    }

    /// Whether the clock runs: a command is then one of a timer or list.
    #[must_use]
    pub fn is_going(&self) -> bool {
        self.at_work.going
    }

    fn something_moves(&self, at: Span) -> Result<(), Stop> {
        let stage = self.here();
        if stage.world.corpora.iter().any(|c| c.integrated) {
            return Ok(());
        }
        if stage
            .definitions
            .drafts
            .iter()
            .any(|d| d.doubtful || d.told)
        {
            return Err(Stop::Reported);
        }
        let report = Diagnostic::error("E050", at, "there is no figure to simulate");
        Err(match stage.definitions.drafts.iter().find(|d| d.running.is_none()) {
            Some(d) => report.help(format!(
                "`{}` is not assembled: run `corpusinit` after its bodies, links and root",
                d.figure.name
            )),
            None if stage.world.corpora.is_empty() => {
                report.help("build one: addcorpus, get, addbody, linkbodies, setroot, corpusinit")
            }
            None => report.help("the simulation of all figures is switched off; `integrate NAME on` switches one on"),
        }
        .into())
    }

    /// Runs the lines that the observer has ordered meanwhile, as a timer that is due now would. Reports their errors to the
    /// observer, and the `go` continues. Returns whether there were any.
    fn take_orders(&mut self) -> bool {
        let orders = self.observer.orders();
        for line in &orders {
            let time = self.here().world.time;
            let (before, begun) = (self.diagnostics.len(), self.progress.begun);
            let result = self.run_order(line);
            // It must not be counted as a command of the script.
            self.progress.begun = begun;
            let found = self.diagnostics.split_off(before);
            let wrong = match result {
                Ok(()) => None,
                Err(Stop::Mistake(report)) => Some(report.message.clone()),
                Err(_) => Some(found.first().map_or_else(
                    || "this line cannot run during a `go`".to_owned(),
                    |report| report.message.clone(),
                )),
            };
            self.observer.ordered(time, line, wrong.as_deref());
        }
        !orders.is_empty()
    }

    /// Runs a line that is valid in a list.
    fn run_order(&mut self, line: &str) -> Result<(), Stop> {
        let head = line.split_whitespace().next().unwrap_or_default();
        if !self
            .table
            .find(head)
            .is_some_and(|command| command.in_lists)
        {
            let message = format!("`{head}` cannot run during a `go`");
            return Err(Diagnostic::error("E029", self.order_span(line), message).into());
        }
        self.run_entry("viewer", line)
    }

    fn order_span(&mut self, line: &str) -> Span {
        Span::whole(self.sources.add_entry("viewer", line), line)
    }

    /// Prints that an attachment broke.
    fn tell_broken(&mut self, number: usize) {
        let world = &self.here().world;
        let Some(attachment) = world.attachments().get(number) else {
            return;
        };
        let name = |end: &End| match *end {
            End::World(_) => "world".to_owned(),
            End::Body { corpus, body, .. } => {
                let of = world.corpora.get(corpus);
                let body = of.and_then(|of| of.names.get(of.number_of(body)?));
                let figure = of.map_or("", |of| &of.name);
                format!("{figure}.{}", body.map_or("", String::as_str))
            }
        };
        let [one, two] = attachment.ends.each_ref().map(name);
        if let Fastening::Broken { time, length } = attachment.hold {
            let (time, length) = (si(time, "s"), si(length, "m"));
            self.print(&format!(
                "attachment {number} of {one} to {two} broke at {time}, when it was {length} long"
            ));
        }
    }

    fn diverged(&mut self, divergence: &Divergence, at: Span) -> Stop {
        let (world, frames) = (&self.here().world, self.here().frames);
        let may_be_buried = world.ground_on && frames < FIRST_FRAMES;
        let mut figures = world.corpora.iter().filter(|_| may_be_buried);
        let figure = figures.find(|corpus| corpus.name == divergence.corpus);
        let buried = figure.and_then(|corpus| corpus.buried(&world.ground));
        let buried = buried.map(|buried| buried.depth);
        let mut help = remedy(divergence, buried);
        if let Some(kept) = self
            .observer
            .diverged(&self.stages[self.stage], &self.files.ledger)
        {
            help = format!("{help}\n{kept}");
        }
        Stop::mistake("E060", at, divergence.to_string(), help)
    }

    /// Runs the commands that are due by a time (s), for a line.
    ///
    /// # Errors
    /// The error of the lines.
    pub(crate) fn fire_timers(&mut self, time: f64, at: Span) -> Result<(), Stop> {
        run::fire_timers(&mut Going { session: self, at }, time)
    }

    /// Makes the report of an event that repeats while the clock does not advance.
    fn endless(&self, timer: &Timer) -> Stop {
        let now = si(self.here().world.time, "s");
        let message =
            format!("this event repeats without end at {now}, and the clock does not advance");
        let help = "an event that sets itself again must set a later time";
        Stop::mistake("E016", timer.closure.head, message, help)
    }
}

/// Frames from one search for rolling cylinders, and for terrain inside bodies, to the next: a search takes about as long as a step.
const SEARCH_FRAMES: u64 = 16;

/// A session in a `go`, for the line of that.
struct Going<'s> {
    session: &'s mut Session,
    at: Span,
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
        let ran = self.session.run_event(&timer.closure, again);
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
        self.session.conditions()
    }

    fn look(&mut self) -> Result<(), Stop> {
        self.session.look()
    }

    fn let_go_of_what_ceased(&mut self) {
        self.session.let_go_of_what_ceased();
    }

    fn broke(&mut self, number: usize) {
        self.session.tell_broken(number);
    }

    fn write_down(&mut self) -> Result<(), Stop> {
        self.session.write_records(0)?;
        self.session.see_plots(0)?;
        self.session.observe_for_pictures();
        self.session.show_values();
        Ok(())
    }

    fn end_frame(&mut self) -> Result<(), Stop> {
        let session = &mut *self.session;
        if !session.here().outputs.films.is_empty() {
            session.see_films()?;
        }
        if session.here().frames.is_multiple_of(SEARCH_FRAMES) {
            session.check_rolling(self.at);
            session.check_terrain(self.at);
        }
        let mut goes_on = session.observer.frame(&session.stages[session.stage]);
        // The viewer may pause time, and have lines run meanwhile.
        while goes_on.is_continue() && session.take_orders() {
            goes_on = session.observer.obeyed(&session.stages[session.stage]);
        }
        match goes_on {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Stop::Interrupted),
        }
    }

    fn diverged(&mut self, divergence: &Divergence) -> Stop {
        self.session.diverged(divergence, self.at)
    }

    fn endless(&mut self, timer: &Timer) -> Stop {
        self.session.endless(timer)
    }
}

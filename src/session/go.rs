//! `go`: clock, timers, gait, motor programs, dynamics and conditions, frame by frame.

use super::remedy::remedy;
use super::{Session, Stop, Timer, si};
use crate::control::{GaitEvent, LegPhase};
use crate::diagnostic::Diagnostic;
use crate::record::Travel;
use crate::run::{SAME, Stretch, begin_phase, feel};
use crate::source::Span;
use crate::world::{Divergence, End, Fastening};
use std::ops::ControlFlow;

/// Most events that are set for the current moment; more of them have no end.
const MOST_AT_ONCE: usize = 100_000;

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
            let message =
                format!("the clock is at {start:e} s, and {what} is too short to advance it");
            let report = Diagnostic::error("E027", at, message);
            return Err(report.help("set the clock back with `time`").into());
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
        self.checker.any_time |= self.checker.uncertain > 0;
        let stage = self.here_mut();
        stage.gone_from.get_or_insert(stage.simulated);
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
        stage.keep();
        stage.travels = stage
            .world
            .corpora
            .iter_mut()
            .map(|c| Travel::begin(c, start))
            .collect();
        self.observe_for_pictures();
        self.observer
            .going(&self.stages[self.stage], stretch.seconds(dt));
        self.show_values();
        self.films_go()?;
        self.at_work.going = true;
        let frames = stretch.frames + u64::from(end > whole);
        let result = (0..frames).try_for_each(|frame| {
            if frame > 0 {
                self.here_mut().keep();
            }
            let from = start + frame as f64 * dt;
            let to = if frame < stretch.frames {
                start + (frame + 1) as f64 * dt
            } else {
                end
            };
            self.frame(from, to, at)
        });
        self.at_work.going = false;
        self.here_mut().marks.give_up();
        self.check_accounts(at);
        let written = self.flush_records();
        result.and(written)
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
        if stage.drafts.iter().any(|d| d.doubtful || d.told) {
            return Err(Stop::Reported);
        }
        let report = Diagnostic::error("E050", at, "there is no figure to simulate");
        Err(match stage.drafts.iter().find(|d| d.running.is_none()) {
            Some(d) => report.help(format!(
                "`{}` is not assembled: run `corpusinit` after its bodies, links and root",
                d.figure.name
            )),
            None if stage.world.corpora.is_empty() => {
                report.help("build one: addcorpus, get, addbody, linkbodies, setroot, corpusinit")
            }
            None => report.help("all figures are held; `integrate NAME on` releases one"),
        }
        .into())
    }

    fn frame(&mut self, from: f64, to: f64, at: Span) -> Result<(), Stop> {
        let slack = SAME * (to - from);
        // Pending events of this time.
        self.fire_timers(from + slack)?;
        // Gaits: phases of legs, and their programs.
        self.advance_gaits(from, to - from)?;
        // Advances to the end of the frame, stopping at timers.
        while let Some(due) = self
            .here()
            .timers
            .next_due()
            .filter(|due| *due < to - slack)
        {
            if due > self.here().world.time {
                self.advance_to(due, at)?;
            }
            self.fire_timers(due)?;
        }
        self.advance_to(to, at)?;
        // Conditions and tables.
        if !self.here().watches.is_empty() {
            self.look()?;
        }
        if !self.here().records.is_empty() {
            self.write_records(0)?;
        }
        if !self.here().plots.is_empty() {
            self.see_plots(0)?;
        }
        // Observers.
        self.observe_for_pictures();
        self.show_values();
        let stage = &mut self.stages[self.stage];
        stage.frames += 1;
        stage.simulated += to - from;
        for (travel, corpus) in stage.travels.iter_mut().zip(&mut stage.world.corpora) {
            travel.frame(corpus, to);
        }
        if stage.marks.are_wanted() {
            self.make_marks();
        }
        if !self.here().films.is_empty() {
            self.see_films()?;
        }
        let ends = self.take_step();
        let mut goes_on = self.observer.frame(&self.stages[self.stage]);
        // The viewer may pause time, and have lines run meanwhile.
        while goes_on.is_continue() && self.take_orders() {
            goes_on = self.observer.obeyed(&self.stages[self.stage]);
        }
        match goes_on {
            ControlFlow::Continue(()) => ends,
            ControlFlow::Break(()) => Err(Stop::Interrupted),
        }
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
        let source = self.sources.add_entry("viewer", line);
        let end = line.len() as u32;
        Span {
            source,
            start: 0,
            end,
        }
    }

    pub(super) fn advance_world(&mut self, to: f64, at: Span) -> Result<(), Stop> {
        self.stages[self.stage]
            .world
            .advance(to)
            .map_err(|divergence| self.diverged(&divergence, at))
    }

    /// Prints the attachments that broke since the last call.
    pub(super) fn tell_all_broken(&mut self) {
        while let Some(number) = self.here_mut().world.take_broken() {
            self.tell_broken(number);
        }
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
                "attachment {number} of {one} to {two} broke at {time}, {length} long"
            ));
        }
    }

    fn diverged(&mut self, divergence: &Divergence, at: Span) -> Stop {
        let mut help = remedy(divergence);
        if let Some(kept) = self
            .observer
            .diverged(&self.stages[self.stage], &self.files.ledger)
        {
            help = format!("{help}\n{kept}");
        }
        Diagnostic::error("E060", at, divergence.to_string())
            .help(help)
            .into()
    }

    /// Runs the commands that are due.
    pub(crate) fn fire_timers(&mut self, time: f64) -> Result<(), Stop> {
        let mut left = MOST_AT_ONCE + self.here().timers.len();
        while let Some(timer) = self.here_mut().timers.take_due(time) {
            left = left.checked_sub(1).ok_or_else(|| self.endless(&timer))?;
            self.run_timer(&timer)?;
        }
        Ok(())
    }

    fn run_timer(&mut self, timer: &Timer) -> Result<(), Stop> {
        if timer.closure.lines().is_none() {
            return self.run_in_phase(&timer.closure, timer.phase);
        }
        let next = timer.next();
        let again = next.is_some();
        if let Some(next) = next {
            self.here_mut().timers.set(next);
        }
        let ran = self.run_event(&timer.closure, again);
        if again && matches!(ran, Err(Stop::Mistake(_) | Stop::Reported)) {
            // It would fail again.
            self.here_mut().timers.forget(&timer.closure);
        }
        ran
    }

    /// Makes the report of an event that repeats while the clock does not advance.
    fn endless(&self, timer: &Timer) -> Stop {
        let now = si(self.here().world.time, "s");
        let message = format!("this repeats without end at {now}, and the clock does not advance");
        let help = "an event that sets itself again needs a time above zero";
        Diagnostic::error("E016", timer.closure.head, message)
            .help(help)
            .into()
    }

    fn advance_gaits(&mut self, time: f64, dt: f64) -> Result<(), Stop> {
        for roach in 0..self.here().roaches.len() {
            // Empty in nearly every frame, and an empty vector costs nothing.
            let mut events: Vec<GaitEvent> = vec![];
            self.feel(roach, time);
            self.here_mut().roaches[roach]
                .gait
                .advance(time, dt, |event| events.push(event));
            for event in events {
                self.begin_phase(roach, event)?;
            }
        }
        Ok(())
    }

    /// Updates the reflexes of a gait from the joints of its figure.
    fn feel(&mut self, roach: usize, time: f64) {
        let stage = &mut self.stages[self.stage];
        let Some(roach) = stage.roaches.get_mut(roach) else {
            return;
        };
        if !roach.gait.reflexes.are_on() {
            return;
        }
        let draft = roach.draft.and_then(|d| stage.drafts.get(d));
        let corpus = draft.and_then(|d| stage.world.corpora.get(d.running?));
        if let Some(corpus) = corpus {
            feel(&mut roach.gait, corpus, time);
        }
    }

    /// Runs the motor program of a leg; releases the feet of a leg that steps.
    fn begin_phase(&mut self, roach: usize, event: GaitEvent) -> Result<(), Stop> {
        let stage = self.here_mut();
        let steps = event.begins == LegPhase::Step;
        let roach = &stage.roaches[roach];
        let Some(programs) = roach.programs.get(event.leg) else {
            return Ok(());
        };
        let (program, phase) = if steps {
            (programs.step.clone(), roach.gait.protraction)
        } else {
            (programs.stance.clone(), roach.gait.retraction())
        };
        if let Some(corpus) = stage
            .drafts
            .get(roach.draft.unwrap_or(usize::MAX))
            .and_then(|d| d.running)
            .and_then(|c| stage.world.corpora.get_mut(c))
        {
            begin_phase(corpus, &programs.moved_bodies(), steps);
        }
        match program {
            Some(program) => self.run_in_phase(&program, Some(phase)),
            None => Ok(()),
        }
    }
}

//! Simulating, integration, timers.

use super::close::check_loops;
use super::contact::{check_contact, check_method};
use super::events::moment;
use super::hulls::hollow_bodies;
use super::idle_motors::idle_motors;
use super::idle_terms::{forget_constants_set, idle_terms};
use super::light_bodies::light_carriers;
use super::overlapping::overlapping;
use super::setting::{number_setting, setting};
use super::waiting::one_more_event;
use super::{joints, setting, warnings};
use crate::integrate::{LOOSEST, Method};
use crate::lang::dimension::Dimension;
use crate::session::check;
use crate::session::command::{
    Bare, Bound, Command, Example, Group, Kind, Outcome, Range, Value, may, need,
};
use crate::session::go::fire_timers;
use crate::session::loops::check_held;
use crate::session::{Session, Stop, Stretch, Timer, si};
use crate::source::Span;
use std::sync::Arc;

/// A time with its unit.
pub(super) const WITH_UNIT: Kind = Kind::Number(Dimension::TIME, Bare::Required, Range::Positive);

const METHODS: &[&str] = &["auto", "euler", "rkfixed", "rkvar", "rkf", "implicit"];

const A_BODY: &str = "addcorpus c\nget o from unit_cube\naddbody b o 0 0 1 rotary 1000\nsetroot b\ncorpusinit\ngo 10";

/// Largest number of frames of one `go`; a count of them is still exact.
const MOST_FRAMES: f64 = 1e15;

pub(super) const GO: Command = Command {
    name: "go",
    summary: "Simulates for a time or a number of frames.",
    details: "A number without a unit counts frames of duration `dt`; with a unit it is a time, which is simulated exactly: \
              the last frame is shorter if necessary. After `iter N`, `go` simulates N frames for each frame that it counts.",
    forms: &[
        &[may(
            "frames",
            Kind::Count(1, u32::MAX),
            "number of frames (default: 1)",
        )],
        &[need("time", WITH_UNIT, "duration, such as 0.5s")],
    ],
    example: A_BODY,
    shows: "simulates ten frames",
    more: &[Example {
        code: "addcorpus c\nget o from unit_cube\naddbody b o 0 0 1 rotary 1000\nsetroot b\ncorpusinit\ngo 50ms",
        shows: "simulates 50 ms",
    }],
    search: "run, simulate, advance, step",
    run: |session, bound| {
        let world = &session.here().world;
        let counted = bound.given(0).unwrap_or(1.0) * f64::from(world.frames_per_count);
        let (stretch, frames) = match bound.form {
            0 => (Stretch::of_frames(counted as u64), counted),
            _ => {
                let seconds = bound.number(0);
                (Stretch::of_time(seconds, world.dt), seconds / world.dt)
            }
        };
        if frames > MOST_FRAMES {
            let message = format!("{frames:.1e} frames are too many to simulate");
            let help = "use fewer frames, or a longer `dt`";
            return Err(Stop::mistake("E027", bound.at(0), message, help));
        }
        check_contact(session, bound.head)?;
        check_loops(session, bound.head)?;
        before_go(session, frames, bound.head);
        session.go_through(stretch, bound.head)?;
        check_held(session, bound.head)
    },
    ..Command::of(Group::Run)
};

pub(super) const ITER: Command = Command {
    name: "iter",
    summary: "Sets how many frames are simulated for each frame counted by `go`.",
    forms: &[&[may(
        "frames",
        Kind::Count(1, u32::MAX),
        "number of frames; if omitted, the current number is printed",
    )]],
    example: "iter 40",
    shows: "`go 30` then simulates 1200 frames",
    search: "loop, substeps",
    run: |session, bound| {
        match bound.given(0) {
            Some(n) => session.here_mut().world.frames_per_count = n as u32,
            None => {
                let text = format!("iter = {}", session.here().world.frames_per_count);
                session.print(&text);
            }
        }
        Ok(())
    },
    ..Command::of(Group::Run)
};

number_setting!(DT, "dt", Group::Run, "Sets the duration of a frame, or prints it.", "Default: 1/1200 s. A simulation consists of frames; the integrator divides each frame into steps. Gaits, reflexes and `record` act once per frame.",
    Dimension::TIME, "s", Range::Positive, |w| w.dt, |w, x| w.dt = x,
    example "dt 1ms", "a thousand frames per second", search "frame, timestep");

number_setting!(H, "h", Group::Run, "Sets the step of the integrator, or prints it.",
    "It is the largest step of euler, rkfixed and implicit, which divide each frame into equal steps, and the initial step of auto, rkvar and rkf. `integration` resets it to a quarter of a frame, so set `h` after it.",
    Dimension::TIME, "s", Range::Positive, crate::world::World::step_size, |w, x| w.settings.step = Some(x),
    example "integration rkf\nh 33us", "the initial step of Fehlberg's method", search "timestep, substep");

number_setting!(EPS, "eps", Group::Run, "Sets the error tolerance of rkf and rkvar, or prints it.",
    "Each step computes two solutions of different accuracy; the tolerance is the largest allowed difference between them, over all positions and speeds of the state, in SI units. `integration auto` uses `tolerance` instead. Default: 0.001.",
    Dimension::NONE, "", Range::Positive, |w| w.settings.tolerance, |w, x| w.settings.tolerance = x,
    example "eps 0.01", "more accurate than the value 10 of McKenna's program of 1990", search "error, accuracy");

number_setting!(TOLERANCE, "tolerance", Group::Run, "Sets the error tolerance of `integration auto` in a step, or prints it.",
    "Errors of positions are relative to the figure's extent L (an upper bound of the distance of its points from the origin of the root, with all joints at zero), and errors of speeds to sqrt(9.81 m/s2 L), so the same tolerance suits figures of all sizes. \
     Default: 0.003. With 0.001 errors are up to four times smaller, with about 1.5 times as many steps. Largest value: 0.03.",
    Dimension::NONE, "", Range::UpTo(LOOSEST), |w| w.settings.allowed_error, |w, x| w.settings.allowed_error = x,
    example "tolerance 0.001", "more accurate than the default 0.003", search "error, accuracy, precision");

number_setting!(HMIN, "hmin", Group::Run, "Sets the shortest step that an adaptive integrator may take, or prints it.",
    "Default: 1e-10 s. If the tolerance requires a shorter step, the run stops with a report.",
    Dimension::TIME, "s", Range::Positive, |w| w.settings.smallest_step, |w, x| w.settings.smallest_step = x,
    example "hmin 1us", "stops if a step shorter than a microsecond is needed", search "smallest, floor, timestep");

pub(super) const TIME: Command = Command {
    name: "time",
    summary: "Sets the clock, or prints it.",
    details: "Setting the clock does not move figures. A `motor` command that is still moving a rest position continues, and so does the step of a leg. Timers and alarms still run when the clock reaches their times; \
              the delay until the next run of `every`, or the next row of `record`, does not change. \
              Motor programs, timers and events run during a `go`; there, `time` can only print the clock.",
    forms: &[&[may(
        "time",
        Kind::Number(Dimension::TIME, Bare::Si, Range::Any),
        "the new time; if omitted, the current one is printed",
    )]],
    example: "time",
    shows: "prints the clock",
    search: "clock",
    in_lists: true,
    run: |session, bound| {
        match bound.given(0) {
            Some(time) => {
                if session.activity.going {
                    let message = "the clock cannot be set while it runs";
                    let help = "set it between two `go`";
                    return Err(Stop::mistake("E029", bound.at(0), message, help));
                }
                session.here_mut().set_clock(time);
            }
            None => {
                let text = format!("time = {}", si(session.here().world.time, "s"));
                session.print(&text);
            }
        }
        Ok(())
    },
    ..Command::of(Group::Run)
};

pub(super) const INTEGRATION: Command = Command {
    name: "integration",
    summary: "Chooses the integration method, or prints it.",
    details: "auto (default): chooses its steps so that the error stays within `tolerance`. It suits smooth motion and stiff ground, and needs no settings.\n\
              implicit: a method of first order with the fixed step `h`. It is by far the fastest method for creatures on the ground, and the least accurate: it suits walks and films. Its error damps the motion: with `h 500us`, a creature of a few centimetres that servos move loses some percent of its energy (W015), and its speed is wrong by some percent. To measure, use auto.\n\
              rkf: the Runge-Kutta-Fehlberg method of order 4(5), whose steps keep the error within `eps`; for reference solutions. rkvar: Runge-Kutta of order 4 with step doubling, also within `eps`. rkfixed: Runge-Kutta of order 4 with the fixed step `h`. euler: semi-implicit Euler with the fixed step `h`, the method of McKenna's program of 1990.\n\
              The command resets the step `h` to a quarter of a frame.",
    forms: &[&[may(
        "method",
        Kind::Choice(METHODS),
        "which one; if omitted, the current one is printed, with a list of all",
    )]],
    example: "integration",
    shows: "prints the current method and all methods",
    more: &[Example {
        code: "integration rkf\neps 1e-6",
        shows: "a tolerance of 1e-6 per step",
    }],
    search: "integrator, solver, runge, euler",
    run: |session, bound| {
        match bound.text(0).parse::<Method>() {
            Ok(method) => {
                check_method(session, method, bound.at(0))?;
                let world = &mut session.here_mut().world;
                world.settings.method = method;
                world.settings.step = None;
                world.interactions.collision.displaced = false;
                world.state_changed();
            }
            Err(_) => {
                let present = session.here().world.settings.method;
                session.print(&format!("integration is {present}"));
                for method in Method::ALL {
                    session.print(&format!("  {method:9}{}", method.purpose()));
                }
            }
        }
        Ok(())
    },
    ..Command::of(Group::Run)
};

pub(super) const TIMER: Command = Command {
    name: "timer",
    summary: "Runs a command after a delay.",
    details: "The command runs at the exact time, also within a frame.",
    forms: &[&[
        need("delay", Kind::Duration, "delay from now"),
        need("command", Kind::Command, "the command to run"),
    ]],
    example: "timer 20ms ! twenty milliseconds later",
    shows: "prints a line 20 ms later, during a `go`",
    search: "wait, delay, later, schedule",
    in_lists: true,
    run: |session, bound| {
        let due = session.here().world.time + bound.seconds(0, session.activity.phase);
        set(session, bound, due)
    },
    ..Command::of(Group::Run)
};

pub(super) const ALARM: Command = Command {
    name: "alarm",
    summary: "Runs a command when the clock reaches a time.",
    forms: &[&[
        need(
            "time",
            Kind::Number(Dimension::TIME, Bare::Si, Range::Any),
            "time of the command",
        ),
        need("command", Kind::Command, "the command to run"),
    ]],
    example: "alarm 0.5 ! half a second",
    shows: "prints a line at 0.5 s",
    search: "schedule, moment",
    in_lists: true,
    run: |session, bound| {
        let due = moment(session, bound, "`timer DELAY COMMAND` counts from now")?;
        set(session, bound, due)
    },
    ..Command::of(Group::Run)
};

fn set(session: &mut Session, bound: &Bound, due: f64) -> Outcome {
    let head = session.sources.text(bound.head);
    one_more_event(session.here(), due, head, bound.head)?;
    joints::many_turns(session, bound);
    if let Some(Value::Command(command)) = bound.values.get(1) {
        let phase = session.activity.phase;
        session.here_mut().timers.set(Timer {
            due,
            closure: Arc::clone(command),
            name: Arc::default(),
            phase,
            every: None,
        });
    }
    Ok(())
}

pub(super) const TIMERFLUSH: Command = Command {
    name: "timerflush",
    summary: "Runs the pending commands that are due now.",
    details: "`go` does this at the start of each frame; use `timerflush` after setting the clock, and for commands that are due at the very end of a `go`.",
    example: "timer 0.5 ! now\ntime 0.5\ntimerflush",
    shows: "the line is printed at once",
    search: "flush, pending",
    run: |session, bound| {
        session.mode.world_replaced(session);
        session.effect(|session| {
            let world = &session.here().world;
            let now = world.time + 1e-6 * world.dt;
            fire_timers(session, now, bound.span)
        })
    },
    ..Command::of(Group::Run)
};

/// Reports findings that make a `go` at a place unwise.
fn before_go(session: &mut Session, frames: f64, at: Span) {
    let stage = session.here();
    let found = [
        idle_motors(session, at),
        warnings::buried(stage, at, |corpus| {
            format!(
                "place the figure on the ground with `rest`, after `setcorpus {}` if there are several figures",
                corpus.name
            )
        }),
        warnings::reversed_ranges(stage, at),
        warnings::too_many_steps(stage, frames, at),
        idle_terms(session, at),
        // A check that has not simulated the `go` before this one does not know where the bodies are.
        match session.mode.knows_world(session) {
            true => overlapping(stage, at),
            false => vec![],
        },
        hollow_bodies(stage, at),
        light_carriers(stage, at),
    ]
    .concat();
    for report in found {
        warnings::once_at_all(session, report);
    }
    forget_constants_set(session);
    check::warn_of_idle_gait(session, at);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_method_has_its_word() {
        assert!(Method::names().eq(METHODS.iter().copied()));
    }
}

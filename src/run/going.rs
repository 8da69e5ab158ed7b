//! The loop of a `go`: timers, gaits, dynamics and conditions, frame by frame.

use super::{Conditions, Host, SAME, Stretch, begin_phase, feel};
use crate::control::{GaitEvent, LegPhase};
use crate::integrate::Method;

/// So many timers that are set at one moment for that same moment have no end.
const MOST_AT_ONCE: usize = 100_000;

/// Number of halvings of a stretch of time that find when a condition becomes true: the moment is then known to a millionth of
/// the stretch.
const HALVINGS: u32 = 20;

/// Most events in a frame; further ones are evaluated at its end, because conditions may become true again at once.
const MOST_IN_A_FRAME: usize = 20;

type Done<H> = Result<(), <H as Host>::Stop>;

/// Simulates from the first of these times (s), in whole frames up to the second and a part of one up to the last.
///
/// # Errors
/// The simulation diverged, or the host broke it off.
pub(crate) fn go<H: Host>(
    host: &mut H,
    stretch: Stretch,
    [start, whole, end]: [f64; 3],
) -> Done<H> {
    let dt = host.stage().world.dt;
    let frames = stretch.frames + u64::from(end > whole);
    let result = (0..frames).try_for_each(|number| {
        if number > 0 {
            host.stage().keep(false);
        }
        let from = start + number as f64 * dt;
        let to = if number < stretch.frames {
            start + (number + 1) as f64 * dt
        } else {
            end
        };
        frame(host, from, to)
    });
    host.stage().past.marks.give_up();
    result
}

fn frame<H: Host>(host: &mut H, from: f64, to: f64) -> Done<H> {
    let slack = SAME * (to - from);
    // What the script wants done at this time.
    fire_timers(host, from + slack)?;
    // Which legs step, and what their programs say.
    advance_gaits(host, from, to - from)?;
    host.stage().world.forget_meetings();
    // On to the end of the frame, halting for timers on the way.
    while let Some(due) = host
        .stage()
        .timers
        .next_due()
        .filter(|due| *due < to - slack)
    {
        if due > host.stage().world.time {
            advance_to(host, due, 0)?;
        }
        fire_timers(host, due)?;
    }
    let now = advance_to(host, to, 1)?;
    // What the script waits for, and what it writes down.
    if now != Conditions::Unchanged {
        look(host)?;
    }
    host.write_down()?;
    let stage = host.stage();
    stage.simulated += to - from;
    for (travel, corpus) in stage.travels.iter_mut().zip(&mut stage.world.corpora) {
        travel.frame(corpus, to);
    }
    if stage.past.marks.are_wanted() {
        stage.make_marks();
    }
    host.end_frame()
}

/// Runs the timers that are due by a time (s).
///
/// # Errors
/// That of a timer, or one sets itself again without end.
pub(crate) fn fire_timers<H: Host>(host: &mut H, time: f64) -> Done<H> {
    let mut left = MOST_AT_ONCE + host.stage().timers.len();
    while let Some(timer) = host.stage().timers.take_due(time) {
        left = left.checked_sub(1).ok_or_else(|| host.endless(&timer))?;
        host.run_timer(&timer)?;
        if timer.every.is_some() {
            host.stage().note_feedback();
        }
    }
    Ok(())
}

fn advance_gaits<H: Host>(host: &mut H, time: f64, dt: f64) -> Done<H> {
    for number in 0..host.stage().definitions.roaches.len() {
        // Empty in nearly every frame, and an empty vector costs nothing.
        let mut events: Vec<GaitEvent> = vec![];
        let stage = host.stage();
        let Some(roach) = stage.definitions.roaches.get_mut(number) else {
            break;
        };
        if roach.gait.reflexes.are_on() {
            let draft = roach.draft.and_then(|d| stage.definitions.drafts.get(d));
            let corpus = draft.and_then(|d| stage.world.corpora.get(d.running?));
            if let Some(corpus) = corpus {
                feel(&mut roach.gait, corpus, time);
            }
            if let Some(run) = &mut stage.perturbed_run {
                run.note_feedback();
            }
        }
        roach.gait.advance(time, dt, |event| events.push(event));
        for event in events {
            step_or_stand(host, number, event)?;
        }
    }
    Ok(())
}

/// Runs the motor program of a leg; feet of a leg that steps let go of the ground.
fn step_or_stand<H: Host>(host: &mut H, roach: usize, event: GaitEvent) -> Done<H> {
    let stage = host.stage();
    let steps = event.begins == LegPhase::Step;
    let Some(roach) = stage.definitions.roaches.get(roach) else {
        return Ok(());
    };
    let Some(programs) = roach.programs.get(event.leg) else {
        return Ok(());
    };
    let (program, phase) = if steps {
        (programs.step.clone(), roach.gait.protraction)
    } else {
        (programs.stance.clone(), roach.gait.retraction())
    };
    let draft = roach.draft.and_then(|d| stage.definitions.drafts.get(d));
    if let Some(corpus) = draft.and_then(|d| stage.world.corpora.get_mut(d.running?)) {
        begin_phase(corpus, &programs.moved_bodies(), steps);
    }
    match program {
        Some(program) => host.run_program(&program, phase),
        None => Ok(()),
    }
}

/// Moves the world on to a time (s). By `auto` what comes true on the way is done when it does; by the other methods, whose
/// steps a script has chosen, at the next look. Returns the conditions at that time, at which so many `frames` end (one or none),
/// `Changed` where they are not known.
fn advance_to<H: Host>(host: &mut H, to: f64, frames: u64) -> Result<Conditions, H::Stop> {
    for _ in 0..MOST_IN_A_FRAME {
        let stage = host.stage();
        if stage.watches.is_empty() || stage.world.settings.method != Method::Auto {
            break;
        }
        let reached = followed(host, |host| advance_to_crossing(host, to, frames))?;
        tell_broken(host);
        if let Some(conditions) = reached {
            host.stage().note_feedback();
            return Ok(conditions);
        }
        look(host)?;
        host.let_go_of_what_ceased();
    }
    followed(host, |host| advance(host, to))?;
    host.stage().frames += frames;
    tell_broken(host);
    Ok(match host.stage().watches.is_empty() {
        true => Conditions::Unchanged,
        false => Conditions::Changed,
    })
}

/// Advances the world, and then its perturbed run, if there is one.
fn followed<H: Host, T>(
    host: &mut H,
    advance: impl FnOnce(&mut H) -> Result<T, H::Stop>,
) -> Result<T, H::Stop> {
    let stage = host.stage();
    if let Some(run) = &mut stage.perturbed_run {
        run.begin(&stage.world);
    }
    let advanced = advance(host)?;
    let stage = host.stage();
    if let Some(run) = &mut stage.perturbed_run {
        run.follow(&stage.world);
    }
    Ok(advanced)
}

/// Looks at the conditions of `when`, whose lines may be feedback.
fn look<H: Host>(host: &mut H) -> Done<H> {
    host.look()?;
    host.stage().note_feedback();
    Ok(())
}

/// Moves the world on to where something comes true that did not hold at the last look, or else to `to`. Returns the conditions
/// at `to`, or none if it stopped before.
///
/// A condition that is true at the end of an interval and was false before became true within it. The time is found by bisection:
/// the world returns to the start of the interval and is advanced to its middle, and so on. So the state at that time is a result of
/// the integrator, and not of interpolation.
///
/// # Errors
/// The simulation diverged.
fn advance_to_crossing<H: Host>(
    host: &mut H,
    to: f64,
    frames: u64,
) -> Result<Option<Conditions>, H::Stop> {
    // Lines that ran before the stretch may have brought it about.
    if host.conditions() == Conditions::ComeTrue {
        return Ok(None);
    }
    let stage = host.stage();
    stage.world.forget_meetings();
    let begin = stage.world.snapshot(stage.past.begun.as_ref());
    advance(host, to)?;
    host.stage().frames += frames;
    let at_end = host.conditions();
    if at_end != Conditions::ComeTrue {
        host.stage().past.begun = Some(begin);
        return Ok(Some(at_end));
    }
    host.stage().frames -= frames;
    let (mut before, mut then) = (begin.time, to);
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(before, then);
        if middle <= before || middle >= then {
            break;
        }
        host.stage().world.restore(&begin);
        advance(host, middle)?;
        if host.conditions() == Conditions::ComeTrue {
            then = middle;
        } else {
            before = middle;
        }
    }
    host.stage().world.restore(&begin);
    advance(host, then)?;
    if then < to {
        return Ok(None);
    }
    host.stage().frames += frames;
    Ok(Some(at_end))
}

fn advance<H: Host>(host: &mut H, to: f64) -> Done<H> {
    let advanced = host.stage().world.advance(to);
    advanced.map_err(|divergence| host.diverged(&divergence))
}

/// Tells which attachments broke since this was asked last.
fn tell_broken<H: Host>(host: &mut H) {
    while let Some(number) = host.stage().world.take_broken() {
        host.broke(number);
    }
}

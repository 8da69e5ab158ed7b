//! Oscillators and motor programs.

use super::setting::setting;
use super::{access, joints, setting, warnings};
use crate::control::{Gait, LegPhase};
use crate::lang::dimension::Dimension;
use crate::session::check;
use crate::session::command::{
    Bare, Bound, Command, Follows, Group, Kind, Outcome, Range, Thing, may, need,
};
use crate::session::{Programs, Roach, Session, Stop, si};

/// Default number of legs of a gait.
const LEGS: u32 = 6;
/// Largest number of legs.
const MOST_LEGS: u32 = 1000;

const TIME: Kind = Kind::Number(Dimension::TIME, Bare::Si, Range::Positive);
const SPEED_VALUE: Kind = Kind::Number(Dimension::NONE, Bare::Si, Range::Positive);

/// Sets a number of the current gait, or prints it.
fn number(
    session: &mut Session,
    bound: &Bound,
    unit: &str,
    get: fn(&Gait) -> f64,
    set: fn(&mut Gait, f64),
) -> Outcome {
    let gait = &mut access::roach(session, bound)?.gait;
    match bound.given(0) {
        Some(value) => set(gait, value),
        None => {
            let value = get(gait);
            setting::print_number(session, bound, value, unit);
        }
    }
    Ok(())
}

/// Declares a command that sets one number of the current gait.
macro_rules! gait_setting {
    ($const:ident, $name:literal, $summary:literal, $details:literal, $kind:expr, $unit:literal, $get:expr, $set:expr,
     example $code:literal, $shows:literal, search $search:literal) => {
        setting!($const, $name, Group::Gait, $summary, $details, setting::new_value($kind),
            |session, bound| number(session, bound, $unit, $get, $set),
            example $code, $shows, search $search);
    };
}

pub(super) const ADDROACH: Command = Command {
    name: "addroach",
    summary: "Adds a gait, a controller of the legs, to the current figure and selects it.",
    details: "In a gait, an oscillator for each leg alternates between a step, in which the foot moves through the air, and the stance, in which it is on the ground. At the start of each, the leg's motor program runs: a list of commands set by `swing` or `stance`. Legs are numbered in pairs from front to back, with even numbers on the left: legs 0 and 1 are in front.",
    forms: &[&[
        need("name", Kind::New(Thing::Roach), "name of the gait"),
        may(
            "legs",
            Kind::Count(1, MOST_LEGS),
            "how many legs (default: 6)",
        ),
    ]],
    example: "addcorpus bug\naddroach bug",
    shows: "a gait of six legs, which have no motor programs yet",
    search: "walk, legs, hexapod",
    run: |session, bound| {
        access::draft(session, bound)?;
        let legs = bound.given(1).unwrap_or(f64::from(LEGS)) as usize;
        let name = bound.text(0);
        let index = session.here().definitions.roaches.len();
        session.name(Thing::Roach, name, index, bound.at(0));
        let stage = session.here_mut();
        stage.definitions.roaches.push(Roach {
            name: name.to_owned(),
            draft: bound.corpus,
            gait: Gait::new(legs),
            programs: vec![Programs::default(); legs],
        });
        stage.definitions.current_roach = Some(stage.definitions.roaches.len() - 1);
        Ok(())
    },
    ..Command::of(Group::Gait)
};

pub(super) const SETROACH: Command = Command {
    name: "setroach",
    summary: "Selects the current gait.",
    forms: &[&[need("roach", Kind::Old(Thing::Roach), "the gait")]],
    example: "addcorpus bug\naddroach bug\nsetroach bug",
    shows: "selects the only gait",
    search: "switch",
    run: |session, bound| {
        session.here_mut().definitions.current_roach = Some(bound.index(0));
        Ok(())
    },
    ..Command::of(Group::Gait)
};

gait_setting!(METABOLISM, "metabolism", "Sets the duration of a step, and computes all other times of the gait from it.",
    "A step takes this time, and neighbouring legs on a side start their steps this time apart. `cycletime` becomes twice this time, so `speed 1` is a tripod gait, in which three of six legs step at the same time.",
    TIME, "s", |g| g.protraction, |g, x| g.set_metabolism(x),
    example "addcorpus bug\naddroach bug\nmetabolism 50ms", "each step takes 50 ms", search "tempo");

setting!(SPEED, "speed", Group::Gait, "Sets the speed of the gait, or prints it.",
    "1 is the fastest walk unless `topspeed` sets another. The duration of a cycle is this number times `cycletime`, so 2 is half as fast as 1, and at 1000 the figure is almost at rest. Steps take the same time at all speeds.",
    setting::new_value(SPEED_VALUE), |session, bound| {
        number(session, bound, "", Gait::speed, |g, x| g.set_speed(x))?;
        warnings::speed_out_of_bounds(session, bound);
        Ok(())
    },
    example "addcorpus bug\naddroach bug\nspeed 3", "a slow walk, one leg after the other", search "slow, fast");

gait_setting!(DELTASPEED, "deltaspeed", "Sets the change of the speed made by `incrspeed`, or prints it.",
    "`incrspeed` subtracts it from the value of `speed`, so a positive number makes the gait faster. Default: 0.1.",
    Kind::Number(Dimension::NONE, Bare::Si, Range::Any), "", |g| g.speed_change, |g, x| g.speed_change = x,
    example "addcorpus bug\naddroach bug\ndeltaspeed 0.2", "each `incrspeed` then subtracts 0.2", search "accelerate");

gait_setting!(TOPSPEED, "topspeed", "Sets the smallest value of `speed`, that of the fastest walk, or prints it.", "Default: 1.",
    SPEED_VALUE, "", |g| g.top_speed, |g, x| { g.top_speed = x; g.set_speed(g.speed()); },
    example "addcorpus bug\naddroach bug\ntopspeed 1.5", "the fastest walk is then the tetrapod gait", search "limit, fastest");

gait_setting!(BOTTOMSPEED, "bottomspeed", "Sets the largest value of `speed`, that of the slowest walk, or prints it.", "Default: 1000.",
    SPEED_VALUE, "", |g| g.bottom_speed, |g, x| { g.bottom_speed = x; g.set_speed(g.speed()); },
    example "addcorpus bug\naddroach bug\nbottomspeed 4", "the cycle then takes at most four times `cycletime`", search "limit, slowest");

gait_setting!(PROTIME, "protime", "Sets how long a step takes, or prints it.", "",
    TIME, "s", |g| g.protraction, |g, x| g.protraction = x,
    example "addcorpus bug\naddroach bug\nprotime 50ms", "each step takes 50 ms", search "protraction");

gait_setting!(RETTIME, "rettime", "Sets the time that `*1` means in stance programs, or prints it.", "The stance itself lasts until the next step. Default: the duration of the cycle minus that of the step, which is the duration of the stance; `metabolism` restores the default.",
    TIME, "s", Gait::retraction, |g, x| g.fixed_retraction = Some(x),
    example "addcorpus bug\naddroach bug\nrettime 0.1", "`*0.5` in stance programs is 50 ms at all speeds", search "retraction");

gait_setting!(CYCLETIME, "cycletime", "Sets the duration of the cycle at `speed 1`, or prints it.", "",
    TIME, "s", |g| g.shortest_cycle, |g, x| g.shortest_cycle = x,
    example "addcorpus bug\naddroach bug\ncycletime 0.1", "ten cycles per second at `speed 1`", search "period, frequency");

gait_setting!(DLEGTIME, "dlegtime", "Sets the delay between the steps of neighbouring legs on a side, or prints it.", "If it equals the duration of a step, each leg starts its step when the leg behind it ends its own.",
    TIME, "s", |g| g.leg_delay, |g, x| g.leg_delay = x,
    example "addcorpus bug\naddroach bug\ndlegtime 50ms", "each leg steps 50 ms after the leg behind it", search "delay, lag");

pub(super) const INCRSPEED: Command = Command {
    name: "incrspeed",
    summary: "Makes the gait faster by `deltaspeed`.",
    details: "The speed stays between `topspeed` and `bottomspeed`. The pattern of the steps changes smoothly, for example from tetrapod (two of six legs step at a time) to tripod (three at a time).",
    example: "addcorpus bug\naddroach bug\nspeed 3\ndeltaspeed 0.5\nincrspeed\nspeed",
    shows: "the value of `speed` is then 2.5",
    search: "accelerate, faster, quicken",
    in_lists: true,
    run: |session, bound| {
        access::roach(session, bound)?.gait.increase_speed();
        Ok(())
    },
    ..Command::of(Group::Gait)
};

pub(super) const GAITINIT: Command = Command {
    name: "gaitinit",
    summary: "Resets the oscillators: all legs in stance.",
    details: "Motor programs do not change, and `motor` commands that are still moving rest positions continue.",
    example: "addcorpus bug\naddroach bug\ngaitinit",
    shows: "all legs of the gait are then in stance",
    search: "reset",
    in_lists: true,
    run: |session, bound| {
        let roach = access::roach(session, bound)?;
        roach.gait.reset();
        // All legs are in stance, so all feet may stick.
        let draft = roach.draft;
        let stage = session.here_mut();
        let running = draft.and_then(|d| stage.definitions.drafts.get(d)?.running);
        if let Some(corpus) = running.and_then(|c| stage.world.corpora.get_mut(c)) {
            corpus.contact.stepping.fill(false);
        }
        Ok(())
    },
    ..Command::of(Group::Gait)
};

pub(super) const GAITGO: Command = Command {
    name: "gaitgo",
    summary: "Starts the oscillators of the gait, or stops them.",
    details: "The legs step while `go` runs. If the oscillators stop, legs in the air complete their step.",
    forms: &[&[may("state", Kind::Switch, "on or off (default: on)")]],
    example: "addcorpus bug\naddroach bug\nspeed 1\ngaitgo",
    shows: "starts a walk, once the legs have programs and `go` runs",
    search: "walk, start",
    in_lists: true,
    run: |session, bound| {
        let on = bound.switch(0).unwrap_or(true);
        access::roach(session, bound)?.gait.run(on);
        check::note_started_gait(session, bound.head);
        Ok(())
    },
    ..Command::of(Group::Gait)
};

/// Sets one of a leg's motor programs.
fn program(session: &mut Session, bound: &Bound, set: fn(&mut Programs, &Bound)) -> Outcome {
    belongs_to_current(session, bound)?;
    let (roach, leg) = leg(session, bound)?;
    if let Some(programs) = roach.programs.get_mut(leg) {
        set(programs, bound);
    }
    joints::many_turns(session, bound);
    Ok(())
}

/// Returns the gait, and the number of the leg that the command names, which was checked when the line was bound.
pub(super) fn leg<'a>(
    session: &'a mut Session,
    bound: &Bound,
) -> Result<(&'a mut Roach, usize), Stop> {
    Ok((access::roach(session, bound)?, bound.number(0) as usize))
}

/// Checks that the gait belongs to the current corpus, as the bodies of its motor programs do.
pub(super) fn belongs_to_current(session: &mut Session, bound: &Bound) -> Outcome {
    let (name, owner) = {
        let roach = access::roach(session, bound)?;
        (roach.name.clone(), roach.draft)
    };
    if owner == bound.corpus || name.is_empty() {
        return Ok(());
    }
    let drafts = &session.here().definitions.drafts;
    let corpus = |draft: Option<usize>| {
        let draft = draft.and_then(|d| drafts.get(d));
        draft.map_or("", |d| d.figure.name.as_str())
    };
    if corpus(bound.corpus).is_empty() || corpus(owner).is_empty() {
        return Err(Stop::Reported);
    }
    let message = format!(
        "the gait `{name}` belongs to the figure `{}`, but the current figure is `{}`",
        corpus(owner),
        corpus(bound.corpus)
    );
    let help = format!(
        "select it with `setcorpus {}` first, or give `{}` a gait with `gait`",
        corpus(owner),
        corpus(bound.corpus)
    );
    Err(Stop::mistake("E054", bound.head, message, help))
}

pub(super) const PROCOM: Command = Command {
    name: "procom",
    summary: "Sets the commands that run when a leg starts a step (protraction).",
    details: "In these commands, `*0.5` is half of the duration of a step.",
    forms: &[&[need("leg", Kind::Leg, "number of the leg")]],
    example: "addcorpus bug\nget a from unit_cube\nget b from unit_cube\naddbody a a 0 0 1 rotary 1000\naddbody b b 0 0 1 rotary 1000\nlinkbodies a b\nsetroot a\ncorpusinit\naddroach bug\nprocom 0\nmotor b etarget 0.4 *0.5\ntimer *0.5 motor b etarget 0 *0.5\n..",
    shows: "the limb moves up in the first half of the step and down in the second",
    search: "step, protraction, program, lift",
    follows: Follows::List,
    run: |session, bound| program(session, bound, |p, b| p.step = b.list.clone()),
    ..Command::of(Group::Gait)
};

pub(super) const RETCOM: Command = Command {
    name: "retcom",
    summary: "Sets the commands that run when a leg starts its stance (retraction).",
    details: "In these commands, `*0.5` is half of `rettime`, which is the duration of the stance by default.",
    forms: &[&[need("leg", Kind::Leg, "number of the leg")]],
    example: "addcorpus bug\nget a from unit_cube\nget b from unit_cube\naddbody a a 0 0 1 rotary 1000\naddbody b b 0 0 1 rotary 1000\nlinkbodies a b\nsetroot a\ncorpusinit\naddroach bug\nretcom 0\nmotor b etarget -0.3 *1\n..",
    shows: "the limb moves back during the whole stance",
    search: "retraction, program",
    follows: Follows::List,
    run: |session, bound| program(session, bound, |p, b| p.stance = b.list.clone()),
    ..Command::of(Group::Gait)
};

pub(super) const GAIT: Command = Command {
    name: "gait",
    details: "Another name for `addroach`. In a gait, an oscillator for each leg alternates between a step, in which the foot moves through the air, and the stance, in which it is on the ground. At the start of each, the leg's motor program runs: a list of commands set by `swing` or `stance`. Legs are numbered in pairs from front to back, with even numbers on the left: legs 0 and 1 are in front.",
    example: "addcorpus horse\ngait walk 4",
    shows: "a gait of four legs, which have no motor programs yet",
    ..ADDROACH
};

pub(super) const SWING: Command = Command {
    name: "swing",
    summary: "Sets the commands that run when a leg begins its swing through the air.",
    details: "Another name for `procom`. In these commands, `*0.5` is half of the duration of a step.",
    example: "addcorpus bug\nget a from unit_cube\nget b from unit_cube\naddbody a a 0 0 1 rotary 1000\naddbody b b 0 0 1 rotary 1000\nlinkbodies a b\nsetroot a\ncorpusinit\ngait walk\nswing 0\nmotor b etarget 0.4 *0.5\ntimer *0.5 motor b etarget 0 *0.5\n..",
    shows: "the limb moves up in the first half of the swing and down in the second",
    ..PROCOM
};

pub(super) const STANCE: Command = Command {
    name: "stance",
    summary: "Sets the commands that run when a leg begins its stance on the ground.",
    details: "Another name for `retcom`. In these commands, `*0.5` is half of `rettime`, which is the duration of the stance by default.",
    example: "addcorpus bug\nget a from unit_cube\nget b from unit_cube\naddbody a a 0 0 1 rotary 1000\naddbody b b 0 0 1 rotary 1000\nlinkbodies a b\nsetroot a\ncorpusinit\ngait walk\nstance 0\nmotor b etarget -0.3 *1\n..",
    shows: "the limb moves back during the whole stance",
    ..RETCOM
};

pub(super) const PACE: Command = Command {
    name: "pace",
    summary: "Sets the pace of the gait, or prints it: larger is faster.",
    details: "1 is the fastest walk unless `topspeed` sets another, and 0.5 is half as fast as 1: pace is 1 divided by the value of `speed`. A frequency instead of a number sets the cycles per second. Steps take the same time at all paces.",
    forms: &[
        &[setting::new_value(SPEED_VALUE)],
        &[need(
            "frequency",
            Kind::Number(Dimension::FREQUENCY, Bare::Required, Range::Positive),
            "cycles per second, such as 4Hz",
        )],
    ],
    example: "addcorpus bug\ngait walk\npace 0.5\nspeed",
    shows: "half of the fastest pace, the same as `speed 2`",
    search: "slow, fast, tempo, cadence, frequency",
    in_lists: true,
    run: |session, bound| {
        let gait = &mut access::roach(session, bound)?.gait;
        let Some(value) = bound.given(0) else {
            let text = format!(
                "pace = {}, {} per cycle",
                si(1.0 / gait.speed(), ""),
                si(gait.cycle(), "s")
            );
            session.print(&text);
            return Ok(());
        };
        let wanted = match bound.form {
            0 => 1.0 / value,
            _ => 1.0 / (value * gait.shortest_cycle),
        };
        gait.set_speed(wanted);
        warnings::pace_out_of_bounds(session, bound, wanted);
        Ok(())
    },
    ..Command::of(Group::Gait)
};

pub(super) const LEGSTATUS: Command = Command {
    name: "legstatus",
    summary: "Prints the state of a leg.",
    forms: &[&[need("leg", Kind::Leg, "number of the leg")]],
    example: "addcorpus bug\naddroach bug\nlegstatus 0",
    shows: "prints that leg 0 is in stance",
    search: "inspect",
    in_lists: true,
    run: |session, bound| {
        let (roach, leg) = leg(session, bound)?;
        let gait = &roach.gait;
        let text = format!(
            "leg {leg} {}, {} so far; its oscillator is at {:.1} degrees, and a step starts at 90; step {}, rettime {}, cycle {}",
            if gait.phase(leg) == LegPhase::Step {
                "is in a step"
            } else {
                "is in stance"
            },
            match gait.steps(leg) {
                1 => "1 step".to_owned(),
                n => format!("{n} steps"),
            },
            gait.oscillator_degrees(leg),
            si(gait.protraction, "s"),
            si(gait.retraction(), "s"),
            si(gait.cycle(), "s"),
        );
        let reflexes = gait.reflexes.leg(leg);
        session.print(&text);
        for text in super::reflexes::settings_of(&reflexes) {
            session.print(&format!("leg {leg}: {text}"));
        }
        Ok(())
    },
    ..Command::of(Group::Gait)
};

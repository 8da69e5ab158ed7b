//! Settings of a world: each is one value, which the command without arguments prints.

use crate::contact::GroundScale;
use crate::session::command::{Bound, Kind, Outcome, Param, Value, may};
use crate::session::{Session, si};
use crate::world::World;

/// The parameter of a command that switches something, or prints whether it is on.
pub(super) const STATE: Param = may(
    "state",
    Kind::Switch,
    "on or off; if omitted, the state is printed",
);

/// Prints the value of a setting.
pub(super) fn print_number(session: &mut Session, bound: &Bound, value: f64, unit: &str) {
    session.print(&format!("{} = {}", bound.command.name, si(value, unit)));
}

/// Prints whether a setting is on.
pub(super) fn print_state(session: &mut Session, bound: &Bound, on: bool) {
    let state = if on { "on" } else { "off" };
    session.print(&format!("{} is {state}", bound.command.name));
}

/// Sets a number of the world, or prints it.
pub(super) fn number(
    session: &mut Session,
    bound: &Bound,
    unit: &str,
    get: fn(&World) -> f64,
    set: fn(&mut World, f64),
) -> Outcome {
    match bound.given(0) {
        Some(value) => {
            let world = &mut session.here_mut().world;
            set(world, value);
            world.state_changed();
        }
        None => {
            let value = get(&session.here().world);
            print_number(session, bound, value, unit);
        }
    }
    Ok(())
}

/// Sets a switch of the world, or prints it.
pub(super) fn switch(
    session: &mut Session,
    bound: &Bound,
    get: fn(&World) -> bool,
    set: fn(&mut World, bool),
) -> Outcome {
    match bound.switch(0) {
        Some(on) => {
            let world = &mut session.here_mut().world;
            set(world, on);
            world.state_changed();
        }
        None => {
            let on = get(&session.here().world);
            print_state(session, bound, on);
        }
    }
    Ok(())
}

/// The parameter of a command that sets a value, or prints it.
pub(super) const fn new_value(kind: Kind) -> Param {
    let doc = "the new value; if omitted, the current value is printed";
    may("value", kind, doc)
}

/// Declares a command with one value, which it prints if the value is omitted.
macro_rules! setting {
    ($const:ident, $name:literal, $group:expr, $summary:literal, $details:literal, $param:expr, $run:expr,
     example $code:expr, $shows:literal, search $search:literal) => {
        pub(super) const $const: Command = Command {
            name: $name,
            summary: $summary,
            details: $details,
            forms: &[&[$param]],
            example: $code,
            shows: $shows,
            search: $search,
            in_lists: true,
            run: $run,
            ..Command::of($group)
        };
    };
}
pub(super) use setting;

/// Declares a command that sets one number of the world.
macro_rules! number_setting {
    ($const:ident, $name:literal, $group:expr, $summary:literal, $details:literal, $dimension:expr, $unit:literal, $range:expr,
     $get:expr, $set:expr, example $code:literal, $shows:literal, search $search:literal) => {
        setting!($const, $name, $group, $summary, $details, setting::new_value(Kind::Number($dimension, Bare::Si, $range)),
            |session, bound| setting::number(session, bound, $unit, $get, $set),
            example $code, $shows, search $search);
    };
}
pub(super) use number_setting;

/// Returns the unit of a constant of the ground, plain or per kg: by the scale among the values of the line, or the current one.
pub(super) fn unit_of_ground(
    session: &Session,
    values: &[Value],
    [alone, per_mass]: [&'static str; 2],
) -> &'static str {
    let written = values.iter().find_map(|value| match value {
        Value::Word("none") => Some(GroundScale::None),
        Value::Word("total" | "body") => Some(GroundScale::Total),
        _ => None,
    });
    match written.unwrap_or(session.here().world.ground.scale) {
        GroundScale::None => alone,
        GroundScale::Total | GroundScale::Body => per_mass,
    }
}

/// The kind of a constant of the ground: with units for `groundscale none`, and per kg otherwise.
macro_rules! ground_kind {
    ($alone:literal, $per_mass:literal) => {
        Kind::Of(
            |session, values| {
                let unit = setting::unit_of_ground(session, values, [$alone, $per_mass]);
                Kind::in_unit(unit, Range::NotNegative)
            },
            concat!(
                "a number in ",
                $per_mass,
                ", zero or above; in ",
                $alone,
                " after `groundscale none`"
            ),
        )
    };
}
pub(super) use ground_kind;

/// Declares a command that sets a constant of the ground.
macro_rules! ground_constant {
    ($const:ident, $name:literal, $summary:literal, $details:literal, $alone:literal, $per_mass:literal,
     $get:expr, $set:expr, example $code:literal, $shows:literal, search $search:literal) => {
        setting!($const, $name, Group::Ground, $summary, $details, setting::new_value(ground_kind!($alone, $per_mass)),
            |session, bound| {
                let unit = setting::unit_of_ground(session, &bound.values, [$alone, $per_mass]);
                setting::number(session, bound, unit, $get, $set)
            },
            example $code, $shows, search $search);
    };
}
pub(super) use ground_constant;

//! Settings of a world: each is one value, which the command without arguments prints.

use crate::contact::GroundScale;
use crate::session::command::{Bound, Kind, Outcome, Param, may};
use crate::session::{Session, si};
use crate::world::World;

/// The parameter of a command that switches something, or prints whether it is on.
pub(super) const STATE: Param = may(
    "state",
    Kind::Switch,
    "on or off; if omitted, the state is printed",
);

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
            session.print(&format!("{} = {}", bound.command.name, si(value, unit)));
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
            session.print(&format!(
                "{} is {}",
                bound.command.name,
                if on { "on" } else { "off" }
            ));
        }
    }
    Ok(())
}

/// Declares a command with one value, which it prints if the value is omitted.
macro_rules! setting {
    ($const:ident, $name:literal, $group:expr, $summary:literal, $details:literal, $kind:expr, $run:expr,
     example $code:literal $shows:literal, search $search:expr) => {
        pub(super) const $const: $crate::session::command::Command =
            $crate::session::command::Command {
                name: $name,
                group: $group,
                summary: $summary,
                details: $details,
                forms: &[&[$crate::session::command::may(
                    "value",
                    $kind,
                    "the new value; if omitted, the current value is printed",
                )]],
                examples: &[$crate::session::command::Example {
                    code: $code,
                    shows: $shows,
                }],
                search: $search,
                follows: $crate::session::command::Follows::Nothing,
                in_lists: true,
                run: $run,
            };
    };
}
pub(super) use setting;

/// Declares a command that switches something on or off, or prints whether it is on.
macro_rules! switch_setting {
    ($const:ident, $name:literal, $group:expr, $summary:literal, $details:literal, $run:expr,
     example $code:expr, $shows:literal, search $search:expr) => {
        pub(super) const $const: $crate::session::command::Command =
            $crate::session::command::Command {
                name: $name,
                group: $group,
                summary: $summary,
                details: $details,
                forms: &[&[super::setting::STATE]],
                examples: &[$crate::session::command::Example {
                    code: $code,
                    shows: $shows,
                }],
                search: $search,
                follows: $crate::session::command::Follows::Nothing,
                in_lists: true,
                run: $run,
            };
    };
}
pub(super) use switch_setting;

/// Declares a command that sets one number of the world.
macro_rules! number_setting {
    ($const:ident, $name:literal, $group:expr, $summary:literal, $details:literal, $dimension:expr, $unit:literal, $range:expr,
     $get:expr, $set:expr, example $code:literal $shows:literal, search $search:expr) => {
        super::setting::setting!(
            $const,
            $name,
            $group,
            $summary,
            $details,
            $crate::session::command::Kind::Number($dimension, $crate::session::command::Bare::Si, $range),
            |session, bound| super::setting::number(session, bound, $unit, $get, $set),
            example $code $shows,
            search $search
        );
    };
}
pub(super) use number_setting;

/// Returns the current unit of a constant of the ground: plain or per kg, by `groundscale`.
pub(super) fn unit_of_ground(
    session: &Session,
    [alone, per_mass]: [&'static str; 2],
) -> &'static str {
    match session.here().world.ground.scale {
        GroundScale::None => alone,
        GroundScale::Total | GroundScale::Body => per_mass,
    }
}

/// The kind of a constant of the ground: with units for `groundscale none`, and per kg otherwise.
macro_rules! ground_kind {
    ($alone:literal, $per_mass:literal) => {
        $crate::session::command::Kind::Of(
            |session, _| {
                let unit = super::setting::unit_of_ground(session, [$alone, $per_mass]);
                $crate::session::command::Kind::in_unit(
                    unit,
                    $crate::session::command::Range::NotNegative,
                )
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
     $get:expr, $set:expr, example $code:literal $shows:literal, search $search:expr) => {
        super::setting::setting!(
            $const,
            $name,
            $crate::session::command::Group::Ground,
            $summary,
            $details,
            super::setting::ground_kind!($alone, $per_mass),
            |session, bound| {
                let unit = super::setting::unit_of_ground(session, [$alone, $per_mass]);
                super::setting::number(session, bound, unit, $get, $set)
            },
            example $code $shows,
            search $search
        );
    };
}
pub(super) use ground_constant;

//! The command `ground`: a switch, and every setting of the ground as a named argument.

use super::ground::*;
use super::setting::{STATE, switch};
use super::surface::GROUNDTYPE;
use crate::session::command::{Bound, Command, Group, Kind, Outcome, Param, Value, may, need};
use crate::session::{Session, Stop};
use crate::world::World;

/// A named argument of `ground`, and the parameter of the command that it sets.
struct Setting {
    name: &'static str,
    command: &'static Command,
    parameter: usize,
    doc: &'static str,
}

const fn of(name: &'static str, command: &'static Command, doc: &'static str) -> Setting {
    let parameter = 0;
    Setting {
        name,
        command,
        parameter,
        doc,
    }
}

/// The settings, in the order in which a line sets them: the scale decides the units of those after it.
#[rustfmt::skip]
const SETTINGS: [Setting; 25] = [
    of("scale", &GROUNDSCALE, "mass by which springs and damper are multiplied (`groundscale`)"),
    of("type", &GROUNDTYPE, "kind of ground (`groundtype`)"),
    of("height", &GROUNDZ, "height of the plane (`groundz`)"),
    of("stiffness", &GROUNDK, "constant of the linear spring (`groundk`)"),
    of("damping", &GROUNDB, "constant of the damper (`groundb`)"),
    of("strength", &GROUNDEA, "strength of the exponential spring (`groundea`)"),
    of("rise", &GROUNDEB, "exponent constant of the exponential spring (`groundeB`)"),
    of("depth", &GROUNDEMAXZ, "depth beyond which the exponential spring stops growing (`groundemaxz`)"),
    of("impact_damping", &GROUNDKRF, "increase of the force with the speed of impact (`groundkrf`)"),
    of("restitution", &RESTITUTION, "coefficient of restitution, of speeds (`restitution`)"),
    of("energy_restitution", &GROUNDE, "fraction of the energy that an impact returns (`grounde`)"),
    of("restitution_speed", &GROUNDERAMP, "range of speeds over which restitution takes effect (`grounderamp`)"),
    of("law", &GROUNDFRICTION, "law of friction (`groundfriction`)"),
    Setting { parameter: 1, ..of("friction", &GROUNDFRICTION, "coefficient of friction, of the current law (`groundfriction`)") },
    Setting { parameter: 2, ..of("static", &GROUNDFRICTION, "largest coefficient of friction, of the law stribeck (`groundfriction`)") },
    of("slide", &GROUNDFRIC, "coefficient of friction, and the law slide (`groundfric`)"),
    of("slip_speed", &GROUNDSLIP, "speed below which sliding friction is proportional to the speed, and the law slide (`groundslip`)"),
    of("stick", &GROUNDFRIC2, "coefficient of friction, and the law stick of 1990 (`groundfric2`)"),
    of("stick_stiffness", &GROUNDFRIC2K, "spring constant of the law stick (`groundfric2k`)"),
    of("stick_damping", &GROUNDFRIC2B, "damping constant of the law stick (`groundfric2b`)"),
    of("stick_restitution", &GROUNDFRIC2E, "restitution of the law stick (`groundfric2e`)"),
    of("feet_strength", &GROUNDSTICKEA, "strength of the springs of sticky feet (`groundstickea`)"),
    of("feet_rise", &GROUNDSTICKEB, "exponent constant of the springs of sticky feet (`groundstickeB`)"),
    of("feet_stretch", &GROUNDSTICKEMAXZ, "stretch at which the spring of a sticky foot breaks (`groundstickemaxz`)"),
    of("feet_restitution", &GROUNDSTICKE, "restitution of the springs of sticky feet (`groundsticke`)"),
];

const PARAMETERS: [Param; SETTINGS.len() + 1] = {
    let mut parameters = [STATE; SETTINGS.len() + 1];
    let mut i = 0;
    while i < SETTINGS.len() {
        let Setting {
            name,
            command,
            parameter,
            doc,
        } = SETTINGS[i];
        i += 1;
        parameters[i] = may(name, command.forms[0][parameter].kind, doc).by_name();
    }
    parameters
};

const NAMES: [&str; SETTINGS.len()] = {
    let mut names = [""; SETTINGS.len()];
    let mut i = 0;
    while i < names.len() {
        names[i] = SETTINGS[i].name;
        i += 1;
    }
    names
};

pub(super) const GROUND: Command = Command {
    name: "ground",
    summary: "Switches the ground on or off, and sets its properties.",
    details: "Default: off. Each property can be given by its name, several in a line, and is the same as that of the command in parentheses, which describes it; its name alone prints it: `ground friction`.\n\
              The default springs of the ground fit themselves to small figures, so that a cube of 0.1 mm sinks in no deeper, in parts of its size, than one of 4.6 mm. A point that is deep in the ground when a figure or the ground is placed does not throw the figure up: the surface below the point starts lower, and rises gently to its place. Both end when a script sets one of the constants of the springs: `groundea`, `groundeB`, `groundemaxz`, `groundk`, `groundb`, `groundkrf`, `grounde` or `groundscale`.",
    forms: &[
        &PARAMETERS,
        &[need("setting", Kind::Choice(&NAMES), "prints this setting")],
    ],
    example: "ground on",
    shows: "a solid plane at z = 0",
    more: &[crate::session::command::Example {
        code: "ground on friction=0.5 restitution=0.3",
        shows: "a ground with less friction than the default, on which bodies bounce less",
    }],
    search: "floor, plane, grf, ground reaction force",
    in_lists: true,
    run: |session, bound| match bound.form {
        0 => set(session, bound),
        _ => print(session, bound),
    },
    ..Command::of(Group::Ground)
};

/// Switches the ground, and runs the commands of the settings that are given.
fn set(session: &mut Session, bound: &Bound) -> Outcome {
    let mut places = 1..;
    let is_one = |a: &Setting, b: &Setting| a.command.name == b.command.name;
    let mut calls = vec![];
    for settings in SETTINGS.chunk_by(is_one) {
        let mut call = of_setting(bound, settings);
        for (setting, place) in settings.iter().zip(&mut places) {
            if let Some(value) = bound.values.get(place)
                && bound.has(place)
            {
                call.values[setting.parameter] = value.clone();
                call.spans[setting.parameter] = bound.at(place);
            }
        }
        if (0..call.values.len()).any(|i| call.has(i)) {
            calls.push(call);
        }
    }
    if calls.is_empty() || bound.has(0) {
        switch(session, bound, |w| w.ground_on, switch_ground)?;
    }
    calls
        .iter()
        .try_for_each(|call| (call.command.run)(session, call))
}

fn switch_ground(world: &mut World, on: bool) {
    world.ground_on = on;
    if !on {
        world.release_feet();
    }
}

/// Returns a call without arguments of the command of one or several settings.
fn of_setting(bound: &Bound, settings: &[Setting]) -> Bound {
    let command = settings.first().map_or(bound.command, |one| one.command);
    let form = command.forms.first().map_or(0, |form| form.len());
    Bound {
        command,
        form: 0,
        values: vec![Value::Missing; form],
        spans: vec![bound.span.after(); form],
        ..bound.clone()
    }
}

fn print(session: &mut Session, bound: &Bound) -> Outcome {
    let named = |setting: &&Setting| setting.name == bound.text(0);
    let setting = SETTINGS.iter().find(named);
    setting.map_or(Ok::<(), Stop>(()), |setting| {
        let call = of_setting(bound, std::slice::from_ref(setting));
        (call.command.run)(session, &call)
    })
}

#[cfg(test)]
mod tests {
    use super::{NAMES, SETTINGS};
    use crate::commands::COMMANDS;
    use crate::session::command::Group;
    use crate::session::{Mode, Quiet, Session};
    use std::collections::BTreeSet;

    #[test]
    fn each_setting_of_the_ground_has_its_named_argument() {
        let commands = COMMANDS.iter().filter(|c| c.group == Group::Ground);
        let is_setting = |name: &str| match name {
            "ground" | "groundnormal" => false,
            name => name.starts_with("ground") || name == "restitution",
        };
        let settings: BTreeSet<&str> = commands.map(|c| c.name).filter(|n| is_setting(n)).collect();
        let named: BTreeSet<&str> = SETTINGS.iter().map(|s| s.command.name).collect();
        assert_eq!(named, settings);
        let names: BTreeSet<&str> = NAMES.into_iter().collect();
        assert_eq!(names.len(), SETTINGS.len());
    }

    fn run(lines: &str) -> Session {
        let mut session = crate::commands::session(Mode::Run, Box::new(Quiet));
        let done = session.run_text("ground", lines);
        assert!(done.is_ok(), "{:?}", session.diagnostics);
        session
    }

    #[test]
    fn one_line_does_what_the_settings_do() {
        let line = run(
            "ground on scale=none stiffness=10kN/m damping=20 law=slide friction=0.4 restitution=0.5 height=2cm",
        );
        let lines = run(
            "ground on\ngroundscale none\ngroundk 10kN/m\ngroundb 20\ngroundfriction slide 0.4\nrestitution 0.5\ngroundz 2cm",
        );
        let [one, many] =
            [&line, &lines].map(|session| format!("{:?}", session.here().world.ground));
        assert_eq!(one, many);
        assert!(line.here().world.ground_on);
        let only = run("ground friction=0.3");
        assert_eq!(only.here().world.ground.friction, 0.3);
        assert!(!only.here().world.ground_on);
    }
}

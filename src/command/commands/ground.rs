//! Ground, gravity, sticky feet.

use super::access;
use super::setting::{number_setting, switch};
use crate::command::{Command, Example, Follows, Group, Kind, Range, Thing, may, need};
use crate::contact::GroundScale;
use crate::lang::dimension::Dimension;
use crate::world::World;

const G: Group = Group::Ground;

pub(super) const GRAV: Command = Command {
    name: "grav",
    group: G,
    summary: "Switches gravity on or off.",
    details: "A world begins without gravity.",
    forms: &[&[may(
        "state",
        Kind::Switch,
        "on or off; left out, the state is printed",
    )]],
    examples: &[Example {
        code: "grav on",
        shows: "things fall, at 9.8 m/s2 unless `setgrav` says otherwise",
    }],
    search: &["gravity", "weight"],
    follows: Follows::Nothing,
    in_lists: true,
    run: |session, bound| switch(session, bound, |w| w.gravity_on, |w, on| w.gravity_on = on),
};

pub(super) const GROUND: Command = Command {
    name: "ground",
    group: G,
    summary: "Switches the ground on or off.",
    details: "A world begins without ground.",
    forms: &[&[may(
        "state",
        Kind::Switch,
        "on or off; left out, the state is printed",
    )]],
    examples: &[Example {
        code: "ground on",
        shows: "a plane at z = 0 that bears",
    }],
    search: &["floor", "plane", "contact"],
    follows: Follows::Nothing,
    in_lists: true,
    run: |session, bound| {
        let set = |w: &mut World, on: bool| {
            w.ground_on = on;
            if !on {
                w.release_feet();
            }
        };
        switch(session, bound, |w| w.ground_on, set)
    },
};

pub(super) const GROUNDTYPE: Command = Command {
    name: "groundtype",
    group: G,
    summary: "Chooses the kind of ground.",
    details: "The ground is flat.",
    forms: &[&[may(
        "kind",
        Kind::Choice(&["flat"]),
        "which kind; left out, the present one is printed",
    )]],
    examples: &[Example {
        code: "groundtype flat",
        shows: "a plane",
    }],
    search: &["terrain"],
    follows: Follows::Nothing,
    in_lists: true,
    run: |session, bound| {
        if bound.text(0).is_empty() {
            session.print("groundtype is flat");
        }
        Ok(())
    },
};

pub(super) const GROUNDSCALE: Command = Command {
    name: "groundscale",
    group: G,
    summary: "Chooses what the ground's springs and damper are multiplied by.",
    details: "total, as a world begins: the mass of the figure (kg); body: the mass of the body that touches (kg); none: 1, so that they are SI.",
    forms: &[&[may(
        "scale",
        Kind::Choice(&["total", "body", "none"]),
        "which; left out, the present one is printed",
    )]],
    examples: &[Example {
        code: "groundscale none\ngroundk 1e4",
        shows: "a linear spring of 10 kN/m",
    }],
    search: &["mass"],
    follows: Follows::Nothing,
    in_lists: true,
    run: |session, bound| {
        let ground = &mut session.here_mut().world.ground;
        match bound.text(0) {
            "total" => ground.scale = GroundScale::Total,
            "body" => ground.scale = GroundScale::Body,
            "none" => ground.scale = GroundScale::None,
            _ => {
                let word = match ground.scale {
                    GroundScale::Total => "total",
                    GroundScale::Body => "body",
                    GroundScale::None => "none",
                };
                session.print(&format!("groundscale is {word}"));
            }
        }
        Ok(())
    },
};

number_setting!(SETGRAV, "setgrav", G, "Sets the acceleration of gravity, or prints it.", "Downwards; 9.8 m/s2 as a world begins. `grav on` lets it act.",
    Dimension::ACCELERATION, "m/s2", Range::Any, |w| w.gravity, |w, x| w.gravity = x,
    example "setgrav 1.62\ngrav on" "gravity of the moon", search &["gravity", "moon"]);

number_setting!(GROUNDZ, "groundz", G, "Sets the height of the ground, or prints it.", "",
    Dimension::LENGTH, "m", Range::Any, |w| w.ground.height, |w, x| { w.ground.height = x; w.release_feet(); },
    example "groundz -2cm" "two centimetres down", search &["height", "level"]);

number_setting!(GROUNDK, "groundk", G, "Sets the linear spring constant of the ground, or prints it.", "In N/m per kg of what `groundscale` names; 0 as a world begins.",
    Dimension::NONE, "", Range::NotNegative, |w| w.ground.k, |w, x| w.ground.k = x,
    example "groundk 5000" "a linear spring", search &["stiffness", "spring"]);

number_setting!(GROUNDB, "groundb", G, "Sets the damping constant of the ground, or prints it.", "In N s/m per kg of what `groundscale` names; 0 as a world begins.",
    Dimension::NONE, "", Range::NotNegative, |w| w.ground.b, |w, x| w.ground.b = x,
    example "groundb 20" "a damped ground", search &["damping"]);

number_setting!(GROUNDEA, "groundea", G, "Sets the linear strength of the ground's exponential spring, or prints it.", "In N per kg of what `groundscale` names; 17.5 as a world begins.",
    Dimension::NONE, "", Range::NotNegative, |w| w.ground.ea, |w, x| w.ground.ea = x,
    example "groundea 17.5" "the ground of 1990", search &["strength", "spring"]);

number_setting!(GROUNDEB, "groundeB", G, "Sets the exponential rise of the ground's spring, or prints it.", "Per metre of depth; 3000 as a world begins.",
    Dimension::NONE, "1/m", Range::NotNegative, |w| w.ground.eb, |w, x| w.ground.eb = x,
    example "groundeB 3000" "the ground of 1990", search &["rise", "spring"]);

number_setting!(GROUNDEMAXZ, "groundemaxz", G, "Sets the depth beyond which the ground's exponential spring grows no more, or prints it.", "",
    Dimension::LENGTH, "m", Range::Positive, |w| w.ground.largest_depth, |w, x| w.ground.largest_depth = x,
    example "groundemaxz 1cm" "no stronger below a centimetre", search &["depth"]);

number_setting!(GROUNDE, "grounde", G, "Sets the ground's coefficient of restitution, or prints it.", "The part of the spring's force that acts while a point moves out; 0.5 as a world begins.",
    Dimension::NONE, "", Range::NotNegative, |w| w.ground.e, |w, x| w.ground.e = x,
    example "grounde 0.5" "half the force on the way out", search &["restitution", "bounce", "elasticity"]);

number_setting!(GROUNDFRIC, "groundfric", G, "Sets the ground's coefficient of sliding friction, or prints it.", "0.7 as a world begins.",
    Dimension::NONE, "", Range::NotNegative, |w| w.ground.friction, |w, x| w.ground.friction = x,
    example "groundfric 0.7" "feet that hardly slip", search &["friction", "slip", "mu"]);

number_setting!(GROUNDSLIP, "groundslip", G, "Sets the speed below which friction falls to zero, or prints it.", "Friction grows with the sliding speed up to this one; 1 cm/s as a world begins. A bare sign function would make the simulation stiff.",
    Dimension::SPEED, "m/s", Range::Positive, |w| w.ground.slip_speed, |w, x| w.ground.slip_speed = x,
    example "groundslip 1cm/s" "full friction from 1 cm/s on", search &["friction", "regularisation"]);

number_setting!(GROUNDERAMP, "grounderamp", G, "Sets the speed over which restitution sets in, or prints it.", "The spring's force passes from whole to `grounde` between this speed inwards and this speed outwards; 1 cm/s as a world begins.",
    Dimension::SPEED, "m/s", Range::Positive, |w| w.ground.restitution_speed, |w, x| w.ground.restitution_speed = x,
    example "grounderamp 1cm/s" "a soft change", search &["restitution", "regularisation"]);

number_setting!(GROUNDSTICKEA, "groundstickea", G, "Sets the linear strength of sticky feet, or prints it.", "In N per kg of what `groundscale` names; 2 as a world begins.",
    Dimension::NONE, "", Range::NotNegative, |w| w.ground.sticky.ea, |w, x| w.ground.sticky.ea = x,
    example "groundstickea 2" "feet that hold", search &["adhesion", "glue"]);

number_setting!(GROUNDSTICKEB, "groundstickeB", G, "Sets the exponential rise of sticky feet, or prints it.", "Per metre of stretch; 500 as a world begins.",
    Dimension::NONE, "1/m", Range::NotNegative, |w| w.ground.sticky.eb, |w, x| w.ground.sticky.eb = x,
    example "groundstickeB 500" "a steep rise", search &["adhesion", "glue"]);

number_setting!(GROUNDSTICKEMAXZ, "groundstickemaxz", G, "Sets the stretch at which a sticky foot tears off, or prints it.", "4 mm as a world begins.",
    Dimension::LENGTH, "m", Range::Positive, |w| w.ground.sticky.largest_length, |w, x| w.ground.sticky.largest_length = x,
    example "groundstickemaxz 4mm" "tears off at 4 mm", search &["break", "adhesion"]);

number_setting!(GROUNDSTICKE, "groundsticke", G, "Sets the restitution of sticky feet, or prints it.", "The part of the force that acts while a foot moves back to where it sticks; 0.5 as a world begins.",
    Dimension::NONE, "", Range::NotNegative, |w| w.ground.sticky.e, |w, x| w.ground.sticky.e = x,
    example "groundsticke 0.5" "half the force on the way back", search &["restitution"]);

pub(super) const BODYGROUNDSTICK: Command = Command {
    name: "bodygroundstick",
    group: G,
    summary: "Makes a body's points stick to the ground, or no more.",
    details: "A point that comes into the ground is tied to where it is, by a spring that tears at `groundstickemaxz`, and does not slide meanwhile. The feet \
              of a leg with motor programs let go while it steps.",
    forms: &[&[
        need("body", Kind::Old(Thing::Body), "which one"),
        may(
            "state",
            Kind::Switch,
            "on or off; left out, the state is printed",
        ),
    ]],
    examples: &[Example {
        code: "addcorpus c\nget o from unit_cube\naddbody foot o 0 0 1 rotary 1000\nsetroot foot\ncorpusinit\nbodygroundstick foot on",
        shows: "a box that sticks where it lands",
    }],
    search: &["sticky", "adhesion", "glue", "foot"],
    follows: Follows::Nothing,
    in_lists: true,
    run: |session, bound| {
        let (corpus, body) = access::body(session, bound, 0)?;
        match bound.switch(1) {
            Some(on) => {
                corpus.sticky[body] = on;
                if !on {
                    corpus.release(body);
                }
            }
            None => {
                let text = format!(
                    "{} {}",
                    corpus.names[body],
                    if corpus.sticky[body] {
                        "sticks"
                    } else {
                        "does not stick"
                    }
                );
                session.print(&text);
            }
        }
        Ok(())
    },
};

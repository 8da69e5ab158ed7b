//! Ground, gravity, sticky feet.

use super::figure::DIRECTION;
use super::setting::{
    STATE, ground_constant, ground_kind, number_setting, setting, switch, unit_of_ground,
};
use super::{access, setting, warnings};
use crate::contact::{FrictionLaw, Ground, GroundScale};
use crate::lang::dimension::Dimension;
use crate::lang::value::show::significant;
use crate::session::command::{
    Bare, Bound, Command, Group, Kind, Outcome, Param, Range, Thing, may, need,
};
use crate::session::{Session, Stop, si};
use crate::world::World;

const G: Group = Group::Ground;

/// Exponential rise of a spring with its stretch.
pub(super) const PER_METRE: Kind = Kind::Number(
    Dimension {
        length: -1,
        ..Dimension::NONE
    },
    Bare::In("m^-1"),
    Range::NotNegative,
);

setting!(GRAV, "grav", G, "Switches gravity on or off.",
    "Default: off.",
    STATE, |session, bound| switch(session, bound, |w| w.gravity.on, |w, on| w.gravity.on = on),
    example "grav on", "gravity of 9.8 m/s2, unless `setgrav` sets another", search "gravity, weight");

/// Returns the ground, whose springs no longer fit themselves to figures, to set one of their constants.
fn as_in_1990(world: &mut World) -> &mut Ground {
    world.ground.fits = false;
    &mut world.ground
}

pub(super) const GROUNDSCALE: Command = Command {
    name: "groundscale",
    summary: "Chooses the mass by which the ground's springs and damper are multiplied.",
    details: "total (default): the mass of the figure (kg). body: the mass of the body that touches the ground (kg). none: no factor, so a stiffness is in N/m instead of N/m/kg. The numbers set by `groundea`, `groundk`, `groundb` and so on, also those of `collisionea` and `groundstickea`, and their defaults, stay the same and change only their unit, so set them again.",
    forms: &[&[may(
        "scale",
        Kind::Choice(&["total", "body", "none"]),
        "which one; if omitted, the current one is printed",
    )]],
    example: "groundscale none\ngroundea 0\ngroundk 1e4",
    shows: "a linear spring of 10 kN/m",
    search: "mass",
    in_lists: true,
    run: |session, bound| {
        let world = &mut session.here_mut().world;
        match bound.text(0) {
            "total" => as_in_1990(world).scale = GroundScale::Total,
            "body" => as_in_1990(world).scale = GroundScale::Body,
            "none" => as_in_1990(world).scale = GroundScale::None,
            _ => {
                let word = match world.ground.scale {
                    GroundScale::Total => "total",
                    GroundScale::Body => "body",
                    GroundScale::None => "none",
                };
                session.print(&format!("groundscale is {word}"));
            }
        }
        Ok(())
    },
    ..Command::of(G)
};

setting!(SETGRAV, "setgrav", G, "Sets the acceleration of gravity, or prints it.", "Positive is downwards. Default: 9.8 m/s2. Gravity acts after `grav on`.",
    setting::new_value(Kind::Number(Dimension::ACCELERATION, Bare::Si, Range::Any)),
    |session, bound| {
        warnings::upward_gravity(session, bound);
        setting::number(session, bound, "m/s2", |w| w.gravity.strength, |w, x| w.gravity.strength = x)
    },
    example "setgrav 1.62\ngrav on", "gravity of the moon", search "gravity, moon");

/// A direction in the world.
pub(super) const DIRECTION_OF: &[Param] = &[
    need("x", DIRECTION, "the direction, in world axes").begins("direction"),
    need("y", DIRECTION, "the direction, in world axes"),
    need("z", DIRECTION, "the direction, in world axes"),
];

pub(super) const GRAVDIRECTION: Command = Command {
    name: "gravdirection",
    summary: "Sets the direction of gravity, or prints it.",
    details: "Default: straight down, 0 0 -1. The length of the direction does not matter: `setgrav` sets the strength of gravity. \
              Level ground with tilted gravity is equivalent to a slope.",
    forms: &[&[], DIRECTION_OF],
    example: "gravdirection {sin(30deg)} 0 {-cos(30deg)}\ngrav on\nground on",
    shows: "a slope of 30 degrees down towards +x",
    search: "slope, incline, tilt, gravity, hill",
    in_lists: true,
    run: |session, bound| {
        if bound.given(0).is_none() {
            let [x, y, z]: [f64; 3] = session.here().world.gravity.direction.into();
            // Without the rounding of an angle: cos(90deg) is 6e-17.
            let [x, y, z] = [x, y, z].map(|x| significant(if x.abs() < 1e-15 { 0.0 } else { x }));
            session.print(&format!("gravdirection is {x} {y} {z}"));
            return Ok(());
        }
        let direction = bound.vector(0);
        let largest = direction.amax();
        if largest == 0.0 {
            let message = "the direction of gravity must not be zero";
            let at = bound.at(0).to(bound.at(2));
            let help = "straight down is `gravdirection 0 0 -1`; `grav off` switches gravity off";
            return Err(Stop::mistake("E027", at, message, help));
        }
        let world = &mut session.here_mut().world;
        // Also of numbers whose squares overflow or vanish.
        world.gravity.direction = (direction / largest).normalize();
        world.state_changed();
        Ok(())
    },
    ..Command::of(G)
};

number_setting!(GROUNDZ, "groundz", G, "Sets the height of the ground plane, or prints it.", "Terrain keeps its heights. Default: 0.",
    Dimension::LENGTH, "m", Range::Any, |w| w.ground.height, |w, x| { w.ground.height = x; w.release_feet(); },
    example "groundz -2cm", "the ground is then 2 cm below the origin", search "height, level");

ground_constant!(GROUNDK, "groundk", "Sets the linear spring constant of the ground, or prints it.", "Unit: N/m per kg of the mass chosen by `groundscale`. Default: 0. This spring acts in addition to the exponential spring of `groundea`.",
    "N/m", "N/m/kg", |w| w.ground.k, |w, x| as_in_1990(w).k = x,
    example "groundea 0\ngroundk 5000", "the ground is a linear spring", search "stiffness, spring");

ground_constant!(GROUNDB, "groundb", "Sets the damping constant of the ground, or prints it.", "Unit: N*s/m per kg of the mass chosen by `groundscale`. Default: 0. The damper acts along the normal, on points that move in and on points that move out; `grounde` and `groundkrf` do not change it. The force of springs and damper together never pulls.",
    "N*s/m", "N*s/m/kg", |w| w.ground.b, |w, x| as_in_1990(w).b = x,
    example "groundb 20", "a ground with damping", search "damping");

number_setting!(GROUNDKRF, "groundkrf", G, "Sets how much the force of the ground increases with the speed of impact, or prints it.",
    "The springs' force is multiplied by 1 + krf v, but not by less than zero, where v is the speed of the point into the ground; v is negative while the point moves out. This removes energy from every impact, and the force still starts from zero at the first contact. Default: 0.",
    Dimension { length: -1, time: 1, ..Dimension::NONE }, "s/m", Range::NotNegative, |w| w.ground.krf, |w, x| as_in_1990(w).krf = x,
    example "groundkrf 0.5", "at 1 m/s the springs' force is 1.5 times as large", search "reaction, impact, damping");

ground_constant!(GROUNDEA, "groundea", "Sets the strength of the ground's exponential spring, or prints it.", "Unit: N per kg of the mass chosen by `groundscale`. Default: 17.5.",
    "N", "N/kg", |w| w.ground.ea, |w, x| as_in_1990(w).ea = x,
    example "groundea 17.5", "the value in McKenna's program of 1990", search "strength, spring");

setting!(GROUNDEB, "groundeB", G, "Sets the exponent constant eB of the ground's spring, or prints it.", "At the depth d, the force is ea (exp(eB d) - 1). Unit: per metre of depth. Default: 3000.",
    setting::new_value(PER_METRE), |session, bound| setting::number(session, bound, "m^-1", |w| w.ground.eb, |w, x| as_in_1990(w).eb = x),
    example "groundeB 3000", "the value in McKenna's program of 1990", search "rise, spring");

number_setting!(GROUNDEMAXZ, "groundemaxz", G, "Sets the depth beyond which the ground's exponential spring stops growing, or prints it.", "Default: 1 cm.",
    Dimension::LENGTH, "m", Range::Positive, |w| w.ground.largest_depth, |w, x| as_in_1990(w).largest_depth = x,
    example "groundemaxz 1cm", "the force stays constant below a depth of 1 cm", search "depth");

setting!(GROUNDE, "grounde", G, "Sets the fraction of the energy that the ground returns after an impact, or prints it.",
    "While a point moves out of the ground, the spring's force is multiplied by this value; the factor changes gradually over the speeds of `grounderamp`. Default: 0.5. The value is also the fraction of the *height* that a bounce keeps: \
     with 0.64 a ball dropped from 1 m leaves the ground at 0.8 of its speed and returns to 0.64 m. `restitution 0.8` sets the same value by the fraction of the speed.",
    setting::new_value(Kind::Number(Dimension::NONE, Bare::Si, Range::NotNegative)), |session, bound| {
        warnings::gains_energy(session, bound);
        setting::number(session, bound, "", |w| w.ground.e, |w, x| as_in_1990(w).e = x)
    },
    example "grounde 0.5", "half of the force acts while a point moves out of the ground, so a bounce keeps half of the height", search "bounce, elasticity, loss");

setting!(RESTITUTION, "restitution", G, "Sets the coefficient of restitution of the ground, or prints it.",
    "It is the speed after a bounce divided by the speed before it, as in textbooks. With 0.8 a ball dropped from 1 m leaves the ground at 0.8 of \
     its speed and returns to 0.64 m. `grounde` is its square, the fraction of the energy. Default: 0.707.\n\
     Gravity also acts while the ground is compressed: a ball that falls from the height h and compresses the ground by d returns to the height e2 h - (1 - e2) d, where e2 is the square of the coefficient. To reduce this loss, make the ground harder, with a larger `groundea`, `groundeB` or `groundk`.",
    setting::new_value(Kind::Number(Dimension::NONE, Bare::Si, Range::NotNegative)), |session, bound| {
        warnings::gains_energy(session, bound);
        setting::number(session, bound, "", |w| w.ground.e.sqrt(), |w, x| w.ground.e = (x * x).min(f64::MAX))
    },
    example "restitution 0.8", "a bounce keeps 0.8 of the speed and 0.64 of the height", search "bounce, elasticity, coefficient of restitution");

pub(super) const GROUNDFRICTION: Command = Command {
    name: "groundfriction",
    summary: "Chooses the friction law of the ground and its coefficient.",
    details: "stick: a spring ties each point to the place where it touched the ground. If the spring's force would exceed the coefficient times the normal force, this place slides along with the point. A body at rest stays where it is. This is the second friction model of McKenna's program of 1990.\n\
              slide: the force is the coefficient times the normal force, against the motion; below the speed `groundslip` it is proportional to the speed. A body on a slope does not rest: it creeps. This is the first friction model of McKenna's program of 1990.\n\
              stribeck: a smooth function of the speed, as simulators with compliant contact use it: it rises to a peak at the speed `groundslip`, the coefficient `static` times the normal force, and falls to the other coefficient at three times this speed. A body on a slope creeps at less than `groundslip`; one that is pulled by a spring sticks and slips. `contact compliant` selects it too.
\
              The coefficient is that of the ground. Bodies have one of their own on each other, and on scenery: `collisionfric`.\n\
              Default: stick 0.7. `groundfric` and `groundslip` select slide; `groundfric2`, `groundfric2k`, `groundfric2b` and `groundfric2e` select stick: the last of these lines in a script decides. In an impact, the law stick damps in proportion to the normal force, so that sliding stops within it; after `groundfric2` and its variants the damping is constant, as in 1990.",
    forms: &[&[
        may(
            "law",
            Kind::Choice(&["stick", "slide", "stribeck"]),
            "which one; if omitted, the current one is printed",
        ),
        may(
            "coefficient",
            Kind::Number(Dimension::NONE, Bare::Si, Range::NotNegative),
            "coefficient of friction; unchanged if omitted",
        ),
        may(
            "static",
            Kind::Number(Dimension::NONE, Bare::Si, Range::NotNegative),
            "largest coefficient, of the law stribeck, not below the other one; its ratio to that holds between bodies too (default: the same)",
        )
        .by_name(),
    ]],
    example: "groundfriction stick 0.5",
    shows: "bodies rest on slopes up to 26.6 degrees and slide on steeper ones",
    search: "friction, coulomb, stick, slip, mu, creep",
    in_lists: true,
    run: |session, bound| {
        let (given, peak) = (bound.given(1), bound.given(2));
        let world = &session.here().world;
        let is_stribeck = match bound.text(0) {
            "" => world.ground.law == FrictionLaw::Stribeck,
            law => law == "stribeck",
        };
        let sliding = given.unwrap_or(world.ground.friction);
        if let Some(peak) = peak {
            if !is_stribeck {
                let message = "only the law `stribeck` has a coefficient of its own at rest";
                let help = "leave out `static`, or write `groundfriction stribeck`";
                return Err(Stop::mistake("E091", bound.at(2), message, help));
            }
            if peak < sliding || sliding == 0.0 {
                let message = "the static coefficient is below that of sliding";
                let help = "friction at rest is at least as large as in motion";
                return Err(Stop::mistake("E053", bound.at(2), message, help));
            }
        }
        let world = &mut session.here_mut().world;
        match bound.text(0) {
            "stick" => {
                world.set_friction_law(FrictionLaw::Stick);
                world.ground.stick.follows_load = true;
            }
            "slide" => world.set_friction_law(FrictionLaw::Slide),
            "stribeck" => world.set_friction_law(FrictionLaw::Stribeck),
            _ if given.is_some() => {}
            _ => {
                let (law, mu) = (world.ground.law, world.ground.friction);
                let law = match law {
                    FrictionLaw::Stick => "stick",
                    FrictionLaw::Slide => "slide",
                    FrictionLaw::Stribeck => "stribeck",
                };
                let peak = match law {
                    "stribeck" => format!(" static={}", significant(mu * world.ground.static_part)),
                    _ => String::new(),
                };
                session.print(&format!("groundfriction is {law} {}{peak}", significant(mu)));
                return Ok(());
            }
        }
        if let Some(mu) = given {
            world.ground.friction = mu;
        }
        if let Some(peak) = peak {
            world.ground.static_part = peak / sliding;
        }
        world.state_changed();
        Ok(())
    },
    ..Command::of(G)
};

number_setting!(GROUNDFRIC, "groundfric", G, "Sets the coefficient of friction of the ground and selects the law `slide`, or prints the coefficient.",
    "Default: 0.7, for the ground only; between bodies, and on scenery, it is `collisionfric`. Both friction laws have the same coefficient. With the law `slide`, a body that rests on a slope, or is pushed gently, then creeps, at up to `groundslip`. With `groundfriction stick 0.7` the body stays at rest.",
    Dimension::NONE, "", Range::NotNegative, |w| w.ground.friction, |w, x| { w.ground.friction = x; w.set_friction_law(FrictionLaw::Slide); },
    example "groundfric 0.7", "feet hardly slip", search "friction, slip, mu");

number_setting!(GROUNDSLIP, "groundslip", G, "Sets the speed below which sliding friction is proportional to the speed, or prints it.",
    "Friction grows in proportion to the sliding speed up to this speed, and is constant above it. Without this range, friction would reverse abruptly at rest and require very short steps. Default: 1 cm/s. With a value, this command also selects the law `groundfriction slide`, unless that is `stribeck`, whose friction is largest at this speed.",
    Dimension::SPEED, "m/s", Range::Positive, |w| w.ground.slip_speed, |w, x| { w.ground.slip_speed = x; if w.ground.law == FrictionLaw::Stick { w.set_friction_law(FrictionLaw::Slide); } },
    example "groundslip 1cm/s", "friction has its full value at sliding speeds above 1 cm/s", search "friction, regularisation");

number_setting!(GROUNDFRIC2, "groundfric2", G, "Sets the coefficient of friction of the ground and selects the law `stick`, or prints the coefficient.",
    "Default: 0.7, for the ground only; between bodies, and on scenery, it is `collisionfric`. Both friction laws have the same coefficient.",
    Dimension::NONE, "", Range::NotNegative, |w| w.ground.friction, |w, x| { w.ground.friction = x; stick_as_in_1990(w); },
    example "groundfric2 0.7", "bodies rest on slopes of up to 35 degrees", search "friction, stick, mu");

setting!(GROUNDFRIC2K, "groundfric2k", G, "Sets the spring constant of the friction law `stick`, or prints it.",
    "Unit: N/m per kg of the mass chosen by `groundscale`. The default depends on the figure: a force equal to the figure's weight at 9.8 m/s2, on one point, stretches the spring by 0.1 mm. With a value, this command also selects the law `groundfriction stick`.",
    setting::new_value(ground_kind!("N/m", "N/m/kg")),
    |session, bound| of_stick(session, bound, |w| &mut w.ground.stick.k, (["N/m", "N/m/kg"], "98000 N/m for each kg of the figure")),
    example "groundfric2k 1e5", "approximately the default stiffness", search "friction, stick, stiffness, spring");

setting!(GROUNDFRIC2B, "groundfric2b", G, "Sets the damping constant of the friction law `stick`, or prints it.",
    "Unit: N*s/m per kg of the mass chosen by `groundscale`. The default depends on the figure: half of critical damping for the figure's mass on one spring. McKenna's program of 1990 had no such damper. With a value, this command also selects the law `groundfriction stick`.",
    setting::new_value(ground_kind!("N*s/m", "N*s/m/kg")),
    |session, bound| of_stick(session, bound, |w| &mut w.ground.stick.b, (["N*s/m", "N*s/m/kg"], "half of critical damping for the mass of the figure")),
    example "groundfric2k 1e5\ngroundfric2b 300", "approximately the default stiffness and damping", search "friction, stick, damping");

/// Selects the law `stick` with constants that do not change, as the words of 1990 do.
fn stick_as_in_1990(world: &mut World) {
    world.set_friction_law(FrictionLaw::Stick);
    world.ground.stick.follows_load = false;
}

/// Sets a constant of the stick spring, or prints it.
fn of_stick(
    session: &mut Session,
    bound: &Bound,
    of: fn(&mut World) -> &mut Option<f64>,
    (units, usual): ([&'static str; 2], &str),
) -> Outcome {
    let unit = unit_of_ground(session, &bound.values, units);
    let world = &mut session.here_mut().world;
    if let Some(value) = bound.given(0) {
        *of(world) = Some(value);
        stick_as_in_1990(world);
        world.state_changed();
        return Ok(());
    }
    let text = match *of(world) {
        Some(value) => format!("{} = {}", bound.command.name, si(value, unit)),
        None => format!("{} is not set; default: {usual}", bound.command.name),
    };
    session.print(&text);
    Ok(())
}

number_setting!(GROUNDFRIC2E, "groundfric2e", G, "Sets the restitution of the friction law `stick`, or prints it.",
    "While a point moves back to the place to which it sticks, the spring's force is multiplied by this value; the factor changes gradually over the speeds of `grounderamp`. Default: 1. With a value, this command also selects the law `groundfriction stick`.",
    Dimension::NONE, "", Range::NotNegative, |w| w.ground.stick.e, |w, x| { w.ground.stick.e = x; stick_as_in_1990(w); },
    example "groundfric2e 0.5", "the spring returns with half of its force", search "friction, stick");

number_setting!(GROUNDERAMP, "grounderamp", G, "Sets the range of speeds over which restitution takes effect, or prints it.", "The spring's force changes gradually: it has its full value if the point moves into the ground faster than this speed, and the fraction `grounde` of it if the point moves out faster than this speed. Default: 1 cm/s.",
    Dimension::SPEED, "m/s", Range::Positive, |w| w.ground.restitution_speed, |w, x| w.ground.restitution_speed = x,
    example "grounderamp 1cm/s", "restitution takes effect gradually, from 1 cm/s inwards to 1 cm/s outwards", search "regularisation, bounce");

ground_constant!(GROUNDSTICKEA, "groundstickea", "Sets the strength of the springs of sticky feet, or prints it.", "Unit: N per kg of the mass chosen by `groundscale`. Default: 2.",
    "N", "N/kg", |w| w.ground.sticky.ea, |w, x| w.ground.sticky.ea = x,
    example "groundstickea 2", "the default strength of sticky feet", search "adhesion, glue");

setting!(GROUNDSTICKEB, "groundstickeB", G, "Sets the exponent constant eB of the springs of sticky feet, or prints it.", "At the stretch x, the force is ea (exp(eB x) - 1). Unit: per metre of stretch. Default: 500.",
    setting::new_value(PER_METRE), |session, bound| setting::number(session, bound, "m^-1", |w| w.ground.sticky.eb, |w, x| w.ground.sticky.eb = x),
    example "groundstickeB 500", "the force rises steeply with the stretch", search "adhesion, glue");

number_setting!(GROUNDSTICKEMAXZ, "groundstickemaxz", G, "Sets the stretch at which the spring of a sticky foot breaks, or prints it.", "Default: 4 mm.",
    Dimension::LENGTH, "m", Range::Positive, |w| w.ground.sticky.largest_length, |w, x| w.ground.sticky.largest_length = x,
    example "groundstickemaxz 4mm", "a foot comes off when its spring is stretched by 4 mm", search "break, adhesion");

number_setting!(GROUNDSTICKE, "groundsticke", G, "Sets the restitution of the springs of sticky feet, or prints it.", "Sticky feet are bodies with `bodygroundstick on`. While such a foot moves back to the point where it sticks, the spring's force is multiplied by this value; the factor changes gradually over the speeds of `grounderamp`. Default: 0.5.",
    Dimension::NONE, "", Range::NotNegative, |w| w.ground.sticky.e, |w, x| w.ground.sticky.e = x,
    example "groundsticke 0.5", "the spring returns with half of its force", search "adhesion");

pub(super) const BODYGROUNDSTICK: Command = Command {
    name: "bodygroundstick",
    summary: "Switches sticking of a body to the ground on or off.",
    details: "A spring ties each point of the body that enters the ground to the position at which it entered. The spring breaks at the stretch `groundstickemaxz`; until then the point does not slide. While a leg steps, the bodies that its motor programs move by lines with `motor`, `servo` or `torque`, and all bodies that these carry, do not stick. Lines of a block, of a user-defined command or of an event in the program do not count: use `bodygroundstick NAME off` there.",
    forms: &[&[need("body", Kind::Old(Thing::Body), "the body"), STATE]],
    example: "addcorpus c\nget o from unit_cube\naddbody foot o 0 0 1 rotary 1000\nsetroot foot\ncorpusinit\nbodygroundstick foot on",
    shows: "a box that sticks where it lands",
    search: "sticky, adhesion, glue, foot",
    in_lists: true,
    run: |session, bound| {
        let (corpus, body) = access::body(session, bound, 0)?;
        match bound.switch(1) {
            Some(on) => {
                corpus.contact.sticky[body] = on;
                if !on {
                    corpus.release(body);
                }
            }
            None => {
                let text = format!(
                    "{} {}",
                    corpus.names[body],
                    if corpus.contact.sticky[body] {
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
    ..Command::of(G)
};

//! Quantities of whole figures, of gaits and of worlds.

use super::entry::{Measured, Owner, Quantity, Raw, Read};
use crate::control::{Gait, LegPhase};
use crate::lang::dimension::Dimension;
use crate::session::Stage;
use crate::world::{Corpus, World};
use nalgebra::Vector3;

const ENERGY: Measured = Measured::Number(Dimension::TORQUE);
const ANGLE: Measured = Measured::Number(Dimension::ANGLE);
const BARE: Measured = Measured::Number(Dimension::NONE);
const TIME: Measured = Measured::Number(Dimension::TIME);

/// Dimension of momentum, kg m/s.
const MOMENTUM: Dimension = Dimension {
    length: 1,
    mass: 1,
    time: -1,
    angle: 0,
};

/// Dimension of angular momentum, kg m2/s.
const ANGULAR_MOMENTUM: Dimension = Dimension {
    length: 2,
    ..MOMENTUM
};

const fn corpus(
    field: &'static str,
    measured: Measured,
    doc: &'static str,
    read: fn(&World, &Corpus) -> Raw,
) -> Quantity {
    Quantity::new(Owner::Corpus, field, measured, doc, Read::Corpus(read))
}

const fn gait(
    field: &'static str,
    measured: Measured,
    doc: &'static str,
    read: fn(&Gait, usize) -> Raw,
) -> Quantity {
    Quantity::new(Owner::Gait, field, measured, doc, Read::Gait(read))
}

const fn world(
    field: &'static str,
    measured: Measured,
    doc: &'static str,
    read: fn(&Stage) -> Raw,
) -> Quantity {
    Quantity::new(Owner::World, field, measured, doc, Read::World(read))
}

/// Returns the angle of the root's x axis in the ground plane (rad).
fn heading(corpus: &Corpus) -> f64 {
    corpus.observed().bodies[corpus.trunk()].yaw()
}

pub(super) const CORPUS: &[Quantity] = &[
    corpus(
        "com",
        Measured::Vector(Dimension::LENGTH),
        "Position of its centre of mass in the world.",
        |_, c| Raw::Vector(c.observed().motion.centre),
    ),
    corpus(
        "vel",
        Measured::Vector(Dimension::SPEED),
        "Velocity of its centre of mass, in world axes.",
        |_, c| Raw::Vector(c.observed().motion.velocity()),
    ),
    Quantity::new(
        Owner::Corpus,
        "mass",
        Measured::Number(Dimension::MASS),
        "Mass of all its bodies.",
        Read::Figure(|figure, _| Raw::Number(figure.bodies.iter().map(|b| b.inertia.mass).sum())),
    ),
    corpus(
        "energy",
        ENERGY,
        "Its total energy: kinetic energy, gravitational potential energy (zero at z = 0), and energy of the joints' springs.",
        |w, c| Raw::Number(c.energy_of(&c.observed().motion, w.time, w.gravity_vector())),
    ),
    corpus("kinetic", ENERGY, "Its kinetic energy.", |_, c| {
        Raw::Number(c.observed().motion.kinetic_energy)
    }),
    corpus(
        "momentum",
        Measured::Vector(MOMENTUM),
        "Its linear momentum, in world axes.",
        |_, c| Raw::Vector(c.observed().motion.linear),
    ),
    corpus(
        "angular_momentum",
        Measured::Vector(ANGULAR_MOMENTUM),
        "Its angular momentum about its centre of mass, in world axes.",
        |_, c| Raw::Vector(c.observed().motion.angular),
    ),
    corpus(
        "height",
        Measured::Number(Dimension::LENGTH),
        "Height of its lowest point above the ground.",
        |w, c| {
            let bodies = (0..c.model.bodies()).filter(|body| !c.is_massless(*body));
            if w.ground.surface.is_level() {
                let lowest = bodies.map(|body| c.observed_lowest(body));
                return Raw::Number(lowest.fold(f64::INFINITY, f64::min) - w.ground.height);
            }
            let heights = bodies.map(|body| c.observed_clearance(body, &w.ground));
            Raw::Number(heights.fold(f64::INFINITY, f64::min))
        },
    ),
    corpus(
        "forward_speed",
        Measured::Number(Dimension::SPEED),
        "Speed of its centre of mass over the ground along its heading.",
        |_, c| {
            let velocity = c.observed().motion.velocity();
            let (sine, cosine) = libm::sincos(heading(c));
            Raw::Number(velocity.x * cosine + velocity.y * sine)
        },
    ),
    corpus(
        "heading",
        ANGLE,
        "Angle between its root's x axis and the world's in the ground plane, positive to the left.",
        |_, c| Raw::Number(heading(c)),
    ),
    corpus("yaw", ANGLE, "The same value as `heading`.", |_, c| {
        Raw::Number(heading(c))
    }),
    corpus(
        "margin",
        Measured::Number(Dimension::LENGTH),
        "Distance of its centre of mass from the edge of its support polygon, seen from above; negative outside. If nothing touches \
         the ground, it is minus the height above the ground.",
        |w, c| {
            let height = c.observed().motion.centre.z - w.ground.height;
            Raw::Number(w.support(c).margin.unwrap_or(-height.abs()))
        },
    ),
    corpus(
        "load",
        Measured::Number(Dimension::FORCE),
        "Normal force of the ground on all its bodies.",
        |_, c| Raw::Number(c.observed().bodies.iter().map(|b| b.load).sum()),
    ),
    corpus(
        "force",
        Measured::Vector(Dimension::FORCE),
        "Force of the ground on all its bodies, in world axes.",
        |_, c| Raw::Vector(ground_force(c)),
    ),
    corpus(
        "root_force",
        Measured::Vector(Dimension::FORCE),
        "Force that holds or drives its root, in world axes; zero if the root is free. Attachments and contacts with other figures are not included.",
        |w, c| Raw::Vector(w.root_force(c).force),
    ),
    corpus(
        "root_torque",
        Measured::Vector(Dimension::TORQUE),
        "Torque that holds or drives its root, about the root's origin, in world axes; zero if the root is free.",
        |w, c| Raw::Vector(w.root_force(c).torque),
    ),
    corpus(
        "impulse",
        Measured::Vector(MOMENTUM),
        "Integral of the ground's force on it over time, since it first moved.",
        |_, c| {
            let impulses = c.account().impulses.iter();
            Raw::Vector(impulses.fold(Vector3::zeros(), |sum, (_, i)| sum + i.whole()))
        },
    ),
];

/// Returns the force of the ground on all bodies together.
fn ground_force(corpus: &Corpus) -> Vector3<f64> {
    let bodies = corpus.observed().bodies.iter();
    bodies.fold(Vector3::zeros(), |sum, body| sum + body.ground.whole())
}

pub(super) const GAIT: &[Quantity] = &[
    gait(
        "speed",
        BARE,
        "Its speed value: the duration of a cycle divided by the duration of the shortest cycle.",
        |g, _| Raw::Number(g.speed()),
    ),
    gait("cycle", TIME, "Duration of a whole cycle.", |g, _| {
        Raw::Number(g.cycle())
    }),
    gait(
        "running",
        Measured::Flag,
        "Whether its oscillators run.",
        |g, _| Raw::Flag(g.running),
    ),
    gait(
        "leg#.phase",
        BARE,
        "Phase of the leg's oscillator in its cycle, from 0 to 1; a step starts at a quarter.",
        |g, leg| Raw::Number(g.oscillator_degrees(leg) / 360.0),
    ),
    gait(
        "leg#.stepping",
        Measured::Flag,
        "Whether the leg is stepping; otherwise it is in stance.",
        |g, leg| Raw::Flag(g.phase(leg) == LegPhase::Step),
    ),
    gait(
        "leg#.duty",
        BARE,
        "Duty factor: the fraction of its last cycle (from the start of one step to the start of the next) in which the leg was in stance; 1 before its second step.",
        |g, leg| Raw::Number(g.duty(leg)),
    ),
    gait(
        "leg#.lag",
        BARE,
        "Delay of its last step after that of the hind leg on its side, as a fraction of that leg's last cycle, from 0 to 1.",
        |g, leg| Raw::Number(g.lag(leg)),
    ),
    gait(
        "leg#.steps",
        BARE,
        "Number of steps that the leg has started.",
        |g, leg| Raw::Number(g.steps(leg) as f64),
    ),
    gait(
        "leg#.reflex_steps",
        BARE,
        "Number of its steps started by the step reflex.",
        |g, leg| Raw::Number(g.reflexes.leg(leg).stepped.times as f64),
    ),
    gait(
        "leg#.load_holds",
        BARE,
        "Number of its steps delayed by the load reflex.",
        |g, leg| Raw::Number(g.reflexes.leg(leg).bore.times as f64),
    ),
    gait(
        "leg#.neighbour_holds",
        BARE,
        "Number of its steps delayed because a neighbour was in the air, while a reflex was on.",
        |g, leg| Raw::Number(g.reflexes.leg(leg).waited.times as f64),
    ),
];

pub(super) const WORLD: &[Quantity] = &[
    world("time", TIME, "Simulated time.", |s| {
        Raw::Number(s.world.time)
    }),
    world("dt", TIME, "Duration of a frame.", |s| {
        Raw::Number(s.world.dt)
    }),
    world("frames", BARE, "Frames simulated in it so far.", |s| {
        Raw::Number(s.frames as f64)
    }),
    world(
        "gravity",
        Measured::Number(Dimension::ACCELERATION),
        "Acceleration of gravity, zero while gravity is off.",
        |s| Raw::Number(s.world.acting_gravity()),
    ),
];

//! Quantities of whole figures, of gaits, of worlds and of neurons.

use super::contacts::contacts;
use super::entry::Measured::{self, Contacts, Flag, Number, Question, Vector};
use super::entry::{Quantity, quantities};
use crate::control::LegPhase;
use crate::lang::dimension::Dimension;
use crate::world::Corpus;
use nalgebra::Vector3;

const ENERGY: Measured = Number(Dimension::ENERGY);
const ANGLE: Measured = Number(Dimension::ANGLE);
const BARE: Measured = Number(Dimension::NONE);
const TIME: Measured = Number(Dimension::TIME);

/// Dimension of momentum and of impulse, kg m/s.
pub(super) const MOMENTUM: Dimension = Dimension {
    length: 1,
    mass: 1,
    time: -1,
    ..Dimension::NONE
};

/// Returns the angle of the root's x axis in the ground plane (rad).
fn heading(corpus: &Corpus) -> f64 {
    corpus.observed().bodies[corpus.trunk()].yaw()
}

pub(super) const CORPUS: &[Quantity] = quantities! { Corpus:
    "com", Vector(Dimension::LENGTH), "Position of its centre of mass in the world.",
        Corpus |_, c| c.observed().motion.centre;
    "vel", Vector(Dimension::SPEED), "Velocity of its centre of mass, in world axes.",
        Corpus |_, c| c.observed().motion.velocity();
    "mass", Number(Dimension::MASS), "Total mass of its bodies.",
        Figure |figure, _| figure.bodies.iter().map(|b| b.inertia.mass).sum::<f64>();
    "energy", ENERGY, "Its total energy: kinetic energy, gravitational potential energy (zero at the origin of the world), and potential energy of the joints (springs, `bias` and servos).",
        Corpus |w, c| c.energy_of(&c.observed().motion, w.time, w.gravity.vector());
    "kinetic", ENERGY, "Its kinetic energy.", Corpus |_, c| c.observed().motion.kinetic_energy;
    "momentum", Vector(MOMENTUM), "Its linear momentum, in world axes.", Corpus |_, c| c.observed().motion.linear;
    "angular_momentum", Vector(Dimension::ANGULAR_MOMENTUM), "Its angular momentum about its centre of mass, in world axes.",
        Corpus |_, c| c.observed().motion.angular;
    "height", Number(Dimension::LENGTH), "Height of the lowest point of its colliding shapes above the ground.", Corpus |w, c| {
        let bodies = c.own_bodies();
        if w.ground.surface.is_level() {
            let lowest = bodies.map(|body| c.observed_lowest(body));
            return (lowest.fold(f64::INFINITY, f64::min) - w.ground.height).into();
        }
        let heights = bodies.map(|body| c.observed_clearance(body, &w.ground));
        heights.fold(f64::INFINITY, f64::min)
    };
    "forward_speed", Number(Dimension::SPEED), "Speed of its centre of mass over the ground along its heading. Of a root that rolls or tumbles, read `vel` instead.",
        Corpus |_, c| {
            let velocity = c.observed().motion.velocity();
            let (sine, cosine) = libm::sincos(heading(c));
            velocity.x * cosine + velocity.y * sine
        };
    "heading", ANGLE, "Angle between its root's x axis and the world's x axis, both seen from above, positive to the left; it jumps by half a turn where that axis passes the vertical.",
        Corpus |_, c| heading(c);
    "yaw", ANGLE, "The same value as `heading`.", Corpus |_, c| heading(c);
    "margin", Number(Dimension::LENGTH), "Distance of its centre of mass from the edge of its support polygon, seen from above; negative outside. If nothing touches \
         the ground, it is minus the height of the centre of mass above the ground.",
        Corpus |w, c| {
            let height = c.observed().motion.centre.z - w.ground.height;
            c.support().margin.unwrap_or(-height.abs())
        };
    "load", Number(Dimension::FORCE), "Total normal force of the ground on its bodies.",
        Corpus |_, c| c.observed().bodies.iter().map(|b| b.load).sum::<f64>();
    "force", Vector(Dimension::FORCE), "Total force of the ground on its bodies, in world axes.",
        Corpus |_, c| c.observed().bodies.iter().fold(Vector3::zeros(), |sum, body| sum + body.ground.whole());
    "root_force", Vector(Dimension::FORCE), "Force that holds or drives its root, in world axes; zero if the root is free.",
        Corpus |w, c| w.root_force(c).force;
    "root_torque", Vector(Dimension::TORQUE), "Torque that holds or drives its root, about the root's origin, in world axes; zero if the root is free.",
        Corpus |w, c| w.root_force(c).torque;
    "touches", Question, "Whether one of its bodies touches another body now, as `body.touches` does.",
        Corpus |_, _| false;
    "impulse", Vector(MOMENTUM), "Integral of the ground's force on it over time, since it first moved.",
        Corpus |_, c| {
            let impulses = c.account().impulses.iter();
            impulses.fold(Vector3::zeros(), |sum, (_, i)| sum + i.whole())
        };
};

pub(super) const GAIT: &[Quantity] = quantities! { Gait:
    "speed", BARE, "Its value of `speed`: the duration of a cycle divided by `cycletime`.",
        Gait |g, _| g.speed();
    "cycle", TIME, "Duration of a whole cycle.", Gait |g, _| g.cycle();
    "running", Flag, "Whether its oscillators run.", Gait |g, _| g.running;
    "leg#.phase", BARE, "Phase of the leg's oscillator in its cycle, from 0 to 1; a step starts at a quarter.",
        Gait |g, leg| g.oscillator_degrees(leg) / 360.0;
    "leg#.stepping", Flag, "Whether the leg is stepping; otherwise it is in stance.",
        Gait |g, leg| g.phase(leg) == LegPhase::Step;
    "leg#.duty", BARE, "Duty factor: the fraction of its last cycle (from the start of one step to the start of the next) in which the leg was in stance; 1 before its second step.",
        Gait |g, leg| g.duty(leg);
    "leg#.lag", BARE, "Delay of its last step after that of the hindmost leg on its side, as a fraction of the last cycle of the hindmost leg, from 0 to 1.",
        Gait |g, leg| g.lag(leg);
    "leg#.steps", BARE, "Number of steps that the leg has started.", Gait |g, leg| g.steps(leg) as f64;
    "leg#.reflex_steps", BARE, "Number of its steps started early by `stepreflex`.",
        Gait |g, leg| g.reflexes.leg(leg).stepped.times as f64;
    "leg#.load_holds", BARE, "Number of its steps delayed by `loadreflex`.",
        Gait |g, leg| g.reflexes.leg(leg).bore.times as f64;
    "leg#.neighbour_holds", BARE, "Number of its steps delayed because the leg in front of it, behind it or opposite it was in the air; counted while `stepreflex` or `loadreflex` is on.",
        Gait |g, leg| g.reflexes.leg(leg).waited.times as f64;
};

pub(super) const WORLD: &[Quantity] = quantities! { World:
    "time", TIME, "Simulated time.", World |s| s.world.time;
    "dt", TIME, "Duration of a frame.", World |s| s.world.dt;
    "frames", BARE, "Number of frames simulated in this world so far.", World |s| s.frames as f64;
    "gravity", Number(Dimension::ACCELERATION), "Acceleration of gravity, zero while gravity is off.",
        World |s| s.world.gravity.acting();
    "contacts", Contacts, "All points at which bodies touch the ground or each other now, a list of records with the fields `body` and `other` (names, `figure.body`, the name of scenery, or \"ground\"), `point`, `normal` (from `other` to `body`), `depth`, and `force` (on `body`). Those with the ground come first.",
        World |s| contacts(s);
};

pub(super) const NEURON: &[Quantity] = quantities! { Neuron:
    "out", BARE, "Its output at the last `think`; 0 before the first.", Neuron |n| n.output;
};

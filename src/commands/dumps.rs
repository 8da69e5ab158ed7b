//! The state of a figure, part by part, as text files: the `dump` and `load` commands of 1990.

use super::access;
use crate::session::command::{Bound, Command, Group, Kind, Outcome, need};
use crate::session::state::{self, Held};
use crate::session::{Session, Stop};

fn dump(session: &mut Session, bound: &Bound, held: Held) -> Outcome {
    let corpus = access::running(session, bound)?;
    state::dump(session, held, corpus, bound.text(0), bound.at(0))
}

fn load(session: &mut Session, bound: &Bound, held: Held) -> Outcome {
    let corpus = access::running(session, bound)?;
    state::load_dump(session, held, corpus, bound.text(0), bound.at(0))
}

/// Lines of a swinging rod, after 0.1 s.
macro_rules! swinging {
    ($lines:literal) => {
        concat!(
            "addcorpus c\nget o from unit_cube\nget p from unit_cube\nmove p 0 0 -0.5\naddbody a o 0 0 1 rotary 1000\naddbody b p 0 1 0 rotary 1000\n\
             linkbodies a b\nsetroot a\ncorpusinit\nrootmotion fixed\ngrav on\njoint b q 0.3\ngo 0.1s\n",
            $lines
        )
    };
}

macro_rules! file_command {
    ($const:ident, $name:literal, $does:ident $held:ident, $summary:literal, $details:literal, $doc:literal, example $code:literal, $shows:literal, search $search:literal) => {
        pub(super) const $const: Command = Command {
            name: $name,
            summary: $summary,
            details: $details,
            forms: &[&[need("file", Kind::Path, $doc)]],
            example: swinging!($code),
            shows: $shows,
            search: $search,
            run: |session, bound| $does(session, bound, Held::$held),
            ..Command::of(Group::Session)
        };
    };
}

file_command!(DUMPS, "dumps", dump State, "Writes clock, positions and velocities of the current figure to a text file, for `loads`.",
    "The file also contains the positions where dry friction holds joints, the integrator's step size, the motion of the root, pushes, pulls, speed limits and the energy account, so that a figure continues with exactly the same motion once `loads`, `loadmotors` and `loadcontacts` have restored its state. \
     The file is JSON: each value has its name, positions and velocities also have their unit. `save` writes a whole world. \
     The path is relative to the working directory.",
    "file to write", example "dumps rod.state", "writes the state of a falling rod", search "state, write, export");

file_command!(LOADS, "loads", load State, "Restores the state of the current figure from a file of `dumps`.",
    "The clock is set to that of the file; motors, gaits and everything else continue unchanged, as with `time`. A truncated file, and one with values that no script could have reached, is refused. A file of different bodies is refused, and the report names the differences. `rewind` by a time cannot go back beyond a `loads`, but `rewind` to a mark can.",
    "file to read", example "dumps rod.state\ngo 0.1s\nloads rod.state", "the rod is in its state at 0.1 s again", search "state, read, restore");

file_command!(DUMPMOTORS, "dumpmotors", dump Motors, "Writes joint parameters, motors and gaits of the current figure, and pending events, to a text file, for `loadmotors`.",
    "The file contains all parameters of the joints: springs, dampers, stops, `bias`, dry friction and armatures, and the settings of `motor`, `servo` and `torque`. Motor programs belong to the script; the file contains their progress: active motors, oscillators, steps, and all pending timers and events of the world, \
     as script text, with the values that local variables had when the event was set. Anything that cannot be written is reported.",
    "file to write", example "dumpmotors rod.motors", "springs and motors of the rod, as text", search "timers, targets");

file_command!(LOADMOTORS, "loadmotors", load Motors, "Restores joint parameters, motors and gaits of the current figure, and pending events, from a file of `dumpmotors`.",
    "The clock is set to that of the file, so `loads` may come before or after it.",
    "file to read", example "dumpmotors rod.motors\njoint b k 1\nloadmotors rod.motors", "the joint has no spring again", search "timers, targets");

file_command!(DUMPCONTACTS, "dumpcontacts", dump Contacts, "Writes the contact state of the current figure (its sticky feet, and the points held by friction) to a text file, for `loadcontacts`.",
    "The file contains for each body whether it is set to stick (`bodygroundstick`), and for each contact point whether it is held by friction, sticks or has come off, with its position in the world and on its body.",
    "file to write", example "dumpcontacts rod.contacts", "writes a file that lists no contact points, because the ground is off", search "anchors, sticky, feet");

file_command!(LOADCONTACTS, "loadcontacts", load Contacts, "Restores the contact state of the current figure from a file of `dumpcontacts`.",
    "Bodies do not move: a foot is then pulled to the point to which it was tied; if that is farther away than `groundstickemaxz`, the spring breaks at once.",
    "file to read", example "dumpcontacts rod.contacts\nbodygroundstick b on\nloadcontacts rod.contacts", "the file was written before `bodygroundstick b on`, so body b no longer sticks to the ground", search "anchors, sticky, feet");

file_command!(DUMPQS, "dumpQs", dump Forces, "Writes the forces of the joints of the current figure to a text file.",
    "The file contains the quantity `Q` of each body: the force of its joint's springs, damper, `bias`, dry friction, `servo` and `torque`.",
    "file to write", example "dumpQs rod.forces", "writes the force of one joint without springs", search "forces, spring");

file_command!(DUMPAS, "dumpas", dump Accelerations, "Writes the accelerations of the current figure to a text file, for `loadas`.",
    "The file contains the derivatives of the velocities that `dumps` writes, computed by the articulated-body method at the current state. Impulses of collisions are not included.",
    "file to write", example "dumpas rod.accelerations", "writes the accelerations of a falling rod", search "acceleration");

file_command!(LOADAS, "loadas", load Accelerations, "Compares the accelerations in a file of `dumpas` with the current ones.",
    "Accelerations follow from state, motors and contacts, so they need not be restored. The command checks whether the current accelerations are equal to those of the file, to the last bit. Equal accelerations are a strong sign, but no proof, that everything else has been restored. Differences are reported.",
    "file to read", example "dumpas rod.accelerations\ndumps rod.state\ngo 0.1s\nloads rod.state\nloadas rod.accelerations", "the accelerations are those of the file", search "acceleration, verify");

file_command!(DUMPCONTACTFORCES, "dumpcontactforces", dump ContactForces, "Writes the forces of the ground, and of other bodies, on the bodies of the current figure to a text file.",
    "For each body the file contains whether it touches the ground, the force along the ground's normal, the total force and its component along the surface, in world axes; then, for each contact point with another body, the name of that body, the position, the depth, the normal force and the total force.",
    "file to write", example "dumpcontactforces rod.ground", "writes a file that lists no contact forces, because the ground is off", search "friction, reaction");

pub(super) const DUMPMATCORPUS: Command = Command {
    name: "dumpmatcorpus",
    summary: "Writes a script that moves objects to the positions of the current figure's bodies.",
    details: "To use the file, write a new script: copy the lines that make the objects and transform them before `addbody`, and add `include FILE` after them. Do not copy `addbody`, the later transforms, and the other lines that build the figure. This script then has the objects in the pose of the figure, for example to build another figure from them. Pictures show only objects that belong to a body.",
    forms: &[&[need("file", Kind::Path, "file to write")]],
    example: swinging!("dumpmatcorpus rod.corpus"),
    shows: "writes a script that turns and moves two objects",
    search: "matrix, pose, scene",
    run: |session, bound| {
        let corpus = access::running(session, bound)?;
        let draft = bound.corpus.ok_or(Stop::Reported)?;
        state::dump_scene(session, draft, corpus, bound.text(0), bound.at(0))
    },
    ..Command::of(Group::Session)
};

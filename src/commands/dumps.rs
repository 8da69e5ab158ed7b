//! What changes of a figure, part by part, as text files: the `dump` and `load` commands of 1990.

use super::access;
use crate::session::command::{Bound, Command, Example, Follows, Group, Kind, Outcome, need};
use crate::session::{Held, Session, Stop};

/// The current figure and the number of its corpus.
fn current(session: &mut Session, bound: &Bound) -> Result<(usize, usize), Stop> {
    // Reports what is missing.
    access::corpus(session, bound)?;
    let draft = bound.environment.corpus.ok_or(Stop::Reported)?;
    let running = session.here().drafts.get(draft).and_then(|d| d.running);
    Ok((draft, running.ok_or(Stop::Reported)?))
}

fn dump(session: &mut Session, bound: &Bound, held: Held) -> Outcome {
    let (_, corpus) = current(session, bound)?;
    let path = bound.text(0).to_owned();
    session.dump(held, corpus, &path, bound.at(0))
}

fn load(session: &mut Session, bound: &Bound, held: Held) -> Outcome {
    let (_, corpus) = current(session, bound)?;
    let path = bound.text(0).to_owned();
    session.load_dump(held, corpus, &path, bound.at(0))
}

/// A swinging rod, 0.1 s on its way.
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
    ($const:ident, $name:literal, $does:ident $held:ident, $summary:literal, $details:literal, $doc:literal, example $code:literal $shows:literal, search $search:expr) => {
        pub(super) const $const: Command = Command {
            name: $name,
            group: Group::Session,
            summary: $summary,
            details: $details,
            forms: &[&[need("file", Kind::Path, $doc)]],
            examples: &[Example {
                code: swinging!($code),
                shows: $shows,
            }],
            search: $search,
            follows: Follows::Nothing,
            in_lists: false,
            run: |session, bound| $does(session, bound, Held::$held),
        };
    };
}

file_command!(DUMPS, "dumps", dump State, "Writes clock, positions and velocities of the current figure to a text file, for `loads`.",
    "With them go the step of the integrator and the sums of energy, so that a figure goes on bit for bit once `loadmotors` and `loadcontacts` have brought back the rest. \
     A line for each value, with its name and its unit; each line ends with a sum by which changes are found. `save` writes a whole world. \
     The path is relative to the folder that the program runs in.",
    "where to", example "dumps rod.state" "the rod on its way down, as text", search &["state", "write", "export"]);

file_command!(LOADS, "loads", load State, "Puts the current figure into the state that a file of `dumps` holds.",
    "The clock is set to that of the file; motors, gaits and all else go on as they were, as with `time`. A file that was changed or cut is refused with the line, \
     one of other bodies with what differs. One cannot go back over a `loads` by a time, but to marks.",
    "the file", example "dumps rod.state\ngo 0.1s\nloads rod.state" "at 0.1 s again", search &["state", "read", "restore"]);

file_command!(DUMPMOTORS, "dumpmotors", dump Motors, "Writes joint springs, motors and gaits of the current figure, and what waits, to a text file, for `loadmotors`.",
    "Motor programs themselves are the script's; what is written is how far they have come: motors at work, oscillators, steps, and all timers and events of the world that wait, \
     as the text of the script with the values that it was set with. What cannot be written is told.",
    "where to", example "dumpmotors rod.motors" "springs and motors of the rod, as text", search &["timers", "targets"]);

file_command!(LOADMOTORS, "loadmotors", load Motors, "Returns springs, motors and gaits of the current figure, and what waits, to a file of `dumpmotors`.",
    "The clock is set to that of the file, so that `loads` may come before it or after it.",
    "the file", example "dumpmotors rod.motors\njoint b k 1\nloadmotors rod.motors" "without the spring again", search &["timers", "targets"]);

file_command!(DUMPCONTACTS, "dumpcontacts", dump Contacts, "Writes which feet of the current figure stick, and what holds its points of contact, to a text file, for `loadcontacts`.",
    "Of each point that is held: by friction, tied by a sticky foot, or torn off; where in the world, and where on its body.",
    "where to", example "dumpcontacts rod.contacts" "nothing is held in the air", search &["anchors", "sticky", "feet"]);

file_command!(LOADCONTACTS, "loadcontacts", load Contacts, "Returns what holds the points of the current figure to a file of `dumpcontacts`.",
    "Bodies stay where they are: a foot that is far from where it was tied is pulled there.",
    "the file", example "dumpcontacts rod.contacts\nbodygroundstick b on\nloadcontacts rod.contacts" "the foot does not stick any more", search &["anchors", "sticky", "feet"]);

file_command!(DUMPQS, "dumpQs", dump Forces, "Writes the forces of the joints of the current figure to a text file.",
    "Those of their own springs, dampers and motors, as the quantity `Q` of a body is.",
    "where to", example "dumpQs rod.forces" "one joint, no spring", search &["forces", "spring"]);

file_command!(DUMPAS, "dumpas", dump Accelerations, "Writes the accelerations of the current figure to a text file, for `loadas`.",
    "Rates of the velocities that `dumps` writes, by the articulated-body method at the present state.",
    "where to", example "dumpas rod.accelerations" "the rod speeds up", search &["acceleration"]);

file_command!(LOADAS, "loadas", load Accelerations, "Holds the accelerations of a file of `dumpas` against those of the present state.",
    "Accelerations follow from state, motors and contacts, so there is nothing to put back: this finds out whether all of that is back, to the last bit. What differs is told.",
    "the file", example "dumpas rod.accelerations\ndumps rod.state\ngo 0.1s\nloads rod.state\nloadas rod.accelerations" "the same as before", search &["acceleration", "verify"]);

file_command!(DUMPCONTACTFORCES, "dumpcontactforces", dump ContactForces, "Writes the forces of the ground, and of other bodies, on the bodies of the current figure to a text file.",
    "Of each body: whether it touches, the force along the ground's normal, the whole force and the part of it along the surface, in world axes. Then, point by point where a body touches another one that it collides with: \
     which, where, how deep, the force along the normal there and the whole force on it.",
    "where to", example "dumpcontactforces rod.ground" "nothing touches", search &["friction", "reaction"]);

pub(super) const DUMPMATCORPUS: Command = Command {
    name: "dumpmatcorpus",
    group: Group::Session,
    summary: "Writes a script that puts objects where the bodies of the current figure are.",
    details: "Run behind the lines that fetch and shape the objects, in place of those that make a figure of them, for whoever draws them.",
    forms: &[&[need("file", Kind::Path, "where to")]],
    examples: &[Example {
        code: swinging!("dumpmatcorpus rod.corpus"),
        shows: "two objects, each turned and moved",
    }],
    search: &["matrix", "pose", "scene"],
    follows: Follows::Nothing,
    in_lists: false,
    run: |session, bound| {
        let (draft, corpus) = current(session, bound)?;
        let path = bound.text(0).to_owned();
        session.dump_scene(draft, corpus, &path, bound.at(0))
    },
};

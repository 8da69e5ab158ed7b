//! Marks, rewinding, and states in files.

use super::run::WITH_UNIT;
use crate::session::command::{Command, Example, Group, Kind, Value, may, need};
use crate::session::{si, state};

pub(super) const MARK: Command = Command {
    name: "mark",
    summary: "Marks the current state of the world, for `rewind`.",
    details: "A mark stores everything that changes while time passes: clock, motion, joints and motors, sticky feet, gaits, settings of the world, and pending events. \
              A second mark with the same name replaces the first. In an event or a motor program, the state at the end of the current frame is stored.",
    forms: &[&[may(
        "name",
        Kind::Mark,
        "name of the mark; without a name, only `rewind` without a name returns to it",
    )]],
    example: "addcorpus c\nget o from unit_sphere\naddbody ball o 0 0 1 rotary 1000\nsetroot ball\ncorpusinit\nrest 50cm\ngrav on\nmark above\ngo 0.1s\nrewind above",
    shows: "the ball is back at its start",
    search: "snapshot, checkpoint, remember, bookmark, keep",
    in_lists: true,
    run: |session, bound| state::mark(session, bound.text(0), bound.at(0)),
    ..Command::of(Group::Events)
};

pub(super) const REWIND: Command = Command {
    name: "rewind",
    summary: "Goes back in time: to a mark, to the last mark, or by a time.",
    details: "`rewind TIME` goes back by at least this time, to the start of the last stored frame at or before the requested moment. Not all earlier frames are stored; if that of the requested moment is missing, it goes back further and prints how far. \
              After a `rewind`, the same commands give the same motion, to the last bit.\n\
              `rewind` restores the state of the simulation only. Motor programs and variables keep their current values, so a script can use results from before the `rewind`. A figure assembled after the restored moment remains where it is. \
              Printed lines and written rows remain too: a table of `record` continues with rows of the earlier times.",
    forms: &[
        &[may(
            "mark",
            Kind::Mark,
            "which mark (default: the last one)",
        )],
        &[need("time", WITH_UNIT, "how far back, such as 50ms")],
    ],
    example: "addcorpus c\nget o from unit_sphere\naddbody ball o 0 0 1 rotary 1000\nsetroot ball\ncorpusinit\nrest 50cm\ngrav on\nmark\ngo 0.1s\nrewind",
    shows: "goes back to the last mark",
    more: &[Example {
        code: "addcorpus c\nget o from unit_sphere\naddbody ball o 0 0 1 rotary 1000\nsetroot ball\ncorpusinit\nrest 50cm\ngrav on\ngo 0.1s\nrewind 50ms",
        shows: "goes back by 50 ms",
    }],
    search: "undo, back, restore, rollback",
    run: |session, bound| {
        match (bound.form, bound.values.first()) {
            (1, _) => state::rewind_by(session, bound.number(0), bound.at(0)).map(|_| ())?,
            (_, Some(Value::Text(name))) => {
                state::rewind_to(session, Some(&name.clone()), bound.at(0))?
            }
            _ => state::rewind_to(session, None, bound.head)?,
        }
        // A script needs no output here, but a user at the prompt does.
        if session.sources.is_entry(bound.head.source) {
            let now = si(session.here().world.time, "s");
            session.print(&format!("back at {now}"));
        }
        Ok(())
    },
    ..Command::of(Group::Events)
};

pub(super) const SAVE: Command = Command {
    name: "save",
    summary: "Writes the current state of the world to a file, for `load`.",
    details: "The file contains the state that `mark` stores, as JSON, exact to the last bit. Pending events are written as script text, with the values that local variables had when the event was set; anything that cannot be written is reported. \
              Figures, programs and variables are not included: they belong to the script. The path is relative to the working directory. At the prompt, `save NAME.corpus` writes the entries of the session as a script instead.",
    forms: &[&[need("file", Kind::Path, "file to write")]],
    example: "addcorpus c\nget o from unit_sphere\naddbody ball o 0 0 1 rotary 1000\nsetroot ball\ncorpusinit\nrest 50cm\ngrav on\ngo 0.1s\nsave falling.json",
    shows: "writes the state of a falling ball, from which another run can continue",
    search: "store, export, dump, write, snapshot",
    run: |session, bound| state::save(session, bound.text(0), bound.at(0)),
    ..Command::of(Group::Session)
};

pub(super) const LOAD: Command = Command {
    name: "load",
    summary: "Restores the state of the world from a file of `save`.",
    details: "The same figures must exist, built by the same script in the same order; differences are reported. \
              The path is relative to the working directory, as for `save`. Tables of `record` continue as after a `rewind`; if another run saved the file, the next row is for the time of the saved state, and further rows follow at the period of the table. `rewind` by a time cannot go back beyond a `load`, but `rewind` to a mark can.",
    forms: &[&[need("file", Kind::Path, "the file")]],
    example: "addcorpus c\nget o from unit_sphere\naddbody ball o 0 0 1 rotary 1000\nsetroot ball\ncorpusinit\nrest 50cm\ngrav on\ngo 0.1s\nsave falling.json\ngo 0.1s\nload falling.json",
    shows: "the clock is at 0.1 s again",
    search: "open, import, read, restore, resume",
    run: |session, bound| state::load(session, bound.text(0), bound.at(0)),
    ..Command::of(Group::Session)
};

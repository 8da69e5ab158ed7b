//! Going back in time, and states on disk.

use crate::lang::dimension::Dimension;
use crate::session::command::{
    Bare, Command, Example, Follows, Group, Kind, Range, Value, may, need,
};
use crate::session::si;

pub(super) const MARK: Command = Command {
    name: "mark",
    group: Group::Events,
    summary: "Marks the present state of the world, for `rewind`.",
    details: "What changes while time passes is kept: clock, motion, joints and motors, feet that stick, gaits, settings of the world, and what waits. \
              A name that is given again takes the place of the old mark. In an event or a list, the state at the end of the present frame is kept.",
    forms: &[&[may(
        "name",
        Kind::Mark,
        "what the mark will be called; it needs none if it is the last one",
    )]],
    examples: &[Example {
        code: "addcorpus c\nget o from unit_sphere\naddbody ball o 0 0 1 rotary 1000\nsetroot ball\ncorpusinit\nrest 50cm\ngrav on\nmark above\ngo 0.1s\nrewind above",
        shows: "the ball is where it was",
    }],
    search: &["snapshot", "checkpoint", "remember", "bookmark", "keep"],
    follows: Follows::Nothing,
    in_lists: true,
    run: |session, bound| {
        let name = bound.text(0).to_owned();
        session.mark(&name, bound.at(0))
    },
};

pub(super) const REWIND: Command = Command {
    name: "rewind",
    group: Group::Events,
    summary: "Goes back in time: to a mark, to the last mark, or by a time.",
    details: "By a time, it goes to the begin of the last frame at or before that. Of frames far back only some are kept; it tells where it goes further than asked. \
              The same commands then give the same motion, to the last bit.\n\
              What does not change by itself stays: figures (one that was put together since then stays where it is), motor programs, and variables, so that a script \
              remembers what it has found. What was printed and written stays too: a table of `record` goes on with rows of the earlier times.",
    forms: &[
        &[may(
            "mark",
            Kind::Mark,
            "which mark; the one that was made last unless given",
        )],
        &[need(
            "time",
            Kind::Number(Dimension::TIME, Bare::Required, Range::Positive),
            "how far back, such as 50ms",
        )],
    ],
    examples: &[
        Example {
            code: "addcorpus c\nget o from unit_sphere\naddbody ball o 0 0 1 rotary 1000\nsetroot ball\ncorpusinit\nrest 50cm\ngrav on\nmark\ngo 0.1s\nrewind",
            shows: "back to the last mark",
        },
        Example {
            code: "addcorpus c\nget o from unit_sphere\naddbody ball o 0 0 1 rotary 1000\nsetroot ball\ncorpusinit\nrest 50cm\ngrav on\ngo 0.1s\nrewind 50ms",
            shows: "back by half of that",
        },
    ],
    search: &["undo", "back", "return", "restore", "rollback"],
    follows: Follows::Nothing,
    in_lists: false,
    run: |session, bound| {
        match (bound.form, bound.values.first()) {
            (1, _) => session
                .rewind_by_at(bound.number(0), bound.at(0))
                .map(|_| ())?,
            (_, Some(Value::Text(name))) => session.rewind_to(Some(&name.clone()), bound.at(0))?,
            _ => session.rewind_to(None, bound.head)?,
        }
        // A script knows where it is; who typed it wants to.
        if session.sources.is_entry(bound.head.source) {
            let now = si(session.here().world.time, "s");
            session.print(&format!("back at {now}"));
        }
        Ok(())
    },
};

pub(super) const SAVE: Command = Command {
    name: "save",
    group: Group::Session,
    summary: "Writes the present state of the world to a file, for `load`.",
    details: "What a `mark` keeps, as JSON, exact to the last bit. What waits is written as the text of the script, with the values that it was set with; what cannot be is told. \
              Figures, programs and variables are not in it: they are the script's. The path is relative to the folder that the program runs in.",
    forms: &[&[need("file", Kind::Path, "where to")]],
    examples: &[Example {
        code: "addcorpus c\nget o from unit_sphere\naddbody ball o 0 0 1 rotary 1000\nsetroot ball\ncorpusinit\nrest 50cm\ngrav on\ngo 0.1s\nsave falling.json",
        shows: "the ball on its way down, to go on from another day",
    }],
    search: &["store", "export", "dump", "write", "snapshot"],
    follows: Follows::Nothing,
    in_lists: false,
    run: |session, bound| {
        let path = bound.text(0).to_owned();
        session.save(&path, bound.at(0))
    },
};

pub(super) const LOAD: Command = Command {
    name: "load",
    group: Group::Session,
    summary: "Puts the world into the state that a file of `save` holds.",
    details: "The same figures must be there, built by the same script: they are matched by their names, and what differs is reported. \
              The path is relative to the folder that the program runs in, as that of `save`. One cannot go back over a `load` by a time, but to marks.",
    forms: &[&[need("file", Kind::Path, "the file")]],
    examples: &[Example {
        code: "addcorpus c\nget o from unit_sphere\naddbody ball o 0 0 1 rotary 1000\nsetroot ball\ncorpusinit\nrest 50cm\ngrav on\ngo 0.1s\nsave falling.json\ngo 0.1s\nload falling.json",
        shows: "at 0.1 s again",
    }],
    search: &["open", "import", "read", "restore", "resume"],
    follows: Follows::Nothing,
    in_lists: false,
    run: |session, bound| {
        let path = bound.text(0).to_owned();
        session.load(&path, bound.at(0))
    },
};

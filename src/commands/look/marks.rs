//! Markers drawn over figures: labels, trails, forces and other physical quantities.

use super::{BODY, body, with_ball};
use crate::lang::dimension::Dimension;
use crate::scene::{BodyLabel, Shown, Trail};
use crate::session::command::{Bare, Command, Example, Group, Kind, Range, Value, may, need};

pub(in super::super) const LABEL: Command = Command {
    name: "label",
    summary: "Writes a text at a body.",
    details: "The text is at the body's origin, the point of its joint, and faces the camera. An empty text, `\"\"`, removes it. `show names` writes the names of all bodies.",
    forms: &[&[
        need("body", BODY, "the body"),
        may(
            "text",
            Kind::Reason,
            "the text (default: the name of the body)",
        ),
    ]],
    example: with_ball!("label ball \"a ball of 1 m\""),
    shows: "a text that moves with the ball",
    search: "text, name, caption, annotate, title",
    in_lists: true,
    run: |session, bound| {
        let on = body(bound, 0);
        let draft = session.here().definitions.drafts.get(on.figure);
        let name = draft.and_then(|d| d.figure.bodies.get(on.body));
        let text = match bound.values.get(1) {
            Some(Value::Text(text)) => text.to_string(),
            _ => name.map_or_else(String::new, |b| b.spec.name.clone()),
        };
        let labels = &mut session.here_mut().look_mut().labels;
        labels.retain(|label| label.on != on);
        if !text.is_empty() {
            labels.push(BodyLabel { on, text });
        }
        Ok(())
    },
    ..Command::of(Group::Pictures)
};

pub(in super::super) const TRAIL: Command = Command {
    name: "trail",
    summary: "Draws the path of a body as a line.",
    details: "The line goes through the body's origin, the point of its joint, and fades towards its start. `trail BODY 0` removes it. \
              The line is drawn from the frames that are stored for `rewind`, so a long line may lose its oldest part.",
    forms: &[&[
        need("body", BODY, "the body"),
        may(
            "duration",
            Kind::Number(Dimension::TIME, Bare::Si, Range::NotNegative),
            "how much of the past the line shows (default: 1 s)",
        ),
    ]],
    example: with_ball!("addv ball 1m/s 0 0 0 0 0\ntrail ball 0.5s\ngo 0.2s"),
    shows: "a line behind a moving ball",
    search: "path, trace, track, tail, history",
    in_lists: true,
    run: |session, bound| {
        let on = body(bound, 0);
        let seconds = bound.given(1).unwrap_or(1.0);
        let trails = &mut session.here_mut().look_mut().trails;
        trails.retain(|trail| trail.on != on);
        if seconds > 0.0 {
            trails.push(Trail { on, seconds });
        }
        Ok(())
    },
    ..Command::of(Group::Pictures)
};

/// Markers that can be shown, with their fields.
type Showable = (&'static str, fn(&mut Shown) -> &mut bool);
const SHOWABLE: &[Showable] = &[
    ("forces", |s| &mut s.forces),
    ("axes", |s| &mut s.axes),
    ("names", |s| &mut s.names),
    ("contacts", |s| &mut s.contacts),
    ("centre", |s| &mut s.centre),
    ("sparks", |s| &mut s.sparks),
    ("ruler", |s| &mut s.ruler),
];
const SHOWN: &[&str] = &[
    "forces", "axes", "names", "contacts", "centre", "sparks", "ruler",
];

pub(in super::super) const SHOW: Command = Command {
    name: "show",
    summary: "Shows or hides markers: forces, axes, names, contacts, the centre of mass, sparks.",
    details: "forces: the force of the ground on each body, those of bodies that touch each other, and each `push`, as an arrow; the arrow of a force equal to the figure's weight would be twice as long as the figure's largest shape. axes: of joints. names: of bodies. \
              contacts: points that touch the ground. centre: the centre of mass of each figure, and the point of the ground below it. \
              sparks: where a body strikes the ground, for a moment; more of them, and farther, after a larger impulse. \
              ruler: distances from the world's origin, written on the ground (on by default). Without arguments it lists what is shown.",
    forms: &[&[
        may("what", Kind::Choice(SHOWN), "kind of marker"),
        may("state", Kind::Switch, "on or off (default: on)"),
    ]],
    example: with_ball!("show forces\nshow centre"),
    shows: "arrows where the ball touches the ground, and its centre of mass",
    more: &[Example {
        code: with_ball!("show ruler off"),
        shows: "a floor without numbers",
    }],
    search: "arrow, force, axis, names, vector, hide, ruler, spark, strike, impact",
    in_lists: true,
    run: |session, bound| {
        let Some((_, field)) = SHOWABLE.iter().find(|(word, _)| *word == bound.text(0)) else {
            let mut shown = session.here().look.shown;
            let on = SHOWABLE.iter().filter(|(_, field)| *field(&mut shown));
            let words: Vec<&str> = on.map(|(word, _)| *word).collect();
            let line = if words.is_empty() {
                "nothing is shown".to_owned()
            } else {
                format!("shown: {}", words.join(", "))
            };
            session.print(&line);
            return Ok(());
        };
        let on = bound.switch(1).unwrap_or(true);
        *field(&mut session.here_mut().look_mut().shown) = on;
        Ok(())
    },
    ..Command::of(Group::Pictures)
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_has_its_field() {
        assert!(SHOWN.iter().eq(SHOWABLE.iter().map(|(word, _)| word)));
    }
}

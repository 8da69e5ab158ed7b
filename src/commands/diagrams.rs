//! Diagrams drawn while time passes.

use super::tables::{PERIOD, period};
use crate::session::command::{Command, Example, Group, Kind, Value, may, need};
use crate::session::plots;
use crate::session::{Subject, Wanted};

/// Diagrams that need no values.
const WHOLE: &[&str] = &["gait", "forces", "support", "energy"];

pub(super) const PLOT: Command = Command {
    name: "plot",
    summary: "Records values from now on, and draws them as a diagram in a file.",
    details: "The file name ends with `.svg` or `.png`; the file is written at the end of the script, or at the prompt after each entry. \
              Values are drawn over time, with a panel for each unit; `{trunk.z to mm}` chooses the unit. `phase` draws the later values against the first one. \
              `gait` draws the stance (dark) and swing (light) of each leg of the current gait, with duty factors and phases. \
              `forces` draws the force of the ground on the current figure and its legs, `support` the support polygon and the margin of the \
              centre of mass within it, `energy` the energy account. \
              Samples are kept in memory; beyond 131072 samples, every second one is dropped. The path is relative to the working directory.",
    forms: &[
        &[
            need("what", Kind::Choice(WHOLE), "kind of diagram"),
            need("file", Kind::Path, "file to write"),
        ],
        &[
            need("phase", Kind::Choice(&["phase"]), "a phase portrait"),
            need("file", Kind::Path, "file to write"),
            need(
                "values",
                Kind::Readings,
                "horizontal value, then vertical values",
            ),
        ],
        &[
            need("file", Kind::Path, "file to write"),
            may("every", Kind::Filler("every"), "reads well"),
            need("period", PERIOD, "time between samples"),
            need(
                "values",
                Kind::Readings,
                "values to draw, such as `{trunk.z}`",
            ),
        ],
        &[
            need("file", Kind::Path, "file to write"),
            need(
                "values",
                Kind::Readings,
                "values to draw, sampled each frame, such as `{trunk.z}`",
            ),
        ],
    ],
    example: A_BALL_PLOT,
    shows: "draws height and speed of a falling ball",
    more: &[Example {
        code: A_GAIT_PLOT,
        shows: "draws stance and swing of six legs in the tetrapod gait",
    }],
    search: "diagram, draw, chart, graph, svg, curve, portrait",
    run: |session, bound| {
        let (subject, file, values) = match bound.form {
            0 => (Subject::of_word(bound.text(0)), 1, None),
            1 => (Some(Subject::Phase), 1, bound.values.get(2)),
            2 => (Some(Subject::Curves), 0, bound.values.get(3)),
            _ => (Some(Subject::Curves), 0, bound.values.get(1)),
        };
        let period = period(session, bound, 2)?;
        let columns = match values {
            Some(Value::Expressions(columns)) => columns.clone(),
            _ => [].into(),
        };
        plots::start(
            session,
            Wanted {
                subject: subject.unwrap_or(Subject::Curves),
                path: Some(bound.text(file).to_owned()),
                period,
                from: f64::NEG_INFINITY,
                columns,
                head: bound.head,
                place: bound.at(file),
            },
        )
    },
    ..Command::of(Group::Events)
};

const A_BALL_PLOT: &str = "addcorpus c\nget o from unit_sphere\naddbody ball o 0 0 1 rotary 1000\nsetroot ball\ncorpusinit\nrest 50cm\ngrav on\nplot fall.svg {ball.z to cm} {ball.speed}\ngo 0.1s";

const A_GAIT_PLOT: &str = "addcorpus bug\nget o from unit_cube\naddbody o o 0 0 1 rotary 1000\nsetroot o\ncorpusinit\naddroach bug\nspeed 1.5\ngaitgo\nplot gait tetrapod.svg\ngo 0.5s";

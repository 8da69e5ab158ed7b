//! Tables written while time passes.

use crate::lang::dimension::Dimension;
use crate::session::command::{Bare, Bound, Command, Group, Kind, Range, Value, may, need};
use crate::session::records;
use crate::session::{SAME, Session, Stop, si};

/// Time between events or rows.
pub(super) const PERIOD: Kind = Kind::Number(Dimension::TIME, Bare::Si, Range::Positive);

/// Returns the period at an argument; zero if it is omitted or unknown. Refuses one that is practically zero, because its event
/// would run forever at one moment.
pub(super) fn period(session: &Session, bound: &Bound, place: usize) -> Result<f64, Stop> {
    let world = &session.here().world;
    let (now, dt) = (world.time, world.dt);
    let Some(period) = bound.given(place).filter(|_| session.check.knows_time()) else {
        return Ok(bound.number(place));
    };
    let (shown, help) = (si(period, "s"), "choose a longer period");
    let message = if period < SAME * dt {
        let frame = si(dt, "s");
        format!("a period of {shown} is less than a millionth of a frame, which takes {frame}")
    } else if now + period <= now {
        let now = si(now, "s");
        format!("a period of {shown} is shorter than the rounding of the clock, which is at {now}")
    } else {
        return Ok(period);
    };
    Err(Stop::mistake("E027", bound.at(place), message, help))
}

pub(super) const RECORD: Command = Command {
    name: "record",
    summary: "Writes values to a file while time passes, as a table.",
    details: "The file has comma-separated values: a row of names, a row of units, then a row for each time, with the time and the values; a vector takes three columns. The first row is written at once. \
              After that, one row is written at the first frame at or after the end of each period, or in each frame if no period is given; so recording does not affect the motion. \
              Each value keeps the column and the unit that it has in the first row of values. Each `record` needs its own file. Its path is relative to the working directory.",
    forms: &[
        &[
            need("file", Kind::Path, "file to write"),
            may("every", Kind::Filler("every"), "reads well"),
            need("period", PERIOD, "time between rows"),
            need(
                "values",
                Kind::Readings,
                "values to write, such as `{trunk.z}`",
            ),
        ],
        &[
            need("file", Kind::Path, "file to write"),
            need(
                "values",
                Kind::Readings,
                "values to write in each frame, such as `{trunk.z}`",
            ),
        ],
    ],
    example: A_BALL_RECORD,
    shows: "writes height and velocity of a falling ball, once per millisecond",
    search: "csv, log, table, trace",
    run: |session, bound| {
        let last = bound.values.len().saturating_sub(1);
        let Some(Value::Expressions(columns)) = bound.values.get(last).cloned() else {
            return Ok(());
        };
        let period = period(session, bound, 2)?;
        records::start(session, bound.text(0), period, &columns, bound.at(0))
    },
    ..Command::of(Group::Events)
};

const A_BALL_RECORD: &str = "addcorpus c\nget o from unit_sphere\naddbody ball o 0 0 1 rotary 1000\nsetroot ball\ncorpusinit\nrest 50cm\ngrav on\nrecord fall.csv every 1ms {ball.z} {ball.vel}\ngo 0.1s";

//! Gait diagrams: stance (dark) and swing (light) of each leg, in the style of the stepping patterns in the literature on
//! insects (Wilson 1966; McKenna 1990, Figures 12 to 14).

use super::axes::{Axis, BELOW, GAP, TICK, below, left};
use super::drawing::{Anchor, Drawing};
use super::frame::Frame;
use super::head::too_small;
use super::measures::{Walk, WalkMeasures};
use super::size::capital;
use super::style::{BLUE, COLOURS, INK, LETTERS, POINT, SMALL, WHITE, solid, width};
use super::{Look, Refusal};

/// Default width (mm): fits a page of A4.
const WIDTH: f64 = 160.0;
const LEFT: f64 = 9.0;
const RIGHT: f64 = 3.0;
/// Width of a column of numbers on the right (mm).
const COLUMN: f64 = 13.0;
/// Heights of a leg's bar, of the strip that shows contact, and of the gap below (mm).
const BAR: f64 = 4.2;
const STRIP: f64 = 1.1;
const BETWEEN: f64 = 1.6;
/// Additional gap between the sides of the body (mm).
const SIDES: f64 = 1.6;
/// Height of the panels below, for a gait that changes.
const PANEL: f64 = 24.0;
const LEAST: f64 = 20.0;

/// Draws a gait.
///
/// # Errors
/// It has no legs, no time, or no room.
pub fn gait(walk: &Walk, look: &Look) -> Result<Drawing, Refusal> {
    if walk.legs.is_empty() {
        return Err(Refusal::new(
            format!("nothing to draw: the gait `{}` has no legs", walk.name),
            "`addroach NAME 6` makes a gait with legs",
        ));
    }
    if walk.to.total_cmp(&walk.from).is_le() {
        return Err(Refusal::new(
            "nothing to draw: no samples were recorded",
            "samples are recorded while a `go` runs",
        ));
    }
    let measures = walk.measures();
    let touches = walk.legs.iter().any(|leg| leg.contacts.is_some());
    let columns = if touches { 3 } else { 2 };
    let changes = !measures.is_steady();
    let rows = order(walk.legs.len());
    let row = BAR + BETWEEN + if touches { STRIP + 0.3 } else { 0.0 };
    let letters = LETTERS * POINT;
    let head = look.head() + letters + 2.6;
    let summary = letters + 1.0;
    let panels = if changes { 2.0 * (PANEL + 4.0) } else { 0.0 };
    let bars = row * rows.len() as f64 + SIDES;
    let size = look
        .size
        .unwrap_or([WIDTH, head + bars + panels + BELOW + summary]);
    // Bars use the available height.
    let stretch = (size[1] - head - panels - BELOW - summary) / bars;
    let from_left = if changes { LEFT + 7.0 } else { LEFT };
    let to_right = size[0] - RIGHT - COLUMN * f64::from(columns);
    if stretch < 0.4 || to_right - from_left < LEAST {
        let wide = from_left + LEAST + RIGHT + COLUMN * f64::from(columns);
        let high = (head + panels + BELOW + summary + 0.4 * bars).ceil();
        let help = format!("it needs at least {wide:.0} x {high:.0} mm");
        return Err(too_small(size, help));
    }
    let mut drawing = look.drawing(size, from_left, format!("gait of {}", walk.name));
    let across = Axis {
        low: walk.from,
        high: walk.to,
        label: "time (s)".to_owned(),
        most: ((to_right - from_left) / 14.0).max(2.0) as usize,
    };
    let line = look.head() + capital(LETTERS);
    legend(&mut drawing, [from_left, line], touches);
    let names = ["duty", "phase (°)", "contact"];
    for (i, name) in names.iter().take(columns as usize).enumerate() {
        let at = [to_right + COLUMN * (i as f64 + 1.0), line];
        drawing.text(at, Anchor::End, (SMALL, INK), name);
    }
    let mut top = head;
    for (i, leg) in rows.iter().enumerate() {
        if i > 0 && leg % 2 != rows[i - 1] % 2 {
            top += SIDES * stretch;
        }
        let frame = Frame {
            left: from_left,
            top,
            right: to_right,
            bottom: top + BAR * stretch,
        };
        draw_leg(&mut drawing, walk, *leg, &frame, &across);
        let middle = (frame.top + frame.bottom) / 2.0;
        let at = [from_left - 2.0, middle + capital(LETTERS) / 2.0];
        drawing.text(at, Anchor::End, (LETTERS, INK), &leg_name(*leg));
        let numbers = numbers(&measures, *leg, changes);
        for (i, text) in numbers.iter().take(columns as usize).enumerate() {
            let at = [
                to_right + COLUMN * (i as f64 + 1.0),
                middle + capital(SMALL) / 2.0,
            ];
            drawing.text(at, Anchor::End, (SMALL, INK), text);
        }
        top += row * stretch;
    }
    let mut frame = Frame {
        left: from_left,
        top: head,
        right: to_right,
        bottom: top,
    };
    below(&mut drawing, &frame, &across, !changes);
    if changes {
        frame = draw_changes(&mut drawing, walk, frame, &across);
    }
    let at = [from_left, frame.bottom + BELOW + summary - 1.6];
    drawing.text(at, Anchor::Start, (SMALL, INK), &self::summary(&measures));
    Ok(drawing)
}

/// Returns the legs from top to bottom: the left side from front to back, then the right.
pub(super) fn order(legs: usize) -> Vec<usize> {
    let side = |first: usize| (first..legs).step_by(2);
    side(0).chain(side(1)).collect()
}

/// Returns the usual name of a leg in the literature on insects: `L1` is the left front leg.
#[must_use]
pub fn leg_name(leg: usize) -> String {
    let side = if leg.is_multiple_of(2) { 'L' } else { 'R' };
    format!("{side}{}", leg / 2 + 1)
}

fn draw_leg(drawing: &mut Drawing, walk: &Walk, leg: usize, frame: &Frame, across: &Axis) {
    let Some(track) = walk.legs.get(leg) else {
        return;
    };
    let clipped = |time: f64| frame.x(across, time.clamp(walk.from, walk.to));
    drawing.rectangle(
        [frame.left, frame.top],
        [frame.right, frame.bottom],
        INK,
        None,
    );
    for step in &track.steps {
        let (begin, end) = (clipped(step.begin), clipped(step.end));
        if end > begin {
            drawing.rectangle([begin, frame.top], [end, frame.bottom], WHITE, None);
        }
    }
    let border = [
        [frame.left, frame.top],
        [frame.right, frame.top],
        [frame.right, frame.bottom],
        [frame.left, frame.bottom],
        [frame.left, frame.top],
    ];
    drawing.line(border, solid(INK, 0.2));
    let strip = frame.bottom + 0.3;
    for [begin, end] in track.contacts.iter().flatten() {
        let (begin, end) = (clipped(*begin), clipped(*end));
        if end > begin {
            drawing.rectangle([begin, strip], [end, strip + STRIP], BLUE, None);
        }
    }
}

fn legend(drawing: &mut Drawing, [left, line]: [f64; 2], touches: bool) {
    let (high, wide) = (capital(SMALL), 6.0);
    let mut x = left;
    let mut entry = |drawing: &mut Drawing, fill, text: &str, height: f64| {
        let outline = Some(solid(fill, 0.2)).filter(|s| s.colour != WHITE);
        let outline = outline.or(Some(solid(INK, 0.2)));
        drawing.rectangle([x, line - height], [x + wide, line], fill, outline);
        let at = [x + wide + 1.2, line];
        drawing.text(at, Anchor::Start, (SMALL, INK), text);
        x += wide + 1.2 + width(text, SMALL) + 5.0;
    };
    entry(drawing, INK, "stance", high);
    entry(drawing, WHITE, "swing", high);
    if touches {
        entry(drawing, BLUE, "touches the ground", STRIP);
    }
}

/// Formats the measures of a leg.
pub(super) fn numbers(measures: &WalkMeasures, leg: usize, changes: bool) -> [String; 3] {
    let own = measures.legs.get(leg).copied().unwrap_or_default();
    let shown = |value: Option<f64>| value.map_or("–".to_owned(), |x| format!("{x:.2}"));
    let phase = own.phase.filter(|_| !changes);
    // A phase of 359.7 degrees is shown as 0.
    let angle = phase.map_or("–".to_owned(), |p| {
        format!("{}", (p * 360.0).round() as i64 % 360)
    });
    [shown(own.duty), angle, shown(own.contact)]
}

/// Returns a line that describes the whole gait.
pub(super) fn summary(measures: &WalkMeasures) -> String {
    let mut parts = vec![];
    match (measures.cycle, measures.cycles) {
        (Some(mean), _) if measures.is_steady() => {
            parts.push(format!("cycle {:.0} ms", mean * 1e3))
        }
        (_, Some([least, largest])) => {
            parts.push(format!(
                "cycle {:.0} to {:.0} ms",
                least * 1e3,
                largest * 1e3
            ));
        }
        _ => return "no leg has stepped twice".to_owned(),
    }
    if let Some(duty) = measures.duty() {
        let mean = if measures.is_steady() { "" } else { "mean " };
        parts.push(format!("{mean}duty factor {duty:.2}"));
    }
    // The mean of a changing gait is meaningless.
    if let Some(tripod) = measures.tripod.filter(|_| measures.is_steady()) {
        parts.push(format!("tripod index {tripod:.2}"));
    }
    parts.join(",  ")
}

/// Draws, for a changing gait, the duty factor of each step, and the delay of each leg after the leg behind it.
fn draw_changes(drawing: &mut Drawing, walk: &Walk, above: Frame, across: &Axis) -> Frame {
    let mut frame = above;
    let duty = Axis {
        low: 0.0,
        high: 1.0,
        label: "duty factor".to_owned(),
        most: 5,
    };
    let lag = Axis {
        low: 0.0,
        high: 240.0,
        label: "lag (°)".to_owned(),
        most: 5,
    };
    for (axis, is_last) in [(&duty, false), (&lag, true)] {
        frame.top = frame.bottom + 4.0;
        frame.bottom = frame.top + PANEL;
        left(drawing, &frame, axis, TICK + GAP + axis.widest() + 2.0);
        below(drawing, &frame, across, is_last);
        for (number, leg) in walk.legs.iter().enumerate() {
            let behind = walk.legs.get(number + 2);
            for cycle in leg.cycles() {
                let value = match is_last {
                    false => Some(cycle.duty),
                    true => behind.and_then(|b| b.lag(cycle.begin)).map(|l| l * 360.0),
                };
                let Some(value) = value.filter(|v| (axis.low..=axis.high).contains(v)) else {
                    continue;
                };
                let at = [frame.x(across, cycle.begin), frame.y(axis, value)];
                drawing.dot(at, 0.55, COLOURS[number / 2 % COLOURS.len()]);
            }
        }
        pairs(drawing, walk.legs.len(), &frame, is_last);
    }
    frame
}

/// Draws the legend of a panel: the colour of each pair of legs.
fn pairs(drawing: &mut Drawing, legs: usize, frame: &Frame, without_last: bool) {
    let count = legs.div_ceil(2);
    for pair in 0..count.min(5) {
        let text = match count {
            2 | 3 => ["front", "middle", "hind"][if pair + 1 == count { 2 } else { pair }],
            _ => "",
        };
        let text = match text {
            "" => format!("pair {}", pair + 1),
            text => text.to_owned(),
        };
        if without_last && pair + 1 == count {
            continue;
        }
        let y = frame.top + 2.0 + pair as f64 * 4.0;
        drawing.dot([frame.right + 3.5, y], 0.55, COLOURS[pair % COLOURS.len()]);
        let at = [frame.right + 5.5, y + capital(SMALL) / 2.0];
        drawing.text(at, Anchor::Start, (SMALL, INK), &text);
    }
}

#[cfg(test)]
mod tests {
    use super::super::measures::tests::wilson;
    use super::*;
    use crate::plot::{Format, encode};

    #[test]
    fn a_gait_is_drawn_with_its_numbers() {
        let drawing = gait(&wilson(0.15, 0.6), &Look::default()).unwrap();
        let text = String::from_utf8(encode(&drawing, Format::Svg, 300.0).unwrap()).unwrap();
        for shown in [
            "cycle 150 ms,  duty factor 0.67,  tripod index 0.00",
            ">L1<",
            ">R3<",
            ">240<",
            ">0.67<",
        ] {
            assert!(text.contains(shown), "{shown} in {text}");
        }
        insta::assert_snapshot!(text);
    }

    #[test]
    fn what_cannot_be_drawn_says_why() {
        let mut walk = wilson(0.15, 0.6);
        let look = |width| Look {
            size: Some([width, 60.0]),
            title: None,
        };
        assert!(
            gait(&walk, &look(40.0))
                .unwrap_err()
                .help
                .contains("at least")
        );
        walk.to = walk.from;
        assert!(gait(&walk, &Look::default()).is_err());
        walk.legs.clear();
        assert!(
            gait(&walk, &Look::default())
                .unwrap_err()
                .message
                .contains("no legs")
        );
    }
}

//! Curves over time and phase portraits: a panel for each unit, one above the other.

use super::axes::{Axis, BELOW, GAP, TICK, below, left, range, with_unit};
use super::drawing::{Anchor, Drawing, Mark};
use super::frame::Frame;
use super::head::too_small;
use super::size::capital;
use super::style::{INK, LETTERS, POINT, SMALL, curve, width};
use super::ticks::readable;
use super::{Look, Refusal, Series};

/// Default width of a diagram (mm): half a page of A4.
const WIDTH: f64 = 120.0;
/// Default height of a panel (mm).
const PANEL: f64 = 38.0;
/// Default side of a phase portrait (mm), which is square.
const PORTRAIT: f64 = 75.0;
/// Smallest side of a panel (mm).
const LEAST: f64 = 12.0;
const RIGHT: f64 = 4.0;
const BETWEEN: f64 = 3.5;
/// Height of a line of a legend (mm), and the length of the line sample beside a name.
const ROW: f64 = 3.6;
const SAMPLE: f64 = 6.0;

/// Curves to draw.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Curves {
    /// Values of the horizontal axis.
    pub over: Series,
    /// The curves.
    pub values: Vec<Series>,
    /// Whether both axes show the same kind of quantity: a phase portrait with one curve in a square.
    pub phase: bool,
}

/// Curves that share a panel.
struct Panel<'a> {
    curves: Vec<&'a Series>,
    /// Divisor of values.
    factor: f64,
    axis: Axis,
    /// Rows of its legend: numbers of curves.
    legend: Vec<Vec<usize>>,
}

/// Draws curves.
///
/// # Errors
/// There is nothing to draw, or no room.
pub fn curves(what: &Curves, look: &Look) -> Result<Drawing, Refusal> {
    let Some([low, high]) = range(what.over.known()) else {
        return Err(nothing(what));
    };
    let (factor, unit) = readable(
        &what.over.unit,
        low.abs().max(high.abs()),
        what.over.exact || what.over.name == "time",
    );
    let scaled: Vec<f64> = what.over.values.iter().map(|x| x / factor).collect();
    let size = look.size.unwrap_or([WIDTH, 0.0]);
    let label = with_unit(&what.over.name, &unit);
    // About 15 mm for each number.
    let most = (size[0] / 14.0) as usize;
    let across = Axis::of([low / factor, high / factor], label, most.max(2));
    let across = if what.phase { across.widened() } else { across };
    let mut panels = panels(what);
    if panels.is_empty() {
        return Err(nothing(what));
    }
    let letters = LETTERS * POINT;
    let widest = panels.iter().map(|p| p.axis.widest()).fold(0.0, f64::max);
    let name_at = TICK + GAP + widest + 2.0;
    let from_left = name_at + letters + 0.6;
    let to_right = size[0] - RIGHT;
    for panel in &mut panels {
        panel.legend = legend(&panel.curves, to_right - from_left);
    }
    let legends: f64 = panels.iter().map(|p| p.legend.len() as f64 * ROW).sum();
    let gaps = (panels.len() - 1) as f64 * BETWEEN;
    let around = look.head() + legends + gaps + BELOW;
    let height = match look.size {
        Some([_, height]) => (height - around) / panels.len() as f64,
        None if what.phase => PORTRAIT,
        None if panels.len() == 1 => PANEL * 1.3,
        None => PANEL,
    };
    if height < LEAST || to_right - from_left < LEAST {
        let least = around + LEAST * panels.len() as f64;
        let wide = from_left + LEAST + RIGHT;
        let help = format!(
            "it needs at least {wide:.0} x {:.0} mm, or fewer curves",
            least.ceil()
        );
        return Err(too_small(size, help));
    }
    let whole = around + height * panels.len() as f64;
    let paper = look.size.unwrap_or([size[0], whole]);
    let names: Vec<&str> = what.values.iter().map(|s| s.name.as_str()).collect();
    let name = format!("{} over {}", names.join(", "), what.over.name);
    let mut drawing = look.drawing(paper, from_left, name);
    let mut top = look.head();
    let last = panels.len() - 1;
    for (i, panel) in panels.iter().enumerate() {
        draw_legend(&mut drawing, panel, [from_left, top]);
        top += panel.legend.len() as f64 * ROW;
        let frame = Frame {
            left: from_left,
            top,
            right: to_right,
            bottom: top + height,
        };
        left(&mut drawing, &frame, &panel.axis, name_at);
        below(&mut drawing, &frame, &across, i == last);
        for (number, series) in panel.curves.iter().enumerate() {
            let [low, high] = [0, 1].map(|end| {
                let ends = series.spread.iter().map(|ends| ends[end] / panel.factor);
                ends.collect::<Vec<f64>>()
            });
            let low = frame.curve((&across, &scaled), (&panel.axis, &low));
            let high = frame.curve((&across, &scaled), (&panel.axis, &high));
            for (low, high) in low.into_iter().zip(high) {
                drawing.marks.push(Mark::Area {
                    points: low.into_iter().chain(high.into_iter().rev()).collect(),
                    fill: curve(number).colour,
                    opacity: 0.15,
                    outline: None,
                });
            }
            let values: Vec<f64> = series.values.iter().map(|y| y / panel.factor).collect();
            let stroke = curve(number);
            for piece in frame.curve((&across, &scaled), (&panel.axis, &values)) {
                match piece.as_slice() {
                    [only] => drawing.dot(*only, 0.4, stroke.colour),
                    _ => drawing.line(piece, stroke),
                }
            }
            if what.phase {
                // A dot at its start.
                let mut points = scaled.iter().zip(&values);
                if let Some((a, b)) = points.find(|(a, b)| a.is_finite() && b.is_finite()) {
                    let at = [frame.x(&across, *a), frame.y(&panel.axis, *b)];
                    drawing.dot(at, 0.8, INK);
                }
            }
        }
        top += height + BETWEEN;
    }
    Ok(drawing)
}

fn nothing(what: &Curves) -> Refusal {
    let rows = what.over.values.len();
    let message = match rows {
        0 => "nothing to draw: no samples were recorded".to_owned(),
        _ => "nothing to draw: none of the values is a number".to_owned(),
    };
    Refusal::new(message, "samples are recorded while a `go` runs")
}

/// Groups curves by quantity and unit, in their order.
fn panels(what: &Curves) -> Vec<Panel<'_>> {
    let mut groups: Vec<Vec<&Series>> = vec![];
    for series in &what.values {
        let same = |group: &&mut Vec<&Series>| {
            group
                .first()
                .is_some_and(|first| first.unit == series.unit && first.group == series.group)
        };
        match groups.iter_mut().find(same) {
            Some(group) => group.push(series),
            None => groups.push(vec![series]),
        }
    }
    groups.into_iter().filter_map(panel_of).collect()
}

fn panel_of(curves: Vec<&Series>) -> Option<Panel<'_>> {
    let first = *curves.first()?;
    let all = || curves.iter().flat_map(|series| series.drawn());
    let [low, high] = range(all())?;
    let (factor, unit) = readable(&first.unit, low.abs().max(high.abs()), first.exact);
    let label = with_unit(&common(&curves), &unit);
    let axis = Axis::of([low / factor, high / factor], label, 6).widened();
    Some(Panel {
        curves,
        factor,
        axis,
        legend: vec![],
    })
}

/// Returns the common name of the curves of a panel: a group's name, the only curve's name, or the quantity that all names end
/// with.
fn common(curves: &[&Series]) -> String {
    match curves {
        [one] if one.group.is_empty() => one.name.clone(),
        [first, rest @ ..] if first.group.is_empty() => {
            let end = |series: &Series| series.name.split_once('.').map(|(_, end)| end.to_owned());
            let own = end(first).filter(|own| rest.iter().all(|s| end(s).as_ref() == Some(own)));
            own.unwrap_or_default()
        }
        [first, ..] => first.group.clone(),
        [] => String::new(),
    }
}

/// Arranges names in rows that fit a width (mm); omits a curve whose name is on the axis.
fn legend(curves: &[&Series], room: f64) -> Vec<Vec<usize>> {
    if let [one] = curves
        && one.group.is_empty()
    {
        return vec![];
    }
    let mut rows: Vec<Vec<usize>> = vec![];
    let mut used = room + 1.0;
    for (i, series) in curves.iter().enumerate() {
        let needs = entry_width(series);
        if used + needs > room {
            rows.push(vec![]);
            used = 0.0;
        }
        used += needs;
        if let Some(row) = rows.last_mut() {
            row.push(i);
        }
    }
    rows
}

fn entry_width(series: &Series) -> f64 {
    SAMPLE + 1.2 + width(&series.name, SMALL) + 4.0
}

fn draw_legend(drawing: &mut Drawing, panel: &Panel, [left, top]: [f64; 2]) {
    for (row, numbers) in panel.legend.iter().enumerate() {
        let mut x = left;
        let y = top + row as f64 * ROW + 1.2;
        for &number in numbers {
            let Some(series) = panel.curves.get(number) else {
                continue;
            };
            drawing.line([[x, y], [x + SAMPLE, y]], curve(number));
            let at = [x + SAMPLE + 1.2, y + capital(SMALL) / 2.0];
            drawing.text(at, Anchor::Start, (SMALL, INK), &series.name);
            x += entry_width(series);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plot::{Format, encode};

    fn ramp(name: &str, unit: &str, factor: f64) -> Series {
        Series::new(
            name,
            unit,
            (0..=10).map(|i| f64::from(i) * factor).collect(),
        )
    }

    #[test]
    fn curves_of_one_unit_share_a_panel() {
        let what = Curves {
            over: ramp("time", "s", 0.1),
            values: vec![
                ramp("trunk.z", "m", 1e-3),
                ramp("trunk.vz", "m/s", 1.0),
                ramp("head.z", "m", 2e-3),
            ],
            phase: false,
        };
        let panels = panels(&what);
        assert_eq!(panels.len(), 2);
        assert_eq!(panels[0].axis.label, "z (mm)");
        assert_eq!(panels[0].curves.len(), 2);
        assert_eq!(panels[1].axis.label, "trunk.vz (m/s)");
        let drawing = curves(&what, &Look::default()).unwrap();
        let text = String::from_utf8(encode(&drawing, Format::Svg, 300.0).unwrap()).unwrap();
        insta::assert_snapshot!(text);
    }

    #[test]
    fn what_has_no_room_says_how_much_it_needs() {
        let what = Curves {
            over: ramp("time", "s", 0.1),
            values: vec![ramp("a", "m", 1.0), ramp("b", "N", 1.0)],
            phase: false,
        };
        let look = |width, height| Look {
            size: Some([width, height]),
            title: None,
        };
        let refusal = curves(&what, &look(60.0, 20.0)).unwrap_err();
        assert_eq!(refusal.message, "60 x 20 mm is too small for this diagram");
        assert!(curves(&what, &look(60.0, 60.0)).is_ok());
    }

    #[test]
    fn nothing_is_told_where_nothing_can_be_drawn() {
        let nothing = Series::new("a", "m", vec![f64::NAN; 11]);
        let what = |over, values| Curves {
            over,
            values,
            phase: false,
        };
        for wrong in [
            what(ramp("time", "s", 0.1), vec![nothing.clone()]),
            what(nothing, vec![ramp("a", "m", 1.0)]),
            what(Series::new("time", "s", vec![]), vec![]),
        ] {
            let refusal = curves(&wrong, &Look::default()).unwrap_err();
            assert!(refusal.message.starts_with("nothing to draw"));
        }
    }
}

//! The support polygon: the convex hull of the ground contacts, seen from above, and the margin of the centre of mass within it
//! (the static stability margin of McGhee and Frank 1968, Math. Biosciences 3, 331).

use super::axes::{Axis, BELOW, GAP, TICK, below, left, range};
use super::drawing::{Drawing, Mark};
use super::frame::Frame;
use super::head::too_small;
use super::style::{BLUE, INK, LETTERS, POINT, VERMILION, curve, solid};
use super::ticks::readable;
use super::{Look, Refusal};

const WIDTH: f64 = 120.0;
const RIGHT: f64 = 4.0;
const BETWEEN: f64 = 13.0;
/// Height of the margin's panel (mm), and the least and largest height of the view from above.
const PANEL: f64 = 34.0;
const LEAST: f64 = 25.0;
const MOST: f64 = 80.0;
/// Number of polygons drawn.
const SHOWN: usize = 5;

/// A support polygon at one moment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SupportMoment {
    /// Time (s).
    pub time: f64,
    /// The centre of mass, seen from above (m).
    pub centre: [f64; 2],
    /// Corners of the polygon (m); fewer than three if the contact points enclose no area.
    pub polygon: Vec<[f64; 2]>,
}

/// Ground contacts of a figure over time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Footing {
    /// The figure's name.
    pub name: String,
    /// Times (s).
    pub times: Vec<f64>,
    /// The centre of mass, seen from above (m), at these times.
    pub centres: [Vec<f64>; 2],
    /// Distance inside the polygon (m), below zero outside; NaN without ground contact.
    pub margins: Vec<f64>,
    /// Some of the polygons, in order.
    pub moments: Vec<SupportMoment>,
}

/// Draws the support of a figure.
///
/// # Errors
/// There was no ground contact, or there is no room.
pub fn support(footing: &Footing, look: &Look) -> Result<Drawing, Refusal> {
    let known = footing.margins.iter().copied();
    let (Some(margins), Some([from, to])) = (range(known), range(footing.times.iter().copied()))
    else {
        return Err(Refusal::new(
            format!(
                "nothing to draw: `{}` never touched the ground",
                footing.name
            ),
            "simulate until it lands, or place it on the ground with `rest`; the ground acts after `ground on`",
        ));
    };
    let chosen = chosen(&footing.moments);
    let of = |k: usize| {
        let corners = chosen
            .iter()
            .flat_map(move |m| m.polygon.iter().map(move |p| p[k]));
        range(corners.chain(footing.centres[k].iter().copied())).unwrap_or([0.0, 1.0])
    };
    let (xs, ys) = (of(0), of(1));
    let reach = xs
        .iter()
        .chain(&ys)
        .fold(0.0f64, |most, v| most.max(v.abs()));
    let (factor, unit) = readable("m", reach, false);
    let axis = |[low, high]: [f64; 2], name: &str| {
        let label = format!("{name} ({unit})");
        Axis::of([low / factor, high / factor], label, 6).widened()
    };
    let (mut x, mut y) = (axis(xs, "x"), axis(ys, "y"));
    let (margin_factor, margin_unit) = readable("m", margins[0].abs().max(margins[1].abs()), false);
    let scaled: Vec<f64> = footing.margins.iter().map(|m| m / margin_factor).collect();
    let label = format!("margin ({margin_unit})");
    let [least, largest] = margins.map(|m| m / margin_factor);
    let up = Axis::of([least.min(0.0), largest.max(0.0)], label, 5).widened();
    let across = Axis::of([from, to], "time (s)", 7);
    let letters = LETTERS * POINT;
    let name_at = TICK + GAP + up.widest().max(y.widest()) + 2.0;
    let from_left = name_at + letters + 0.6;
    let size = look.size.unwrap_or([WIDTH, 0.0]);
    let wide = size[0] - RIGHT - from_left;
    let top = look.head();
    let around = top + BETWEEN + BELOW;
    // Both directions have the same scale, so that angles and areas are correct.
    let true_height = wide * (y.high - y.low) / (x.high - x.low);
    let (high, panel) = match look.size {
        Some([_, height]) => (0.6 * (height - around), 0.4 * (height - around)),
        None => (true_height.clamp(LEAST, MOST), PANEL),
    };
    if wide < LEAST || high < 0.6 * LEAST || panel < 10.0 {
        return Err(too_small(size, "it needs at least 50 x 55 mm"));
    }
    match true_height < high {
        true => widen(&mut y, (x.high - x.low) * high / wide),
        false => widen(&mut x, (y.high - y.low) * wide / high),
    }
    let paper = [size[0], around + high + panel];
    let mut drawing = look.drawing(paper, from_left, format!("support of {}", footing.name));
    let above = Frame {
        left: from_left,
        top,
        right: from_left + wide,
        bottom: top + high,
    };
    left(&mut drawing, &above, &y, name_at);
    below(&mut drawing, &above, &x, true);
    let at = |p: &[f64; 2]| [above.x(&x, p[0] / factor), above.y(&y, p[1] / factor)];
    for moment in &chosen {
        drawing.marks.push(Mark::Area {
            points: moment.polygon.iter().map(at).collect(),
            fill: BLUE,
            opacity: 0.1,
            outline: Some(solid(BLUE, 0.25)),
        });
    }
    let centres = footing.centres.each_ref();
    let [cx, cy] = centres.map(|values| values.iter().map(|v| v / factor).collect::<Vec<_>>());
    for piece in above.curve((&x, &cx), (&y, &cy)) {
        drawing.line(piece, solid(INK, 0.3));
    }
    for moment in &chosen {
        drawing.dot(at(&moment.centre), 0.7, VERMILION);
    }
    let frame = Frame {
        top: above.bottom + BETWEEN,
        bottom: above.bottom + BETWEEN + panel,
        ..above
    };
    left(&mut drawing, &frame, &up, name_at);
    below(&mut drawing, &frame, &across, true);
    for piece in frame.curve((&across, &footing.times), (&up, &scaled)) {
        drawing.line(piece, curve(0));
    }
    for moment in &chosen {
        let x = frame.x(&across, moment.time);
        drawing.line(
            [[x, frame.top], [x, frame.top + 1.5]],
            solid(VERMILION, 0.3),
        );
    }
    Ok(drawing)
}

/// Extends an axis at both ends, to a length.
fn widen(axis: &mut Axis, length: f64) {
    let more = ((length - (axis.high - axis.low)) / 2.0).max(0.0);
    axis.low -= more;
    axis.high += more;
}

/// Selects polygons that have an area, evenly spaced.
fn chosen(moments: &[SupportMoment]) -> Vec<&SupportMoment> {
    let whole: Vec<&SupportMoment> = moments.iter().filter(|m| m.polygon.len() > 2).collect();
    let count = whole.len().min(SHOWN);
    let numbers = (0..count).map(|i| (2 * i + 1) * whole.len() / (2 * count));
    numbers.filter_map(|i| whole.get(i).copied()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn footing() -> Footing {
        let times: Vec<f64> = (0..100).map(|i| f64::from(i) * 0.01).collect();
        let square = |x: f64| vec![[x, -0.01], [x + 0.03, -0.01], [x + 0.03, 0.01], [x, 0.01]];
        Footing {
            name: "bug".to_owned(),
            centres: [times.iter().map(|t| t * 0.08).collect(), vec![0.0; 100]],
            margins: times.iter().map(|t| 0.004 - 0.006 * t).collect(),
            moments: times
                .iter()
                .map(|&time| SupportMoment {
                    time,
                    centre: [time * 0.08, 0.0],
                    polygon: square(time * 0.08 - 0.015),
                })
                .collect(),
            times,
        }
    }

    #[test]
    fn polygons_and_the_margin_are_drawn() {
        let drawing = support(&footing(), &Look::default()).unwrap();
        let areas = drawing
            .marks
            .iter()
            .filter(|m| matches!(m, Mark::Area { .. }));
        assert_eq!(areas.count(), SHOWN);
        let told = |text: &str| {
            let is = |m: &Mark| matches!(m, Mark::Text { text: t, .. } if t == text);
            drawing.marks.iter().any(is)
        };
        assert!(told("x (mm)") && told("y (mm)") && told("margin (mm)"));
    }

    #[test]
    fn lengths_are_alike_in_both_directions() {
        let drawing = support(&footing(), &Look::default()).unwrap();
        let Some(Mark::Area { points, .. }) = drawing
            .marks
            .iter()
            .find(|m| matches!(m, Mark::Area { .. }))
        else {
            panic!("no polygon");
        };
        let wide = points[1][0] - points[0][0];
        let high = points[1][1] - points[2][1];
        assert!((wide / high - 1.5).abs() < 1e-9, "{wide} {high}");
    }

    #[test]
    fn a_figure_in_the_air_has_no_support() {
        let mut flight = footing();
        flight.margins.fill(f64::NAN);
        assert!(
            support(&flight, &Look::default())
                .unwrap_err()
                .message
                .contains("never touched")
        );
    }
}

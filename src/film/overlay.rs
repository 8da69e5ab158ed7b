//! Overlays on pictures: the clock with its slow-motion factor, the stepping diagram, the dials of the oscillators.
//!
//! The diagrams are those of McKenna (1990, figures 12 and 13 and the animations of section 5.2): for each leg, stance
//! (dark) and step (light), and the phase of its oscillator.

use crate::control::LegPhase;
use crate::draw::{Align, Canvas, Label, Paint, line_width};
use crate::plot::{decimals, leg_name};
use crate::session::Stage;
use std::fmt::Write as _;

/// Selected overlays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Overlays {
    /// The clock, with the slow-motion factor of the film.
    pub clock: bool,
    /// The stepping diagram.
    pub steps: bool,
    /// The dials of the oscillators.
    pub dials: bool,
}

/// Colours of the panels of diagrams, and of their contents.
const BOARD: Paint = Paint::solid([22, 24, 28]).with_opacity(0.62);
const STANDS: Paint = Paint::solid([16, 17, 20]);
const STEPS: Paint = Paint::solid([244, 241, 232]);
const FAINT: Paint = Paint::solid([150, 154, 160]);

/// Height of a frame in lines of text.
const LINES: f32 = 34.0;

/// Longest time span of a stepping diagram (s of film): older steps move out.
const LONGEST: f64 = 6.0;

/// Largest part of a frame's height for a diagram of very many legs.
const HIGHEST: f32 = 0.26;

/// Smallest radius of a dial with a name (pixels).
const LEGIBLE: f32 = 16.0;

/// Draws overlays, and stores their history.
#[derive(Clone, Debug)]
pub struct Overlay {
    wanted: Overlays,
    /// Slow-motion factor of the film.
    slow: f64,
    /// Decimal digits of the clock.
    digits: usize,
    /// Simulated time span (s) of the stepping diagram.
    window: f64,
    /// Start of the film (s).
    from: f64,
    legs: Vec<Leg>,
    /// Duration of a cycle of the oscillators (s), if they run.
    cycle: Option<f64>,
    /// Time of the last update (s).
    seen: Option<f64>,
}

#[derive(Clone, Debug, Default)]
struct Leg {
    name: String,
    /// Start and end of each of its steps (s); the last may have no end yet.
    steps: Vec<(f64, Option<f64>)>,
    /// Phase of its oscillator (cycles) at the last update.
    phase: f64,
}

impl Overlay {
    /// Creates overlays for a film that starts at a time (s), with a slow-motion factor and the time between frames (s).
    #[must_use]
    pub fn new(wanted: Overlays, from: f64, slow: f64, interval: f64) -> Overlay {
        let digits = (-libm::log10(interval)).ceil().clamp(0.0, 6.0);
        Overlay {
            wanted,
            slow,
            digits: digits as usize,
            window: LONGEST / slow,
            from,
            legs: vec![],
            cycle: None,
            seen: None,
        }
    }

    /// Creates an overlay that draws nothing.
    #[must_use]
    pub fn none() -> Overlay {
        Overlay::new(Overlays::default(), 0.0, 1.0, 1e-3)
    }

    /// Sets the start of the film (s).
    pub fn begin_at(&mut self, time: f64) {
        self.from = time;
    }

    /// Sets the end of the film (s): a film shorter than the stepping diagram fills it.
    pub fn ends(&mut self, at: f64) {
        let length = at - self.from;
        if length > 0.0 {
            self.window = length.min(LONGEST / self.slow);
        }
    }

    /// Updates the overlays from the gaits of a stage.
    pub fn see(&mut self, stage: &Stage) {
        if !(self.wanted.steps || self.wanted.dials) {
            return;
        }
        let now = stage.world.time;
        // Changes since then count as changes at the start of the frame.
        let since = self.seen.filter(|seen| *seen <= now).unwrap_or(now);
        if self.seen.is_some_and(|seen| seen > now) {
            self.legs.clear();
        }
        self.seen = Some(now);
        let gaits = || stage.definitions.roaches.iter().map(|roach| &roach.gait);
        let gaits: Vec<_> = gaits().filter(|gait| gait.legs() > 0).collect();
        let count: usize = gaits.iter().map(|gait| gait.legs()).sum();
        if self.legs.len() != count {
            self.legs = vec![Leg::default(); count];
        }
        self.cycle = gaits
            .iter()
            .find(|gait| gait.running)
            .map(|gait| gait.cycle());
        let numbered = gaits
            .iter()
            .flat_map(|gait| (0..gait.legs()).map(move |leg| (gait, leg)));
        for (own, (gait, leg)) in self.legs.iter_mut().zip(numbered) {
            if own.name.is_empty() {
                own.name = leg_name(leg);
            }
            own.phase = gait.oscillator_degrees(leg) / 360.0;
            let steps = gait.phase(leg) == LegPhase::Step;
            match own.steps.last_mut() {
                Some((_, end @ None)) if !steps => *end = Some(since),
                Some((_, None)) => {}
                _ if steps => own.steps.push((since, None)),
                _ => {}
            }
            // Steps that have moved out of the diagram are deleted.
            let oldest = now - 2.0 * self.window;
            own.steps
                .retain(|(_, end)| end.is_none_or(|end| end > oldest));
        }
    }

    /// Returns the overlay without the clock, for pictures with captions that show the time.
    #[must_use]
    pub fn without_clock(&self) -> Overlay {
        let mut other = self.clone();
        other.wanted.clock = false;
        other
    }

    /// Whether a diagram of legs was requested and no gait was found.
    #[must_use]
    pub fn misses_legs(&self) -> bool {
        (self.wanted.steps || self.wanted.dials) && self.legs.is_empty()
    }

    /// Whether names are written on several views.
    #[must_use]
    pub fn names_views(&self) -> bool {
        self.wanted != Overlays::default()
    }

    /// Returns the height of a line of text on a frame with this number of rows (pixels).
    #[must_use]
    pub fn line(height: usize) -> f32 {
        (height as f32 / LINES).max(9.0)
    }

    /// Draws the overlay at a time (s), which is not after the last update.
    pub fn draw(&self, canvas: &mut Canvas, time: f64) {
        let line = Overlay::line(canvas.height());
        if self.wanted.clock {
            self.draw_clock(canvas, time, line);
        }
        if self.legs.is_empty() {
            return;
        }
        let mut right = canvas.width() as f32 - line;
        if self.wanted.dials {
            right -= self.draw_dials(canvas, time, line, right) + line;
        }
        if self.wanted.steps {
            self.draw_steps(canvas, time, line, right);
        }
    }

    /// Returns the text of the clock: time and slow-motion factor.
    #[must_use]
    pub fn clock(&self, time: f64) -> String {
        let mut text = format!("{time:.*} s", self.digits);
        if (self.slow - 1.0).abs() > 1e-9 {
            let _ = if self.slow > 1.0 {
                write!(text, "   1/{} real time", decimals(self.slow, 2))
            } else {
                write!(text, "   {}× real time", decimals(1.0 / self.slow, 2))
            };
        }
        text
    }

    fn draw_clock(&self, canvas: &mut Canvas, time: f64, line: f32) {
        let text = self.clock(time);
        let label = Label::new(line);
        let (x, y) = (line, canvas.height() as f32 - 2.3 * line);
        let width = line_width(&text, line);
        let low = [x - 0.5 * line, y - 0.15 * line];
        let high = [x + width + 0.5 * line, y + 1.15 * line];
        canvas.rectangle(low, high, 0.35 * line, BOARD);
        canvas.text([x, y], &text, label);
    }

    /// Returns the rows of legs, left legs above right legs, from front to back.
    fn rows(&self) -> Vec<&Leg> {
        let side = |parity: usize| self.legs.iter().skip(parity).step_by(2);
        side(0).chain(side(1)).collect()
    }

    fn draw_steps(&self, canvas: &mut Canvas, time: f64, line: f32, right: f32) {
        let row = (0.8 * line).min(HIGHEST * canvas.height() as f32 / self.legs.len() as f32);
        let left = line;
        let names = self.legs.iter().map(|leg| line_width(&leg.name, row));
        let names = names.fold(0.0, f32::max) + 0.5 * line;
        // It grows to the right up to its full width; then it scrolls.
        let width = (right - left - names - line).min(0.42 * canvas.width() as f32);
        if width < 4.0 {
            return;
        }
        let top = line;
        let height = row * self.legs.len() as f32;
        let low = [left - 0.5 * line, top - 0.4 * line];
        let high = [left + names + width + 0.5 * line, top + height + 0.4 * line];
        canvas.rectangle(low, high, 0.35 * line, BOARD);
        let begin = self.from.max(time - self.window);
        let x =
            |at: f64| left + names + width * ((at - begin) / self.window).clamp(0.0, 1.0) as f32;
        for (number, leg) in self.rows().into_iter().enumerate() {
            let y = top + row * number as f32;
            let label = Label {
                paint: STEPS,
                ..Label::new(row)
            };
            canvas.text([left, y], &leg.name, label);
            let (low, high) = (y + 0.1 * row, y + 0.9 * row);
            canvas.rectangle([x(begin), low], [x(time), high], 0.0, STANDS);
            for (from, to) in &leg.steps {
                let (from, to) = (from.max(begin), to.unwrap_or(time).min(time));
                if from < to {
                    canvas.rectangle([x(from), low], [x(to), high], 0.0, STEPS);
                }
            }
        }
    }

    /// Draws a dial for each leg, arranged as seen from above; returns their width.
    fn draw_dials(&self, canvas: &mut Canvas, time: f64, line: f32, right: f32) -> f32 {
        let pairs = self.legs.len().div_ceil(2);
        // Seen from above, the figure walks up: pairs from front to back are rows, left and right are columns.
        let size = (2.2 * line).min(HIGHEST * canvas.height() as f32 / pairs as f32);
        let width = 2.0 * size;
        let (left, top) = (right - width, line);
        let low = [left - 0.4 * line, top - 0.4 * line];
        let high = [right + 0.4 * line, top + pairs as f32 * size + 0.4 * line];
        canvas.rectangle(low, high, 0.35 * line, BOARD);
        let turned = match (self.cycle, self.seen) {
            (Some(cycle), Some(seen)) if cycle > 0.0 => (seen - time) / cycle,
            _ => 0.0,
        };
        for (number, leg) in self.legs.iter().enumerate() {
            let (pair, side) = (number / 2, number % 2);
            let middle = [
                left + size * (side as f32 + 0.5),
                top + size * (pair as f32 + 0.5),
            ];
            let radius = 0.42 * size;
            let steps = leg
                .steps
                .iter()
                .any(|(from, to)| (*from..to.unwrap_or(f64::INFINITY)).contains(&time));
            let (face, hand) = if steps {
                (STEPS, STANDS)
            } else {
                (STANDS, STEPS)
            };
            canvas.disc(middle, radius, face);
            canvas.ring(middle, radius, 0.04 * size, FAINT);
            // The phase turns clockwise from the top; a leg starts its step at a quarter turn.
            let at = |phase: f64, part: f32| {
                let (sine, cosine) = libm::sincos(std::f64::consts::TAU * phase);
                let far = radius * part;
                [
                    middle[0] + far * sine as f32,
                    middle[1] - far * cosine as f32,
                ]
            };
            canvas.line(at(0.25, 0.8), at(0.25, 1.0), 0.055 * size, FAINT);
            canvas.line(middle, at(leg.phase - turned, 0.8), 0.065 * size, hand);
            let label = Label {
                align: Align::Middle,
                paint: hand,
                ..Label::new(0.25 * size)
            };
            if radius >= LEGIBLE {
                canvas.text([middle[0], middle[1] + 0.3 * radius], &leg.name, label);
            }
        }
        width
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_tells_time_and_slow_motion() {
        let clock = |slow: f64| {
            Overlay::new(Overlays::default(), 0.0, slow, 1.0 / (30.0 * slow)).clock(0.25)
        };
        assert_eq!(clock(1.0), "0.25 s");
        assert_eq!(clock(20.0), "0.250 s   1/20 real time");
        assert_eq!(clock(2.5), "0.25 s   1/2.5 real time");
        assert_eq!(clock(0.5), "0.25 s   2× real time");
    }

    #[test]
    fn the_stepping_diagram_is_light_where_a_leg_steps_and_ends_at_the_present() {
        let wanted = Overlays {
            steps: true,
            ..Overlays::default()
        };
        let mut overlay = Overlay::new(wanted, 0.0, 1.0, 0.01);
        overlay.ends(1.0);
        overlay.legs = vec![Leg {
            name: "L1".into(),
            steps: vec![(0.2, Some(0.4)), (0.7, None)],
            phase: 0.0,
        }];
        let (width, height) = (600, 340);
        let row_at = |time: f64| -> Vec<u8> {
            let mut rgb = vec![120; 3 * width * height];
            overlay.draw(&mut Canvas::new(width, height, &mut rgb), time);
            // The middle of the only row.
            rgb[3 * width * 14..3 * width * 15]
                .iter()
                .step_by(3)
                .copied()
                .collect()
        };
        let whole = row_at(1.0);
        let is_light = |value: &u8| *value > 235;
        let is_dark = |value: &u8| *value < 24;
        let left = whole.iter().position(is_dark).unwrap();
        let right = whole.iter().rposition(is_light).unwrap();
        let at = |time: f64| left + ((right - left) as f64 * time) as usize;
        for (time, light) in [(0.1, false), (0.3, true), (0.55, false), (0.85, true)] {
            assert_eq!(is_light(&whole[at(time)]), light, "{time}");
            assert_eq!(is_dark(&whole[at(time)]), !light, "{time}");
        }
        let half = row_at(0.5);
        assert!(is_light(&half[at(0.3)]) && is_dark(&half[at(0.45)]));
        assert!(!is_dark(&half[at(0.6)]) && !is_light(&half[at(0.85)]));
    }
}

//! Measures of a gait: duty factors, phases, tripod index.

use std::f64::consts::TAU;

/// A step of a leg: the time of its swing (s). If it began before the sampled interval, or ends after it, that end is infinite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// Start of the swing.
    pub begin: f64,
    /// Start of the next stance.
    pub end: f64,
}

/// Steps of a leg.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LegTrack {
    /// Steps of its motor program, in order.
    pub steps: Vec<Step>,
    /// Intervals of ground contact of the leg (s), in order; none without ground, or if the bodies of the leg are unknown.
    pub contacts: Option<Vec<[f64; 2]>>,
}

/// Steps of the legs of a gait in an interval. Even numbers are on the left, from front to back in pairs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Walk {
    /// The gait's name.
    pub name: String,
    /// First time at which it was sampled (s).
    pub from: f64,
    /// Last time at which it was sampled (s).
    pub to: f64,
    /// Its legs by their numbers.
    pub legs: Vec<LegTrack>,
}

/// Measures of a leg.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LegMeasures {
    /// Duty factor: fraction of its whole cycles in stance, by its program.
    pub duty: Option<f64>,
    /// Fraction of its whole cycles in contact with the ground.
    pub contact: Option<f64>,
    /// Delay of its steps after those of the hind left leg, as a fraction of that leg's cycle, from 0 to 1.
    pub phase: Option<f64>,
}

/// Measures of a gait; unknown ones, without a whole cycle, are none.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WalkMeasures {
    /// Mean duration of a cycle (s).
    pub cycle: Option<f64>,
    /// Shortest and longest duration of a cycle (s).
    pub cycles: Option<[f64; 2]>,
    /// Measures of each leg.
    pub legs: Vec<LegMeasures>,
    /// Tripod coordination strength of six legs: the fraction of the time in which any leg of a tripod swings that all three
    /// swing, on average; 1 is a perfect tripod (Wosnitza et al. 2013, J. Exp. Biol. 216, 480).
    pub tripod: Option<f64>,
}

/// A whole cycle of a leg.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Cycle {
    /// Start of its step.
    pub begin: f64,
    pub period: f64,
    pub duty: f64,
}

/// Largest variation of cycles in a steady gait, as a part of their mean.
const STEADY: f64 = 0.05;

impl LegTrack {
    /// Returns its whole cycles: from the start of a step to that of the next.
    pub(super) fn cycles(&self) -> impl Iterator<Item = Cycle> {
        let pairs = self.steps.iter().zip(self.steps.iter().skip(1));
        let whole = pairs.filter(|(a, b)| a.begin.is_finite() && b.begin > a.begin);
        whole.map(|(a, b)| Cycle {
            begin: a.begin,
            period: b.begin - a.begin,
            duty: 1.0 - (a.end.min(b.begin) - a.begin) / (b.begin - a.begin),
        })
    }

    /// Returns the fraction of an interval with ground contact.
    fn touching(&self, from: f64, to: f64) -> Option<f64> {
        let contacts = self.contacts.as_ref()?.iter();
        let within = contacts.map(|[a, b]| (b.min(to) - a.max(from)).max(0.0));
        // An empty sum would be -0.
        (to > from).then(|| within.fold(0.0, |sum, part| sum + part) / (to - from))
    }

    fn measures(&self) -> LegMeasures {
        let cycles: Vec<Cycle> = self.cycles().collect();
        let (Some(first), Some(last)) = (cycles.first(), cycles.last()) else {
            return LegMeasures::default();
        };
        let end = last.begin + last.period;
        let stance: f64 = cycles.iter().map(|c| c.duty * c.period).sum();
        LegMeasures {
            duty: Some(stance / (end - first.begin)),
            contact: self.touching(first.begin, end),
            phase: None,
        }
    }

    /// Returns the mean phase of its steps in the cycle of another leg, as a fraction of the cycle (a mean of directions).
    fn phase_after(&self, other: &LegTrack) -> Option<f64> {
        let (mut sine, mut cosine) = (0.0, 0.0);
        for step in &self.steps {
            if let Some(lag) = other.lag(step.begin) {
                sine += libm::sin(TAU * lag);
                cosine += libm::cos(TAU * lag);
            }
        }
        let length = libm::hypot(sine, cosine);
        (length > 1e-9).then(|| {
            let part = (libm::atan2(sine, cosine) / TAU).rem_euclid(1.0);
            if part > 1.0 - 1e-9 { 0.0 } else { part }
        })
    }

    /// Returns the phase of a time in the cycle of this leg, as a fraction of the cycle.
    pub(super) fn lag(&self, time: f64) -> Option<f64> {
        let mut cycles = self.cycles();
        // Simultaneous steps may differ by rounding.
        let slack = 1e-9 * (1.0 + time.abs());
        cycles.find_map(|c| {
            let inside = time >= c.begin - slack && time < c.begin + c.period - slack;
            inside.then(|| ((time - c.begin) / c.period).max(0.0))
        })
    }
}

impl Walk {
    /// Returns the measures of the gait.
    #[must_use]
    pub fn measures(&self) -> WalkMeasures {
        let mut legs: Vec<LegMeasures> = self.legs.iter().map(LegTrack::measures).collect();
        // Phases refer to the last leg on the left.
        if let Some(hind) = self.legs.iter().step_by(2).next_back() {
            for (own, leg) in legs.iter_mut().zip(&self.legs) {
                own.phase = leg.phase_after(hind);
            }
        }
        let periods = || {
            self.legs
                .iter()
                .flat_map(|leg| leg.cycles().map(|c| c.period))
        };
        let count = periods().count();
        WalkMeasures {
            cycle: (count > 0).then(|| periods().sum::<f64>() / count as f64),
            cycles: (count > 0).then(|| {
                [
                    periods().fold(f64::INFINITY, f64::min),
                    periods().fold(0.0, f64::max),
                ]
            }),
            legs,
            tripod: self.tripod(),
        }
    }

    fn tripod(&self) -> Option<f64> {
        let [fl, fr, ml, mr, bl, br] = self.legs.as_slice() else {
            return None;
        };
        let mut strengths = vec![];
        for (middle, others) in [(mr, [fl, bl]), (ml, [fr, br])] {
            for step in &middle.steps {
                let near = others.map(|other| nearest(&other.steps, step));
                let [Some(a), Some(b)] = near else { continue };
                let all = [*step, a, b];
                let together = |begin: f64, end: f64| (end - begin).max(0.0);
                let begins = all.map(|s| s.begin);
                let ends = all.map(|s| s.end);
                let (first, latest) = (least(begins), largest(begins));
                let (earliest, last) = (least(ends), largest(ends));
                if last - first > 0.0 && (last - first).is_finite() {
                    strengths.push(together(latest, earliest) / (last - first));
                }
            }
        }
        (!strengths.is_empty()).then(|| strengths.iter().sum::<f64>() / strengths.len() as f64)
    }
}

impl WalkMeasures {
    /// Whether all cycles have the same duration, within a twentieth.
    #[must_use]
    pub fn is_steady(&self) -> bool {
        match (self.cycle, self.cycles) {
            (Some(mean), Some([least, largest])) => largest - least <= STEADY * mean,
            _ => true,
        }
    }

    /// Returns the mean duty factor of the legs that have one.
    #[must_use]
    pub fn duty(&self) -> Option<f64> {
        let known: Vec<f64> = self.legs.iter().filter_map(|leg| leg.duty).collect();
        (!known.is_empty()).then(|| known.iter().sum::<f64>() / known.len() as f64)
    }
}

fn least(values: [f64; 3]) -> f64 {
    values.into_iter().fold(f64::INFINITY, f64::min)
}

fn largest(values: [f64; 3]) -> f64 {
    values.into_iter().fold(f64::NEG_INFINITY, f64::max)
}

/// Returns the step whose middle is nearest to that of another one, among steps sampled as a whole.
fn nearest(steps: &[Step], to: &Step) -> Option<Step> {
    let middle = |s: &Step| (s.begin + s.end) / 2.0;
    let whole = |s: &&Step| s.begin.is_finite() && s.end.is_finite();
    let at = Some(to).filter(whole).map(middle)?;
    let away = |s: &&Step| (middle(s) - at).abs();
    let near = steps.iter().filter(whole);
    near.min_by(|a, b| away(a).total_cmp(&away(b))).copied()
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Returns a gait of six legs by Wilson's rules: steps of 50 ms, cycles of `cycle` seconds.
    pub fn wilson(cycle: f64, seconds: f64) -> Walk {
        let leg = |number: usize| {
            let pair = (2 - number / 2) as f64;
            let first = 0.02 + pair * 0.05 + if number % 2 == 1 { cycle / 2.0 } else { 0.0 };
            let begins = (0..1000).map(|i| first + f64::from(i) * cycle - cycle);
            let steps = begins.map(|begin| Step {
                begin,
                end: begin + 0.05,
            });
            LegTrack {
                steps: steps
                    .filter(|s| s.begin >= 0.0 && s.end <= seconds)
                    .collect(),
                contacts: None,
            }
        };
        Walk {
            name: "walker".to_owned(),
            from: 0.0,
            to: seconds,
            legs: (0..6).map(leg).collect(),
        }
    }

    #[test]
    fn wilsons_gaits_have_their_numbers() {
        for (cycle, duty, middle, front, tripod) in [
            (0.3, 5.0 / 6.0, 60.0, 120.0, 0.0),
            (0.15, 2.0 / 3.0, 120.0, 240.0, 0.0),
            (0.1, 0.5, 180.0, 0.0, 1.0),
        ] {
            let measures = wilson(cycle, 3.0).measures();
            let close =
                |a: Option<f64>, b: f64| assert!((a.unwrap() - b).abs() < 1e-9, "{a:?} {b}");
            close(measures.cycle, cycle);
            close(measures.duty(), duty);
            close(measures.tripod, tripod);
            let angle = |leg: usize| {
                measures.legs[leg]
                    .phase
                    .map(|p| (p * 360.0).round() % 360.0)
            };
            close(angle(4), 0.0);
            close(angle(2), middle);
            close(angle(0), front);
            close(angle(5), 180.0);
            assert!(measures.is_steady());
        }
    }

    #[test]
    fn what_was_not_seen_for_a_cycle_is_not_known() {
        let mut walk = wilson(0.3, 0.25);
        let measures = walk.measures();
        assert_eq!((measures.cycle, measures.duty()), (None, None));
        walk.legs.clear();
        assert_eq!(walk.measures(), WalkMeasures::default());
    }

    #[test]
    fn contact_is_measured_over_whole_cycles() {
        let mut walk = wilson(0.1, 1.0);
        // In swing for 40 of 100 ms.
        let steps = walk.legs[4].steps.clone();
        let ends = steps.iter().zip(steps.iter().skip(1));
        walk.legs[4].contacts = Some(ends.map(|(a, b)| [a.begin + 0.04, b.begin]).collect());
        let contact = walk.measures().legs[4].contact.unwrap();
        assert!((contact - 0.6).abs() < 1e-9, "{contact}");
    }
}

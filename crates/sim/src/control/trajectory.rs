//! Trajectories: the position of a joint as a formula of time. Its value, rate and acceleration by automatic differentiation, a truncated Taylor series in
//! each step (Griewank & Walther, *Evaluating Derivatives*, 2008, 13.2).

use serde::{Deserialize, Serialize};

/// A step of a formula: it takes the last values from a stack, and leaves one. A truth value is 1 or 0.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[expect(
    missing_docs,
    reason = "the names are those of the functions and operators"
)]
pub enum TrajectoryStep {
    /// The time (s).
    Time,
    /// A number (SI).
    Number(f64),
    Add,
    Sub,
    Mul,
    Div,
    Pow,
    Negate,
    Abs,
    Sign,
    Sqrt,
    Cbrt,
    Exp,
    Ln,
    Sin,
    Cos,
    Tan,
    Asin,
    Acos,
    Atan,
    Atan2,
    Floor,
    Ceil,
    Round,
    Mod,
    Min,
    Max,
    Less,
    LessEqual,
    Equal,
    Not,
    And,
    Or,
    /// The second value if the first is true, otherwise the third.
    Choose,
}

/// A value with its first and second rate.
type Jet = [f64; 3];

/// Most values on the stack of a formula.
const DEEPEST: usize = 64;

/// Most steps of a formula.
const LONGEST: usize = 10_000;

/// Halvings of a step of the simulation after which a change in what is left of it is a jump.
const HALVINGS: u32 = 40;

/// Change of a position (rad or m) that is rounding, as a part of its size and of 1.
const ROUNDING: f64 = 1e-9;

/// A formula of time.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Trajectory {
    steps: Vec<TrajectoryStep>,
}

impl TrajectoryStep {
    /// Returns how many values it takes.
    fn takes(self) -> usize {
        use TrajectoryStep::*;
        match self {
            Time | Number(_) => 0,
            Negate | Abs | Sign | Sqrt | Cbrt | Exp | Ln | Sin | Cos | Tan | Asin | Acos | Atan
            | Floor | Ceil | Round | Not => 1,
            Add | Sub | Mul | Div | Pow | Atan2 | Mod | Min | Max | Less | LessEqual | Equal
            | And | Or => 2,
            Choose => 3,
        }
    }

    /// Returns its value.
    fn of(self, time: f64, [a, b, c]: [Jet; 3]) -> Jet {
        use TrajectoryStep::*;
        let flag = |holds: bool| [f64::from(u8::from(holds)), 0.0, 0.0];
        let x = a[0];
        match self {
            Time => [time, 1.0, 0.0],
            Number(x) => [x, 0.0, 0.0],
            Add => sum(a, b, 1.0),
            Sub => sum(a, b, -1.0),
            Mul => product(a, b),
            Div => product(
                a,
                through(b, [1.0 / b[0], -(b[0].powi(-2)), 2.0 * b[0].powi(-3)]),
            ),
            Pow => power(a, b),
            Negate => a.map(|x| -x),
            Abs if x < 0.0 => a.map(|x| -x),
            Abs => a,
            Sign if x == 0.0 => [0.0; 3],
            Sign => [x.signum(), 0.0, 0.0],
            Sqrt => {
                let root = x.sqrt();
                through(a, [root, 0.5 / root, -0.25 / (x * root)])
            }
            Cbrt => {
                let root = libm::cbrt(x);
                through(a, [root, root / (3.0 * x), -2.0 * root / (9.0 * x * x)])
            }
            Exp => through(a, [libm::exp(x); 3]),
            Ln => through(a, [libm::log(x), 1.0 / x, -(x.powi(-2))]),
            Sin => {
                let (s, c) = (libm::sin(x), libm::cos(x));
                through(a, [s, c, -s])
            }
            Cos => {
                let (s, c) = (libm::sin(x), libm::cos(x));
                through(a, [c, -s, -c])
            }
            Tan => {
                let t = libm::tan(x);
                let rate = 1.0 + t * t;
                through(a, [t, rate, 2.0 * t * rate])
            }
            Asin | Acos => {
                let left = 1.0 - x * x;
                let rate = 1.0 / left.sqrt();
                match self {
                    Asin => through(a, [libm::asin(x), rate, x * rate / left]),
                    _ => through(a, [libm::acos(x), -rate, -x * rate / left]),
                }
            }
            Atan => {
                let rate = 1.0 / (1.0 + x * x);
                through(a, [libm::atan(x), rate, -2.0 * x * rate * rate])
            }
            Atan2 => {
                // The rates are those of atan(y/x), or of -atan(x/y) where that is steep.
                let (y, x) = (a, b);
                let angle = libm::atan2(y[0] + 0.0, x[0] + 0.0);
                let [_, rate, bend] = match x[0].abs() > y[0].abs() {
                    true => Atan.of(time, [Div.of(time, [y, x, x]), x, x]),
                    false => Atan.of(time, [Div.of(time, [x, y, y]), y, y]).map(|of| -of),
                };
                [angle, rate, bend]
            }
            Floor => [x.floor(), 0.0, 0.0],
            Ceil => [x.ceil(), 0.0, 0.0],
            Round => [x.round(), 0.0, 0.0],
            Mod => {
                let whole = (x / b[0]).floor();
                sum(a, b.map(|of| of * whole), -1.0)
            }
            Min if b[0] < x => b,
            Max if b[0] > x => b,
            Min | Max => a,
            Less => flag(x < b[0]),
            LessEqual => flag(x <= b[0]),
            Equal => flag(x == b[0]),
            Not => flag(x == 0.0),
            And => flag(x != 0.0 && b[0] != 0.0),
            Or => flag(x != 0.0 || b[0] != 0.0),
            Choose if x != 0.0 => b,
            Choose => c,
        }
    }
}

fn sum(a: Jet, b: Jet, sign: f64) -> Jet {
    [0, 1, 2].map(|i| a[i] + sign * b[i])
}

fn product(a: Jet, b: Jet) -> Jet {
    [
        a[0] * b[0],
        a[1] * b[0] + a[0] * b[1],
        a[2] * b[0] + 2.0 * a[1] * b[1] + a[0] * b[2],
    ]
}

/// Returns f(a), from the value and the first two derivatives of f there. Where a stands still, f may be steep.
fn through(a: Jet, [value, rate, bend]: Jet) -> Jet {
    let part = |by: f64, of: f64| if by == 0.0 { 0.0 } else { by * of };
    let first = part(a[1], rate);
    let second = part(a[1] * a[1], bend) + part(a[2], rate);
    [value, first, second]
}

fn power(a: Jet, b: Jet) -> Jet {
    if b[1] != 0.0 || b[2] != 0.0 {
        // a^b = exp(b ln a)
        let ln = TrajectoryStep::Ln.of(0.0, [a; 3]);
        return TrajectoryStep::Exp.of(0.0, [product(b, ln); 3]);
    }
    let n = b[0];
    // Squares are products, as in the language.
    let raised = |by: f64| match by {
        0.0 => 1.0,
        1.0 => a[0],
        2.0 => a[0] * a[0],
        _ => libm::pow(a[0], by),
    };
    let term = |by: f64, of: f64| if by == 0.0 { 0.0 } else { by * raised(of) };
    through(
        a,
        [raised(n), term(n, n - 1.0), term(n * (n - 1.0), n - 2.0)],
    )
}

impl Trajectory {
    /// Makes a formula; none if its steps leave no single value, or are too many.
    #[must_use]
    pub fn new(steps: Vec<TrajectoryStep>) -> Option<Self> {
        let trajectory = Trajectory { steps };
        trajectory.is_sound(f64::MAX).then_some(trajectory)
    }

    /// Whether it can be evaluated, and no number in it is beyond this size.
    #[must_use]
    pub fn is_sound(&self, most: f64) -> bool {
        let mut depth: usize = 0;
        for step in &self.steps {
            let Some(left) = depth.checked_sub(step.takes()) else {
                return false;
            };
            depth = left + 1;
            let number = match step {
                TrajectoryStep::Number(x) => x.abs() <= most,
                _ => true,
            };
            if !number || depth > DEEPEST {
                return false;
            }
        }
        depth == 1 && self.steps.len() <= LONGEST
    }

    /// Returns its value at a time (s), with its rate and its acceleration; not finite where it has none.
    #[must_use]
    pub fn at(&self, time: f64) -> [f64; 3] {
        let mut stack = [[0.0; 3]; DEEPEST];
        let mut depth = 0_usize;
        for step in &self.steps {
            depth = depth.saturating_sub(step.takes());
            let mut taken = [[0.0; 3]; 3];
            for (i, taken) in taken.iter_mut().enumerate().take(step.takes()) {
                *taken = stack.get(depth + i).copied().unwrap_or_default();
            }
            if let Some(top) = stack.get_mut(depth) {
                *top = step.of(time, taken);
            }
            depth += 1;
        }
        stack[0]
    }

    /// Returns a jump of its value between two times (s): the time, and its height. A jump is a change that stays as the time gets shorter.
    #[must_use]
    pub fn jump(&self, from: f64, to: f64) -> Option<(f64, f64)> {
        // What a change has more than its rates say.
        let odd = |[t, u]: [f64; 2], [a, b]: [Jet; 2]| {
            (b[0] - a[0] - 0.5 * (u - t) * (a[1] + b[1])).abs()
        };
        let mut span = [from, to];
        let mut ends = span.map(|time| self.at(time));
        let least = |ends: &[Jet; 2]| ROUNDING * (1.0 + ends[0][0].abs().max(ends[1][0].abs()));
        for _ in 0..HALVINGS {
            if odd(span, ends) <= least(&ends) {
                return None;
            }
            let middle = 0.5 * (span[0] + span[1]);
            if !(span[0] < middle && middle < span[1]) {
                break;
            }
            let between = self.at(middle);
            let first = ([span[0], middle], [ends[0], between]);
            let second = ([middle, span[1]], [between, ends[1]]);
            (span, ends) = match odd(first.0, first.1) >= odd(second.0, second.1) {
                true => first,
                false => second,
            };
        }
        let height = ends[1][0] - ends[0][0];
        (height.abs() > least(&ends)).then_some((span[1], height))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use TrajectoryStep::*;

    fn trajectory(steps: &[TrajectoryStep]) -> Trajectory {
        Trajectory::new(steps.to_vec()).unwrap()
    }

    /// Rates by differences.
    #[test]
    fn rates_are_those_of_differences() {
        let smooth: &[&[TrajectoryStep]] = &[
            &[Number(0.5), Time, Number(3.0), Mul, Sin, Mul],
            &[Time, Number(3.0), Pow, Time, Div, Sqrt],
            &[Time, Time, Pow, Ln, Exp],
            &[Time, Cos, Tan, Atan],
            &[
                Time,
                Number(0.4),
                Mul,
                Asin,
                Time,
                Number(0.3),
                Mul,
                Acos,
                Sub,
            ],
            &[Time, Sin, Time, Cos, Atan2, Time, Cbrt, Add],
            &[Time, Number(0.3), Mod, Negate, Time, Number(2.0), Pow, Max],
            &[Time, Number(1.0), Less, Time, Exp, Time, Choose],
            &[Time, Number(0.1), Sub, Abs, Time, Min],
        ];
        for steps in smooth {
            let trajectory = trajectory(steps);
            for time in [0.37, 0.73, 1.21] {
                let h = 1e-4;
                let [before, now, after] = [time - h, time, time + h].map(|t| trajectory.at(t));
                for i in 0..2 {
                    let rate = (after[i] - before[i]) / (2.0 * h);
                    let error = (rate - now[i + 1]).abs();
                    assert!(
                        error < 1e-5 * (1.0 + rate.abs()),
                        "{steps:?} {time}: {rate} {now:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_power_of_zero_has_its_rates() {
        let square = trajectory(&[Time, Number(2.0), Pow]);
        assert_eq!(square.at(0.0), [0.0, 0.0, 2.0]);
        let line = trajectory(&[Time, Number(1.0), Pow]);
        assert_eq!(line.at(0.0), [0.0, 1.0, 0.0]);
        // A ramp that begins.
        let ramp = trajectory(&[Number(0.0), Time, Number(1.0), Sub, Max, Sqrt]);
        assert_eq!(ramp.at(0.5), [0.0; 3]);
    }

    #[test]
    fn only_jumps_are_jumps() {
        let step = trajectory(&[Time, Number(0.3), Less, Number(0.0), Number(0.7), Choose]);
        let (time, height) = step.jump(0.0, 1.0).unwrap();
        assert!((time - 0.3).abs() < 1e-9 && (height - 0.7).abs() < 1e-9);
        assert_eq!(step.jump(0.4, 1.0), None);
        let kink = trajectory(&[Time, Number(0.3), Sub, Abs]);
        assert_eq!(kink.jump(0.0, 1.0), None);
        let fast = trajectory(&[Time, Number(1e4), Mul, Sin]);
        assert_eq!(fast.jump(0.0, 0.01), None);
        let saw = trajectory(&[Time, Number(0.25), Mod]);
        assert!(
            saw.jump(0.1, 0.3)
                .is_some_and(|(_, height)| (height + 0.25).abs() < 1e-9)
        );
    }

    #[test]
    fn steps_that_leave_no_value_are_no_formula() {
        assert!(Trajectory::new(vec![]).is_none());
        assert!(Trajectory::new(vec![Add]).is_none());
        assert!(Trajectory::new(vec![Time, Time]).is_none());
        assert!(Trajectory::new(vec![Time; 100]).is_none());
        assert!(!trajectory(&[Number(1e40)]).is_sound(1e30));
    }
}

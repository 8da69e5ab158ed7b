//! Neurons: functions of up to three inputs with a state, which a brain updates at equal intervals.
//!
//! The functions are those of the controllers of Sims (1994), with three additions: the sawtooth of Wilson's oscillators (McKenna
//! 1990, section 4.6), a sum of sines, which is a brain of our own design, and a low-pass filter.

use serde::{Deserialize, Serialize};
use std::f64::consts::TAU;

/// Largest size of an output.
const MOST: f64 = 1e6;

/// Function of a neuron.
#[derive(Clone, Copy, Debug)]
pub struct NeuronFunction {
    /// Word for it.
    pub name: &'static str,
    /// Least and largest number of inputs.
    pub inputs: [usize; 2],
    /// The names of the inputs, with the formula.
    pub formula: &'static str,
    compute: fn(&[f64], &mut [f64; 2], f64) -> f64,
}

/// State of a neuron: its output, what its function remembers, and the time of its last update.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct NeuronState {
    /// Its output at the last update; zero before the first.
    pub output: f64,
    memory: [f64; 2],
    /// Time of the last update, or of the neuron's definition (s).
    pub time: f64,
}

impl NeuronState {
    /// Creates the state of a neuron that is made at a time (s).
    #[must_use]
    pub fn at(time: f64) -> Self {
        NeuronState {
            time,
            ..NeuronState::default()
        }
    }

    /// Returns the state after an update at a time (s). An output beyond a million is cut off; one that is no number is zero.
    #[must_use]
    pub fn updated(mut self, function: &NeuronFunction, inputs: &[f64], time: f64) -> Self {
        let dt = (time - self.time).max(0.0);
        let output = (function.compute)(inputs, &mut self.memory, dt);
        let cut = |x: f64| {
            if x.is_nan() {
                0.0
            } else {
                x.clamp(-MOST, MOST)
            }
        };
        NeuronState {
            output: cut(output),
            memory: self.memory.map(cut),
            time,
        }
    }

    /// Shifts its time after the clock was set forward by `by` (s).
    pub fn shift_clock(&mut self, by: f64) {
        self.time += by;
    }

    /// Whether its values are valid, which a file may violate.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        let [a, b] = self.memory;
        let all = [self.output, a, b];
        all.iter().all(|x| x.abs() <= MOST) && self.time.is_finite()
    }
}

/// Returns an input; zero if it is missing.
fn at(inputs: &[f64], i: usize) -> f64 {
    inputs.get(i).copied().unwrap_or(0.0)
}

/// Advances the phase of an oscillator (cycles) by a frequency (Hz); the phase before counts.
fn phase(memory: &mut [f64; 2], frequency: f64, dt: f64) -> f64 {
    memory[0] = (memory[0] + frequency * dt).rem_euclid(1.0);
    memory[0]
}

/// Returns the phase of an oscillator with the inputs frequency and shift (cycles), from 0 to 1.
fn shifted(inputs: &[f64], memory: &mut [f64; 2], dt: f64) -> f64 {
    (phase(memory, at(inputs, 0), dt) + at(inputs, 1)).rem_euclid(1.0)
}

/// The sawtooth of one of Wilson's oscillators: from -1 to 1 during the step, and back during the rest of the cycle.
fn pacemaker(inputs: &[f64], memory: &mut [f64; 2], dt: f64) -> f64 {
    let (cycle, step, lag) = (at(inputs, 0), at(inputs, 1), at(inputs, 2));
    if cycle <= 0.0 {
        return -1.0;
    }
    let x = (phase(memory, 1.0 / cycle, dt) - lag / cycle).rem_euclid(1.0);
    let step = (step / cycle).clamp(0.0, 1.0);
    if x < step {
        2.0 * x / step - 1.0
    } else {
        1.0 - 2.0 * (x - step) / (1.0 - step)
    }
}

/// The sum of sines with whole multiples of a frequency: amplitude and phase of each follow the frequency.
fn fourier(inputs: &[f64], memory: &mut [f64; 2], dt: f64) -> f64 {
    let base = phase(memory, at(inputs, 0), dt);
    let terms = inputs.get(1..).unwrap_or_default();
    let terms = terms.chunks(2).zip(1..);
    let term = |(pair, k): (&[f64], i32)| {
        at(pair, 0) * libm::sin(TAU * (f64::from(k) * base + at(pair, 1)))
    };
    terms.map(term).sum()
}

/// Swaps the value that a function remembers.
fn before(memory: &mut [f64; 2], x: f64) -> f64 {
    std::mem::replace(&mut memory[0], x)
}

/// Quotient, zero where it has no value.
fn quotient(a: f64, b: f64) -> f64 {
    if b == 0.0 { 0.0 } else { a / b }
}

macro_rules! functions {
    ($($name:literal $least:literal..$most:literal $formula:literal, |$x:pat_param, $m:pat_param, $dt:pat_param| $value:expr;)*) => {
        &[$(NeuronFunction {
            name: $name,
            inputs: [$least, $most],
            formula: $formula,
            compute: |$x, $m, $dt| $value,
        }),*]
    };
}

/// All functions, in alphabetical order.
pub static NEURON_FUNCTIONS: &[NeuronFunction] = functions! {
    "abs" 1..1 "the size of `a`", |x, _, _| at(x, 0).abs();
    "add" 1..3 "`a + b + c`", |x, _, _| x.iter().sum();
    "choose" 3..3 "`b` if `a` is above zero, else `c`", |x, _, _| if at(x, 0) > 0.0 { at(x, 1) } else { at(x, 2) };
    "constant" 1..1 "`a`", |x, _, _| at(x, 0);
    "cos" 1..1 "the cosine of `a` (rad)", |x, _, _| libm::cos(at(x, 0));
    "delay" 1..1 "`a` of the update before", |x, m, _| before(m, at(x, 0));
    "differentiate" 1..1 "the change of `a` since the update before, per second", |x, m, dt| {
        let a = at(x, 0);
        quotient(a - before(m, a), dt)
    };
    "divide" 2..2 "`a / b`, 0 if `b` is 0", |x, _, _| quotient(at(x, 0), at(x, 1));
    "exp" 1..1 "e to the power of `a`", |x, _, _| libm::exp(at(x, 0));
    "fourier" 3..9 "`p sin(2 pi (F + s)) + q sin(2 pi (2 F + t)) + ...` for the inputs `frequency p s q t ...`, with `F` the frequency times the time", |x, m, dt| fourier(x, m, dt);
    "greater" 2..2 "1 if `a` is above `b`, else 0", |x, _, _| f64::from(at(x, 0) > at(x, 1));
    "integrate" 1..1 "the integral of `a` over time, from -10 to 10", |x, m, dt| {
        m[0] = (m[0] + at(x, 0) * dt).clamp(-10.0, 10.0);
        m[0]
    };
    "invert" 1..1 "`-a`", |x, _, _| -at(x, 0);
    "less" 2..2 "1 if `a` is below `b`, else 0", |x, _, _| f64::from(at(x, 0) < at(x, 1));
    "log" 1..1 "the natural logarithm of the size of `a`, 0 if `a` is 0", |x, _, _| {
        let a = at(x, 0).abs();
        if a > 0.0 { libm::log(a) } else { 0.0 }
    };
    "max" 1..3 "the largest input", |x, _, _| x.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    "min" 1..3 "the least input", |x, _, _| x.iter().copied().fold(f64::INFINITY, f64::min);
    "multiply" 1..3 "`a b c`", |x, _, _| x.iter().product();
    "pacemaker" 2..3 "from -1 to 1 in a step of `b` seconds and back in the rest of a cycle of `a` seconds, delayed by `c` seconds", |x, m, dt| pacemaker(x, m, dt);
    "saw" 1..2 "a line from -1 to 1, `a` times per second, ahead by `b` cycles", |x, m, dt| 2.0 * shifted(x, m, dt) - 1.0;
    "sigmoid" 1..1 "`1 / (1 + exp(-a))`", |x, _, _| 1.0 / (1.0 + libm::exp(-at(x, 0)));
    "sin" 1..1 "the sine of `a` (rad)", |x, _, _| libm::sin(at(x, 0));
    "smooth" 2..2 "follows `a`; a difference shrinks by the factor e in `b` seconds, and at once if `b` is not above zero", |x, m, dt| {
        let part = if at(x, 1) > 0.0 { 1.0 - libm::exp(-dt / at(x, 1)) } else { 1.0 };
        m[0] += (at(x, 0) - m[0]) * part;
        m[0]
    };
    "square" 1..2 "1 and -1 for half a cycle each, `a` times per second, ahead by `b` cycles", |x, m, dt| {
        if shifted(x, m, dt) < 0.5 { 1.0 } else { -1.0 }
    };
    "subtract" 2..2 "`a - b`", |x, _, _| at(x, 0) - at(x, 1);
    "wave" 1..2 "a sine from -1 to 1, `a` times per second, ahead by `b` cycles", |x, m, dt| libm::sin(TAU * shifted(x, m, dt));
};

#[cfg(test)]
mod tests;

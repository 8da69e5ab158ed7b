//! Systems with known solutions.

use super::{Attempt, System};

/// A system with only a derivative. Counts the calls and stores their arguments.
pub(super) struct Plain<F> {
    pub dimension: usize,
    pub f: F,
    pub evaluations: u64,
    /// Number of evaluations after which it asks to stop.
    pub stop_after: u64,
    pub accepted: Vec<(f64, Vec<f64>)>,
}

impl<F: FnMut(f64, &[f64], &mut [f64])> Plain<F> {
    pub fn new(dimension: usize, f: F) -> Self {
        Plain {
            dimension,
            f,
            evaluations: 0,
            stop_after: u64::MAX,
            accepted: Vec::new(),
        }
    }
}

impl<F: FnMut(f64, &[f64], &mut [f64])> System for Plain<F> {
    fn dimension(&self) -> usize {
        self.dimension
    }
    fn derivative(&mut self, time: f64, y: &[f64], rate: &mut [f64]) {
        self.evaluations += 1;
        (self.f)(time, y, rate);
    }
    fn normalise(&self, _: &mut [f64]) {}
    fn must_stop(&self) -> bool {
        self.evaluations >= self.stop_after
    }
    /// Makes a step of explicit Euler: there are no velocities here.
    fn semi_implicit_step(&mut self, time: f64, h: f64, y: &mut [f64]) {
        let mut rate = vec![0.0; y.len()];
        self.derivative(time, y, &mut rate);
        for (y, rate) in y.iter_mut().zip(&rate) {
            *y += h * rate;
        }
    }
    fn linearly_implicit_step(&mut self, time: f64, h: f64, y: &mut [f64]) {
        self.semi_implicit_step(time, h, y);
    }
    fn midpoint_step(
        &mut self,
        time: f64,
        h: f64,
        tolerance: Option<f64>,
        y: &[f64],
        out: &mut [f64],
    ) -> Attempt {
        explicit_midpoint(self, (time, h), tolerance, y, out)
    }
    fn accept(&mut self, time: f64, _: f64, y: &[f64]) {
        self.accepted.push((time, y.to_vec()));
    }
}

/// `q = 1 / (1 + t^2)` as a second-order system, `q'' = -2 q^2 - 4 t q v`: nonlinear and dependent on time.
pub(super) struct Bell;

impl Bell {
    pub fn exact(t: f64) -> [f64; 2] {
        let q = 1.0 / (1.0 + t * t);
        [q, -2.0 * t * q * q]
    }

    fn acceleration(t: f64, y: &[f64]) -> f64 {
        -2.0 * y[0] * y[0] - 4.0 * t * y[0] * y[1]
    }

    /// Returns the largest error at t = 1.5 after `n` equal steps from 0.
    pub fn error_after(n: u32, mut step: impl FnMut(&mut Bell, f64, f64, &mut [f64])) -> f64 {
        let h = 1.5 / f64::from(n);
        let mut y = Bell::exact(0.0);
        for i in 0..n {
            step(&mut Bell, f64::from(i) * h, h, &mut y);
        }
        let exact = Bell::exact(1.5);
        (y[0] - exact[0]).abs().max((y[1] - exact[1]).abs())
    }
}

impl System for Bell {
    fn dimension(&self) -> usize {
        2
    }
    fn derivative(&mut self, time: f64, y: &[f64], rate: &mut [f64]) {
        rate[0] = y[1];
        rate[1] = Bell::acceleration(time, y);
    }
    fn normalise(&self, _: &mut [f64]) {}
    fn semi_implicit_step(&mut self, time: f64, h: f64, y: &mut [f64]) {
        y[1] += h * Bell::acceleration(time, y);
        y[0] += h * y[1];
    }
    fn linearly_implicit_step(&mut self, time: f64, h: f64, y: &mut [f64]) {
        self.semi_implicit_step(time, h, y);
    }
    fn midpoint_step(
        &mut self,
        time: f64,
        h: f64,
        tolerance: Option<f64>,
        y: &[f64],
        out: &mut [f64],
    ) -> Attempt {
        explicit_midpoint(self, (time, h), tolerance, y, out)
    }
    fn accept(&mut self, _: f64, _: f64, _: &[f64]) {}
}

/// `y' = rate (cos t - y) - sin t`, `y = cos t`: stiff when the rate is large.
pub(super) struct Follow {
    pub rate: f64,
}

impl Follow {
    /// Returns the error at t = 1 after `n` equal steps from 0.
    pub fn error_after(mut self, n: u32, step: impl Fn(&mut Follow, f64, f64, &mut [f64])) -> f64 {
        let h = 1.0 / f64::from(n);
        let mut y = [1.0];
        for i in 0..n {
            step(&mut self, f64::from(i) * h, h, &mut y);
        }
        (y[0] - libm::cos(1.0)).abs()
    }

    fn f(&self, t: f64, y: f64) -> f64 {
        self.rate * (libm::cos(t) - y) - libm::sin(t)
    }
}

impl System for Follow {
    fn dimension(&self) -> usize {
        1
    }
    fn derivative(&mut self, time: f64, y: &[f64], rate: &mut [f64]) {
        rate[0] = self.f(time, y[0]);
    }
    fn normalise(&self, _: &mut [f64]) {}
    fn semi_implicit_step(&mut self, time: f64, h: f64, y: &mut [f64]) {
        y[0] += h * self.f(time, y[0]);
    }
    fn linearly_implicit_step(&mut self, time: f64, h: f64, y: &mut [f64]) {
        y[0] += h * self.f(time + h, y[0]) / (1.0 + h * self.rate);
    }
    fn midpoint_step(
        &mut self,
        time: f64,
        h: f64,
        tolerance: Option<f64>,
        y: &[f64],
        out: &mut [f64],
    ) -> Attempt {
        let g = (1.0 - std::f64::consts::FRAC_1_SQRT_2) * h;
        let divisor = 1.0 + g * self.rate;
        let k1 = self.f(time + g, y[0]) / divisor;
        let k2 = (self.f(time + h / 2.0, y[0] + h / 2.0 * k1) + g * self.rate * k1) / divisor;
        out[0] = y[0] + h * k2;
        Attempt {
            error: tolerance.map_or(0.0, |allowed| (h * (k2 - k1)).abs() / allowed),
            component: 0,
            evaluations: 2,
            shorter: None,
        }
    }
    fn accept(&mut self, _: f64, _: f64, _: &[f64]) {}
}

/// Makes a step of the explicit midpoint method, which is the limit of the linearly implicit one without stiffness.
pub(super) fn explicit_midpoint<S: System>(
    system: &mut S,
    (time, h): (f64, f64),
    tolerance: Option<f64>,
    y: &[f64],
    out: &mut [f64],
) -> Attempt {
    let mut k1 = vec![0.0; y.len()];
    let mut k2 = k1.clone();
    system.derivative(time, y, &mut k1);
    let middle: Vec<f64> = y.iter().zip(&k1).map(|(y, k)| y + h / 2.0 * k).collect();
    system.derivative(time + h / 2.0, &middle, &mut k2);
    let mut tried = Attempt {
        evaluations: 2,
        ..Attempt::default()
    };
    for (i, (out, y)) in out.iter_mut().zip(y).enumerate() {
        *out = y + h * k2[i];
        let error = tolerance.map_or(0.0, |allowed| (h * (k2[i] - k1[i])).abs() / allowed);
        if error > tried.error || error.is_nan() {
            (tried.error, tried.component) = (error, i);
        }
    }
    tried
}

/// Returns the ratio of errors for `n` and twice as many steps.
pub(super) fn error_ratio(n: u32, mut error: impl FnMut(u32) -> f64) -> f64 {
    error(n) / error(2 * n)
}

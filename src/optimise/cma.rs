//! Covariance matrix adaptation: Hansen 2016, *The CMA Evolution Strategy: A Tutorial*, arXiv 1604.00772, whose letters these
//! are; the numbers in parentheses are those of its equations.

use super::{Cost, Optimiser};
use crate::lang::value::functions::uniform_of;
use nalgebra::{DMatrix, DVector, SymmetricEigen};
use serde::{Deserialize, Serialize};

/// Step size at the start, as a part of the unit cube.
const SIGMA: f64 = 0.25;

/// Bounds of the eigenvalues of C, relative to the largest one: beyond, C is no covariance any more but rounding errors.
const CONDITION: f64 = 1e14;

/// Step (part of the range) below which a search has ended.
const TOL_X: f64 = 1e-7;

/// Part of the best cost by which the costs of the last generations differ at least in a search that goes on.
const TOL_FUN: f64 = 1e-10;

/// The state of a search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cma {
    seed: u64,
    /// Number of the restart, which also seeds.
    restart: u64,
    /// Population size.
    lambda: usize,
    /// Generation.
    g: u64,
    /// Mean, step size, covariance by rows, evolution paths.
    m: Vec<f64>,
    sigma: f64,
    c: Vec<f64>,
    p_sigma: Vec<f64>,
    p_c: Vec<f64>,
    /// Best amounts of the last generations.
    history: Vec<f64>,
}

/// Weights and rates (table 1), which depend on n and lambda only.
struct Rates {
    /// Weights of the ranked points, of which the last ones are below zero.
    w: Vec<f64>,
    mu: usize,
    mu_eff: f64,
    c_sigma: f64,
    d_sigma: f64,
    c_c: f64,
    c_1: f64,
    c_mu: f64,
    /// Expected length of a normal vector.
    chi: f64,
}

impl Rates {
    fn of(n: usize, lambda: usize) -> Rates {
        let n = n as f64;
        let raw = |i: usize| libm::log((lambda as f64 + 1.0) / 2.0) - libm::log(i as f64 + 1.0);
        let w: Vec<f64> = (0..lambda).map(raw).collect();
        let mu = lambda / 2;
        let effective = |w: &[f64]| {
            let sum: f64 = w.iter().sum();
            sum * sum / w.iter().map(|w| w * w).sum::<f64>()
        };
        let (above, below) = w.split_at(mu);
        let (mu_eff, mu_eff_minus) = (effective(above), effective(below));
        let c_sigma = (mu_eff + 2.0) / (n + mu_eff + 5.0);
        let far = ((mu_eff - 1.0) / (n + 1.0)).sqrt() - 1.0;
        let d_sigma = 1.0 + 2.0 * far.max(0.0) + c_sigma;
        let c_c = (4.0 + mu_eff / n) / (n + 4.0 + 2.0 * mu_eff / n);
        let c_1 = 2.0 / ((n + 1.3) * (n + 1.3) + mu_eff);
        let c_mu = 2.0 * (0.25 + mu_eff + 1.0 / mu_eff - 2.0) / ((n + 2.0) * (n + 2.0) + mu_eff);
        let c_mu = c_mu.min(1.0 - c_1);
        // (50) to (53)
        let alpha = (1.0 + c_1 / c_mu)
            .min(1.0 + 2.0 * mu_eff_minus / (mu_eff + 2.0))
            .min((1.0 - c_1 - c_mu) / (n * c_mu));
        let sum_above: f64 = above.iter().sum();
        let sum_below: f64 = w.iter().filter(|w| **w < 0.0).map(|w| -w).sum();
        let scaled = |w: &f64| match *w >= 0.0 {
            true => w / sum_above,
            false => alpha * w / sum_below,
        };
        Rates {
            w: w.iter().map(scaled).collect(),
            mu,
            mu_eff,
            c_sigma,
            d_sigma,
            c_c,
            c_1,
            c_mu,
            chi: n.sqrt() * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n)),
        }
    }
}

/// Eigenvectors B as columns, and the square roots D of the eigenvalues.
struct Axes {
    b: DMatrix<f64>,
    d: DVector<f64>,
}

impl Cma {
    /// Starts a search from a point of the unit cube, with a population of this size or, for none, of the default one (48).
    #[must_use]
    pub fn new(start: &[f64], lambda: Option<usize>, (seed, restart): (u64, u64)) -> Self {
        let n = start.len();
        let usual = 4 + (3.0 * libm::log(n as f64)).floor() as usize;
        let unit = |at: usize| f64::from(u8::from(at / n == at % n));
        Cma {
            seed,
            restart,
            lambda: lambda.unwrap_or(usual),
            g: 0,
            m: start.to_vec(),
            sigma: SIGMA,
            c: (0..n * n).map(unit).collect(),
            p_sigma: vec![0.0; n],
            p_c: vec![0.0; n],
            history: vec![],
        }
    }

    /// Returns the population size.
    #[must_use]
    pub fn lambda(&self) -> usize {
        self.lambda
    }

    /// Returns the number of coordinates.
    pub(super) fn n(&self) -> usize {
        self.m.len()
    }

    fn axes(&self) -> Axes {
        let n = self.n();
        let eigen = SymmetricEigen::new(DMatrix::from_row_slice(n, n, &self.c));
        let largest = eigen.eigenvalues.max();
        let root = |value: f64| value.max(largest / CONDITION).sqrt();
        Axes {
            b: eigen.eigenvectors,
            d: eigen.eigenvalues.map(root),
        }
    }

    /// Returns a normal vector of a point (Box and Muller 1958), which depends on the seed and on the numbers of restart, generation
    /// and point.
    fn z(&self, point: usize) -> DVector<f64> {
        let uniform = |i: usize, which: u64| {
            uniform_of(&[
                self.seed,
                self.restart,
                self.g,
                point as u64,
                i as u64,
                which,
            ])
        };
        let normal = |i: usize, _| {
            let radius = (-2.0 * libm::log(1.0 - uniform(i, 0))).sqrt();
            radius * libm::cos(std::f64::consts::TAU * uniform(i, 1))
        };
        DVector::from_fn(self.n(), normal)
    }

    /// Returns the steps y of all points (39).
    fn steps(&self, axes: &Axes) -> Vec<DVector<f64>> {
        let step = |point| &axes.b * axes.d.component_mul(&self.z(point));
        (0..self.lambda).map(step).collect()
    }

    /// Whether the search has ended: its steps or the differences of its costs have become tiny, or C is degenerate.
    #[must_use]
    pub fn has_ended(&self) -> bool {
        let n = self.n();
        let largest = (0..n).map(|i| self.c[i * n + i].sqrt()).fold(0.0, f64::max);
        let axes = self.axes();
        let is_degenerate = axes.d.max() > axes.d.min() * 0.99 * CONDITION.sqrt();
        let recent = 10 + 30 * n / self.lambda;
        let is_flat = self.history.len() >= recent && {
            let all = || self.history.iter().rev().take(recent).copied();
            let (low, high) = (
                all().fold(f64::INFINITY, f64::min),
                all().fold(f64::NEG_INFINITY, f64::max),
            );
            high - low <= TOL_FUN * low.abs().max(high.abs())
        };
        is_flat || is_degenerate || self.sigma * largest < TOL_X || !self.sigma.is_finite()
    }
}

/// Returns the coordinate of the unit cube of which a coordinate is the image, if the cube is mirrored at its walls.
fn mirrored(x: f64) -> f64 {
    let within = x - 2.0 * (x / 2.0).floor();
    within.min(2.0 - within)
}

impl Optimiser for Cma {
    type Told = Cost;

    fn ask(&self) -> Vec<Vec<f64>> {
        let axes = self.axes();
        let point = |y: DVector<f64>| {
            let x = self.m.iter().zip(&y).map(|(m, y)| m + self.sigma * y);
            x.map(mirrored).collect()
        };
        self.steps(&axes).into_iter().map(point).collect()
    }

    fn tell(&mut self, costs: &[Cost]) {
        let n = self.n();
        let rates = Rates::of(n, self.lambda);
        let axes = self.axes();
        let y = self.steps(&axes);
        let mut ranks: Vec<usize> = (0..self.lambda.min(costs.len())).collect();
        ranks.sort_by(|a, b| costs[*a].order(&costs[*b]));
        let ranked = || ranks.iter().zip(&rates.w);
        // (41), (42)
        let mut y_w = DVector::zeros(n);
        for (point, w) in ranked().take(rates.mu) {
            y_w += &y[*point] * *w;
        }
        for (m, step) in self.m.iter_mut().zip(&y_w) {
            *m += self.sigma * step;
        }
        // (43), (44): C^(-1/2) = B D^(-1) B^T.
        let inverse = |v: &DVector<f64>| {
            let turned = axes.b.tr_mul(v).component_div(&axes.d);
            &axes.b * turned
        };
        let lean = (rates.c_sigma * (2.0 - rates.c_sigma) * rates.mu_eff).sqrt();
        let mut p_sigma = DVector::from_column_slice(&self.p_sigma);
        p_sigma = p_sigma * (1.0 - rates.c_sigma) + inverse(&y_w) * lean;
        let length = p_sigma.norm();
        let growth = (rates.c_sigma / rates.d_sigma) * (length / rates.chi - 1.0);
        self.sigma *= libm::exp(growth.min(1.0));
        // (45): h stalls the path of C while the step size grows fast.
        let so_far = 1.0 - libm::pow(1.0 - rates.c_sigma, 2.0 * (self.g as f64 + 1.0));
        let limit = (1.4 + 2.0 / (n as f64 + 1.0)) * rates.chi;
        let h = f64::from(u8::from(length / so_far.sqrt() < limit));
        let lean = (rates.c_c * (2.0 - rates.c_c) * rates.mu_eff).sqrt();
        let mut p_c = DVector::from_column_slice(&self.p_c);
        p_c = p_c * (1.0 - rates.c_c) + &y_w * (h * lean);
        // (46), (47)
        let sum: f64 = rates.w.iter().sum();
        let stalled = (1.0 - h) * rates.c_c * (2.0 - rates.c_c);
        let kept = 1.0 + rates.c_1 * stalled - rates.c_1 - rates.c_mu * sum;
        let mut c = DMatrix::from_row_slice(n, n, &self.c) * kept;
        c += &p_c * p_c.transpose() * rates.c_1;
        for (point, w) in ranked() {
            let y = &y[*point];
            let w = match *w >= 0.0 {
                true => *w,
                false => w * n as f64 / inverse(y).norm_squared(),
            };
            c += y * y.transpose() * (rates.c_mu * w);
        }
        // Exactly symmetric, in spite of rounding.
        self.c = (&c + c.transpose()).scale(0.5).iter().copied().collect();
        self.p_sigma = p_sigma.iter().copied().collect();
        self.p_c = p_c.iter().copied().collect();
        self.g += 1;
        let best = ranks.first().map(|best| costs[*best]);
        let valid = best.filter(|best| best.tier == 0 && best.amount.is_finite());
        self.history.extend(valid.map(|best| best.amount));
    }
}

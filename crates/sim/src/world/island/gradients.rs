//! Solves for many bonds at once by conjugate gradients (Hestenes & Stiefel 1952; Golub & Van Loan, algorithm 11.5.1).
//!
//! In accelerations the system is (M + J'G J) a = M a0 + J'k, symmetric and positive definite. With M as the preconditioner
//! every residual is J' times some forces at the bonds, and M itself is not needed: all operations use such forces and W = R
//! R', whose rows R are known ([`super::bonds`]). The forces act equally on both sides of a bond, so an error of the solution
//! is an error of the forces and never of the momentum.

use nalgebra::{Matrix3, Vector3};

/// A moving side of a bond: the number of its member, the start of its three rows, and its sign.
#[derive(Clone, Copy, Debug)]
pub(in crate::world) struct Arm {
    pub bond: usize,
    pub member: usize,
    pub rows: usize,
    pub sign: f64,
}

/// Scratch memory of the conjugate-gradient method.
#[derive(Clone, Debug, Default)]
pub(in crate::world) struct Gradients {
    pub arms: Vec<Arm>,
    /// Start of each member's vector, and the end of the last one.
    pub starts: Vec<usize>,
    pub resistances: Vec<Matrix3<f64>>,
    sums: Vec<f64>,
    residual: Vec<Vector3<f64>>,
    answer: Vec<Vector3<f64>>,
    direction: Vec<Vector3<f64>>,
    moved: Vec<Vector3<f64>>,
}

/// Convergence limit: the residual relative to the initial one.
const FOUND: f64 = 1e-13;

impl Gradients {
    /// Solves (1 + G W) f = b; `forces` is b and becomes f. Returns false if it does not converge.
    pub fn solve(&mut self, rows: &[f64], forces: &mut [f64]) -> bool {
        let count = self.resistances.len();
        self.residual.clear();
        let known = forces.chunks_exact(3);
        self.residual
            .extend(known.map(|f| Vector3::new(f[0], f[1], f[2])));
        forces.fill(0.0);
        self.moved.clear();
        self.moved.resize(count, Vector3::zeros());
        self.answer.clear();
        self.answer.resize(count, Vector3::zeros());
        self.apply_mobility(rows);
        self.direction.clone_from(&self.residual);
        self.moved.clone_from(&self.answer);
        let mut size = dot(&self.residual, &self.answer);
        let first = size;
        if first <= 0.0 {
            return first == 0.0;
        }
        for _ in 0..6 * count + 50 {
            // The direction times M + J'G J.
            let against: f64 = (0..count)
                .map(|i| {
                    let moved = &self.moved[i];
                    moved.dot(&(self.direction[i] + self.resistances[i] * moved))
                })
                .sum();
            if against.is_nan() || against <= 0.0 {
                return false;
            }
            let far = size / against;
            for i in 0..count {
                let step = self.direction[i] * far;
                for (force, step) in forces[3 * i..].iter_mut().zip(step.iter()) {
                    *force += step;
                }
                self.residual[i] -= step + self.resistances[i] * self.moved[i] * far;
            }
            self.apply_mobility(rows);
            let next = dot(&self.residual, &self.answer);
            if next <= FOUND * FOUND * first {
                return true;
            }
            let part = next / size;
            size = next;
            for i in 0..count {
                self.direction[i] = self.residual[i] + self.direction[i] * part;
                self.moved[i] = self.answer[i] + self.moved[i] * part;
            }
        }
        false
    }

    /// Computes W times the residual.
    fn apply_mobility(&mut self, rows: &[f64]) {
        self.sums.clear();
        self.sums
            .resize(self.starts.last().copied().unwrap_or(0), 0.0);
        for arm in &self.arms {
            let (start, end) = (self.starts[arm.member], self.starts[arm.member + 1]);
            let length = end - start;
            let force = self.residual[arm.bond] * arm.sign;
            for (axis, f) in force.iter().enumerate() {
                let row = &rows[arm.rows + axis * length..][..length];
                for (sum, row) in self.sums[start..end].iter_mut().zip(row) {
                    *sum += row * f;
                }
            }
        }
        self.answer.fill(Vector3::zeros());
        for arm in &self.arms {
            let (start, end) = (self.starts[arm.member], self.starts[arm.member + 1]);
            let length = end - start;
            for axis in 0..3 {
                let row = &rows[arm.rows + axis * length..][..length];
                let dot: f64 = row
                    .iter()
                    .zip(&self.sums[start..end])
                    .map(|(r, s)| r * s)
                    .sum();
                self.answer[arm.bond][axis] += arm.sign * dot;
            }
        }
    }
}

fn dot(a: &[Vector3<f64>], b: &[Vector3<f64>]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a.dot(b)).sum()
}

//! Random numbers that depend on a seed and their count only, so that evolution can go on at any generation.

use crate::lang::value::functions::uniform_of;

/// A sequence of random numbers.
#[derive(Clone, Debug)]
pub struct Dice {
    seed: [u64; 3],
    count: u64,
}

impl Dice {
    /// Starts a sequence: seed, generation and number of the individual.
    #[must_use]
    pub fn new(seed: [u64; 3]) -> Self {
        Dice { seed, count: 0 }
    }

    /// Returns a uniform number in [0, 1).
    pub fn uniform(&mut self) -> f64 {
        self.count += 1;
        let [a, b, c] = self.seed;
        uniform_of(&[a, b, c, self.count])
    }

    /// Whether something of this probability happens.
    pub fn chance(&mut self, probability: f64) -> bool {
        self.uniform() < probability
    }

    /// Returns a number between two others.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.uniform()
    }

    /// Returns a whole number below a positive one.
    pub fn below(&mut self, count: usize) -> usize {
        let drawn = (self.uniform() * count as f64) as usize;
        drawn.min(count.saturating_sub(1))
    }

    /// Returns a normal number (mean 0, variance 1): a sum of twelve uniform ones.
    pub fn normal(&mut self) -> f64 {
        (0..12).map(|_| self.uniform()).sum::<f64>() - 6.0
    }
}

//! Optimisation: searches for the parameters with which a script gives the best result. An optimiser of numbers is asked for points, and
//! told how good these are.

mod cma;
mod elites;
mod goal;
mod restarts;
mod search;
mod told;

pub use cma::Cma;
pub use elites::{Choice, Elites, Member};
pub use goal::Goal;
pub use restarts::Restarts;
pub use search::{Found, Outcome, Search, State, Step};
pub use told::WINNER;

use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

/// How bad a point is: the tier decides, and within a tier the amount. NaN is worst.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cost {
    /// 0 for a valid point; more the further a point is from being one.
    pub tier: u8,
    /// Amount within the tier.
    pub amount: f64,
}

impl Cost {
    /// Creates the cost of a valid point.
    #[must_use]
    pub fn of(amount: f64) -> Self {
        Cost { tier: 0, amount }
    }

    /// Compares two costs, the lower one first.
    #[must_use]
    pub fn order(&self, other: &Cost) -> Ordering {
        let key = |cost: &Cost| match cost.amount.is_nan() {
            true => f64::INFINITY,
            false => cost.amount,
        };
        let tiers = self.tier.cmp(&other.tier);
        tiers.then(key(self).total_cmp(&key(other)))
    }
}

/// What a point gave, for a search that keeps many points.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Judged {
    /// How bad it is; among valid points, by the first goal.
    pub cost: Cost,
    /// An amount for each goal, which should be as small as possible; none if a run gave none.
    pub amounts: Vec<f64>,
    /// The features of an archive (SI); NaN for one that is not known.
    pub features: Vec<f64>,
}

impl Judged {
    /// Creates what a point without results gave.
    #[must_use]
    pub fn of(cost: Cost) -> Self {
        Judged {
            cost,
            amounts: vec![],
            features: vec![],
        }
    }
}

/// An optimiser over the unit cube, whose state is data: one that is saved and read again goes on with the same bits.
pub trait Optimiser {
    /// What it is told of a point.
    type Told;

    /// Returns the points of the next generation, each coordinate from 0 to 1. Asked again before [`Optimiser::tell`], it returns the
    /// same points.
    fn ask(&self) -> Vec<Vec<f64>>;

    /// Receives what these points gave, in their order.
    fn tell(&mut self, told: &[Self::Told]);
}

#[cfg(test)]
mod tests;

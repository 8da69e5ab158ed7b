//! Restarts with growing populations: Auger and Hansen 2005, *A Restart CMA Evolution Strategy With Increasing Population Size*.

use super::{Cma, Cost, Optimiser};
use crate::lang::value::functions::uniform_of;
use serde::{Deserialize, Serialize};

/// Most doublings of the population.
const MOST: u64 = 9;

/// A search that starts again, with twice the population and elsewhere, when it has ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Restarts {
    seed: u64,
    /// Number of restarts so far.
    restart: u64,
    search: Cma,
}

impl Restarts {
    /// Starts the first search from a point of the unit cube.
    #[must_use]
    pub fn new(start: &[f64], seed: u64) -> Self {
        Restarts {
            seed,
            restart: 0,
            search: Cma::new(start, None, (seed, 0)),
        }
    }
}

impl Optimiser for Restarts {
    type Told = Cost;

    fn ask(&self) -> Vec<Vec<f64>> {
        self.search.ask()
    }

    fn tell(&mut self, costs: &[Cost]) {
        self.search.tell(costs);
        if !self.search.has_ended() {
            return;
        }
        self.restart += 1;
        let lambda = match self.restart <= MOST {
            true => 2 * self.search.lambda(),
            false => self.search.lambda(),
        };
        let n = self.search.n() as u64;
        let start: Vec<f64> = (0..n)
            .map(|i| uniform_of(&[self.seed, u64::MAX, self.restart, i]))
            .collect();
        self.search = Cma::new(&start, Some(lambda), (self.seed, self.restart));
    }
}

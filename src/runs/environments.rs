//! Many environments of one script, stepped on several threads.

use super::Script;
use super::environment::{Environment, Refusal, Stepped};
use super::pool::Pool;
use std::sync::Arc;

/// Environments of one script. Each gives the bits that it would give alone, for any number of threads.
pub struct Batch {
    all: Vec<Environment>,
    pool: Pool,
}

impl Batch {
    /// Makes so many environments, which are stepped on so many threads.
    ///
    /// # Errors
    /// As [`Environment::new`].
    pub fn new(
        script: &Arc<Script>,
        parameters: &[(String, String)],
        count: usize,
        threads: usize,
    ) -> Result<Self, Refusal> {
        let pool = Pool::new(threads.clamp(1, count.max(1)) - 1);
        let (script, parameters) = (Arc::clone(script), parameters.to_vec());
        // Each runs the lines of the script, which may settle for long.
        let make = move |_, _: &mut ()| Environment::new(Arc::clone(&script), &parameters);
        let (_, made) = pool.each(vec![(); count], make);
        let all = made.into_iter().collect::<Result<Vec<_>, _>>()?;
        whole(count, all.len())?;
        Ok(Batch { all, pool })
    }

    /// Returns the environments.
    #[must_use]
    pub fn environments(&self) -> &[Environment] {
        &self.all
    }

    /// Returns the environments, to change them.
    pub fn environments_mut(&mut self) -> &mut [Environment] {
        &mut self.all
    }

    /// Calls a function for each environment with its number, on all threads. Returns the results in the order of the environments.
    ///
    /// # Errors
    /// That of the first environment that gave one; the others have done their part.
    pub fn each<T: Send + 'static>(
        &mut self,
        work: impl Fn(usize, &mut Environment) -> Result<T, Refusal> + Send + Sync + 'static,
    ) -> Result<Vec<T>, Refusal> {
        let all = std::mem::take(&mut self.all);
        let count = all.len();
        let told = move |number: usize, environment: &mut Environment| {
            work(number, environment).map_err(|why| of_environment(number, &why))
        };
        let (all, results) = self.pool.each(all, told);
        self.all = all;
        whole(count, results.len())?;
        results.into_iter().collect()
    }

    /// Steps all environments, of which each takes its row of `actions`.
    ///
    /// # Errors
    /// As [`Environment::step`], or there are not as many actions as all environments take. No environment is stepped if one
    /// refuses its actions.
    pub fn step(&mut self, actions: &[f64]) -> Result<Vec<Stepped>, Refusal> {
        let width = self.all.first().map_or(0, |one| one.spaces().actions.len());
        if actions.len() != width * self.all.len() {
            let (needed, found) = (width * self.all.len(), actions.len());
            return Err(Refusal(format!(
                "{needed} actions are needed, found {found}"
            )));
        }
        self.can_step(actions, &[])?;
        let actions = actions.to_vec();
        self.each(move |number, one| {
            let row = actions.get(number * width..(number + 1) * width);
            one.step(row.unwrap_or_default())
        })
    }

    /// Checks that each environment can take its row of `actions`, except those marked in `without`.
    ///
    /// # Errors
    /// That of the first one that cannot.
    pub fn can_step(&self, actions: &[f64], without: &[bool]) -> Result<(), Refusal> {
        for (number, one) in self.all.iter().enumerate() {
            if without.get(number) != Some(&true) {
                let width = one.spaces().actions.len();
                let row = actions.get(number * width..(number + 1) * width);
                one.can_step(row.unwrap_or_default())
                    .map_err(|why| of_environment(number, &why))?;
            }
        }
        Ok(())
    }

    /// Resets all environments: the one with number n with `seed + n`.
    ///
    /// # Errors
    /// As [`Environment::reset`].
    pub fn reset(&mut self, seed: Option<u64>) -> Result<(), Refusal> {
        let seed = move |number: usize| seed.map(|seed| seed.wrapping_add(number as u64));
        self.each(move |number, one| one.reset(seed(number)))
            .map(drop)
    }
}

fn of_environment(number: usize, why: &Refusal) -> Refusal {
    Refusal(format!("environment {number}: {why}"))
}

/// Whether all environments came back from their threads.
fn whole(count: usize, found: usize) -> Result<(), Refusal> {
    match found == count {
        true => Ok(()),
        false => Err(Refusal("a thread failed".to_owned())),
    }
}

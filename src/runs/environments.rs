//! Many environments of one script, stepped on several threads.

use super::Script;
use super::environment::{Environment, Refusal, Stepped};
use std::sync::Arc;

/// Environments of one script. Each gives the bits that it would give alone, for any number of threads.
pub struct Batch {
    all: Vec<Environment>,
    threads: usize,
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
        let mut batch = Batch {
            all: vec![],
            threads: threads.max(1),
        };
        let slots: Vec<usize> = (0..count).collect();
        let make = |_: &usize| Environment::new(Arc::clone(script), parameters);
        // Each runs the lines of the script, which may settle for long.
        let chunk = count.div_ceil(batch.threads).max(1);
        let made: Vec<Result<Environment, Refusal>> = std::thread::scope(|scope| {
            let part =
                |part| scope.spawn(move || <[usize]>::iter(part).map(make).collect::<Vec<_>>());
            let running: Vec<_> = slots.chunks(chunk).map(part).collect();
            let failed = || vec![Err(Refusal("a thread failed".to_owned()))];
            let results = running
                .into_iter()
                .map(|one| one.join().unwrap_or_else(|_| failed()));
            results.flatten().collect()
        });
        batch.all = made.into_iter().collect::<Result<_, _>>()?;
        Ok(batch)
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
    pub fn each<T: Send>(
        &mut self,
        work: impl Fn(usize, &mut Environment) -> Result<T, Refusal> + Sync,
    ) -> Result<Vec<T>, Refusal> {
        let chunk = self.all.len().div_ceil(self.threads).max(1);
        let work = &work;
        let told = |number: usize, environment: &mut Environment| {
            let why = |why: Refusal| Refusal(format!("environment {number}: {why}"));
            work(number, environment).map_err(why)
        };
        let told = &told;
        if chunk >= self.all.len() {
            let all = self.all.iter_mut().enumerate();
            return all
                .map(|(number, one)| told(number, one))
                .collect::<Vec<_>>()
                .into_iter()
                .collect();
        }
        std::thread::scope(|scope| {
            let part = |(first, part): (usize, &'_ mut [Environment])| -> Vec<_> {
                let all = part.iter_mut().enumerate();
                all.map(|(i, one)| told(first * chunk + i, one)).collect()
            };
            let chunks = self.all.chunks_mut(chunk).enumerate();
            let running: Vec<_> = chunks.map(|one| scope.spawn(move || part(one))).collect();
            let failed = || vec![Err(Refusal("a thread failed".to_owned()))];
            let results: Vec<_> = running
                .into_iter()
                .flat_map(|one| one.join().unwrap_or_else(|_| failed()))
                .collect();
            results.into_iter().collect()
        })
    }

    /// Steps all environments, of which each takes its row of `actions`.
    ///
    /// # Errors
    /// As [`Environment::step`], or there are not as many actions as all environments take. Then no environment was stepped that
    /// refused its actions.
    pub fn step(&mut self, actions: &[f64]) -> Result<Vec<Stepped>, Refusal> {
        let width = self.all.first().map_or(0, |one| one.spaces().actions.len());
        if actions.len() != width * self.all.len() {
            let (needed, found) = (width * self.all.len(), actions.len());
            return Err(Refusal(format!(
                "{needed} actions are needed, found {found}"
            )));
        }
        self.each(|number, one| {
            let row = actions.get(number * width..(number + 1) * width);
            one.step(row.unwrap_or_default())
        })
    }

    /// Resets all environments: the one with number n with `seed + n`.
    ///
    /// # Errors
    /// As [`Environment::reset`].
    pub fn reset(&mut self, seed: Option<u64>) -> Result<(), Refusal> {
        let seed = |number: usize| seed.map(|seed| seed.wrapping_add(number as u64));
        self.each(|number, one| one.reset(seed(number))).map(drop)
    }
}

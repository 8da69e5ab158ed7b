//! Threads that wait for work on things which they get and give back.

use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};

/// Parts of the work for each thread: a core that others use too does fewer of them.
const PARTS: usize = 8;

type Job = Box<dyn FnOnce() + Send>;

/// Threads beside the one that calls. They stay, because a new one for each call starts too late to help with work of some milliseconds.
pub(super) struct Pool(Vec<Sender<Job>>);

impl Pool {
    /// Starts so many threads; fewer, if the system has no more.
    pub fn new(count: usize) -> Self {
        let start = |_| {
            let (sender, jobs) = channel::<Job>();
            let builder = std::thread::Builder::new().name("batch".to_owned());
            let run = move || jobs.into_iter().for_each(|job| job());
            builder.spawn(run).is_ok().then_some(sender)
        };
        Pool((0..count).filter_map(start).collect())
    }

    /// Calls `work` for each thing with its number, on all threads. Returns the things and the results in order; fewer, if a thread failed.
    pub fn each<I: Send + 'static, T: Send + 'static>(
        &self,
        things: Vec<I>,
        work: impl Fn(usize, &mut I) -> T + Send + Sync + 'static,
    ) -> (Vec<I>, Vec<T>) {
        let size = (things.len() / (PARTS * (self.0.len() + 1))).max(1);
        let mut parts = vec![];
        let mut rest = things.into_iter().enumerate();
        loop {
            let part: Vec<(usize, I)> = rest.by_ref().take(size).collect();
            if part.is_empty() {
                break;
            }
            parts.push(part);
        }
        let count = parts.len();
        let call = Arc::new(Call {
            parts: Mutex::new(parts),
            work,
        });
        let (done, results) = channel();
        for thread in &self.0 {
            let (call, done) = (Arc::clone(&call), done.clone());
            // A thread that has failed gets nothing more.
            let _ = thread.send(Box::new(move || call.take(&done)));
        }
        call.take(&done);
        drop(done);
        // A thread that wakes up late finds no part, and is not waited for.
        let mut all: Vec<(usize, I, T)> = results.into_iter().take(count).flatten().collect();
        all.sort_by_key(|(number, ..)| *number);
        all.into_iter()
            .map(|(_, thing, result)| (thing, result))
            .unzip()
    }
}

/// Work on parts of the things, of which each thread takes the next one.
struct Call<I, F> {
    parts: Mutex<Vec<Vec<(usize, I)>>>,
    work: F,
}

impl<I, F> Call<I, F> {
    fn take<T>(&self, done: &Sender<Vec<(usize, I, T)>>)
    where
        F: Fn(usize, &mut I) -> T,
    {
        let next = || {
            let parts = self.parts.lock();
            parts.unwrap_or_else(PoisonError::into_inner).pop()
        };
        while let Some(part) = next() {
            let one = |(number, mut thing)| {
                let result = (self.work)(number, &mut thing);
                (number, thing, result)
            };
            // The receiver waits for all parts.
            let _ = done.send(part.into_iter().map(one).collect());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_order_for_any_number_of_threads() {
        for threads in [0, 1, 3, 40] {
            let pool = Pool::new(threads);
            for _ in 0..20 {
                let work = |number: usize, thing: &mut usize| {
                    *thing += 1;
                    number + *thing
                };
                let (things, results) = pool.each((0..30).collect(), work);
                assert!(things.into_iter().eq(1..31));
                assert!(results.into_iter().eq((0..30).map(|n| 2 * n + 1)));
            }
        }
    }

    #[test]
    fn a_thread_that_fails_is_not_waited_for() {
        let pool = Pool::new(1);
        let here = std::thread::current().id();
        let work = move |_: usize, _: &mut usize| {
            assert_eq!(std::thread::current().id(), here, "a fault on purpose");
            std::thread::sleep(std::time::Duration::from_millis(5));
        };
        let (things, results) = pool.each((0..40).collect(), work);
        assert!(things.len() == results.len() && things.len() < 40);
        assert_eq!(pool.each(vec![1, 2], |_, one: &mut i32| *one).1, [1, 2]);
    }
}

//! Many runs on several threads, with their results in order.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::channel;

/// Calls `work` for each number of a range on several threads, and passes each result to `take`, on this thread and in order, as
/// soon as it and all before it are known. `take` may end the work, which sets `ended`; work in progress may watch that too.
///
/// Returns whether all results were taken; not if `take` ended the work, or a thread failed.
pub fn in_order<T: Send>(
    numbers: std::ops::Range<usize>,
    threads: usize,
    ended: &AtomicBool,
    work: impl Fn(usize) -> T + Sync,
    mut take: impl FnMut(usize, T) -> ControlFlow<()>,
) -> bool {
    let next = AtomicUsize::new(numbers.start);
    let mut due = numbers.start;
    std::thread::scope(|scope| {
        let (done, results) = channel();
        let worker = |_| {
            let (done, work, next, end) = (done.clone(), &work, &next, numbers.end);
            scope.spawn(move || {
                let _guard = EndsOnPanic(ended);
                while !ended.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= end || done.send((number, work(number))).is_err() {
                        break;
                    }
                }
            })
        };
        let count = threads.clamp(1, numbers.len().max(1));
        let workers: Vec<_> = (0..count).map(worker).collect();
        drop(done);
        let mut waiting = BTreeMap::new();
        'all: for (number, result) in results {
            waiting.insert(number, result);
            while let Some(result) = waiting.remove(&due) {
                if ended.load(Ordering::Relaxed) {
                    break 'all;
                }
                due += 1;
                if take(due - 1, result).is_break() {
                    ended.store(true, Ordering::Relaxed);
                    break 'all;
                }
            }
        }
        // The panic of a thread is reported, and ends the work, but not this thread.
        for worker in workers {
            let _ = worker.join();
        }
    });
    due == numbers.end
}

/// Ends the work of all threads when that of its own panics.
struct EndsOnPanic<'e>(&'e AtomicBool);

impl Drop for EndsOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_from_any_number_of_threads() {
        for threads in [1, 2, 7] {
            let mut taken = vec![];
            let work = |number: usize| {
                // The first ones take longest.
                std::thread::sleep(std::time::Duration::from_micros(
                    200 * (9 - number as u64 % 10),
                ));
                number * number
            };
            let whole = in_order(
                3..30,
                threads,
                &AtomicBool::new(false),
                work,
                |number, square| {
                    taken.push((number, square));
                    ControlFlow::Continue(())
                },
            );
            assert!(whole);
            let all: Vec<_> = (3..30).map(|n| (n, n * n)).collect();
            assert_eq!(taken, all);
        }
    }

    #[test]
    fn a_thread_that_panics_ends_the_work() {
        let mut taken = vec![];
        let ended = AtomicBool::new(false);
        let work = |number: usize| {
            assert!(number != 20, "a fault on purpose");
            number
        };
        let whole = in_order(0..100_000, 2, &ended, work, |number, _| {
            taken.push(number);
            ControlFlow::Continue(())
        });
        assert!(!whole && ended.load(Ordering::Relaxed));
        assert!(taken.len() <= 20 && taken.iter().enumerate().all(|(i, n)| i == *n));
    }

    #[test]
    fn what_ends_the_work_gets_nothing_more() {
        let mut taken = vec![];
        let ended = AtomicBool::new(false);
        let whole = in_order(
            0..1000,
            3,
            &ended,
            |n| n,
            |number, _| {
                taken.push(number);
                match number {
                    4 => ControlFlow::Break(()),
                    _ => ControlFlow::Continue(()),
                }
            },
        );
        assert!(!whole && ended.load(Ordering::Relaxed));
        assert_eq!(taken, [0, 1, 2, 3, 4]);
    }
}

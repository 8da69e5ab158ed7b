//! Distributes work over threads.

use std::sync::{Mutex, PoisonError};

/// Calls `work` for every item, on `threads` threads. Items own their output, so the result does not depend on the
/// distribution.
pub(super) fn for_each<T: Send>(threads: usize, items: Vec<T>, work: impl Fn(T) + Sync) {
    let threads = threads.clamp(1, items.len().max(1));
    let queue = Mutex::new(items.into_iter());
    let run = || {
        loop {
            let next = queue.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some(item) = next else { break };
            work(item);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(run);
        }
        run();
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_is_done_once() {
        for threads in [0, 1, 3, 50] {
            let mut marks = vec![0; 20];
            for_each(threads, marks.iter_mut().collect(), |m| *m += 1);
            assert_eq!(marks, vec![1; 20]);
        }
        for_each(2, Vec::<u8>::new(), |_| unreachable!());
    }
}

//! Orders of a viewer and of the prompt that have come to the session.

use crate::view::channels::Order;
use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

/// Orders of a viewer and of the prompt that have come to the session.
pub(super) struct Requests {
    inbox: Receiver<Order>,
    /// Those that arrived during a `go` and wait for its end.
    pub waiting: VecDeque<Order>,
    /// Lines of a viewer that run before the next frame.
    pub lines: Vec<String>,
    /// Whether an order interrupts the running `go`.
    pub ends: bool,
}

impl Requests {
    /// Creates an empty list of the orders that arrive in `inbox`.
    pub fn new(inbox: Receiver<Order>) -> Self {
        Requests {
            inbox,
            waiting: VecDeque::new(),
            lines: vec![],
            ends: false,
        }
    }

    /// Waits for a new order, but not longer than this time.
    pub fn receive(&mut self, most: Duration) -> Option<Order> {
        if most.is_zero() {
            return self.inbox.try_recv().ok();
        }
        match self.inbox.recv_timeout(most) {
            Ok(order) => Some(order),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => {
                std::thread::sleep(most);
                None
            }
        }
    }
}

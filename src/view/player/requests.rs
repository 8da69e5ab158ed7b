//! Messages of a viewer and of the prompt to the session.

use crate::view::channels::Message;
use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

/// Messages of a viewer and of the prompt to the session.
pub(super) struct Requests {
    inbox: Receiver<Message>,
    /// Messages that arrived during a `go` and wait for its end.
    pub waiting: VecDeque<Message>,
    /// Lines of a viewer that run before the next frame.
    pub lines: Vec<String>,
    /// Whether a message interrupts the running `go`.
    pub ends: bool,
}

impl Requests {
    /// Creates an empty list of the messages that arrive in `inbox`.
    pub fn new(inbox: Receiver<Message>) -> Self {
        Requests {
            inbox,
            waiting: VecDeque::new(),
            lines: vec![],
            ends: false,
        }
    }

    /// Waits for a new message, but not longer than this time.
    pub fn receive(&mut self, most: Duration) -> Option<Message> {
        if most.is_zero() {
            return self.inbox.try_recv().ok();
        }
        match self.inbox.recv_timeout(most) {
            Ok(message) => Some(message),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => {
                std::thread::sleep(most);
                None
            }
        }
    }
}

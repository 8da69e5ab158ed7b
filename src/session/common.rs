//! Data that an observer shares with its front end.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A value that an observer and its front end share, each with a handle of its own. A session, with its observer, may move to
/// another thread.
#[derive(Debug, Default)]
pub struct Common<T>(Arc<Mutex<T>>);

impl<T> Clone for Common<T> {
    fn clone(&self) -> Self {
        Common(Arc::clone(&self.0))
    }
}

impl<T> Common<T> {
    /// Creates the first handle.
    #[must_use]
    pub fn new(value: T) -> Self {
        Common(Arc::new(Mutex::new(value)))
    }

    /// Returns the value, which no other handle reaches meanwhile. A handle locked twice on one thread waits for ever.
    pub fn lock(&self) -> MutexGuard<'_, T> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the value, and leaves the default of its type.
    pub fn take(&self) -> T
    where
        T: Default,
    {
        std::mem::take(&mut *self.lock())
    }

    /// Returns the value of the last handle; none while there is another.
    #[must_use]
    pub fn into_inner(self) -> Option<T> {
        let inner = Arc::into_inner(self.0)?.into_inner();
        Some(inner.unwrap_or_else(PoisonError::into_inner))
    }
}

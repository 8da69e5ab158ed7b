//! A request to stop, which long work looks at.

use std::fmt;
use std::sync::Arc;

/// A question that long work asks from time to time: whether it should stop. The default is never.
#[derive(Clone, Default)]
pub struct StopSignal(Option<Arc<dyn Fn() -> bool + Send + Sync>>);

impl StopSignal {
    /// The signal that is never set.
    pub const NEVER: StopSignal = StopSignal(None);

    /// Creates a signal that is set when a function returns true.
    pub fn new(is_set: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        StopSignal(Some(Arc::new(is_set)))
    }

    /// Whether work should stop.
    #[must_use]
    pub fn is_set(&self) -> bool {
        self.0.as_ref().is_some_and(|is_set| is_set())
    }
}

impl fmt::Debug for StopSignal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "StopSignal({})", self.is_set())
    }
}

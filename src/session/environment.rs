//! What lines that run later keep of the place where they were written.

use super::Session;
use super::scope::{Locals, Reach};
use crate::session::command::Reflection;
use std::sync::Arc;

/// What lines that run later keep of the place where they were written.
#[derive(Clone, Debug, Default)]
pub struct Environment {
    /// What local names stood for.
    pub locals: Arc<Locals>,
    /// The figure that was spoken of.
    pub corpus: Option<usize>,
    /// The gait that was spoken of.
    pub roach: Option<usize>,
    /// What stands for bodies, if lines that were copied to the other side of a figure wrote them.
    pub mirrored: Option<Arc<Reflection>>,
}

impl Session {
    /// What lines that stand here need to run later.
    #[must_use]
    pub(crate) fn environment(&self) -> Environment {
        let here = self.here();
        Environment {
            locals: Arc::new(self.locals()),
            corpus: here.current,
            roach: here.current_roach,
            mirrored: self.at_work.mirrored.clone(),
        }
    }

    /// Does something as lines do that were written there.
    pub(super) fn within<T>(
        &mut self,
        environment: &Environment,
        run: impl FnOnce(&mut Session) -> T,
    ) -> T {
        let spoken_of = self.speak_of(environment.corpus, environment.roach);
        let locals = Locals::clone(&environment.locals);
        self.own.scopes.enter(Reach::Event, locals);
        let result = self.reflected(environment.mirrored.as_ref(), run);
        self.own.scopes.leave();
        self.speak_of(spoken_of.0, spoken_of.1);
        result
    }

    /// Commands speak of this figure and this gait from here on. Gives back those that they spoke of.
    pub(super) fn speak_of(
        &mut self,
        corpus: Option<usize>,
        roach: Option<usize>,
    ) -> (Option<usize>, Option<usize>) {
        let stage = self.here_mut();
        let before = (stage.current, stage.current_roach);
        (stage.current, stage.current_roach) = (corpus, roach);
        before
    }
}

//! The environment of lines that run later: local names, current figure and gait of the place where they were written.

use super::Session;
use super::scope::{Locals, Reach};
use crate::session::command::Reflection;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The environment of lines that run later.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Environment {
    /// Values of local names.
    pub locals: Arc<Locals>,
    /// The current figure.
    pub corpus: Option<usize>,
    /// The current gait.
    pub roach: Option<usize>,
    /// Substitutes of bodies, for lines that were copied to the other side of a figure.
    pub mirrored: Option<Arc<Reflection>>,
}

impl Session {
    /// Returns the current environment, for lines that run later.
    #[must_use]
    pub(crate) fn environment(&self) -> Environment {
        let here = self.here();
        Environment {
            locals: Arc::new(self.locals()),
            corpus: here.definitions.current,
            roach: here.definitions.current_roach,
            mirrored: self.activity.mirrored.clone(),
        }
    }

    /// Calls a function in an environment.
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

    /// Selects the current figure and gait. Returns the previous ones.
    pub(super) fn speak_of(
        &mut self,
        corpus: Option<usize>,
        roach: Option<usize>,
    ) -> (Option<usize>, Option<usize>) {
        let stage = self.here_mut();
        let before = (stage.definitions.current, stage.definitions.current_roach);
        (stage.definitions.current, stage.definitions.current_roach) = (corpus, roach);
        before
    }
}

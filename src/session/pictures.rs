//! Pictures made by a script: the front end draws them.

use super::{Session, Stop};
use crate::files::Output;
use crate::source::Span;

/// A picture of one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Snap {
    /// Number of the camera in the look of the world; none for the default one.
    pub camera: Option<usize>,
    /// Columns of pixels.
    pub width: usize,
    /// Rows of pixels.
    pub height: usize,
}

impl Session {
    /// Requests a picture of the current moment in a file.
    ///
    /// # Errors
    /// The script may not write there, or it could not be written.
    pub(crate) fn snap(&mut self, path: &str, snap: Snap, at: Span) -> Result<(), Stop> {
        let file = self.writes(path, Output::Picture, at)?;
        self.effect(|session| {
            session.observe_for_pictures();
            let stage = &session.stages[session.stage];
            let taken = session.observer.snap(stage, snap, &file);
            taken.map_err(|why| session.unwritable(path, &why, at).into())
        })
    }

    /// Updates forces if pictures show them. This does not affect the simulation.
    pub(super) fn observe_for_pictures(&mut self) {
        if self.here().look.shown.forces {
            self.here_mut().world.observe();
        }
    }
}

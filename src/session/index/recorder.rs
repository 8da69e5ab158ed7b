//! Records names as the lines of a session run.

use super::Index;
use crate::session::Session;

/// Records the names of lines in the index of a session as they run.
pub(in crate::session) struct Recorder<'a> {
    pub(super) session: &'a Session,
    pub(super) index: &'a mut Index,
}

/// Records names in the index of a session, if it has one.
pub(in crate::session) fn record(session: &mut Session, names: impl FnOnce(&mut Recorder)) {
    if let Some(mut index) = session.index.take() {
        names(&mut Recorder {
            session,
            index: &mut index,
        });
        session.index = Some(index);
    }
}

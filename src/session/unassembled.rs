//! Warning of figures that a script builds and never assembles.

use super::Session;
use super::command::Thing;
use crate::source::Span;

impl Session {
    /// Warns, at the end of the check of a whole script, of figures with bodies that were not assembled in a world that a `go` has
    /// moved.
    pub(super) fn check_assembled(&mut self) {
        if self.is_mistaken() || self.doubts_anything() {
            return;
        }
        let here = self.stage;
        for stage in 0..self.stages.len() {
            self.stage = stage;
            for (at, name) in self.unassembled() {
                let message = format!("`{name}` is never assembled, so `go` does not move it");
                let help = format!(
                    "write `corpusinit` after its bodies, links and root, or remove `{name}`"
                );
                self.warn("W026", at, message, help);
            }
        }
        self.stage = here;
    }

    /// Returns the unassembled figures of the current world, if it has moved, with the places of their names.
    fn unassembled(&self) -> Vec<(Span, String)> {
        let stage = self.here();
        if stage.simulated == 0.0 {
            return vec![];
        }
        let drafts = stage.definitions.drafts.iter();
        let found = drafts.filter(|draft| {
            let is_built = draft.running.is_some() || draft.figure.bodies.is_empty();
            !(is_built || draft.doubtful || draft.told)
        });
        let places = found.filter_map(|draft| {
            let name = &draft.figure.name;
            Some((self.first_named(Thing::Corpus, name)?, name.clone()))
        });
        places.collect()
    }
}

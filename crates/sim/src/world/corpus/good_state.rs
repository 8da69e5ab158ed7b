//! The state of a corpus at the start of an advance, to restore it if the advance fails.

use super::Corpus;

impl Corpus {
    /// Stores the state at the start of an advance, to restore it if the advance fails.
    pub(in crate::world) fn keep_good(&mut self) {
        let mut good = std::mem::take(&mut self.good);
        good.y.clone_from(&self.y);
        good.holds.clear();
        good.holds.extend(self.held_points());
        good.anchors.clear();
        good.anchors.extend(self.anchors());
        good.memory = self.step.memory;
        good.rigid.clone_from(&self.contact.rigid);
        good.stops.clone_from(&self.contact.stops);
        self.good = good;
    }

    /// Restores the stored state.
    pub(in crate::world) fn return_to_good(&mut self) {
        let good = std::mem::take(&mut self.good);
        self.y.clone_from(&good.y);
        self.hold_again(
            good.holds
                .iter()
                .map(|(slot, hold)| (*slot as usize, *hold)),
        );
        self.release_friction();
        self.set_anchors(good.anchors.iter().copied());
        self.step.memory = good.memory;
        self.contact.rigid.clone_from(&good.rigid);
        self.contact.stops.clone_from(&good.stops);
        self.good = good;
    }
}

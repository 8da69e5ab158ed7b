//! Where a step ends because what holds changes in it.

use super::*;

impl Island<'_> {
    /// Returns another length (s) for a step of `h` seconds to (time, y), if a gap has closed in it, or a row has begun to hold otherwise.
    pub fn cut_held(&mut self, time: f64, h: f64, y: &[f64]) -> Option<f64> {
        self.place(y);
        let held: Vec<Which> = self.holding().iter().map(|(of, ..)| of.of).collect();
        let mut shorter: Option<f64> = None;
        for of in self.unilateral(h) {
            let passes = || self.forces.passing.iter().any(|by| by.is_same(&of.of));
            if held.contains(&of.of) || of.gap >= -CLOSED * of.length || passes() {
                continue;
            }
            // Where the gap closed at that speed; else somewhere before.
            let since = match of.speed < 0.0 {
                true => of.gap / of.speed,
                false => 0.5 * h,
            };
            let at = (h - since).max(LEAST_PART * h);
            shorter = Some(shorter.map_or(at, |least| least.min(at)));
        }
        if shorter.is_some() || self.forces.active.is_empty() {
            return shorter;
        }
        self.accelerate_held(time, y);
        self.find_change(h)
    }

    /// Returns the length (s) of a step at which the first row begins to hold otherwise, if one does in `h` seconds, or the search for that has
    /// begun.
    fn find_change(&mut self, h: f64) -> Option<f64> {
        let all = self.forces.active.iter().filter_map(Active::left);
        let least = all.fold(f64::INFINITY, f64::min);
        if self.forces.bracket.is_none() && least >= 0.0 || least.abs() <= FOUND {
            return None;
        }
        let bracket = self.forces.bracket.get_or_insert(Bracket {
            low: (0.0, 1.0),
            high: None,
        });
        match least > 0.0 {
            true => bracket.low = (h, least),
            false => bracket.high = Some((h, least)),
        }
        let (low, high) = (bracket.low, bracket.high?);
        let part = low.1.min(1.0) / (low.1.min(1.0) - high.1);
        let at = low.0 + (high.0 - low.0) * part.clamp(0.02, 0.98);
        (high.0 - low.0 > 4.0 * f64::EPSILON * high.0).then_some(at)
    }
}

impl Active {
    /// Returns how far it is from holding otherwise: its force from pulling or from leaving its cone, as a part of the largest one; or its sliding
    /// from its end, as a part of that at the start. None if it has gone.
    fn left(&self) -> Option<f64> {
        let of = self.now?;
        let ((first, _), (now, across)) = (of.split(&self.first), of.split(&self.force));
        let most = first.abs().max(now.abs());
        if most == 0.0 {
            return Some(FOUND);
        }
        let mut left = now / most + FOUND;
        if self.grip == Grip::Sticks {
            let within = now - across.norm() / of.friction;
            left = left.min(within / most + FOUND);
        }
        if let Grip::Slides(way) = self.grip
            && self.sliding > 0.0
        {
            left = left.min(of.slides().dot(&way) / self.sliding);
        }
        Some(left)
    }
}

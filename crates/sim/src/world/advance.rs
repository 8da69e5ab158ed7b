//! Advance of a world in time.

use super::World;
use super::contact::lower_surface;
use super::corpus::Corpus;
use super::divergence::Divergence;
use super::strength::find_too_strong;

impl World {
    /// Advances to a time (s). The state changes continuously; a script changes it only between two calls. The advance is
    /// divided at the end of each push.
    ///
    /// Each corpus is integrated separately, with its own step size, except those that interact: they are integrated together.
    ///
    /// # Errors
    /// The simulation diverged; state and clock are then those before the call, or at the last end of a push: the last valid
    /// ones. Also if a body exceeds its speed limit; state and clock are then those of that moment.
    pub fn advance(&mut self, to: f64) -> Result<(), Box<Divergence>> {
        self.end_pushes();
        while let Some(end) = self.next_end_of_push(to) {
            self.advance_on(end)?;
            self.end_pushes();
        }
        self.advance_on(to)?;
        self.end_pushes();
        Ok(())
    }

    /// Forgets what has begun to touch by rigid contact: [`World::touching`] then tells only what touches now, and what begins to from now on.
    pub fn forget_meetings(&mut self) {
        for corpus in &mut self.corpora {
            corpus.contact.forget_meetings();
        }
    }

    /// Advances to a time (s) without discontinuities before it.
    fn advance_on(&mut self, to: f64) -> Result<(), Box<Divergence>> {
        self.remembers_steps = true;
        // They were those of the states before.
        self.interactions.touches.take();
        if self.all_stay(to) {
            return self.check_speed_limits();
        }
        let longest = self.longest_step();
        for corpus in self.corpora.iter_mut().filter(|c| c.integrated) {
            if let Some(divergence) = find_too_strong(corpus, self.time, longest) {
                return Err(Box::new(divergence));
            }
        }
        let (now, gravity) = (self.time, self.gravity.vector());
        let settings = self.refinement.of(&self.settings, self.dt, to - now);
        for corpus in self.corpora.iter_mut().filter(|c| c.integrated) {
            corpus.anchor_joints();
            corpus.open_account(now, gravity);
        }
        if self.ground_on {
            for corpus in self.corpora.iter_mut().filter(|c| c.integrated) {
                lower_surface(corpus, &self.ground, now);
            }
        }
        for corpus in &mut self.corpora {
            corpus.contact.begin_advance();
            corpus.keep_good();
        }
        self.interactions.keep_good_attachments();
        self.interactions
            .find_islands(&mut self.corpora, (to - now, &gravity), self.ground.scale);
        self.interactions.part(&mut self.corpora, &self.ground, now);
        let mut moving = std::mem::take(&mut self.interactions.islands.moving);
        moving.clear();
        for i in 0..self.corpora.len() {
            let first = self.interactions.islands.of(i).unwrap_or(i);
            if self.corpora[i].integrated && first == i && !self.stays(i, to - now) {
                moving.push(i);
            }
        }
        self.interactions.islands.moving = moving;
        if let Err(divergence) = self.advance_islands(to, longest, &settings) {
            self.interactions.return_to_good_attachments();
            self.corpora.iter_mut().for_each(Corpus::return_to_good);
            let moving = self.corpora.iter_mut().filter(|c| c.integrated);
            moving.for_each(Corpus::drop_account);
            return Err(divergence);
        }
        self.interactions.take_pairs();
        self.time = to;
        self.check_speed_limits()
    }

    /// Returns the next time (s) before `to` at which a push ends.
    fn next_end_of_push(&self, to: f64) -> Option<f64> {
        let moving = self.corpora.iter().filter(|corpus| corpus.integrated);
        moving
            .filter_map(|corpus| corpus.next_end_of_push(to))
            .min_by(f64::total_cmp)
    }

    /// Ends the pushes whose end has passed.
    fn end_pushes(&mut self) {
        let time = self.time;
        for corpus in &mut self.corpora {
            corpus.end_pushes_by(time);
        }
    }

    fn check_speed_limits(&mut self) -> Result<(), Box<Divergence>> {
        for corpus in self
            .corpora
            .iter_mut()
            .filter(|c| c.integrated && !c.imposed.speed_limits.is_empty())
        {
            if let Some(mut divergence) = corpus.beyond_speed_limit() {
                divergence.time = self.time;
                return Err(Box::new(divergence));
            }
        }
        Ok(())
    }

    /// Returns a time (s) in which no joint should turn many times: the step, or the frame if that is shorter.
    fn longest_step(&self) -> f64 {
        self.dt.min(self.step_size())
    }
}

//! Closed loops: their gaps, and the joint positions that close them.

use super::{Corpus, World};
use crate::contact::{Closure, Joined};
use corpus_dynamics::{JointKind, Response, Workspace};
use nalgebra::{DMatrix, DVector};
use std::collections::BTreeSet;

/// Largest gap of a loop that counts as closed, as a part of its lever.
const CLOSED: f64 = 1e-12;

/// Difference of a joint position by which derivatives are taken (rad, or parts of the figure's extent).
const DIFFERENCE: f64 = 1e-6;

/// Largest change of a joint position in an iteration (rad, or parts of the figure's extent).
const LONGEST: f64 = 0.3;

/// Distance from a hard end of a range, or from the length of a rope, as a part of it, at which motion beyond it shows that something forces it;
/// and that motion, in such parts in a second.
const AT_END: f64 = 1e-6;
const FORCED: f64 = 1e-3;

/// Most iterations, and most of them in which the widest gap does not get smaller.
const MOST_ITERATIONS: usize = 200;
const MOST_IN_VAIN: usize = 30;

/// Starts that are tried, and by how much each is beside the last one (rad, or parts of the figure's extent).
const MOST_ATTEMPTS: u32 = 4;
const BESIDE: f64 = 0.02;

impl Corpus {
    /// Whether a joint is an axis of a ball, whose positions are a rotation vector and not the integrals of their rates.
    #[must_use]
    pub fn is_of_ball(&self, joint: usize) -> bool {
        let mut balls = self.model.balls().iter();
        balls.any(|&first| (first + 1..=first + 3).contains(&joint))
    }

    /// Returns the acceleration of a joint by a unit force there, at the present state without springs; none if it cannot be solved.
    #[must_use]
    pub fn joint_mobility(&self, joint: usize) -> Option<f64> {
        let mut workspace = Workspace::new(&self.model);
        let response = Response::of(&self.model, &self.y, &mut workspace)?;
        let mut columns = vec![];
        response.joint_columns(&self.model, joint, 1.0, &mut columns);
        Some(columns.iter().map(|of| of.by.x * of.by.x).sum())
    }
}

impl World {
    /// Returns the closed loop with the widest gap as a part of its lever, at the states last [observed](World::observe): its number,
    /// the gap and the lever (m).
    #[must_use]
    pub fn widest_gap(&self) -> Option<(usize, f64, f64)> {
        let gaps = self.closures().filter_map(|(number, closure)| {
            let gap = closure.gap(&self.joined_points(number)?);
            Some((number, gap, closure.lever))
        });
        gaps.max_by(|a, b| (a.1 / a.2).total_cmp(&(b.1 / b.2)))
    }

    /// Returns the closed loop whose points move apart fastest, at the states last [observed](World::observe): its number, and that speed
    /// as a part of their own.
    #[must_use]
    pub fn widest_slip(&self) -> Option<(usize, f64)> {
        let slips = self.closures().filter_map(|(number, closure)| {
            let points = self.joined_points(number)?;
            Some((number, closure.slip(&points)))
        });
        slips.max_by(|a, b| a.1.total_cmp(&b.1))
    }

    /// Returns the drive that is farthest from its motion, at the states last [observed](World::observe): its number, and by how much its joint
    /// moves otherwise, as a part of its speed.
    #[must_use]
    pub fn slowest_drive(&self) -> Option<(usize, f64)> {
        let slips = self.closures().filter(|(_, closure)| closure.drives());
        let slips = slips.filter_map(|(number, closure)| {
            Some((number, closure.slip(&self.joined_points(number)?)))
        });
        slips.max_by(|a, b| a.1.total_cmp(&b.1))
    }

    /// Returns a joint at a hard end of its range that moves beyond it, by its corpus and body: only a drive forces it so.
    #[must_use]
    pub fn forced_end(&self) -> Option<(usize, usize)> {
        self.corpora.iter().enumerate().find_map(|(i, corpus)| {
            let layout = corpus.layout();
            let mut joints = corpus.joints.iter().enumerate().skip(1);
            let forced = joints.find(|(body, joint)| {
                let of = |start: usize| corpus.y.get(start + body - 1).copied();
                let (Some(q), Some(rate)) = (of(layout.q().start), of(layout.qd().start)) else {
                    return false;
                };
                let range = joint.qmax - joint.qmin;
                let ends = [(q - joint.qmin, rate), (joint.qmax - q, -rate)];
                let mut ends = ends.into_iter();
                joint.hard
                    && ends.any(|(gap, opens)| gap < AT_END * range && opens < -FORCED * range)
            });
            forced.map(|(body, _)| (i, body))
        })
    }

    /// Returns the number of a taut rope whose points move apart, at the states last [observed](World::observe): only a drive forces them so.
    #[must_use]
    pub fn forced_rope(&self) -> Option<usize> {
        let mut ropes = self.closures().filter_map(|(number, closure)| {
            let points = self.joined_points(number)?;
            let (direction, slack, length) = closure.slack(&points)?;
            Some((
                number,
                slack,
                length,
                (points[1].velocity - points[0].velocity).dot(&direction),
            ))
        });
        let forced = ropes
            .find(|(_, slack, length, opens)| *slack < AT_END * length && *opens > FORCED * length);
        forced.map(|(number, ..)| number)
    }

    /// Returns the rope that is stretched most, at the states last [observed](World::observe): its number, by how much it is longer than it
    /// should be, and its length (m).
    #[must_use]
    pub fn longest_stretch(&self) -> Option<(usize, f64, f64)> {
        let stretched = self.closures().filter_map(|(number, closure)| {
            let (_, slack, length) = closure.slack(&self.joined_points(number)?)?;
            Some((number, -slack, length))
        });
        stretched.max_by(|a, b| (a.1 / a.2).total_cmp(&(b.1 / b.2)))
    }

    /// Returns the loops that hold, with their numbers.
    fn closures(&self) -> impl Iterator<Item = (usize, &Closure)> + '_ {
        let all = self.attachments().iter().enumerate();
        all.filter_map(|(number, of)| match &of.law {
            Joined::Closure(closure) if of.holds() => Some((number, closure)),
            _ => None,
        })
    }

    /// Returns the gap of a closed loop (m), at the states last [observed](World::observe).
    #[must_use]
    pub fn gap(&self, number: usize) -> Option<f64> {
        match &self.attachments().get(number)?.law {
            Joined::Closure(closure) => Some(closure.gap(&self.joined_points(number)?)),
            Joined::Spring(_) => None,
        }
    }

    /// Returns how far each loop is from holding at the states of all corpora: the components of its points, one after another.
    fn misfits(&mut self) -> Vec<f64> {
        self.observe();
        let mut all = vec![];
        for (number, closure) in self.closures() {
            if let Some(points) = self.joined_points(number) {
                closure.each_gap(&points, |gap| all.extend(gap.iter()));
            }
        }
        all
    }

    /// Moves joints until all loops close, by the smallest motion: Newton's method with the pseudoinverse (Ben-Israel, *Journal of
    /// Mathematical Analysis and Applications* 15, 1966, 243).
    ///
    /// # Errors
    /// They cannot be closed from here, or [`World::stop`] is set: the number of the loop that stays widest open, and its gap (m). Nothing has moved.
    pub fn assemble(&mut self) -> Result<(), (usize, f64)> {
        let before: Vec<Vec<f64>> = self.corpora.iter().map(|c| c.y.clone()).collect();
        let mut closed = Err((0, 0.0));
        for attempt in 0..MOST_ATTEMPTS {
            closed = self.close_from_here(attempt);
            if closed.is_ok() {
                break;
            }
            for (corpus, before) in self.corpora.iter_mut().zip(&before) {
                corpus.y.clone_from(before);
            }
            if self.stop.is_set() {
                break;
            }
        }
        self.observe();
        closed
    }

    /// Moves joints until all loops close, from where they are, or a little beside: an arm that is straight cannot begin to bend.
    fn close_from_here(&mut self, attempt: u32) -> Result<(), (usize, f64)> {
        // Corpus, component of the state, and the scale of the joint.
        let mut joints = vec![];
        let joined: BTreeSet<usize> = self.joined_figures().collect();
        for (i, corpus) in self.corpora.iter().enumerate() {
            if !corpus.integrated || !joined.contains(&i) {
                continue;
            }
            let extent = corpus.extent();
            for (degree, q) in corpus.layout().q().enumerate() {
                let slides = corpus.model.joint_kind(degree + 1) == Some(JointKind::Sliding);
                joints.push((i, q, if slides { extent } else { 1.0 }));
            }
        }
        for (number, &(i, q, scale)) in joints.iter().enumerate() {
            let side = if number.is_multiple_of(2) { 1.0 } else { -0.7 };
            self.corpora[i].y[q] += f64::from(attempt) * BESIDE * scale * side;
        }
        let (mut least_open, mut in_vain) = (f64::INFINITY, 0);
        for _ in 0..MOST_ITERATIONS {
            let misfits = self.misfits();
            let open = self.widest_gap().map_or(0.0, |(_, gap, lever)| gap / lever);
            if open <= CLOSED {
                self.placed_by_loops();
                return Ok(());
            }
            in_vain = if open < least_open { 0 } else { in_vain + 1 };
            least_open = least_open.min(open);
            if joints.is_empty() || in_vain > MOST_IN_VAIN {
                break;
            }
            let mut slopes = DMatrix::zeros(misfits.len(), joints.len());
            for (column, &(i, q, scale)) in joints.iter().enumerate() {
                if self.stop.is_set() {
                    return Err((0, f64::NAN));
                }
                let at = self.corpora[i].y[q];
                let by = DIFFERENCE * scale;
                self.corpora[i].y[q] = at + by;
                let ahead = self.misfits();
                self.corpora[i].y[q] = at - by;
                let behind = self.misfits();
                self.corpora[i].y[q] = at;
                for (row, (a, b)) in ahead.iter().zip(&behind).enumerate() {
                    slopes[(row, column)] = (a - b) / (2.0 * DIFFERENCE);
                }
            }
            let svd = slopes.svd(true, true);
            let least = 1e-9 * svd.singular_values.max();
            let Ok(step) = svd.solve(&DVector::from_vec(misfits), least) else {
                break;
            };
            let longest = step.amax();
            let part = if longest > LONGEST {
                LONGEST / longest
            } else {
                1.0
            };
            for (&(i, q, scale), by) in joints.iter().zip(step.iter()) {
                self.corpora[i].y[q] -= by * part * scale;
            }
            if !step.iter().all(|by| by.is_finite()) {
                break;
            }
        }
        self.observe();
        let widest = self.widest_gap();
        Err(widest.map_or((0, f64::NAN), |(number, gap, _)| (number, gap)))
    }

    /// Returns the corpora that loops join.
    fn joined_figures(&self) -> impl Iterator<Item = usize> + '_ {
        let numbers = self.closures().map(|(number, _)| number);
        let ends = numbers.flat_map(|number| self.attachments()[number].ends);
        ends.filter_map(|end| end.holder().map(|(corpus, _)| corpus))
    }

    /// Marks all joints as placed.
    fn placed_by_loops(&mut self) {
        for corpus in self.corpora.iter_mut().filter(|c| c.integrated) {
            for (degree, q) in corpus.layout().q().enumerate() {
                corpus.set_q(degree + 1, corpus.y[q]);
            }
        }
        self.state_changed();
    }
}

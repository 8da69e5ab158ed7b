//! What acts on one side only, by the methods of Runge and Kutta: rigid contact, hard ends of joint ranges, and ropes.
//!
//! Within a step the rows that hold are fixed, those of the closed loops among them, and so is which contacts stick and which slide: so the
//! accelerations are a smooth function of the state, and the method keeps its order. The step ends where a gap closes, a force begins to pull or leaves
//! its cone, or a sliding ends; there an impact changes the velocities, and which rows hold is chosen anew, as the complementarity problem of their
//! accelerations says (Pfeiffer & Glocker, *Multibody Dynamics with Unilateral Contacts*, 1996). After each step the rows are projected.

use super::bonds::{Bond, Holding, Line, Moved, forces_of};
use super::closing::{MOST_CORRECTIONS, ROUNDING};
use super::impulses::take_in;
use super::pipeline::{Island, shifted};
use super::stops::{OneSided, Which};
use crate::contact::{Cone, ImpactLaw, Joined, PointForce, axes};
use crate::world::account::{COLLISIONS, FRICTION, GroundForce, OUTER};
use crate::world::contact::RigidTouch;
use crate::world::step_events::Stage;
use nalgebra::Vector3;

/// Gap at which a row may hold, and that to which its closing is found, in parts of its length.
const TOUCHING: f64 = 1e-9;
const CLOSED: f64 = 1e-12;

/// Speed of its gap, or of its sliding, in parts of its length in a second, at which a row may hold, or stick.
const RESTING: f64 = 1e-8;

/// Force, as a part of the largest of the row in the step, and speed of sliding, as a part of that at its start, to which their ends are found.
const FOUND: f64 = 1e-9;

/// Least part of a step to which it is cut at once.
const LEAST_PART: f64 = 0.1;

/// Time (s) in which a row that holds stays within reach of the search for contacts.
const REACH: f64 = 5e-3;

/// Most changes of the rows that hold before the last choice is taken, and of one of them between sticking and sliding.
const MOST_CHOICES: usize = 200;
const MOST_GRIPS: usize = 4;

/// The step (s) of that estimate, the force in parts of the largest that is none, and the part that friction may miss of all that it can.
const SHORT: f64 = 1e-3;
const NOTHING: f64 = 1e-9;
const FULL: f64 = 1e-7;

/// Part by which friction may be outside of its cone by rounding.
const WITHIN: f64 = 1e-12;

/// How a row holds across its direction.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Grip {
    Smooth,
    Sticks,
    /// It slides in a direction, by the force of friction.
    Slides(Vector3<f64>),
}

/// A row that holds in the present step.
#[derive(Clone, Copy, Debug)]
pub(in crate::world) struct Active {
    of: Which,
    grip: Grip,
    /// What is kept of a contact: its corpus, the touch, and on which side of the bond that is, 1 or -1.
    touch: Option<(usize, RigidTouch, f64)>,
    /// The row now, or at the end of the step.
    now: Option<OneSided>,
    /// Force on its first side now, and at the start of the step (N).
    force: Vector3<f64>,
    first: Vector3<f64>,
    /// The speed (m/s) at which it slides at the start; zero if it only begins to.
    sliding: f64,
}

/// Between which lengths (s) of the present step a row begins to hold otherwise, with how far it is from that.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::world) struct Bracket {
    low: (f64, f64),
    high: Option<(f64, f64)>,
}

/// What is asked of the rows.
#[derive(Clone, Copy, PartialEq)]
enum Wanted {
    Acceleration,
    Velocity,
    Position,
}

/// A row, how it holds, and the force (N) near which that of a moment is, where rows are redundant.
type Row = (OneSided, Grip, Vector3<f64>);

impl OneSided {
    /// Returns the velocity at which its first side slides over the second (m/s).
    fn slides(&self) -> Vector3<f64> {
        let apart = self.velocities[0] - self.velocities[1];
        apart - self.normal * self.normal.dot(&apart)
    }

    /// Whether its gap is closed.
    fn touches(&self) -> bool {
        self.gap <= TOUCHING * self.length
    }

    /// Returns how it holds where it slides as it does.
    fn grip(&self) -> Grip {
        let slides = self.slides();
        if self.friction == 0.0 {
            return Grip::Smooth;
        }
        match slides.norm() > RESTING * self.length {
            true => Grip::Slides(slides.normalize()),
            false => Grip::Sticks,
        }
    }

    /// Returns the part of a force along its direction, and that across it.
    fn split(&self, force: &Vector3<f64>) -> (f64, Vector3<f64>) {
        let along = force.dot(&self.normal);
        (along, force - self.normal * along)
    }

    /// Adds its lines, of the bond of a number, with loads near a force.
    fn add_lines(
        &self,
        (grip, near): (Grip, Vector3<f64>),
        wanted: Wanted,
        bond: usize,
        lines: &mut Vec<Line>,
    ) {
        let mut add = |along: Vector3<f64>, push: Vector3<f64>, wanted: f64| {
            lines.push(Line {
                bond,
                along,
                push,
                wanted,
                near: near.dot(&along),
            });
        };
        let n = self.normal;
        let apart = self.velocities[0] - self.velocities[1];
        match wanted {
            Wanted::Acceleration => {
                let push = match grip {
                    Grip::Slides(way) => n - way * self.friction,
                    _ => n,
                };
                add(n, push, -self.turning.dot(&n));
            }
            Wanted::Velocity => add(n, n, -self.speed),
            Wanted::Position => add(n, n, -self.gap),
        }
        if grip == Grip::Sticks && wanted != Wanted::Position {
            for along in axes(&n).column_iter().take(2) {
                let along = along.into_owned();
                let wanted = match wanted {
                    Wanted::Acceleration => -self.turning.dot(&along),
                    _ => -apart.dot(&along),
                };
                add(along, along, wanted);
            }
        }
    }
}

impl Island<'_> {
    /// Whether the method holds what acts on one side by rows.
    pub fn finds_one_sided(&self) -> bool {
        self.around.by_rates && self.has_rigid_contact()
    }

    /// Returns what may act now or in a step of `h` seconds, at the states in the workspaces.
    fn one_sided(&mut self, h: f64) -> Vec<OneSided> {
        let mut all = vec![];
        self.each_end(h, |end| all.push(end));
        self.find_points(h);
        for point in &self.forces.rigid {
            let apart = point.velocities[0] - point.velocities[1];
            let normal = point.touch.normal;
            all.push(OneSided {
                of: Which::Point {
                    corpus: point.corpus,
                    body: point.touch.body,
                    other: point.touch.other,
                    place: point.touch.place,
                },
                sides: self.sides_of(point),
                normal,
                gap: -point.touch.depth,
                speed: apart.dot(&normal),
                length: self.corpora[point.corpus].step.scales.extent,
                restitution: point.restitution,
                slow: self.ramp,
                friction: point.cone.friction,
                velocities: point.velocities,
                turning: point.cone.turning.unwrap_or_default(),
            });
        }
        all
    }

    /// Finds the rows that hold in the present step, at the states in the workspaces: a contact is the nearest one of the same bodies.
    fn holding(&mut self) -> Vec<Row> {
        let all = self.one_sided(REACH);
        let mut active = std::mem::take(&mut self.forces.active);
        let mut used = vec![false; all.len()];
        let mut rows = vec![];
        for own in &mut active {
            let apart = |of: &OneSided| {
                let place = |which: &Which| match which {
                    Which::Point { place, .. } => *place,
                    _ => Vector3::zeros(),
                };
                let is_same = own.of.is_same(&of.of);
                is_same.then(|| (place(&own.of) - place(&of.of)).norm_squared())
            };
            let found = all.iter().enumerate().filter(|(i, _)| !used[*i]);
            let found = found.filter_map(|(i, of)| Some((i, apart(of)?)));
            let nearest = found.min_by(|a, b| a.1.total_cmp(&b.1));
            own.now = nearest.map(|(i, _)| all[i]);
            if let Some((i, _)) = nearest {
                used[i] = true;
                let grip = match (own.grip, all[i].grip()) {
                    // Beyond the end of its sliding the force stays as it is, so that the end can be found.
                    (Grip::Slides(first), Grip::Slides(way)) => {
                        Grip::Slides(way * way.dot(&first).signum())
                    }
                    (grip, _) => grip,
                };
                rows.push((all[i], grip, own.first));
            }
        }
        self.forces.active = active;
        rows
    }

    /// Makes the bonds of all closed loops and of `rows`, at the states in the workspaces. Returns the lines of the loops.
    fn gather(&mut self, wanted: Wanted, rows: &[Row]) -> Vec<Line> {
        let mut lines = vec![];
        let bonds = &mut self.forces.bonds.all;
        bonds.clear();
        let (corpora, members) = (&*self.corpora, self.members);
        for tie in &self.forces.ties {
            let ends = tie.ends(corpora, members);
            let law = &self.attachments[tie.number].law;
            law.each(&ends, self.ramp, |held| {
                let Some(constraint) = held.constraint else {
                    return;
                };
                let resistance = held.force.resistance(1.0);
                for axis in constraint.axes.column_iter() {
                    if (resistance * axis).norm() == 0.0 {
                        continue;
                    }
                    let along = axis.into_owned();
                    let wanted = match wanted {
                        Wanted::Acceleration => constraint.drift,
                        Wanted::Velocity => held.velocities[1] - held.velocities[0],
                        Wanted::Position => -constraint.gap,
                    };
                    lines.push(Line {
                        bond: bonds.len(),
                        along,
                        push: along,
                        wanted: wanted.dot(&along),
                        near: 0.0,
                    });
                }
                let side = |i: usize| shifted(&tie.sides[i], &held.offsets[i], corpora, members);
                bonds.push(Bond {
                    sides: [side(0), side(1)],
                    force: PointForce::none(),
                    velocities: held.velocities,
                    arms: [Vector3::zeros(); 2],
                    hold: Holding::Hard(constraint),
                    is_collision: false,
                });
            });
        }
        bonds.extend(rows.iter().map(|(of, ..)| of.bond(Holding::Soft)));
        lines
    }

    /// Adds the lines of rows, whose bonds are the last ones.
    fn line_up(&self, wanted: Wanted, rows: &[Row], lines: &mut Vec<Line>) {
        let first = self.forces.bonds.all.len() - rows.len();
        for (number, (of, grip, near)) in rows.iter().enumerate() {
            let near = match wanted {
                Wanted::Acceleration => *near,
                _ => Vector3::zeros(),
            };
            of.add_lines((*grip, near), wanted, first + number, lines);
        }
    }

    /// Finds the forces of all bonds that give their lines what is wanted.
    fn solve_lines(
        &mut self,
        wanted: Wanted,
        mut lines: Vec<Line>,
        rows: &[Row],
    ) -> Option<Vec<Vector3<f64>>> {
        self.line_up(wanted, rows, &mut lines);
        let bonds = &mut self.forces.bonds;
        let count = bonds.all.len();
        let loads = bonds
            .moved(self.corpora, self.members, self.stop)?
            .lines(&lines)
            .loads()?;
        Some(forces_of(&lines, &loads, count))
    }

    /// Computes the accelerations of all members at (time, y) with the loads of closed loops and of the rows that hold.
    pub fn accelerate_held(&mut self, time: f64, y: &[f64]) {
        self.accelerate_free(time, y);
        let rows = self.holding();
        let lines = self.gather(Wanted::Acceleration, &rows);
        let forces = self.solve_lines(Wanted::Acceleration, lines, &rows);
        self.bear(&rows, forces.as_deref());
        let mut found = forces
            .iter()
            .flatten()
            .skip(self.forces.bonds.all.len() - rows.len());
        for active in &mut self.forces.active {
            active.force = match active.now {
                Some(_) => found.next().copied().unwrap_or_default(),
                None => Vector3::zeros(),
            };
        }
    }

    /// Computes the accelerations of all members at (time, y) without closed loops, and without what acts on one side.
    fn accelerate_free(&mut self, time: f64, y: &[f64]) {
        for &i in self.members {
            self.corpora[i].contact.rigid.clear();
        }
        self.forces.is_free = true;
        self.accelerate(time, y, 0.0);
        self.forces.is_free = false;
    }

    /// Adds the effect of forces of the bonds to the accelerations, and keeps the loads of closed loops and their powers. Without forces nothing can be
    /// solved.
    fn bear(&mut self, rows: &[Row], found: Option<&[Vector3<f64>]>) {
        let forces = &mut *self.forces;
        forces.loads.clear();
        forces.powers.clear();
        forces.powers.resize(self.members.len(), [0.0; 3]);
        let Some(found) = found else {
            for &i in self.members {
                self.corpora[i].step.acceleration.fill(f64::NAN);
            }
            return;
        };
        forces.bonds.push_forces(self.corpora, self.members, found);
        let first = forces.bonds.all.len() - rows.len();
        for (number, (bond, force)) in forces.bonds.all.iter().zip(found).enumerate() {
            if let Holding::Hard(constraint) = bond.hold {
                forces.loads.push(constraint.axes.tr_mul(force).into());
            }
            let of = rows.get(number.wrapping_sub(first)).map(|(of, ..)| of.of);
            let kind = match of {
                Some(Which::Point { other: None, .. }) => 1,
                Some(Which::Point { .. }) => 2,
                _ => 0,
            };
            let sides = bond.sides.iter().zip(bond.velocities).zip([1.0, -1.0]);
            for ((side, velocity), sign) in sides {
                if let Some((member, _)) = side.mover() {
                    forces.powers[member][kind] += sign * force.dot(&velocity);
                    let events = &mut self.corpora[self.members[member]].step.events;
                    events.acted = true;
                    events.grounded |= kind == 1;
                }
            }
        }
    }

    /// Chooses which rows hold from a state on, at a time (s), and how: of those whose gap is closed and stays so, the ones that push, with friction in
    /// its cone, or against the sliding; and the others part.
    pub fn choose_held(&mut self, time: f64, y: &[f64]) {
        self.forces.bracket = None;
        self.forces.passing.clear();
        self.accelerate_free(time, y);
        let mut rows: Vec<Row> = vec![];
        let mut kept = vec![];
        let all = self.one_sided(0.0);
        let points = all.len() - self.forces.rigid.len();
        for (number, of) in all.into_iter().enumerate() {
            if of.touches() && of.speed <= RESTING * of.length {
                rows.push((of, of.grip(), Vector3::zeros()));
                let point = number.checked_sub(points);
                let point = point.and_then(|point| self.forces.rigid.get(point));
                kept.push(point.map(|point| (point.corpus, point.touch, point.sign)));
            }
        }
        let mut on = vec![true; rows.len()];
        let mut tried = vec![0; rows.len()];
        if rows.iter().any(|(of, ..)| of.friction > 0.0) && !self.has_loops() {
            self.estimate(&mut rows, &mut on);
            self.accelerate_free(time, y);
            // The directions in which these begin to slide are known.
            tried.fill(MOST_GRIPS);
        }
        let of_loops = self.gather(Wanted::Acceleration, &rows);
        let bonds = &mut self.forces.bonds;
        let (count, first) = (bonds.all.len(), bonds.all.len() - rows.len());
        let mut forces = None;
        let moved = bonds.moved(self.corpora, self.members, self.stop);
        for _ in 0..MOST_CHOICES {
            let Some(moved) = &moved else { break };
            let mut lines = of_loops.clone();
            for (i, (of, grip, near)) in rows.iter().enumerate().filter(|(i, _)| on[*i]) {
                let how = (*grip, *near);
                of.add_lines(how, Wanted::Acceleration, first + i, &mut lines);
            }
            let Some(loads) = moved.lines(&lines).loads() else {
                break;
            };
            let found = forces_of(&lines, &loads, count);
            let change = change(moved, &found, &rows, &on, &mut tried);
            forces = Some(found);
            match change {
                Some((i, Some(grip))) => (on[i], rows[i].1) = (true, grip),
                Some((i, None)) => on[i] = false,
                None => break,
            }
        }
        self.bear(&rows, forces.as_deref());
        // What even an impact has not stopped, a drive moves on.
        for (of, ..) in &rows {
            if of.speed < -RESTING * of.length {
                self.forces.passing.push(of.of);
            }
        }
        self.forces.active.clear();
        let found = forces.iter().flatten().skip(first);
        let rows = rows.into_iter().zip(kept).zip(found).zip(on);
        for ((((of, grip, _), touch), force), _) in rows.filter(|(_, on)| *on) {
            let sliding = of.slides().norm();
            self.forces.active.push(Active {
                of: of.of,
                grip,
                touch,
                now: Some(of),
                force: *force,
                first: *force,
                sliding: match sliding > RESTING * of.length {
                    true => sliding,
                    false => 0.0,
                },
            });
        }
    }

    /// Estimates which rows hold, and how, by the search of the other methods for forces in cones, whose result for a short step is near that of a moment. What
    /// slides already slides on.
    fn estimate(&mut self, rows: &mut [Row], on: &mut [bool]) {
        self.forces.bonds.all.clear();
        for (of, ..) in &*rows {
            let cone = Cone {
                law: self.cones,
                normal: of.normal,
                friction: of.friction,
                bias: 0.0,
                plastic: None,
                turning: Some(of.turning),
            };
            let bond = of.bond(Holding::Cone(cone, Vector3::zeros()));
            self.forces.bonds.all.push(bond);
        }
        let of = (&mut *self.corpora, self.members);
        let bonds = &mut self.forces.bonds;
        bonds.apply(of, SHORT, Stage::Look, false);
        bonds.is_exact = true;
        self.solve();
        let bonds = &mut self.forces.bonds;
        bonds.is_exact = false;
        let found: Vec<Vector3<f64>> = bonds.forces_of_cones().collect();
        let most = found.iter().map(Vector3::norm).fold(0.0, f64::max);
        for ((row, on), force) in rows.iter_mut().zip(on).zip(found) {
            let (along, across) = row.0.split(&force);
            *on = along > NOTHING * most;
            row.2 = force;
            if row.1 == Grip::Sticks && across.norm() >= row.0.friction * along * (1.0 - FULL) {
                row.1 = match across.try_normalize(0.0) {
                    Some(way) => Grip::Slides(-way),
                    None => Grip::Sticks,
                };
            }
        }
    }

    /// Returns another length (s) for a step of `h` seconds to (time, y), if a gap has closed in it, or a row has begun to hold otherwise.
    pub fn cut_held(&mut self, time: f64, h: f64, y: &[f64]) -> Option<f64> {
        self.place(y);
        let held: Vec<Which> = self.holding().iter().map(|(of, ..)| of.of).collect();
        let mut shorter: Option<f64> = None;
        for of in self.one_sided(h) {
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

    /// Lets what approaches where it touches bounce or stay, in a state at a time (s).
    pub fn strike_held(&mut self, time: f64, y: &mut [f64]) {
        // The laws of impact but Newton's are those of points that bounce.
        self.strike((time, 0.0), y);
        self.place(y);
        let mut all = self.one_sided(0.0);
        all.retain(OneSided::touches);
        if !all.iter().any(|of| of.speed < 0.0) {
            return;
        }
        let newton = self.impact.law == ImpactLaw::Newton;
        for of in &mut all {
            if matches!(of.of, Which::Point { .. }) && !newton || of.speed >= -of.slow {
                of.restitution = 0.0;
            }
        }
        let mut still = std::mem::take(&mut self.forces.still);
        let found = match all.iter().any(|of| of.friction > 0.0) {
            true => self.strike_cones(&all, y, &mut still),
            false => self.strike_smooth(&all, y, &mut still),
        };
        self.forces.still = still;
        let Some(found) = found else { return };
        let prevented = std::mem::take(&mut self.forces.bonds.residual_of_cones).prevented;
        if prevented > 0.0 {
            self.faults.weakens(prevented, time);
        }
        self.place(y);
        for (member, &i) in self.members.iter().enumerate() {
            let y = &mut y[self.offsets[member]..self.offsets[member + 1]];
            let corpus = &mut self.corpora[i];
            let energy = take_in(corpus, y);
            let account = &mut corpus.measured.account;
            let fastest = all.iter().min_by(|a, b| a.speed.total_cmp(&b.speed));
            match fastest.map(|of| of.of) {
                Some(Which::End { .. }) => account.works.dampers -= energy,
                Some(Which::Rope(_)) => account.works.outer += energy,
                Some(Which::Point { other: None, .. }) => account.works.ground -= energy,
                _ => account.works.collisions += energy,
            }
            for (of, impulse) in all.iter().zip(&found) {
                if let Which::Point {
                    corpus: own,
                    body,
                    other: None,
                    ..
                } = of.of
                    && own == i
                {
                    let impulse = GroundForce::of(impulse, &of.normal);
                    account.add_impulse(body, &impulse, 1.0);
                }
            }
        }
    }

    /// Finds the changes of velocity by impacts without friction, and their impulses: none of what touches closes, or it returns by its restitution.
    fn strike_smooth(
        &mut self,
        all: &[OneSided],
        y: &[f64],
        still: &mut Vec<f64>,
    ) -> Option<Vec<Vector3<f64>>> {
        let rows: Vec<Row> = all
            .iter()
            .map(|of| (*of, Grip::Smooth, Vector3::zeros()))
            .collect();
        let mut lines = self.gather(Wanted::Velocity, &rows);
        let from = lines.len();
        self.line_up(Wanted::Velocity, &rows, &mut lines);
        for (line, of) in lines[from..].iter_mut().zip(all) {
            line.wanted -= of.restitution * of.speed;
        }
        self.lie(y, still);
        self.accelerate_still();
        let bonds = &mut self.forces.bonds;
        let count = bonds.all.len();
        let moved = bonds.moved(self.corpora, self.members, self.stop)?;
        let loads = moved.lines(&lines).choose(from)?;
        let forces = forces_of(&lines, &loads, count);
        bonds.push_forces(self.corpora, self.members, &forces);
        Some(forces[count - all.len()..].to_vec())
    }

    /// Finds the changes of velocity by impacts with friction, and their impulses.
    fn strike_cones(
        &mut self,
        all: &[OneSided],
        y: &[f64],
        still: &mut Vec<f64>,
    ) -> Option<Vec<Vector3<f64>>> {
        self.aim(y, |held, _, _| held.velocities[1] - held.velocities[0]);
        for of in all {
            let bounces = of.restitution > 0.0;
            let cone = Cone {
                law: self.cones,
                normal: of.normal,
                friction: of.friction,
                bias: of.restitution * of.speed,
                plastic: (bounces && of.restitution <= 1.0).then_some(0.0),
                turning: None,
            };
            let bond = of.bond(Holding::Cone(cone, Vector3::zeros()));
            self.forces.bonds.all.push(bond);
        }
        self.lie(y, still);
        let of = (&mut *self.corpora, self.members);
        self.forces.bonds.apply(of, 1.0, Stage::Look, false);
        self.accelerate_still();
        self.forces.bonds.is_exact = true;
        self.forces.bonds.solve(self.corpora, self.members);
        self.forces.bonds.is_exact = false;
        Some(self.forces.bonds.forces_of_cones().collect())
    }

    /// Projects a state to that in which all closed loops and rows hold, and none of them moves apart.
    pub(super) fn project_held(&mut self, y: &mut [f64]) {
        let mut still = std::mem::take(&mut self.forces.still);
        for round in 0..=MOST_CORRECTIONS {
            self.place(y);
            let rows = self.holding();
            let wanted = match round < MOST_CORRECTIONS && self.is_open(&rows) {
                true => Wanted::Position,
                false => Wanted::Velocity,
            };
            let lines = self.gather(wanted, &rows);
            self.lie(y, &mut still);
            self.accelerate_still();
            let Some(forces) = self.solve_lines(wanted, lines, &rows) else {
                break;
            };
            let bonds = &mut self.forces.bonds;
            bonds.push_forces(self.corpora, self.members, &forces);
            if wanted == Wanted::Velocity {
                self.add_changes(y);
                break;
            }
            self.add_moves(y, &mut still);
        }
        self.forces.still = still;
    }

    /// Whether a row or a closed loop is open by more than rounding, at the states in the workspaces.
    fn is_open(&self, rows: &[Row]) -> bool {
        let mut open = rows
            .iter()
            .any(|(of, ..)| of.gap.abs() > ROUNDING * of.length);
        for tie in &self.forces.ties {
            let ends = tie.ends(self.corpora, self.members);
            let law = &self.attachments[tie.number].law;
            law.each(&ends, self.ramp, |held| {
                let size = (ends[0].at + held.offsets[0]).norm() + held.offsets[0].norm();
                let gap = held.constraint.map_or(0.0, |of| of.gap.norm());
                open |= gap > ROUNDING * size;
            });
        }
        open
    }

    /// Records the impulses of rigid ground in a step of `h` seconds that is accepted, by the forces at its start and end.
    pub fn bear_held(&mut self, h: f64) {
        for &i in self.members {
            let active = self.forces.active.iter();
            let impulses = active.filter_map(|active| match (active.of, active.now) {
                (
                    Which::Point {
                        corpus,
                        body,
                        other: None,
                        ..
                    },
                    Some(of),
                ) if corpus == i => {
                    let impulse = (active.first + active.force) * (0.5 * h);
                    Some((body, GroundForce::of(&impulse, &of.normal)))
                }
                _ => None,
            });
            self.corpora[i].measured.recorder.is_borne(impulses);
        }
    }

    /// Keeps the forces of the rows that hold at the end of a step.
    pub fn keep_held(&mut self) {
        self.loosen_stops();
        for active in &self.forces.active {
            match active.of {
                Which::End {
                    member,
                    body,
                    upper,
                } => {
                    let load = active.force.x;
                    let force = if upper { -load } else { load };
                    let stops = &mut self.corpora[self.members[member]].contact.stops;
                    stops.push((body, force));
                }
                Which::Rope(number) => {
                    if let Joined::Closure(closure) = &mut self.attachments[number].law {
                        closure.loads[0][0] = active.force.norm();
                    }
                }
                Which::Point { .. } => {
                    if let Some((corpus, mut touch, sign)) = active.touch {
                        touch.force = active.force * sign;
                        touch.normal *= sign;
                        self.corpora[corpus].contact.rigid.push(touch);
                    }
                }
            }
        }
    }

    /// Adds the powers of what holds to those of a member, in the layout of the account.
    pub fn add_powers(&self, member: usize, works: &mut [f64]) {
        let [outer, ground, collisions] = self.forces.powers[member];
        works[OUTER] += outer;
        works[FRICTION] -= ground;
        works[COLLISIONS] += collisions;
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

/// Returns the row that must hold otherwise by the forces found, and how: by none if it does not hold at all. Rows whose force pulls come first, then
/// those that leave their cone, those that begin to slide elsewhere, and those that close.
fn change(
    moved: &Moved,
    found: &[Vector3<f64>],
    rows: &[Row],
    on: &[bool],
    tried: &mut [usize],
) -> Option<(usize, Option<Grip>)> {
    let first = found.len() - rows.len();
    let least = moved.rounding();
    let all = || {
        let all = rows.iter().zip(&found[first..]).enumerate();
        all.map(|(i, (row, force))| (i, &row.0, row.1, row.0.split(force)))
    };
    let pulls = all().map(|(i, _, _, (along, _))| match on[i] {
        true => -along,
        false => 0.0,
    });
    if let Some(i) = largest(pulls) {
        return Some((i, None));
    }
    let leaves = all().map(|(i, row, grip, (along, across))| {
        let most = row.friction * along;
        let beyond = across.norm() - most * (1.0 + WITHIN);
        match on[i] && grip == Grip::Sticks && tried[i] <= MOST_GRIPS {
            true => beyond / (most + across.norm()),
            false => 0.0,
        }
    });
    if let Some(i) = largest(leaves) {
        let (_, across) = rows[i].0.split(&found[first + i]);
        return Some((i, Some(Grip::Slides(-across.normalize()))));
    }
    for (i, (row, grip, _)) in rows.iter().enumerate().filter(|(i, _)| on[*i]) {
        let Grip::Slides(way) = *grip else { continue };
        if row.slides().norm() > RESTING * row.length || tried[i] >= MOST_GRIPS {
            continue;
        }
        let (_, starts) = row.split(&(moved.acceleration(first + i, found) + row.turning));
        if starts.norm() <= 100.0 * least {
            continue;
        }
        if starts.dot(&way) < 0.0 {
            tried[i] += 1;
            return Some((i, Some(Grip::Sticks)));
        }
        let now = starts.normalize();
        if (now - way).norm() > 1e-9 {
            tried[i] += 1;
            return Some((i, Some(Grip::Slides(now))));
        }
    }
    let closes = all().map(|(i, row, ..)| {
        let opens = moved.acceleration(first + i, found) + row.turning;
        match on[i] {
            true => 0.0,
            false => -opens.dot(&row.normal) - least,
        }
    });
    largest(closes).map(|i| (i, Some(rows[i].1)))
}

/// Returns the number of the largest value above zero.
fn largest(of: impl Iterator<Item = f64>) -> Option<usize> {
    let above = of.enumerate().filter(|(_, value)| *value > 0.0);
    let most = above.max_by(|a, b| a.1.total_cmp(&b.1));
    most.map(|(i, _)| i)
}

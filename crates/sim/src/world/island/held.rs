//! Closed loops, and what acts on one side only, by the methods of Runge and Kutta: rigid contact, hard ends of joint ranges, and ropes.
//!
//! Within a step the rows that hold are fixed, those of the closed loops among them, and so is which contacts stick and which slide: so the
//! accelerations are a smooth function of the state, and the method keeps its order. The step ends where a gap closes, a force begins to pull or leaves
//! its cone, or a sliding ends; there an impact changes the velocities, and which rows hold is chosen anew, as the complementarity problem of their
//! accelerations says (Pfeiffer & Glocker, *Multibody Dynamics with Unilateral Contacts*, 1996). After each step the rows are projected.

mod choice;
mod cuts;
mod strikes;

use super::bonds::{Bond, Holding, Line, Moved, forces_of, motion};
use super::closing::{MOST_CORRECTIONS, ROUNDING};
use super::impulses::take_in;
use super::pipeline::{Island, shifted};
use super::stops::{Unilateral, Which};
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

/// Speed of what an impact has not stopped, in parts of that below which nothing bounces, of which a run tells.
const TOLD: f64 = 1e-2;

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
    now: Option<Unilateral>,
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
type Row = (Unilateral, Grip, Vector3<f64>);

impl Unilateral {
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
    /// Whether the method holds closed loops, and what acts on one side, by rows in their accelerations.
    pub fn has_rows(&self) -> bool {
        self.around.by_rates && (self.has_loops() || self.has_rigid_contact())
    }

    /// Returns what may act now or in a step of `h` seconds, at the states in the workspaces.
    fn unilateral(&mut self, h: f64) -> Vec<Unilateral> {
        let mut all = vec![];
        self.each_end(h, |end| all.push(end));
        self.find_points(h);
        for point in &self.forces.rigid {
            let apart = point.velocities[0] - point.velocities[1];
            let normal = point.touch.normal;
            all.push(Unilateral {
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
        let all = self.unilateral(REACH);
        let mut active = std::mem::take(&mut self.forces.active);
        let mut used = vec![false; all.len()];
        let mut rows = vec![];
        for own in &mut active {
            let apart = |of: &Unilateral| {
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
                let Some(mut constraint) = held.constraint else {
                    return;
                };
                let apart = held.velocities[0] - held.velocities[1];
                self.stabilization.stabilize(&mut constraint, &apart, 0.0);
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

    /// Whether a row, or with `loops` a closed loop, is open by more than rounding, at the states in the workspaces.
    fn is_open(&self, rows: &[Row], loops: bool) -> bool {
        let mut open = rows
            .iter()
            .any(|(of, ..)| of.gap.abs() > ROUNDING * of.length);
        for tie in self.forces.ties.iter().filter(|_| loops) {
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

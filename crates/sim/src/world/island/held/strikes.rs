//! Impacts where something of one side begins to hold.

use super::*;

impl Island<'_> {
    /// Lets what approaches where it touches bounce or stay, in a state at a time (s).
    pub fn strike_held(&mut self, time: f64, y: &mut [f64]) {
        // The laws of impact but Newton's are those of points that bounce.
        self.strike((time, 0.0), y);
        self.place(y);
        let mut all = self.unilateral(0.0);
        all.retain(Unilateral::touches);
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
        let mut energies = vec![];
        for (member, &i) in self.members.iter().enumerate() {
            let y = &mut y[self.offsets[member]..self.offsets[member + 1]];
            energies.push(take_in(&mut self.corpora[i], y));
        }
        self.book_strikes(&all, &found, &mut energies);
        // What the impulses of closed loops pass on.
        for (energy, &i) in energies.iter().zip(self.members) {
            self.corpora[i].measured.account.works.outer += energy;
        }
    }

    /// Records the work of the impulses of an impact, each over the mean velocity of its sides before and after it, and takes it from the energies (J)
    /// that the members have gained. Their states after the impact are in the workspaces.
    fn book_strikes(
        &mut self,
        all: &[Unilateral],
        impulses: &[Vector3<f64>],
        energies: &mut [f64],
    ) {
        for (of, impulse) in all.iter().zip(impulses) {
            if let Which::Point {
                corpus,
                body,
                other,
                ..
            } = of.of
                && *impulse != Vector3::zeros()
            {
                self.forces.met.push((corpus, (body, other)));
            }
            let (along, across) = of.split(impulse);
            let sides = of.sides.iter().zip(of.velocities).zip([1.0, -1.0]);
            for ((side, before), sign) in sides {
                let Some((member, body)) = side.mover() else {
                    continue;
                };
                let (_, after) = motion(side, self.corpora, self.members);
                let way = 0.5 * sign * (before + after);
                let (by_normal, by_friction) = (along * of.normal.dot(&way), across.dot(&way));
                energies[member] -= by_normal + by_friction;
                let account = &mut self.corpora[self.members[member]].measured.account;
                match of.of {
                    Which::End { .. } => account.works.dampers -= by_normal,
                    Which::Rope(_) => account.works.outer += by_normal,
                    Which::Point { other: Some(_), .. } => {
                        account.works.collisions += by_normal + by_friction;
                    }
                    Which::Point { other: None, .. } => {
                        account.works.ground -= by_normal;
                        account.works.friction -= by_friction;
                        let impulse = GroundForce::of(impulse, &of.normal);
                        account.add_impulse(body, &impulse, 1.0);
                    }
                }
            }
        }
    }

    /// Finds the changes of velocity by impacts without friction, and their impulses: none of what touches closes, or it returns by its restitution.
    fn strike_smooth(
        &mut self,
        all: &[Unilateral],
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
        all: &[Unilateral],
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

    /// Projects a state to that in which all rows hold, with `loops` those of closed loops too, and none of them moves apart.
    pub(in crate::world) fn project_held(&mut self, y: &mut [f64], loops: bool) {
        let mut still = std::mem::take(&mut self.forces.still);
        for round in 0..=MOST_CORRECTIONS {
            self.place(y);
            let rows = self.holding();
            let wanted = match round < MOST_CORRECTIONS && self.is_open(&rows, loops) {
                true => Wanted::Position,
                false => Wanted::Velocity,
            };
            let mut lines = self.gather(wanted, &rows);
            if !loops {
                lines.clear();
            }
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
}

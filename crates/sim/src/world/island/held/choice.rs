//! Which rows hold from a state on, and which contacts stick or slide.

use super::*;

impl Island<'_> {
    /// Chooses which rows hold from a state on, in a step of `h` seconds at a time (s), and how: of those whose gap is closed and stays so, the ones that push, with friction in
    /// its cone, or against the sliding; and the others part.
    pub fn choose_held(&mut self, (time, h): (f64, f64), y: &[f64]) {
        self.forces.bracket = None;
        self.forces.passing.clear();
        self.accelerate_free(time, y);
        let mut rows: Vec<Row> = vec![];
        let mut kept = vec![];
        let all = self.unilateral(0.0);
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
        let mut missed = 0.0;
        let moved = bonds.moved(self.corpora, self.members, self.stop);
        for _ in 0..MOST_CHOICES {
            let Some(moved) = &moved else { break };
            let mut lines = of_loops.clone();
            for (i, (of, grip, near)) in rows.iter().enumerate().filter(|(i, _)| on[*i]) {
                let how = (*grip, *near);
                of.add_lines(how, Wanted::Acceleration, first + i, &mut lines);
            }
            let Some(loads) = moved.lines(&lines).loads() else {
                forces = None;
                break;
            };
            let found = forces_of(&lines, &loads, count);
            let change = change(moved, &found, &rows, &on, &mut tried);
            forces = Some(found);
            let Some((i, grip)) = change else {
                missed = 0.0;
                break;
            };
            on[i] = grip.is_some();
            rows[i].1 = grip.unwrap_or(rows[i].1);
            // If this was the last choice, by how much it is none.
            missed = h * moved.acceleration(first + i, &[]).norm();
        }
        self.bear(&rows, forces.as_deref());
        // What even an impact has not stopped, a drive moves on.
        for (of, ..) in &rows {
            if of.speed < -RESTING * of.length {
                self.forces.passing.push(of.of);
            }
            if of.speed < -TOLD * of.slow {
                missed = missed.max(-of.speed);
            }
        }
        self.forces.told[0] = self.forces.told[0].max(missed);
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

//! Rigid contact without friction as a linear complementarity problem, solved by another algorithm: Lemke's (Cottle, Pang & Stone, *The Linear
//! Complementarity Problem*, 1992, 4.4), with the matrix of the bodies' free motions.

use crate::support::random::Random;
use crate::support::{number, run, vector};
use nalgebra::{DMatrix, DVector, Vector3};

const BALLS: usize = 8;
const H: f64 = 1.0 / 1200.0;
const G: f64 = 9.81;

/// Solves w = M z + q, w >= 0, z >= 0, w.z = 0, of a positive semidefinite M.
fn lemke(m: &DMatrix<f64>, q: &DVector<f64>) -> DVector<f64> {
    let n = q.len();
    let mut z = DVector::zeros(n);
    if q.iter().all(|q| *q >= 0.0) {
        return z;
    }
    // The columns: w, z, the artificial variable z0, the right-hand side.
    let mut table = DMatrix::zeros(n, 2 * n + 2);
    let (z0, known) = (2 * n, 2 * n + 1);
    for row in 0..n {
        table[(row, row)] = 1.0;
        for column in 0..n {
            table[(row, n + column)] = -m[(row, column)];
        }
        table[(row, z0)] = -1.0;
        table[(row, known)] = q[row];
    }
    let mut basis: Vec<usize> = (0..n).collect();
    let mut entering = z0;
    let mut leaving = q.imin();
    loop {
        let pivot = table[(leaving, entering)];
        for column in 0..table.ncols() {
            table[(leaving, column)] /= pivot;
        }
        for row in (0..n).filter(|row| *row != leaving) {
            let by = table[(row, entering)];
            for column in 0..table.ncols() {
                table[(row, column)] -= by * table[(leaving, column)];
            }
        }
        let left = std::mem::replace(&mut basis[leaving], entering);
        if left == z0 {
            break;
        }
        entering = if left < n { left + n } else { left - n };
        let ratio = |row: &usize| table[(*row, known)] / table[(*row, entering)];
        let rows = (0..n).filter(|row| table[(*row, entering)] > 1e-12);
        // Among equal ratios the artificial variable leaves.
        let order = |row: &usize| (ratio(row), basis[*row] != z0);
        leaving = rows
            .min_by(|a, b| order(a).partial_cmp(&order(b)).unwrap())
            .expect("M is semidefinite: no ray");
    }
    for (row, variable) in basis.iter().enumerate() {
        if (n..2 * n).contains(variable) {
            z[variable - n] = table[(row, known)];
        }
    }
    z
}

/// Smooth balls that hit each other and the ground in one step: their velocities are those of Lemke's solution, and the forces fulfil Gauss's
/// principle, of which the primal value equals the dual one.
#[test]
fn smooth_contacts_are_those_of_lemke_and_of_gauss() {
    let mut random = Random(8);
    let (mut worst, mut contacts) = (0.0_f64, 0);
    for _ in 0..500 {
        let mut script = String::from(
            "ground on\ngrav on\nsetgrav 9.81\ncontact rigid\ngroundfriction slide 0\ncollisionfric 0\nrestitution 0\ncollisione 0\n",
        );
        let radii: Vec<f64> = (0..BALLS).map(|_| random.within(0.05, 0.1)).collect();
        let mut places: Vec<Vector3<f64>> = vec![];
        let mut speeds: Vec<Vector3<f64>> = vec![];
        for (i, &r) in radii.iter().enumerate() {
            // Falls on what lies there: from above along a random vertical, then apart by a small gap.
            let x = random.within(-0.12, 0.12);
            let y = random.within(-0.12, 0.12);
            let above = |(at, other): (&Vector3<f64>, &f64)| {
                let reach = (r + other).powi(2) - (at.x - x).powi(2) - (at.y - y).powi(2);
                (reach > 0.0).then(|| at.z + reach.sqrt())
            };
            let z = places
                .iter()
                .zip(&radii)
                .filter_map(above)
                .fold(r, f64::max);
            let at = Vector3::new(x, y, z + random.within(0.0, 5e-4));
            let v = Vector3::from_fn(|_, _| random.within(-1.0, 1.0));
            let [x, y, z] = <[f64; 3]>::from(at);
            let [vx, vy, vz] = <[f64; 3]>::from(v);
            script += &format!(
                "addcorpus c{i}\nball b radius={r}m\naddbody b b 0 0 1 rotary 1g/cm3\nsetroot b\ncorpusinit\nmove b {x}m {y}m {z}m\nsetrootpos\n\
                 addv b {vx}m/s {vy}m/s {vz}m/s 0 0 0\n"
            );
            places.push(at);
            speeds.push(v);
        }
        let session = run(&format!("{script}collide all\ngo 1\n"));
        let masses: Vec<f64> = (0..BALLS)
            .map(|i| number(&session, &format!("c{i}.b.mass")))
            .collect();
        // Pairs and gaps; the ground is the other side where there is one only.
        let mut rows: Vec<(usize, Option<usize>, Vector3<f64>, f64)> = vec![];
        for i in 0..BALLS {
            rows.push((i, None, Vector3::z(), places[i].z - radii[i]));
            for k in 0..i {
                let apart = places[i] - places[k];
                let gap = apart.norm() - radii[i] - radii[k];
                rows.push((i, Some(k), apart.normalize(), gap));
            }
        }
        let n = rows.len();
        let along = |row: &(usize, Option<usize>, Vector3<f64>, f64), body: usize| match row {
            (i, _, normal, _) if *i == body => *normal,
            (_, Some(k), normal, _) if *k == body => -normal,
            _ => Vector3::zeros(),
        };
        let free: Vec<Vector3<f64>> = speeds.iter().map(|v| v - Vector3::z() * (G * H)).collect();
        let w = DMatrix::from_fn(n, n, |a, b| {
            let part =
                |body: usize| along(&rows[a], body).dot(&along(&rows[b], body)) / masses[body];
            (0..BALLS).map(part).sum()
        });
        let q = DVector::from_fn(n, |a, _| {
            let part = |body: usize| along(&rows[a], body).dot(&free[body]);
            (0..BALLS).map(part).sum::<f64>() + rows[a].3 / H
        });
        let p = lemke(&w, &q);
        contacts += p.iter().filter(|p| **p > 0.0).count();
        let (mut primal, mut size) = (0.0, 0.0);
        for body in 0..BALLS {
            let push: Vector3<f64> = (0..n).map(|a| along(&rows[a], body) * p[a]).sum();
            let wanted = free[body] + push / masses[body];
            let got = Vector3::from(vector(&session, &format!("c{body}.b.vel")));
            worst = worst.max((got - wanted).norm());
            // Gauss's least constraint of the run's velocities, and of Lemke's impulses.
            let change = got - free[body];
            primal += masses[body] * change.norm_squared() / 2.0;
            size += masses[body] * speeds[body].norm_squared();
        }
        let dual = -(p.dot(&(&w * &p)) / 2.0 + q.dot(&p));
        assert!((primal - dual).abs() < 1e-10 * size, "{primal} {dual}");
    }
    assert!(contacts > 1_000, "{contacts}");
    assert!(worst < 1e-9, "{worst}");
}

//! The models and states of `make_pinocchio.py`, with Pinocchio's results.
//!
//! Random trees are built here from their seeds with the script's own generator and in its order;
//! only their accelerations are read from a file.
#![allow(dead_code, reason = "tests and benches each take their part")]
#![allow(
    clippy::unwrap_used,
    reason = "test support: a broken file must stop the test"
)]

use corpus_dynamics::{JointKind, Link, Model, RigidInertia, Root};
use nalgebra::{Matrix3, Vector3};
use serde::Deserialize;

/// A model in a state, with joint forces and a known answer.
pub struct Case {
    pub model: Model,
    pub y: Vec<f64>,
    pub tau: Vec<f64>,
    pub gravity: Vector3<f64>,
    /// Accelerations by Pinocchio, 6 + n numbers.
    pub acceleration: Vec<f64>,
}

#[derive(Deserialize)]
struct Trees {
    trees: Vec<Tree>,
}

#[derive(Deserialize)]
struct Tree {
    free: bool,
    joints: usize,
    a: Vec<f64>,
}

/// Returns the random trees, in order of their seeds.
pub fn trees() -> Vec<Case> {
    let file: Trees = serde_json::from_str(include_str!("trees.json")).unwrap();
    file.trees
        .into_iter()
        .zip(0..)
        .map(|(tree, seed)| random_tree(seed, tree))
        .collect()
}

#[derive(Deserialize)]
struct Figure {
    root: Inertia,
    links: Vec<FigureLink>,
    position: Vec<f64>,
    orientation: Vec<f64>,
    q: Vec<f64>,
    omega: Vec<f64>,
    v: Vec<f64>,
    qd: Vec<f64>,
    tau: Vec<f64>,
    gravity: [f64; 3],
    a: Vec<f64>,
}

#[derive(Deserialize)]
struct FigureLink {
    parent: usize,
    rotation: [[f64; 3]; 3],
    translation: [f64; 3],
    axis: [f64; 3],
    inertia: Inertia,
}

#[derive(Deserialize)]
struct Inertia {
    mass: f64,
    centre: [f64; 3],
    about_centre: [[f64; 3]; 3],
}

/// Returns the cockroach of 33 bodies and 38 degrees of freedom, in SI units.
pub fn roach() -> Case {
    figure(include_str!("roach.json"))
}

/// Reads a figure in the form of `roach.json`.
pub fn figure(text: &str) -> Case {
    let f: Figure = serde_json::from_str(text).unwrap();
    let links: Vec<Link> = f
        .links
        .iter()
        .map(|l| Link {
            parent: l.parent,
            rotation: by_rows(&l.rotation),
            translation: l.translation.into(),
            joint: JointKind::Rotary,
            axis: l.axis.into(),
            inertia: (&l.inertia).into(),
        })
        .collect();
    Case {
        model: Model::new(Root::Free, (&f.root).into(), &links).unwrap(),
        y: [f.position, f.orientation, f.q, f.omega, f.v, f.qd].concat(),
        tau: f.tau,
        gravity: f.gravity.into(),
        acceleration: f.a,
    }
}

impl From<&Inertia> for RigidInertia {
    fn from(i: &Inertia) -> RigidInertia {
        RigidInertia {
            mass: i.mass,
            centre: i.centre.into(),
            about_centre: by_rows(&i.about_centre),
        }
    }
}

fn by_rows(rows: &[[f64; 3]; 3]) -> Matrix3<f64> {
    Matrix3::from_fn(|i, j| rows[i][j])
}

fn random_tree(seed: u64, tree: Tree) -> Case {
    let mut random = Random(seed);
    let root_inertia = random.inertia();
    let mut links = Vec::new();
    for i in 0..tree.joints {
        let parent = match random.integer(2) {
            0 => i,
            _ => random.integer(i as u64 + 1) as usize,
        };
        let rotation = matrix(&random.quaternion());
        let translation = random.vector(0.5).into();
        let joint = match random.integer(4) {
            0 => JointKind::Sliding,
            _ => JointKind::Rotary,
        };
        let axis = random.axis().into();
        let inertia = random.inertia();
        links.push(Link {
            parent,
            rotation,
            translation,
            joint,
            axis,
            inertia,
        });
    }
    let root = if tree.free { Root::Free } else { Root::Fixed };
    let model = Model::new(root, root_inertia, &links).unwrap();
    let layout = model.layout();
    let mut y = layout.rest();
    let position = random.vector(1.0);
    y[layout.position()].copy_from_slice(&position);
    y[layout.orientation()].copy_from_slice(&random.quaternion());
    y[layout.q()].fill_with(|| random.real(-2.0, 2.0));
    let (omega, v) = (random.vector(3.0), random.vector(3.0));
    if tree.free {
        y[layout.omega()].copy_from_slice(&omega);
        y[layout.v()].copy_from_slice(&v);
    }
    y[layout.qd()].fill_with(|| random.real(-3.0, 3.0));
    let tau = (0..tree.joints).map(|_| random.real(-5.0, 5.0)).collect();
    let gravity = random.vector(10.0).into();
    Case {
        model,
        y,
        tau,
        gravity,
        acceleration: tree.a,
    }
}

/// Pseudo-random numbers, SplitMix64, as in the script.
pub struct Random(pub u64);

impl Random {
    pub fn integer(&mut self, below: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) >> 11) % below
    }

    pub fn real(&mut self, low: f64, high: f64) -> f64 {
        let unit = self.integer(1 << 53) as f64 / (1_u64 << 53) as f64;
        low + (high - low) * unit
    }

    pub fn vector(&mut self, size: f64) -> [f64; 3] {
        [(); 3].map(|()| self.real(-size, size))
    }

    pub fn quaternion(&mut self) -> [f64; 4] {
        loop {
            let q = [(); 4].map(|()| self.real(-1.0, 1.0));
            let square: f64 = q.iter().map(|x| x * x).sum();
            if 0.01 < square && square < 1.0 {
                return q.map(|x| x / square.sqrt());
            }
        }
    }

    pub fn axis(&mut self) -> [f64; 3] {
        loop {
            let a = self.vector(2.0);
            if a.iter().map(|x| x * x).sum::<f64>() > 0.1 {
                return a;
            }
        }
    }

    pub fn inertia(&mut self) -> RigidInertia {
        let mass = self.real(0.2, 2.2);
        let centre = self.vector(0.3);
        let edges = [(); 3].map(|()| self.real(0.1, 0.6));
        let r = matrix(&self.quaternion());
        let aligned = RigidInertia::solid_box(mass, centre.into(), edges.into());
        RigidInertia {
            about_centre: r * aligned.about_centre * r.transpose(),
            ..aligned
        }
    }
}

pub fn matrix(q: &[f64; 4]) -> Matrix3<f64> {
    let [w, x, y, z] = *q;
    nalgebra::UnitQuaternion::new_unchecked(nalgebra::Quaternion::new(w, x, y, z))
        .to_rotation_matrix()
        .into_inner()
}

//! Analysis of a corpus at its current state: mass matrix, Jacobians, cross-link inverse inertia, and inverse
//! dynamics.

use super::corpus::Corpus;
use corpus_dynamics::{
    Freedom, JointKind, Root, Workspace, inverse_dynamics, kinematics, mass_matrix, point_jacobian,
};
use nalgebra::{DMatrix, DVector, Vector3};

/// A generalised velocity of a figure: of the root, in its own axes, or of a joint.
#[derive(Clone, Debug, PartialEq)]
pub struct Coordinate {
    /// `trunk.wx` (root, rotation about its x), `trunk.vx` (root, translation along its x), or the name of the joint's body.
    pub name: String,
    /// Whether it is a rotation (rad/s, N m), or a translation (m/s, N).
    pub turns: bool,
    /// Its index among the accelerations of the dynamics: 6 for the root, then the joints.
    pub number: usize,
}

impl Corpus {
    /// Whether the joint of a body of the model is a weld, which has no generalised velocity.
    #[must_use]
    pub fn is_weld(&self, body: usize) -> bool {
        body > 0 && self.model.freedom(body) == Freedom::Weld
    }

    /// Returns the generalised velocities: those of a free root, then those of the joints.
    #[must_use]
    pub fn coordinates(&self) -> Vec<Coordinate> {
        let mut all = vec![];
        if self.model.root() == Root::Free {
            let root = self.names.first().map_or("", String::as_str);
            for (number, part) in ["wx", "wy", "wz", "vx", "vy", "vz"].iter().enumerate() {
                all.push(Coordinate {
                    name: format!("{root}.{part}"),
                    turns: number < 3,
                    number,
                });
            }
        }
        let joints = (1..self.model.bodies()).filter(|body| !self.is_weld(*body));
        all.extend(joints.map(|body| Coordinate {
            name: self.degree_name(body).to_owned(),
            turns: self.model.joint_kind(body) != Some(JointKind::Sliding),
            number: 5 + body,
        }));
        all
    }

    fn placed(&self) -> Workspace {
        let mut workspace = Workspace::new(&self.model);
        kinematics(&self.model, &self.y, &mut workspace);
        workspace
    }

    /// Returns the mass matrix over [`Corpus::coordinates`], by the composite-rigid-body method (Featherstone 2008, table 6.2).
    ///
    /// ```
    /// # use corpus_sim::{figure::{BodySpec, Figure, Object}, geometry::Shape, world::World};
    /// # let mut figure = Figure::new("box".into());
    /// # figure.add(BodySpec::new("box"), &Object::of(Shape::Cube))?;
    /// # let mut world = World::default();
    /// # let number = world.add(&figure)?;
    /// # let corpus = &world.corpora[number];
    /// let matrix = corpus.mass_matrix();
    /// // A cube of 1 m and 1000 kg/m3 that moves along x.
    /// assert!((matrix[(3, 3)] - 1000.0).abs() < 1e-9);
    /// assert!((matrix[(0, 0)] - 1000.0 / 6.0).abs() < 1e-9);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn mass_matrix(&self) -> DMatrix<f64> {
        let size = self.layout().accelerations();
        let mut whole = DMatrix::zeros(size, size);
        mass_matrix(&self.model, &self.placed(), &mut whole);
        let own: Vec<usize> = self.coordinates().iter().map(|c| c.number).collect();
        DMatrix::from_fn(own.len(), own.len(), |i, j| whole[(own[i], own[j])])
    }

    /// Returns the Jacobian of a point of a body, given in the body's own frame (m): its product with the velocities of
    /// [`Corpus::coordinates`] is the velocity of the point (rows 0 to 2, m/s) and the angular velocity of the body (rows 3 to
    /// 5, rad/s), in world axes. Its transpose maps a force at the point (N) and a torque (N m) to the forces of those
    /// coordinates.
    #[must_use]
    pub fn jacobian(&self, body: usize, point: Vector3<f64>) -> DMatrix<f64> {
        let (model, workspace) = (&self.model, self.placed());
        let at = model.turn(body) * point;
        let linear = point_jacobian(model, &workspace, body, at);
        // v(p + e) - v(p) = w x e, for e along the axes of the world.
        let beside = |e: Vector3<f64>| {
            let along = workspace.world_rotation(body).tr_mul(&e);
            point_jacobian(model, &workspace, body, at + along) - &linear
        };
        let (x, y) = (beside(Vector3::x()), beside(Vector3::y()));
        let own = self.coordinates();
        DMatrix::from_fn(6, own.len(), |row, column| {
            let k = own[column].number;
            match row {
                0..3 => linear[(row, k)],
                3 => y[(2, k)],
                4 => -x[(2, k)],
                _ => x[(1, k)],
            }
        })
    }

    /// Returns the current velocities of [`Corpus::coordinates`].
    #[must_use]
    pub fn velocities(&self) -> DVector<f64> {
        let velocities = self.layout().velocity();
        let now = self.y.get(velocities).unwrap_or_default();
        let own = self.coordinates();
        DVector::from_iterator(
            own.len(),
            own.iter()
                .map(|c| now.get(c.number).copied().unwrap_or_default()),
        )
    }

    /// Returns the cross-link inverse inertia J M^-1 J' (Arnold 1997, section 2.4.2): its product with a force (N) and a torque
    /// (N m) at a point of one body is the change of the acceleration of a point of another (rows 0 to 2, m/s2) and of that
    /// body's angular acceleration (rows 3 to 5, rad/s2). None if the mass matrix cannot be solved.
    #[must_use]
    pub fn cross_link(
        &self,
        of: (usize, Vector3<f64>),
        by: (usize, Vector3<f64>),
    ) -> Option<DMatrix<f64>> {
        let (of, by) = (self.jacobian(of.0, of.1), self.jacobian(by.0, by.1));
        if by.ncols() == 0 {
            return Some(DMatrix::zeros(6, 6));
        }
        let solved = self.mass_matrix().cholesky()?.solve(&by.transpose());
        Some(of * solved)
    }

    /// Returns the joint forces for given accelerations at a state, by the recursive Newton-Euler method (Featherstone 2008,
    /// table 5.1): the moment and force that hold the root, about its origin and in its axes, then those of the joints.
    ///
    /// `y` is laid out by [`corpus_dynamics::Layout`]; `acceleration` has 6 components for the root (spatial, in its axes),
    /// then those of the joints; `outside` has for each body the external force and its moment about the body's origin, in
    /// world axes.
    #[must_use]
    pub fn inverse(
        &self,
        y: &[f64],
        acceleration: &[f64],
        outside: &[[Vector3<f64>; 2]],
        gravity: Vector3<f64>,
    ) -> Vec<f64> {
        let mut workspace = Workspace::new(&self.model);
        kinematics(&self.model, y, &mut workspace);
        for (body, [force, moment]) in outside.iter().enumerate().take(self.model.bodies()) {
            let axes = workspace.world_rotation(body);
            workspace.apply_wrench(body, axes.tr_mul(moment), axes.tr_mul(force));
        }
        let mut forces = vec![0.0; self.layout().accelerations()];
        inverse_dynamics(
            &self.model,
            &mut workspace,
            gravity,
            acceleration,
            &mut forces,
        );
        forces
    }
}

//! Adds figures to a world.

use super::{Corpus, Divergence, World};
use crate::control::terms;
use crate::figure::{Built, Figure, FigureError};
use crate::geometry::Parts;
use corpus_dynamics::Root;
use nalgebra::Vector3;

impl World {
    /// Adds a figure to the world, at rest in its root's placement, with all joints at zero and a free root. Normalises joint
    /// axes. Returns the index of the new [`Corpus`] among [`World::corpora`].
    ///
    /// # Errors
    /// The figure cannot be built: see [`Figure::build`].
    pub fn add(&mut self, figure: &Figure) -> Result<usize, FigureError> {
        self.add_with(figure, Root::Free)
    }

    /// Adds a figure as [`World::add`] does, with the root fixed in space.
    ///
    /// # Errors
    /// As [`World::add`].
    pub fn add_fixed(&mut self, figure: &Figure) -> Result<usize, FigureError> {
        self.add_with(figure, Root::Fixed)
    }

    fn add_with(&mut self, figure: &Figure, kind: Root) -> Result<usize, FigureError> {
        let mut corpus = Corpus::of(figure, figure.build(kind, true)?);
        if let Some(root) = figure.root.and_then(|root| figure.bodies.get(root)) {
            let placement = &root.placement;
            if !placement.is_rigid() {
                return Err(FigureError::LinkScales(root.spec.name.clone()));
            }
            corpus.set_root_pose(&placement.linear, &placement.translation);
        }
        self.corpora.push(corpus);
        self.state_changed();
        Ok(self.corpora.len() - 1)
    }

    /// Advances by one frame, [`World::dt`].
    ///
    /// # Errors
    /// As [`World::advance`].
    pub fn step(&mut self) -> Result<(), Box<Divergence>> {
        self.advance(self.time + self.dt)
    }
}

impl Corpus {
    /// Returns a corpus of a figure that was built, at rest with its root's frame in that of the world and all joints at zero.
    #[must_use]
    pub fn of(figure: &Figure, built: Built) -> Corpus {
        let names = built.order.iter().map(|b| figure.label(*b)).collect();
        let contacts = figure.contacts(&built);
        let degrees = built.order.iter().map(|b| figure.degree_label(*b));
        let degrees = degrees.collect();
        let bodies = built.order.iter().map(|b| figure.bodies.get(*b));
        let axes = bodies.map(|body| body.map_or(Vector3::z(), |body| body.spec.first_axis()));
        let axes = axes.collect();
        let mut corpus = Corpus::new(figure.name.clone(), names, built, &contacts);
        let solids = figure.bodies.iter().map(|body| {
            let solids = body.solids().into_iter();
            Parts::new(solids.filter(|of| !of.is_ellipsoid()).collect())
        });
        corpus.shapes.outlines = solids.collect();
        corpus.laws.degree_names = degrees;
        corpus.laws.axes = axes;
        let kinds = figure.bodies.iter().filter_map(|body| {
            let spec = &body.spec;
            let kind = spec.form.told()?;
            Some((spec.name.clone(), kind))
        });
        corpus.laws.kinds = kinds.collect();
        corpus
    }

    /// Returns the number of the body of that name.
    #[must_use]
    pub fn body(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|other| other == name)
    }

    /// Sets a constant force (N m, or N for a slide) on a joint beside its springs: what a controller commands.
    pub fn set_joint_bias(&mut self, body: usize, force: f64) {
        let joint = &mut self.joints[body];
        joint.bias = force;
        joint.q_type |= terms::BIAS;
        self.joint_changed(body);
    }
}

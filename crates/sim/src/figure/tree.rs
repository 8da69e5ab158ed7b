//! A figure: the tree of bodies, and the dynamics model made from it.

use super::body::{Body, BodySpec, check_axis};
use super::degrees::number_of_degree;
use super::error::FigureError;
use super::joint::JointForm;
use super::object::Object;
use super::transform::Transform;
use crate::geometry::ContactFeature;
use corpus_dynamics::{Freedom, Link, Model, RigidInertia, Root};
use nalgebra::Vector3;

/// An articulated figure under construction, and after `corpusinit` the record of how it was built.
#[derive(Clone, Debug, Default)]
pub struct Figure {
    /// Name of the figure.
    pub name: String,
    /// Bodies, in the order in which they were added.
    pub bodies: Vec<Body>,
    /// The root of the tree.
    pub root: Option<usize>,
    /// For each body, itself or an ancestor: a path to the root that [`Figure::top`] shortens each time.
    carriers: Vec<usize>,
}

/// A model with the order of its bodies: depth first, the children of a body in the order of their bodies.
#[derive(Clone, Debug)]
pub struct Built {
    /// The dynamics model.
    pub model: Model,
    /// Number in the figure of each body of the model: that of a body, or of a further degree of freedom ([`Figure::degree`]).
    pub order: Vec<usize>,
    /// Number of bodies of the figure; higher numbers in `order` are further degrees of freedom.
    pub bodies: usize,
}

/// Links with their degrees of freedom, and the numbers of those and of the root.
struct Rows {
    links: Vec<Link>,
    freedoms: Vec<Freedom>,
    order: Vec<usize>,
}

impl Figure {
    /// Creates a figure without bodies.
    #[must_use]
    pub fn new(name: String) -> Self {
        Figure {
            name,
            ..Figure::default()
        }
    }

    /// Adds a body made from an object, without a parent. The first one becomes the root, until another is chosen. Returns its
    /// number in the figure.
    ///
    /// # Errors
    /// As [`Body::new`].
    pub fn add(&mut self, spec: BodySpec, object: &Object) -> Result<usize, FigureError> {
        self.bodies.push(Body::new(spec, object)?);
        let number = self.bodies.len() - 1;
        self.root.get_or_insert(number);
        Ok(number)
    }

    /// Adds a body linked to a parent: `placement` maps its frame, whose origin is the joint, to that of its parent with the
    /// joint at zero. Returns its number in the figure.
    ///
    /// # Errors
    /// As [`Body::new`] and [`Figure::link`].
    pub fn hang(
        &mut self,
        parent: usize,
        placement: Transform,
        spec: BodySpec,
        object: &Object,
    ) -> Result<usize, FigureError> {
        if parent >= self.bodies.len() {
            return Err(FigureError::NoParent(spec.name));
        }
        let child = self.add(spec, object)?;
        self.link(parent, child, placement)?;
        Ok(child)
    }

    /// Returns the contact features of each body, in its own frame (m), by the model's numbers.
    #[must_use]
    pub fn contacts(&self, built: &Built) -> Vec<Vec<ContactFeature>> {
        let bodies = built.order.iter().map(|b| self.bodies.get(*b));
        bodies
            .map(|body| body.map_or_else(Vec::new, |body| body.contacts.clone()))
            .collect()
    }

    pub(super) fn name_of(&self, body: usize) -> String {
        self.bodies
            .get(body)
            .map_or_else(String::new, |b| b.spec.name.clone())
    }

    /// Links `child` to `parent`; `placement` maps the child's frame to the parent's at q = 0.
    ///
    /// # Errors
    /// The child already has a parent, the link would close a loop, or the placement scales.
    pub fn link(
        &mut self,
        parent: usize,
        child: usize,
        placement: Transform,
    ) -> Result<(), FigureError> {
        if let Some(first) = self.bodies.get(child).and_then(|b| b.parent) {
            let (child, parent) = (self.name_of(child), self.name_of(first));
            return Err(FigureError::SecondParent { child, parent });
        }
        // The child has no parent, so it carries the parent only if it is the root of the parent's tree.
        if self.top(parent) == child {
            let above = |body: &usize| self.bodies.get(*body).and_then(|b| b.parent);
            let carriers = || std::iter::successors(Some(parent), above);
            let round = carriers().position(|body| body == child).unwrap_or(0);
            // From the child along its new ancestors round to itself.
            let path = std::iter::once(child).chain(carriers().take(round + 1));
            let path = path.map(|body| self.name_of(body)).collect();
            return Err(FigureError::Cycle { path });
        }
        if !placement.is_rigid() {
            return Err(FigureError::LinkScales(self.name_of(child)));
        }
        if let Some(body) = self.bodies.get_mut(child) {
            body.parent = Some(parent);
            body.placement = placement;
        }
        Ok(())
    }

    /// Returns the root of the tree that a body is in: the body without a parent. Paths are compressed as in the union-find of
    /// Tarjan, "Efficiency of a Good But Not Linear Set Union Algorithm", JACM 22 (1975), so that building a chain takes a time
    /// proportional to its length.
    fn top(&mut self, body: usize) -> usize {
        self.carriers.extend(self.carriers.len()..self.bodies.len());
        let above = |carriers: &[usize], body: usize| match carriers.get(body) {
            Some(&carrier) if carrier != body => Some(carrier),
            _ => self.bodies.get(body).and_then(|b| b.parent),
        };
        let mut top = body;
        while let Some(carrier) = above(&self.carriers, top) {
            top = carrier;
        }
        let mut below = body;
        while let Some(carrier) = above(&self.carriers, below) {
            if let Some(short) = self.carriers.get_mut(below) {
                *short = top;
            }
            below = carrier;
        }
        top
    }

    /// Returns for each body its mass and that of all its distal bodies (kg). `order` has parents before their children.
    fn distal_masses(&self, order: &[usize]) -> Vec<f64> {
        let mut masses: Vec<f64> = self.bodies.iter().map(|b| b.inertia.mass).collect();
        for &body in order.iter().rev() {
            if let Some(parent) = self.bodies[body].parent {
                masses[parent] += masses[body];
            }
        }
        masses
    }

    /// Returns the bodies without a parent, except the root.
    #[must_use]
    pub fn unlinked(&self) -> Vec<usize> {
        (0..self.bodies.len())
            .filter(|&b| Some(b) != self.root && self.bodies[b].parent.is_none())
            .collect()
    }

    /// Returns the bodies depth first from the root.
    fn depth_first(&self, root: usize) -> Vec<usize> {
        let mut children = vec![vec![]; self.bodies.len()];
        for (b, body) in self.bodies.iter().enumerate() {
            if let Some(p) = body.parent {
                children[p].push(b);
            }
        }
        let mut order = vec![];
        let mut open = vec![root];
        while let Some(body) = open.pop() {
            order.push(body);
            open.extend(children[body].iter().rev());
        }
        order
    }

    /// Builds the dynamics model of the figure.
    ///
    /// With `unit_axes` the joint axes are taken as directions; without, their lengths scale the joint variables.
    ///
    /// # Errors
    /// No bodies, no root, a root with a parent, bodies without a parent, moving bodies without mass.
    pub fn build(&self, kind: Root, unit_axes: bool) -> Result<Built, FigureError> {
        if self.bodies.is_empty() {
            return Err(FigureError::NoBodies);
        }
        let root = self.root.ok_or(FigureError::NoRoot)?;
        if let Some(parent) = self.bodies[root].parent {
            let (root, parent) = (self.name_of(root), self.name_of(parent));
            return Err(FigureError::RootHasParent { root, parent });
        }
        let spec = &self.bodies[root].spec;
        if !matches!(spec.form, JointForm::Single | JointForm::Several { .. }) {
            let (root, kind) = (spec.name.clone(), spec.form.word(spec.joint));
            return Err(FigureError::RootJoint { root, kind });
        }
        let unlinked = self.unlinked();
        if !unlinked.is_empty() {
            let names = unlinked.into_iter().map(|b| self.name_of(b));
            return Err(FigureError::Unlinked(names.collect()));
        }
        let order = self.depth_first(root);
        let masses = self.distal_masses(&order);
        for &b in &order {
            let free = b != root || kind == Root::Free;
            if free && masses[b] <= 0.0 {
                return Err(FigureError::NoMass(self.name_of(b)));
            }
        }
        let rows = self.links(&order, unit_axes);
        let root_inertia = self.bodies[root].inertia;
        let model = Model::with_freedoms(kind, root_inertia, &rows.links, &rows.freedoms);
        let model = model.map_err(|e| {
            // The dynamics refers to bodies by number.
            let name = rows.order.get(e.body()).map(|&b| self.label(b));
            let (number, name) = (format!("body {}", e.body()), name.unwrap_or_default());
            FigureError::Model(e.to_string().replace(&number, &format!("`{name}`")))
        })?;
        Ok(Built {
            model,
            order: rows.order,
            bodies: self.bodies.len(),
        })
    }

    /// Returns the links of bodies in the order of `bodies`, parents first: a joint of several degrees is a chain of links of
    /// which the last one is the body, and the others have no mass.
    fn links(&self, bodies: &[usize], unit_axes: bool) -> Rows {
        let mut rows = Rows {
            links: vec![],
            freedoms: vec![],
            order: bodies.iter().take(1).copied().collect(),
        };
        let mut number = vec![0; self.bodies.len()];
        for &b in bodies.iter().skip(1) {
            let body = &self.bodies[b];
            let degrees = body.spec.degrees();
            let whole = unit_axes || body.spec.form != JointForm::Single;
            let last = degrees.len().saturating_sub(1);
            let mut parent = body.parent.map_or(0, |p| number[p]);
            for (k, degree) in degrees.into_iter().enumerate() {
                let place = match k {
                    0 => body.placement,
                    _ => Transform::identity(),
                };
                rows.links.push(Link {
                    parent,
                    rotation: place.linear,
                    translation: place.translation,
                    joint: degree.kind,
                    axis: match whole {
                        true => degree.axis.normalize(),
                        false => degree.axis,
                    },
                    inertia: match k == last {
                        true => body.inertia,
                        false => RigidInertia::point(0.0),
                    },
                });
                rows.freedoms.push(degree.freedom);
                parent = rows.links.len();
                rows.order.push(number_of_degree(b, k, last + 1));
            }
            number[b] = parent;
        }
        rows
    }

    /// Sets a joint axis given in the parent's frame: axis_child = R' axis_parent at q = 0.
    ///
    /// # Errors
    /// The axis has length zero.
    pub fn set_axis_in_parent(
        &mut self,
        body: usize,
        axis: Vector3<f64>,
    ) -> Result<(), FigureError> {
        check_axis(&axis)?;
        if let Some(body) = self.bodies.get_mut(body) {
            body.spec.axis = body.placement.linear.transpose() * axis;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Shape;
    use proptest::prelude::*;

    fn figure(bodies: usize) -> Figure {
        let mut figure = Figure::new("figure".into());
        for i in 0..bodies {
            let cube = Object::of(Shape::Cube);
            figure.add(BodySpec::new(&format!("b{i}")), &cube).unwrap();
        }
        figure
    }

    /// Whether the path to the root of a body contains another, by following all parents.
    fn leads_to(figure: &Figure, body: usize, other: usize) -> bool {
        std::iter::successors(Some(body), |b| figure.bodies[*b].parent).any(|b| b == other)
    }

    proptest! {
        /// Compressed paths find the same loops as following all parents.
        #[test]
        fn links_are_refused_just_where_they_close_a_loop(links in proptest::collection::vec((0_usize..12, 0_usize..12), 1..60)) {
            let mut figure = figure(12);
            for (parent, child) in links {
                let closes = leads_to(&figure, parent, child);
                let has_parent = figure.bodies[child].parent.is_some();
                let result = figure.link(parent, child, Transform::identity());
                prop_assert_eq!(result.is_ok(), !closes && !has_parent);
                if let Err(FigureError::Cycle { path }) = result {
                    prop_assert_eq!(path.first(), path.last());
                    prop_assert_eq!(&path[0], &format!("b{child}"));
                }
            }
        }
    }
}

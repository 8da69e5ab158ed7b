//! Graphical objects and the transforms that a script applies to them.

use super::transform::Transform;
use crate::geometry::{
    ContactFeature, Convex, MassProperties, Mesh, Polytope, Revolution, Shape, mass_properties,
};
use nalgebra::Vector3;
use std::sync::Arc;

/// A mesh with its current transform.
#[derive(Clone, Debug)]
pub struct Object {
    /// Its name in the script.
    pub name: String,
    /// The shape, in modelling space.
    pub mesh: Arc<Mesh>,
    /// Features that may touch the ground, in modelling space.
    pub contacts: Vec<ContactFeature>,
    /// Convex parts as which it collides, by their corners in modelling space; empty if it collides as its hull.
    pub pieces: Arc<Vec<Vec<Vector3<f64>>>>,
    /// Transform from modelling space to its current position.
    pub transform: Transform,
    /// Transforms stored by `pushobj` and restored by `popobj`.
    pub stack: Vec<Transform>,
    /// The body made of it.
    pub body: Option<usize>,
}

/// Order of a new transform and the earlier ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// After them, in the frame of the object's surroundings (`postmult`).
    #[default]
    After,
    /// Before them, in the object's own modelling space (`premult`).
    Before,
}

/// Fixed point of rotation and scaling.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Pivot {
    /// A point in the frame of the object's surroundings (m).
    Point(Vector3<f64>),
    /// The object's own origin, wherever it is.
    OwnOrigin,
}

/// Current effect of `move`, `rotate` and `scale`, set by `premult`, `postmult`, `localxforms` and `xformcenter`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placing {
    /// After or before the earlier ones.
    pub order: Order,
    /// Fixed point of rotations and scalings.
    pub pivot: Pivot,
}

impl Default for Placing {
    fn default() -> Self {
        Placing {
            order: Order::After,
            pivot: Pivot::Point(Vector3::zeros()),
        }
    }
}

impl Object {
    /// Creates an object that has not been moved.
    #[must_use]
    pub fn new(name: String, mesh: Arc<Mesh>, contacts: Vec<ContactFeature>) -> Self {
        Object {
            name,
            mesh,
            contacts,
            pieces: Arc::default(),
            transform: Transform::identity(),
            stack: vec![],
            body: None,
        }
    }

    /// Creates a built-in shape in its own size, not moved; [`Object::sized`] and [`Object::at`] scale and move it.
    #[must_use]
    pub fn of(shape: Shape) -> Self {
        let contacts = shape.contact_features();
        Object::new(shape.name().to_owned(), Arc::new(shape.mesh()), contacts)
    }

    /// Returns the object, scaled along its axes.
    #[must_use]
    pub fn sized(mut self, x: f64, y: f64, z: f64) -> Self {
        let scaling = Transform::scaling(Vector3::new(x, y, z));
        self.turn_or_scale(&scaling, &Placing::default());
        self
    }

    /// Returns the object, moved (m).
    #[must_use]
    pub fn at(mut self, x: f64, y: f64, z: f64) -> Self {
        self.translate(Vector3::new(x, y, z), &Placing::default());
        self
    }

    /// Adds a translation; if it applies after, never in a scaled frame.
    pub fn translate(&mut self, by: Vector3<f64>, placing: &Placing) {
        self.add(&Transform::translation(by), placing.order);
    }

    /// Adds a rotation or scale about the pivot.
    pub fn turn_or_scale(&mut self, transform: &Transform, placing: &Placing) {
        let pivot = match (placing.pivot, placing.order) {
            (Pivot::Point(p), _) => p,
            (Pivot::OwnOrigin, Order::After) => self.transform.translation,
            (Pivot::OwnOrigin, Order::Before) => Vector3::zeros(),
        };
        self.add(&transform.about(pivot), placing.order);
    }

    fn add(&mut self, transform: &Transform, order: Order) {
        self.transform = match order {
            Order::After => self.transform.then(transform),
            Order::Before => transform.then(&self.transform),
        };
    }

    /// Returns its contact features at its current position (m).
    #[must_use]
    pub fn placed_contacts(&self) -> Vec<ContactFeature> {
        let Transform {
            linear,
            translation,
        } = &self.transform;
        let placed = |feature: &ContactFeature| feature.transform(linear, translation);
        self.contacts.iter().map(placed).collect()
    }

    /// Returns its mass properties at its current position at unit density, given its mesh there: those within the true surface of a
    /// round shape, otherwise those of the mesh.
    pub(super) fn mass_properties(&self, mesh: &Mesh) -> MassProperties {
        match Revolution::of(&self.placed_contacts()) {
            Some(round) => round.mass_properties(),
            None => mass_properties(mesh),
        }
    }

    /// Returns the convex solids as which it collides at its current position (m), given its mesh there.
    pub(super) fn solids(&self, mesh: &Mesh) -> Vec<Convex> {
        if self.pieces.is_empty() {
            let whole = Convex::of(mesh, &self.placed_contacts());
            return whole.into_iter().collect();
        }
        let solid = |corners: &Vec<Vector3<f64>>| {
            let placed: Vec<_> = corners.iter().map(|p| self.transform.point(p)).collect();
            Some(Convex::Polytope(Box::new(Polytope::hull(&placed)?)))
        };
        self.pieces.iter().filter_map(solid).collect()
    }

    /// Returns the current centroid of the vertices (m).
    #[must_use]
    pub fn centroid(&self) -> Vector3<f64> {
        let sum: Vector3<f64> = self
            .mesh
            .vertices
            .iter()
            .map(|v| self.transform.point(v))
            .sum();
        sum / self.mesh.vertices.len().max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Shape;

    fn cube() -> Object {
        Object::new("o".into(), Arc::new(Shape::Cube.mesh()), vec![])
    }

    #[test]
    fn postmult_scales_the_way_already_gone() {
        let mut o = cube();
        let placing = Placing::default();
        o.translate(Vector3::new(0.0, 0.5, 0.0), &placing);
        o.turn_or_scale(&Transform::scaling(Vector3::new(0.2, 0.4, 0.2)), &placing);
        assert_eq!(o.transform.translation, Vector3::new(0.0, 0.2, 0.0));
    }

    #[test]
    fn about_its_own_origin_it_stays_where_it_is() {
        let mut o = cube();
        let placing = Placing {
            pivot: Pivot::OwnOrigin,
            ..Placing::default()
        };
        o.translate(Vector3::new(0.0, 0.5, 0.0), &placing);
        o.turn_or_scale(&Transform::scaling(Vector3::new(0.2, 0.4, 0.2)), &placing);
        o.translate(Vector3::new(1.0, 0.0, 0.0), &placing);
        assert_eq!(
            o.transform.translation,
            Vector3::new(1.0, 0.5, 0.0),
            "moves are never scaled"
        );
    }

    #[test]
    fn premult_works_in_modelling_space() {
        let mut o = cube();
        o.turn_or_scale(
            &Transform::scaling(Vector3::new(2.0, 2.0, 2.0)),
            &Placing::default(),
        );
        o.translate(
            Vector3::new(1.0, 0.0, 0.0),
            &Placing {
                order: Order::Before,
                ..Placing::default()
            },
        );
        assert_eq!(o.transform.translation, Vector3::new(2.0, 0.0, 0.0));
    }
}

//! The surface of the ground: a plane, level or tilted, or terrain with that plane around it.

use super::components;
use super::terrain::Terrain;
use nalgebra::Vector3;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Kind of ground surface.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SurfaceKind {
    /// A plane.
    #[default]
    Flat,
    /// Terrain, with a plane around it.
    Trigrid,
}

/// The surface of the ground.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Surface {
    /// Unit normal of the plane, pointing out of the ground and upwards.
    #[serde(with = "components")]
    pub normal: Vector3<f64>,
    /// Whether terrain is part of it.
    pub kind: SurfaceKind,
    /// The terrain. It is not stored in a saved world: the script makes it.
    #[serde(skip)]
    pub terrain: Option<Arc<Terrain>>,
}

impl Default for Surface {
    fn default() -> Self {
        Surface {
            normal: Vector3::z(),
            kind: SurfaceKind::Flat,
            terrain: None,
        }
    }
}

/// Terrains are equal if they are the same object.
impl PartialEq for Surface {
    fn eq(&self, other: &Self) -> bool {
        let same = match (&self.terrain, &other.terrain) {
            (Some(a), Some(b)) => Arc::ptr_eq(a, b),
            (None, None) => true,
            _ => false,
        };
        same && self.normal == other.normal && self.kind == other.kind
    }
}

impl Surface {
    /// Returns the terrain, if the surface has one.
    #[must_use]
    #[inline]
    pub fn terrain(&self) -> Option<&Terrain> {
        match self.kind {
            SurfaceKind::Flat => None,
            SurfaceKind::Trigrid => self.terrain.as_deref(),
        }
    }

    /// Whether it is a level plane.
    #[must_use]
    #[inline]
    pub fn is_level(&self) -> bool {
        self.kind == SurfaceKind::Flat && self.normal.z == 1.0
    }

    /// Returns the tangent plane above or below a position: its unit normal n, and n . p of its points p (m). `height` is that
    /// of the plane at the origin (m).
    #[must_use]
    pub fn plane_at(&self, place: &Vector3<f64>, height: f64) -> (Vector3<f64>, f64) {
        let terrain = self.terrain().and_then(|t| t.plane_at(place.x, place.y));
        terrain.unwrap_or((self.normal, self.normal.z * height))
    }
}

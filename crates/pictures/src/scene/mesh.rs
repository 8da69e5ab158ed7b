//! Triangle meshes.

use super::Round;

/// A closed triangle mesh in its actor's own frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    /// Corner points (m).
    pub vertices: Vec<[f32; 3]>,
    /// Corner indices into `vertices`, counter-clockwise as seen from outside. Triangles with an invalid index are not drawn.
    pub triangles: Vec<[u32; 3]>,
    /// Round surface that contains the corners, if it is known.
    pub round: Option<Round>,
}

impl Mesh {
    /// Returns the lowest and highest coordinates over the finite vertices (m); `None` if there are none.
    pub fn corners(&self) -> Option<([f32; 3], [f32; 3])> {
        let finite = self
            .vertices
            .iter()
            .filter(|v| v.iter().all(|c| c.is_finite()));
        finite.fold(None, |corners, v| {
            let (low, high) = corners.unwrap_or((*v, *v));
            Some((
                std::array::from_fn(|k| v[k].min(low[k])),
                std::array::from_fn(|k| v[k].max(high[k])),
            ))
        })
    }
}

//! A mesh prepared for shading: valid triangles only, normals smoothed across gentle edges, sharp edges marked for the rounding
//! drawn on them.

use super::adjacency::{Adjacency, weld};
use super::vector::Vec3;
use crate::scene::Mesh;

/// Cosine of the largest angle of a smooth edge, 40 degrees: a cylinder of ten sides looks round, a chamfer of 45 stays
/// visible.
const SMOOTH_COSINE: f32 = 0.766;

/// Cosine of the largest angle of faces in one plane, a quarter of a degree; for a round shape with subdivided facets it is 3.6
/// degrees.
const PLANE_COSINE: f32 = 0.99999;
const ROUND_COSINE: f32 = 0.998;

/// A sharp outward edge beside a face: within `reach` of it the normal is tilted towards the neighbour's.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rounding {
    /// Direction away from the edge: the distance from the edge (m) is `inward . p - offset`.
    pub inward: Vec3,
    pub offset: f32,
    pub reach: f32,
    pub neighbour: Vec3,
}

/// A triangle.
#[derive(Clone, Debug)]
pub(super) struct Face {
    /// Indices into [`Surface::points`].
    pub corners: [u32; 3],
    pub normal: Vec3,
    /// Normals at the corners, if they differ from the face's.
    pub smooth: Option<[Vec3; 3]>,
    /// Number of its patch: faces joined by gentle edges share a patch, and one evaluation of light within a pixel.
    pub patch: u32,
    /// Range of its roundings in [`Surface::roundings`].
    pub roundings: [u32; 2],
}

/// Shading data of a mesh, in the mesh's frame.
#[derive(Clone, Debug, Default)]
pub(super) struct Surface {
    pub points: Vec<Vec3>,
    pub faces: Vec<Face>,
    pub roundings: Vec<Rounding>,
    /// Bounding ball of the points.
    pub centre: Vec3,
    pub radius: f32,
}

impl Surface {
    /// Prepares `mesh` with edges rounded to `rounding` of its smallest half side.
    pub fn new(mesh: &Mesh, rounding: f32) -> Surface {
        Surface::halved(mesh, rounding, 0)
    }

    /// Prepares a mesh whose facets were subdivided this number of times: its edges are rounded as before.
    pub fn halved(mesh: &Mesh, rounding: f32, times: usize) -> Surface {
        let Some((low, high)) = mesh.corners() else {
            return Surface::default();
        };
        let (low, high) = (Vec3::from(low), Vec3::from(high));
        let welded = weld(&mesh.vertices);
        let points: Vec<Vec3> = mesh.vertices.iter().map(|v| Vec3::from(*v)).collect();
        let mut corners = Vec::new();
        let mut normals = Vec::new();
        for triangle in &mesh.triangles {
            if let Some(normal) = normal(&points, triangle) {
                corners.push(triangle.map(|i| welded[i as usize]));
                normals.push(normal);
            }
        }
        let adjacency = Adjacency::new(&corners, points.len());
        let patches = patches(&adjacency, &normals);
        let side = high - low;
        let reach = 0.5 * side.x.min(side.y).min(side.z) * rounding;
        let builder = Builder {
            points: &points,
            corners: &corners,
            normals: &normals,
            adjacency: &adjacency,
            reach,
            room: 0.5 * (1 << times) as f32,
            plane: if times == 0 {
                PLANE_COSINE
            } else {
                ROUND_COSINE
            },
        };
        let mut roundings = Vec::new();
        let faces = (0..corners.len())
            .map(|f| {
                let start = roundings.len() as u32;
                builder.roundings(f, &mut roundings);
                Face {
                    corners: corners[f],
                    normal: normals[f],
                    smooth: builder.smooth(f),
                    patch: patches[f],
                    roundings: [start, roundings.len() as u32],
                }
            })
            .collect();
        let centre = (low + high) * 0.5;
        let finite = points.iter().filter(|p| p.is_finite());
        let radius = finite.fold(0.0f32, |r, p| r.max((*p - centre).length()));
        Surface {
            points,
            faces,
            roundings,
            centre,
            radius,
        }
    }
}

/// Returns the outward unit normal; `None` if a corner is missing or the area of the triangle is negligible.
fn normal(points: &[Vec3], triangle: &[u32; 3]) -> Option<Vec3> {
    let [a, b, c] = triangle.map(|i| points.get(i as usize).copied());
    let (a, b, c) = (a?, b?, c?);
    // Scaled by the longest side first: tiny and huge meshes neither under- nor overflow.
    let sides = [b - a, c - b, a - c];
    let longest = sides
        .iter()
        .flat_map(|s| [s.x.abs(), s.y.abs(), s.z.abs()])
        .fold(0.0, f32::max);
    let cross = (sides[0] * (1.0 / longest)).cross(sides[1] * (1.0 / longest));
    let length = cross.length();
    (length > 1e-6 && length.is_finite()).then(|| cross * (1.0 / length))
}

/// Numbers the groups of faces connected across gentle edges.
fn patches(adjacency: &Adjacency, normals: &[Vec3]) -> Vec<u32> {
    let mut patch = vec![u32::MAX; normals.len()];
    let mut count = 0;
    let mut open = Vec::new();
    for start in 0..normals.len() {
        if patch[start] != u32::MAX {
            continue;
        }
        patch[start] = count;
        open.push(start);
        while let Some(f) = open.pop() {
            for g in adjacency.across[f].iter().flatten() {
                let g = *g as usize;
                if patch[g] == u32::MAX && normals[f].dot(normals[g]) >= SMOOTH_COSINE {
                    patch[g] = count;
                    open.push(g);
                }
            }
        }
        count += 1;
    }
    patch
}

struct Builder<'a> {
    points: &'a [Vec3],
    corners: &'a [[u32; 3]],
    normals: &'a [Vec3],
    adjacency: &'a Adjacency,
    reach: f32,
    /// Largest rounding, as a part of a face's altitude.
    room: f32,
    /// Smallest cosine of the angle between faces of one plane.
    plane: f32,
}

impl Builder<'_> {
    fn point(&self, f: usize, k: usize) -> Vec3 {
        self.points[self.corners[f][k % 3] as usize]
    }

    /// Returns the normals at the corners: the mean of the faces around, as far as they are within the smoothing angle,
    /// weighted by area. So the large faces of a bevelled box stay flat and the bevel has all the curvature, however the box
    /// was stretched; weights that are exact on a sphere would let the small bevels curve the large faces.
    fn smooth(&self, f: usize) -> Option<[Vec3; 3]> {
        let own = self.normals[f];
        let at = |k: usize| {
            let corner = self.corners[f][k];
            let mut sum = Vec3::ZERO;
            for g in self.adjacency.at_corner(corner) {
                let g = *g as usize;
                if own.dot(self.normals[g]) < SMOOTH_COSINE {
                    continue;
                }
                let j = (0..3).find(|j| self.corners[g][*j] == corner).unwrap_or(0);
                let here = self.point(g, j);
                let (u, v) = (self.point(g, j + 1) - here, self.point(g, j + 2) - here);
                // |u x v|, with a characteristic length of the mesh as unit: safe for any scale.
                let unit = 1.0 / (self.point(0, 1) - self.point(0, 0)).length();
                let weight = (u * unit).cross(v * unit).length();
                sum += self.normals[g] * weight;
            }
            sum.unit_or(own)
        };
        let corners = [at(0), at(1), at(2)];
        let bent = corners.iter().any(|n| n.dot(own) < 0.99999);
        bent.then_some(corners)
    }

    /// Collects the sharp outward edges near face `f`: its own, and those of faces in nearly its plane that start from its
    /// corners.
    fn roundings(&self, f: usize, out: &mut Vec<Rounding>) {
        if self.reach <= 0.0 {
            return;
        }
        let start = out.len();
        for k in 0..3 {
            out.extend(self.rounding(f, k));
        }
        for k in 0..3 {
            let corner = self.corners[f][k];
            for g in self.adjacency.at_corner(corner) {
                let g = *g as usize;
                if g == f || self.normals[f].dot(self.normals[g]) < self.plane {
                    continue;
                }
                for j in 0..3 {
                    let touches =
                        self.corners[g][j] == corner || self.corners[g][(j + 1) % 3] == corner;
                    let Some(found) = self.rounding(g, j).filter(|_| touches) else {
                        continue;
                    };
                    // A line that cuts the face belongs to another part of its plane.
                    let beside = (0..3).all(|i| {
                        found.inward.dot(self.point(f, i)) - found.offset > -0.1 * found.reach
                    });
                    let known = out[start..].iter().any(|r| {
                        r.inward.dot(found.inward) > self.plane.min(0.9999)
                            && (r.offset - found.offset).abs() < 0.1 * r.reach
                    });
                    if beside && !known {
                        out.push(found);
                    }
                }
            }
        }
    }

    /// Returns the rounding of side `k` of face `f`, if it is sharp and outward.
    fn rounding(&self, f: usize, k: usize) -> Option<Rounding> {
        let g = self.adjacency.across[f][k]? as usize;
        let neighbour = self.normals[g];
        let (a, b, c) = (self.point(f, k), self.point(f, k + 1), self.point(f, k + 2));
        let inward = self.normals[f].cross((b - a).unit());
        let offset = inward.dot(a);
        let altitude = inward.dot(c) - offset;
        let sharp = self.normals[f].dot(neighbour) < SMOOTH_COSINE;
        // Outward: the neighbour's normal points beyond the edge.
        let outward = neighbour.dot(inward) < 0.0;
        (sharp && outward).then(|| Rounding {
            inward,
            offset,
            reach: self.reach.min(self.room * altitude),
            neighbour,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_box_has_six_flat_patches_with_four_rounded_edges_each() {
        let surface = Surface::new(&Mesh::cuboid([1.0, 2.0, 3.0]), 0.25);
        assert_eq!(surface.faces.len(), 12);
        assert_eq!(surface.faces.iter().map(|f| f.patch).max(), Some(5));
        for face in &surface.faces {
            assert!(face.smooth.is_none());
            assert_eq!(face.roundings[1] - face.roundings[0], 4);
        }
        assert!(
            surface
                .roundings
                .iter()
                .all(|r| (r.reach - 0.125).abs() < 1e-6)
        );
    }

    #[test]
    fn a_sphere_is_one_smooth_patch_at_any_scale() {
        for radius in [1e-9, 1.0, 1e9] {
            let surface = Surface::new(&Mesh::sphere(radius, 12), 0.25);
            assert!(surface.roundings.is_empty());
            for face in &surface.faces {
                assert_eq!(face.patch, 0);
                for (k, n) in face.smooth.unwrap().iter().enumerate() {
                    let outward = surface.points[face.corners[k] as usize].unit();
                    assert!(n.dot(outward) > 0.99);
                }
            }
        }
    }

    #[test]
    fn broken_triangles_are_left_out() {
        let mesh = Mesh {
            vertices: vec![
                [0.0; 3],
                [1.0, 0.0, 0.0],
                [0.0, 1.0, 0.0],
                [f32::NAN; 3],
                [2.0, 0.0, 0.0],
            ],
            triangles: vec![[0, 1, 2], [0, 1, 3], [0, 1, 4], [0, 0, 1], [0, 1, 99]],
            round: None,
        };
        let surface = Surface::new(&mesh, 0.25);
        assert_eq!(surface.faces.len(), 1);
        assert!(surface.radius.is_finite());
        assert!(Surface::new(&Mesh::default(), 0.25).faces.is_empty());
    }
}

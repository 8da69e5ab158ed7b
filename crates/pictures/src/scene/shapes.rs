//! Meshes of simple shapes, centred on the origin.

use super::Mesh;
use std::f64::consts::PI;

impl Mesh {
    /// Returns a box with the given sides along x, y and z (m).
    pub fn cuboid(sides: [f32; 3]) -> Mesh {
        let h = sides.map(|s| 0.5 * s);
        let vertices = (0..8)
            .map(|i| std::array::from_fn(|k| if i >> k & 1 == 1 { h[k] } else { -h[k] }))
            .collect();
        // Corner i has the bits x, y, z: each face has its four corners, counter-clockwise from outside.
        let faces: [[u32; 4]; 6] = [
            [0, 4, 6, 2],
            [1, 3, 7, 5],
            [0, 1, 5, 4],
            [2, 6, 7, 3],
            [0, 2, 3, 1],
            [4, 5, 7, 6],
        ];
        Mesh {
            vertices,
            triangles: faces
                .iter()
                .flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]])
                .collect(),
            round: None,
        }
    }

    /// Returns a ball of `radius` (m) with `bands` bands between the poles and twice as many around; at least 2.
    pub fn sphere(radius: f32, bands: u32) -> Mesh {
        let profile: Vec<_> = (0..=bands.max(2))
            .map(|i| {
                let (s, c) = libm::sincos(PI * (f64::from(i) / f64::from(bands.max(2)) - 0.5));
                (f64::from(radius) * c, f64::from(radius) * s)
            })
            .collect();
        Mesh::turned(&profile, 2 * bands.max(2))
    }

    /// Returns a cylinder about z of `radius` and `length` (m) with `sides` sides, at least 3.
    pub fn cylinder(radius: f32, length: f32, sides: u32) -> Mesh {
        let (r, h) = (f64::from(radius), 0.5 * f64::from(length));
        Mesh::turned(&[(0.0, -h), (r, -h), (r, h), (0.0, h)], sides)
    }

    /// Returns the body swept by rotating `profile`, pairs of radius and height (m) from the lower to the upper end on the z
    /// axis, about z in `sides` steps. The end points are moved to the axis.
    pub fn turned(profile: &[(f64, f64)], sides: u32) -> Mesh {
        let sides = sides.max(3);
        let [(_, low), inner @ .., (_, high)] = profile else {
            return Mesh::default();
        };
        let mut vertices = vec![[0.0, 0.0, *low as f32], [0.0, 0.0, *high as f32]];
        for &(radius, height) in inner {
            vertices.extend((0..sides).map(|j| {
                let (s, c) = libm::sincos(2.0 * PI * f64::from(j) / f64::from(sides));
                [(radius * c) as f32, (radius * s) as f32, height as f32]
            }));
        }
        let rings = inner.len() as u32;
        let at = |ring: u32, j: u32| 2 + ring * sides + j % sides;
        let mut triangles = Vec::new();
        for j in (0..sides).filter(|_| rings > 0) {
            triangles.push([0, at(0, j + 1), at(0, j)]);
            triangles.push([1, at(rings - 1, j), at(rings - 1, j + 1)]);
            for ring in 1..rings {
                let (a, b) = (at(ring - 1, j), at(ring - 1, j + 1));
                let (c, d) = (at(ring, j + 1), at(ring, j));
                triangles.extend([[a, b, c], [a, c, d]]);
            }
        }
        Mesh {
            vertices,
            triangles,
            round: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the volume by the divergence theorem: positive only if all triangles are outward.
    fn volume(mesh: &Mesh) -> f32 {
        let p = |i: u32| mesh.vertices[i as usize];
        mesh.triangles
            .iter()
            .map(|&[a, b, c]| {
                let (a, b, c) = (p(a), p(b), p(c));
                (a[0] * (b[1] * c[2] - b[2] * c[1])
                    + a[1] * (b[2] * c[0] - b[0] * c[2])
                    + a[2] * (b[0] * c[1] - b[1] * c[0]))
                    / 6.0
            })
            .sum()
    }

    #[test]
    fn shapes_are_closed_and_look_outwards() {
        assert!((volume(&Mesh::cuboid([2.0, 3.0, 4.0])) - 24.0).abs() < 1e-4);
        assert!((volume(&Mesh::sphere(1.0, 32)) - 4.0 / 3.0 * PI as f32).abs() < 0.03);
        assert!((volume(&Mesh::cylinder(1.0, 2.0, 64)) - 2.0 * PI as f32).abs() < 0.02);
        for mesh in [
            Mesh::cuboid([1.0; 3]),
            Mesh::sphere(1.0, 6),
            Mesh::cylinder(1.0, 1.0, 7),
        ] {
            let mut edges = std::collections::BTreeSet::new();
            for t in &mesh.triangles {
                for k in 0..3 {
                    assert!(edges.insert((t[k], t[(k + 1) % 3])), "an edge used twice");
                }
            }
            assert!(
                edges.iter().all(|&(a, b)| edges.contains(&(b, a))),
                "a hole"
            );
        }
    }

    #[test]
    fn a_profile_without_rings_is_empty() {
        assert!(Mesh::turned(&[], 5).triangles.is_empty());
        assert!(
            Mesh::turned(&[(0.0, 0.0), (0.0, 1.0)], 5)
                .triangles
                .is_empty()
        );
    }
}

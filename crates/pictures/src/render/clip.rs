//! Clips triangles at planes (Sutherland and Hodgman, "Reentrant Polygon Clipping", CACM 17, 1974).

use super::vector::Vec3;
use super::view::Plane;

/// A convex polygon: a triangle gains at most one corner per plane.
#[derive(Clone, Copy)]
pub(super) struct Polygon {
    corners: [Vec3; 8],
    count: usize,
}

impl Polygon {
    /// Returns the corners in order; fewer than three if nothing is left.
    pub fn corners(&self) -> &[Vec3] {
        &self.corners[..self.count]
    }
}

/// Returns the part of a triangle within five planes.
pub(super) fn clip(triangle: [Vec3; 3], planes: &[Plane; 5]) -> Polygon {
    let mut polygon = Polygon {
        corners: [Vec3::ZERO; 8],
        count: 3,
    };
    polygon.corners[..3].copy_from_slice(&triangle);
    for plane in planes {
        let depth = |p: &Vec3| plane.normal.dot(*p) - plane.offset;
        if polygon.corners().iter().all(|p| depth(p) >= 0.0) {
            continue;
        }
        let before = polygon;
        polygon.count = 0;
        for (i, a) in before.corners().iter().enumerate() {
            let b = &before.corners()[(i + 1) % before.count];
            let (da, db) = (depth(a), depth(b));
            if da >= 0.0 {
                polygon.push(*a);
            }
            if (da >= 0.0) != (db >= 0.0) {
                polygon.push(a.mix(*b, da / (da - db)));
            }
        }
    }
    polygon
}

impl Polygon {
    fn push(&mut self, p: Vec3) {
        // By rounding a sliver may be slightly non-convex; it may lose a corner, but never writes past the end.
        if let Some(corner) = self.corners.get_mut(self.count) {
            *corner = p;
            self.count += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::vector::vec3;
    use super::*;

    #[test]
    fn cuts_behind_and_beside() {
        let plane = |normal, offset| Plane { normal, offset };
        let planes = [
            plane(vec3(0.0, 0.0, 1.0), 1.0),
            plane(vec3(-1.0, 0.0, 1.0), 0.0),
            plane(vec3(1.0, 0.0, 1.0), 0.0),
            plane(vec3(0.0, -1.0, 1.0), 0.0),
            plane(vec3(0.0, 1.0, 1.0), 0.0),
        ];
        let through = [
            vec3(-50.0, 0.0, 3.0),
            vec3(50.0, 1.0, 3.0),
            vec3(0.0, 0.5, -9.0),
        ];
        let cut = clip(through, &planes);
        assert!(cut.corners().len() >= 4);
        for p in cut.corners() {
            assert!(planes.iter().all(|q| q.normal.dot(*p) - q.offset > -1e-4));
        }
        let whole = [
            vec3(0.0, 0.0, 2.0),
            vec3(1.0, 0.0, 2.0),
            vec3(0.0, 1.0, 2.0),
        ];
        assert_eq!(clip(whole, &planes).corners(), whole);
        let behind = whole.map(|p| vec3(p.x, p.y, -p.z));
        assert!(clip(behind, &planes).corners().len() < 3);
    }
}

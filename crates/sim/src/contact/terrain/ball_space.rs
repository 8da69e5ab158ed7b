//! Ellipsoids that reach into terrain.

use super::Terrain;
use super::nearest::{AROUND, Depth, Facet, Part, Plane, nearest_of};
use nalgebra::{Matrix3, Vector3};

/// Most turns of the normal at an edge, and the last of them (rad).
const TURNS: u32 = 30;
const TURNED: f64 = 1e-12;

/// An ellipsoid over terrain, in the space in which it is the unit ball about the origin.
#[derive(Clone, Debug)]
pub struct BallSpace<'a> {
    terrain: &'a Terrain,
    plane: Plane,
    centre: Vector3<f64>,
    axes: Matrix3<f64>,
    inverse: Matrix3<f64>,
    /// The triangles that it may reach.
    facets: &'a [Facet],
    is_ball: bool,
    beyond: bool,
}

impl<'a> BallSpace<'a> {
    /// Takes an ellipsoid `centre + axes x`, |x| = 1 (m, world), with room for triangles. None if it is flat, or reaches none.
    #[must_use]
    pub fn new(
        terrain: &'a Terrain,
        plane: &Plane,
        (centre, axes): (Vector3<f64>, Matrix3<f64>),
        facets: &'a mut Vec<Facet>,
    ) -> Option<Self> {
        let inverse = axes.try_inverse()?;
        // No axis is longer than this.
        let radius = axes.norm();
        let squares = axes.tr_mul(&axes);
        let even = squares.trace() / 3.0;
        let is_ball = (squares - Matrix3::identity() * even).abs().max() <= 1e-9 * even;
        let radius = if is_ball { even.sqrt() } else { radius };
        facets.clear();
        terrain.facets_near(&centre, radius, facets);
        let beyond = terrain.extends_beyond(&centre, radius);
        (beyond || !facets.is_empty()).then_some(BallSpace {
            terrain,
            plane: *plane,
            centre,
            axes,
            inverse,
            facets,
            is_ball,
            beyond,
        })
    }

    /// Returns the depth along a normal: how far the lowest point is below a plane.
    fn below(&self, (normal, offset): &Plane, centre: &Vector3<f64>, part: Part) -> Depth {
        Depth {
            normal: *normal,
            depth: offset - normal.dot(centre) + self.axes.tr_mul(normal).norm(),
            part,
        }
    }

    /// Returns how deep it reaches into the ground when it is displaced, where it does so most.
    #[must_use]
    pub fn deepest(&self, displacement: &Vector3<f64>) -> Option<Depth> {
        let centre = self.centre + displacement;
        let over_face = match self.is_ball {
            true => None,
            false => self.deepest_over_face(&centre),
        };
        over_face.or_else(|| self.deepest_nearby(centre))
    }

    /// Returns the depth of the lowest point along the normal of a face that has it below, where that is most.
    fn deepest_over_face(&self, centre: &Vector3<f64>) -> Option<Depth> {
        let foot = |found: &Depth| {
            let spread = self.axes.tr_mul(&found.normal);
            let lowest = centre - self.axes * spread / spread.norm();
            lowest + found.normal * found.depth
        };
        let mut best: Option<Depth> = None;
        for facet in self.facets {
            let found = self.below(&facet.plane, centre, facet.part([true; 3]));
            let is_deeper = found.depth > best.map_or(0.0, |best| best.depth);
            if is_deeper && facet.is_under(&foot(&found)) {
                best = Some(found);
            }
        }
        if self.beyond {
            let found = self.below(&self.plane, centre, AROUND);
            let is_deeper = found.depth > best.map_or(0.0, |best| best.depth);
            let at = foot(&found);
            if is_deeper && self.terrain.in_cells(at.x, at.y).is_none() {
                best = Some(found);
            }
        }
        best
    }

    /// Returns the depth where the surface is nearest in the space of the ball.
    fn deepest_nearby(&self, centre: Vector3<f64>) -> Option<Depth> {
        let (normal, offset) = (self.terrain.plane_at(centre.x, centre.y)).unwrap_or(self.plane);
        let is_above = normal.dot(&centre) >= offset;
        let mut nearest = f64::INFINITY;
        let mut best = None;
        let mut edge = None;
        let mut see = |at: Vector3<f64>, plane: Option<&Plane>, part: &dyn Fn() -> Part| {
            let distance = at.norm();
            if distance >= nearest || (is_above && distance >= 1.0) {
                return false;
            }
            let depth = match plane {
                Some(plane) if is_above => Some(self.below(plane, &centre, part())),
                _ if distance <= 0.0 => None,
                _ => {
                    let sign = if is_above { -1.0 } else { 1.0 };
                    let normal = self.inverse.tr_mul(&at) * (sign / distance);
                    let length = normal.norm();
                    Some(Depth {
                        normal: normal / length,
                        depth: (1.0 + sign * distance) / length,
                        part: part(),
                    })
                }
            };
            if depth.is_some() {
                (nearest, best) = (distance, depth);
            }
            depth.is_some()
        };
        for facet in self.facets {
            let (normal, offset) = &facet.plane;
            let away = (normal.dot(&centre) - offset).abs();
            if is_above && away >= self.axes.tr_mul(normal).norm() {
                continue;
            }
            let corners = facet.corners.map(|corner| self.inverse * (corner - centre));
            let (at, of) = nearest_of(&corners);
            let plane = (of == [true; 3]).then_some(&facet.plane);
            if see(at, plane, &|| facet.part(of)) {
                edge = is_above.then_some((facet, of));
            }
        }
        if self.beyond {
            let (normal, offset) = &self.plane;
            let along = self.axes * self.axes.tr_mul(normal);
            let foot = centre + along * ((offset - normal.dot(&centre)) / normal.dot(&along));
            let (at, is_foot) = self.terrain.around(&self.plane, &foot);
            let plane = is_foot.then_some(&self.plane);
            if see(self.inverse * (at - centre), plane, &|| AROUND) {
                edge = None;
            }
        }
        if let (Some(best), Some((facet, of))) = (&mut best, edge.filter(|_| !self.is_ball)) {
            self.meet(best, &centre, facet, of);
        }
        best
    }

    /// Turns the normal at an edge or a corner of a triangle to the one along which the depth is least.
    ///
    /// With m = -n and the support function h, the depth of a point q in it is the least h(m) - m . q: its derivative by the
    /// pose is the same as with a fixed m, so that a force along n is the derivative of an energy.
    fn meet(&self, found: &mut Depth, centre: &Vector3<f64>, facet: &Facet, of: [bool; 3]) {
        let mut of = of;
        if of == [true; 3] {
            // The lowest point is beyond the triangle.
            let spread = self.axes.tr_mul(&found.normal);
            let lowest = centre - self.axes * spread / spread.norm();
            let foot = lowest + found.normal * found.depth;
            of = nearest_of(&facet.corners.map(|corner| corner - foot)).1;
        }
        let ends: [usize; 2] = match of {
            [true, true, false] => [0, 1],
            [false, true, true] => [1, 2],
            [true, false, true] => [0, 2],
            [true, false, false] => [0, 0],
            [false, true, false] => [1, 1],
            [false, false, true] => [2, 2],
            _ => return,
        };
        let [a, b] = ends.map(|k| facet.corners[k] - centre);
        found.part = facet.part(of);
        let Some(along) = (b - a).try_normalize(0.0) else {
            self.turn(found, &a, None);
            return;
        };
        let start = *found;
        let foot = self.turn(found, &a, Some(&along));
        let part = along.dot(&(foot - a));
        let end = match part {
            part if part < 0.0 => (a, ends[0]),
            part if part > (b - a).norm() => (b, ends[1]),
            _ => return,
        };
        *found = start;
        found.part = facet.part([0, 1, 2].map(|k| k == end.1));
        self.turn(found, &end.0, None);
    }

    /// Turns a normal at a point `at` from the centre, or at the line through it along a unit vector. Returns the foot of the lowest
    /// point there.
    fn turn(
        &self,
        found: &mut Depth,
        at: &Vector3<f64>,
        along: Option<&Vector3<f64>>,
    ) -> Vector3<f64> {
        let spread = self.axes * self.axes.transpose();
        // Along an edge it is only its outline that counts.
        let (outline, at) = match along {
            Some(along) => {
                let lengthwise = along * along.transpose();
                let across = Matrix3::identity() - lengthwise;
                (across * spread * across + lengthwise, across * at)
            }
            None => (spread, *at),
        };
        let depth_along = |normal: &Vector3<f64>| {
            let reach = self.axes.tr_mul(normal).norm();
            (reach, reach + normal.dot(&at))
        };
        let Some(flatten) = outline.try_inverse() else {
            return at;
        };
        if let Some(along) = along {
            let across = found.normal - along * along.dot(&found.normal);
            found.normal = across.normalize();
        }
        for _ in 0..TURNS {
            let (_, depth) = depth_along(&found.normal);
            // The normal of the surface at the point on it that would be nearest.
            let next = -(flatten * (at - found.normal * depth)).normalize();
            let turned = (next - found.normal).norm();
            found.normal = next;
            if turned <= TURNED {
                break;
            }
        }
        let (reach, depth) = depth_along(&found.normal);
        found.depth = depth;
        found.normal * depth - spread * found.normal / reach
    }
}

//! Triangles on a grid of samples: three edge functions and a depth plane, all linear in the picture (Pineda, "A
//! Parallel Algorithm for Polygon Rasterization", SIGGRAPH 1988). Serves the camera, where depth is one over the
//! distance, and the light maps, where it is the height towards the light: in both the larger depth is the nearer one.

use super::vector::Vec3;

/// Distance (samples) by which a triangle covers beyond its edges: more than the gaps that rounding can open between
/// neighbours.
const OVERLAP: f32 = 1.0 / 512.0;

/// A triangle prepared for drawing.
#[derive(Clone, Copy)]
pub(super) struct Plotted {
    /// Edge functions: edge i is `a x + b y + c`, the distance inwards (samples).
    edges: [[f32; 3]; 3],
    inverse_a: [f32; 3],
    /// Depth `a x + b y + c`, at most `depth_max`.
    depth: [f32; 3],
    depth_max: f32,
    /// Columns and rows that contain it: first and one past the last.
    pub columns: [i32; 2],
    pub rows: [i32; 2],
}

impl Plotted {
    /// Prepares the triangle `q` of grid coordinates and depths on a grid of `width` by `height`; `None` if it is clockwise (x
    /// to y), has no area, or misses the grid.
    pub fn new(q: &[Vec3; 3], width: usize, height: usize) -> Option<Plotted> {
        let [ax, bx, cx] = q.map(|p| f64::from(p.x));
        let [ay, by, cy] = q.map(|p| f64::from(p.y));
        let area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
        if !(area > 1e-9 && area.is_finite()) {
            return None;
        }
        let low = q[0].min(q[1]).min(q[2]);
        let high = q[0].max(q[1]).max(q[2]);
        let clip = |v: f32, n: usize| (v as i32).clamp(0, n as i32);
        let columns = [clip(low.x.floor(), width), clip(high.x.ceil(), width)];
        let rows = [clip(low.y.floor(), height), clip(high.y.ceil(), height)];
        if columns[0] >= columns[1] || rows[0] >= rows[1] {
            return None;
        }
        let edge = |x0: f64, y0: f64, x1: f64, y1: f64| {
            let (dx, dy) = (x1 - x0, y1 - y0);
            let scale = 1.0 / (dx * dx + dy * dy).sqrt();
            [
                (-dy * scale) as f32,
                (dx * scale) as f32,
                ((dy * x0 - dx * y0) * scale) as f32 + OVERLAP,
            ]
        };
        let edges = [
            edge(ax, ay, bx, by),
            edge(bx, by, cx, cy),
            edge(cx, cy, ax, ay),
        ];
        let [az, bz, cz] = q.map(|p| f64::from(p.z));
        let dzdx = ((bz - az) * (cy - ay) - (cz - az) * (by - ay)) / area;
        let dzdy = ((cz - az) * (bx - ax) - (bz - az) * (cx - ax)) / area;
        Some(Plotted {
            edges,
            inverse_a: edges.map(|e| if e[0].abs() > 1e-5 { -1.0 / e[0] } else { 0.0 }),
            depth: [
                dzdx as f32,
                dzdy as f32,
                (az - dzdx * ax - dzdy * ay) as f32,
            ],
            depth_max: high.z,
            columns,
            rows,
        })
    }

    /// Returns the depth of the triangle's plane at a grid point.
    #[inline(always)]
    pub fn depth_at(&self, x: f32, y: f32) -> f32 {
        (self.depth[0] * x + self.depth[1] * y + self.depth[2]).min(self.depth_max)
    }

    /// Returns the columns among `first..past` whose samples, at column + `shift`, may be covered in the row at `y`.
    #[inline(always)]
    pub fn span(&self, y: f32, shift: f32, first: i32, past: i32) -> (i32, i32) {
        let (mut low, mut high) = (first, past);
        for (e, inverse) in self.edges.iter().zip(self.inverse_a) {
            let crossing = (e[1] * y + e[2]) * inverse - shift;
            // With one extra column on each side: the exact test follows.
            if inverse < 0.0 {
                low = low.max((crossing as i32).saturating_sub(1));
            } else if inverse > 0.0 {
                high = high.min((crossing as i32).saturating_add(2));
            }
        }
        (low, high)
    }

    /// Draws depths only into `row`, whose first sample is at (`x`, `y`).
    #[inline(always)]
    pub fn draw_depth(&self, x: f32, y: f32, row: &mut [f32]) {
        let front = self.row(x, y);
        for (i, depth) in row.iter_mut().enumerate() {
            *depth = front(i, *depth).unwrap_or(*depth);
        }
    }

    /// Draws depths and `name` where the triangle is in front.
    #[inline(always)]
    pub fn draw(&self, x: f32, y: f32, depths: &mut [f32], names: &mut [u32], name: u32) {
        let front = self.row(x, y);
        for (i, (depth, owner)) in depths.iter_mut().zip(names).enumerate() {
            let z = front(i, *depth);
            *owner = if z.is_some() { name } else { *owner };
            *depth = z.unwrap_or(*depth);
        }
    }

    /// Returns the function of the number of a sample in a row, the first of which is at (`x`, `y`), and of the depth there:
    /// the depth of the triangle where it is in front.
    #[inline(always)]
    fn row(&self, x: f32, y: f32) -> impl Fn(usize, f32) -> Option<f32> {
        let [a, b, c] = self.edges.map(|e| e[0]);
        let [ra, rb, rc] = self.edges.map(|e| e[1] * y + e[2]);
        let (dz, rz) = (self.depth[0], self.depth[1] * y + self.depth[2]);
        let top = self.depth_max;
        move |i, depth| {
            let x = x + i as f32;
            let inside = least(least(a * x + ra, b * x + rb), c * x + rc);
            let z = least(dz * x + rz, top);
            ((inside >= 0.0) & (z > depth)).then_some(z)
        }
    }
}

/// Returns the lesser of two numbers; one machine instruction, unlike `f32::min`, which handles NaN.
#[inline(always)]
fn least(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

#[cfg(test)]
mod tests {
    use super::super::vector::vec3;
    use super::*;

    fn covered(t: &Plotted, n: usize) -> Vec<bool> {
        let mut out = vec![false; n * n];
        for y in t.rows[0]..t.rows[1] {
            let (a, b) = t.span(y as f32 + 0.5, 0.5, t.columns[0], t.columns[1]);
            if a < b {
                let mut row = vec![f32::MIN; (b - a) as usize];
                t.draw_depth(a as f32 + 0.5, y as f32 + 0.5, &mut row);
                for (i, z) in row.iter().enumerate() {
                    out[y as usize * n + a as usize + i] = *z > f32::MIN;
                }
            }
        }
        out
    }

    #[test]
    fn covers_the_samples_inside_and_no_others() {
        let q = [
            vec3(1.3, 0.2, 0.0),
            vec3(15.1, 6.7, 0.0),
            vec3(4.0, 14.9, 0.0),
        ];
        let t = Plotted::new(&q, 16, 16).unwrap();
        let seen = covered(&t, 16);
        for y in 0..16 {
            for x in 0..16 {
                let (px, py) = (x as f32 + 0.5, y as f32 + 0.5);
                let inside = (0..3).all(|i| {
                    let (a, b) = (q[i], q[(i + 1) % 3]);
                    (b.x - a.x) * (py - a.y) - (b.y - a.y) * (px - a.x) > 0.0
                });
                assert_eq!(seen[y * 16 + x], inside, "{x} {y}");
            }
        }
    }

    #[test]
    fn neighbours_leave_no_gap() {
        // A fan about a point that no float represents: every sample of the disc belongs to a triangle.
        let centre = vec3(31.70001, 32.29997, 1.0);
        let rim = |i: usize| {
            let (s, c) = libm::sincos(i as f64 * 0.61);
            vec3(centre.x + 40.0 * c as f32, centre.y + 40.0 * s as f32, 1.0)
        };
        let mut all = vec![false; 64 * 64];
        for i in 0..11 {
            if let Some(t) = Plotted::new(&[centre, rim(i), rim(i + 1)], 64, 64) {
                for (a, b) in all.iter_mut().zip(covered(&t, 64)) {
                    *a |= b;
                }
            }
        }
        let missing = (0..64 * 64).filter(|i| {
            let (dx, dy) = (
                (i % 64) as f32 + 0.5 - centre.x,
                (i / 64) as f32 + 0.5 - centre.y,
            );
            !all[*i] && dx * dx + dy * dy < 900.0
        });
        assert_eq!(missing.count(), 0);
    }

    #[test]
    fn bad_triangles_are_refused() {
        let (a, b, c) = (
            vec3(0.0, 0.0, 0.0),
            vec3(8.0, 0.0, 0.0),
            vec3(0.0, 8.0, 0.0),
        );
        assert!(Plotted::new(&[a, b, c], 8, 8).is_some());
        assert!(Plotted::new(&[a, c, b], 8, 8).is_none());
        assert!(Plotted::new(&[a, b, b], 8, 8).is_none());
        assert!(Plotted::new(&[a, b, vec3(f32::NAN, 1.0, 0.0)], 8, 8).is_none());
        assert!(Plotted::new(&[a, b, vec3(f32::INFINITY, 1.0, 0.0)], 8, 8).is_none());
        let away = vec3(100.0, 100.0, 0.0);
        assert!(Plotted::new(&[a + away, b + away, c + away], 8, 8).is_none());
    }
}

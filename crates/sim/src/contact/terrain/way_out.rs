//! The shortest way out of the ground, where several faces press at once.
//!
//! The energy of a body in the ground is a function of the length D of the shortest displacement that frees it. In a valley it is the
//! distance to the place where the body touches both sides, so that both press, and the energy has no kink over an edge. In the
//! direction of the displacement acts the force of the ground at the depth D; each face has the part of it that its constraint has.

use super::nearest::Depth;
use nalgebra::{Matrix3, Vector3};

/// Most constraints that are looked at together.
const MOST: usize = 5;

/// Most searches for a part of the surface that is still in the way.
const SEARCHES: usize = 12;

/// What may be left in the way, in parts of the displacement.
const LEFT: f64 = 1e-7;

/// A face that presses, and its part of the force.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pressing {
    /// Its unit normal, out of the ground (world).
    pub normal: Vector3<f64>,
    /// Its normal force in parts of the force at the depth of the whole.
    pub share: f64,
}

/// The shortest displacement out of the ground.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct WayOut {
    /// Its length (m).
    pub depth: f64,
    faces: [Pressing; 3],
    count: usize,
}

impl WayOut {
    /// Returns the faces that press.
    #[must_use]
    pub fn faces(&self) -> &[Pressing] {
        &self.faces[..self.count]
    }

    /// Finds it for a body of which `deepest` tells where it is deepest in the ground when displaced (m, world). None if it is in
    /// none.
    pub fn find(mut deepest: impl FnMut(&Vector3<f64>) -> Option<Depth>) -> Option<Self> {
        let first = deepest(&Vector3::zeros()).filter(|found| found.depth > 0.0)?;
        let mut constraints = [first; MOST];
        let mut count = 1;
        let mut way = WayOut::along(&first);
        for _ in 0..SEARCHES {
            let displacement = way.displacement();
            let Some(next) = deepest(&displacement) else {
                break;
            };
            if next.depth <= LEFT * way.depth {
                break;
            }
            let next = Depth {
                depth: next.depth + next.normal.dot(&displacement),
                ..next
            };
            // A curved part of the surface is seen from elsewhere than before.
            let known = constraints[..count]
                .iter()
                .position(|c| c.part == next.part);
            if let Some(known) = known {
                constraints[known] = next;
            } else if count < MOST {
                constraints[count] = next;
                count += 1;
            } else {
                break;
            }
            let Some(longer) = WayOut::of(&constraints[..count]) else {
                break;
            };
            way = longer;
        }
        Some(way)
    }

    fn along(of: &Depth) -> Self {
        let face = Pressing {
            normal: of.normal,
            share: 1.0,
        };
        WayOut {
            depth: of.depth,
            faces: [face, Pressing::default(), Pressing::default()],
            count: 1,
        }
    }

    fn displacement(&self) -> Vector3<f64> {
        let faces = self.faces().iter();
        faces.map(|of| of.normal * (of.share * self.depth)).sum()
    }

    /// Returns the shortest displacement that meets all constraints: up to three of them hold it.
    fn of(all: &[Depth]) -> Option<Self> {
        let mut best: Option<WayOut> = None;
        for chosen in 1u32..1 << all.len() {
            if chosen.count_ones() > 3 {
                continue;
            }
            let is_in = |i: &usize| chosen & (1 << i) != 0;
            let mut faces = [0; 3];
            let mut count = 0;
            for i in (0..all.len()).filter(is_in) {
                faces[count] = i;
                count += 1;
            }
            // n_i . sum_j n_j l_j = d_i
            let mut gram = Matrix3::identity();
            let mut depths = Vector3::zeros();
            for i in 0..count {
                depths[i] = all[faces[i]].depth;
                for j in 0..count {
                    gram[(i, j)] = all[faces[i]].normal.dot(&all[faces[j]].normal);
                }
            }
            let Some(inverse) = gram.try_inverse() else {
                continue;
            };
            let parts = inverse * depths;
            if !(0..count).all(|i| parts[i] >= 0.0) {
                continue;
            }
            let displacement: Vector3<f64> =
                (0..count).map(|i| all[faces[i]].normal * parts[i]).sum();
            let depth = displacement.norm();
            let left = LEFT * depth;
            let frees = |c: &Depth| c.normal.dot(&displacement) >= c.depth - left;
            if !all.iter().all(frees) || best.is_some_and(|best| best.depth <= depth) {
                continue;
            }
            let mut way = WayOut {
                depth,
                count,
                ..WayOut::default()
            };
            for i in 0..count {
                way.faces[i] = Pressing {
                    normal: all[faces[i]].normal,
                    share: parts[i] / depth,
                };
            }
            best = Some(way);
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn valley(angle: f64) -> impl FnMut(&Vector3<f64>) -> Option<Depth> {
        let (sin, cos) = angle.sin_cos();
        move |at| {
            let sides = [sin, -sin].map(|x| Vector3::new(x, 0.0, cos));
            let depths = sides.map(|n| 1e-3 - n.dot(at));
            let k = usize::from(depths[1] > depths[0]);
            (depths[k] > 0.0).then_some(Depth {
                normal: sides[k],
                depth: depths[k],
                part: [k as u32; 3],
            })
        }
    }

    #[test]
    fn in_a_valley_both_sides_press_and_their_sum_is_the_force_at_the_depth() {
        for angle in [1e-3f64, 0.1, 0.7, 1.4] {
            let way = WayOut::find(valley(angle)).unwrap();
            assert!((way.depth - 1e-3 / angle.cos()).abs() < 1e-12);
            let sum: Vector3<f64> = way.faces().iter().map(|f| f.normal * f.share).sum();
            assert!((sum - Vector3::z()).norm() < 1e-9, "{angle} {sum}");
        }
    }
}

//! Boxes about the bodies of a model, and how low they reach.

use nalgebra::Vector3;

use super::algebra::{Lanes, Real, Vec3};
use super::limbs::{Limb, Limbs};
use super::model::Model;
use super::simd::Task;
use super::workspace::{Body, Workspace};

/// A box about a body, in its kernel axes (see [`Model::turn`]), m.
#[derive(Clone, Copy, Debug)]
pub struct BodyBox {
    /// Returns its centre.
    pub centre: Vector3<f64>,
    /// From there to the middles of three sides that meet.
    pub half: [Vector3<f64>; 3],
}

/// The box of one body, or those of several side by side.
#[derive(Clone, Copy, Debug)]
struct Shape<T> {
    centre: Vec3<T>,
    half: [Vec3<T>; 3],
}

impl<T: Real> Shape<T> {
    /// The boxes of the bodies of a limb.
    fn of(boxes: &[BodyBox], bodies: &[usize; 8]) -> Self {
        let of = |k: usize| &boxes[bodies[k]];
        Shape {
            centre: Vec3::from_lanes(|k| of(k).centre.into()),
            half: [0, 1, 2].map(|i| Vec3::from_lanes(|k| of(k).half[i].into())),
        }
    }

    /// The least coordinate along d of any point of the boxes.
    #[inline(always)]
    fn lowest(&self, body: &Body<T>, d: Vec3<f64>) -> T {
        let mut all = T::ZERO;
        for k in 0..T::LANES {
            let up = body.frame.rotation.lane(k).transposed_times(d);
            let [a, b, c] = &self.half;
            let reach = up.dot(a.lane(k)).abs() + up.dot(b.lane(k)).abs() + up.dot(c.lane(k)).abs();
            let middle = d.dot(body.frame.position.lane(k)) + up.dot(self.centre.lane(k));
            all.set_lane(k, middle - reach);
        }
        all
    }
}

/// Boxes about all bodies of a model.
#[derive(Clone, Debug, Default)]
pub struct Boxes {
    ones: Vec<Shape<f64>>,
    fours: Vec<Shape<Lanes<4>>>,
    eights: Vec<Shape<Lanes<8>>>,
}

impl Boxes {
    /// One box for each body.
    #[must_use]
    #[inline]
    pub fn new(model: &Model, boxes: &[BodyBox]) -> Boxes {
        let limbs = model.limbs();
        let root = Shape::of(boxes, &[0; 8]);
        let ones = limbs.ones.iter().map(|l| Shape::of(boxes, &l.bodies));
        Boxes {
            ones: std::iter::once(root).chain(ones).collect(),
            fours: (limbs.fours.iter().map(|l| Shape::of(boxes, &l.bodies))).collect(),
            eights: (limbs.eights.iter().map(|l| Shape::of(boxes, &l.bodies))).collect(),
        }
    }

    /// Writes for each body the least coordinate along a unit vector of the world that its box reaches (m), at the state of the last
    /// [`kinematics`](super::kinematics()).
    pub fn lowest(
        &self,
        model: &Model,
        ws: &Workspace,
        along: &Vector3<f64>,
        lowest: &mut Vec<f64>,
    ) {
        lowest.resize(model.bodies(), 0.0);
        ws.simd.run(Pass {
            boxes: self,
            limbs: model.limbs(),
            ws,
            along: Vec3::from(*along),
            lowest,
        });
    }
}

struct Pass<'a> {
    boxes: &'a Boxes,
    limbs: &'a Limbs,
    ws: &'a Workspace,
    along: Vec3<f64>,
    lowest: &'a mut [f64],
}

impl Task for Pass<'_> {
    type Found = ();

    #[inline(always)]
    fn run(self) {
        let Pass {
            boxes,
            limbs,
            ws,
            along,
            lowest,
        } = self;
        lowest[0] = boxes.ones[0].lowest(&ws.ones[0], along);
        let ones = boxes.ones.iter().zip(&ws.ones).skip(1).zip(&limbs.ones);
        for ((shape, body), limb) in ones {
            lowest[limb.bodies[0]] = shape.lowest(body, along);
        }
        side_by_side(&boxes.fours, &ws.fours, &limbs.fours, along, lowest);
        side_by_side(&boxes.eights, &ws.eights, &limbs.eights, along, lowest);
    }
}

/// Finds the lowest coordinates of limbs of several bodies.
#[inline(always)]
fn side_by_side<T: Real>(
    shapes: &[Shape<T>],
    bodies: &[Body<T>],
    limbs: &[Limb<T>],
    along: Vec3<f64>,
    lowest: &mut [f64],
) {
    for ((shape, body), limb) in shapes.iter().zip(bodies).zip(limbs) {
        let all = shape.lowest(body, along);
        for (k, &body) in limb.bodies[..limb.count].iter().enumerate() {
            lowest[body] = all.lane(k);
        }
    }
}

#[cfg(test)]
mod tests {
    use nalgebra::{Matrix3, Vector3};

    use super::super::kinematics::kinematics;
    use super::super::link::{JointKind, Link, RigidInertia, Root};
    use super::super::simd::Simd;
    use super::*;

    #[test]
    fn the_lowest_corner_of_each_box_is_found_with_all_instructions() {
        // Six legs of two links, two arms, a tail.
        let parents = [0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 0, 0, 13, 14, 0];
        let link = |(i, &parent): (usize, &usize)| Link {
            parent,
            rotation: Matrix3::identity(),
            translation: Vector3::new(0.3, 0.1 * i as f64, -0.2),
            joint: JointKind::Rotary,
            axis: Vector3::new(0.6, 0.0, 0.8),
            inertia: RigidInertia::point(1.0),
        };
        let links: Vec<Link> = parents.iter().enumerate().map(link).collect();
        let model = Model::new(Root::Free, RigidInertia::point(1.0), &links).unwrap();
        let number = |i: usize| libm::sin(1.3 * i as f64 + 0.4);
        let vector = |i: usize| Vector3::new(number(i), number(i + 1), number(i + 2));
        let boxes: Vec<BodyBox> = (0..model.bodies())
            .map(|body| BodyBox {
                centre: vector(body),
                half: [1, 2, 3].map(|i| vector(7 * body + i)),
            })
            .collect();
        let mut y: Vec<f64> = (0..model.layout().len()).map(number).collect();
        model.normalise(&mut y);
        let along = Vector3::new(0.36, 0.48, 0.8);
        for simd in Simd::all() {
            let mut ws = Workspace::new(&model);
            ws.simd = simd;
            kinematics(&model, &y, &mut ws);
            let mut lowest = vec![];
            Boxes::new(&model, &boxes).lowest(&model, &ws, &along, &mut lowest);
            for (body, (one, lowest)) in boxes.iter().zip(&lowest).enumerate() {
                let signs = (0..8).map(|n| [1, 2, 4].map(|b| if n & b == 0 { -1.0 } else { 1.0 }));
                let corners = signs.map(|s| {
                    one.centre + one.half[0] * s[0] + one.half[1] * s[1] + one.half[2] * s[2]
                });
                let heights = corners.map(|c| along.dot(&ws.world_point(body, c)));
                let expected = heights.fold(f64::INFINITY, f64::min);
                assert!(
                    (expected - lowest).abs() < 1e-13,
                    "{body}: {expected} {lowest}"
                );
            }
        }
    }
}

//! The skew part of an articulated inertia that is not symmetric (15 numbers).

use super::matrix::Mat3;
use super::planar::Planar;
use super::vector::{Real, Vec3};

/// Skew matrix ([alpha x] B; -B' [gamma x]): the part of an inertia by which forces do no work on the acceleration that they follow.
///
/// Any matrix is the sum of a symmetric and a skew one. Both parts keep their form when axes turn and origins move, so that the
/// symmetric part of an inertia is an [`Articulated`](super::Articulated) one whether there is a skew part or not.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Skew<T> {
    /// Axis of the upper left block.
    pub alpha: Vec3<T>,
    /// The upper right block B.
    pub b: Mat3<T>,
    /// Axis of the lower right block.
    pub gamma: Vec3<T>,
}

impl<T: Real> Skew<T> {
    pub const ZERO: Self = Skew {
        alpha: Vec3::ZERO,
        b: Mat3::ZERO,
        gamma: Vec3::ZERO,
    };

    /// Returns the matrix in lane k.
    #[inline(always)]
    pub fn lane(&self, k: usize) -> Skew<f64> {
        Skew {
            alpha: self.alpha.lane(k),
            b: self.b.lane(k),
            gamma: self.gamma.lane(k),
        }
    }

    /// Stores a matrix in lane k.
    #[inline(always)]
    pub fn set_lane(&mut self, k: usize, o: Skew<f64>) {
        self.alpha.set_lane(k, o.alpha);
        self.b.set_lane(k, o.b);
        self.gamma.set_lane(k, o.gamma);
    }

    /// Copies another one, number by number.
    #[inline(always)]
    pub fn copy_from(&mut self, o: &Self) {
        self.alpha.copy_from(&o.alpha);
        self.b.copy_from(&o.b);
        self.gamma.copy_from(&o.gamma);
    }

    /// Adds another one.
    #[inline(always)]
    pub fn add(&mut self, o: &Self) {
        self.alpha += o.alpha;
        self.b.x += o.b.x;
        self.b.y += o.b.y;
        self.b.z += o.b.z;
        self.gamma += o.gamma;
    }

    /// Returns the product with an acceleration (a; b).
    #[inline(always)]
    pub fn times(&self, a: Vec3<T>, b: Vec3<T>) -> (Vec3<T>, Vec3<T>) {
        (
            self.alpha.cross(a) + self.b.times(b),
            self.gamma.cross(b) - self.b.transposed_times(a),
        )
    }

    /// Returns this minus (b a' - a b') k, given a and b k.
    #[inline(always)]
    pub fn less_outer(&self, [an, af]: [Vec3<T>; 2], [bn, bf]: [Vec3<T>; 2]) -> Self {
        let row = |r: Vec3<T>, b: T, a: T| r - af * b + bf * a;
        Skew {
            alpha: self.alpha - an.cross(bn),
            b: Mat3::rows(
                row(self.b.x, bn.x, an.x),
                row(self.b.y, bn.y, an.y),
                row(self.b.z, bn.z, an.z),
            ),
            gamma: self.gamma - af.cross(bf),
        }
    }

    /// Returns this in axes turned about z.
    #[inline(always)]
    pub fn turned_z(&self, r: Planar<T>) -> Self {
        Skew {
            alpha: r.z(self.alpha),
            b: r.general_z(self.b),
            gamma: r.z(self.gamma),
        }
    }

    /// Returns this in axes turned about x.
    #[inline(always)]
    pub fn turned_x(&self, r: Planar<T>) -> Self {
        Skew {
            alpha: r.x(self.alpha),
            b: r.general_x(self.b),
            gamma: r.x(self.gamma),
        }
    }

    /// Returns this about a point at -p from the present origin: B + [p x][gamma x] for B, and [alpha x] - ([p x] B' + B [p x]) -
    /// [p x][gamma x][p x] for [alpha x].
    #[inline(always)]
    pub fn moved(&self, p: Vec3<T>) -> Self {
        let b = self.b;
        let along = p.dot(self.gamma);
        let trace = b.x.x + b.y.y + b.z.z;
        let mut moved = Mat3::rows(
            b.x + p * self.gamma.x,
            b.y + p * self.gamma.y,
            b.z + p * self.gamma.z,
        );
        moved.x.x -= along;
        moved.y.y -= along;
        moved.z.z -= along;
        Skew {
            alpha: self.alpha + b.transposed_times(p) + p * (along - trace),
            b: moved,
            gamma: self.gamma,
        }
    }
}

//! The rectangle in which values are drawn.

use super::axes::Axis;

/// A rectangle on paper (mm).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Frame {
    pub left: f64,
    pub top: f64,
    pub right: f64,
    pub bottom: f64,
}

/// Smallest distance of the points of a curve (mm): closer ones are omitted. A third of a dot of a fine print.
const NEAR: f64 = 0.015;

impl Frame {
    pub fn x(&self, axis: &Axis, value: f64) -> f64 {
        self.left + (self.right - self.left) * axis.part(value)
    }

    pub fn y(&self, axis: &Axis, value: f64) -> f64 {
        self.bottom - (self.bottom - self.top) * axis.part(value)
    }

    /// Returns a curve in pieces: it is interrupted where a value is NaN. Omits points too close to show.
    pub fn curve(&self, x: (&Axis, &[f64]), y: (&Axis, &[f64])) -> Vec<Vec<[f64; 2]>> {
        let mut pieces = vec![];
        let mut piece: Vec<[f64; 2]> = vec![];
        let mut skipped = None;
        for (&a, &b) in x.1.iter().zip(y.1) {
            if !(a.is_finite() && b.is_finite()) {
                piece.extend(skipped.take());
                pieces.push(std::mem::take(&mut piece));
                continue;
            }
            let at = [self.x(x.0, a), self.y(y.0, b)];
            let near = |last: &[f64; 2]| libm::hypot(last[0] - at[0], last[1] - at[1]) < NEAR;
            if piece.last().is_some_and(near) {
                skipped = Some(at);
            } else {
                piece.push(at);
                skipped = None;
            }
        }
        piece.extend(skipped);
        pieces.push(piece);
        pieces.retain(|piece| !piece.is_empty());
        pieces
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn curves_break_off_where_nothing_is_known_and_keep_their_ends() {
        let frame = Frame {
            left: 0.0,
            top: 0.0,
            right: 10.0,
            bottom: 10.0,
        };
        let axis = Axis::of([0.0, 10.0], "", 5);
        let xs = [0.0, 1.0, 1.001, 2.0, 3.0, 3.001];
        let ys = [0.0, 1.0, 1.0, f64::NAN, 3.0, 3.0];
        let pieces = frame.curve((&axis, &xs), (&axis, &ys));
        assert_eq!(pieces.len(), 2);
        assert_eq!(pieces[0].first(), Some(&[0.0, 10.0]));
        assert_eq!(pieces[0].last(), Some(&[1.001, 9.0]));
        assert_eq!(pieces[1].len(), 2);
    }
}

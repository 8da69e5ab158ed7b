//! Writes XML: indented elements, numbers that read back to the same bits.

use crate::plot::escaped;
use nalgebra::{Matrix3, Rotation3, UnitQuaternion, Vector3};

/// Writer of an XML text.
#[derive(Default)]
pub(super) struct Writer {
    pub text: String,
    open: Vec<&'static str>,
}

/// Values of attributes, by their names.
pub(super) type Attributes<'a> = &'a [(&'a str, String)];

impl Writer {
    fn begin(&mut self, tag: &str, attributes: Attributes<'_>) {
        self.text.push_str(&"  ".repeat(self.open.len()));
        self.text.push('<');
        self.text.push_str(tag);
        for (name, value) in attributes {
            self.text
                .push_str(&format!(" {name}=\"{}\"", escaped(value)));
        }
    }

    /// Writes an empty element.
    pub fn empty(&mut self, tag: &str, attributes: Attributes) {
        self.begin(tag, attributes);
        self.text.push_str("/>\n");
    }

    /// Starts an element.
    pub fn open(&mut self, tag: &'static str, attributes: Attributes) {
        self.begin(tag, attributes);
        self.text.push_str(">\n");
        self.open.push(tag);
    }

    /// Ends the innermost open element.
    pub fn close(&mut self) {
        if let Some(tag) = self.open.pop() {
            self.text.push_str(&"  ".repeat(self.open.len()));
            self.text.push_str(&format!("</{tag}>\n"));
        }
    }

    /// Writes an element that contains a text.
    pub fn value(&mut self, tag: &str, attributes: Attributes, value: &str) {
        self.begin(tag, attributes);
        self.text
            .push_str(&format!(">{}</{tag}>\n", escaped(value)));
    }
}

/// Formats a number by the shortest digits that read back as it.
pub(super) fn number(x: f64) -> String {
    let text = format!("{:?}", if x == 0.0 { 0.0 } else { x });
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

/// Formats numbers separated by blanks.
pub(super) fn numbers<'a>(values: impl IntoIterator<Item = &'a f64>) -> String {
    let texts: Vec<String> = values.into_iter().map(|x| number(*x)).collect();
    texts.join(" ")
}

/// Returns the quaternion w x y z of a rotation.
pub(super) fn quaternion(rotation: &Matrix3<f64>) -> [f64; 4] {
    let rotation = Rotation3::from_matrix_unchecked(*rotation);
    let q = UnitQuaternion::from_rotation_matrix(&rotation);
    [q.w, q.i, q.j, q.k]
}

/// Returns roll, pitch and yaw of a rotation, about the fixed axes x, y, z in this order.
pub(super) fn angles(rotation: &Matrix3<f64>) -> [f64; 3] {
    let r = rotation;
    let across = libm::hypot(r[(0, 0)], r[(1, 0)]);
    let pitch = libm::atan2(-r[(2, 0)], across);
    // At a pitch of a quarter turn, roll and yaw are about the same axis: the yaw is set to zero.
    if across < 1e-12 {
        let roll = libm::atan2(-r[(1, 2)], r[(1, 1)]);
        return [roll, pitch, 0.0];
    }
    let roll = libm::atan2(r[(2, 1)], r[(2, 2)]);
    let yaw = libm::atan2(r[(1, 0)], r[(0, 0)]);
    [roll, pitch, yaw]
}

/// Formats position and angles: x y z roll pitch yaw.
pub(super) fn pose(rotation: &Matrix3<f64>, place: &Vector3<f64>) -> String {
    format!("{} {}", numbers(place.iter()), numbers(&angles(rotation)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn angles_turn_as_the_rotation_does() {
        for angles_in in [
            [0.3, -0.7, 2.0],
            [1.0, std::f64::consts::FRAC_PI_2, 0.4],
            [-2.0, -1.5, 0.0],
        ] {
            let [r, p, y] = angles_in;
            let rotation = Rotation3::from_euler_angles(r, p, y).into_inner();
            let [r, p, y] = angles(&rotation);
            let back = Rotation3::from_euler_angles(r, p, y).into_inner();
            assert!((rotation - back).amax() < 1e-15 + 1e-12, "{angles_in:?}");
        }
    }

    #[test]
    fn values_are_escaped() {
        let mut writer = Writer::default();
        writer.open("a", &[("b", "<\"&".to_owned())]);
        writer.close();
        assert_eq!(writer.text, "<a b=\"&lt;&quot;&amp;\">\n</a>\n");
        assert_eq!(numbers(&[1.0, -0.0, 1e-9]), "1 0 1e-9");
    }
}

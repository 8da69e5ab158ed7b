//! Groups of joints of an MJCF body that form one joint of several degrees of freedom.

use super::joints::RawJoint;
use crate::dynamics::JointKind;
use crate::figure::JointForm;
use crate::robot::{Joint, degrees};
use nalgebra::Vector3;

/// Returns the form of the joint made by the first joints of a list, and their number: joints through one point, or a ball by
/// itself or after three slides along x, y and z.
pub(super) fn form_of(joints: &[RawJoint]) -> (JointForm, usize) {
    let Some(first) = joints.first() else {
        return (JointForm::Single, 0);
    };
    if first.form == JointForm::Ball {
        return (JointForm::Ball, 1);
    }
    let together = joints
        .iter()
        .take_while(|joint| joint.anchor == first.anchor);
    let row: Vec<&RawJoint> = together.collect();
    if let [x, y, z, ball, ..] = row.as_slice()
        && ball.form == JointForm::Ball
    {
        let slides = |(joint, axis): (&RawJoint, Vector3<f64>)| {
            joint.joint.kind == JointKind::Sliding && joint.joint.axis == axis
        };
        let axes = [Vector3::x(), Vector3::y(), Vector3::z()];
        if [*x, *y, *z].into_iter().zip(axes).all(slides) {
            return (JointForm::Free, 4);
        }
    }
    let singles = row
        .iter()
        .take_while(|joint| joint.form == JointForm::Single);
    let inner: Vec<_> = singles
        .map(|joint| (joint.joint.kind, joint.joint.axis))
        .collect();
    match inner.as_slice() {
        [] | [_] => (JointForm::Single, 1),
        [further @ .., _] => {
            let form = JointForm::Several {
                inner: further.to_vec(),
            };
            (form, inner.len())
        }
    }
}

/// Makes the joints of the degrees of freedom of a joint of the file.
pub(super) fn of_raw(raw: &RawJoint) -> Vec<Joint> {
    match raw.form {
        JointForm::Ball => degrees(&raw.form, &raw.joint),
        _ => vec![raw.joint.clone()],
    }
}

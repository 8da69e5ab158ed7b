//! Joints of several degrees of freedom: chains of links at one position, all but the last without mass.

use super::{Joint, Link, Placement, Robot};
use crate::figure::JointForm;

/// Returns a joint for each degree of freedom of a form, with the properties of `own`; the first degree is the one next to the
/// parent.
#[must_use]
pub fn degrees(form: &JointForm, own: &Joint) -> Vec<Joint> {
    let degrees = form.degrees(own.kind, &own.axis);
    let named = degrees.into_iter().map(|degree| Joint {
        name: match degree.name.as_str() {
            "" => own.name.clone(),
            degree => format!("{}_{degree}", own.name),
        },
        kind: degree.kind,
        freedom: degree.freedom,
        axis: degree.axis.normalize(),
        ..own.clone()
    });
    named.collect()
}

/// Returns the links of a body with a joint of that form: those of its further degrees of freedom, without mass, and the body.
/// `joints` has one for each degree; the first link has the number `first`.
#[must_use]
pub fn row(
    name: &str,
    form: &JointForm,
    joints: Vec<Joint>,
    parent: Option<usize>,
    first: usize,
    placement: Placement,
) -> Vec<Link> {
    let last = joints.last().cloned().unwrap_or_default();
    let degrees = form.degrees(last.kind, &last.axis);
    let count = joints.len();
    let links = joints.into_iter().zip(degrees).enumerate();
    let links = links.map(|(i, (joint, degree))| {
        let (parent, placement) = match i {
            0 => (parent, placement.clone()),
            _ => (Some(first + i - 1), Placement::default()),
        };
        let mut link = Link::new(name.to_owned(), parent, placement, joint);
        link.further = i + 1 < count;
        match link.further {
            true => link.name = format!("{name}.{}", degree.name),
            false => link.form = form.clone(),
        }
        link
    });
    links.collect()
}

impl Robot {
    /// Returns the links of a body's joint, from the parent outwards; the last one is the body.
    #[must_use]
    pub fn row_of(&self, body: usize) -> Vec<usize> {
        let mut row = vec![body];
        let mut at = body;
        while let Some(above) = self.links.get(at).and_then(|link| link.parent) {
            if !self.links.get(above).is_some_and(|link| link.further) {
                break;
            }
            row.push(above);
            at = above;
        }
        row.reverse();
        row
    }

    /// Returns the name of the degree of freedom of a link in commands: that of its body, followed by that of the degree if
    /// there are several.
    #[must_use]
    pub fn spoken(&self, link: usize) -> String {
        let Some(of) = self.links.get(link) else {
            return String::new();
        };
        if of.further {
            return of.name.clone();
        }
        let degrees = of.form.degrees(of.joint.kind, &of.joint.axis);
        match degrees.last().map(|degree| degree.name.as_str()) {
            None | Some("") => of.name.clone(),
            Some(degree) => format!("{}.{degree}", of.name),
        }
    }
}

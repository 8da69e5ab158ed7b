//! Limbs that are mirror images of each other.

use crate::dynamics::Freedom;
use crate::figure::Mirror;
use crate::lang::pattern::matches;
use crate::robot::{Form, Link, Robot, Solid};
use nalgebra::{Matrix3, Vector3};

/// Largest relative difference of two limbs' numbers that counts as rounding.
const ROUNDING: f64 = 1e-12;

/// Mirroring of one limb to another: `mirror FROM TO AXIS`.
pub(super) struct Twins {
    pub from: String,
    pub to: String,
    pub axis: &'static str,
}

/// Finds the mirror that maps one limb to the other; each is given by the numbers of its links, in the same order.
pub(super) fn twins(robot: &Robot, limb: &[usize], other: &[usize]) -> Option<Twins> {
    if limb.len() != other.len() {
        return None;
    }
    let pairs: Vec<(usize, usize)> = limb.iter().copied().zip(other.iter().copied()).collect();
    let mut axes = [(1, "y"), (0, "x"), (2, "z")].into_iter();
    let (_, axis) = axes.find(|(axis, _)| are_images(robot, &pairs, *axis))?;
    let (from, to) = patterns(robot, &pairs)?;
    Some(Twins { from, to, axis })
}

/// Finds patterns that map the names of one limb, and no others, to those of the other.
fn patterns(robot: &Robot, pairs: &[(usize, usize)]) -> Option<(String, String)> {
    let name = |i: usize| robot.links.get(i).map(|l| l.name.as_str());
    let further = |i: usize| robot.links.get(i).is_some_and(|link| link.further);
    let (a, b) = pairs
        .iter()
        .find(|(a, _)| !further(*a))
        .and_then(|(a, b)| Some((name(*a)?, name(*b)?)))?;
    let begin = a.bytes().zip(b.bytes()).take_while(|(x, y)| x == y).count();
    let begin = a.get(..begin)?.rfind('_').map_or(0, |at| at + 1);
    let (rest_a, rest_b) = (a.get(begin..)?, b.get(begin..)?);
    let word = |text: &str| text.split('_').next().unwrap_or_default().to_owned();
    let (key_a, key_b) = (word(rest_a), word(rest_b));
    let forms: [fn(&str) -> String; 3] = [
        |key| format!("{key}*"),
        |key| format!("*_{key}"),
        |key| format!("*{key}*"),
    ];
    forms.iter().find_map(|form| {
        let (from, to) = (form(&key_a), form(&key_b));
        let bodies = pairs.iter().filter(|(a, _)| !further(*a));
        let fits = bodies.clone().all(|(a, b)| {
            let (Some(a), Some(b)) = (name(*a), name(*b)) else {
                return false;
            };
            let parts = matches(&from, a);
            parts.is_some() && parts == matches(&to, b)
        });
        let alone = robot.links.iter().enumerate().all(|(i, link)| {
            link.further
                || pairs.iter().any(|(a, _)| *a == i)
                || matches(&from, &link.name).is_none()
        });
        let clear = key_a.starts_with(|c: char| c.is_ascii_alphabetic());
        (fits && alone && clear && key_a != key_b).then_some((from, to))
    })
}

fn are_images(robot: &Robot, pairs: &[(usize, usize)], axis: usize) -> bool {
    let mirror = Mirror {
        axis,
        opposite: false,
    };
    pairs.iter().enumerate().all(|(number, (a, b))| {
        let (Some(of), Some(image)) = (robot.links.get(*a), robot.links.get(*b)) else {
            return false;
        };
        // Parents are the same link, or images of each other.
        let parents = match number {
            0 => of.parent == image.parent,
            _ => pairs
                .iter()
                .any(|(a, b)| of.parent == Some(*a) && image.parent == Some(*b)),
        };
        let (place, wanted) = (
            image.placement.transform(),
            mirror.transform(&of.placement.transform()),
        );
        let inertia = mirror.inertia(&of.inertia);
        let near = |a: f64, b: f64, size: f64| (a - b).abs() <= ROUNDING * size;
        let size = wanted.translation.amax();
        parents
            && are_joints(&mirror, of, image)
            && (place.linear - wanted.linear).amax() <= ROUNDING
            && (place.translation - wanted.translation).amax() <= ROUNDING * size
            && near(inertia.mass, image.inertia.mass, inertia.mass)
            && (inertia.centre - image.inertia.centre).amax()
                <= ROUNDING * inertia.centre.amax().max(size)
            && (inertia.about_centre - image.inertia.about_centre).amax()
                <= ROUNDING * inertia.about_centre.amax()
            && of.solids.len() == image.solids.len()
            && of
                .solids
                .iter()
                .zip(&image.solids)
                .all(|(a, b)| solids_are_images(a, b, &mirror))
    })
}

/// Whether `mirror` maps the joint of one link to that of the other.
fn are_joints(mirror: &Mirror, of: &Link, image: &Link) -> bool {
    let axis = mirror.joint_axis(of.joint.kind, &of.joint.axis);
    // A ball is its own image, whatever its axes.
    let ball = matches!(of.joint.freedom, Freedom::Ball(_));
    std::mem::discriminant(&of.form) == std::mem::discriminant(&image.form)
        && of.further == image.further
        && of.joint.kind == image.joint.kind
        && (ball && of.joint.freedom == image.joint.freedom
            || of.joint.freedom == Freedom::Axis
                && image.joint.freedom == Freedom::Axis
                && (axis - image.joint.axis).amax() <= ROUNDING)
}

/// Whether shapes are mirror images; those of one file are not compared.
fn solids_are_images(of: &Solid, image: &Solid, mirror: &Mirror) -> bool {
    let (wanted, found) = (
        mirror.transform(&of.placement.transform()),
        image.placement.transform(),
    );
    let near = |a: &[f64], b: &[f64]| {
        a.iter()
            .zip(b)
            .all(|(a, b)| (a - b).abs() <= ROUNDING * a.abs())
    };
    let (same, turned) = match (&of.form, &image.form) {
        (Form::Box(a), Form::Box(b)) => (near(a, b), boxes(&wanted.linear, &found.linear)),
        (Form::Ellipsoid(a), Form::Ellipsoid(b)) => {
            let ball = a.iter().all(|x| *x == a[0]);
            (near(a, b), ball || boxes(&wanted.linear, &found.linear))
        }
        (Form::Capsule(a, l), Form::Capsule(b, m))
        | (Form::Cylinder(a, l), Form::Cylinder(b, m)) => (
            near(&[*a, *l], &[*b, *m]),
            is_along(&wanted.linear, &found.linear, 2),
        ),
        _ => return false,
    };
    let size = wanted.translation.amax().max(1e-3);
    same && turned
        && of.touches == image.touches
        && (wanted.translation - found.translation).amax() <= ROUNDING * size
}

fn boxes(a: &Matrix3<f64>, b: &Matrix3<f64>) -> bool {
    (0..3).all(|i| is_along(a, b, i))
}

/// Whether an axis has the same direction, or the opposite one.
fn is_along(a: &Matrix3<f64>, b: &Matrix3<f64>, i: usize) -> bool {
    let (a, b): (Vector3<f64>, Vector3<f64>) = (a.column(i).into(), b.column(i).into());
    (a - b).amax() <= ROUNDING || (a + b).amax() <= ROUNDING
}

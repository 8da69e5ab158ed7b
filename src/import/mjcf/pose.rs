//! Poses of MJCF elements: `pos` with `quat`, `axisangle`, `euler`, `xyaxes` or `zaxis`.

use super::settings::{Compiler, View};
use crate::import::context::Context;
use crate::robot::{Placement, Turn};
use nalgebra::{Matrix3, Vector3};

const ORIENTATIONS: &[&str] = &["quat", "axisangle", "euler", "xyaxes", "zaxis"];

/// Reads the placement of an element.
pub(super) fn placement(view: &View, compiler: &Compiler, ctx: &mut Context) -> Placement {
    Placement {
        turns: turns(view, compiler, ctx).unwrap_or_default(),
        translation: ctx.vector(view.get("pos")).unwrap_or_default(),
    }
}

fn turns(view: &View, compiler: &Compiler, ctx: &mut Context) -> Option<Vec<Turn>> {
    let a = view.one_of(ORIENTATIONS)?;
    let count = match a.name.as_str() {
        "quat" | "axisangle" => 4,
        "xyaxes" => 6,
        _ => 3,
    };
    let n = ctx.numbers(a, count, count)?;
    let turn = match (a.name.as_str(), n.as_slice()) {
        ("quat", &[w, x, y, z]) => {
            if [w, x, y, z] == [0.0; 4] {
                let message = "a quaternion of four zeros is not a rotation";
                let help = "omit it, or write 1 0 0 0 for no rotation";
                return ctx.invalid(a.span, message, help);
            }
            Turn::of_quaternion([w, x, y, z])
        }
        ("axisangle", &[x, y, z, angle]) => {
            let axis = Vector3::new(x, y, z);
            if axis == Vector3::zeros() {
                let message = "the axis of `axisangle` has no direction";
                return ctx.invalid(a.span, message, "write an axis such as 0 0 1");
            }
            let angle = angle * compiler.angle;
            (angle != 0.0).then_some(Turn { axis, angle })
        }
        ("zaxis", &[x, y, z]) => Turn::from_z(&Vector3::new(x, y, z)),
        ("euler", _) => return Some(euler(&n, compiler)),
        _ => {
            let (x, y) = n.split_at(3);
            let x = Vector3::from_column_slice(x).try_normalize(0.0);
            let y = Vector3::from_column_slice(y);
            let axes = x.and_then(|x| Some((x, (y - x * x.dot(&y)).try_normalize(1e-12)?)));
            let Some((x, y)) = axes else {
                let message = "the axes of `xyaxes` must be different and not zero";
                return ctx.invalid(a.span, message, "write two perpendicular axes");
            };
            Turn::of_matrix(&Matrix3::from_columns(&[x, y, x.cross(&y)]))
        }
    };
    Some(turn.into_iter().collect())
}

/// Converts Euler angles to rotations. Those about moving axes (small letters) apply before the earlier ones, seen from
/// outside; those about fixed axes apply after them.
pub(super) fn euler(angles: &[f64], compiler: &Compiler) -> Vec<Turn> {
    let mut turns = vec![];
    for (letter, angle) in compiler.euler.iter().zip(angles) {
        let axis = match letter.to_ascii_lowercase() {
            'x' => Vector3::x(),
            'y' => Vector3::y(),
            _ => Vector3::z(),
        };
        let turn = Turn {
            axis,
            angle: angle * compiler.angle,
        };
        if turn.angle == 0.0 {
            continue;
        }
        match letter.is_lowercase() {
            true => turns.insert(0, turn),
            false => turns.push(turn),
        }
    }
    turns
}

//! Biovision Hierarchy: a tree of joints with their angles at each moment. It has no official specification; this follows the
//! description by Meredith and Maddock (*Motion Capture File Formats Explained*, 2001). y points up, lengths are metres.

use super::clip::{Bone, Clip};
use crate::plot::decimals;
use crate::scene::Pose;
use nalgebra::{Matrix3, Vector3};
use std::fmt::Write as _;

/// Writes a BVH file with the figures of a clip, in slow motion by the factor `slow`: a separate hierarchy for each figure.
/// Returns it with the features that the format cannot represent, in sentences.
///
/// # Errors
/// There is no figure.
pub fn bvh(clip: &Clip, slow: f64) -> Result<(String, Vec<String>), String> {
    let bones = clip.bones.iter().enumerate();
    let roots: Vec<usize> = bones
        .filter(|(_, bone)| bone.parent.is_none())
        .map(|(number, _)| number)
        .collect();
    if roots.is_empty() {
        return Err("no figure to write as BVH".to_owned());
    }
    let mut left_out = vec![];
    if roots.len() > 1 {
        let others: Vec<String> = roots
            .iter()
            .skip(1)
            .filter_map(|root| clip.bones.get(*root))
            .map(|bone| format!("`{}`", bone.figure))
            .collect();
        left_out.push(format!(
            "the file has a root for each figure; programs that read only the first one miss {}",
            others.join(", ")
        ));
    }
    let translated: Vec<&str> = clip
        .bones
        .iter()
        .filter(|b| b.translates)
        .map(|b| b.name.as_str())
        .collect();
    if !translated.is_empty() {
        left_out.push(format!(
            "BVH supports only rotary joints well: {} {} written with position channels too, which some programs ignore",
            translated.join(", "),
            if translated.len() == 1 { "translates and is" } else { "translate and are" }
        ));
    }
    left_out.push("BVH has no shapes and no colours; glTF has both".to_owned());
    let mut tree = Tree {
        clip,
        several: roots.len() > 1,
        order: vec![],
        text: String::from("HIERARCHY\n"),
    };
    for root in roots {
        tree.write(root, 0);
    }
    let Tree {
        order, mut text, ..
    } = tree;
    let interval = match clip.times.as_slice() {
        [a, .., b] => (b - a) / (clip.times.len() - 1) as f64 * slow,
        _ => 1.0 / 30.0,
    };
    let _ = write!(
        text,
        "MOTION\nFrames: {}\nFrame Time: {interval:.9}\n",
        clip.frames.len()
    );
    for frame in &clip.frames {
        let mut line = String::new();
        for &number in &order {
            let Some(bone) = clip.bones.get(number) else {
                continue;
            };
            let (place, turn) = relative(clip, frame, bone);
            if bone.parent.is_none() || bone.translates {
                for c in &place {
                    let _ = write!(line, "{} ", short(*c));
                }
            }
            for angle in angles(&turn) {
                let _ = write!(line, "{} ", short(angle.to_degrees()));
            }
        }
        text += line.trim_end();
        text.push('\n');
    }
    Ok((text, left_out))
}

/// Writer of nested joints.
struct Tree<'a> {
    clip: &'a Clip,
    /// Whether names include that of the figure.
    several: bool,
    /// Numbers of the bones in the order of their channels.
    order: Vec<usize>,
    text: String,
}

impl Tree<'_> {
    fn write(&mut self, number: usize, depth: usize) {
        let Some(bone) = self.clip.bones.get(number) else {
            return;
        };
        self.order.push(number);
        let indent = "  ".repeat(depth);
        let head = if bone.parent.is_none() {
            "ROOT"
        } else {
            "JOINT"
        };
        // Names in this format have no blanks.
        let name = match self.several {
            true => format!("{}.{}", bone.figure, bone.name),
            false => bone.name.clone(),
        };
        let name: String = name
            .chars()
            .map(|c| if c.is_whitespace() { '_' } else { c })
            .collect();
        let first = self.clip.frames.first();
        let offset = match (bone.parent, first) {
            (Some(_), Some(frame)) => relative(self.clip, frame, bone).0,
            _ => Vector3::zeros(),
        };
        let moves = bone.parent.is_none() || bone.translates;
        let channels = match moves {
            true => "6 Xposition Yposition Zposition Zrotation Xrotation Yrotation",
            false => "3 Zrotation Xrotation Yrotation",
        };
        let [x, y, z] = <[f64; 3]>::from(offset).map(short);
        self.text += &format!(
            "{indent}{head} {name}\n{indent}{{\n{indent}  OFFSET {x} {y} {z}\n{indent}  CHANNELS {channels}\n"
        );
        let on_it = |other: &(usize, &Bone)| other.1.parent == Some(number);
        let bones = self.clip.bones.iter().enumerate();
        let children: Vec<usize> = bones.filter(on_it).map(|(i, _)| i).collect();
        if children.is_empty() {
            let [x, y, z] = bone.tip.map(short);
            self.text += &format!(
                "{indent}  End Site\n{indent}  {{\n{indent}    OFFSET {x} {y} {z}\n{indent}  }}\n"
            );
        }
        for child in children {
            // A tree of bodies may be very deep; this avoids a stack overflow.
            stacker::maybe_grow(64 << 10, 1 << 20, || self.write(child, depth + 1));
        }
        self.text += &format!("{indent}}}\n");
    }
}

/// Returns position and rotation of a bone relative to its parent; of a root relative to the world with y upwards.
fn relative(clip: &Clip, frame: &[Pose], bone: &Bone) -> (Vector3<f64>, Matrix3<f64>) {
    let of = |bone: &Bone| {
        let pose = frame.get(bone.actor).copied().unwrap_or_default();
        // Its rows are the columns of the constructor.
        let turn = pose.rotation().map(|rows| Matrix3::from(rows).transpose());
        (
            Vector3::from(pose.position),
            turn.unwrap_or_else(Matrix3::identity),
        )
    };
    let (place, turn) = of(bone);
    match bone.parent.and_then(|parent| clip.bones.get(parent)) {
        Some(parent) => {
            let (from, by) = of(parent);
            (by.tr_mul(&(place - from)), by.tr_mul(&turn))
        }
        None => {
            let up = Matrix3::new(1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, -1.0, 0.0);
            (Vector3::new(place.x, place.z, -place.y), up * turn)
        }
    }
}

/// Returns the angles z, x, y (rad) of R = Rz Rx Ry.
fn angles(r: &Matrix3<f64>) -> [f64; 3] {
    let x = libm::asin(r[(2, 1)].clamp(-1.0, 1.0));
    if r[(2, 1)].abs() > 1.0 - 1e-9 {
        // Both other angles turn about the same axis: one of them suffices.
        return [libm::atan2(r[(1, 0)], r[(0, 0)]), x, 0.0];
    }
    [
        libm::atan2(-r[(0, 1)], r[(1, 1)]),
        x,
        libm::atan2(-r[(2, 0)], r[(2, 2)]),
    ]
}

/// Formats a number with the digits that matter.
fn short(x: f64) -> String {
    decimals(x, 6)
}

#[cfg(test)]
mod tests {
    use super::super::page::tests::clip;
    use super::*;

    fn rotation(z: f64, x: f64, y: f64) -> Matrix3<f64> {
        let about = |k: usize, angle: f64| {
            let (s, c) = angle.sin_cos();
            match k {
                0 => Matrix3::new(1.0, 0.0, 0.0, 0.0, c, -s, 0.0, s, c),
                1 => Matrix3::new(c, 0.0, s, 0.0, 1.0, 0.0, -s, 0.0, c),
                _ => Matrix3::new(c, -s, 0.0, s, c, 0.0, 0.0, 0.0, 1.0),
            }
        };
        about(2, z) * about(0, x) * about(1, y)
    }

    #[test]
    fn angles_make_the_rotation_again() {
        for [z, x, y] in [
            [0.3, -0.7, 2.0],
            [-3.0, 1.2, 0.1],
            [0.5, std::f64::consts::FRAC_PI_2, 0.0],
        ] {
            let r = rotation(z, x, y);
            let [a, b, c] = angles(&r);
            let again = rotation(a, b, c);
            for (p, q) in r.iter().zip(&again) {
                assert!((p - q).abs() < 1e-4, "{r:?} {again:?}");
            }
        }
    }

    #[test]
    fn joints_are_within_joints_and_each_frame_has_all_channels() {
        let (text, _) = bvh(&clip(), 1.0).unwrap();
        assert!(text.contains("ROOT trunk\n{\n  OFFSET 0 0 0\n"));
        // The second cube is above the first by 2 m, along its z.
        assert!(text.contains("  JOINT leg_1\n  {\n    OFFSET 0 0 2\n    CHANNELS 3"));
        let rows = text.split("Frame Time: 0.500000000\n").nth(1).unwrap();
        assert_eq!(rows.lines().count(), 3);
        assert!(rows.lines().all(|row| row.split(' ').count() == 9));
        assert_eq!(text.matches('{').count(), text.matches('}').count());
        assert!(bvh(&Clip::default(), 1.0).is_err());
    }

    #[test]
    fn each_figure_has_a_root_and_names_of_its_own() {
        let mut two = clip();
        let count = two.bones.len();
        let actors = two.frames.first().map_or(0, Vec::len);
        for bone in two.bones.clone() {
            two.bones.push(Bone {
                figure: "other".to_owned(),
                parent: bone.parent.map(|parent| parent + count),
                actor: bone.actor + actors,
                ..bone
            });
        }
        for frame in &mut two.frames {
            frame.extend(frame.clone());
        }
        let own = two.bones[0].figure.clone();
        let (text, left_out) = bvh(&two, 1.0).unwrap();
        assert_eq!(text.matches("ROOT ").count(), 2);
        assert!(text.contains(&format!("ROOT {own}.trunk")), "{text}");
        assert!(text.contains("ROOT other.trunk\n"), "{text}");
        let rows = text.split("Frame Time: 0.500000000\n").nth(1).unwrap();
        assert!(rows.lines().all(|row| row.split(' ').count() == 18));
        assert!(left_out[0].contains("`other`"));
    }
}

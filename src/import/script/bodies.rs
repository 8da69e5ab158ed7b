//! The lines that build one body: its shapes, its mass, its position.

use super::Paths;
use super::lines::{Line, Piece, command, three};
use super::spell::Measure;
use crate::dynamics::JointKind;
use crate::figure::JointForm;
use crate::import::context::{identifier, unused};
use crate::robot::{Form, Link, Placement, Robot, Solid, Turn};
use nalgebra::{Matrix3, Vector3};
use std::collections::BTreeSet;
use std::f64::consts::TAU;
use std::path::Path;

const XYZ: [&str; 3] = ["x", "y", "z"];

/// Writer of the lines of bodies.
pub(super) struct Builder<'a> {
    pub robot: &'a Robot,
    pub paths: &'a Paths,
    /// Size of the mark in place of a body without a shape (m).
    pub mark: f64,
    /// Names already used for parts.
    pub parts: BTreeSet<String>,
}

impl Builder<'_> {
    /// Returns the lines of a body; none for a further degree of freedom of a joint.
    pub fn lines(&mut self, number: usize) -> Vec<Line> {
        let robot = self.robot;
        let mut lines = vec![];
        let Some(link) = robot.links.get(number).filter(|link| !link.further) else {
            return lines;
        };
        let row = robot.row_of(number);
        let row: Vec<&Link> = row
            .into_iter()
            .filter_map(|at| robot.links.get(at))
            .collect();
        let first = row.first().copied().unwrap_or(link);
        let name = || Piece::Name(link.name.clone());
        let is_root = link.parent.is_none();
        let solids = link.solids.split_first();
        match solids {
            Some((first, _)) => self.shape(&link.name, first, &mut lines),
            None => {
                let mark = self.mark_of(link);
                self.shape(&link.name, &mark, &mut lines);
            }
        }
        let mut body = command("addbody", &link.name);
        body.push(name());
        let axis = match (is_root, &link.form) {
            (false, JointForm::Several { .. } | JointForm::Universal { .. }) => {
                readable(&first.joint.axis)
            }
            (false, JointForm::Ball | JointForm::Free | JointForm::Weld) | (true, _) => {
                Vector3::z()
            }
            (false, _) => readable(&link.joint.axis),
        };
        three(
            &mut body,
            axis.into(),
            Measure::Bare,
            ["axis_x", "axis_y", "axis_z"],
        );
        let of = match link.form {
            JointForm::Several { .. } => first,
            _ => link,
        };
        body.extend([kind_word(of.joint.kind), "1g/cm3", "0"].map(Piece::Word));
        if !solids.is_some_and(|(first, _)| first.touches) {
            body.push(Piece::Word("0"));
        }
        lines.push(body);
        joint_lines(link, &row, &mut lines);
        for (i, solid) in solids.map_or(&[][..], |(_, rest)| rest).iter().enumerate() {
            let part = self.part_name(link, solid, i);
            self.shape(&part, solid, &mut lines);
            let mut line = command("addpart", &part);
            line.extend([Piece::Name(part), name()]);
            line.extend(["1g/cm3", "0"].map(Piece::Word));
            if !solid.touches {
                line.push(Piece::Word("0"));
            }
            lines.push(line);
        }
        if link.inertia.mass > 0.0 {
            lines.push(inertia(link));
        }
        place(&link.name, &first.placement, &mut lines);
        if let Some(parent) = first.parent.and_then(|p| self.robot.links.get(p)) {
            let mut line = command("linkbodies", &parent.name);
            line.push(name());
            lines.push(line);
        }
        lines
    }

    /// Returns the shape shown for a body without one: a ball, or a rod to its first distant joint.
    fn mark_of(&self, link: &Link) -> Solid {
        let links = &self.robot.links;
        let is_hung = |l: &&Link| {
            let parent = l.parent.and_then(|p| links.get(p));
            parent.is_some_and(|p| p.name == link.name)
        };
        let hung = links.iter().find(is_hung);
        let to = hung.map_or_else(Vector3::zeros, |l| l.placement.translation);
        let length = to.norm();
        let (form, placement) = match length > self.mark && length.is_finite() {
            true => (
                Form::Capsule(self.mark / 2.0, length + self.mark / 2.0),
                Placement {
                    turns: Turn::from_z(&to).into_iter().collect(),
                    translation: to / 2.0,
                },
            ),
            false => (Form::Ellipsoid([self.mark; 3]), Placement::default()),
        };
        Solid {
            name: String::new(),
            form,
            placement,
            touches: false,
            friction: None,
        }
    }

    fn part_name(&mut self, link: &Link, solid: &Solid, number: usize) -> String {
        let given = identifier(&solid.name);
        let links = &self.robot.links;
        let is_taken =
            |name: &str| self.parts.contains(name) || links.iter().any(|l| l.name == name);
        let legal = given.starts_with(|c: char| c.is_ascii_alphabetic());
        let name = match legal && !is_taken(&given) {
            true => given,
            false => {
                let own = format!("{}_part{}", link.name, number + 1);
                unused(&own, "_", is_taken)
            }
        };
        self.parts.insert(name.clone());
        name
    }

    fn shape(&mut self, name: &str, solid: &Solid, lines: &mut Vec<Line>) {
        let mut get = command("get", name);
        get.push(Piece::Word("from"));
        let mut scale = None;
        match &solid.form {
            Form::Capsule(d, l) => {
                get.push(Piece::Word("capsule"));
                get.push(Piece::Number(*l, Measure::Length, "length"));
                get.push(Piece::Number(*d, Measure::Length, "width"));
            }
            Form::Box(edges) => {
                get.push(Piece::Word("unit_cube"));
                scale = Some((*edges, Measure::Length));
            }
            Form::Ellipsoid(diameters) => {
                get.push(Piece::Word("unit_sphere"));
                scale = Some((*diameters, Measure::Length));
            }
            Form::Cylinder(d, l) => {
                get.push(Piece::Word("unit_cylinder"));
                scale = Some(([*d, *d, *l], Measure::Length));
            }
            Form::Mesh(file, by) => {
                get.push(Piece::File(self.paths.of_mesh(Path::new(file))));
                get.push(Piece::Word("open"));
                scale = (*by != [1.0; 3]).then_some((*by, Measure::Bare));
            }
        }
        lines.push(get);
        if let Some((by, measure)) = scale {
            let mut line = command("scale", name);
            match by {
                [x, y, z] if x == y && y == z => line.push(Piece::Number(x, measure, "size")),
                _ => three(&mut line, by, measure, ["size_x", "size_y", "size_z"]),
            }
            lines.push(line);
        }
        // A shape that is round about z needs no rotation about it, and a ball none at all.
        let ball = matches!(solid.form, Form::Ellipsoid([x, y, z]) if x == y && y == z);
        match ball {
            true => place(name, &Placement::at(solid.placement.translation), lines),
            false => place(name, &solid.placement, lines),
        }
    }
}

fn kind_word(kind: JointKind) -> &'static str {
    match kind {
        JointKind::Rotary => "rotary",
        JointKind::Sliding => "sliding",
    }
}

/// Writes the lines for a joint with several degrees of freedom; `row` has its links.
fn joint_lines(link: &Link, row: &[&Link], lines: &mut Vec<Line>) {
    let labels = ["axis_x", "axis_y", "axis_z"];
    let axis = |link: &Link| readable(&link.joint.axis).into();
    let kind = |word| {
        let mut line = command("jointkind", &link.name);
        line.push(Piece::Word(word));
        line
    };
    match &link.form {
        JointForm::Single => {}
        JointForm::Several { .. } => {
            for further in row.iter().skip(1) {
                let mut line = command("addjoint", &link.name);
                three(&mut line, axis(further), Measure::Bare, labels);
                line.push(Piece::Word(kind_word(further.joint.kind)));
                lines.push(line);
            }
        }
        JointForm::Universal { .. } => {
            let mut line = kind("universal");
            line.push(Piece::Open("second=["));
            three(&mut line, axis(link), Measure::Bare, labels);
            line.push(Piece::Close);
            lines.push(line);
        }
        JointForm::Screw { pitch } => {
            let mut line = kind("screw");
            line.push(Piece::Given("pitch", pitch * TAU, Measure::Length));
            lines.push(line);
        }
        form => lines.push(kind(form.word(link.joint.kind))),
    }
}

/// Writes the rotations and the translation of an object.
fn place(name: &str, placement: &Placement, lines: &mut Vec<Line>) {
    for turn in &placement.turns {
        let unit = turn.axis.norm_squared() == 1.0;
        let main = XYZ
            .iter()
            .zip(turn.axis.iter())
            .find(|(_, x)| unit && **x == 1.0);
        let mut line = command(
            if main.is_some() {
                "rotate"
            } else {
                "rotateaxis"
            },
            name,
        );
        match main {
            Some((axis, _)) => line.push(Piece::Word(axis)),
            None => {
                let labels = ["turn_x", "turn_y", "turn_z"];
                three(&mut line, turn.axis.into(), Measure::Bare, labels);
            }
        }
        line.push(Piece::Number(turn.angle, Measure::Angle, "angle"));
        lines.push(line);
    }
    let by = placement.translation;
    if by != Vector3::zeros() {
        let mut line = command("move", name);
        three(&mut line, by.into(), Measure::Length, XYZ);
        lines.push(line);
    }
}

fn inertia(link: &Link) -> Line {
    let given = &link.inertia;
    let mut line = command("inertia", &link.name);
    if given.impossible().is_some() {
        line.push(Piece::Word("repair"));
    }
    // Products of inertia within the rounding of the moments count as zero.
    let least = 1e-16 * given.about_centre.amax();
    let i: Matrix3<f64> = given
        .about_centre
        .map(|x| if x.abs() < least { 0.0 } else { x });
    line.push(Piece::Open("["));
    let moments = [i[(0, 0)], i[(1, 1)], i[(2, 2)]];
    three(&mut line, moments, Measure::Bare, ["ixx", "iyy", "izz"]);
    let products = [i[(0, 1)], i[(0, 2)], i[(1, 2)]];
    if products != [0.0; 3] {
        three(&mut line, products, Measure::Bare, ["ixy", "ixz", "iyz"]);
    }
    line.push(Piece::Close);
    line.push(Piece::Open("at=["));
    three(&mut line, given.centre.into(), Measure::Length, XYZ);
    line.push(Piece::Close);
    line.push(Piece::Given("mass", given.mass, Measure::Mass));
    line
}

/// Returns an axis as whole numbers, if that is the same direction to the last bit.
pub(super) fn readable(axis: &Vector3<f64>) -> Vector3<f64> {
    let signs = axis.map(|x| match x {
        x if x > 0.0 => 1.0,
        x if x < 0.0 => -1.0,
        _ => 0.0,
    });
    match signs.norm() > 0.0 && signs.normalize() == *axis {
        true => signs,
        false => axis.map(|x| if x == 0.0 { 0.0 } else { x }),
    }
}

//! Output and input of analysis commands: matrices with names, and motions.

mod rates;

use super::columns::{cell, guarded, row};
use super::lookup::Lookup;
use super::{Session, Stop};
use crate::diagnostic::{Diagnostic, quote};
use crate::dynamics::{JointKind, Root};
use crate::files::{Input, Output, read_text};
use crate::lang::dimension::Dimension;
use crate::lang::evaluate::Names;
use crate::lang::syntax::{Expression, ExpressionKind};
use crate::lang::units::{UnitError, convert, similar_unit, symbols};
use crate::lang::value::show;
use crate::plot::table::{Table, read};
use crate::plot::{Refusal, Series};
use crate::session::records;
use crate::source::Span;
use crate::world::Corpus;
use nalgebra::{DMatrix, RowDVector, Vector3};
use rates::rates;
use std::path::Path;
use std::sync::Arc;

/// A matrix with the names and units of its rows and columns.
pub(crate) struct Named {
    pub rows: Vec<(String, &'static str)>,
    pub columns: Vec<(String, &'static str)>,
    pub values: DMatrix<f64>,
}

impl Named {
    /// Formats the matrix as comma-separated values: a row of names, one of units, then the rows, each after its name and unit.
    fn csv(&self) -> String {
        let names: Vec<String> = self.columns.iter().map(|(n, _)| guarded(n)).collect();
        let units = self.columns.iter().map(|(_, unit)| *unit);
        let mut text = row(["row", "unit"]
            .into_iter()
            .chain(names.iter().map(String::as_str)));
        text += &row(["", ""].into_iter().chain(units));
        for (i, (name, unit)) in self.rows.iter().enumerate() {
            let cells: Vec<String> = self.values.row(i).iter().map(|x| cell(*x)).collect();
            let name = guarded(name);
            text += &row([name.as_str(), *unit]
                .into_iter()
                .chain(cells.iter().map(String::as_str)));
        }
        text
    }

    /// Formats the matrix as lines for the user.
    fn lines(&self) -> Vec<String> {
        let widest = self.rows.iter().map(|(n, _)| n.chars().count()).max();
        let width = widest.unwrap_or(0);
        let largest_of_column = self.values.column_iter().map(|column| column.amax());
        let largest_of_column: Vec<f64> = largest_of_column.collect();
        let cells = |row: RowDVector<f64>| -> Vec<String> {
            let largest = row.amax();
            let shown = |(x, of_column): (&f64, &f64)| {
                let is_rounding = x.abs() < ROUNDING * (largest.sqrt() * of_column.sqrt());
                // Without a sign of zero.
                format!("{:.5e}", if is_rounding { 0.0 } else { x + 0.0 })
            };
            row.iter().zip(&largest_of_column).map(shown).collect()
        };
        let numbers: Vec<Vec<String>> = self
            .values
            .row_iter()
            .map(|row| cells(row.into_owned()))
            .collect();
        let wide = |column: usize| {
            let own = self
                .columns
                .get(column)
                .map_or(0, |(n, _)| n.chars().count());
            let cells = numbers.iter().filter_map(|r| r.get(column));
            cells.map(String::len).fold(own, usize::max)
        };
        let widths: Vec<usize> = (0..self.columns.len()).map(wide).collect();
        let line = |name: &str, cells: &mut dyn Iterator<Item = &str>, unit: &str| {
            let mut text = format!("{name:width$}");
            for (cell, wide) in cells.zip(&widths) {
                text += &format!("  {cell:>wide$}");
            }
            text += &format!("  {unit}");
            text.trim_end().to_owned()
        };
        let mut lines = vec![line(
            "",
            &mut self.columns.iter().map(|(n, _)| n.as_str()),
            "",
        )];
        for ((name, unit), cells) in self.rows.iter().zip(&numbers) {
            lines.push(line(name, &mut cells.iter().map(String::as_str), unit));
        }
        lines
    }
}

/// Part of the largest entries of its row and column (their geometric mean) below which an entry is a rounding error.
const ROUNDING: f64 = 1e-13;

/// Quantities of the motion of a root, of each joint, and of each body, by their names in [`super::QUANTITIES`].
const OF_ROOT: &[(&str, Dimension)] = &[
    ("pos", Dimension::LENGTH),
    ("qw", Dimension::NONE),
    ("qx", Dimension::NONE),
    ("qy", Dimension::NONE),
    ("qz", Dimension::NONE),
    ("vel_own", Dimension::SPEED),
    ("gyro", Dimension::ANGULAR_VELOCITY),
    ("acc_own", Dimension::ACCELERATION),
    ("alpha_own", Dimension::ANGULAR_ACCELERATION),
];
const OF_JOINT: &[&str] = &["q", "dq", "ddq", "Q"];
const OF_BODY: &[&str] = &["outer_force", "outer_torque"];

/// Returns a quantity as `print` shows it, as of the last [`Session::observe`].
pub(crate) fn shown_quantity(session: &Session, path: &str) -> Option<String> {
    let datum = Lookup::new(session).quantity(path).ok()?;
    Some(show(&datum))
}

/// Prints a matrix, or writes it to a file if one is named.
///
/// # Errors
/// The file cannot be written.
pub(crate) fn show_matrix(
    session: &mut Session,
    named: &Named,
    path: &str,
    at: Span,
) -> Result<(), Stop> {
    if path.is_empty() {
        for line in named.lines() {
            session.print(&line);
        }
        return Ok(());
    }
    session.write_file(path, Output::Table, at, |_| Ok(named.csv()))
}

/// Returns the columns of a `record` that has everything [`inverse`] reads, for the running corpus of that number.
pub(crate) fn motion_columns(session: &mut Session, corpus: usize) -> Vec<Arc<Expression>> {
    let Some(corpus) = session.here().world.corpora.get(corpus) else {
        return vec![];
    };
    let bodies = corpus.numbering.figure_bodies();
    let mut paths: Vec<String> = vec![];
    let names = corpus.names.iter().zip(&corpus.numbering.order).enumerate();
    for (link, (name, number)) in names.filter(|(_, (name, _))| !name.is_empty()) {
        let (of, fields) = match link {
            0 => (
                name.as_str(),
                OF_ROOT.iter().map(|(field, _)| *field).collect(),
            ),
            _ if corpus.is_weld(link) => (name.as_str(), vec![]),
            _ => (corpus.degree_name(link), OF_JOINT.to_vec()),
        };
        paths.extend(fields.iter().map(|field| format!("{of}.{field}")));
        let of_body = OF_BODY.iter().filter(|_| *number < bodies);
        paths.extend(of_body.map(|field| format!("{name}.{field}")));
    }
    let paths = paths.into_iter();
    paths
        .map(|path| {
            let source = session.sources.add("recordmotion", path.as_str(), None);
            let span = Span::whole(source, &path);
            let kind = ExpressionKind::Name;
            Arc::new(Expression { kind, span })
        })
        .collect()
}

/// Reads a motion of a running corpus and writes the joint forces that produce it.
///
/// # Errors
/// The table cannot be read or lacks a column, or the file cannot be written.
pub(crate) fn inverse(
    session: &mut Session,
    corpus: usize,
    (path, at): (&str, Span),
    (to, to_at): (&str, Span),
) -> Result<(), Stop> {
    let file = session.files.output_path(path);
    // If this run writes the table, the rows so far are read.
    if !session.files.ledger.has_table(&file) {
        session
            .file_access()
            .reads(path, &file, Input::Motion, at)?;
    }
    // In a check the table may not exist yet.
    session.write_file(to, Output::Table, to_at, |session| {
        let written = session.files.written_to(file.clone());
        let from = records::rows_so_far(session, &written)?.unwrap_or(file);
        forces_of(session, corpus, (path, at), &from)
    })
}

/// Returns the table of forces of a motion.
fn forces_of(
    session: &mut Session,
    corpus: usize,
    (path, at): (&str, Span),
    file: &Path,
) -> Result<String, Stop> {
    let text = read_text(file, session.files.largest).map_err(|why| {
        let message = format!("cannot read {}: {why}", quote(path));
        Diagnostic::error("E030", at, message)
            .help("name a table of `recordmotion`; its path is relative to the working directory")
    })?;
    let gravity = session.here().world.gravity.vector();
    let Some(corpus) = session.here().world.corpora.get(corpus) else {
        return Ok(String::new());
    };
    let table = read(&text).and_then(|table| Motion::of(&table, corpus));
    let motion = table.map_err(|refusal| {
        let message = format!(
            "{} is not a table of `recordmotion` of `{}`: {}",
            quote(path),
            corpus.name,
            refusal.message
        );
        Diagnostic::error("E095", at, message).help(refusal.help)
    })?;
    Ok(motion.forces(corpus, gravity))
}

/// A motion as columns of a table.
struct Motion {
    times: Vec<f64>,
    /// Positions, velocities and accelerations of each joint.
    joints: Vec<[Vec<f64>; 3]>,
    /// Position, quaternion, velocity, angular velocity, acceleration and angular acceleration of the root, in its axes; none
    /// if it does not move.
    root: Option<Vec<Vec<f64>>>,
    /// External force and moment on each body, if there are any.
    outside: Vec<Option<Vec<Vec<f64>>>>,
}

impl Motion {
    fn of(table: &Table, corpus: &Corpus) -> Result<Motion, Refusal> {
        let column = |name: &str, wanted: Dimension| -> Result<Vec<f64>, Refusal> {
            let mut found = table.columns(name)?;
            match (found.pop(), found.len()) {
                (Some(mut series), 0) => {
                    if table.in_degrees && series.unit.is_empty() && wanted.angle == 1 {
                        series.unit = wanted.si_unit().replace("rad", "deg");
                    }
                    in_si(series, wanted)
                }
                _ => Err(Refusal::new(
                    format!("the column {} is missing", quote(name)),
                    "a motion has a column for each number, in the format of `recordmotion`",
                )),
            }
        };
        let has = |name: &str| table.names().any(|own| own == name);
        let times = column("time", Dimension::TIME)?;
        let vector = |name: &str, wanted: Dimension| -> Result<Vec<Vec<f64>>, Refusal> {
            ["x", "y", "z"]
                .iter()
                .map(|part| column(&format!("{name}.{part}"), wanted))
                .collect()
        };
        let mut joints = vec![];
        for body in 1..corpus.model.bodies() {
            if corpus.is_weld(body) {
                joints.push([(); 3].map(|()| vec![0.0; times.len()]));
                continue;
            }
            let name = corpus.degree_name(body);
            let [position, rate, acceleration] = match corpus.model.joint_kind(body) {
                Some(JointKind::Sliding) => {
                    [Dimension::LENGTH, Dimension::SPEED, Dimension::ACCELERATION]
                }
                _ => [
                    Dimension::ANGLE,
                    Dimension::ANGULAR_VELOCITY,
                    Dimension::ANGULAR_ACCELERATION,
                ],
            };
            let q = column(&format!("{name}.q"), position)?;
            let derived = |field: &str, wanted, (from, of): (&str, &Vec<f64>)| {
                let rate = format!("{name}.{field}");
                match has(&rate) {
                    true => column(&rate, wanted),
                    false => rates(&format!("{name}.{from}"), of, &times),
                }
            };
            let qd = derived("dq", rate, ("q", &q))?;
            let qdd = derived("ddq", acceleration, ("dq", &qd))?;
            joints.push([q, qd, qdd]);
        }
        let name = corpus.names.first().map_or("", String::as_str);
        let root = match has(&format!("{name}.qw")) {
            false if corpus.model.root() == Root::Free => {
                return Err(Refusal::new(
                    format!(
                        "the columns of the root, {} and others, are missing",
                        quote(&format!("{name}.qw"))
                    ),
                    "`recordmotion` writes them; a fixed root needs none: `rootmotion fixed`",
                ));
            }
            false => None,
            true => {
                let mut all = vec![];
                for (field, dimension) in OF_ROOT {
                    let name = format!("{name}.{field}");
                    match field.starts_with('q') {
                        true => all.push(column(&name, *dimension)?),
                        false => all.extend(vector(&name, *dimension)?),
                    }
                }
                Some(all)
            }
        };
        let outside = corpus.names.iter().map(|name| {
            if !has(&format!("{name}.outer_force.x")) {
                return Ok(None);
            }
            let mut all = vector(&format!("{name}.outer_force"), Dimension::FORCE)?;
            all.extend(vector(&format!("{name}.outer_torque"), Dimension::TORQUE)?);
            Ok(Some(all))
        });
        Ok(Motion {
            outside: outside.collect::<Result<_, Refusal>>()?,
            times,
            joints,
            root,
        })
    }

    /// Returns the table of forces.
    fn forces(&self, corpus: &Corpus, gravity: Vector3<f64>) -> String {
        let coordinates = corpus.coordinates();
        let root = corpus.names.first().map_or("", String::as_str);
        let mut names = vec!["time".to_owned()];
        let mut units = vec!["s"];
        for (end, unit) in [("torque", "N*m"), ("force", "N")] {
            names.extend(["x", "y", "z"].map(|part| guarded(&format!("{root}.{end}.{part}"))));
            units.extend([unit; 3]);
        }
        for joint in coordinates.iter().filter(|c| c.number >= 6) {
            names.push(guarded(&format!("{}.Q", joint.name)));
            units.push(if joint.turns { "N*m" } else { "N" });
        }
        let mut text = row(names.iter().map(String::as_str)) + &row(units.into_iter());
        let layout = corpus.layout();
        for (i, time) in self.times.iter().enumerate() {
            let at = |column: &Vec<f64>| column.get(i).copied().unwrap_or(f64::NAN);
            let three = |all: &[Vec<f64>], from: usize| {
                let part = |k: usize| all.get(from + k).map_or(f64::NAN, at);
                Vector3::new(part(0), part(1), part(2))
            };
            let mut y = corpus.y.clone();
            let mut acceleration = vec![0.0; layout.accelerations()];
            y[layout.velocity()].fill(0.0);
            if let Some(root) = &self.root {
                y[..3].copy_from_slice(three(root, 0).as_slice());
                for (slot, column) in y[3..7].iter_mut().zip(root.get(3..7).unwrap_or_default()) {
                    *slot = at(column);
                }
                let (v, omega) = (three(root, 7), three(root, 10));
                y[layout.v()].copy_from_slice(v.as_slice());
                y[layout.omega()].copy_from_slice(omega.as_slice());
                // The spatial acceleration is the classical one minus omega x v.
                let linear = three(root, 13) - omega.cross(&v);
                acceleration[..3].copy_from_slice(three(root, 16).as_slice());
                acceleration[3..6].copy_from_slice(linear.as_slice());
            }
            for (joint, [q, qd, qdd]) in self.joints.iter().enumerate() {
                y[layout.q().start + joint] = at(q);
                y[layout.qd().start + joint] = at(qd);
                acceleration[6 + joint] = at(qdd);
            }
            let outside = self.outside.iter().map(|body| match body {
                Some(all) => [three(all, 0), three(all, 3)],
                None => [Vector3::zeros(); 2],
            });
            let outside: Vec<[Vector3<f64>; 2]> = outside.collect();
            let forces = corpus.inverse(&y, &acceleration, &outside, gravity);
            let (root, joints) = forces.split_at(forces.len().min(6));
            let joints = joints.iter().enumerate();
            let moving = joints.filter(|(joint, _)| !corpus.is_weld(joint + 1));
            let forces = root.iter().chain(moving.map(|(_, force)| force));
            let cells: Vec<String> = [time].into_iter().chain(forces).map(|x| cell(*x)).collect();
            text += &row(cells.iter().map(String::as_str));
        }
        text
    }
}

/// Returns the values of a column in SI, by the unit in the table's row of units; a column without a unit is in SI.
fn in_si(series: Series, wanted: Dimension) -> Result<Vec<f64>, Refusal> {
    let unit = series.unit.as_str();
    if matches!(unit, "" | "1") {
        return Ok(series.values);
    }
    let refusal = |why: UnitError| {
        let (message, help) = match why {
            UnitError::Mismatch { found, wanted } => (
                format!("is in `{unit}`, {found}, but must be {wanted}"),
                match symbols(wanted).as_slice() {
                    [] => "give it no unit".to_owned(),
                    known => format!("give it one of `{}`", known.join("`, `")),
                },
            ),
            UnitError::TooLarge => (
                "has a number that is too large".to_owned(),
                "the largest is about 1.8e308 in SI units".to_owned(),
            ),
            _ => (
                format!("has the unit {}, which does not exist", quote(unit)),
                match similar_unit(unit) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => {
                        "the second row has the units; `corpus explain E010` lists them".to_owned()
                    }
                },
            ),
        };
        let name = quote(&series.name);
        Refusal::new(format!("the column {name} {message}"), help)
    };
    // A gap in the table is NaN, which no unit changes.
    let values = series.values.iter().map(|x| match x.is_finite() {
        true => convert(*x, unit, wanted),
        false => convert(0.0, unit, wanted).map(|_| *x),
    });
    values.collect::<Result<_, _>>().map_err(refusal)
}

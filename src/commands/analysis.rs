//! Analysis: mass matrix, Jacobians, energies, momenta, inverse dynamics.

use super::access;
use super::tables::{PERIOD, period};
use crate::lang::dimension::Dimension;
use crate::session::command::{
    Bare, Bound, Command, Example, Group, Kind, Outcome, Param, Range, Thing, may, need,
};
use crate::session::{Named, Session, Stop, si};
use crate::session::{analysis, records};
use crate::world::{Coordinate, Corpus};
use nalgebra::{DMatrix, DVector};

const BODY: Param = need("body", Kind::Old(Thing::Body), "the body");
const PLACE: Kind = Kind::Number(Dimension::LENGTH, Bare::Si, Range::Any);
const FORCE: Kind = Kind::Number(Dimension::FORCE, Bare::Si, Range::Any);
const TORQUE: Kind = Kind::Number(Dimension::TORQUE, Bare::Si, Range::Any);
const FILE: Param = may(
    "file",
    Kind::Path,
    "a table to write (`.csv`); if omitted, it is printed",
);

/// Pairs names of coordinates with the units of their velocities or forces.
fn named(
    coordinates: &[Coordinate],
    turning: &'static str,
    sliding: &'static str,
) -> Vec<(String, &'static str)> {
    let unit = |c: &Coordinate| if c.turns { turning } else { sliding };
    coordinates
        .iter()
        .map(|c| (c.name.clone(), unit(c)))
        .collect()
}

/// Pairs names of the components of two vectors with their units.
fn of_point(vectors: [(&str, &'static str); 2]) -> Vec<(String, &'static str)> {
    let components = |(name, unit)| ["x", "y", "z"].map(|axis| (format!("{name}{axis}"), unit));
    vectors.into_iter().flat_map(components).collect()
}

/// Lines of a two-link pendulum, for examples.
macro_rules! arm {
    ($lines:literal) => {
        concat!(
            "addcorpus arm\nbox base size=[4cm 4cm 4cm]\naddbody base base axis=[0 0 1] joint=rotary density=1g/cm3\nsetroot base\n",
            "capsule upper from=[0 0 0] to=[10cm 0 0] radius=1cm\naddbody upper upper axis=[0 1 0] joint=rotary density=1g/cm3\nlinkbodies base upper\n",
            "capsule lower from=[0 0 0] to=[8cm 0 0] radius=8mm\naddbody lower lower axis=[0 1 0] joint=rotary density=1g/cm3\nmove lower 10cm 0 0\nlinkbodies upper lower\n",
            "corpusinit\nrootmotion fixed\njoint lower q 30deg\n",
            $lines
        )
    };
}

pub(super) const MASSMATRIX: Command = Command {
    name: "massmatrix",
    summary: "Prints the mass matrix of the figure in its current pose, or writes it to a file.",
    details: "The mass matrix times the accelerations is the force that causes them, without gravity and velocity terms. Rows and columns are the generalized velocities: for a free root its angular (wx, wy, wz) \
              and linear (vx, vy, vz) velocity in its own axes, then the joints, by the names of their bodies. The entries are in kg m2, kg m and kg. The unit of a row, N*m or N, is that of the force that an entry causes when it is multiplied by an acceleration of 1 rad/s2 or 1 m/s2; in a file, a row starts with the name of its generalized velocity and this unit.",
    forms: &[&[FILE]],
    example: arm!("massmatrix\nmassmatrix mass.csv"),
    shows: "prints and writes a matrix of two rows, for the shoulder and the elbow",
    search: "inertia matrix, matrix, crba",
    run: |session, bound| {
        let corpus = access::corpus(session, bound)?;
        let coordinates = corpus.coordinates();
        let table = Named {
            rows: named(&coordinates, "N*m", "N"),
            columns: named(&coordinates, "rad/s2", "m/s2"),
            values: corpus.mass_matrix(),
        };
        if bound.text(0).is_empty() {
            session.print("force for an acceleration of 1 rad/s2 or 1 m/s2");
        }
        analysis::show_matrix(session, &table, bound.text(0), bound.at(0))
    },
    ..Command::of(Group::Run)
};

pub(super) const JACOBIAN: Command = Command {
    name: "jacobian",
    summary: "Prints the Jacobian of a point of a body, or the joint forces equivalent to a force at this point.",
    details: "The point is in the body's own frame (default: its origin). The rows of the Jacobian are the velocity of the point and the angular velocity of the body, in world axes; its columns are the generalized velocities, as for `massmatrix`. The command also prints the current velocity of the point. With `force=[x y z]` (N, world axes) and `torque=[x y z]` it prints the equivalent joint forces instead: the transpose of the Jacobian times force and torque.",
    forms: &[&[
        BODY,
        may("x", PLACE, "the point").begins("at"),
        may("y", PLACE, "the point"),
        may("z", PLACE, "the point"),
        may("fx", FORCE, "a force at the point").begins("force"),
        may("fy", FORCE, "a force at the point"),
        may("fz", FORCE, "a force at the point"),
        may("tx", TORQUE, "a torque on the body").begins("torque"),
        may("ty", TORQUE, "a torque on the body"),
        may("tz", TORQUE, "a torque on the body"),
        FILE,
    ]],
    example: arm!("jacobian lower at=[8cm 0 0]"),
    shows: "the velocity of the tip for each joint velocity",
    more: &[Example {
        code: arm!("jacobian lower at=[8cm 0 0] force=[0 0 -2N]"),
        shows: "the shoulder and elbow torques equivalent to 2 N at the tip",
    }],
    search: "velocity, transpose, generalised, cartesian, point",
    run: |session, bound| {
        let (corpus, body) = access::body(session, bound, 0)?;
        let jacobian = corpus.jacobian(body, bound.vector(1));
        let coordinates = corpus.coordinates();
        if (4..10).any(|i| bound.given(i).is_some()) {
            let load: Vec<f64> = (4..10).map(|i| bound.number(i)).collect();
            let values = jacobian.transpose() * DVector::from_vec(load);
            let table = Named {
                rows: named(&coordinates, "N*m", "N"),
                columns: vec![("force".to_owned(), "")],
                values: DMatrix::from_column_slice(coordinates.len(), 1, values.as_slice()),
            };
            return analysis::show_matrix(session, &table, bound.text(10), bound.at(10));
        }
        let moving = &jacobian * corpus.velocities();
        let table = Named {
            rows: of_point([("v", "m/s"), ("w", "rad/s")]),
            columns: named(&coordinates, "rad/s", "m/s"),
            values: jacobian,
        };
        analysis::show_matrix(session, &table, bound.text(10), bound.at(10))?;
        if bound.text(10).is_empty() {
            let part = |from: usize, unit: &str| {
                let parts: Vec<String> = (0..3).map(|k| si(moving[from + k], "")).collect();
                format!("[{}] {unit}", parts.join(" "))
            };
            session.print(&format!(
                "velocity now {}, angular velocity {}",
                part(0, "m/s"),
                part(3, "rad/s")
            ));
        }
        Ok(())
    },
    ..Command::of(Group::Run)
};

pub(super) const CROSSLINK: Command = Command {
    name: "crosslink",
    summary: "Prints the acceleration of a point of one body caused by a force at a point of another body (the cross-link inverse inertia).",
    details: "The result is a matrix. Its rows are the changes of the linear acceleration of the first body's point (m/s2) and of the angular acceleration of the first body (rad/s2). Its columns are a force at the second body's point (N) and a torque on the second body (N*m), in world axes. `at` is the point of the first body, `push` the point of the second body on which the force acts, each in the frame of its body (default: its origin). If you name the same body twice, the result is the inverse of the body's effective inertia.",
    forms: &[&[
        BODY,
        need(
            "other",
            Kind::Old(Thing::Body),
            "the body that the force acts on",
        ),
        may("x", PLACE, "the point of the first body").begins("at"),
        may("y", PLACE, "the point of the first body"),
        may("z", PLACE, "the point of the first body"),
        may(
            "px",
            PLACE,
            "the point of the other body on which the force acts",
        )
        .begins("push"),
        may("py", PLACE, "this point"),
        may("pz", PLACE, "this point"),
        FILE,
    ]],
    example: arm!("crosslink upper lower push=[8cm 0 0]"),
    shows: "the acceleration of the upper arm caused by a force at the tip",
    search: "mobility, effective mass, delassus, impulse response",
    run: |session, bound| {
        let (_, by) = access::body(session, bound, 1)?;
        let (corpus, of) = access::body(session, bound, 0)?;
        let Some(values) = corpus.cross_link((of, bound.vector(2)), (by, bound.vector(5))) else {
            return Err(unsolved(corpus, bound));
        };
        let table = Named {
            rows: of_point([("a", "m/s2"), ("alpha", "rad/s2")]),
            columns: of_point([("f", "N"), ("t", "N*m")]),
            values,
        };
        analysis::show_matrix(session, &table, bound.text(8), bound.at(8))
    },
    ..Command::of(Group::Run)
};

fn unsolved(corpus: &Corpus, bound: &Bound) -> Stop {
    let message = format!("the mass matrix of `{}` cannot be inverted", corpus.name);
    let help = "a joint moves no mass: give its body mass, or its joint an `armature`";
    Stop::mistake("E095", bound.head, message, help)
}

pub(super) const ENERGY: Command = Command {
    name: "energy",
    summary: "Prints the energies of the figure, and its energy account: the energy added and removed since the figure first moved.",
    details: "These values are also the quantities `energy`, `energy.kinetic`, `energy.weight`, `energy.springs`, `work.motors` and so on of the figure; `help quantities` describes them.",
    example: arm!("grav on\ngo 0.1s\nenergy"),
    shows: "prints the energies of a falling arm",
    search: "work, kinetic, potential, account, joule",
    in_lists: true,
    run: |session, bound| {
        let energies = "energy energy.kinetic energy.weight energy.springs";
        let works = "work.motors work.set work.dampers work.ground work.friction work.outer work.collisions work.numbers";
        print_quantities(session, bound, &[energies, works].join(" "))
    },
    ..Command::of(Group::Run)
};

pub(super) const MOMENTUM: Command = Command {
    name: "momentum",
    summary: "Prints the mass of the figure, its centre of mass with its velocity, and its momenta.",
    details: "The angular momentum is about the centre of mass; everything is in world axes. These values are also the quantities `mass`, `com`, `vel`, `momentum` and `angular_momentum` of the figure.",
    example: arm!("grav on\ngo 0.1s\nmomentum"),
    shows: "prints the momenta of a falling arm",
    search: "centre of mass, angular, linear, spin",
    in_lists: true,
    run: |session, bound| {
        print_quantities(session, bound, "mass com vel momentum angular_momentum")
    },
    ..Command::of(Group::Run)
};

/// Prints quantities of the figure; `fields` are their names, separated by blanks.
fn print_quantities(session: &mut Session, bound: &Bound, fields: &str) -> Outcome {
    let name = access::corpus(session, bound)?.name.clone();
    session.observe();
    for field in fields.split(' ') {
        if let Some(value) = analysis::shown_quantity(session, &format!("{name}.{field}")) {
            session.print(&format!("{name}.{field} = {value}"));
        }
    }
    Ok(())
}

pub(super) const RECORDMOTION: Command = Command {
    name: "recordmotion",
    summary: "Writes the whole motion of the figure, and the external forces on it, to a table while time passes.",
    details: "The table has the format of `record`, with columns for the root's position, orientation, velocity and acceleration, q, dq, ddq and Q of each joint, and the external force and torque on each body. \
              Both include what attachments, loops and touching bodies do. `inverse` reads such a table.",
    forms: &[
        &[
            need("file", Kind::Path, "file to write"),
            may("every", Kind::Filler("every"), "reads well"),
            need("period", PERIOD, "time between rows"),
        ],
        &[need(
            "file",
            Kind::Path,
            "file to write, with a row for each frame",
        )],
    ],
    example: arm!("grav on\nrecordmotion swing.csv every 10ms\ngo 0.1s"),
    shows: "writes eleven rows for a falling arm",
    search: "trajectory, csv, mocap, log",
    run: |session, bound| {
        let period = period(session, bound, 2)?;
        let running = access::running(session, bound)?;
        let columns = analysis::motion_columns(session, running);
        records::start(session, bound.text(0), period, &columns.into(), bound.at(0))
    },
    ..Command::of(Group::Events)
};

pub(super) const INVERSE: Command = Command {
    name: "inverse",
    summary: "Computes the joint forces of a recorded motion (inverse dynamics) and writes them.",
    details: "The motion is a table in the format of `recordmotion`. Its columns are `time`, `NAME.q` for each joint, and optionally `NAME.dq` and `NAME.ddq`; if these are missing, they are computed from the differences of neighbouring rows. Values are in the units of the table's second row, or in SI if it has none. A table may be separated by tabs instead of commas, and a header that ends with `endheader`, as in `.mot` files of OpenSim, is skipped; if it contains `inDegrees=yes`, angles without a unit are in degrees. For a root that is not fixed, all its columns of `recordmotion` are needed. External forces are in `NAME.outer_force` and `NAME.outer_torque`. Gravity is the current one. The output table has `NAME.Q` for each joint (of a ball joint, the moments about the body's axes), and the torque and force needed to hold the root, in the root's own axes about its origin. If the root is free and the table contains the external forces on all bodies, this torque and force are zero.\n\
              If the script is still writing the table with `recordmotion`, the rows written so far are read.",
    forms: &[&[
        need("motion", Kind::Path, "the table to read"),
        may("to", Kind::Filler("to"), "reads well"),
        need("file", Kind::Path, "the table to write"),
    ]],
    example: arm!(
        "grav on\nrecordmotion swing.csv every 10ms\ngo 0.1s\ninverse swing.csv to forces.csv"
    ),
    shows: "writes the torques of shoulder and elbow",
    search: "newton-euler, rnea, needs, biomechanics, effort",
    run: |session, bound| {
        let running = access::running(session, bound)?;
        let (motion, file) = (bound.text(0).to_owned(), bound.text(2).to_owned());
        analysis::inverse(
            session,
            running,
            (&motion, bound.at(0)),
            (&file, bound.at(2)),
        )
    },
    ..Command::of(Group::Run)
};

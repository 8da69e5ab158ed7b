//! `mirror`: copies a branch of a figure, its joints and its motor programs to the other side.

mod branch;
mod images;
mod joints;
mod programs;
mod search;

use super::access;
use crate::figure::Mirror;
use crate::session::command::{Command, Example, Group, Kind, may, need};
use branch::branch;

const AXES: &[&str] = &["x", "y", "z"];

pub(super) const MIRROR: Command = Command {
    name: "mirror",
    summary: "Copies a branch of the current figure to the other side: bodies, joints and motor programs.",
    details: "`*` matches any sequence of characters and `?` one character. In the twin's name, each `*` or `?` is replaced by the text that it matched in the original name, so `mirror leg_fl* leg_fr* y` makes `leg_fr3` from `leg_fl3`. The mirror plane goes through the origin of the body that carries the branch, perpendicular to the given axis of this body's own frame.\n\
              Before `corpusinit` each body of the branch gets a twin with mirrored shape, parts and position. The twin is linked to the twin of the body's parent, or to the parent itself \
              if that is not in the branch. The objects of the branch get twins too. Objects and parts of a body whose names do not match the pattern are named after the twin: \
              `leg_fr3_claw` from `claw`.\n\
              After `corpusinit`, for existing twins, it copies joint axes, springs, limits, positions, velocities, motors, `maxv`, `surface` and `bodygroundstick`.\n\
              In both cases it also copies the motor programs of each leg that moves bodies of the branch, and the reflexes of any leg that monitor a joint of the branch. If the programs of a leg already move the twins, that leg gets the copies of the programs; otherwise the opposite leg gets them (legs 0 and 1 are a pair, 2 and 3, and so on). In the copies each name of a body of the branch is replaced by its twin, and vice versa: in arguments, in quantities \
              that are read, in loops, user-defined commands and events of the program. Vectors in world axes, and leg numbers in quantities such as `roach.leg0.phase`, are not changed. \
              A `push`, `pull` or `attach` in such a program acts on the twin with the numbers as written: change by hand the signs of the components of forces and points that are perpendicular to the mirror plane. \
              Pushes that already act are not copied.\n\
              same (default): the twin at the same joint value is in the mirrored pose, so values and programs are copied unchanged. opposite: the twin is in the mirrored pose at the joint value of opposite sign, \
              as in McKenna's program of 1990, where angles of left and right legs had opposite signs; values of sliding joints do not change sign. In joints with several degrees of freedom, these values change sign, with `same` and with `opposite`: \
              of a ball or free joint, the components of the rotation vector along the two axes in the mirror plane (`rx` and `rz` for the axis y); of a free joint, also the slide perpendicular to this plane (`sy`). The slide of a cylindrical joint changes sign with `same` only. Copied values and programs have the right signs. Of a planar joint, values and programs are copied if its axis is along x, y or z.",
    forms: &[&[
        need("from", Kind::Pattern, "the bodies to copy"),
        need("to", Kind::TwinPattern, "their names on the other side"),
        need(
            "axis",
            Kind::Choice(AXES),
            "the axis perpendicular to the mirror plane",
        ),
        may(
            "values",
            Kind::Choice(&["same", "opposite"]),
            "whether joint values of the two sides have the same sign (default: same)",
        ),
    ]],
    example: "addcorpus c\nget trunk from unit_cube\naddbody trunk trunk 0 0 1 rotary 1000\nget leg_l0 from unit_cube\nmove leg_l0 0 0.5 0\naddbody leg_l0 leg_l0 1 0 0 rotary 1000\nmove leg_l0 0 0.5 0\nlinkbodies trunk leg_l0\nsetroot trunk\nmirror leg_l* leg_r* y\ncorpusinit",
    shows: "a trunk with a leg on each side",
    more: &[Example {
        code: "addcorpus c\nget trunk from unit_cube\naddbody trunk trunk 0 0 1 rotary 1000\nget leg_l0 from unit_cube\naddbody leg_l0 leg_l0 1 0 0 rotary 1000\nlinkbodies trunk leg_l0\nsetroot trunk\nmirror leg_l* leg_r* y\ncorpusinit\njoint leg_l0 Q_type 17\njoint leg_l0 ea 0.2\njoint leg_l0 eB 8\naddroach bug\nprocom 0\nmotor leg_l0 etarget 0.4 *1\n..\nmirror leg_l* leg_r* y",
        shows: "copies the joints and programs of the left leg to the right one",
    }],
    search: "symmetry, symmetric, copy, reflect, twin, side, left, right",
    run: |session, bound| {
        let mirror = Mirror {
            axis: AXES.iter().position(|a| *a == bound.text(2)).unwrap_or(0),
            opposite: bound.text(3) == "opposite",
        };
        let branch = branch(session, bound)?;
        let running = access::draft(session, bound)?.running.is_some();
        let pairs = if running {
            joints::pairs(session, bound, &mirror, &branch)?
        } else {
            images::pairs(session, bound, &branch)?
        };
        // All checks come before any change.
        let programs = programs::images(session, bound, &mirror, &pairs)?;
        if running {
            joints::copy(session, bound, &mirror, &pairs)?;
        } else {
            images::build(session, bound, &mirror, &branch)?;
        }
        programs::set(session, programs);
        Ok(())
    },
    ..Command::of(Group::Figure)
};

//! `mirror`: a branch of a figure, its joints and its motor programs copied to the other side.

mod branch;
mod images;
mod joints;
mod programs;
mod search;

use super::access;
use crate::figure::Mirror;
use crate::session::command::{Command, Example, Follows, Group, Kind, may, need};
use branch::branch;

const AXES: &[&str] = &["x", "y", "z"];

pub(super) const MIRROR: Command = Command {
    name: "mirror",
    group: Group::Figure,
    summary: "Copies a branch of the current figure to the other side: bodies, joints and motor programs.",
    details: "`*` stands for any run of characters and `?` for one; what they stand for is the same on both sides, so that `mirror leg_fl* leg_fr* y` makes \
              `leg_fr3` of `leg_fl3`. The mirror is the plane through the origin of the body that carries the branch, across the axis.\n\
              Before `corpusinit` each body of the branch gets a twin, with mirrored shape, parts and place, which hangs on the twin of its parent, or on the same \
              parent where that is not of the branch. Its objects get twins too. What belongs to a body but has a name of another pattern is called after the twin: \
              `leg_fr3_claw` from `claw`.\n\
              After `corpusinit`, where the twins are there, joint axes, springs, limits, positions, motors, `maxv` and `bodygroundstick` are copied.\n\
              In both cases the motor programs of a leg that moves bodies of the branch are copied to the leg across (legs 0 and 1, 2 and 3 are pairs), \
              or to the one whose programs move the twins already, and so are the values of its reflexes that watch a joint of the branch. There each name of a body of the branch means its twin, and the other way round: in arguments, in what \
              is read, in loops, own commands and events of the program. Vectors in world axes are read as they are, and gaits by the number that is written. \
              A `push` or `pull` in such a program acts on the twin with the numbers that are written: \
              change the signs of forces and points across the mirror by hand. Pushes that act already are not copied.\n\
              same: a mirrored joint at the same value is the mirrored pose, so that values and programs are copied as they are. opposite: at the opposite value, \
              as in 1990, where angles of left and right legs had opposite signs; values of joints that slide stay the same in both.",
    forms: &[&[
        need("from", Kind::Pattern, "which bodies"),
        need(
            "to",
            Kind::TwinPattern,
            "what they are called on the other side",
        ),
        need(
            "axis",
            Kind::Choice(AXES),
            "the axis across the mirror, along which the sides change",
        ),
        may(
            "values",
            Kind::Choice(&["same", "opposite"]),
            "whether joint values of the two sides have the same sign; same unless given",
        ),
    ]],
    examples: &[
        Example {
            code: "addcorpus c\nget trunk from unit_cube\naddbody trunk trunk 0 0 1 rotary 1000\nget leg_l0 from unit_cube\nmove leg_l0 0 0.5 0\naddbody leg_l0 leg_l0 1 0 0 rotary 1000\nmove leg_l0 0 0.5 0\nlinkbodies trunk leg_l0\nsetroot trunk\nmirror leg_l* leg_r* y\ncorpusinit",
            shows: "a trunk with a leg on either side",
        },
        Example {
            code: "addcorpus c\nget trunk from unit_cube\naddbody trunk trunk 0 0 1 rotary 1000\nget leg_l0 from unit_cube\naddbody leg_l0 leg_l0 1 0 0 rotary 1000\nlinkbodies trunk leg_l0\nsetroot trunk\nmirror leg_l* leg_r* y\ncorpusinit\njoint leg_l0 Q_type 17\njoint leg_l0 ea 0.2\njoint leg_l0 eB 8\naddroach bug\nprocom 0\nmotor leg_l0 etarget 0.4 *1\n..\nmirror leg_l* leg_r* y",
            shows: "and the joints and programs of the left leg for the right one",
        },
    ],
    search: &[
        "symmetry",
        "symmetric",
        "copy",
        "reflect",
        "twin",
        "side",
        "left",
        "right",
    ],
    follows: Follows::Nothing,
    in_lists: false,
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
        // Whatever can go wrong is found before anything changes.
        let programs = programs::images(session, bound, &mirror, &pairs)?;
        if running {
            joints::copy(session, bound, &mirror, &pairs)?;
        } else {
            images::build(session, bound, &mirror, &branch)?;
        }
        programs::set(session, programs);
        Ok(())
    },
};

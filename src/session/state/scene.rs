//! `dumpmatcorpus`: a script that moves objects to the positions of a figure's bodies.

use crate::files::{Output, SCENE, sealed};
use crate::session::{Session, Stage, Stop};
use crate::source::Span;
use nalgebra::Rotation3;
use std::fmt::Write as _;

/// Writes a script that rotates and moves the objects of a figure to the poses of its bodies.
///
/// # Errors
/// The file cannot be written.
pub(crate) fn dump_scene(
    session: &mut Session,
    draft: usize,
    corpus: usize,
    path: &str,
    at: Span,
) -> Result<(), Stop> {
    session.write_file(path, Output::Dump, at, |session| {
        Ok(sealed(&scene_script(session.here(), draft, corpus), SCENE))
    })
}

fn scene_script(stage: &Stage, draft: usize, corpus: usize) -> String {
    let (Some(draft), Some(running)) = (
        stage.definitions.drafts.get(draft),
        stage.world.corpora.get(corpus),
    ) else {
        return String::new();
    };
    let mut text = format!(
        "# Moves the objects of {} to the positions that its bodies have at {:?} s, from their positions at `addbody`.\n\
         postmult\nxformcenter 0 0 0\n",
        running.name, stage.world.time
    );
    for (number, (rotation, position)) in running.poses().iter().enumerate() {
        let body = running.numbering.order.get(number);
        let Some(body) = body.and_then(|b| draft.figure.bodies.get(*b)) else {
            continue;
        };
        let turn = Rotation3::from_matrix_unchecked(*rotation).axis_angle();
        let shapes = std::iter::once(&body.shape).chain(body.parts.iter().map(|p| &p.shape));
        for shape in shapes {
            let name = &shape.name;
            if let Some((axis, angle)) = turn {
                let [x, y, z] = [axis.x, axis.y, axis.z];
                let _ = writeln!(text, "rotateaxis {name} {x:?} {y:?} {z:?} {angle:?}rad");
            }
            let [x, y, z] = [position.x, position.y, position.z];
            let _ = writeln!(text, "move {name} {x:?} {y:?} {z:?}");
        }
    }
    text
}

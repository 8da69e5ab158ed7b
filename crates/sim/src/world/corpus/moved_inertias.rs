//! The inertia or mass that each joint of a model moves.

use corpus_dynamics::{Freedom, JointKind, Model, RigidInertia, Workspace, kinematics};

/// Returns the inertia that each joint moves: about its axis (kg m2), with the mass that a screw moves along it, or the mass along it (kg), of its body and all distal
/// bodies, with all joints at zero. It is an order of magnitude, so it stays the same as the joints move, and axes count as of
/// length 1. The root's is infinite.
///
/// From the tips to the root the inertia of each body is joined to that of its parent, as the composite-rigid-body
/// algorithm does (Featherstone 2008, section 6.2), so that a long chain costs no more than its length.
pub(in crate::world) fn moved_inertias(model: &Model) -> Vec<f64> {
    let mut workspace = Workspace::new(model);
    kinematics(model, &model.layout().rest(), &mut workspace);
    let in_world = |body: usize| {
        let own = model.inertia(body);
        let axes = workspace.world_rotation(body) * model.turn(body);
        RigidInertia {
            mass: own.mass,
            centre: workspace.world_position(body) + axes * own.centre,
            about_centre: axes * own.about_centre * axes.transpose(),
        }
    };
    let mut composites: Vec<RigidInertia> = (0..model.bodies()).map(in_world).collect();
    let mut moved = vec![f64::INFINITY; model.bodies()];
    for body in (1..model.bodies()).rev() {
        let all = composites[body];
        moved[body] = match model.joint_kind(body) {
            Some(JointKind::Sliding) => all.mass,
            _ => {
                // Parallel axis theorem; the axis of a joint is z in the axes of the dynamics.
                let axis = workspace.world_rotation(body).column(2).into_owned();
                let arm = axis.cross(&(all.centre - workspace.world_position(body)));
                let advance = match model.freedom(body) {
                    Freedom::Screw { pitch } => pitch,
                    _ => 0.0,
                };
                axis.dot(&(all.about_centre * axis))
                    + all.mass * (arm.norm_squared() + advance * advance)
            }
        };
        if let Some(parent) = model.parent(body) {
            composites[parent] = composites[parent].with(&all);
        }
    }
    moved
}

#[cfg(test)]
mod tests {
    use super::*;
    use corpus_dynamics::{Link, Root};
    use nalgebra::{Matrix3, Rotation3, Vector3};

    fn inertia(k: f64) -> RigidInertia {
        RigidInertia {
            mass: 0.5 + 0.3 * k,
            centre: Vector3::new(0.1 * k, -0.2, 0.05 * k),
            about_centre: Matrix3::from_diagonal(&Vector3::new(0.2, 0.3 + 0.01 * k, 0.25)),
        }
    }

    /// Builds a tree of rotary and sliding joints with slanting axes; with `straight`, a chain.
    fn tree(bodies: usize, straight: bool) -> Model {
        let links: Vec<Link> = (1..bodies)
            .map(|k| {
                let x = k as f64;
                Link {
                    parent: if straight { k - 1 } else { (k - 1) / 2 },
                    rotation: Rotation3::from_euler_angles(0.3 * x, -0.2, 0.1 * x).into_inner(),
                    translation: Vector3::new(1.0, 0.2 * x.min(3.0), -0.3),
                    joint: if k % 3 == 0 {
                        JointKind::Sliding
                    } else {
                        JointKind::Rotary
                    },
                    axis: Vector3::new(0.3, 1.0, -0.5).normalize(),
                    inertia: inertia(x.min(5.0)),
                }
            })
            .collect();
        Model::new(Root::Free, inertia(0.0), &links).unwrap()
    }

    /// Computes the inertias by the definition: body by body, along all the joints that carry it.
    fn one_by_one(model: &Model) -> Vec<f64> {
        let mut workspace = Workspace::new(model);
        kinematics(model, &model.layout().rest(), &mut workspace);
        let mut moved = vec![0.0; model.bodies()];
        for body in 0..model.bodies() {
            let own = model.inertia(body);
            let axes = workspace.world_rotation(body) * model.turn(body);
            let centre = workspace.world_position(body) + axes * own.centre;
            let mut carrier = body;
            while let (Some(parent), Some(kind)) =
                (model.parent(carrier), model.joint_kind(carrier))
            {
                let axis = workspace.world_rotation(carrier).column(2).into_owned();
                let arm = axis.cross(&(centre - workspace.world_position(carrier)));
                let along = axes.transpose() * axis;
                moved[carrier] += match kind {
                    JointKind::Sliding => own.mass,
                    JointKind::Rotary => {
                        along.dot(&(own.about_centre * along)) + own.mass * arm.norm_squared()
                    }
                };
                carrier = parent;
            }
        }
        moved
    }

    #[test]
    fn what_joints_move_is_the_sum_over_all_that_they_carry() {
        for model in [tree(14, false), tree(12, true), tree(200, true)] {
            let (all, each) = (moved_inertias(&model), one_by_one(&model));
            assert_eq!(all[0], f64::INFINITY);
            for (a, b) in all.iter().zip(&each).skip(1) {
                assert!((a - b).abs() < 1e-9 * b, "{a} {b}");
            }
        }
    }
}

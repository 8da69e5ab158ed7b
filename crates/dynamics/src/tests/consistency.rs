//! Consistency of the passes with each other and with finite differences.

use nalgebra::{DVector, Matrix3, Rotation3, Vector3};

use super::super::simd::Simd;
use super::super::{
    Carried, Drive, JointKind, Link, Model, Motions, RigidInertia, Root, Workspace,
    articulated_body, carry, felt, inverse_dynamics, kinematics, point_jacobian, state,
};
use super::{bob, branched, down, hinge, moving};

#[test]
fn points_move_as_velocities_and_jacobians_say() {
    let model = branched(Root::Free);
    let layout = model.layout();
    let y = moving(&model);
    let mut rates = vec![0.0; layout.qd().end - layout.velocity().len()];
    state::rates(layout, &y, &mut rates);
    let h = 1e-6;
    let at = |h: f64| {
        let mut y = y.clone();
        y.iter_mut().zip(&rates).for_each(|(y, d)| *y += h * d);
        let mut ws = Workspace::new(&model);
        kinematics(&model, &y, &mut ws);
        ws
    };
    let (before, now, after) = (at(-h), at(0.0), at(h));
    let velocities = DVector::from_column_slice(&y[layout.velocity()]);
    for body in 0..model.bodies() {
        let c = Vector3::new(0.2, -0.1, 0.3);
        let expected = (after.world_point(body, c) - before.world_point(body, c)) / (2.0 * h);
        let velocity = now.world_rotation(body) * now.point_velocity(body, c);
        assert!((velocity - expected).amax() < 1e-8, "body {body}");
        let through = point_jacobian(&model, &now, body, c) * &velocities;
        assert!((velocity - through).amax() < 1e-13, "body {body}");
    }
}

/// Kernel frames are rotated link frames: at q = 0 the poses are those of the links as given, and the joint axis is z.
#[test]
fn kernel_frames_are_turned_link_frames() {
    let model = branched(Root::Free);
    let mut ws = Workspace::new(&model);
    kinematics(&model, &model.layout().rest(), &mut ws);
    assert_eq!(model.turn(0), Matrix3::identity());
    let mut rotations = vec![Matrix3::identity()];
    let mut positions = vec![Vector3::zeros()];
    for body in 1..model.bodies() {
        let k = body as f64;
        let parent = model.parent(body).unwrap();
        let given = Rotation3::from_euler_angles(0.4 * k, -0.3 * k, 1.0);
        let at = Vector3::new(0.3, 0.1 * k, -0.2);
        positions.push(positions[parent] + rotations[parent] * at);
        rotations.push(rotations[parent] * given.into_inner());
        let rotation = ws.world_rotation(body) * model.turn(body);
        assert!((rotation - rotations[body]).amax() < 1e-14, "body {body}");
        let apart = ws.world_position(body) - positions[body];
        assert!(apart.amax() < 1e-14, "body {body}");
        let axis = Vector3::new(0.5, 1.0 - 0.2 * k, 0.3 * k).normalize();
        let turned = model.turn(body) * axis - Vector3::z();
        assert!(turned.amax() < 1e-14, "body {body}");
        let relative = ws.rotation_to_parent(&model, body);
        let expected = ws.world_rotation(parent).transpose() * ws.world_rotation(body);
        assert!((relative - expected).amax() < 1e-14, "body {body}");
    }
}

#[test]
fn normalise_brings_the_quaternion_to_unit_length() {
    let mut y = branched(Root::Free).layout().rest();
    y[3..7].copy_from_slice(&[1.0, -1.0, 1.0, 1.0]);
    let rotation = state::root_rotation(&y);
    state::normalise(&mut y);
    assert_eq!(y[3..7], [0.5, -0.5, 0.5, 0.5]);
    assert!((state::root_rotation(&y) - rotation).amax() < 1e-15);
}

/// A model changed in place equals the one built with the changes.
#[test]
fn a_changed_model_is_a_model_built_so() {
    let accelerations = |model: &Model| {
        let mut y = model.layout().rest();
        y[model.layout().qd()].copy_from_slice(&[1.0, -2.0, 0.5]);
        let mut ws = Workspace::new(model);
        let mut a = vec![0.0; model.layout().accelerations()];
        kinematics(model, &y, &mut ws);
        articulated_body(model, &mut ws, down(9.8), &mut a).unwrap();
        a
    };
    let edges = Vector3::new(0.1, 0.2, 0.3);
    let heavy = RigidInertia::solid_box(3.0, Vector3::new(0.1, 0.0, 0.2), edges);
    let light = bob(1.0, Vector3::x());
    let build = |root, end| {
        let links = [
            hinge(0, Vector3::x(), Vector3::new(0.0, 2.0, 1.0), light),
            hinge(0, -Vector3::x(), Vector3::y(), end),
            hinge(1, Vector3::z(), Vector3::x(), light),
        ];
        Model::new(root, heavy, &links).unwrap()
    };
    let mut model = build(Root::Free, light);
    assert_eq!(model.total_mass(), 6.0);
    model.set_inertia(2, heavy).unwrap();
    assert_eq!(model.total_mass(), 8.0);
    assert_eq!(model.inertia(2), &heavy);
    assert_eq!(
        accelerations(&model),
        accelerations(&build(Root::Free, heavy))
    );
    model.set_root(Root::Fixed);
    let fixed = accelerations(&model);
    assert_eq!(fixed, accelerations(&build(Root::Fixed, heavy)));
    assert_eq!(fixed[..6], [0.0; 6]);
    assert!(model.set_inertia(0, RigidInertia::point(-1.0)).is_err());
}

/// The force that holds or drives a root equals inverse dynamics for the accelerations found.
#[test]
fn the_force_on_a_held_root_is_what_inverse_dynamics_says() {
    let drive = Drive {
        linear: [1.0, -2.0, 3.0],
        angular: [-4.0, 0.5, 2.0],
    };
    for root in [Root::Fixed, Root::Driven(drive)] {
        let model = branched(root);
        let mut y = moving(&model);
        if root == Root::Fixed {
            y[model.layout().velocity()][..6].fill(0.0);
        }
        let mut ws = Workspace::new(&model);
        kinematics(&model, &y, &mut ws);
        let last = model.bodies() - 1;
        ws.apply_force(
            last,
            Vector3::new(0.1, 0.2, 0.3),
            Vector3::new(5.0, -1.0, 2.0),
        );
        let mut acceleration = vec![0.0; 6 + model.joints()];
        articulated_body(&model, &mut ws, down(9.8), &mut acceleration).unwrap();
        let [moment, force] = ws.root_force();
        let mut forces = vec![0.0; acceleration.len()];
        inverse_dynamics(&model, &mut ws, down(9.8), &acceleration, &mut forces);
        for (k, found) in moment.iter().chain(force.iter()).enumerate() {
            assert!(
                (found - forces[k]).abs() < 1e-9,
                "{k}: {found} {}",
                forces[k]
            );
        }
        assert!(forces[6..].iter().all(|tau| tau.abs() < 1e-9), "{forces:?}");
        // The given acceleration, of the origin, in world axes.
        if let Root::Driven(drive) = root {
            let rotation = ws.world_rotation(0);
            let spatial = Vector3::from_column_slice(&acceleration[3..6]);
            let turning = ws.angular_velocity(0).cross(&ws.linear_velocity(0));
            let linear = rotation * (spatial + turning);
            assert!((linear - Vector3::from(drive.linear)).norm() < 1e-12);
        }
    }
}

/// Makes legs of one shape, which are processed side by side, three in one limb and six in two; with both kinds of joints and
/// different placements.
fn legs(count: usize) -> Model {
    let inertia = |k: f64| {
        RigidInertia::solid_box(
            0.5 + 0.1 * k,
            Vector3::new(0.1, 0.02 * k, -0.1),
            Vector3::new(0.3, 0.2 + 0.03 * k, 0.1),
        )
    };
    let mut links = Vec::new();
    for segment in 0..3 {
        for leg in 0..count {
            let k = (segment * count + leg) as f64;
            links.push(Link {
                parent: if segment == 0 {
                    0
                } else {
                    links.len() + 1 - count
                },
                rotation: Rotation3::from_euler_angles(0.4 * k, -0.3 * k, 1.0).into_inner(),
                translation: Vector3::new(0.3, 0.1 * k, -0.2),
                joint: match segment {
                    1 => JointKind::Sliding,
                    _ => JointKind::Rotary,
                },
                axis: Vector3::new(0.5, 1.0 - 0.1 * k, 0.2 * k),
                inertia: inertia(k),
            });
        }
    }
    Model::new(Root::Free, inertia(9.0), &links).unwrap()
}

/// Contact terms (kg): one that is symmetric, and one of a point that slides, whose friction follows the normal force.
fn terms() -> [Matrix3<f64>; 2] {
    let normal = Matrix3::from_diagonal(&Vector3::new(0.3, 0.1, 2.0));
    let along = Matrix3::new(0.0, 0.0, -0.9, 0.0, 0.0, 0.4, 0.0, 0.0, 0.0);
    [normal, normal + along]
}

/// Returns the accelerations of such legs under forces, with contact terms on three bodies.
fn pushed(model: &Model, wide: Simd, g: &Matrix3<f64>) -> (Vec<f64>, Workspace) {
    let mut ws = Workspace::new(model);
    ws.simd = wide;
    kinematics(model, &moving(model), &mut ws);
    for (i, tau) in ws.tau.iter_mut().enumerate() {
        *tau = 0.3 * i as f64 - 1.0;
    }
    for body in [1, 2, model.joints()] {
        let point = Vector3::new(0.1, -0.2, 0.05);
        ws.apply_force(body, point, Vector3::new(1.0, 2.0, -0.5));
        ws.add_contact_term(body, point, g);
    }
    let mut a = vec![0.0; model.layout().accelerations()];
    articulated_body(model, &mut ws, Vector3::new(0.1, 0.2, -9.8), &mut a).unwrap();
    (a, ws)
}

#[test]
fn wide_instructions_give_the_bits_of_narrow_ones() {
    for count in 1..20 {
        let model = legs(count);
        for g in terms() {
            let bits = |wide| {
                let (a, _) = pushed(&model, wide, &g);
                a.iter().map(|a| a.to_bits()).collect::<Vec<_>>()
            };
            let all = Simd::all().map(bits);
            assert!(
                all.windows(2).all(|pair| pair[0] == pair[1]),
                "{count} legs"
            );
        }
    }
}

/// The accelerations of legs side by side require the applied forces, by the method of Newton and Euler; the contribution of a
/// contact term follows from the acceleration of its point.
#[test]
fn legs_side_by_side_need_the_forces_that_move_them() {
    for (count, g) in (1..20).flat_map(|count| terms().map(|g| (count, g))) {
        let model = legs(count);
        let (a, mut ws) = pushed(&model, Simd::find(), &g);
        let point = Vector3::new(0.1, -0.2, 0.05);
        let gravity = Vector3::new(0.1, 0.2, -9.8);
        let mut forces = a.clone();
        // Motions of bodies, from which the forces of the contact terms follow.
        inverse_dynamics(&model, &mut ws, gravity, &a, &mut forces);
        let tau = ws.tau.clone();
        kinematics(&model, &moving(&model), &mut ws);
        for body in [1, 2, model.joints()] {
            let felt = felt(&ws, body);
            let back = ws.world_rotation(body).transpose();
            let (w, dw) = (ws.angular_velocity(body), back * felt.angular);
            let fall = back * gravity;
            let at_point = back * felt.proper + fall + dw.cross(&point) + w.cross(&w.cross(&point));
            let force = Vector3::new(1.0, 2.0, -0.5) - g * at_point;
            ws.apply_force(body, point, force);
        }
        inverse_dynamics(&model, &mut ws, gravity, &a, &mut forces);
        let scale = 10.0 * model.total_mass();
        for (i, force) in forces.iter().enumerate() {
            let given = i.checked_sub(6).map_or(0.0, |i| tau[i]);
            assert!(
                (force - given).abs() < 1e-11 * scale,
                "{count} legs, {i}: {force} {given}"
            );
        }
    }
}

/// The rates of a state carry its bodies at their velocities, and accelerations carry them as inverse dynamics has it; only wanted bodies
/// and their limbs are found.
#[test]
fn rates_carry_bodies_at_their_velocities() {
    let mut models: Vec<Model> = (1..20).map(legs).collect();
    models.push(branched(Root::Free));
    for model in &models {
        for simd in Simd::all() {
            let y = moving(model);
            let (layout, mut ws) = (model.layout(), Workspace::new(model));
            ws.simd = simd;
            kinematics(model, &y, &mut ws);
            let root = |angular, linear| Carried { angular, linear };
            let mut motions = Motions::default();
            motions.fit(model);
            let mut wanted = vec![false; model.bodies()];
            let mut next = Some(model.bodies() - 1);
            while let Some(body) = next {
                wanted[body] = true;
                next = model.parent(body);
            }
            let at_rest = root(ws.angular_velocity(0), ws.linear_velocity(0));
            let rates = &y[layout.qd()];
            carry(model, &ws, &wanted, at_rest, rates, 0.0, &mut motions);
            for body in (0..model.bodies()).filter(|&body| wanted[body]) {
                let found = motions.of(&ws, body);
                assert!((found.angular - ws.angular_velocity(body)).amax() < 1e-13);
                assert!((found.linear - ws.linear_velocity(body)).amax() < 1e-13);
            }

            let a: Vec<f64> = (0..layout.accelerations())
                .map(|i| libm::sin(2.0 * i as f64 + 1.0))
                .collect();
            let vector = |at: usize| Vector3::new(a[at], a[at + 1], a[at + 2]);
            carry(
                model,
                &ws,
                &wanted,
                root(vector(0), vector(3)),
                &a[6..],
                1.0,
                &mut motions,
            );
            let mut forces = a.clone();
            inverse_dynamics(model, &mut ws, Vector3::zeros(), &a, &mut forces);
            for body in (0..model.bodies()).filter(|&body| wanted[body]) {
                let found = motions.of(&ws, body);
                let felt = felt(&ws, body);
                let axes = ws.world_rotation(body);
                // Classical, from spatial: the origin's own velocity turns with the body.
                let (w, v) = (ws.angular_velocity(body), ws.linear_velocity(body));
                let linear = axes * (found.linear + w.cross(&v));
                assert!(
                    (axes * found.angular - felt.angular).amax() < 1e-11,
                    "{body}"
                );
                assert!((linear - felt.proper).amax() < 1e-11, "{body}");
            }
        }
    }
}

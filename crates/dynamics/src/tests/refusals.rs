//! Invalid trees and states are refused.

use nalgebra::{Matrix3, Vector3};

use super::super::{
    Link, Model, ModelError, RigidInertia, Root, Singular, Workspace, articulated_body, kinematics,
    state,
};
use super::{bob, branched, down, hinge, moving};

fn error(change: impl Fn(&mut Link)) -> ModelError {
    let body = bob(1.0, Vector3::x());
    let mut links = [
        hinge(0, Vector3::x(), Vector3::y(), body),
        hinge(1, Vector3::x(), Vector3::y(), body),
    ];
    assert!(Model::new(Root::Free, body, &links).is_ok());
    change(&mut links[1]);
    Model::new(Root::Free, body, &links).unwrap_err()
}

#[test]
fn impossible_links_are_refused_by_number() {
    let body = 2;
    assert_eq!(error(|l| l.parent = 2), ModelError::ParentOrder { body });
    assert_eq!(
        error(|l| l.axis = Vector3::zeros()),
        ModelError::ZeroAxis { body }
    );
    assert_eq!(
        error(|l| l.rotation = -Matrix3::identity()),
        ModelError::NotARotation { body }
    );
    assert_eq!(
        error(|l| l.translation.y = f64::NAN),
        ModelError::NotFinite { body }
    );
    assert_eq!(
        error(|l| l.inertia.mass = f64::INFINITY),
        ModelError::NotFinite { body }
    );
    assert_eq!(
        error(|l| l.inertia.mass = -1.0),
        ModelError::BadInertia { body }
    );
    assert_eq!(
        error(|l| l.inertia.about_centre.m12 = 1.0),
        ModelError::BadInertia { body }
    );
    let message = error(|l| l.parent = 7).to_string();
    assert_eq!(message, "body 2 comes before its parent");
}

#[test]
fn a_massless_end_is_named() {
    let tip = hinge(0, Vector3::x(), Vector3::y(), RigidInertia::point(0.0));
    for (root, body) in [(Root::Free, 1), (Root::Fixed, 1)] {
        let model = Model::new(root, RigidInertia::point(1.0), &[tip]).unwrap();
        let mut ws = Workspace::new(&model);
        kinematics(&model, &model.layout().rest(), &mut ws);
        let found = articulated_body(&model, &mut ws, down(9.8), &mut [0.0; 7]);
        assert_eq!(found, Err(Singular { body }));
    }
    let model = Model::new(Root::Free, RigidInertia::point(1.0), &[]).unwrap();
    let mut ws = Workspace::new(&model);
    let found = articulated_body(&model, &mut ws, down(9.8), &mut [0.0; 6]);
    assert_eq!(found, Err(Singular { body: 0 }));
}

/// A tip whose mass is on its axis moves by its contacts, also if several are processed side by side.
#[test]
fn tips_that_only_their_contacts_resist_are_not_refused() {
    for count in 1..10 {
        let tip = hinge(0, Vector3::x(), Vector3::y(), RigidInertia::point(1.0));
        let inertia = RigidInertia::solid_box(1.0, Vector3::zeros(), Vector3::repeat(1.0));
        let model = Model::new(Root::Free, inertia, &vec![tip; count]).unwrap();
        let mut ws = Workspace::new(&model);
        kinematics(&model, &model.layout().rest(), &mut ws);
        for body in 1..=count {
            let point = model.turn(body) * Vector3::z();
            ws.add_contact_term(body, point, &Matrix3::identity());
        }
        let mut a = vec![0.0; 6 + count];
        let found = articulated_body(&model, &mut ws, down(9.8), &mut a);
        assert_eq!(found, Ok(()), "{count} tips");
        assert!(a.iter().all(|a| a.is_finite()), "{count} tips");
    }
}

#[test]
fn what_is_not_a_number_stays_one_and_stops_nothing() {
    let model = branched(Root::Free);
    let layout = model.layout();
    let good = moving(&model);
    for k in 0..layout.len() {
        for bad in [f64::NAN, f64::INFINITY] {
            let mut y = good.clone();
            y[k] = bad;
            state::normalise(&mut y);
            let mut ws = Workspace::new(&model);
            let mut a = vec![0.0; layout.accelerations()];
            kinematics(&model, &y, &mut ws);
            let found = articulated_body(&model, &mut ws, down(9.8), &mut a);
            // A NaN root position has no effect: no force depends on it.
            let seen = found.is_err() || a.iter().any(|a| !a.is_finite());
            assert_eq!(seen, k >= 3, "number {k}");
            state::semi_implicit_update(layout, &mut y, &a, 1e-3);
        }
    }
}

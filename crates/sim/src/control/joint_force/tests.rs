use super::super::actuator::Servo;
use super::*;

fn law(parameters: JointParameters) -> JointForce {
    JointForce::new(&parameters, 2.0, Motor::Still { rest: 0.1 }, [1.0; 2])
}

fn everything() -> JointParameters {
    JointParameters {
        q_type: terms::ALL,
        b: 0.3,
        k: 0.7,
        kq: -0.2,
        ea: 0.5,
        eb: 6.0,
        qmin: -0.5,
        qmax: 0.6,
        lk: 11.0,
        lb: 0.9,
        bias: 0.4,
        ..JointParameters::default()
    }
}

#[test]
fn the_exponential_spring_follows_equation_8() {
    let law = law(JointParameters {
        q_type: 16,
        ea: 0.5,
        eb: 6.0,
        ..JointParameters::default()
    });
    let expected = -2.0 * 0.5 * ((6.0f64 * 0.2).exp() - 1.0);
    assert!((law.respond(0.0, 0.3, 5.0).force - expected).abs() < 1e-14);
    assert!(
        (law.respond(0.0, -0.1, 5.0).force + expected).abs() < 1e-14,
        "the same pull from the other side"
    );
    assert_eq!(law.respond(0.0, 0.1, 0.0).force, 0.0);
}

#[test]
fn derivatives_agree_with_differences() {
    let law = law(everything());
    for q in [-0.8, -0.3, 0.05, 0.4, 0.9] {
        let at = |q: f64, qd: f64| law.respond(0.0, q, qd).force;
        let response = law.respond(0.0, q, 0.2);
        let h = 1e-6;
        let by_position = (at(q + h, 0.2) - at(q - h, 0.2)) / (2.0 * h);
        let by_velocity = (at(q, 0.2 + h) - at(q, 0.2 - h)) / (2.0 * h);
        assert!(
            (response.by_position - by_position).abs() < 1e-6 * by_position.abs().max(1.0),
            "{q}"
        );
        assert!((response.by_velocity - by_velocity).abs() < 1e-6, "{q}");
    }
}

#[test]
fn the_force_is_the_slope_of_the_stored_energy() {
    let law = law(everything());
    for q in [-0.8, -0.3, 0.05, 0.4, 0.9] {
        let h = 1e-5;
        let slope = (law.stored_energy(0.0, q + h) - law.stored_energy(0.0, q - h)) / (2.0 * h);
        assert!((law.respond(0.0, q, 0.0).force + slope).abs() < 1e-6, "{q}");
    }
}

#[test]
fn the_spring_force_is_the_slope_of_the_stored_energy_whatever_else_acts() {
    let servo = Servo {
        kp: 2.0,
        kd: 0.4,
        target: 0.3,
    };
    let law = law(JointParameters {
        actuator: Actuator {
            torque: 0.2,
            servo: Some(servo),
            limit: 0.7,
            ..Actuator::default()
        },
        friction: 0.3,
        ..everything()
    });
    for q in [-0.8, -0.3, 0.06, 0.41, 0.9] {
        let h = 1e-5;
        let slope = (law.stored_energy(0.0, q + h) - law.stored_energy(0.0, q - h)) / (2.0 * h);
        assert!((law.spring_force(0.0, q) + slope).abs() < 1e-6, "{q}");
    }
}

#[test]
fn a_spring_pulled_out_absurdly_far_stays_finite_and_stiff() {
    let law = law(JointParameters {
        q_type: 16,
        ea: 1.0,
        eb: 16.0,
        ..JointParameters::default()
    });
    let response = law.respond(0.0, 1e6, 0.0);
    assert!(response.force.is_finite() && response.force < -1e20);
    assert!(response.by_position < -1e20);
}

#[test]
fn terms_that_q_type_leaves_out_do_nothing() {
    let law = law(JointParameters {
        q_type: 1,
        ..everything()
    });
    assert_eq!(law.respond(0.0, 0.9, 2.0).force, -2.0 * 0.3 * 2.0);
    assert_eq!(law.stored_energy(0.0, 0.9), 0.0);
}

use super::super::test_systems::{Bell, Plain};
use super::*;

fn settings(method: Method) -> Settings {
    Settings {
        method,
        ..Settings::default()
    }
}

#[test]
fn a_derivative_that_stops_being_a_number_is_told_with_its_component_and_a_good_state() {
    for method in Method::ALL {
        let mut system = Plain::new(2, |t, _, rate: &mut [f64]| {
            rate[0] = 1.0;
            rate[1] = if t > 0.5 { f64::NAN } else { 2.0 };
        });
        let mut integrator = Integrator::new(2);
        let with = Settings {
            step: Some(0.01),
            ..settings(method)
        };
        let mut y = [0.0, 0.0];
        let failure = integrator
            .advance(&mut system, &with, &mut y, 0.0, 1.0, 1.0)
            .unwrap_err();
        assert!(
            matches!(failure, Failure::NotFinite { component: 1, .. }),
            "{method}: {failure}"
        );
        let time = failure.time();
        // The midpoint method does not evaluate the end of its step, which has grown meanwhile.
        let within = if method == Method::Auto { 0.3 } else { 0.011 };
        assert!((time - 0.5).abs() < within, "{method}: {time}");
        assert!((y[0] - time).abs() < 1e-12 && (y[1] - 2.0 * time).abs() < 1e-12);
        assert_eq!(system.accepted.last().unwrap().0, time, "{method}");
        assert_eq!(system.accepted.last().unwrap().1, y, "{method}");
        assert_eq!(integrator.remembered_step(), None);
    }
}

#[test]
fn an_explosion_in_finite_time_ends_in_a_failure_and_a_finite_state() {
    // y' = y^2 from 1 is 1 / (1 - t): no solution past t = 1.
    for method in Method::ALL {
        let mut system = Plain::new(1, |_, y, rate| rate[0] = y[0] * y[0]);
        let mut integrator = Integrator::new(1);
        let with = Settings {
            step: Some(0.01),
            largest_evaluations_per_advance: 100_000,
            ..settings(method)
        };
        let mut y = [1.0];
        let failure = integrator
            .advance(&mut system, &with, &mut y, 0.0, 2.0, 1.0)
            .unwrap_err();
        assert!(y[0].is_finite() && y[0] > 100.0, "{method}: {}", y[0]);
        assert_eq!(failure.component(), 0);
        if method.is_adaptive() {
            // Order two, with steps of 0.003.
            let within = if method == Method::Auto { 2e-3 } else { 1e-6 };
            assert!((failure.time() - 1.0).abs() < within, "{method}: {failure}");
        }
    }
}

#[test]
fn a_sliding_mode_is_given_up_with_the_component_that_chatters() {
    for method in [Method::Rkf, Method::Rkvar] {
        let mut system = Plain::new(2, |_, y, rate| {
            rate[0] = 0.0;
            rate[1] = -1e6 * y[1].signum() + 3e5;
        });
        let mut integrator = Integrator::new(2);
        let with = Settings {
            // Short of the crossing: a long symmetric attempt can jump over it with no error at all.
            step: Some(1e-10),
            tolerance: 1e-9,
            largest_evaluations_per_advance: 20_000,
            ..settings(method)
        };
        let mut y = [0.0, 1e-3];
        let failure = integrator
            .advance(&mut system, &with, &mut y, 0.0, 1.0, 0.1)
            .unwrap_err();
        assert!(
            matches!(
                failure,
                Failure::StepTooSmall { component: 1, .. }
                    | Failure::TooManyEvaluations { component: 1, .. }
            ),
            "{method}: {failure}"
        );
        assert!(integrator.counters().evaluations <= 20_000);
        assert_eq!(system.accepted.last().unwrap().1, y);
    }
}

#[test]
fn a_step_of_no_length_is_given_up_by_the_count_of_evaluations() {
    for method in Method::ALL
        .into_iter()
        .filter(|method| !method.is_adaptive())
    {
        let mut system = Plain::new(2, |_, _, rate| rate.copy_from_slice(&[1.0, -3.0]));
        let mut integrator = Integrator::new(2);
        let with = Settings {
            step: Some(1e-300),
            largest_evaluations_per_advance: 100,
            ..settings(method)
        };
        let mut y = [0.0; 2];
        let failure = integrator
            .advance(&mut system, &with, &mut y, 0.0, 1.0, 0.1)
            .unwrap_err();
        assert!(
            matches!(
                failure,
                Failure::TooManyEvaluations {
                    evaluations: 100,
                    component: 1,
                    ..
                }
            ),
            "{method}: {failure}"
        );
    }
}

#[test]
fn a_system_that_asks_to_stop_is_stopped_at_the_next_step_or_at_the_end() {
    for method in Method::ALL {
        let ends_at = |stop_after: u64| {
            let mut system = Plain::new(1, |_, y, rate| rate[0] = -y[0]);
            system.stop_after = stop_after;
            let with = Settings {
                step: Some(1e-3),
                ..settings(method)
            };
            let mut integrator = Integrator::new(1);
            let mut y = [1.0];
            let done = integrator.advance(&mut system, &with, &mut y, 0.0, 1.0, 0.1);
            (done, system.evaluations)
        };
        let (done, all) = ends_at(u64::MAX);
        assert_eq!(done, Ok(()), "{method}");
        let (done, _) = ends_at(all / 2);
        let time = done.unwrap_err().time();
        assert!((0.01..0.99).contains(&time), "{method}: {time}");
        // In its last step.
        let (done, _) = ends_at(all);
        assert_eq!(done, Err(Failure::Stopped { time: 1.0 }), "{method}");
    }
}

#[test]
fn a_jump_the_tolerance_cannot_follow_is_a_step_too_small() {
    let mut system = Plain::new(1, |t, _, rate| {
        rate[0] = if t < 0.3 { 0.0 } else { 1e9 };
    });
    let mut integrator = Integrator::new(1);
    let with = Settings {
        smallest_step: 1e-9,
        tolerance: 1e-9,
        ..settings(Method::Rkf)
    };
    let mut y = [0.0];
    let failure = integrator
        .advance(&mut system, &with, &mut y, 0.0, 1.0, 0.1)
        .unwrap_err();
    assert!(
        matches!(failure, Failure::StepTooSmall { component: 0, step, .. } if step <= 1e-9),
        "{failure}"
    );
    assert!((failure.time() - 0.3).abs() < 1e-6);
    assert_eq!(y, [0.0]);
}

#[test]
fn nothing_happens_when_there_is_no_time_to_pass_or_the_state_is_broken() {
    for method in Method::ALL {
        let mut integrator = Integrator::new(2);
        let mut y = [1.0, 2.0];
        for to in [1.0, 0.5, f64::NAN] {
            let result = integrator.advance(&mut Bell, &settings(method), &mut y, 1.0, to, 0.1);
            assert_eq!((result, y), (Ok(()), [1.0, 2.0]), "{method}");
        }
        let mut y = [1.0, f64::INFINITY];
        let result = integrator.advance(&mut Bell, &settings(method), &mut y, 0.0, 1.0, 0.1);
        let failure = Failure::NotFinite {
            time: 0.0,
            component: 1,
        };
        assert_eq!(result, Err(failure), "{method}");
        assert_eq!(integrator.counters(), Counters::default());
    }
}

use super::super::test_systems::{Bell, Follow, Plain};
use super::*;

fn settings(method: Method) -> Settings {
    Settings {
        method,
        ..Settings::default()
    }
}

/// Van der Pol's oscillator, mu = 5: slow arcs and quick jumps.
fn van_der_pol(_: f64, y: &[f64], rate: &mut [f64]) {
    rate[0] = y[1];
    rate[1] = 5.0 * (1.0 - y[0] * y[0]) * y[1] - y[0];
}

#[test]
fn every_method_ends_exactly_at_the_end_and_accepts_each_step_once() {
    let (from, to) = (0.1, 0.1 + 1.0 / 3.0);
    for method in Method::ALL {
        let mut system = Plain::new(1, |_, y, rate| rate[0] = -y[0]);
        let mut integrator = Integrator::new(1);
        let mut y = [1.0];
        integrator
            .advance(&mut system, &settings(method), &mut y, from, to, 0.1)
            .unwrap();
        let counters = integrator.counters();
        assert_eq!(system.accepted.len() as u64, counters.steps, "{method}");
        assert_eq!(system.evaluations, counters.evaluations, "{method}");
        assert_eq!(system.accepted.last().unwrap().0, to, "{method}");
        assert_eq!(system.accepted.last().unwrap().1, y, "{method}");
        assert!(system.accepted.windows(2).all(|pair| pair[0].0 < pair[1].0));
        let exact = (from - to).exp();
        assert!((y[0] - exact).abs() < 6e-3, "{method}: {} {exact}", y[0]);
    }
}

#[test]
fn a_span_that_is_a_whole_number_of_steps_but_for_rounding_gets_that_number() {
    for (to, h, count) in [
        (0.3, 0.1, 3),
        (0.7, 0.1, 7),
        (1.0, 0.3, 4),
        (0.05, 0.1, 1),
        (1.0 / 1200.0, 1.0 / 4800.0, 4),
    ] {
        let mut integrator = Integrator::new(2);
        let with = Settings {
            step: Some(h),
            ..settings(Method::Rkfixed)
        };
        let mut y = Bell::exact(0.0);
        integrator
            .advance(&mut Bell, &with, &mut y, 0.0, to, 1.0)
            .unwrap();
        assert_eq!(integrator.counters().steps, count, "{to} by {h}");
    }
}

#[test]
fn the_error_stays_within_reach_of_the_tolerance_on_van_der_pol() {
    let run = |method, tolerance| {
        let mut system = Plain::new(2, van_der_pol);
        let mut integrator = Integrator::new(2);
        let with = Settings {
            tolerance,
            ..settings(method)
        };
        let mut y = [2.0, 0.0];
        integrator
            .advance(&mut system, &with, &mut y, 0.0, 6.0, 0.1)
            .unwrap();
        (y[0], integrator.counters())
    };
    let (reference, _) = run(Method::Rkvar, 1e-13);
    for method in [Method::Rkf, Method::Rkvar] {
        let mut before = u64::MAX;
        for tolerance in [1e-11, 1e-9, 1e-7, 1e-5] {
            let (x, counters) = run(method, tolerance);
            assert!(
                (x - reference).abs() < 100.0 * tolerance,
                "{method} {tolerance:e}: {:e}",
                x - reference
            );
            assert!(
                counters.steps < before,
                "a looser tolerance takes fewer steps"
            );
            before = counters.steps;
        }
    }
}

#[test]
fn each_accepted_step_keeps_the_tolerance_on_stiff_decay() {
    for method in [Method::Rkf, Method::Rkvar] {
        let mut system = Follow { rate: 1000.0 };
        let mut integrator = Integrator::new(1);
        let mut y = [1.0];
        let with = Settings {
            tolerance: 1e-6,
            step: Some(0.5),
            ..settings(method)
        };
        integrator
            .advance(&mut system, &with, &mut y, 0.0, 1.0, 1.0)
            .unwrap();
        // Local errors die out faster than they are made, so the global error is about one local error.
        assert!((y[0] - 1f64.cos()).abs() < 2e-6, "{method}: {}", y[0]);
        assert!(
            integrator.counters().rejected > 0,
            "the first try is far too long"
        );
    }
}

/// A switch that flips at each accepted step; a try that flipped it would change the answer.
struct Switch {
    sign: f64,
    flips: Vec<f64>,
}

impl System for Switch {
    fn dimension(&self) -> usize {
        1
    }
    fn derivative(&mut self, time: f64, _: &[f64], rate: &mut [f64]) {
        rate[0] = self.sign * (40.0 * time).cos();
    }
    fn normalise(&self, _: &mut [f64]) {}
    fn semi_implicit_step(&mut self, _: f64, _: f64, _: &mut [f64]) {}
    fn linearly_implicit_step(&mut self, _: f64, _: f64, _: &mut [f64]) {}
    fn accept(&mut self, time: f64, _: &[f64]) {
        self.sign = -self.sign;
        self.flips.push(time);
    }
}

#[test]
fn a_refused_try_leaves_what_is_not_integrated_alone() {
    for method in [Method::Rkf, Method::Rkvar] {
        let mut system = Switch {
            sign: 1.0,
            flips: Vec::new(),
        };
        let mut integrator = Integrator::new(1);
        let with = Settings {
            tolerance: 1e-10,
            step: Some(1.0),
            ..settings(method)
        };
        let mut y = [0.0];
        integrator
            .advance(&mut system, &with, &mut y, 0.0, 1.0, 1.0)
            .unwrap();
        assert!(integrator.counters().rejected > 0);
        // The integral, with the sign changing exactly at the accepted times.
        let mut exact = 0.0;
        let mut from: f64 = 0.0;
        for (i, to) in system.flips.iter().enumerate() {
            let sign = if i % 2 == 0 { 1.0 } else { -1.0 };
            exact += sign * ((40.0 * to).sin() - (40.0 * from).sin()) / 40.0;
            from = *to;
        }
        assert!((y[0] - exact).abs() < 1e-8, "{method}: {} {exact}", y[0]);
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
        assert!((time - 0.5).abs() < 0.011, "{method}: {time}");
        assert!((y[0] - time).abs() < 1e-12 && (y[1] - 2.0 * time).abs() < 1e-12);
        assert_eq!(system.accepted.last().unwrap().0, time, "{method}");
        assert_eq!(system.accepted.last().unwrap().1, y, "{method}");
        assert_eq!(integrator.remembered_step(), None);
    }
}

#[test]
fn an_explosion_in_finite_time_ends_in_a_failure_and_a_finite_state() {
    // y' = y^2 from 1 is 1 / (1 - t): no answer past t = 1.
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
            assert!((failure.time() - 1.0).abs() < 1e-6, "{method}: {failure}");
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
            // Short of the crossing: a long symmetric try can jump over it with no error at all.
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
fn the_last_good_step_is_remembered_past_a_short_last_step() {
    for method in [Method::Rkf, Method::Rkvar] {
        let mut integrator = Integrator::new(2);
        let mut system = Plain::new(2, |t: f64, y, rate| {
            rate[0] = y[1];
            rate[1] = -400.0 * y[0] + t.sin();
        });
        let mut y = [1.0, 0.0];
        let with = settings(method);
        let mut advance = |integrator: &mut Integrator, from, to| {
            integrator
                .advance(&mut system, &with, &mut y, from, to, 0.1)
                .unwrap();
            integrator.remembered_step().unwrap()
        };
        let learnt = advance(&mut integrator, 0.0, 1.0);
        let after_sliver = advance(&mut integrator, 1.0, 1.0 + 1e-9);
        assert_eq!(learnt, after_sliver, "{method}");
        let rejected = integrator.counters().rejected;
        advance(&mut integrator, 1.0 + 1e-9, 1.0 + 1e-9 + learnt * 0.7);
        assert_eq!(integrator.counters().rejected, rejected, "{method}");

        integrator.forget();
        assert_eq!(integrator.remembered_step(), None);
    }
}

#[test]
fn cutting_the_way_into_frames_costs_few_steps_more() {
    let run = |frames: u32| {
        let mut integrator = Integrator::new(2);
        let mut system = Plain::new(2, van_der_pol);
        let mut y = [2.0, 0.0];
        for frame in 0..frames {
            let at = |i: u32| 6.0 * f64::from(i) / f64::from(frames);
            integrator
                .advance(
                    &mut system,
                    &settings(Method::Rkf),
                    &mut y,
                    at(frame),
                    at(frame + 1),
                    0.1,
                )
                .unwrap();
        }
        integrator.counters().steps
    };
    let (one, twenty) = (run(1), run(20));
    assert!(twenty <= one + 2 * 20, "{one} {twenty}");
}

#[test]
fn the_state_is_normalised_before_it_is_accepted() {
    /// A point on the unit circle that turns.
    struct Circle;
    impl System for Circle {
        fn dimension(&self) -> usize {
            2
        }
        fn derivative(&mut self, _: f64, y: &[f64], rate: &mut [f64]) {
            rate[0] = -y[1];
            rate[1] = y[0];
        }
        fn normalise(&self, y: &mut [f64]) {
            let length = y[0].hypot(y[1]);
            y[0] /= length;
            y[1] /= length;
        }
        fn semi_implicit_step(&mut self, _: f64, h: f64, y: &mut [f64]) {
            let [a, b] = [y[0], y[1]];
            y[0] -= h * b;
            y[1] += h * a;
        }
        fn linearly_implicit_step(&mut self, time: f64, h: f64, y: &mut [f64]) {
            self.semi_implicit_step(time, h, y);
        }
        fn accept(&mut self, _: f64, y: &[f64]) {
            assert!((y[0].hypot(y[1]) - 1.0).abs() < 4e-16);
        }
    }
    for method in Method::ALL {
        let mut y = [1.0, 0.0];
        let mut integrator = Integrator::new(2);
        integrator
            .advance(&mut Circle, &settings(method), &mut y, 0.0, 1.0, 0.2)
            .unwrap();
        assert!((y[1].atan2(y[0]) - 1.0).abs() < 2e-3, "{method}");
    }
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

#[test]
fn fixed_steps_cost_what_they_say() {
    for (method, evaluations) in [
        (Method::Euler, 10),
        (Method::Implicit, 10),
        (Method::Rkfixed, 40),
    ] {
        let mut integrator = Integrator::new(2);
        let with = Settings {
            step: Some(0.1),
            ..settings(method)
        };
        let mut y = Bell::exact(0.0);
        integrator
            .advance(&mut Bell, &with, &mut y, 0.0, 1.0, 0.1)
            .unwrap();
        let counters = Counters {
            steps: 10,
            rejected: 0,
            evaluations,
        };
        assert_eq!(integrator.counters(), counters, "{method}");
    }
}

#[test]
fn adaptive_steps_cost_what_they_say() {
    for (method, of_a_try) in [(Method::Rkf, 5), (Method::Rkvar, 10)] {
        let mut integrator = Integrator::new(2);
        let mut system = Plain::new(2, van_der_pol);
        let mut y = [2.0, 0.0];
        integrator
            .advance(&mut system, &settings(method), &mut y, 0.0, 6.0, 0.1)
            .unwrap();
        let counters = integrator.counters();
        assert!(counters.rejected > 0);
        // One evaluation at the start of each step, shared by its tries.
        let expected = counters.steps + of_a_try * (counters.steps + counters.rejected);
        assert_eq!(counters.evaluations, expected, "{method}");
    }
}

use super::super::Attempt;
use super::super::test_systems::{Bell, Follow, Plain, explicit_midpoint};
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
fn whatever_the_span_the_end_is_met_to_the_bit() {
    for method in Method::ALL {
        for i in 1..200 {
            let from = f64::from(i) / 7.0;
            let to = from + f64::from(i) / 1300.0;
            let mut system = Plain::new(1, |_, y, rate| rate[0] = -y[0]);
            let with = Settings {
                step: Some(1e-2),
                ..settings(method)
            };
            let mut y = [1.0];
            Integrator::new(1)
                .advance(&mut system, &with, &mut y, from, to, 1.0)
                .unwrap();
            let times: Vec<f64> = system.accepted.iter().map(|(time, _)| *time).collect();
            assert_eq!(times.last(), Some(&to), "{method}");
            // No tiny step before the end.
            assert!(times.iter().rev().skip(1).all(|time| to - time > 1e-12));
        }
    }
}

#[test]
fn one_step_over_a_span_whose_length_is_rounded_meets_the_end() {
    for method in [Method::Rkf, Method::Rkvar] {
        for i in 1..200 {
            let from = -f64::from(i) / 3.7;
            let to = f64::from(i) / 1300.0;
            let mut system = Plain::new(1, |_, _, rate| rate[0] = 1.0);
            let with = Settings {
                step: Some(100.0),
                ..settings(method)
            };
            Integrator::new(1)
                .advance(&mut system, &with, &mut [1.0], from, to, 1.0)
                .unwrap();
            let times: Vec<f64> = system.accepted.iter().map(|(time, _)| *time).collect();
            assert_eq!(times, [to], "{method}");
        }
    }
}

#[test]
fn a_span_that_is_a_whole_number_of_steps_but_for_rounding_gets_that_number() {
    // 1.3 - 1 is slightly more than three times 0.1, 0.3 slightly less.
    for (from, to, h, count) in [
        (0.0, 0.3, 0.1, 3),
        (1.0, 1.3, 0.1, 3),
        (0.0, 0.7, 0.1, 7),
        (0.0, 1.0, 0.3, 4),
        (0.0, 0.05, 0.1, 1),
        (0.0, 1.0 / 1200.0, 1.0 / 4800.0, 4),
    ] {
        let mut integrator = Integrator::new(2);
        let with = Settings {
            step: Some(h),
            ..settings(Method::Rkfixed)
        };
        let mut y = Bell::exact(0.0);
        integrator
            .advance(&mut Bell, &with, &mut y, from, to, 1.0)
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
        // Local errors decay faster than they arise, so the global error is about one local error.
        assert!((y[0] - 1f64.cos()).abs() < 2e-6, "{method}: {}", y[0]);
        assert!(
            integrator.counters().rejected > 0,
            "the first try is far too long"
        );
    }
}

/// A switch that flips at each accepted step; flipping it at an attempt would change the result.
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
    fn midpoint_step(
        &mut self,
        time: f64,
        h: f64,
        tolerance: Option<f64>,
        y: &[f64],
        out: &mut [f64],
    ) -> Attempt {
        explicit_midpoint(self, (time, h), tolerance, y, out)
    }
    fn accept(&mut self, time: f64, _: f64, _: &[f64]) {
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
    /// A point that moves on the unit circle.
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
        fn midpoint_step(
            &mut self,
            time: f64,
            h: f64,
            tolerance: Option<f64>,
            y: &[f64],
            out: &mut [f64],
        ) -> Attempt {
            let tried = explicit_midpoint(self, (time, h), tolerance, y, out);
            self.normalise(out);
            tried
        }
        fn accept(&mut self, _: f64, _: f64, y: &[f64]) {
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
        // One evaluation at the start of each step, shared by its attempts.
        let expected = counters.steps + of_a_try * (counters.steps + counters.rejected);
        assert_eq!(counters.evaluations, expected, "{method}");
    }
}

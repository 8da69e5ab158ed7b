use super::*;

const DT: f64 = 1.0 / 1200.0;

/// Returns the steps of each leg as (start, end) in seconds, over `seconds` at a fixed speed.
fn pattern(speed: f64, seconds: f64) -> Vec<Vec<(f64, f64)>> {
    let mut gait = Gait::new(6);
    gait.set_metabolism(0.05);
    gait.set_speed(speed);
    gait.run(true);
    let mut steps = vec![vec![]; 6];
    for frame in 0..(seconds / DT) as usize {
        let time = frame as f64 * DT;
        gait.advance(time, DT, |event| match event.begins {
            LegPhase::Step => steps[event.leg].push((time, f64::NAN)),
            LegPhase::Stance => steps[event.leg].last_mut().unwrap().1 = time,
        });
    }
    steps
}

/// Returns the duty factor, and the lags of the middle and of the front leg after the back leg (degrees), on the left side.
fn measure(steps: &[Vec<(f64, f64)>]) -> (f64, f64, f64) {
    let back = &steps[4];
    let cycle = back[2].0 - back[1].0;
    let lag = |leg: usize| {
        let begin = steps[leg]
            .iter()
            .find(|s| s.0 >= back[1].0 - DT / 2.0)
            .unwrap()
            .0;
        (begin - back[1].0) / cycle * 360.0
    };
    (1.0 - (back[1].1 - back[1].0) / cycle, lag(2), lag(0))
}

#[test]
fn wilsons_rules_give_wave_tetrapod_and_tripod() {
    for (speed, duty, middle, front) in [
        (3.0, 5.0 / 6.0, 60.0, 120.0),
        (1.5, 2.0 / 3.0, 120.0, 240.0),
        (1.0, 0.5, 180.0, 0.0),
    ] {
        let frame = 360.0 * DT / (speed * 0.1);
        let (d, m, f) = measure(&pattern(speed, 2.0));
        assert!(
            (d - duty).abs() < 1.01 * DT / (speed * 0.1),
            "duty {d} at speed {speed}"
        );
        assert!(
            (m - middle).abs() < 1.01 * frame,
            "middle {m} at speed {speed}"
        );
        assert!(
            (f - front).abs() < 1.01 * frame,
            "front {f} at speed {speed}"
        );
    }
}

#[test]
fn duty_and_lag_are_those_of_the_last_cycle() {
    for (speed, duty, lags) in [
        (3.0, 5.0 / 6.0, [1.0 / 3.0, 1.0 / 6.0, 0.0]),
        (1.5, 2.0 / 3.0, [2.0 / 3.0, 1.0 / 3.0, 0.0]),
        (1.0, 0.5, [0.0, 0.5, 0.0]),
    ] {
        let mut gait = Gait::new(6);
        gait.set_speed(speed);
        gait.run(true);
        assert_eq!((gait.duty(0), gait.lag(0)), (1.0, 0.0));
        for frame in 0..2400 {
            gait.advance(frame as f64 * DT, DT, |_| {});
        }
        for leg in 0..6 {
            let (d, l) = (gait.duty(leg), gait.lag(leg));
            assert!((d - duty).abs() < 1e-6, "duty {d} at speed {speed}");
            assert!((l - lags[leg / 2]).abs() < 1e-6, "lag {l} at speed {speed}");
        }
    }
}

#[test]
fn legs_across_step_half_a_cycle_apart() {
    for speed in [1.0, 1.5, 3.0] {
        let steps = pattern(speed, 2.0);
        for pair in 0..3 {
            let left = steps[2 * pair][1].0;
            let right = steps[2 * pair + 1].iter().find(|s| s.0 > left).unwrap().0;
            assert!(
                ((right - left) / (speed * 0.1) - 0.5).abs() < 1.01 * DT / (speed * 0.1),
                "{speed} {pair}"
            );
        }
    }
}

#[test]
fn no_two_neighbours_are_in_the_air_at_any_walking_speed() {
    let neighbours = [(0, 2), (2, 4), (1, 3), (3, 5), (0, 1), (2, 3), (4, 5)];
    for speed in [1.0, 1.2, 1.5, 2.0, 3.0, 4.7] {
        let steps = pattern(speed, 3.0);
        for (a, b) in neighbours {
            for x in &steps[a] {
                for y in &steps[b] {
                    let overlap = x.1.min(y.1) - x.0.max(y.0);
                    assert!(
                        overlap.is_nan() || overlap <= 0.01 * DT,
                        "legs {a} and {b} at speed {speed}: {x:?} {y:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn speeding_up_from_standing_starts_no_leg_out_of_turn() {
    let mut gait = Gait::new(6);
    gait.set_speed(1000.0);
    gait.run(true);
    gait.advance(0.0, DT, |e| panic!("{e:?}"));
    gait.set_speed(1.0);
    gait.advance(DT, DT, |e| panic!("{e:?}"));
}

#[test]
fn quickening_oscillators_lose_no_step_and_repeat_none() {
    let mut gait = Gait::new(6);
    gait.set_speed(3.0);
    gait.speed_change = 0.002;
    gait.run(true);
    let mut begun = [0; 6];
    for frame in 0..2400 {
        gait.increase_speed();
        gait.advance(frame as f64 * DT, DT, |e| {
            begun[e.leg] += usize::from(e.begins == LegPhase::Step)
        });
    }
    assert_eq!(gait.speed(), 1.0);
    let spread = begun.iter().max().unwrap() - begun.iter().min().unwrap();
    assert!(spread <= 1, "{begun:?}");
}

#[test]
fn speed_stays_between_its_limits() {
    let mut gait = Gait::new(6);
    gait.set_speed(0.2);
    assert_eq!(gait.speed(), 1.0);
    gait.speed_change = -10_000.0;
    gait.increase_speed();
    assert_eq!(gait.speed(), 1000.0);
}

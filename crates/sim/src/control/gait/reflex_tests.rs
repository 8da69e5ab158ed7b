use super::*;
use crate::control::{Side, Trigger};

const DT: f64 = 1.0 / 1200.0;

/// Creates a gait of six legs whose reflexes monitor joint n of leg n: bent above 0.5, loaded below -2.
fn gait(speed: f64) -> Gait {
    let mut gait = Gait::new(6);
    gait.set_speed(speed);
    for leg in 0..6 {
        let own = gait.reflexes_of(leg).unwrap();
        own.step = Some(Trigger {
            body: leg,
            value: 0.5,
            side: Side::Above,
            longest: None,
        });
        own.load = Some(Trigger {
            body: leg,
            value: -2.0,
            side: Side::Below,
            longest: None,
        });
    }
    gait.reflexes.step = true;
    gait.reflexes.load = true;
    gait.run(true);
    gait
}

/// Returns the starts of steps (leg, frame), for joint values given at each frame.
fn steps(
    gait: &mut Gait,
    frames: usize,
    joint: impl Fn(usize, usize) -> (f64, f64),
) -> Vec<(usize, usize)> {
    let mut begins = vec![];
    for frame in 0..frames {
        gait.reflexes.feel(|body| joint(frame, body));
        gait.advance(frame as f64 * DT, DT, |event| {
            if event.begins == LegPhase::Step {
                begins.push((event.leg, frame));
            }
        });
    }
    begins
}

#[test]
fn reflexes_that_feel_nothing_change_no_step() {
    for speed in [1.0, 1.25, 1.5, 2.0, 3.0, 5.0] {
        let mut plain = Gait::new(6);
        plain.set_speed(speed);
        plain.run(true);
        let calm = |_, _| (0.0, 0.0);
        let mut watched = gait(speed);
        assert_eq!(
            steps(&mut watched, 2400, calm),
            steps(&mut plain, 2400, calm),
            "{speed}"
        );
        assert!(
            watched
                .reflexes
                .legs
                .iter()
                .all(|leg| leg.waited.times == 0)
        );
    }
}

#[test]
fn a_leg_that_is_bent_back_steps_before_its_time() {
    let bent = |frame, body| (if body == 2 && frame >= 30 { 0.6 } else { 0.0 }, 0.0);
    let mut gait = gait(1000.0);
    assert_eq!(steps(&mut gait, 60, bent), [(2, 30)]);
    let leg = gait.reflexes.leg(2);
    assert_eq!(leg.stepped.times, 1);
    assert_eq!(leg.stepped.first, Some(30.0 * DT));
    gait.reflexes.step = false;
    gait.reset();
    assert_eq!(steps(&mut gait, 60, bent), []);
}

#[test]
fn a_leg_that_bears_waits_until_it_does_not() {
    let bears = |frame, body| {
        (
            if body == 2 { 0.6 } else { 0.0 },
            if frame < 50 { -3.0 } else { -1.0 },
        )
    };
    let mut gait = gait(1000.0);
    assert_eq!(steps(&mut gait, 60, bears), [(2, 50)]);
    assert_eq!(gait.reflexes.leg(2).bore.times, 1, "once, however long");
    gait.reset();
    gait.reflexes.load = false;
    assert_eq!(steps(&mut gait, 60, bears), [(2, 0)]);
}

#[test]
fn legs_that_bear_as_they_stand_walk_on_if_delays_end() {
    // Each leg bears while all of them stand, so that none is relieved before another one steps.
    let bears = |_, _| (0.0, -3.0);
    let mut waiting = gait(2.0);
    assert_eq!(steps(&mut waiting, 1200, bears), []);
    let mut walking = gait(2.0);
    for leg in 0..6 {
        let load = walking.reflexes_of(leg).unwrap().load.as_mut();
        load.unwrap().longest = Some(0.05);
    }
    let mut plain = Gait::new(6);
    plain.set_speed(2.0);
    plain.run(true);
    let calm = |_, _| (0.0, 0.0);
    // Every step of the gait is made, 50 ms later.
    let late = steps(&mut plain, 1140, calm).into_iter();
    let late: Vec<_> = late.map(|(leg, frame)| (leg, frame + 60)).collect();
    assert!(late.len() > 20);
    assert_eq!(steps(&mut walking, 1200, bears), late);
}

#[test]
fn no_leg_steps_while_its_neighbour_is_in_the_air() {
    // All request a step all the time.
    let all = |_, _| (0.6, 0.0);
    let mut gait = gait(1.0);
    let mut air = [false; 6];
    for frame in 0..2400 {
        gait.reflexes.feel(|body| all(frame, body));
        gait.advance(frame as f64 * DT, DT, |event| {
            air[event.leg] = event.begins == LegPhase::Step
        });
        for leg in 0..6 {
            let other = [leg ^ 1, leg + 2];
            assert!(
                other.iter().all(|o| !(air[leg] && *o < 6 && air[*o])),
                "{frame} {air:?}"
            );
        }
    }
    let counts: Vec<_> = (0..6)
        .map(|leg| (gait.steps(leg), gait.reflexes.leg(leg).waited.times))
        .collect();
    assert!(
        counts
            .iter()
            .all(|(steps, waited)| *steps > 5 && *waited > 5),
        "{counts:?}"
    );
}

#[test]
fn gaits_read_back_as_they_were_written() {
    let mut set = gait(1.0);
    steps(&mut set, 100, |_, _| (0.6, -3.0));
    let text = serde_json::to_string(&set).unwrap();
    assert!(serde_json::from_str::<Gait>(&text).unwrap() == set);
}

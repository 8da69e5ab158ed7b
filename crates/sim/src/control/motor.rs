//! Motor: moves the rest position of a joint's exponential spring to a target at constant speed
//! (McKenna 1990, sections 3.3 and 4.5).

use serde::{Deserialize, Serialize};

/// Rest position of an exponential spring, as a function of time.
///
/// The 1990 program passed the velocity of the rest position to the integrator. The position is piecewise linear, so here it is
/// evaluated at each stage's time instead: a rejected step has nothing to undo.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Motor {
    /// The rest position is constant.
    Still {
        /// Rest position (rad or m).
        rest: f64,
    },
    /// The rest position moves and then is constant.
    Moving(Motion),
}

/// Motion of a rest position at constant speed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Motion {
    /// Rest position at the start (rad or m).
    pub from: f64,
    /// Rest position at the end (rad or m).
    pub target: f64,
    /// Time of the start (s).
    pub start: f64,
    /// Duration of the motion (s), above zero.
    pub duration: f64,
}

impl Default for Motor {
    fn default() -> Self {
        Motor::Still { rest: 0.0 }
    }
}

impl Motor {
    /// Returns the rest position at a time (rad or m).
    #[must_use]
    #[inline]
    pub fn rest_position(&self, time: f64) -> f64 {
        match *self {
            Motor::Still { rest } => rest,
            Motor::Moving(m) => {
                let since = time - m.start;
                if since >= m.duration {
                    m.target
                } else if since <= 0.0 {
                    m.from
                } else {
                    m.from + (m.target - m.from) * (since / m.duration)
                }
            }
        }
    }

    /// Returns the speed of the rest position at a time (rad/s or m/s).
    #[must_use]
    #[inline]
    pub fn rate(&self, time: f64) -> f64 {
        match *self {
            Motor::Moving(m) if time >= m.start && time < m.start + m.duration => {
                (m.target - m.from) / m.duration
            }
            _ => 0.0,
        }
    }

    /// Returns a motor from the position at `time` to `target` in `duration` seconds; at once if the duration is not above
    /// zero.
    #[must_use]
    pub fn towards(&self, time: f64, target: f64, duration: f64) -> Motor {
        if duration > 0.0 {
            Motor::Moving(Motion {
                from: self.rest_position(time),
                target,
                start: time,
                duration,
            })
        } else {
            Motor::Still { rest: target }
        }
    }

    /// Returns the same motion for a clock that was set forward by `by` (s).
    #[must_use]
    pub fn shifted(self, by: f64) -> Motor {
        match self {
            Motor::Moving(m) => Motor::Moving(Motion {
                start: m.start + by,
                ..m
            }),
            still => still,
        }
    }

    /// Returns target and arrival time, while it moves.
    #[must_use]
    pub fn heading(&self, time: f64) -> Option<(f64, f64)> {
        match *self {
            Motor::Moving(m) if time < m.start + m.duration => {
                Some((m.target, m.start + m.duration))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_position_goes_linearly_and_stops_at_the_target() {
        let motor = Motor::Still { rest: 1.0 }.towards(10.0, 3.0, 0.5);
        assert_eq!(motor.rest_position(9.0), 1.0);
        assert_eq!(motor.rest_position(10.25), 2.0);
        assert_eq!(motor.rest_position(10.5), 3.0);
        assert_eq!(motor.rest_position(99.0), 3.0);
        assert_eq!(motor.heading(10.1), Some((3.0, 10.5)));
        assert_eq!(motor.heading(10.5), None);
    }

    #[test]
    fn a_new_order_starts_from_where_the_old_one_had_come_to() {
        let motor = Motor::Still { rest: 0.0 }
            .towards(0.0, 1.0, 1.0)
            .towards(0.5, 0.0, 1.0);
        assert_eq!(motor.rest_position(0.5), 0.5);
        assert_eq!(motor.rest_position(1.0), 0.25);
    }

    #[test]
    fn no_time_means_at_once() {
        assert_eq!(
            Motor::default().towards(1.0, 2.0, 0.0).rest_position(1.0),
            2.0
        );
    }
}

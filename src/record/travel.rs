//! Motion of a corpus over a period of time: distance, speed along its heading, turning, height.

use crate::world::{Corpus, Measure};
use serde::{Deserialize, Serialize};
use std::f64::consts::{PI, TAU};

/// Slope of the root's x axis (rad) above which its direction seen from above is no heading.
const STEEPEST: f64 = 1.4;

/// Sums over the frames of one `go`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Travel {
    /// Start of the interval (s).
    pub from: f64,
    /// End of the interval so far (s).
    pub to: f64,
    first: Measure,
    last: Measure,
    /// Rotation about the vertical so far (rad).
    turned: f64,
    /// Distance along the heading at each moment (m).
    forward: f64,
    /// Whether the root has rolled or tumbled, so that it has no heading.
    #[serde(default)]
    rolled: bool,
    /// Integral of the height of the centre of mass (m s).
    height: f64,
    /// Returns the smallest height of the root's lowest point (m).
    least_root_bottom: f64,
    /// Positive work of the joints before the interval (J).
    positive: f64,
    /// Net work of the joints before the interval (J).
    net: f64,
}

impl Travel {
    /// Starts at the current state.
    #[must_use]
    pub fn begin(corpus: &mut Corpus, time: f64) -> Self {
        let now = corpus.measure();
        Travel {
            from: time,
            to: time,
            first: now,
            last: now,
            turned: 0.0,
            forward: 0.0,
            rolled: now.heading.slope.abs() > STEEPEST,
            height: 0.0,
            least_root_bottom: now.root_bottom,
            positive: corpus.account().works.positive,
            net: corpus.account().works.positive + corpus.account().works.negative,
        }
    }

    /// Records the state after a frame.
    pub fn frame(&mut self, corpus: &mut Corpus, time: f64) {
        let now = corpus.measure();
        let step = now.centre - self.last.centre;
        let mut turn = now.heading.yaw - self.last.heading.yaw;
        if turn > PI {
            turn -= TAU;
        } else if turn < -PI {
            turn += TAU;
        }
        // The heading in the middle of the frame.
        let yaw = self.last.heading.yaw + 0.5 * turn;
        self.forward += step.x * libm::cos(yaw) + step.y * libm::sin(yaw);
        // Between two frames its x axis passes the vertical, or comes near it.
        let spun = 0.5 * (now.turning + self.last.turning) * (time - self.to);
        self.rolled |= libm::cos(turn - spun) < 0.0 || now.heading.slope.abs() > STEEPEST;
        // Not from the heading, which jumps where a tumbling figure's x axis passes the vertical.
        self.turned += spun;
        self.height += 0.5 * (now.centre.z + self.last.centre.z) * (time - self.to);
        self.least_root_bottom = self.least_root_bottom.min(now.root_bottom);
        self.last = now;
        self.to = time;
    }

    /// Returns the positive and net work of the joint forces in this interval (J).
    #[must_use]
    pub fn joint_work(&self, corpus: &Corpus) -> (f64, f64) {
        let works = &corpus.account().works;
        let net = works.positive + works.negative - self.net;
        (works.positive - self.positive, net)
    }

    /// Returns an amount divided by the duration of the interval; 0 for an empty interval.
    pub(crate) fn per_second(&self, x: f64) -> f64 {
        if self.to > self.from {
            x / (self.to - self.from)
        } else {
            0.0
        }
    }

    /// Returns the straight-line distance of the centre of mass over the ground (m).
    #[must_use]
    pub fn distance(&self) -> f64 {
        let way = self.last.centre - self.first.centre;
        libm::hypot(way.x, way.y)
    }

    /// Returns the net speed: distance per second (m/s).
    #[must_use]
    pub fn net_speed(&self) -> f64 {
        self.per_second(self.distance())
    }

    /// Returns the mean speed along the root's own heading (m/s); none if the root has rolled or tumbled.
    #[must_use]
    pub fn forward_speed(&self) -> Option<f64> {
        (!self.rolled).then(|| self.per_second(self.forward))
    }

    /// Returns the forward speed, or the net speed of a root that has rolled or tumbled (m/s).
    #[must_use]
    pub fn speed(&self) -> f64 {
        self.forward_speed().unwrap_or_else(|| self.net_speed())
    }

    /// Returns the mean rate of turning to the left (rad/s).
    #[must_use]
    pub fn yaw_rate(&self) -> f64 {
        self.per_second(self.turned)
    }

    /// Returns the mean height of the centre of mass (m).
    #[must_use]
    pub fn mean_height(&self) -> f64 {
        if self.to > self.from {
            self.height / (self.to - self.from)
        } else {
            self.last.centre.z
        }
    }

    /// Returns the centre of mass at the end (m).
    #[must_use]
    pub fn centre(&self) -> [f64; 3] {
        self.last.centre.into()
    }

    /// Returns the height of the root's lowest point at the end (m).
    #[must_use]
    pub fn root_bottom(&self) -> f64 {
        self.last.root_bottom
    }

    /// Returns the smallest height of the root's lowest point (m).
    #[must_use]
    pub fn least_root_bottom(&self) -> f64 {
        self.least_root_bottom
    }
}

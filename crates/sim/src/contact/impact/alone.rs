//! An impact at one point, followed through its compression and its restitution (Stronge 2000, chapter 3 and 4; Arnold 1997, 2.4.3; Mirtich 1996, 3.3).
//!
//! The normal impulse s stands for time. While the point slides, du/ds = K (-mu u_t/|u_t| + n), with K = W; where its sliding ends it sticks, if friction
//! can hold it, and slides on in one constant direction otherwise (Bhatt & Koechling 1995). Friction may make it approach faster for a while
//! (it jams). As K has no negative eigenvalue, K_nt.t >= K_nn/mu implies that |u_t| decreases by K_tt.t.t mu - K_nt.t >= 0: the sliding ends, and the jam with it.

use super::super::cone::axes;
use super::{ImpactLaw, ImpactPoints};
use nalgebra::{Matrix2, Matrix3, SVector, Vector2, Vector3};

/// Largest number of steps of one impact.
const MOST_STEPS: usize = 2000;

/// Speed of sliding that counts as none, in parts of the speed before.
const STILL: f64 = 1e-11;

/// Error of a step, in parts of the speed before.
const TOLERANCE: f64 = 1e-12;

/// Part of the impulse to the end of sliding that a step takes, where the direction of sliding changes.
const PART: f64 = 0.9;

/// Sliding, normal velocity, normal work, impulse along the surface; in axes of which the last is the normal.
type State = SVector<f64, 6>;

/// A phase of an impact, and where it ends.
#[derive(Clone, Copy, Debug)]
enum Phase {
    /// Until nothing approaches.
    Compression,
    /// Until the normal velocity is this.
    Speed(f64),
    /// Until the normal impulse is this.
    Impulse(f64),
    /// Until the normal work is this.
    Work(f64),
}

impl Phase {
    /// Returns what is below zero until the phase ends.
    fn left(self, s: f64, state: &State) -> f64 {
        match self {
            Phase::Compression => state[2],
            Phase::Speed(end) => state[2] - end,
            Phase::Impulse(end) => s - end,
            Phase::Work(end) => state[3] - end,
        }
    }

    /// Returns the normal impulse from here to the end, where the normal velocity grows by `rate` per impulse; infinite if it has none.
    fn rest(self, s: f64, state: &State, rate: f64) -> f64 {
        let u = state[2];
        let rest = match self {
            Phase::Compression => -u / rate,
            Phase::Speed(end) => (end - u) / rate,
            Phase::Impulse(end) => return end - s,
            Phase::Work(end) => {
                let lacks = end - state[3];
                let root = (u * u + 2.0 * rate * lacks).sqrt();
                // The root that does not cancel.
                match u > 0.0 {
                    true => 2.0 * lacks / (u + root),
                    false => (root - u) / rate,
                }
            }
        };
        match rest >= 0.0 {
            true => rest,
            false => f64::INFINITY,
        }
    }

    /// Returns a state with the numbers that the end of the phase fixes, without rounding.
    fn finished(self, mut s: f64, mut state: State) -> (f64, State) {
        match self {
            Phase::Compression => state[2] = 0.0,
            Phase::Speed(end) => state[2] = end,
            Phase::Impulse(end) => s = end,
            Phase::Work(end) => state[3] = end,
        }
        (s, state)
    }
}

impl ImpactPoints {
    /// Adds the impulse at a point by a law, as if it were alone.
    pub(super) fn alone(&mut self, i: usize, restitution: f64, law: ImpactLaw) {
        let hit = self.hits[i];
        let axes = axes(&hit.normal);
        let own = axes.transpose() * self.blocks[i * self.hits.len() + i] * axes;
        let own = (own + own.transpose()) / 2.0;
        let law = (restitution, hit.friction, law);
        let impulse = follow(&own, &(axes.transpose() * hit.now), law);
        self.push(i, &(axes * impulse));
    }
}

/// Returns the impulse on a point that moves at `u`, whose mobility is `k`, by its restitution, friction and law; in axes of which the last is the normal.
fn follow(
    k: &Matrix3<f64>,
    u: &Vector3<f64>,
    (e, friction, law): (f64, f64, ImpactLaw),
) -> Vector3<f64> {
    let speed = u.norm();
    let mut state = State::zeros();
    state.fixed_rows_mut::<3>(0).copy_from(u);
    let mut s = 0.0;
    let mut phase = Phase::Compression;
    let mut h = f64::INFINITY;
    for _ in 0..MOST_STEPS {
        if phase.left(s, &state) >= 0.0 {
            phase = match (phase, law) {
                (Phase::Compression, ImpactLaw::Newton) => Phase::Speed(-e * u.z),
                (Phase::Compression, ImpactLaw::Poisson) => Phase::Impulse((1.0 + e) * s),
                (Phase::Compression, _) => Phase::Work((1.0 - e * e) * state[3]),
                _ => break,
            };
            if e == 0.0 {
                break;
            }
        }
        let rate = |state: &State| sliding(k, friction, state);
        let slide = Vector2::new(state[0], state[1]);
        let size = slide.norm();
        let rests = size <= STILL * speed;
        let now = match rests {
            true => after_sliding(k, friction, state[2]),
            false => rate(&state),
        };
        let faster = Vector2::new(now[0], now[1]);
        let along = if rests {
            0.0
        } else {
            slide.dot(&faster) / size
        };
        let stop = match along < 0.0 {
            true => size / -along,
            false => f64::INFINITY,
        };
        // A straight slide is solved exactly, up to its end or that of the phase.
        if rests || (faster - slide * (along / size)).norm() <= STILL * faster.norm() {
            let end = phase.rest(s, &state, now[2]);
            let more = end.min(stop);
            if !more.is_finite() {
                break;
            }
            let work = state[3] + (state[2] + now[2] * more / 2.0) * more;
            state += now * more;
            state[3] = work;
            s += more;
            if stop <= end {
                (state[0], state[1]) = (0.0, 0.0);
            }
            if end <= stop {
                (s, state) = phase.finished(s, state);
            }
            continue;
        }
        h = h
            .min(PART * stop)
            .min(speed / now.fixed_rows::<3>(0).norm());
        let (next, error) = step(&state, h, rate);
        let wrong = error / (TOLERANCE * speed);
        let ideal = 0.9 * libm::pow(wrong.max(1e-10), -0.2);
        if wrong > 1.0 {
            h *= ideal.max(0.1);
            continue;
        }
        if phase.left(s + h, &next) >= 0.0 {
            let more = end_of(&phase, (s, &state), h, rate);
            (s, state) = phase.finished(s + more, step(&state, more, rate).0);
            continue;
        }
        state = next;
        s += h;
        h *= ideal.min(4.0);
    }
    Vector3::new(state[4], state[5], s)
}

/// Returns the rates of a sliding point per normal impulse.
fn sliding(k: &Matrix3<f64>, friction: f64, state: &State) -> State {
    let slide = Vector2::new(state[0], state[1]);
    rates(k, &(slide * (-friction / slide.norm())), state[2])
}

/// Returns the rates per normal impulse, with that impulse along the surface, at a normal velocity.
fn rates(k: &Matrix3<f64>, push: &Vector2<f64>, u: f64) -> State {
    let faster = k * Vector3::new(push.x, push.y, 1.0);
    State::from_column_slice(&[faster.x, faster.y, faster.z, u, push.x, push.y])
}

/// Returns the rates per normal impulse of a point that does not slide at this moment.
fn after_sliding(k: &Matrix3<f64>, friction: f64, u: f64) -> State {
    let across = Matrix2::new(k.m11, k.m12, k.m21, k.m22);
    let coupled = Vector2::new(k.m13, k.m23);
    let holding = -solve(&across, &coupled);
    if holding.norm() > friction {
        let way = direction(&across, &coupled, friction);
        return rates(k, &(way * -friction), u);
    }
    let mut held = rates(k, &holding, u);
    (held[0], held[1]) = (0.0, 0.0);
    held
}

/// Returns the smallest solution of a symmetric system without negative eigenvalues.
fn solve(of: &Matrix2<f64>, right: &Vector2<f64>) -> Vector2<f64> {
    let parts = of.symmetric_eigen();
    let least = 1e-12 * parts.eigenvalues.amax();
    let mut sum = Vector2::zeros();
    for (value, vector) in parts
        .eigenvalues
        .iter()
        .zip(parts.eigenvectors.column_iter())
    {
        if *value > least {
            sum += vector * (vector.dot(right) / value);
        }
    }
    sum
}

/// Returns the direction t, of length 1, in which a point begins to slide that friction cannot hold: that of K_tn - mu K_tt t.
fn direction(across: &Matrix2<f64>, coupled: &Vector2<f64>, friction: f64) -> Vector2<f64> {
    let way = |angle: f64| Vector2::new(libm::cos(angle), libm::sin(angle));
    // How far the acceleration is turned from the direction, which is found where it comes to zero from above: there the flow arrives.
    let turned = |angle: f64| {
        let t = way(angle);
        let faster = coupled - across * t * friction;
        t.perp(&faster)
    };
    let outward = |angle: f64| {
        let t = way(angle);
        t.dot(&(coupled - across * t * friction))
    };
    let count = 64;
    let at = |i: usize| std::f64::consts::TAU * i as f64 / count as f64;
    let mut best = (f64::NEG_INFINITY, coupled.normalize());
    for i in 0..count {
        let (mut low, mut high) = (at(i), at(i + 1));
        let from = turned(low);
        if from * turned(high) > 0.0 {
            continue;
        }
        for _ in 0..60 {
            let middle = (low + high) / 2.0;
            match turned(middle) * from > 0.0 {
                true => low = middle,
                false => high = middle,
            }
        }
        let found = outward((low + high) / 2.0);
        if found > best.0 {
            best = (found, way((low + high) / 2.0));
        }
    }
    best.1
}

/// Returns the step, at most `h`, at which a phase ends.
fn end_of(
    phase: &Phase,
    (s, state): (f64, &State),
    h: f64,
    rate: impl Fn(&State) -> State + Copy,
) -> f64 {
    let (mut low, mut high) = (0.0, h);
    let left = |more: f64| phase.left(s + more, &step(state, more, rate).0);
    let (mut below, mut above) = (left(low), left(high));
    for _ in 0..80 {
        let middle = (low * above - high * below) / (above - below);
        let at = left(middle);
        if at == 0.0 || high - low <= 4.0 * f64::EPSILON * high {
            return middle;
        }
        // Illinois: the end that stays counts half.
        match at < 0.0 {
            true => (low, below, above) = (middle, at, above / 2.0),
            false => (high, above, below) = (middle, at, below / 2.0),
        }
    }
    (low + high) / 2.0
}

/// Returns the state after a step, and its error (Dormand & Prince 1980).
fn step(state: &State, h: f64, rate: impl Fn(&State) -> State) -> (State, f64) {
    let k1 = rate(state) * h;
    let k2 = rate(&(state + k1 / 5.0)) * h;
    let k3 = rate(&(state + k1 * (3.0 / 40.0) + k2 * (9.0 / 40.0))) * h;
    let k4 = rate(&(state + k1 * (44.0 / 45.0) - k2 * (56.0 / 15.0) + k3 * (32.0 / 9.0))) * h;
    let k5 = rate(
        &(state + k1 * (19372.0 / 6561.0) - k2 * (25360.0 / 2187.0) + k3 * (64448.0 / 6561.0)
            - k4 * (212.0 / 729.0)),
    ) * h;
    let k6 = rate(
        &(state + k1 * (9017.0 / 3168.0) - k2 * (355.0 / 33.0)
            + k3 * (46732.0 / 5247.0)
            + k4 * (49.0 / 176.0)
            - k5 * (5103.0 / 18656.0)),
    ) * h;
    let next = state + k1 * (35.0 / 384.0) + k3 * (500.0 / 1113.0) + k4 * (125.0 / 192.0)
        - k5 * (2187.0 / 6784.0)
        + k6 * (11.0 / 84.0);
    let k7 = rate(&next) * h;
    let error = k1 * (71.0 / 57600.0) - k3 * (71.0 / 16695.0) + k4 * (71.0 / 1920.0)
        - k5 * (17253.0 / 339200.0)
        + k6 * (22.0 / 525.0)
        - k7 * (1.0 / 40.0);
    (next, error.fixed_rows::<3>(0).norm())
}

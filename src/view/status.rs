//! Status texts of a viewer.

use super::shown::{Joint, Shown, State};
use crate::lang::value::show::significant;
use crate::record::prefixed;

/// Returns the status line: `running | 0.123 s | 0.1x | bug 7.7 cm/s, 1.2 mJ`.
#[must_use]
pub fn status_line(shown: &Shown) -> String {
    let state = match shown.state {
        State::Running => "running",
        State::Held => "paused",
        State::Replaying => "replay",
        State::Past => "past",
        State::Idle => "ready",
    };
    let mut parts = vec![state.to_owned(), clock(shown.time, shown.frame)];
    if shown.behind > 0.5 * shown.frame {
        let [behind, kept] = [shown.behind, shown.kept].map(|t| clock(t, shown.frame));
        parts.push(format!(
            "{behind} before the newest moment; {kept} are stored"
        ));
    }
    parts.push(format!("{}x", digits(shown.speed)));
    let several = shown.figures_moving.len() > 1;
    for (name, speed, energy) in &shown.figures_moving {
        let mut told = vec![];
        told.extend(speed.map(|v| format!("{:.1} cm/s", (v * 1e3).round() / 10.0 + 0.0)));
        told.extend(energy.map(|e| prefixed(e, "J", 3)));
        let told = told.join(", ");
        if told.is_empty() {
            continue;
        }
        parts.push(if several {
            format!("{name} {told}")
        } else {
            told
        });
    }
    parts.join(" | ")
}

/// Returns the line on a joint: `femur: 12.3 deg, 45 deg/s, 1.2 mN m (-30 to 90 deg)`.
#[must_use]
pub fn joint_line(joint: &Joint) -> String {
    let Joint { body, state, .. } = joint;
    let [q, rate, force] = *state;
    let Some(slides) = joint.slides else {
        return format!(
            "{body}: root of {}, {}",
            joint.figure,
            prefixed(joint.speed, "m/s", 3)
        );
    };
    let (position, limits) = if slides {
        let limits = joint.limits.map(|l| l.map(|x| prefixed(x, "m", 3)));
        (
            format!(
                "{}, {}, {}",
                prefixed(q, "m", 3),
                prefixed(rate, "m/s", 3),
                prefixed(force, "N", 3)
            ),
            limits.map(|[a, b]| format!("{a} to {b}")),
        )
    } else {
        let degrees = |x: f64| format!("{:.1}", x.to_degrees() + 0.0);
        let limits = joint.limits.map(|l| l.map(degrees));
        (
            format!(
                "{} deg, {} deg/s, {}",
                degrees(q),
                digits(rate.to_degrees()),
                prefixed(force, "N m", 3)
            ),
            limits.map(|[a, b]| format!("{a} to {b} deg")),
        )
    };
    let onward = joint.onward.map(|way| format!("; + is {way}"));
    let onward = onward.unwrap_or_default();
    match limits {
        Some(limits) => format!("{body}: {position} (stops {limits}{onward})"),
        None => format!("{body}: {position} (no stops{onward})"),
    }
}

/// Formats a time with enough digits to distinguish two frames.
fn clock(time: f64, frame: f64) -> String {
    let places = (-libm::log10(frame)).ceil().clamp(1.0, 6.0);
    format!("{time:.*} s", places as usize)
}

/// Formats a number with three significant digits.
fn digits(x: f64) -> String {
    significant(format!("{x:.2e}").parse().unwrap_or(x))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_three_digits() {
        assert_eq!(digits(0.1), "0.1");
        assert_eq!(digits(2.0 / 3.0), "0.667");
        assert_eq!(clock(0.1234567, 1.0 / 1200.0), "0.1235 s");
    }

    #[test]
    fn a_joint_tells_its_angle_rate_torque_and_stops() {
        let joint = Joint {
            body: "femur".into(),
            figure: "bug".into(),
            slides: Some(false),
            state: [0.5, -1.0, 2e-4],
            limits: Some([-1.0, 1.5]),
            speed: 0.1,
            onward: Some("up"),
        };
        assert_eq!(
            joint_line(&joint),
            "femur: 28.6 deg, -57.3 deg/s, 200 uN m (stops -57.3 to 85.9 deg; + is up)"
        );
        let root = Joint {
            slides: None,
            ..joint
        };
        assert_eq!(joint_line(&root), "femur: root of bug, 100 mm/s");
    }
}

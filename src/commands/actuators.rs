//! Actuators: torques and servos.

use super::constants::{BIAS, DAMPING, STIFFNESS};
use super::joints::{POSITION, slides};
use super::{access, joints};
use crate::control::{Actuator, Servo};
use crate::dynamics::JointKind;
use crate::lang::dimension::Dimension;
use crate::session::command::{
    Bare, Bound, Command, Example, Group, Kind, Outcome, Param, Range, Value, may, need,
};
use crate::session::{Session, Stop, si};
use crate::world::Corpus;

/// Returns the kind of a force in the joint of the body named first: N m, or N for a sliding joint.
fn force(session: &Session, values: &[Value]) -> Kind {
    Kind::in_unit(BIAS.unit(slides(session, values), false), Range::Any)
}

/// Returns the kind of the largest such force.
fn limit(session: &Session, values: &[Value]) -> Kind {
    Kind::in_unit(BIAS.unit(slides(session, values), false), Range::Positive)
}

fn stiffness(session: &Session, values: &[Value]) -> Kind {
    Kind::in_unit(
        STIFFNESS.unit(slides(session, values), false),
        Range::Positive,
    )
}

fn damping(session: &Session, values: &[Value]) -> Kind {
    Kind::in_unit(DAMPING.unit(slides(session, values), false), DAMPING.range)
}

const BODY: Param = need("body", Kind::Jointed, "the body moved by the joint");
const GEAR: Param = may(
    "gear",
    Kind::Number(Dimension::NONE, Bare::Si, Range::Positive),
    "gear ratio: the joint gets the motor's torque times this; unchanged if omitted, initially 1",
);
const SERVO_GEAR: Param = may(
    "gear",
    Kind::Number(Dimension::NONE, Bare::Si, Range::Positive),
    "gear ratio: it multiplies the limit of the servo, but not its torque; unchanged if omitted, initially 1",
);
const LIMIT: Param = may(
    "limit",
    Kind::Of(
        limit,
        "a torque (N*m), or a force (N) if the joint slides, above zero",
    ),
    "largest output of the motor, before its gear; unchanged if omitted, initially unlimited",
);

pub(super) const TORQUE: Command = Command {
    name: "torque",
    summary: "Sets the torque of a joint's motor, or prints it.",
    details: "The torque acts until another `torque` replaces it. The joint gets the torque times `gear`, and at most `limit` times `gear`. If the joint slides, the value is a force (N) instead of a torque. Springs and `motor` act in addition. `servo` and `torque` are one motor: they share `gear` and `limit`, and the limit applies to their sum. `energy` counts the work of the torque in `work.motors`.",
    forms: &[&[
        BODY,
        may(
            "value",
            Kind::Of(force, "a torque (N*m), or a force (N) if the joint slides"),
            "the torque of the motor; if omitted, the current one is printed",
        ),
        GEAR,
        LIMIT,
    ]],
    example: A_HINGE_TORQUE,
    shows: "turns a bar with 2 N mm for a tenth of a second, then lets it turn freely",
    more: &[Example {
        code: A_HINGE_GEAR,
        shows: "a motor of at most 5 mN*m with a gear: the joint gets 0.1 N*m",
    }],
    search: "actuator, effort, muscle, force, control",
    in_lists: true,
    run: |session, bound| {
        let (corpus, body) = access::jointed(session, bound, 0)?;
        let before = corpus.joints[body].actuator;
        let mut actuator = before;
        actuator.torque = bound.given(1).unwrap_or(before.torque);
        take_gear(&mut actuator, bound, 2);
        set(session, bound, before, actuator)
    },
    ..Command::of(Group::Joints)
};

pub(super) const SERVO: Command = Command {
    name: "servo",
    summary: "Drives a joint to a target position by a spring and a damper, changes or prints them, or removes them.",
    details: "The torque at the joint is kp (target - q) - kd dq, and at most `limit` times `gear`. `servo` and `torque` are one motor: they share `gear` and `limit`, and the limit applies to their sum. Omitted values are unchanged. At the first `servo` of a joint, an omitted target is the current position, and an omitted kd gives critical damping: 2 sqrt(kp I), with the inertia I that the joint moves, as for `jointspring`. `servo BODY off` removes the servo.\n\
              The units are those of `joint`: kp in N*m/rad and kd in N*m*s/rad, for a sliding joint N/m and N*s/m. The integrators `auto` and `implicit` include the servo's stiffness, so that \
              a stiff servo needs no smaller steps. `energy` counts the energy of the servo's spring in `energy.springs`, and if the target changes or the servo is removed, the change of this energy in `work.motors`.",
    forms: &[
        &[
            BODY,
            may("target", POSITION, "target position"),
            may(
                "kp",
                Kind::Of(stiffness, "a stiffness, above zero"),
                "torque per radian, or force per metre, of distance from the target",
            ),
            may(
                "kd",
                Kind::Of(damping, "a damping, zero or above"),
                "torque per joint speed",
            ),
            LIMIT,
            SERVO_GEAR,
        ],
        &[
            BODY,
            need("off", Kind::Choice(&["off"]), "removes the servo"),
        ],
    ],
    example: A_HINGE_SERVO,
    shows: "holds a bar level against its weight, and then turns it down",
    more: &[Example {
        code: A_HINGE_WEAK_SERVO,
        shows: "a servo that is too weak: it reaches its limit, and the bar sinks",
    }],
    search: "actuator, position, pd, controller, muscle, target",
    in_lists: true,
    run: |session, bound| {
        let (corpus, body) = access::jointed(session, bound, 0)?;
        let before = corpus.joints[body].actuator;
        let mut actuator = before;
        if bound.form == 1 {
            actuator.servo = None;
            return set(session, bound, before, actuator);
        }
        take_gear(&mut actuator, bound, 5);
        if let Some(limit) = bound.given(4) {
            actuator.limit = limit;
        }
        let [target, kp, kd] = [1, 2, 3].map(|i| bound.given(i));
        actuator.servo = match (before.servo, kp) {
            (Some(servo), _) => Some(Servo {
                kp: kp.unwrap_or(servo.kp),
                kd: kd.unwrap_or(servo.kd),
                target: target.unwrap_or(servo.target),
            }),
            (None, Some(kp)) => Some(Servo {
                kp,
                kd: kd.unwrap_or_else(|| critical(corpus, body, kp)),
                target: target.unwrap_or_else(|| corpus.q(body)),
            }),
            (None, None) if (1..6).any(|i| bound.is_unknown(i)) => None,
            // The line only prints.
            (None, None) if (1..6).all(|i| bound.given(i).is_none()) => None,
            (None, None) => {
                let name = corpus.degree_name(body);
                let message =
                    format!("the joint of `{name}` has no servo yet, and no stiffness is given");
                let is_sliding = corpus.model.joint_kind(body) == Some(JointKind::Sliding);
                let example = if is_sliding {
                    "kp=200 target=3cm"
                } else {
                    "kp=2 target=30deg"
                };
                let help = format!("set the stiffness: `servo {name} {example}`");
                return Err(Stop::mistake("E021", bound.span.after(), message, help));
            }
        };
        set(session, bound, before, actuator)
    },
    ..Command::of(Group::Joints)
};

/// Returns the critical damping of a joint alone: 2 sqrt(kp I), with the inertia I that it moves.
fn critical(corpus: &Corpus, body: usize, kp: f64) -> f64 {
    let inertia = corpus.position_inertia(body);
    if inertia.is_finite() {
        2.0 * (kp * inertia).sqrt()
    } else {
        0.0
    }
}

/// Reads gear and limit, starting at an argument.
fn take_gear(actuator: &mut Actuator, bound: &Bound, gear: usize) {
    let of = |name: &str| {
        let form = bound.command.forms.get(bound.form)?;
        bound.given(form.iter().position(|param| param.name == name)?)
    };
    actuator.gear = bound.given(gear).unwrap_or(actuator.gear);
    actuator.limit = of("limit").unwrap_or(actuator.limit);
}

/// Stores a changed actuator; prints it if the line sets nothing.
fn set(session: &mut Session, bound: &Bound, before: Actuator, actuator: Actuator) -> Outcome {
    let says_nothing = bound.form == 0
        && bound
            .values
            .iter()
            .skip(1)
            .all(|v| matches!(v, Value::Missing));
    let (corpus, body) = access::jointed(session, bound, 0)?;
    if says_nothing {
        let name = corpus.degree_name(body).to_owned();
        let sliding = corpus.model.joint_kind(body) == Some(JointKind::Sliding);
        for line in lines(&before, sliding) {
            session.print(&format!("{name}: {line}"));
        }
        return Ok(());
    }
    if actuator != before {
        corpus.set_actuator(body, actuator);
    }
    joints::many_turns(session, bound);
    Ok(())
}

/// Describes an actuator as text.
pub(super) fn lines(actuator: &Actuator, sliding: bool) -> Vec<String> {
    let unit = BIAS.unit(sliding, false);
    let mut through = String::new();
    if actuator.gear != 1.0 {
        through += &format!(", gear {}", actuator.gear);
    }
    if actuator.limit.is_finite() {
        through += &format!(", limit {}", si(actuator.limit, unit));
    }
    let mut lines = vec![];
    if actuator.torque != 0.0 || actuator.servo.is_none() {
        lines.push(format!("torque {}{through}", si(actuator.torque, unit)));
    }
    if let Some(servo) = &actuator.servo {
        lines.push(format!(
            "servo to {}, kp {}, kd {}{through}",
            si(servo.target, if sliding { "m" } else { "rad" }),
            si(servo.kp, STIFFNESS.unit(sliding, false)),
            si(servo.kd, DAMPING.unit(sliding, false)),
        ));
    }
    lines
}

/// A bar on a hinge.
macro_rules! hinge {
    ($lines:literal) => {
        concat!(
            "addcorpus c\nget post from unit_cube\nscale post 2cm 2cm 2cm\naddbody post post 0 0 1 rotary 1g/cm3\n",
            "get bar from unit_cube\nmove bar 0.5 0 0\nscale bar 10cm 1cm 1cm\naddbody bar bar 0 1 0 rotary 1g/cm3\nlinkbodies post bar\n",
            "setroot post\ncorpusinit\nrootmotion fixed\n",
            $lines
        )
    };
}

const A_HINGE_TORQUE: &str =
    hinge!("torque bar 2mN*m\ngo 0.1s\ntorque bar 0\ngo 0.1s\nprint {bar.dq}");
const A_HINGE_GEAR: &str =
    hinge!("torque bar 8mN*m gear=20 limit=5mN*m\ngo 10ms\nexpect bar.Q ~ 0.1N*m");
const A_HINGE_SERVO: &str = hinge!(
    "grav on\nservo bar kp=2 target=0deg\ngo 0.5s\nexpect abs(bar.q) < 2deg\nservo bar target=40deg\ngo 1s\nprint {bar.q to deg}"
);
const A_HINGE_WEAK_SERVO: &str =
    hinge!("grav on\nservo bar kp=2 kd=0.01 target=0deg limit=2mN*m\ngo 0.1s\nexpect bar.q > 5deg");

#[cfg(test)]
mod tests {
    use crate::session::{Mode, Quiet, Reading, Session};

    fn session(mode: Mode, lines: &str) -> Session {
        let mut session = crate::commands::session(mode, Box::new(Quiet));
        let script = format!("{}{lines}", hinge!(""));
        let _ = session.run_text("actuators", &script);
        session.observe();
        session
    }

    #[track_caller]
    fn number(session: &Session, path: &str) -> f64 {
        match session.quantity(path) {
            Ok(Reading::Number(x, _)) => x,
            other => panic!("{path}: {other:?}"),
        }
    }

    #[track_caller]
    fn run(lines: &str) -> Session {
        let session = session(Mode::Run, lines);
        assert!(session.diagnostics.is_empty(), "{:?}", session.diagnostics);
        session
    }

    fn reports(lines: &str) -> Vec<String> {
        let session = session(Mode::Check, lines);
        let told = session.diagnostics.iter();
        told.map(|report| format!("{} {}", report.code, report.message))
            .collect()
    }

    /// M (l^2/3 + w^2/12) of a bar about its end.
    const INERTIA: f64 = 0.01 * (0.01 / 3.0 + 0.0001 / 12.0);

    #[test]
    fn a_torque_turns_what_it_moves() {
        for method in ["auto", "rkf", "implicit"] {
            let session = run(&format!("integration {method}\ntorque bar 1mN*m\ngo 0.1s"));
            let rate = 1e-3 / INERTIA * 0.1;
            assert!(
                (number(&session, "bar.dq") / rate - 1.0).abs() < 1e-6,
                "{method}"
            );
            let (work, energy) = (
                number(&session, "c.work.motors"),
                0.5 * INERTIA * rate * rate,
            );
            assert!(
                (work / energy - 1.0).abs() < 5e-2,
                "{method}: {work} {energy}"
            );
        }
    }

    #[test]
    fn a_servo_swings_as_a_spring_and_its_energy_is_accounted_for() {
        // By x = x0 cos(w t) with w = sqrt(kp / I).
        let session = run(
            "integration rkf\neps 1e-10\njoint bar q 0.3\nservo bar kp=0.5 kd=0 target=0.1\ngo 0.05s",
        );
        let w = (0.5 / INERTIA).sqrt();
        let expected = 0.1 + 0.2 * (w * 0.05_f64).cos();
        assert!((number(&session, "bar.q") - expected).abs() < 1e-7);
        let made = number(&session, "c.work.numbers").abs();
        assert!(made < 1e-8, "{made}");
    }

    #[test]
    fn targets_limits_and_damping_balance_in_the_account() {
        for (method, part) in [("rkf", 1e-3), ("auto", 2e-2)] {
            let session = run(&format!(
                "integration {method}\ndt 1ms\ngrav on\nservo bar kp=1 kd=0.004 target=0 limit=30mN*m\ngo 0.1s\n\
                 servo bar target=0.6\ngo 0.1s\ntorque bar 4mN*m\nservo bar target=-0.4 kd=0.02\ngo 0.2s"
            ));
            let (made, motors) = (
                number(&session, "c.work.numbers"),
                number(&session, "c.work.motors"),
            );
            assert!(motors.abs() > 1e-3, "{motors}");
            assert!(
                made.abs() < part * motors.abs(),
                "{method}: {made} of {motors}"
            );
        }
    }

    #[test]
    fn a_stiff_servo_holds_with_long_frames() {
        let session = run("grav on\ndt 10ms\nservo bar kp=1e5 target=20deg\ngo 1s");
        assert!((number(&session, "bar.q") - 20_f64.to_radians()).abs() < 1e-5);
    }

    #[test]
    fn what_is_left_out_stays() {
        let session = run(
            "servo bar kp=3 kd=0.1 target=10deg limit=2 gear=4\nservo bar target=20deg\ntorque bar 0.5",
        );
        let actuator = session.here().world.corpora[0].joints[1].actuator;
        let servo = actuator.servo.unwrap();
        assert_eq!(
            [servo.kp, servo.kd, servo.target],
            [3.0, 0.1, 20_f64.to_radians()]
        );
        assert_eq!(
            [actuator.torque, actuator.gear, actuator.limit],
            [0.5, 4.0, 2.0]
        );
        let session = run("servo bar kp=3\nservo bar off");
        assert!(session.here().world.corpora[0].joints[1].actuator.is_idle());
    }

    #[test]
    fn wrong_uses_are_told() {
        for (line, told) in [
            (
                "servo bar target=10deg",
                "E021 the joint of `bar` has no servo yet, and no stiffness is given",
            ),
            (
                "servo bar kp=0",
                "E027 `kp` must be a number in N*m/rad above zero, found `0`",
            ),
            (
                "torque bar 2N",
                "E012 `value` must be a number in N*m, but `2N` is a force (N)",
            ),
            ("torque post 2", "E053"),
            (
                "servo bar kp=1 speed=2",
                "E062 `servo` has no parameter `speed`",
            ),
            (
                "servo bar kp=1 limit=-1",
                "E027 `limit` must be a number in N*m above zero, found `-1`",
            ),
        ] {
            let found = reports(line);
            assert!(
                found.len() == 1 && found[0].starts_with(told),
                "{line}: {found:?}"
            );
        }
    }
}

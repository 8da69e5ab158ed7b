//! Advice for a simulation that stopped.

use crate::diagnostic::quote;
use crate::integrate::Method;
use crate::record::prefixed;
use crate::world::{Advice, Divergence, SMALLEST_STEP, What};

/// Returns the body of a joint that `addjoint` has extended, from the name of one of its degrees of freedom: `leg` of `leg.q2`.
fn body_of_several(degree: &str) -> Option<&str> {
    let (body, number) = degree.rsplit_once(".q")?;
    number.parse::<u32>().is_ok().then_some(body)
}

/// Returns advice on a simulation that stopped, in terms of the script; `buried` is the depth (m) of a figure that was deep in the
/// ground before it stopped.
pub(in crate::session) fn remedy(divergence: &Divergence, buried: Option<f64>) -> String {
    if let (
        Some(depth),
        What::StepTooSmall { .. }
        | What::TooManyEvaluations { .. }
        | What::NotFinite
        | What::Runaway { .. },
    ) = (buried, divergence.what)
    {
        return format!(
            "the figure was {} deep in the ground: before `go`, place it on the ground with `rest` (without a value), or less deep",
            prefixed(depth, "m", 3)
        );
    }
    let Advice {
        strong,
        far,
        held,
        torque,
        ground,
        outer,
        method,
    } = divergence.advice;
    if far {
        return "the servo of that joint has a target that is far away: limit it, for example to `clamp(x, -1, 1)`".to_owned();
    }
    let springs = strong.iter().any(Option::is_some);
    let weaker: Vec<&str> = strong.into_iter().flatten().collect();
    let weaker = format!("lower {} of that joint", weaker.join(" and "));
    let shorter = match divergence.what {
        What::StepTooSmall { step } if step > SMALLEST_STEP => {
            let step = (step / 1e3).max(SMALLEST_STEP);
            Some(format!("lower `hmin`, for example `hmin {step:.0e}`"))
        }
        _ => None,
    };
    let mut ways: Vec<&str> = vec![];
    match divergence.what {
        What::Stopped => {}
        What::SpeedLimit { .. } => {
            ways.push("raise the limit with `maxv`");
            ways.push("check which speeds, forces and motors act on the body");
        }
        What::TooStrong { .. } => {
            if method.is_some_and(|method| !method.is_adaptive()) {
                ways.push("use a shorter step `h`: in a long one, strong springs and motors may throw the joint there");
            }
            ways.push(&weaker);
            match strong[0] {
                Some("`ea` and `eB`") => {
                    ways.push("move that joint nearer to the rest position of its spring");
                }
                Some("`lk`") => ways.push("move that joint into its range"),
                _ => {}
            }
        }
        What::GimbalLock { .. } => {
            if let Some(body) = body_of_several(&divergence.body) {
                return format!(
                    "make it a ball joint: {} instead of `addjoint`",
                    quote(&format!("jointkind {body} ball"))
                );
            }
            ways.push("give the bodies between the joints with parallel axes more mass");
            ways.push("rotate the axes so that the motion does not reach this pose");
            ways.push("add damping to these joints (`b`)");
        }
        What::Pinched { .. } => {
            ways.push("end that motion before they are pressed together");
            ways.push(
                "move the root by a joint, which yields, with `rootmotion jointed` and a `servo`",
            );
            ways.push("let bodies press on springs: `contact springs`");
        }
        What::Overlap { .. } => {
            ways.push("place the two bodies apart before the first `go`");
            ways.push("switch off their collisions with `collide A B off`");
            ways.push("soften the collision springs (collisionea, collisioneB, collisionemaxz)");
        }
        What::BelowRounding { .. } => {
            ways.push("raise `eps`");
            ways.push("use `integration auto`, whose accuracy `tolerance` sets");
        }
        What::StepTooSmall { .. } | What::TooManyEvaluations { .. }
            if held && matches!(method, Some(Method::Rkf | Method::Rkvar)) =>
        {
            // A larger tolerance does not require longer steps.
            if matches!(divergence.what, What::StepTooSmall { .. }) {
                ways.push("lower `hmin`, because the dry friction of that joint needs short steps");
            }
            ways.push("reduce the dry friction of that joint, or give it an `armature`");
            ways.push("use `integration auto`, which needs no short steps while dry friction holds a joint");
        }
        What::StepTooSmall { .. } | What::TooManyEvaluations { .. } => {
            if let Some(shorter) = &shorter {
                ways.push(shorter);
            }
            if springs {
                ways.push(&weaker);
            }
            if torque {
                ways.push("reduce the `torque` of that joint");
            }
            if ground {
                ways.push("soften the ground");
            }
            if outer {
                ways.push("soften what pulls or pushes the figure (`attach`, `pull`, `push`)");
            }
            // A larger tolerance would only hide a known cause, and falsify the motion.
            let is_known = springs || torque || ground || outer;
            match method {
                Some(method) if method.is_adaptive() && is_known => {}
                Some(Method::Auto) => ways.push("raise `tolerance`"),
                Some(method) if method.is_adaptive() => ways.push("raise `eps`"),
                _ => ways.push("use a longer step `h`, or shorter frames `dt`"),
            }
            let can_shorten = matches!(divergence.what, What::StepTooSmall { .. });
            if can_shorten && shorter.is_none() && !is_known {
                ways.push("lower `hmin` to allow shorter steps");
            }
            if (springs || ground || outer) && matches!(method, Some(Method::Rkf | Method::Rkvar)) {
                ways.push("use `integration auto`, which handles stiff springs");
            }
        }
        What::NotFinite | What::Runaway { .. } => {
            match method {
                Some(Method::Auto) => ways.push("lower `tolerance`"),
                Some(method) if method.is_adaptive() => ways.push("lower `eps`"),
                _ => ways.push("use a shorter step `h`"),
            }
            if springs {
                ways.push(&weaker);
            }
            if torque {
                ways.push("reduce the `torque` of that joint");
            }
            if ground {
                ways.push("soften the ground");
            }
            if outer {
                ways.push("soften what pulls or pushes the figure (`attach`, `pull`, `push`)");
            }
            if method != Some(Method::Auto) {
                ways.push("use `integration auto`, which chooses its steps");
            } else if !springs && !torque && !ground && !outer {
                ways.push("check what accelerates the figure, such as speeds set by the script or a `bias`");
            }
        }
    }
    match ways.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, others)) => format!("{}, or {last}", others.join(", ")),
        None => String::new(),
    }
}

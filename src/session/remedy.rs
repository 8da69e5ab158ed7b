//! What to do about a simulation that stopped.

use crate::integrate::Method;
use crate::world::{Advice, Divergence, What};

/// What to do about a simulation that stopped, in the words of scripts.
pub(super) fn remedy(divergence: &Divergence) -> String {
    let Advice {
        springs,
        ground,
        method,
    } = divergence.advice;
    let mut ways: Vec<&str> = vec![];
    match divergence.what {
        What::SpeedLimit { .. } => {
            ways.push("raise the limit with `maxv`");
            ways.push("look for what drives the body");
        }
        What::TooStrong { .. } => {
            ways.push("lower the strengths of that joint (ea, eB, k, b)");
            ways.push("bring it nearer to where its springs rest");
        }
        What::GimbalLock { .. } => {
            ways.push("give the bodies between the joints whose axes line up more mass");
            ways.push("turn the axes so that the motion does not come there");
            ways.push("damp these joints (`b`)");
        }
        What::Overlap { .. } => {
            ways.push("place them apart before the first `go`");
            ways.push("leave the two out with `collide A B off`");
            ways.push("soften what pushes them apart (collisionea, collisioneB, collisionemaxz)");
        }
        What::BelowRounding { least, .. } => {
            return format!("raise `eps` to {least:.0e} or more");
        }
        What::StepTooSmall { .. } | What::TooManyEvaluations { .. } => {
            if springs {
                ways.push("soften the springs that act there");
            }
            if ground {
                ways.push("soften the ground");
            }
            match method {
                Some(Method::Auto) => ways.push("raise `tolerance`"),
                Some(method) if method.is_adaptive() => ways.push("raise `eps`"),
                _ => ways.push("take a longer step `h`, or shorter frames `dt`"),
            }
            if matches!(divergence.what, What::StepTooSmall { .. }) {
                ways.push("allow shorter steps with `hmin`");
            }
            if (springs || ground) && matches!(method, Some(Method::Rkf | Method::Rkvar)) {
                ways.push("use `integration auto`, which keeps stiff springs in hand");
            }
        }
        What::NotFinite | What::Runaway { .. } => {
            match method {
                Some(Method::Auto) => ways.push("lower `tolerance`"),
                Some(method) if method.is_adaptive() => ways.push("lower `eps`"),
                _ => ways.push("take a shorter step `h`"),
            }
            if springs {
                ways.push("lower the strengths that act there (ea, eB, k, b)");
            }
            if ground {
                ways.push("lower those of the ground");
            }
            if method != Some(Method::Auto) {
                ways.push("use `integration auto`, which chooses its steps itself");
            } else if !springs && !ground {
                ways.push("look for what drives the figure: speeds that were set, or a `bias`");
            }
        }
    }
    match ways.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, others)) => format!("{}, or {last}", others.join(", ")),
        None => String::new(),
    }
}

//! Checks that moving bodies have mass, and that mass properties are possible.

use super::context::Context;
use crate::robot::Robot;
use crate::source::Span;

/// Reports links that move without mass, and warns of physically impossible moments of inertia. `spans` has the source position
/// of each link.
pub(super) fn check(robots: &[Robot], spans: &[Vec<Span>], ctx: &mut Context) {
    for (robot, spans) in robots.iter().zip(spans) {
        let mut carried: Vec<f64> = robot.links.iter().map(|l| l.inertia.mass).collect();
        for (i, link) in robot.links.iter().enumerate().rev() {
            let own = carried.get(i).copied().unwrap_or(0.0);
            if let Some(sum) = link.parent.and_then(|p| carried.get_mut(p)) {
                *sum += own;
            }
        }
        for (i, (link, span)) in robot.links.iter().zip(spans).enumerate() {
            let body = &link.inertia;
            let numbers = [body.mass].into_iter().chain(body.centre.iter().copied());
            let mut numbers = numbers.chain(body.about_centre.iter().copied());
            if !numbers.all(f64::is_finite) {
                let message = format!("the mass or inertia of `{}` is too large", link.name);
                let help = "check the sizes and densities of its shapes, and their units: lengths are in metres";
                ctx.error("E034", *span, message, help);
                continue;
            }
            let moves = i > 0 || robot.free;
            let has_none = |i: usize| carried.get(i).is_none_or(|m| *m <= 0.0);
            if moves && has_none(i) {
                // All that a link without mass carries has none either: one report is enough.
                let parent = link.parent;
                if parent.is_some_and(|p| (p > 0 || robot.free) && has_none(p)) {
                    continue;
                }
                let message = format!("`{}` can move but has no mass", link.name);
                let help = "give it, or a link that it carries, a mass: `inertial`, or shapes with a density";
                ctx.error("E034", *span, message, help);
            } else if moves
                && link.inertia.mass > 0.0
                && let Some(why) = link.inertia.impossible()
            {
                let message = format!("the inertia of `{}` is impossible: {why}", link.name);
                let help = "the script uses the nearest possible one (`repair`), so the motion may differ; correct the numbers";
                ctx.warn(*span, message, help);
            }
        }
    }
}

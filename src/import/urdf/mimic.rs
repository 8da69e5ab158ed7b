//! Joints that follow others.

use super::links::RawJoint;
use crate::import::context::{Context, near};
use crate::robot::Gear;
use std::collections::BTreeMap;

/// Returns the gears of the joints that follow others; `places` has the links of the joints of one degree, by name.
pub(super) fn gears(
    joints: &[RawJoint],
    places: &BTreeMap<String, usize>,
    ctx: &mut Context,
) -> Vec<Gear> {
    let mut gears = vec![];
    for joint in joints {
        let Some(mimic) = &joint.mimic else { continue };
        let all: Vec<&str> = joints.iter().map(|joint| joint.name.as_str()).collect();
        if !all.contains(&mimic.joint.as_str()) {
            let message = format!(
                "the joint `{}` follows `{}`, which does not exist",
                joint.name, mimic.joint
            );
            let help = near(&mimic.joint, all, "name a joint of the file");
            ctx.error("E035", mimic.span, message, &help);
            continue;
        }
        let at = [&joint.name, &mimic.joint].map(|name| places.get(name));
        let ([Some(&one), Some(&two)], true) = (at, mimic.multiplier != 0.0) else {
            let help = "only joints of one degree of freedom can follow each other, by a ratio that is not 0";
            ctx.lose("mimic", mimic.span, help);
            continue;
        };
        if one == two {
            let message = format!("the joint `{}` follows itself", joint.name);
            ctx.error("E035", mimic.span, message, "name another joint");
            continue;
        }
        gears.push(Gear {
            robot: 0,
            links: [one, two],
            ratio: mimic.multiplier,
            offset: mimic.offset,
        });
    }
    gears
}

//! Quantities of attachments, which belong to their world and have numbers.

use super::entry::Measured::{Flag, Number, Vector};
use super::entry::{Quantity, quantities};
use crate::lang::dimension::Dimension;
use crate::world::Fastening;
use nalgebra::Vector3;

pub(super) const ATTACHMENTS: &[Quantity] = quantities! { World:
    "attachment#.length", Number(Dimension::LENGTH), "Distance between the two points that the attachment connects; 0 of a gear, a drive and what rolls, which connect no two points (`gap` says how far they are from holding).",
        Attachment |w, number| w.stretched(number).map_or(0.0, |s| s.length);
    "attachment#.force", Vector(Dimension::FORCE), "Force of the attachment on its first body, in world axes; the force on the second body is opposite. Of a gear or a drive, the force along its first joint if that slides, and zero if it turns.",
        Attachment |w, number| w.stretched(number).map_or_else(Vector3::zeros, |s| s.force);
    "attachment#.torque", Number(Dimension::TORQUE), "Torque of a gear or a drive on its first joint, or on the second if the first slides; 0 if none of them turns, as `force` then is the load, and of others.",
        Attachment |w, number| w.joint_torque(number).unwrap_or(0.0);
    "attachment#.energy", Number(Dimension::ENERGY), "Energy of the springs of the attachment.",
        Attachment |w, number| w.stretched(number).map_or(0.0, |s| s.energy);
    "attachment#.gap", Number(Dimension::LENGTH), "How far the points of a loop of `close` are from where it holds them; 0 of a spring. Of a gear, how far its first joint is (rad, read as m, if it turns).",
        Attachment |w, number| w.gap(number).unwrap_or(0.0);
    "attachment#.broken", Flag, "Whether the attachment is broken.", Attachment |w, number| {
        let attachment = w.attachments().get(number);
        attachment.is_some_and(|a| matches!(a.hold, Fastening::Broken { .. }))
    };
    "attachment#.broke_at", Number(Dimension::TIME), "Time at which the attachment broke; -1 s if it has not.",
        Attachment |w, number| match w.attachments().get(number).map(|a| a.hold) {
            Some(Fastening::Broken { time, .. }) => time,
            _ => -1.0,
        };
};

//! Quantities of attachments, which belong to their world and have numbers.

use super::entry::{Measured, Owner, Quantity, Raw, Read};
use crate::lang::dimension::Dimension;
use crate::world::{Fastening, World};
use nalgebra::Vector3;

const fn attachment(
    field: &'static str,
    measured: Measured,
    doc: &'static str,
    read: fn(&World, usize) -> Raw,
) -> Quantity {
    Quantity::new(Owner::World, field, measured, doc, Read::Attachment(read))
}

pub(super) const ATTACHMENTS: &[Quantity] = &[
    attachment(
        "attachment#.length",
        Measured::Number(Dimension::LENGTH),
        "Distance of the two points that the attachment connects.",
        |w, number| Raw::Number(w.stretched(number).map_or(0.0, |s| s.length())),
    ),
    attachment(
        "attachment#.force",
        Measured::Vector(Dimension::FORCE),
        "Force of the attachment on its first body, in world axes; that on the second is opposite.",
        |w, number| Raw::Vector(w.stretched(number).map_or_else(Vector3::zeros, |s| s.force)),
    ),
    attachment(
        "attachment#.energy",
        Measured::Number(Dimension::TORQUE),
        "Energy of the springs of the attachment.",
        |w, number| Raw::Number(w.stretched(number).map_or(0.0, |s| s.energy)),
    ),
    attachment(
        "attachment#.broken",
        Measured::Flag,
        "Whether the attachment is broken.",
        |w, number| {
            let attachment = w.attachments().get(number);
            Raw::Flag(attachment.is_some_and(|a| matches!(a.hold, Fastening::Broken { .. })))
        },
    ),
    attachment(
        "attachment#.broke_at",
        Measured::Number(Dimension::TIME),
        "Time at which the attachment broke; -1 s if it has not.",
        |w, number| match w.attachments().get(number).map(|a| a.hold) {
            Some(Fastening::Broken { time, .. }) => Raw::Number(time),
            _ => Raw::Number(-1.0),
        },
    ),
];

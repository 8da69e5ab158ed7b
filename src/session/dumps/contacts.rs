//! `dumpcontacts` and `loadcontacts`: sticky feet, and the friction state of contact points.

use super::actuators::read_anchors;
use super::{each_body, number, with_snapshot};
use crate::contact::Hold;
use crate::record::dump::{Dump, Fault, Section};
use crate::session::{Session, Snapshot};
use nalgebra::Vector3;
use serde_json::json;
use std::sync::Arc;

impl Session {
    /// Returns the sections of `dumpcontacts`.
    pub(super) fn contact_sections(&self, corpus: usize) -> Vec<Section> {
        let mut snapshot = Snapshot::of(self.here(), None);
        let Some((running, kept)) = with_snapshot(self.here(), corpus, &mut snapshot) else {
            return vec![];
        };
        let mut feet = Section::new("feet", "body sticks steps");
        for (body, name) in running.names.iter().enumerate() {
            let (sticks, steps) = (running.contact.sticky[body], running.contact.stepping[body]);
            feet.row([json!(name), json!(sticks), json!(steps)]);
        }
        let columns = "point by x(m) y(m) z(m) own_x(m) own_y(m) own_z(m)";
        let mut held = Section::new("held", columns);
        for (point, hold) in kept.holds.iter() {
            let places = hold.at.iter().chain(hold.point.iter());
            let places = places.map(|x| number(*x));
            held.row([json!(point), json!(hold.kind)].into_iter().chain(places));
        }
        vec![feet, held]
    }

    /// Reads the sections of `loadcontacts` into a snapshot.
    pub(super) fn read_contacts(
        &self,
        corpus: usize,
        dump: &Dump,
        snapshot: &mut Snapshot,
    ) -> Result<(), Fault> {
        let Some((running, kept)) = with_snapshot(self.here(), corpus, snapshot) else {
            return Ok(());
        };
        let feet = dump.section("feet")?;
        each_body(feet, running, 0)?;
        let column = |column: usize| feet.rows.iter().map(move |row| row.switch(column));
        let held = dump.section("held")?.rows.iter().map(|row| {
            let point = row.count(0)?;
            let kind = row.cells.get(1).cloned().unwrap_or_default();
            let vector = |from: usize| -> Result<Vector3<f64>, Fault> {
                Ok(Vector3::new(
                    row.number(from)?,
                    row.number(from + 1)?,
                    row.number(from + 2)?,
                ))
            };
            let hold = Hold {
                kind: serde_json::from_value(kind).map_err(|_| {
                    Fault::new(
                        row.line,
                        "the second value of the line is not `friction`, `tied` or `torn`",
                    )
                })?,
                at: vector(2)?,
                point: vector(5)?,
            };
            let no_point = || Fault::new(row.line, format!("the figure has no point {point}"));
            let number = u32::try_from(point).map_err(|_| no_point())?;
            match point < running.touching_points() as u64 {
                true => Ok((number, hold)),
                false => Err(no_point()),
            }
        });
        let held = held.collect::<Result<Vec<_>, Fault>>()?;
        // In files of older versions, anchors of dry friction are here, not in the files of state and motors.
        if let Some(anchors) = read_anchors(dump, "dry", running)? {
            kept.anchors = anchors.into();
        }
        let acting = Arc::make_mut(&mut kept.acting);
        acting.sticky = column(1).collect::<Result<_, _>>()?;
        acting.stepping = column(2).collect::<Result<_, _>>()?;
        kept.holds = held.into();
        Ok(())
    }
}

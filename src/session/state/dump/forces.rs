//! `dumpQs`, `dumpas`, `dumpcontactforces`, and `loadas`: values derived from the state.

use super::parts::RATES;
use super::unit;
use crate::diagnostic::quote;
use crate::record::dump::{Dump, Fault, Section};
use crate::session::{Session, Stop};
use crate::source::Span;
use crate::world::World;
use serde_json::json;

/// Returns the contact points of a figure's bodies with other bodies, of any figure: the force is that on the figure's own
/// body. A contact between two of its own bodies has a row for each.
fn touching(world: &World, corpus: usize) -> Section {
    let columns = "body touches x(m) y(m) z(m) depth(m) normal(N) force_x(N) force_y(N) force_z(N)";
    let mut section = Section::new("bodies_on_each_other", columns);
    let name = |(corpus, body): (usize, usize)| {
        let running = world.corpora.get(corpus)?;
        Some((&running.name, running.names.get(body)?))
    };
    for felt in world.touch_forces(Some(corpus)) {
        let [one, two] = felt.bodies;
        for (own, other, sign) in [(one, two, 1.0), (two, one, -1.0)] {
            if own.0 != corpus {
                continue;
            }
            let (Some((_, body)), Some((figure, touched))) = (name(own), name(other)) else {
                continue;
            };
            let (point, force) = (felt.point, felt.force * sign);
            let pressing = felt.force.dot(&felt.normal);
            let numbers = [point.x, point.y, point.z, felt.depth, pressing];
            let numbers = numbers.into_iter().chain(force.iter().copied());
            let first = [json!(body), json!(format!("{figure}.{touched}"))];
            section.row(first.into_iter().chain(numbers.map(|x| json!(x))));
        }
    }
    section
}

impl Session {
    /// Returns the sections of `dumpQs`.
    pub(super) fn force_sections(&self, corpus: usize) -> Vec<Section> {
        let world = &self.here().world;
        let mut joints = Section::new("joints", "body Q unit");
        if let Some(running) = world.corpora.get(corpus) {
            for (body, name) in running.names.iter().enumerate().skip(1) {
                joints.row([
                    json!(name),
                    json!(running.joint_force(body, world.time)),
                    json!(unit(running, body, ["N m", "N"])),
                ]);
            }
        }
        vec![joints]
    }

    /// Returns the sections of `dumpas`.
    pub(super) fn acceleration_sections(&mut self, corpus: usize) -> Vec<Section> {
        let world = &mut self.here_mut().world;
        world.observe();
        let Some(running) = world.corpora.get(corpus) else {
            return vec![];
        };
        let found = world.accelerations(corpus);
        let mut root = Section::new("root", "rate_of value unit");
        for ([what, unit], x) in RATES.iter().zip(&found) {
            root.row([json!(what), json!(x), json!(format!("{unit}2"))]);
        }
        let mut joints = Section::new("joints", "body acceleration unit");
        let names = running.names.iter().enumerate().skip(1);
        for ((body, name), x) in names.zip(found.iter().skip(RATES.len())) {
            let unit = unit(running, body, ["rad/s2", "m/s2"]);
            joints.row([json!(name), json!(x), json!(unit)]);
        }
        vec![root, joints]
    }

    /// Returns the sections of `dumpcontactforces`.
    pub(super) fn contact_force_sections(&mut self, corpus: usize) -> Vec<Section> {
        let world = &mut self.here_mut().world;
        world.observe();
        let columns =
            "body touches normal(N) x(N) y(N) z(N) friction_x(N) friction_y(N) friction_z(N)";
        let mut bodies = Section::new("bodies_on_the_ground", columns);
        if let Some(running) = world.corpora.get(corpus) {
            for (name, seen) in running.names.iter().zip(&running.observed().bodies) {
                let (whole, friction) = (seen.ground.whole(), seen.ground.friction);
                let parts = whole.iter().chain(friction.iter()).map(|x| json!(x));
                let first = [json!(name), json!(seen.in_contact), json!(seen.load)];
                bodies.row(first.into_iter().chain(parts));
            }
        }
        vec![bodies, touching(world, corpus)]
    }

    /// Compares the accelerations of a file with those of the current state.
    ///
    /// # Errors
    /// An acceleration differs.
    pub(super) fn compare_accelerations(
        &mut self,
        corpus: usize,
        dump: &Dump,
        path: &str,
        at: Span,
    ) -> Result<(), Stop> {
        let refuse = |fault: Fault| super::refused(path, super::Held::Accelerations, &fault, at);
        let mut differ = vec![];
        for own in self.acceleration_sections(corpus) {
            // The figures are equal, so these sections exist and have the same rows.
            let there = dump.section(&own.name).map_err(refuse)?;
            for (own, theirs) in own.rows.iter().zip(&there.rows) {
                let values = own.number(1).and_then(|a| Ok((a, theirs.number(1)?)));
                let (a, b) = values.map_err(refuse)?;
                if a.to_bits() != b.to_bits() {
                    let [name, unit] = [0, 2].map(|i| own.text(i).unwrap_or_default());
                    let (line, name) = (theirs.line, quote(name));
                    differ.push(format!(
                        "line {line}: for {name} the file has {b:e} {unit}, but the current value is {a:e} {unit}"
                    ));
                }
            }
        }
        let (count, path) = (differ.len(), quote(path));
        let message = match count {
            0 => return Ok(()),
            1 => format!("one acceleration of {path} differs from that of the current state"),
            _ => format!("{count} accelerations of {path} differ from those of the current state"),
        };
        differ.truncate(3);
        differ.push(
            "accelerations follow from state, motors and contacts: use `loads`, `loadmotors` and `loadcontacts` first"
                .to_owned(),
        );
        Err(Stop::mistake("E069", at, message, differ.join("\n")))
    }
}

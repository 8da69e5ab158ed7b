//! The contacts of a world as a list.

use super::entry::Raw;
use super::touching::Touching;
use crate::session::Stage;
use crate::session::command::GROUND;

/// Returns the contacts of a world when last observed: those with the ground, figure by figure, then those of bodies.
pub(super) fn contacts(stage: &Stage) -> Raw {
    let corpora = &stage.world.corpora;
    let name = |corpus: usize, body: usize| match corpora.get(corpus) {
        Some(of) if of.scenery => of.name.clone(),
        Some(of) => match of.names.get(body) {
            Some(body) => format!("{}.{body}", of.name),
            None => of.name.clone(),
        },
        None => String::new(),
    };
    let mut all = vec![];
    let figures = corpora.iter().enumerate();
    // The ground does not act on scenery.
    for (number, corpus) in figures.filter(|(_, corpus)| !corpus.scenery) {
        all.extend(corpus.ground_touches().iter().map(|touch| Touching {
            body: name(number, touch.body),
            other: GROUND.to_owned(),
            point: touch.point.into(),
            normal: touch.normal.into(),
            depth: touch.depth,
            force: touch.force.into(),
        }));
    }
    all.extend(stage.world.touches().iter().map(|touch| {
        let [one, two] = touch.bodies;
        Touching {
            body: name(one.0, one.1),
            other: name(two.0, two.1),
            point: touch.point.into(),
            normal: touch.normal.into(),
            depth: touch.depth,
            force: touch.force.into(),
        }
    }));
    Raw::Contacts(all)
}

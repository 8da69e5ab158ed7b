//! Differences between the figures of a file and those of a stage: a state belongs to figures of the same structure.

use super::saved_world::{SavedWorld, neurons_of};
use crate::diagnostic::quote;
use crate::dynamics::Freedom;
use crate::record::prefixed;
use crate::session::{Session, Stage, Stop};
use crate::source::Span;
use crate::world::{Corpus, CorpusSnapshot, Structure};

/// Most differences that are reported.
const MOST: usize = 6;

/// Returns the differences between the figures and gaits of a file and those of a stage, one line each.
pub(super) fn differences(saved: &SavedWorld, stage: &Stage) -> Vec<String> {
    let names = |all: &[Structure]| all.iter().map(|of| of.name.clone()).collect::<Vec<_>>();
    let corpora = &stage.world.corpora;
    let here: Vec<Structure> = corpora.iter().map(Corpus::structure).collect();
    let roaches = &stage.definitions.roaches;
    let gaits: Vec<String> = roaches.iter().map(|roach| roach.name.clone()).collect();
    let mut found = of_names("figure", &names(&saved.figures), &names(&here));
    found.extend(of_names("gait", &saved.gaits, &gaits));
    found.extend(of_names("neuron", &saved.neurons, &neurons_of(stage)));
    if found.is_empty() {
        let figures = saved.figures.iter().zip(&saved.state.world.corpora);
        for ((there, kept), corpus) in figures.zip(corpora) {
            found.extend(of_corpus(there, kept, corpus));
        }
        for (saved, roach) in saved.state.gaits.iter().zip(roaches) {
            let (there, here) = (saved.legs(), roach.gait.legs());
            if there != here {
                let name = quote(&roach.name);
                found.push(format!(
                    "the gait {name} has {here} legs, but {there} in the file"
                ));
            }
        }
    }
    found
}

/// Largest difference of masses, axes and places, relative to the largest of them: other units round differently.
const ALIKE: f64 = 1e-9;

/// Warns of a file whose figures have the same structure, but other masses or joints: its positions and velocities then mean something
/// else.
pub(super) fn warn_of_unlike(session: &mut Session, path: &str, there: &[Structure], at: Span) {
    let corpora = { session.here().world.corpora.iter() }.map(Corpus::structure);
    let mut found: Vec<String> = there
        .iter()
        .zip(corpora)
        .filter(|(there, here)| there.name == here.name)
        .flat_map(|(there, here)| unlike(there, &here))
        .collect();
    let more = found.len().saturating_sub(MOST);
    found.truncate(MOST);
    let Some(first) = found.first().cloned() else {
        return;
    };
    found.remove(0);
    if more > 0 {
        found.push(format!("and {more} more"));
    }
    found.push(
        "the state is loaded; figures built by the same script continue as they were saved"
            .to_owned(),
    );
    let message = format!("{} was saved with other figures: {first}", quote(path));
    session
        .diagnostics
        .warn("W056", at, message, found.join("\n"));
}

/// Returns the differences between the masses and joints of two figures of the same structure.
fn unlike(there: &Structure, here: &Structure) -> Vec<String> {
    let largest = |all: &[f64]| all.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
    let differ = |a: &[f64], b: &[f64], most: f64| {
        a.iter().zip(b).any(|(a, b)| (a - b).abs() > ALIKE * most)
    };
    let name = quote(&here.name);
    let mut found = vec![];
    let masses = there.masses.iter().zip(&here.masses).zip(&here.bodies);
    let most = largest(&here.masses);
    for ((there, here), body) in masses {
        if differ(&[*there], &[*here], most) {
            let [here, there] = [here, there].map(|mass| prefixed(mass * 1e3, "g", 4));
            let body = quote(body);
            found.push(format!(
                "the mass of {body} of {name} is {here} here, {there} in the file"
            ));
        }
    }
    let places: Vec<f64> = here.hinges.iter().flat_map(|[_, place]| *place).collect();
    let farthest = largest(&places);
    let hinges = there.hinges.iter().zip(&here.hinges);
    for (([other_axis, other_place], [axis, place]), body) in hinges.zip(here.bodies.iter().skip(1))
    {
        let body = quote(body);
        if differ(other_axis, axis, 1.0) {
            found.push(format!(
                "the joint of {body} of {name} has another axis in the file"
            ));
        } else if differ(other_place, place, farthest) {
            found.push(format!(
                "the joint of {body} of {name} is in another place in the file"
            ));
        }
    }
    found
}

/// Makes the report of a file of other figures: they have these differences, at least one.
pub(super) fn of_others(path: &str, these: &str, mut differences: Vec<String>, at: Span) -> Stop {
    let more = differences.len().saturating_sub(MOST);
    differences.truncate(MOST);
    let first = differences.remove(0);
    if more > 0 {
        differences.push(format!("and {more} more"));
    }
    differences.push("load a state into figures built by the same script".to_owned());
    let message = format!("{} does not belong to {these}: {first}", quote(path));
    Stop::mistake("E069", at, message, differences.join("\n"))
}

fn of_names(thing: &str, there: &[String], here: &[String]) -> Vec<String> {
    let missing = |from: &[String], name: &&String| !from.contains(name);
    let there_only = there.iter().filter(|name| missing(here, name)).map(|name| {
        let name = quote(name);
        format!("the file has a {thing} {name}, which does not exist here")
    });
    let here_only = here.iter().filter(|name| missing(there, name)).map(|name| {
        let name = quote(name);
        format!("there is a {thing} {name}, which is not in the file")
    });
    let mut found: Vec<String> = there_only.chain(here_only).collect();
    if found.is_empty() && there != here {
        found.push(format!("the file has other {thing}s, or in another order"));
    }
    found
}

/// Returns the differences between a saved figure and the one of the same name.
pub(super) fn of_corpus(there: &Structure, kept: &CorpusSnapshot, corpus: &Corpus) -> Vec<String> {
    let mut found = of_structures(there, &corpus.structure());
    if found.is_empty() {
        found = moved_welds(kept, corpus);
        found.extend(moved_scenery(kept, corpus));
    }
    found
}

/// Returns the difference between scenery in the file and where the script has placed it.
fn moved_scenery(kept: &CorpusSnapshot, corpus: &Corpus) -> Vec<String> {
    if !corpus.scenery || !kept.acting.integrated && kept.y[..] == corpus.y[..] {
        return vec![];
    }
    let place = |y: &[f64]| {
        let all = y.iter().take(3).map(|x| prefixed(*x, "m", 3));
        all.collect::<Vec<_>>().join(" ")
    };
    let (there, here) = (place(&kept.y), place(&corpus.y));
    let how = match there == here {
        true => "it is turned, or moves".to_owned(),
        false => format!("its middle is at {there}, but here at {here}"),
    };
    let name = quote(&corpus.name);
    vec![
        format!("{name} is scenery, which never moves, and in the file {how}"),
        "change its `scenery` line, or save the state again".to_owned(),
    ]
}

/// Returns the differences between the structures of two figures of the same name.
pub(super) fn of_structures(there: &Structure, here: &Structure) -> Vec<String> {
    let name = quote(&here.name);
    if here.scenery != there.scenery {
        return vec![match here.scenery {
            true => format!("{name} is scenery here, but a figure in the file"),
            false => format!("{name} is a figure here, but scenery in the file"),
        }];
    }
    // A missing body is another difference.
    let kind = |of: &Structure, body: &String| {
        let number = of.bodies.iter().position(|name| name == body)?;
        of.kinds.get(number).cloned()
    };
    let others = here.bodies.iter().filter_map(|body| {
        let kinds = (kind(here, body)?, kind(there, body)?);
        (kinds.0 != kinds.1).then_some((body, kinds))
    });
    let others: Vec<_> = others.collect();
    let mut found = vec![];
    for (body, (here, there)) in &others {
        let body = quote(body);
        found.push(format!(
            "the joint of {body} of {name} is {here} here, {there} in the file"
        ));
    }
    // Names of degrees of freedom follow from the kind.
    let of_other = |degree: &str| {
        let body = degree.split('.').next();
        others.iter().any(|(other, _)| body == Some(other.as_str()))
    };
    if there.bodies != here.bodies {
        for (these, others, what) in [
            (&there.bodies, &here.bodies, " in the file, but not here"),
            (&here.bodies, &there.bodies, ", which is not in the file"),
        ] {
            let alone = |body: &&String| !of_other(body) && !others.contains(body);
            for body in these.iter().filter(alone) {
                found.push(format!("{name} has a body {}{what}", quote(body)));
            }
        }
        if found.is_empty() {
            found.push(format!("the bodies of {name} are linked in another order"));
        }
        return found;
    }
    if found.is_empty() && there.order != here.order {
        found.push(format!("the bodies of {name} were added in another order"));
    }
    if here.points != there.points {
        let (here, there) = (here.points, there.points);
        found.push(format!(
            "{name} has {here} contact points, but {there} in the file"
        ));
    }
    found
}

/// Returns the welds that have a position or a speed in the file.
fn moved_welds(kept: &CorpusSnapshot, corpus: &Corpus) -> Vec<String> {
    let layout = corpus.layout();
    let welds = (1..corpus.model.bodies()).filter(|b| corpus.model.freedom(*b) == Freedom::Weld);
    let moved = welds.filter(|body| {
        let places = [layout.q().start + body - 1, layout.qd().start + body - 1];
        let mut values = places.iter().filter_map(|at| kept.y.get(*at));
        values.any(|x| *x != 0.0)
    });
    let found = moved.filter_map(|body| {
        let (body, name) = (quote(corpus.names.get(body)?), quote(&corpus.name));
        Some(format!(
            "in the file, the welded joint of {body} of {name} is not at zero"
        ))
    });
    found.collect()
}

//! Figures of a stage as a saved world has them: comparison, and both directions.

use super::{Language, Stage};
use crate::contact::{Hold, HoldKind};
use crate::diagnostic::quote;
use crate::dynamics::{Freedom, JointKind};
use crate::integrate::Memory;
use crate::record::saved_world::{SavedCorpus, SavedWorld};
use crate::world::{Corpus, CorpusSnapshot};
use nalgebra::Vector3;
use std::sync::Arc;

/// Matching of saved things to those of the stage, by the stage's numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Fit {
    /// For each corpus of the stage, its number in the file.
    pub corpora: Vec<usize>,
    /// For each gait of the stage, its number in the file.
    pub gaits: Vec<usize>,
}

/// Most differences that are reported.
const TOLD: usize = 6;

/// Matches the figures and gaits of a file with those of a stage by their names.
///
/// # Errors
/// The differences, one line each.
pub(crate) fn fit<L: Language>(saved: &SavedWorld, stage: &Stage<L>) -> Result<Fit, Vec<String>> {
    let mut differences = vec![];
    let here = stage.world.corpora.iter().map(|c| c.name.as_str());
    let there = saved.corpora.iter().map(|c| c.name.as_str());
    let corpora = matched("figure", here, there, &mut differences);
    let here = stage.definitions.roaches.iter().map(|r| r.name.as_str());
    let there = saved.gaits.iter().map(|g| g.name.as_str());
    let gaits = matched("gait", here, there, &mut differences);
    for (corpus, at) in stage.world.corpora.iter().zip(&corpora) {
        if let Some(saved) = at.and_then(|at| saved.corpora.get(at)) {
            differences.extend(of_corpus(saved, corpus));
        }
    }
    for (roach, at) in stage.definitions.roaches.iter().zip(&gaits) {
        let Some(saved) = at.and_then(|at| saved.gaits.get(at)) else {
            continue;
        };
        let (there, here) = (saved.gait.legs(), roach.gait.legs());
        if there != here {
            let name = quote(&roach.name);
            differences.push(format!(
                "the gait {name} has {here} legs, but {there} in the file"
            ));
        }
    }
    let all = |found: Vec<Option<usize>>| found.into_iter().collect::<Option<Vec<_>>>();
    match (all(corpora), all(gaits)) {
        (Some(corpora), Some(gaits)) if differences.is_empty() => Ok(Fit { corpora, gaits }),
        _ => {
            let more = differences.len().saturating_sub(TOLD);
            differences.truncate(TOLD);
            if more > 0 {
                differences.push(format!("and {more} more"));
            }
            Err(differences)
        }
    }
}

/// Returns for each name here its index there; a name on one side only is a difference.
fn matched<'a>(
    thing: &str,
    here: impl Iterator<Item = &'a str> + Clone,
    there: impl Iterator<Item = &'a str> + Clone,
    differences: &mut Vec<String>,
) -> Vec<Option<usize>> {
    for name in there.clone() {
        if !here.clone().any(|other| other == name) {
            let name = quote(name);
            differences.push(format!(
                "the file has a {thing} {name}, which does not exist here"
            ));
        }
    }
    let found: Vec<Option<usize>> = here
        .clone()
        .map(|name| there.clone().position(|other| other == name))
        .collect();
    for (name, _) in here.zip(&found).filter(|(_, found)| found.is_none()) {
        let name = quote(name);
        differences.push(format!(
            "there is a {thing} {name}, which is not in the file"
        ));
    }
    let count = there.count();
    if differences.is_empty() && count != found.len() {
        differences.push(format!("the file has two of the same name: {thing}"));
    }
    found
}

/// Returns the differences between a saved figure and the one of the same name.
pub(crate) fn of_corpus(saved: &SavedCorpus, corpus: &Corpus) -> Vec<String> {
    let name = quote(&corpus.name);
    let mut differences = vec![];
    let others = other_kinds(saved, corpus);
    for (body, here, there) in &others {
        let body = quote(body);
        differences.push(format!(
            "the joint of {body} of {name} is {here} here, {there} in the file"
        ));
    }
    // Names of degrees of freedom follow from the kind.
    let of_other = |degree: &String| {
        let body = degree.split('.').next();
        others.iter().any(|(other, ..)| body == Some(other))
    };
    if saved.bodies != corpus.names {
        for (these, others, what) in [
            (&saved.bodies, &corpus.names, " in the file, but not here"),
            (&corpus.names, &saved.bodies, ", which is not in the file"),
        ] {
            let alone = |body: &&String| !of_other(body) && !others.contains(body);
            for body in these.iter().filter(alone) {
                differences.push(format!("{name} has a body {}{what}", quote(body)));
            }
        }
        if differences.is_empty() {
            differences.push(format!("the bodies of {name} are linked in another order"));
        }
        return differences;
    }
    for (number, (body, there)) in (1..).zip(corpus.names.iter().skip(1).zip(&saved.joints)) {
        if corpus.model.joint_kind(number) != Some(*there) && !of_other(body) {
            let (body, other) = (quote(body), format!("{there:?}").to_lowercase());
            differences.push(format!(
                "the joint of {body} of {name} is {other} in the file"
            ));
        }
    }
    differences.extend(moved_welds(saved, corpus));
    let (here, there) = (corpus.touching_points(), saved.points);
    if here != there {
        differences.push(format!(
            "{name} has {here} contact points, but {there} in the file"
        ));
    }
    differences
}

/// Returns the bodies whose joints are of another kind in the file, and the kinds here and there.
fn other_kinds<'a>(saved: &'a SavedCorpus, corpus: &'a Corpus) -> Vec<(&'a str, String, String)> {
    let (here, there) = (corpus.joint_kinds(), &saved.kinds);
    let mut bodies: Vec<&str> = here
        .keys()
        .chain(there.keys())
        .map(String::as_str)
        .collect();
    // Files from before kinds were saved have none, but the names of several degrees of freedom show that there is such a
    // joint.
    let same_degrees = |body: &&str| have_the_same_degrees(saved, corpus, body);
    if there.is_empty() && bodies.iter().any(same_degrees) {
        return vec![];
    }
    bodies.sort_unstable();
    bodies.dedup();
    let plain = |kind: Option<JointKind>| format!("{:?}", kind.unwrap_or(JointKind::Rotary));
    let others = bodies.into_iter().filter_map(|body| {
        // A missing body is another difference.
        let number = corpus.names.iter().position(|name| name == body)?;
        let place = saved.bodies.iter().position(|name| name == body)?;
        let of_here = || plain(corpus.model.joint_kind(number)).to_lowercase();
        let of_there = || plain(saved.joints.get(place.wrapping_sub(1)).copied()).to_lowercase();
        let told = [
            here.get(body).cloned().unwrap_or_else(of_here),
            there.get(body).cloned().unwrap_or_else(of_there),
        ];
        let [here, there] = told;
        (here != there).then_some((body, here, there))
    });
    others.collect()
}

/// Whether a body's joint has several degrees of freedom, with the same names here and in the file.
fn have_the_same_degrees(saved: &SavedCorpus, corpus: &Corpus, body: &str) -> bool {
    let of_body = |name: &&String| {
        let degree = name.strip_prefix(body);
        degree.is_some_and(|degree| degree.starts_with('.'))
    };
    let mut here = corpus.names.iter().filter(of_body).peekable();
    here.peek().is_some() && here.eq(saved.bodies.iter().filter(of_body))
}

/// Returns the welds that have a position or a speed in the file.
fn moved_welds(saved: &SavedCorpus, corpus: &Corpus) -> Vec<String> {
    let layout = corpus.layout();
    let welds = (1..corpus.model.bodies()).filter(|b| corpus.model.freedom(*b) == Freedom::Weld);
    let moved = welds.filter(|body| {
        let places = [layout.q().start + body - 1, layout.qd().start + body - 1];
        let mut values = places.iter().filter_map(|at| saved.state.get(*at));
        values.any(|x| *x != 0.0)
    });
    let told = moved.filter_map(|body| {
        let (body, name) = (quote(corpus.names.get(body)?), quote(&corpus.name));
        Some(format!(
            "in the file, the welded joint of {body} of {name} is not at zero"
        ))
    });
    told.collect()
}

impl<L: Language> Stage<L> {
    /// Returns a corpus by its number, in its state in the snapshot `kept`.
    pub(crate) fn saved_corpus(&self, number: usize, kept: &CorpusSnapshot) -> Option<SavedCorpus> {
        let corpus = self.world.corpora.get(number)?;
        Some(SavedCorpus {
            name: corpus.name.clone(),
            bodies: corpus.names.clone(),
            joints: (1..corpus.model.bodies())
                .map(|b| corpus.model.joint_kind(b).unwrap_or(JointKind::Rotary))
                .collect(),
            kinds: corpus.joint_kinds().clone(),
            state: kept.y.to_vec(),
            remembered_step: kept.memory,
            points: corpus.touching_points(),
            anchors: vec![],
            holds: kept.holds.to_vec(),
            dry: kept.anchors.to_vec(),
            acting: (*kept.acting).clone(),
            account: Some(kept.account.clone()),
            flags: kept.flags,
            travel: self.travels.get(number).cloned(),
        })
    }
}

impl SavedCorpus {
    /// Returns the state of a corpus that matches it. `memory` replaces the stored step size if the file has none for each
    /// figure.
    pub(crate) fn snapshot(&self, of: &Corpus, memory: Option<Memory>) -> CorpusSnapshot {
        // Files from before static friction store only tied corners.
        let tied = self.anchors.iter().filter_map(|(number, at)| {
            let hold = Hold {
                kind: HoldKind::Tied,
                at: Vector3::from(*at),
                point: of.corner(*number)?,
            };
            Some((*number, hold))
        });
        CorpusSnapshot {
            y: self.state.as_slice().into(),
            memory: self.remembered_step.or(memory),
            holds: tied.chain(self.holds.iter().copied()).collect(),
            anchors: self.dry.iter().copied().collect(),
            acting: Arc::new(self.acting.clone()),
            account: self.account.clone().unwrap_or_default(),
            flags: self.flags,
            joint_changes: 0,
        }
    }
}

//! One mistake, one report: what follows from a mistake is not reported again.
//!
//! Only a session that checks goes on after a mistake. What the faulty statement would have named, built or chosen is then
//! doubtful: commands that speak of it do nothing and say nothing, and where a corpus, gait or world would have begun, an
//! unnamed one stands in for it.

use super::{Draft, Programs, Roach, Session, Stage};
use crate::command::{Group, Kind, Thing, find, nearest_command};
use crate::control::Gait;
use crate::dynamics::Root;
use crate::figure::Figure;
use crate::lang::pattern::{matches, overlap, rename};
use crate::lang::syntax::{ArgumentKind, Statement};
use std::collections::BTreeSet;

/// A stand-in for a gait has as many legs as any.
const LEGS: usize = 1000;

/// What mistakes have kept from coming to be.
#[derive(Clone, Debug, Default)]
pub(super) struct Doubts {
    names: BTreeSet<(Thing, String)>,
    /// Patterns of the names of objects, bodies and parts.
    patterns: BTreeSet<String>,
    /// Figures, by world, whose names are not known at all.
    figures: BTreeSet<(usize, Option<usize>)>,
    /// A script could not be read: anything may have been in it.
    anything: bool,
}

impl Doubts {
    /// Whether anything may have a name.
    pub fn anything(&self) -> bool {
        self.anything
    }

    fn in_patterns(&self, name: &str) -> bool {
        let mut patterns = self.patterns.iter();
        patterns.any(|pattern| matches(pattern, name).is_some())
    }
}

impl Session {
    /// Whether a mistake, reported already, may have kept the name from coming to be.
    #[must_use]
    pub fn is_doubtful(&self, thing: Thing, name: &str) -> bool {
        let doubts = &self.doubts;
        let here = (self.stage, self.here().current);
        let doubted = |thing| doubts.names.contains(&(thing, name.to_owned()));
        doubts.anything
            || match thing {
                // A body is named after its object more often than not: either's mistake explains the other's absence.
                Thing::Object | Thing::Body => {
                    doubts.figures.contains(&here)
                        || doubted(Thing::Object)
                        || doubted(Thing::Body)
                        || doubts.in_patterns(name)
                }
                Thing::Part => doubted(thing) || doubts.in_patterns(name),
                _ => doubted(thing),
            }
    }

    /// Whether a mistake, reported already, may have kept bodies of such names from coming to be.
    pub(crate) fn is_doubtful_pattern(&self, pattern: &str) -> bool {
        let doubts = &self.doubts;
        let here = (self.stage, self.here().current);
        let of_branch = |(thing, name): &(Thing, String)| {
            matches!(thing, Thing::Object | Thing::Body) && matches(pattern, name).is_some()
        };
        doubts.anything
            || doubts.figures.contains(&here)
            || doubts.names.iter().any(of_branch)
            || doubts.patterns.iter().any(|other| overlap(other, pattern))
    }

    /// What has not come to be has no mirror image either: with a name, what the rule `from -> to` makes of it is doubtful.
    pub(crate) fn doubt_twins(&mut self, from: &str, to: &str) {
        let names = self.doubts.names.iter();
        let twins: Vec<_> = names
            .filter_map(|(thing, name)| Some((*thing, rename(from, to, name)?)))
            .collect();
        self.doubts.names.extend(twins);
        if self.doubts.patterns.iter().any(|p| overlap(p, from)) {
            self.doubts.patterns.insert(to.to_owned());
        }
    }

    /// Names of things that mistakes have kept from coming to be.
    pub(crate) fn doubtful_names(&self, thing: Thing) -> impl Iterator<Item = &str> + Clone {
        let names = self.doubts.names.iter();
        names
            .filter(move |(other, _)| *other == thing)
            .map(|(_, name)| name.as_str())
    }

    /// After a mistake, what the statement would have named, built or chosen is doubtful.
    pub(super) fn doubt(&mut self, statement: &Statement) {
        if !self.is_check() {
            return;
        }
        let head = self.sources.text(statement.head);
        match find(head).or_else(|| nearest_command(head)) {
            Some(command) => {
                for form in command.forms {
                    let params = form.iter().filter(|p| !matches!(p.kind, Kind::Filler(_)));
                    for (param, argument) in params.zip(&statement.arguments) {
                        let name = || self.sources.text(argument.span).to_owned();
                        match param.kind {
                            Kind::New(thing) => {
                                self.doubts.names.insert((thing, name()));
                            }
                            Kind::TwinPattern => {
                                self.doubts.patterns.insert(name());
                            }
                            _ => {}
                        }
                    }
                }
                self.stand_in_for(command.name, command.group);
            }
            None => {
                for argument in &statement.arguments {
                    if argument.kind == ArgumentKind::Word {
                        let name = self.sources.text(argument.span);
                        let all = Thing::ALL.iter().map(|thing| (*thing, name.to_owned()));
                        self.doubts.names.extend(all);
                    }
                }
                self.doubt_figure();
            }
        }
    }

    /// A script could not be read, so that nothing is known of what it would have made.
    pub(super) fn doubt_everything(&mut self) {
        if self.is_check() {
            self.doubts.anything = true;
            self.doubt_figure();
            self.stand_in_for_roach();
        }
    }

    fn stand_in_for(&mut self, command: &str, group: Group) {
        match command {
            "addworld" => self.stand_in_for_world(),
            "setworld" => {
                self.stand_in_for_world();
                self.stand_in_for_corpus();
                self.stand_in_for_roach();
                self.doubt_names_here();
            }
            "addcorpus" => self.stand_in_for_corpus(),
            "setcorpus" => {
                self.stand_in_for_corpus();
                self.doubt_names_here();
            }
            "addroach" | "setroach" => {
                if self.here().current.is_none() {
                    self.doubt_figure();
                }
                self.stand_in_for_roach();
            }
            "go" => {
                for draft in &mut self.here_mut().drafts {
                    draft.told = true;
                }
                if self.here().drafts.is_empty() {
                    self.stand_in_for_corpus();
                }
            }
            // That of a running figure copies joints, which leaves the figure as it is.
            "mirror" if self.here().draft().is_some_and(|d| d.running.is_some()) => {}
            "corpusinit" => {
                self.doubt_figure();
                let stage = self.here_mut();
                if let Some(draft) = stage.current.and_then(|c| stage.drafts.get_mut(c)) {
                    draft.told = true;
                }
            }
            _ if matches!(group, Group::Figure | Group::Objects) => self.doubt_figure(),
            _ if group == Group::Gait && self.here().roach().is_none() => self.stand_in_for_roach(),
            _ => {}
        }
    }

    fn doubt_figure(&mut self) {
        let stage = self.here_mut();
        match stage.current.and_then(|c| stage.drafts.get_mut(c)) {
            Some(draft) => draft.doubtful = true,
            None => {
                self.stand_in_for_corpus();
                let (stage, corpus) = (self.stage, self.here().current);
                for scoped in &mut self.here_mut().objects {
                    if scoped.scope.is_none() {
                        scoped.scope = corpus;
                    }
                }
                self.names.adopt(stage, corpus.unwrap_or_default());
            }
        }
    }

    fn doubt_names_here(&mut self) {
        let here = (self.stage, self.here().current);
        self.doubts.figures.insert(here);
    }

    fn stand_in_for_world(&mut self) {
        self.stages.push(Stage::new(""));
        self.stage = self.stages.len() - 1;
    }

    fn stand_in_for_corpus(&mut self) {
        let stage = self.here_mut();
        stage.drafts.push(Draft {
            figure: Figure::new(String::new()),
            running: None,
            root: Root::Free,
            doubtful: true,
            told: false,
        });
        stage.current = Some(stage.drafts.len() - 1);
    }

    fn stand_in_for_roach(&mut self) {
        let stage = self.here_mut();
        stage.roaches.push(Roach {
            name: String::new(),
            draft: stage.current,
            gait: Gait::new(LEGS),
            programs: vec![Programs::default(); LEGS],
        });
        stage.current_roach = Some(stage.roaches.len() - 1);
    }
}

//! One report per error: errors caused by an earlier error are not reported.
//!
//! Only a check continues after an error. Anything that the faulty statement would have named, built or chosen is then
//! poisoned: commands that use it do nothing and report nothing, and where a corpus, gait or world would have begun, an unnamed
//! placeholder takes its place.

use crate::control::Gait;
use crate::dynamics::Root;
use crate::figure::Figure;
use crate::lang::evaluate::spell;
use crate::lang::pattern::{matches, overlap, rename};
use crate::lang::syntax::{Argument, ArgumentKind, Piece, Statement};
use crate::session::advice::misspelt::opener;
use crate::session::bind::Head;
use crate::session::command::{Command, Group, Kind, Param, Thing};
use crate::session::scope::Lookup;
use crate::session::{Draft, Programs, Roach, Session, Stage};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Number of legs of a placeholder for a gait: the largest allowed.
const LEGS: usize = 1000;

/// Deepest nesting of blocks and calls, prevented from running by an error, that is searched for names.
const DEEPEST: usize = 3;

/// Returns the name of a variable at the start of a faulty line.
fn variable(text: &str) -> &str {
    let end = text.find(|c: char| !(c.is_alphanumeric() || c == '_'));
    text.get(..end.unwrap_or(text.len())).unwrap_or_default()
}

/// Names poisoned by errors.
#[derive(Clone, Debug, Default)]
pub(in crate::session) struct Doubts {
    names: BTreeSet<(Thing, String)>,
    /// Patterns of the names of objects, bodies and parts.
    patterns: BTreeSet<String>,
    /// Kinds of things that a line would have made, without a usable name.
    unnamed: BTreeSet<Thing>,
    /// Figures, by world, whose names are all unknown.
    figures: BTreeSet<(usize, Option<usize>)>,
    /// Whether a script could not be read, so that it may have defined anything.
    anything: bool,
    /// Names of variables, and of user-defined commands.
    pub variables: BTreeSet<String>,
    commands: BTreeSet<String>,
    /// Whether the names of marks are poisoned.
    pub marks: bool,
    /// Number of attachments that errors have prevented.
    attachments: usize,
    /// Whether any user-defined command may have been defined or redefined, because lines were not checked to their end.
    pub all_commands: bool,
}

impl Doubts {
    /// Whether any name may exist.
    pub fn anything(&self) -> bool {
        self.anything
    }

    fn in_patterns(&self, name: &str) -> bool {
        let mut patterns = self.patterns.iter();
        patterns.any(|pattern| matches(pattern, name).is_some())
    }
}

impl Session {
    /// Whether the name is poisoned by an error reported before.
    #[must_use]
    pub fn is_doubtful(&self, thing: Thing, name: &str) -> bool {
        let doubts = &self.checker.doubts;
        let here = (self.stage, self.here().definitions.current);
        let doubted = |thing| doubts.names.contains(&(thing, name.to_owned()));
        doubts.anything
            || match thing {
                // A body is often named like its object: an error of either explains that the other is missing.
                Thing::Object | Thing::Body => {
                    doubts.figures.contains(&here)
                        || doubted(Thing::Object)
                        || doubted(Thing::Body)
                        || doubts.in_patterns(name)
                }
                Thing::Part => doubted(thing) || doubts.in_patterns(name),
                _ => doubted(thing) || doubts.in_patterns(name),
            }
            // A placeholder for a world may have any figure and gait.
            || matches!(thing, Thing::Corpus | Thing::Roach) && self.here().name.is_empty()
            || doubts.unnamed.contains(&thing)
    }

    /// Whether names of bodies that match a pattern are poisoned by an error reported before.
    pub(crate) fn is_doubtful_pattern(&self, pattern: &str) -> bool {
        let doubts = &self.checker.doubts;
        let here = (self.stage, self.here().definitions.current);
        let of_branch = |(thing, name): &(Thing, String)| {
            matches!(thing, Thing::Object | Thing::Body) && matches(pattern, name).is_some()
        };
        doubts.anything
            || doubts.figures.contains(&here)
            || doubts.names.iter().any(of_branch)
            || doubts.patterns.iter().any(|other| overlap(other, pattern))
    }

    /// Poisons names of mirror images: for a poisoned name, its image by the rule `from -> to`.
    pub(crate) fn doubt_twins(&mut self, from: &str, to: &str) {
        let names = self.checker.doubts.names.iter();
        let twins: Vec<_> = names
            .filter_map(|(thing, name)| Some((*thing, rename(from, to, name)?)))
            .collect();
        self.checker.doubts.names.extend(twins);
        if self
            .checker
            .doubts
            .patterns
            .iter()
            .any(|p| overlap(p, from))
        {
            self.checker.doubts.patterns.insert(to.to_owned());
        }
    }

    /// Returns the poisoned names of a kind of thing.
    pub(crate) fn doubtful_names(&self, thing: Thing) -> impl Iterator<Item = &str> + Clone {
        let names = self.checker.doubts.names.iter();
        names
            .filter(move |(other, _)| *other == thing)
            .map(|(_, name)| name.as_str())
    }

    /// Whether a variable is poisoned by an error reported before.
    pub(in crate::session) fn is_doubtful_variable(&self, name: &str) -> bool {
        self.checker.doubts.anything || self.checker.doubts.variables.contains(name)
    }

    /// Whether a user-defined command is poisoned by an error reported before.
    #[must_use]
    pub fn is_doubtful_command(&self, name: &str) -> bool {
        self.checker.doubts.all_commands
            || self.checker.doubts.commands.contains(name)
            || self.checker.awaits_commands && self.table.nearest_command(name).is_none()
    }

    /// Whether a faulty line, reported before, was meant to define a command of this name.
    #[must_use]
    pub fn was_to_be_defined(&self, name: &str) -> bool {
        self.checker.doubts.commands.contains(name)
    }

    /// Poisons a user-defined command: its calls are not reported.
    pub(in crate::session) fn doubt_command(&mut self, name: &str) {
        self.checker.doubts.commands.insert(name.to_owned());
    }

    /// Poisons a thing, which may not exist, or may differ from its definition.
    pub(in crate::session) fn doubt_thing(&mut self, thing: Thing, name: &str) {
        self.checker.doubts.names.insert((thing, name.to_owned()));
    }

    /// Poisons all names that match a pattern.
    pub(in crate::session) fn doubt_names_like(&mut self, pattern: &str) {
        self.checker.doubts.patterns.insert(pattern.to_owned());
    }

    /// Whether the names of marks are poisoned.
    pub(in crate::session) fn doubts_marks(&self) -> bool {
        self.checker.doubts.anything || self.checker.doubts.marks
    }

    /// Whether an attachment of this number is missing because of an error reported before.
    pub(crate) fn is_doubtful_attachment(&self, number: usize) -> bool {
        let count = self.here().world.attachments().len();
        self.checker.doubts.anything || number < count + self.checker.doubts.attachments
    }

    /// Poisons everything that a faulty statement would have named, built or chosen.
    pub(in crate::session) fn doubt(&mut self, statement: &Statement) {
        self.in_a_check(|session| session.doubt_within(statement, 0));
    }

    fn doubt_within(&mut self, statement: &Statement, depth: usize) {
        let head = self.sources.text(statement.head).to_owned();
        let (meant, called) = match self.head(&head) {
            Head::Command(command) => (Some(command), None),
            Head::Own(definition) => (None, Some(Arc::clone(definition))),
            Head::Doubtful | Head::Unknown => {
                for argument in &statement.arguments {
                    if argument.kind == ArgumentKind::Word {
                        let name = self.sources.text(argument.span).to_owned();
                        if self.thing_called(&name).is_none() {
                            self.doubt_name(Thing::ALL, argument);
                        }
                        self.checker.doubts.variables.insert(name);
                    }
                }
                if opener(&head) == Some("define") {
                    self.doubt_definition(statement);
                }
                (self.table.nearest_command(&head), None)
            }
        };
        match meant {
            Some(command) => self.doubt_line(command, statement),
            None => {
                for argument in &statement.arguments {
                    self.doubt_name(Thing::ALL, argument);
                }
                self.doubt_figure();
            }
        }
        // Lines that it would have run.
        if depth == DEEPEST {
            return;
        }
        let called = called.iter().filter_map(|d| d.lines.lines());
        let blocks: Vec<_> = statement.blocks().chain(called).collect();
        for block in blocks {
            // A checked block has poisoned its own names.
            if self.checker.visited.contains(&block.end) {
                continue;
            }
            for inner in &block.statements {
                self.doubt_within(inner, depth + 1);
            }
        }
    }

    /// Poisons the command and the parameters of a definition in another language.
    fn doubt_definition(&mut self, statement: &Statement) {
        let rest = self.sources.after(statement.head).to_owned();
        let words = rest.split(|c: char| !(c.is_alphanumeric() || c == '_'));
        for word in words.filter(|word| !word.is_empty()) {
            self.checker.doubts.commands.insert(word.to_owned());
            self.checker.doubts.variables.insert(word.to_owned());
        }
    }

    /// Poisons everything that a line of this command would have named, built or chosen.
    fn doubt_line(&mut self, command: &Command, statement: &Statement) {
        for form in command.forms {
            if let [
                Param {
                    kind: Kind::New(thing @ (Thing::World | Thing::Corpus | Thing::Roach)),
                    ..
                },
                ..,
            ] = form
                && !statement.arguments.first().is_some_and(|first| {
                    !matches!(first.kind, ArgumentKind::Number { .. } | ArgumentKind::Bad)
                })
            {
                self.checker.doubts.unnamed.insert(*thing);
            }
            let params = form.iter().filter(|p| !matches!(p.kind, Kind::Filler(_)));
            for (param, argument) in params.zip(&statement.arguments) {
                let name = || self.sources.text(argument.span).to_owned();
                match param.kind {
                    Kind::New(thing) => self.doubt_name(&[thing], argument),
                    Kind::TwinPattern => {
                        self.checker.doubts.patterns.insert(name());
                    }
                    Kind::Variable => {
                        let name = variable(&name()).to_owned();
                        self.own.scopes.poison(&name);
                        self.checker.doubts.variables.insert(name);
                        self.doubt_chain(statement);
                    }
                    Kind::NewCommand => {
                        self.checker.doubts.commands.insert(name());
                    }
                    _ => {}
                }
            }
        }
        // Names of degrees of freedom begin with the name of the body.
        if matches!(command.name, "jointkind" | "addjoint")
            && let Some(body) = statement.arguments.first()
        {
            let degrees = format!("{}.*", self.sources.text(body.span));
            self.checker.doubts.patterns.insert(degrees);
        }
        // Pending lines build nothing.
        if !self.at_work.going {
            self.stand_in_for(command.name, command.group);
        }
    }

    /// Poisons the further variables of `let a = b = 3`.
    fn doubt_chain(&mut self, statement: &Statement) {
        let text = self.sources.text(statement.span).to_owned();
        let names: Vec<&str> = text.split('=').skip(1).map(str::trim).collect();
        for name in names.iter().rev().skip(1) {
            if !name.is_empty() && variable(name) == *name {
                self.checker.doubts.variables.insert((*name).to_owned());
            }
        }
    }

    /// Poisons things whose name is literal, or partly computed.
    fn doubt_name(&mut self, things: &[Thing], argument: &Argument) {
        let text = self.sources.text(argument.span).to_owned();
        let pieces = match &argument.kind {
            ArgumentKind::Word | ArgumentKind::Bad => {
                let all = things.iter().map(|thing| (*thing, text.clone()));
                self.checker.doubts.names.extend(all);
                return;
            }
            ArgumentKind::Spelled(pieces) => Arc::clone(pieces),
            ArgumentKind::Computed(expression) => {
                Arc::from([Piece::Computed(Arc::clone(expression))])
            }
            _ => return,
        };
        if let Ok(Some(name)) = spell(&pieces, &Lookup::new(self)) {
            let all = things.iter().map(|thing| (*thing, name.clone()));
            self.checker.doubts.names.extend(all);
            return;
        }
        let pattern = pieces.iter().map(|piece| match piece {
            Piece::Plain(span) => self.sources.text(*span),
            Piece::Computed(_) => "*",
        });
        let pattern: String = pattern.collect();
        self.checker.doubts.patterns.insert(pattern);
    }

    /// Poisons everything, because a script could not be read.
    pub(in crate::session) fn doubt_everything(&mut self) {
        self.in_a_check(|session| {
            session.checker.doubts.anything = true;
            session.doubt_figure();
            session.stand_in_for_roach();
        });
    }

    pub(in crate::session) fn stand_in_for(&mut self, command: &str, group: Group) {
        match command {
            "attach" => self.checker.doubts.attachments += 1,
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
                if self.here().definitions.current.is_none() {
                    self.doubt_figure();
                }
                self.stand_in_for_roach();
            }
            "go" => {
                for draft in &mut self.here_mut().definitions.drafts {
                    draft.told = true;
                }
                if self.here().definitions.drafts.is_empty() {
                    self.stand_in_for_corpus();
                }
            }
            // For an assembled figure it copies joints, which does not change the figure's structure.
            "mirror"
                if self
                    .here()
                    .definitions
                    .draft()
                    .is_some_and(|d| d.running.is_some()) => {}
            "corpusinit" => {
                self.doubt_figure();
                let stage = self.here_mut();
                if let Some(draft) = stage
                    .definitions
                    .current
                    .and_then(|c| stage.definitions.drafts.get_mut(c))
                {
                    draft.told = true;
                }
            }
            _ if matches!(group, Group::Figure | Group::Objects) => self.doubt_figure(),
            _ if group == Group::Gait && self.here().definitions.roach().is_none() => {
                self.stand_in_for_roach()
            }
            _ => {}
        }
    }

    fn doubt_figure(&mut self) {
        let stage = self.here_mut();
        match stage
            .definitions
            .current
            .and_then(|c| stage.definitions.drafts.get_mut(c))
        {
            Some(draft) => draft.doubtful = true,
            None => {
                self.stand_in_for_corpus();
                let (stage, corpus) = (self.stage, self.here().definitions.current);
                for scoped in &mut self.here_mut().definitions.objects {
                    if scoped.scope.is_none() {
                        scoped.scope = corpus;
                    }
                }
                self.own.names.adopt(stage, corpus.unwrap_or_default());
            }
        }
    }

    fn doubt_names_here(&mut self) {
        let here = (self.stage, self.here().definitions.current);
        self.checker.doubts.figures.insert(here);
    }

    fn stand_in_for_world(&mut self) {
        self.stages.push(Stage::new(""));
        self.stage = self.stages.len() - 1;
    }

    fn stand_in_for_corpus(&mut self) {
        let stage = self.here_mut();
        stage.definitions.drafts.push(Draft {
            figure: Figure::new(String::new()),
            running: None,
            root: Root::Free,
            jointed: false,
            base: None,
            doubtful: true,
            told: false,
        });
        stage.definitions.current = Some(stage.definitions.drafts.len() - 1);
    }

    fn stand_in_for_roach(&mut self) {
        let stage = self.here_mut();
        let stand_in = Roach {
            name: String::new(),
            draft: stage.definitions.current,
            gait: Gait::new(LEGS),
            programs: vec![Programs::default(); LEGS],
        };
        let present = stage
            .definitions
            .current_roach
            .and_then(|r| stage.definitions.roaches.get_mut(r));
        // Lines that are checked repeatedly need only one placeholder.
        match present.filter(|roach| roach.name.is_empty()) {
            Some(roach) => *roach = stand_in,
            None => {
                stage.definitions.roaches.push(stand_in);
                stage.definitions.current_roach = Some(stage.definitions.roaches.len() - 1);
            }
        }
    }
}

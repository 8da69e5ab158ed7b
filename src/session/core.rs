//! A session: the state of a running script, composed of its parts.

use super::execution::Execution;
use super::files::FileAccess;
use super::names::{Named, Names, Place};
use super::parts::{Own, Progress};
use super::{
    Accuracy, Activity, Building, Checker, Definition, Files, Findings, History, Index, Inputs,
    Measurements, Observer, Options, Parameters, Results, Stage, Stop, Task,
};
use crate::diagnostic::Diagnostic;
use crate::files::Output;
use crate::session::command::{GROUND, Reflection, Table, Thing};
use crate::source::{Sources, Span};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Complete state of a running script.
pub struct Session {
    /// The commands of the language.
    pub table: &'static Table,
    /// Options set by the caller.
    pub options: Options,
    /// Whether it runs or only checks.
    pub(crate) mode: &'static dyn Execution,
    /// Receives prints and frames.
    pub observer: Box<dyn Observer>,
    /// All texts read so far.
    pub sources: Sources,
    /// Findings, in the order in which they were found.
    pub diagnostics: Findings,
    /// Numbers of the script, recorded for comparison if requested.
    pub measurements: Option<Measurements>,
    /// Warnings that results may be wrong.
    pub accuracy: Accuracy,
    /// Index of definitions and uses of names, if requested.
    pub index: Option<Index>,
    /// Files that were read, if they are recorded.
    pub inputs: Inputs,
    /// Parameters of the script.
    pub parameters: Parameters,
    /// What the script declares for a controller.
    pub task: Task,
    /// Results that the script has given, and the outcomes of its expectations.
    pub results: Results,
    /// Worlds with their figures and timers; never empty.
    pub stages: Vec<Stage>,
    /// Index of the current world.
    pub stage: usize,
    /// Current settings for building figures.
    pub building: Building,
    /// Files that scripts may use, and those that they have used.
    pub files: Files,
    /// Facts that only a check needs.
    pub check: Checker,
    /// Source positions and numbers of named things.
    pub(crate) names: Names,
    /// User-defined commands.
    pub(super) definitions: BTreeMap<String, Arc<Definition>>,
    pub(super) own: Own,
    pub(super) progress: Progress,
    /// Running activities.
    pub activity: Activity,
}

impl Session {
    /// Returns the current world.
    #[must_use]
    pub fn here(&self) -> &Stage {
        &self.stages[self.stage]
    }

    /// Returns the current world, mutable.
    pub fn here_mut(&mut self) -> &mut Stage {
        &mut self.stages[self.stage]
    }

    /// Stores no frames to go back to: that takes time and memory, which few scripts need.
    pub(crate) fn keep_no_frames(&mut self) {
        for stage in &mut self.stages {
            stage.past.history = History::within(0);
        }
    }

    /// Whether any finding so far is an error.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.diagnostics.has_errors()
    }

    /// Prints a line for the user, unless the session only checks.
    pub fn print(&mut self, line: &str) {
        let _ = self.effect(|session| {
            session.observer.print(line);
            Ok(())
        });
    }

    /// Runs a function with a reflection, or without one for `None`.
    pub(super) fn reflected<T>(
        &mut self,
        reflection: Option<&Arc<Reflection>>,
        run: impl FnOnce(&mut Session) -> T,
    ) -> T {
        let outer = std::mem::replace(&mut self.activity.mirrored, reflection.cloned());
        let result = run(self);
        self.activity.mirrored = outer;
        result
    }

    /// Returns the findings in the order of the script; those of an included file are at its `include`.
    #[must_use]
    pub fn sorted_diagnostics(&self) -> Vec<Diagnostic> {
        self.diagnostics.sorted(&self.sources)
    }

    /// Returns the place where names are resolved: the current world and figure.
    #[must_use]
    pub fn place(&self) -> Place {
        let figure = self.here().definitions.current;
        Place {
            world: self.stage,
            figure,
        }
    }

    /// Stores the source position and index of a named thing.
    pub fn name(&mut self, thing: Thing, name: &str, index: usize, place: Span) {
        if self.check.is_uncertain() {
            self.check.suppose_named(place);
        }
        if thing == Thing::Body && name == GROUND {
            let message = "`ground` is also the name of the ground";
            let help = "`trunk.touches(ground)` asks about the ground, and `FIGURE.ground` is this body: choose another name";
            self.report(Diagnostic::warning("W049", place, message).help(help));
        }
        let named = Named { index, place };
        self.names.insert(self.place(), thing, name, named);
    }

    /// Returns the source position of the first definition.
    #[must_use]
    pub fn first_named(&self, thing: Thing, name: &str) -> Option<Span> {
        let named = self.names.get(self.place(), thing, name)?;
        Some(named.place)
    }

    /// Returns the index of the thing of that name; for a part, that of its body.
    #[must_use]
    pub fn find(&self, thing: Thing, name: &str) -> Option<usize> {
        let named = self.names.get(self.place(), thing, name);
        // No line defines the first world.
        let first = self
            .stages
            .first()
            .filter(|s| thing == Thing::World && s.name == name);
        named.map(|named| named.index).or(first.map(|_| 0))
    }

    /// Removes all poison: at a prompt, each error has been seen, so its consequences are reported again.
    pub fn trust(&mut self) {
        self.check.forget_doubts();
        self.diagnostics.reported.clear();
        for draft in self
            .stages
            .iter_mut()
            .flat_map(|s| &mut s.definitions.drafts)
        {
            draft.doubtful = false;
            draft.reported = false;
        }
    }

    /// Returns all names of a kind of thing, without placeholders for things lost by an error.
    #[must_use]
    pub fn names(&self, thing: Thing) -> Vec<String> {
        let stage = self.here();
        let bodies = || {
            let figure = stage.definitions.draft().map(|draft| &draft.figure);
            figure.into_iter().flat_map(|figure| &figure.bodies)
        };
        let mut names: Vec<String> = match thing {
            Thing::Object => stage
                .definitions
                .objects
                .iter()
                .filter(|o| o.scope == stage.definitions.current)
                .map(|o| o.object.name.clone())
                .collect(),
            Thing::Body => bodies().map(|b| b.spec.name.clone()).collect(),
            Thing::Part => bodies()
                .flat_map(|b| b.parts.iter().map(|p| p.spec.name.clone()))
                .collect(),
            Thing::Corpus => stage
                .definitions
                .drafts
                .iter()
                .map(|d| d.figure.name.clone())
                .collect(),
            Thing::World => self.stages.iter().map(|s| s.name.clone()).collect(),
            Thing::Roach => stage
                .definitions
                .roaches
                .iter()
                .map(|r| r.name.clone())
                .collect(),
            Thing::Neuron => stage
                .definitions
                .neurons
                .iter()
                .map(|n| n.name.clone())
                .collect(),
        };
        names.retain(|name| !name.is_empty());
        names
    }

    /// Returns the draft and the body number of a body named from `current`: by its own name, or as `figure.body`.
    #[must_use]
    pub fn body_anywhere(&self, current: Option<usize>, name: &str) -> Option<(usize, usize)> {
        let drafts = &self.here().definitions.drafts;
        let body_of = |draft: usize, name: &str| {
            let mut bodies = drafts.get(draft)?.figure.bodies.iter();
            let body = bodies.position(|body| body.spec.name == name)?;
            Some((draft, self.body_across(draft, body)))
        };
        if let Some(found) = current.and_then(|current| body_of(current, name)) {
            return Some(found);
        }
        (0..drafts.len()).find_map(|draft| {
            let after = name.strip_prefix(drafts[draft].figure.name.as_str())?;
            match drafts[draft].scenery && after.is_empty() {
                true => Some((draft, 0)),
                false => body_of(draft, after.strip_prefix('.')?),
            }
        })
    }

    /// Returns the body that replaces one of a figure in lines copied by `mirror`.
    pub(super) fn body_across(&self, draft: usize, body: usize) -> usize {
        let across = self
            .activity
            .mirrored
            .as_ref()
            .and_then(|reflection| reflection.of(Some(draft), body));
        across.map_or(body, |across| across.body)
    }

    /// Returns the kind of the thing that has this name.
    #[must_use]
    pub fn thing_called(&self, name: &str) -> Option<Thing> {
        let mut all = Thing::ALL.iter().copied();
        all.find(|thing| self.find(*thing, name).is_some())
    }

    /// Returns the files of the script, to ask whether it may use one.
    pub(crate) fn file_access(&mut self) -> FileAccess<'_> {
        FileAccess {
            files: &mut self.files,
            sources: &self.sources,
            findings: &mut self.diagnostics,
            is_uncertain: self.check.is_uncertain(),
        }
    }

    /// Writes a whole file; in a check, only checks that a script may write there.
    ///
    /// # Errors
    /// As [`FileAccess::writes`], the text cannot be made, or the file cannot be written.
    pub(super) fn write_file(
        &mut self,
        path: &str,
        what: Output,
        at: Span,
        text: impl FnOnce(&mut Session) -> Result<String, Stop>,
    ) -> Result<(), Stop> {
        let file = self.file_access().writes(path, what, at)?;
        self.write_effect(|session| {
            let written = crate::files::write(&file, text(session)?.as_bytes());
            written.map_err(|why| session.files.unwritable(path, &why, at).into())
        })
    }
}

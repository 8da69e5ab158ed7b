//! The present world on its way to a file.

use crate::command::TableVocabulary;
use crate::command::{BindContext, Bound, Value, bind};
use crate::diagnostic::Diagnostic;
use crate::dynamics::JointKind;
use crate::lang::parser::parse;
use crate::record::SavedWorld;
use crate::record::saved_world::{
    FORMAT, SavedAction, SavedCorpus, SavedGait, SavedLines, SavedTimer, SavedValue, SavedWatch,
};
use crate::session::scope::{Locals, Reach};
use crate::session::{Action, Session, Stop, Timer, Waiting};
use crate::source::Span;

impl Session {
    /// Writes what changes of the present world while time passes to a file.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(crate) fn save(&mut self, path: &str, at: Span) -> Result<(), Stop> {
        let file = self.output.join(path);
        if self.is_check() {
            self.saves.insert(file);
            return Ok(());
        }
        let (saved, lost) = self.saved_world();
        saved.write(&file).map_err(|why| {
            let message = format!("cannot write `{path}`: {why}");
            let help = "paths of `save` are relative to the folder that the program runs in";
            Stop::from(Diagnostic::error("E065", at, message).help(help))
        })?;
        if !lost.is_empty() {
            let message = match lost.len() {
                1 => format!("1 waiting event is not in `{path}`"),
                n => format!("{n} waiting events are not in `{path}`"),
            };
            let help = "what was computed when they were set cannot be written down; set them again after the `load`";
            let mut report = Diagnostic::warning("W004", at, message).help(help);
            for head in lost {
                report = report.note(head, "set by this line");
            }
            self.report_and_go_on(report);
        }
        Ok(())
    }

    /// The present world as it is written, and the heads of what waits but could not be put into words.
    fn saved_world(&mut self) -> (SavedWorld, Vec<Span>) {
        let mut lost = vec![];
        let timers: Vec<Timer> = self.here().timers.in_order().into_iter().cloned().collect();
        let timers = timers.iter().filter_map(|timer| {
            let (saved, head) = self.saved_timer(timer);
            if saved.is_none() {
                lost.push(head);
            }
            saved
        });
        let timers = timers.collect();
        let mut watches = vec![];
        for watch in self.here().watches.clone() {
            match self.saved_lines(&watch.waiting) {
                Some(lines) => watches.push(SavedWatch {
                    held: watch.held,
                    lines,
                }),
                None => lost.push(watch.waiting.head),
            }
        }
        let stage = self.here();
        let world = stage.world.snapshot(None);
        let corpora = stage.world.corpora.iter().zip(world.corpora).enumerate();
        let corpora = corpora.map(|(i, (corpus, kept))| SavedCorpus {
            name: corpus.name.clone(),
            bodies: corpus.names.clone(),
            joints: (1..corpus.model.bodies())
                .map(|b| corpus.model.joint_kind(b).unwrap_or(JointKind::Rotary))
                .collect(),
            state: kept.y.to_vec(),
            points: corpus.touching_points(),
            anchors: kept.anchors.to_vec(),
            acting: (*kept.acting).clone(),
            travel: stage.travels.get(i).cloned(),
        });
        let gaits = stage.roaches.iter().map(|roach| SavedGait {
            name: roach.name.clone(),
            gait: roach.gait.clone(),
        });
        let saved = SavedWorld {
            corpus_world: FORMAT,
            time_s: world.time,
            simulated_s: stage.simulated,
            frames: stage.frames,
            settings: (*world.settings).clone(),
            remembered_step: world.memory,
            counters: world.counters,
            corpora: corpora.collect(),
            gaits: gaits.collect(),
            timers,
            watches,
        };
        (saved, lost)
    }

    /// A timer in words, if it can be put into some; and its head.
    fn saved_timer(&mut self, timer: &Timer) -> (Option<SavedTimer>, Span) {
        let (action, lines, head) = match &timer.action {
            Action::Command(bound) => (
                SavedAction::Command,
                self.saved_command(bound, timer.phase),
                bound.head,
            ),
            Action::Block(waiting) => (SavedAction::Block, self.saved_lines(waiting), waiting.head),
            Action::Every {
                waiting,
                start,
                period,
                passes,
            } => {
                let every = SavedAction::Every {
                    start_s: *start,
                    period_s: *period,
                    passes: *passes,
                };
                (every, self.saved_lines(waiting), waiting.head)
            }
        };
        let saved = lines.map(|lines| SavedTimer {
            due_s: timer.due,
            phase_s: timer.phase,
            action,
            lines,
        });
        (saved, head)
    }

    /// The lines of an event as the script has them, head and `end` included.
    fn saved_lines(&self, waiting: &Waiting) -> Option<SavedLines> {
        let whole = waiting.head.to(waiting.block.end);
        let text = self.sources.text(whole);
        // The parser must find in it what it found in the script.
        let parsed = parse(0, text, &TableVocabulary);
        if !parsed.diagnostics.is_empty() || parsed.statements.len() != 1 {
            return None;
        }
        self.in_words(text, &waiting.locals, waiting.corpus, waiting.roach)
    }

    fn in_words(
        &self,
        text: &str,
        locals: &Locals,
        corpus: Option<usize>,
        roach: Option<usize>,
    ) -> Option<SavedLines> {
        let stage = self.here();
        let locals = locals
            .iter()
            .map(|(name, variable)| Some((name.to_string(), SavedValue::of(&variable.datum)?)));
        let corpus = corpus.and_then(|c| stage.drafts.get(c));
        let roach = roach.and_then(|r| stage.roaches.get(r));
        Some(SavedLines {
            text: text.to_owned(),
            locals: locals.collect::<Option<_>>()?,
            corpus: corpus.map(|draft| draft.figure.name.clone()),
            gait: roach.map(|roach| roach.name.clone()),
        })
    }

    /// The command of a timer as the script has it, if that still says the same.
    fn saved_command(&mut self, bound: &Bound, phase: Option<f64>) -> Option<SavedLines> {
        let text = match bound.command.name {
            // The span of a message is that of its text.
            "!" => format!("! {}", bound.text(0)),
            _ => self.sources.text(bound.span).to_owned(),
        };
        let locals = bound.locals.as_deref().cloned().unwrap_or_default();
        let lines = self.in_words(&text, &locals, bound.corpus, bound.roach)?;
        // What was computed when it was bound may come to something else now.
        if bound.later.is_none() && text.contains('{') {
            let place = bound.head;
            let anew = self
                .bind_waiting(&lines, "saved", &locals, phase, place)
                .ok()?;
            if !self.says_the_same(bound, &anew) {
                return None;
            }
        }
        Some(lines)
    }

    /// Binds the one command of saved lines as that of a timer.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(super) fn bind_waiting(
        &mut self,
        lines: &SavedLines,
        name: &str,
        locals: &Locals,
        phase: Option<f64>,
        at: Span,
    ) -> Result<Bound, Vec<Diagnostic>> {
        let source = self.sources.add(name, lines.text.as_str(), Some(at));
        let parsed = parse(source, &lines.text, &TableVocabulary);
        if !parsed.diagnostics.is_empty() {
            return Err(parsed.diagnostics);
        }
        let [statement] = parsed.statements.as_slice() else {
            return Err(vec![]);
        };
        let (corpus, roach) = self.spoken_of(lines);
        let before = self.speak_of(corpus, roach);
        self.scopes.enter(Reach::Event, locals.clone());
        let bound = bind(
            statement,
            BindContext {
                in_list: phase.is_some(),
                deferred: true,
                later: true,
                ..BindContext::new(self)
            },
        );
        self.scopes.leave();
        self.speak_of(before.0, before.1);
        bound
    }

    /// The figure and the gait that saved lines speak of.
    pub(super) fn spoken_of(&self, lines: &SavedLines) -> (Option<usize>, Option<usize>) {
        let stage = self.here();
        let corpus = lines.corpus.as_ref();
        let corpus = corpus.and_then(|n| stage.drafts.iter().position(|d| d.figure.name == *n));
        let roach = lines.gait.as_ref();
        let roach = roach.and_then(|n| stage.roaches.iter().position(|r| r.name == *n));
        (corpus, roach)
    }

    /// Whether two commands that were bound from the same text do the same.
    fn says_the_same(&self, a: &Bound, b: &Bound) -> bool {
        if a.later.is_some() && b.later.is_some() {
            // Computed when it runs.
            return true;
        }
        let values = a.values.iter().zip(&b.values);
        let each = a.each.iter().zip(b.each.iter());
        std::ptr::eq(a.command, b.command)
            && a.form == b.form
            && a.corpus == b.corpus
            && a.roach == b.roach
            && a.later.is_some() == b.later.is_some()
            && a.values.len() == b.values.len()
            && a.each.len() == b.each.len()
            && values.into_iter().all(|(a, b)| self.is_same_value(a, b))
            && each.into_iter().all(|(a, b)| self.says_the_same(a, b))
    }

    fn is_same_value(&self, a: &Value, b: &Value) -> bool {
        match (a, b) {
            (Value::Missing, Value::Missing) => true,
            (Value::Number(a), Value::Number(b)) | (Value::Relative(a), Value::Relative(b)) => {
                a.to_bits() == b.to_bits()
            }
            (Value::Word(a), Value::Word(b)) => a == b,
            (Value::Text(a), Value::Text(b)) => a == b,
            (Value::Switch(a), Value::Switch(b)) => a == b,
            (Value::Index(a), Value::Index(b)) => a == b,
            (Value::Command(a), Value::Command(b)) => self.says_the_same(a, b),
            (Value::Data(a), Value::Data(b)) => a == b,
            (Value::Call(a, x), Value::Call(b, y)) => a.name == b.name && x == y,
            (Value::Expression(a), Value::Expression(b)) => {
                self.sources.text(a.span) == self.sources.text(b.span)
            }
            // Text with expressions is computed when it is printed.
            (Value::Prose(a), Value::Prose(b)) => a.len() == b.len(),
            _ => false,
        }
    }
}

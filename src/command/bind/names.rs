//! Names: new ones, and those of what there is.

use super::binder::Binder;
use super::some_of;
use crate::command::{Param, Thing, Value};
use crate::diagnostic::suggest::nearest;
use crate::diagnostic::{Diagnostic, quote};
use crate::lang::syntax::{Argument, ArgumentKind};
use crate::source::Span;

/// The report of a command that wants a joint where a root is named.
pub(in crate::command) fn root_has_no_joint(name: &str, corpus: &str, at: Span) -> Diagnostic {
    let message = format!("`{name}` is the root of `{corpus}`, which has no joint");
    let help = "joints belong to the bodies that hang on another; the root moves by `addv`, `setrootpos` and `rootmotion`";
    Diagnostic::error("E053", at, message).help(help)
}

impl Binder<'_> {
    pub(super) fn new_name(
        &mut self,
        param: &Param,
        thing: Thing,
        argument: &Argument,
    ) -> Option<Value> {
        let span = argument.span;
        if argument.kind != ArgumentKind::Word {
            self.unfit(param, span, None);
            return None;
        }
        let session = self.context.session;
        let name = self.text(span);
        if session.find(thing, name).is_none() {
            return Some(Value::Text(name.into()));
        }
        let message = format!("there is {} {} already", thing.with_article(), quote(name));
        let mut report = Diagnostic::error("E024", span, message);
        if let Some(first) = session.first_named(thing, name) {
            report = report.note(first, "first named here");
        }
        let help = match thing {
            Thing::World if report.notes.is_empty() => {
                "a session begins with it; give another one another name"
            }
            _ => "give each one a name of its own",
        };
        self.wrong_with(report.help(help));
        None
    }

    pub(super) fn old_name(
        &mut self,
        param: &Param,
        thing: Thing,
        argument: &Argument,
    ) -> Option<Value> {
        let span = argument.span;
        if argument.kind != ArgumentKind::Word {
            self.unfit(param, span, None);
            return None;
        }
        let session = self.context.session;
        let name = self.text(span);
        if let Some(index) = session.find(thing, name) {
            return Some(Value::Index(index));
        }
        if session.is_doubtful(thing, name) {
            self.silent = true;
            return None;
        }
        let report =
            Diagnostic::error("E025", span, format!("there is no {thing} {}", quote(name)));
        let report = self.explain_absence(report, thing, name);
        self.wrong_with(report);
        None
    }

    fn explain_absence(&self, report: Diagnostic, thing: Thing, name: &str) -> Diagnostic {
        let session = self.context.session;
        if let Some(first) = session.named_elsewhere(thing, name) {
            let note = format!("this {thing} belongs to what was current here");
            return report
                .note(first, note)
                .help("objects and bodies belong to a corpus: `setcorpus NAME` chooses one, `addcorpus` begins another");
        }
        let names = session.names(thing);
        let doubtful = session.doubtful_names(thing);
        let all = names.iter().map(String::as_str).chain(doubtful.clone());
        if let Some(near) = nearest(name, all) {
            return report.help(format!("did you mean `{near}`?"));
        }
        let other = session.thing_called(name);
        match (thing, other) {
            (Thing::Body, Some(Thing::Object)) => report.help(format!(
                "`{name}` is an object; `addbody` makes a body of it"
            )),
            (_, Some(other)) => report.help(format!("`{name}` is {}", other.with_article())),
            (_, None) if names.is_empty() && doubtful.count() == 0 => report.help(thing.remedy()),
            (_, None) if names.is_empty() => report,
            (_, None) => {
                let all = some_of(names.iter().map(String::as_str), "and");
                report.help(match names.len() {
                    1 => format!("there is {all}"),
                    _ => format!("there are {all}"),
                })
            }
        }
    }

    /// A pattern of names, which may look like a part of a phase: `*4`.
    pub(super) fn pattern(&mut self, param: &Param, argument: &Argument) -> Option<Value> {
        let span = argument.span;
        match argument.kind {
            ArgumentKind::Word | ArgumentKind::Relative { .. } => {
                Some(Value::Text(self.text(span).into()))
            }
            _ => {
                self.unfit(param, span, None);
                None
            }
        }
    }

    /// A body that has a joint, as far as is known by now.
    pub(super) fn jointed(&mut self, param: &Param, argument: &Argument) -> Option<Value> {
        let value = self.old_name(param, Thing::Body, argument)?;
        let draft = self.context.session.here().draft();
        match (&value, draft.and_then(|draft| draft.figure.root)) {
            (Value::Index(body), Some(root)) if *body == root => {
                let corpus = draft.map_or("", |draft| &draft.figure.name);
                let report = root_has_no_joint(self.text(argument.span), corpus, argument.span);
                self.wrong_with(report);
                None
            }
            _ => Some(value),
        }
    }
}

//! Names as arguments: new ones, and those of existing things.

use super::binder::Binder;
use super::fit::{Found, Misfit};
use super::line::is_name;
use crate::diagnostic::suggest::nearest;
use crate::diagnostic::{Diagnostic, quote, some_of};
use crate::figure::is_degree_name;
use crate::lang::lexer::{Token, lex};
use crate::lang::pattern::{is_pattern, matches};
use crate::lang::syntax::{Argument, ArgumentKind};
use crate::lang::vocabulary::NoWords;
use crate::session::command::{GROUND, Kind, Param, Thing, Value};
use crate::session::degrees;
use crate::source::{Sources, Span};

/// Makes the report of a command that needs a joint, for a name that is a root.
pub(crate) fn root_has_no_joint(name: &str, corpus: &str, at: Span) -> Diagnostic {
    let message = format!("the root `{name}` of `{corpus}` has no joint");
    let help = "only bodies with a parent have a joint; to move the root, use `addv`, `setrootpos` or `rootmotion`";
    Diagnostic::error("E053", at, message).help(help)
}

/// Makes the report of a command that moves or builds what it names, for scenery.
pub(crate) fn scenery_never_moves(name: &str, at: Span) -> Diagnostic {
    let message = format!("`{name}` is scenery, which never moves");
    let help = "place it on its `scenery` line, where `color=` gives it a colour; for a body that moves, make a figure with `addcorpus`";
    Diagnostic::error("E053", at, message).help(help)
}

/// Whether a computed text is a valid word, so that later lines can refer to it.
fn is_word(text: &str) -> bool {
    let tokens = lex(0, text, &NoWords);
    matches!(tokens.as_slice(), [(Token::Word | Token::End, span)] if span.range() == (0..text.len()))
}

/// Whether two spans are one place of a file that was read twice.
fn is_read_twice(sources: &Sources, [first, span]: [Span; 2]) -> bool {
    let name = |span: Span| sources.get(span.source).map(|source| &source.name);
    let is_part = |span: Span| sources.get(span.source).is_some_and(|s| s.lines_before > 0);
    // Parts of what comes through a pipe have one name.
    first.source != span.source
        && first.start == span.start
        && name(first) == name(span)
        && sources.place(first).line == sources.place(span).line
        && !is_part(first)
        && !sources.is_typed(span.source)
}

impl Binder<'_> {
    pub(in crate::session) fn new_name(
        &mut self,
        param: &Param,
        thing: Thing,
        argument: &Argument,
    ) -> Option<Value> {
        let span = argument.span;
        if !is_name(argument) {
            self.unfit(param, argument, None);
            return None;
        }
        let session = self.context.session;
        let name = &*self.said(argument);
        if is_pattern(name) || !is_word(name) {
            self.unfit(param, argument, None);
            return None;
        }
        if thing == Thing::Corpus && name == GROUND {
            let message = "`ground` is the ground, so no figure or scenery can have this name";
            let help = "choose another name: `trunk.touches(ground)` asks about the ground";
            self.mistaken(Diagnostic::error("E024", span, message).help(help));
            return None;
        }
        if session.find(thing, name).is_none() {
            return Some(Value::Text(name.into()));
        }
        let first = session.first_named(thing, name);
        if first.is_some_and(|place| session.check.is_maybe_named(place)) {
            self.findings.silent = true;
            return None;
        }
        let message = format!("there is already {} {}", thing.with_article(), quote(name));
        let mut report = Diagnostic::error("E024", span, message);
        let twin = first.filter(|first| is_read_twice(&session.sources, [*first, span]));
        if let Some(first) = first.filter(|_| twin.is_none()) {
            report = report.note(first, "first named here");
        }
        let help = match thing {
            _ if twin.is_some() => "this file is included twice; remove one `include`",
            Thing::World if report.notes.is_empty() => "every session has it; choose another name",
            _ => "give each one a different name",
        };
        self.mistaken(report.help(help));
        None
    }

    pub(in crate::session) fn old_name(
        &mut self,
        param: &Param,
        thing: Thing,
        argument: &Argument,
    ) -> Option<Value> {
        let span = argument.span;
        // `*0` is usually a part of a step; here it is a pattern.
        let is_pattern_of_digits = matches!(argument.kind, ArgumentKind::Relative { .. });
        if !is_name(argument) && !is_pattern_of_digits {
            self.unfit(param, argument, None);
            return None;
        }
        let session = self.context.session;
        let name = &*self.said(argument);
        if let Some(index) = session.find(thing, name) {
            return Some(Value::Index(index));
        }
        if is_pattern(name) {
            return self.some_called(param, thing, name, span);
        }
        if session.check.doubts.covers(session.place(), thing, name) {
            self.findings.silent = true;
            return None;
        }
        let mut drafts = session.here().definitions.drafts.iter();
        if matches!(thing, Thing::Body | Thing::Object)
            && drafts.any(|draft| draft.scenery && draft.figure.name == name)
        {
            self.wrong_with(Misfit::Name, scenery_never_moves(name, span));
            return None;
        }
        let report =
            Diagnostic::error("E025", span, format!("there is no {thing} {}", quote(name)));
        let report = self.explain_absence(report, thing, name);
        self.wrong_with(Misfit::Name, report);
        None
    }

    /// Finds the names that a pattern matches. Returns the first one; the line is bound again for each of the others.
    fn some_called(
        &mut self,
        param: &Param,
        thing: Thing,
        pattern: &str,
        span: Span,
    ) -> Option<Value> {
        let session = self.context.session;
        if self.found.as_ref().is_some_and(|found| found.at != span) {
            let message = format!(
                "a line may contain only one pattern, and {} is a second one",
                quote(pattern)
            );
            self.refuse(Misfit::Kind, span, message, "use `for` for one of them");
            return None;
        }
        if self.found.is_none() {
            let jointed = matches!(param.kind, Kind::Jointed);
            let names = match jointed {
                true => degrees::names(session),
                false => session.names(thing),
            };
            let root = session
                .here()
                .definitions
                .draft()
                .and_then(|draft| draft.figure.root);
            let is_root = |name: &str| root.is_some() && session.find(thing, name) == root;
            let fits =
                |name: &String| matches(pattern, name).is_some() && !(jointed && is_root(name));
            self.found = Some(Found {
                at: span,
                names: names.into_iter().filter(fits).collect(),
            });
        }
        let found = self.found.as_ref().map(|found| &*found.names);
        if let Some(name) = found.unwrap_or_default().get(self.which) {
            let degree = degrees::find(session, name);
            return degree
                .or_else(|| session.find(thing, name))
                .map(Value::Index);
        }
        let is_body = matches!(thing, Thing::Body | Thing::Object);
        if session.check.doubts.anything()
            || is_body
                && session
                    .check
                    .doubts
                    .covers_pattern(session.place(), pattern)
        {
            self.findings.silent = true;
            return None;
        }
        let message = format!("no {thing} matches {}", quote(pattern));
        let report = Diagnostic::error("E025", span, message);
        let names = session.names(thing);
        let report = report.help(if names.is_empty() {
            thing.remedy().to_owned()
        } else {
            let are = match names.len() {
                1 => "is",
                _ => "are",
            };
            format!(
                "there {are} {}",
                some_of(names.iter().map(String::as_str), "and")
            )
        });
        self.wrong_with(Misfit::Name, report);
        None
    }

    fn explain_absence(&mut self, report: Diagnostic, thing: Thing, name: &str) -> Diagnostic {
        let session = self.context.session;
        if name.contains(['{', '}']) {
            let help = "braces in double quotes are not evaluated; join texts with `+`: `\"leg\" + text(2)`";
            return report.help(help);
        }
        if let Some(first) = session.names.elsewhere(session.stage, thing, name) {
            let note = format!("this {thing} was made while another figure, or none, was current");
            return report
                .note(first, note)
                .help("objects and bodies belong to a figure: make them after its `addcorpus`; `setcorpus NAME` selects another figure");
        }
        let elsewhere = session.names.in_other_world(session.stage, thing, name);
        if let Some((world, first)) = elsewhere {
            let world = session.stages.get(world).map_or("", |stage| &stage.name);
            let note = format!("this {thing} is in the world {}", quote(world));
            let help = format!(
                "select that world first: {}",
                quote(&format!("setworld {world}"))
            );
            return report.note(first, note).help(help);
        }
        // `crane.boom`, where only bodies of the current figure have a place.
        if let Some((figure, last)) = name.split_once('.').filter(|_| thing == Thing::Body) {
            let mut drafts = session.here().definitions.drafts.iter();
            let of_figure = drafts.find(|draft| draft.figure.name == figure);
            let mut bodies = of_figure.iter().flat_map(|draft| &draft.figure.bodies);
            if bodies.any(|body| body.spec.name == last) && session.find(thing, last).is_none() {
                return report.help(format!(
                    "`{last}` is a body of another figure: write `setcorpus {figure}` before this line, and `{last}` in it"
                ));
            }
        }
        // `bug.leg` or `trunk.leg`, as a tree of names has it.
        if let Some((owner, last)) = name.rsplit_once('.')
            && session
                .thing_called(owner.split('.').next().unwrap_or_default())
                .is_some()
            && session.find(thing, last).is_some()
        {
            self.findings.near_name = true;
            let help = format!("write the name of the {thing} alone: `{last}`");
            return report.help(match session.find(Thing::Corpus, owner) {
                Some(_) => format!("{help}; `setcorpus {owner}` selects the figure"),
                None => help,
            });
        }
        // `leg.q` is a quantity, which needs braces.
        if let Some((owner, quantity)) = name.split_once('.')
            && session.find(thing, owner).is_some()
        {
            self.findings.is_other_line = true;
            let values = self
                .line
                .arguments
                .get(self.cursor.next..)
                .unwrap_or_default();
            let values: Vec<&str> = values.iter().map(|a| self.text(a.span)).collect();
            let degrees = degrees::names_of_body(session, owner);
            let help = match (self.command.name, values.as_slice()) {
                _ if thing == Thing::Body && !degrees.is_empty() => {
                    let list = some_of(degrees.iter().map(String::as_str), "and");
                    return report.help(format!("the degrees of freedom of `{owner}` are {list}"));
                }
                _ if !quantity.starts_with(|c: char| c.is_ascii_alphabetic()) => {
                    return report.help(format!("write the name of the {thing} alone: `{owner}`"));
                }
                ("joint", []) => format!("write `joint {owner} {quantity}`"),
                ("joint", values) => format!(
                    "write {}",
                    quote(&format!("joint {owner} {quantity} {}", values.join(" ")))
                ),
                _ => format!("name the {thing} alone, `{owner}`"),
            };
            if thing == Thing::Body && is_degree_name(quantity) {
                return report.help(format!(
                    "the joint of `{owner}` has one degree of freedom: write `{owner}` alone"
                ));
            }
            return report.help(format!(
                "{help}; in an expression, `{{{name}}}` is its current value"
            ));
        }
        let names = session.names(thing);
        let doubtful = session.check.doubts.names(thing);
        let all = names.iter().map(String::as_str).chain(doubtful.clone());
        if let Some(near) = nearest(name, all) {
            self.findings.near_name = true;
            return report.help(format!("did you mean `{near}`?"));
        }
        let other = session.thing_called(name);
        match (thing, other) {
            (Thing::Body, Some(Thing::Object)) => report.help(format!(
                "`{name}` is an object; `addbody` makes a body from it"
            )),
            (Thing::Object, Some(Thing::Body)) => {
                let draft = session.here().definitions.draft();
                let mut bodies = draft.into_iter().flat_map(|draft| &draft.figure.bodies);
                let body = bodies.find(|body| body.spec.name == name);
                report.help(match body.map(|body| &body.shape.name) {
                    Some(object) => format!(
                        "`{name}` is a body, made of the object `{object}`: write `{object}`"
                    ),
                    None => format!("`{name}` is a body"),
                })
            }
            (Thing::Body, Some(Thing::World)) if self.command.name == "linkbodies" => report.help(
                "a body without a parent is the root: `setroot NAME`; `rootmotion fixed` fixes it in the world, `rootmotion jointed` lets it move there by its own joint",
            ),
            (Thing::Body, Some(Thing::World)) if self.takes_world() && self.is_first(&report) => {
                report.help("the world comes second, after a body")
            }
            (Thing::Body, Some(Thing::World)) => report.help(format!(
                "`{name}` is a world, which is no body and has no joint"
            )),
            (Thing::Body, None) if matches!(name, "ground" | "floor") && self.takes_world() => {
                report.help("what is fixed belongs to the world: write `world`")
            }
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

    /// Whether the word `world` may stand for a body in the command.
    fn takes_world(&self) -> bool {
        let mut params = self.command.forms.iter().flat_map(|form| form.iter());
        params.any(|param| matches!(param.kind, Kind::Choice(["world"])))
    }

    /// Whether a report is about the first argument of the line.
    fn is_first(&self, report: &Diagnostic) -> bool {
        let first = self.line.arguments.first();
        first.is_some_and(|argument| argument.span == report.span)
    }

    /// Reads a body of the current figure, or of another as `figure.body`. Stores its name, which is resolved again when the
    /// line runs.
    pub(in crate::session) fn any_body(
        &mut self,
        param: &Param,
        argument: &Argument,
    ) -> Option<Value> {
        if !is_name(argument) {
            self.unfit(param, argument, None);
            return None;
        }
        let session = self.context.session;
        let name = &*self.said(argument);
        if session
            .body_anywhere(session.here().definitions.current, name)
            .is_some()
        {
            return Some(Value::Text(name.into()));
        }
        let figure = name.split_once('.').map(|(figure, _)| figure);
        let figure = figure.filter(|figure| session.find(Thing::Body, figure).is_none());
        let is_doubtful = session
            .check
            .doubts
            .covers(session.place(), Thing::Body, name)
            || figure.is_some_and(|figure| {
                session
                    .check
                    .doubts
                    .covers(session.place(), Thing::Corpus, figure)
            });
        if is_doubtful || session.check.doubts.anything() {
            self.findings.silent = true;
            return None;
        }
        let message = format!("there is no body {}", quote(name));
        let report = Diagnostic::error("E025", argument.span, message);
        let known = figure.filter(|figure| session.find(Thing::Corpus, figure).is_some());
        let report = match (figure, known) {
            (None, _) => self.explain_absence(report, Thing::Body, name),
            (Some(figure), None)
                if let Some((_, first)) =
                    session
                        .names
                        .in_other_world(session.stage, Thing::Corpus, figure) =>
            {
                report.note(first, "this figure is in another world").help(
                    "figures of different worlds do not act on each other: make both in one world",
                )
            }
            (Some(figure), None) => {
                let names = session.names(Thing::Corpus);
                report.help(match nearest(figure, names.iter().map(String::as_str)) {
                    Some(near) => format!(
                        "there is no figure {}; did you mean `{near}`?",
                        quote(figure)
                    ),
                    None => format!("there is no figure {}", quote(figure)),
                })
            }
            (Some(figure), Some(_)) => {
                let drafts = session.here().definitions.drafts.iter();
                let mut of = drafts.filter(|draft| draft.figure.name == figure);
                let bodies = of.next().map(|draft| &draft.figure.bodies);
                let bodies: &[_] = bodies.map_or(&[], |bodies| bodies);
                let all = some_of(bodies.iter().map(|b| b.spec.name.as_str()), "and");
                report.help(format!("{} has {all}", quote(figure)))
            }
        };
        self.wrong_with(Misfit::Name, report);
        None
    }

    /// Reads a pattern of names, which may look like a part of a phase: `*4`.
    pub(in crate::session) fn pattern(
        &mut self,
        param: &Param,
        argument: &Argument,
    ) -> Option<Value> {
        if is_name(argument) || matches!(argument.kind, ArgumentKind::Relative { .. }) {
            return Some(Value::Text(self.said(argument).as_ref().into()));
        }
        self.unfit(param, argument, None);
        None
    }

    /// Reads a body with a joint, as far as is known now.
    pub(in crate::session) fn jointed(
        &mut self,
        param: &Param,
        argument: &Argument,
    ) -> Option<Value> {
        let session = self.context.session;
        if let Some(number) = is_name(argument)
            .then(|| degrees::find(session, &self.said(argument)))
            .flatten()
        {
            return Some(Value::Index(number));
        }
        let value = self.old_name(param, Thing::Body, argument)?;
        if self.found.is_none()
            && let Value::Index(body) = &value
            && let Some(report) = degrees::ambiguous(session, *body, argument.span)
        {
            self.mistaken(report);
            return None;
        }
        let draft = session.here().definitions.draft();
        match (&value, draft.and_then(|draft| draft.figure.root)) {
            (Value::Index(body), Some(root)) if *body == root => {
                let corpus = draft.map_or("", |draft| &draft.figure.name);
                let report = root_has_no_joint(&self.said(argument), corpus, argument.span);
                self.wrong_with(Misfit::Root, report);
                None
            }
            _ => Some(value),
        }
    }
}

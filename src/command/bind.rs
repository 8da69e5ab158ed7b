//! From a statement to a bound command: every error of arity, kind, unit and name comes from here.

use super::kind::{Bare, Kind, Range, Thing};
use super::table::{find, nearest_command};
use super::{Command, Follows, Param, usage};
use crate::diagnostic::Diagnostic;
use crate::diagnostic::suggest::nearest;
use crate::lang::dimension::Dimension;
use crate::lang::syntax::{Argument, ArgumentKind, Statement};
use crate::lang::units::{UnitError, convert};
use crate::session::Session;
use crate::source::Span;
use std::sync::Arc;

/// An argument's value.
#[derive(Clone, Debug)]
pub enum Value {
    /// Left out.
    Missing,
    /// A number, converted to SI.
    Number(f64),
    /// A part of the duration of a step or stance.
    Relative(f64),
    /// A new name, a path, a choice, a text.
    Text(Arc<str>),
    /// `on` or `off`, 1 or 0.
    Switch(bool),
    /// Index of something there is (for a body: within its figure).
    Index(usize),
    /// A command to run later.
    Command(Arc<Bound>),
    /// Four rows of four.
    Matrix(Box<[f64; 16]>),
}

/// A command with its arguments checked, ready to run any number of times.
#[derive(Clone)]
pub struct Bound {
    /// Its entry in the table.
    pub command: &'static Command,
    /// Which of the command's forms it is.
    pub form: usize,
    /// One value for each parameter of the form.
    pub values: Vec<Value>,
    /// The place of each value; of the line's end where it was left out.
    pub spans: Vec<Span>,
    /// The whole line.
    pub span: Span,
    /// The figure that bodies are named in.
    pub corpus: Option<usize>,
    /// The commands of its list.
    pub list: Arc<[Bound]>,
}

impl std::fmt::Debug for Bound {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {:?}", self.command.name, self.values)
    }
}

impl Bound {
    /// The number at a place; zero if it was left out.
    #[must_use]
    pub fn number(&self, i: usize) -> f64 {
        self.given(i).unwrap_or(0.0)
    }

    /// The number at a place, if it was given.
    #[must_use]
    pub fn given(&self, i: usize) -> Option<f64> {
        match self.values.get(i) {
            Some(Value::Number(x)) => Some(*x),
            _ => None,
        }
    }

    /// The text at a place; empty if it was left out.
    #[must_use]
    pub fn text(&self, i: usize) -> &str {
        match self.values.get(i) {
            Some(Value::Text(t)) => t,
            _ => "",
        }
    }

    /// The switch at a place, if it was given.
    #[must_use]
    pub fn switch(&self, i: usize) -> Option<bool> {
        match self.values.get(i) {
            Some(Value::Switch(on)) => Some(*on),
            _ => None,
        }
    }

    /// The index at a place; the largest there is, which nothing has, if it was left out.
    #[must_use]
    pub fn index(&self, i: usize) -> usize {
        match self.values.get(i) {
            Some(Value::Index(x)) => *x,
            _ => usize::MAX,
        }
    }

    /// The place of an argument in the source.
    #[must_use]
    pub fn at(&self, i: usize) -> Span {
        self.spans.get(i).copied().unwrap_or(self.span)
    }
}

/// Where a statement stands.
#[derive(Clone, Copy)]
pub struct BindContext<'a> {
    /// What there is.
    pub session: &'a Session,
    /// Whether it stands in a list of `procom` or `retcom`.
    pub in_list: bool,
    /// Whether it will run later: in a list, by a timer.
    pub deferred: bool,
}

/// What is wrong with a statement. Empty when all that is wrong follows from a mistake reported before.
pub type Mistakes = Vec<Diagnostic>;

/// Binds a statement to its command.
///
/// # Errors
/// All that is wrong with it, in order.
pub fn bind(statement: &Statement, context: BindContext) -> Result<Bound, Mistakes> {
    let head = context.session.sources.text(statement.head);
    let Some(command) = find(head) else {
        return Err(vec![unknown_command(head, statement, context)]);
    };
    let bound = bind_to(command, statement, context).map_err(|mistakes| {
        if mistakes.is_empty() {
            return mistakes;
        }
        // The same arguments may fit a command of nearly the same name: `time *0.5 motor ...`.
        match twin(command, statement, context) {
            Some(other) => {
                let message = format!(
                    "these arguments do not fit `{head}`; did you mean `{}`?",
                    other.name
                );
                vec![
                    Diagnostic::error("E020", statement.head, message).help(format!(
                        "`{}` is: {}\n`{head}` is: {}",
                        other.name,
                        usage(other),
                        usage(command)
                    )),
                ]
            }
            None => mistakes,
        }
    })?;
    if context.deferred && !command.in_lists {
        let message = format!("`{}` cannot wait in a list or a timer", command.name);
        let help = "lists and timers hold commands such as motor, joint, timer and `!`";
        return Err(vec![
            Diagnostic::error("E029", statement.head, message).help(help),
        ]);
    }
    Ok(bound)
}

fn unknown_command(head: &str, statement: &Statement, context: BindContext) -> Diagnostic {
    let report = Diagnostic::error(
        "E020",
        statement.head,
        format!("there is no command `{head}`"),
    );
    match nearest_command(head) {
        Some(near) => report.help(format!("did you mean `{}`? usage: {}", near.name, usage(near))),
        None if statement.arguments.is_empty() && context.session.has_name(head) => {
            report.help(format!("`{head}` is the name of something; a line begins with a command, such as `jointstatus {head}`"))
        }
        None => report.help("`corpus help` lists the commands"),
    }
}

/// A command whose name is one or two letters off and that these arguments would fit.
fn twin(
    command: &Command,
    statement: &Statement,
    context: BindContext,
) -> Option<&'static Command> {
    super::COMMANDS
        .iter()
        .filter(|c| {
            c.name != command.name && strsim::damerau_levenshtein(c.name, command.name) <= 2
        })
        .find(|c| c.name.starts_with(command.name) && bind_to(c, statement, context).is_ok())
        .copied()
}

fn bind_to(
    command: &'static Command,
    statement: &Statement,
    context: BindContext,
) -> Result<Bound, Mistakes> {
    let mut best: Option<(usize, Mistakes)> = None;
    let mut fitting = None;
    for (form, params) in command.forms.iter().enumerate() {
        let mut binder = Binder {
            command,
            context,
            line: statement,
            values: vec![],
            spans: vec![],
            mistakes: vec![],
            silent: false,
            next: 0,
        };
        let reached = binder.fit(params);
        if binder.mistakes.is_empty() && !binder.silent {
            fitting = Some((form, binder.values, binder.spans));
            break;
        }
        if best.as_ref().is_none_or(|(so_far, _)| reached > *so_far) {
            best = Some((reached, binder.mistakes));
        }
    }
    let mut mistakes = match (&fitting, best) {
        (None, Some((_, mistakes))) if mistakes.is_empty() => return Err(vec![]),
        (None, Some((_, mistakes))) => mistakes,
        _ => vec![],
    };
    let mut list = vec![];
    let mut all_bound = true;
    if let (Follows::List, Some(block)) = (command.follows, &statement.block) {
        let inside = BindContext {
            in_list: true,
            deferred: true,
            ..context
        };
        for inner in &block.statements {
            match bind(inner, inside) {
                Ok(bound) => list.push(bound),
                Err(more) => {
                    all_bound = false;
                    mistakes.extend(more);
                }
            }
        }
    }
    match fitting {
        Some((form, values, spans)) if mistakes.is_empty() && all_bound => {
            let corpus = context.session.current_corpus();
            Ok(Bound {
                command,
                form,
                values,
                spans,
                span: statement.span,
                corpus,
                list: list.into(),
            })
        }
        _ => Err(mistakes),
    }
}

struct Binder<'a> {
    command: &'static Command,
    context: BindContext<'a>,
    line: &'a Statement,
    values: Vec<Value>,
    spans: Vec<Span>,
    mistakes: Mistakes,
    /// Something does not fit, but only because of a mistake reported before.
    silent: bool,
    next: usize,
}

impl Binder<'_> {
    /// Fits the arguments to the parameters; tells how many fitted before the first mistake.
    fn fit(&mut self, params: &'static [Param]) -> usize {
        let mut reached = None;
        for (i, param) in params.iter().enumerate() {
            let (value, span) = self.one(param);
            self.values.push(value);
            self.spans.push(span);
            if reached.is_none() && !(self.mistakes.is_empty() && !self.silent) {
                reached = Some(i);
            }
        }
        if let Some(extra) = self.line.arguments.get(self.next) {
            let found = self.text(extra.span);
            let message = match self.next {
                0 => format!(
                    "`{}` takes no arguments, found `{found}`",
                    self.command.name
                ),
                n => format!(
                    "`{}` ends after {}, found one more: `{found}`",
                    self.command.name,
                    count(n, "argument")
                ),
            };
            self.wrong("E022", extra.span, message);
        }
        reached.unwrap_or(params.len())
    }

    fn text(&self, span: Span) -> &str {
        self.context.session.sources.text(span)
    }

    fn wrong(&mut self, code: &'static str, span: Span, message: String) {
        let help = format!("usage: {}", usage(self.command));
        self.mistakes
            .push(Diagnostic::error(code, span, message).help(help));
    }

    fn one(&mut self, param: &Param) -> (Value, Span) {
        let end = self.line.span.after();
        if let Kind::Filler(word) = param.kind {
            if let Some(argument) = self.line.arguments.get(self.next)
                && self.text(argument.span) == word
                // The last word of a line is what is wanted, not a filler: `get from`.
                && self.next + 1 < self.line.arguments.len()
            {
                self.next += 1;
                return (Value::Switch(true), argument.span);
            }
            return (Value::Missing, end);
        }
        let Some(&argument) = self.line.arguments.get(self.next) else {
            if !param.optional {
                let message = format!(
                    "`{}` needs {}: {} ({})",
                    self.command.name, param.name, param.doc, param.kind
                );
                self.wrong("E021", end, message);
            }
            return (Value::Missing, end);
        };
        match param.kind {
            Kind::Command => self.nested(),
            Kind::Text => self.rest(),
            Kind::Matrix => self.matrix(),
            _ => {
                self.next += 1;
                let resolved = match param.kind {
                    Kind::Of(kind_for, _) => Param {
                        kind: kind_for(self.context.session, &self.values),
                        ..*param
                    },
                    _ => *param,
                };
                let value = self.single(&resolved, &argument);
                (value.unwrap_or(Value::Missing), argument.span)
            }
        }
    }

    /// The rest of the line as one command.
    fn nested(&mut self) -> (Value, Span) {
        let rest = &self.line.arguments[self.next.min(self.line.arguments.len())..];
        self.next = self.line.arguments.len();
        let Some((first, others)) = rest.split_first() else {
            return (Value::Missing, self.line.span.after());
        };
        let span = others
            .last()
            .map_or(first.span, |last| first.span.to(last.span));
        let (head, arguments) = match first.kind {
            // `timer 0.1 !text`: the print command and its text are one token.
            ArgumentKind::Message => (
                Span {
                    end: first.span.start,
                    ..first.span
                },
                rest.to_vec(),
            ),
            _ => (first.span, others.to_vec()),
        };
        let statement = Statement {
            head,
            arguments,
            block: None,
            span,
        };
        let context = BindContext {
            deferred: true,
            ..self.context
        };
        let bound = match first.kind {
            ArgumentKind::Message => {
                find("!").map_or_else(|| Err(vec![]), |print| bind_to(print, &statement, context))
            }
            _ => match find(self.text(head)) {
                Some(c) if c.follows == Follows::List => {
                    let message = format!(
                        "`{}` opens a list, so it cannot stand within a line",
                        c.name
                    );
                    Err(vec![
                        Diagnostic::error("E029", head, message).help("give it a line of its own"),
                    ])
                }
                _ => bind(&statement, context),
            },
        };
        match bound {
            Ok(bound) => (Value::Command(Arc::new(bound)), span),
            Err(mistakes) => {
                self.silent |= mistakes.is_empty();
                self.mistakes.extend(mistakes);
                (Value::Missing, span)
            }
        }
    }

    /// The rest of the line as text.
    fn rest(&mut self) -> (Value, Span) {
        let rest = &self.line.arguments[self.next.min(self.line.arguments.len())..];
        self.next = self.line.arguments.len();
        let (Some(first), Some(last)) = (rest.first(), rest.last()) else {
            return (Value::Missing, self.line.span.after());
        };
        let span = first.span.to(last.span);
        (Value::Text(unquoted(self.text(span)).into()), span)
    }

    fn matrix(&mut self) -> (Value, Span) {
        let rest: Vec<Argument> =
            self.line.arguments[self.next.min(self.line.arguments.len())..].to_vec();
        let mut numbers = [0.0; 16];
        let number = Param {
            kind: Kind::Number(Dimension::NONE, Bare::Si, Range::Any),
            ..super::need("matrix", Kind::Matrix, "")
        };
        for (slot, argument) in numbers.iter_mut().zip(&rest) {
            match self.single(&number, argument) {
                Some(Value::Number(x)) => *slot = x,
                _ => break,
            }
        }
        self.next += rest.len().min(16);
        if rest.len() < 16 && self.mistakes.is_empty() {
            let message = format!(
                "`{}` needs sixteen numbers in four rows of four, found {}",
                self.command.name,
                rest.len()
            );
            self.wrong("E021", self.line.span.after(), message);
        }
        let span = match (rest.first(), rest.get(rest.len().min(16).wrapping_sub(1))) {
            (Some(first), Some(last)) => first.span.to(last.span),
            _ => self.line.span.after(),
        };
        (Value::Matrix(Box::new(numbers)), span)
    }

    /// One argument of a kind; `None` after a mistake.
    fn single(&mut self, param: &Param, argument: &Argument) -> Option<Value> {
        let span = argument.span;
        match param.kind {
            Kind::Number(dimension, bare, range) => {
                let x = self.number(param, argument, dimension, bare)?;
                if !range.holds(x) {
                    let found = self.text(span).to_owned();
                    self.wrong(
                        "E027",
                        span,
                        format!(
                            "{} of `{}` must be {range}, found {found}",
                            param.name, self.command.name
                        ),
                    );
                    return None;
                }
                Some(Value::Number(x))
            }
            Kind::Duration => match argument.kind {
                ArgumentKind::Relative { value } if self.context.in_list => {
                    if value.is_finite() && value >= 0.0 {
                        return Some(Value::Relative(value));
                    }
                    self.wrong(
                        "E027",
                        span,
                        format!("a part of a step must be zero or above, found {value}"),
                    );
                    None
                }
                ArgumentKind::Relative { .. } => {
                    let found = self.text(span).to_owned();
                    let message = format!(
                        "`{found}` is a part of a step or a stance, but this is not in a list of procom or retcom"
                    );
                    let report = Diagnostic::error("E028", span, message);
                    self.mistakes
                        .push(report.help("give a time in seconds, such as 0.05 or 50ms"));
                    None
                }
                _ => {
                    let x = self.number(param, argument, Dimension::TIME, Bare::Si)?;
                    if x.is_finite() && x >= 0.0 {
                        return Some(Value::Number(x));
                    }
                    self.wrong(
                        "E027",
                        span,
                        format!(
                            "{} of `{}` must be zero or above, found {x}",
                            param.name, self.command.name
                        ),
                    );
                    None
                }
            },
            Kind::Count(least) => {
                let x = self.number(param, argument, Dimension::NONE, Bare::Si)?;
                if x.fract() == 0.0 && x >= f64::from(least) && x <= f64::from(u32::MAX) {
                    return Some(Value::Number(x));
                }
                let found = self.text(span).to_owned();
                self.wrong(
                    "E027",
                    span,
                    format!(
                        "{} of `{}` is a whole number from {least}, found {found}",
                        param.name, self.command.name
                    ),
                );
                None
            }
            Kind::Choice(words) => {
                let word = self.text(span);
                if let Some(choice) = words.iter().find(|w| **w == word) {
                    return Some(Value::Text((*choice).into()));
                }
                let near = nearest(word, words.iter().copied());
                self.unfit(param, span, near);
                None
            }
            Kind::Switch => match self.text(span) {
                "on" => Some(Value::Switch(true)),
                "off" => Some(Value::Switch(false)),
                _ => {
                    self.unfit(param, span, None);
                    None
                }
            },
            Kind::Flag => match self.text(span) {
                "1" => Some(Value::Switch(true)),
                "0" => Some(Value::Switch(false)),
                _ => {
                    self.unfit(param, span, None);
                    None
                }
            },
            Kind::New(thing) => self.new_name(param, thing, argument),
            Kind::Old(thing) => self.old_name(param, thing, argument),
            Kind::Path | Kind::CommandName => Some(Value::Text(unquoted(self.text(span)).into())),
            Kind::Filler(_) | Kind::Text | Kind::Command | Kind::Matrix | Kind::Of(..) => {
                Some(Value::Missing)
            }
        }
    }

    fn unfit(&mut self, param: &Param, span: Span, near: Option<&str>) {
        let found = self.text(span).to_owned();
        let message = format!(
            "{} of `{}` is {}, found `{found}`",
            param.name, self.command.name, param.kind
        );
        match near {
            Some(near) => self.mistakes.push(
                Diagnostic::error("E023", span, message).help(format!("did you mean `{near}`?")),
            ),
            None => self.wrong("E023", span, message),
        }
    }

    fn number(
        &mut self,
        param: &Param,
        argument: &Argument,
        dimension: Dimension,
        bare: Bare,
    ) -> Option<f64> {
        let span = argument.span;
        let ArgumentKind::Number { value, unit } = argument.kind else {
            if let ArgumentKind::Relative { .. } = argument.kind {
                let message = format!(
                    "{} of `{}` is {}, not a part of a step",
                    param.name, self.command.name, param.kind
                );
                self.wrong("E028", span, message);
            } else {
                self.unfit(param, span, None);
            }
            return None;
        };
        let Some(unit_span) = unit else {
            if bare == Bare::Required {
                self.unfit(param, span, None);
                return None;
            }
            return Some(if bare == Bare::Degrees {
                value.to_radians()
            } else {
                value
            });
        };
        match convert(value, self.text(unit_span), dimension) {
            Ok(value) => Some(value),
            Err(UnitError::Mismatch { found, .. }) => {
                let text = self.text(span).to_owned();
                let message = format!(
                    "{} of `{}` is {}, but `{text}` is {found}",
                    param.name, self.command.name, param.kind
                );
                self.wrong("E012", span, message);
                None
            }
            Err(why) => {
                let report = why.report(unit_span, self.text(unit_span));
                self.mistakes.push(report);
                None
            }
        }
    }

    fn new_name(&mut self, param: &Param, thing: Thing, argument: &Argument) -> Option<Value> {
        let span = argument.span;
        if argument.kind != ArgumentKind::Word {
            self.unfit(param, span, None);
            return None;
        }
        let session = self.context.session;
        let name = session.sources.text(span);
        if session.find(thing, name).is_some() {
            let mut report =
                Diagnostic::error("E024", span, format!("there is a {thing} `{name}` already"));
            if let Some(first) = session.first_named(thing, name) {
                report = report.note(first, "first named here");
            }
            self.mistakes
                .push(report.help("give each one a name of its own"));
            return None;
        }
        Some(Value::Text(name.into()))
    }

    fn old_name(&mut self, param: &Param, thing: Thing, argument: &Argument) -> Option<Value> {
        let span = argument.span;
        if argument.kind != ArgumentKind::Word {
            self.unfit(param, span, None);
            return None;
        }
        let session = self.context.session;
        let name = session.sources.text(span);
        if let Some(index) = session.find(thing, name) {
            return Some(Value::Index(index));
        }
        if session.is_doubtful(thing, name) {
            self.silent = true;
            return None;
        }
        let report = Diagnostic::error("E025", span, format!("there is no {thing} `{name}`"));
        let names = session.names(thing);
        self.mistakes
            .push(match nearest(name, names.iter().map(String::as_str)) {
                Some(near) => report.help(format!("did you mean `{near}`?")),
                None if names.is_empty() => report.help(match thing {
                    Thing::Object => {
                        "no object has been named yet: `get NAME from unit_cubeb` makes one"
                    }
                    Thing::Body => "this corpus has no bodies yet: `addbody` makes them",
                    Thing::Corpus => "no corpus has been named yet: `addcorpus NAME` makes one",
                    Thing::World => "`addworld NAME` makes one",
                    Thing::Roach => "no gait has been named yet: `addroach NAME` makes one",
                }),
                None => report.help(format!("there are: {}", some_of(&names))),
            });
        None
    }
}

/// Without its double quotes.
fn unquoted(text: &str) -> &str {
    text.strip_prefix('"')
        .and_then(|t| t.strip_suffix('"'))
        .unwrap_or(text)
}

fn count(n: usize, what: &str) -> String {
    if n == 1 {
        format!("1 {what}")
    } else {
        format!("{n} {what}s")
    }
}

fn some_of(names: &[String]) -> String {
    const SHOWN: usize = 8;
    let shown = names
        .iter()
        .take(SHOWN)
        .map(|n| format!("`{n}`"))
        .collect::<Vec<_>>()
        .join(", ");
    if names.len() > SHOWN {
        format!("{shown}, ...")
    } else {
        shown
    }
}

//! Binds a statement to a command: every error of argument count, kind, unit and name is reported here.

pub(super) mod binder;
mod call;
mod choices;
mod computed;
mod cursor;
mod findings;
pub(super) mod fit;
mod head;
mod names;
mod nested;
mod numbers;
mod raw;
mod unknown;

use super::command::{Body, Bound, Command, Follows, Kind, Param};
use crate::diagnostic::suggest::nearest;
use crate::diagnostic::{Diagnostic, Standing, some_of};
pub use crate::lang::function::not_a_variable;
use crate::lang::syntax::{Argument, ArgumentKind, Block, Branch, Named, Statement};
use crate::session::{Closure, Code, Environment, Session, Stop, advice};
use crate::source::Span;
use binder::Binder;
use fit::{Fit, Found, Slip};
pub use head::Head;
pub(crate) use names::root_has_no_joint;
pub(crate) use numbers::there_is_no_gait;
use std::sync::Arc;

/// Context of a statement.
#[derive(Clone, Copy)]
pub struct BindContext<'a> {
    /// The session.
    pub session: &'a Session,
    /// Whether it is in a list of `procom` or `retcom`.
    pub in_list: bool,
    /// Whether only commands that act on an assembled figure are valid: in a list, in a timer, during a `go`.
    pub deferred: bool,
    /// Whether it is bound now to run later, possibly many times.
    pub later: bool,
    /// Number of enclosing timers.
    pub depth: usize,
}

impl<'a> BindContext<'a> {
    /// Creates the context of a statement that runs at once.
    #[must_use]
    pub fn new(session: &'a Session) -> Self {
        BindContext {
            session,
            in_list: false,
            deferred: false,
            later: false,
            depth: 0,
        }
    }
}

/// Errors of a statement. Empty if all of them follow from an error reported before.
pub type Mistakes = Vec<Diagnostic>;

/// Errors with their kinds of mismatch.
pub(super) type Slips = Vec<Slip>;

/// A command line, or the part of one that is itself a command.
#[derive(Clone, Copy)]
pub(super) struct Line<'a> {
    pub head: Span,
    /// Arguments given by position.
    pub arguments: &'a [Argument],
    /// Arguments given by name.
    pub named: &'a [&'a Named],
    pub block: Option<&'a Arc<Block>>,
    pub branches: &'a [Branch],
    pub span: Span,
    /// Whether an error in its arguments was reported before.
    pub faulty: bool,
}

impl Line<'_> {
    /// Returns the statement to bind again when it runs, if that is later and it reads the world.
    fn again(self, reads_world: bool, context: BindContext) -> Option<Arc<Statement>> {
        (reads_world && context.later).then(|| {
            Arc::new(Statement {
                head: self.head,
                arguments: self.arguments.to_vec(),
                block: self.block.cloned(),
                branches: self.branches.to_vec(),
                span: self.span,
            })
        })
    }
}

/// Binds a statement to its command.
///
/// # Errors
/// All errors in it, in order.
pub fn bind(statement: &Statement, context: BindContext) -> Result<Bound, Mistakes> {
    bind_statement(statement, context)
        .map_err(|slips| slips.into_iter().map(|slip| slip.report).collect())
}

fn bind_statement(statement: &Statement, context: BindContext) -> Result<Bound, Slips> {
    let line = Line {
        head: statement.head,
        arguments: &statement.arguments,
        named: &[],
        block: statement.block.as_ref(),
        branches: &statement.branches,
        span: statement.span,
        faulty: statement.is_faulty(),
    };
    let bound = bind_line(line, context)?;
    Ok(match context.session.activity.mirrored.as_ref() {
        Some(reflection) => reflection.image(&bound),
        None => bound,
    })
}

/// Binds a line that depends on the world, at the time when it runs.
///
/// # Errors
/// The errors in it now.
pub fn bind_again(statement: &Statement, session: &Session) -> Result<Bound, Stop> {
    let context = BindContext {
        in_list: session.activity.phase.is_some(),
        deferred: true,
        ..BindContext::new(session)
    };
    bind(statement, context).map_err(|mistakes| {
        let mut mistakes = mistakes.into_iter();
        mistakes.next().map_or(Stop::Reported, Stop::from)
    })
}

fn bind_line(line: Line, context: BindContext) -> Result<Bound, Slips> {
    let head = context.session.sources.text(line.head);
    match context.session.head(head) {
        Head::Own(definition) => call::bind_call(definition, line, context),
        Head::Command(command) => match bind_to(command, line, context) {
            Err(_) if context.session.check.doubts.names_command(head) => Err(vec![]),
            bound => bound,
        },
        Head::Doubtful => Err(vec![]),
        Head::Unknown => {
            let report = advice::command(head, line, context);
            Err(report.into_iter().map(Slip::from).collect())
        }
    }
}

fn bind_to(command: &'static Command, line: Line, context: BindContext) -> Result<Bound, Slips> {
    if context.deferred && !command.in_lists {
        return Err(vec![cannot_wait(command, line.head).into()]);
    }
    let list = bind_list(command, line, context);
    if line.faulty {
        return Err(list.err().unwrap_or_default());
    }
    match (fit(command, line, context), list) {
        (Ok((form, fit)), Ok(list)) => {
            let each = fit.found.clone();
            let later = line.again(fit.reads_world, context);
            let mut bound = bound(command, line, context);
            (bound.form, bound.values, bound.spans) = (form, fit.values, fit.spans);
            (bound.list, bound.later) = (list, later);
            if let Some(found) = each.filter(|found| found.names.len() > 1) {
                bound.each = for_each(&bound, &found, line, context)?;
            }
            Ok(bound)
        }
        (Ok(_), Err(mistakes)) | (Err(mistakes), Ok(_)) => Err(mistakes),
        (Err(mut mistakes), Err(more)) => {
            mistakes.extend(more);
            Err(mistakes)
        }
    }
}

/// Makes a bound command without its values.
fn bound(command: &'static Command, line: Line, context: BindContext) -> Bound {
    let body = line.block.map(|block| {
        Arc::new(Body {
            block: Arc::clone(block),
            branches: line.branches.to_vec(),
        })
    });
    Bound {
        command,
        form: 0,
        values: vec![],
        spans: vec![],
        head: line.head,
        span: line.span,
        corpus: context.session.here().definitions.current,
        list: None,
        body,
        each: Arc::default(),
        later: None,
    }
}

/// Binds the line for each name that its pattern matches.
fn for_each(
    first: &Bound,
    found: &Found,
    line: Line,
    context: BindContext,
) -> Result<Arc<[Bound]>, Slips> {
    let mut all = vec![first.clone()];
    for which in 1..found.names.len() {
        let one = Some((found, which));
        let (form, fit) = fit_one(first.command, line, context, one)?;
        all.push(Bound {
            form,
            values: fit.values,
            spans: fit.spans,
            ..first.clone()
        });
    }
    Ok(all.into())
}

fn cannot_wait(command: &Command, head: Span) -> Diagnostic {
    let message = format!(
        "`{}` cannot be used in a motor program, a timer or an event",
        command.name
    );
    let help = match command.follows {
        Follows::List => "write its list on lines outside any motor program, timer or event",
        _ if command.name == "go" => {
            "write `go` outside motor programs, timers and events: these run while it simulates"
        }
        _ => {
            "this command runs only outside motor programs, timers and events: before or after a `go`"
        }
    };
    let report = Diagnostic::error("E029", head, message).help(help);
    report.standing(Standing::BelowBlock)
}

/// Fits a line to the form of a command that is closest to it.
fn fit(command: &'static Command, line: Line, context: BindContext) -> Result<(usize, Fit), Slips> {
    fit_one(command, line, context, None)
}

/// Fits a line as [`fit`] does, with one of the names that a pattern matches.
pub(super) fn fit_one(
    command: &'static Command,
    line: Line,
    context: BindContext,
    one: Option<(&Found, usize)>,
) -> Result<(usize, Fit), Slips> {
    separated(command, line, |line| closest(command, line, context, one))
}

/// Calls a function with a line whose named arguments are apart from the others.
fn separated<T>(command: &Command, line: Line, act: impl FnOnce(Line) -> T) -> T {
    let is_named = |a: &&Argument| matches!(a.kind, ArgumentKind::Named(_));
    if !line.arguments.iter().any(|a| is_named(&a)) || keeps_names(command) {
        return act(line);
    }
    let positional: Vec<Argument> = line
        .arguments
        .iter()
        .filter(|a| !is_named(a))
        .cloned()
        .collect();
    let named: Vec<&Named> = line
        .arguments
        .iter()
        .filter_map(|a| match &a.kind {
            ArgumentKind::Named(named) => Some(&**named),
            _ => None,
        })
        .collect();
    act(Line {
        arguments: &positional,
        named: &named,
        ..line
    })
}

/// Whether a command takes names of arguments literally.
pub(super) fn keeps_names(command: &Command) -> bool {
    let keeps = |p: &Param| {
        matches!(
            p.kind,
            Kind::Command | Kind::Parameters | Kind::Function | Kind::Items | Kind::Text
        )
    };
    command.forms.iter().any(|form| form.iter().any(keeps))
}

/// Whether a form has a keyword that the line does not contain, not even misspelt.
fn lacks_its_word(params: &[Param], line: Line, context: BindContext) -> bool {
    let text = |argument: &Argument| context.session.sources.text(argument.span);
    params.iter().any(|param| match param.kind {
        Kind::Choice([word]) if !param.optional => !line.arguments.iter().any(|argument| {
            nearest(text(argument), [*word]).is_some()
                || matches!(
                    argument.kind,
                    ArgumentKind::Computed(_) | ArgumentKind::Spelled(_) | ArgumentKind::Written(_)
                )
        }),
        _ => false,
    })
}

#[inline(never)]
fn closest(
    command: &'static Command,
    line: Line,
    context: BindContext,
    one: Option<(&Found, usize)>,
) -> Result<(usize, Fit), Slips> {
    let mut best: Option<Fit> = None;
    for (form, params) in command.forms.iter().enumerate() {
        // A form whose keyword, or whose named arguments are missing was hardly meant.
        let lacks_names = || line.named.is_empty() && params.iter().any(|param| param.named);
        if best.is_some() && (lacks_names() || lacks_its_word(params, line, context)) {
            continue;
        }
        let first_lacks = form == 1 && lacks_its_word(command.forms[0], line, context);
        let mut binder = Binder::new(command, context, line);
        if let Some((found, which)) = one {
            (binder.found, binder.which) = (Some(found.clone()), which);
        }
        let fit = binder.fit(params);
        if fit.fits() {
            return Ok((form, fit));
        }
        if first_lacks || best.as_ref().is_none_or(|best| fit.closer_than(best)) {
            best = Some(fit);
        }
    }
    let mistakes = best.map_or_else(Vec::new, |fit| fit.mistakes);
    Err(advice::explained(command, line, context, mistakes))
}

/// Returns the first form of a command that a line fits, except for unknown names at these places.
pub(super) fn fitting(
    command: &'static Command,
    line: Line,
    context: BindContext,
    names: &[Span],
) -> Option<(&'static [Param], Fit)> {
    separated(command, line, |line| {
        let fits = command.forms.iter().map(|params| {
            let binder = Binder::new(command, context, line);
            (*params, binder.fit(params))
        });
        fits.into_iter().find(|(_, fit)| fit.fits_but(names))
    })
}

/// Returns the environment of a closure that is being bound. The substitutes of bodies by `mirror` are added with its whole
/// line.
fn environment(context: BindContext) -> Environment {
    Environment {
        mirrored: None,
        ..context.session.environment()
    }
}

/// Binds the commands of a list; none if the command opens no list.
fn bind_list(
    command: &Command,
    line: Line,
    context: BindContext,
) -> Result<Option<Arc<Closure>>, Slips> {
    let (Follows::List, Some(block)) = (command.follows, line.block) else {
        return Ok(None);
    };
    let inside = BindContext {
        in_list: true,
        deferred: true,
        later: true,
        ..context
    };
    let mut list = Vec::with_capacity(block.statements.len());
    let mut mistakes = vec![];
    for statement in &block.statements {
        match bind_statement(statement, inside) {
            Ok(bound) => list.push(bound),
            Err(more) => mistakes.extend(more),
        }
    }
    if list.len() < block.statements.len() {
        return Err(mistakes);
    }
    let code = Code::Commands(list.into());
    let closure = Closure::new(code, line.head, Some(environment(context)));
    Ok(Some(Arc::new(closure)))
}

//! Arguments of a call: the value of each parameter, and reports at the call.

use crate::diagnostic::{Diagnostic, quote, suggest::did_you_mean};
use crate::evaluate::{Mistake, Names};
use crate::function::Function;
use crate::source::Span;
use crate::value::{self, Datum};

/// Most notes on the way to an error in a function.
const MOST_NOTES: usize = 16;

/// End of the notes on the calls that lead to an error of a function itself.
pub(super) const CALLED: &str = ", called here";

impl Function {
    /// Returns its usage: `gait_phase(leg, t=0 s)`.
    #[must_use]
    pub fn usage(&self) -> String {
        let parameters = self.parameters.iter().map(|p| match &p.default {
            None => p.name.to_string(),
            Some(default) => format!("{}={}", p.name, value::show(default)),
        });
        format!(
            "{}({})",
            self.name,
            parameters.collect::<Vec<_>>().join(", ")
        )
    }
}

/// Moves the report of an error that depends on the arguments to the call; that of an error of the function itself stays in it.
pub(super) fn told_at_call(
    report: Diagnostic,
    function: &Function,
    at_call: Span,
    is_own: bool,
) -> Diagnostic {
    if report.notes.len() >= MOST_NOTES {
        return report;
    }
    let name = &function.name;
    let stays = report.notes.iter().any(|(_, note)| note.ends_with(CALLED));
    if is_own || stays || report.span == at_call {
        let note = (at_call, format!("in `{name}`{CALLED}"));
        let mut report = report;
        if !report.notes.contains(&note) {
            report.notes.push(note);
        }
        return report;
    }
    let note = (report.span, format!("here in `{name}`"));
    let mut moved = Diagnostic {
        span: at_call,
        ..report
    };
    if !moved.notes.contains(&note) {
        moved.notes.insert(0, note);
    }
    moved
}

/// Finds the value of each parameter; the other variables of the function have none yet.
pub(super) fn bind(
    function: &Function,
    data: Vec<Datum>,
    named: Vec<(Span, Datum)>,
    at_call: Span,
    names: &dyn Names,
) -> Result<Vec<Option<Datum>>, Mistake> {
    let usage = || format!("usage: {}", function.usage());
    let refuse = |span: Span, message: String, help: String| {
        let report = Diagnostic::error("E014", span, message).help(help);
        Box::new(report.note(function.place, "defined here"))
    };
    let most = function.parameters.len();
    if data.len() > most {
        let s = if most == 1 { "" } else { "s" };
        let message = format!(
            "`{}` takes {most} argument{s}, found {}",
            function.name,
            data.len() + named.len()
        );
        return Err(refuse(at_call, message, usage()));
    }
    let mut slots: Vec<Option<Datum>> = Vec::with_capacity(function.slots.len());
    slots.extend(data.into_iter().map(Some));
    slots.resize(function.slots.len(), None);
    for (name, datum) in named {
        let text = names.text(name);
        let mut parameters = function.parameters.iter().zip(&mut slots);
        match parameters.find(|(own, _)| *own.name == *text) {
            Some((_, value @ None)) => *value = Some(datum),
            Some(_) => {
                let message = format!("the argument {} is given twice", quote(text));
                return Err(refuse(name, message, usage()));
            }
            None => {
                let message = format!("`{}` has no parameter {}", function.name, quote(text));
                let all = function.parameters.iter().map(|p| &*p.name);
                let help = did_you_mean(text, all).unwrap_or_else(usage);
                return Err(refuse(name, message, help));
            }
        }
    }
    for (parameter, value) in function.parameters.iter().zip(&mut slots) {
        if value.is_none() {
            value.clone_from(&parameter.default);
        }
        if value.is_none() {
            let own = quote(&parameter.name);
            let message = format!("`{}` needs a value for {own}", function.name);
            return Err(refuse(at_call, message, usage()));
        }
    }
    Ok(slots)
}

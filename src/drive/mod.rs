//! A session driven by another program: commands arrive line by line on a pipe, and each is answered before the next is read.

mod answer;
mod input;
mod observer;
mod value;
mod watched;

#[cfg(feature = "repl")]
pub(crate) use input::goes_on;
pub(crate) use value::{as_value, report_as_typed};
#[cfg(feature = "repl")]
pub(crate) use watched::asked;

use crate::diagnostic::{Diagnostic, Severity, draw, harmless, to_json};
use crate::lang::lexer::{Token, lex};
use crate::session::{Common, Quiet, Session, Stop};
use crate::source::Span;
use crate::terminal::{Interrupt, reason, say_drawn, tell_drawn};
use answer::{of_datum, unit_of};
use input::Input;
use observer::{Output, PipeObserver};
use serde_json::{Value, json};
use std::io::BufRead;

/// Settings of a driven session.
pub(crate) struct Driving {
    /// Name of the input in reports.
    pub name: &'static str,
    /// Whether a user typed the lines; a user may use all files, a script is limited.
    pub typed: bool,
    /// Whether each command is answered by a JSON object on one line.
    pub json: bool,
    /// Simulated time (s) between lines of watched values while a `go` runs; `None` writes none.
    pub every: Option<f64>,
    /// Whether warnings are suppressed.
    pub quiet: bool,
    /// Receives signals; a signal while a command runs ends the session in order.
    pub interrupt: Interrupt,
}

/// Result of a driven session.
#[derive(Default)]
pub(crate) struct Ended {
    /// Number of reported errors.
    pub errors: usize,
    /// Whether a signal ended it.
    pub interrupted: bool,
    /// Whether a line could not be read.
    pub refused: bool,
    /// Reason why reading the input failed.
    pub unreadable: Option<String>,
}

/// Runs commands from a pipe, one after the other, until the input ends, a signal arrives, or `quit`. Reports an error, and
/// continues the session.
pub(crate) fn drive(session: &mut Session, input: impl BufRead, how: &Driving) -> Ended {
    let output = Common::new(Output::new(how.json, how.every));
    let inner = std::mem::replace(&mut session.observer, Box::new(Quiet));
    session.observer = Box::new(PipeObserver {
        inner,
        output: output.clone(),
    });
    let limit = session.files.largest;
    let mut driver = Driver {
        session,
        how,
        output,
        ended: Ended::default(),
    };
    let mut input = Input::new(input, limit);
    loop {
        // Nothing runs: a signal ends the program at once.
        how.interrupt.be_patient(0);
        let entry = match input.next() {
            Ok(Some(entry)) => entry,
            Ok(None) => break,
            Err(why) => {
                driver.ended.unreadable = Some(reason(&why));
                break;
            }
        };
        how.interrupt.be_patient(1);
        if says_farewell(&entry.text) {
            break;
        }
        match &entry.refused {
            Some(why) => driver.refuse(why, entry.lines_before),
            None => driver.answer(&entry.text, entry.lines_before),
        }
        if driver.ended.interrupted {
            break;
        }
    }
    how.interrupt.be_patient(1);
    driver.finish()
}

/// Commands that leave nothing stored but their effect.
const FLEETING: &[&str] = &["go", "joint", "motor", "pull", "servo", "torque"];

struct Driver<'s> {
    session: &'s mut Session,
    how: &'s Driving,
    output: Common<Output>,
    ended: Ended,
}

impl Driver<'_> {
    /// Runs a command and writes its answer.
    fn answer(&mut self, text: &str, lines_before: usize) {
        let computed = as_value(text, self.session);
        let run = computed.as_deref().unwrap_or(text);
        let name = self.how.name;
        let watches = watched::verb(text, self.session);
        let before = self.session.sources.count();
        let result = match watches {
            Some(verb) => self.watch(verb, text, lines_before),
            None => self
                .session
                .run_lines(name, run, lines_before, self.how.typed),
        };
        if computed.is_some() && !self.session.diagnostics.is_empty() {
            let typed = self.how.typed;
            let source = self
                .session
                .keep_lines(name, text.trim(), lines_before, typed);
            report_as_typed(self.session, source);
        }
        let findings = self.take_findings();
        if matches!(result, Err(Stop::Interrupted)) {
            self.ended.interrupted = self.how.interrupt.is_set();
        }
        if !self.how.json {
            self.tell(&findings);
        } else {
            self.answer_as_json(text, lines_before, computed.is_some(), &result, &findings);
        }
        // A controller sends such commands for hours: entries without lasting content are not stored.
        let head = text.split_whitespace().next().unwrap_or_default();
        if FLEETING.contains(&head)
            && result.is_ok()
            && findings.is_empty()
            && self.session.sources.count() == before + 1
            && self.session.definition(head).is_none()
        {
            self.session.sources.forget_from(before);
        }
    }

    /// Writes the answer to a command as a JSON object on one line, without `reports`, `value` and `values` if there are none;
    /// `asks` if the command is an expression.
    fn answer_as_json(
        &mut self,
        text: &str,
        lines_before: usize,
        asks: bool,
        result: &Result<(), Stop>,
        findings: &[Diagnostic],
    ) {
        let value = match asks && result.is_ok() {
            true => self.session.variable("_").map(|kept| kept.datum.clone()),
            false => None,
        };
        let line = 1 + lines_before + text.lines().take_while(|l| is_aside(l)).count();
        let (printed, watched) = {
            let mut output = self.output.lock();
            (std::mem::take(&mut output.printed), output.expressions())
        };
        let values = watched.map(|expressions| {
            self.session.observe();
            self.session.values_of(&expressions)
        });
        let error = findings.iter().find(|d| d.severity == Severity::Error);
        let error = match (error, result) {
            (_, Err(Stop::Interrupted)) => Some("interrupted"),
            (Some(report), _) => Some(report.message.as_str()),
            (None, Err(_)) => Some("not run because of an earlier mistake"),
            (None, Ok(())) => None,
        };
        let mut answer = json!({
            "line": line,
            "ok": error.is_none(),
            "time": self.session.here().world.time,
            "printed": printed,
            "error": error,
        });
        if let Some(value) = &value {
            answer["value"] = of_datum(value);
            if let Some(unit) = unit_of(value) {
                answer["unit"] = json!(unit);
            }
        }
        if let Some(values) = values {
            answer["values"] = Value::Object(self.output.lock().named(&values));
        }
        if !findings.is_empty() {
            let reports = serde_json::from_str(&to_json(findings, &self.session.sources));
            answer["reports"] = reports.unwrap_or_default();
        }
        say_drawn(&(harmless(&answer.to_string()) + "\n"));
    }

    /// Answers a command that cannot be read.
    fn refuse(&mut self, why: &str, lines_before: usize) {
        let source = self
            .session
            .keep_lines(self.how.name, "", lines_before, self.how.typed);
        let message = format!("this command was not run: {why}");
        let report = Diagnostic::error("E030", Span::of(source, 0..0), message)
            .help("send commands as UTF-8 text, with long data in a file or in several lines");
        self.session.diagnostics.push(report);
        self.ended.refused = true;
        let findings = self.take_findings();
        match self.how.json {
            true => self.answer_as_json("", lines_before, false, &Err(Stop::Reported), &findings),
            false => self.tell(&findings),
        }
    }

    fn watch(&mut self, verb: watched::Verb, text: &str, lines_before: usize) -> Result<(), Stop> {
        let source = self
            .session
            .keep_lines(self.how.name, text, lines_before, self.how.typed);
        self.session.observe();
        let told = watched::obey(self.session, source, verb, &self.output);
        match told {
            Ok(lines) => {
                for line in lines {
                    self.session.print(&line);
                }
                Ok(())
            }
            Err(Stop::Mistake(report)) => {
                self.session.diagnostics.push(*report);
                Err(Stop::Reported)
            }
            Err(stop) => Err(stop),
        }
    }

    /// Removes and returns the findings since the last command.
    fn take_findings(&mut self) -> Vec<Diagnostic> {
        let mut findings = self.session.sorted_diagnostics();
        findings.extend(self.session.accuracy.new_warnings());
        self.session.diagnostics.clear();
        // They are reported, so their consequences are reported again.
        self.session.trust();
        let is_error = |d: &Diagnostic| d.severity == Severity::Error;
        self.ended.errors += findings.iter().filter(|d| is_error(d)).count();
        if self.how.quiet {
            findings.retain(is_error);
        }
        findings
    }

    fn tell(&self, findings: &[Diagnostic]) {
        if !findings.is_empty() {
            tell_drawn(&draw(findings, &self.session.sources, false));
        }
    }

    /// Completes the written files.
    fn finish(mut self) -> Ended {
        let result = match self.ended.errors {
            0 => Ok(()),
            _ => Err(Stop::Reported),
        };
        // Its errors become findings.
        let _ = self.session.end_lines(result);
        let findings = self.take_findings();
        self.tell(&findings);
        self.ended
    }
}

/// Whether a line contains no command.
fn is_aside(line: &str) -> bool {
    let line = line.trim_start();
    line.is_empty() || line.starts_with('#')
}

/// Whether an entry is only `quit` or `exit`.
pub(crate) fn says_farewell(text: &str) -> bool {
    let tokens = lex(0, text, &crate::commands::TABLE);
    let mut words = tokens.iter().filter(|(token, _)| *token != Token::LineEnd);
    let alone = words.next().filter(|_| words.next().is_none());
    alone.is_some_and(|(_, span)| {
        text.get(span.range())
            .is_some_and(|word| matches!(word, "quit" | "exit"))
    })
}

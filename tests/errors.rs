//! Every report of a script's errors, word for word, below the line that it is about.
//!
//! Each `tests/errors/*.corpus` is a script with errors. Below a line are its reports, as comments:
//!
//! ```text
//! addbdy thorax cube
//! # error E020 1-6: there is no command `addbdy`
//! # note `get cube from unit_cube` 5-8: first named here
//! # help: did you mean `addbody`?
//! ```
//!
//! The numbers are the first and last column, counted in characters from 1; one number is an empty span before that column.
//! There must be no other report. Scripts named `warned_` have warnings only, and those named `good_` no reports. A script is
//! checked, or run to its first error if its first line is `# run`. `CORPUS_UPDATE=1 cargo test --test suite errors::` writes the
//! current reports; read them before you commit them.

use corpus::diagnostic::{Diagnostic, Severity, codes, draw};
use corpus::session::{Mode, Quiet, Session};
use corpus::source::Span;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

fn scripts() -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = fs::read_dir("tests/errors")
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "corpus"))
        .collect();
    paths.sort();
    paths
}

/// Returns a session after the script; a text may replace that of the file.
fn session(path: &Path) -> Session {
    let text = fs::read_to_string(path).unwrap();
    let mode = match text.lines().next() {
        Some("# run") => Mode::Run,
        _ => Mode::Check,
    };
    let mut session = corpus::commands::session(mode, Box::new(Quiet));
    let _ = session.run_file(path).unwrap();
    session
}

fn is_report(line: &str) -> bool {
    let forms = ["# error ", "# warning ", "# note ", "# help: "];
    forms.iter().any(|form| line.trim_start().starts_with(form))
}

/// Returns the place of a span: the line on which it ends, and its columns.
fn columns(session: &Session, span: Span) -> (usize, String) {
    let (start, end) = (
        session.sources.place(span),
        session.sources.place(span.after()),
    );
    let columns = match end.line - start.line {
        0 if start.column == end.column => format!("{}", start.column),
        0 => format!("{}-{}", start.column, end.column - 1),
        lines => format!("{}-+{lines}:{}", start.column, end.column - 1),
    };
    (end.line, columns)
}

/// Returns a report as comments of a script, with its line.
fn annotation(session: &Session, report: &Diagnostic) -> (usize, String) {
    let severity = match report.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    let (line, place) = columns(session, report.span);
    let mut text = format!("# {severity} {} {place}: {}\n", report.code, report.message);
    for (span, note) in &report.notes {
        let source = session.sources.get(span.source).unwrap();
        let before = &source.text[..span.range().start];
        let at = before.rfind('\n').map_or(0, |at| at + 1);
        let line = source.text[at..].lines().next().unwrap_or_default();
        let file = match span.source == report.span.source {
            true => String::new(),
            false => format!("{}: ", source.name),
        };
        let (_, place) = columns(session, *span);
        let _ = writeln!(text, "# note {file}`{line}` {place}: {note}");
    }
    for line in report.help.iter().flat_map(|help| help.lines()) {
        let _ = writeln!(text, "# help: {line}");
    }
    (line, text)
}

/// Returns the scripts that a session has read, by name: unchanged, and with their actual reports in place of the expected
/// ones. A script that is read twice has the reports of both times.
fn annotated(session: &Session) -> BTreeMap<String, (String, String)> {
    let mut reports: BTreeMap<(String, usize), String> = BTreeMap::new();
    for report in session.sorted_diagnostics() {
        let (line, text) = annotation(session, &report);
        let name = session.sources.place(report.span).name.to_owned();
        *reports.entry((name, line)).or_default() += &text;
    }
    let mut texts = BTreeMap::new();
    for source in (0..).map_while(|id| session.sources.get(id)) {
        let mut text = String::new();
        for (i, line) in source.text.split_inclusive('\n').enumerate() {
            if !is_report(line) {
                text += line;
            }
            if let Some(reports) = reports.get(&(source.name.clone(), i + 1)) {
                text += reports;
            }
        }
        texts.insert(source.name.clone(), (source.text.to_string(), text));
    }
    texts
}

#[test]
fn every_script_gets_its_reports_and_no_other() {
    let update = std::env::var_os("CORPUS_UPDATE").is_some();
    let mut wrong = String::new();
    let scripts = scripts();
    assert!(scripts.len() > 50, "{}", scripts.len());
    for path in scripts {
        let session = session(&path);
        for (name, (held, text)) in annotated(&session) {
            if text != held {
                let _ = writeln!(wrong, "--- {name} should read:\n{text}");
                if update {
                    fs::write(name, text).unwrap();
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn every_script_has_a_mistake_unless_it_says_otherwise() {
    for path in scripts() {
        let name = path.file_name().unwrap().to_string_lossy();
        let (good, warned) = (name.starts_with("good_"), name.starts_with("warned_"));
        let session = session(&path);
        assert_eq!(session.has_errors(), !good && !warned, "{name}");
        assert_eq!(session.diagnostics.is_empty(), good, "{name}");
    }
}

#[test]
fn every_report_says_what_to_do_and_has_a_known_code() {
    for path in scripts() {
        for report in session(&path).sorted_diagnostics() {
            let told = format!("{}: {report:?}", path.display());
            assert!(codes::explain(report.code).is_some(), "{told}");
            assert!(!report.message.ends_with('.'), "{told}");
            // A malformed line is shown, and the report can only say that it must start with a command.
            let plain = ["E003", "E006"].contains(&report.code);
            assert!(report.help.is_some() || plain, "{told}");
        }
    }
}

/// Draws some reports completely.
#[test]
fn drawn_reports() {
    for name in [
        "ten_mistakes",
        "name_taken_across_files",
        "setrootmatrix",
        "unlinked",
        "cycle",
    ] {
        let session = session(Path::new(&format!("tests/errors/{name}.corpus")));
        let drawn = draw(&session.sorted_diagnostics(), &session.sources, false);
        // The comments with the reports are not shown.
        let shown: Vec<&str> = drawn
            .lines()
            .filter(|line| !line.contains("│ # "))
            .collect();
        insta::assert_snapshot!(format!("drawn_{name}"), shown.join("\n"));
    }
}

#[test]
fn ten_mistakes_are_ten_reports_in_order() {
    let session = session(Path::new("tests/errors/ten_mistakes.corpus"));
    let reports = session.sorted_diagnostics();
    assert_eq!(reports.len(), 10, "{reports:#?}");
    assert!(reports.is_sorted_by_key(|report| report.span.start));
}

/// Scripts of unusual layout have no errors.
#[test]
fn odd_scripts_without_mistakes() {
    let long = "move a 0 0 1mm # up\n".repeat(100_000);
    for text in [
        "",
        "\n",
        "# only a comment",
        "\u{feff}# after a byte order mark\n",
        "\u{feff}get a from unit_cube\r\nmove a 1 0 0\r\n\r\n# end\r\n",
        "get a from unit_cube\rmove a 1 0 0\r",
        "get a from unit_cube\n\tmove\ta\t1 0 0   \t\n",
        &format!("get a from unit_cube\n{long}"),
    ] {
        for mode in [Mode::Check, Mode::Run] {
            let mut session = corpus::commands::session(mode, Box::new(Quiet));
            let result = session.run_text("odd", text);
            let start: String = text.chars().take(50).collect();
            assert!(result.is_ok(), "{start:?}: {:?}", session.diagnostics);
            assert!(session.diagnostics.is_empty(), "{start:?}");
        }
    }
}

/// A hundred thousand errors are reported like one, in acceptable time.
#[test]
fn many_mistakes() {
    let mut session = corpus::commands::session(Mode::Check, Box::new(Quiet));
    let _ = session.run_text("odd", &"move a 1 0 0\n".repeat(20_000));
    assert_eq!(session.diagnostics.len(), 20_000);
}

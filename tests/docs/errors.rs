//! The page of errors: every code with its explanation, and reports of the most common ones.

use corpus::diagnostic::codes::CODES;
use corpus::diagnostic::draw;
use corpus::session::{Mode, Quiet};
use std::fmt::Write as _;

/// Scripts with an error each, which show its report.
const EXAMPLES: &[(&str, &str)] = &[
    ("E002", "setgrav 9..8\n"),
    ("E008", "for i in 0..3\n  print {i}\n"),
    ("E010", "setgrav 9.8m/sec2\n"),
    ("E012", "get box from unit_cube\nscale box 2cm 2cm 2g\n"),
    ("E013", "let side = 2cm *\n"),
    (
        "E014",
        "let side = 2cm\nlet weight = 3g\nprint {side + weight}\n",
    ),
    ("E015", "let side = 2cm\nprint {sides to mm}\n"),
    ("E020", "grvity on\n"),
    ("E021", "get box from unit_cube\nmove box 1cm 0\n"),
    ("E022", "grav on 9.8\n"),
    ("E023", "get box from unit_cube\nrotate box w 45\n"),
    ("E024", "addcorpus bug\naddcorpus bug\n"),
    ("E025", "get trunk from unit_cube\nmove trnk 1cm 0 0\n"),
    ("E027", "dt 0ms\n"),
    (
        "E042",
        "addcorpus bug\n\
         get trunk from unit_cube\naddbody trunk trunk 0 1 0 rotary 1g/cm3\n\
         get leg from unit_cube\naddbody leg leg 0 1 0 rotary 1g/cm3\n\
         setroot trunk\ncorpusinit\n",
    ),
    (
        "E048",
        "addcorpus bug\nget box from unit_cube\naddbody a box 0 1 0 rotary 1g/cm3\naddbody b box 0 1 0 rotary 1g/cm3\n",
    ),
    ("E050", "go 1s\n"),
    (
        "E051",
        "addcorpus bug\n\
         get trunk from unit_cube\naddbody trunk trunk 0 1 0 rotary 1g/cm3\n\
         joint trunk b 0.1\n",
    ),
    (
        "E062",
        "get box from unit_cube\nmove box x=1cm y=0 z=0 height=2cm\n",
    ),
    ("E063", "expect 2 * 3 == 5 \"two by three\"\n"),
];

pub fn page() -> String {
    let mut out = String::from(
        "# Errors and warnings\n\n\
         Generated from the table of codes by `CORPUS_UPDATE=1 cargo test --test suite docs::`; do not edit.\n\n\
         Each report has a code, which `corpus explain E012` explains. The meaning of a code never changes. Codes that begin \
         with `E` are errors (inside a `try` most of them are reported as warnings), and a script in which an error other than E063 is found before it starts does not run; codes that begin \
         with `W` are warnings. `corpus check` reports everything that can be found without simulating, in one run.\n",
    );
    for code in CODES {
        let _ = write!(
            out,
            "\n## {}: {}\n\n{}\n",
            code.code, code.title, code.explanation
        );
        for (_, script) in EXAMPLES.iter().filter(|(of, _)| *of == code.code) {
            let _ = write!(out, "\n```text\n{}```\n", report(code.code, script));
        }
    }
    out
}

/// Returns the report of the only error in a script.
fn report(code: &str, script: &str) -> String {
    let mut session = corpus::commands::session(Mode::Check, Box::new(Quiet));
    let _ = session.run_text("example.corpus", script);
    if session.diagnostics.is_empty() {
        session = corpus::commands::session(Mode::Run, Box::new(Quiet));
        let _ = session.run_text("example.corpus", script);
    }
    let codes: Vec<&str> = session.diagnostics.iter().map(|d| d.code).collect();
    assert_eq!(codes, [code], "{script}");
    draw(&session.diagnostics, &session.sources, false)
}

//! The first transcript of the page on the prompt.

use super::root;
use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

/// Returns a line of a `go` without its speed, which differs between runs.
fn without_factor(line: &str) -> Vec<String> {
    let parts = line.split(" | ");
    let kept = parts.filter(|part| !part.ends_with("x real time"));
    kept.flat_map(str::split_whitespace)
        .map(str::to_owned)
        .collect()
}

/// Whether two lines agree: walking is chaotic, so a change of rounding in the program changes more than last digits.
fn close(a: &str, b: &str) -> bool {
    match (a.parse::<f64>(), b.parse::<f64>()) {
        (Ok(a), Ok(b)) => (a - b).abs() <= 0.25 * a.abs().max(b.abs()),
        _ => a == b,
    }
}

#[test]
fn the_page_of_the_prompt_shows_what_the_prompt_prints() {
    let page = fs::read_to_string(root().join("docs/prompt.md")).unwrap();
    let transcript = page
        .split("```")
        .find(|block| block.contains("TAB completes"));
    let lines: Vec<&str> = transcript.unwrap().lines().collect();
    let begin = lines
        .iter()
        .position(|l| l.starts_with("corpus> "))
        .unwrap();
    let typed = |l: &&str| l.strip_prefix("corpus>").map(|t| t.trim().to_owned());
    let entries: Vec<String> = lines.iter().filter_map(typed).collect();
    let shown: Vec<&str> = lines[begin..]
        .iter()
        .copied()
        .filter(|l| typed(l).is_none())
        .collect();

    let mut program = Command::new(env!("CARGO_BIN_EXE_corpus"))
        .arg("repl")
        .current_dir(root().join("scripts"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = program.stdin.take().unwrap();
    input.write_all(entries.join("\n").as_bytes()).unwrap();
    drop(input);
    let output = program.wait_with_output().unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && shown.len() > 2, "{printed}");
    assert_eq!(printed.lines().count(), shown.len(), "{printed}");
    for (printed, shown) in printed.lines().zip(shown) {
        let (a, b) = (without_factor(printed), without_factor(shown));
        let same = a.len() == b.len() && a.iter().zip(&b).all(|(a, b)| close(a, b));
        assert!(same, "the page shows\n{shown}\nbut it is\n{printed}");
    }
}

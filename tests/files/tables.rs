//! Tables: complete to the last row however a run ends, and safe for spreadsheets and shells.

use super::{BOX, Place};
use std::process::Command;

/// A table of an earlier run.
const OLD: &str = "time\ns\n";

/// Returns the number of rows of a table whose rows all have the same number of cells.
#[track_caller]
fn rows(text: &str) -> usize {
    assert!(text.ends_with('\n'), "{text:?}");
    let cells = |line: &str| line.split(',').count();
    let first = cells(text.lines().next().unwrap());
    assert!(text.lines().all(|line| cells(line) == first), "{text}");
    text.lines().count() - 2
}

#[test]
fn tables_are_complete_however_a_script_ends() {
    for (rest, status) in [
        ("go 10", 0),
        ("go 10\nprint {1/(b.x-b.x)}", 1),
        ("go 10\nexpect false", 1),
        ("after 10ms\n  print {1/(b.x-b.x)}\nend\ngo 1s", 1),
        ("grav on\nmaxv b 0.1 100\ngo 1s", 1),
    ] {
        let place = Place::new();
        place.put("t.csv", OLD);
        place.script(
            "s.corpus",
            &format!("record t.csv {{b.z}} {{b.vel}}\n{rest}"),
        );
        let run = place.corpus(&["run", "-q", "s.corpus"]);
        assert_eq!(run.status, status, "{rest}: {run:?}");
        assert!(rows(&place.get("t.csv")) >= 10, "{rest}");
        let expected: &[&str] = if rest.contains("maxv") {
            &["s.corpus", "s.last-good.json", "t.csv"]
        } else {
            &["s.corpus", "t.csv"]
        };
        assert_eq!(place.names(), expected);
    }
}

#[test]
fn a_table_that_does_not_fit_leaves_the_old_one_and_tells_where_its_rows_are() {
    let place = Place::new();
    place.put("t.csv", OLD);
    place.script("s.corpus", "record t.csv {b.z} {b.vel}\ngo 5s");
    let run = place.on_full_disk(64, &["run", "-q", "s.corpus"]);
    run.is(2, "E065");
    run.is(2, "the earlier rows are in");
    assert_eq!(place.get("t.csv"), OLD);
    assert!(rows(&place.get(".t.csv.part")) > 0 || place.get(".t.csv.part").lines().count() == 2);
}

#[test]
fn a_formula_in_wide_signs_or_behind_a_mark_was_not_guarded() {
    let place = Place::new();
    for text in [
        "＝1+1",
        "＋1",
        "－x",
        "＠x",
        "\u{feff}=1",
        "\u{200b}@x",
        "\t=1",
    ] {
        place.put("s.corpus", "param text = \"\"\nrecord t.csv {text}\n");
        let given = format!("text={text}");
        let run = place.corpus(&["run", "-q", "s.corpus", "-D", &given]);
        assert_eq!(run.status, 0, "{run:#?}");
        let table = place.get("t.csv");
        assert!(table.contains(&format!("\"'{text}\"")), "{text}: {table}");
    }
}

#[test]
fn cells_make_neither_a_shell_nor_a_spreadsheet_do_anything() {
    let place = Place::new();
    let texts = [
        "$(touch PWNED)",
        "`touch PWNED`",
        "x; touch PWNED; #",
        "x\\",
        "' touch PWNED '",
        "a && touch PWNED",
        "a | touch PWNED",
        "${IFS}",
        "=1+cmd|'/C calc'!A0",
        "+1+1",
        "-1+1",
        "@SUM(1)",
        "  =1",
    ];
    let lists: Vec<String> = texts
        .iter()
        .map(|text| format!("{{\"{}\"}}", text.replace('\\', "\\\\").replace('{', "\\{")))
        .collect();
    place.script(
        "s.corpus",
        &format!("rest 1cm\nrecord t.csv {} {{-b.z}}\ngo 3", lists.join(" ")),
    );
    let run = place.corpus(&["run", "s.corpus"]);
    assert_eq!(run.status, 0, "{run:#?}");
    let table = place.get("t.csv");
    for text in ["'=1+cmd", "'+1+1", "'-1+1", "'@SUM(1)", "'-b.z"] {
        assert!(table.contains(text), "{text}: {table}");
    }
    // Numbers stay numbers.
    assert!(table.lines().last().unwrap().contains(",-0"), "{table}");
    for shell in ["sh", "bash"] {
        let _ = Command::new(shell)
            .arg("t.csv")
            .current_dir(place.path("."))
            .output();
        assert!(!place.path("PWNED").exists(), "{shell}: {table}");
    }
}

#[test]
fn a_table_at_the_prompt_is_there_behind_each_entry() {
    let place = Place::new();
    let text = format!("{BOX}record t.csv {{b.z}}\ngo 3\n");
    let mut command = assert_cmd::Command::cargo_bin("corpus").unwrap();
    let command = command.current_dir(place.path(".")).arg("repl");
    assert!(command.write_stdin(text).output().unwrap().status.success());
    assert_eq!(rows(&place.get("t.csv")), 4);
}

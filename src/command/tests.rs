//! Help and examples: what the table says of itself must be so.

use super::{COMMANDS, Follows, Group, help_all, help_word, usage};
use crate::session::{Mode, Quiet, Session};
use std::fmt::Write as _;

/// What is found wrong with an example.
fn findings(code: &str, mode: Mode) -> Vec<&'static str> {
    let mut session = Session::new(mode, Box::new(Quiet));
    let _ = session.run_text("example", code);
    session.diagnostics.iter().map(|d| d.code).collect()
}

#[test]
fn every_example_runs() {
    for command in COMMANDS {
        for example in command.examples {
            // The scripts of an `include` are not here.
            let expected: &[&str] = match command.name {
                "include" => &["E030"],
                _ => &[],
            };
            for mode in [Mode::Check, Mode::Run] {
                let found = findings(example.code, mode);
                assert_eq!(found, expected, "{}:\n{}", command.name, example.code);
            }
        }
    }
}

#[test]
fn an_example_shows_its_command() {
    for command in COMMANDS {
        for example in command.examples {
            let heads = example.code.lines().map(|line| line.split(' ').next());
            let mut heads = heads.map(Option::unwrap_or_default);
            assert!(heads.any(|head| head == command.name), "{}", example.code);
        }
    }
}

#[test]
fn usage_lines() {
    let mut lines = String::new();
    for command in COMMANDS {
        let _ = writeln!(lines, "{}", usage(command));
    }
    insta::assert_snapshot!(lines);
}

#[test]
fn pages() {
    for (name, word) in [
        ("get", "get"),
        ("motor", "motor"),
        ("procom", "procom"),
        ("go", "go"),
        ("joint", "joint"),
    ] {
        insta::assert_snapshot!(format!("page_{name}"), help_word(word).unwrap());
    }
    insta::assert_snapshot!("related_spring", help_word("spring").unwrap());
    insta::assert_snapshot!("list", help_all());
}

#[test]
fn help_on_what_is_none() {
    assert_eq!(
        help_word("motr"),
        Err("there is no command `motr`; did you mean `motor`?".into())
    );
    assert_eq!(
        help_word("nonsense"),
        Err("nothing is known of `nonsense`; `corpus help` lists the commands".into())
    );
    assert_eq!(help_word(" "), Ok(help_all()));
}

#[test]
fn every_chapter_has_commands() {
    for group in Group::ALL {
        assert!(COMMANDS.iter().any(|c| c.group == *group), "{group:?}");
    }
    assert!(COMMANDS.iter().any(|c| c.follows == Follows::Rows));
}

//! Tests of help and examples: the table must describe the commands correctly.

use super::{COMMANDS, TABLE};
use crate::help::{help_all, help_word};
use crate::session::command::{Follows, Group, named_lists, usage};
use crate::session::{Mode, Quiet};
use std::fmt::Write as _;

/// Returns the codes of the findings in an example.
fn findings(code: &str, mode: Mode) -> Vec<&'static str> {
    let mut session = crate::commands::session(mode, Box::new(Quiet));
    let folder = tempfile::tempdir().expect("a folder for what examples write");
    session.files.output = folder.path().to_owned();
    let _ = session.run_text("example", code);
    session.diagnostics.iter().map(|d| d.code).collect()
}

#[test]
fn every_example_runs() {
    for command in COMMANDS {
        for example in command.examples() {
            // This session may not read the scripts that an `include` names.
            for mode in [Mode::Check, Mode::Run] {
                let expected: &[&str] = match command.name {
                    "include" => &["E077"],
                    _ => &[],
                };
                let found = findings(example.code, mode);
                assert_eq!(found, expected, "{}:\n{}", command.name, example.code);
            }
        }
    }
}

#[test]
fn an_example_shows_its_command() {
    for command in COMMANDS {
        for example in command.examples() {
            let heads = example
                .code
                .lines()
                .map(|line| line.split_whitespace().next());
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
fn help_lists_the_arguments_that_a_named_list_gives() {
    let lists = |name: &str| named_lists(TABLE.find(name).expect("a command"));
    assert_eq!(lists("crosslink"), ["`at=[x y z]`", "`push=[px py pz]`"]);
    assert_eq!(lists("grav"), [""; 0]);
    let help = help_word(&TABLE, "crosslink").expect("a command");
    assert!(help.contains("Arguments as named lists: `at=[x y z]`"));
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
        insta::assert_snapshot!(format!("page_{name}"), help_word(&TABLE, word).unwrap());
    }
    insta::assert_snapshot!("related_spring", help_word(&TABLE, "spring").unwrap());
    insta::assert_snapshot!("list", help_all(&TABLE));
}

#[test]
fn help_on_what_is_none() {
    assert_eq!(
        help_word(&TABLE, "motr"),
        Err("there is no command `motr`; did you mean `motor`?".into())
    );
    assert_eq!(
        help_word(&TABLE, "nonsense"),
        Err("no help for `nonsense`; `corpus help` lists the commands".into())
    );
    assert_eq!(help_word(&TABLE, " "), Ok(help_all(&TABLE)));
}

#[test]
fn every_chapter_has_commands() {
    for group in Group::ALL {
        assert!(COMMANDS.iter().any(|c| c.group == *group), "{group:?}");
    }
    assert!(COMMANDS.iter().any(|c| c.follows == Follows::Rows));
}

/// A part's object must not be taken for that of its body, although it is fetched before and fixed after it.
#[test]
fn a_part_leaves_the_place_of_its_body_alone() {
    let mut session = crate::commands::session(Mode::Run, Box::new(Quiet));
    let script = "addcorpus c\nget horn from unit_cone\nget trunk from unit_cube\nget head from unit_cube\n\
        addbody trunk trunk 0 0 1 rotary 1000\naddbody head head 0 0 1 rotary 1000\n\
        addpart horn horn head 1000\nmove head 0.25 0 0\nlinkbodies trunk head\nsetroot trunk\ncorpusinit";
    assert!(session.run_text("part", script).is_ok());
    let draft = session.here().definitions.draft().expect("a figure");
    assert_eq!(draft.figure.bodies[1].placement.translation.x, 0.25);
}

/// Names stay with their objects when an earlier one is closed.
#[test]
fn closing_an_object_moves_no_name() {
    let mut session = crate::commands::session(Mode::Run, Box::new(Quiet));
    let script = "get a from unit_cube\nget b from unit_cube\nget c from unit_cube\ncloseobj a\nmove c 3 0 0\nget a from unit_cube";
    assert!(session.run_text("close", script).is_ok());
    let objects = session.here().definitions.objects.iter();
    let told: Vec<(&str, f64)> = objects
        .map(|o| (o.object.name.as_str(), o.object.transform.translation.x))
        .collect();
    assert_eq!(told, [("b", 0.0), ("c", 3.0), ("a", 0.0)]);
}

#[test]
fn named_arguments_are_those_of_the_table() {
    use crate::lang::vocabulary::Vocabulary;
    assert!(TABLE.takes_named("addbody", "density") && TABLE.takes_named("addbody", "axis"));
    assert!(!TABLE.takes_named("joint", "q") && !TABLE.takes_named("motor", "etarget"));
    // A script may define such a command.
    assert!(TABLE.takes_named("leg", "length"));
}

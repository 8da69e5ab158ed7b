//! Pages, and parts of pages, that are generated from the tables of the program.

use super::{errors, root, updating};
use corpus::lang::units::{aliases, units};
use corpus::lang::value::functions::{CONSTANTS, FUNCTIONS};
use corpus::lang::value::{Datum, show};
use corpus::session::{Measured, Owner, QUANTITIES};
use std::fmt::Write as _;
use std::fs;

/// Compares a page with its expected text, or writes it.
fn hold(page: &str, wanted: &str) {
    let path = root().join("docs").join(page);
    if updating() {
        fs::write(&path, wanted).unwrap();
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        kept == wanted,
        "docs/{page} is out of date; `CORPUS_UPDATE=1 cargo test --test suite docs::` generates it"
    );
}

#[test]
fn the_manual_is_the_tables() {
    hold(
        "commands.md",
        &corpus::help::manual(&corpus::commands::TABLE),
    );
}

#[test]
fn the_page_of_errors_is_the_tables() {
    hold("errors.md", &errors::page());
}

#[test]
fn the_tables_of_the_language_are_those_of_the_program() {
    let path = root().join("docs/language.md");
    let mut page = fs::read_to_string(path).unwrap();
    for (name, made) in [
        ("units", unit_table()),
        ("functions", function_table()),
        ("constants", constant_table()),
        ("quantities", quantity_tables()),
    ] {
        let begin = format!("<!-- made from the table of {name} -->\n");
        let (before, behind) = page.split_once(&begin).expect(&begin);
        let (_, after) = behind.split_once("<!-- end -->").expect("<!-- end -->");
        page = format!("{before}{begin}\n{made}\n<!-- end -->{after}");
    }
    hold("language.md", &page);
}

#[cfg(feature = "repl")]
#[test]
fn the_keys_of_a_viewer_are_those_of_the_program() {
    let path = root().join("docs/howto/view.md");
    let page = fs::read_to_string(path).unwrap();
    let begin = "<!-- made from the table of keys -->\n";
    let (before, behind) = page.split_once(begin).expect(begin);
    let (_, after) = behind.split_once("<!-- end -->").expect("<!-- end -->");
    let mut table = String::from("| keys | |\n|---|---|\n");
    for (keys, does) in corpus::view::help() {
        let keys: Vec<String> = keys.split(' ').map(|key| format!("`{key}`")).collect();
        let _ = writeln!(table, "| {} | {does} |", keys.join(", "));
    }
    hold(
        "howto/view.md",
        &format!("{before}{begin}\n{table}\n<!-- end -->{after}"),
    );
}

fn unit_table() -> String {
    let mut out = String::from("| unit | | in SI | also |\n|---|---|---|---|\n");
    for (symbol, unit) in units() {
        let value = corpus::session::si(unit.to_si(1.0), &unit.dimension.si_unit());
        let words = unit.dimension.to_string();
        let words = words.split(" (").next().unwrap_or_default();
        let also: Vec<String> = aliases(symbol).map(|a| format!("`{a}`")).collect();
        let _ = writeln!(
            out,
            "| `{symbol}` | {words} | {value} | {} |",
            also.join(", ")
        );
    }
    out
}

fn function_table() -> String {
    let mut out = String::from("| function | | for example |\n|---|---|---|\n");
    for function in FUNCTIONS {
        let _ = writeln!(
            out,
            "| `{}` | {} | `{}` is `{}` |",
            function.usage(),
            function.summary,
            function.example,
            function.result
        );
    }
    out
}

fn constant_table() -> String {
    let mut out = String::from("| constant | | |\n|---|---|---|\n");
    for constant in CONSTANTS {
        let value = show(&Datum::Number(constant.value.clone()));
        let _ = writeln!(
            out,
            "| `{}` | {} | {value} |",
            constant.name, constant.summary
        );
    }
    out
}

fn quantity_tables() -> String {
    let owners = [
        (Owner::Body, "Quantities of a body, such as `trunk.z`"),
        (
            Owner::Joint,
            "Quantities of a body with a parent, and so with a joint, such as `leg.q`",
        ),
        (
            Owner::Corpus,
            "Quantities of a whole figure, such as `roach.com`",
        ),
        (
            Owner::Gait,
            "Quantities of a gait, such as `walk.leg0.phase`",
        ),
        (
            Owner::World,
            "Quantities of a world, such as `world.time`; the first world is called `world`",
        ),
    ];
    let mut out = String::new();
    for (owner, title) in owners {
        let _ = writeln!(out, "{title}.\n\n| | is | |\n|---|---|---|");
        let own = QUANTITIES.iter().filter(|quantity| quantity.owner == owner);
        for quantity in own {
            let _ = writeln!(
                out,
                "| `{}` | {} | {} |",
                quantity.field,
                measured(quantity.measured),
                quantity.doc
            );
        }
        out.push('\n');
    }
    out.truncate(out.trim_end().len());
    out.push('\n');
    out
}

fn measured(measured: Measured) -> String {
    match measured {
        Measured::Number(dimension) => dimension.to_string(),
        Measured::Vector(dimension) => format!("a vector, each member {dimension}"),
        Measured::Joint { turning, sliding } => {
            format!("{turning}, or {sliding} if the joint slides")
        }
        Measured::Contacts => "a list of records".into(),
        Measured::Flag | Measured::Question => "true or false".into(),
        Measured::Text => "a word".into(),
    }
}

//! Commands and units in the grammar for tree-sitter. Its own tests are in its own crate.

use super::words;
use corpus::commands::{COMMANDS, TABLE};
use corpus::lang::dimension::Dimension;
use corpus::lang::units::symbols;
use corpus::lang::vocabulary::{Rest, Vocabulary};
use corpus::session::command::{Follows, Kind, Param};
use serde_json::{Map, Value as Json};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("grammar/tree-sitter")
        .join(name)
}

/// Compares a file with its expected contents, or writes it.
#[track_caller]
fn hold(name: &str, wanted: &str) {
    if std::env::var_os("CORPUS_UPDATE").is_some() {
        fs::write(file(name), wanted).unwrap();
    }
    assert!(
        fs::read_to_string(file(name)).unwrap() == wanted,
        "grammar/tree-sitter/{name} is not the table's; `CORPUS_UPDATE=1 cargo test --test suite grammar::` makes it anew"
    );
}

/// The line of the query for colours after which everything is generated.
const MARKER: &str = "; ---- The table of commands: made by `CORPUS_UPDATE=1 cargo test --test suite grammar::`, to the end of the file\n";

/// Returns `(#any-of? @of "a" "b")`, in lines.
fn any_of(of: &str, words: &[&str]) -> String {
    let mut text = format!("  (#any-of? {of}");
    let mut width = text.len();
    for word in words {
        if width + word.len() + 3 > 110 {
            text += "\n   ";
            width = 3;
        }
        text += &format!(" \"{word}\"");
        width += word.len() + 3;
    }
    text + ")"
}

/// An argument whose kind the table determines.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Known {
    place: usize,
    node: &'static str,
    colour: &'static str,
    /// Possible words; any word if empty.
    words: Vec<&'static str>,
}

fn known(form: &[Param], place: usize) -> Option<Known> {
    let (node, colour, words) = match form[place].kind {
        Kind::Path => ("[(word) (string)]", "@string.special.path", vec![]),
        Kind::Command => ("(word)", "@function.call", vec![]),
        Kind::Filler(word) => ("(word)", "@keyword", vec![word]),
        _ => ("(word)", "@constant.builtin", words(form, place)?.0),
    };
    Some(Known {
        place,
        node,
        colour,
        words,
    })
}

/// Returns the pattern of the commands with the same known arguments.
fn pattern(known: &[Known], heads: &BTreeSet<&str>) -> String {
    let heads: Vec<&str> = heads.iter().copied().collect();
    let mut text = String::from("\n((command head: (word) @function.builtin");
    let mut next = 0;
    for Known {
        place,
        node,
        colour,
        ..
    } in known
    {
        text += &"\n    . argument: (_)".repeat(place - next);
        write!(text, "\n    . argument: {node} {colour}").unwrap();
        next = place + 1;
    }
    text += ")\n";
    text += &any_of("@function.builtin", &heads);
    for Known { colour, words, .. } in known.iter().filter(|known| !known.words.is_empty()) {
        text += "\n";
        text += &any_of(colour, words);
    }
    text + ")\n"
}

/// Returns the patterns from the table. The last one that matches a line's head colours it, so more specific ones follow less
/// specific ones, and each is complete.
fn patterns() -> String {
    let mut heads: BTreeMap<(usize, Vec<Known>), BTreeSet<&str>> = BTreeMap::new();
    // `!` is not a word: messages have their own nodes.
    for command in COMMANDS.iter().filter(|command| command.name != "!") {
        heads.entry((0, vec![])).or_default().insert(command.name);
        for form in command.forms {
            let by_place = form.iter().take_while(|param| !param.named).count();
            let all = (0..by_place).filter_map(|place| known(form, place));
            let all: Vec<Known> = all.collect();
            for count in 1..=all.len() {
                let key = (count, all[..count].to_vec());
                heads.entry(key).or_default().insert(command.name);
            }
        }
    }
    let patterns = heads
        .iter()
        .map(|((_, known), heads)| pattern(known, heads));
    patterns.collect()
}

#[test]
fn the_colours_of_commands_are_the_tables() {
    let name = "queries/highlights.scm";
    let query = fs::read_to_string(file(name)).unwrap();
    let (by_hand, _) = query.split_once(MARKER).unwrap();
    hold(name, &(by_hand.to_owned() + MARKER + &patterns()));
}

/// Returns the heads whose line or following lines have a special syntax.
pub(super) fn forms() -> Map<String, Json> {
    let forms = fs::read_to_string(file("forms.json")).unwrap();
    serde_json::from_str(&forms).unwrap()
}

#[test]
fn the_forms_are_the_tables() {
    let forms = forms();
    for command in COMMANDS {
        let follows = match command.follows {
            Follows::Nothing => "nothing",
            Follows::List => "list",
            Follows::Rows => "rows",
            Follows::Block => "block",
            Follows::Branches => "branches",
        };
        let rest = match TABLE.shape(command.name).rest {
            // The command within the line is an argument there.
            Rest::Arguments | Rest::Command => "arguments",
            Rest::Expression => "expression",
            Rest::Claim => "claim",
            Rest::Moment => "moment",
            Rest::Assignment => "assignment",
            Rest::Parameter => "parameter",
            Rest::Loop => "loop",
            Rest::Function => "function",
            Rest::Text => "text",
        };
        match forms.get(command.name) {
            Some(form) => assert_eq!(
                (&form["follows"], &form["rest"]),
                (&follows.into(), &rest.into()),
                "{}",
                command.name
            ),
            None => assert_eq!(
                (follows, rest),
                ("nothing", "arguments"),
                "forms.json lacks {}",
                command.name
            ),
        }
    }
}

/// Returns the symbols of units.
pub(super) fn symbols_of_units() -> BTreeSet<String> {
    // The symbols are requested by dimension; no unit with its own symbol exceeds these powers.
    let powers = -3..=3;
    let mut found = BTreeSet::new();
    for length in powers.clone() {
        for mass in powers.clone() {
            for time in powers.clone() {
                for angle in powers.clone() {
                    let dimension = Dimension {
                        length,
                        mass,
                        time,
                        angle,
                        energy: false,
                    };
                    let symbols = symbols(dimension).into_iter();
                    found.extend(symbols.filter(|s| s.chars().all(char::is_alphabetic)));
                }
            }
        }
    }
    found
}

#[test]
fn the_symbols_of_units_are_the_tables() {
    let mut text = String::from(
        "// The symbols of units: made by `CORPUS_UPDATE=1 cargo test --test suite grammar::`.\n\n\
         static const char *const UNITS[] = {\n",
    );
    for symbol in symbols_of_units() {
        assert!(symbol.len() < 8, "the scanner has no room for `{symbol}`");
        writeln!(text, "    \"{symbol}\",").unwrap();
    }
    hold("src/units.h", &(text + "};\n"));
}

//! The rules of the grammar for Visual Studio Code for the language's own forms, and for units in expressions.

use super::{STOP, tree_sitter};
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;

/// Pattern of a name of the language.
const NAME: &str = r"[\p{L}_][\p{L}\p{N}_]*";

/// Returns the scope of a form's head, by the node name in the other grammar.
fn scope(node: &str) -> &'static str {
    match node {
        "assignment" => "storage.type.variable.corpus",
        "conditional" => "keyword.control.conditional.corpus",
        "loop" | "for_loop" => "keyword.control.loop.corpus",
        "event" => "keyword.control.event.corpus",
        "definition" | "function" => "storage.type.function.corpus",
        "return" => "keyword.control.return.corpus",
        "claim" => "keyword.other.claim.corpus",
        "output" => "support.function.output.corpus",
        _ => panic!("forms.json: `{node}` has no colour"),
    }
}

fn named(name: &str) -> Json {
    json!({ "name": name })
}

/// Returns a rule from a head to the end of its line.
fn line(begin: &str, captures: &Json, inside: &[&str]) -> Json {
    let inside: Vec<Json> = inside
        .iter()
        .map(|name| json!({ "include": name }))
        .collect();
    json!({ "begin": begin, "beginCaptures": captures, "end": "(?=#)|$", "patterns": inside })
}

/// Returns the rules of the forms that differ only in their word.
fn rules_of(node: &str, rest: &str, words: &[&str]) -> Vec<Json> {
    let head = format!(r"^[ \t]*({})", words.join("|"));
    let colour = named(scope(node));
    let alone = json!({ "1": colour });
    match (node, rest) {
        ("definition", _) => vec![line(
            &format!(r"{head}{STOP}(?:[ \t]+([^ \t#{{}}\[\]]+))?"),
            &json!({ "1": colour, "2": named("entity.name.function.corpus") }),
            &["#parameter", "#arguments"],
        )],
        ("function", _) => vec![line(
            &format!(r"{head}{STOP}(?:[ \t]+({NAME})[ \t]*)?"),
            &json!({ "1": colour, "2": named("entity.name.function.corpus") }),
            &["#parameters", "#assignment", "#expression"],
        )],
        (_, "parameter") => {
            let mut rule = line(
                &format!(r"{head}{STOP}(?:[ \t]+({NAME}))?"),
                &json!({ "1": colour, "2": named("variable.other.corpus") }),
                &["#assignment", "#expression"],
            );
            // A `to` before anything but a number is read as that of a unit.
            let words = r"(?<![\p{L}\p{N}_.])(?:from|to(?=[ \t]+[-(0-9.]))(?![\p{L}\p{N}_])";
            let words = json!({ "match": words, "name": "keyword.operator.range.corpus" });
            if let Some(patterns) = rule["patterns"].as_array_mut() {
                patterns.insert(1, words);
            }
            vec![rule]
        }
        (_, "assignment") => vec![line(
            &format!(r"{head}{STOP}(?:[ \t]+({NAME}))?"),
            &json!({ "1": colour, "2": named("variable.other.corpus") }),
            &["#assignment", "#expression"],
        )],
        (_, "loop") => {
            let head = format!(r"{head}{STOP}(?:[ \t]+({NAME})(?:[ \t]+(in)\b)?)?");
            let captures = json!({
                "1": colour,
                "2": named("variable.other.corpus"),
                "3": named("keyword.control.loop.corpus"),
            });
            // A range, a single name, a call, a sum or product; anything else is arguments.
            let computed = format!(
                r"{head}(?=[^#/]*\.\.(?!/)|[ \t]*{NAME}(?:\(|(?:\.{NAME})*[ \t]*(?:#|$))|[^#{{\x22]*[^ \t#{{\x22][ \t]+[-+*/][ \t]+[^ \t#{{\x22])"
            );
            vec![
                line(&computed, &captures, &["#expression"]),
                line(&head, &captures, &["#arguments"]),
            ]
        }
        (_, "text") => vec![json!({
            "begin": format!("{head}{STOP}"),
            "beginCaptures": alone,
            "end": r"(?<=[ \t])(?=#)|$",
            "contentName": "string.unquoted.corpus",
            "patterns": [{ "include": "#record" }, { "include": "#splice" }, { "match": "\"[^\"{]*\"?" }],
        })],
        (_, "arguments") => vec![line(&format!("{head}{STOP}"), &alone, &["#arguments"])],
        _ => vec![line(
            &format!(r"{head}(?![^ \t#({{\[\x22])"),
            &alone,
            &["#expression"],
        )],
    }
}

/// Returns the rules of all forms that are not in the table of commands.
pub(super) fn rules() -> Json {
    let forms = tree_sitter::forms();
    let mut alike: BTreeMap<(&str, &str), Vec<&str>> = BTreeMap::new();
    for (word, form) in &forms {
        let what = |key: &str| form[key].as_str().unwrap();
        if !matches!(what("follows"), "list" | "rows") {
            alike
                .entry((what("node"), what("rest")))
                .or_default()
                .push(word);
        }
    }
    let rules = alike
        .iter()
        .flat_map(|((node, rest), words)| rules_of(node, rest, words));
    rules.collect()
}

/// Returns the pattern of any unit symbol.
fn symbols() -> String {
    let symbols: Vec<String> = tree_sitter::symbols_of_units().into_iter().collect();
    symbols.join("|") + "|[µμ](?:m|s|N|J)|°"
}

/// Returns the pattern of the end of an argument that begins with a brace. Text that touches it is a unit only if it is a unit
/// symbol: it may also be the rest of a name.
pub(super) fn end_of_amount() -> String {
    let unit = format!(r"(?:{})(?:\^?-?[0-9]+)?", symbols());
    format!(r"(\}})(?:({unit}(?:[*/]{unit})*)(?=[ \t#\]]|$))?|$")
}

/// Returns the pattern of a number with its unit in an expression: a `/` belongs to it if a unit follows.
pub(super) fn quantity() -> String {
    let unit = r"[\p{Alphabetic}°](?:[\p{Alphabetic}\p{Nd}°]|\^-?[0-9])*";
    let divisor = format!(r"/(?:{})(?:\^?[0-9]+)?(?![\p{{L}}\p{{N}}_^])", symbols());
    format!(
        r"(?<![\p{{L}}\p{{N}}_])((?:[0-9]+(?:\.[0-9]+)?|(?<!\.)\.[0-9]+)(?:[eE][+-]?[0-9]+)?)({unit}(?:{divisor})*)?"
    )
}

/// Returns the pattern of lines that indent the following ones.
pub(super) fn indents() -> String {
    let forms = tree_sitter::forms();
    let words = |is_function: bool| {
        let opens = |form: &Json| !matches!(form["follows"].as_str(), Some("nothing" | "rows"));
        let wanted = |form: &Json| opens(form) && (form["node"] == "function") == is_function;
        let words = forms.iter().filter(|(_, form)| wanted(form));
        let words: Vec<&str> = words.map(|(word, _)| word.as_str()).collect();
        words.join("|")
    };
    // The value of a function on the line of its head needs no lines.
    let parameters = r"\((?:[^()]|\([^()]*\))*\)";
    format!(
        r"^\s*(?:(?:{}|else)(?:\s|$)|(?:{})\s[^()]*{parameters}\s*(?:#|$))",
        words(false),
        words(true)
    )
}

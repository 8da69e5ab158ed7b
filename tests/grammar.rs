//! The grammars of editors match the table of commands: their command data are generated from it and compared with it.

use corpus::commands::COMMANDS;
use corpus::session::command::{Command, Group, Kind, Param, Value};
use corpus::session::{Mode, Quiet};
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

mod ebnf;
mod extension;
mod forms;
mod tree_sitter;

const GRAMMAR: &str = "syntaxes/corpus.tmLanguage.json";

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("grammar/vscode")
        .join(name)
}

/// Locked while a file is read or written, because one test may write what another reads.
static FILES: Mutex<()> = Mutex::new(());

fn read(name: &str) -> Json {
    let _held = FILES.lock();
    serde_json::from_str(&fs::read_to_string(file(name)).unwrap()).unwrap()
}

/// Compares a file with its expected contents, or writes it.
#[track_caller]
fn hold(name: &str, wanted: &Json) {
    let wanted = serde_json::to_string_pretty(wanted).unwrap() + "\n";
    let _held = FILES.lock();
    if std::env::var_os("CORPUS_UPDATE").is_some() {
        fs::write(file(name), &wanted).unwrap();
    }
    assert!(
        fs::read_to_string(file(name)).unwrap() == wanted,
        "grammar/vscode/{name} is not the table's; `CORPUS_UPDATE=1 cargo test --test suite grammar::` makes it anew"
    );
}

/// Returns the scope of a chapter's commands. Themes colour them by the first two words.
fn scope(group: Group) -> &'static str {
    match group {
        Group::Objects => "support.function.objects.corpus",
        Group::Figure => "storage.type.figure.corpus",
        Group::Joints => "support.type.joints.corpus",
        Group::Ground => "support.constant.ground.corpus",
        Group::Gait => "keyword.control.gait.corpus",
        Group::Language => "keyword.control.language.corpus",
        Group::Events => "keyword.control.events.corpus",
        Group::Run => "keyword.control.run.corpus",
        Group::Task => "keyword.control.task.corpus",
        Group::Pictures => "support.constant.pictures.corpus",
        Group::Session => "keyword.other.session.corpus",
    }
}

/// Returns the words of a parameter, and their scope.
fn words(form: &[Param], at: usize) -> Option<(Vec<&'static str>, &'static str)> {
    let choice = "constant.language.choice.corpus";
    match form[at].kind {
        Kind::Choice(words) => Some((words.to_vec(), choice)),
        Kind::Switch => Some((vec!["on", "off"], "constant.language.switch.corpus")),
        Kind::Filler(word) => Some((vec![word], "keyword.other.filler.corpus")),
        Kind::Of(kind, _) => {
            // A kind that depends on the arguments before it.
            let session = corpus::commands::session(Mode::Check, Box::new(Quiet));
            let mut found = vec![];
            for (place, before) in form[..at].iter().enumerate() {
                let Kind::Choice(choices) = before.kind else {
                    continue;
                };
                for word in choices {
                    let mut values = vec![Value::Missing; at];
                    values[place] = Value::Text((*word).into());
                    if let Kind::Choice(words) = kind(&session, &values) {
                        found.extend(words);
                    }
                }
            }
            (!found.is_empty()).then_some((found, choice))
        }
        _ => None,
    }
}

/// Pattern for the end of a word.
const STOP: &str = r"(?=[ \t#]|$)";
/// Pattern of any argument that is not a message; text in braces and brackets may contain blanks.
const ARGUMENT: &str = r#""[^"]*"|(?:\{[^{}]*\}|\[[^\[\]]*\]|[^ \t#"!\[\]{}])(?:\{[^{}]*\}|\[[^\[\]]*\]|[^ \t#\[\]{}])*"#;

/// Returns the pattern of literal words: `+` is also a word.
fn any_of(words: &[&str]) -> String {
    let literal = |letter: char| match letter {
        letter if letter.is_ascii_punctuation() && letter != '_' => format!(r"\{letter}"),
        letter => letter.to_string(),
    };
    let words = words.iter().map(|word| word.chars().map(literal).collect());
    words.collect::<Vec<String>>().join("|")
}

/// Returns the pattern of the text after the head in a form with words, up to the last of them, and the scope of each group;
/// none for an argument that has its own pattern. After the first word everything is optional, as while a user types.
fn tail(form: &[Param]) -> Option<(String, Vec<Option<&'static str>>)> {
    let known: Vec<_> = (0..form.len()).map(|at| words(form, at)).collect();
    let first = known.iter().position(Option::is_some)?;
    let last = known.iter().rposition(Option::is_some)?;
    let mut tail = String::new();
    let mut open = 0;
    for (at, words) in known[..=last].iter().enumerate() {
        let filler = matches!(form[at].kind, Kind::Filler(_)) && at > first;
        tail += if at > first { "(?:" } else { "" };
        tail += r"[ \t]+(";
        tail += &words
            .as_ref()
            .map_or(ARGUMENT.to_owned(), |(words, _)| any_of(words));
        tail += &format!("){STOP}");
        if filler {
            tail += ")?";
        } else {
            open += usize::from(at > first);
        }
    }
    tail += &")?".repeat(open);
    let scopes = known[..=last]
        .iter()
        .map(|words| words.as_ref().map(|(_, scope)| *scope));
    Some((tail, scopes.collect()))
}

/// Returns the pattern of a command at the start of a line, or where another command takes one.
fn head(names: &[&str]) -> String {
    format!(r"(?:^[ \t]*|\G)({})", names.join("|"))
}

/// Returns the rule of commands of one chapter with the same continuation.
fn rule(group: Group, names: &[&str], tail: &str, scopes: &[Option<&str>]) -> Json {
    let mut captures = json!({ "1": { "name": scope(group) } });
    for (at, scope) in scopes.iter().enumerate() {
        captures[(at + 2).to_string()] = match scope {
            Some(scope) => json!({ "name": scope }),
            None => json!({ "patterns": [{ "include": "#arguments" }] }),
        };
    }
    json!({ "match": head(names) + STOP + tail, "captures": captures })
}

/// Returns the rule of a command whose arguments end in a command.
fn rule_of_nested(command: &Command, form: &[Param]) -> Json {
    let before = form.len() - 1;
    let arguments = format!(r"[ \t]+({ARGUMENT})").repeat(before);
    let mut captures = json!({ "1": { "name": scope(command.group) } });
    for at in 0..before {
        captures[(at + 2).to_string()] = json!({ "patterns": [{ "include": "#arguments" }] });
    }
    json!({
        "begin": head(&[command.name]) + &arguments + r"[ \t]+",
        "beginCaptures": captures,
        "end": "(?=#)|$",
        "patterns": [{ "include": "#message" }, { "include": "#commands" }, { "include": "#arguments" }],
    })
}

/// Returns the rules of all commands: the most specific first, the bare heads last.
fn rules() -> Vec<Json> {
    type Alike = (Group, String, Vec<Option<&'static str>>);
    let mut nested = vec![];
    let mut alike: BTreeMap<Alike, Vec<&str>> = BTreeMap::new();
    let mut bare: BTreeMap<Group, Vec<&str>> = BTreeMap::new();
    // `!` needs no blank after it: messages have their own rule.
    for command in COMMANDS.iter().filter(|command| command.name != "!") {
        for form in command.forms {
            let by_place = form.iter().take_while(|param| !param.named).count();
            let form = &form[..by_place];
            if matches!(
                form.last(),
                Some(Param {
                    kind: Kind::Command,
                    ..
                })
            ) {
                nested.push(rule_of_nested(command, form));
            }
            if let Some((tail, scopes)) = tail(form) {
                alike
                    .entry((command.group, tail, scopes))
                    .or_default()
                    .push(command.name);
            }
        }
        bare.entry(command.group).or_default().push(command.name);
    }
    let alike = alike
        .iter()
        .map(|((group, tail, scopes), names)| rule(*group, names, tail, scopes));
    let bare = bare
        .iter()
        .map(|(group, names)| rule(*group, names, "", &[]));
    nested.into_iter().chain(alike).chain(bare).collect()
}

/// Returns the expected grammar.
fn grammar() -> Json {
    let mut grammar = read(GRAMMAR);
    grammar["repository"]["commands"]["patterns"] = json!(rules());
    grammar["repository"]["forms"]["patterns"] = forms::rules();
    grammar["repository"]["quantity"]["match"] = json!(forms::quantity());
    grammar["repository"]["amount"]["end"] = json!(forms::end_of_amount());
    grammar
}

#[test]
fn the_rules_for_commands_and_forms_are_the_tables() {
    hold(GRAMMAR, &grammar());
}

#[test]
fn the_heads_that_indent_are_those_of_blocks() {
    let mut configuration = read("language-configuration.json");
    configuration["indentationRules"]["increaseIndentPattern"] = json!(forms::indents());
    hold("language-configuration.json", &configuration);
}

#[test]
fn every_command_has_the_colour_of_its_chapter() {
    let grammar = grammar();
    let rules = grammar["repository"]["commands"]["patterns"]
        .as_array()
        .unwrap();
    for command in COMMANDS.iter().filter(|command| command.name != "!") {
        let names = |rule: &Json| {
            let text = rule["match"]
                .as_str()
                .or(rule["begin"].as_str())
                .unwrap_or_default();
            let names = text
                .strip_prefix(r"(?:^[ \t]*|\G)(")
                .and_then(|t| t.split(')').next());
            names.is_some_and(|names| names.split('|').any(|name| name == command.name))
        };
        let mut found = 0;
        for rule in rules.iter().filter(|rule| names(rule)) {
            let captures = rule.get("captures").or(rule.get("beginCaptures")).unwrap();
            assert_eq!(
                captures["1"]["name"],
                scope(command.group),
                "{}",
                command.name
            );
            found += 1;
        }
        assert!(found > 0, "{} has no rule", command.name);
    }
}

#[test]
fn every_include_leads_somewhere() {
    fn includes<'j>(json: &'j Json, found: &mut Vec<&'j str>) {
        match json {
            Json::Object(map) => {
                found.extend(map.get("include").and_then(Json::as_str));
                map.values().for_each(|inside| includes(inside, found));
            }
            Json::Array(list) => list.iter().for_each(|inside| includes(inside, found)),
            _ => {}
        }
    }
    let grammar = grammar();
    let mut found = vec![];
    includes(&grammar, &mut found);
    assert!(found.len() > 10, "{found:?}");
    for name in found {
        let rule = name
            .strip_prefix('#')
            .and_then(|name| grammar["repository"].get(name));
        assert!(rule.is_some(), "{name}");
    }
}

/// With one such expression, an editor would colour nothing at all.
#[test]
fn no_expression_repeats_nothing() {
    fn expressions<'j>(json: &'j Json, found: &mut Vec<&'j str>) {
        match json {
            Json::Object(map) => {
                let keys = ["match", "begin", "end"].iter();
                found.extend(keys.filter_map(|key| map.get(*key).and_then(Json::as_str)));
                map.values().for_each(|inside| expressions(inside, found));
            }
            Json::Array(list) => list.iter().for_each(|inside| expressions(inside, found)),
            _ => {}
        }
    }
    let grammar = read(GRAMMAR);
    let mut found = vec![];
    expressions(&grammar, &mut found);
    assert!(found.len() > 50, "{found:?}");
    for text in found {
        // Without escaped characters and character classes.
        let (mut plain, mut in_class, mut letters) = (String::new(), false, text.chars());
        while let Some(letter) = letters.next() {
            match letter {
                '\\' => {
                    letters.next();
                    plain.push('_');
                }
                '[' => in_class = true,
                ']' if in_class => {
                    in_class = false;
                    plain.push('_');
                }
                _ if in_class => {}
                _ => plain.push(letter),
            }
        }
        for start in ["(", "|", "(?:"] {
            for repeated in ["+", "*"] {
                assert!(!plain.contains(&[start, repeated].concat()), "{text}");
            }
        }
    }
}

#[test]
fn a_unit_behind_braces_has_the_colour_of_units() {
    let grammar = grammar();
    let rules = &grammar["repository"];
    let captures = &rules["amount"]["endCaptures"];
    assert_eq!(captures["2"], rules["quantity"]["captures"]["2"]);
    assert_eq!(captures["1"], rules["splice"]["endCaptures"]["0"]);
    // The first matching rule is used.
    let arguments = rules["arguments"]["patterns"].as_array().unwrap();
    let place = |name: &str| arguments.iter().position(|rule| rule["include"] == name);
    assert!(place("#amount").unwrap() < place("#splice").unwrap());
}

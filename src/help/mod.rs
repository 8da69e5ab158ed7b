//! Help on commands of the table, on definitions of the session, and on topics.

mod manual;
#[cfg(test)]
mod tests;
mod topics;

use crate::diagnostic::suggest::nearest;
use crate::geometry::Shape;
use crate::lang::units::parse_unit;
use crate::lang::value::functions::{CONSTANTS, Function};
use crate::session::command::{
    Command, Group, PROMPT_COMMANDS, PromptCommand, Table, described, named_lists, prompt_command,
    usage_lines, what_follows,
};
use crate::session::{QUANTITIES, Session, advice};
pub use manual::{manual, manual_entry};
use std::fmt::Write as _;
pub use topics::{Topic, topics};

/// The widest line of a page, in characters.
const WIDTH: usize = 100;

/// Adds a text, wrapped; all lines but the first are indented by `indent` spaces.
fn wrap(out: &mut String, text: &str, indent: usize) {
    for line in text.lines() {
        let words = line.trim_start();
        let margin = line.len() - words.len();
        let _ = write!(out, "{:margin$}", "");
        let mut column = margin;
        for word in words.split(' ') {
            let length = word.chars().count();
            if column > margin && column + 1 + length > WIDTH {
                let _ = write!(out, "\n{:indent$}{word}", "");
                column = indent + length;
            } else {
                let gap = usize::from(column > margin);
                let _ = write!(out, "{:gap$}{word}", "");
                column += gap + length;
            }
        }
        out.push('\n');
    }
}

/// Returns the help page of a command.
fn page(command: &Command) -> String {
    let mut out = String::new();
    for line in usage_lines(command) {
        let _ = writeln!(out, "{line}");
    }
    out.push('\n');
    wrap(&mut out, command.summary, 0);
    wrap(&mut out, command.details, 0);
    if let Some(follows) = what_follows(command.follows) {
        wrap(&mut out, follows, 0);
    }
    let lists = named_lists(command).join(", ");
    if !lists.is_empty() {
        wrap(&mut out, &format!("Arguments as named lists: {lists}."), 0);
    }
    let params = described(command);
    if !params.is_empty() {
        out += "\n";
    }
    for (p, kind) in params {
        wrap(
            &mut out,
            &format!("  {:<12} {} ({kind})", p.name, p.doc),
            15,
        );
    }
    for example in command.examples() {
        let _ = writeln!(out, "\n  # {}", example.shows);
        for line in example.code.lines() {
            let _ = writeln!(out, "  {line}");
        }
    }
    out
}

/// Returns the help page of a command of the prompt.
fn prompt_page(command: &PromptCommand) -> String {
    let mut out = format!("{}\n\n", command.usage());
    wrap(&mut out, command.summary, 0);
    wrap(&mut out, command.details, 0);
    out += match command.in_pipe {
        true => {
            "This command exists only at the prompt, and for commands that are read from a pipe (`corpus run -`).\n"
        }
        false => "This command exists only at the prompt.\n",
    };
    for example in command.examples {
        let _ = writeln!(out, "\n  {example}");
    }
    out
}

/// Adds a word and its summary to a list.
fn line(out: &mut String, word: &str, summary: &str) {
    let _ = writeln!(out, "  {word:<18} {summary}");
}

/// Returns the list of all commands, by chapter.
#[must_use]
pub fn help_all(table: &Table) -> String {
    let mut out = String::new();
    for group in Group::ALL {
        let _ = writeln!(out, "{}", group.title());
        for c in table.commands().iter().filter(|c| c.group == *group) {
            line(&mut out, c.name, c.summary);
        }
        out += "\n";
    }
    out += "At the prompt\n";
    for c in PROMPT_COMMANDS {
        line(&mut out, c.name, c.summary);
    }
    out += "\nTopics\n";
    for topic in topics(table) {
        line(&mut out, topic.name, topic.summary);
    }
    out += "\n`corpus help WORD` describes one of them, or lists those related to a word.\n";
    out
}

/// Returns help on a word, or on everything for an empty one, including the definitions of the session's script.
///
/// # Errors
/// As [`help_word`].
pub fn help_in(session: &Session, word: &str) -> Result<String, String> {
    if let Some(function) = session.function(word) {
        let comment = match function.comment.is_empty() {
            true => "A function of this script, without a comment above it.".to_owned(),
            false => function.comment.join("\n"),
        };
        return Ok(format!("{}\n\n{comment}\n", function.usage()));
    }
    if let Some(definition) = session.definition(word) {
        return Ok(definition.help());
    }
    let mut own = String::new();
    for definition in session.definitions() {
        let mut comment = definition.comment.iter();
        let about = comment.find(|line| !line.is_empty());
        line(&mut own, &definition.name, about.map_or("", String::as_str));
    }
    if word.trim().is_empty() {
        let own = match own.is_empty() {
            true => own,
            false => format!("Commands of this script\n{own}\n"),
        };
        return Ok(own + &help_all(session.table));
    }
    help_word(session.table, word).map_err(|why| {
        let names = session.definitions().map(|d| d.name.as_str());
        match nearest(word, names) {
            Some(near) => format!("there is no command `{word}`; did you mean `{near}`?"),
            None => why,
        }
    })
}

/// Returns help on a word: a command's page, a topic, or a list of related commands.
///
/// # Errors
/// There is no help for the word; the text suggests a similar one.
pub fn help_word(table: &Table, word: &str) -> Result<String, String> {
    let lower = word.trim().to_lowercase();
    if lower.is_empty() {
        return Ok(help_all(table));
    }
    // `save` is in both: in the table for states, at the prompt for scripts.
    let pages: Vec<String> = table
        .find(word)
        .map(page)
        .into_iter()
        .chain(prompt_command(word).map(prompt_page))
        .collect();
    if !pages.is_empty() {
        return Ok(pages.join("\n"));
    }
    if let Some(topic) =
        topics(table).find(|t| t.name == lower || t.name.strip_suffix('s') == Some(&lower))
    {
        return Ok(topic.page());
    }
    if let Some(function) = Function::by_name(word) {
        return Ok(format!(
            "{}\n\n{}\n{} is {}.\n\nA function of expressions: `help functions` lists all functions.\n",
            function.usage(),
            function.summary,
            function.example,
            function.result
        ));
    }
    if let Some(constant) = CONSTANTS.iter().find(|constant| constant.name == lower) {
        return Ok(format!(
            "{}\n\n{}\n{} = {}\n\nA number in expressions, such as {{2 * {}}}.\n",
            constant.name, constant.summary, constant.name, constant.value.value, constant.name
        ));
    }
    if let Some(shape) = Shape::ALL.into_iter().find(|shape| shape.name() == lower) {
        let name = shape.name();
        return Ok(format!(
            "{name}\n\n{}\n\nA built-in shape: `get leg from {name}` makes an object from it, and `scale` sets its size. `help get` lists all shapes.\n",
            shape.about()
        ));
    }
    if let Some(found) = related(table, word, &lower) {
        return Ok(found);
    }
    if lower.contains(' ') {
        return help_words(table, &lower);
    }
    Err(match table.nearest_command(word) {
        Some(near) => format!(
            "there is no command `{word}`; did you mean `{}`?",
            near.name
        ),
        None => format!("no help for `{word}`; `corpus help` lists the commands"),
    })
}

/// Returns help on several words: commands related to all of them, or otherwise to any.
fn help_words(table: &Table, words: &str) -> Result<String, String> {
    let pages = words
        .split_whitespace()
        .map(|word| related(table, word, word));
    let lists: Vec<Vec<String>> = pages
        .map(|page| {
            let page = page.unwrap_or_default();
            let lines = page.lines().filter(|line| line.starts_with("  "));
            lines.map(str::to_owned).collect()
        })
        .collect();
    let mut all: Vec<&String> = vec![];
    for line in lists.iter().flatten() {
        if !all.contains(&line) {
            all.push(line);
        }
    }
    let of_all: Vec<&String> = all
        .iter()
        .copied()
        .filter(|line| lists.iter().all(|list| list.contains(line)))
        .collect();
    let found = if of_all.is_empty() { all } else { of_all };
    if found.is_empty() {
        return Err(format!(
            "no help for `{words}`; `corpus help` lists the commands"
        ));
    }
    let mut out = format!("Related to `{words}`:\n");
    for line in found {
        let _ = writeln!(out, "{line}");
    }
    Ok(out)
}

/// Returns the commands, topics and quantities related to a word, after a sentence if the word is one of other simulators.
fn related(table: &Table, word: &str, lower: &str) -> Option<String> {
    let answer = advice::word(lower);
    let serves = |name: &str| answer.is_some_and(|answer| answer.see.contains(&name));
    let holds = |texts: &[&str]| {
        texts.iter().any(|t| {
            t.to_lowercase()
                .split(|ch: char| !ch.is_alphanumeric())
                .any(|w| w == lower)
        })
    };
    let mut found = String::new();
    for c in table.commands() {
        if serves(c.name)
            || c.search_words().any(|s| s.to_lowercase() == lower)
            || c.name.to_lowercase().contains(lower)
            || holds(&[c.summary, c.details])
        {
            line(&mut found, c.name, c.summary);
        }
    }
    for c in PROMPT_COMMANDS {
        if c.name.contains(lower) || holds(&[c.summary, c.details]) {
            line(&mut found, c.name, c.summary);
        }
    }
    for topic in topics(table) {
        if serves(topic.name) || holds(&[topic.summary, &topic.page()]) && topic.is_short() {
            line(&mut found, topic.name, topic.summary);
        }
    }
    let mut quantities = String::new();
    for quantity in QUANTITIES.iter() {
        if quantity
            .field
            .split(['.', '_', '#'])
            .any(|part| part == lower)
        {
            let owner = quantity.owner.with_article();
            let doc = format!("of {owner}: {}", quantity.doc);
            line(&mut quantities, quantity.field, &doc);
        }
    }
    let mut out = String::new();
    if let Some(answer) = answer {
        wrap(&mut out, answer.says, 0);
    }
    if let Ok(unit) = parse_unit(word) {
        let _ = writeln!(
            out,
            "`{word}` is a unit of {}; `help units` lists them.",
            unit.dimension
        );
    }
    if !found.is_empty() {
        let _ = write!(out, "Related to `{word}`:\n{found}");
    }
    if !quantities.is_empty() {
        let _ = write!(out, "Quantities in expressions:\n{quantities}");
    }
    (!out.is_empty()).then_some(out)
}

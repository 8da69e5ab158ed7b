//! Completion and hints for a line of the prompt, which has commands of its own beside those of the language.

use super::{Candidate, Hint, complete, hint};
use crate::session::Session;
use crate::session::command::{PROMPT_COMMANDS, prompt_command};

/// Sources of names for a line being written.
pub(crate) struct About<'a> {
    pub session: &'a Session,
    /// Texts of watched quantities.
    pub watched: &'a [String],
    /// Previous lines of the entry.
    pub above: &'a str,
}

impl About<'_> {
    /// Returns the candidates for the end of the text, and the offset where they start.
    pub fn candidates(&self, written: &str) -> (usize, Vec<Candidate>) {
        let session = self.session;
        if let Some((head, text, more)) = as_of_language(written).filter(|_| self.above.is_empty())
        {
            if head == "unwatch" {
                let texts = self.watched.iter();
                let plain = texts.filter(|t| t.starts_with(&text) && !t.contains(' '));
                let found = plain.map(|t| Candidate::new(t.clone(), "")).collect();
                return (written.len() - text.len(), found);
            }
            let (start, mut found) = complete(&text, session);
            let in_braces = written
                .rfind('{')
                .is_some_and(|at| !written[at..].contains('}'));
            if head == "watch" && !in_braces {
                // Without braces, only names are valid.
                found.retain(|c| {
                    !c.text.ends_with('(') && !matches!(c.text.as_str(), "not" | "true" | "false")
                });
            }
            return ((start as isize - more) as usize, found);
        }
        let text = format!("{}{written}", self.above);
        let (start, mut found) = complete(&text, session);
        let start = start.saturating_sub(self.above.len());
        let word = written.get(start..).unwrap_or_default();
        if self.above.is_empty() && written.trim_start() == word {
            let own = PROMPT_COMMANDS.iter().map(|c| (c.name, c.summary));
            for (name, doc) in own {
                if name.starts_with(word) && !found.iter().any(|c| c.text == name) {
                    found.push(Candidate::new(name, doc));
                }
            }
        }
        (start, found)
    }

    /// Returns the hint after the text.
    pub fn hint_for(&self, line: &str) -> Option<Hint> {
        let session = self.session;
        let told = |text: String| Hint {
            text,
            insert: false,
        };
        if self.above.is_empty() && session.definition(line.trim()).is_none() {
            if let Some((head, text, _)) = as_of_language(line) {
                let command = prompt_command(head)?;
                let word = line.ends_with([' ', '\t']) && !text.contains('{');
                let first = line.trim() == head;
                if word && first {
                    return Some(told(format!("{}   {}", command.arguments, command.summary)));
                }
                return match head {
                    "watch" => hint(&text, session),
                    _ => None,
                };
            }
            if let Some(command) = prompt_command(line.trim()) {
                return Some(told(format!(" {}", command.arguments)));
            }
        }
        if let Some(found) = hint(&format!("{}{line}", self.above), session) {
            return Some(found);
        }
        let word = line.trim_start();
        if word.is_empty() || !self.above.is_empty() {
            return None;
        }
        match self.candidates(line).1.as_slice() {
            [only] => only.text.strip_prefix(word).map(|rest| Hint {
                text: rest.to_owned(),
                insert: true,
            }),
            _ => None,
        }
    }
}

/// Converts a line of a prompt command to one of the language with the same arguments: returns that line, and the number of
/// bytes by which its word starts later.
fn as_of_language(written: &str) -> Option<(&'static str, String, isize)> {
    let begun = written.trim_start();
    let (head, _) = begun.split_once([' ', '\t'])?;
    let command = prompt_command(head)?;
    let word = match written
        .rfind('{')
        .filter(|at| !written[*at..].contains('}'))
    {
        Some(brace) => brace + 1,
        None => written.rfind([' ', '\t'])? + 1,
    };
    let stand_in = match command.name {
        "watch" => "if ",
        "save" | "edit" => "include ",
        _ => "",
    };
    let text = format!("{stand_in}{}", written.get(word..)?);
    Some((command.name, text, stand_in.len() as isize - word as isize))
}

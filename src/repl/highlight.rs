//! Colours for a line that is being written, from the tokens of the language.

use super::reader::is_farewell;
use crate::command::{COMMANDS, Kind, TableVocabulary, find};
use crate::lang::lexer::{Symbol, Token, lex};

const COMMAND: &str = "1;36";
const WRONG: &str = "31";
const NUMBER: &str = "33";
const UNIT: &str = "35";
const TEXT: &str = "32";
const COMMENT: &str = "90";

/// Text in a colour, an SGR parameter of ECMA-48.
pub(super) fn ink(colour: &str, text: &str) -> String {
    format!("\x1b[{colour}m{text}\x1b[0m")
}

/// The text with its colours. A word at the cursor that may still become a command is not called wrong yet.
pub(super) fn paint(text: &str, cursor: usize) -> String {
    let mut painted = String::with_capacity(2 * text.len());
    let mut done = 0;
    let mut line = Line::default();
    for (token, span) in lex(0, text, &TableVocabulary) {
        let range = span.range();
        painted += &comment(text.get(done..range.start).unwrap_or_default());
        done = range.end;
        let word = text.get(range).unwrap_or_default();
        let ends_at_cursor = done == cursor;
        painted += &match token {
            Token::LineEnd => word.to_owned(),
            _ if line.awaits_command() && matches!(token, Token::Word | Token::End) => {
                match command_colour(word, ends_at_cursor) {
                    Some(colour) => ink(colour, word),
                    None => word.to_owned(),
                }
            }
            Token::Dots | Token::End if line.arguments.is_none() => ink(COMMAND, word),
            Token::Number(_) | Token::Relative(_) => ink(NUMBER, word),
            Token::Measure(measure) => {
                let (number, unit) = word.split_at(measure.unit_at as usize);
                ink(NUMBER, number) + &ink(UNIT, unit)
            }
            Token::Message(_) => match word.split_at_checked(1) {
                Some((mark, message)) => ink(COMMAND, mark) + &ink(TEXT, message),
                None => word.to_owned(),
            },
            Token::Quoted => ink(TEXT, word),
            // A text that is being written has no second `"` yet.
            Token::Bad(_) if ends_at_cursor && word.starts_with('"') => ink(TEXT, word),
            Token::Bad(_) => ink(WRONG, word),
            Token::Text => ink(TEXT, word),
            Token::Sign | Token::Open | Token::Close | Token::Named => ink(COMMAND, word),
            Token::Symbol(Symbol::And | Symbol::Or | Symbol::Not | Symbol::To | Symbol::By) => {
                ink(COMMAND, word)
            }
            Token::Symbol(Symbol::True | Symbol::False) => ink(NUMBER, word),
            Token::Unit => ink(UNIT, word),
            _ => word.to_owned(),
        };
        line.take(&token, word);
    }
    painted + &comment(text.get(done..).unwrap_or_default())
}

/// What lies between tokens: blanks, or a comment.
fn comment(gap: &str) -> String {
    match gap.find('#').and_then(|at| gap.split_at_checked(at)) {
        Some((blanks, comment)) => format!("{blanks}{}", ink(COMMENT, comment)),
        None => gap.to_owned(),
    }
}

fn command_colour(word: &str, being_written: bool) -> Option<&'static str> {
    let may_become = || COMMANDS.iter().any(|c| c.name.starts_with(word));
    if word == "end" || find(word).is_some() || is_farewell(word) {
        Some(COMMAND)
    } else if being_written && may_become() {
        None
    } else {
        Some(WRONG)
    }
}

/// How far a line has come.
#[derive(Default)]
struct Line {
    /// How many arguments the command has got; nothing before the command.
    arguments: Option<usize>,
    /// Which argument of it is a command.
    nested: Option<usize>,
}

impl Line {
    /// Whether the next word is a command.
    fn awaits_command(&self) -> bool {
        self.arguments == self.nested
    }

    fn take(&mut self, token: &Token, word: &str) {
        if *token == Token::LineEnd {
            *self = Line::default();
        } else if self.awaits_command() {
            let params = find(word).and_then(|c| c.forms.first());
            self.nested = params
                .and_then(|form| form.iter().position(|p| matches!(p.kind, Kind::Command)))
                // No argument has this number.
                .or(Some(usize::MAX));
            self.arguments = Some(0);
        } else {
            self.arguments = self.arguments.map(|n| n + 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The painted text with the names of colours.
    fn told(text: &str, cursor: usize) -> String {
        let names = [
            (COMMAND, "<c:"),
            (WRONG, "<!:"),
            (NUMBER, "<n:"),
            (UNIT, "<u:"),
            (TEXT, "<t:"),
            (COMMENT, "<#:"),
        ];
        let painted = paint(text, cursor).replace("\x1b[0m", ">");
        names.iter().fold(painted, |told, (colour, name)| {
            told.replace(&format!("\x1b[{colour}m"), name)
        })
    }

    #[test]
    fn every_kind_of_token_has_its_colour() {
        let painted = |text: &str| told(text, 0);
        assert_eq!(
            painted("motor leg etarget 1 50ms"),
            "<c:motor> leg etarget <n:1> <n:50><u:ms>"
        );
        assert_eq!(painted("motr leg # why?"), "<!:motr> leg <#:# why?>");
        assert_eq!(
            painted("timer 0.1 jiont a"),
            "<c:timer> <n:0.1> <!:jiont> a"
        );
        assert_eq!(
            painted("timer *0.5 time 1"),
            "<c:timer> <n:*0.5> <c:time> <n:1>"
        );
        assert_eq!(painted("! go 5"), "<c:!><t: go 5>");
        assert_eq!(painted("get a \"b c\" (d"), "<c:get> a <t:\"b c\"> <!:(d>");
        assert_eq!(
            painted("procom 0\nend\nquit"),
            "<c:procom> <n:0>\n<c:end>\n<c:quit>"
        );
        assert_eq!(painted("procom 0\n.."), "<c:procom> <n:0>\n<c:..>");
    }

    #[test]
    fn what_is_being_written_is_not_wrong_yet() {
        assert_eq!(told("mot", 3), "mot");
        assert_eq!(told("mot", 0), "<!:mot>");
        assert_eq!(told("xyz", 3), "<!:xyz>");
        assert_eq!(told("get a \"b", 8), "<c:get> a <t:\"b>");
    }

    proptest! {
        #[test]
        fn colours_change_no_letter(text in any::<String>()) {
            let text = text.replace('\x1b', "");
            let mut plain = paint(&text, 0);
            for colour in [COMMAND, WRONG, NUMBER, UNIT, TEXT, COMMENT, "0"] {
                plain = plain.replace(&format!("\x1b[{colour}m"), "");
            }
            prop_assert_eq!(plain, text);
        }
    }
}

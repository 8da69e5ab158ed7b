//! Colours for a line that is being typed, from the tokens of the language.

use super::line::Line;
use super::tokens_so_far;
use crate::commands::{COMMANDS, find};
use crate::lang::lexer::{Symbol, Token};
use crate::lang::value::functions::{CONSTANTS, Function};
use crate::session::Session;
use crate::session::command::{PROMPT_COMMANDS, prompt_command};

const COMMAND: &str = "1;36";
const WRONG: &str = "31";
const NUMBER: &str = "33";
const UNIT: &str = "35";
const TEXT: &str = "32";
const COMMENT: &str = "90";
/// Braces, brackets, `name=` and the words of expressions.
const SIGN: &str = "36";
const FUNCTION: &str = "34";

/// Formats text in a colour, an SGR parameter of ECMA-48.
pub(crate) fn ink(colour: &str, text: &str) -> String {
    format!("\x1b[{colour}m{text}\x1b[0m")
}

/// Sources that distinguish commands of the script from misspelt ones.
pub(crate) struct Known<'a> {
    /// Session that has run the lines before.
    pub session: &'a Session,
    /// The lines above, which may define commands too.
    pub above: &'a str,
}

impl Known<'_> {
    fn defines(&self, word: &str, text: &str) -> bool {
        let defined_in = |text: &str| {
            text.lines().any(|line| {
                let mut words = line.split_whitespace();
                words.next() == Some("define") && words.next() == Some(word)
            })
        };
        self.session.definition(word).is_some() || defined_in(self.above) || defined_in(text)
    }

    /// Whether there is a function of this name, of the language or of the script.
    fn has_function(&self, name: &str, text: &str) -> bool {
        let head = format!("function {name}(");
        Function::by_name(name).is_some()
            || self.session.function(name).is_some()
            || [self.above, text].iter().any(|text| text.contains(&head))
    }

    fn colour(&self, word: &str, text: &str, being_written: bool) -> Option<&'static str> {
        let own = || self.session.definitions().map(|d| d.name.as_str());
        let all = || {
            COMMANDS
                .iter()
                .map(|c| c.name)
                .chain(PROMPT_COMMANDS.iter().map(|c| c.name))
        };
        let may_become = || {
            let all = all().chain(["else", "end"]);
            all.chain(own()).any(|name| name.starts_with(word))
        };
        let is_command = find(word).is_some() || prompt_command(word).is_some();
        if matches!(word, "end" | "else") || is_command || self.defines(word, text) {
            Some(COMMAND)
        } else if being_written && may_become() {
            None
        } else {
            Some(WRONG)
        }
    }
}

/// Returns the text with colours. A word at the cursor that may still become a command is not marked as wrong.
pub(crate) fn paint(text: &str, cursor: usize, known: &Known) -> String {
    let mut painted = String::with_capacity(2 * text.len());
    let mut done = 0;
    let mut line = Line::default();
    let tokens = tokens_so_far(text);
    for (i, (token, span)) in tokens.iter().enumerate() {
        let range = span.range();
        painted += &between(text.get(done..range.start).unwrap_or_default());
        done = range.end;
        let word = text.get(range).unwrap_or_default();
        let ends_at_cursor = done == cursor;
        let next = tokens.get(i + 1).map(|(next, _)| *next);
        painted += &match token {
            Token::LineEnd => word.to_owned(),
            _ if word.is_empty() => String::new(),
            Token::Word | Token::End if line.awaits_command() => {
                match known.colour(word, text, ends_at_cursor) {
                    Some(colour) => ink(colour, word),
                    None => word.to_owned(),
                }
            }
            Token::Dots | Token::End if line.is_empty() => ink(COMMAND, word),
            Token::Number(_) | Token::Relative(_) => ink(NUMBER, word),
            Token::Measure(measure) => {
                let (number, unit) = word.split_at(measure.unit_at as usize);
                ink(NUMBER, number) + &ink(UNIT, unit)
            }
            Token::Message(_) => match word.split_at_checked(1) {
                Some((mark, message)) => ink(COMMAND, mark) + &ink(TEXT, message),
                None => word.to_owned(),
            },
            Token::Quoted | Token::QuoteOpen | Token::QuoteClose | Token::Text => ink(TEXT, word),
            Token::Format => ink(UNIT, word),
            // A text that is being written has no second `"` yet; `let x` has no `=`.
            Token::Bad(_) if ends_at_cursor && word.starts_with('"') => ink(TEXT, word),
            Token::Bad(_) if ends_at_cursor && line.is_begun() => word.to_owned(),
            Token::Bad(_) => ink(WRONG, word),
            Token::Sign | Token::Open | Token::Close | Token::Named => ink(SIGN, word),
            Token::OpenList | Token::CloseList => ink(SIGN, word),
            Token::Symbol(Symbol::And | Symbol::Or | Symbol::Not | Symbol::To | Symbol::By) => {
                ink(SIGN, word)
            }
            Token::Symbol(Symbol::True | Symbol::False) => ink(NUMBER, word),
            Token::Name if next == Some(Token::Symbol(Symbol::Call)) => {
                match known.has_function(word, text) {
                    true => ink(FUNCTION, word),
                    false => ink(WRONG, word),
                }
            }
            Token::Name if CONSTANTS.iter().any(|c| c.name == word) => ink(NUMBER, word),
            Token::Unit => ink(UNIT, word),
            _ => word.to_owned(),
        };
        line.take(token, word);
    }
    painted + &between(text.get(done..).unwrap_or_default())
}

/// Colours the text between tokens: blanks, a comment, or the `else` of `else if`.
fn between(gap: &str) -> String {
    if let Some((before, after)) = gap.split_once("else").filter(|_| !gap.contains('#')) {
        return format!("{before}{}{after}", ink(COMMAND, "else"));
    }
    match gap.find('#').and_then(|at| gap.split_at_checked(at)) {
        Some((blanks, comment)) => format!("{blanks}{}", ink(COMMENT, comment)),
        None => gap.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::{Mode, Quiet};
    use proptest::prelude::*;

    fn painted(text: &str, cursor: usize) -> String {
        let mut session = crate::commands::session(Mode::Run, Box::new(Quiet));
        assert!(
            session
                .run_text("script", "define hop height\ngo 1\nend")
                .is_ok()
        );
        let known = Known {
            session: &session,
            above: "define skip\n",
        };
        paint(text, cursor, &known)
    }

    /// Returns the painted text with the names of colours.
    fn told(text: &str, cursor: usize) -> String {
        let names = [
            (COMMAND, "<c:"),
            (WRONG, "<!:"),
            (NUMBER, "<n:"),
            (UNIT, "<u:"),
            (TEXT, "<t:"),
            (COMMENT, "<#:"),
            (SIGN, "<s:"),
            (FUNCTION, "<f:"),
        ];
        let painted = painted(text, cursor).replace("\x1b[0m", ">");
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
    fn forms_and_expressions_have_theirs() {
        let painted = |text: &str| told(text, 0);
        assert_eq!(
            painted("let x = sin(2*pi) to deg"),
            "<c:let> x <s:=> <f:sin>(<n:2>*<n:pi>) <s:to> <u:deg>"
        );
        assert_eq!(
            painted("scale leg_{s}0 axis=[0 {a} 1]"),
            "<!:scale> leg_<s:{>s<s:}><n:0> <s:axis=><s:[><n:0> <s:{>a<s:}> <n:1><s:]>"
                .replace("<!:scale>", "<c:scale>")
        );
        assert_eq!(
            painted("print it is {z to mm} high"),
            "<c:print> <t:it is ><s:{>z <s:to> <u:mm><s:}><t: high>"
        );
        assert_eq!(
            painted("if a > 1 and true\nelse if b\nelse\nend"),
            "<c:if> a > <n:1> <s:and> <n:true>\n<c:else> <c:if> b\n<c:else>\n<c:end>"
        );
        assert_eq!(
            painted("hop 5mm\nskip\nwatch a.z"),
            "<c:hop> <n:5><u:mm>\n<c:skip>\n<c:watch> a.z"
        );
        assert_eq!(
            painted("move a {nosuch(1)}"),
            "<c:move> a <s:{><!:nosuch>(<n:1>)<s:}>"
        );
        assert_eq!(told("move a {2*(b", 12), "<c:move> a <s:{><n:2>*(b");
    }

    /// The token reached into the closing signs that the analysis adds, and was not shown.
    #[test]
    fn a_token_that_the_added_closing_signs_make_longer_is_shown() {
        let painted = told("{(}\u{cbc}", 0);
        assert!(painted.contains('\u{cbc}'), "{painted}");
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
            let mut plain = painted(&text, 0);
            for colour in [COMMAND, WRONG, NUMBER, UNIT, TEXT, COMMENT, SIGN, FUNCTION, "0"] {
                plain = plain.replace(&format!("\x1b[{colour}m"), "");
            }
            prop_assert_eq!(plain, text);
        }
    }
}

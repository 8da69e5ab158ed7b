//! Arguments of an incomplete line: the complete ones and the one at the cursor.

use super::known::value_of;
use super::place::Word;
use crate::lang::lexer::Token;
use crate::lang::value::Datum;
use crate::session::Session;
use crate::source::Span;

type Tokens<'t> = &'t [(Token, Span)];

/// One argument.
struct Argument<'a> {
    name: Option<&'a str>,
    /// First byte of its value.
    start: usize,
    /// One past its last byte.
    end: usize,
    form: Form<'a>,
}

enum Form<'a> {
    /// Missing: a name without its value yet.
    Nothing,
    Plain(Token),
    /// A value in braces, or with pieces in braces.
    Computed,
    List {
        elements: Vec<Argument<'a>>,
        closed: bool,
    },
}

/// Target of the word at the cursor.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Target<'a> {
    /// The next parameter.
    Next,
    /// The parameter of that name, or a number of parameters after it.
    Named(&'a str, usize),
}

/// The arguments before the word at the cursor.
pub(super) struct Arguments<'a> {
    /// Words in order; the elements of lists separately, as they fill parameters.
    pub flat: Vec<Word<'a>>,
    /// Number of elements if the argument is a list.
    pub whole: usize,
    /// Names, and the number of parameters that the value of each fills.
    pub named: Vec<(&'a str, usize)>,
    pub target: Target<'a>,
    /// Whether the word is an element of a list.
    pub in_list: bool,
    /// The word that is being written, and where it starts.
    pub word: Word<'a>,
    pub start: usize,
}

/// Reads the tokens after a head. The last one is being written if it is the end of the text.
pub(super) fn arguments<'a>(text: &'a str, mut tokens: Tokens, session: &Session) -> Arguments<'a> {
    let mut all = vec![];
    while let Some(argument) = next(text, &mut tokens) {
        all.push(argument);
    }
    let mut done = Arguments {
        flat: vec![],
        whole: 0,
        named: vec![],
        target: Target::Next,
        in_list: false,
        word: Word::NOTHING,
        start: text.len(),
    };
    let last = all.pop();
    for argument in &all {
        done.add(text, argument, session);
    }
    if let Some(last) = last {
        done.last(text, &last, session);
    }
    done
}

impl<'a> Arguments<'a> {
    /// Adds a complete argument.
    fn add(&mut self, text: &'a str, argument: &Argument<'a>, session: &Session) {
        let mut words = vec![];
        flatten(text, argument, session, &mut words);
        match argument.name {
            Some(name) => self.named.push((name, words.len())),
            None => {
                self.whole += 1;
                self.flat.extend(words);
            }
        }
    }

    /// Adds the last argument, which may be incomplete.
    fn last(&mut self, text: &'a str, last: &Argument<'a>, session: &Session) {
        let is_written = last.end == text.len();
        match (&last.form, last.name) {
            (
                Form::List {
                    elements,
                    closed: false,
                },
                name,
            ) => {
                self.in_list = true;
                let mut words = vec![];
                let open = elements.split_last().filter(|(e, _)| e.end == text.len());
                let before = open.map_or(&elements[..], |(_, before)| before);
                for element in before {
                    flatten(text, element, session, &mut words);
                }
                if let Some((element, _)) = open {
                    self.write(text, element);
                }
                match name {
                    Some(name) => self.target = Target::Named(name, words.len()),
                    None => self.flat.extend(words),
                }
            }
            (Form::Nothing, Some(name)) => self.target = Target::Named(name, 0),
            (_, name) if is_written => {
                if let Some(name) = name {
                    self.target = Target::Named(name, 0);
                }
                self.write(text, last);
            }
            _ => self.add(text, last, session),
        }
    }

    fn write(&mut self, text: &'a str, argument: &Argument<'a>) {
        self.start = argument.start;
        self.word = word(text, argument);
    }
}

fn word<'a>(text: &'a str, argument: &Argument) -> Word<'a> {
    Word {
        text: text.get(argument.start..argument.end).unwrap_or_default(),
        token: match argument.form {
            Form::Plain(token) => Some(token),
            _ => None,
        },
        computed: matches!(argument.form, Form::Computed),
    }
}

/// Adds the words of an argument: those of a list one by one.
fn flatten<'a>(text: &'a str, argument: &Argument, session: &Session, words: &mut Vec<Word<'a>>) {
    let itself = word(text, argument);
    match &argument.form {
        Form::List { elements, .. } => {
            for element in elements {
                flatten(text, element, session, words);
            }
        }
        Form::Computed => {
            let inner = itself.text.strip_prefix('{');
            let inner = inner.and_then(|text| text.strip_suffix('}'));
            let length = match inner.and_then(|inner| value_of(inner, session)) {
                Some(Datum::List(list)) => list.len(),
                _ => 1,
            };
            words.extend(std::iter::repeat_n(itself, length.min(16)));
        }
        _ => words.push(itself),
    }
}

/// Takes the next argument off the tokens.
fn next<'a>(text: &'a str, tokens: &mut Tokens) -> Option<Argument<'a>> {
    let (token, span) = loop {
        let ((token, span), rest) = tokens.split_first()?;
        *tokens = rest;
        // Text that belongs to no argument.
        if !matches!(
            token,
            Token::Sign | Token::Close | Token::CloseList | Token::Glue | Token::LineEnd
        ) {
            break (*token, span.range());
        }
    };
    let mut argument = Argument {
        name: None,
        start: span.start,
        end: span.end,
        form: Form::Plain(token),
    };
    match token {
        Token::Named => {
            let name = text.get(span.start..span.end - 1);
            let touches = tokens
                .first()
                .is_some_and(|(_, s)| s.range().start == span.end);
            argument = match touches.then(|| next(text, tokens)).flatten() {
                Some(value) => value,
                None => Argument {
                    start: span.end,
                    form: Form::Nothing,
                    ..argument
                },
            };
            argument.name = name;
            return Some(argument);
        }
        Token::OpenList => {
            let mut elements = vec![];
            let mut closed = false;
            while let Some((token, span)) = tokens.first() {
                if *token == Token::CloseList {
                    argument.end = span.range().end;
                    closed = true;
                    *tokens = tokens.get(1..).unwrap_or_default();
                    break;
                }
                let Some(element) = next(text, tokens) else {
                    break;
                };
                argument.end = element.end;
                elements.push(element);
            }
            argument.form = Form::List { elements, closed };
            return Some(argument);
        }
        Token::Open => argument.end = close(tokens),
        _ => {}
    }
    if token == Token::Open {
        argument.form = Form::Computed;
    }
    while let Some(((Token::Glue, _), rest)) = tokens.split_first() {
        argument.form = Form::Computed;
        *tokens = rest;
        let Some(((token, span), rest)) = tokens.split_first() else {
            break;
        };
        *tokens = rest;
        argument.end = match token {
            Token::Open => close(tokens),
            _ => span.range().end,
        };
    }
    Some(argument)
}

/// Skips past the `}` that matches a `{` already read; returns where it ends.
fn close(tokens: &mut Tokens) -> usize {
    let mut depth = 1;
    let mut end = 0;
    while let Some(((token, span), rest)) = tokens.split_first() {
        *tokens = rest;
        end = span.range().end;
        depth += i32::from(*token == Token::Open) - i32::from(*token == Token::Close);
        if depth == 0 {
            break;
        }
    }
    end
}

//! Lexer of the language's forms: the text after `let`, `if`, `for`, `expect`.

use super::braces::Braces;
use super::code::name_length;
use super::lines::Tokens;
use super::plain::Plain;
use super::{Fault, Symbol, Token};
use crate::vocabulary::Rest;
use logos::{Lexer, Logos};

/// Reads the text of a form after its head, up to where arguments may follow.
pub(super) fn rest(rest: Rest, lexer: &mut Lexer<Plain>, out: &mut Tokens) {
    let is_bare = match rest {
        Rest::Arguments | Rest::Text | Rest::Command => false,
        Rest::Expression | Rest::Claim => !is_empty(lexer),
        Rest::Moment => is_computed(lexer),
        Rest::Assignment => {
            (part(lexer, out) || word(lexer, out, "=", Fault::NoAssignment)) && !is_empty(lexer)
        }
        Rest::Parameter => {
            if part(lexer, out) || word(lexer, out, "=", Fault::NoAssignment) {
                value_and_range(lexer, out);
            }
            false
        }
        Rest::Function => function(lexer, out),
        Rest::Loop => word(lexer, out, "in", Fault::NoLoop) && is_range_or_name(lexer),
    };
    if is_bare {
        Braces::new(out).bare(lexer, matches!(rest, Rest::Claim | Rest::Moment));
    }
}

/// Reads a value and possibly its range: `20deg from 5deg to 40deg`.
fn value_and_range(lexer: &mut Lexer<Plain>, out: &mut Tokens) {
    let all = line(lexer);
    if let Some(from) = word_after_value(all, "from", 0) {
        let start = lexer.span().end;
        let to = word_after_value(all, "to", from + "from".len());
        for (at, word) in [(Some(from), "from"), (to, "to")] {
            let Some(at) = at.map(|at| start + at) else {
                continue;
            };
            expression_before(at, lexer, out);
            out.push(Token::Word, at, at + word.len());
            lexer.bump(at + word.len() - lexer.span().end);
        }
    }
    if !is_empty(lexer) {
        Braces::new(out).bare(lexer, false);
    }
}

/// Reads an expression that ends before an offset.
fn expression_before(end: usize, lexer: &mut Lexer<Plain>, out: &mut Tokens) {
    let start = lexer.span().end;
    let source = lexer.source();
    if source
        .get(start..end)
        .is_some_and(|text| text.trim().is_empty())
    {
        return;
    }
    let mut before = Plain::lexer(source.get(..end).unwrap_or_default());
    before.bump(start);
    Braces::new(out).bare(&mut before, false);
    lexer.bump(end - start);
}

/// Returns the offset of a word outside of brackets and quotes, from an offset on, where an operator cannot be followed by it.
fn word_after_value(line: &str, word: &str, from: usize) -> Option<usize> {
    let (mut depth, mut quoted) = (0_i32, false);
    for (at, c) in line.char_indices().skip_while(|(at, _)| *at < from) {
        match c {
            '"' => quoted = !quoted,
            _ if quoted => {}
            '[' | '(' | '{' => depth += 1,
            ']' | ')' | '}' => depth -= 1,
            _ if depth == 0 && line.get(at..).is_some_and(|rest| rest.starts_with(word)) => {
                let before = line.get(from..at).unwrap_or_default();
                let after = line.get(at + word.len()..).unwrap_or_default();
                let is_word = before.ends_with([' ', '\t', ')', ']', '}', '"'])
                    && !after.starts_with(|c: char| c.is_alphanumeric() || "_.(".contains(c));
                let value = before.trim_end();
                let last = value
                    .rsplit([' ', '\t', '(', '['])
                    .next()
                    .unwrap_or_default();
                let ends_value = !value.ends_with(|c: char| "+-*/^<>=~!,.±".contains(c))
                    && !matches!(last, "and" | "or" | "not" | "to" | "by" | "from");
                if is_word && ends_value {
                    return Some(at);
                }
            }
            _ => {}
        }
    }
    None
}

/// Reads `if` and its condition after an `else`; anything else is read as arguments.
pub(super) fn branch(lexer: &mut Lexer<Plain>, out: &mut Tokens) {
    let all = line(lexer);
    let after = all.trim_start_matches([' ', '\t']);
    let Some(condition) = after.strip_prefix("if") else {
        return;
    };
    if condition.starts_with(|c: char| c.is_alphanumeric() || "_./~*?-=".contains(c)) {
        return;
    }
    let start = lexer.span().end + all.len() - after.len();
    out.push(Token::Word, start, start + "if".len());
    lexer.bump(start + "if".len() - lexer.span().end);
    if !is_empty(lexer) {
        Braces::new(out).bare(lexer, false);
    }
}

/// Returns the rest of the line, without its comment.
fn line<'t>(lexer: &Lexer<'t, Plain>) -> &'t str {
    let line = lexer
        .remainder()
        .split(['\n', '\r'])
        .next()
        .unwrap_or_default();
    let mut quoted = false;
    let comment = line.find(|c| {
        quoted ^= c == '"';
        c == '#' && !quoted
    });
    line.get(..comment.unwrap_or(line.len())).unwrap_or(line)
}

/// Whether the rest of the line is an expression, and not a plain argument: it has an operator, a call or a name, and nowhere
/// two adjacent values, as in `after 5ms print on`.
fn is_computed(lexer: &Lexer<Plain>) -> bool {
    let mut tokens = Tokens::new(0, vec![]);
    Braces::new(&mut tokens).bare(&mut lexer.clone(), true);
    let mut tokens: Vec<Token> = tokens.list.into_iter().map(|(token, _)| token).collect();
    if matches!(tokens.as_slice(), [.., Token::Close, Token::Quoted]) {
        tokens.pop();
    }
    let inner = match tokens.as_slice() {
        [Token::Open, inner @ .., Token::Close] => inner,
        _ => return false,
    };
    use Token::{Measure, Name, Number, Open, OpenList, QuoteOpen, Quoted};
    let begins_value = |token: &Token| match token {
        Name | Number(_) | Measure(_) | Quoted | QuoteOpen | OpenList | Open => true,
        Token::Symbol(symbol) => matches!(symbol, Symbol::Open | Symbol::Not),
        _ => false,
    };
    let is_plain = match inner {
        [] | [Open, ..] | [Number(_) | Measure(_)] => true,
        [Token::Symbol(sign), Number(_) | Measure(_)] => *sign == Symbol::Minus,
        _ => false,
    };
    let is_bad = |token: &Token| {
        matches!(
            token,
            Token::Bad(_) | Token::Glue | Token::Symbol(Symbol::Is | Symbol::Colon)
        )
    };
    let side_by_side = inner.windows(2).any(|pair| match pair {
        [first, next] => first.ends_value() && begins_value(next),
        _ => false,
    });
    !is_plain && !side_by_side && !inner.iter().any(is_bad)
}

fn is_empty(lexer: &Lexer<Plain>) -> bool {
    line(lexer).trim().is_empty()
}

/// Whether the head of a function follows; rejects the line otherwise.
fn function(lexer: &mut Lexer<Plain>, out: &mut Tokens) -> bool {
    let all = line(lexer);
    let name = all.trim_start();
    let (own, rest) = name
        .split_at_checked(name_length(name))
        .unwrap_or((name, ""));
    let is_head = !own.is_empty() && rest.trim_start().starts_with('(');
    if !is_head && !name.is_empty() {
        let start = lexer.span().end;
        let at = start + all.len() - name.len();
        out.push(
            Token::Bad(Fault::NoFunction),
            at,
            start + all.trim_end().len(),
        );
        lexer.bump(all.len());
    }
    is_head
}

/// Reads the target of an assignment that is not just a name, and the `=` after it: `a[1] =`, `leg.hip =`, `q_{i} =`.
fn part(lexer: &mut Lexer<Plain>, out: &mut Tokens) -> bool {
    let all = line(lexer);
    let Some(sign) = assignment_sign(all) else {
        return false;
    };
    let target = all.get(..sign).unwrap_or_default().trim();
    let is_part = target.starts_with(|c: char| c.is_alphabetic() || matches!(c, '_' | '{'))
        && target.contains(['[', '.', '{']);
    if !is_part {
        return false;
    }
    let sign = lexer.span().end + sign;
    let mut before = Plain::lexer(lexer.source().get(..sign).unwrap_or_default());
    before.bump(lexer.span().end);
    Braces::new(out).bare(&mut before, false);
    out.push(Token::Sign, sign, sign + 1);
    lexer.bump(sign + 1 - lexer.span().end);
    true
}

/// Returns the offset of the first `=` outside of brackets and quotes that is no comparison.
fn assignment_sign(line: &str) -> Option<usize> {
    let (mut depth, mut quoted) = (0_i32, false);
    let bytes = line.as_bytes();
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            b'"' => quoted = !quoted,
            _ if quoted => {}
            b'[' | b'(' | b'{' => depth += 1,
            b']' | b')' | b'}' => depth -= 1,
            b'=' if depth == 0 => {
                let before = at.checked_sub(1).and_then(|b| bytes.get(b));
                let compares = bytes.get(at + 1) == Some(&b'=')
                    || matches!(before, Some(b'=' | b'<' | b'>' | b'!'));
                return (!compares).then_some(at);
            }
            _ => {}
        }
    }
    None
}

/// Reads a name and the word after it; rejects the line if they are missing.
fn word(lexer: &mut Lexer<Plain>, out: &mut Tokens, wanted: &str, fault: Fault) -> bool {
    let all = line(lexer);
    let start = lexer.span().end;
    let after = all.trim_start();
    let at = all.len() - after.len();
    let length = name_length(after);
    let rest = after.get(length..).unwrap_or_default();
    let next = rest.trim_start();
    let mut follows = next.starts_with(wanted);
    if wanted == "=" {
        follows &= !next.starts_with("==");
    } else {
        follows &= rest.starts_with([' ', '\t'])
            && next
                .get(wanted.len()..)
                .is_some_and(|n| n.is_empty() || n.starts_with([' ', '\t', '{', '[']));
    }
    if length == 0 || !follows {
        if !after.is_empty() {
            out.push(Token::Bad(fault), start + at, start + all.trim_end().len());
            lexer.bump(all.len());
        }
        return false;
    }
    out.push(Token::Word, start + at, start + at + length);
    let sign = start + at + length + rest.len() - next.len();
    out.push(Token::Sign, sign, sign + wanted.len());
    lexer.bump(sign + wanted.len() - start);
    true
}

/// Whether a loop is over a range or over the value of a single name, of a call, or of a sum or product, and not over arguments.
fn is_range_or_name(lexer: &Lexer<Plain>) -> bool {
    let items = line(lexer).trim();
    let is_name = items.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && items
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, '_' | '.'));
    // `keys(record)`: a call touches the name of its function.
    let letters = |c: char| c.is_alphanumeric() || c == '_';
    let is_call = items.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && items.trim_start_matches(letters).starts_with('(');
    let is_operator = |word: &str| matches!(word, "+" | "-" | "*" | "/");
    let words: Vec<&str> = items.split_whitespace().collect();
    let is_calculated = words.windows(3).any(|around| {
        matches!(around, [a, between, b] if is_operator(between) && !is_operator(a) && !is_operator(b))
    });
    let mut depth = 0_i32;
    let bytes = items.as_bytes();
    let is_range = bytes.iter().enumerate().any(|(at, byte)| {
        depth +=
            i32::from(matches!(byte, b'{' | b'[' | b'"')) - i32::from(matches!(byte, b'}' | b']'));
        let around = [
            at.checked_sub(1).and_then(|b| bytes.get(b)),
            bytes.get(at + 2),
        ];
        depth == 0
            && *byte == b'.'
            && bytes.get(at + 1) == Some(&b'.')
            && !around.contains(&Some(&b'/'))
    });
    is_range || is_name || is_call || is_calculated && !items.contains(['{', '"'])
}

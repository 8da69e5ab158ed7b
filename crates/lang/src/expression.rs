//! The grammar of expressions: precedence climbing (Richards, "BCPL: the language and its compiler", 1979), in which an
//! operator takes the following operand as long as that binds more tightly.

use super::dimension::Dimension;
use super::lexer::{Fault, Symbol, Token};
use super::mistake::{Kind, Mistake};
use super::reader::Reader;
use super::syntax::{Clause, Comprehension, Expression, ExpressionKind, Piece, SpelledCall};
use super::units::parse_unit;
use super::value::{Datum, Operator, Prefix};
use crate::source::Span;
use std::sync::Arc;

/// Most loops and conditions of a comprehension: each is a level of its evaluation.
const MOST_CLAUSES: usize = 16;

/// Precedence of an operator: a higher one binds more tightly. The right operand of a left-associative operator binds more
/// tightly than the operator.
type Level = u8;
const LOOSEST: Level = 0;
const TO: Level = 1;
const OR: Level = 2;
const AND: Level = 3;
const NOT: Level = 4;
const COMPARE: Level = 5;
const SUM: Level = 6;
const PRODUCT: Level = 7;
const SIGN: Level = 8;
const POWER: Level = 9;

/// Returns the binary operator of a sign, with its level.
fn operator(sign: Symbol) -> Option<(Level, Operator)> {
    Some(match sign {
        Symbol::Or => (OR, Operator::Or),
        Symbol::And => (AND, Operator::And),
        Symbol::Equal => (COMPARE, Operator::Eq),
        Symbol::NotEqual => (COMPARE, Operator::Ne),
        Symbol::Less => (COMPARE, Operator::Lt),
        Symbol::LessEqual => (COMPARE, Operator::Le),
        Symbol::Greater => (COMPARE, Operator::Gt),
        Symbol::GreaterEqual => (COMPARE, Operator::Ge),
        Symbol::Near => (COMPARE, Operator::Near),
        Symbol::Plus => (SUM, Operator::Add),
        Symbol::Minus => (SUM, Operator::Sub),
        Symbol::Times => (PRODUCT, Operator::Mul),
        Symbol::Over => (PRODUCT, Operator::Div),
        Symbol::Power => (POWER, Operator::Pow),
        _ => return None,
    })
}

impl Reader<'_> {
    /// Reads an expression or a range: `a`, `a..b` or `a..b by c`.
    pub fn expression(&mut self) -> Result<Expression, Mistake> {
        let first = self.value()?;
        if !self.step_over_sign(Symbol::Range) {
            return Ok(first);
        }
        let last = self.value()?;
        let step = if self.step_over_sign(Symbol::By) {
            Some(Box::new(self.value()?))
        } else {
            None
        };
        let end = step.as_ref().map_or(last.span, |step| step.span);
        let span = first.span.to(end);
        Ok(node(
            ExpressionKind::Range(Box::new([first, last]), step),
            span,
        ))
    }

    /// Reads an expression that is not a range.
    fn value(&mut self) -> Result<Expression, Mistake> {
        let outer = std::mem::replace(&mut self.before_margin, false);
        let read = self.climb(LOOSEST);
        self.before_margin = outer;
        read
    }

    /// Reads the right side of `left ~ right`, and its tolerance: `within 1%`, `+- 0.1mm`, `± 0.1mm`.
    fn near(&mut self, left: Expression) -> Result<Expression, Mistake> {
        let outer = std::mem::replace(&mut self.before_margin, true);
        let right = self.climb(COMPARE + 1);
        self.before_margin = outer;
        let right = right?;
        let span = left.span.to(right.span);
        let near = ExpressionKind::Binary(Operator::Near, Box::new([left, right]));
        let near = node(near, span);
        let is_word = self.peek() == Some(Token::Name)
            && self.text.get(self.here().range()) == Some("within");
        if self.is_at_margin() {
            self.step();
            self.step();
        } else if is_word || self.peek() == Some(Token::Symbol(Symbol::Margin)) {
            self.step();
        } else {
            return Ok(near);
        }
        let next = self.text.get(self.here().range()).unwrap_or_default();
        let is_part = matches!(self.peek(), Some(Token::Measure(_))) && next.ends_with('%');
        let tolerance = self.climb(SUM)?;
        let span = span.to(tolerance.span);
        let operator = match is_part {
            true => Operator::WithinPart,
            false => Operator::Within,
        };
        let both = Box::new([near, tolerance]);
        Ok(node(ExpressionKind::Binary(operator, both), span))
    }

    /// Reads an expression of operators with at least a given level.
    fn climb(&mut self, least: Level) -> Result<Expression, Mistake> {
        let mut left = self.signed()?;
        while let Some(Token::Symbol(sign)) = self.peek() {
            if sign == Symbol::To {
                if least > TO {
                    break;
                }
                self.step();
                let unit = self.expect(Token::Unit)?;
                let span = left.span.to(unit);
                left = node(ExpressionKind::Convert(Box::new(left), unit), span);
                continue;
            }
            let Some((level, operator)) = operator(sign).filter(|(level, _)| *level >= least)
            else {
                break;
            };
            if self.is_at_margin() {
                if self.before_margin {
                    break;
                }
                // `5 +-3` is a sum of a negative number, but not on the right of a comparison.
                if least == SUM || self.is_margin_apart() {
                    return Err(self.lone_margin());
                }
            }
            let sign = self.step();
            if operator == Operator::Near {
                left = self.near(left)?;
                continue;
            }
            // Powers are right-associative: `a ^ b ^ c` is `a ^ (b ^ c)`.
            let mut right = self.climb(if level == POWER { level } else { level + 1 })?;
            if level == PRODUCT && left.span.end == sign.start && sign.end == right.span.start {
                self.continue_unit(&left, &mut right);
            }
            let span = left.span.to(right.span);
            left = node(
                ExpressionKind::Binary(operator, Box::new([left, right])),
                span,
            );
        }
        Ok(left)
    }

    /// Makes the name on the right of a `*` or `/` a possible unit, if the left side is a number with a unit. A blank ends a
    /// unit, and `1/2N*s` is not accepted: it is ambiguous.
    fn continue_unit(&self, left: &Expression, right: &mut Expression) {
        if let ExpressionKind::Binary(Operator::Pow, both) = &mut right.kind {
            let [base, _] = &mut **both;
            return self.continue_unit(left, base);
        }
        if right.kind == ExpressionKind::Name
            && self.ends_with_unit(left)
            && let Ok(unit) = parse_unit(self.text.get(right.span.range()).unwrap_or_default())
        {
            let datum = Datum::number(unit.to_si(1.0), unit.dimension);
            right.kind = ExpressionKind::Factor(datum);
        }
    }

    /// Whether an expression ends with a number that has a unit: `2N`, `2N*s`, `3*2N`.
    fn ends_with_unit(&self, expression: &Expression) -> bool {
        let written = self.text.get(expression.span.range()).unwrap_or_default();
        match &expression.kind {
            ExpressionKind::Known(Datum::Number(number)) => {
                number.dimension != Dimension::NONE && !written.ends_with(')')
            }
            ExpressionKind::Prefix(Prefix::Minus, inner) => self.ends_with_unit(inner),
            ExpressionKind::Binary(Operator::Pow, both) => {
                matches!(both[0].kind, ExpressionKind::Factor(..))
            }
            ExpressionKind::Factor(..) => true,
            ExpressionKind::Binary(Operator::Mul, both) => self.ends_with_unit(&both[1]),
            ExpressionKind::Binary(Operator::Div, both) => {
                !matches!(both[1].kind, ExpressionKind::Known(_)) && self.ends_with_unit(&both[1])
            }
            _ => false,
        }
    }

    /// Reads a value with its prefix operators.
    fn signed(&mut self) -> Result<Expression, Mistake> {
        let (level, prefix) = match self.peek() {
            Some(Token::Symbol(Symbol::Minus | Symbol::Negative)) => (SIGN, Prefix::Minus),
            Some(Token::Symbol(Symbol::Not)) => (NOT, Prefix::Not),
            _ => return self.whole(),
        };
        let sign = self.step();
        let operand = self.climb(level)?;
        Ok(prefixed(prefix, sign, operand))
    }

    /// Reads a value with its indices and members: `v[1]`, `f(a).x`.
    fn whole(&mut self) -> Result<Expression, Mistake> {
        let mut whole = self.atom()?;
        loop {
            if self.step_over_sign(Symbol::Index) {
                let index = self.expression()?;
                let close = self.expect(Token::CloseList)?;
                let span = whole.span.to(close);
                whole = node(ExpressionKind::Index(Box::new([whole, index])), span);
            } else if self.step_over_sign(Symbol::Member) {
                let field = self.expect(Token::Name)?;
                let span = whole.span.to(field);
                whole = node(ExpressionKind::Member(Box::new(whole), field), span);
            } else {
                return Ok(whole);
            }
        }
    }

    fn atom(&mut self) -> Result<Expression, Mistake> {
        let span = self.here();
        let datum = match self.peek() {
            Some(Token::Number(value)) => Datum::plain(value),
            Some(Token::Measure(measure)) => self
                .quantity(measure.value, measure.unit_at, span)
                .map_err(|kind| Mistake { span, kind })?,
            Some(Token::Quoted) => Datum::Text(quoted(self.text, span)),
            Some(Token::Symbol(Symbol::True)) => Datum::Flag(true),
            Some(Token::Symbol(Symbol::False)) => Datum::Flag(false),
            Some(Token::Symbol(Symbol::Open)) => return self.group(),
            Some(Token::OpenList) if self.is_at_comprehension() => return self.comprehension(),
            Some(Token::OpenList) => return self.list(),
            Some(Token::QuoteOpen) => return self.text_in_quotes(),
            Some(Token::Name | Token::Open) => return self.name(),
            _ => return Err(self.unexpected()),
        };
        self.step();
        Ok(node(ExpressionKind::Known(datum), span))
    }

    /// Reads a group `(a)`.
    fn group(&mut self) -> Result<Expression, Mistake> {
        let open = self.step();
        let inner = self.value()?;
        let close = self.expect(Token::Symbol(Symbol::Close))?;
        Ok(match inner.kind {
            // The text of its span is the name.
            ExpressionKind::Name | ExpressionKind::Factor(..) | ExpressionKind::Spelled(_) => inner,
            kind => node(kind, open.to(close)),
        })
    }

    /// Reads a list `[a -b (c + d)]`: blanks separate elements, so an operator between two of them needs parentheses.
    fn list(&mut self) -> Result<Expression, Mistake> {
        let open = self.step();
        let mut elements = vec![];
        loop {
            if let Some(close) = self.step_over(Token::CloseList) {
                return Ok(node(ExpressionKind::List(elements), open.to(close)));
            }
            let minus = self.step_over(Token::Symbol(Symbol::Negative));
            let element = self.whole()?;
            elements.push(match minus {
                Some(minus) => prefixed(Prefix::Minus, minus, element),
                None => element,
            });
        }
    }

    /// Reads a name, which may have pieces in braces, or a call.
    fn name(&mut self) -> Result<Expression, Mistake> {
        let first = self.here();
        if self.peek() == Some(Token::Name) {
            self.step();
            match self.peek() {
                Some(Token::Symbol(Symbol::Call)) => return self.call(first),
                Some(Token::Glue) => {}
                _ => return Ok(node(ExpressionKind::Name, first)),
            }
            return self.spelled(Piece::Plain(first), first);
        }
        let (inner, span) = self.braces()?;
        if self.peek() == Some(Token::Glue) {
            return self.spelled(Piece::Computed(Arc::new(inner)), span);
        }
        // Unneeded braces around a value.
        Ok(inner)
    }

    /// Reads `{a}`, with its span: a record, or a value that may have a format.
    fn braces(&mut self) -> Result<(Expression, Span), Mistake> {
        let open = self.expect(Token::Open)?;
        let inner = self.braced()?;
        let close = self.expect(Token::Close)?;
        Ok((spanned(inner, open.to(close)), open.to(close)))
    }

    /// Reads what stands in braces: an expression or a range, one with a format, or the fields of a record.
    pub fn braced(&mut self) -> Result<Expression, Mistake> {
        if let [Some(Token::Name), Some(Token::Symbol(Symbol::Colon))] = self.peek_two() {
            return self.record();
        }
        let inner = self.expression()?;
        Ok(match self.step_over(Token::Format) {
            Some(format) => {
                let span = inner.span.to(format);
                node(ExpressionKind::Formatted(Box::new(inner), format), span)
            }
            None => inner,
        })
    }

    /// Reads the fields of a record, separated by commas.
    fn record(&mut self) -> Result<Expression, Mistake> {
        let mut fields: Vec<(Span, Expression)> = vec![];
        let start = self.here();
        loop {
            let name = self.expect(Token::Name)?;
            self.expect(Token::Symbol(Symbol::Colon))?;
            let value = self.value()?;
            let span = start.to(value.span);
            fields.push((name, value));
            if !self.step_over_sign(Symbol::Comma) {
                return Ok(node(ExpressionKind::Record(fields), span));
            }
        }
    }

    /// Reads a text in quotes with expressions in braces.
    pub fn text_in_quotes(&mut self) -> Result<Expression, Mistake> {
        let open = self.step();
        let mut pieces = vec![];
        loop {
            let here = self.here();
            match self.peek() {
                Some(Token::Text) => pieces.push(Piece::Plain(self.step())),
                Some(Token::Open) => pieces.push(Piece::Computed(Arc::new(self.braces()?.0))),
                Some(Token::QuoteClose) => {
                    self.step();
                    return Ok(node(ExpressionKind::Text(pieces.into()), open.to(here)));
                }
                _ => return Err(self.unexpected()),
            }
        }
    }

    /// Reads `x^2 for x in a if x > 0` in brackets.
    fn comprehension(&mut self) -> Result<Expression, Mistake> {
        let open = self.step();
        let value = self.value()?;
        let mut clauses = vec![];
        loop {
            let word = self.text.get(self.here().range());
            match (self.peek(), word) {
                (Some(Token::Name), Some("for")) => {
                    self.step();
                    let name = self.expect(Token::Name)?;
                    let sign = self.expect(Token::Name)?;
                    if self.text.get(sign.range()) != Some("in") {
                        return Err(Mistake::new(sign, Kind::Unexpected));
                    }
                    clauses.push(Clause::For(name, self.expression()?));
                    if clauses.len() > MOST_CLAUSES {
                        return Err(Mistake::new(name, Kind::Refused(Fault::TooDeep)));
                    }
                }
                (Some(Token::Name), Some("if")) if !clauses.is_empty() => {
                    self.step();
                    clauses.push(Clause::If(self.value()?));
                }
                _ => break,
            }
        }
        let close = self.expect(Token::CloseList)?;
        let all = Box::new(Comprehension { value, clauses });
        Ok(node(ExpressionKind::Comprehension(all), open.to(close)))
    }

    /// Reads the pieces of a name after the first one.
    fn spelled(&mut self, first: Piece, start: Span) -> Result<Expression, Mistake> {
        let mut pieces = vec![first];
        let mut end = start;
        while self.step_over(Token::Glue).is_some() {
            if self.peek() == Some(Token::Name) {
                end = self.step();
                pieces.push(Piece::Plain(end));
            } else {
                let (inner, span) = self.braces()?;
                end = span;
                pieces.push(Piece::Computed(Arc::new(inner)));
            }
        }
        let span = start.to(end);
        if self.peek() != Some(Token::Symbol(Symbol::Call)) {
            return Ok(node(ExpressionKind::Spelled(pieces.into()), span));
        }
        let (arguments, named, close) = self.given()?;
        let call = SpelledCall {
            function: pieces.into(),
            span,
            arguments,
            named,
        };
        let call = ExpressionKind::SpelledCall(Box::new(call));
        Ok(node(call, span.to(close)))
    }

    /// Reads a call of a function whose name has been read.
    fn call(&mut self, function: Span) -> Result<Expression, Mistake> {
        let (arguments, named, close) = self.given()?;
        let call = ExpressionKind::Call {
            function,
            arguments,
            named,
        };
        Ok(node(call, function.to(close)))
    }

    /// Reads the arguments of a function, those by place and those by name, and the bracket after them.
    fn given(&mut self) -> Result<Given, Mistake> {
        self.step();
        let mut arguments = vec![];
        let mut named: Vec<(Span, Expression)> = vec![];
        let mut follows = self.peek() != Some(Token::Symbol(Symbol::Close));
        while follows {
            if let [Some(Token::Name), Some(Token::Symbol(Symbol::Is))] = self.peek_two() {
                let name = self.step();
                self.step();
                named.push((name, self.expression()?));
            } else if named.is_empty() {
                arguments.push(self.expression()?);
            } else {
                return Err(Mistake::new(self.here(), Kind::PlaceAfterName));
            }
            follows = self.step_over_sign(Symbol::Comma);
        }
        let close = self.expect(Token::Symbol(Symbol::Close))?;
        Ok((arguments, named, close))
    }

    /// Converts a number with its unit to SI.
    fn quantity(&self, value: f64, unit_at: u32, span: Span) -> Result<Datum, Kind> {
        let start = span.start + unit_at;
        let unit = self.text.get(start as usize..span.end as usize);
        let unit = parse_unit(unit.unwrap_or_default()).map_err(|_| Kind::Unit(unit_at))?;
        let value = Some(unit.to_si(value)).filter(|x| x.is_finite());
        let value = value.ok_or(Kind::Refused(Fault::Overflow))?;
        Ok(Datum::number(value, unit.dimension))
    }
}

/// Arguments of a function by place and by name, and the bracket after them.
type Given = (Vec<Expression>, Vec<(Span, Expression)>, Span);

fn node(kind: ExpressionKind, span: Span) -> Expression {
    Expression { kind, span }
}

fn prefixed(prefix: Prefix, sign: Span, operand: Expression) -> Expression {
    let span = sign.to(operand.span);
    node(ExpressionKind::Prefix(prefix, Box::new(operand)), span)
}

/// Gives a record in braces the span of the braces; that of another expression is its own.
fn spanned(inner: Expression, span: Span) -> Expression {
    match inner.kind {
        kind @ ExpressionKind::Record(_) => Expression { kind, span },
        _ => inner,
    }
}

fn quoted(text: &str, span: Span) -> Arc<str> {
    let with_quotes = text.get(span.range()).unwrap_or_default();
    with_quotes.trim_matches('"').into()
}

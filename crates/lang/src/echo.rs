//! Syntax errors caused by other errors.

use super::lexer::Fault;
use super::mistake::{Kind, Mistake};
use super::parser::Read;
use super::vocabulary::Vocabulary;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use std::collections::BTreeSet;

impl Read {
    /// Whether there are syntax errors.
    pub fn is_mistaken(&self) -> bool {
        !self.mistakes.is_empty()
    }

    /// Returns the reports of all syntax errors.
    pub fn reports(&self, text: &str, vocabulary: &dyn Vocabulary) -> Vec<Diagnostic> {
        let mistakes = self.mistakes.iter();
        mistakes
            .map(|mistake| mistake.report(text, vocabulary))
            .collect()
    }

    /// Where heads stand whose blocks are never closed.
    pub fn heads_without_end(&self) -> impl Iterator<Item = usize> {
        let unclosed = self.mistakes.iter().filter(|m| m.is_unclosed());
        unclosed.map(|mistake| mistake.span.range().start)
    }

    /// Where ends stand that no block is open for.
    pub fn ends_without_head(&self) -> impl Iterator<Item = usize> {
        let ends = self.mistakes.iter().filter(|m| m.is_stray_end());
        ends.map(|mistake| mistake.span.range().start)
    }

    /// Removes errors caused by a brace that opens a block, as in other languages: its `}`, and its missing `end`.
    pub fn leave_out_echoes(&mut self, text: &str) {
        let line_of = |at: u32| {
            let (before, after) = text.split_at_checked(at as usize).unwrap_or_default();
            let start = before.rfind(['\n', '\r']).map_or(0, |end| end + 1);
            let rest = after.find(['\n', '\r']).unwrap_or(after.len());
            text.get(start..before.len() + rest).unwrap_or_default()
        };
        let is = |mistake: &Mistake, brace: &str| mistake.sign(text) == Some(brace);
        let opens = |mistake: &&Mistake| {
            is(mistake, "{") && line_of(mistake.span.start).trim_end().ends_with('{')
        };
        let braces = self.mistakes.iter().filter(opens);
        let braces: Vec<u32> = braces.map(|mistake| mistake.span.start).collect();
        // The command on the line of a condition was meant as its block.
        let words = self.mistakes.iter().filter(|mistake| {
            let found = text.get(mistake.span.range()).unwrap_or_default();
            mistake.kind == Kind::Unexpected && found.starts_with(char::is_alphabetic)
        });
        let line_start = |at: u32| {
            let before = text.get(..at as usize).unwrap_or_default();
            before.rfind(['\n', '\r']).map_or(0, |end| end + 1)
        };
        let lines: BTreeSet<usize> = words.map(|word| line_start(word.span.start)).collect();
        let is_of_line = |mistake: &Mistake| lines.contains(&line_start(mistake.span.start));
        self.mistakes
            .retain(|mistake| !(mistake.is_unclosed() && is_of_line(mistake)));
        let Some(first) = braces.first().copied() else {
            return;
        };
        self.mistakes.retain(|mistake| {
            let start = mistake.span.start;
            let closes = is(mistake, "}") && line_of(start).trim() == "}" && start > first;
            let is_of_brace = |brace: &u32| {
                *brace > start
                    && !text
                        .get(start as usize..*brace as usize)
                        .is_some_and(|t| t.contains(['\n', '\r']))
            };
            let unclosed = mistake.is_unclosed() && braces.iter().any(is_of_brace);
            !closes && !unclosed
        });
    }

    /// Removes errors caused by heads that were meant to open a block but did not, in their order, and errors in arguments on
    /// lines that were meant as something else.
    /// Also removes an unclosed block before each of the words that were meant as its `end`.
    pub fn excuse(
        &mut self,
        openers: &[Span],
        closers: &[Span],
        is_on_line: impl Fn(Span) -> bool,
    ) {
        for closer in closers {
            let mut mistakes = self.mistakes.iter();
            let unclosed = mistakes.rposition(|m| m.is_unclosed() && m.span < *closer);
            if let Some(unclosed) = unclosed {
                self.mistakes.remove(unclosed);
            }
        }
        let ends = self.mistakes.iter().filter(|m| m.is_stray_end());
        let mut ends = ends.map(|mistake| mistake.span).peekable();
        let mut dropped = BTreeSet::new();
        for opener in openers {
            while ends.next_if(|end| end < opener).is_some() {}
            dropped.extend(ends.next());
        }
        self.mistakes
            .retain(|mistake| match mistake.is_stray_end() {
                true => !dropped.contains(&mistake.span),
                false => !(mistake.is_of_arguments() && is_on_line(mistake.span)),
            });
    }
}

impl Mistake {
    /// Returns the sign of an expression that is not valid at its place.
    fn sign(self, text: &str) -> Option<&str> {
        let found = text.get(self.span.range())?;
        match self.kind {
            // Their span is their first character.
            Kind::Refused(Fault::Open | Fault::Close) => {
                found.get(..found.chars().next()?.len_utf8())
            }
            Kind::Refused(Fault::Stray) => Some(found),
            Kind::Unexpected if !self.starts_line(text) => Some(found),
            _ => None,
        }
    }

    /// Whether it is an end without a block.
    fn is_stray_end(&self) -> bool {
        matches!(self.kind, Kind::NothingOpen(_))
    }

    /// Whether the arguments of a head cannot be parsed as assumed.
    fn is_of_arguments(&self) -> bool {
        match self.kind {
            Kind::Unexpected => true,
            Kind::Refused(fault) => !matches!(fault, Fault::Overflow | Fault::Unclosed),
            _ => false,
        }
    }
}

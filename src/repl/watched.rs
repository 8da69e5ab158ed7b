//! Watched quantities and their samples.

use crate::lang::syntax::Expression;
use crate::lang::value::Datum;
use crate::plot::terminal::{Curve, plot, short, time_axis};
use crate::plot::{Curves, Series};
use crate::run::Samples;
use crate::session::parts;
use std::sync::Arc;

/// Most samples stored.
const MOST: usize = 4096;

/// All watched quantities.
#[derive(Default)]
pub(super) struct Watched {
    entries: Vec<Entry>,
    wanted: Arc<[Arc<Expression>]>,
    columns: Vec<Column>,
    /// The latest samples, one for each frame.
    recent: Samples,
}

struct Entry {
    /// Source text.
    text: String,
    expression: Arc<Expression>,
}

/// A drawn number: the value of an entry, or a member of it.
struct Column {
    entry: String,
    name: String,
    unit: String,
}

impl Watched {
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns the source texts of the watched expressions.
    pub fn texts(&self) -> Vec<String> {
        self.entries.iter().map(|e| e.text.clone()).collect()
    }

    /// Returns the expressions of all entries; none if there are none.
    pub fn expressions(&self) -> Option<Arc<[Arc<Expression>]>> {
        (!self.is_empty()).then(|| Arc::clone(&self.wanted))
    }

    /// Adds a watched expression; returns whether it is new.
    pub fn add(&mut self, text: &str, expression: Arc<Expression>) -> bool {
        if self.entries.iter().any(|e| e.text == text) {
            return false;
        }
        self.entries.push(Entry {
            text: text.to_owned(),
            expression,
        });
        self.renew();
        true
    }

    /// Removes a watched expression.
    pub fn remove(&mut self, text: &str) {
        self.entries.retain(|e| e.text != text);
        while let Some(at) = self.columns.iter().position(|c| c.entry == text) {
            self.columns.remove(at);
            if at < self.recent.columns.len() {
                self.recent.columns.remove(at);
            }
        }
        self.renew();
    }

    /// Removes all watched expressions.
    pub fn clear(&mut self) {
        *self = Watched::default();
    }

    fn renew(&mut self) {
        let all = self.entries.iter();
        self.wanted = all.map(|e| Arc::clone(&e.expression)).collect();
        if self.entries.is_empty() {
            self.clear();
        }
    }

    /// Adds a sample: a value for each entry.
    pub fn take(&mut self, time: f64, values: &[Option<Datum>]) {
        let mut row = vec![f64::NAN; self.columns.len()];
        for (entry, value) in self.entries.iter().zip(values) {
            let numbers = value.iter().flat_map(|datum| numbers(&entry.text, datum));
            for (name, unit, number) in numbers {
                let known = self.columns.iter().position(|c| c.name == name);
                match known {
                    Some(at) => row[at] = number,
                    None => {
                        let entry = entry.text.clone();
                        self.columns.push(Column { entry, name, unit });
                        row.push(number);
                    }
                }
            }
        }
        // If the clock was set back, what was seen after that has not happened.
        self.recent.forget_after(time);
        self.recent.take(time, &row);
        if self.recent.times.len() > 2 * MOST {
            self.recent.forget_first(MOST);
        }
    }

    /// Returns the latest samples as curves, over a window of time before the last one (s); none if there are none.
    pub fn curves(&self, window: f64) -> Option<Curves> {
        let last = *self.recent.times.last()?;
        let begin = self.recent.times.partition_point(|t| *t < last - window);
        let from = |values: &[f64]| values.get(begin..).unwrap_or_default().to_vec();
        let columns = self.columns.iter().zip(&self.recent.columns);
        let series = columns.map(|(column, values)| Series {
            exact: true,
            ..Series::apart(&column.name, &column.unit, from(values))
        });
        let values: Vec<Series> = series.collect();
        (!values.is_empty()).then(|| Curves {
            over: Series::new("time", "s", from(&self.recent.times)),
            values,
            phase: false,
        })
    }

    /// Draws the samples from a time on (s) as lines: for each entry its name with the last value, and its curve; at the bottom,
    /// the time. Counts the entries that do not fit in `rows` lines.
    pub fn draw(&self, from: f64, columns: usize, rows: usize) -> Vec<String> {
        let begin = self.recent.times.partition_point(|t| *t < from);
        let times = self.recent.times.get(begin..).unwrap_or_default();
        let curves: Vec<(&Column, &Vec<f64>)> =
            self.columns.iter().zip(&self.recent.columns).collect();
        if curves.is_empty() || times.is_empty() {
            return vec![];
        }
        // Each needs its name and at least two lines; one line is for the time, and one may count the rest.
        let fitting = (rows.saturating_sub(2) / 3).clamp(1, curves.len());
        let height = (rows.saturating_sub(2) / fitting)
            .saturating_sub(1)
            .clamp(2, 12);
        let mut lines = vec![];
        for (column, values) in curves.iter().take(fitting) {
            let values = values.get(begin..).unwrap_or_default();
            let last = values.last().copied().unwrap_or(f64::NAN);
            let last = match last.is_finite() {
                true => format!("{} {}", short(last), column.unit)
                    .trim_end()
                    .to_owned(),
                false => "not known".to_owned(),
            };
            lines.push(fit(&format!("{}  {last}", column.name), columns));
            lines.extend(plot(&Curve { times, values }, columns, height));
        }
        lines.push(time_axis(times, columns));
        if fitting < curves.len() {
            lines.push(format!(
                "and {} more that do not fit",
                curves.len() - fitting
            ));
        }
        lines
    }
}

/// Returns the first characters of a line, at most `columns`.
pub(super) fn fit(line: &str, columns: usize) -> String {
    line.chars().take(columns).collect()
}

/// The numbers of a value: name, unit, number in that unit; of a long list the first.
fn numbers(name: &str, datum: &Datum) -> Vec<(String, String, f64)> {
    let parts = parts(name, datum).into_iter().take(16);
    let numbers = parts.filter_map(|(name, part)| {
        let (unit, value) = match part {
            Datum::Number(number) => number.as_shown(),
            Datum::Flag(flag) => (String::new(), f64::from(u8::from(*flag))),
            _ => return None,
        };
        let unit = if unit == "1" { String::new() } else { unit };
        Some((name, unit, value))
    });
    numbers.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::dimension::Dimension;
    use crate::lang::syntax::ExpressionKind;
    use crate::source::Span;

    fn watched(texts: &[&str]) -> Watched {
        let mut watched = Watched::default();
        for text in texts {
            let expression = Expression {
                kind: ExpressionKind::Name,
                span: Span::default(),
            };
            assert!(watched.add(text, Arc::new(expression)));
        }
        watched
    }

    fn length(x: f64) -> Option<Datum> {
        Some(Datum::number(x, Dimension::LENGTH))
    }

    #[test]
    fn values_are_drawn_with_their_unit_and_time() {
        let mut watched = watched(&["a.z"]);
        for i in 0..5 {
            watched.take(f64::from(i), &[length(f64::from(i) * 0.5)]);
        }
        let lines = watched.draw(0.0, 40, 6);
        assert_eq!(lines[0], "a.z  2 m");
        assert_eq!(lines.len(), 5);
        assert!(lines[4].trim_start().starts_with('0') && lines[4].ends_with("4 s"));
        let later = watched.draw(2.0, 40, 6);
        assert!(later[3].starts_with("        1 ┤") && later[4].trim_start().starts_with('2'));
        assert!(watched.draw(9.0, 40, 6).is_empty());
    }

    #[test]
    fn the_members_of_a_vector_have_curves_of_their_own() {
        let mut watched = watched(&["a.vel", "b"]);
        let vector = Datum::list(vec![
            Datum::plain(1.0),
            Datum::plain(2.0),
            Datum::plain(3.0),
        ]);
        watched.take(0.0, &[vector.ok(), None]);
        watched.take(1.0, &[None, Some(Datum::Flag(true))]);
        let lines = watched.draw(0.0, 40, 30).join("\n");
        assert!(lines.contains("a.vel.x  not known") && lines.contains("a.vel.z"));
        assert!(lines.contains("b  1\n"));
        let few = watched.draw(0.0, 40, 8);
        assert!(
            few.len() <= 8 && few.last().is_some_and(|l| l.contains("and 2 more")),
            "{few:?}"
        );
    }

    #[test]
    fn old_samples_are_dropped_and_the_clock_may_go_back() {
        let mut watched = watched(&["a", "b"]);
        for i in 0..20_000 {
            let x = length(f64::from(i));
            watched.take(f64::from(i), &[x.clone(), x]);
        }
        let track = &watched.recent;
        assert!((MOST / 2..=2 * MOST).contains(&track.times.len()));
        assert!(track.times.windows(2).all(|w| w[0] < w[1]));
        assert_eq!(track.columns[1], track.times);
        assert_eq!(watched.recent.times.last(), Some(&19_999.0));
        watched.take(10.0, &[length(-1.0), None]);
        assert_eq!(watched.recent.times, [10.0]);
        watched.remove("a");
        assert_eq!(watched.texts(), ["b"]);
        assert_eq!(watched.recent.columns.len(), 1);
        assert!(watched.recent.columns[0][0].is_nan());
        watched.remove("b");
        assert!(watched.expressions().is_none() && watched.recent.times.is_empty());
    }
}

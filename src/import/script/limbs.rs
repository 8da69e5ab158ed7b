//! Similar limbs: one definition with parameters for the differences.

use super::lines::{Line, Piece, text};
use super::spell::{Measure, spell};
use crate::import::context::unused;

/// Most parameters of a definition: with more it is hard to read.
const MOST_PARAMETERS: usize = 8;

/// Fewest lines of a limb for which a definition is made.
const LEAST_LINES: usize = 4;

/// Largest relative difference of numbers that counts as rounding.
const ROUNDING: f64 = 1e-14;

/// A definition, and the lines that use it.
pub(super) struct Definition {
    pub lines: Vec<String>,
    pub calls: Vec<String>,
}

/// Differences between the limbs, in the order in which they were found.
#[derive(Default)]
struct Parameters {
    /// Name of each parameter and its argument for each limb, as source text.
    list: Vec<(String, Vec<String>)>,
    /// Parameters for numbers that differ by their signs.
    signs: Vec<(usize, Vec<f64>)>,
}

impl Parameters {
    /// Returns the parameter for these values; names a new one after its quantity.
    fn of(&mut self, values: Vec<String>, label: &str) -> usize {
        if let Some(known) = self.list.iter().position(|(_, v)| *v == values) {
            return known;
        }
        let name = unused(label, "", |name| self.list.iter().any(|(n, _)| n == name));
        self.list.push((name, values));
        self.list.len() - 1
    }

    fn name(&self, index: usize) -> &str {
        self.list.get(index).map_or("", |(name, _)| name)
    }
}

/// Makes one definition for several limbs, if they are alike; `limbs` has the lines of each.
pub(super) fn unify(limbs: &[Vec<Line>], taken: &mut Vec<String>) -> Option<Definition> {
    let (first, rest) = limbs.split_first()?;
    if rest.is_empty() || first.len() < LEAST_LINES {
        return None;
    }
    if !rest.iter().all(|limb| are_alike(first, limb)) {
        return None;
    }
    let mut parameters = Parameters::default();
    let mut body = vec![];
    for (number, line) in first.iter().enumerate() {
        let mut pieces: Line = vec![];
        for (at, piece) in line.iter().enumerate() {
            let column: Option<Vec<&Piece>> = limbs
                .iter()
                .map(|limb| limb.get(number).and_then(|l| l.get(at)))
                .collect();
            pieces.push(merged(piece, &column?, &mut parameters)?);
        }
        body.push(format!("  {}", text(&pieces)));
    }
    if parameters.list.len() > MOST_PARAMETERS {
        return None;
    }
    let name = called(first, rest, taken);
    let names: Vec<&str> = parameters.list.iter().map(|(n, _)| n.as_str()).collect();
    let mut lines = vec![format!("define {name} {}", names.join(" "))];
    lines.extend(body);
    lines.push("end".to_owned());
    let calls = (0..limbs.len()).map(|limb| {
        let values = parameters.list.iter().filter_map(|(_, v)| v.get(limb));
        let values: Vec<&str> = values.map(String::as_str).collect();
        format!("{name} {}", values.join(" "))
    });
    Some(Definition {
        calls: calls.collect(),
        lines,
    })
}

/// Names a definition after the common part of the limbs' names.
fn called(first: &[Line], rest: &[Vec<Line>], taken: &mut Vec<String>) -> String {
    let own = |lines: &[Line]| {
        lines.iter().flatten().find_map(|piece| match piece {
            Piece::Name(name) => Some(name.clone()),
            _ => None,
        })
    };
    let names: Vec<String> = std::iter::once(first)
        .chain(rest.iter().map(Vec::as_slice))
        .filter_map(own)
        .collect();
    let (before, _, after) = common(&names.iter().map(String::as_str).collect::<Vec<_>>());
    let fits = |c: char| c.is_ascii_alphabetic();
    let middle = |text: &str| text.trim_matches(|c| !fits(c)).to_owned();
    let stem = match (middle(&after), middle(&before)) {
        (after, _) if !after.is_empty() => after,
        (_, before) if !before.is_empty() => before,
        _ => "limb".to_owned(),
    };
    let is_taken = |name: &str| taken.iter().any(|taken| taken == name);
    let name = unused(&format!("build_{stem}"), "", is_taken);
    taken.push(name.clone());
    name
}

/// Returns the common start and end of names, in whole words, and the different parts between them.
fn common(names: &[&str]) -> (String, Vec<String>, String) {
    let Some((first, rest)) = names.split_first() else {
        return Default::default();
    };
    let shared = |a: &str, b: &str| a.bytes().zip(b.bytes()).take_while(|(x, y)| x == y).count();
    let ending = |a: &str, b: &str| {
        let (a, b) = (a.bytes().rev(), b.bytes().rev());
        a.zip(b).take_while(|(x, y)| x == y).count()
    };
    let begin = rest.iter().map(|n| shared(first, n)).min().unwrap_or(0);
    let begin = first
        .get(..begin)
        .and_then(|b| b.rfind('_'))
        .map_or(0, |at| at + 1);
    let room = names.iter().map(|n| n.len()).min().unwrap_or(0) - begin;
    let end = rest.iter().map(|n| ending(first, n)).min().unwrap_or(0);
    let tail = first.get(first.len() - end.min(room)..).unwrap_or_default();
    let end = tail.find('_').map_or(0, |at| tail.len() - at);
    let middle = |n: &&str| n.get(begin..n.len() - end).unwrap_or_default().to_owned();
    (
        first.get(..begin).unwrap_or_default().to_owned(),
        names.iter().map(middle).collect(),
        first
            .get(first.len() - end..)
            .unwrap_or_default()
            .to_owned(),
    )
}

/// Returns the piece of a definition that replaces the pieces of all limbs.
fn merged(first: &Piece, column: &[&Piece], parameters: &mut Parameters) -> Option<Piece> {
    if column.iter().all(|piece| *piece == first) {
        return Some(first.clone());
    }
    match first {
        Piece::Name(_) => {
            let names = column.iter().filter_map(|piece| match piece {
                Piece::Name(name) => Some(name.as_str()),
                _ => None,
            });
            let (before, keys, after) = common(&names.collect::<Vec<_>>());
            if keys.iter().any(String::is_empty) {
                return None;
            }
            let word = |key: &String| match key.starts_with(|c: char| c.is_ascii_alphabetic()) {
                true => key.clone(),
                false => format!("\"{key}\""),
            };
            let at = parameters.of(keys.iter().map(word).collect(), "name");
            let name = parameters.name(at);
            Some(Piece::Text(format!("{before}{{{name}}}{after}")))
        }
        Piece::File(_) => {
            let at = parameters.of(column.iter().map(|p| p.text()).collect(), "file");
            Some(Piece::Text(format!("{{{}}}", parameters.name(at))))
        }
        Piece::Number(_, measure, label) => number(column, *measure, label, parameters),
        Piece::Given(given, _, measure) => match number(column, *measure, given, parameters)? {
            Piece::Number(x, measure, _) => Some(Piece::Given(given, x, measure)),
            other => Some(Piece::Text(format!("{given}={}", other.text()))),
        },
        _ => None,
    }
}

fn number(
    column: &[&Piece],
    measure: Measure,
    label: &'static str,
    parameters: &mut Parameters,
) -> Option<Piece> {
    let values = column.iter().filter_map(|piece| match piece {
        Piece::Number(x, ..) | Piece::Given(_, x, _) => Some(*x),
        _ => None,
    });
    let values: Vec<f64> = values.collect();
    let first = *values.first()?;
    let size = values.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
    let near = |a: f64, b: f64| (a - b).abs() <= ROUNDING * size;
    if values.iter().all(|x| near(*x, first)) {
        return Some(Piece::Number(first, measure, label));
    }
    if values.iter().all(|x| near(x.abs(), first.abs())) {
        // The first number that differs by its sign determines the side.
        let signs: Vec<f64> = values.iter().map(|x| x.signum()).collect();
        let same = |known: &[f64], by: f64| known.iter().zip(&signs).all(|(a, b)| a * by == *b);
        let known = parameters.signs.iter().find_map(|(at, known)| {
            [1.0, -1.0]
                .into_iter()
                .find(|by| same(known, *by))
                .map(|by| (*at, by))
        });
        let (at, by) = known.unwrap_or_else(|| {
            let texts = signs.iter().map(|s| spell(*s, Measure::Bare)).collect();
            let at = parameters.of(texts, "side");
            parameters.signs.push((at, signs.clone()));
            (at, 1.0)
        });
        let name = parameters.name(at);
        return Some(Piece::Text(match (measure, first.abs()) {
            (Measure::Bare, 1.0) if by > 0.0 => format!("{{{name}}}"),
            (Measure::Bare, 1.0) => format!("{{-{name}}}"),
            (_, size) => format!("{{{} * {name}}}", spell(by * size, measure)),
        }));
    }
    let at = parameters.of(values.iter().map(|x| spell(*x, measure)).collect(), label);
    Some(Piece::Text(format!("{{{}}}", parameters.name(at))))
}

/// Groups limbs with similar lines. Returns the numbers of the members of each group, in order.
pub(super) fn groups(limbs: &[Vec<Line>]) -> Vec<Vec<usize>> {
    let mut groups: Vec<(&[Line], Vec<usize>)> = vec![];
    for (number, limb) in limbs.iter().enumerate() {
        match groups.iter_mut().find(|(first, _)| are_alike(first, limb)) {
            Some((_, members)) => members.push(number),
            None => groups.push((limb, vec![number])),
        }
    }
    groups.into_iter().map(|(_, members)| members).collect()
}

/// Whether the lines of two limbs differ only in what may become parameters.
fn are_alike(one: &[Line], other: &[Line]) -> bool {
    let same =
        |(a, b): (&Line, &Line)| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.is_like(b));
    one.len() == other.len() && one.iter().zip(other).all(same)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limb(name: &str, y: f64, x: f64) -> Vec<Line> {
        let line = |word, z| {
            vec![
                Piece::Word(word),
                Piece::Name(format!("{name}_hip")),
                Piece::Number(x, Measure::Length, "x"),
                Piece::Number(y, Measure::Length, "y"),
                Piece::Number(z, Measure::Length, "z"),
            ]
        };
        (0..4).map(|i| line("move", f64::from(i))).collect()
    }

    #[test]
    fn what_differs_becomes_parameters() {
        let limbs = [
            limb("FL", 0.1, 0.2),
            limb("FR", -0.1, 0.2),
            limb("RL", 0.1, -0.3),
            limb("RR", -0.1, -0.3),
        ];
        let made = unify(&limbs, &mut vec![]).unwrap();
        assert_eq!(made.lines[0], "define build_hip name x side");
        assert_eq!(made.lines[1], "  move {name}_hip {x} {10cm * side} 0");
        assert_eq!(made.calls[3], "build_hip RR -30cm -1");
    }

    #[test]
    fn names_differ_in_whole_words() {
        let (before, keys, after) = common(&["front_left_leg", "front_right_leg"]);
        assert_eq!(
            (before.as_str(), after.as_str()),
            ("front_", "_leg"),
            "{keys:?}"
        );
        assert_eq!(keys, ["left", "right"]);
        assert_eq!(common(&["aux_1", "aux_2"]).1, ["1", "2"]);
        assert_eq!(common(&["thigh", "thigh_left"]).1, ["thigh", "thigh_left"]);
    }
}

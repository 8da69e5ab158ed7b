//! The points of a sweep: the values of the parameters of each run.

use super::script::si_unit;
use crate::diagnostic::quote;
use crate::lang::units::parse_unit;
use crate::lang::value::Datum;
use crate::lang::value::functions::uniform_of;
use crate::session::{Declared, digits, help_on, rounded};

/// Most runs of a sweep.
const MOST_RUNS: usize = 10_000_000;

/// Most values of one parameter.
const MOST_VALUES: u64 = 1_000_000;

/// How points are chosen among the values of the parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// All combinations, in which those of the last parameter change first.
    Grid,
    /// So many points at random, by a seed.
    Random(usize, u32),
    /// So many points of a scrambled Sobol sequence, by a seed: they fill the space more evenly.
    Sobol(usize, u32),
}

/// The values that a parameter takes.
#[derive(Clone, Debug, PartialEq)]
enum Values {
    /// These, as the command line writes them.
    All(Vec<String>),
    /// Any number between two, in a unit.
    Between([f64; 2], String),
}

/// A parameter with its values.
#[derive(Clone, Debug, PartialEq)]
struct Axis {
    name: String,
    values: Values,
    /// Unit of numbers that are given without one; none if the parameter is no number.
    bare: Option<String>,
}

/// The points of a sweep.
#[derive(Clone, Debug, PartialEq)]
pub struct Points {
    axes: Vec<Axis>,
    choice: Choice,
    count: usize,
}

/// Splits a text into a number and its unit.
pub(super) fn measured(text: &str) -> Option<(f64, &str)> {
    let is_unit = |at: &usize| {
        let unit = &text[*at..];
        unit.is_empty() || unit.starts_with(|c: char| c.is_alphabetic()) && parse_unit(unit).is_ok()
    };
    let ends = text.char_indices().map(|(at, _)| at).chain([text.len()]);
    let parsed = |at: usize| Some((text[..at].parse::<f64>().ok()?, &text[at..]));
    let found = ends.filter(is_unit).find_map(parsed);
    found.filter(|(number, _)| number.is_finite())
}

/// Reads the values of a parameter: `0.2..0.9:8`, `1..20`, `..:5` over the range of the script, `a,b,c`, or one value.
///
/// # Errors
/// A sentence on what is wrong, and what to write instead.
fn values(declared: &Declared, text: &str, choice: Choice) -> Result<Values, String> {
    let is_in_brackets = text.starts_with(['[', '"']);
    if let Some((ends, count)) = range_of(text).filter(|_| !is_in_brackets) {
        let told = |why| format!("-D {}={text}: {why}", declared.name);
        return between(declared, ends, count, choice).map_err(told);
    }
    let mut depth = 0_i32;
    let mut all = vec![String::new()];
    for c in text.chars() {
        depth += i32::from(matches!(c, '(' | '[')) - i32::from(matches!(c, ')' | ']'));
        match (c, all.last_mut()) {
            (',', _) if depth == 0 => all.push(String::new()),
            (_, Some(last)) => last.push(c),
            _ => {}
        }
    }
    let told = |why: &str| Err(format!("-D {}={text}: {why}", declared.name));
    if all.len() > 1 && all.iter().any(String::is_empty) {
        return told("a value is missing before or after a comma");
    }
    let mut units = all.iter().filter_map(|text| Some(measured(text)?.1));
    let first = units.next();
    if !matches!(declared.default, Datum::Text(_)) && units.any(|unit| Some(unit) != first) {
        return told("all numbers of a list need the same unit, as in `1Hz,2Hz`");
    }
    Ok(Values::All(all))
}

/// Splits a range into its ends and the number of values, if it is one: two dots that belong to no path.
pub(super) fn range_of(text: &str) -> Option<([&str; 2], Option<&str>)> {
    let (lowest, rest) = text.split_once("..")?;
    let (highest, count) = match rest.split_once(':') {
        Some((highest, count)) => (highest, Some(count)),
        None => (rest, None),
    };
    let is_end = |end: &str| {
        let digits = end.trim_start_matches(['-', '+', '.']);
        end.is_empty() || digits.starts_with(|c: char| c.is_ascii_digit())
    };
    (is_end(lowest) && is_end(highest)).then_some(([lowest, highest], count))
}

/// Reads the ends of a range, which have the same unit.
///
/// # Errors
/// A sentence on what is wrong.
pub(super) fn ends<'t>(lowest: &'t str, highest: &'t str) -> Result<([f64; 2], &'t str), String> {
    let (Some((low, first)), Some((high, second))) = (measured(lowest), measured(highest)) else {
        return Err("a range has two numbers, as in `5deg..40deg:8`".to_owned());
    };
    if !first.is_empty() && !second.is_empty() && first != second {
        return Err("both ends of a range need the same unit".to_owned());
    }
    if low >= high {
        return Err("the first end of a range must be below the second".to_owned());
    }
    Ok(([low, high], if first.is_empty() { second } else { first }))
}

fn between(
    declared: &Declared,
    [lowest, highest]: [&str; 2],
    count: Option<&str>,
    choice: Choice,
) -> Result<Values, String> {
    let name = &declared.name;
    let is_of_script = lowest.is_empty() && highest.is_empty();
    let ([low, high], unit) = if is_of_script {
        let range = declared.range.ok_or_else(|| {
            format!("the script gives `{name}` no range; write one here, `{name}=0..1:5`, or there, `param {name} = ... from 0 to 1`")
        })?;
        let ends = range.map(|end| rounded(declared.in_unit(end), 12));
        (ends, declared.unit.as_str())
    } else {
        ends(lowest, highest)?
    };
    let is_default_whole =
        matches!(&declared.default, Datum::Number(number) if number.value.fract() == 0.0);
    let is_whole =
        unit.is_empty() && is_default_whole && [low, high].iter().all(|end| end.fract() == 0.0);
    let count = match count {
        Some(count) => match count.parse::<u64>() {
            Ok(count @ 2..=MOST_VALUES) => count,
            _ => {
                return Err(format!(
                    "the number of values after the `:` is from 2 to {MOST_VALUES}"
                ));
            }
        },
        // As `corpus optimise` does, a draw takes any number of the range.
        None if choice != Choice::Grid => return Ok(Values::Between([low, high], unit.to_owned())),
        None if is_whole && high - low < MOST_VALUES as f64 => (high - low) as u64 + 1,
        None => {
            return Err(format!(
                "say how many values: `{name}={lowest}..{highest}:8`"
            ));
        }
    };
    let last = (count - 1) as f64;
    let value = |i: u64| {
        let part = i as f64 / last;
        low * (1.0 - part) + high * part
    };
    let written = |i: u64| format!("{}{unit}", digits(rounded(value(i), 12)));
    Ok(Values::All((0..count).map(written).collect()))
}

/// Returns a value that is outside of the range of the script; expressions and texts are for the runs to read.
fn beyond(declared: &Declared, values: &Values) -> Option<String> {
    let is_outside = |text: &String| {
        let si = measured(text).and_then(|(number, unit)| match unit {
            "" => Some(number),
            unit => Some(parse_unit(unit).ok()?.to_si(number)),
        });
        si.is_some_and(|value| !declared.holds(value))
    };
    match values {
        Values::All(all) => all.iter().find(|text| is_outside(text)).cloned(),
        Values::Between(ends, unit) => { ends.iter() }
            .map(|end| format!("{}{unit}", digits(*end)))
            .find(is_outside),
    }
}

impl Points {
    /// Reads the values of the command line for a script with these parameters.
    ///
    /// # Errors
    /// Sentences on what is wrong, and what to write instead.
    pub fn read(
        given: &[(String, String)],
        declared: &[Declared],
        choice: Choice,
    ) -> Result<Points, String> {
        let mut axes: Vec<Axis> = vec![];
        for (name, text) in given {
            let Some(own) = declared.iter().find(|own| *own.name == **name) else {
                let (name, help) = (quote(name), help_on(name, declared));
                return Err(format!("-D: the script has no parameter {name}; {help}"));
            };
            axes.retain(|axis| axis.name != *name);
            let values = values(own, text, choice)?;
            if let Some(value) = beyond(own, &values) {
                return Err(format!("-D {name}={text}: {}", own.outside(&value)));
            }
            axes.push(Axis {
                name: name.clone(),
                values,
                bare: si_unit(&own.default),
            });
        }
        if axes.is_empty() && choice != Choice::Grid {
            return Err(
                "there is nothing to choose: give parameters their values by -D".to_owned(),
            );
        }
        let lengths = axes.iter().map(|axis| match &axis.values {
            Values::All(all) => all.len(),
            Values::Between(..) => 1,
        });
        let count = match choice {
            Choice::Random(count, _) | Choice::Sobol(count, _) => Some(count),
            Choice::Grid => { lengths }.try_fold(1_usize, |all, one| all.checked_mul(one)),
        };
        let most = match choice {
            Choice::Sobol(..) => sobol_burley::NUM_DIMENSIONS as usize,
            _ => usize::MAX,
        };
        if axes.len() > most {
            return Err(format!("a Sobol sequence has at most {most} parameters"));
        }
        match count {
            Some(count) if (1..=MOST_RUNS).contains(&count) => Ok(Points {
                axes,
                choice,
                count,
            }),
            Some(0) => Err("a sweep has one run or more".to_owned()),
            _ => Err(format!("the sweep has more than {MOST_RUNS} runs")),
        }
    }

    /// Returns the number of runs.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count
    }

    /// Returns the names of the parameters, with the unit of their values if these are numbers with the same one; `1` for plain
    /// numbers.
    #[must_use]
    pub fn heads(&self) -> Vec<(String, Option<String>)> {
        let unit = |axis: &Axis| {
            let bare = axis.bare.as_deref()?;
            let unit_of = |text| measured(text).map(|(_, unit)| unit);
            let unit = match &axis.values {
                Values::Between(_, unit) => unit,
                Values::All(all) => {
                    let first = unit_of(all.first()?)?;
                    let are_alike = all.iter().all(|text| unit_of(text) == Some(first));
                    are_alike.then_some(first)?
                }
            };
            Some(if unit.is_empty() { bare } else { unit }.to_owned())
        };
        let axes = self.axes.iter();
        axes.map(|axis| (axis.name.clone(), unit(axis))).collect()
    }

    /// Returns the parameters of a run.
    #[must_use]
    pub fn point(&self, run: usize) -> Vec<(String, String)> {
        // The number of a point on a grid, of which each axis takes its part, the last one first.
        let mut left = run;
        let mut point: Vec<(String, String)> = self
            .axes
            .iter()
            .enumerate()
            .rev()
            .map(|(axis, Axis { name, values, .. })| {
                let part = match self.choice {
                    Choice::Grid => None,
                    Choice::Random(_, seed) => {
                        Some(uniform_of(&[seed.into(), run as u64, axis as u64]))
                    }
                    Choice::Sobol(_, seed) => {
                        let part = sobol_burley::sample(run as u32, axis as u32, seed);
                        Some(f64::from(part))
                    }
                };
                let value = match values {
                    Values::Between([low, high], unit) => {
                        let part = part.unwrap_or_default();
                        format!("{}{unit}", digits(rounded(low + (high - low) * part, 12)))
                    }
                    Values::All(all) => {
                        let number = match part {
                            None => left % all.len(),
                            Some(part) => ((part * all.len() as f64) as usize).min(all.len() - 1),
                        };
                        left /= all.len();
                        all[number].clone()
                    }
                };
                (name.clone(), value)
            })
            .collect();
        point.reverse();
        point
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runs::Script;

    fn points(given: &[(&str, &str)], choice: Choice) -> Result<Points, String> {
        let text = "param a = 0.5\nparam b = 20deg from 5deg to 40deg\nparam seed = 1 from 1 to 20\nparam name = \"x\"";
        let mut script = Script::of_text("points", text);
        script.check(&[]).unwrap();
        let given: Vec<_> = given
            .iter()
            .map(|(n, v)| ((*n).to_owned(), (*v).to_owned()))
            .collect();
        Points::read(&given, &script.parameters, choice)
    }

    fn shown(points: &Points) -> String {
        let point = |run| {
            let values = points.point(run).into_iter().map(|(_, value)| value);
            values.collect::<Vec<_>>().join(" ")
        };
        (0..points.count())
            .map(point)
            .collect::<Vec<_>>()
            .join(", ")
    }

    #[test]
    fn a_grid_has_all_combinations_with_round_numbers() {
        let grid = |given: &[(&str, &str)]| shown(&points(given, Choice::Grid).unwrap());
        assert_eq!(
            grid(&[("a", "0.2..0.9:8")]),
            "0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9"
        );
        assert_eq!(
            grid(&[("a", "0.1,0.7"), ("seed", "1..3")]),
            "0.1 1, 0.1 2, 0.1 3, 0.7 1, 0.7 2, 0.7 3"
        );
        assert_eq!(grid(&[("b", "..:3")]), "5deg, 22.5deg, 40deg");
        assert_eq!(
            grid(&[("b", "5..10deg:2"), ("name", "left,right")]),
            "5deg left, 5deg right, 10deg left, 10deg right"
        );
        assert_eq!(grid(&[("a", "-1e-3..1e-3:3")]), "-0.001, 0, 0.001");
        assert_eq!(
            grid(&[("a", "-1e308..1.5e308:3")]),
            "-1e308, 2.5e307, 1.5e308"
        );
        assert_eq!(grid(&[("name", "../data/a.obj")]), "../data/a.obj");
        assert_eq!(grid(&[]), "");
        assert_eq!(points(&[], Choice::Grid).unwrap().count(), 1);
        let heads = points(
            &[("b", "..:3"), ("name", "x,y"), ("seed", "4")],
            Choice::Grid,
        )
        .unwrap()
        .heads();
        let heads: Vec<_> = heads
            .iter()
            .map(|(name, unit)| (name.as_str(), unit.as_deref()))
            .collect();
        assert_eq!(
            heads,
            [("b", Some("deg")), ("name", None), ("seed", Some("1"))]
        );
        // A number without a unit is in SI units, and a text stays as it is.
        let bare = points(&[("b", "0.1,0.2"), ("name", "007,1e3")], Choice::Grid).unwrap();
        let unit = |at: usize| bare.heads()[at].1.clone();
        assert_eq!((unit(0).as_deref(), unit(1)), (Some("rad"), None));
    }

    #[test]
    fn drawn_points_lie_in_the_range_and_depend_on_the_seed() {
        for choice in [Choice::Random, Choice::Sobol] {
            let of = |count, seed| {
                points(&[("b", ".."), ("seed", "1..20:20")], choice(count, seed)).unwrap()
            };
            let all = of(64, 7);
            let mut quarters = [0; 4];
            for run in 0..all.count() {
                let point = all.point(run);
                let (b, unit) = measured(&point[0].1).unwrap();
                assert!((5.0..=40.0).contains(&b) && unit == "deg");
                assert!((1..=20).contains(&point[1].1.parse::<i32>().unwrap()));
                quarters[((b - 5.0) / 8.75).min(3.0) as usize] += 1;
            }
            assert!(quarters.iter().all(|n| *n > 6), "{quarters:?}");
            assert_eq!(all, of(64, 7));
            // More points begin with the same ones.
            assert_eq!(of(9, 7).point(8), all.point(8));
            assert_ne!(of(9, 8).point(8), all.point(8));
        }
    }

    #[test]
    fn draws_are_whole_only_of_a_range_with_a_count() {
        let are_whole = |name, text| {
            let drawn = points(&[(name, text)], Choice::Random(40, 1)).unwrap();
            let mut values = (0..40).map(|run| drawn.point(run)[0].1.parse::<f64>().unwrap());
            values.all(|value| value.fract() == 0.0)
        };
        assert!(!are_whole("a", "0..1") && !are_whole("seed", "1..20") && !are_whole("seed", ".."));
        assert!(are_whole("seed", "1..20:20"));
        assert_eq!(points(&[("seed", "..")], Choice::Grid).unwrap().count(), 20);
    }

    #[test]
    fn what_is_wrong_with_values_is_told() {
        let told = |name: &str, text: &str| points(&[(name, text)], Choice::Grid).unwrap_err();
        assert_eq!(
            told("aa", "1"),
            "-D: the script has no parameter `aa`; did you mean `a`?"
        );
        assert_eq!(
            told("a", "0.2..0.9"),
            "-D a=0.2..0.9: say how many values: `a=0.2..0.9:8`"
        );
        assert_eq!(
            told("a", "0..1"),
            "-D a=0..1: say how many values: `a=0..1:8`"
        );
        assert!(told("a", "..:5").starts_with("-D a=..:5: the script gives `a` no range"));
        assert!(told("a", "2..1:5").ends_with("must be below the second"));
        assert!(told("a", "1..2:1").contains("from 2 to"));
        assert!(told("b", "1deg..2rad:3").ends_with("need the same unit"));
        assert!(told("a", "1,,2").ends_with("before or after a comma"));
        assert!(told("a", "1,2Hz").ends_with("as in `1Hz,2Hz`"));
        assert!(told("b", "5deg,0.1").ends_with("need the same unit, as in `1Hz,2Hz`"));
        assert!(told("a", "1x..2:3").ends_with("as in `5deg..40deg:8`"));
        assert!(told("b", "5..90deg:3").starts_with("-D b=5..90deg:3: `b` is from 5deg to 40deg"));
        let huge = [
            ("a", "0..9:1000000"),
            ("b", "5..9deg:1000000"),
            ("seed", "1..9:1000000"),
        ];
        assert_eq!(
            points(&[("a", "0..9")], Choice::Random(0, 1)).unwrap_err(),
            "a sweep has one run or more"
        );
        assert!(
            points(&huge, Choice::Grid)
                .unwrap_err()
                .contains("more than 10000000 runs")
        );
    }
}

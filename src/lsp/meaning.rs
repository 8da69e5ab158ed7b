//! Short descriptions of names, functions, quantities, units and words of the language.

use super::analysis::Analysis;
use super::workspace::View;
use crate::diagnostic::quote;
use crate::dynamics::JointKind;
use crate::figure::JointForm;
use crate::ide::Signature;
use crate::lang::syntax::{Block, Statement};
use crate::lang::units::{Unit, parse_unit};
use crate::lang::value::functions::{CONSTANTS, Function};
use crate::lang::value::{Datum, show};
use crate::session::command::Thing;
use crate::session::{Definition, Measured, Symbol, Use, si};
use std::fmt::Write as _;
use std::ops::Range;

/// Longest displayed value, in characters.
const LONGEST: usize = 200;

/// Describes the values of a variable, as far as a check has seen them.
pub(super) fn of_variable(found: &Use, analysis: &Analysis) -> String {
    if let Some(function) = Signature::of_script(&found.name, &analysis.session) {
        return format!("**{}**\n\n{}", function.usage(), function.about);
    }
    let index = analysis.session.index.as_ref();
    let places = analysis.uses_of(found);
    let mut values: Vec<String> = vec![];
    for value in places.flat_map(|used| index.map_or(&[][..], |index| index.values(used.span))) {
        let value = cut(value);
        if !values.contains(&value) {
            values.push(value);
        }
    }
    let is_parameter = found
        .definition
        .is_some_and(|place| index.is_some_and(|index| index.is_parameter(place)));
    let what = if is_parameter {
        "a parameter"
    } else {
        "a value"
    };
    let mut told = match values.as_slice() {
        [] => format!("`{}` is {what}", found.name),
        [only] => format!("`{}` = {only}", found.name),
        several => format!("`{}` = {} ...", found.name, several.join(", ")),
    };
    told += &named_at(found, analysis);
    told
}

fn cut(text: &str) -> String {
    let mut cut: String = text.chars().take(LONGEST).collect();
    if cut.len() < text.len() {
        cut += "...";
    }
    cut
}

/// Describes a user-defined command.
pub(super) fn of_command(name: &str, analysis: &Analysis) -> String {
    match analysis.session.definition(name) {
        Some(definition) => page(definition),
        None => format!("`{name}` is a command of this script"),
    }
}

fn page(definition: &Definition) -> String {
    let mut told = format!("**{}**\n\n    {}\n", definition.name, definition.usage());
    for line in &definition.comment {
        let _ = write!(told, "\n{line}  ");
    }
    for parameter in definition.parameters.iter() {
        if let Some(default) = &parameter.default {
            let _ = write!(told, "\n- *{}*: default {}", parameter.name, show(default));
        }
    }
    told
}

/// Describes a parameter of a user-defined command.
pub(super) fn of_parameter(definition: &Definition, number: usize) -> Option<String> {
    let parameter = definition.parameters.get(number)?;
    let mut told = format!("`{}` **{}**", definition.name, parameter.name);
    if let Some(default) = &parameter.default {
        let _ = write!(told, ": default {}", show(default));
    }
    Some(told)
}

/// Describes a function of expressions.
pub(super) fn of_function(name: &str) -> Option<String> {
    let function = Function::by_name(name)?;
    Some(format!(
        "**{}**: {}\n\n    {} = {}",
        function.usage(),
        function.summary,
        function.example,
        function.result
    ))
}

/// Describes a name in an expression that is no variable: a constant, or a quantity with its owner.
pub(super) fn of_name(path: &str, analysis: &Analysis) -> Option<String> {
    if let Some(constant) = CONSTANTS.iter().find(|constant| constant.name == path) {
        let value = show(&Datum::Number(constant.value.clone()));
        return Some(format!("`{path}` = {value}: {}", constant.summary));
    }
    let (_, quantity) = analysis.session.spoken_of(path)?;
    let kind = match quantity.measured {
        Measured::Number(dimension) => dimension.to_string(),
        Measured::Vector(dimension) => format!("a vector, {dimension}"),
        Measured::Joint { turning, sliding } => {
            format!("{turning} for a rotary joint, {sliding} for a sliding joint")
        }
        Measured::Contacts => "a list of records".to_owned(),
        Measured::Flag | Measured::Question => "true or false".to_owned(),
        Measured::Text => "a word".to_owned(),
    };
    Some(format!("`{path}`: {}  \n{kind}", quantity.doc))
}

/// Describes a unit.
pub(super) fn of_unit(text: &str) -> Option<String> {
    let unit = parse_unit(text).ok()?;
    Some(format!(
        "`{text}` is {}: {}",
        in_si(unit, 1.0),
        unit.dimension
    ))
}

/// Describes a number with its unit.
pub(super) fn of_measure(text: &str, value: f64, unit: &str) -> Option<String> {
    let unit = parse_unit(unit).ok()?;
    Some(format!(
        "`{text}` is {}: {}",
        in_si(unit, value),
        unit.dimension
    ))
}

fn in_si(unit: Unit, value: f64) -> String {
    si(unit.to_si(value), &unit.dimension.si_unit())
}

/// Describes a word or sign of the language that is no command.
pub(super) fn of_word(text: &str) -> Option<&'static str> {
    Some(match text {
        "else" => {
            "**else**: lines that run if no condition above is true; `else if CONDITION` tests another condition"
        }
        "in" => "`for` NAME **in** a range, a list, or words",
        "=" => "NAME **=** an expression",
        "and" => "A **and** B: true if both are true; B is evaluated only if A is true",
        "or" => {
            "A **or** B: true if at least one of them is true; B is evaluated only if A is false"
        }
        "not" => "**not** A: true if A is false",
        "to" => "VALUE **to** UNIT: the value, shown in that unit",
        ".." => "FROM **..** END: a range, which does not include END",
        "by" => "FROM `..` END **by** STEP: the step of a range",
        "^" => "A **^** B: A to the power of B",
        _ => return None,
    })
}

/// Describes the block that an `end` or `..` ends.
pub(super) fn of_end(view: &View, place: Range<usize>) -> Option<String> {
    let opener = opener(&view.document.parsed().statements, &place)?;
    let line = view.document.text.get(opener.span.range())?;
    Some(format!("ends {}", quote(line)))
}

fn opener<'s>(statements: &'s [Statement], end: &Range<usize>) -> Option<&'s Statement> {
    statements.iter().find_map(|statement| {
        let mut blocks = statement.blocks();
        let of = |block: &Block| block.end.range() == *end;
        if blocks.clone().any(|block| of(block)) {
            return Some(statement);
        }
        blocks.find_map(|block| opener(&block.statements, end))
    })
}

fn named_at(found: &Use, analysis: &Analysis) -> String {
    match found.definition {
        Some(place) if place != found.span => {
            format!(", defined at {}", analysis.session.sources.place(place))
        }
        _ => String::new(),
    }
}

/// Describes a thing, with the place of its definition.
pub(super) fn of_thing(found: &Use, analysis: &Analysis) -> String {
    let what = match found.symbol {
        Symbol::Thing(thing) => thing.with_article(),
        Symbol::Variable => "a value",
        Symbol::Command => "a command",
    };
    let mut told = format!("`{}` is {what}", found.name);
    // Its text is not its name where that is spelled.
    let of_corpus = |used: &&Use| {
        Some(used.span) == found.corpus && used.symbol == Symbol::Thing(Thing::Corpus)
    };
    let corpus = analysis.names().iter().find(of_corpus);
    if let (Symbol::Thing(Thing::Body | Thing::Part), Some(corpus)) = (found.symbol, corpus) {
        let _ = write!(told, " of the figure `{}`", corpus.name);
        told += &of_body(found, &corpus.name, analysis).unwrap_or_default();
    }
    told += &named_at(found, analysis);
    told
}

/// Describes a body's joint and its parent.
fn of_body(found: &Use, corpus: &str, analysis: &Analysis) -> Option<String> {
    let mut drafts = analysis
        .session
        .stages
        .iter()
        .flat_map(|stage| &stage.definitions.drafts);
    let figure = &drafts.find(|draft| draft.figure.name == corpus)?.figure;
    let mut bodies = figure.bodies.iter();
    let body = bodies
        .find(|body| found.symbol == Symbol::Thing(Thing::Body) && body.spec.name == found.name)?;
    let parent = body.parent.and_then(|parent| figure.bodies.get(parent));
    let Some(parent) = parent else {
        return Some(String::new());
    };
    let axis = body.spec.axis;
    let moves = match (&body.spec.form, body.spec.joint) {
        (JointForm::Single, JointKind::Rotary) => "turns about".to_owned(),
        (JointForm::Single, JointKind::Sliding) => "slides along".to_owned(),
        (form, kind) => format!("has a joint of kind {} with the axis", form.word(kind)),
    };
    Some(format!(
        ", linked to `{}`, {moves} {} {} {}",
        parent.spec.name,
        si(axis.x, ""),
        si(axis.y, ""),
        si(axis.z, "")
    ))
}

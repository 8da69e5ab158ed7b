//! Completion in expressions.

use super::known::value_of;
use super::locals::locals;
use super::place::{Inside, Place, Word};
use super::slot::digits;
use super::{Candidate, What};
use crate::lang::lexer::{Symbol, Token};
use crate::lang::units::{all_symbols, symbols};
use crate::lang::value::functions::{CONSTANTS, FUNCTIONS, Function};
use crate::lang::value::{Datum, Unknown, show};
use crate::session::command::Thing;
use crate::session::{Measured, Owner, QUANTITIES, Quantity, Session, Variable};

/// Kinds of owners at the start of quantities.
const THINGS: [(Thing, &[Owner]); 5] = [
    (Thing::Body, &[Owner::Body, Owner::Joint]),
    (Thing::Corpus, &[Owner::Corpus]),
    (Thing::Roach, &[Owner::Gait]),
    (Thing::World, &[Owner::World]),
    (Thing::Neuron, &[Owner::Neuron]),
];

/// Longest displayed value.
const LONGEST_SHOWN: usize = 40;

/// Describes a value briefly.
pub(super) fn shortened(datum: &Datum) -> String {
    let shown = show(datum);
    if shown.chars().count() <= LONGEST_SHOWN {
        return shown;
    }
    let kept: String = shown.chars().take(LONGEST_SHOWN - 1).collect();
    kept + "…"
}

/// Returns the variables with descriptions of their values. Local ones come first, because they hide others.
pub(super) fn variables(above: &str, session: &Session) -> Vec<Candidate> {
    let mut all = locals(above);
    let names = session.variable_names().into_iter();
    all.extend(names.filter_map(|name| {
        let datum = &session.variable(&name)?.datum;
        if let Some(own) = Signature::of_script(&name, session) {
            let doc = format!("{}  {}", own.usage(), own.about);
            return Some(Candidate::open(format!("{name}("), doc).of(What::Function));
        }
        let doc = match datum.is_unknown() {
            true => datum.kind(),
            false => format!("= {}", shortened(datum)),
        };
        Some(Candidate::open(name, doc).of(What::Variable))
    }));
    all
}

/// Returns all words that a value may begin with.
pub(super) fn values(above: &str, session: &Session) -> Vec<Candidate> {
    let mut all = variables(above, session);
    for (thing, _) in THINGS {
        let names = session.names(thing).into_iter();
        let doc = format!("quantities of {}", thing.with_article());
        let open = |name| Candidate::open(format!("{name}."), doc.clone()).of(What::Thing);
        all.extend(names.map(open));
    }
    let functions = FUNCTIONS.iter();
    let open = |f: &Function| Candidate::open(format!("{}(", f.name), about(f)).of(What::Function);
    all.extend(functions.map(open));
    let constants = CONSTANTS.iter();
    all.extend(constants.map(|c| Candidate::open(c.name, c.summary).of(What::Constant)));
    for word in ["true", "false", "not"] {
        all.push(Candidate::open(word, "").of(What::Keyword));
    }
    all
}

/// Describes a function: `clamp(x, low, high)  The quantity, limited to the range between two bounds.`
fn about(function: &Function) -> String {
    format!("{}  {}", function.usage(), function.summary)
}

/// The parameters of a function of the language or of the script.
pub struct Signature {
    /// Its name.
    pub name: String,
    /// Its parameters; `...` for more of the last.
    pub parameters: Vec<String>,
    /// What it does.
    pub about: String,
    /// A call with its value, of a function of the language.
    pub example: Option<String>,
}

impl Signature {
    /// Finds the function of a name.
    pub(crate) fn of(name: &str, session: &Session) -> Option<Signature> {
        Signature::of_script(name, session).or_else(|| {
            let function = Function::by_name(name)?;
            let parameters = function.parameters.split(", ").filter(|p| !p.is_empty());
            Some(Signature {
                name: name.to_owned(),
                parameters: parameters.map(str::to_owned).collect(),
                about: function.summary.to_owned(),
                example: Some(format!("{} is {}", function.example, function.result)),
            })
        })
    }

    /// Finds the function of the script of a name.
    pub(crate) fn of_script(name: &str, session: &Session) -> Option<Signature> {
        let function = session.function(name)?;
        let parameters = function.parameters.iter().map(|p| match &p.default {
            None => p.name.to_string(),
            Some(default) => format!("{}={}", p.name, show(default)),
        });
        Some(Signature {
            name: name.to_owned(),
            parameters: parameters.collect(),
            about: function.comment.join(" "),
            example: None,
        })
    }

    /// Returns its usage: `clamp(x, low, high)`.
    pub(crate) fn usage(&self) -> String {
        format!("{}({})", self.name, self.parameters.join(", "))
    }
}

/// Describes a quantity, with its unit.
pub(super) fn about_quantity(quantity: &Quantity) -> String {
    let unit = |d: crate::lang::dimension::Dimension| match d.si_unit() {
        unit if unit == "1" => quantity.doc.to_owned(),
        unit => format!("{} ({unit})", quantity.doc.trim_end_matches('.')),
    };
    match quantity.measured {
        Measured::Number(dimension) | Measured::Vector(dimension) => unit(dimension),
        Measured::Joint { turning, .. } => unit(turning),
        Measured::Flag | Measured::Text | Measured::Contacts | Measured::Question => {
            quantity.doc.to_owned()
        }
    }
}

/// An open bracket of an expression.
#[derive(Clone, Copy)]
pub(super) enum Bracket<'a> {
    /// That of a call of the function of this name.
    Call(&'a str),
    /// That of a list.
    List,
    /// That of a group or an index.
    Group,
}

impl<'a> Inside<'a> {
    pub(super) fn candidates(&self, place: &Place, session: &Session) -> Vec<Candidate> {
        let word = place.word;
        if let Some((Token::Symbol(Symbol::To), _)) = self.before.last() {
            return self.units(session);
        }
        if word.token == Some(Token::Unit) {
            return self.units(session);
        }
        if let Some(digits) = digits(word) {
            let units = all_symbols();
            return units
                .map(|(unit, dimension)| {
                    let text = format!("{digits}{unit}");
                    Candidate::open(text, dimension.to_string()).of(What::Number)
                })
                .collect();
        }
        if self.is_after_value() && !word.text.starts_with('.') {
            return self.joints_of_values(word);
        }
        match word.text.rsplit_once('.') {
            Some((owner, _)) => self.fields(owner, session),
            None => values(place.above, session),
        }
    }

    /// Whether a value has ended right before the word, so that an operator must follow. In a list the next element may follow.
    fn is_after_value(&self) -> bool {
        let last = self.before.last();
        let ended = last.is_some_and(|(token, _)| token.ends_value());
        ended && !self.in_list()
    }

    fn in_list(&self) -> bool {
        matches!(self.brackets().last(), Some((Bracket::List, _)))
    }

    /// Returns the open brackets, outermost first, each with the number of its commas.
    pub(super) fn brackets(&self) -> Vec<(Bracket<'a>, usize)> {
        let mut open = vec![];
        let mut last = "";
        for (token, text) in &self.before {
            match token {
                Token::Symbol(Symbol::Call) => open.push((Bracket::Call(last), 0)),
                Token::Symbol(Symbol::Open | Symbol::Index) => open.push((Bracket::Group, 0)),
                Token::OpenList => open.push((Bracket::List, 0)),
                Token::Symbol(Symbol::Close) | Token::CloseList => {
                    open.pop();
                }
                Token::Symbol(Symbol::Comma) => {
                    if let Some((_, commas)) = open.last_mut() {
                        *commas += 1;
                    }
                }
                _ => {}
            }
            last = text;
        }
        open
    }

    /// Returns the function whose arguments are being written, and the number of the argument.
    pub(super) fn function(&self, session: &Session) -> Option<(Signature, usize)> {
        let called = |(bracket, commas): (Bracket<'a>, usize)| match bracket {
            Bracket::Call(name) => Some((name, commas)),
            Bracket::Group | Bracket::List => None,
        };
        let (name, commas) = self.brackets().into_iter().rev().find_map(called)?;
        Some((Signature::of(name, session)?, commas))
    }

    /// Returns words that join values, after the start of one.
    fn joints_of_values(&self, word: Word) -> Vec<Candidate> {
        if word.text.is_empty() {
            return vec![];
        }
        let words = [
            ("and", "true if both sides are true"),
            ("or", "true if at least one side is true"),
            ("to", "unit in which the value is shown"),
            ("by", "the step of a range"),
        ];
        let range = ("from", "least and largest value of the parameter");
        let range = self.takes_range.then_some(range);
        let all = words.into_iter().chain(range);
        all.map(|(word, doc)| Candidate::open(word, doc).of(What::Keyword))
            .collect()
    }

    /// Returns the units in which the value before `to` can be shown; all units if its dimension is unknown.
    fn units(&self, session: &Session) -> Vec<Candidate> {
        let before = self.so_far.trim_end();
        let before = before.strip_suffix("to").unwrap_or(before);
        let dimension = match value_of(before, session) {
            Some(Datum::Number(number)) => Some(number.dimension),
            Some(Datum::List(list)) => match list.iter().next() {
                Some(Datum::Number(number)) => Some(number.dimension),
                _ => None,
            },
            _ => None,
        };
        let units: Vec<Candidate> = match dimension {
            Some(dimension) => {
                let units = spelled(dimension).into_iter();
                units.map(|unit| Candidate::open(unit, "")).collect()
            }
            None => all_symbols()
                .map(|(unit, dimension)| Candidate::open(unit, dimension.to_string()))
                .collect(),
        };
        units.into_iter().map(|unit| unit.of(What::Unit)).collect()
    }

    /// Returns the candidates after `owner.`.
    fn fields(&self, owner: &str, session: &Session) -> Vec<Candidate> {
        let member = |name| Candidate::open(format!("{owner}.{name}"), "").of(What::Field);
        let members = || ["x", "y", "z"].map(member).to_vec();
        // Behind `)` or `]`, and of a vector.
        if self.is_piece() {
            return of_owners(owner, &OF_ANYTHING, session);
        }
        if let Some(Datum::Record(record)) = session.variable(owner).map(|v| &v.datum) {
            let fields = record.fields().iter();
            let field = |(name, value): &(std::sync::Arc<str>, Datum)| {
                Candidate::open(format!("{owner}.{name}"), shortened(value)).of(What::Field)
            };
            return fields.map(field).collect();
        }
        let is_vector = |variable: &Variable| {
            use Datum::{List, Unknown as Later};
            matches!(
                variable.datum,
                List(_) | Later(Unknown::List | Unknown::Any)
            )
        };
        if owner.is_empty() || session.variable(owner).is_some_and(is_vector) {
            return members();
        }
        if let Some(vector) = find(owner, session) {
            return match vector.measured {
                Measured::Vector(_) => members(),
                _ => vec![],
            };
        }
        let (first, rest) = owner.split_once('.').unwrap_or((owner, ""));
        let mut found = vec![];
        if session.find(Thing::Corpus, first).is_some() {
            if rest.is_empty() {
                let bodies = bodies_of(first, session).into_iter();
                let doc = format!("quantities of a body of `{first}`");
                found.extend(bodies.map(|body| {
                    let text = format!("{first}.{body}.");
                    Candidate::open(text, doc.clone()).of(What::Thing)
                }));
            } else if bodies_of(first, session).iter().any(|body| body == rest) {
                return of_owners(owner, &[Owner::Body, Owner::Joint], session);
            }
        }
        if rest.is_empty() || rest.starts_with("leg") {
            let mut owners = owners(first, session);
            if is_root(first, session) {
                owners.retain(|owner| *owner != Owner::Joint);
            }
            // A name with pieces in braces may be that of anything.
            let owners = if self.is_piece() {
                &OF_ANYTHING
            } else {
                &owners[..]
            };
            let mut own = of_owners(first, owners, session);
            own.append(&mut found);
            return own;
        }
        found
    }

    /// Whether the name has pieces in braces before the word, so that it may be that of anything.
    fn is_piece(&self) -> bool {
        matches!(self.before.last(), Some((Token::Glue, _)))
    }
}

const OF_ANYTHING: [Owner; 4] = [Owner::Body, Owner::Joint, Owner::Corpus, Owner::Gait];

/// Returns the units of a dimension, the SI unit among them.
fn spelled(dimension: crate::lang::dimension::Dimension) -> Vec<String> {
    let mut units = symbols(dimension);
    // A plain number has no unit.
    if units.is_empty() && dimension.si_unit() != "1" {
        units.push(dimension.si_unit());
    }
    // Compound units, of magnitudes for small animals.
    let compound = match dimension.si_unit().as_str() {
        "m/s" => &["m/s", "cm/s", "mm/s"][..],
        "rad/s" => &["rad/s", "deg/s", "rev/s"],
        "m2" => &["m2", "cm2", "mm2"],
        "m3" => &["m3", "cm3", "mm3"],
        "kg/m3" => &["kg/m3", "g/cm3"],
        "m/s2" => &["m/s2", "cm/s2"],
        "N*m" => &["J", "mJ", "uJ", "N*m"],
        _ => &[],
    };
    for unit in compound {
        if !units.iter().any(|known| known == unit) {
            units.push((*unit).to_owned());
        }
    }
    units
}

/// Whether a body is the root of an assembled figure, so that it has no joint.
fn is_root(name: &str, session: &Session) -> bool {
    session.here().definitions.drafts.iter().any(|draft| {
        let mut bodies = draft.figure.bodies.iter();
        draft.running.is_some()
            && bodies.any(|body| body.spec.name == name && body.parent.is_none())
    })
}

fn owners(name: &str, session: &Session) -> Vec<Owner> {
    let of = |(thing, owners): &(Thing, &'static [Owner])| {
        let found = session.find(*thing, name);
        found.map(|_| *owners).unwrap_or_default()
    };
    THINGS.iter().flat_map(of).copied().collect()
}

/// Returns the quantities of the given owners, as continuations after the name.
fn of_owners(name: &str, owners: &[Owner], session: &Session) -> Vec<Candidate> {
    let quantities = QUANTITIES.iter().filter(|q| owners.contains(&q.owner));
    let legs = |gait: &str| {
        let roaches = &session.here().definitions.roaches;
        let roach = roaches.iter().find(|r| r.name == gait);
        roach.map_or(1, |r| r.gait.legs())
    };
    let mut all = vec![];
    let field = |text, doc| Candidate::open(text, doc).of(What::Field);
    for quantity in quantities {
        let doc = about_quantity(quantity);
        match quantity.field.split_once('#') {
            None => all.push(field(format!("{name}.{}", quantity.field), doc)),
            Some((before, after)) => {
                let count = match quantity.owner {
                    Owner::World => session.here().world.attachments().len(),
                    _ => legs(name),
                };
                all.extend(
                    (0..count)
                        .map(|leg| field(format!("{name}.{before}{leg}{after}"), doc.clone())),
                )
            }
        }
    }
    all
}

fn bodies_of(corpus: &str, session: &Session) -> Vec<String> {
    let drafts = session.here().definitions.drafts.iter();
    let mut figure = drafts.filter(|d| d.figure.name == corpus);
    figure.next().map_or(vec![], |d| {
        let bodies = d.figure.bodies.iter();
        bodies.map(|b| b.spec.name.clone()).collect()
    })
}

/// Finds the quantity that a whole path names.
pub(super) fn find(path: &str, session: &Session) -> Option<&'static Quantity> {
    let (first, rest) = path.split_once('.')?;
    let owners = owners(first, session);
    let of = |owners: &[Owner], field: &str| {
        let mut quantities = QUANTITIES.iter();
        quantities.find(|q| owners.contains(&q.owner) && is_called(q, field))
    };
    of(&owners, rest).or_else(|| {
        let (body, field) = rest.split_once('.')?;
        let bodies = bodies_of(first, session);
        bodies.iter().any(|b| b == body).then_some(())?;
        of(&[Owner::Body, Owner::Joint], field)
    })
}

fn is_called(quantity: &Quantity, field: &str) -> bool {
    match quantity.field.split_once('#') {
        None => quantity.field == field,
        Some((before, after)) => {
            let number = field
                .strip_prefix(before)
                .and_then(|f| f.strip_suffix(after));
            number.is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
        }
    }
}

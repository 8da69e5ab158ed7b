//! Reports of quantities that do not exist.

use crate::diagnostic::quote;
use crate::diagnostic::suggest::nearest;
use crate::lang::value::functions::CONSTANTS;
use crate::session::command::Thing;
use crate::session::quantity::entry::leading_number;
use crate::session::quantity::{Measured, Owner, QUANTITIES, Quantity, Subject, Subjects};
use crate::session::{Draft, Session};

/// Reason why a quantity cannot be read; the caller adds the place in the script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoReading {
    /// Description of the error.
    pub message: String,
    /// Advice.
    pub help: String,
    /// Whether it follows from an error reported before, so that no report is needed.
    pub follows: bool,
}

/// Kinds of things at the start of paths.
const THINGS: [Thing; 5] = [
    Thing::Body,
    Thing::Corpus,
    Thing::Roach,
    Thing::World,
    Thing::Neuron,
];

/// Reason why an existing quantity cannot be read now.
pub(in crate::session) enum Unread {
    /// The figure does not run yet.
    NotRunning,
    /// The body is not in the assembled figure.
    NotInside,
    /// A root, which has no joint.
    Root,
    /// The body's joint has several degrees of freedom, or none.
    Degrees(Vec<String>),
    /// What is answered for the name of another thing.
    Question,
    /// A leg that the gait does not have.
    Leg { number: usize, legs: usize },
    /// An attachment that the world does not have.
    Attachment { number: usize, count: usize },
}

/// Says which attachments there are, of that many.
pub(crate) fn which_attachments(count: usize) -> String {
    match count {
        0 => "`attach`, `close`, `drive` and `roll` make them".to_owned(),
        1 => "there is one attachment, with the number 0".to_owned(),
        _ => format!("there are {count}, from 0 to {}", count - 1),
    }
}

impl Unread {
    /// Makes the report, for a path to a figure or to a part of one, or to something else.
    pub(in crate::session) fn report(self, path: &str, draft: Option<&Draft>) -> NoReading {
        let (figure, follows) = draft.map_or(("", false), |draft| {
            (draft.figure.name.as_str(), draft.is_faulty())
        });
        let path = quote(path);
        let (message, help, follows) = match self {
            Unread::NotRunning => (
                format!("{path} is not known yet, because `{figure}` is not assembled"),
                "run `corpusinit` before this line".to_owned(),
                follows,
            ),
            Unread::NotInside => (
                format!("{path} cannot be read: the body is not part of the assembled figure"),
                "add bodies before `corpusinit`".to_owned(),
                follows,
            ),
            Unread::Root => (
                format!("{path} cannot be read: the root of `{figure}` has no joint"),
                format!("the quantities of a root are {}", fields(&[Owner::Body])),
                false,
            ),
            Unread::Question => (
                format!("{path} needs the name of another body in parentheses"),
                format!("write for example `{}(ground)`", path.trim_matches('`')),
                false,
            ),
            Unread::Degrees(all) if all.is_empty() => (
                format!("{path} cannot be read: the joint is a weld, which does not move"),
                format!("the quantities of its body are {}", fields(&[Owner::Body])),
                false,
            ),
            Unread::Degrees(all) => (
                format!(
                    "{path} cannot be read: the joint has {} degrees of freedom",
                    all.len()
                ),
                format!("choose one: `{}`", all.join("`, `")),
                false,
            ),
            Unread::Attachment { number, count } => (
                format!("{path} cannot be read: there is no attachment {number}"),
                which_attachments(count),
                false,
            ),
            Unread::Leg { number, legs } => (
                format!("{path} cannot be read: the gait has no leg {number}"),
                match legs {
                    0 => "it has no legs".to_owned(),
                    1 => "its only leg is 0".to_owned(),
                    _ => format!("its legs are 0 to {}", legs - 1),
                },
                false,
            ),
        };
        NoReading {
            message,
            help,
            follows,
        }
    }
}

/// Lists all fields of some owners.
fn fields(owners: &[Owner]) -> String {
    let all: Vec<&str> = QUANTITIES
        .iter()
        .filter(|quantity| owners.contains(&quantity.owner))
        .map(|quantity| quantity.field)
        .collect();
    all.join(" ")
}

/// Lists all fields of some owners; those of legs with the number 0, as an example.
fn listed_fields(owners: &[Owner]) -> String {
    let all = fields(owners);
    let more = match all.contains('#') {
        true => " (also with 1, 2, ... instead of 0)",
        false => "",
    };
    format!("{}{more}", all.replace('#', "0"))
}

/// Makes the report of a quantity without a member of that name.
pub(in crate::session) fn member(path: &str, member: &str, quantity: &Quantity) -> NoReading {
    let whole = path.strip_suffix(member).unwrap_or(path);
    let whole = quote(whole.trim_end_matches('.'));
    let (is, help) = match quantity.measured {
        Measured::Vector(_) => ("a vector", "a vector has `.x`, `.y` and `.z`".to_owned()),
        Measured::Flag => ("true or false", format!("write {whole} alone")),
        Measured::Contacts => (
            "a list of contacts",
            format!(
                "an element of it has fields: `{}[0].force`",
                whole.trim_matches('`')
            ),
        ),
        Measured::Question => (
            "a question",
            format!("write for example `{}(ground)`", whole.trim_matches('`')),
        ),
        Measured::Text => ("a word", format!("write {whole} alone")),
        Measured::Number(_) | Measured::Joint { .. } => {
            ("a number", format!("write {whole} alone"))
        }
    };
    NoReading {
        message: format!("{whole} is {is} and has no {}", quote(member)),
        help,
        follows: false,
    }
}

/// Makes the report of an unknown thing, or of things without the field.
pub(in crate::session) fn nothing_to_read(
    session: &Session,
    path: &str,
    subjects: &Subjects,
) -> NoReading {
    let name = path.split_once('.').map_or(path, |(name, _)| name);
    // In `corpus.body.…`, the body was meant.
    let meant = subjects[2].or(subjects[0]);
    let about: Vec<(Subject, &str)> = match meant {
        Some(body) if subjects[2].is_some() => vec![body],
        _ => subjects.iter().flatten().copied().collect(),
    };
    match about.first() {
        Some((_, end)) => no_field(session, path, end, &about),
        None => no_name(session, name, path),
    }
}

fn no_name(session: &Session, name: &str, path: &str) -> NoReading {
    let things = THINGS.iter();
    let names: Vec<String> = things.flat_map(|thing| session.names(*thing)).collect();
    let near = nearest(name, names.iter().map(String::as_str));
    let figures = session
        .here()
        .definitions
        .drafts
        .iter()
        .map(|draft| &draft.figure);
    let elsewhere = figures.clone().find_map(|figure| {
        let mut bodies = figure.bodies.iter();
        bodies.find(|body| body.spec.name == name)?;
        Some(format!("{}.{name}", figure.name))
    });
    let digits = name.strip_prefix("attachment").unwrap_or_default();
    let help = match (elsewhere, near) {
        _ if digits.starts_with(|c: char| c.is_ascii_digit()) => format!(
            "an attachment belongs to its world: write `{}.{path}`",
            session.here().name
        ),
        (Some(longer), _) => format!("it is a body of another figure: write `{longer}`"),
        (None, Some(near)) => format!("did you mean `{near}`?"),
        // `np.pi`
        (None, None)
            if CONSTANTS
                .iter()
                .any(|c| path.strip_prefix(name) == Some(&[".", c.name].concat())) =>
        {
            format!("write `{}`", path.rsplit('.').next().unwrap_or(path))
        }
        (None, None) => format!(
            "only bodies, figures, gaits, neurons and worlds have quantities; this script has {}",
            listed(&names)
        ),
    };
    NoReading {
        message: format!(
            "there is no body, figure, gait, neuron or world {}",
            quote(name)
        ),
        help,
        follows: THINGS
            .iter()
            .any(|thing| session.check.doubts.covers(session.place(), *thing, name)),
    }
}

/// Lists some names, and the number of the others.
fn listed(names: &[String]) -> String {
    const SHOWN: usize = 12;
    let shown: Vec<String> = names.iter().take(SHOWN).map(|name| quote(name)).collect();
    match names.len().saturating_sub(SHOWN) {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

/// Makes the report of things without the field at the end of a path.
fn no_field(session: &Session, path: &str, end: &str, about: &[(Subject, &str)]) -> NoReading {
    let name = path.strip_suffix(end).unwrap_or(path);
    let name = name.trim_end_matches('.');
    // A root has no joint.
    let is_root = about.first().is_some_and(|(subject, _)| match *subject {
        Subject::Body(_, body) => session
            .draft_of(*subject)
            .is_some_and(|draft| draft.figure.root == Some(body)),
        _ => false,
    });
    let owners: Vec<Owner> = about
        .iter()
        .flat_map(|(subject, _)| subject.owners().iter().copied())
        .filter(|owner| !(is_root && *owner == Owner::Joint))
        .collect();
    let all = fields(&owners);
    let (pattern, number) = numbered(end);
    let message = if end.is_empty() {
        format!("{} is a name, not a quantity", quote(name))
    } else {
        format!("{} has no quantity {}", quote(name), quote(end))
    };
    let near = nearest(&pattern, all.split(' ')).or_else(|| {
        let (field, _) = pattern.split_once('.')?;
        nearest(field, all.split(' '))
    });
    let elsewhere: &[&str] = match end {
        "angle" => &["q"],
        "rate" | "velocity" => &["dq", "vel"],
        "torque" => &["Q"],
        "position" => &["pos"],
        _ => &[],
    };
    let mut elsewhere = elsewhere.iter().copied();
    let near = near.or(elsewhere.find(|other| all.split(' ').any(|one| one == *other)));
    let help = match near {
        Some(near) => format!(
            "did you mean `{name}.{}`? `corpus help quantities` describes all",
            near.replace('#', number)
        ),
        None => format!("its quantities are {}", listed_fields(&owners)),
    };
    NoReading {
        message,
        help,
        follows: false,
    }
}

/// Returns the end of a path with `#` in place of a leg's number, and that number.
fn numbered(end: &str) -> (String, &str) {
    let plain = || (end.to_owned(), "0");
    let at = end.find(|c: char| c.is_ascii_digit());
    let Some((before, rest)) = at.map(|at| end.split_at(at)) else {
        return plain();
    };
    match leading_number(rest) {
        Some((_, after)) if after.starts_with('.') => {
            let digits = &rest[..rest.len() - after.len()];
            (format!("{before}#{after}"), digits)
        }
        _ => plain(),
    }
}

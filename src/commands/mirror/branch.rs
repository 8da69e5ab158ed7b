//! The bodies that `mirror` copies, and the names of their twins.

use crate::commands::{TABLE, access};
use crate::diagnostic::suggest::nearest_to_pattern;
use crate::diagnostic::{Diagnostic, quote, some_of};
use crate::lang::lexer::{Token, lex};
use crate::lang::pattern::{rename, wildcards};
use crate::session::command::{Bound, Thing};
use crate::session::{Session, Stop};

/// A body and its twin, by their numbers in the figure.
#[derive(Clone, Copy)]
pub(super) struct Pair {
    pub of: usize,
    pub twin: usize,
}

/// A body of the branch and the name of its twin.
pub(super) struct Named {
    pub of: usize,
    pub name: String,
}

/// Finds the matching bodies, in their order.
pub(super) fn branch(session: &mut Session, bound: &Bound) -> Result<Vec<Named>, Stop> {
    access::draft(session, bound)?;
    let (from, to) = (bound.text(0), bound.text(1));
    check_rule(bound, from, to)?;
    session.check.doubts.add_twins(from, to);
    let draft = access::draft(session, bound)?;
    let mut branch: Vec<Named> = vec![];
    for (of, body) in draft.figure.bodies.iter().enumerate() {
        let old = &body.spec.name;
        let Some(name) = rename(from, to, old) else {
            continue;
        };
        let tokens = lex(0, &name, &TABLE);
        let message = if name == *old {
            format!("`{old}` would keep its name on the other side")
        } else if !matches!(tokens.as_slice(), [(Token::Word, _)]) {
            format!(
                "the twin of `{old}` would be called {}, which is not a valid name",
                quote(&name)
            )
        } else if let Some(other) = branch.iter().find(|other| other.name == name) {
            let other = &draft.figure.bodies[other.of].spec.name;
            format!("the twins of `{other}` and `{old}` would both be called `{name}`")
        } else {
            branch.push(Named { of, name });
            continue;
        };
        let help = "choose a pattern that gives each twin a different name, as in `mirror leg_fl* leg_fr* y`";
        return Err(Stop::mistake("E071", bound.at(1), message, help));
    }
    let root = draft.figure.root;
    if let Some(root) = branch.iter().find(|named| Some(named.of) == root) {
        let name = &draft.figure.bodies[root.of].spec.name;
        let message = format!(
            "`{name}` is the root of `{}`, which cannot be mirrored",
            draft.figure.name
        );
        let help = "mirror a branch of it: choose a pattern that does not match the root's name";
        return Err(Stop::mistake("E075", bound.at(0), message, help));
    }
    if branch.is_empty() {
        return Err(nothing_matches(session, bound));
    }
    Ok(branch)
}

/// Checks that TO has the same wildcards as FROM.
fn check_rule(bound: &Bound, from: &str, to: &str) -> Result<(), Stop> {
    let message = if from == to {
        format!("both patterns are {}", quote(from))
    } else if wildcards(from).eq(wildcards(to)) {
        return Ok(());
    } else {
        let told = |pattern: &str| {
            let all: Vec<String> = wildcards(pattern).map(String::from).collect();
            match all.is_empty() {
                true => "no wildcard".to_owned(),
                false => some_of(all.iter().map(String::as_str), "and"),
            }
        };
        format!(
            "{} has {}, but {} has {}",
            quote(from),
            told(from),
            quote(to),
            told(to)
        )
    };
    let help = match from == to {
        true => {
            "the letters of the second pattern must differ from those of the first, as in `mirror leg_fl* leg_fr* y`"
        }
        false => {
            "the patterns must have the same wildcards in the same order, as in `mirror leg_fl* leg_fr* y`"
        }
    };
    Err(Stop::mistake("E071", bound.at(1), message, help))
}

fn nothing_matches(session: &Session, bound: &Bound) -> Stop {
    let from = bound.text(0);
    if session.check.doubts.covers_pattern(session.place(), from) {
        return Stop::Reported;
    }
    let names = session.names(Thing::Body);
    let near = nearest_to_pattern(from, names.iter().map(String::as_str));
    let report = Diagnostic::error(
        "E070",
        bound.at(0),
        format!("there is no body {}", quote(from)),
    );
    let all = some_of(names.iter().map(String::as_str), "and");
    let help = match (near.is_empty(), names.len()) {
        (false, _) => format!("similar names: {}", some_of(near.into_iter(), "and")),
        (true, 0) => Thing::Body.remedy().to_owned(),
        (true, 1) => format!("there is {all}"),
        (true, _) => format!("there are {all}"),
    };
    report.help(help).into()
}

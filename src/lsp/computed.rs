//! Completion in expressions: variables, functions, constants, quantities.

use super::cut::name_at_end;
use crate::ide::Candidate;
use crate::lang::value::functions::{CONSTANTS, FUNCTIONS};
use crate::lang::value::show;
use crate::session::command::Thing;
use crate::session::{Measured, Owner, QUANTITIES, Session};
use lsp_types::CompletionItemKind;

type Found = Vec<(Candidate, CompletionItemKind)>;

/// Returns the words with their descriptions, and the number of bytes of one that are already typed.
pub(super) fn computed(
    expression: &str,
    session: &Session,
    locals: Vec<(String, &'static str)>,
) -> (usize, Found) {
    let word = name_at_end(expression);
    if word.starts_with(|c: char| c.is_ascii_digit()) {
        return (word.len(), vec![]);
    }
    let mut found: Found = match word.rsplit_once('.') {
        Some((path, _)) => quantities(path, session),
        None => names(session, locals),
    };
    found.retain(|(candidate, _)| candidate.text.starts_with(word));
    (word.len(), found)
}

/// Whether a unit comes next, or is being written, behind `to`.
pub(super) fn takes_unit(expression: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '*' | '/' | '^' | '°');
    let before = expression.trim_end_matches(is_part);
    let value = before.trim_end().strip_suffix("to").unwrap_or_default();
    before.ends_with([' ', '\t']) && value.ends_with([' ', '\t', ')', ']', '}'])
}

fn names(session: &Session, locals: Vec<(String, &'static str)>) -> Found {
    let mut found = vec![];
    let mut add = |text: String, doc: String, kind| found.push((Candidate::new(text, doc), kind));
    // Inner ones hide what is around them.
    for (name, doc) in locals {
        add(name, doc.to_owned(), CompletionItemKind::VARIABLE);
    }
    for name in session.variable_names() {
        let variable = session.variable(&name);
        let doc = variable.map(|variable| match variable.datum.is_unknown() {
            false => show(&variable.datum),
            true => variable.datum.kind(),
        });
        add(name, doc.unwrap_or_default(), CompletionItemKind::VARIABLE);
    }
    for thing in [Thing::Body, Thing::Corpus, Thing::Roach, Thing::World] {
        for name in session.names(thing) {
            add(name, thing.to_string(), CompletionItemKind::CLASS);
        }
    }
    for function in FUNCTIONS {
        let doc = format!("{}: {}", function.usage(), function.summary);
        add(function.name.to_owned(), doc, CompletionItemKind::FUNCTION);
    }
    for constant in CONSTANTS {
        let (name, doc) = (constant.name.to_owned(), constant.summary.to_owned());
        add(name, doc, CompletionItemKind::CONSTANT);
    }
    found
}

/// Returns the readable quantities of the thing that a path leads to, or the members of a vector.
fn quantities(path: &str, session: &Session) -> Found {
    let member = |name: &str| Candidate::new(format!("{path}.{name}"), "");
    if let Some((_, quantity)) = session.spoken_of(path) {
        let members = match quantity.measured {
            Measured::Vector(_) => &["x", "y", "z"][..],
            _ => &[],
        };
        let members = members.iter().map(|name| member(name));
        return members.map(|m| (m, CompletionItemKind::FIELD)).collect();
    }
    let (first, inner) = path.split_once('.').unwrap_or((path, ""));
    let has = |thing: Thing, name: &str| session.find(thing, name).is_some();
    let is_corpus = has(Thing::Corpus, first);
    let owns = |owner: Owner| match (owner, inner) {
        (Owner::Body | Owner::Joint, "") => has(Thing::Body, first),
        (Owner::Body | Owner::Joint, inner) => is_corpus && has(Thing::Body, inner),
        (Owner::Corpus, "") => is_corpus,
        (Owner::Gait, "") => has(Thing::Roach, first),
        (Owner::World, "") => has(Thing::World, first),
        _ => false,
    };
    let fields = QUANTITIES.iter().filter(|quantity| owns(quantity.owner));
    let mut found: Found = fields
        .map(|quantity| {
            let text = format!("{path}.{}", quantity.field.replace('#', "0"));
            let field = Candidate::new(text, quantity.doc);
            (field, CompletionItemKind::FIELD)
        })
        .collect();
    if is_corpus && inner.is_empty() {
        let bodies = session.names(Thing::Body).into_iter();
        found.extend(bodies.map(|name| (member(&name), CompletionItemKind::CLASS)));
    }
    found
}

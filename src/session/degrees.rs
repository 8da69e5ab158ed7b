//! Names of the degrees of freedom of a joint: `arm.rx` of a ball.

use super::Session;
use super::command::Thing;
use crate::diagnostic::Diagnostic;
use crate::figure::{Body, JointForm};
use crate::source::Span;

/// Whether a body's own name identifies its joint's degree of freedom.
fn has_one(body: &Body) -> bool {
    !matches!(body.spec.form, JointForm::Weld) && body.spec.degrees().len() == 1
}

/// Returns the number in the current figure of a degree of freedom named after its body: `arm.rx`.
#[must_use]
pub(crate) fn find(session: &Session, name: &str) -> Option<usize> {
    let (body, degree) = name.rsplit_once('.')?;
    let body = session.find(Thing::Body, body)?;
    let figure = &session.here().definitions.draft()?.figure;
    if degree.is_empty() {
        return None;
    }
    figure.degree_called(body, degree)
}

/// Returns the names of all degrees of freedom of the current figure: the body's name if its joint has one.
#[must_use]
pub(crate) fn names(session: &Session) -> Vec<String> {
    let figure = session
        .here()
        .definitions
        .draft()
        .map(|draft| &draft.figure);
    let bodies = figure.into_iter().flat_map(|figure| &figure.bodies);
    let named = bodies.filter(|body| !body.spec.name.is_empty());
    named.flat_map(degrees_of).collect()
}

/// Returns the names of the degrees of freedom of a body of the current figure, if it has several.
pub(crate) fn names_of_body(session: &Session, body: &str) -> Vec<String> {
    let body = session.find(Thing::Body, body);
    let figure = session
        .here()
        .definitions
        .draft()
        .map(|draft| &draft.figure);
    let body = body.and_then(|body| figure?.bodies.get(body));
    body.filter(|body| !has_one(body))
        .map(degrees_of)
        .unwrap_or_default()
}

/// Makes the report that a body's name identifies no degree of freedom: its joint has several, or none.
pub(crate) fn ambiguous(session: &Session, body: usize, at: Span) -> Option<Diagnostic> {
    let figure = &session.here().definitions.draft()?.figure;
    let body = figure.bodies.get(body).filter(|body| !has_one(body))?;
    if figure.root.is_some_and(|root| {
        figure
            .bodies
            .get(root)
            .is_some_and(|r| std::ptr::eq(r, body))
    }) {
        return None;
    }
    let (name, kind) = (&body.spec.name, body.spec.form.word(body.spec.joint));
    let names = degrees_of(body);
    let (message, help) = match names.as_slice() {
        [] => (
            format!("the joint of `{name}` is a weld, which does not move"),
            "springs, motors and limits need a joint that moves; remove its `jointkind`, or choose another kind".to_owned(),
        ),
        all => (
            match body.spec.form {
                JointForm::Several { .. } => format!("the joint of `{name}` has {} degrees of freedom", all.len()),
                _ => format!("the joint of `{name}` is of kind {kind} and has {} degrees of freedom", all.len()),
            },
            format!("choose one: `{}`; `{name}.*` selects all", all.join("`, `")),
        ),
    };
    Some(Diagnostic::error("E091", at, message).help(help))
}

/// Returns the names of the degrees of freedom of a body's joint.
pub(crate) fn degrees_of(body: &Body) -> Vec<String> {
    let name = &body.spec.name;
    if has_one(body) {
        return vec![name.clone()];
    }
    let degrees = body.spec.degrees();
    let named = degrees.iter().filter(|degree| !degree.name.is_empty());
    named
        .map(|degree| format!("{name}.{}", degree.name))
        .collect()
}

//! The bodies that `collide` selects, and their collision shapes.

use super::Session;
use crate::lang::pattern::{is_pattern, matches};
use crate::world::BodyOf;

/// A body that a word names, in a figure that may or may not be assembled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Named {
    /// Number of its figure among those of the world.
    pub draft: usize,
    /// Number of the body in its figure.
    pub body: usize,
}

/// Returns the bodies that a word names, in order: a body of the current figure, `figure.body`, a figure for all of its
/// bodies, or a pattern of such names. Also returns whether the word is the name of a single body.
pub(crate) fn bodies_named(session: &Session, word: &str) -> (Vec<Named>, bool) {
    let drafts = &session.here().definitions.drafts;
    let current = session.here().definitions.current;
    if let Some((draft, body)) = session.body_anywhere(current, word) {
        return (vec![Named { draft, body }], true);
    }
    let mut all = vec![];
    for (draft, of) in drafts.iter().enumerate() {
        let figure = &of.figure.name;
        let whole = word == figure;
        for (body, one) in of.figure.bodies.iter().enumerate() {
            let name = &one.spec.name;
            let fits = || {
                let alone = current == Some(draft) && matches(word, name).is_some();
                alone || matches(word, &format!("{figure}.{name}")).is_some()
            };
            if whole {
                all.push(Named { draft, body });
            } else if is_pattern(word) && fits() {
                let body = session.body_across(draft, body);
                all.push(Named { draft, body });
            }
        }
    }
    (all, false)
}

/// Returns a named body in the running world, and stores its collision shape. None if its figure is not assembled, or was
/// assembled without it.
pub(crate) fn colliding_body(session: &mut Session, named: Named) -> Option<BodyOf> {
    let stage = session.here_mut();
    let draft = stage.definitions.drafts.get(named.draft)?;
    let body = draft.figure.bodies.get(named.body)?;
    let corpus = draft.running?;
    let running = stage.world.corpora.get_mut(corpus)?;
    running.number_of(named.body)?;
    running.set_solids(named.body, body.solids());
    Some(BodyOf {
        corpus,
        body: named.body,
    })
}

/// Stores the collision shapes of all bodies that may collide, for example after a world was read from a file.
pub(crate) fn find_solids(session: &mut Session) {
    for of in session.here().world.collision_rules().bodies() {
        let drafts = session.here().definitions.drafts.iter();
        let mut drafts = drafts.enumerate();
        let draft = drafts.find(|(_, draft)| draft.running == Some(of.corpus));
        if let Some(draft) = draft.map(|(draft, _)| draft) {
            let _ = colliding_body(
                session,
                Named {
                    draft,
                    body: of.body,
                },
            );
        }
    }
}

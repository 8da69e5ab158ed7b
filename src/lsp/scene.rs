//! The state of a script above a line: the names defined there.

use super::analysis::{Analysis, Texts, session};
use super::documents::{Document, Key};
use crate::session::Session;
use crate::source::Span;
use std::sync::Arc;

/// A session that has run up to a line of a text and no further.
pub(super) struct Scene {
    key: Key,
    above: Arc<str>,
    pub session: Session,
}

impl Scene {
    /// Whether it is in this text.
    pub fn is_in(&self, key: &Key) -> bool {
        self.key == *key
    }

    /// Whether it is that of this line.
    pub fn is_at(&self, document: &Document, line_start: usize) -> bool {
        self.key == document.key && document.text.get(..line_start) == Some(&*self.above)
    }

    /// Runs the script up to the line. Where the text is included by others, they are run up to their includes.
    pub fn at(
        document: &Document,
        line_start: usize,
        analysis: &Analysis,
        mut texts: Texts,
    ) -> Scene {
        let above: Arc<str> = document.text.get(..line_start).unwrap_or_default().into();
        let sources = &analysis.session.sources;
        let source = analysis.sources_of(&document.key).next();
        let start = source.map(|source| Span {
            source,
            ..Span::default()
        });
        for include in start.map(|start| sources.way_in(start)).unwrap_or_default() {
            let text = sources.get(include.source).map(|source| &source.text);
            let up_to = text.and_then(|text| text.get(..include.range().end));
            if let (Some(key), Some(up_to)) = (analysis.key_of(include.source), up_to) {
                texts.insert(key.clone(), up_to.into());
            }
        }
        texts.insert(document.key.clone(), Arc::clone(&above));
        let mut session = session(texts);
        // An open list above the line is an error here, but must not be reported.
        let _ = session.run_file(&analysis.path);
        Scene {
            key: document.key.clone(),
            above,
            session,
        }
    }
}

//! State of the server: open documents, the scripts that contain them, and their diagnostics.

use super::analysis::Analysis;
use super::documents::{Document, Documents, Key, key};
use super::position::Text;
use super::roots::{Includes, Others, better_root};
use super::scene::Scene;
use super::{Answer, Refusal, uri};
use crate::session::Session;
use crate::source::{SourceId, Span};
use lsp_server::ErrorCode;
use lsp_types::{Location, Position, TextDocumentPositionParams, Uri};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// State of the server.
#[derive(Default)]
pub(super) struct Workspace {
    pub documents: Documents,
    /// Results of the checks, by the key of their script.
    analyses: BTreeMap<Key, Analysis>,
    /// The script that each open text is part of.
    roots: BTreeMap<Key, Key>,
    /// Open texts for which a script was searched since the last change.
    looked_for: BTreeSet<Key>,
    includes: Includes,
    scene: Option<Scene>,
}

/// An open text with its analysis.
pub(super) struct View<'w> {
    pub workspace: &'w Workspace,
    pub document: &'w Document,
    pub analysis: &'w Analysis,
    /// The text among the sources of the analysis.
    pub source: SourceId,
}

impl Workspace {
    /// Discards the results of a changed text and of those that include it.
    pub fn changed(&mut self, uri: &Uri) {
        let Some(document) = self.documents.get(uri) else {
            return;
        };
        let changed = &document.key;
        self.looked_for.clear();
        self.analyses.retain(|_, analysis| !analysis.reads(changed));
        // A scene detects changes of its own text, but not of others that it has read.
        self.scene.take_if(|scene| !scene.is_in(changed));
    }

    /// Discards all results that depend on files, which may have changed.
    pub fn forget(&mut self) {
        self.documents.find_files_again();
        self.analyses.clear();
        self.roots.clear();
        self.looked_for.clear();
        self.includes.forget();
        self.scene = None;
    }

    /// Checks the texts that changed since their last check.
    pub fn refresh(&mut self) {
        let open: Vec<_> = self.documents.iter().map(|d| d.uri.clone()).collect();
        for uri in open {
            self.check(&uri);
        }
        let used: BTreeSet<&Key> = self.roots.values().collect();
        self.analyses.retain(|key, _| used.contains(key));
    }

    /// Checks the script that a text is part of, unless that is done.
    fn check(&mut self, uri: &Uri) {
        let Some(document) = self.documents.get(uri) else {
            return;
        };
        let texts = self.documents.texts();
        let itself = &document.key;
        if let Some(root) = self.roots.get(itself) {
            let path = self.path_of(root);
            let analysis = self
                .analyses
                .entry(root.clone())
                .or_insert_with(|| Analysis::of(&path, texts.clone()));
            // A text that was a script of its own may have become a part: of joints, say, that are not in it.
            let fits = || {
                root != itself
                    || self.looked_for.contains(itself)
                    || analysis.errors_in(itself) == 0
            };
            if analysis.reads(itself) && fits() {
                return;
            }
        }
        self.looked_for.insert(itself.clone());
        let alone = self.analyses.entry(itself.clone());
        let alone = alone.or_insert_with(|| Analysis::of(&document.path, texts.clone()));
        let better = better_root(alone, &self.documents, &mut self.includes, &texts);
        let root = better.map_or_else(
            || itself.clone(),
            |better| {
                let root = key(&better.path);
                self.analyses.insert(root.clone(), better);
                root
            },
        );
        self.roots.insert(itself.clone(), root);
    }

    /// Returns the path of a script; for an open one, the path used by the editor.
    fn path_of(&self, key: &Key) -> std::path::PathBuf {
        let open = self.documents.with_key(key);
        open.map_or_else(|| key.clone(), |document| document.path.clone())
    }

    /// Results of the checks, one for each script.
    pub fn analyses(&self) -> impl Iterator<Item = &Analysis> {
        self.analyses.values()
    }

    /// Returns the scripts that include one of these texts and contain no open text.
    pub fn including(&mut self, texts: BTreeSet<Key>) -> Others {
        let checked: Vec<&Analysis> = self.analyses.values().collect();
        Others::including(texts, &checked, &self.documents, &mut self.includes)
    }

    /// Returns an open text with its analysis.
    pub fn view(&mut self, uri: &Uri) -> Answer<View<'_>> {
        self.check(uri);
        let view = || {
            let document = self.documents.get(uri)?;
            let analysis = self.analyses.get(self.roots.get(&document.key)?)?;
            Some(View {
                workspace: self,
                document,
                analysis,
                source: analysis.sources_of(&document.key).next()?,
            })
        };
        view().ok_or_else(|| not_open(uri))
    }

    /// Returns an open text with its analysis, and an offset in it.
    pub fn view_at(&mut self, at: &TextDocumentPositionParams) -> Answer<(View<'_>, usize)> {
        let view = self.view(&at.text_document.uri)?;
        let offset = view.document.text().offset(at.position);
        Ok((view, offset))
    }

    /// Returns an open text.
    pub fn document(&self, uri: &Uri) -> Answer<&Document> {
        self.documents.get(uri).ok_or_else(|| not_open(uri))
    }

    /// Returns an open text, the names that are known above a position in it, and the text from the start of the statement at
    /// the position.
    pub fn scene(&mut self, uri: &Uri, at: Position) -> Answer<(&Document, &Session, &str)> {
        self.check(uri);
        let document = self.documents.get(uri).ok_or_else(|| not_open(uri))?;
        let offset = document.text().offset(at);
        let line_start = document.text().line_start(offset);
        let kept = self.scene.take();
        let scene = match kept.filter(|scene| scene.is_at(document, line_start)) {
            Some(scene) => scene,
            None => {
                let root = self.roots.get(&document.key);
                let analysis = root.and_then(|root| self.analyses.get(root));
                let analysis = analysis.ok_or_else(|| not_open(uri))?;
                Scene::at(document, line_start, analysis, self.documents.texts())
            }
        };
        let scene = self.scene.insert(scene);
        let statement = document.statement_before(line_start);
        let start = statement.map_or(line_start, |s| line_start.min(s.head.range().start));
        let written = document.text.get(start..offset).unwrap_or_default();
        Ok((document, &scene.session, written))
    }

    /// Converts a place of an analysis to the protocol.
    pub fn location(&self, analysis: &Analysis, span: Span) -> Option<Location> {
        let source = analysis.session.sources.get(span.source)?;
        let text = Text {
            text: &source.text,
            starts: source.line_starts(),
        };
        Some(Location {
            uri: self.uri_of(analysis, span.source)?,
            range: text.range(span.range()),
        })
    }

    /// Returns the URI of a source: the one under which the editor has opened it, or that of its path.
    pub fn uri_of(&self, analysis: &Analysis, source: SourceId) -> Option<Uri> {
        let key = analysis.key_of(source)?;
        let name = &analysis.session.sources.get(source)?.name;
        self.uri_of_file(key, Path::new(name))
    }

    /// Returns the URI of a file: the one under which the editor has opened it, or that of its path.
    pub fn uri_of_file(&self, identity: &Key, path: &Path) -> Option<Uri> {
        if let Some(document) = self.documents.with_key(identity) {
            return Some(document.uri.clone());
        }
        let tidy = uri::tidy(path);
        let same = key(&tidy) == *identity;
        uri::of_path(if same { &tidy } else { identity })
    }
}

fn not_open(uri: &Uri) -> Refusal {
    let message = format!("{} is not open", uri.as_str());
    Refusal::new(ErrorCode::InvalidParams, message)
}

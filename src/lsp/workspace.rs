//! State of the server: open documents, the scripts that contain them, and their diagnostics.

use super::analysis::Analysis;
use super::documents::{Document, Documents, Key, key};
use super::position::Text;
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
    /// Results of the checks of the open texts, each as a script of its own.
    analyses: BTreeMap<Key, Analysis>,
    /// The open script that each open text is part of.
    roots: BTreeMap<Key, Key>,
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
        self.roots.clear();
        self.analyses.retain(|_, analysis| !analysis.reads(changed));
        // A scene detects changes of its own text, but not of others that it has read.
        self.scene.take_if(|scene| !scene.is_in(changed));
    }

    /// Discards all results that depend on files, which may have changed.
    pub fn forget(&mut self) {
        self.documents.find_files_again();
        self.analyses.clear();
        self.roots.clear();
        self.scene = None;
    }

    /// Checks the open texts that changed since their last check. A text with errors, such as joints that are not in it, is
    /// taken as part of the open script that includes it and in which it has the fewest.
    pub fn refresh(&mut self) {
        if !self.roots.is_empty() {
            return;
        }
        let texts = self.documents.texts();
        for document in self.documents.iter() {
            let analysis = self.analyses.entry(document.key.clone());
            analysis.or_insert_with(|| Analysis::of(&document.path, texts.clone()));
        }
        for Document { key, .. } in self.documents.iter() {
            let including = self.analyses.iter().filter(|(_, a)| a.reads(key));
            let root = including.min_by_key(|(root, a)| (a.errors_in(key), *root != key));
            if let Some((root, _)) = root {
                self.roots.insert(key.clone(), root.clone());
            }
        }
    }

    /// Results of the checks, one for each script that is not taken as part of another.
    pub fn analyses(&self) -> impl Iterator<Item = &Analysis> {
        let used: BTreeSet<&Key> = self.roots.values().collect();
        let all = self.analyses.iter();
        all.filter(move |(key, _)| used.contains(key))
            .map(|(_, analysis)| analysis)
    }

    /// Returns an open text with its analysis.
    pub fn view(&mut self, uri: &Uri) -> Answer<View<'_>> {
        self.refresh();
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
        self.refresh();
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

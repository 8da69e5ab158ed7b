//! Diagnostics for the documents in which they were found.

use super::analysis::Analysis;
use super::workspace::Workspace;
use crate::diagnostic::{Diagnostic, Severity};
use crate::source::Span;
use lsp_types::{
    DiagnosticRelatedInformation, DiagnosticSeverity, NumberOrString, PublishDiagnosticsParams, Uri,
};
use std::collections::BTreeMap;

/// Diagnostics of each text, by its URI.
type Found = BTreeMap<String, PublishDiagnosticsParams>;

/// Diagnostics published to the editor.
#[derive(Default)]
pub(super) struct Published {
    told: Found,
    /// Whether the editor shows other places that explain a finding.
    pub relates: bool,
}

impl Published {
    /// Returns the changed diagnostics of each text; an empty list for a text that has no mistakes any more.
    pub fn news(&mut self, workspace: &Workspace) -> Vec<PublishDiagnosticsParams> {
        let found = self.found(workspace);
        let is_gone = |told: &&PublishDiagnosticsParams| !found.contains_key(told.uri.as_str());
        let gone = self.told.values().filter(is_gone);
        let mut news: Vec<_> = gone.map(|told| nothing(&told.uri, None)).collect();
        let is_news = |(uri, found): &(&String, &PublishDiagnosticsParams)| {
            self.told.get(*uri) != Some(*found)
        };
        news.extend(found.iter().filter(is_news).map(|(_, found)| found.clone()));
        self.told = found;
        news
    }

    /// Returns all diagnostics. A text that several scripts include is reported once, with the findings of all.
    fn found(&self, workspace: &Workspace) -> Found {
        let mut found = Found::new();
        for document in workspace.documents.iter() {
            let fine = nothing(&document.uri, Some(document.version));
            found.insert(document.uri.as_str().to_owned(), fine);
        }
        for analysis in workspace.analyses() {
            for diagnostic in analysis.session.sorted_diagnostics() {
                let place = workspace.location(analysis, diagnostic.span);
                let Some(place) = place else { continue };
                let told = lsp_types::Diagnostic {
                    range: place.range,
                    ..self.translated(&diagnostic, analysis, workspace)
                };
                let name = place.uri.as_str().to_owned();
                let all = found
                    .entry(name)
                    .or_insert_with(|| nothing(&place.uri, None));
                // The script itself and one that includes it may both have found it.
                let first = |message: &str| message.lines().next().map(str::to_owned);
                let same = |other: &lsp_types::Diagnostic| {
                    other.range == told.range
                        && other.code == told.code
                        && first(&other.message) == first(&told.message)
                };
                if !all.diagnostics.iter().any(same) {
                    all.diagnostics.push(told);
                }
            }
        }
        found
    }

    fn translated(
        &self,
        diagnostic: &Diagnostic,
        analysis: &Analysis,
        workspace: &Workspace,
    ) -> lsp_types::Diagnostic {
        let mut message = diagnostic.message.clone();
        if let Some(help) = &diagnostic.help {
            message += &format!("\nhelp: {help}");
        }
        let includes = analysis.session.sources.way_in(diagnostic.span);
        let includes = includes
            .into_iter()
            .map(|at| (at, "included from here".to_owned()));
        let places: Vec<(Span, String)> =
            diagnostic.notes.iter().cloned().chain(includes).collect();
        if !self.relates {
            for (span, note) in &places {
                let place = analysis.session.sources.place(*span);
                message += &format!("\n{note}: {place}");
            }
        }
        let related = places.into_iter().filter_map(|(span, message)| {
            let location = workspace.location(analysis, span)?;
            Some(DiagnosticRelatedInformation { location, message })
        });
        let related: Vec<_> = related.filter(|_| self.relates).collect();
        lsp_types::Diagnostic {
            severity: Some(match diagnostic.severity {
                Severity::Error => DiagnosticSeverity::ERROR,
                Severity::Warning => DiagnosticSeverity::WARNING,
            }),
            code: Some(NumberOrString::String(diagnostic.code.to_owned())),
            source: Some("corpus".to_owned()),
            message,
            related_information: (!related.is_empty()).then_some(related),
            ..lsp_types::Diagnostic::default()
        }
    }
}

/// Makes empty diagnostics for a text, with its version if it is open.
fn nothing(uri: &Uri, version: Option<i32>) -> PublishDiagnosticsParams {
    PublishDiagnosticsParams::new(uri.clone(), vec![], version)
}

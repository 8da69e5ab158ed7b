//! The outline of a text: corpora with what belongs to them, gaits, worlds, lists, includes.

use super::Answer;
use super::workspace::{View, Workspace};
use crate::command::Thing;
use crate::lang::syntax::Statement;
use crate::session::{Symbol, Use};
use crate::source::Span;
use lsp_types::{DocumentSymbol, DocumentSymbolParams, DocumentSymbolResponse, SymbolKind};
use std::collections::BTreeSet;

pub(super) fn symbols(
    workspace: &mut Workspace,
    params: DocumentSymbolParams,
) -> Answer<Option<DocumentSymbolResponse>> {
    let view = workspace.view(&params.text_document.uri)?;
    let mut entries: Vec<Entry> = names(&view);
    entries.extend(
        view.document
            .parsed()
            .statements
            .iter()
            .flat_map(|s| statement(s, &view)),
    );
    entries.sort_by_key(|entry| (entry.whole.start, entry.name.start));
    let corpora: BTreeSet<Span> = entries
        .iter()
        .filter(|e| e.holds_others())
        .map(|e| e.name)
        .collect();
    let outer = |entry: &&Entry| entry.owner.is_none_or(|owner| !corpora.contains(&owner));
    let symbols = entries.iter().filter(outer);
    let symbols = symbols
        .map(|entry| symbol(entry, &entries, &view))
        .collect();
    Ok(Some(DocumentSymbolResponse::Nested(symbols)))
}

/// A line of the outline.
struct Entry {
    text: String,
    detail: Option<String>,
    kind: SymbolKind,
    /// The bytes of the statement with its list.
    whole: Span,
    /// The bytes that are its name.
    name: Span,
    /// Where the corpus was named that it belongs to.
    owner: Option<Span>,
}

impl Entry {
    fn holds_others(&self) -> bool {
        self.kind == SymbolKind::CLASS
    }
}

/// The names that are given in the text, each once.
fn names(view: &View) -> Vec<Entry> {
    let here = |found: &&Use| found.span.source == view.source && found.is_definition();
    let mut entries: Vec<Entry> = vec![];
    let mut seen = BTreeSet::new();
    for found in view.analysis.names().iter().filter(here) {
        if !seen.insert(found.span) {
            continue;
        }
        let statement = view.document.statement_before(found.span.start as usize);
        let of_corpus = matches!(
            found.symbol,
            Symbol::Thing(Thing::Body | Thing::Object | Thing::Part | Thing::Roach)
        );
        entries.push(Entry {
            text: found.name.clone(),
            detail: Some(match found.symbol {
                Symbol::Thing(thing) => thing.to_string(),
                Symbol::Variable => "value".to_owned(),
                Symbol::Command => "command".to_owned(),
            }),
            kind: kind(found.symbol),
            whole: statement.map_or(found.span, |s| {
                Span {
                    source: view.source,
                    ..s.span
                }
                .to(found.span)
            }),
            name: found.span,
            owner: found.corpus.filter(|_| of_corpus),
        });
    }
    entries
}

fn kind(symbol: Symbol) -> SymbolKind {
    match symbol {
        Symbol::Thing(Thing::World) => SymbolKind::NAMESPACE,
        Symbol::Thing(Thing::Corpus) => SymbolKind::CLASS,
        Symbol::Thing(Thing::Body) => SymbolKind::FIELD,
        Symbol::Thing(Thing::Object) => SymbolKind::OBJECT,
        Symbol::Thing(Thing::Part) => SymbolKind::PROPERTY,
        Symbol::Thing(Thing::Roach) => SymbolKind::EVENT,
        Symbol::Variable => SymbolKind::VARIABLE,
        Symbol::Command => SymbolKind::FUNCTION,
    }
}

/// The line for a list or an include.
fn statement(statement: &Statement, view: &View) -> Option<Entry> {
    let of = |span: Span| Span {
        source: view.source,
        ..span
    };
    let head = view.document.text.get(statement.head.range())?;
    let line = view.document.text.get(statement.span.range())?;
    let (whole, kind, detail) = match &statement.block {
        Some(block) => {
            let count = block.statements.len();
            let commands = if count == 1 { "command" } else { "commands" };
            let whole = statement.span.to(block.end);
            (
                whole,
                SymbolKind::FUNCTION,
                Some(format!("{count} {commands}")),
            )
        }
        None if head == "include" => (statement.span, SymbolKind::FILE, None),
        None => return None,
    };
    Some(Entry {
        text: line.to_owned(),
        detail,
        kind,
        whole: of(whole),
        name: of(statement.span),
        owner: None,
    })
}

#[expect(deprecated, reason = "the type has a field of older protocols")]
fn symbol(entry: &Entry, all: &[Entry], view: &View) -> DocumentSymbol {
    let within = |other: &&Entry| other.owner == Some(entry.name);
    let candidates = if entry.holds_others() { all } else { &[] };
    let children: Vec<&Entry> = candidates.iter().filter(within).collect();
    let whole = children
        .iter()
        .fold(entry.whole, |whole, child| whole.to(child.whole));
    let text = view.document.text();
    DocumentSymbol {
        name: entry.text.clone(),
        detail: entry.detail.clone(),
        kind: entry.kind,
        tags: None,
        deprecated: None,
        range: text.range(whole.range()),
        selection_range: text.range(entry.name.range()),
        children: Some(
            children
                .into_iter()
                .map(|child| symbol(child, all, view))
                .collect(),
        ),
    }
}

//! The outline of a document: corpora with their contents, gaits, worlds, variables, user-defined commands, blocks, includes.

use super::Answer;
use super::workspace::{View, Workspace};
use crate::commands::find;
use crate::lang::syntax::{ArgumentKind, Statement};
use crate::session::command::{Follows, Thing};
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
    without_shapes(&mut entries);
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
    /// Place of the definition of its corpus.
    owner: Option<Span>,
    /// Entries in its block.
    inside: Vec<Entry>,
}

impl Entry {
    fn holds_others(&self) -> bool {
        self.kind == SymbolKind::CLASS
    }
}

/// Returns the names that are defined in the text, each once.
fn names(view: &View) -> Vec<Entry> {
    let here = |found: &&Use| {
        let is_thing = matches!(found.symbol, Symbol::Thing(_));
        is_thing && found.span.source == view.source && found.is_definition()
    };
    let mut entries: Vec<Entry> = vec![];
    let mut seen = BTreeSet::new();
    for found in view.analysis.names().iter().filter(here) {
        if !seen.insert((found.span, &found.name, found.symbol)) {
            continue;
        }
        let statement = view.document.statement_before(found.span.start as usize);
        let of_corpus = matches!(
            found.symbol,
            Symbol::Thing(Thing::Body | Thing::Object | Thing::Part | Thing::Roach)
        );
        entries.push(Entry {
            text: found.name.clone(),
            detail: match found.symbol {
                Symbol::Thing(thing) => Some(thing.to_string()),
                Symbol::Variable | Symbol::Command => None,
            },
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
            inside: vec![],
        });
    }
    entries
}

/// Drops the object of a body that has its name: the outline shows only the body.
fn without_shapes(entries: &mut Vec<Entry>) {
    let bodies: BTreeSet<(String, Option<Span>)> = entries
        .iter()
        .filter(|entry| matches!(entry.kind, SymbolKind::FIELD | SymbolKind::PROPERTY))
        .map(|entry| (entry.text.clone(), entry.owner))
        .collect();
    entries.retain(|entry| {
        entry.kind != SymbolKind::OBJECT || !bodies.contains(&(entry.text.clone(), entry.owner))
    });
}

fn kind(symbol: Symbol) -> SymbolKind {
    match symbol {
        Symbol::Thing(Thing::World) => SymbolKind::NAMESPACE,
        Symbol::Thing(Thing::Corpus) => SymbolKind::CLASS,
        Symbol::Thing(Thing::Body) => SymbolKind::FIELD,
        Symbol::Thing(Thing::Object) => SymbolKind::OBJECT,
        Symbol::Thing(Thing::Part) => SymbolKind::PROPERTY,
        Symbol::Thing(Thing::Roach | Thing::Neuron) => SymbolKind::EVENT,
        Symbol::Variable => SymbolKind::VARIABLE,
        Symbol::Command => SymbolKind::FUNCTION,
    }
}

/// Returns the entry for a variable of the script, a command that it defines, a block or an include.
fn statement(statement: &Statement, view: &View) -> Option<Entry> {
    let of = |span: Span| Span {
        source: view.source,
        ..span
    };
    let text = |span: Span| view.document.text.get(span.range());
    let head = text(statement.head)?;
    let first = statement.arguments.first().map(|first| of(first.span));
    let entry = |name: Span, kind, detail: Option<String>| Entry {
        text: text(name).unwrap_or_default().to_owned(),
        detail,
        kind,
        whole: of(statement.span),
        name,
        owner: None,
        inside: vec![],
    };
    match (head, first) {
        ("include", _) => Some(entry(of(statement.span), SymbolKind::FILE, None)),
        ("function", Some(name)) => {
            let head = Span {
                start: name.end,
                end: statement.span.end.max(name.end),
                ..name
            };
            let detail = text(head).map(|head| head.trim().to_owned());
            let entry = entry(name, SymbolKind::FUNCTION, detail);
            Some(match statement.block {
                Some(_) => with_block(entry, statement, view),
                None => entry,
            })
        }
        ("observe" | "result", Some(name)) => {
            let value = statement.arguments.get(1);
            let value = value.and_then(|value| text(value.span));
            Some(entry(name, SymbolKind::PROPERTY, value.map(str::to_owned)))
        }
        ("let" | "param", Some(name)) => {
            // Of those that give it a value the one that names it.
            let is_definition = |found: &&Use| found.span == name && found.is_definition();
            view.analysis.names().iter().find(is_definition)?;
            let value = statement
                .arguments
                .get(1)
                .and_then(|value| text(value.span));
            Some(entry(name, SymbolKind::VARIABLE, value.map(str::to_owned)))
        }
        ("define", Some(name)) => {
            let parameters = Span {
                start: name.end,
                end: statement.span.end.max(name.end),
                ..name
            };
            let detail = text(parameters).map(|p| p.trim().to_owned());
            let named = statement.arguments.iter().skip(1).filter_map(|argument| {
                let place = match &argument.kind {
                    ArgumentKind::Word => argument.span,
                    ArgumentKind::Named(named) => named.name,
                    _ => return None,
                };
                Some(Entry {
                    whole: of(argument.span),
                    ..entry(of(place), SymbolKind::VARIABLE, None)
                })
            });
            let mut define = entry(name, SymbolKind::FUNCTION, detail);
            define.inside = named.collect();
            Some(with_block(define, statement, view))
        }
        _ => {
            let block = statement.block.as_ref()?;
            let branches = statement.branches.iter().map(|branch| &branch.block);
            let blocks = branches.chain([block]);
            let count: usize = blocks.map(|block| block.statements.len()).sum();
            let commands = if count == 1 { "command" } else { "commands" };
            let kind = match find(head).map(|command| command.follows) {
                Some(Follows::List) => SymbolKind::FUNCTION,
                _ => SymbolKind::OPERATOR,
            };
            let detail = Some(format!("{count} {commands}"));
            Some(with_block(
                entry(of(statement.span), kind, detail),
                statement,
                view,
            ))
        }
    }
}

/// Adds the blocks of a statement to its entry.
fn with_block(mut entry: Entry, opener: &Statement, view: &View) -> Entry {
    for block in opener.blocks() {
        let end = Span {
            source: view.source,
            ..block.end
        };
        entry.whole = entry.whole.to(end);
        let inner = block
            .statements
            .iter()
            .filter(|inner| inner.block.is_some());
        entry
            .inside
            .extend(inner.filter_map(|inner| statement(inner, view)));
    }
    entry
}

#[expect(deprecated, reason = "the type has a field of older protocols")]
fn symbol(entry: &Entry, all: &[Entry], view: &View) -> DocumentSymbol {
    let within = |other: &&Entry| other.owner == Some(entry.name);
    let candidates = if entry.holds_others() { all } else { &[] };
    let children = candidates.iter().filter(within).chain(&entry.inside);
    let children: Vec<&Entry> = children.collect();
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

//! The documents that are open in the editor.

use super::position::Text;
use super::uri;
use crate::commands::TABLE;
use crate::lang::parser::{Parsed, parse};
use crate::lang::syntax::Statement;
use crate::source::lines;
use lsp_types::{TextDocumentContentChangeEvent, TextDocumentItem, Uri};
use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Key of a text: the canonical path of its file, or the URI of a text without a file.
pub(super) type Key = PathBuf;

/// Returns the key of a path.
pub(super) fn key(path: &Path) -> Key {
    path.canonicalize().unwrap_or_else(|_| path.to_path_buf())
}

/// A text that is open.
pub(super) struct Document {
    /// URI used by the editor.
    pub uri: Uri,
    /// Path used by the editor; the URI of a text without a file.
    pub path: PathBuf,
    pub key: Key,
    pub version: i32,
    pub text: Arc<str>,
    starts: Vec<u32>,
    parsed: OnceCell<Parsed>,
}

impl Document {
    pub fn new(item: TextDocumentItem) -> Self {
        let path = uri::to_path(&item.uri).unwrap_or_else(|| item.uri.as_str().into());
        Document {
            key: key(&path),
            uri: item.uri,
            path,
            version: item.version,
            starts: lines(&item.text),
            text: item.text.into(),
            parsed: OnceCell::new(),
        }
    }

    /// Returns the text with its lines.
    pub fn text(&self) -> Text<'_> {
        Text {
            text: &self.text,
            starts: &self.starts,
        }
    }

    /// Returns the syntax tree; spans are of source 0.
    pub fn parsed(&self) -> &Parsed {
        self.parsed.get_or_init(|| parse(0, &self.text, &TABLE))
    }

    /// Finds the last statement that starts at an offset or before it; a list or a block counts as one statement.
    pub fn statement_before(&self, offset: usize) -> Option<&Statement> {
        let statements = &self.parsed().statements;
        let after = statements.partition_point(|s| s.head.start as usize <= offset);
        statements.get(after.checked_sub(1)?)
    }

    /// Applies changes, one after the other.
    pub fn change(&mut self, changes: Vec<TextDocumentContentChangeEvent>, version: i32) {
        self.version = version;
        for change in changes {
            let text = match change.range {
                Some(range) => {
                    let bytes = self.text().bytes(range);
                    let mut text = String::from(&*self.text);
                    text.replace_range(bytes, &change.text);
                    text
                }
                None => change.text,
            };
            self.starts = lines(&text);
            self.text = text.into();
        }
        self.parsed = OnceCell::new();
    }

    /// Returns the folder to which paths in the text are relative.
    pub fn folder(&self) -> &Path {
        self.path.parent().unwrap_or(Path::new(""))
    }
}

/// All texts that are open, by URI.
#[derive(Default)]
pub(super) struct Documents {
    open: BTreeMap<String, Document>,
}

impl Documents {
    pub fn open(&mut self, document: Document) {
        self.open.insert(document.uri.as_str().to_owned(), document);
    }

    pub fn close(&mut self, uri: &Uri) {
        self.open.remove(uri.as_str());
    }

    pub fn get(&self, uri: &Uri) -> Option<&Document> {
        self.open.get(uri.as_str())
    }

    pub fn get_mut(&mut self, uri: &Uri) -> Option<&mut Document> {
        self.open.get_mut(uri.as_str())
    }

    pub fn with_key(&self, key: &Key) -> Option<&Document> {
        self.iter().find(|document| document.key == *key)
    }

    pub fn iter(&self) -> impl Iterator<Item = &Document> {
        self.open.values()
    }

    /// Searches again for the files of texts: one may have been created when its text was saved.
    pub fn find_files_again(&mut self) {
        for document in self.open.values_mut() {
            document.key = key(&document.path);
        }
    }

    /// Returns the texts, which replace those of the files.
    pub fn texts(&self) -> BTreeMap<Key, Arc<str>> {
        let text = |document: &Document| (document.key.clone(), Arc::clone(&document.text));
        self.iter().map(text).collect()
    }
}

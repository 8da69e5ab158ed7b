//! The documents, and their testable items: blocks of code and pictures, in the order of the page.

use super::root;
use std::fs;
use std::path::{Path, PathBuf};

/// A block between lines of three backticks, with its tags in the first line: `corpus,continue`.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// Line of the document on which its text begins, counted from 1.
    pub line: usize,
    /// The first word: `corpus`.
    pub language: String,
    /// The words after it.
    pub tags: Vec<String>,
    pub text: String,
}

impl Block {
    pub fn has(&self, tag: &str) -> bool {
        self.tags.iter().any(|t| t == tag)
    }

    /// Returns the value of `key=` in a tag.
    pub fn value(&self, key: &str) -> Option<&str> {
        let values = self.tags.iter().filter_map(|t| t.split_once('='));
        values.filter(|(k, _)| *k == key).map(|(_, v)| v).next()
    }
}

#[derive(Clone, Debug)]
pub enum Item {
    Block(Block),
    /// A picture, with the options in the comment `<!-- picture: ... -->` above it.
    Picture {
        path: PathBuf,
        options: String,
    },
}

/// Returns README and every page under `docs`, except the book made from them.
pub fn documents() -> Vec<PathBuf> {
    let mut found = vec![root().join("README.md")];
    let mut folders = vec![root().join("docs")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() && !path.ends_with("docs/book") {
                folders.push(path);
            } else if path.extension().is_some_and(|x| x == "md") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

pub fn items(document: &Path) -> Vec<Item> {
    let text = fs::read_to_string(document).unwrap();
    let mut found = vec![];
    let mut open: Option<Block> = None;
    let mut options = String::new();
    for (number, line) in text.lines().enumerate() {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(info)) => {
                let mut words = info.split(',').map(|word| word.trim().to_owned());
                open = Some(Block {
                    line: number + 2,
                    language: words.next().unwrap_or_default(),
                    tags: words.collect(),
                    text: String::new(),
                });
            }
            (Some(_), Some(_)) => found.extend(open.take().map(Item::Block)),
            (Some(block), None) => {
                block.text += line;
                block.text.push('\n');
            }
            (None, None) => {
                let said = line.strip_prefix("<!-- picture:");
                if let Some(said) = said.and_then(|said| said.strip_suffix("-->")) {
                    options = said.trim().to_owned();
                } else if let Some(target) = picture(line) {
                    found.push(Item::Picture {
                        path: document.parent().unwrap().join(target),
                        options: std::mem::take(&mut options),
                    });
                }
            }
        }
    }
    assert!(open.is_none(), "{}: a block stays open", document.display());
    found
}

/// Returns the path of the picture in a line.
fn picture(line: &str) -> Option<&str> {
    let (_, after) = line.strip_prefix("![")?.split_once("](")?;
    after.strip_suffix(')')
}

pub fn blocks(document: &Path) -> Vec<Block> {
    let items = items(document).into_iter();
    items
        .filter_map(|item| match item {
            Item::Block(block) => Some(block),
            Item::Picture { .. } => None,
        })
        .collect()
}

/// Replaces the texts of blocks, which are identified by the lines on which they begin.
pub fn replace(document: &Path, texts: &[(usize, String)]) {
    let old = fs::read_to_string(document).unwrap();
    let mut out = String::new();
    let mut inside = false;
    for (number, line) in old.lines().enumerate() {
        inside &= !line.starts_with("```");
        if !inside {
            out += line;
            out.push('\n');
        }
        if let Some((_, text)) = texts.iter().find(|(at, _)| *at == number + 2) {
            out += text;
            inside = true;
        }
    }
    if out != old {
        fs::write(document, out).unwrap();
    }
}

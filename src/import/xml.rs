//! XML as a tree of elements with source positions, which records which elements have been read.

use crate::diagnostic::Diagnostic;
use crate::geometry::{MOST_ATTRIBUTES, crowded};
use crate::source::{SourceId, Sources, Span};
use std::cell::Cell;

/// Largest depth of nested elements.
const DEEPEST: usize = 500;

/// Largest number of nodes of a file.
const MOST_NODES: u32 = 4_000_000;

/// An attribute: a name and a quoted value.
#[derive(Clone, Debug)]
pub(crate) struct Attribute {
    pub name: String,
    pub value: String,
    /// The value, without its quotes.
    pub span: Span,
    seen: Cell<bool>,
}

/// An element with its contents.
#[derive(Clone, Debug, Default)]
pub(crate) struct Element {
    pub tag: String,
    /// Its start tag.
    pub span: Span,
    pub attributes: Vec<Attribute>,
    pub children: Vec<Element>,
    seen: Cell<bool>,
}

impl Element {
    /// Returns an attribute and marks it as read.
    pub fn get(&self, name: &str) -> Option<&Attribute> {
        let found = self.attributes.iter().find(|a| a.name == name)?;
        found.seen.set(true);
        Some(found)
    }

    /// Returns the text of an attribute.
    pub fn text_of(&self, name: &str) -> Option<&str> {
        self.get(name).map(|a| a.value.as_str())
    }

    /// Adds an attribute that is not in the file; `span` is the place of what it stands for.
    pub fn put(&mut self, name: &str, value: String, span: Span) {
        self.attributes.push(Attribute {
            name: name.to_owned(),
            value,
            span,
            seen: Cell::new(false),
        });
    }

    /// Returns its elements with a tag and marks them as read.
    pub fn all<'a>(&'a self, tag: &'a str) -> impl Iterator<Item = &'a Element> {
        let found = self.children.iter().filter(move |c| c.tag == tag);
        found.inspect(|c| c.see())
    }

    /// Returns its first element with a tag.
    pub fn first<'a>(&'a self, tag: &'a str) -> Option<&'a Element> {
        self.all(tag).next()
    }

    /// Marks the element as read.
    pub fn see(&self) {
        self.seen.set(true);
    }

    /// Marks the element and all its contents as read.
    pub fn see_all(&self) {
        self.see();
        self.attributes.iter().for_each(|a| a.seen.set(true));
        self.children.iter().for_each(Element::see_all);
    }

    /// Whether it only groups other elements, as `sensor` of MJCF does.
    fn is_section(&self) -> bool {
        self.attributes.is_empty() && !self.children.is_empty()
    }

    /// Calls `tell` with each element and attribute in it that was not read: its name, such as `geom condim`, and its place. The
    /// contents of an unread element are not listed separately, except those of a section, such as `sensor gyro`.
    pub fn unread(&self, tell: &mut dyn FnMut(String, Span)) {
        if !self.seen.get() {
            match self.is_section() {
                true => self.children.iter().for_each(|child| {
                    tell(format!("{} {}", self.tag, child.tag), child.span);
                }),
                false => tell(self.tag.clone(), self.span),
            }
            return;
        }
        for attribute in self.attributes.iter().filter(|a| !a.seen.get()) {
            tell(format!("{} {}", self.tag, attribute.name), attribute.span);
        }
        self.children.iter().for_each(|child| child.unread(tell));
    }
}

/// Parses a text among the sources to a tree.
///
/// # Errors
/// The text is not valid XML, or is nested too deeply; the report has the source position.
pub(crate) fn parse(sources: &Sources, id: SourceId) -> Result<Element, Diagnostic> {
    let source = sources.get(id);
    let text = source.map_or("", |s| &s.text);
    if let Some(at) = crowded(text) {
        let message = format!("an element has more than {MOST_ATTRIBUTES} attributes");
        return Err(Diagnostic::error("E033", Span::of(id, at..at + 1), message)
            .help("no element of URDF or MJCF has so many; export the file again"));
    }
    let options = roxmltree::ParsingOptions {
        nodes_limit: MOST_NODES,
        ..roxmltree::ParsingOptions::default()
    };
    let document = roxmltree::Document::parse_with_options(text, options).map_err(|error| {
        let pos = error.pos();
        let lines = source.map_or(&[][..], |s| s.line_starts());
        let line = lines.get((pos.row as usize).saturating_sub(1)).copied();
        let rest = text.get(line.unwrap_or(0) as usize..).unwrap_or_default();
        let column = (pos.col as usize).saturating_sub(1);
        let at = rest.char_indices().nth(column).map_or(rest.len(), |c| c.0);
        let start = match error {
            // The parser gives no position here: what is missing is at the end.
            roxmltree::Error::UnclosedRootNode => {
                let rest = text.trim_end();
                rest.char_indices().next_back().map_or(0, |(at, _)| at)
            }
            _ => (line.unwrap_or(0) as usize + at).min(text.len()),
        };
        let first = text.get(start..).and_then(|t| t.chars().next());
        let width = first.map_or(0, char::len_utf8);
        let span = Span::of(id, start..start + width);
        let what = error.to_string();
        let what = what.rsplit_once(" at ").map_or(what.as_str(), |(w, _)| w);
        let help = match error {
            roxmltree::Error::UnknownNamespace(..) if text.contains("xacro") => {
                "this is a xacro file: expand it first, `xacro robot.urdf.xacro -o robot.urdf`"
            }
            roxmltree::Error::DtdDetected => {
                "remove the document type declaration; entities are not supported"
            }
            _ if !text
                .trim_start_matches('\u{feff}')
                .trim_start()
                .starts_with('<') =>
            {
                let message = "the file is not XML";
                return Diagnostic::error("E033", span, message)
                    .help("`corpus import` reads URDF and MJCF");
            }
            _ => "compare the file with its source, or export it again",
        };
        let unclosed = match error {
            roxmltree::Error::UnexpectedCloseTag(..) => {
                open_element(text.get(..start).unwrap_or_default())
            }
            roxmltree::Error::UnclosedRootNode => open_element(text),
            _ => None,
        };
        match unclosed {
            Some((tag, at)) => {
                let line = lines.partition_point(|&first| first as usize <= at);
                let message = format!(
                    "the file is not valid XML: the element `{tag}` of line {line} is not closed"
                );
                let help = format!("close it with `</{tag}>`, or with `/>` in its start tag");
                Diagnostic::error("E033", span, message).help(help)
            }
            None => {
                let message = format!("the file is not valid XML: {what}");
                Diagnostic::error("E033", span, message).help(help)
            }
        }
    })?;
    convert(document.root_element(), id, 0)
}

fn convert(node: roxmltree::Node, id: SourceId, depth: usize) -> Result<Element, Diagnostic> {
    let mut whole = node.range();
    if depth > DEEPEST {
        let message = format!("elements are nested more than {DEEPEST} deep");
        let at = Span::of(id, whole.start..whole.start + 1);
        return Err(Diagnostic::error("E033", at, message)
            .help("the nesting is deeper than that of any real robot; export the file again"));
    }
    let text = node.document().input_text();
    let own = text.get(whole.clone()).unwrap_or_default();
    whole.end = whole.start + end_of_tag(own);
    let attributes = node.attributes().map(|a| Attribute {
        name: a.name().to_owned(),
        value: a.value().to_owned(),
        span: Span::of(id, a.range_value()),
        seen: Cell::new(false),
    });
    let mut children = vec![];
    for child in node.children().filter(roxmltree::Node::is_element) {
        children.push(convert(child, id, depth + 1)?);
    }
    Ok(Element {
        tag: node.tag_name().name().to_owned(),
        span: Span::of(id, whole),
        attributes: attributes.collect(),
        children,
        seen: Cell::new(false),
    })
}

/// Returns the name of the innermost element that is open at the end of a text, and the position of its start tag.
fn open_element(text: &str) -> Option<(&str, usize)> {
    let mut open = vec![];
    let mut at = 0;
    while let Some(next) = text.get(at..).and_then(|rest| rest.find('<')) {
        at += next;
        let rest = text.get(at..).unwrap_or_default();
        let end = |mark: &str| rest.find(mark).map_or(rest.len(), |end| end + mark.len());
        at += if rest.starts_with("<!--") {
            end("-->")
        } else if rest.starts_with("<![CDATA[") {
            end("]]>")
        } else if rest.starts_with("<?") {
            end("?>")
        } else if rest.starts_with("</") {
            open.pop();
            end(">")
        } else {
            let length = end_of_tag(rest);
            let tag = rest.get(1..length).unwrap_or_default();
            let is_complete = tag.ends_with('>');
            let ends = |c: char| c.is_whitespace() || matches!(c, '/' | '>');
            let name = tag.split(ends).next().unwrap_or_default();
            if is_complete && !tag.ends_with("/>") && !name.is_empty() {
                open.push((name, at));
            }
            length
        };
    }
    open.pop()
}

/// Returns the position of the end of the start tag at the start of a text.
fn end_of_tag(text: &str) -> usize {
    let mut quote = None;
    for (at, c) in text.char_indices() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None, '"' | '\'') => quote = Some(c),
            (None, '>') => return at + 1,
            _ => {}
        }
    }
    text.len()
}

//! Every script in the documents runs. A block `corpus,continue` continues the session of the one before it; a block
//! `corpus,wrong` has an error; a block `text,prints` after a script has its output, a block `text,report` its reports. Numbers
//! may differ from the printed ones by a hundredth, so that a change of rounding in the program does not make every page stale.

use super::blocks::{Block, Item, documents, items, replace};
use super::pictures::Look;
use super::witness::Witness;
use super::{command_lines, updating};
use corpus::diagnostic::draw;
use corpus::session::{Mode, Session};
use std::path::Path;

/// A session that runs the scripts of a page.
struct Page {
    document: String,
    folder: tempfile::TempDir,
    witness: Witness,
    session: Session,
}

impl Page {
    fn new(document: &Path) -> Page {
        let witness = Witness::default();
        let session = || corpus::commands::session(Mode::Run, Box::new(witness.clone()));
        let folder = command_lines::folder_of(document);
        if document.ends_with("commands.md") {
            // The example of `inverse` reads the motion of another run: the one written by the example of `recordmotion`.
            let recording = corpus::commands::find("recordmotion").unwrap();
            let mut other = session();
            other.files.output = folder.path().to_owned();
            let name = folder.path().join("document.corpus").display().to_string();
            assert!(other.run_text(&name, recording.example).is_ok());
        }
        Page {
            document: document.display().to_string(),
            session: session(),
            folder,
            witness,
        }
    }

    fn run(&mut self, block: &Block) {
        let wrong = block.has("wrong");
        if wrong {
            self.session = corpus::commands::session(Mode::Check, Box::new(self.witness.clone()));
        } else if !block.has("continue") {
            self.session = corpus::commands::session(Mode::Run, Box::new(self.witness.clone()));
        }
        self.session.files.output = self.folder.path().to_owned();
        self.witness.prints.lock().clear();
        // The name appears in reports, which should not have a temporary folder.
        let inside = self.folder.path().join("document.corpus");
        let inside = inside.display().to_string();
        let name = block.value("file").filter(|_| wrong).unwrap_or(&inside);
        let result = self.session.run_text(name, &block.text);
        let told: Vec<&str> = self
            .session
            .diagnostics
            .iter()
            .map(|d| d.message.as_str())
            .collect();
        assert!(
            wrong != (result.is_ok() && told.is_empty()),
            "{}:{}: {told:?}",
            self.document,
            block.line
        );
    }

    /// Returns the expected text of a block after a script; none for a block of another kind.
    fn told(&self, block: &Block) -> Option<String> {
        let session = &self.session;
        let told = if block.has("prints") {
            let lines = self.witness.prints.lock();
            lines.iter().map(|line| format!("{line}\n")).collect()
        } else if block.has("report") {
            draw(&session.diagnostics, &session.sources, false)
        } else {
            return None;
        };
        Some(told)
    }
}

#[test]
fn every_script_in_the_documents_runs_and_prints_what_stands_below_it() {
    let mut scripts = 0;
    for document in documents() {
        let mut page = Page::new(&document);
        let mut made = vec![];
        let items = items(&document);
        for (at, item) in items.iter().enumerate() {
            match item {
                Item::Block(block) if block.language == "corpus" => {
                    if updating() {
                        look_ahead(items.get(at + 1..).unwrap_or_default(), &page.witness);
                    }
                    page.run(block);
                    scripts += 1;
                }
                Item::Block(block) => {
                    if let Some(told) = page.told(block) {
                        assert!(
                            updating() || same(&told, &block.text),
                            "{}:{}: expected\n{told}",
                            document.display(),
                            block.line
                        );
                        made.push((block.line, told));
                    }
                }
                Item::Picture { path, options } => {
                    // A drawing without a figure is of another kind, and so is one that its page keeps.
                    let has_figure = !page.session.here().world.corpora.is_empty();
                    let is_drawn = has_figure && options != KEPT;
                    if updating() && is_drawn && !path.with_extension("corpus").exists() {
                        let look = Look::of_page(options);
                        look.draw(&page.witness.moments(&page.session), path);
                    }
                }
            }
        }
        if updating() {
            replace(&document, &made);
        }
    }
    assert!(scripts > 100, "only {scripts} scripts were found");
}

/// Option of a picture that the scripts of its page have not made: that of a command line above it, for example.
const KEPT: &str = "kept";

/// Requests the moments for the picture after a script.
fn look_ahead(after: &[Item], witness: &Witness) {
    let next = after.iter().find_map(|item| match item {
        Item::Block(block) if block.language == "corpus" => Some(None),
        Item::Picture { options, .. } if options == KEPT => Some(None),
        Item::Picture { options, .. } => Some(Some(options)),
        Item::Block(_) => None,
    });
    if let Some((from, interval, count)) = next.flatten().and_then(|o| Look::of_page(o).strip) {
        witness.film(from, interval, count);
    }
}

/// Whether two texts are equal except for insignificant digits.
fn same(a: &str, b: &str) -> bool {
    a.lines().count() == b.lines().count() && a.lines().zip(b.lines()).all(|(a, b)| same_line(a, b))
}

fn same_line(a: &str, b: &str) -> bool {
    let number = |word: &str| word.trim_matches(['[', ']', ',', ':']).parse::<f64>().ok();
    let same_word = |a: &str, b: &str| {
        let close = |(a, b): (f64, f64)| (a - b).abs() <= 0.01 * a.abs().max(b.abs());
        a == b || number(a).zip(number(b)).is_some_and(close)
    };
    a.split(' ').count() == b.split(' ').count()
        && a.split(' ').zip(b.split(' ')).all(|(a, b)| same_word(a, b))
}

#[test]
fn prints_may_differ_in_the_last_digits_only() {
    assert!(same("it is 1.234 cm up\n", "it is 1.235 cm up\n"));
    assert!(same("[1.234 2] mm\n", "[1.235 2] mm\n"));
    assert!(!same("it is 1.2 cm up\n", "it is 1.3 cm up\n"));
    assert!(!same("it is 1.2 cm up\n", "it is 1.2 mm up\n"));
    assert!(!same("1 2\n", "1\n2\n"));
    assert!(!same("a\n", "a\nb\n"));
}

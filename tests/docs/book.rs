//! The documents as a book: its table of contents, and links.

use super::blocks::documents;
use super::root;
use std::collections::BTreeSet;
use std::fs;

/// Returns the targets of the links of a text, in order.
fn links(text: &str) -> impl Iterator<Item = &str> {
    text.split("](").skip(1).filter_map(|t| t.split(')').next())
}

#[test]
fn the_list_of_contents_names_every_page_once() {
    let folder = root().join("docs");
    let contents = fs::read_to_string(folder.join("SUMMARY.md")).unwrap();
    let mut named: Vec<_> = links(&contents).map(|link| folder.join(link)).collect();
    named.sort();
    let pages: Vec<_> = documents()
        .into_iter()
        .filter(|page| page.starts_with(&folder) && !page.ends_with("SUMMARY.md"))
        .collect();
    assert_eq!(named, pages);
}

#[test]
fn every_page_has_a_title() {
    for document in documents() {
        let text = fs::read_to_string(&document).unwrap();
        let titles = text.lines().filter(|line| line.starts_with("# ")).count();
        // Comments of scripts begin in the same way.
        assert!(
            titles >= 1 && text.starts_with("# "),
            "{}",
            document.display()
        );
    }
}

#[test]
fn links_between_documents_lead_somewhere() {
    for document in documents() {
        let text = fs::read_to_string(&document).unwrap();
        for target in links(&text) {
            if target.contains("://") || target.contains(['\n', ' ']) {
                continue;
            }
            let (path, heading) = target.split_once('#').unwrap_or((target, ""));
            let goal = match path {
                "" => document.clone(),
                path => document.parent().unwrap().join(path),
            };
            assert!(goal.exists(), "{}: {target}", document.display());
            assert!(
                heading.is_empty()
                    || headings(&fs::read_to_string(&goal).unwrap()).contains(heading),
                "{}: {target}",
                document.display()
            );
        }
    }
}

/// Returns the anchors of the headings of a page: in small letters, with hyphens for blanks, without other signs.
fn headings(text: &str) -> BTreeSet<String> {
    let titles = text.lines().filter(|line| line.starts_with('#'));
    titles
        .map(|title| {
            let words = title.trim_start_matches('#').trim().to_lowercase();
            let kept = words
                .chars()
                .filter(|c| c.is_alphanumeric() || " -_".contains(*c));
            kept.map(|c| if c == ' ' { '-' } else { c }).collect()
        })
        .collect()
}

/// `scripts/pictures` makes the pictures of the gallery.
#[test]
fn the_gallery_shows_every_example_and_world() {
    let text = fs::read_to_string(root().join("docs/gallery.md")).unwrap();
    for folder in ["examples", "scripts/worlds"] {
        for entry in fs::read_dir(root().join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|x| x == "corpus") {
                let name = path.file_stem().unwrap().to_str().unwrap();
                let link = format!("](../{folder}/{name}.corpus)");
                assert!(text.contains(&link), "docs/gallery.md does not show {name}");
                assert!(text.contains(&format!("](gallery/{name}.png)")), "{name}");
            }
        }
    }
}

#[test]
fn the_architecture_names_every_room() {
    let text = fs::read_to_string(root().join("docs/architecture.md")).unwrap();
    for entry in fs::read_dir(root().join("src")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        let room = if path.is_dir() {
            format!("`{name}/`")
        } else {
            format!("`{name}`")
        };
        assert!(
            name == "lib.rs" || text.contains(&room),
            "docs/architecture.md does not tell of {room}"
        );
    }
}

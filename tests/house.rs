//! What the compiler cannot say about the sources. A room of `src` uses only those below it in the table of `docs/architecture.md` (between
//! packages the compiler holds this), and the table of codes has those codes that are used.

use corpus::diagnostic::codes::CODES;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Returns the rooms of the table, top to bottom: those of one row have the same number.
fn rooms() -> BTreeMap<String, usize> {
    let page = fs::read_to_string(root().join("docs/architecture.md")).unwrap();
    let rows = page
        .lines()
        .skip_while(|line| !line.starts_with("| room |"))
        .skip(2)
        .take_while(|line| line.starts_with('|'));
    let mut rooms = BTreeMap::new();
    for (row, line) in rows.enumerate() {
        let first = line.split('|').nth(1).unwrap();
        for name in first.split('`').skip(1).step_by(2) {
            let name = name.trim_end_matches('/').trim_end_matches(".rs");
            rooms.insert(name.to_owned(), row);
        }
    }
    rooms
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Collects every Rust file below a folder that is not test code.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() {
            if name != "tests" {
                sources(&path, found);
            }
        } else if name.ends_with(".rs") && name != "tests.rs" {
            found.push(path);
        }
    }
}

/// Returns the names after `crate::`, also those of a group in braces.
fn used(code: &str) -> Vec<String> {
    let word = |text: &str| {
        let is_part = |c: &char| c.is_ascii_alphanumeric() || *c == '_';
        text.trim_start().chars().take_while(is_part).collect()
    };
    let mut found = vec![];
    for rest in code.split("crate::").skip(1) {
        let Some(group) = rest.strip_prefix('{') else {
            found.push(word(rest));
            continue;
        };
        let mut depth = 1;
        found.push(word(group));
        for (i, sign) in group.char_indices() {
            match sign {
                '{' => depth += 1,
                '}' => depth -= 1,
                ',' if depth == 1 => found.push(word(&group[i + 1..])),
                _ => {}
            }
            if depth == 0 {
                break;
            }
        }
    }
    found
}

#[test]
fn what_a_text_uses_is_read_from_it() {
    let text = "use crate::lang::{parser, value};use crate::{source::Span, files::{a, b}, run};let x = crate::world::World;";
    assert_eq!(used(text), ["lang", "source", "files", "run", "world"]);
}

#[test]
fn no_room_uses_one_above_it() {
    let rooms = rooms();
    let src = root().join("src");
    let mut files = vec![];
    sources(&src, &mut files);
    let mut wrong = vec![];
    for file in &files {
        let path = file.strip_prefix(&src).unwrap();
        let first = path.components().next().unwrap().as_os_str();
        let room = first.to_string_lossy().trim_end_matches(".rs").to_owned();
        if room == "lib" {
            continue;
        }
        let Some(row) = rooms.get(&room) else {
            wrong.push(format!("{room} is not in the table of rooms"));
            continue;
        };
        let text = fs::read_to_string(file).unwrap();
        let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
        let lines = code.lines();
        let code: String = lines
            .filter(|line| !line.trim_start().starts_with("//"))
            .collect();
        for other in used(&code) {
            if other != room && rooms.get(&other).is_some_and(|below| below <= row) {
                wrong.push(format!("{} uses `{other}`", path.display()));
            }
        }
    }
    assert!(files.len() > 200, "{}", files.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Returns every code such as `"E020"` in the sources, without tests and the table.
fn used_codes() -> BTreeSet<String> {
    let mut files = vec![];
    for package in ["src", "crates"] {
        sources(&root().join(package), &mut files);
    }
    files.retain(|path| !path.to_string_lossy().contains("diagnostic/codes"));
    let texts = files.iter().map(|path| fs::read_to_string(path).unwrap());
    let is_code = |piece: &&str| {
        let digits = piece.strip_prefix(['E', 'W']).unwrap_or_default();
        digits.len() == 3 && digits.bytes().all(|b| b.is_ascii_digit())
    };
    texts
        .flat_map(|text| {
            let codes = text.split('"').filter(is_code).map(str::to_owned);
            codes.collect::<Vec<_>>()
        })
        .collect()
}

#[test]
fn the_table_holds_the_codes_that_are_used_and_no_others() {
    let told: Vec<&str> = CODES.iter().map(|entry| entry.code).collect();
    assert_eq!(used_codes().iter().collect::<Vec<_>>(), told);
}

/// A code identifies a report for its reader: the program does not branch on it.
#[test]
fn codes_are_not_control_flow() {
    let mut files = vec![];
    for package in ["src", "crates"] {
        sources(&root().join(package), &mut files);
    }
    let is_code = |piece: &str| {
        let digits = piece.strip_prefix(['E', 'W']).unwrap_or_default();
        digits.len() == 3 && digits.bytes().all(|b| b.is_ascii_digit())
    };
    let compares = |line: &str| {
        let pieces: Vec<&str> = line.split('"').collect();
        let by_text = (1..pieces.len().saturating_sub(1)).step_by(2).any(|i| {
            let (before, behind) = (pieces[i - 1].trim_end(), pieces[i + 1].trim_start());
            let signs = ["==", "!=", "|"];
            let compared = signs
                .iter()
                .any(|s| before.ends_with(s) || behind.starts_with(s));
            let chosen =
                behind.starts_with("=>") || before.ends_with(['[']) || behind.starts_with(']');
            is_code(pieces[i]) && (compared || chosen || line.contains("matches!"))
        });
        by_text || line.contains(".contains(&") && line.contains(".code)")
    };
    for wrong in [
        r#"d.code != "E063""#,
        r#"matches!(report.code, "E077" | "E078")"#,
        r#""E012" => Likeness::Unit,"#,
        r#"let length = ["E021", "E022"];"#,
        "found.retain(|report| OF_LINES.contains(&report.code));",
    ] {
        assert!(compares(wrong), "{wrong}");
    }
    files.retain(|path| !path.to_string_lossy().contains("/diagnostic/"));
    let mut wrong = vec![];
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
        let found = code.lines().filter(|line| compares(line));
        wrong.extend(found.map(|line| format!("{}: {line}", file.display())));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Files and folders that the pages for contributors name are there.
#[test]
fn places_named_for_contributors_are_there() {
    let mut count = 0;
    for page in ["CONTRIBUTING.md", "docs/glossary.md"] {
        let text = fs::read_to_string(root().join(page)).unwrap();
        for place in text.split('`').skip(1).step_by(2) {
            let is_place = ["src/", "crates/", "tests/", "docs/", "grammar/"]
                .iter()
                .any(|start| place.starts_with(start));
            if is_place && !place.contains([' ', '{']) && !place.contains("NAME") {
                count += 1;
                assert!(root().join(place).exists(), "{page}: {place}");
            }
        }
    }
    assert!(count > 30, "{count}");
}

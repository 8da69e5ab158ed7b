//! Checks the sources against the table of modules in `docs/architecture.md`: a module uses only modules below it. Also checks
//! other rules for all sources.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Returns the modules of the table, top to bottom: those of one row have the same number.
fn modules() -> BTreeMap<String, usize> {
    let page = fs::read_to_string(root().join("docs/architecture.md")).unwrap();
    let rows = page
        .lines()
        .skip_while(|line| !line.starts_with("| module |"))
        .skip(2)
        .take_while(|line| line.starts_with('|'));
    let mut modules = BTreeMap::new();
    for (row, line) in rows.enumerate() {
        let first = line.split('|').nth(1).unwrap();
        for name in first.split('`').skip(1).step_by(2) {
            let name = name.trim_end_matches('/').trim_end_matches(".rs");
            modules.insert(name.to_owned(), row);
        }
    }
    modules
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

/// Returns a text without comments and without the test modules at its end.
fn code(text: &str) -> String {
    let end = text.find("#[cfg(test)]\nmod ").filter(|at| {
        text.get(*at..)
            .and_then(|rest| rest.lines().nth(1))
            .is_some_and(|line| line.ends_with('{'))
    });
    let lines = text.get(..end.unwrap_or(text.len())).unwrap().lines();
    lines
        .map(|line| line.split("//").next().unwrap_or_default())
        .collect::<Vec<_>>()
        .join("\n")
}

/// Returns the modules that a text names after `crate::`.
fn used(code: &str) -> Vec<String> {
    let mut found = vec![];
    for (at, _) in code.match_indices("crate::") {
        if code.get(..at).is_some_and(|before| before.ends_with('$')) {
            // Of a macro, which is used where it is written.
            continue;
        }
        let rest = code.get(at + "crate::".len()..).unwrap();
        let Some(group) = rest.strip_prefix('{') else {
            found.push(word(rest));
            continue;
        };
        let mut depth = 0;
        let mut start = 0;
        for (i, sign) in group.char_indices() {
            match sign {
                '{' => depth += 1,
                '}' if depth > 0 => depth -= 1,
                ',' | '}' if depth == 0 => {
                    found.push(word(group.get(start..i).unwrap().trim()));
                    start = i + 1;
                    if sign == '}' {
                        break;
                    }
                }
                _ => {}
            }
        }
    }
    found.retain(|module| !module.is_empty());
    found
}

/// Returns the identifier at the start of a text.
fn word(text: &str) -> String {
    let is_part = |ch: &char| ch.is_ascii_alphanumeric() || *ch == '_';
    text.chars().take_while(is_part).collect()
}

#[test]
fn no_module_uses_one_above_it() {
    let modules = modules();
    let src = root().join("src");
    let mut files = vec![];
    sources(&src, &mut files);
    let mut wrong = vec![];
    for file in &files {
        let path = file.strip_prefix(&src).unwrap();
        let first = path.components().next().unwrap().as_os_str();
        let module = first.to_string_lossy().trim_end_matches(".rs").to_owned();
        if module == "lib" {
            continue;
        }
        let Some(row) = modules.get(&module) else {
            wrong.push(format!("{module} is not in the table of modules"));
            continue;
        };
        for other in used(&code(&fs::read_to_string(file).unwrap())) {
            match modules.get(&other) {
                Some(below) if other == module || below > row => {}
                Some(_) => wrong.push(format!("{} uses `{other}`", path.display())),
                None => wrong.push(format!(
                    "{}: `{other}` is not in the table of modules",
                    path.display()
                )),
            }
        }
    }
    assert!(files.len() > 300, "{}", files.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// `run` is below the language's runtime: it stores values of the runtime as a type parameter.
#[test]
fn the_room_run_knows_no_language() {
    let mut files = vec![];
    sources(&root().join("src/run"), &mut files);
    assert!(files.len() > 5, "{}", files.len());
    for file in files {
        let rooms = used(&code(&fs::read_to_string(&file).unwrap()));
        assert!(
            !rooms.iter().any(|room| room == "lang"),
            "{}",
            file.display()
        );
    }
}

#[test]
fn every_module_of_the_table_is_there() {
    for module in modules().keys() {
        let folder = root().join("src").join(module);
        assert!(
            folder.is_dir() || folder.with_extension("rs").is_file(),
            "{module}"
        );
    }
}

/// The standard library takes these functions from the platform, whose last bits differ: `libm` computes them the same way
/// everywhere.
#[test]
fn elementary_functions_are_the_same_on_every_platform() {
    const OF_THE_PLATFORM: &[&str] = &[
        "sin", "cos", "tan", "sin_cos", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh",
        "asinh", "acosh", "atanh", "exp", "exp2", "exp_m1", "ln", "ln_1p", "log", "log2", "log10",
        "powf", "cbrt", "hypot",
    ];
    let mut files = vec![];
    sources(&root().join("src"), &mut files);
    let mut wrong = vec![];
    for file in files {
        let code = code(&fs::read_to_string(&file).unwrap());
        for (number, line) in code.lines().enumerate() {
            let used = OF_THE_PLATFORM.iter().find(|name| {
                ["f64::", "f32::", "."]
                    .iter()
                    .any(|before| line.contains(&format!("{before}{name}(")))
            });
            if let Some(name) = used {
                wrong.push(format!("{}:{}: {name}", file.display(), number + 1));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Other code reads files through `files`, which accepts regular files of limited size. The prompt reads back the file that an
/// external editor has written.
#[test]
fn only_files_reads_files() {
    let src = root().join("src");
    let mut found = vec![];
    sources(&src, &mut found);
    let allowed = [src.join("files"), src.join("repl/editor.rs")];
    let mut wrong = vec![];
    for file in found {
        if allowed.iter().any(|path| file.starts_with(path)) {
            continue;
        }
        let code = code(&fs::read_to_string(&file).unwrap());
        for (number, line) in code.lines().enumerate() {
            let reads = ["fs::read(", "fs::read_to_string(", "File::open("];
            if reads.iter().any(|call| line.contains(call)) {
                wrong.push(format!("{}:{}: {line}", file.display(), number + 1));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A code identifies a report for its reader. The program must not branch on it.
#[test]
fn codes_are_not_control_flow() {
    let mut files = vec![];
    sources(&root().join("src"), &mut files);
    let mut wrong = vec![];
    for file in &files {
        if file.starts_with(root().join("src/diagnostic")) {
            continue;
        }
        let code = code(&fs::read_to_string(file).unwrap());
        let found = compared_codes(&code);
        wrong.extend(
            found
                .iter()
                .map(|line| format!("{}: {line}", file.display())),
        );
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Returns the lines that compare or match codes of reports.
fn compared_codes(code: &str) -> Vec<&str> {
    let is_code = |piece: &str| {
        let digits = piece.strip_prefix(['E', 'W']).unwrap_or_default();
        digits.len() == 3 && digits.bytes().all(|b| b.is_ascii_digit())
    };
    let compares = |line: &str| {
        let pieces: Vec<&str> = line.split('"').collect();
        let by_text = (1..pieces.len()).step_by(2).any(|i| {
            let [before, behind] = [
                pieces[i - 1].trim_end(),
                pieces.get(i + 1).unwrap_or(&"").trim_start(),
            ];
            let signs = ["==", "!=", "|"];
            let listed = before.ends_with('[') || behind.starts_with(']');
            is_code(pieces[i])
                && (signs
                    .iter()
                    .any(|sign| before.ends_with(sign) || behind.starts_with(sign))
                    || behind.starts_with("=>")
                    || listed
                    || before.ends_with("starts_with(")
                    || line.contains("matches!"))
        });
        let to_another = [" == ", " != "].iter().any(|sign| {
            let sides = line.split(sign).collect::<Vec<_>>();
            sides.windows(2).any(|sides| {
                let upper = sides[1]
                    .split(|c: char| !(c.is_ascii_uppercase() || c == '_'))
                    .next();
                sides[0].ends_with(".code") && upper.is_some_and(|name| name.len() > 1)
            })
        });
        by_text || to_another || line.contains(".contains(&") && line.contains(".code)")
    };
    code.lines().filter(|line| compares(line)).collect()
}

#[test]
fn comparisons_of_codes_are_found() {
    for wrong in [
        r#"d.code != "E063""#,
        r#"matches!(report.code, "E077" | "E078")"#,
        r#""E012" => Likeness::Unit,"#,
        r#"let length = ["E021", "E022"];"#,
        "found.retain(|report| OF_LINES.contains(&report.code));",
        "finding.code == NOT_AS_EXPECTED",
    ] {
        assert_eq!(compared_codes(wrong), [wrong]);
    }
    for right in [
        r#"Diagnostic::error("E012", span, message)"#,
        r#"Misfit::Unit => "E012","#,
        "other.code == told.code",
    ] {
        assert!(compared_codes(right).is_empty(), "{right}");
    }
}

/// Returns the names of the structs with named fields in a code, and the number of their fields.
fn structs(code: &str) -> Vec<(String, usize)> {
    let is_start = |at: usize| {
        let before = code.get(..at).and_then(|before| before.chars().next_back());
        before.is_none_or(char::is_whitespace)
    };
    let starts = code
        .match_indices("struct ")
        .filter(|(at, _)| is_start(*at));
    let found = starts.filter_map(|(at, head)| {
        let rest = code.get(at + head.len()..)?;
        let name = word(rest);
        let body = body(rest.get(name.len()..)?)?;
        Some((name, fields(body)))
    });
    found.collect()
}

/// Returns the text between the braces of a struct, given the text after its name; none if it has no named fields.
fn body(text: &str) -> Option<&str> {
    let mut depth = 0;
    let mut before = ' ';
    let (open, sign) = text.char_indices().find(|(_, sign)| {
        match sign {
            '<' => depth += 1,
            '>' if before != '-' => depth -= 1,
            _ => {}
        }
        before = *sign;
        depth == 0 && matches!(sign, '{' | '(' | ';')
    })?;
    let body = text.get(open + 1..).filter(|_| sign == '{')?;
    let mut depth = 1;
    let (close, _) = body.char_indices().find(|(_, sign)| {
        match sign {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        depth == 0
    })?;
    body.get(..close)
}

/// Counts the fields in the body of a struct: the colons after names.
fn fields(body: &str) -> usize {
    let signs: Vec<char> = body.chars().collect();
    let mut depth = 0;
    let mut count = 0;
    for (i, sign) in signs.iter().enumerate() {
        let is = |at: Option<usize>, sign| at.and_then(|at| signs.get(at)) == Some(&sign);
        let (before, after) = (i.checked_sub(1), Some(i + 1));
        match sign {
            '(' | '[' | '{' | '<' => depth += 1,
            '>' if is(before, '-') => {}
            ')' | ']' | '}' | '>' => depth -= 1,
            ':' if depth == 0 && !is(before, ':') && !is(after, ':') => count += 1,
            _ => {}
        }
    }
    count
}

/// A struct with many fields is about several things: its fields belong into structs about one thing each.
#[test]
fn structs_have_fewer_than_fifteen_fields() {
    const MOST: usize = 14;
    const EXCEPTIONS: &[(&str, &str)] = &[
        ("Render", "options of a subcommand"),
        ("Ground", "parameters, as saved worlds store them"),
        ("JointParameters", "parameters, as saved worlds store them"),
        ("CorpusReport", "a report as JSON"),
        ("EnergyReport", "a report as JSON"),
        ("Shown", "data for a viewer, made anew for each moment"),
        (
            "Inputs",
            "local values of the innermost loop of the dynamics",
        ),
    ];
    let mut files = vec![];
    sources(&root().join("src"), &mut files);
    let mut count = 0;
    let mut large = vec![];
    for file in &files {
        let structs = structs(&code(&fs::read_to_string(file).unwrap()));
        count += structs.len();
        let found = structs.into_iter().filter(|(_, fields)| *fields > MOST);
        large.extend(found.map(|(name, fields)| (name, fields, file.display())));
    }
    assert!(count > 500, "{count}");
    for (name, reason) in EXCEPTIONS {
        let is_found = large.iter().any(|(large, ..)| large == name);
        assert!(is_found, "`{name}` is no exception any more: {reason}");
    }
    large.retain(|(name, ..)| !EXCEPTIONS.iter().any(|(other, _)| other == name));
    let lines = large
        .iter()
        .map(|(name, fields, file)| format!("{file}: {name} has {fields} fields"));
    assert!(large.is_empty(), "{}", lines.collect::<Vec<_>>().join("\n"));
}

#[test]
fn fields_are_counted() {
    let text = "pub struct A<'a, F: Fn(u8) -> u8> {\n    #[serde(default = \"a::b\")]\n    pub a: &'a [F; 2],\n    b: std::vec::Vec<(u8, u8)>,\n}
        struct B(u8);\nstruct C;\npub(super) struct D { x: Box<dyn Fn() -> bool>, y: f64 }";
    let found = [("A".to_owned(), 2), ("D".to_owned(), 2)];
    assert_eq!(structs(&code(text)), found);
}

/// The dynamics does not use the language, and the language does not use the physics.
#[test]
fn the_language_and_the_dynamics_never_meet() {
    let physics = [
        "dynamics",
        "integrate",
        "geometry",
        "figure",
        "contact",
        "control",
        "world",
    ];
    let language = [
        "lang",
        "diagnostic",
        "source",
        "session",
        "commands",
        "help",
        "ide",
    ];
    for (modules, others) in [(&physics[..], &language[..]), (&["lang"], &physics)] {
        for module in modules {
            let mut files = vec![];
            sources(&root().join("src").join(module), &mut files);
            for file in files {
                let used = used(&code(&fs::read_to_string(&file).unwrap()));
                let meets = used.iter().find(|used| others.contains(&used.as_str()));
                assert_eq!(meets, None, "{}", file.display());
            }
        }
    }
}

#[test]
fn what_a_text_uses_is_read_from_it() {
    let text = "use crate::lang::{parser, value};\nuse crate::{source::Span, files};\n// crate::cli\nlet x = crate::world::World;";
    assert_eq!(used(&code(text)), ["lang", "source", "files", "world"]);
}

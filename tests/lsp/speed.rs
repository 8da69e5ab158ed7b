//! The server answers soon, even for a long text.

use crate::lsp::client::{Client, range};
use std::time::{Duration, Instant};

/// Returns a text with many bodies in a chain: about 5000 lines.
fn long_text() -> String {
    let mut text = "addcorpus worm\n".to_owned();
    for i in 0..700 {
        text += &format!(
            "get b{i} from unit_cubeb\nscale b{i} 1cm 1cm 1cm\naddbody b{i} b{i} 0 1 0 rotary 1g/cm3\n"
        );
        if i > 0 {
            text += &format!("move b{i} 1cm 0 0\nlinkbodies b{} b{i}\n", i - 1);
        }
    }
    text += "setroot b0\ncorpusinit\n";
    for i in 1..700 {
        text += &format!("joint b{i} k 1\njoint b{i} b 1\n");
    }
    text
}

#[test]
fn five_thousand_lines_are_no_burden() {
    let mut client = Client::ready();
    let text = long_text();
    let lines = text.lines().count() as u32;
    assert!(lines > 4800, "{lines}");
    let uri = client.open("long.corpus", &text);
    assert_eq!(client.diagnostics(&uri, 1).len(), 0);
    let begun = Instant::now();
    for version in 2..7 {
        client.change(&uri, version, Some(range(lines, 0, 0)), " ");
        assert_eq!(client.diagnostics(&uri, version).len(), 0);
    }
    let check = begun.elapsed() / 5;
    let begun = Instant::now();
    client.at("completion", &uri, lines, 0);
    let first = begun.elapsed();
    let begun = Instant::now();
    for method in ["completion", "hover", "definition", "signatureHelp"] {
        client.at(method, &uri, lines - 1, 7);
    }
    let others = begun.elapsed() / 4;
    eprintln!("check {check:?}, first completion {first:?}, others {others:?}");
    // A limit for slow machines and builds without optimisation.
    assert!(check.max(first).max(others) < Duration::from_secs(2));
}

#[test]
fn many_names_are_offered_soon() {
    let mut client = Client::ready();
    let names = 30_000;
    let text: String = (0..names).map(|i| format!("let name{i} = {i}\n")).collect();
    let uri = client.open("names.corpus", &(text + "let last = \n"));
    client.diagnostics(&uri, 1);
    let begun = Instant::now();
    let found = client.at("completion", &uri, names, 11);
    let taken = begun.elapsed();
    eprintln!("{names} names: {taken:?}");
    let found = found["items"].as_array().unwrap();
    assert!(found.len() > names as usize, "{}", found.len());
    // A limit for slow machines and builds without optimisation.
    assert!(taken < Duration::from_secs(4), "{taken:?}");
}

#[test]
fn loops_without_end_keep_nobody_waiting() {
    let mut client = Client::ready();
    let above = "define leg n size=1cm\n  let wide = size / 4\n  let name = \"leg\"\nend\n";
    for (number, body) in [
        "",
        "let x = 1",
        "let x = x + 1\nlet v = [x (x * 2) (x ^ 2)]\nprint {x} {v[1]}",
        "leg a size={x * 1cm}",
        "let x = x + 1\nget box_{x} from unit_cube\nscale box_{x} 1cm 2cm 3cm",
        "every 1ms\nlet y = world.time\nend",
    ]
    .iter()
    .enumerate()
    {
        let text = format!("{above}let x = 1\nwhile true\n{body}\nend\ngone 1\n");
        let begun = Instant::now();
        let uri = client.open(&format!("{number}.corpus"), &text);
        let found = client.diagnostics(&uri, 1);
        let check = begun.elapsed();
        eprintln!("{body:?}: {check:?}");
        assert!(
            found.iter().any(|d| d["code"] == "W003"),
            "{body}: {found:?}"
        );
        // A limit for slow machines and builds without optimisation.
        assert!(check < Duration::from_secs(2), "{body}: {check:?}");
    }
}

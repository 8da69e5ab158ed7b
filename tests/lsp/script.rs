//! Variables, user-defined commands, loops, events, quantities: names defined by scripts.

use crate::lsp::client::{Client, edited, place, range};
use serde_json::{Value, json};

const REQUEST_FAILED: i64 = -32803;

/// Two legs made by one command.
const WALKER: &str = "\
let rho = 1g/cm3
addcorpus walker
# A member that turns.
#  Sizes in metres.
define limb name size turn=[1 0 0]
  let wide = size / 4
  get {name} from unit_cube
  scale {name} {wide} {size} {wide}
  addbody {name} {name} {turn} rotary {rho}
end
limb trunk 1cm
for s in l r
  limb leg_{s} size=5mm turn=[0 1 0]
  linkbodies trunk leg_{s}
end
setroot trunk
corpusinit
joint leg_l b 1e-6
joint leg_? k {2 * rho / (1kg/m3) * 1e-9}
when leg_l.z > 1mm and rho > 2g/cm3
  let high = leg_r.z
  print up to {high to mm} of {walker.mass}
end
";

/// Returns the ranges of locations, in order.
fn ranges(locations: &Value) -> Vec<Value> {
    let all = locations.as_array().unwrap().iter();
    all.map(|location| location["range"].clone()).collect()
}

fn references(client: &mut Client, uri: &str, line: u32, character: u32) -> Vec<Value> {
    let mut params = place(uri, line, character);
    params["context"] = json!({ "includeDeclaration": true });
    ranges(&client.request("textDocument/references", params))
}

fn renaming(uri: &str, line: u32, character: u32, name: &str) -> Value {
    let mut params = place(uri, line, character);
    params["newName"] = json!(name);
    params
}

#[test]
fn the_walker_has_no_mistakes() {
    let mut client = Client::ready();
    let uri = client.open("a.corpus", WALKER);
    assert_eq!(client.diagnostics(&uri, 1), Vec::<Value>::new());
}

#[test]
fn variables_and_commands_lead_to_where_they_were_named() {
    let mut client = Client::ready();
    let uri = client.open("a.corpus", WALKER);
    let mut lead =
        |line, character| client.at("definition", &uri, line, character)["range"].clone();
    // A variable of the script in a command, a parameter in braces, a local name.
    assert_eq!(lead(8, 40), range(0, 4, 7));
    assert_eq!(lead(6, 8), range(4, 12, 16));
    assert_eq!(lead(7, 18), range(5, 6, 10));
    // A call, an argument by name, a loop variable within a word.
    assert_eq!(lead(10, 2), range(4, 7, 11));
    assert_eq!(lead(12, 17), range(4, 17, 21));
    assert_eq!(lead(13, 24), range(11, 4, 5));
    // In conditions and texts of blocks that never ran.
    assert_eq!(lead(19, 23), range(0, 4, 7));
    assert_eq!(lead(21, 17), range(20, 6, 10));
    // Things whose quantities are read: a body whose name was an argument of a command, and the corpus.
    assert_eq!(lead(19, 6), range(12, 7, 14));
    assert_eq!(lead(20, 15), range(12, 7, 14));
    assert_eq!(lead(21, 32), range(1, 10, 16));
    assert_eq!(lead(21, 38), Value::Null);
}

#[test]
fn every_use_is_found_once() {
    let mut client = Client::ready();
    let uri = client.open("a.corpus", WALKER);
    assert_eq!(
        references(&mut client, &uri, 0, 5),
        [
            range(0, 4, 7),
            range(8, 39, 42),
            range(18, 19, 22),
            range(19, 23, 26)
        ]
    );
    assert_eq!(
        references(&mut client, &uri, 4, 18),
        [
            range(4, 17, 21),
            range(5, 13, 17),
            range(7, 23, 27),
            range(12, 15, 19)
        ]
    );
    assert_eq!(
        references(&mut client, &uri, 12, 3),
        [range(4, 7, 11), range(10, 0, 4), range(12, 2, 6)]
    );
    // A leg with its object: inserted by a parameter, interpolated, literal, matched by a pattern, and read.
    assert_eq!(
        references(&mut client, &uri, 17, 8),
        [
            range(6, 6, 12),
            range(7, 8, 14),
            range(8, 10, 16),
            range(8, 17, 23),
            range(12, 7, 14),
            range(13, 19, 26),
            range(17, 6, 11),
            range(18, 6, 11),
            range(19, 5, 10)
        ]
    );
    // Where both are interpolated it returns the references of both.
    assert_eq!(references(&mut client, &uri, 13, 21).len(), 10);
}

#[test]
fn scopes_keep_names_apart() {
    let mut client = Client::ready();
    let text = "let x = 1\ndefine f x\n  print {x}\n  let y = x\nend\nlet y = 2\nfor x in 0..2\n  print {x} {y}\nend\nprint {x}\nif x > 5\n  let later = y\nend\nf x={y}\nlet x = x + 1\n";
    let uri = client.open("a.corpus", text);
    assert_eq!(client.diagnostics(&uri, 1), Vec::<Value>::new());
    assert_eq!(
        references(&mut client, &uri, 0, 4),
        [
            range(0, 4, 5),
            range(9, 7, 8),
            range(10, 3, 4),
            range(14, 4, 5),
            range(14, 8, 9)
        ]
    );
    assert_eq!(
        references(&mut client, &uri, 1, 9),
        [
            range(1, 9, 10),
            range(2, 9, 10),
            range(3, 10, 11),
            range(13, 2, 3)
        ]
    );
    assert_eq!(references(&mut client, &uri, 3, 6), [range(3, 6, 7)]);
    assert_eq!(
        references(&mut client, &uri, 7, 9),
        [range(6, 4, 5), range(7, 9, 10)]
    );
    assert_eq!(references(&mut client, &uri, 5, 4).len(), 4);
}

#[test]
fn names_are_known_across_files() {
    let mut client = Client::ready();
    client.file(
        "part.corpus",
        "let rho = 1g/cm3\ndefine twice n\n  go {2 * n}\nend\n",
    );
    let text = "include part.corpus\nprint {rho}\ntwice n=3\nlet rho = 2g/cm3\n";
    let uri = client.open("a.corpus", text);
    let part = client.uri("part.corpus");
    for (line, character, wanted) in [
        (1, 8, range(0, 4, 7)),
        (3, 5, range(0, 4, 7)),
        (2, 1, range(1, 7, 12)),
        (2, 6, range(1, 13, 14)),
    ] {
        let found = client.at("definition", &uri, line, character);
        assert_eq!(found, json!({ "uri": part, "range": wanted }), "{line}");
    }
    let edit = client.request("textDocument/rename", renaming(&uri, 2, 6, "count"));
    assert_eq!(
        edited(text, &edit["changes"][&uri]),
        text.replace("n=3", "count=3")
    );
    let lines = "let rho = 1g/cm3\ndefine twice n\n  go {2 * n}\nend\n";
    assert_eq!(
        edited(lines, &edit["changes"][&part]),
        lines.replace(" n", " count")
    );
}

#[test]
fn a_variable_is_renamed_wherever_it_stands() {
    let mut client = Client::ready();
    let uri = client.open("a.corpus", WALKER);
    let mut rename = |line, character, name: &str| {
        let edit = client.request("textDocument/rename", renaming(&uri, line, character, name));
        edited(WALKER, &edit["changes"][&uri])
    };
    assert_eq!(rename(0, 5, "density"), WALKER.replace("rho", "density"));
    assert_eq!(rename(12, 3, "arm"), WALKER.replace("limb ", "arm "));
    let counter = WALKER.replace("for s", "for side").replace("{s}", "{side}");
    assert_eq!(rename(13, 24, "side"), counter);
    let size = WALKER.replace("size", "length");
    assert_eq!(rename(4, 18, "length"), size);
}

#[test]
fn what_would_change_the_meaning_is_refused() {
    let mut client = Client::ready();
    let uri = client.open("a.corpus", WALKER);
    let mut refuse = |line, character, name: &str| {
        let params = renaming(&uri, line, character, name);
        let (code, message) = client.refused("textDocument/rename", params);
        assert_eq!(code, REQUEST_FAILED, "{message}");
        message
    };
    let taken =
        |name: &str, old: &str| format!("`{name}` already has a meaning where `{old}` is used");
    // Another global variable, a parameter that would hide it, a thing that it would hide.
    assert_eq!(refuse(0, 5, "high"), taken("high", "rho"));
    assert_eq!(refuse(0, 5, "size"), taken("size", "rho"));
    assert_eq!(refuse(0, 5, "leg_l"), taken("leg_l", "rho"));
    assert_eq!(refuse(5, 7, "rho"), taken("rho", "wide"));
    for word in ["and", "pi", "to"] {
        assert!(
            refuse(0, 5, word).contains("has a meaning in expressions"),
            "{word}"
        );
    }
    assert!(refuse(0, 5, "a-b").contains("is not a valid"));
    assert_eq!(
        refuse(10, 1, "joint"),
        "`joint` is a command of the language"
    );
    assert_eq!(refuse(10, 1, "else"), "`else` is a command of the language");
    // Composed names, and patterns.
    let spelled = refuse(17, 8, "leg_x");
    assert!(
        spelled.starts_with("`leg_l` is not written literally everywhere: `leg_{s}` at ")
            && spelled.ends_with("a.corpus:13:8 computes it"),
        "{spelled}"
    );
    assert!(refuse(13, 20, "x").contains("is not written literally everywhere"));
    assert!(refuse(18, 7, "x").contains("is not written literally everywhere"));
}

#[test]
fn a_pattern_must_fit_the_new_name() {
    let mut client = Client::ready();
    let text = crate::lsp::TUMBLER.replace("joint tail k", "joint t?i* k");
    let uri = client.open("a.corpus", &text);
    let edit = client.request("textDocument/rename", renaming(&uri, 4, 9, "thing"));
    let renamed = edited(&text, &edit["changes"][&uri]);
    assert!(renamed.contains("joint t?i* k"), "{renamed}");
    assert!(renamed.contains("addbody thing tail"), "{renamed}");
    let (_, why) = client.refused("textDocument/rename", renaming(&uri, 4, 9, "sting"));
    assert_eq!(
        why,
        "the pattern `t?i*` also matches `tail`, but not `sting`"
    );
    let (_, why) = client.refused("textDocument/prepareRename", place(&uri, 8, 8));
    assert!(why.contains("this is a pattern"), "{why}");
}

#[test]
fn what_mirror_makes_is_known() {
    let mut client = Client::ready();
    let text = "addcorpus c\nget trunk from unit_cube\naddbody trunk trunk 0 0 1 rotary 1000\nget leg_l from unit_cube\naddbody leg_l leg_l 1 0 0 rotary 1000\nlinkbodies trunk leg_l\nsetroot trunk\nmirror leg_l* leg_r* y\ncorpusinit\njoint leg_r b 1\n";
    let uri = client.open("a.corpus", text);
    assert_eq!(client.diagnostics(&uri, 1), Vec::<Value>::new());
    assert_eq!(
        client.at("definition", &uri, 9, 7)["range"],
        range(7, 0, 22)
    );
    assert_eq!(
        references(&mut client, &uri, 4, 9),
        [range(4, 8, 13), range(5, 17, 22), range(7, 7, 13)]
    );
    let (_, why) = client.refused("textDocument/rename", renaming(&uri, 9, 7, "x"));
    assert!(why.contains("`mirror leg_l* leg_r* y` at"), "{why}");
}

#[test]
fn mistakes_in_a_command_show_the_way_in() {
    let mut client = Client::ready();
    let text = "define inner n\n  time {n * 1kg}\nend\ndefine outer\n  inner 3\nend\nfor i in 0..3\n  outer\nend\n";
    let uri = client.open("a.corpus", text);
    let found = client.diagnostics(&uri, 1);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0]["range"], range(1, 7, 16));
    let related = found[0]["relatedInformation"].as_array().unwrap().iter();
    let related: Vec<_> = related
        .map(|r| {
            (
                r["message"].as_str().unwrap(),
                r["location"]["range"]["start"]["line"].as_u64().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        related,
        [
            ("in `inner`, called here", 4),
            ("in `outer`, called here", 7),
            ("here `i` is 0", 6)
        ]
    );
}

//! Help while expressions, calls and blocks are written: hovers, completion, signatures, outline, folds, colours.

use crate::lsp::client::{Client, range};
use crate::lsp::outline::{names, of};
use serde_json::{Value, json};

const SCRIPT: &str = "\
param side = 2cm
addcorpus c
# A box of that size.
#  Made a body.
define block name size axis=[0 0 1]
  get {name} from unit_cube
  scale {name} {size} 1cm 1cm
  addbody {name} {name} {axis} rotary density=1g/cm3
end
block trunk {side}
for s in l r
  block leg_{s} {clamp(side / 2, 1mm, 5mm)} axis=[0 1 0]
  linkbodies trunk leg_{s}
end
setroot trunk
corpusinit
go 1
let height = trunk.z
when leg_l.z > 3mm and not false
  print {height to mm} {pi} {leg_{\"l\"}.vel.x}
end
if height > 1mm
  let a = 1
else
  let b = 1
  let c = 1
end
";

fn told(client: &mut Client, uri: &str, line: u32, character: u32) -> String {
    let hover = client.at("hover", uri, line, character);
    let value = hover["contents"]["value"].as_str();
    value.unwrap_or_default().to_owned()
}

#[test]
fn hovers_tell_of_what_expressions_are_made_of() {
    let mut client = Client::ready();
    let uri = client.open("a.corpus", SCRIPT);
    assert_eq!(client.diagnostics(&uri, 1), Vec::<Value>::new());
    let mut told = |line, character| told(&mut client, &uri, line, character);
    // Variables with their values: one, several, one that is known only when the script runs.
    let side = told(9, 14);
    assert!(
        side.starts_with("`side` = 0.02 m, defined at ") && side.ends_with("a.corpus:1:7"),
        "{side}"
    );
    assert!(told(10, 4).starts_with("`s` = l, r ..."), "{}", told(10, 4));
    assert!(
        told(6, 17).starts_with("`size` = 0.02 m, 0.005 m ..., defined at"),
        "{}",
        told(6, 17)
    );
    assert!(
        told(19, 12).starts_with("`height` = a length"),
        "{}",
        told(19, 12)
    );
    assert!(
        told(24, 6).starts_with("`b` = ") || told(24, 6) == "`b` is a value",
        "{}",
        told(24, 6)
    );
    // A function, a number, a constant, a unit, words of expressions.
    let clamp = told(11, 19);
    assert!(
        clamp.starts_with("**clamp(x, low, high)**: ") && clamp.ends_with("clamp(5, 0, 1) = 1"),
        "{clamp}"
    );
    assert_eq!(told(11, 34), "`1mm` is 0.001 m: a length (m)");
    assert!(
        told(19, 25).starts_with("`pi` = 3.14159: "),
        "{}",
        told(19, 25)
    );
    assert_eq!(told(19, 19), "`mm` is 0.001 m: a length (m)");
    assert!(told(18, 20).starts_with("A **and** B"), "{}", told(18, 20));
    // Quantities with the thing that has them, also for an interpolated name.
    let quantity = told(18, 7);
    assert!(
        quantity.starts_with("`leg_l.z`: ") && quantity.contains("\na length (m)"),
        "{quantity}"
    );
    assert!(
        quantity.contains("`leg_l` is a body of the figure `c`, linked to `trunk`"),
        "{quantity}"
    );
    let spelled = told(19, 31);
    assert!(
        spelled.starts_with("`leg_l.vel.x`: ") && spelled.contains("a vector"),
        "{spelled}"
    );
}

#[test]
fn hovers_tell_of_commands_and_forms() {
    let mut client = Client::ready();
    let uri = client.open("a.corpus", SCRIPT);
    let mut told = |line, character| told(&mut client, &uri, line, character);
    let block = told(9, 2);
    assert!(
        block.starts_with("**block**\n\n    block name size [axis]\n"),
        "{block}"
    );
    assert!(
        block.contains("\nA box of that size.") && block.contains("\n Made a body."),
        "{block}"
    );
    assert!(block.ends_with("- *axis*: default [0 0 1]"), "{block}");
    // The argument of a call, a parameter by name, one of a command of the language.
    assert_eq!(told(9, 8), "`block` **name**");
    assert!(
        told(11, 44).starts_with("`axis` = [0 0 1], [0 1 0] ..."),
        "{}",
        told(11, 44)
    );
    assert!(
        told(7, 40).starts_with("`addbody` **density**: "),
        "{}",
        told(7, 40)
    );
    // The form that takes the word.
    let times = "addcorpus c\ngo 2\ngo 0.5s\n";
    let times = client.open("times.corpus", times);
    for (line, start) in [(1, "`go` **frames**: "), (2, "`go` **time**: ")] {
        let told = client.at("hover", &times, line, 4);
        let told = told["contents"]["value"].as_str().unwrap();
        assert!(told.starts_with(start), "{told}");
    }
    let mut told = |line, character| self::told(&mut client, &uri, line, character);
    // An interpolated name may be one of several.
    let legs = told(12, 20);
    assert!(
        legs.contains("`leg_l` is a body") && legs.contains("`leg_r` is a body"),
        "{legs}"
    );
    for (line, character, start) in [
        (0, 1, "**param**: "),
        (4, 1, "**define**: "),
        (10, 1, "**for**: "),
        (18, 1, "**when**: "),
        (21, 1, "**if**: "),
        (23, 1, "**else**: "),
        (10, 7, "`for` NAME **in**"),
        (13, 1, "ends `for s in l r`"),
        (26, 1, "ends `if height > 1mm`"),
    ] {
        let told = told(line, character);
        assert!(told.starts_with(start), "{line}: {told}");
    }
}

/// Returns the labels of the completions at the end of a script.
fn typed(client: &mut Client, name: &str, above: &str, typed: &str) -> Vec<String> {
    let uri = client.open(name, &format!("{above}{typed}"));
    let line = above.lines().count() as u32;
    let found = client.at("completion", &uri, line, typed.len() as u32);
    let items = found["items"].as_array().unwrap().iter();
    items
        .map(|item| item["label"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn expressions_are_completed() {
    let mut client = Client::ready();
    let mut number = 0;
    let mut complete = |above: &str, written: &str| {
        number += 1;
        typed(&mut client, &format!("{number}.corpus"), above, written)
    };
    for written in [
        "move trunk {si",
        "let x = 2 * si",
        "print the {si",
        "if si",
        "joint leg_{si",
    ] {
        let found = complete(SCRIPT, written);
        assert_eq!(found, ["side", "sign", "sin"], "{written}");
    }
    assert_eq!(complete(SCRIPT, "let x = tru"), ["trunk", "true"]);
    assert_eq!(
        complete(SCRIPT, "let x = {c"),
        Vec::<String>::new()
            .into_iter()
            .chain(complete(SCRIPT, "let x = c"))
            .collect::<Vec<_>>()
    );
    let fields = complete(SCRIPT, "when leg_l.");
    assert!(
        fields.contains(&"leg_l.z".to_owned()) && fields.contains(&"leg_l.load".to_owned()),
        "{fields:?}"
    );
    assert_eq!(
        complete(SCRIPT, "print {trunk.vel."),
        ["trunk.vel.x", "trunk.vel.y", "trunk.vel.z"]
    );
    assert!(complete(SCRIPT, "print {c.le").contains(&"c.leg_l".to_owned()));
    // Local names, only where they are visible.
    let inside = SCRIPT.lines().take(6).collect::<Vec<_>>().join("\n") + "\n";
    assert_eq!(complete(&inside, "  scale {nam"), ["name"]);
    assert_eq!(complete(SCRIPT, "  scale {nam"), Vec::<String>::new());
    let inside = SCRIPT.lines().take(11).collect::<Vec<_>>().join("\n") + "\n";
    assert_eq!(complete(&inside, "  block leg_{s")[0], "s");
    // Numbers and units are no names; comments and texts have no completion.
    for written in ["let x = 3", "# {si", "let x = \"si"] {
        assert_eq!(complete(SCRIPT, written), Vec::<String>::new(), "{written}");
    }
    // Commands of the script and their arguments.
    assert!(complete(SCRIPT, "bl").contains(&"block".to_owned()));
    assert_eq!(complete(SCRIPT, "block tail si"), ["size="]);
    assert_eq!(complete(SCRIPT, "block size=2mm "), ["name=", "axis="]);
}

#[test]
fn no_name_of_a_parameter_is_offered_where_its_value_stands() {
    let mut client = Client::ready();
    let mut number = 0;
    let mut complete = |written: &str| {
        number += 1;
        typed(&mut client, &format!("{number}.corpus"), SCRIPT, written)
    };
    for written in [
        "block tail size=",
        "block tail axis=a",
        "block tail axis=[0 ",
        "block tail axis=[0 a",
    ] {
        assert_eq!(complete(written), Vec::<String>::new(), "{written}");
    }
    assert_eq!(complete("block tail axis=[0 0 1] "), ["size="]);
}

#[test]
fn units_come_behind_to_and_not_nothing() {
    let mut client = Client::ready();
    let mut number = 0;
    let mut complete = |written: &str| {
        number += 1;
        typed(&mut client, &format!("{number}.corpus"), SCRIPT, written)
    };
    for written in ["let x = 3cm to ", "print {side to ", "when (side) to "] {
        let found = complete(written);
        for unit in ["m", "cm", "mm"] {
            assert!(found.contains(&unit.to_owned()), "{written}: {found:?}");
        }
        assert!(!found.contains(&"kg".to_owned()), "{written}: {found:?}");
    }
    assert_eq!(complete("let x = side to m"), ["m", "mm"]);
    // A plain number has no unit, and not the unit `1`.
    assert_eq!(complete("let x = 3 to "), Vec::<String>::new());
    // A name that only ends with the same letters.
    assert!(complete("let x = side + to").iter().all(|word| word != "m"));
}

#[test]
fn a_counter_is_not_offered_in_the_range_of_its_loop() {
    let mut client = Client::ready();
    let found = typed(&mut client, "a.corpus", SCRIPT, "for s in ");
    assert!(
        found.contains(&"side".to_owned()) && !found.contains(&"s".to_owned()),
        "{found:?}"
    );
    let above = SCRIPT.to_owned() + "for s in 0..4\n";
    let found = typed(&mut client, "b.corpus", &above, "  let t = ");
    assert!(found.contains(&"s".to_owned()), "{found:?}");
}

#[test]
fn names_are_offered_where_the_scopes_of_a_run_have_them() {
    let mut client = Client::ready();
    // A variable that a loop in a command assigns is local to the call, also after the loop; the loop variable is not.
    let above = "define hop far\n  for i in 0..2\n    let sum = i\n  end\n";
    let found = typed(&mut client, "a.corpus", above, "  let t = ");
    let has = |name: &str| found.contains(&name.to_owned());
    assert!(has("far") && has("sum") && !has("i"), "{found:?}");
    // An event has the names around it.
    let above = "define hop far\n  when far > 1\n";
    let found = typed(&mut client, "b.corpus", above, "    let t = ");
    assert!(found.contains(&"far".to_owned()), "{found:?}");
}

#[test]
fn what_is_shown_in_a_unit_is_no_text() {
    let mut client = Client::ready();
    let uri = client.open("a.corpus", "let a = 3cm to mm\nlet b = a + 1m\n");
    assert_eq!(client.diagnostics(&uri, 1), Vec::<Value>::new());
    assert_eq!(
        told(&mut client, &uri, 0, 13),
        "VALUE **to** UNIT: the value, shown in that unit"
    );
}

#[test]
fn a_hash_in_quotes_does_not_end_the_signature() {
    let mut client = Client::ready();
    let lines = [
        "block \"a#b\" ",
        "block \"a#b",
        "block a # ",
        "block a # \"b\" ",
    ];
    let uri = client.open("a.corpus", &(SCRIPT.to_owned() + &lines.join("\n")));
    let first = SCRIPT.lines().count() as u32;
    let mut active = |number: u32| {
        let length = lines[number as usize].len() as u32;
        client.at("signatureHelp", &uri, first + number, length)["activeParameter"].as_u64()
    };
    assert_eq!(active(0), Some(1));
    assert_eq!(active(1), Some(0));
    assert_eq!(active(2), None);
    assert_eq!(active(3), None);
}

#[test]
fn signatures_of_functions_and_own_commands() {
    let mut client = Client::ready();
    let lines = [
        "let x = clamp(1, max(2, 3), ",
        "move trunk {atan2(",
        "block tail ",
        "block size=2mm tail ",
        "block tail 2mm [0 {1} ",
        "block tail 2mm [0 0 1] ",
        "go {clamp(1, 2, 3)} ",
    ];
    let text = SCRIPT.to_owned() + &lines.join("\n");
    let uri = client.open("a.corpus", &text);
    let first = SCRIPT.lines().count() as u32;
    let mut help = |number: u32| {
        let line = lines[number as usize];
        let found = client.at("signatureHelp", &uri, first + number, line.len() as u32);
        let label = found["signatures"][0]["label"]
            .as_str()
            .unwrap_or_default()
            .to_owned();
        (label, found["activeParameter"].as_u64())
    };
    assert_eq!(help(0), ("clamp(x, low, high)".to_owned(), Some(2)));
    assert_eq!(help(1), ("atan2(y, x)".to_owned(), Some(0)));
    let block = || "block name size [axis]".to_owned();
    assert_eq!(help(2), (block(), Some(1)));
    assert_eq!(help(3), (block(), Some(2)));
    assert_eq!(help(4), (block(), Some(2)));
    assert_eq!(help(5), (block(), None));
    assert!(help(6).0.starts_with("go "));
}

#[test]
fn the_outline_has_values_commands_and_blocks() {
    let mut client = Client::ready();
    let uri = client.open("a.corpus", SCRIPT);
    let symbols = of(&mut client, "documentSymbol", &uri);
    assert_eq!(
        names(&symbols),
        [
            "side 2cm",
            "c figure",
            "block name size axis=[0 0 1]",
            "for s in l r 2 commands",
            "height trunk.z",
            "when leg_l.z > 3mm and not false 1 command",
            "if height > 1mm 3 commands"
        ]
    );
    assert_eq!(names(&symbols[2]["children"]), ["name", "size", "axis"]);
    assert_eq!(symbols[2]["selectionRange"], range(4, 7, 12));
    assert_eq!(
        symbols[2]["range"]["end"],
        json!({ "line": 8, "character": 3 })
    );
    let bodies = names(&symbols[1]["children"]);
    assert_eq!(bodies, ["trunk body", "leg_l body", "leg_r body"]);
    client.change(
        &uri,
        2,
        None,
        "for i in 0..2\n  if i > 0\n    go 1\n  end\nend\n",
    );
    let symbols = of(&mut client, "documentSymbol", &uri);
    assert_eq!(names(&symbols[0]["children"]), ["if i > 0 1 command"]);
}

#[test]
fn new_tokens_have_their_colours() {
    let (mut client, answer) = Client::of(json!({}), json!({}));
    let legend = answer["capabilities"]["semanticTokensProvider"]["legend"]["tokenTypes"].clone();
    let text = "let n = 2 * sin(90deg)\ndefine f a\n  print so {a} # b\n  get x_{a}y from unit_cube\nend\nf a={n}\nfor i in 0..n\n  print {i}\nend\nif true and world.time > 1\nelse\n  print {1m to mm}\nend\n";
    let uri = client.open("a.corpus", text);
    let data = of(&mut client, "semanticTokens/full", &uri);
    let numbers: Vec<u64> = data["data"]
        .as_array()
        .unwrap()
        .iter()
        .map(|n| n.as_u64().unwrap())
        .collect();
    let lines: Vec<&str> = text.lines().collect();
    let (mut line, mut start) = (0, 0);
    let mut found = vec![];
    for token in numbers.chunks(5) {
        start = if token[0] == 0 {
            start + token[1]
        } else {
            token[1]
        } as usize as u64;
        line += token[0] as usize;
        let word = &lines[line][start as usize..(start + token[2]) as usize];
        found.push(format!(
            "{word} {}{}",
            legend[token[3] as usize].as_str().unwrap(),
            "!".repeat(token[4] as usize)
        ));
    }
    let wanted = [
        "let keyword",
        "n variable!",
        "= operator",
        "2 number",
        "* operator",
        "sin function",
        "90deg number",
        "define keyword",
        "f function!",
        "a parameter!",
        "print keyword",
        "so  string",
        "a parameter",
        "# b comment",
        "get keyword",
        "x_ variable!",
        "a parameter",
        "y variable!",
        "end keyword",
        "f function",
        "a parameter",
        "n variable",
        "for keyword",
        "i variable!",
        "in keyword",
        "0 number",
        ".. operator",
        "n variable",
        "print keyword",
        "i variable",
        "end keyword",
        "if keyword",
        "true keyword",
        "and keyword",
        "world namespace",
        ".time property",
        "> operator",
        "1 number",
        "else keyword",
        "print keyword",
        "1m number",
        "to keyword",
        "mm number",
        "end keyword",
    ];
    assert_eq!(found, wanted);
}

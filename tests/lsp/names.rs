//! Names: definitions, references and renaming.

use crate::lsp::TUMBLER;
use crate::lsp::client::{Client, edited, place, range};
use serde_json::{Value, json};

const REQUEST_FAILED: i64 = -32803;

/// Returns the ranges of locations, one text after the other, in order.
fn ranges(locations: &Value) -> Vec<Value> {
    let all = locations.as_array().unwrap().iter();
    all.map(|location| location["range"].clone()).collect()
}

#[test]
fn a_name_leads_to_where_it_was_given() {
    let mut client = Client::ready();
    let uri = client.open("a.corpus", TUMBLER);
    let mut lead =
        |line, character| client.at("definition", &uri, line, character)["range"].clone();
    // A body and the object that it was made of are different things.
    assert_eq!(lead(4, 9), range(4, 8, 12));
    assert_eq!(lead(4, 14), range(2, 4, 8));
    assert_eq!(lead(5, 18), range(4, 8, 12));
    assert_eq!(lead(6, 8), range(3, 8, 13));
    // In the command of a timer, and with the cursor after the name.
    assert_eq!(lead(9, 22), range(4, 8, 12));
    assert_eq!(lead(0, 17), range(0, 10, 17));
    // Text that is no name has no definition.
    assert_eq!(lead(5, 2), Value::Null);
    assert_eq!(lead(8, 11), Value::Null);
}

#[test]
fn names_and_paths_lead_across_files() {
    let mut client = Client::ready();
    std::fs::create_dir(client.path("sub")).unwrap();
    client.file("sub/figure.corpus", TUMBLER);
    let text = "include sub/../sub/figure.corpus # the figure\njoint tail b 1\nsetcorpus tumbler\ninclude none.corpus\n";
    let uri = client.open("a.corpus", text);
    let figure = client.uri("sub/figure.corpus");
    let found = client.at("definition", &uri, 1, 8);
    assert_eq!(found, json!({ "uri": figure, "range": range(4, 8, 12) }));
    assert_eq!(
        client.at("definition", &uri, 2, 10)["range"],
        range(0, 10, 17)
    );
    let start = range(0, 0, 0);
    let found = client.at("definition", &uri, 0, 12);
    assert_eq!(found, json!({ "uri": figure, "range": start }));
    assert_eq!(client.at("definition", &uri, 3, 12), Value::Null);
}

#[test]
fn a_name_is_known_in_a_text_with_mistakes() {
    let mut client = Client::ready();
    let text = "addcorpus c\nget o from unit_cube\naddbody leg o 0 0 1 rotery 1000\nlinkbodies leg leg\nprocom 0\nmotor leg etarget 1\n";
    let uri = client.open("a.corpus", text);
    assert_eq!(
        client.at("definition", &uri, 2, 12)["range"],
        range(1, 4, 5)
    );
    assert_eq!(
        client.at("definition", &uri, 3, 12)["range"],
        range(2, 8, 11)
    );
    assert_eq!(
        client.at("definition", &uri, 5, 7)["range"],
        range(2, 8, 11)
    );
}

#[test]
fn every_use_is_found() {
    let mut client = Client::ready();
    client.file("figure.corpus", TUMBLER);
    let uri = client.open("a.corpus", "include figure.corpus\njoint tail b 1\n");
    let mut params = place(&uri, 1, 7);
    params["context"] = json!({ "includeDeclaration": true });
    let all = client.request("textDocument/references", params.clone());
    assert_eq!(
        ranges(&all),
        [
            range(1, 6, 10),
            range(4, 8, 12),
            range(5, 17, 21),
            range(8, 6, 10),
            range(9, 18, 22)
        ]
    );
    params["context"] = json!({ "includeDeclaration": false });
    assert_eq!(
        ranges(&client.request("textDocument/references", params)).len(),
        4
    );
    let here = client.at("documentHighlight", &uri, 1, 6);
    assert_eq!(ranges(&here), [range(1, 6, 10)]);
    assert_eq!(client.at("documentHighlight", &uri, 0, 2), Value::Null);
}

fn renaming(uri: &str, line: u32, character: u32, name: &str) -> Value {
    let mut params = place(uri, line, character);
    params["newName"] = json!(name);
    params
}

#[test]
fn a_new_name_goes_everywhere() {
    let mut client = Client::ready();
    client.file("figure.corpus", TUMBLER);
    let text = "# 🦗\ninclude figure.corpus\ntimer 1s joint tail b 1\nprocom 0\n";
    let uri = client.open("a.corpus", text);
    let prepared = client.at("prepareRename", &uri, 2, 16);
    assert_eq!(
        prepared,
        json!({ "range": range(2, 15, 19), "placeholder": "tail" })
    );
    let edit = client.request("textDocument/rename", renaming(&uri, 2, 16, "sting"));
    assert_eq!(
        edited(text, &edit["changes"][&uri]),
        "# 🦗\ninclude figure.corpus\ntimer 1s joint sting b 1\nprocom 0\n"
    );
    // The body, not the object that it was made of.
    let figure = edited(TUMBLER, &edit["changes"][client.uri("figure.corpus")]);
    assert!(figure.contains("get tail from unit_cubeb\n"), "{figure}");
    assert!(
        figure.contains("addbody sting tail 0 1 0 rotary 1g/cm3\nlinkbodies trunk sting\n"),
        "{figure}"
    );
    assert!(
        figure.ends_with("joint sting k 2e-4\ntimer 100ms joint sting b 1e-6\n"),
        "{figure}"
    );
}

#[test]
fn what_is_no_name_is_refused() {
    let mut client = Client::ready();
    let uri = client.open("a.corpus", &format!("{TUMBLER}setworld world\n"));
    let mut refuse = |line, character, name: &str| {
        let (code, message) =
            client.refused("textDocument/rename", renaming(&uri, line, character, name));
        assert_eq!(code, REQUEST_FAILED, "{message}");
        message
    };
    for name in ["end", "5mm", "a b", "", "leg_*", "\"x\""] {
        assert!(refuse(8, 7, name).contains("is not a valid name"), "{name}");
    }
    // Already used by a body; the name of an object would be valid.
    assert_eq!(refuse(8, 7, "trunk"), "there is already a body `trunk`");
    // A command, a choice, and the initial world.
    for (line, character) in [(8, 1), (8, 11), (10, 10)] {
        assert!(refuse(line, character, "x").contains("not a name defined by a script"));
    }
    let (code, _) = client.refused("textDocument/prepareRename", place(&uri, 8, 1));
    assert_eq!(code, REQUEST_FAILED);
}

const PART: &str = "define block name\n  get {name} from unit_cube\nend\nlet size = 3cm\n";

#[test]
fn a_name_is_renamed_in_all_open_scripts() {
    let mut client = Client::ready();
    let main = "include part.corpus\nblock trunk\nscale trunk {size} 1cm 1cm\n";
    let outer = "include main.corpus\nblock tail\n";
    client.file("main.corpus", main);
    client.file("outer.corpus", outer);
    client.file("other.corpus", "define block name\nend\nblock a\n");
    client.file("part.corpus", PART);
    let part = client.open("part.corpus", PART);
    client.open("outer.corpus", outer);
    let mut params = place(&part, 0, 8);
    params["context"] = json!({ "includeDeclaration": true });
    let all = client.request("textDocument/references", params);
    assert_eq!(
        ranges(&all),
        [range(1, 0, 5), range(1, 0, 5), range(0, 7, 12)]
    );
    let edit = client.request("textDocument/rename", renaming(&part, 0, 8, "brick"));
    let edited = |name: &str, text: &str| edited(text, &edit["changes"][client.uri(name)]);
    assert_eq!(edited("part.corpus", PART), PART.replace("block", "brick"));
    assert_eq!(edited("main.corpus", main), main.replace("block", "brick"));
    assert_eq!(
        edited("outer.corpus", outer),
        outer.replace("block", "brick")
    );
    assert_eq!(edit["changes"].as_object().unwrap().len(), 3);
}

#[test]
fn a_name_that_is_taken_in_another_script_is_refused() {
    let mut client = Client::ready();
    let figure = "get box from unit_cube\n";
    client.file("figure.corpus", figure);
    client.open(
        "main.corpus",
        "include figure.corpus\nget crate from unit_cube\n",
    );
    let uri = client.open("figure.corpus", figure);
    let (code, message) = client.refused("textDocument/rename", renaming(&uri, 0, 5, "crate"));
    assert_eq!(code, REQUEST_FAILED);
    assert_eq!(message, "there is already an object `crate`");
}

const MAKER: &str = "addcorpus bug
get trunk from unit_cubeb
addbody trunk trunk 0 1 0 rotary 1g/cm3
define make name
  get {name} from unit_cubeb
  get tip_{name} from unit_cubeb
  addbody {name} {name} 0 1 0 rotary 1g/cm3
  linkbodies trunk {name}
end
define both first
  make {first}
end
make arm
both leg
for other in tail head
  make {other}
end
setroot trunk
corpusinit
print {leg.q} {tail.q}
joint arm k 1
move tip_arm 1 0 0
";

#[test]
fn a_name_that_is_passed_to_a_command_is_given_by_the_argument() {
    let mut client = Client::ready();
    let uri = client.open("a.corpus", MAKER);
    let mut lead =
        |line, character| client.at("definition", &uri, line, character)["range"].clone();
    // Through two commands, from a loop, and through one command.
    assert_eq!(lead(19, 7), range(13, 5, 8));
    assert_eq!(lead(19, 15), range(14, 13, 17));
    assert_eq!(lead(20, 7), range(12, 5, 8));
    // A name made from it is defined where it is composed.
    assert_eq!(lead(21, 6), range(5, 6, 16));
    let mut params = place(&uri, 13, 6);
    params["context"] = json!({ "includeDeclaration": true });
    let all = client.request("textDocument/references", params);
    let expected = [
        range(4, 6, 12),
        range(6, 10, 16),
        range(6, 17, 23),
        range(7, 19, 25),
        range(13, 5, 8),
        range(19, 7, 10),
    ];
    assert_eq!(ranges(&all), expected);
}

#[test]
fn a_name_that_is_passed_to_a_command_is_renamed_where_it_is_written() {
    let mut client = Client::ready();
    let uri = client.open("a.corpus", MAKER);
    for (line, character) in [(13, 6), (19, 8)] {
        let edit = client.request(
            "textDocument/rename",
            renaming(&uri, line, character, "paw"),
        );
        let expected = MAKER
            .replace("both leg", "both paw")
            .replace("{leg.q", "{paw.q");
        assert_eq!(edited(MAKER, &edit["changes"][&uri]), expected);
    }
    let edit = client.request("textDocument/rename", renaming(&uri, 14, 14, "paw"));
    let expected = MAKER
        .replace("in tail", "in paw")
        .replace("{tail.q", "{paw.q");
    assert_eq!(edited(MAKER, &edit["changes"][&uri]), expected);
    let mut refuse = |line, character, name: &str| {
        client
            .refused("textDocument/rename", renaming(&uri, line, character, name))
            .1
    };
    // Another name is made from `arm`, in a separate line.
    let told = refuse(20, 7, "paw");
    assert!(told.contains("`tip_arm`"), "{told}");
    let told = refuse(21, 6, "paw");
    assert!(
        told.contains("not written literally everywhere: `tip_{name}` at"),
        "{told}"
    );
    let told = refuse(13, 6, "trunk");
    assert!(told.contains("already an object `trunk`"), "{told}");
}

//! Help while a line is being written: completion, signatures, hovers.

use crate::lsp::TUMBLER;
use crate::lsp::client::{Client, place, range};
use serde_json::{Value, json};

fn told(hover: &Value) -> &str {
    hover["contents"]["value"].as_str().unwrap_or_default()
}

#[test]
fn a_hover_tells_of_command_parameter_and_name() {
    let mut client = Client::ready();
    let text = TUMBLER.replace("joint tail k", "joint  tail k") + "scale tail 4cm 2 1 # tail\n";
    let uri = client.open("a.corpus", &text);
    let hover = client.at("hover", &uri, 8, 2);
    assert_eq!(hover["range"], range(8, 0, 5));
    assert!(
        told(&hover).starts_with("**joint**: Sets parameters of a joint"),
        "{hover}"
    );

    let hover = client.at("hover", &uri, 8, 9);
    assert_eq!(hover["range"], range(8, 7, 11));
    assert!(
        told(&hover).contains("`joint` **body**: the body moved by the joint"),
        "{hover}"
    );
    assert!(told(&hover).contains("`tail` is a body of the figure `tumbler`, linked to `trunk`, turns about 0 1 0, defined at "), "{hover}");
    assert!(told(&hover).ends_with("a.corpus:5:9"), "{hover}");

    // A number in its unit, an argument after an optional word, a command within a command.
    let hover = client.at("hover", &uri, 10, 12);
    assert!(
        told(&hover).contains("`scale` **x**") && told(&hover).ends_with("`4cm` is 0.04 m"),
        "{hover}"
    );
    let hover = client.at("hover", &uri, 1, 18);
    assert!(told(&hover).contains("`get` **shape**"), "{hover}");
    let hover = client.at("hover", &uri, 9, 14);
    assert!(told(&hover).starts_with("**joint**"), "{hover}");
    let hover = client.at("hover", &uri, 9, 8);
    assert!(told(&hover).contains("`100ms` is 0.1 s"), "{hover}");
    // Comments and blanks have no hover.
    assert_eq!(client.at("hover", &uri, 10, 22), Value::Null);
}

/// Returns the labels of the completions at a place.
fn labels(client: &mut Client, uri: &str, line: u32, character: u32) -> Vec<String> {
    let found = client.at("completion", uri, line, character);
    let items = found["items"].as_array().unwrap().iter();
    items
        .map(|item| item["label"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn words_fit_their_place() {
    let mut client = Client::ready();
    let text = format!(
        "{TUMBLER}joint \njoint tail Q\ntime 5m\n\nget later from unit_cube\naddbody \nmove \n"
    );
    let uri = client.open("a.corpus", &text);
    // The root has no joint, and objects fetched further below do not exist yet.
    assert_eq!(labels(&mut client, &uri, 10, 6), ["tail"]);
    let choices = labels(&mut client, &uri, 11, 12);
    assert!(
        choices.contains(&"Q_type".to_owned()) && choices.iter().all(|c| c.starts_with('Q')),
        "{choices:?}"
    );
    let units = labels(&mut client, &uri, 12, 7);
    assert!(
        units.contains(&"5ms".to_owned()) && !units.contains(&"5mm".to_owned()),
        "{units:?}"
    );
    let commands = labels(&mut client, &uri, 13, 0);
    assert!(
        commands.len() > 50 && !commands.contains(&"..".to_owned()),
        "{commands:?}"
    );
    assert_eq!(labels(&mut client, &uri, 15, 8), ["later"]);
    assert_eq!(labels(&mut client, &uri, 1, 4), Vec::<String>::new());
    assert_eq!(labels(&mut client, &uri, 3, 14), ["trunk", "tail"]);

    let found = client.at("completion", &uri, 11, 12);
    let item = &found["items"][0];
    assert_eq!(item["textEdit"]["range"], range(11, 11, 12));
    assert_eq!(item["kind"], 20);
}

#[test]
fn words_follow_what_is_typed() {
    let mut client = Client::ready();
    let uri = client.open("🦗.corpus", TUMBLER);
    for (version, typed) in ["j", "o", "i", "n", "t", " "].iter().enumerate() {
        let at = version as u32;
        client.change(&uri, at as i32 + 2, Some(range(10, at, at)), typed);
        let found = labels(&mut client, &uri, 10, at + 1);
        assert!(
            found.contains(&if *typed == " " { "tail" } else { "joint" }.to_owned()),
            "{typed:?}: {found:?}"
        );
    }
    // A change above is used.
    client.change(&uri, 9, Some(range(10, 6, 6)), "\n");
    client.change(&uri, 10, Some(range(4, 8, 12)), "sting");
    assert_eq!(labels(&mut client, &uri, 10, 6), ["sting"]);
}

#[test]
fn lists_and_timers_take_what_can_wait() {
    let mut client = Client::ready();
    let text =
        format!("{TUMBLER}addroach r\nprocom 0\n  \n  motor tail etarget 1 *\n..\ntimer 1s \n");
    let uri = client.open("a.corpus", &text);
    let inside = labels(&mut client, &uri, 12, 2);
    assert!(
        inside.contains(&"..".to_owned()) && inside.contains(&"motor".to_owned()),
        "{inside:?}"
    );
    assert!(!inside.contains(&"addbody".to_owned()), "{inside:?}");
    let timer = labels(&mut client, &uri, 15, 9);
    assert!(
        timer.contains(&"motor".to_owned()) && !timer.contains(&"procom".to_owned()),
        "{timer:?}"
    );

    let found = client.at("completion", &uri, 15, 9);
    let item = found["items"]
        .as_array()
        .unwrap()
        .iter()
        .find(|i| i["label"] == "motor");
    let whole = client.request("completionItem/resolve", item.unwrap().clone());
    let page = whole["documentation"]["value"].as_str().unwrap();
    assert!(page.contains("rest position"), "{page}");
}

#[test]
fn paths_are_looked_for_beside_the_script() {
    let mut client = Client::ready();
    std::fs::create_dir(client.path("shapes")).unwrap();
    client.file("shapes/leg.obj", "");
    client.file("shapes/notes.txt", "");
    let uri = client.open("a.corpus", "get x from sha\nget x from shapes/\ninclude \n");
    assert_eq!(labels(&mut client, &uri, 0, 14), ["shapes/"]);
    assert_eq!(labels(&mut client, &uri, 1, 18), ["shapes/leg.obj"]);
    assert_eq!(labels(&mut client, &uri, 2, 8), ["shapes/"]);
}

#[test]
fn a_part_of_a_script_completes_as_part_of_it() {
    let mut client = Client::ready();
    client.open(
        "whole.corpus",
        &format!("{TUMBLER}include springs.corpus\nget later from unit_cube\n"),
    );
    let uri = client.open("springs.corpus", "joint tail k 1\njoint \nmove \n");
    assert_eq!(labels(&mut client, &uri, 1, 6), ["tail"]);
    assert_eq!(labels(&mut client, &uri, 2, 5), ["trunk", "tail"]);
}

#[test]
fn the_usage_shows_where_the_line_has_arrived() {
    let mut client = Client::ready();
    let text =
        format!("{TUMBLER}joint tail \nget x \ntimer 1s motor tail \njoint tail k 1 \ntail\n");
    let uri = client.open("a.corpus", &text);
    let mut help = |line, character| client.at("signatureHelp", &uri, line, character);
    let found = help(10, 11);
    let signature = &found["signatures"][0];
    assert_eq!(signature["label"], "joint body parameter [value]");
    assert_eq!(found["activeParameter"], 1);
    // This client has not declared that it supports offsets in the label.
    assert_eq!(signature["parameters"][1]["label"], "parameter");
    assert_eq!(help(10, 8)["activeParameter"], 0);
    // `from` is optional.
    assert_eq!(help(11, 6)["activeParameter"], 2);
    let found = help(12, 20);
    assert!(
        found["signatures"][0]["label"]
            .as_str()
            .unwrap()
            .starts_with("motor body"),
        "{found}"
    );
    assert_eq!(found["activeParameter"], 1);
    // The line is complete.
    let found = help(13, 15);
    assert_eq!(
        found["signatures"][0]["label"],
        "joint body parameter [value]"
    );
    assert!(
        found.get("activeParameter").is_none_or(Value::is_null),
        "{found}"
    );
    assert_eq!(help(14, 4), Value::Null);
    let mut place = place(&uri, 0, 3);
    place["context"] = json!({ "triggerKind": 1, "isRetrigger": false });
    assert_eq!(
        client.request("textDocument/signatureHelp", place),
        Value::Null
    );
}

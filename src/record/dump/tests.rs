use super::*;
use proptest::prelude::*;
use serde_json::{Number, json};

fn a_dump() -> Dump {
    let mut section = Section::new("joints", "body position(rad) moves");
    section.row([json!("leg \"a\" ;b\n"), json!(0.1 + 0.2), json!(true)]);
    section.row([json!("-"), json!(-0.0), json!(false)]);
    Dump {
        sections: vec![
            section,
            Section::new("empty", "path value"),
            Section::new("more", "n x").with([json!(3), Value::Null]),
        ],
    }
}

fn cells(dump: &Dump) -> Vec<Vec<Value>> {
    let rows = dump.sections.iter().flat_map(|s| &s.rows);
    rows.map(|row| row.cells.clone()).collect()
}

#[test]
fn the_sum_is_that_of_other_programs() {
    // RFC 1952, section 8, gives the algorithm; Python's zlib.crc32 gives this of b"123456789\n" and of b"a\n" after it.
    assert_eq!(sum(0, "123456789"), 0xe011_7757);
    assert_eq!(sum(0xe011_7757, "a"), 0xe671_6e1a);
}

#[test]
fn what_is_written_reads_back() {
    let dump = a_dump();
    let back = Dump::read(dump.text("state").as_bytes(), "state").unwrap();
    assert_eq!(cells(&back), cells(&dump));
    assert_eq!(back.sections[1].columns, ["path", "value"]);
    assert_eq!(back.sections[0].rows[1].line, 5);
    assert!(
        back.sections[0].rows[1]
            .number(1)
            .unwrap()
            .is_sign_negative()
    );
}

#[test]
fn every_changed_character_is_found_in_its_line() {
    let text = a_dump().text("state");
    for (at, byte) in text.bytes().enumerate() {
        let line = 1 + text[..at].matches('\n').count();
        let mut changed = text.clone().into_bytes();
        changed[at] = if byte == b'1' { b'2' } else { b'1' };
        let fault = Dump::read(&changed, "state").unwrap_err();
        // A changed line end splits a line in two.
        assert_eq!(fault.line, line, "byte {at}: {fault:?}");
    }
}

#[test]
fn every_cut_is_found_where_it_is() {
    let text = a_dump().text("state");
    for at in 1..text.len() {
        let fault = Dump::read(&text.as_bytes()[..at], "state").unwrap_err();
        let line = 1 + text[..at - 1].matches('\n').count();
        assert_eq!(fault.line, line, "cut at {at}: {fault:?}");
    }
    assert_eq!(Dump::read(b"", "state").unwrap_err().line, 1);
}

#[test]
fn a_line_too_few_or_in_another_place_is_found() {
    let text = a_dump().text("state");
    let lines: Vec<&str> = text.lines().collect();
    for left_out in 1..lines.len() - 1 {
        let mut fewer = lines.clone();
        fewer.remove(left_out);
        let fault = Dump::read(fewer.join("\n").as_bytes(), "state").unwrap_err();
        assert_eq!(fault.line, left_out + 1);
    }
    let mut turned = lines.clone();
    turned.swap(3, 4);
    let fault = Dump::read(turned.join("\n").as_bytes(), "state").unwrap_err();
    assert_eq!(fault.line, 4);
}

#[test]
fn a_file_of_another_kind_says_which() {
    let text = a_dump().text("motors");
    let fault = Dump::read(text.as_bytes(), "state").unwrap_err();
    assert_eq!(
        fault,
        Fault::new(1, "the file contains motors, expected state")
    );
    let fault = Dump::read(b"{\n}\n", "state").unwrap_err();
    assert!(fault.message.contains("not written by"), "{fault:?}");
}

#[test]
fn values_with_parts_are_the_same_after_their_rows() {
    let value = json!({"a": [1.5, {"b": null, "c": []}], "d": {}, "e": "x"});
    let dump = Dump {
        sections: vec![Section::tree("tree", &value), Section::tree("none", &())],
    };
    let back = Dump::read(dump.text("k").as_bytes(), "k").unwrap();
    let again: Value = back.sections[0].value().unwrap();
    assert_eq!(again, value);
    let nothing: Option<u8> = back.sections[1].value().unwrap();
    assert_eq!(nothing, None);
}

#[test]
fn items_are_the_same_after_their_table() {
    let items = [
        ("a", json!({"x": 1.5, "y": {"z": 2.0}, "w": [1, 2]})),
        ("b", json!({"x": 2.5, "v": "text"})),
    ];
    let rows = items.iter().map(|(key, item)| (*key, item, Some("m")));
    let dump = Dump {
        sections: vec![Section::table("table", "name", rows)],
    };
    let back = Dump::read(dump.text("k").as_bytes(), "k").unwrap();
    let section = &back.sections[0];
    assert_eq!(section.columns[..3], ["name", "w/0", "w/1"]);
    for (row, (key, item)) in section.rows.iter().zip(&items) {
        assert_eq!(row.text(0).unwrap(), *key);
        assert_eq!(section.item::<Value>(row).unwrap(), *item);
    }
}

proptest! {
    #[test]
    fn numbers_keep_their_bits(bits in any::<u64>()) {
        let x = f64::from_bits(bits);
        prop_assume!(x.is_finite());
        let value = Value::Number(Number::from_f64(x).unwrap());
        let dump = Dump { sections: vec![Section::new("s", "x").with([value])] };
        let back = Dump::read(dump.text("k").as_bytes(), "k").unwrap();
        prop_assert_eq!(back.sections[0].rows[0].number(0).unwrap().to_bits(), bits);
    }

    #[test]
    fn texts_keep_their_characters(text in ".*") {
        let dump = Dump { sections: vec![Section::new("s", "x").with([Value::String(text.clone())])] };
        let back = Dump::read(dump.text("k").as_bytes(), "k").unwrap();
        prop_assert_eq!(back.sections[0].rows[0].text(0).unwrap(), text);
    }
}

#[test]
fn a_file_of_another_format_says_both() {
    let text = a_dump().text("state").replace("dump 3", "dump 2");
    let fault = Dump::read(text.as_bytes(), "state").unwrap_err();
    let message = "the file has format 2, but this program reads format 3";
    assert_eq!(fault, Fault::new(1, message));
}

#[test]
fn rows_are_no_commands_of_a_shell() {
    let mut section = Section::new("a", "x");
    section.row([json!("$(touch x) `touch x`")]);
    section.row([json!(true)]);
    section.row([json!(2.5)]);
    let dump = Dump {
        sections: vec![section],
    };
    let text = dump.text("state");
    let lines: Vec<&str> = text
        .lines()
        .filter_map(|l| Some(l.split_once(" ;")?.0))
        .collect();
    assert_eq!(
        lines[3..6],
        [
            ": \"\\u0024(touch x) \\u0060touch x\\u0060\"",
            ": true",
            "2.5"
        ]
    );
    let back = Dump::read(text.as_bytes(), "state").unwrap();
    assert_eq!(cells(&back), cells(&dump));
}

//! Values of the language survive a round trip through a file; invalid values are refused.

use super::SavedValue;
use crate::lang::dimension::Dimension;
use crate::lang::value::{Datum, convert};

#[test]
fn values_come_back_as_they_were() {
    let speed = convert(Datum::number(0.1 + 0.2, Dimension::SPEED), "cm/s").unwrap();
    let list = Datum::list(vec![Datum::plain(-0.0), Datum::Flag(true), speed.clone()]).unwrap();
    for datum in [speed, list, Datum::Text("a \"b\"\n".into())] {
        let saved = SavedValue::of(&datum).unwrap();
        let text = serde_json::to_string(&saved).unwrap();
        let read: SavedValue = serde_json::from_str(&text).unwrap();
        assert_eq!(read.datum().unwrap(), datum, "{text}");
    }
}

#[test]
fn what_has_no_form_on_disk_has_none() {
    let range = crate::lang::value::range(&Datum::plain(0.0), &Datum::plain(6.0), None).unwrap();
    assert_eq!(SavedValue::of(&Datum::Range(range)), None);
    let no_unit = SavedValue::Number {
        value: 1.0,
        dimension: [1, 0, 0, 0],
        energy: false,
        shown: Some("parsec".to_owned()),
    };
    assert_eq!(no_unit.datum(), None);
}

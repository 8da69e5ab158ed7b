//! Values in files. A range and an unknown value have no form there.

use crate::dimension::Dimension;
use crate::value::{Datum, convert, range};

#[test]
fn values_come_back_as_they_were() {
    let speed = convert(Datum::number(0.1 + 0.2, Dimension::SPEED), "cm/s").unwrap();
    let list = Datum::list(vec![Datum::plain(-0.0), Datum::Flag(true), speed.clone()]).unwrap();
    for datum in [speed, list, Datum::Text("a \"b\"\n".into())] {
        let text = serde_json::to_string(&datum).unwrap();
        assert_eq!(
            serde_json::from_str::<Datum>(&text).unwrap(),
            datum,
            "{text}"
        );
    }
}

#[test]
fn a_range_and_an_unknown_unit_have_no_form() {
    let range = range(&Datum::plain(0.0), &Datum::plain(6.0), None).unwrap();
    assert!(serde_json::to_string(&Datum::Range(range)).is_err());
    let text = r#"{"number":{"value":1.0,"dimension":[1,0,0,0],"energy":false,"shown":"parsec"}}"#;
    assert!(serde_json::from_str::<Datum>(text).is_err());
    assert!(serde_json::from_str::<Datum>(&text.replace("parsec", "mm")).is_ok());
    assert!(serde_json::from_str::<Datum>(&text.replace("parsec", "s")).is_err());
}

//! Reads and writes values in files. A range and an unknown value have no form there.

use super::{Datum, List, Quantity, Shown, text_fits};
use crate::dimension::Dimension;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use std::sync::Arc;

/// File format of a number with its dimension.
#[derive(Serialize, Deserialize)]
pub(super) struct Number {
    /// Value, in SI.
    value: f64,
    /// Powers of metre, kilogram, second and radian.
    dimension: [i8; 4],
    /// Whether the dimension is known to be that of an energy.
    energy: bool,
    /// Unit of output.
    shown: Option<String>,
}

impl From<Quantity> for Number {
    fn from(number: Quantity) -> Self {
        let d = number.dimension;
        Number {
            value: number.value,
            dimension: [d.length, d.mass, d.time, d.angle],
            energy: d.energy,
            shown: number.shown.map(|shown| shown.text().to_owned()),
        }
    }
}

impl TryFrom<Number> for Quantity {
    type Error = String;

    fn try_from(number: Number) -> Result<Self, String> {
        let [length, mass, time, angle] = number.dimension;
        let dimension = Dimension {
            length,
            mass,
            time,
            angle,
            energy: number.energy,
        };
        let plain = Quantity::new(number.value, dimension);
        match number.shown {
            None => Ok(plain),
            Some(unit) => {
                let shown = Shown::new(&unit).and_then(|unit| unit.of_number(&plain));
                shown.map_err(|why| why.message)
            }
        }
    }
}

impl From<List> for Vec<Datum> {
    fn from(list: List) -> Self {
        list.to_vec()
    }
}

impl TryFrom<Vec<Datum>> for List {
    type Error = String;

    fn try_from(elements: Vec<Datum>) -> Result<Self, String> {
        List::new(elements).map_err(|why| why.message)
    }
}

/// Reads a text that is not too long.
pub(super) fn text<'de, D: Deserializer<'de>>(from: D) -> Result<Arc<str>, D::Error> {
    let text = String::deserialize(from)?;
    text_fits(text.len()).map_err(|why| D::Error::custom(why.message))?;
    Ok(text.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::{convert, range};

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
        let text =
            r#"{"number":{"value":1.0,"dimension":[1,0,0,0],"energy":false,"shown":"parsec"}}"#;
        assert!(serde_json::from_str::<Datum>(text).is_err());
        assert!(serde_json::from_str::<Datum>(&text.replace("parsec", "mm")).is_ok());
        assert!(serde_json::from_str::<Datum>(&text.replace("parsec", "s")).is_err());
    }
}

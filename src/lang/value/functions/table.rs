//! The table of functions, and of constants.

use super::{Constant, Function, whole};
use crate::lang::value::Quantity;
use std::f64::consts::{PI, TAU};

macro_rules! functions {
    ($($name:literal ($parameters:literal) $summary:literal $example:literal is $result:literal by $run:path;)*) => {
        /// The functions, in alphabetical order.
        pub const FUNCTIONS: &[Function] = &[$(Function {
            name: $name,
            parameters: $parameters,
            summary: $summary,
            example: concat!($name, "(", $example, ")"),
            result: $result,
            arity: arity($parameters),
            run: $run,
        }),*];
    };
}

functions! {
    "abs" ("x") "The size of a quantity without its sign."
        "-2mm" is "0.002 m" by whole::abs;
    "ceil" ("x") "The smallest whole number that is not below the number."
        "1.2" is "2" by whole::ceil;
    "floor" ("x") "The largest whole number that is not above the number."
        "1.8" is "1" by whole::floor;
    "mod" ("a, b") "What remains of a after as many whole b as fit: from 0 up to but excluding b."
        "-1, 3" is "2" by whole::modulo;
    "round" ("x") "The nearest whole number; halves are rounded away from zero."
        "2.5" is "3" by whole::round;
    "sign" ("x") "1 of a positive quantity, -1 of a negative one, 0 of zero."
        "-2mm" is "-1" by whole::sign;
}

/// The names that stand for numbers, in alphabetical order.
pub const CONSTANTS: &[Constant] = &[
    Constant {
        name: "pi",
        summary: "Half the circumference of the unit circle.",
        value: Quantity::plain(PI),
    },
    Constant {
        name: "tau",
        summary: "The circumference of the unit circle: one turn in radians.",
        value: Quantity::plain(TAU),
    },
];

/// Least and most arguments of a list of parameters; `...` stands for any number of more.
const fn arity(parameters: &str) -> (usize, usize) {
    let bytes = parameters.as_bytes();
    if bytes.is_empty() {
        return (0, 0);
    }
    let (mut names, mut i) = (1, 0);
    while i < bytes.len() {
        if bytes[i] == b',' {
            names += 1;
        }
        i += 1;
    }
    if bytes[bytes.len() - 1] == b'.' {
        (names - 1, usize::MAX)
    } else {
        (names, names)
    }
}

//! The table of functions, and of constants.

use super::{Constant, Each, Function, Run, choice, collections, numbers, random, vectors};
use crate::dimension::Dimension;
use crate::value::Quantity;
use std::f64::consts::{PI, TAU};

macro_rules! functions {
    ($($name:literal ($parameters:literal) $summary:literal $example:literal is $result:literal
        $(by $run:expr)? $(, over $each:ident)?;)*) => {
        /// The functions, in alphabetical order.
        pub const FUNCTIONS: &[Function] = &[$(Function {
            name: $name,
            parameters: $parameters,
            summary: $summary,
            example: concat!($name, "(", $example, ")"),
            result: $result,
            arity: arity($parameters),
            run: $(Run::Value($run))? $(Run::Each(Each::$each))?,
        }),*];
    };
}

functions! {
    "abs" ("x") "The absolute value of a quantity."
        "-2mm" is "0.002 m" by |a| a.number(0).and_then(|x| a.finite(x.value.abs(), x.dimension));
    "acos" ("x") "The angle from 0 to 180 degrees whose cosine is the number."
        "0" is "1.5708 rad" by |a| a.finite(libm::acos(numbers::ratio(a)?), Dimension::ANGLE);
    "all" ("flags") "Whether all flags of a list are true."
        "[true (1 > 2)]" is "false" by |a| collections::flags(a, false);
    "any" ("flags") "Whether any flag of a list is true."
        "[true (1 > 2)]" is "true" by |a| collections::flags(a, true);
    "append" ("list, x") "The list with one more element."
        "[1 2], 3" is "[1 2 3]" by collections::append;
    "asin" ("x") "The angle from -90 to 90 degrees whose sine is the number."
        "1" is "1.5708 rad" by |a| a.finite(libm::asin(numbers::ratio(a)?), Dimension::ANGLE);
    "atan" ("x") "The angle from -90 to 90 degrees whose tangent is the number."
        "1" is "0.785398 rad" by |a| a.finite(libm::atan(a.plain(0)?), Dimension::ANGLE);
    "atan2" ("y, x") "The angle from the x axis to the direction of the point (x, y), from -180 to 180 degrees."
        "1mm, 1mm" is "0.785398 rad" by numbers::atan2;
    "cbrt" ("x") "The cube root of a number, or of a quantity whose units are cubes."
        "27m3" is "3 m" by numbers::cbrt;
    "ceil" ("x") "The smallest whole number that is not below the number."
        "1.2" is "2" by |a| a.finite(a.plain(0)?.ceil(), Dimension::NONE);
    "choose" ("flag, a, b") "The value a if the flag is true, otherwise the value b."
        "2 > 1, 10, 20" is "10" by choice::choose;
    "clamp" ("x, low, high") "The quantity, limited to the range between two bounds."
        "5, 0, 1" is "1" by choice::clamp;
    "contains" ("list, x") "Whether the list has this element, the text this part, or the record a field of this name."
        "[1 2 3], 2" is "true" by collections::contains;
    "cos" ("angle") "The cosine of an angle, or of a number in radians."
        "60deg" is "0.5" by |a| a.finite(libm::cos(a.angle(0)?), Dimension::NONE);
    "cross" ("a, b") "The vector product of two lists of three numbers."
        "[1 0 0], [0 1 0]" is "[0 0 1]" by vectors::cross;
    "dot" ("a, b") "The scalar product of two lists of equal length."
        "[1 2 3], [4 5 6]" is "32" by vectors::dot;
    "exp" ("x") "The exponential function: e = 2.71828... to the power of the number."
        "1" is "2.71828" by |a| a.finite(libm::exp(a.plain(0)?), Dimension::NONE);
    "filter" ("f, list") "The elements for which a function is true."
        "any, [[true] [false true] [false]]" is "[[true] [false true]]", over Filter;
    "floor" ("x") "The largest whole number that is not above the number."
        "1.8" is "1" by |a| a.finite(a.plain(0)?.floor(), Dimension::NONE);
    "hypot" ("x, y") "The square root of x^2 + y^2."
        "3mm, 4mm" is "0.005 m" by numbers::hypot;
    "join" ("texts, between") "The texts of a list one after another, with a text between them."
        "[\"a\" \"b\"], \", \"" is "a, b" by collections::join;
    "keys" ("record") "The names of the fields of a record, as a list of texts."
        "{kp: 2, kd: 1}" is "[\"kp\" \"kd\"]" by collections::keys;
    "len" ("x") "The number of elements of a list or a range, or of characters of a text."
        "[5 6 7]" is "3" by collections::len;
    "lerp" ("a, b, t") "Linear interpolation between two quantities or vectors: a for t = 0, b for t = 1."
        "10, 20, 0.25" is "12.5" by choice::lerp;
    "list" ("range") "The elements of a range as a list."
        "0..4" is "[0 1 2 3]" by collections::to_list;
    "ln" ("x") "The natural logarithm."
        "1" is "0" by |a| a.finite(libm::log(numbers::positive(a)?), Dimension::NONE);
    "log10" ("x") "The logarithm to the base 10."
        "1000" is "3" by |a| a.finite(libm::log10(numbers::positive(a)?), Dimension::NONE);
    "map" ("f, list") "The values of a function for the elements of a list or range, as a list."
        "sqrt, [1 4 9]" is "[1 2 3]", over Map;
    "max" ("a, ...") "The largest of several quantities, or of the elements of one list."
        "1, 3, 2" is "3" by choice::max;
    "min" ("a, ...") "The smallest of several quantities, or of the elements of one list."
        "[4mm 2mm 3mm]" is "0.002 m" by choice::min;
    "mod" ("a, b") "The remainder of a divided by b: from 0 up to but excluding b."
        "-1, 3" is "2" by numbers::modulo;
    "norm" ("v") "The length of a vector."
        "[2mm 3mm 6mm]" is "0.007 m" by vectors::norm;
    "normal" ("seed, ...") "A pseudorandom number with a normal distribution of mean 0 and standard deviation 1, limited to the range from -6 to 6. It depends only on the arguments, and can model the noise of a sensor."
        "1" is "-0.335372" by random::normal;
    "random" ("seed, ...") "A pseudorandom number from 0 up to but excluding 1, which depends only on the arguments."
        "1" is "0.534542" by random::random;
    "range" ("a, ...") "The range from a to b, which is excluded, by steps of c: `range(b)`, `range(a, b)` or `range(a, b, c)`, as `a..b by c`."
        "0, 10, 5" is "range of 2 from 0 to 5" by collections::range;
    "reduce" ("f, list, start") "The result of a function of two values: of `start` and the first element, then of that and the next one, and so on."
        "max, [3 5 4], 0" is "5", over Reduce;
    "reverse" ("list") "The elements of a list from the last to the first."
        "[1 2 3]" is "[3 2 1]" by collections::reverse;
    "round" ("x") "The nearest whole number; halves are rounded away from zero."
        "2.5" is "3" by |a| a.finite(a.plain(0)?.round(), Dimension::NONE);
    "sign" ("x") "1 for a positive quantity, -1 for a negative one, 0 for zero."
        "-2mm" is "-1" by numbers::sign;
    "sin" ("angle") "The sine of an angle, or of a number in radians."
        "30deg" is "0.5" by |a| a.finite(libm::sin(a.angle(0)?), Dimension::NONE);
    "sort" ("list") "The elements of a list of quantities or of texts, the smallest first."
        "[3mm 1mm 2mm]" is "[0.001 0.002 0.003] m" by collections::sort;
    "sqrt" ("x") "The square root of a number, or of a quantity whose units are squares."
        "9m2" is "3 m" by numbers::sqrt;
    "sum" ("list") "The sum of the elements of a list."
        "[1 2 3]" is "6" by vectors::sum;
    "tan" ("angle") "The tangent of an angle, or of a number in radians."
        "45deg" is "1" by |a| a.finite(libm::tan(a.angle(0)?), Dimension::NONE);
    "text" ("x") "The value as a text, in the format of `print`."
        "2mm" is "0.002 m" by collections::text;
    "unit" ("v") "The direction of a vector: a vector of length 1 without a unit."
        "[0 3mm 4mm]" is "[0 0.6 0.8]" by vectors::unit;
    "values" ("record") "The values of the fields of a record, as a list."
        "{kp: 2, kd: 1}" is "[2 1]" by collections::values;
    "zip" ("a, ...") "The first elements of several lists as a list, then the second ones, and so on, up to the end of the shortest."
        "[1 2], [3 4]" is "[[1 3] [2 4]]" by collections::zip;
}

/// Names of constants, in alphabetical order.
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

/// Returns the least and most number of arguments of a list of parameters; `...` means any number of further ones.
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

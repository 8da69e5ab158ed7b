//! The operators on lists, texts and flags.

use super::operators::{refused, value};
use super::{length, list, mass, plain, text};
use crate::value::{Datum, LONGEST_TEXT, Operator, Prefix, prefix, range};
use Operator::{Add, And, Div, Eq, Ge, Le, Lt, Mul, Ne, Or, Sub};

#[test]
fn lists_go_element_by_element() {
    let (a, b) = (
        list([length(1.0), length(2.0)]),
        list([length(3.0), plain(0.0)]),
    );
    assert_eq!(
        value(a.clone(), Add, b.clone()),
        list([length(4.0), length(2.0)])
    );
    assert_eq!(value(a.clone(), Sub, b), list([length(-2.0), length(2.0)]));
    assert_eq!(
        value(plain(2.0), Mul, a.clone()),
        list([length(2.0), length(4.0)])
    );
    assert_eq!(
        value(a.clone(), Div, length(2.0)),
        list([plain(0.5), plain(1.0)])
    );
    assert_eq!(
        prefix(Prefix::Minus, &a),
        Ok(list([length(-1.0), length(-2.0)]))
    );
    for (right, operator, message) in [
        (
            list([length(1.0), length(2.0), length(3.0)]),
            Add,
            "`+` needs lists of equal length, found 2 and 3 elements",
        ),
        (length(1.0), Add, "cannot add a list of 2 and a length (m)"),
        (a.clone(), Mul, "cannot multiply a list of 2 by a list of 2"),
        (
            a.clone(),
            Lt,
            "`<` compares numbers, found a list of 2 and a list of 2",
        ),
        (
            plain(1.0),
            Eq,
            "cannot compare a list of 2 with a number without a unit",
        ),
        (
            list([length(0.0), mass(1.0)]),
            Eq,
            "cannot compare a length (m) with a mass (kg)",
        ),
    ] {
        assert_eq!(refused(a.clone(), operator, right).message, message);
    }
    let longer = list([length(1.0), length(2.0), length(5.0)]);
    assert_eq!(value(a.clone(), Add, list([length(5.0)])), longer);
    assert_eq!(value(list([]), Add, a.clone()), a);
    assert_eq!(value(a.clone(), Eq, a.clone()), Datum::Flag(true));
    assert_eq!(value(a.clone(), Ne, list([])), Datum::Flag(true));
    let range = Datum::Range(range(&plain(0.0), &plain(2.0), None).unwrap());
    let help = refused(range, Add, a).help;
    assert_eq!(
        help.as_deref(),
        Some("`list(range)` converts a range to a list")
    );
}

#[test]
fn texts_join_and_flags_combine() {
    assert_eq!(value(text("leg"), Add, text("_l")), text("leg_l"));
    assert_eq!(value(text("a"), Eq, text("a")), Datum::Flag(true));
    let error = refused(text("leg"), Add, plain(1.0));
    assert_eq!(
        error.message,
        "cannot add a text and a number without a unit"
    );
    assert_eq!(
        error.help.as_deref(),
        Some("`text(x)` converts a value to a text")
    );
    let longest = text(&"a".repeat(LONGEST_TEXT));
    assert_eq!(
        refused(longest, Add, text("a")).message,
        "a text of 1048577 bytes is too long: the longest has 1048576"
    );
    let (yes, no) = (Datum::Flag(true), Datum::Flag(false));
    assert_eq!(value(yes.clone(), And, no.clone()), no);
    assert_eq!(value(yes.clone(), Or, no.clone()), yes);
    assert_eq!(value(yes.clone(), Ne, no.clone()), yes);
    assert_eq!(prefix(Prefix::Not, &yes), Ok(no.clone()));
    assert_eq!(
        refused(no, And, plain(1.0)).message,
        "`and` needs a flag (true or false), found a number without a unit"
    );
    let told = |operator, datum| prefix(operator, &datum).unwrap_err().message;
    assert_eq!(
        told(Prefix::Not, text("")),
        "`not` needs a flag (true or false), found a text"
    );
    assert_eq!(
        told(Prefix::Minus, yes),
        "`-` needs a number or a list of numbers, found a flag (true or false)"
    );
    assert_eq!(value(plain(1.0), Le, plain(1.0)), Datum::Flag(true));
    assert_eq!(value(plain(1.0), Ge, plain(2.0)), Datum::Flag(false));
}

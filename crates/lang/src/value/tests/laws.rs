//! Properties of all values.

use crate::dimension::Dimension;
use crate::lexer::{Token, lex};
use crate::tests::Words;
use crate::units::convert as to_si;
use crate::value::functions::FUNCTIONS;
use crate::value::{
    Datum, Operator, Prefix, Quantity, binary, call, convert, index, member, prefix, range, show,
    spell,
};
use proptest::prelude::*;

const OPERATORS: [Operator; 13] = [
    Operator::Add,
    Operator::Sub,
    Operator::Mul,
    Operator::Div,
    Operator::Pow,
    Operator::Eq,
    Operator::Ne,
    Operator::Lt,
    Operator::Le,
    Operator::Gt,
    Operator::Ge,
    Operator::And,
    Operator::Or,
];

/// Returns any finite number by its bits, and common ones.
fn finite() -> impl Strategy<Value = f64> {
    prop_oneof![
        any::<u64>()
            .prop_map(f64::from_bits)
            .prop_filter("finite", |x| x.is_finite()),
        -10.0..10.0,
        (-5i8..5).prop_map(f64::from),
    ]
}

fn dimension() -> impl Strategy<Value = Dimension> {
    let power = || prop_oneof![Just(0), Just(0), -3..4i8];
    (power(), power(), power(), power()).prop_map(|(length, mass, time, angle)| Dimension {
        length,
        mass,
        time,
        angle,
        energy: false,
    })
}

fn quantity() -> impl Strategy<Value = Quantity> {
    (finite(), dimension()).prop_map(|(value, dimension)| Quantity::new(value, dimension))
}

fn datum() -> impl Strategy<Value = Datum> {
    let leaf = prop_oneof![
        4 => quantity().prop_map(Datum::Number),
        4 => finite().prop_map(Datum::plain),
        1 => any::<bool>().prop_map(Datum::Flag),
        1 => ".{0,5}".prop_map(|text| Datum::text(&text).unwrap()),
        1 => (-9.0..9.0f64, -9.0..9.0f64, 0.1..9.0f64).prop_map(|(from, to, by)| {
            let [from, to, by] = [from, to, by].map(Datum::plain);
            Datum::Range(range(&from, &to, Some(&by)).unwrap())
        }),
    ];
    leaf.prop_recursive(2, 12, 4, |inner| {
        prop::collection::vec(inner, 0..4).prop_map(|elements| Datum::list(elements).unwrap())
    })
}

/// Whether all numbers of a value are finite, and it can be shown.
fn is_sound(datum: &Datum) -> bool {
    let finite = match datum {
        Datum::Number(number) => number.value.is_finite(),
        Datum::List(list) => list.iter().all(is_sound),
        Datum::Range(range) => range.elements().take(100).all(|x| x.value.is_finite()),
        _ => true,
    };
    finite && (matches!(datum, Datum::Text(_)) || !show(datum).is_empty())
}

fn holds_text(datum: &Datum) -> bool {
    match datum {
        Datum::Text(_) => true,
        Datum::List(list) => list.iter().any(holds_text),
        _ => false,
    }
}

/// Whether it holds a list of less than two elements, which is joined to another list by `+`.
fn may_join(datum: &Datum) -> bool {
    match datum {
        Datum::List(list) => list.len() < 2 || list.iter().any(may_join),
        _ => false,
    }
}

proptest! {
    #[test]
    fn what_is_spelled_reads_back_as_the_same_bits(number in quantity()) {
        let spelled = spell(&Datum::Number(number.clone())).unwrap();
        let tokens = lex(0, &spelled, &Words);
        prop_assert_eq!(tokens.len(), 1, "{}", spelled);
        let read = match tokens[0].0 {
            Token::Number(value) => value,
            Token::Measure(measure) => {
                let unit = &spelled[measure.unit_at as usize..];
                to_si(measure.value, unit, number.dimension).unwrap()
            }
            other => panic!("{spelled}: {other:?}"),
        };
        prop_assert_eq!(read.to_bits(), number.value.to_bits(), "{}", spelled);
    }

    #[test]
    fn sums_and_products_may_be_turned_around(a in datum(), b in datum()) {
        // Texts and lists of one element are joined in their order.
        if !holds_text(&a) && !may_join(&a) && !may_join(&b) {
            prop_assert_eq!(binary(Operator::Add, &a, &b).ok(), binary(Operator::Add, &b, &a).ok());
        }
        prop_assert_eq!(binary(Operator::Mul, &a, &b).ok(), binary(Operator::Mul, &b, &a).ok());
        prop_assert_eq!(binary(Operator::Lt, &a, &b).ok(), binary(Operator::Gt, &b, &a).ok());
        prop_assert_eq!(binary(Operator::Eq, &a, &b).ok(), binary(Operator::Eq, &b, &a).ok());
    }

    #[test]
    fn a_difference_is_the_sum_with_the_negative(a in datum(), b in datum()) {
        if !may_join(&a)
            && !may_join(&b)
            && let Ok(negative) = prefix(Prefix::Minus, &b)
        {
            let difference = binary(Operator::Sub, &a, &b).ok();
            prop_assert_eq!(difference, binary(Operator::Add, &a, &negative).ok());
        }
    }

    #[test]
    fn multiplying_and_dividing_gives_the_dimension_back(a in quantity(), b in quantity()) {
        let dimension = a.dimension;
        let (a, b) = (Datum::Number(a), Datum::Number(b));
        if let Ok(product) = binary(Operator::Mul, &a, &b)
            && let Ok(Datum::Number(back)) = binary(Operator::Div, &product, &b)
        {
            prop_assert!(back.dimension.fits(dimension), "{} {}", back.dimension, dimension);
        }
    }

    /// Radians decide neither whether two quantities meet nor the number that results.
    #[test]
    fn radians_change_the_unit_only(a in quantity(), b in quantity(), by in -3..4i8, operator in 0usize..11) {
        let turn = |number: &Quantity, by: i8| {
            let angle = number.dimension.angle.saturating_add(by);
            Datum::number(number.value, Dimension { angle, ..number.dimension })
        };
        let number = |datum: Result<Datum, _>| match datum {
            Ok(Datum::Number(number)) => Ok((number.value, number.dimension)),
            Ok(other) => Err(show(&other)),
            Err(_) => Err(String::new()),
        };
        let alike = Quantity::new(b.value, a.dimension);
        for b in [&b, &alike] {
            // An exact 0 without a unit meets everything, but with radians only what is plain.
            prop_assume!(a.value != 0.0 && b.value != 0.0);
            let plain = number(binary(OPERATORS[operator], &turn(&a, 0), &turn(b, 0)));
            let turned = number(binary(OPERATORS[operator], &turn(&a, by), &turn(b, 0)));
            match (plain, turned) {
                (Ok((x, d)), Ok((y, e))) => prop_assert!(x == y && d.fits(e), "{} {}", d, e),
                (plain, turned) => prop_assert_eq!(plain.err(), turned.err()),
            }
        }
        let [left, right] = [turn(&a, by), turn(&alike, 0)];
        for name in ["min", "max"] {
            prop_assert!(call(name, &[left.clone(), right.clone()]).is_ok());
        }
        let shown = convert(turn(&a, 0), &Dimension { angle: 1, ..a.dimension }.si_unit());
        prop_assert!(shown.is_ok());
    }

    #[test]
    fn a_sum_of_three_has_one_dimension(a in dimension(), by in prop::array::uniform3(-3..4i8)) {
        let [x, y, z] = by.map(|angle| Dimension { angle, ..a });
        prop_assert_eq!(x.plus(y), y.plus(x));
        prop_assert_eq!(x.plus(y).plus(z), x.plus(y.plus(z)));
    }

    #[test]
    fn a_square_is_a_product_and_has_a_root(a in quantity()) {
        let datum = Datum::Number(a.clone());
        let square = binary(Operator::Pow, &datum, &Datum::plain(2.0)).ok();
        prop_assert_eq!(square.clone(), binary(Operator::Mul, &datum, &datum).ok());
        if let Some(square) = square {
            let root = call("sqrt", &[square]);
            let sound = matches!(root, Ok(Datum::Number(root)) if root.dimension == a.dimension);
            prop_assert!(sound);
        }
    }

    #[test]
    fn a_remainder_lies_in_its_interval(a in finite(), b in finite()) {
        if let Ok(Datum::Number(rest)) = call("mod", &[Datum::plain(a), Datum::plain(b)]) {
            let inside = if b > 0.0 { 0.0 <= rest.value && rest.value < b } else { b < rest.value && rest.value <= 0.0 };
            prop_assert!(inside, "{}", rest.value);
        }
    }

    #[test]
    fn nothing_panics_and_every_value_is_finite(a in datum(), b in datum(), c in datum(), operator in 0usize..13, function in 0..FUNCTIONS.len()) {
        let name = FUNCTIONS[function].name;
        let values = [
            binary(OPERATORS[operator], &a, &b),
            prefix(Prefix::Minus, &a),
            prefix(Prefix::Not, &a),
            call(name, std::slice::from_ref(&a)),
            call(name, &[a.clone(), b.clone()]),
            call(name, &[a.clone(), b.clone(), c.clone()]),
            index(&a, &b),
            member(&a, "y"),
            convert(a.clone(), "mm/s"),
            convert(a.clone(), "deg"),
            range(&a, &b, Some(&c)).map(Datum::Range),
            spell(&a).and_then(|text| Datum::text(&text)),
        ];
        for value in values {
            match value {
                Ok(value) => prop_assert!(is_sound(&value), "{:?}", value),
                Err(error) => prop_assert!(!error.message.is_empty()),
            }
        }
    }
}

use super::*;

const DT: f64 = 0.04;

/// Outputs of a function at updates 40 ms apart.
fn outputs(name: &str, inputs: impl Fn(usize) -> Vec<f64>, count: usize) -> Vec<f64> {
    let mut all = NEURON_FUNCTIONS.iter();
    let function = all.find(|function| function.name == name).unwrap();
    let mut state = NeuronState::default();
    let update = |i: usize| {
        state = state.updated(function, &inputs(i), (i + 1) as f64 * DT);
        assert!(state.is_sound());
        state.output
    };
    (0..count).map(update).collect()
}

fn once(name: &str, inputs: &[f64]) -> f64 {
    outputs(name, |_| inputs.to_vec(), 1)[0]
}

#[test]
fn functions_without_state_are_their_formulae() {
    let cases: &[(&str, &[f64], f64)] = &[
        ("abs", &[-2.0], 2.0),
        ("add", &[1.0, 2.0, 4.0], 7.0),
        ("choose", &[-1.0, 3.0, 5.0], 5.0),
        ("choose", &[1.0, 3.0, 5.0], 3.0),
        ("constant", &[3.0], 3.0),
        ("cos", &[0.0], 1.0),
        ("divide", &[3.0, 2.0], 1.5),
        ("divide", &[3.0, 0.0], 0.0),
        ("exp", &[0.0], 1.0),
        ("exp", &[1e9], MOST),
        ("greater", &[2.0, 1.0], 1.0),
        ("invert", &[2.0], -2.0),
        ("less", &[2.0, 1.0], 0.0),
        ("log", &[-1.0], 0.0),
        ("log", &[0.0], 0.0),
        ("max", &[1.0, 3.0], 3.0),
        ("min", &[1.0, 3.0], 1.0),
        ("multiply", &[2.0, 3.0], 6.0),
        ("sigmoid", &[0.0], 0.5),
        ("sin", &[0.0], 0.0),
        ("subtract", &[2.0, 3.0], -1.0),
    ];
    for (name, inputs, wanted) in cases {
        assert_eq!(once(name, inputs), *wanted, "{name}");
    }
}

#[test]
fn functions_with_state_remember() {
    let count = |i: usize| vec![i as f64];
    assert_eq!(outputs("delay", count, 3), [0.0, 0.0, 1.0]);
    let slope = outputs("differentiate", count, 3);
    assert!((slope[2] - 25.0).abs() < 1e-9, "{slope:?}");
    let sum = outputs("integrate", |_| vec![2.0], 25);
    assert!((sum[24] - 2.0).abs() < 1e-12, "{sum:?}");
    let near = outputs("smooth", |_| vec![1.0, 0.5], 25);
    assert!((near[24] - (1.0 - libm::exp(-2.0))).abs() < 1e-12);
}

#[test]
fn oscillators_have_their_frequency_and_range() {
    // 2.5 Hz: a cycle of ten updates, of which none is at a jump, where rounding decides.
    for (name, inputs) in [
        ("wave", vec![2.5]),
        ("saw", vec![2.5, 0.33]),
        ("square", vec![2.5, 0.13]),
        ("pacemaker", vec![0.4, 0.1, 0.03]),
        ("fourier", vec![2.5, 1.0, 0.0, 0.5, 0.25]),
    ] {
        let found = outputs(name, |_| inputs.clone(), 40);
        for i in 10..40 {
            assert!((found[i] - found[i - 10]).abs() < 1e-9, "{name} {i}");
        }
        let (least, most) =
            (found.iter().copied()).fold((0.0, 0.0), |(l, m): (f64, f64), x| (l.min(x), m.max(x)));
        assert!(most > 0.7 && least < -0.7, "{name}: {least} to {most}");
    }
    let one = outputs("fourier", |_| vec![2.5, 1.0, 0.0], 20);
    assert_eq!(one, outputs("wave", |_| vec![2.5], 20));
}

#[test]
fn the_step_of_a_pacemaker_takes_its_time() {
    // Cycle 1 s, step 0.2 s: five updates up, twenty down.
    let found = outputs("pacemaker", |_| vec![1.0, 0.2], 50);
    let rising = found.windows(2).skip(24).take(25).filter(|w| w[1] > w[0]);
    assert_eq!(rising.count(), 5, "{found:?}");
}

#[test]
fn the_table_is_sorted_and_no_input_breaks_a_function() {
    assert!(NEURON_FUNCTIONS.is_sorted_by_key(|function| function.name));
    let odd = [f64::NAN, f64::INFINITY, -1e300, 0.0, 1e300];
    for function in NEURON_FUNCTIONS {
        let mut state = NeuronState::default();
        for (i, x) in odd.iter().cycle().take(50).enumerate() {
            let inputs = vec![*x; function.inputs[1]];
            state = state.updated(function, &inputs, i as f64 * DT);
            assert!(state.is_sound(), "{} {x}: {state:?}", function.name);
        }
    }
}

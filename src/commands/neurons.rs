//! Neurons, and the updates of all neurons.

use crate::control::{NEURON_FUNCTIONS, NeuronFunction, NeuronState};
use crate::lang::syntax::Expression;
use crate::lang::value::{Datum, Unknown};
use crate::record::counted;
use crate::session::command::{Bound, Command, Group, Kind, Outcome, Thing, Value, need};
use crate::session::{Neuron, NeuronInputs, Session, Stop};

/// Words for the functions.
const WORDS: [&str; NAMES] = {
    let mut words = [""; NAMES];
    let mut i = 0;
    while i < NAMES {
        words[i] = NEURON_FUNCTIONS[i].name;
        i += 1;
    }
    words
};
const NAMES: usize = NEURON_FUNCTIONS.len();

fn refuse_inputs(bound: &Bound, function: &NeuronFunction, found: usize) -> Stop {
    let [least, most] = function.inputs;
    let takes = match least == most {
        true => counted(least as u64, "input"),
        false => format!("{least} to {most} inputs"),
    };
    let message = format!("`{}` takes {takes}, found {found}", function.name);
    let help = format!("its output is {}", function.formula);
    let code = if found < least { "E021" } else { "E022" };
    Stop::mistake(code, bound.at(2), message, help)
}

pub(super) const NEURON: Command = Command {
    name: "neuron",
    summary: "Adds a neuron: a function of inputs, with a state, that each `think` updates.",
    details: "Each input is an expression: `{2 * knee.q}` is the angle of a joint with the weight 2, `{swing.out}` the output of the neuron `swing`, which may also be defined later, `{foot.contact}` a sense of touch (1 or 0), `{ball.x - trunk.x}` one of the world. The inputs are called a, b and c; a number with a unit counts in SI units. \
              A neuron belongs to its world, and its output, which is read as `NAME.out`, is 0 until the first `think`. Outputs are limited to a million.\n\
              Functions without memory: `abs`, `add`, `choose` (b if a is above zero, else c), `constant`, `cos`, `divide` (0 if b is 0), `exp`, `greater`, `invert` (-a), `less`, `log`, `max`, `min`, `multiply`, `sigmoid` (1 / (1 + exp(-a))), `sin`, `subtract`. \
              Functions with memory: `delay` (a of the update before), `differentiate`, `integrate` (from -10 to 10), `smooth` (follows a with the time constant b; at once if b is not above zero). \
              Oscillators from -1 to 1, a times per second and ahead by b cycles: `wave`, `saw`, `square`. `pacemaker` is one of the oscillators of a gait: from -1 to 1 in a step of b seconds, and back in the rest of a cycle of a seconds, delayed by c seconds. \
              `fourier` is a sum of sines with 1, 2, 3 and 4 times a frequency: its inputs are the frequency, then an amplitude and a phase (cycles) of each.",
    forms: &[&[
        need("name", Kind::New(Thing::Neuron), "name of the neuron"),
        need("function", Kind::Choice(&WORDS), "its function"),
        need("inputs", Kind::Readings, "its inputs, such as `{knee.q}`"),
    ]],
    example: "addcorpus c\nbox post size=[5cm 5cm 5cm]\naddbody post post 0 0 1 rotary 1g/cm3\nsetroot post\nbox knee size=[2cm 2cm 20cm]\nmove knee 0 0 -10cm\naddbody knee knee 0 1 0 rotary 1g/cm3\nlinkbodies post knee\ncorpusinit\nrootmotion fixed\nservo knee kp=5\nneuron beat wave {1.5}\nneuron lift multiply {0.4} {beat.out}\nevery 40ms\n  think\n  servo knee {lift.out}\nend\ngo 0.5s\nprint {lift.out} {knee.q}",
    shows: "a joint that follows 0.4 times a sine of 1.5 Hz",
    search: "brain, controller, network, oscillator, sensor, effector",
    run: |session, bound| {
        let word = bound.text(1);
        let mut all = NEURON_FUNCTIONS.iter();
        let (Some(function), Some(Value::Expressions(inputs))) = (
            all.find(|function| function.name == word),
            bound.values.get(2),
        ) else {
            return Ok(());
        };
        let [least, most] = function.inputs;
        if !(least..=most).contains(&inputs.len()) {
            return Err(refuse_inputs(bound, function, inputs.len()));
        }
        let inputs = NeuronInputs {
            expressions: inputs.clone(),
            environment: session.environment(),
        };
        let name = bound.text(0);
        let index = session.here().definitions.neurons.len();
        session.name(Thing::Neuron, name, index, bound.at(0));
        let stage = session.here_mut();
        let time = stage.world.time;
        stage.definitions.neurons.push(Neuron {
            name: name.to_owned(),
            function,
            inputs,
            state: NeuronState::at(time),
        });
        Ok(())
    },
    ..Command::of(Group::Gait)
};

pub(super) const THINK: Command = Command {
    name: "think",
    summary: "Updates all neurons of the world once.",
    details: "All neurons read the outputs of the update before, so their order does not matter, and a signal takes one update through each neuron. Oscillators, integrals and filters advance by the time since the last update. \
              A brain is updated at equal times by `every`, 25 times per second in the work of Sims; the lines after `think` are its effectors: `servo knee {0.4 * lift.out}` moves the target of a servo, `motor knee etarget {lift.out} 40ms` the rest angle of a spring, `torque` exerts a torque.",
    example: "addcorpus c\nbox post size=[5cm 5cm 5cm]\naddbody post post 0 0 1 rotary 1g/cm3\nsetroot post\nbox knee size=[2cm 2cm 20cm]\nmove knee 0 0 -10cm\naddbody knee knee 0 1 0 rotary 1g/cm3\nlinkbodies post knee\ncorpusinit\nrootmotion fixed\nservo knee kp=5\nneuron push multiply {-0.02} {knee.dq}\nevery 40ms\n  think\n  torque knee {push.out}\nend\njoint knee q 30deg\ngo 1s",
    shows: "a neuron that damps a joint",
    search: "brain, update",
    in_lists: true,
    run: |session, _| think(session),
    ..Command::of(Group::Gait)
};

fn think(session: &mut Session) -> Outcome {
    session.observe();
    let count = session.here().definitions.neurons.len();
    let mut read = Vec::with_capacity(count);
    for i in 0..count {
        let inputs = session.here().definitions.neurons[i].inputs.clone();
        let values = session.within(&inputs.environment, |session| {
            let all = inputs.expressions.iter();
            all.map(|input| input_of(session, input))
                .collect::<Result<Vec<f64>, Stop>>()
        });
        match values {
            Ok(values) => read.push(values),
            // A check goes on to the mistakes of the other neurons.
            Err(Stop::Mistake(report)) if session.mode.continues_after_errors() => {
                session.diagnostics.add_once(*report);
            }
            Err(stop) => return Err(stop),
        }
    }
    session.effect(|session| {
        let stage = session.here_mut();
        let time = stage.world.time;
        for (neuron, inputs) in stage.definitions.neurons.iter_mut().zip(&read) {
            neuron.state = neuron.state.updated(neuron.function, inputs, time);
        }
        Ok(())
    })
}

/// Returns the value of an input; 0 for one that a check does not know.
fn input_of(session: &mut Session, input: &Expression) -> Result<f64, Stop> {
    match session.value_of(input)? {
        Datum::Number(number) => Ok(number.value),
        Datum::Flag(flag) => Ok(f64::from(flag)),
        Datum::Unknown(Unknown::Number(_) | Unknown::Flag | Unknown::Any) => Ok(0.0),
        other => {
            let message = format!("an input of a neuron is a number, found {}", other.kind());
            let help = "read one number, such as `{trunk.vel.x}`";
            Err(Stop::mistake("E014", input.span, message, help))
        }
    }
}

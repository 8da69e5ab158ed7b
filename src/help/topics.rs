//! Topics of `help` that are not commands: expressions, quantities, units.

use super::wrap;
use crate::lang::dimension::Dimension;
use crate::lang::units::all_symbols;
use crate::lang::value::functions::{CONSTANTS, FUNCTIONS};
use crate::lang::value::{Datum, show};
use crate::session::command::Table;
use crate::session::{Measured, Owner, QUANTITIES, Quantity};
use std::fmt::Write as _;

/// A topic of `help`.
pub struct Topic {
    /// Name of the topic.
    pub name: &'static str,
    /// One sentence.
    pub summary: &'static str,
    text: fn() -> String,
}

impl Topic {
    /// Whether it is short: a few sentences and not a long list.
    pub(super) fn is_short(&self) -> bool {
        matches!(self.name, "end" | "else" | "render" | "water")
    }

    /// Returns the text of the topic.
    #[must_use]
    pub fn page(&self) -> String {
        let text = (self.text)();
        format!("{}\n\n{text}", self.summary)
    }
}

static TOPICS: [Topic; 8] = [
    Topic {
        name: "expressions",
        summary: "Syntax and operators of expressions.",
        text: expressions,
    },
    Topic {
        name: "functions",
        summary: "The functions of expressions.",
        text: functions,
    },
    Topic {
        name: "quantities",
        summary: "The quantities that expressions can read from the running simulation.",
        text: quantities,
    },
    Topic {
        name: "units",
        summary: "The units of numbers.",
        text: units,
    },
    Topic {
        name: "end",
        summary: "Ends a block of lines, or a list of commands.",
        text: || plain(END),
    },
    Topic {
        name: "else",
        summary: "Divides the lines of an `if`.",
        text: || plain(ELSE),
    },
    Topic {
        name: "water",
        summary: "Water and wind are not supported: figures move on the ground and without air resistance.",
        text: || plain(WATER),
    },
    Topic {
        name: "render",
        summary: "Pictures and videos of a script's run.",
        text: || plain(RENDER),
    },
];

/// Returns the topics, without those that have the name of a command.
pub fn topics(table: &Table) -> impl Iterator<Item = &'static Topic> {
    TOPICS.iter().filter(|t| table.find(t.name).is_none())
}

const END: &str = "\
`end` must be alone on its line. It closes the block or list that was opened last: a block of `define`, `for`, `repeat`, `while`, `if`, `try`, \
`after`, `at`, `every` or `when`, or a list of commands of `swing`, `stance`, `procom` or `retcom`. Only a list may also be closed by `.` or `..`.
  repeat 3
    go 10ms
  end";

const ELSE: &str = "\
`else` must be alone on a line between an `if` and its `end`. The lines after it run if the condition is false; \
`else if CONDITION` tests another condition first.
  if speed > 1
    print fast
  else
    print slow
  end";

const WATER: &str = "\
The simulator computes no drag, lift or buoyancy. A script can model these forces: `push` applies a force to a body, and a block of `every 1ms` can update the force from the body's motion. \
`pull` pulls a body towards a point of the world by a spring and a damper.";

const RENDER: &str = "\
`corpus render SCRIPT -o walk.mp4` is a command of the shell, not of a script. It runs a script and makes a video (film, movie) of it, also as `.gif`; \
`-o DIR` writes frame_00000.png and so on. \
Options: `--fps 30` sets the frames per second, `--slow 10` ten-fold slow motion, `--size 1280x720` the width and height in pixels, `--from` and `--to` a part of the run, \
`--draft` faster and simpler pictures. `corpus render --help` lists all options. \
The camera follows the figure: `--azimuth` turns it around the figure (0 shows a figure that walks along x from the front, 90 from its left, -90 from its right), \
`--elevation` raises it above the horizon (both in degrees), `--distance 2` is twice the distance from which the whole figure is visible. A script sets its own cameras by the command `camera` (`corpus help camera`).";

fn plain(text: &str) -> String {
    let mut out = String::new();
    wrap(&mut out, text, 0);
    out
}

const EXPRESSIONS: &str = "\
An expression is written without braces after `let x =`, `if`, `while`, `when`, `repeat`, `expect`, `after`, `at` and `every`, and in braces in the arguments of commands and \
in the text of `print`: `scale box {2*a} 1 1`, `leg_{side}0`, `print it is {abdomen.z to mm} high`.

numbers      5  .5  1e-3  10% (0.1), with a unit directly after: 5mm  45deg  1g/cm3 (`help units`)
texts        \"in double quotes\", in which braces are not evaluated; \"leg\" + text(2) joins two texts
flags        true  false
lists        [1cm 2cm (a+b)], elements separated by spaces; an expression is in parentheses
names        variables of `let`, `for` and `define`; pi and tau
quantities   abdomen.z  leg_fl4.load  roach.leg0.phase  world.time (`help quantities`)
functions    sin(x)  clamp(x, low, high) (`help functions`)

Operators, from highest to lowest precedence:

f(x)  v[0]  v.x     calls, elements counted from 0, members
^                   power: 2^3, (2mm)^2
-                   negation of a number
*  /                product, quotient: 5cm / 2s
+  -                sum, difference of values with the same dimension
<  <=  >  >=  ==  !=  ~   comparison of values with the same dimension
a ~ b               true if a and b are approximately equal; `a ~ b within 1%`, `a ~ b +- 0.1mm` set the tolerance
not                 negation of a flag: `not a == b` is `not (a == b)`
and                 true if both flags are true
or                  true if at least one flag is true
a..b   a..b by s    a range, which does not include its end b; `by s` sets the step
a to cm/s           the value, shown in that unit

Quantities are stored in SI units and have a dimension: 1cm + 1s is an error.";

fn expressions() -> String {
    plain(EXPRESSIONS)
}

fn functions() -> String {
    let mut out = String::new();
    for function in FUNCTIONS {
        let line = format!(
            "  {:<22} {} {} is {}.",
            function.usage(),
            function.summary,
            function.example,
            function.result
        );
        wrap(&mut out, &line, 25);
    }
    for constant in CONSTANTS {
        let value = show(&Datum::Number(constant.value.clone()));
        let line = format!("  {:<22} {} {value}.", constant.name, constant.summary);
        wrap(&mut out, &line, 25);
    }
    out
}

/// Returns the unit or kind of a quantity.
fn sort(quantity: &Quantity) -> String {
    let unit = |d: Dimension| match d {
        d if d == Dimension::NONE => "number".to_owned(),
        d => d.si_unit(),
    };
    match quantity.measured {
        Measured::Number(dimension) => unit(dimension),
        Measured::Vector(dimension) => format!("vector, {}", unit(dimension)),
        Measured::Joint { turning, sliding } => format!("{} or {}", unit(turning), unit(sliding)),
        Measured::Contacts => "list".to_owned(),
        Measured::Flag | Measured::Question => "true or false".to_owned(),
        Measured::Text => "word".to_owned(),
    }
}

/// Adds a quantity to a list.
pub(super) fn quantity_line(out: &mut String, quantity: &Quantity) {
    let doc = format!(
        "{} ({})",
        quantity.doc.trim_end_matches('.'),
        sort(quantity)
    );
    wrap(out, &format!("  {:<18} {doc}", quantity.field), 21);
}

fn quantities() -> String {
    let mut out = plain(
        "A quantity is read as `name.field`, such as `abdomen.z`. A component of a vector is read as `abdomen.vel.x`, and a quantity of a body of another figure as `figure.body.field`. In a body's list, \"its\" means \"of the body\". `#` stands for the number of a leg or of an attachment, from 0. Quantities of a world, gait or neuron, and the `mass` of a body or figure, can be read before `corpusinit`; the others of figures, bodies and joints exist after it.",
    );
    let owners = [
        (Owner::Body, "Quantities of a body"),
        (Owner::Joint, "Quantities of a body with a joint"),
        (Owner::Corpus, "Quantities of a figure"),
        (Owner::Gait, "Quantities of a gait"),
        (
            Owner::World,
            "Quantities of a world; the first world is called `world`",
        ),
        (Owner::Neuron, "Quantities of a neuron"),
    ];
    for (owner, title) in owners {
        let _ = writeln!(out, "\n{title}");
        for quantity in QUANTITIES.iter().filter(|q| q.owner == owner) {
            quantity_line(&mut out, quantity);
        }
    }
    out
}

fn units() -> String {
    let mut out = plain(
        "A unit directly follows its number: `5mm`. Units are joined by `*` and `/`, and may have powers: `1g/cm3`, `9.8m/s2`, \
         `2N*s/m`. A number without a unit is in SI units (an angle in rad); but the angles of `rotate`, `rotateaxis`, `camera` and `light` are then in degrees.",
    );
    out.push('\n');
    let mut told: Vec<Dimension> = vec![];
    for (_, dimension) in all_symbols() {
        if told.contains(&dimension) {
            continue;
        }
        told.push(dimension);
        let symbols = all_symbols().filter(|(_, d)| *d == dimension);
        let symbols: Vec<&str> = symbols.map(|(symbol, _)| symbol).collect();
        let _ = writeln!(out, "  {:<28} {}", symbols.join(" "), dimension);
    }
    out
}

//! Topics of `help` that are no commands: what expressions are made of, what one can read, in which units.

use super::wrap;
use crate::lang::dimension::Dimension;
use crate::lang::units::all_symbols;
use crate::lang::value::functions::{CONSTANTS, FUNCTIONS};
use crate::lang::value::{Datum, show};
use crate::session::command::Table;
use crate::session::{Measured, Owner, QUANTITIES, Quantity};
use std::fmt::Write as _;

/// Something that `help` tells of.
pub struct Topic {
    /// The word.
    pub name: &'static str,
    /// One sentence.
    pub summary: &'static str,
    text: fn() -> String,
}

impl Topic {
    /// Whether it is told in a few sentences, and is no list of words that have to do with much.
    pub(super) fn is_short(&self) -> bool {
        matches!(self.name, "camera" | "end" | "else" | "render" | "water")
    }

    /// All that is told of it.
    #[must_use]
    pub fn page(&self) -> String {
        let text = (self.text)();
        format!("{}\n\n{text}", self.summary)
    }
}

static TOPICS: [Topic; 9] = [
    Topic {
        name: "expressions",
        summary: "How values are computed.",
        text: expressions,
    },
    Topic {
        name: "functions",
        summary: "The functions of expressions.",
        text: functions,
    },
    Topic {
        name: "quantities",
        summary: "What expressions can read off the running world.",
        text: quantities,
    },
    Topic {
        name: "units",
        summary: "The units that numbers may carry.",
        text: units,
    },
    Topic {
        name: "end",
        summary: "Ends the lines of a block or a list.",
        text: || plain(END),
    },
    Topic {
        name: "else",
        summary: "Parts the lines of an `if`.",
        text: || plain(ELSE),
    },
    Topic {
        name: "water",
        summary: "There is no water, and no wind: figures move over ground and through empty space.",
        text: || plain(WATER),
    },
    Topic {
        name: "render",
        summary: "Pictures and videos of what a script does.",
        text: || plain(RENDER),
    },
    Topic {
        name: "camera",
        summary: "From where the pictures of `corpus render` are taken.",
        text: || plain(CAMERA),
    },
];

/// The topics that are no commands; a command that has come to have the same name hides one.
pub fn topics(table: &Table) -> impl Iterator<Item = &'static Topic> {
    TOPICS.iter().filter(|t| table.find(t.name).is_none())
}

const END: &str = "\
`end` stands alone on its line. It closes the innermost of what is open: the lines of `define`, `for`, `repeat`, `while`, `if`, \
`after`, `at`, `every` and `when`, or a list of `procom` or `retcom`, for which `.` and `..` do as well.
  repeat 3
    go 10ms
  end";

const ELSE: &str = "\
`else` stands on a line of its own between an `if` and its `end`. What follows is done where the condition does not hold; \
`else if CONDITION` asks for another one first.
  if speed > 1
    print fast
  else
    print slow
  end";

const WATER: &str = "\
No medium drags at a figure, lifts it or lets it float. A script can: `push` lets a force act on a body, and `every 1ms` may set it anew by how the body moves; \
`pull` draws a body towards a point of the world by a spring and a damper.";

const RENDER: &str = "\
`corpus render SCRIPT -o walk.mp4`, at the shell and not in a script, runs a script and makes a video (film, movie) of it, also `.gif` and `.webp`; \
`-o DIR` writes frame_00000.png and so on. \
`--fps 30` pictures a second, `--slow 10` times slower than real time, `--size 1280x720`, `--from` and `--to` for a part of the run, \
`--draft` for faster and plainer pictures. `corpus render --help` tells all; `corpus help camera` tells where the camera stands.";

const CAMERA: &str = "\
The camera follows the figure; `corpus render` says from where. `--azimuth` turns it around the figure (0 looks at it from the front, \
90 from its left, -90 from its right), `--elevation` lifts it above the horizon (both in degrees), `--distance 2` takes it twice as far \
away as what shows the whole figure.";

fn plain(text: &str) -> String {
    let mut out = String::new();
    wrap(&mut out, text, 0);
    out
}

const EXPRESSIONS: &str = "\
An expression stands bare behind `let x =`, `if`, `while`, `when`, `repeat`, `expect`, `after`, `at` and `every`, and in braces in the arguments of commands and \
in the text of `print`: `scale box {2*a} 1 1`, `leg_{side}0`, `print it is {abdomen.z to mm} high`.

numbers      5  .5  1e-3, with a unit right behind: 5mm  45deg  1g/cm3 (`help units`)
texts        \"in double quotes\", in which braces are not computed; \"leg\" + text(2) joins two
truth        true  false
lists        [1cm 2cm (a+b)], elements separated by blanks; what is computed stands in parentheses
names        what `let`, `for` and `define` have named; pi and tau
quantities   abdomen.z  leg_fl4.load  roach.leg0.phase  world.time (`help quantities`)
functions    sin(x)  clamp(x, low, high) (`help functions`)

From what binds most to what binds least:

f(x)  v[0]  v.x     calls, elements counted from 0, members
^                   powers, of a unit too: (2mm)^2
-  not              before a value
*  /                by numbers, or of quantities: 5cm / 2s
+  -                of what has the same dimension
<  <=  >  >=  ==  !=  ~
a ~ b               equal but for rounding; `a ~ b within 1%`, `a ~ b +- 0.1mm` say how nearly
and
or
a..b   a..b by s    a range, which does not hold its end
a to cm/s           for show, in that unit

Quantities are kept in SI and know what they measure: 1cm + 1s is a mistake, told where it stands.";

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

/// The unit or sort of a quantity.
fn sort(quantity: &Quantity) -> String {
    let unit = |d: Dimension| match d {
        Dimension::NONE => "number".to_owned(),
        d => d.si_unit(),
    };
    match quantity.measured {
        Measured::Number(dimension) => unit(dimension),
        Measured::Vector(dimension) => format!("vector, {}", unit(dimension)),
        Measured::Joint { turning, sliding } => format!("{} or {}", unit(turning), unit(sliding)),
        Measured::Flag => "true or false".to_owned(),
        Measured::Text => "word".to_owned(),
    }
}

/// A quantity in a line of a list.
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
        "A quantity is read as `name.field`: `abdomen.z`, of a vector also `abdomen.vel.x`; of the body of another figure \
         as `corpus.body.field`. `#` stands for the number of a leg, from 0. `corpusinit` comes before.",
    );
    let owners = [
        (Owner::Body, "Of a body"),
        (Owner::Joint, "Of a body with a joint"),
        (Owner::Corpus, "Of a figure"),
        (Owner::Gait, "Of a gait"),
        (Owner::World, "Of a world; the first one is called `world`"),
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
        "A unit stands right behind its number: `5mm`. Units are joined by `*` and `/`, with powers behind them: `1g/cm3`, `9.8m/s2`, \
         `2N*s/m`. A number without a unit is in SI; `rotate` and `rotateaxis` take degrees.",
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

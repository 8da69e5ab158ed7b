//! What is wrong with the text of a script, its lines and their arguments.

use super::{Code, code};

pub(super) const LANGUAGE: &[Code] = &[
    code(
        "E001",
        "invalid character",
        "A command is made of words, numbers and texts with blanks between them. A word holds letters, digits and \
         `_ . / - ~ * ?`. Anything else, such as a comma or a bracket, stands in a text in double quotes: `\"a, b\"`. \
         Characters that look right may be others: typographic quotes, a long dash in place of a minus sign, a \
         no-break space.",
    ),
    code(
        "E002",
        "malformed number",
        "Numbers look like `5`, `-.5`, `+0.3`, `1e-3`, with a unit attached without a blank if there is one: `5mm`, \
         `1g/cm3`. A time relative to a phase has a star in front: `*0.5`. A name that starts with a digit, such as \
         that of a file, stands in double quotes.",
    ),
    code(
        "E003",
        "number too large",
        "Numbers are kept in double precision, which ends at about 1.8e308.",
    ),
    code(
        "E004",
        "text without a closing quote",
        "A text in double quotes ends on the line on which it starts. It cannot hold a double quote itself.",
    ),
    code(
        "E005",
        "missing blank between arguments",
        "Arguments are separated by blanks or tabs, also where one of them is a text in double quotes.",
    ),
    code(
        "E006",
        "line without a command",
        "Every line starts with the word of a command. A line that starts with a number only continues a command that \
         takes rows of numbers, such as `setrootmatrix`, and follows it directly. To hide a line from the program, \
         put a `#` before it.",
    ),
    code(
        "E007",
        "nothing open that this could close",
        "A line that holds only `end` closes the block that a command such as `for` or `if` has opened, and a line that holds only \
         `.`, `..` or `end` the list of a `procom` or `retcom`. Here none is open: either there is one end too many, perhaps \
         further up, or the command that should open the block is missing or misspelt.",
    ),
    code(
        "E008",
        "block that is never closed",
        "A block, such as that of `for`, `if` or `define`, goes on to a line that holds only `end`. Where blocks stand in each other and an \
         `end` is missing, how far the lines are indented tells which block is most likely meant. A command such as `procom 0` opens a list of commands, one a line. The list goes on to a line that holds only \
         `.`, `..` or `end`. A list holds no lists of its own, so a second command that opens one shows that the first \
         was not closed.",
    ),
    code(
        "E009",
        "block closed in the wrong place",
        "The `end` that closes a block, or the `.`, `..` or `end` that closes a list, stands alone on its line; only a comment may follow \
         it. Blocks do not end with dots. As the name \
         of a folder, write `./` or `../`.",
    ),
    code(
        "E010",
        "unknown unit",
        "The units are: m cm mm um km (length), kg g mg (mass), s ms us min (time), rad deg rev (angle), Hz kHz \
         (frequency), N mN uN (force), J mJ uJ (energy), W mW (power), and what `*`, `/` and powers make of them, \
         without blanks: `1g/cm3`, `5cm/s`, `9.8m/s2`, `0.2N*s/m`. Upper and lower case matter: `mN` is a \
         millinewton.",
    )
    .of_line(),
    code(
        "E011",
        "malformed unit",
        "A unit is a symbol with an optional power, or several of them joined by `*` and `/`: `mm`, `cm3`, `s^-1`, \
         `g/cm3`, `N*s/m`. A `/` divides by the one symbol behind it, so `J/kg/m` divides by both. Powers are whole \
         and not zero.",
    ),
    code(
        "E012",
        "wrong kind of unit",
        "A number with a unit must be of the kind the command expects at that place: a length in `m` or `mm`, not a \
         mass. A number without a unit is in SI units there, or in the unit that the help of the command names.",
    )
    .of_line(),
    code(
        "E013",
        "invalid expression",
        "An expression stands in braces in an argument, `{2*side}`, and bare behind `let x =`, `if`, `while`, `when`, `repeat` and \
         `expect`. It is made of numbers, texts in quotes, names, functions `f(a, b)`, lists `[a b c]`, parentheses, and the operators \
         + - * / ^ == != < <= > >= and or not. `to` and a unit at its end choose how a number is shown. Elements of a list are separated \
         by blanks; what is computed in a list stands in parentheses: `[0 (a + b) 0]`. An expression ends on its line.",
    ),
    code(
        "E014",
        "incompatible values",
        "Numbers carry their dimension: a length and a mass cannot be added or compared, a function wants what it is made for, and \
         no result may be infinite or no number at all. A number without a unit is not a length: write `1mm` or `1m`.",
    )
    .of_line(),
    code(
        "E015",
        "unknown name",
        "A name in an expression is a variable, made by `let`, `param` or `for` or a parameter of a `define`, or a quantity of the running \
         world: the name of a body, figure, gait or world, a point, and what is read of it: `abdomen.z`. A text stands in double quotes.",
    ),
    code(
        "E016",
        "mismatched blocks",
        "`else` belongs to the `if` above it, whose block it divides. Blocks stand in each other so deep, and no deeper; a command \
         that calls itself would never end, nor would an event that sets itself anew for the same moment.",
    ),
    code(
        "E017",
        "incomplete line",
        "`let`, `param` and `for` begin with the name of a value: letters, digits and `_`, and none of the words that expressions use. \
         `let` goes on with `=` and an expression, `for` with `in` and what it goes through. An argument by name has no blanks around \
         its `=`: `density=1g/cm3`.",
    )
    .of_line(),
    code(
        "E020",
        "unknown command",
        "A line starts with a command of the language. `corpus help` lists the commands by chapters, and `corpus help WORD` \
         finds those that have to do with a word. Upper and lower case matter. A word that is a command, but whose arguments \
         fit another one of nearly the same name, gets this report as well: `time *0.5 motor ...` was meant as `timer`.",
    )
    .of_line(),
    code(
        "E021",
        "missing argument",
        "The line ends before all that the command needs. The usage line of the report names its arguments in order; those in \
         `[` and `]` may be left out. `corpus help COMMAND` tells what each of them means.",
    )
    .of_line(),
    code(
        "E022",
        "too many arguments",
        "The line goes on behind all that the command takes. Each command stands on a line of its own, and a comment starts \
         with `#`.",
    )
    .of_line(),
    code(
        "E023",
        "wrong kind of argument",
        "The command expects something else in this place, such as a number, the name of a body, or one of a few words. Names \
         are words without quotes that do not start with a digit. `nan` and `inf` are no numbers.",
    )
    .of_line(),
    code(
        "E024",
        "name already taken",
        "Things of one kind have different names: the objects, bodies and parts of a figure, and the corpora and gaits of a \
         world. An object and a body may share a name, as in `addbody thorax thorax ...`, and so may bodies of two figures. \
         A script that is included twice names its things twice.",
    ),
    code(
        "E025",
        "unknown name",
        "There is nothing of this name yet, or it belongs to another figure or world than the present one. Objects and bodies \
         belong to the corpus that was current when they were made; `setcorpus` and `setworld` choose what commands speak of.",
    ),
    code(
        "E026",
        "body paired with itself",
        "`attach` and `collide` act between two bodies, or between a body and the world. The line names the same body twice: the points of \
         one body never part, and it cannot meet itself.",
    ),
    code(
        "E027",
        "number out of range",
        "The number is of the right kind, but the command cannot do anything sensible with it: a duration or a density of zero, \
         a negative count of frames, a leg number with a fraction. The report says what is allowed.",
    )
    .of_line(),
    code(
        "E028",
        "relative time outside a motor program",
        "`*0.5` is half the duration of a step in a list of `procom`, and half that of a stance in a list of `retcom`. It may \
         stand there as the time of a `motor` or the delay of a `timer`, and nowhere else, because elsewhere there is no step \
         that it could be a part of.",
    ),
    code(
        "E029",
        "command that cannot run later",
        "Lists of `procom` and `retcom`, timers and alarms run while the simulation goes on. Commands that build figures, \
         read files, open lists or simulate cannot stand there. Timers within timers are limited in depth.",
    )
    .of_line(),
];

//! Codes of errors in the text of a script, its lines and their arguments.

use super::{Code, code};

pub(super) const LANGUAGE: &[Code] = &[
    code(
        "E001",
        "invalid character",
        "A command consists of words, numbers, texts in double quotes, expressions in braces and lists in square \
         brackets, separated by spaces. A word contains letters, digits and `_ . / - ~ * ?`; a `+` may join words of \
         letters, as in `linear+damper`. Write any other text, such as one with a comma or a parenthesis, in double quotes: \
         `\"a, b\"`. The names of objects, bodies, \
         figures, gaits and worlds cannot be in quotes, so they cannot contain other characters. Some characters look \
         right but are not: typographic quotes, a long dash instead of a minus sign, a no-break space.",
    ),
    code(
        "E002",
        "malformed number",
        "Numbers look like `5`, `-.5`, `+0.3`, `1e-3`, with an optional unit directly after them: `5mm`, `1g/cm3`. \
         In the motor program of a leg, a time may be a fraction of the duration of the leg's step or stance; such a \
         fraction starts with a star: `*0.5`. Write the name of a file that starts with a digit \
         in double quotes. Names of bodies, figures and other things cannot start with a digit.",
    ),
    code(
        "E003",
        "number too large",
        "Numbers are stored in double precision. The largest is about 1.8e308.",
    ),
    code(
        "E004",
        "text without a closing quote",
        "A text in double quotes must end on the line on which it starts. It cannot contain a double quote.",
    ),
    code(
        "E005",
        "missing space between arguments",
        "Separate arguments by spaces or tabs, also before and after a text in double quotes.",
    ),
    code(
        "E006",
        "line without a command",
        "Every line starts with the name of a command. A line that starts with a number is valid only directly \
         after a command that takes rows of numbers, such as `setrootmatrix`. To turn a line into a comment, put a \
         `#` before it.",
    ),
    code(
        "E007",
        "no open block to close",
        "A line that contains only `end` closes a block opened by a command such as `for` or `if`. A line that \
         contains only `.`, `..` or `end` closes the list of a `swing` or `stance` (`procom` or `retcom`). Here no block or list is open: \
         either there is one `end` too many, perhaps further up, or the command that should open the block is \
         missing or misspelt.",
    ),
    code(
        "E008",
        "block that is never closed",
        "A block, such as that of `for`, `if` or `define`, continues to a line that contains only `end`. If one `end` \
         is missing in nested blocks, the report uses the indentation to find the block that is most likely not \
         closed. A command such \
         as `swing 0` opens a list of commands, one per line. The list continues to a line that contains only `.`, \
         `..` or `end`. A list cannot contain another list, so if a second command opens one, the first was not \
         closed.",
    ),
    code(
        "E009",
        "block closed in the wrong place",
        "The `end` that closes a block, or the `.`, `..` or `end` that closes a list, must be alone on its line; \
         only a comment may follow it. A block must end with `end`, not with dots. To name a folder, write `./` or \
         `../`.",
    ),
    code(
        "E010",
        "unknown unit",
        "The units are: m cm mm um nm km (length), kg g mg (mass), s ms us ns min (time), rad deg rev (angle), Hz kHz \
         (frequency), N kN mN uN (force), J kJ mJ uJ (energy), W mW (power). Combine them with `*`, `/` and powers, \
         without spaces: `1g/cm3`, `5cm/s`, `9.8m/s2`, `0.2N*s/m`. Units are case-sensitive: `mN` is a millinewton.",
    )
    .of_line(),
    code(
        "E011",
        "malformed unit",
        "A unit directly follows its number, without a space: `5mm`. It is a symbol with an optional power, or several of them joined \
         by `*` and `/`: `mm`, `cm3`, `s^-1`, `g/cm3`, `N*s/m`. A `/` applies only to the symbol directly after it, so `J/kg/m` divides by `kg` and by `m`. Powers \
         are whole numbers and not zero.",
    )
    .of_line(),
    code(
        "E012",
        "wrong kind of unit",
        "A number with a unit must have the dimension that the command expects there: a length in `m` or `mm`, not \
         a mass. A number without a unit is in SI units, or in the unit named in the command's help.",
    )
    .of_line(),
    code(
        "E013",
        "invalid expression",
        "An expression is written in braces in an argument, `{2*side}`, and without braces after `let x =`, `param x =`, \
         `for x in`, `if`, `while`, `when`, `repeat`, `expect`, `after`, `at` and `every`. It consists of numbers, texts in quotes, names, functions `f(a, \
         b)`, lists `[a b c]`, parentheses, and the operators + - * / ^ == != < <= > >= ~ .. and or not. `to` and a unit \
         at the end of the expression, as in `{side to mm}`, choose the unit in which a number is shown. Elements of \
         a list are separated by spaces; write an expression \
         inside a list in parentheses: `[0 (a + b) 0]`. An expression cannot continue on the next line.",
    ),
    code(
        "E014",
        "invalid value in an expression",
        "Numbers have a dimension: a length and a mass cannot be added or compared, and a function accepts only the \
         values for which it is defined: `sqrt(-1)` is an error. A condition must be true or false. The elements of a \
         list are numbered \
         from 0 to its length minus 1. No result may be infinite or undefined, as after a division by \
         zero. In an expression a number without a unit is not a length: write `x + 1mm`. (The argument `2` or `{2}` of a command is in SI units, and 0 may stand for zero of any dimension.) While a table or diagram is recorded, \
         each of its columns must keep its kind and unit.",
    )
    .of_line(),
    code(
        "E015",
        "unknown name",
        "A name in an expression is a variable (set by `let`, `param` or `for`, or a parameter of a `define`) or a \
         quantity of the simulation. A quantity is written as the name of a body, figure, gait or world, a dot, and \
         the name of the quantity: `abdomen.z`. A name directly before `(` is a function; `corpus help functions` \
         lists the functions. A text needs double quotes.",
    ),
    code(
        "E016",
        "mismatched, too deep or endless blocks",
        "`else` divides the block of the `if` above it: the lines after `else` run if the condition is false. Blocks \
         and calls may be nested 2000 deep; a command that calls itself more often is stopped, even if it would end. An event that \
         sets itself again and again for the same moment is stopped too.",
    ),
    code(
        "E017",
        "invalid assignment or loop",
        "`let`, `set`, `param` and `for` are followed by the name of a variable: letters, digits and `_`, but not a reserved word \
         of expressions. After the name, `let` needs `=` and an expression, and `for` needs `in` and its \
         values. `let` and `set` also take a part of a variable, `a[1]` or `leg.hip`, and a name with braces, `q_{i}`. \
         A function has its parameters in parentheses: `function area(r) = pi * r^2`. A named argument has no spaces around its `=`: `density=1g/cm3`.",
    )
    .of_line(),
    code(
        "E018",
        "wrong line in a function",
        "A function computes a value from its arguments, the variables of the script and the quantities of the world, and \
         changes nothing. Its lines are `let`, `if`, `for`, `while`, `repeat` and `return`; commands stand in a `define` or \
         in the script itself. Every way through a function ends with `return VALUE`, and `return` stands only there. \
         `corpus help function` has examples.",
    ),
    code(
        "E019",
        "variable that belongs elsewhere",
        "A variable belongs to the script, or to the `define` or `function` in which it is set; loops, `if` and events such as \
         `when` belong to the place around them. `let` sets a variable of the place where it stands, and `set` changes one that exists, also \
         one of the script from a `define`. An event has copies of the variables of the loops and of the `define` around it, as they were \
         when it was set: `set` cannot change these.",
    ),
    code(
        "E020",
        "unknown command",
        "A line starts with a command of the language. `corpus help` lists the commands by chapter, and `corpus \
         help WORD` finds the commands related to a word. Names are case-sensitive. This report also appears if the \
         arguments fit only another command with a similar name: in `time *0.5 motor ...`, the command is probably \
         meant to be `timer`.",
    )
    .of_line(),
    code(
        "E021",
        "missing argument",
        "The line ends before all required arguments are given. The usage line of the report lists the arguments in \
         order; those in `[` and `]` are optional. `corpus help COMMAND` describes each of them. \
         The name of a `define` must not be that of another command, except of one that may be replaced, such as `box` \
         (`corpus explain E061` lists them).",
    )
    .of_line(),
    code(
        "E022",
        "too many arguments",
        "The line has more arguments than the command takes. Write each command on a line of its own, and start a \
         comment with `#`.",
    )
    .of_line(),
    code(
        "E023",
        "wrong kind of argument",
        "The command expects something else in this place, such as a number, the name of a body, or one of a few \
         words. Names of objects, bodies, figures, gaits and worlds are words without quotes that do not start with a digit. `nan` and `inf` are not numbers.",
    )
    .of_line(),
    code(
        "E024",
        "name already taken",
        "Things of one kind must have different names: the objects, bodies and parts of a figure, and the figures and \
         gaits of a world. An object and a body may share a name, as in `addbody thorax thorax ...`, and so may \
         bodies of two figures. A script that is included twice defines its names twice. No figure or scenery can be called `ground`, which `touches` and `world.contacts` call the ground.",
    ),
    code(
        "E025",
        "unknown name",
        "Nothing has this name yet, or the name belongs to a figure or world that is not the current one. Objects and \
         bodies belong to the figure that was current when they were made. `setcorpus` selects the current figure, \
         and `setworld` the current world.",
    ),
    code(
        "E026",
        "body paired with itself",
        "Both `attach` and `collide` act between two different bodies; `attach` also acts between a body and the world. The \
         line names \
         the same body twice: two points of one rigid body keep their distance, and a body cannot collide with itself.",
    ),
    code(
        "E027",
        "number out of range",
        "The number is of the right kind, but not allowed here: a duration or a density of zero, a negative number \
         of frames, a leg number with a fraction. The report says what is allowed.",
    )
    .of_line(),
    code(
        "E028",
        "relative time outside a motor program",
        "In a list of `swing` (`procom`), `*0.5` is half the duration of the leg's step. In a list of `stance` (`retcom`), \
         it is half of `rettime`, by default the duration of the leg's stance. Such a time is valid only in these lists, as the time of a `motor` or the \
         delay of a `timer`.",
    ),
    code(
        "E029",
        "command that cannot run later",
        "The lists of `swing` and `stance` (`procom` and `retcom`), the blocks of `after`, `at`, `every` and `when`, and the \
         commands of `timer` and `alarm` run during the simulation. They cannot contain commands that build figures, place them \
         (`rest`), rewind, read files, write tables, states or diagrams (`record`, `save`, `dumps`, `plot`), open lists or simulate: these run only before or after a `go`. Commands that act \
         on the assembled figure (`motor`, `joint`, `timer`), print (`print`, `!`), calculate (`let`, `expect`), make pictures \
         (`film`, `snap`, `camera`, `label`) or mark the state (`mark`) are allowed, except that the command of a `timer` or `alarm` cannot be \
         `let` or `expect`: use a block of `after` or `at`. The depth of timers within timers is limited.",
    )
    .of_line(),
];

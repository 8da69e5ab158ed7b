//! Every code of a report, with what `explain` says about it.

/// A code and its meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Code {
    /// `E001` for an error, `W001` for a warning.
    pub code: &'static str,
    /// The mistake in a few words, which also stand at the mark in a drawing.
    pub title: &'static str,
    /// A paragraph: what the rule is and what to do.
    pub explanation: &'static str,
}

const fn code(code: &'static str, title: &'static str, explanation: &'static str) -> Code {
    Code {
        code,
        title,
        explanation,
    }
}

/// In ascending order. A code keeps its meaning for ever; a new mistake takes the next free number.
pub const CODES: &[Code] = &[
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
    ),
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
    ),
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
    ),
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
    ),
    code(
        "E020",
        "unknown command",
        "A line starts with a command of the language. `corpus help` lists the commands by chapters, and `corpus help WORD` \
         finds those that have to do with a word. Upper and lower case matter. A word that is a command, but whose arguments \
         fit another one of nearly the same name, gets this report as well: `time *0.5 motor ...` was meant as `timer`.",
    ),
    code(
        "E021",
        "missing argument",
        "The line ends before all that the command needs. The usage line of the report names its arguments in order; those in \
         `[` and `]` may be left out. `corpus help COMMAND` tells what each of them means.",
    ),
    code(
        "E022",
        "too many arguments",
        "The line goes on behind all that the command takes. Each command stands on a line of its own, and a comment starts \
         with `#`.",
    ),
    code(
        "E023",
        "wrong kind of argument",
        "The command expects something else in this place, such as a number, the name of a body, or one of a few words. Names \
         are words without quotes that do not start with a digit. `nan` and `inf` are no numbers.",
    ),
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
    ),
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
    ),
    code(
        "E030",
        "file cannot be read",
        "The file of an `include` is missing, is a folder, may not be read, is too large, or is not UTF-8 text. Its path is \
         relative to the script that names it. What follows is checked as far as it does not depend on the missing script.",
    ),
    code(
        "E031",
        "script includes itself",
        "An include stands for the text of another script, so a script cannot include itself, neither directly nor by way of \
         others.",
    ),
    code(
        "E032",
        "shape cannot be loaded",
        "`get` takes an OBJ, STL or PLY file, whose path is relative to the script, or a built-in shape such as `unit_cubeb`. The \
         surface in the file must be closed and enclose a volume: each edge is used equally often in both directions, as by two faces that \
         agree on which side is outside. Of one that is not, `get NAME from FILE closed` closes the holes by cones, `hull` in the place of \
         `closed` takes the convex hull, and `open` keeps it as it is, for a shape without mass. `addtrigrid` takes an object whose upward triangles are the halves of the cells of a regular grid, or a grey PNG file.",
    ),
    code(
        "E033",
        "invalid XML",
        "URDF and MJCF are XML: every element that begins also ends, `<link name=\"arm\"> ... </link>` or `<link name=\"arm\"/>`, values stand in \
         quotes, and `&` and `<` in them are written `&amp;` and `&lt;`. Files of xacro are expanded first: `xacro robot.urdf.xacro -o robot.urdf`.",
    ),
    code(
        "E034",
        "invalid value in a robot file",
        "`corpus import` reads URDF and MJCF. A value of such a file is missing, is of the wrong kind, or cannot be: numbers are finite and as many as \
         the format asks for, masses and sizes are above zero, axes have a direction, and types of joints, shapes and actuators are those of the format. \
         What moves has mass.",
    ),
    code(
        "E035",
        "unknown name in a robot file",
        "A link, joint, mesh, class of defaults or included file is named in the file that is imported, but is not there.",
    ),
    code(
        "E036",
        "not a tree of bodies",
        "The bodies of a robot are a tree: each link hangs on one other by one joint, and none on itself, be it by way of others. URDF has one link at the \
         top. Closed loops are cut open at one joint before the import. Names of links and joints are used once.",
    ),
    code(
        "E040",
        "second parent",
        "A figure is a tree: each body but the root hangs on exactly one other. A closed chain of bodies cannot be linked; \
         springs or the ground may close it.",
    ),
    code(
        "E041",
        "loop of links",
        "A figure is a tree, so a body cannot hang on itself, neither directly nor by way of others.",
    ),
    code(
        "E042",
        "body without a parent",
        "Each body but the root hangs on another one, by `linkbodies PARENT CHILD`, before `corpusinit` puts the figure \
         together and before `setjointp` gives an axis in the frame of the parent.",
    ),
    code(
        "E043",
        "body without mass, or with an impossible one",
        "A body that forces can move needs mass, of its own or of a body that hangs on it; otherwise they would accelerate it \
         without bound. Shapes have mass unless the flag `inertial` of `addbody` or `addpart` is 0. Masses are above zero, and of the principal \
         moments of inertia of a body none is above the sum of the other two: `inertia` refuses numbers that no distribution of masses has, and \
         with `repair` takes the nearest that are possible.",
    ),
    code(
        "E044",
        "invalid body",
        "The shape of a body is a closed solid with a size and a mass that can be computed with. Look at the factors of \
         `scale`: a bare number is in metres, `1mm` is a millimetre.",
    ),
    code(
        "E045",
        "axis without direction",
        "A joint or a rotation has an axis, which is a vector such as `0 0 1`. Its length must be above zero. The length of a \
         joint axis counts, unless `axisnorm on` takes it as a direction only.",
    ),
    code(
        "E046",
        "transform that scales",
        "A body is rigid: its object may be scaled before `addbody`, but what places it in the frame of its parent, and what \
         places the root in the world, only turns and moves it. A mirror image is no rotation either.",
    ),
    code(
        "E047",
        "figure without a root",
        "`corpusinit` needs a figure with bodies, one of which `setroot` has made the root, and that one hangs on nothing.",
    ),
    code(
        "E048",
        "object already in use",
        "`addbody` and `addpart` make an object the shape of a body for good. `get` another one for the next body; the same \
         shape may be fetched any number of times.",
    ),
    code(
        "E049",
        "figure cannot move",
        "The figure is linked as it should be, but the equations of its motion cannot be set up, because a number in it is too \
         large or too small.",
    ),
    code(
        "E050",
        "nothing to simulate",
        "`go` needs a figure in the present world that is put together by `corpusinit` and that is not held by `integrate \
         NAME off`.",
    ),
    code(
        "E051",
        "figure not put together yet",
        "Joints, motors and places belong to a running figure, which `corpusinit` makes of bodies and links. It comes before \
         the commands that speak of it.",
    ),
    code(
        "E052",
        "no figure to put together",
        "Bodies, links and roots belong to a corpus, which `addcorpus` begins, and which takes no more of them after its \
         `corpusinit`.",
    ),
    code(
        "E053",
        "root in place of a joint, or the reverse",
        "Every body but the root has a joint, by which it hangs on another. Commands such as `joint` and `motor` work on \
         joints, so they cannot name the root; `addv` throws the whole figure by its root, so it cannot name another body, nor \
         a root that `rootmotion fixed` holds.",
    ),
    code(
        "E054",
        "no gait, or the gait of another corpus",
        "`addroach` gives the current corpus a gait, which commands such as `procom` and `speed` speak of. The bodies in a \
         motor program are those of the current corpus, so the gait must be its own.",
    ),
    code(
        "E055",
        "nothing to return to",
        "`popobj` returns an object to the transform that `pushobj` has kept; there must be one `pushobj` for each `popobj`, \
         of the same object.",
    ),
    code(
        "E056",
        "no such leg",
        "Legs are numbered from 0 on, from front to back in pairs. A gait has six of them unless `addroach NAME LEGS` says \
         otherwise.",
    ),
    code(
        "E057",
        "time in the past",
        "`alarm` names a time of the clock that is still to come. `timer` counts from the present time on, and `time` tells it.",
    ),
    code(
        "E060",
        "simulation diverged",
        "Something moves faster than can be simulated, or faster than `maxv` allows; or the steps that the integrator wants are too \
         short. The report tells where and when, and what to do: it tells apart springs too strong for what they move, a fixed step that is too \
         long, axes of joints that have come into line (gimbal lock), and an `eps` finer than rounding. The state before is kept.",
    ),
    code(
        "E061",
        "invalid definition",
        "A `define` needs a name that no other command has, and parameters of which each has a name of its own. Those with a default \
         stand last.",
    ),
    code(
        "E062",
        "wrong argument name",
        "`name=value` gives a value to the parameter of that name, which must be one of the command's and get one value. `help COMMAND` \
         lists them.",
    ),
    code(
        "E063",
        "expectation failed",
        "An `expect` found its condition false. The script goes on, but the program exits with 1.",
    ),
    code(
        "E064",
        "wrong kind of parameter",
        "`-D name=value` on the command line replaces what `param name = ...` says in the script, by a value of the same kind: a length by \
         a length, a text by a text. A number without a unit takes the unit of the script.",
    ),
    code(
        "E065",
        "file cannot be written",
        "The file of a `record` or `save` could not be made or written, or another `record` writes it already. Its path is relative to \
         the folder that the program runs in; folders are not made.",
    ),
    code(
        "E066",
        "unknown mark",
        "`rewind NAME` goes back to the state that `mark NAME` kept, in the same world. `rewind` alone goes to the mark that was made last.",
    ),
    code(
        "E067",
        "cannot rewind that far",
        "`rewind 50ms` goes back over what has been simulated since the begin of the world, or since the last `load`, and no further. \
         A world keeps a thousand marks.",
    ),
    code(
        "E068",
        "not a state file",
        "`load` reads what `save` has written: JSON with all that changes of a world while time passes. This file is something else, is cut \
         short, or holds values that no world can have. `loads`, `loadmotors`, `loadcontacts` and `loadas` read what `dumps` and the like have written, \
         as it was written: the report names the first line that was changed or is missing.",
    ),
    code(
        "E069",
        "state of other figures",
        "`load` puts a state into figures that are there already. Worlds, bodies, joints and gaits must be those of the script that saved it, \
         by name and number; what waits for a time is read as a part of that script. `loadas` finds accelerations that are not those of the present state.",
    ),
    code(
        "E070",
        "nothing to mirror",
        "The first argument of `mirror` is the name of a body of the current corpus, or a pattern that some of the names match: \
         `*` stands for any run of characters, `?` for one.",
    ),
    code(
        "E071",
        "twins need names of their own",
        "`mirror FROM TO AXIS` names a twin by putting what the wildcards of FROM stand for into those of TO. So TO has the same \
         wildcards in the same order, and differs in letters, as in `mirror leg_fl* leg_fr* y`.",
    ),
    code(
        "E072",
        "name of a twin already taken",
        "Before `corpusinit`, `mirror` makes a twin of each body that matches, with its objects and parts. Either it makes all of \
         a branch, or all twins are built by hand, and `mirror` after `corpusinit` copies joints and motor programs to them.",
    ),
    code(
        "E073",
        "missing twin",
        "A running figure takes no more bodies. `mirror` makes bodies before `corpusinit`; after it, it copies the joints and \
         motor programs of one side to the bodies that are on the other.",
    ),
    code(
        "E074",
        "twin is not a mirror image",
        "Joints can be copied to the other side only where the body there stands as the mirror image does: its frame, and those of \
         what it hangs on, up to the body that carries both sides. The joint axis is set by `mirror`.",
    ),
    code(
        "E075",
        "root on one side of the mirror",
        "`mirror` copies what hangs on a body to its other side. The root hangs on nothing, so there is nowhere to hang its twin.",
    ),
    code(
        "E076",
        "motor programs without an opposite leg",
        "`mirror` copies the programs of a leg to the other one of its pair (0 and 1, 2 and 3, and so on), or to the leg whose \
         programs move the twins already. It does not write over programs that move something else.",
    ),
    code(
        "E077",
        "file outside the folders of the script",
        "A script writes files in its own folder, in the folder that the program runs in, and below them. It reads there and in \
         the folders of the scripts that it includes. Links are followed before a path is judged. `--allow-write DIR` and \
         `--allow-read DIR` on the command line allow further folders. What is typed at the prompt is not limited.",
    ),
    code(
        "E078",
        "file used in two roles",
        "An output must not replace a file that the run reads: a script, a mesh, a loaded state. Two outputs cannot share a file. \
         The same file may have several names: links and other spellings count.",
    ),
    code(
        "E085",
        "diagram cannot be drawn",
        "`plot` draws what it sees while a `go` runs, so one must come after it. The name of its file ends with `.svg` or `.png`. What is \
         drawn are numbers, vectors and flags; a gait diagram needs a gait (`addroach`), a support polygon a figure on the ground.",
    ),
    code(
        "E086",
        "film cannot be made",
        "`film` takes pictures while a `go` runs, so one must come after it. The name of its file tells what it becomes: `.mp4` (by \
         ffmpeg, which has to be installed), `.gif`, `.webp`, `.apng`, a `.png` strip, or a folder of frames. Two films at the same \
         time need two names; `film stop` ends those that run.",
    ),
    code(
        "E090",
        "limit exceeded",
        "What a session keeps has bounds, so that a script that makes more and more of something is told so before the memory is \
         full: 100 000 events that wait in a world, 100 000 includes with 1 GiB of text, 20 000 000 triangles of all objects, 100 000 \
         worlds, 10 000 transforms kept by `pushobj`. Mostly a loop or an event makes what it was meant to make once.",
    ),
    code(
        "E091",
        "joint that cannot be",
        "Each kind of joint takes what it needs and nothing else: a screw a pitch, a universal joint a second axis across the first, a ball, a weld and a free joint \
         no axis. Of a joint with several degrees of freedom one is named, such as `arm.rx` of a ball; a weld has none, so that no spring acts on it. A lower limit is below the upper one.",
    ),
    code(
        "E095",
        "analysis not possible",
        "`inverse` reads a table with a column for the time and one for the position of each joint, as `recordmotion` writes it, and of a \
         root that is free those of its position, orientation, velocity and acceleration. `crosslink` solves for accelerations, which a \
         figure without mass behind a joint has none of.",
    ),
    code(
        "W001",
        "surface inside out",
        "The faces of a mesh list their corners counter-clockwise as seen from outside. All of those in this file, or of a part of it that lies in \
         no other part, run the other way, so they were turned. Nothing needs to be done, but the program that wrote the file may be set wrong.",
    ),
    code(
        "W002",
        "second root",
        "A figure has one root, and `setroot` was given two. The later one counts.",
    ),
    code(
        "W003",
        "check incomplete",
        "A script is checked by going through its loops and calls without simulating. One that goes through 100 000 lines in this way \
         is checked no further; what follows is checked when it runs.",
    ),
    code(
        "W004",
        "motor without its spring",
        "A motor moves the rest position of the exponential spring of a joint, and the spring drags the limb along. Where \
         `Q_type` of the joint does not hold 16, there is no such spring. `joint NAME Q_type 17` lets it act together with a \
         damper; `ea` and `eB` tell how strong it is.",
    ),
    code(
        "W005",
        "angle above one turn without a unit",
        "Angles of joints and motors are in radians unless they have a unit, and a turn has 6.28 of them. Write `60deg` where \
         degrees are meant, and `60rad` where it is more than a turn indeed. Only `rotate` and `rotateaxis` take bare numbers \
         as degrees.",
    ),
    code(
        "W006",
        "speed out of the gait's range",
        "`topspeed` is the smallest value that the speed of a gait takes, as 1 is the fastest walk, and `bottomspeed` the \
         largest. A value beyond them becomes the nearest that they allow.",
    ),
    code(
        "W007",
        "flag without effect",
        "`addbody` and `addpart` take the flags `convex` and `veltest` so that old scripts run, but bodies touch only the \
         ground so far, and there the flags change nothing.",
    ),
    code(
        "W008",
        "transform that comes too late",
        "What `move`, `rotate` and `scale` do to the object of a body between its `addbody` and its `linkbodies` places the \
         body on its parent. After that nothing looks at the object any more; `joint NAME q VALUE` moves the body. Only the \
         root has a use for later transforms: `setrootpos` takes them.",
    ),
    code(
        "W009",
        "figure starts deep in the ground",
        "The ground pushes the harder the deeper a point lies in it, so a figure that begins there is thrown into the air. \
         `rest` puts it down on the ground as it is, and `rest 1mm` a millimetre above.",
    ),
    code(
        "W010",
        "events not saved",
        "`save` writes what waits for a time as the text of the script. A command whose numbers were computed when it was set, by variables that \
         are something else now, has no such text; nor has a range. Blocks (`after`, `at`, `every`, `when`) compute when they run.",
    ),
    code(
        "W015",
        "energy error",
        "The work of motors, of the ground and of dampers does not account for the energy of the figure: the difference, more than a \
         hundredth of what moved, was lost or made by the integration. The motion is wrong by about as much. A smaller step (`h`), a \
         tighter tolerance (`tolerance`, `eps`) or `integration auto` brings it down, and `corpus converge` tells by how much. The report \
         at the end of a run has the whole account.",
    ),
    code(
        "W020",
        "number taken in radians",
        "In expressions an angle is in radians unless a unit says otherwise: `sin(30)` is the sine of 30 radians, and `leg.q > 5` asks for \
         five radians. `30deg` is in degrees. `30rad` says that radians are meant, and nothing is said of it then.",
    ),
    code(
        "W021",
        "joint away from its shapes",
        "A joint is at the origin of its body: `addbody` takes the transforms so far as those of the shape in the body, and what comes between \
         `addbody` and `linkbodies` places the joint on the parent. A shape that lies far from that joint hangs in the air. Move the object \
         before `addbody`, so that the end that turns comes to the origin. Where the gap is meant, nothing needs to be changed.",
    ),
    code(
        "W022",
        "name printed, not its value",
        "`print` shows its line as it is written, and values in braces: `print leg.q` prints the name `leg.q`, `print {leg.q}` what that is now. \
         In double quotes, `print \"leg.q\"`, a name is printed without a warning.",
    ),
    code(
        "W030",
        "large part of a volume made up",
        "`get NAME from FILE closed` closes each hole of a surface by a cone to the centroid of its edge. More than 2 % of the volume lies below such \
         cones, as seen from the middle of the mesh: mass, centre and inertia depend on what is made up there. Nothing is wrong where the holes are flat, \
         as that of a box without its lid. Otherwise close the mesh in a modeller, or measure the mass and give it by `mass=`.",
    ),
    code(
        "W031",
        "parts overlap",
        "A mesh may consist of several closed parts. Where they overlap, or where the surface passes through itself, a volume is counted as often as \
         surfaces go round it, so that mass and inertia are too large. A sample of up to 128 faces is looked at, so that a small overlap may be missed.",
    ),
    code(
        "W032",
        "changed by the import",
        "Something in a file that `corpus import` reads is not as it was in the script: a mesh file that is missing or cannot be read, a joint that \
         becomes several, a moment of inertia that no body has. The help of the warning says what takes its place.",
    ),
];

/// The entry of a code, however its letter is written.
#[must_use]
pub fn explain(code: &str) -> Option<&'static Code> {
    CODES
        .iter()
        .find(|entry| entry.code.eq_ignore_ascii_case(code))
}

#[cfg(test)]
mod tests {
    use super::{CODES, explain};

    #[test]
    fn codes_are_unique_sorted_and_well_formed() {
        assert!(CODES.is_sorted_by(|a, b| a.code < b.code));
        for entry in CODES {
            let digits = entry.code.trim_start_matches(['E', 'W']);
            assert!(
                digits.len() == 3 && digits.parse::<u16>().is_ok(),
                "{}",
                entry.code
            );
            assert!(
                !entry.title.is_empty() && !entry.title.ends_with('.'),
                "{}",
                entry.code
            );
            assert!(entry.explanation.ends_with('.'), "{}", entry.code);
        }
    }

    /// Every `"E020"` of the sources, besides tests and this table.
    fn used() -> std::collections::BTreeSet<String> {
        let mut used = std::collections::BTreeSet::new();
        let mut folders = vec![std::path::PathBuf::from("src")];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                let name = path.file_name().unwrap().to_string_lossy().into_owned();
                if path.is_dir() {
                    folders.push(path);
                } else if name.ends_with(".rs") && name != "tests.rs" && name != "codes.rs" {
                    let text = std::fs::read_to_string(path).unwrap();
                    let quoted = text.split('"').filter(|piece| {
                        let digits = piece.strip_prefix(['E', 'W']).unwrap_or_default();
                        digits.len() == 3 && digits.bytes().all(|b| b.is_ascii_digit())
                    });
                    used.extend(quoted.map(str::to_owned));
                }
            }
        }
        used
    }

    #[test]
    fn the_table_holds_the_codes_that_are_used_and_no_others() {
        let told: Vec<&str> = CODES.iter().map(|entry| entry.code).collect();
        assert_eq!(used().iter().collect::<Vec<_>>(), told);
    }

    #[test]
    fn a_code_is_found_in_any_case() {
        assert_eq!(explain("e008").map(|entry| entry.code), Some("E008"));
        assert_eq!(explain("E000"), None);
        assert_eq!(explain(""), None);
    }
}

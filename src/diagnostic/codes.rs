//! All codes of reports, with their explanations.

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
        "A command consists of words, numbers and texts separated by spaces. A word contains letters, digits and `_ \
         . / - ~ * ?`. Write anything else, such as a comma or a bracket, in a text in double quotes: `\"a, b\"`. \
         Some characters look right but are not: typographic quotes, a long dash instead of a minus sign, a \
         no-break space.",
    ),
    code(
        "E002",
        "malformed number",
        "Numbers look like `5`, `-.5`, `+0.3`, `1e-3`, with an optional unit directly after them: `5mm`, `1g/cm3`. \
         A time relative to a phase starts with a star: `*0.5`. Write a name that starts with a digit, such as a \
         file name, in double quotes.",
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
         contains only `.`, `..` or `end` closes the list of a `procom` or `retcom`. Here no block or list is open: \
         either there is one `end` too many, perhaps further up, or the command that should open the block is \
         missing or misspelt.",
    ),
    code(
        "E008",
        "block that is never closed",
        "A block, such as that of `for`, `if` or `define`, continues to a line that contains only `end`. If an \
         `end` of nested blocks is missing, the indentation shows which block is most likely meant. A command such \
         as `procom 0` opens a list of commands, one per line. The list continues to a line that contains only `.`, \
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
        "The units are: m cm mm um km (length), kg g mg (mass), s ms us min (time), rad deg rev (angle), Hz kHz \
         (frequency), N mN uN (force), J mJ uJ (energy), W mW (power). Combine them with `*`, `/` and powers, \
         without spaces: `1g/cm3`, `5cm/s`, `9.8m/s2`, `0.2N*s/m`. Units are case-sensitive: `mN` is a millinewton.",
    ),
    code(
        "E011",
        "malformed unit",
        "A unit is a symbol with an optional power, or several of them joined by `*` and `/`: `mm`, `cm3`, `s^-1`, \
         `g/cm3`, `N*s/m`. A `/` applies only to the symbol directly after it, so `J/kg/m` divides by both. Powers \
         are whole numbers and not zero.",
    ),
    code(
        "E012",
        "wrong kind of unit",
        "A number with a unit must have the dimension that the command expects there: a length in `m` or `mm`, not \
         a mass. A number without a unit is in SI units, or in the unit named in the command's help.",
    ),
    code(
        "E013",
        "invalid expression",
        "An expression is written in braces in an argument, `{2*side}`, and without braces after `let x =`, `if`, \
         `while`, `when`, `repeat` and `expect`. It consists of numbers, texts in quotes, names, functions `f(a, \
         b)`, lists `[a b c]`, parentheses, and the operators + - * / ^ == != < <= > >= and or not. `to` and a unit \
         at its end choose how a number is shown. Elements of a list are separated by spaces; write an expression \
         inside a list in parentheses: `[0 (a + b) 0]`. An expression ends on its line.",
    ),
    code(
        "E014",
        "incompatible values",
        "Numbers have a dimension: a length and a mass cannot be added or compared, and a function accepts only \
         certain kinds of values. No result may be infinite or undefined. A number without a unit is not a length: \
         write `1mm` or `1m`.",
    ),
    code(
        "E015",
        "unknown name",
        "A name in an expression is a variable (set by `let`, `param` or `for`, or a parameter of a `define`) or a \
         quantity of the running simulation: the name of a body, figure, gait or world, a dot, and a field: \
         `abdomen.z`. Write a text in double quotes.",
    ),
    code(
        "E016",
        "mismatched blocks",
        "`else` belongs to the `if` above it and divides its block. The depth of nested blocks is limited. A \
         command that calls itself without end exceeds the limit, and so does an event that sets itself again for \
         the same moment.",
    ),
    code(
        "E017",
        "incomplete line",
        "`let`, `param` and `for` are followed by the name of a variable: letters, digits and `_`, but not a word \
         that expressions use. After the name, `let` needs `=` and an expression, and `for` needs `in` and its \
         values. A named argument has no spaces around its `=`: `density=1g/cm3`.",
    ),
    code(
        "E020",
        "unknown command",
        "A line starts with a command of the language. `corpus help` lists the commands by chapter, and `corpus \
         help WORD` finds the commands related to a word. Names are case-sensitive. This report also appears if the \
         arguments of a command fit only another command of a similar name: `time *0.5 motor ...` was meant as \
         `timer`.",
    ),
    code(
        "E021",
        "missing argument",
        "The line ends before all required arguments are given. The usage line of the report lists the arguments in \
         order; those in `[` and `]` are optional. `corpus help COMMAND` describes each of them.",
    ),
    code(
        "E022",
        "too many arguments",
        "The line has more arguments than the command takes. Write each command on a line of its own, and start a \
         comment with `#`.",
    ),
    code(
        "E023",
        "wrong kind of argument",
        "The command expects something else in this place, such as a number, the name of a body, or one of a few \
         words. Names are words without quotes that do not start with a digit. `nan` and `inf` are not numbers.",
    ),
    code(
        "E024",
        "name already taken",
        "Things of one kind must have different names: the objects, bodies and parts of a figure, and the corpora \
         and gaits of a world. An object and a body may share a name, as in `addbody thorax thorax ...`, and so may \
         bodies of two figures. A script that is included twice defines its names twice.",
    ),
    code(
        "E025",
        "unknown name",
        "Nothing has this name yet, or it belongs to a figure or world that is not the current one. Objects and \
         bodies belong to the corpus that was current when they were made; `setcorpus` and `setworld` select the \
         current ones.",
    ),
    code(
        "E026",
        "body paired with itself",
        "`attach` and `collide` act between two different bodies, or between a body and the world. The line names \
         the same body twice: the points of one body never move apart, and a body cannot collide with itself.",
    ),
    code(
        "E027",
        "number out of range",
        "The number is of the right kind, but not allowed here: a duration or a density of zero, a negative number \
         of frames, a leg number with a fraction. The report says what is allowed.",
    ),
    code(
        "E028",
        "relative time outside a motor program",
        "`*0.5` is half the duration of a step in a list of `procom`, and half the duration of a stance in a list \
         of `retcom`. It is valid only there, as the time of a `motor` or the delay of a `timer`.",
    ),
    code(
        "E029",
        "command that cannot run later",
        "Lists of `procom` and `retcom`, timers and alarms run during the simulation. They cannot contain commands \
         that build figures, read files, open lists or simulate. The depth of timers within timers is limited.",
    ),
    code(
        "E030",
        "file cannot be read",
        "The file of an `include` is missing, is a folder, is not readable, is too large, or is not UTF-8 text. Its \
         path is relative to the script that contains the `include`. The lines after it are checked as far as they \
         do not depend on the missing script.",
    ),
    code(
        "E031",
        "script includes itself",
        "An `include` inserts the text of another script, so a script cannot include itself, directly or through \
         others.",
    ),
    code(
        "E032",
        "shape cannot be loaded",
        "`get` takes an OBJ, STL, PLY, DAE, glTF or MSH file, with a path relative to the script, or a built-in shape such as \
         `unit_cubeb`. The surface in the file must be closed and enclose a volume: each edge is used equally often \
         in both directions, which also means that neighbouring faces agree on which side is outside. For an open \
         surface, `get NAME from FILE closed` closes the holes by cones; instead of `closed`, `hull` takes the \
         convex hull, and `open` keeps the surface unchanged, for a shape without mass. `addtrigrid` takes an \
         object whose upward triangles are the halves of the cells of a regular grid, or a grey-scale PNG file.",
    ),
    code(
        "E033",
        "invalid XML",
        "URDF and MJCF are XML: every element is closed, `<link name=\"arm\"> ... </link>` or `<link \
         name=\"arm\"/>`, values are in quotes, and `&` and `<` in values are written `&amp;` and `&lt;`. Expand \
         xacro files first: `xacro robot.urdf.xacro -o robot.urdf`.",
    ),
    code(
        "E034",
        "invalid value in a robot file",
        "`corpus import` reads URDF and MJCF. A value in the file is missing, has the wrong kind, or is impossible: \
         numbers must be finite and as many as the format requires, masses and sizes must be above zero, axes must \
         not be zero, and types of joints, shapes and actuators must be those of the format. Moving bodies must \
         have mass.",
    ),
    code(
        "E035",
        "unknown name in a robot file",
        "The imported file refers to a link, joint, mesh, class of defaults or file that does not exist.",
    ),
    code(
        "E036",
        "not a tree of bodies",
        "The bodies of a robot must form a tree: each link has one parent, connected by one joint, and no link is \
         its own ancestor. URDF has exactly one root link. Cut closed loops open at one joint before the import. \
         Names of links and joints must be unique.",
    ),
    code(
        "E040",
        "second parent",
        "A figure is a tree: each body except the root has exactly one parent. A closed chain of bodies cannot be \
         linked; close it with springs (`attach`).",
    ),
    code(
        "E041",
        "loop of links",
        "A figure is a tree, so a body cannot be its own ancestor, directly or through others.",
    ),
    code(
        "E042",
        "body without a parent",
        "Each body except the root needs a parent, set by `linkbodies PARENT CHILD`, before `corpusinit` assembles \
         the figure and before `setjointp` gives an axis in the frame of the parent.",
    ),
    code(
        "E043",
        "body without mass, or with an impossible one",
        "A body that forces can move needs mass, its own or that of a body that it carries; otherwise its \
         acceleration would be infinite. Shapes have mass unless the flag `inertial` of `addbody` or `addpart` is \
         0. Masses must be above zero, and no principal moment of inertia may be above the sum of the other two. \
         `inertia` refuses such moments; with `repair` it takes the nearest possible ones.",
    ),
    code(
        "E044",
        "invalid body",
        "The shape of a body must be a closed solid whose size and mass can be computed. Check the factors of \
         `scale`: a number without a unit is in metres, `1mm` is a millimetre.",
    ),
    code(
        "E045",
        "axis without direction",
        "The axis of a joint or a rotation is a vector such as `0 0 1`. Its length must be above zero. The length \
         of a joint axis matters, unless `axisnorm on` normalises it.",
    ),
    code(
        "E046",
        "transform that scales",
        "A body is rigid. Its object may be scaled before `addbody`, but the transforms that place it in the frame \
         of its parent, or the root in the world, may only turn and move it. A reflection is not allowed either.",
    ),
    code(
        "E047",
        "figure without a root",
        "`corpusinit` needs a figure with bodies, one of which is the root, set by `setroot`. The root has no \
         parent.",
    ),
    code(
        "E048",
        "object already in use",
        "An object used by `addbody` or `addpart` is the shape of that body permanently. `get` another one for the \
         next body; the same shape may be fetched any number of times.",
    ),
    code(
        "E049",
        "figure cannot move",
        "The figure is linked correctly, but its equations of motion cannot be set up, because a number in it is \
         too large or too small.",
    ),
    code(
        "E050",
        "nothing to simulate",
        "`go` needs a figure in the current world that `corpusinit` has assembled and that `integrate NAME off` \
         does not hold.",
    ),
    code(
        "E051",
        "figure not assembled yet",
        "Joints, motors and positions belong to a running figure, which `corpusinit` assembles from bodies and \
         links. Run `corpusinit` before the commands that use it.",
    ),
    code(
        "E052",
        "no figure to assemble",
        "Bodies, links and roots belong to a corpus. `addcorpus` adds a corpus, and after its `corpusinit` it \
         accepts no more of them.",
    ),
    code(
        "E053",
        "root instead of a joint, or the reverse",
        "Every body except the root has a joint, which connects it to its parent. Commands such as `joint` and \
         `motor` act on joints, so they cannot name the root. `addv` changes the velocity of the root, so it cannot \
         name another body, or a root fixed by `rootmotion fixed`.",
    ),
    code(
        "E054",
        "no gait, or the gait of another corpus",
        "`addroach` adds a gait to the current corpus, which commands such as `procom` and `speed` change. The \
         bodies in a motor program are those of the current corpus, so the gait must belong to it.",
    ),
    code(
        "E055",
        "nothing to return to",
        "`popobj` restores the transform of an object that `pushobj` has saved; each `popobj` needs an earlier \
         `pushobj` of the same object.",
    ),
    code(
        "E056",
        "no such leg",
        "Legs are numbered from 0, in pairs from front to back. A gait has six legs unless `addroach NAME LEGS` \
         says otherwise.",
    ),
    code(
        "E057",
        "time in the past",
        "The time of an `alarm` must be in the future. `timer` counts from now, and `time` prints the clock.",
    ),
    code(
        "E060",
        "simulation diverged",
        "A body moves faster than can be simulated, or faster than `maxv` allows, or the integrator needs steps \
         that are too short. The report says where and when, and what to do. It distinguishes springs that are too \
         strong for the masses that they move, a fixed step that is too long, joint axes that have become parallel \
         (gimbal lock), and an `eps` smaller than rounding. The state before is kept.",
    ),
    code(
        "E061",
        "invalid definition",
        "A `define` needs a name that no other command has, and parameters with different names. Parameters with a \
         default value come last.",
    ),
    code(
        "E062",
        "wrong argument name",
        "`name=value` gives a value to the parameter of that name. The command must have this parameter, and it can \
         have only one value. `help COMMAND` lists the parameters.",
    ),
    code(
        "E063",
        "expectation failed",
        "The condition of an `expect` is false. The script continues, but the program exits with status 1.",
    ),
    code(
        "E064",
        "wrong kind of parameter",
        "`-D name=value` on the command line overrides `param name = ...` of the script, with a value of the same \
         dimension: a length for a length, a text for a text. A number without a unit takes the unit of the script.",
    ),
    code(
        "E065",
        "file cannot be written",
        "The file of a `record` or `save` could not be created or written, or another `record` already writes it. \
         Its path is relative to the working directory; folders are not created.",
    ),
    code(
        "E066",
        "unknown mark",
        "`rewind NAME` restores the state stored by `mark NAME` in the same world. `rewind` without a name uses the \
         last mark.",
    ),
    code(
        "E067",
        "cannot rewind that far",
        "`rewind 50ms` can go back to the start of the world, or to the last `load`, and not further. A world \
         stores up to a thousand marks.",
    ),
    code(
        "E068",
        "not a state file",
        "`load` reads files written by `save`: JSON with everything in a world that changes while time passes. This \
         file is something else, is truncated, or contains invalid values. `loads`, `loadmotors`, `loadcontacts` \
         and `loadas` read unchanged files of `dumps` and the related commands: the report names the first line \
         that was changed or is missing.",
    ),
    code(
        "E069",
        "state of different figures",
        "`load` restores a state into existing figures. Worlds, bodies, joints and gaits must be those of the \
         script that saved it, with the same names and numbers; pending events are read as lines of that script. \
         `loadas` reports accelerations that differ from those of the current state.",
    ),
    code(
        "E070",
        "nothing to mirror",
        "The first argument of `mirror` is the name of a body of the current corpus, or a pattern that matches some \
         names: `*` matches any sequence of characters, `?` matches one.",
    ),
    code(
        "E071",
        "twins need different names",
        "`mirror FROM TO AXIS` makes the name of a twin by inserting the text matched by the wildcards of FROM into \
         those of TO. So TO must have the same wildcards in the same order, but different letters, as in `mirror \
         leg_fl* leg_fr* y`.",
    ),
    code(
        "E072",
        "name of a twin already taken",
        "Before `corpusinit`, `mirror` makes a twin of each matching body, with its objects and parts. Either let \
         it make all twins of a branch, or build all twins yourself and use `mirror` after `corpusinit` to copy \
         joints and motor programs to them.",
    ),
    code(
        "E073",
        "missing twin",
        "A running figure accepts no more bodies. Before `corpusinit`, `mirror` makes bodies; after it, `mirror` \
         copies the joints and motor programs of one side to existing bodies on the other.",
    ),
    code(
        "E074",
        "twin is not a mirror image",
        "Joints can be copied only to a body that is the mirror image of the original: its frame, and those of its \
         parents up to the body that carries both sides, must be placed as in the mirror image. `mirror` itself \
         sets the joint axis.",
    ),
    code(
        "E075",
        "root on one side of the mirror",
        "`mirror` copies a branch, which is linked to a parent, to the other side of that parent. The root has no \
         parent, so it cannot have a twin.",
    ),
    code(
        "E076",
        "motor programs without an opposite leg",
        "`mirror` copies the programs of a leg to the other leg of its pair (0 and 1, 2 and 3, and so on), or to \
         the leg whose programs already move the twins. It does not overwrite programs that move something else.",
    ),
    code(
        "E077",
        "file outside the folders of the script",
        "A script may write files in its own folder, in the working directory, and in their subfolders. It may read \
         there and in the folders of the scripts that it includes. Links are resolved before a path is checked. \
         `--allow-write DIR` and `--allow-read DIR` on the command line allow further folders. Entries at the \
         prompt are not limited.",
    ),
    code(
        "E078",
        "file used in two roles",
        "An output must not replace a file that the run reads: a script, a mesh, a loaded state. Two outputs cannot \
         use the same file. Links and other spellings of a path count as the same file.",
    ),
    code(
        "E085",
        "diagram cannot be drawn",
        "`plot` records while a `go` runs, so a `go` must come after it. The name of its file ends with `.svg` or \
         `.png`. It draws numbers, vectors and flags; a gait diagram needs a gait (`addroach`), a support polygon a \
         figure on the ground.",
    ),
    code(
        "E086",
        "film cannot be made",
        "`film` records while a `go` runs, so a `go` must come after it. The extension of its file chooses the \
         format: `.mp4` (with ffmpeg, which must be installed), `.gif`, `.webp`, `.apng`, a `.png` strip, or a \
         folder of frames. Two films at the same time need two names; `film stop` ends the running films.",
    ),
    code(
        "E090",
        "limit exceeded",
        "The amount of data in a session is limited, so that a script that creates more and more is stopped before \
         the memory is full: 100 000 pending events in a world, 100 000 includes with 1 GiB of text, 20 000 000 \
         triangles of all objects, 100 000 worlds, 10 000 transforms saved by `pushobj`. The usual cause is a loop \
         or an event that repeats something meant to happen once.",
    ),
    code(
        "E091",
        "invalid joint",
        "Each kind of joint takes only the arguments that it needs: a screw takes a pitch, a universal joint a \
         second axis at an angle to the first, and a ball, a weld and a free joint no axis. For a joint with \
         several degrees of freedom, name one of them, such as `arm.rx` of a ball; a weld has none, so no spring \
         acts on it. A lower limit must be below the upper one.",
    ),
    code(
        "E095",
        "analysis not possible",
        "`inverse` reads a table in the format of `recordmotion`, with a column for the time and one for the \
         position of each joint, and for a free root also its position, orientation, velocity and acceleration. \
         `crosslink` solves for accelerations, so every joint of the figure must move mass.",
    ),
    code(
        "W001",
        "surface inside out",
        "The faces of a mesh should list their corners counter-clockwise as seen from outside. All faces in this \
         file, or in a part of it that is not inside another part, had the opposite order, so they were reversed. \
         You need not do anything, but the export settings of the program that wrote the file may be wrong.",
    ),
    code(
        "W002",
        "second root",
        "A figure has one root, and `setroot` was called twice. The later call counts.",
    ),
    code(
        "W003",
        "check incomplete",
        "`corpus check` executes loops and calls without simulating. It stops after 100 000 lines; the rest of the \
         script is checked when it runs.",
    ),
    code(
        "W004",
        "motor without its spring",
        "A motor moves the rest position of a joint's exponential spring, and the spring pulls the limb along. If \
         `Q_type` of the joint does not include 16, that spring is off. `joint NAME Q_type 17` turns it on together \
         with a damper; `ea` and `eB` set its strength.",
    ),
    code(
        "W005",
        "angle above one turn without a unit",
        "Angles of joints and motors are in radians unless they have a unit, and a turn is 6.28 radians. Write \
         `60deg` for degrees, or `60rad` if you really mean more than a turn. Only `rotate` and `rotateaxis` take \
         numbers without a unit as degrees.",
    ),
    code(
        "W006",
        "speed out of the gait's range",
        "`topspeed` is the smallest allowed speed value of a gait (1 is the fastest walk), and `bottomspeed` the \
         largest. A value beyond these limits is replaced by the nearest limit.",
    ),
    code(
        "W007",
        "flag without effect",
        "`addbody` and `addpart` accept the flags `convex` and `veltest` so that old scripts run, but the flags \
         have no effect.",
    ),
    code(
        "W008",
        "transform that comes too late",
        "Transforms of a body's object, such as `move`, `rotate` and `scale`, place the body on its parent if they \
         come between its `addbody` and its `linkbodies`. Later they have no effect; `joint NAME q VALUE` moves the \
         body. Only for the root are later transforms useful: `setrootpos` applies them.",
    ),
    code(
        "W009",
        "figure starts deep in the ground",
        "The force of the ground grows with depth, so a figure that starts deep in it is thrown into the air. \
         `rest` places the figure on the ground in its current pose, and `rest 1mm` a millimetre above it.",
    ),
    code(
        "W010",
        "events not saved",
        "`save` writes pending events as script text. This is not possible for a command with numbers computed from \
         variables that have changed since, or with a range. Blocks (`after`, `at`, `every`, `when`) evaluate their \
         lines when they run, so they can be saved.",
    ),
    code(
        "W015",
        "energy error",
        "The work of motors, of the ground and of dampers does not account for the change of the figure's energy: \
         the integration has lost or created the difference, which is more than a hundredth of the energy involved. \
         The error of the motion is of the same order. Use a smaller step (`h`), a smaller tolerance (`tolerance`, \
         `eps`) or `integration auto`; `corpus converge` shows the effect. The report at the end of a run has the \
         whole energy account.",
    ),
    code(
        "W020",
        "number taken in radians",
        "In expressions an angle without a unit is in radians: `sin(30)` is the sine of 30 radians, and `leg.q > 5` \
         compares with five radians. Write `30deg` for degrees. Write `30rad` if you mean radians; then there is no \
         warning.",
    ),
    code(
        "W021",
        "joint away from its shapes",
        "The joint of a body is at the body's origin. Transforms before `addbody` place the shape relative to the \
         joint, and transforms between `addbody` and `linkbodies` place the joint on the parent. Here the shape is \
         far from the joint. Move the object before `addbody`, so that the end about which it turns is at the \
         origin. If the gap is intended, ignore this warning.",
    ),
    code(
        "W030",
        "large part of a volume made up",
        "`get NAME from FILE closed` closes each hole of a surface by a cone to the centroid of its edge. More than \
         2 % of the volume lies below such cones, as seen from the middle of the mesh, so mass, centre and inertia \
         depend on them. This is correct if the holes are flat, such as that of a box without its lid. Otherwise \
         close the mesh in a modeller, or measure the mass and give it by `mass=`.",
    ),
    code(
        "W031",
        "parts overlap",
        "A mesh may consist of several closed parts. Where they overlap, or where the surface intersects itself, \
         the volume is counted several times, so mass and inertia are too large. Only a sample of up to 128 faces \
         is examined, so a small overlap may be missed.",
    ),
    code(
        "W032",
        "changed by the import",
        "Something in the imported file is different in the script: for example a mesh file that is missing or \
         cannot be read, a joint that becomes several, or an impossible moment of inertia. The help of the warning \
         says what replaces it.",
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

//! Codes of errors in files, figures and runs.

use super::{Code, code};

pub(super) const RUNS: &[Code] = &[
    code(
        "E030",
        "file cannot be read",
        "The file of an `include`, `inverse`, `load` or related command (`loads`, `loadas`, `loadmotors`, `loadcontacts`) is missing, is a folder, is not readable, is too large, or is not UTF-8 \
         text; or the file of a script or an `include` is of another kind, such as a table or a robot in XML. The path of an `include` is relative to the script that contains the `include`; the other paths are \
         relative to the working directory. The lines after the `include` are still checked, \
         except for what the missing script may define.",
    ),
    code(
        "E031",
        "circular or too deep includes",
        "An `include` inserts the text of another script, so a script cannot include itself, directly or through \
         others. An included script may include another one, but the depth of such includes is limited.",
    ),
    code(
        "E032",
        "shape cannot be loaded",
        "`get` takes an OBJ, STL, PLY, DAE, glTF or MSH file, with a path relative to the script, or a built-in shape such as \
         `unit_cubeb`. The surface in the file must be closed and enclose a volume: each edge belongs to two \
         faces (or to several pairs of faces), and the two faces of a pair list the two ends of the edge in opposite orders. For \
         an open surface, `get NAME from FILE closed` closes each hole by a cone of triangles that meet in the middle \
         of the hole. Instead of `closed`, `hull` takes the convex hull, and `open` keeps the surface unchanged, for \
         a shape without mass. `addtrigrid` takes a grey-scale PNG file, or an object: seen from above, the triangles \
         of the object that face upwards must form a regular grid of rectangles, each divided into two triangles.",
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
         numbers must be finite and as many as the format requires, sizes must be above zero, masses must not be negative, axes must \
         not be zero, and types of joints, shapes and actuators must be those of the format. A body that moves must have mass.",
    ),
    code(
        "E035",
        "unknown name in a robot file",
        "The imported file refers to a link, joint, mesh, class of defaults or file that does not exist.",
    ),
    code(
        "E036",
        "bodies that do not form a tree, or a name used twice",
        "The bodies of a robot must form a tree: each link has one parent, connected by one joint, and no link is \
         its own ancestor. URDF has exactly one root link. Before the import, open each closed loop by removing one \
         of its joints. \
         Names of links and joints must be unique.",
    ),
    code(
        "E040",
        "body with two parents",
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
        "body without mass, or with impossible inertia",
        "A body that forces can move needs mass, its own or that of a body that it carries; otherwise its \
         acceleration would be infinite. Shapes have mass unless the flag `inertial` of `addbody` or `addpart` is \
         0. Masses must be above zero, and no principal moment of inertia may be above the sum of the other two. \
         The command `inertia` refuses impossible moments; with the word `repair` it takes possible ones in their place, and prints them.",
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
        "The axis of a joint or a rotation is a vector such as `0 0 1`. Its length must be above zero. A body turns \
         or slides by the joint variable times the length of the joint axis, unless `axisnorm on` scales the axis to length 1.",
    ),
    code(
        "E046",
        "transform that scales or mirrors",
        "A body is rigid. Its object may be scaled before `addbody`, but the transforms that place it in the frame \
         of its parent, or the root in the world, may only turn and move it. A reflection is not allowed either.",
    ),
    code(
        "E047",
        "figure without bodies or with an invalid root",
        "`corpusinit` needs a figure with bodies, one of which is the root, set by `setroot`. The root has no parent. \
         It has no joint either, unless `rootmotion jointed` comes before `corpusinit`: then its joint connects it to \
         a base that is fixed in space.",
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
        "`go` needs a figure in the current world that `corpusinit` has assembled and whose simulation is not switched off by `integrate NAME off`.",
    ),
    code(
        "E051",
        "figure not assembled yet",
        "Joints, motors and positions belong to an assembled figure, which `corpusinit` assembles from bodies and \
         links. Run `corpusinit` before the commands that use it.",
    ),
    code(
        "E052",
        "no figure, or figure already assembled",
        "Bodies, links and roots belong to a figure, which `addcorpus` adds. `corpusinit` assembles the figure \
         once; after it, the figure accepts no more bodies, links and roots.",
    ),
    code(
        "E053",
        "command does not apply here",
        "Every body except the root has a joint, which connects it to its parent. A root has a joint only after `rootmotion \
         jointed`. Commands such as `joint` and \
         `motor` act on joints, so they cannot name the root. `addv` changes the velocity of the root, so it cannot \
         name another body. A root fixed by `rootmotion fixed` cannot be pushed or pulled, and at least one end of an \
         attachment must be able to move. `collide` needs two bodies with colliding shapes, of which at least one \
         can move.",
    ),
    code(
        "E054",
        "no gait, or the gait of another figure",
        "`gait` adds a gait to the current figure; commands such as `procom` and `speed` change this gait. The \
         bodies in a motor program are those of the current figure, so the gait must belong to this figure.",
    ),
    code(
        "E055",
        "empty transform stack",
        "`popobj` restores the transform of an object that `pushobj` has saved; each `popobj` needs an earlier \
         `pushobj` of the same object.",
    ),
    code(
        "E056",
        "no such leg",
        "Legs are numbered from 0, in pairs from front to back. A gait has six legs unless `gait NAME LEGS` \
         says otherwise.",
    ),
    code(
        "E057",
        "time in the past",
        "The time of an `alarm` or `at` must not be in the past. `timer` counts from now, and `time` prints the clock.",
    ),
    code(
        "E060",
        "simulation stopped",
        "A body moves faster than can be simulated, or faster than `maxv` allows, or the integrator needs steps \
         shorter than the smallest allowed step. The report says at which body and time, and what to do. It \
         recognises these causes: springs that are too strong for the masses that they move, a fixed step that is too \
         long, joint axes that have become parallel \
         (gimbal lock), an `eps` smaller than the rounding error, and colliding bodies that overlap, or that a driven root presses where nothing yields. The last valid state is kept.",
    ),
    code(
        "E061",
        "invalid definition",
        "A `define` needs a name that no other `define` and no command of the language has, and parameters with different \
         names. Exceptions, because earlier scripts may define them: a `define` may replace `addjoint`, `ball`, `box`, `cancel`, `capsule`, \
         `cylinder`, `energy`, `events`, `gait`, `inertia`, `inverse`, `jointkind`, `jointspring`, `momentum`, `pace`, `range`, `servo`, \
         `stance`, `swing` and `torque`. Parameters with a default value come last.",
    )
    .of_line(),
    code(
        "E062",
        "wrong argument name",
        "`name=value` gives a value to the parameter of that name. The command must have this parameter, and it can \
         have only one value. `corpus help COMMAND` lists the parameters.",
    )
    .of_line(),
    code(
        "E063",
        "expectation failed",
        "The condition of an `expect` is false. The script continues, but the program exits with status 1. Inside a `try` it is an error, too, and the block continues.",
    ),
    code(
        "E064",
        "value of a parameter not possible",
        "`-D name=value` on the command line overrides `param name = ...` of the script, with a value of the same \
         dimension: a length for a length, a text for a text. A number without a unit is in SI units: `-D push=8` is 8 m, also if the script says `8mm`. \
         A value outside of the range that the script gives by `from` and `to` is refused.",
    ),
    code(
        "E065",
        "file cannot be written",
        "The file of a `record` or `save` could not be created or written, or another `record` already writes it, \
         or the file exists and is of another kind: a script replaces only files of the kind that the command writes. Its path is relative to the working directory; missing folders are not created.",
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
        "`rewind 50ms` can go back to the start of the world, or to the last `load`, and not further. This \
         code also reports a `mark` when its world already has 1000 marks, the largest number; a mark with the name of another one replaces it.",
    ),
    code(
        "E068",
        "wrong or damaged state file",
        "`load` reads files written by `save`: JSON with everything in a world that changes while time passes. The \
         file given here is of another kind, is truncated, or contains invalid values. `loads`, `loadmotors`, \
         `loadcontacts` and `loadas` read files of `dumps`, `dumpmotors`, `dumpcontacts` and `dumpas`, which are \
         JSON too.",
    ),
    code(
        "E069",
        "state of different figures",
        "`load` restores a state into existing figures. Worlds, bodies, joints and gaits must be those of the \
         script that saved it: the same names in the same order; pending events are stored as lines of that script, \
         which must be valid here too. `loadas` compares the accelerations in its file with those of the current \
         state, and reports those that differ.",
    ),
    code(
        "E070",
        "nothing to mirror",
        "The first argument of `mirror` is the name of a body of the current figure, or a pattern that matches some \
         names: `*` matches any sequence of characters, `?` matches one.",
    ),
    code(
        "E071",
        "twins need different names",
        "`mirror FROM TO AXIS` makes the name of a twin, the mirrored copy of a body, by inserting the text matched by the wildcards of FROM into \
         those of TO. So TO must have the same wildcards in the same order, but different letters, as in `mirror \
         leg_fl* leg_fr* y`.",
    ),
    code(
        "E072",
        "name of a twin already taken",
        "Before `corpusinit`, `mirror` makes a twin of each matching body, with its objects and parts. Either let \
         `mirror` make all twins of a branch, or build all twins yourself and use `mirror` after `corpusinit` to copy \
         joints and motor programs to them.",
    ),
    code(
        "E073",
        "missing twin",
        "An assembled figure accepts no more bodies. Before `corpusinit`, `mirror` makes bodies; after it, `mirror` \
         copies the joints and motor programs of one side to existing bodies on the other.",
    ),
    code(
        "E074",
        "twin is not a mirror image",
        "Joints can be copied only to a body that is the mirror image of the original: its frame, and those of its \
         parents up to the body that carries both sides, must be placed as in the mirror image. The joint axis of the \
         twin may differ, because `mirror` sets it. Both joints must be of the same kind. A motor program of a planar joint can be copied only if the axis of the joint is along x, y or z.",
    ),
    code(
        "E075",
        "root cannot be mirrored",
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
         files there, included scripts too. Links are resolved before a path is checked. \
         `--allow-write DIR` and `--allow-read DIR` on the command line allow further folders. Entries at the \
         prompt are not limited. No script writes a file with a name that begins with a dot, or in such a folder below its own, \
         because such files configure programs.",
    ),
    code(
        "E078",
        "file used in two roles",
        "An output must not replace a file that the run reads: a script, a mesh, a loaded state. Two outputs cannot \
         use the same file. Links and other spellings of a path count as the same file.",
    ),
    code(
        "E079",
        "range of a parameter not possible",
        "`param stride = 20deg from 5deg to 40deg` gives the least and the largest value of a parameter, which is a number: both are of the \
         dimension of the default value, which is between them.",
    ),
    code(
        "E085",
        "diagram cannot be drawn",
        "`plot` records while a `go` runs, so a `go` must come after it. The name of the file ends with `.svg` or \
         `.png`. A diagram shows numbers, vectors and flags (true or false). A gait diagram needs a gait \
         (`gait` or `addroach`), and a support polygon needs a figure that touches the ground.",
    ),
    code(
        "E086",
        "film cannot be made",
        "`film` records while a `go` runs, so a `go` must come after it. The extension of the file chooses the \
         format: `.mp4` (with ffmpeg, which must be installed), `.gif`, or `.png` for a strip of \
         pictures side by side; a name without an extension is a folder of frames. Two films at the same time need \
         two names; `film stop` ends the running films.",
    ),
    code(
        "E087",
        "result not possible",
        "`result NAME = VALUE` gives one value of a script under a name of its own: a number, `true` or `false`, or a text. A script gives each \
         result once.",
    ),
    code(
        "E088",
        "environment not possible",
        "`observe`, `action`, `reward`, `terminate` and `decide` make a script an environment that a controller steps. Observations and rewards are \
         numbers, each name is declared once, the range of an action is not empty, and what it sets exists: the target of a servo needs a `servo`.",
    ),
    code(
        "E090",
        "limit exceeded",
        "The amount of data in a session is limited, so that a script that creates more and more is stopped before \
         the memory is full: 100 000 pending events, 10 000 attachments and 100 000 colliding pairs of bodies in \
         a world, 100 000 includes with 1 GiB of text, 20 000 000 triangles of all objects, 100 000 worlds, 10 000 \
         transforms of an object saved by `pushobj`. The usual cause is a loop \
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
        "`inverse` reads a table in the format of `recordmotion`, with a column for the time and one for the position \
         of each joint. For a free root, the table also needs columns for its position, orientation, velocity and \
         acceleration. \
         `crosslink` solves for accelerations, so every joint of the figure must move mass.",
    ),
    code(
        "E096",
        "loop cannot be held",
        "A loop of `close` must be closed when `go` starts: the points of the two bodies meet, and a rod has its length. `assemble` moves \
         joints until all loops meet, by the smallest motion from where they are; loops that contradict each other, or are out of reach, \
         stay open. A loop that an event closes must be closed at that moment. A `go` that opens a loop, because loops contradict each \
         other or join bodies of very unlike masses, ends with this error. So does one in which a `drive` works against \
         a hard range, a rope or a loop that cannot give way. Loops are held by all integrators but `euler`, and not with the impulses of `collisionanalysis on`.",
    ),
    code(
        "E097",
        "method cannot find the forces of rigid contact",
        "The forces of `contact rigid`, of ropes and of hard ranges are found by all methods but `euler`, with which `go` is refused. \
         Those of `contact lcp` are found by `auto` and `implicit` only. Those of `contact todorov` and `contact anitescu` are found by `implicit` only.",
    ),
];

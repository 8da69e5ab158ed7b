//! What is wrong with files, figures and runs.

use super::{Code, code};

pub(super) const RUNS: &[Code] = &[
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
    )
    .of_line(),
    code(
        "E062",
        "wrong argument name",
        "`name=value` gives a value to the parameter of that name, which must be one of the command's and get one value. `help COMMAND` \
         lists them.",
    )
    .of_line(),
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
];

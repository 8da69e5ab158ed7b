//! What runs, but probably not as meant.

use super::{Code, code};

pub(super) const WARNINGS: &[Code] = &[
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

//! Warnings: lines that run, but probably not as intended.

use super::{Code, code};

pub(super) const WARNINGS: &[Code] = &[
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
        "A figure has one root, and `setroot` was called twice. The last `setroot` is used.",
    ),
    code(
        "W003",
        "check incomplete",
        "`corpus check` executes loops and calls without simulating. It stops after about 100 000 steps: each line \
         counts as one, and so do 64 elements of a list or 64 characters of a text. The rest of the script is checked when it runs.",
    ),
    code(
        "W004",
        "motor without its spring",
        "A motor moves the rest position of a joint's exponential spring, and the spring pulls the limb along. If \
         `Q_type` of the joint does not include 16, that spring is off. `joint NAME Q_type 17` turns it on together \
         with a damper; `ea` and `eB` set its strength. If one of them is 0, as it is by default, the spring has no strength.",
    ),
    code(
        "W005",
        "angle above one turn without a unit",
        "Angles of joints and motors are in radians unless they have a unit, and a turn is 6.28 radians. Write \
         `60deg` for degrees, or `60rad` if you really mean more than a turn. Only `rotate`, `rotateaxis`, \
         `camera` and `light` take numbers without a unit as degrees.",
    ),
    code(
        "W006",
        "speed out of a gait's range",
        "The speed value of a gait is the duration of its cycle divided by `cycletime`: 1 is the fastest walk \
         unless `topspeed` sets another, and 2 is half as fast as 1. `topspeed` is the smallest allowed speed value, \
         and `bottomspeed` the largest. A value beyond these limits is replaced by the nearer limit. \
         A cycle shorter than a frame (`dt`) is too fast for any gait: a leg starts at most one step in a frame.",
    ),
    code(
        "W007",
        "flag without effect",
        "`addbody` and `addpart` accept the flags `convex` and `veltest` so that scripts of 1990 run, but the flags \
         have no effect.",
    ),
    code(
        "W008",
        "transform without effect",
        "Transforms of a body's object, such as `move`, `rotate` and `scale`, place the body on its parent if they \
         come between its `addbody` and its `linkbodies`. Later they have no effect; `joint NAME q VALUE` moves the \
         body. Only the root is different: `setrootpos` applies the later transforms of its object to the whole figure, and without it they have no effect.",
    ),
    code(
        "W009",
        "figure starts deep in the ground",
        "The force of the ground grows with depth, so a figure that starts deep in it is thrown into the air. The report compares this force \
         with the weight. The default springs do not throw it: the surface below its deep points starts lower, and lifts it out within some tenths of a second; so does `contact rigid`, but `contact todorov` throws it. \
         `rest` places the figure on the ground in its current pose, and `rest 1mm` a millimetre above it.",
    ),
    code(
        "W010",
        "events not saved",
        "`save` writes pending events as script text, with the values of the local variables that they use, such as the \
         variable of a `for` or a parameter of a `define`. This is not possible if such a value is, \
         or contains, a range, or if the event uses a command of your own with the name of a built-in command that opens a list or a block, such as `swing`: \
         after `load`, this name in the text of the event would open a list. The report names the cause for each event. \
         Write a range as a list, rename the command, or set the events again after `load`.",
    ),
    code(
        "W015",
        "energy error",
        "The work of motors, of the ground and of dampers does not account for the change of the figure's energy: \
         the integration has lost or created the difference, which is more than a hundredth of the energy involved. \
         The energy involved is the largest of the kinetic energy, the energy added, the energy removed, and the change of the figure's energy. The error of the \
         motion is of the same order. Use `integration auto`, a smaller tolerance (`tolerance`, \
         `eps`) or a smaller step (`h`); `corpus converge` shows the effect. The report at the end of a run has the \
         whole energy account.",
    ),
    code(
        "W016",
        "very many steps",
        "The run has so many steps that it takes very long, or stops at the limit of steps in a frame. With fixed steps (`euler`, `implicit`, `rkfixed`) a frame of duration `dt` has \
         `dt` / `h` of them. Use a longer step `h`, longer frames `dt`, or `integration auto`, which chooses its steps. \
         A run can be interrupted with Ctrl-C.",
    ),
    code(
        "W017",
        "motion that amplifies small errors",
        "With `integration auto` and figures of few bodies, `corpus run` and the prompt simulate each motion twice: as the \
         script says, and from a start whose angles differ by 0.0001 rad, and whose height (of a free root) and sliding joints \
         differ by 0.0001 of the figure's size. At the end of a `go` the two are compared. If they are far apart, every small error grows by the same factor: \
         those of the integration, of the measured sizes, and of the start. Tumbling bodies that hit the ground several times \
         and chaotic pendulums move in this way. Such a motion is a possible one, but not the only one: run it with slightly \
         different starts and compare, or measure only its beginning. A smaller `tolerance` delays the growth but does not end \
         it. Figures that take many steps or have many bodies, such as the walking roach, are not compared; nor are those that \
         `every` or `when` controls, or that the script changes between its `go` commands more than ten times.",
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
        "joint far from a shape",
        "The joint of a body is at the body's origin. Transforms before `addbody` place the shape relative to the \
         joint, and transforms between `addbody` and `linkbodies` place the joint on the parent. Here the shape is \
         far from the joint. Move the object before `addbody`, so that the end about which the body turns is at the \
         origin. If the gap is intended, ignore this warning. \
         There is no such warning for bodies whose shapes have no mass (`inertial=0`), such as those of an imported robot.",
    ),
    code(
        "W022",
        "name in place of its value",
        "`print` shows its line as it is written, and values in braces: `print leg.q` prints the name `leg.q`, `print {leg.q}` prints its current value. \
         In double quotes, `print \"leg.q\"`, a name is printed without a warning.",
    ),
    code(
        "W023",
        "reversed range of a joint",
        "The lower end `qmin` of a joint's range is above its upper end `qmax`, so no position is within the range: \
         since the stops act (`Q_type` includes 4), one of them always pushes the joint. `range NAME LOW HIGH` sets both ends and refuses a reversed range.",
    ),
    code(
        "W024",
        "joint constants without effect",
        "`Q_type` of a joint, which `joint NAME spring` sets by words, selects the terms of its force: 1 damper (`b`), 2 linear spring \
         (`k`), 4 limit springs (`lk`, `lb`), 8 the constant force `bias`, 16 exponential spring (`ea`, `eB`). It is 0 by default. A constant of a term that is not \
         selected has no effect. There is no such warning if lines that run later may select the term.",
    ),
    code(
        "W025",
        "restitution of the ground above 1",
        "`grounde` is the fraction of the energy, and `restitution` that of the speed, that an impact on the ground returns. Above 1 every impact \
         adds energy, so a body bounces higher each time. `collisione` above 1 does the same between bodies, without a warning.",
    ),
    code(
        "W026",
        "figure never assembled",
        "The script gives this figure bodies and runs a `go` in its world, but never runs `corpusinit` for it. Only an assembled figure moves.",
    ),
    code(
        "W027",
        "bodies overlap when they begin to collide",
        "Bodies that may collide overlap before anything has moved, or are deep in each other because the script placed one of them or \
         enabled collisions later. Springs would throw them apart; instead, each pair parts slowly, as if the surfaces began further in, \
         which takes energy from nowhere. Impulses do nothing against an overlap. `collide all apart` leaves out the pairs that overlap \
         when it runs, and `collide one two off` a single pair; or place and shape the bodies so that there is a gap between them.",
    ),
    code(
        "W028",
        "gravity points upwards",
        "The strength of gravity is positive if it pulls down: `setgrav 9.81`. With a negative strength, figures rise. If you want \
         that, `gravdirection 0 0 1` says so without a warning.",
    ),
    code(
        "W029",
        "attachment already removed",
        "`detach NUMBER` names an attachment that an earlier `detach` has removed, so the line has no effect. Attachments keep their numbers; \
         a new one has the next number.",
    ),
    code(
        "W030",
        "large part of the volume is estimated",
        "`get NAME from FILE closed` closes each hole of a surface by a cone: triangles from the edge of the hole to \
         the centroid of this edge. More than 2 % of the volume depends on the shapes of such cones, \
         and so do mass, centre of mass and inertia. They are correct if the holes are flat, such as \
         that of a box without its lid. Otherwise \
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
        "left out or changed by the import",
        "Something in the imported file is missing or different in the script: for example a mesh file that is missing or \
         cannot be read, a joint that becomes several, or an impossible moment of inertia. The help of the warning \
         says what replaces it.",
    ),
    code(
        "W033",
        "gait without effect",
        "The script sets motor programs with `swing` or `stance` and runs a `go`, but never starts the oscillators of the gait with `gaitgo`, \
         so no leg takes a step and no motor program runs. Or it starts them, but no leg has a motor program, and nothing reads or draws the phases of the gait.",
    ),
    code(
        "W038",
        "colliding bodies overlap too deeply",
        "The springs between colliding bodies are meant for overlaps that are small against the bodies. Once two bodies overlap by more than half of the thinner one, \
         the shortest way out may be on the other side, so that they pass through each other: the springs are too soft for this speed or weight. \
         With `collisionanalysis on`, impulses act only on bodies that approach, and bodies that other forces press together may sink into each other. What a driven root presses into the springs of the ground by more than half of its thickness is told too: no force stops it.",
    ),
    code(
        "W039",
        "collisions add energy",
        "No impact adds energy. The laws `newton` and `poisson` of `impactlaw` would add energy to some oblique impacts: these \
         are weakened until they add none, but their speeds are not those of a real impact. With springs, a gain beyond what the springs between overlapping bodies stored \
         before the run is an error of the integration.",
    ),
    code(
        "W040",
        "uncertain energy account",
        "The energy account adds the work of each force over the steps. Where a force changes much within a step, as at the edges of a terrain of triangles, \
         the amounts are known only to within the difference of two ways to add them. Here this difference is more than a tenth of \
         the energy involved, so the account would not show (W015) that the integration has lost or created that much. \
         Use `integration auto`, which chooses its steps, a smaller `tolerance` or step `h`, or a terrain with finer cells, and compare the results; \
         `corpus converge` does so.",
    ),
    code(
        "W041",
        "light body that carries a heavy one",
        "A body carries more than a million times its own mass. It can vibrate so fast between its neighbours that the default tolerance does not \
         follow the phase of the vibration, and the energy of the vibration is too small a part of the whole for the energy account to show \
         the error. Use bodies of more equal mass, weld the light body to its neighbour (`weld`), or \
         compare with a smaller `tolerance`. A body without mass, such as the links of a joint with several degrees of freedom, moves with its load and \
         leads to no warning.",
    ),
    code(
        "W043",
        "attachment without force",
        "The springs of `attach` exert the force k x + ea (exp(eB x) - 1), and its damper b times the speed. If `k`, `b`, and `ea` or `eB` are 0, the \
         attachment exerts no force and only measures the distance of its points.",
    ),
    code(
        "W046",
        "shape collides as its convex hull",
        "`collide` takes a body as round solids (ball, capsule, cylinder, cone, ellipsoid) and convex hulls: one for its shape and one for each of its colliding parts. \
         The hull of a cup, a ring or a bracket also fills its hollow, so other bodies stop at an invisible surface. \
         `parts OBJECT`, before the object's `addbody`, divides such a shape into convex parts; `collide ONE TWO off` disables a pair.",
    ),
    code(
        "W048",
        "variable that hides one of the script",
        "`let` in a `define` sets a variable of the call. Here its value is computed from the variable of the script with the same \
         name, which stays as it is, or the line stands in an event that a `define` sets, where it changed that in earlier versions: after `let n = 0`, a command with `let n = n + 1` computes 1 each time. `set n = n + 1` \
         changes the variable of the script.",
    ),
    code(
        "W049",
        "variable or body with the name of another thing",
        "The parameter of a function, or a record, has the name of a body or another thing. `leg.q` then reads the \
         variable: the field `q` of the record, or the quantity `q` of the body whose name the argument is. \
         After `let leg = \"arm\"`, which sets a text, `leg.q` still reads the body `leg`. With another name, both can be read. \
         Likewise, where a body is called `ground`, `touches(ground)` still asks about the ground.",
    ),
    code(
        "W050",
        "velocities contradict a loop",
        "When `go` starts, the points that `close` holds together move apart, for example because `joint crank dq 5` has set the velocity of \
         one joint of a linkage. The velocities of all bodies are made to fit, as by a plastic impact: other joints change too, that one \
         keeps only a part of its velocity, and the energy that is lost counts as `work.set`. Set the velocities of all joints of the \
         loop, or start at rest and drive one by `servo` or `torque`.",
    ),
    code(
        "W051",
        "forces of rigid contact miss their law",
        "In one step, the search for the forces of `contact rigid` ended before every contact obeyed its law: the velocities that it leaves are \
         wrong by the speed in the message. A shorter step `h` leaves less. Bodies that wedge each other by friction, or start deep in each \
         other, may have no exact forces.",
    ),
    code(
        "W052",
        "a rolling body is held down",
        "A ball or wheel of `roll` would have lifted off the plane on which it rolls, and the row of the equations that keeps it there held it down. What \
         it does from then on is not what a free wheel does: use `contact rigid` with friction, or `break`, which ends it at a force.",
    ),
    code(
        "W053",
        "impact law without effect",
        "`impactlaw` says how bodies bounce that separate at once, with `contact rigid` or `contact impulses`. Springs, which are the \
         default, return what `restitution` and `collisione` say and follow no such law.",
    ),
    code(
        "W054",
        "neurons never updated",
        "The script makes neurons with `neuron`, but no line updates them, so their outputs remain 0. `think` updates all neurons once; a brain \
         works if an `every 40ms` contains it.",
    ),
    code(
        "W055",
        "impact of too many points",
        "By `impactlaw poisson` and `stronge`, the springs at all points that act on each other are followed through an impact, up to 24 of \
         them. In a pile more points may be struck at once: then each returns `restitution` or `collisione` of its speed, as by `impactlaw newton`.",
    ),
    code(
        "W056",
        "state of a figure with other masses or joints",
        "The file was saved with a figure whose bodies and joints have the same names, but other masses, axes or places: the script, or a parameter, \
         was changed since. Positions and velocities are loaded as they are; momentum, energy and the points of contact are those of the figure here. To \
         continue the run that was saved, build the figure as it was.",
    ),
    code(
        "W057",
        "driven joint that jumps",
        "The formula of `drive JOINT position={...}` changes by a finite amount in no time, as `floor`, `mod` and `choose` do. The joint is then placed \
         where the formula says, and its speed is that of the formula there; no force, work or contact belongs to the way between. Let the formula \
         change over some time: `clamp((time - 1s) / 0.1s, 0, 1)` is a ramp that begins at 1 s.",
    ),
    code(
        "W058",
        "driven root passes what cannot yield",
        "`rootmotion moving` and `accelerated` give the motion of a root, whatever acts on it. Rigid ground, scenery and fixed figures do not yield either, so \
         no force could keep them apart: the root passes through, as if they did not touch. Bodies that can move are pushed as they should. End the motion \
         before they touch, move the root by a joint of its own with a motor of limited strength (`rootmotion jointed`, `servo`), or use `contact springs`, \
         whose force says how hard the root presses.",
    ),
    code(
        "W059",
        "energy from the ground",
        "The springs and the friction of the ground only give back what they have taken, or less. Here a figure has more energy from the ground than that, so \
         its motion is not that of the model. It happens where a rim or a tip of a round limb crosses edges of terrain that stand out: the contact moves from one \
         face to another by a jump, and the depth of the springs with it. The larger the cells and the restitution, the larger the error; without restitution the \
         ground takes more than that in each contact. Use terrain with finer cells, `ground restitution=0.6`, or a limb that is a ball, a capsule or a box.",
    ),
];

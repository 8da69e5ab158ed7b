//! The commands: **the table** of their declarations, one file per chapter, each with the function that acts on a session.

mod access;
mod actuators;
mod analysis;
mod assemble;
mod attach;
mod close;
mod collisions;
mod constants;
mod contact;
mod definitions;
mod diagrams;
mod drive;
mod dumps;
mod events;
mod figure;
mod finish;
mod flow;
mod gait;
mod gear;
mod ground;
mod ground_line;
mod hulls;
mod idle_motors;
mod idle_terms;
mod impact;
mod inertia;
mod joint_kinds;
mod joint_laws;
mod joint_line;
mod joints;
mod light_bodies;
mod look;
mod mirror;
mod neurons;
mod objects;
mod overlapping;
mod pull;
mod push;
mod reflexes;
mod remedy;
mod roll;
mod root;
mod run;
mod scenery;
mod session;
mod setting;
mod shapes;
mod snapshots;
mod stabilization;
mod surface;
mod tables;
mod task;
#[cfg(test)]
mod tests;
mod trajectory;
mod transforms;
mod variables;
mod waiting;
mod warnings;
mod worlds;

use actuators::*;
use analysis::*;
use assemble::*;
use attach::*;
use close::{ASSEMBLE, CLOSE};
use collisions::*;
use contact::CONTACT;
use definitions::*;
use diagrams::*;
use drive::DRIVE;
use dumps::*;
use events::*;
use figure::*;
use finish::*;
use flow::*;
use gait::*;
use ground::*;
use ground_line::*;
use hulls::*;
use impact::IMPACTLAW;
use inertia::*;
use joint_kinds::*;
use joint_laws::*;
use joints::*;
use look::*;
use mirror::*;
use neurons::{NEURON, THINK};
use objects::*;
use pull::*;
use push::*;
use reflexes::*;
use roll::ROLL;
use root::*;
use run::*;
use scenery::*;
use session::*;
use shapes::*;
use snapshots::*;
use stabilization::STABILIZATION;
use surface::*;
use tables::*;
use task::*;
use transforms::*;
use variables::*;
use waiting::*;
use worlds::*;

use crate::session::command::{Command, Table};
use crate::session::{Mode, Observer, Session};

/// All commands, sorted by name.
pub static COMMANDS: &[&Command] = &[
    &PRINT,
    &ACTION,
    &ADDBODY,
    &ADDCORPUS,
    &ADDJOINT,
    &ADDPART,
    &ADDROACH,
    &ADDTRIGRID,
    &ADDV,
    &ADDWORLD,
    &AFTER,
    &ALARM,
    &ASSEMBLE,
    &AT,
    &ATTACH,
    &AXISNORM,
    &BACKGROUND,
    &BALL,
    &BODYGROUNDSTICK,
    &BOTTOMSPEED,
    &BOX,
    &CAMERA,
    &CANCEL,
    &CAPSULE,
    &CENTER,
    &CLOSE,
    &CLOSEOBJ,
    &COLLIDE,
    &COLLISION,
    &COLLISIONANALYSIS,
    &COLLISIONE,
    &COLLISIONEB,
    &COLLISIONEA,
    &COLLISIONEMAXZ,
    &COLLISIONFRIC,
    &COLOR,
    &CONTACT,
    &CORPUSINIT,
    &CROSSLINK,
    &CYCLETIME,
    &CYLINDER,
    &DECIDE,
    &DEFINE,
    &DELTASPEED,
    &DETACH,
    &DLEGTIME,
    &DRIVE,
    &DT,
    &DUMPQS,
    &DUMPAS,
    &DUMPCONTACTFORCES,
    &DUMPCONTACTS,
    &DUMPMATCORPUS,
    &DUMPMOTORS,
    &DUMPS,
    &ENERGY,
    &EPS,
    &EVENTS,
    &EVERY,
    &EXPECT,
    &FILM,
    &FOR,
    &FRUSTUM,
    &FUNCTION,
    &GAIT,
    &GAITGO,
    &GAITINIT,
    &GET,
    &GO,
    &GRAV,
    &GRAVDIRECTION,
    &GROUND,
    &GROUNDB,
    &GROUNDE,
    &GROUNDEB,
    &GROUNDEA,
    &GROUNDEMAXZ,
    &GROUNDERAMP,
    &GROUNDFRIC,
    &GROUNDFRIC2,
    &GROUNDFRIC2B,
    &GROUNDFRIC2E,
    &GROUNDFRIC2K,
    &GROUNDFRICTION,
    &GROUNDK,
    &GROUNDKRF,
    &GROUNDLOOK,
    &GROUNDNORMAL,
    &GROUNDSCALE,
    &GROUNDSLIP,
    &GROUNDSTICKE,
    &GROUNDSTICKEB,
    &GROUNDSTICKEA,
    &GROUNDSTICKEMAXZ,
    &GROUNDTYPE,
    &GROUNDZ,
    &H,
    &HELP,
    &HMIN,
    &IF,
    &IMPACTLAW,
    &INCLUDE,
    &INCRSPEED,
    &INERTIA,
    &INIT,
    &INTEGRATE,
    &INTEGRATION,
    &INVERSE,
    &ITER,
    &JACOBIAN,
    &JOINT,
    &JOINTKIND,
    &JOINTMATCHEXP,
    &JOINTSPRING,
    &JOINTSTATUS,
    &LABEL,
    &LEGLOADREFLEX,
    &LEGSTATUS,
    &LEGSTEPREFLEX,
    &LET,
    &LIGHT,
    &LINKBODIES,
    &LOAD,
    &LOADAS,
    &LOADCONTACTS,
    &LOADMOTORS,
    &LOADREFLEX,
    &LOADS,
    &LOCALXFORMS,
    &MARK,
    &MASSMATRIX,
    &MATERIAL,
    &MAXV,
    &METABOLISM,
    &MIRROR,
    &MOMENTUM,
    &MOTOR,
    &MOVE,
    &NEURON,
    &OBSERVE,
    &PACE,
    &PARAM,
    &PARTS,
    &PLOT,
    &POPOBJ,
    &POSTMULT,
    &PREMULT,
    &PRINT_TEXT,
    &PROCOM,
    &PROTIME,
    &PULL,
    &PUSH,
    &PUSHOBJ,
    &RANGE,
    &RECORD,
    &RECORDMOTION,
    &REPEAT,
    &REST,
    &RESTITUTION,
    &RESULT,
    &RETCOM,
    &RETTIME,
    &RETURN,
    &REWARD,
    &REWIND,
    &ROLL,
    &ROOTMOTION,
    &ROTATE,
    &ROTATEAXIS,
    &SAVE,
    &SCALE,
    &SCENERY,
    &SERVO,
    &SET,
    &SETCORPUS,
    &SETGRAV,
    &SETJOINTP,
    &SETROACH,
    &SETROOT,
    &SETROOTMATRIX,
    &SETROOTPOS,
    &SETWORLD,
    &SHOW,
    &SNAP,
    &SPEED,
    &STABILIZATION,
    &STANCE,
    &STEPREFLEX,
    &SURFACE,
    &SWING,
    &TERMINATE,
    &THINK,
    &TIME,
    &TIMER,
    &TIMERFLUSH,
    &TOLERANCE,
    &TOPSPEED,
    &TORQUE,
    &TOTALMASS,
    &TRAIL,
    &TRY,
    &UPDATEV,
    &WHEN,
    &WHILE,
    &XFORMCENTER,
];

/// The table of commands for a session.
pub static TABLE: Table = Table::new(COMMANDS, &CALL, PLAIN);

/// Names added after many scripts were written: a script may define its own command of such a name.
const PLAIN: &[&str] = &[
    "action",
    "addjoint",
    "ball",
    "box",
    "cancel",
    "capsule",
    "cylinder",
    "decide",
    "energy",
    "events",
    "frustum",
    "function",
    "gait",
    "inertia",
    "inverse",
    "jointkind",
    "jointspring",
    "momentum",
    "neuron",
    "observe",
    "pace",
    "range",
    "result",
    "return",
    "reward",
    "scenery",
    "servo",
    "set",
    "stance",
    "swing",
    "terminate",
    "think",
    "torque",
];

/// Returns the command of that name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Command> {
    TABLE.find(name)
}

/// Creates a session with an empty world that knows all commands.
#[must_use]
pub fn session(mode: Mode, observer: Box<dyn Observer>) -> Session {
    Session::new(&TABLE, mode, observer)
}

#[cfg(test)]
mod soundness {
    use super::{COMMANDS, find};
    use crate::session::command::Kind;

    #[test]
    fn the_table_is_sorted_so_that_every_command_is_found() {
        assert!(
            COMMANDS.windows(2).all(|w| w[0].name < w[1].name),
            "{:?}",
            COMMANDS
                .windows(2)
                .find(|w| w[0].name >= w[1].name)
                .map(|w| w[0].name)
        );
        assert!(
            COMMANDS
                .iter()
                .all(|c| find(c.name).is_some_and(|f| f.name == c.name))
        );
    }

    #[test]
    fn every_command_is_told_in_full() {
        for c in COMMANDS {
            assert!(
                c.summary.ends_with('.') && c.summary.starts_with(char::is_uppercase),
                "{}",
                c.name
            );
            assert!(
                c.details.is_empty() || c.details.ends_with('.'),
                "{}",
                c.name
            );
            for example in c.examples() {
                assert!(
                    !example.code.is_empty() && !example.shows.is_empty(),
                    "{} has no example",
                    c.name
                );
            }
            assert!(c.search_words().all(|word| word != c.name), "{}", c.name);
            assert!(!c.forms.is_empty(), "{}", c.name);
            for form in c.forms {
                assert!(
                    form.iter()
                        .filter(|p| !matches!(p.kind, Kind::Filler(_)))
                        .is_sorted_by_key(|p| p.optional),
                    "{}: what may be left out stands before what must be given",
                    c.name
                );
                assert!(
                    form.iter()
                        .all(|p| !p.doc.ends_with('.') && !p.doc.is_empty()),
                    "{}",
                    c.name
                );
            }
        }
    }

    #[test]
    fn no_search_word_is_another_command() {
        for c in COMMANDS {
            for word in c.search_words() {
                assert!(
                    find(word).is_none(),
                    "{} is found by `{word}`, which is a command",
                    c.name
                );
            }
        }
    }
}

//! The commands, a file for each chapter.

mod access;
mod assemble;
mod constants;
mod diagrams;
mod events;
mod figure;
mod flow;
mod gait;
mod ground;
mod joints;
mod look;
mod mirror;
mod objects;
mod pull;
mod root;
mod run;
mod session;
mod setting;
mod snapshots;
mod tables;
mod transforms;
mod warnings;
mod worlds;

use super::Command;
use assemble::*;
use diagrams::*;
use events::*;
use figure::*;
pub(super) use flow::CALL;
use flow::*;
use gait::*;
use ground::*;
use joints::*;
use look::*;
use mirror::*;
use objects::*;
use pull::*;
use root::*;
use run::*;
use session::*;
use snapshots::*;
use tables::*;
use transforms::*;
use worlds::*;

/// All of them, sorted by name.
pub(super) const ALL: &[&Command] = &[
    &PRINT,
    &ADDBODY,
    &ADDCORPUS,
    &ADDPART,
    &ADDROACH,
    &ADDV,
    &ADDWORLD,
    &AFTER,
    &ALARM,
    &AT,
    &AXISNORM,
    &BACKGROUND,
    &BODYGROUNDSTICK,
    &BOTTOMSPEED,
    &CAMERA,
    &CENTER,
    &CLOSEOBJ,
    &COLOR,
    &CORPUSINIT,
    &CYCLETIME,
    &DEFINE,
    &DELTASPEED,
    &DLEGTIME,
    &DT,
    &EPS,
    &EVERY,
    &EXPECT,
    &FOR,
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
    &GROUNDLOOK,
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
    &INCLUDE,
    &INCRSPEED,
    &INIT,
    &INTEGRATE,
    &INTEGRATION,
    &ITER,
    &JOINT,
    &JOINTMATCHEXP,
    &JOINTSTATUS,
    &LABEL,
    &LEGSTATUS,
    &LET,
    &LIGHT,
    &LINKBODIES,
    &LOAD,
    &LOCALXFORMS,
    &MARK,
    &MATERIAL,
    &MAXV,
    &METABOLISM,
    &MIRROR,
    &MOTOR,
    &MOVE,
    &PARAM,
    &PLOT,
    &POPOBJ,
    &POSTMULT,
    &PREMULT,
    &PRINT_TEXT,
    &PROCOM,
    &PROTIME,
    &PULL,
    &PUSHOBJ,
    &RECORD,
    &REPEAT,
    &REST,
    &RESTITUTION,
    &RETCOM,
    &RETTIME,
    &REWIND,
    &ROOTMOTION,
    &ROTATE,
    &ROTATEAXIS,
    &SAVE,
    &SCALE,
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
    &TIME,
    &TIMER,
    &TIMERFLUSH,
    &TOLERANCE,
    &TOPSPEED,
    &TOTALMASS,
    &TRAIL,
    &TRY,
    &WHEN,
    &WHILE,
    &XFORMCENTER,
];

#[cfg(test)]
mod tests {
    use super::super::{Kind, find};
    use super::ALL;

    #[test]
    fn the_table_is_sorted_so_that_every_command_is_found() {
        assert!(
            ALL.windows(2).all(|w| w[0].name < w[1].name),
            "{:?}",
            ALL.windows(2)
                .find(|w| w[0].name >= w[1].name)
                .map(|w| w[0].name)
        );
        assert!(
            ALL.iter()
                .all(|c| find(c.name).is_some_and(|f| f.name == c.name))
        );
    }

    #[test]
    fn every_command_is_told_in_full() {
        for c in ALL {
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
            assert!(!c.examples.is_empty(), "{} has no example", c.name);
            assert!(!c.search.contains(&c.name), "{}", c.name);
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
        for c in ALL {
            for word in c.search {
                assert!(
                    find(word).is_none(),
                    "{} is found by `{word}`, which is a command",
                    c.name
                );
            }
        }
    }
}

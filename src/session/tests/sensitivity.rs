//! Warnings of motion that amplifies small errors.

use super::Mode;
use crate::session::{Quiet, Session};

/// A spinning cylinder that is thrown on elastic ground, and tumbles.
const TUMBLER: &str = "\
addcorpus c
get b from unit_cylinder
scale b 4.7mm 4.7mm 6.42mm
addbody b b 0 0 1 rotary 740.268
setroot b
corpusinit
grav on
ground on
groundfriction slide 0.553472
restitution 0.695921
groundea 0
groundk 7040912
rotate b z -38.127524
rotate b x 135.555351
rotate b y 133.513728
setrootpos
rest 1.2mm
addv b 0.31 0.23 0.3 127 -151 15
";

/// A double pendulum that is let go from high up.
const CHAOTIC: &str = include_str!("../../../tests/data/chaotic.corpus");

/// A broom that stands upright on a cart on rails.
const BROOM: &str = "\
addcorpus broom
get base from unit_cube
get cart from unit_cube
get pole from unit_cube
move pole 0 0 0.5
scale pole 2cm 2cm 1m
addbody base base 0 0 1 rotary 1000
addbody cart cart 1 0 0 sliding 1
addbody pole pole 0 1 0 rotary 1000
linkbodies base cart
linkbodies cart pole
setroot base
rootmotion fixed
corpusinit
grav on
";

fn played(text: &str) -> Session {
    let mut session = crate::commands::session(Mode::Run, Box::new(Quiet));
    session.options.compares_starts = true;
    let _ = session.run_text("test", text);
    assert!(!session.has_errors(), "{:?}", session.diagnostics);
    session
}

fn warnings(text: &str) -> Vec<String> {
    let warnings = played(text).accuracy.new_warnings();
    let warnings = warnings.iter().filter(|w| w.code == "W017");
    warnings.map(|w| w.message.clone()).collect()
}

#[test]
fn chaotic_motion_has_a_warning_however_its_run_is_divided() {
    let whole = warnings(&format!("{CHAOTIC}go 4800"));
    let [told] = whole.as_slice() else {
        panic!("{whole:?}");
    };
    assert!(
        told.starts_with("the motion of `c` amplifies small errors"),
        "{told}"
    );
    let pieces = warnings(&format!("{CHAOTIC}for i in 0..100\n  go 48\nend"));
    assert_eq!(pieces.len(), 1, "{pieces:?}");
    // Between two runs, nothing that does not change the figure ends the comparison.
    let asked = warnings(&format!(
        "{CHAOTIC}for i in 0..100\n  go 48\n  print {{c.com}}\n  integration\nend"
    ));
    assert_eq!(asked, pieces);
}

#[test]
fn the_comparison_does_not_change_the_run() {
    let plain = played(&format!("{TUMBLER}go 534"));
    let mut other = played(TUMBLER);
    for _ in 0..534 {
        // Without a second run.
        let time = other.here().world.time + other.here().world.dt;
        other.here_mut().world.advance(time).unwrap();
    }
    let state = |session: &Session| session.here().world.corpora[0].y.clone();
    assert_ne!(state(&plain), state(&played(TUMBLER)));
    let (a, b) = (state(&plain), state(&other));
    let apart = a.iter().zip(&b).map(|(a, b)| (a - b).abs());
    // The clocks of the two differ by rounding.
    assert!(apart.fold(0.0, f64::max) < 1e-3, "{a:?} {b:?}");
}

#[test]
fn a_body_that_comes_to_rest_or_flies_has_no_warning() {
    let rests = TUMBLER.replace("addv", "! addv") + "go 1s";
    assert_eq!(warnings(&rests), Vec::<String>::new());
    let flies = TUMBLER.replace("ground on", "ground off") + "go 1s";
    assert_eq!(warnings(&flies), Vec::<String>::new());
}

#[test]
fn an_unstable_figure_has_a_warning_unless_the_script_controls_it() {
    let falls = warnings(&format!("{BROOM}go 3s"));
    assert_eq!(falls.len(), 1, "{falls:?}");
    // The controller of one broom does not keep the other upright.
    let controlled = format!(
        "{BROOM}joint pole q 0.01\nevery 1ms\n  push cart {{60N * pole.q + 15N*s * pole.dq}} 0N 0N for 1ms\nend\ngo 3s"
    );
    let between_runs = format!(
        "{BROOM}joint pole q 0.01\nfor i in 0..2500\n  torque cart {{60 * pole.q / 1rad + 15 * pole.dq / 1rad * 1s}}\n  go 1ms\nend"
    );
    for script in [controlled, between_runs] {
        let session = played(&script);
        let run = session.here().perturbed_run.as_ref().unwrap();
        assert!(run.was_given_up(&session.here().world));
        assert!(session.accuracy.warnings().is_empty());
    }
}

#[test]
fn what_takes_many_steps_is_not_compared() {
    let chain = "addcorpus c\nfor i in 0..39\n  get b{i} from unit_cube\n  scale b{i} 1cm\n  addbody b{i} b{i} 0 1 0 rotary 1000\n  \
                 if i > 0\n    linkbodies b{i-1} b{i}\n  end\nend\nsetroot b0\ncorpusinit\ngrav on\nground on\nrest 1mm\ndt 0.1ms\n\
                 go 0.1s";
    let session = played(chain);
    let run = session.here().perturbed_run.as_ref().unwrap();
    assert!(run.was_given_up(&session.here().world));
}

//! Runs scripts and reads their results.

use corpus::dynamics::{self, Motion, Workspace};
use corpus::session::{Mode, Observer, Quiet, Session, Stop};
use corpus::world::Corpus;

/// Runs a script to its end.
pub fn run(script: &str) -> Session {
    run_watched(script, Box::new(Quiet))
}

/// Runs a script to its end with an observer.
pub fn run_watched(script: &str, observer: Box<dyn Observer>) -> Session {
    let mut session = corpus::commands::session(Mode::Run, observer);
    // A listing named by a variable may be anywhere.
    let everywhere = std::path::Path::new("/");
    session.files.access.allow_reading(everywhere);
    go_on(&mut session, script);
    session
}

/// Runs more commands.
pub fn go_on(session: &mut Session, script: &str) {
    if session.run_text("test", script).is_err() {
        panic!("{:#?}\n{script}", session.diagnostics);
    }
}

/// Runs a script that must stop with a report; returns the session, and its code and message.
pub fn run_to_stop(script: &str) -> (Session, String, String) {
    let mut session = corpus::commands::session(Mode::Run, Box::new(Quiet));
    match session.run_text("test", script) {
        Err(Stop::Reported) => {}
        other => panic!("{other:?}"),
    }
    let report = session.diagnostics.last().unwrap();
    let (code, message) = (report.code.to_string(), report.message.clone());
    (session, code, message)
}

/// Returns the first corpus.
pub fn corpus(session: &Session) -> &Corpus {
    &session.here().world.corpora[0]
}

/// Returns its state.
pub fn state(session: &Session) -> Vec<f64> {
    corpus(session).y.clone()
}

/// Returns the number of a body by name.
pub fn body(session: &Session, name: &str) -> usize {
    corpus(session)
        .names
        .iter()
        .position(|n| n == name)
        .unwrap()
}

/// Returns joint position and velocity of a body.
pub fn joint(session: &Session, name: &str) -> (f64, f64) {
    let number = body(session, name);
    (corpus(session).q(number), corpus(session).qd(number))
}

/// Returns centre of mass, momenta and kinetic energy of the first corpus.
pub fn motion(session: &Session) -> Motion {
    motion_of(corpus(session))
}

/// Returns centre of mass, momenta and kinetic energy of a corpus.
pub fn motion_of(corpus: &Corpus) -> Motion {
    let mut workspace = Workspace::new(&corpus.model);
    dynamics::kinematics(&corpus.model, &corpus.y, &mut workspace);
    dynamics::motion(&corpus.model, &workspace)
}

/// Returns kinetic energy, weight and springs of the first corpus (J).
pub fn energy(session: &mut Session) -> f64 {
    let world = &mut session.here_mut().world;
    let gravity = world.gravity.vector();
    let time = world.time;
    world.corpora[0].energy(time, gravity)
}

/// Returns the largest difference of two states.
pub fn distance(a: &[f64], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len());
    a.iter()
        .zip(b)
        .map(|(a, b)| (a - b).abs())
        .fold(0.0, f64::max)
}

/// A free figure of seven bodies with every kind of joint and spring, without losses: rotary and sliding, skew axes and one of
/// length 2, linear and exponential springs, a constant force. It spins and its joints move.
pub const ACROBAT: &str = "
addcorpus acrobat
postmult
get trunk from unit_cubeb
get thigh from unit_cube
get shin from unit_cylinder
get drawer from unit_cube
get arm from unit_capsule
get neck from unit_cube
get head from unit_sphere
scale trunk 0.4 0.2 0.1
move thigh 0 0 -0.5
scale thigh 0.05 0.06 0.3
move shin 0 0 -0.5
scale shin 0.04 0.05 0.25
scale drawer 0.1 0.06 0.07
move arm 0 0 1
scale arm 0.05 0.05 0.15
move neck 0 0 0.5
scale neck 0.04 0.05 0.1
move head 0 0 0.5
scale head 0.12 0.1 0.16
addbody trunk trunk 0 0 1 rotary 500
addbody thigh thigh 0 1 0 rotary 900
addbody shin shin 1 0.3 0.2 rotary 800
addbody drawer drawer 1 0 1 sliding 700
addbody arm arm 0 0.4 2 rotary 900
addbody neck neck 0 1 0 rotary 1000
addbody head head 1 0 0 rotary 600
rotate thigh x 20
move thigh 0.1 0.1 -0.05
linkbodies trunk thigh
move shin 0 0 -0.3
linkbodies thigh shin
rotate drawer z 30
move drawer -0.2 0 0.05
linkbodies trunk drawer
rotate arm y 50
move arm 0 0 0.05
linkbodies drawer arm
rotate neck y 25
move neck 0.2 0 0.02
linkbodies trunk neck
move head 0 0 0.1
linkbodies neck head
setroot trunk
rotate trunk x 35
rotate trunk z 20
move trunk 0.3 -0.2 1
corpusinit
joint thigh Q_type 2
joint thigh k 4
joint thigh kq 0.3
joint thigh dq 2
joint shin Q_type 16
joint shin ea 0.2
joint shin eB 3
joint shin e_q -0.4
joint shin q 0.5
joint shin springtype mass
joint drawer Q_type 2
joint drawer k 200
joint drawer dq 0.4
joint arm Q_type 2
joint arm k 0.4
joint arm dq -3
joint arm springtype distalmass
joint neck Q_type 10
joint neck k 5
joint neck bias 0.4
joint neck dq 1
joint head Q_type 18
joint head k 0.2
joint head ea 0.1
joint head eB 2
joint head dq -4
addv trunk 0.5 -0.3 0.8 3 -4 5
";

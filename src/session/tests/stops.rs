//! A signal to stop within a frame.

use crate::session::{Mode, Observer, Stop};
use crate::stop::StopSignal;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Asks to stop after so many steps.
struct Stops(Arc<AtomicU64>);

impl Observer for Stops {
    fn stop_signal(&mut self) -> StopSignal {
        let left = Arc::clone(&self.0);
        let taken = move |left: u64| Some(left.saturating_sub(1));
        let (set, fetch) = (Ordering::Relaxed, Ordering::Relaxed);
        StopSignal::new(move || left.fetch_update(set, fetch, taken) == Ok(0))
    }
}

/// Two balls on a line, of which one rolls to the other in a single long frame.
const BALLS: &str = "
for i in 0..2
  addcorpus c{i}
  ball o{i} radius=1cm
  addbody b o{i} axis=[0 0 1] joint=rotary density=1g/cm3
  setroot b
  corpusinit
  move o{i} {10cm * i} 0 1cm
  setrootpos
end
setcorpus c0
addv b 0.2m/s 0 0 0 3rad/s 0
collide all
grav on
ground on
dt 1s
";

#[test]
fn a_long_frame_is_given_up_and_can_be_simulated_again() {
    for method in ["springs", "impulses", "rigid"] {
        let script = format!("{BALLS}contact {method}\nintegration auto\n");
        let play = |left: u64| {
            let left = Arc::new(AtomicU64::new(left));
            let stops = Box::new(Stops(Arc::clone(&left)));
            let mut session = crate::commands::session(Mode::Run, stops);
            session.run_text("balls", &script).unwrap();
            (left, session)
        };
        let state = |session: &crate::session::Session| -> Vec<Vec<f64>> {
            let corpora = session.here().world.corpora.iter();
            corpora.map(|corpus| corpus.y.clone()).collect()
        };
        let (_, mut whole) = play(u64::MAX);
        whole.run_text("go", "go 1\n").unwrap();
        let (left, mut given_up) = play(3);
        let before = state(&given_up);
        let stopped = given_up.run_text("go", "go 1\n");
        assert!(matches!(stopped, Err(Stop::Interrupted)), "{method}");
        assert_eq!(given_up.here().world.time, 0.0);
        assert_eq!(state(&given_up), before);
        left.store(u64::MAX, Ordering::Relaxed);
        given_up.run_text("go", "go 1\n").unwrap();
        assert_eq!(given_up.here().world.time, 1.0);
        assert_eq!(state(&given_up), state(&whole), "{method}");
    }
}

/// An arm of two limbs whose end is to reach a point.
const ARM: &str = "
addcorpus c
box a from=[-1cm -1cm 0] to=[1cm 1cm 20cm]
box b from=[-1cm -1cm 0] to=[1cm 1cm 20cm]
box base size=[10cm 10cm 1cm]
for name in base a b
  addbody {name} {name} axis=[0 1 0] joint=rotary density=1g/cm3
end
move b 0 0 20cm
linkbodies base a
linkbodies a b
setroot base
rootmotion fixed
corpusinit
joint b q 30deg
close b world pin at=[0 0 20cm] to=[25cm 0 20cm]
";

#[test]
fn assembly_and_division_are_given_up_at_the_signal() {
    let left = Arc::new(AtomicU64::new(u64::MAX));
    let stops = Box::new(Stops(Arc::clone(&left)));
    let mut session = crate::commands::session(Mode::Run, stops);
    session.run_text("arm", ARM).unwrap();
    let before = session.here().world.corpora[0].y.clone();
    left.store(1, Ordering::Relaxed);
    let stopped = session.run_text("assemble", "assemble\n");
    assert!(matches!(stopped, Err(Stop::Interrupted)));
    assert_eq!(session.here().world.corpora[0].y, before);
    let divided = "get cup from unit_cubeb\nparts cup\n";
    let stopped = session.run_text("parts", divided);
    assert!(matches!(stopped, Err(Stop::Interrupted)));
    left.store(u64::MAX, Ordering::Relaxed);
    session.run_text("assemble", "assemble\n").unwrap();
    assert_ne!(session.here().world.corpora[0].y, before);
}

//! Steps allocate no memory: neither for themselves nor for contacts, anchors and the energy account.

use corpus::session::{Mode, Quiet};

const WALKER: &str = include_str!("data/walker.corpus");

/// Returns the number of allocations in a tenth of a second of a walk by a method, after some time.
fn taken_by(method: &str) -> u64 {
    let script = format!(
        "{WALKER}ground on\ngrav on\nrest 0.5mm\nbodygroundstick shank_fl on\nbodygroundstick shank_br on\n\
         {method}\nspeed 2\ngaitgo\ngo 0.3s"
    );
    taken_after(&script, 50)
}

/// Returns the number of allocations in a given number of frames after a script.
fn taken_after(script: &str, frames: u32) -> u64 {
    let mut session = corpus::commands::session(Mode::Run, Box::new(Quiet));
    let done = session.run_text("test", script);
    assert!(done.is_ok(), "{:?}", session.diagnostics);
    let world = &mut session.here_mut().world;
    let start = world.time;
    let counted = allocation_counter::measure(|| {
        for frame in 1..=frames {
            world.advance(start + f64::from(frame) * 2e-3).unwrap();
        }
    });
    counted.count_total
}

#[test]
fn steps_take_no_memory() {
    let counts = [
        "integration auto",
        "integration implicit",
        "integration euler\nh 1us",
        "integration rkfixed\nh 10us",
        "integration rkf\neps 1",
        "integration rkvar\neps 1",
    ]
    .map(|method| (method, taken_by(method)));
    assert!(counts.iter().all(|(_, count)| *count == 0), "{counts:?}");
}

/// Two figures connected by a spring, one of them also attached to the world and on rough ground.
#[test]
fn steps_of_figures_that_are_tied_together_take_no_memory() {
    for method in [
        "auto",
        "implicit",
        "rkfixed\nh 0.1ms",
        "rkf\neps 1e-3",
        "euler\nh 0.1ms",
    ] {
        let figure = |name: &str, x: f64| {
            format!(
                "addcorpus {name}\nget o from unit_cube\nscale o 0.1 0.1 0.1\naddbody b o 0 0 1 rotary 1000\nsetroot b\n\
                 corpusinit\nmove o {x} 0 0\nsetrootpos\nrest 1mm\n"
            )
        };
        let script = format!(
            "addtrigrid rough bumps 1 1mm 5cm 4\ngroundtype trigrid\nground on\ngrav on\n{}{}attach one.b two.b 0 0 0 0 0 0 200 1 10 0.8 b=1 rest=0.2\n\
             attach one.b world 0 0 0.05 0 0 0.5 30 0 0 1 2m\nintegration {method}\ngo 0.1s",
            figure("one", 0.0),
            figure("two", 0.3),
        );
        assert_eq!(taken_after(&script, 20), 0, "{method}");
    }
}

#[test]
fn what_takes_memory_is_counted() {
    let counted = allocation_counter::measure(|| drop(std::hint::black_box(vec![1u8; 100])));
    assert_eq!(counted.count_total, 1);
}

/// Boxes that tumble on each other and on the ground.
#[test]
fn steps_of_bodies_that_collide_take_no_memory() {
    for method in ["auto", "implicit", "rkf\neps 1e-3"] {
        let figure = |name: &str, z: f64| {
            format!(
                "addcorpus {name}\nget o from unit_cube\nscale o 0.1 0.1 0.1\naddbody b o 0 0 1 rotary 1000\nsetroot b\n\
                 corpusinit\nmove o 0.01 0 {z}\nsetrootpos\n"
            )
        };
        let script = format!(
            "ground on\ngrav on\n{}{}collide all\nintegration {method}\naddv b 0.1 0 0 0 0 1\ngo 0.2s",
            figure("one", 0.0499),
            figure("two", 0.1497),
        );
        assert_eq!(taken_after(&script, 20), 0, "{method}");
    }
}

//! Tests of closed loops by the methods that add up rates: those of Runge and Kutta.

use crate::loops::{four_bar, gears};
use crate::support::{go_on, number, run};

const RATES: [&str; 3] = [
    "integration rkf\neps 1e-9\n",
    "integration rkvar\neps 1e-9\n",
    "integration rkfixed\nh 0.2ms\n",
];

/// A four-bar is closed, keeps its energy, and goes where `auto` takes it; to the bit again after a rewind.
#[test]
fn a_four_bar_goes_where_auto_takes_it() {
    let by = "close coupler rocker hinge at=[30cm 0 0] to=[0 0 -20cm] axis=[0 1 0]\njoint crank q 60deg\nassemble\ngrav on\n";
    let swing = |by: &str| {
        run(&format!(
            "{by}let widest = 0m\nevery 10ms\n  let widest = max(widest, world.attachment0.gap)\nend\n\
             let e0 = bar.energy.kinetic + bar.energy.weight\ngo 1s\nexpect widest < 1e-12m\n\
             expect abs(bar.energy.kinetic + bar.energy.weight - e0) < 1e-7J\nexpect abs(crank.q - rocker.q) < 1e-12rad\n"
        ))
    };
    let exact = number(
        &swing(&format!("{}tolerance 1e-9\n", four_bar(by))),
        "crank.q",
    );
    for method in RATES {
        let mut session = swing(&format!("{}{method}", four_bar(by)));
        let found = number(&session, "crank.q");
        assert!((found - exact).abs() < 1e-6, "{method}: {found} {exact}");
        go_on(&mut session, "mark here\ngo 0.3s");
        let end = number(&session, "crank.q");
        go_on(&mut session, "rewind here\ngo 0.3s");
        assert_eq!(number(&session, "crank.q").to_bits(), end.to_bits());
    }
}

/// A gear turns two wheels as the closed form says, with its torque at the end of the step.
#[test]
fn a_gear_turns_two_wheels_by_rates() {
    let drive = "rootmotion fixed\nclose pinion wheel gear ratio=-2\ntorque wheel 1mN*m\n";
    for method in RATES {
        let session =
            run(&(gears(&format!("{drive}{method}"), "axis=[0 1 0] joint=rotary") + "go 0.5s\n"));
        let wanted = 0.5 * 1e-3 / (1e-4 + 4.0 * 5e-5) * 0.25;
        let off = (number(&session, "c.wheel.q") - wanted).abs();
        assert!(off < 1e-11, "{method}: {off}");
        let torque = number(&session, "world.attachment0.torque");
        assert!(
            (torque + 5e-5 * 2.0 * 1e-3 / 3e-4).abs() < 1e-11,
            "{torque}"
        );
        assert!(number(&session, "c.work.numbers").abs() < 1e-10, "{method}");
    }
}

/// A slider-crank that turns: the guide holds, and its energy is kept to the tolerance.
#[test]
fn a_slider_crank_keeps_its_energy_by_rates() {
    let crank = "addcorpus m\nbox base size=[2cm 2cm 2cm]\nbox crank from=[0 -5mm -5mm] to=[10cm 5mm 5mm]\nbox rod from=[0 -5mm -5mm] to=[30cm 5mm 5mm]\n\
                 box piston size=[4cm 4cm 4cm]\nfor name in base crank rod piston\n  addbody {name} {name} axis=[0 1 0] joint=rotary density=1g/cm3\nend\n\
                 move rod 10cm 0 0\nmove piston 30cm 0 0\nlinkbodies base crank\nlinkbodies crank rod\nlinkbodies rod piston\nsetroot base\n\
                 rootmotion fixed\ncorpusinit\nclose piston world slider at=[0 0 0] axis=[1 0 0]\njoint crank q 30deg\nassemble\njoint crank dq 20\n\
                 grav on\ngo 1ms\nlet e0 = m.energy.kinetic + m.energy.weight\ngo 1s\n\
                 expect abs(piston.z) < 1e-12m and world.attachment0.gap < 1e-12m\n";
    let exact = number(&run(&format!("tolerance 1e-9\n{crank}")), "m.crank.q");
    for method in RATES {
        let session = run(&format!(
            "{method}{crank}expect abs((m.energy.kinetic + m.energy.weight - e0) / e0) < 1e-6\n"
        ));
        assert!(
            session.diagnostics.iter().all(|d| d.code == "W050"),
            "{:?}",
            session.diagnostics
        );
        let found = number(&session, "m.crank.q");
        assert!((found - exact).abs() < 1e-5, "{method}: {found} {exact}");
    }
}

//! Quantities of the ground; reading them changes nothing.

use super::*;

#[test]
fn a_standing_figures_load_is_its_weight() {
    for feet in [
        "",
        "bodygroundstick shank_fl on\nbodygroundstick shank_br on\n",
    ] {
        let script = format!("{WALKER}\nground on\ngrav on\nrest 0.1mm\n{feet}go 2s");
        let session = run(&script);
        let weight = number(&session, "walker.mass") * 9.8;
        close(number(&session, "walker.load"), weight, 0.01 * weight);
        let feet = ["shank_fl", "shank_fr", "shank_bl", "shank_br"];
        let borne: f64 = feet
            .iter()
            .map(|f| number(&session, &format!("{f}.load")))
            .sum();
        close(borne, weight, 0.01 * weight);
        for foot in feet {
            assert!(flag(&session, &format!("{foot}.contact")), "{foot}");
            assert!(number(&session, &format!("{foot}.height")) < 0.0, "{foot}");
        }
        assert!(!flag(&session, "trunk.contact"));
        assert_eq!(number(&session, "trunk.load"), 0.0);
    }
}

/// Newton's second law for the whole figure: over a short frame, dp/dt = load - m g.
#[test]
fn the_load_is_the_force_that_acts() {
    let sticky = ["fl", "fr", "bl", "br"].map(|leg| format!("bodygroundstick shank_{leg} on\n"));
    for feet in ["", &sticky.concat()] {
        let mut session = walking(feet);
        let mut loads = vec![];
        for _ in 0..4 {
            go_on(&mut session, "dt 1e-8\nintegration euler\nh 1e-8");
            let before = vector(&session, "walker.momentum").z;
            let load = number(&session, "walker.load");
            go_on(&mut session, "go 1");
            let rate = (vector(&session, "walker.momentum").z - before) / 1e-8;
            let weight = number(&session, "walker.mass") * 9.8;
            close(load - weight, rate, 1e-3 * weight);
            loads.push(load / weight);
            go_on(
                &mut session,
                "dt 0.8333ms\nintegration implicit\nh 0.2ms\ngo 13ms",
            );
        }
        assert!(
            loads.iter().any(|load| (load - 1.0).abs() > 0.05),
            "{loads:?}"
        );
    }
}

#[test]
fn observing_changes_no_bit_of_the_simulation() {
    let feet = "bodygroundstick shank_fl on\nbodygroundstick shank_fr on";
    let (mut seen, mut unseen) = (walking(feet), walking(feet));
    for _ in 0..120 {
        go_on(&mut seen, "go 1");
        assert!(number(&seen, "walker.load").is_finite());
        unseen.run_text("test", "go 1").unwrap();
    }
    let bits = |session: &Session| -> Vec<u64> {
        session.here().world.corpora[0]
            .y
            .iter()
            .map(|y| y.to_bits())
            .collect()
    };
    assert_eq!(bits(&seen), bits(&unseen));
}

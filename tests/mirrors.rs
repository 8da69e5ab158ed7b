//! Motor programs that `mirror` copies to the other side of a figure, against programs written for that side.

use crate::support::{number, reports, run};

/// Returns a trunk with a leg on its left side, which `joint` may change, its twin, and a gait whose left program has the `lines`. After
/// `then`, each leg makes two steps.
fn two_legs(joint: &str, mode: &str, lines: &str, then: &str) -> String {
    format!(
        "addcorpus c\nget trunk from unit_cube\naddbody trunk trunk 0 0 1 rotary 1\n\
         get leg_l from unit_cube\naddbody leg_l leg_l 0 1 0 rotary 1\n{joint}move leg_l 0 1 0\nlinkbodies trunk leg_l\nsetroot trunk\n\
         mirror leg_l leg_r y {mode}\ncorpusinit\ngait walk 2\nswing 0\n{lines}\nend\nmirror leg_l leg_r y {mode}\n{then}gaitgo\ngo 0.2s"
    )
}

/// A copy read the degree of freedom of the original leg.
#[test]
fn a_copied_program_reads_the_degrees_of_freedom_of_its_own_side() {
    let chain = two_legs(
        "addjoint leg_l 0 0 1 rotary\n",
        "same",
        "joint leg_l.q1 kq {leg_l.q2}",
        "joint leg_l.q2 q 0.1\njoint leg_r.q2 q 0.2\n",
    );
    let session = run(&chain);
    assert_eq!(number(&session, "leg_l.q1.kq"), 0.1);
    assert_eq!(number(&session, "leg_r.q1.kq"), 0.2);
    let ball = two_legs(
        "jointkind leg_l ball\n",
        "same",
        "joint leg_l.ry kq {leg_l.rz}",
        "joint leg_l.rz q 0.1\njoint leg_r.rz q 0.2\n",
    );
    let session = run(&ball);
    assert!((number(&session, "leg_l.ry.kq") - 0.1).abs() < 1e-9);
    assert!((number(&session, "leg_r.ry.kq") + 0.2).abs() < 1e-9);
}

/// The angle kept its sign where the sides have opposite angles.
#[test]
fn a_copied_program_reads_the_twist_with_the_sign_of_its_side() {
    let lines = "joint leg_l kq {leg_l.twist}";
    let session = run(&two_legs(
        "",
        "opposite",
        lines,
        "joint leg_l q 0.1\njoint leg_r q 0.2\n",
    ));
    assert!((number(&session, "leg_l.kq") - 0.1).abs() < 1e-9);
    assert!((number(&session, "leg_r.kq") - 0.2).abs() < 1e-9);
}

/// Copies attached the original leg.
#[test]
fn a_copied_program_attaches_and_collides_the_bodies_of_its_own_side() {
    for name in ["leg_l", "c.leg_l"] {
        let script = two_legs(
            "",
            "same",
            &format!("attach {name} world 0 0 0 0 0 0 1e-6 0 0 1"),
            "",
        );
        let session = run(&script);
        let attached: Vec<usize> = session
            .here()
            .world
            .attachments()
            .iter()
            .map(|attachment| attachment.ends[0].holder().expect("no end in the world").1)
            .collect();
        assert!(
            attached.contains(&1) && attached.contains(&2),
            "{attached:?}"
        );
    }
    for name in ["leg_l", "c.leg_l"] {
        let session = run(&two_legs("", "same", &format!("collide {name} trunk"), ""));
        let pairs = session.here().world.colliding_pairs();
        assert_eq!(pairs, 2, "{name}");
    }
}

/// Copies kept the signs of limits and rest positions where the sides have opposite angles.
#[test]
fn a_copied_program_sets_limits_and_rest_positions_with_the_signs_of_its_side() {
    let lines = "range leg_l -0.1 0.3 stiffness=1\njointspring leg_l 2Hz at=0.2";
    for (mode, sign) in [("same", 1.0), ("opposite", -1.0)] {
        let session = run(&two_legs("", mode, lines, ""));
        let of = |name: &str| number(&session, name);
        assert_eq!(
            [of("leg_l.qmin"), of("leg_l.qmax"), of("leg_l.kq")],
            [-0.1, 0.3, 0.2]
        );
        let ends = [of("leg_r.qmin"), of("leg_r.qmax")];
        match sign > 0.0 {
            true => assert_eq!(ends, [-0.1, 0.3]),
            false => assert_eq!(ends, [-0.3, 0.1]),
        }
        assert_eq!(of("leg_r.kq"), sign * 0.2);
    }
}

/// The second `mirror` searched the copy for the names of the original side.
#[test]
fn a_program_with_an_event_may_be_mirrored_twice() {
    let lines = "after 1ms\n  joint leg_l k 2\nend";
    let session = run(&two_legs("", "same", lines, "mirror leg_l leg_r y same\n"));
    assert_eq!(
        [number(&session, "leg_l.k"), number(&session, "leg_r.k")],
        [2.0, 2.0]
    );
}

/// The program moved another degree of freedom of the changed joint.
#[test]
fn a_joint_that_a_program_moves_keeps_its_degrees_of_freedom() {
    let script = |change: &str| {
        format!(
            "addcorpus c\nget t from unit_cube\naddbody t t 0 0 1 rotary 1\nget a from unit_cube\naddbody a a 0 0 1 rotary 1\n\
             linkbodies t a\nsetroot t\ngait g 2\nswing 0\n  joint a kq 1\nend\n{change}\ncorpusinit"
        )
    };
    for change in ["jointkind a ball", "addjoint a 0 1 0 rotary"] {
        let told = reports(&script(change));
        assert_eq!(
            told,
            ["E091 a motor program or timer already uses the joint of `a`"]
        );
    }
    assert!(reports(&script("jointkind a screw pitch=1cm")).is_empty());
    let other = script("jointkind a ball").replace("joint a kq 1", "bodygroundstick a off");
    assert!(reports(&other).is_empty());
}

/// The check knew the duration of a step in lines that run outside it.
#[test]
fn a_part_of_a_step_is_refused_in_an_event_of_a_program() {
    let told = reports(&two_legs(
        "",
        "same",
        "after 4ms\n  motor leg_l etarget 1 *0.5\nend",
        "",
    ));
    assert!(told.iter().any(|told| told.starts_with("E028")), "{told:?}");
}

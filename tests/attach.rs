//! Tests of `attach`: springs between bodies, compared with closed forms, with joints, and between integrators.

use crate::support::{go_on, number, reports, run, vector};
use corpus::integrate::Method;
use corpus::session::{Mode, Quiet, Reading, Session};

/// Returns a cube of 1 kg and 10 cm as a separate figure.
fn cube(name: &str, x: f64) -> String {
    format!(
        "addcorpus {name}\nget o from unit_cube\nscale o 0.1 0.1 0.1\naddbody b o 0 0 1 rotary 1000\nsetroot b\n\
         corpusinit\nmove o {x} 0 0\nsetrootpos\n"
    )
}

/// Two masses m on a spring k oscillate with sqrt(2 k / m), by any method, and their centre is fixed.
#[test]
fn two_masses_on_a_spring_swing_by_the_closed_form() {
    // Four oscillations per second: 2 k / m = (8 pi)^2.
    let k = (8.0 * std::f64::consts::PI).powi(2) / 2.0;
    for method in Method::names() {
        let script = format!(
            "{}{}integration {method}\nattach one.b two.b 0 0 0 0 0 0 {k} 0 0 1 rest=0.4\ngo 0.3125s",
            cube("one", 0.0),
            cube("two", 0.5),
        );
        let session = run(&script);
        // After one and a quarter oscillations the springs are at rest, and each cube approaches the other with 0.05 m times 8
        // pi.
        let error = match method {
            "euler" | "implicit" => 2e-2,
            "auto" => 2e-3,
            _ => 1e-4,
        };
        let length = number(&session, "world.attachment0.length");
        assert!(
            (length - 0.4).abs() < 0.1 * error * 2.0,
            "{method} {length}"
        );
        let expected = 0.1 * 8.0 * std::f64::consts::PI / 2.0;
        let (one, two) = (
            vector(&session, "one.momentum"),
            vector(&session, "two.momentum"),
        );
        assert!(
            (one[0] - expected).abs() < 3.0 * error,
            "{method} {one:?} {expected}"
        );
        for i in 0..3 {
            assert!((one[i] + two[i]).abs() < 1e-13, "{method} {one:?} {two:?}");
        }
        for figure in ["one", "two"] {
            let made = number(&session, &format!("{figure}.work.numbers"));
            assert!(made.abs() < error * 2.0, "{method} {figure} {made}");
        }
    }
}

/// Two rods: connected by a joint, or as two figures by a coupler so stiff that its oscillation is negligible.
const RODS: &str = "get rod from unit_cube\nscale rod 0.5 0.05 0.05\nmove rod 0.25 0 0\n";

fn jointed(method: &str) -> Session {
    run(&format!(
        "addcorpus c\n{RODS}get other from unit_cube\nscale other 0.5 0.05 0.05\nmove other 0.25 0 0\n\
         get base from unit_cube\naddbody base base 0 0 1 rotary 1000\n\
         addbody a rod 0 1 0 rotary 1000\naddbody b other 0 1 0 rotary 1000\n\
         linkbodies base a\nmove other 0.5 0 0\nlinkbodies a b\nsetroot base\nrootmotion fixed\ncorpusinit\n{method}\ngrav on\ngo 0.5s"
    ))
}

fn coupled(method: &str) -> Session {
    run(&format!(
        "addcorpus c\n{RODS}get base from unit_cube\naddbody base base 0 0 1 rotary 1000\n\
         addbody a rod 0 1 0 rotary 1000\nlinkbodies base a\nsetroot base\nrootmotion fixed\ncorpusinit\n\
         addcorpus d\n{RODS}addbody b rod 0 0 1 rotary 1000\nsetroot b\ncorpusinit\nmove rod 0.5 0 0\nsetrootpos\n{method}\n\
         attach c.a d.b 0.5 0 0 0 0 0 8e5 0 0 1 b=4e4\ngrav on\ngo 0.5s"
    ))
}

#[test]
fn a_stiff_coupler_does_what_a_joint_does() {
    let joint = jointed("integration rkf\neps 1e-9");
    let expected = vector(&joint, "b.pos");
    for (method, error) in [
        ("integration auto", 3e-3),
        ("integration implicit\nh 0.1ms", 5e-3),
    ] {
        let coupler = coupled(method);
        let found = vector(&coupler, "d.b.pos");
        for (a, b) in found.iter().zip(&expected) {
            assert!((a - b).abs() < error, "{method} {found:?} {expected:?}");
        }
        let length = number(&coupler, "world.attachment0.length");
        assert!(length < 2e-4, "{method} {length}");
        // The oscillation of the coupler alone would require some million steps of an explicit method.
        let steps = coupler.here().world.counters.steps;
        assert!(steps < 10_000, "{method} {steps}");
    }
}

/// A loop within one figure, by the implicit methods and by an explicit one without derivatives.
#[test]
fn loops_of_one_figure_move_alike_by_explicit_and_implicit_methods() {
    let arm = |method: &str| {
        run(&format!(
            "addcorpus c\n{RODS}get other from unit_cube\nscale other 0.5 0.05 0.05\nmove other 0.25 0 0\n\
             get base from unit_cube\nscale base 0.2 0.2 0.2\naddbody base base 0 0 1 rotary 1000\n\
             addbody a rod 0 1 0.2 rotary 1000\naddbody b other 0 1 0 rotary 1000\n\
             linkbodies base a\nmove other 0.5 0 0\nlinkbodies a b\nsetroot base\ncorpusinit\n{method}\n\
             attach base b 0 0.1 0 0.5 0 0 500 3 4 1 b=2 rest=0.6\n\
             attach b world 0.2 0 0 0.8 0.3 0.5 300 0 0 1\naddv base 0.1 0 0 0 0.4 1\ngo 0.4s"
        ))
    };
    let expected = arm("integration rkf\neps 1e-11");
    let place =
        |session: &Session| [vector(session, "b.pos"), vector(session, "base.pos")].concat();
    let exact = place(&expected);
    let error = |method: &str| {
        let found = place(&arm(method));
        let off = found.iter().zip(&exact).map(|(a, b)| (a - b).abs());
        off.fold(0.0, f64::max)
    };
    assert!(
        error("integration auto") < 1e-3,
        "{}",
        error("integration auto")
    );
    // Of orders one and two.
    let (coarse, fine) = (
        error("integration implicit\nh 1ms"),
        error("integration implicit\nh 0.5ms"),
    );
    assert!((coarse / fine - 2.0).abs() < 0.3, "{coarse} {fine}");
    let (coarse, fine) = (
        error("integration auto\ntolerance 1e-3"),
        error("integration auto\ntolerance 1e-5"),
    );
    assert!(coarse > 4.0 * fine && fine < 4e-6, "{coarse} {fine}");
}

#[test]
fn the_order_of_the_ends_makes_no_difference() {
    let pair = |ends: &str| {
        let script = format!(
            "{}{}attach {ends} 200 1 20 0.5 rest=0.3 b=0.1\naddv b 0 0.2 0 1 0 0\ngo 0.2s",
            cube("one", 0.0),
            cube("two", 0.5),
        );
        let session = run(&script);
        [vector(&session, "one.b.pos"), vector(&session, "two.b.pos")].concat()
    };
    let (a, b) = (
        pair("one.b two.b 0.05 0 0 0 0.05 0"),
        pair("two.b one.b 0 0.05 0 0.05 0 0"),
    );
    for (a, b) in a.iter().zip(&b) {
        assert!((a - b).abs() < 1e-12, "{a} {b}");
    }
}

fn torn() -> String {
    format!(
        "{}{}attach one.b two.b 0 0 0 0 0 0 0 2 30 0.5 0.08 rest=0.05\naddv b 3 0 0 0 0 0\n",
        cube("one", 0.0),
        cube("two", 0.05),
    )
}

#[test]
fn what_is_stretched_too_far_breaks_and_stays_broken_but_for_going_back() {
    let mut session = run(&format!("{}go 5ms", torn()));
    let broken = |session: &Session| session.quantity("world.attachment0.broken").unwrap();
    assert_eq!(broken(&session), Reading::Flag(false));
    go_on(&mut session, "go 30ms");
    assert_eq!(broken(&session), Reading::Flag(true));
    let when = number(&session, "world.attachment0.broke_at");
    assert!(when > 0.005 && when < 0.02, "{when}");
    assert_eq!(vector(&session, "world.attachment0.force"), [0.0; 3]);
    let after: Vec<f64> = session
        .here()
        .world
        .corpora
        .iter()
        .flat_map(|c| c.y.clone())
        .collect();
    // After a rewind to before the break, it holds, and breaks again in the same way.
    go_on(&mut session, "rewind 30ms");
    assert_eq!(broken(&session), Reading::Flag(false));
    go_on(&mut session, "go 30ms");
    assert_eq!(
        number(&session, "world.attachment0.broke_at").to_bits(),
        when.to_bits()
    );
    let again: Vec<f64> = session
        .here()
        .world
        .corpora
        .iter()
        .flat_map(|c| c.y.clone())
        .collect();
    assert_eq!(after, again);
}

/// A break does not lose energy of the attachment: the balance holds across it.
#[test]
fn the_account_misses_nothing_of_a_step_that_ends_with_a_break() {
    for (method, part) in [
        ("integration auto", 2e-2),
        ("integration rkf\neps 1e-9", 1e-4),
    ] {
        let script = torn().replace("attach one.b", &format!("{method}\nattach one.b"));
        let session = run(&format!("{script}go 40ms"));
        assert_eq!(
            session.quantity("world.attachment0.broken").unwrap(),
            Reading::Flag(true)
        );
        for figure in ["one", "two"] {
            let made = number(&session, &format!("{figure}.work.numbers"));
            let put_in = number(&session, &format!("{figure}.work.outer"));
            assert!(
                made.abs() < part * put_in.abs(),
                "{method} {figure}: {made} of {put_in}"
            );
        }
    }
}

/// A step that would end after a break is repeated up to it: the time of the break and the following motion are those of small
/// steps.
#[test]
fn the_moment_of_a_break_is_found_within_a_step() {
    let moments: Vec<[f64; 2]> = [
        "integration auto",
        "integration auto\ntolerance 1e-5",
        "integration rkf\neps 1e-9\ndt 2us",
    ]
    .iter()
    .map(|method| {
        let script = torn().replace("attach one.b", &format!("{method}\nattach one.b"));
        let session = run(&format!("{script}go 40ms"));
        let when = number(&session, "world.attachment0.broke_at");
        [when, vector(&session, "one.b.vel")[0]]
    })
    .collect();
    let [found, tight, other] = moments[..] else {
        panic!("{moments:?}")
    };
    for (k, part) in [(0, 1e-3), (1, 3e-3)] {
        assert!(
            (tight[k] / other[k] - 1.0).abs() < part / 10.0,
            "{moments:?}"
        );
        assert!((found[k] / other[k] - 1.0).abs() < part, "{moments:?}");
    }
}

#[test]
fn a_saved_world_keeps_its_attachments_and_what_broke() {
    // A script may write in the folder that the program runs in.
    let file = concat!(env!("CARGO_TARGET_TMPDIR"), "/attach-state.json");
    for before in ["5ms", "30ms"] {
        let mut straight = run(&format!("{}go {before}\nsave \"{file}\"\ngo 20ms", torn()));
        // Another session, whose script has no attachments.
        let bare = format!("{}{}", cube("one", 0.0), cube("two", 0.05));
        let mut loaded = run(&format!("{bare}load \"{file}\"\ngo 20ms"));
        straight.observe();
        loaded.observe();
        let states = |s: &Session| -> Vec<u64> {
            let corpora = s.here().world.corpora.iter();
            corpora
                .flat_map(|c| c.y.iter().map(|x| x.to_bits()).collect::<Vec<_>>())
                .collect()
        };
        assert_eq!(states(&straight), states(&loaded), "{before}");
        assert_eq!(
            straight.here().world.attachments(),
            loaded.here().world.attachments()
        );
    }
}

#[test]
fn figures_that_are_held_hold_what_is_tied_to_them() {
    let script = format!(
        "{}{}integrate one off\nattach one.b two.b 0 0 0 0 0 0 400 0 0 1 b=40 rest=0.5\ngrav on\ngo 3s",
        cube("one", 0.0),
        cube("two", 0.5),
    );
    let session = run(&script);
    let [_, _, z] = vector(&session, "two.b.pos");
    assert!(
        vector(&session, "one.b.pos")
            .iter()
            .all(|x| x.abs() < 1e-12)
    );
    // Its length: rest plus the stretch of 400 N/m under a weight of 9.8 N.
    let length = number(&session, "world.attachment0.length");
    assert!((length - 0.5245).abs() < 0.1 && z < 0.0, "{length} {z}");
}

#[test]
fn wrong_uses_are_told() {
    let figures = format!("{}{}", cube("one", 0.0), cube("two", 0.5));
    let told = |line: &str| reports(&format!("{figures}{line}"));
    let ends = "0 0 0 0 0 0 100 0 0 1";
    assert_eq!(
        told(&format!("attach b one.b {ends}")),
        Vec::<String>::new()
    );
    assert_eq!(
        told(&format!("attach b bb {ends}")),
        ["E025 there is no body `bb`"]
    );
    assert_eq!(
        told(&format!("attach b three.b {ends}")),
        ["E025 there is no body `three.b`"]
    );
    assert_eq!(
        told(&format!("attach b two.b {ends}")),
        ["E026 both points belong to one body, so they never move apart"]
    );
    assert_eq!(
        told(&format!("attach b one.b {ends} 0.1 rest=0.2")),
        ["E027 the attachment would break before its springs are stretched"]
    );
    assert_eq!(
        told(&format!("rootmotion fixed\nattach b world {ends}")),
        ["E053 neither end can move: a fixed root does not move"]
    );
    assert_eq!(told("detach 3"), ["E025 there is no attachment 3"]);
    assert_eq!(told("print {world.attachment2.length}").len(), 1,);
    let unready = format!(
        "{figures}addcorpus new\nget o from unit_cube\naddbody n o 0 0 1 rotary 1000\nattach n one.b {ends}"
    );
    assert_eq!(
        reports(&unready),
        ["E051 `attach` needs assembled figures, and `new` is not assembled yet"]
    );
}

/// The factored inertia against the articulated-body method with and without the forces, on trees with joint and contact terms.
#[test]
fn what_further_forces_do_is_what_the_articulated_body_method_says() {
    use corpus::dynamics::{
        JointKind, Link, Model, Response, RigidInertia, Root, Workspace, articulated_body,
        kinematics,
    };
    use nalgebra::{Matrix3, Rotation3, Vector3};
    let inertia = |k: f64| {
        let edges = Vector3::new(0.3, 0.2 + 0.1 * k, 0.5 - 0.03 * k);
        RigidInertia::solid_box(1.0 + 0.3 * k, Vector3::new(0.1, -0.05 * k, 0.2), edges)
    };
    let links: Vec<Link> = [0, 1, 1, 3, 0, 5, 2]
        .into_iter()
        .zip(1..)
        .map(|(parent, i)| {
            let k = f64::from(i);
            Link {
                parent,
                rotation: Rotation3::from_euler_angles(0.4 * k, -0.3 * k, 1.0).into_inner(),
                translation: Vector3::new(0.3, 0.1 * k, -0.2),
                joint: if i % 3 == 0 {
                    JointKind::Sliding
                } else {
                    JointKind::Rotary
                },
                axis: Vector3::new(0.5, 1.0 - 0.2 * k, 0.3 * k),
                inertia: inertia(k),
            }
        })
        .collect();
    for root in [Root::Free, Root::Fixed] {
        let model = Model::new(root, inertia(0.0), &links).unwrap();
        let mut ws = Workspace::new(&model);
        let mut y = model.layout().rest();
        for (i, y) in y.iter_mut().enumerate() {
            *y += 0.3 * (1.7 * i as f64).sin();
        }
        let gravity = Vector3::new(0.3, -0.2, -9.8);
        let size = model.layout().accelerations();
        let forces = [
            (
                4,
                Vector3::new(0.2, -0.1, 0.4),
                Vector3::new(3.0, -2.0, 5.0),
            ),
            (
                6,
                Vector3::new(-0.3, 0.2, 0.1),
                Vector3::new(-1.0, 4.0, 0.5),
            ),
            (0, Vector3::new(0.1, 0.1, 0.1), Vector3::new(0.4, 0.6, -2.0)),
        ];
        let mut find = |with: bool| {
            kinematics(&model, &y, &mut ws);
            for (i, inertia) in ws.joint_inertia.iter_mut().enumerate() {
                *inertia = 0.1 * i as f64;
            }
            ws.add_contact_term(7, Vector3::new(0.1, 0.0, 0.2), &(Matrix3::identity() * 0.7));
            if with {
                for (body, point, force) in forces {
                    let own = ws.world_rotation(body).tr_mul(&force);
                    ws.apply_force(body, point, own);
                }
            }
            let mut found = vec![0.0; size];
            articulated_body(&model, &mut ws, gravity, &mut found).unwrap();
            (found, ws.clone())
        };
        let (without, mut ws) = find(false);
        let (with, _) = find(true);
        let mut response = Response::default();
        response.take(&model, &ws).unwrap();
        response.clear();
        for (body, point, force) in forces {
            response.push(body, &ws.world_point(body, point), &force);
        }
        let mut found = without.clone();
        response.add_to(&model, &mut ws, &mut found);
        let largest = with.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
        for (a, b) in found.iter().zip(&with) {
            assert!(
                (a - b).abs() < 1e-12 * largest,
                "{root:?} {found:?} {with:?}"
            );
        }
        // The work of the forces over the accelerations that they cause, by columns: f' W f.
        let mut sum = vec![0.0; size];
        for (body, point, force) in forces {
            let mut columns = vec![];
            response.columns(&model, body, &ws.world_point(body, point), &mut columns);
            for of in columns {
                sum[of.index] += of.by.dot(&force);
            }
        }
        let by_columns: f64 = sum.iter().map(|x| x * x).sum();
        let mut change = vec![0.0; size];
        response.clear();
        for (body, point, force) in forces {
            response.push(body, &ws.world_point(body, point), &force);
        }
        response.add_to(&model, &mut ws, &mut change);
        let by_jacobian: f64 = forces
            .iter()
            .map(|(body, point, force)| {
                let j = corpus::dynamics::point_jacobian(&model, &ws, *body, *point);
                let a = j * nalgebra::DVector::from_column_slice(&change);
                force.x * a[0] + force.y * a[1] + force.z * a[2]
            })
            .sum();
        assert!(
            (by_columns - by_jacobian).abs() < 1e-11 * by_columns,
            "{root:?} {by_columns} {by_jacobian}"
        );
    }
}

/// The benchmark's value, with the script's own expectations: here to 1e-4 m, as it is written to 1e-5 m.
#[test]
fn the_stiff_governor_comes_to_where_the_benchmark_says() {
    let mut session = corpus::commands::session(Mode::Run, Box::new(Quiet));
    session.parameters.give("accuracy", "1e-4");
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/governor.corpus");
    let done = session.run_file(std::path::Path::new(script));
    assert!(matches!(done, Ok(Ok(()))), "{:#?}", session.diagnostics);
    assert!(session.diagnostics.is_empty(), "{:#?}", session.diagnostics);
}

#[test]
fn an_attachment_without_force_is_told() {
    let body = "addcorpus c\nbox b size=[2cm 2cm 2cm]\naddbody b b 0 0 1 rotary 1g/cm3\nsetroot b\ncorpusinit\n";
    let codes = |law: &str| {
        let told = reports(&format!("{body}attach b world 0 0 0 0 0 5cm {law}\n"));
        told.into_iter()
            .filter(|told| told.starts_with("W043"))
            .count()
    };
    for none in ["0 0 0 1", "0 2 0 1", "0 0 30 0.5"] {
        assert_eq!(codes(none), 1, "{none}");
    }
    for some in ["10 0 0 1", "0 2 30 1", "0 0 0 1 b=2"] {
        assert_eq!(codes(some), 0, "{some}");
    }
}

//! `mirror` makes from one side of a figure what a user would have written for the other.

use super::facts::{Json, build, facts};
use super::program::{folder, run_text, shortened, text_of};
use corpus::session::{Mode, Observer, Quiet, Session};
use corpus::world::Corpus;
use nalgebra::{Matrix3, Vector3};

/// Runs a text as a script in the folder of the roach; checks that there are no errors.
pub fn run(text: &str) -> Session {
    run_watched(text, Box::new(Quiet))
}

/// Runs it with an observer.
pub fn run_watched(text: &str, observer: Box<dyn Observer>) -> Session {
    let mut session = corpus::commands::session(Mode::Run, observer);
    // Folder of the tests' meshes.
    session.files.access.allow_reading(&std::env::temp_dir());
    let name = folder().join("text").display().to_string();
    let result = session.run_text(&name, text);
    assert!(result.is_ok(), "{:#?}", session.diagnostics);
    // Shapes at a distance from their joints are intended here.
    let found = || session.diagnostics.iter().filter(|d| d.code != "W021");
    assert_eq!(found().count(), 0, "{:#?}", session.diagnostics);
    session
}

fn bits<'a>(numbers: impl IntoIterator<Item = &'a f64>) -> Vec<u64> {
    numbers.into_iter().map(|x| x.to_bits()).collect()
}

/// Returns the only figure.
pub fn the_corpus(session: &Session) -> &Corpus {
    &session.here().world.corpora[0]
}

#[test]
fn one_left_leg_and_mirror_make_the_roach_that_was_written_by_hand() {
    let text = text_of("roach.corpus");
    assert!(!text.contains("leg_fr0") && !text.contains("setjointp leg_fl0"));
    let by_hand = text_of("longhand/figure.corpus");
    assert!(by_hand.contains("move leg_fr0 9mm -4.4mm -1.5mm") && !by_hand.contains("mirror leg"));
    let [by_hand, mirrored] =
        ["longhand/roach.corpus", "roach.corpus"].map(|name| build(&folder().join(name)));
    assert_eq!(facts(&by_hand), facts(&mirrored));
    let bodies = |session: &Session| session.here().definitions.drafts[0].figure.bodies.clone();
    for (a, b) in bodies(&by_hand).iter().zip(&bodies(&mirrored)) {
        let name = &a.spec.name;
        assert_eq!(a.spec, b.spec);
        assert_eq!(a.parent, b.parent, "{name}");
        assert_eq!(bits(&a.spec.axis), bits(&b.spec.axis), "{name}");
        assert_eq!(
            bits(&a.placement.linear),
            bits(&b.placement.linear),
            "{name}"
        );
        assert_eq!(
            bits(&a.placement.translation),
            bits(&b.placement.translation),
            "{name}"
        );
        assert_eq!(a.mesh.triangles, b.mesh.triangles, "{name}");
        let of_mesh = |v: &[Vector3<f64>]| bits(v.iter().flatten());
        assert_eq!(
            of_mesh(&a.mesh.vertices),
            of_mesh(&b.mesh.vertices),
            "{name}"
        );
        assert_eq!(a.contacts, b.contacts, "{name}");
        assert_eq!(bits(&a.inertia.centre), bits(&b.inertia.centre), "{name}");
        assert_eq!(
            bits(&a.inertia.about_centre),
            bits(&b.inertia.about_centre),
            "{name}"
        );
    }
    let objects = |session: &Session| -> Vec<(String, Option<usize>)> {
        let objects = session.here().definitions.objects.iter();
        let mut all: Vec<_> = objects
            .map(|s| (s.object.name.clone(), s.object.body))
            .collect();
        all.sort();
        all
    };
    assert_eq!(objects(&by_hand), objects(&mirrored));
}

#[test]
fn and_move_as_it_does() {
    for name in ["tripod", "sticky", "wave", "jump"] {
        let driver = shortened(&format!("{name}.corpus"));
        assert!(driver.contains("include roach.corpus"));
        let by_hand = driver.replace("include roach.corpus", "include longhand/roach.corpus");
        let [by_hand, mirrored] = [by_hand, driver].map(|text| run_text(&text));
        // The oscillators of a gait that does not run may differ.
        let [by_hand, mirrored] = [by_hand, mirrored].map(|done| {
            let saved: Json = serde_json::from_slice(&done.state).unwrap();
            saved["state"]["world"].clone()
        });
        assert!(mirrored["corpora"][0]["state"].is_array());
        assert!(by_hand == mirrored, "{name}");
    }
}

/// The mirror image of a solid without symmetry: M I M, for any mirror.
#[test]
fn a_wedge_has_its_mirrored_inertia() {
    let kept = tempfile::tempdir().unwrap();
    let file = kept.path().join("wedge.obj");
    let wedge = "v 0 0 0\nv 3 0 0\nv 3 0 1\nv 0.5 2 0\nv 3 2 0\nv 3 1.5 1\n\
                 f 1 2 3\nf 4 6 5\nf 1 4 5\nf 1 5 2\nf 2 5 6\nf 2 6 3\nf 1 3 6\nf 1 6 4\n";
    std::fs::write(&file, wedge).unwrap();
    for (at, axis) in ["x", "y", "z"].iter().enumerate() {
        let text = format!(
            "addcorpus c\nget trunk unit_cube\naddbody trunk trunk 0 0 1 rotary 1000\nsetroot trunk\n\
             get l from \"{}\"\nrotate l x 20\nscale l 1 2 0.5\naddbody l l 1 2 3 rotary 1000\nmove l 1 2 3\n\
             linkbodies trunk l\nmirror l r {axis}\ncorpusinit\n",
            file.display()
        );
        let session = run(&text);
        let bodies = &session.here().definitions.drafts[0].figure.bodies;
        let (l, r) = (&bodies[1], &bodies[2]);
        let mut m = Matrix3::identity();
        m[(at, at)] = -1.0;
        let size = l.inertia.about_centre.amax();
        assert!((l.inertia.mass - r.inertia.mass).abs() < 1e-12 * l.inertia.mass);
        assert!((m * l.inertia.centre - r.inertia.centre).amax() < 1e-13);
        assert!((m * l.inertia.about_centre * m - r.inertia.about_centre).amax() < 1e-12 * size);
        assert!((r.inertia.about_centre - l.inertia.about_centre).amax() > 1e-3 * size);
        assert_eq!(r.mesh.check(), Ok(()));
        for (a, b) in l.contacts.iter().zip(&r.contacts) {
            assert!((m * a.centre() - b.centre()).amax() < 1e-14);
        }
    }
}

/// The twin can be named, linked and moved like any other body.
#[test]
fn a_twin_that_hangs_on_nothing_yet() {
    let text = "addcorpus c\nget trunk unit_cube\naddbody trunk trunk 0 0 1 rotary 1000\nsetroot trunk\n\
                get box_l unit_cube\naddbody l box_l 0 0 1 rotary 1000\nmove box_l 0 1 0\nget claw unit_cone\naddpart claw claw l 1000\n\
                mirror l r y\nmove r_box_l 1 0 0\nlinkbodies trunk r\nlinkbodies trunk l\ncorpusinit\n";
    let session = run(text);
    let bodies = &session.here().definitions.drafts[0].figure.bodies;
    assert_eq!(bodies[1].placement.translation, Vector3::y());
    assert_eq!(
        bodies[2].placement.translation,
        Vector3::new(1.0, -1.0, 0.0)
    );
    assert_eq!(bodies[2].parts[0].spec.name, "r_claw");
    assert_eq!(bodies[2].parts[0].shape.name, "r_claw");
}

#[test]
fn a_push_in_a_mirrored_program_keeps_its_numbers() {
    let session = run("addcorpus c
get trunk from unit_cube
addbody trunk trunk 0 0 1 rotary 1000
get leg_l0 from unit_cube
move leg_l0 0 0.5 0
addbody leg_l0 leg_l0 1 0 0 rotary 1000
move leg_l0 0 0.5 0
linkbodies trunk leg_l0
setroot trunk
mirror leg_l* leg_r* y
corpusinit
rootmotion fixed
joint leg_l0 Q_type 16
joint leg_l0 ea 0.2
joint leg_l0 eB 8
addroach bug
procom 0
push leg_l0 0 1N 2N at 0 1 0
motor leg_l0 etarget 0.1 *1
..
mirror leg_l* leg_r* y
speed 1
gaitgo
go 2s
");
    let corpus = the_corpus(&session);
    let pushed = |name: &str| {
        let body = corpus.names.iter().position(|known| known == name).unwrap();
        let mut pushes = corpus.pushes().iter().filter(|push| push.body == body);
        let push = pushes.next().unwrap();
        (push.point, push.force)
    };
    assert_eq!(pushed("leg_l0"), pushed("leg_r0"));
    assert_eq!(pushed("leg_r0").0, Vector3::y());
}

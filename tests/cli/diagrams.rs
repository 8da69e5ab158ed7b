//! Tests of `corpus plot` and `corpus export`: their files, and their reports when they cannot write.

use super::{FIGURE, corpus, folder};
use predicates::prelude::*;
use predicates::str::{contains, is_empty};
use std::fs;
use tempfile::TempDir;

/// A ball that falls, and prints its final position.
const FALL: &str = "\
addcorpus ball
get o from unit_sphere
addbody ball o 0 0 1 rotary 1000
setroot ball
corpusinit
rest 50cm
grav on
go 100ms
print {ball.z}
";

/// Returns the folder with `fall.corpus` and tables.
fn diagrams() -> TempDir {
    let folder = folder();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("fall.corpus", FALL);
    write("still.corpus", FIGURE);
    write(
        "t.csv",
        "time,trunk.z,v.x,v.y,v.z\ns,m,m/s,m/s,m/s\n0,1,0,0,0\n0.5,2,1,2,nan\n1,4,,3,3\n",
    );
    write("empty.csv", "");
    write("words.csv", "time,what\n0,up\n1,down\n");
    folder
}

fn text(folder: &TempDir, name: &str) -> String {
    fs::read_to_string(folder.path().join(name)).unwrap()
}

/// Checks that elements are closed in the order in which they were opened, and counts them.
fn elements(svg: &str) -> usize {
    let mut open: Vec<&str> = vec![];
    let mut count = 0;
    for tag in svg.split('<').skip(1).filter_map(|t| t.split('>').next()) {
        let name = tag.trim_matches('/').split([' ', '\n']).next().unwrap();
        match tag {
            t if t.starts_with('?') => {}
            t if t.starts_with('/') => assert_eq!(open.pop(), Some(name)),
            t if t.ends_with('/') => count += 1,
            _ => {
                open.push(name);
                count += 1;
            }
        }
    }
    assert!(open.is_empty(), "{open:?}");
    count
}

#[test]
fn a_script_is_drawn() {
    let folder = diagrams();
    let run = corpus(&folder)
        .args([
            "plot",
            "fall.corpus",
            "--of",
            "ball.z to cm",
            "--of",
            "{ball.vel.z}",
            "-o",
            "z.svg",
        ])
        .assert();
    run.code(0)
        .stdout(contains("z.svg (120 x "))
        .stderr(is_empty());
    let svg = text(&folder, "z.svg");
    assert!(elements(&svg) > 20);
    assert!(
        svg.contains(">ball.z (cm)<")
            && svg.contains(">ball.vel.z (m/s)<")
            && svg.contains(">time (s)<")
    );
    let shown = corpus(&folder)
        .args(["plot", "fall.corpus", "--of", "ball.z", "--terminal"])
        .assert();
    shown
        .code(0)
        .stdout(contains("ball.z (m)").and(contains("0.1 s")));
}

#[test]
fn a_table_is_drawn() {
    let folder = diagrams();
    for (arguments, label) in [
        (
            &["plot", "t.csv", "trunk.z", "-o", "a.svg"][..],
            ">trunk.z (m)<",
        ),
        (
            &[
                "plot", "t.csv", "trunk.z", "v", "-o", "a.svg", "--size", "88x60",
            ],
            ">trunk.z (m)<",
        ),
        (
            &["plot", "phase", "t.csv", "v.x", "v.y", "-o", "a.svg"],
            ">v.x (m/s)<",
        ),
        (
            &["plot", "t.csv", "-o", "a.svg", "--title", "<all> of it"],
            ">&lt;all&gt; of it<",
        ),
    ] {
        corpus(&folder)
            .args(arguments)
            .assert()
            .code(0)
            .stderr(is_empty());
        let svg = text(&folder, "a.svg");
        elements(&svg);
        assert!(svg.contains(label), "{arguments:?}: {svg}");
    }
    let png = [
        "plot", "t.csv", "trunk.z", "-o", "a.png", "--dpi", "100", "--size", "127x76.2",
    ];
    corpus(&folder).args(png).assert().code(0);
    let bytes = fs::read(folder.path().join("a.png")).unwrap();
    let side = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
    assert_eq!((side(16), side(20)), (500, 300));
}

#[test]
fn what_cannot_be_drawn_is_told_and_writes_nothing() {
    let folder = diagrams();
    for (line, told) in [
        ("plot gait -o a.svg", "name a script"),
        ("plot phse fall.corpus -o a.svg", "did you mean `phase`?"),
        ("plot t.csv trnk.z -o a.svg", "did you mean `trunk.z`?"),
        ("plot t.csv zzz -o a.svg", "it has `time`, `trunk.z`"),
        ("plot words.csv what -o a.svg", "contains `up` in line 2"),
        ("plot empty.csv x -o a.svg", "the table is empty"),
        ("plot none.csv x -o a.svg", "cannot read none.csv"),
        ("plot t.csv v trunk.z -o a.svg", "`v` is a vector"),
        (
            "plot t.csv trunk.z -o a.pdf",
            "`.pdf` is not a diagram format",
        ),
        ("plot t.csv trunk.z -o a", "has no extension"),
        ("plot t.csv trunk.z", "no output file given"),
        ("plot t.csv trunk.z -o no/a.svg", "cannot write no/a.svg"),
        ("plot t.csv trunk.z -o a.svg --size 0x0", "a size in mm"),
        ("plot t.csv trunk.z -o a.svg --size 20x12", "is too small"),
        (
            "plot t.csv trunk.z -o a.png --size 2000x2000 --dpi 2400",
            "is too large",
        ),
        (
            "plot t.csv trunk.z -o a.svg --dpi nan",
            "a number from 20 to 2400",
        ),
        ("plot gait t.csv -o a.svg", "a table has no diagram `gait`"),
        ("plot fall.corpus -o a.svg", "no value to plot"),
        ("plot fall.corpus ball.z -o a.svg", "--of ball.z"),
        (
            "plot phase fall.corpus --of ball.z -o a.svg",
            "needs two values",
        ),
        (
            "plot gait fall.corpus --of ball.z -o a.svg",
            "takes no `--of`",
        ),
        (
            "plot fall.corpus --of ball.z -o fall.corpus.svg/a.svg",
            "cannot write",
        ),
        (
            "plot fall.corpus --of ball.z -o a.svg --every 0",
            "a time above zero",
        ),
    ] {
        let run = corpus(&folder).args(line.split(' ')).assert();
        run.code(2).stderr(contains(told));
    }
    for (line, told) in [
        (
            "plot fall.corpus --of bal.z -o a.svg",
            "did you mean `ball`?",
        ),
        (
            "plot fall.corpus --of ball.zz -o a.svg",
            "has no quantity `zz`",
        ),
        (
            "plot gait fall.corpus -o a.svg",
            "a gait diagram needs a gait, and there is none",
        ),
        (
            "plot still.corpus --of trunk.z -o a.svg",
            "the script has no `go`",
        ),
        ("plot bad.corpus --of trunk.z -o a.svg", "addbdy"),
    ] {
        let run = corpus(&folder).args(line.split(' ')).assert();
        run.code(1).stderr(contains(told));
    }
    let left: Vec<_> = fs::read_dir(folder.path())
        .unwrap()
        .map(|e| e.unwrap().file_name())
        .collect();
    let is_diagram = |name: &&std::ffi::OsString| name.to_string_lossy().starts_with("a.");
    assert_eq!(left.iter().find(is_diagram), None, "{left:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn full_disks_are_told() {
    let folder = diagrams();
    std::os::unix::fs::symlink("/dev/full", folder.path().join("full.svg")).unwrap();
    std::os::unix::fs::symlink("/dev/full", folder.path().join("full.glb")).unwrap();
    for line in [
        "plot t.csv trunk.z -o full.svg",
        "export fall.corpus -o full.glb",
    ] {
        let run = corpus(&folder).args(line.split(' ')).assert();
        run.code(2)
            .stderr(contains("no space left on device; free space there"));
    }
}

/// Returns the last number that a run printed.
fn printed(output: &[u8]) -> f64 {
    let text = String::from_utf8_lossy(output);
    let word = text.split_whitespace().find_map(|word| word.parse().ok());
    word.unwrap_or_else(|| panic!("no number in {text}"))
}

#[test]
fn a_gltf_file_holds_the_motion_of_the_run() {
    let folder = diagrams();
    let run = corpus(&folder)
        .args(["export", "fall.corpus", "-o", "fall.glb", "--fps", "100"])
        .assert()
        .code(0)
        .stdout(contains("fall.glb: 1 shape, 11 frames"));
    let z = printed(&run.get_output().stdout);
    let file = fs::read(folder.path().join("fall.glb")).unwrap();
    let number = |at: usize| u32::from_le_bytes(file[at..at + 4].try_into().unwrap()) as usize;
    let json: serde_json::Value = serde_json::from_slice(&file[20..20 + number(12)]).unwrap();
    let data = &file[28 + number(12)..];
    let sampler = &json["animations"][0]["samplers"][0];
    let accessor = &json["accessors"][sampler["output"].as_u64().unwrap() as usize];
    assert_eq!(accessor["count"], 11);
    let view = &json["bufferViews"][accessor["bufferView"].as_u64().unwrap() as usize];
    let at = view["byteOffset"].as_u64().unwrap() as usize + (10 * 3 + 2) * 4;
    let last = f32::from_le_bytes(data[at..at + 4].try_into().unwrap());
    assert!((f64::from(last) - z).abs() < 1e-5 * z, "{last} {z}");
    assert_eq!(json["nodes"][1]["name"], "ball");
}

#[test]
fn a_bvh_file_holds_the_motion_of_the_run() {
    let folder = diagrams();
    let run = corpus(&folder)
        .args([
            "export",
            "fall.corpus",
            "-o",
            "fall.bvh",
            "--fps",
            "100",
            "--slow",
            "10",
        ])
        .assert()
        .code(0)
        .stderr(contains("BVH has no shapes"));
    let z = printed(&run.get_output().stdout);
    let text = text(&folder, "fall.bvh");
    assert!(
        text.contains("Frames: 11\nFrame Time: 0.100000000\n"),
        "{text}"
    );
    let last = text.lines().last().unwrap();
    let numbers: Vec<f64> = last.split(' ').map(|n| n.parse().unwrap()).collect();
    // y is up there.
    assert!((numbers[1] - z).abs() < 2e-6, "{last} {z}");
}

/// A fixed trunk with a limb by each kind of joint, and gravity along its y.
const KINDS: &str = "\
addcorpus c
get trunk from unit_cube
addbody trunk trunk 0 0 1 rotary 1000
setroot trunk
for name in turned balled slid screwed rolled planed freed chained
  get {name} from unit_cube
  addbody {name} {name} 0 0 1 rotary 1000
end
jointkind balled ball
jointkind slid sliding
jointkind screwed screw pitch=5mm
jointkind rolled cylindrical
jointkind planed planar axis=[1 0 0]
jointkind freed free
addjoint chained 0 0 1 sliding
for name in turned balled slid screwed rolled planed freed chained
  move {name} 0 0 2
  linkbodies trunk {name}
end
corpusinit
rootmotion fixed
grav on
go 100ms
";

#[test]
fn a_bone_of_a_bvh_file_ends_where_its_shape_ends() {
    let folder = diagrams();
    let script = "addcorpus c\nget trunk from unit_cube\nget leg from unit_cube\nscale leg 1cm 5cm 1cm\n\
        move leg 0 2cm 0\naddbody trunk trunk 0 0 1 rotary 1000\naddbody leg leg 0 0 1 rotary 1000\n\
        linkbodies trunk leg\nsetroot trunk\ncorpusinit\ngo 10ms\n";
    fs::write(folder.path().join("box.corpus"), script).unwrap();
    let line = "export box.corpus -o box.bvh";
    corpus(&folder).args(line.split(' ')).assert().code(0);
    let text = text(&folder, "box.bvh");
    let (_, end) = text.split_once("End Site").unwrap();
    let offset = end.split_once("OFFSET ").unwrap().1;
    assert!(offset.starts_with("0 0.045 0\n"), "{offset}");
}

#[test]
fn a_bvh_file_has_the_positions_of_every_joint_that_translates() {
    let folder = diagrams();
    fs::write(folder.path().join("kinds.corpus"), KINDS).unwrap();
    corpus(&folder)
        .args(["export", "kinds.corpus", "-o", "kinds.bvh", "--fps", "100"])
        .assert()
        .code(0)
        .stderr(contains(
            "slid, screwed, rolled, planed, freed, chained translate and are written with position channels too",
        ));
    let text = text(&folder, "kinds.bvh");
    let mut channels = vec![];
    let mut name = "";
    for line in text.lines().map(str::trim) {
        if let Some(joint) = line.strip_prefix("JOINT ") {
            name = joint;
        } else if let Some(kinds) = line.strip_prefix("CHANNELS ").filter(|_| !name.is_empty()) {
            channels.push((name, kinds.starts_with("6 Xposition Yposition Zposition ")));
        }
    }
    assert_eq!(channels.len(), 8, "{text}");
    for (name, positions) in &channels {
        assert_eq!(*positions, !matches!(*name, "turned" | "balled"), "{name}");
    }
    // The free limb falls by g t^2 / 2 in the axes of the trunk.
    let column = 6 + channels
        .iter()
        .take_while(|(name, _)| *name != "freed")
        .map(|(_, positions)| if *positions { 6 } else { 3 })
        .sum::<usize>();
    let heights: Vec<f64> = text
        .lines()
        .skip_while(|line| !line.starts_with("Frame Time"))
        .skip(1)
        .map(|line| line.split(' ').nth(column + 2).unwrap().parse().unwrap())
        .collect();
    let fallen = heights[0] - heights[heights.len() - 1];
    assert!((fallen - 0.5 * 9.80665 * 0.01).abs() < 1e-4, "{heights:?}");
}

#[test]
fn a_page_is_whole() {
    let folder = diagrams();
    corpus(&folder)
        .args(["export", "fall.corpus", "-o", "fall.html", "-q"])
        .assert()
        .code(0);
    let page = text(&folder, "fall.html");
    assert!(page.ends_with("</html>\n") && page.contains("<title>fall</title>"));
    assert!(!page.contains("CLIP_DATA"));
}

#[test]
fn what_cannot_be_exported_is_told() {
    let folder = diagrams();
    for (line, code, told) in [
        (
            "export fall.corpus -o a.mp4",
            2,
            "`corpus render` makes pictures and films",
        ),
        ("export fall.corpus -o a.gbl", 2, "did you mean `.glb`?"),
        ("export fall.corpus -o a", 2, "has no extension"),
        ("export fall.corpus -o no/a.glb", 2, "cannot write no/a.glb"),
        (
            "export fall.corpus -o a.glb --fps 0",
            2,
            "a number above zero",
        ),
        (
            "export fall.corpus -o a.glb --from 1 --to 0.5",
            2,
            "comes before",
        ),
        (
            "export fall.corpus -o a.glb --from 9",
            1,
            "the script ends before 9 s",
        ),
        (
            "export fall.corpus -o a.glb --fps 1e12",
            2,
            "too many samples",
        ),
        (
            "export still.corpus -o a.glb --from 1",
            1,
            "the script ends before 1 s",
        ),
        ("export bad.corpus -o a.glb", 1, "addbdy"),
    ] {
        let run = corpus(&folder).args(line.split(' ')).assert();
        run.code(code).stderr(contains(told));
        assert!(!folder.path().join("a.glb").exists(), "{line}");
    }
}

#[test]
fn a_script_without_a_go_is_exported_and_pictured_at_its_start() {
    let folder = folder();
    fs::write(folder.path().join("still.corpus"), FIGURE).unwrap();
    for (line, told) in [
        ("export still.corpus -o a.glb", "1 frame"),
        ("export still.corpus -o a.html", "1 frame"),
        (
            "render still.corpus -o a.png --draft",
            "1 picture in 320x240",
        ),
        (
            "render still.corpus -o a.gif --draft --size 64x36",
            "1 frame of",
        ),
    ] {
        let run = corpus(&folder).args(line.split(' ')).assert();
        run.success().stdout(contains(told));
    }
    // With the contact of a leg that a servo drives.
    let walker = "addcorpus c
gait walk 2
box trunk size=[6cm 4cm 2cm]
addbody trunk trunk 0 0 1 rotary mass=100g
setroot trunk
capsule leg from=[0 0 0] to=[0 0 -4cm] radius=3mm
addbody leg leg 0 1 0 rotary mass=10g
linkbodies trunk leg
corpusinit
rest -0.1mm
rootmotion fixed
ground on
grav on
for leg in 0..2
  swing {leg}
    servo leg kp=0.5 target=0
  end
end
gaitgo
go 1s
";
    fs::write(folder.path().join("walker.corpus"), walker).unwrap();
    let line = "plot gait walker.corpus -o walker.svg";
    corpus(&folder).args(line.split(' ')).assert().success();
    let drawn = fs::read_to_string(folder.path().join("walker.svg")).unwrap();
    assert!(
        drawn.contains(">1.00<") && !drawn.contains(">-0.00<"),
        "{drawn}"
    );
}

#[test]
fn a_stretch_of_time_without_a_sample_is_told() {
    let folder = folder();
    let script = "addcorpus c\nbox b size=[1cm 1cm 1cm]\naddbody b b axis=[0 0 1] joint=rotary density=1g/cm3\nsetroot b\ncorpusinit\ngo 0.1s\n";
    fs::write(folder.path().join("still.corpus"), script).unwrap();
    let plot = [
        "plot",
        "still.corpus",
        "--of",
        "b.z",
        "-o",
        "z.svg",
        "--from",
    ];
    let reversed = corpus(&folder)
        .args(plot)
        .args(["1s", "--to", "0.5s"])
        .assert();
    reversed
        .code(2)
        .stderr(contains("--to 0.5 s comes before --from 1 s"));
    let late = corpus(&folder).args(plot).arg("1s").assert();
    late.code(1)
        .stderr(contains("--from is 1 s, and the script ends at 0.1 s"));
}

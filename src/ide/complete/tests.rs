use super::{complete, hint};
use crate::session::{Mode, Quiet, Session};
use std::path::Path;

const FIGURE: &str = "addcorpus bug
get thorax from unit_cubeb
get leg from unit_cubeb
get spare from unit_cube
addbody thorax thorax 0 0 1 rotary 1000
addbody leg leg 0 0 1 rotary 1000
linkbodies thorax leg
setroot thorax
corpusinit
addroach bug
addcorpus toy
get box from unit_cube
addbody rod box 1 0 0 sliding 1000
setcorpus bug
addworld moon
setworld world
";

fn session() -> Session {
    let mut session = crate::commands::session(Mode::Check, Box::new(Quiet));
    let result = session.run_text("figure", FIGURE);
    assert!(result.is_ok(), "{:?}", session.diagnostics);
    session
}

/// Returns the valid continuations of a text.
fn words(so_far: &str) -> Vec<String> {
    let (_, found) = complete(so_far, &session());
    found.into_iter().map(|c| c.text).collect()
}

fn hinted(so_far: &str) -> String {
    hint(so_far, &session()).map_or_else(String::new, |h| h.text)
}

#[test]
fn commands_by_their_beginning() {
    let (start, found) = complete("  gro", &session());
    assert_eq!(start, 2);
    assert!(found.len() > 10);
    assert!(
        found
            .iter()
            .all(|c| c.text.starts_with("gro") && c.doc.ends_with('.'))
    );
    assert_eq!(words("motor leg etarget 1 1\nlinkb"), ["linkbodies"]);
    assert_eq!(words("qwerty"), [""; 0]);
}

#[test]
fn names_of_the_session_by_their_kind() {
    assert_eq!(words("joint "), ["leg"], "the root has no joint");
    assert_eq!(words("maxv "), ["thorax", "leg"]);
    assert_eq!(words("jointstatus l"), ["leg"]);
    assert_eq!(words("scale "), ["thorax", "leg", "spare"]);
    assert_eq!(words("setcorpus "), ["bug", "toy"]);
    assert_eq!(words("setroach "), ["bug"]);
    assert_eq!(words("setworld "), ["world", "moon"]);
    assert_eq!(
        words("addbody "),
        ["spare"],
        "bodies are named after objects"
    );
    assert_eq!(words("addcorpus "), [""; 0]);
}

#[test]
fn choices_and_switches() {
    assert_eq!(words("integration rk"), ["rkfixed", "rkvar", "rkf"]);
    assert_eq!(words("gaitgo "), ["on", "off"]);
    assert_eq!(words("integrate bug of"), ["off"]);
    // Not `off` alone, which the prompt would insert.
    assert_eq!(
        words("servo leg "),
        ["off", "target=", "kp=", "kd=", "limit=", "gear="]
    );
    assert_eq!(words("addbody spare spare 0 0 1 r"), ["rotary"]);
    assert_eq!(
        words("addbody spare spare 0 0 1 rotary 1g/cm3 "),
        ["1", "0"]
    );
}

#[test]
fn joint_parameters_and_what_they_take() {
    let (start, found) = complete("joint leg q", &session());
    assert_eq!(start, 10);
    let found: Vec<(&str, &str)> = found
        .iter()
        .map(|c| (c.text.as_str(), c.doc.as_str()))
        .collect();
    assert_eq!(
        found,
        [
            ("q", "an angle (rad)"),
            ("qmin", "an angle (rad)"),
            ("qmax", "an angle (rad)")
        ]
    );
    assert_eq!(words("joint leg springtype d"), ["distalmass"]);
    // A misspelt body is for the report to tell; the rest of the line is completed all the same.
    let found = words("joint lgg spr");
    assert_eq!(found, ["spring", "springtype", "springtype=", "spring="]);
}

#[test]
fn what_is_given_by_name_only() {
    assert_eq!(words("ground on fri"), ["friction="]);
    assert_eq!(words("ground hei"), ["height", "height="]);
    assert!(words("ground friction=0.3 rest").contains(&"restitution=".to_owned()));
    assert_eq!(words("ground law="), ["stick", "slide", "stribeck"]);
    assert_eq!(words("joint leg spring=2 dam"), ["damper="]);
}

#[test]
fn a_command_within_a_command() {
    assert_eq!(words("timer 0.1 mot"), ["motor"]);
    assert_eq!(words("timer 0.1 corpusi"), [""; 0], "it cannot wait");
    assert_eq!(words("timer 0.1 motor l"), ["leg"]);
    assert_eq!(words("timer 0.1 timer *0.5 motor leg e"), ["etarget"]);
}

#[test]
fn an_open_list_takes_what_can_wait_and_its_end() {
    let inside = words("procom 0\nmotor leg etarget 0.4 *0.5\n");
    assert_eq!(inside.first().map(String::as_str), Some(".."));
    assert!(inside.contains(&"timer".to_owned()) && !inside.contains(&"procom".to_owned()));
    assert_eq!(words("procom 0\nmotor l"), ["leg"]);
    let after = words("procom 0\nmotor leg etarget 0.4 *0.5\n..\n");
    assert!(after.contains(&"procom".to_owned()) && !after.contains(&"..".to_owned()));
}

#[test]
fn units_of_a_number() {
    assert_eq!(words("dt 5"), ["5s", "5ms", "5us", "5ns", "5min"]);
    assert_eq!(words("dt 5m"), ["5ms", "5min"]);
    assert_eq!(words("motor leg etarget .5"), [".5rad", ".5deg", ".5rev"]);
    assert_eq!(words("go 2"), ["2s", "2ms", "2us", "2ns", "2min"]);
    assert_eq!(words("procom 2"), [""; 0], "a count has no unit");
}

#[test]
fn nothing_where_anything_may_stand() {
    assert_eq!(words("! mot"), [""; 0]);
    assert_eq!(words("go 5 # mot"), [""; 0]);
    assert_eq!(words("nonsense l"), [""; 0]);
    assert_eq!(words("go 5 "), [""; 0]);
    assert_eq!(words("setrootmatrix\n1 0 0 0\n"), [""; 0]);
    assert_eq!(words("\u{feff}\u{1b}\"é \r"), words(""));
}

#[test]
fn shapes_and_files() {
    let folder = tempfile::tempdir().unwrap();
    for name in [
        "leg.obj",
        "leg two.stl",
        "legs.txt",
        ".leg.obj",
        "new\nline.obj",
    ] {
        std::fs::write(folder.path().join(name), "").unwrap();
    }
    std::fs::create_dir(folder.path().join("legends")).unwrap();
    let path = |name: &str| Path::new(folder.path()).join(name).display().to_string();

    assert_eq!(words("get x unit_s"), ["unit_sphere"]);
    let both = words("get x ");
    assert!(both.contains(&"from".to_owned()) && both.contains(&"unit_cube".to_owned()));
    assert_eq!(
        words(&format!("get x from {}", path("le"))),
        [
            format!("\"{}\"", path("leg two.stl")),
            path("leg.obj"),
            path("legends/")
        ]
    );
    assert_eq!(
        words(&format!("get x from \"{}", path("leg "))),
        [format!("\"{}\"", path("leg two.stl"))]
    );
    assert!(words(&format!("include {}", path("le"))).contains(&path("legs.txt")));
    assert_eq!(words("include no/such/folder/"), [""; 0]);
}

/// Returns a session that has run something of the new layer.
fn grown() -> Session {
    let mut session = session();
    let script = "let coxa = 2mm\nlet sizes = [1cm 2cm 3cm]\n# A leg of that length.\n# More.\ndefine limb name length=1cm\nget {name} from unit_cube\nend";
    let result = session.run_text("script", script);
    assert!(result.is_ok(), "{:?}", session.diagnostics);
    session.observe();
    session
}

fn grown_words(so_far: &str) -> Vec<String> {
    let (_, found) = complete(so_far, &grown());
    found.into_iter().map(|c| c.text).collect()
}

fn grown_hint(so_far: &str) -> String {
    hint(so_far, &grown()).map_or_else(String::new, |h| h.text)
}

#[test]
fn open_blocks_may_end() {
    let after = words("if true\n");
    assert_eq!(after[..3], ["else", "else if", "end"]);
    assert_eq!(words("for i in 0..3\nen")[0], "end");
    assert!(!words("for i in 0..3\n").contains(&"else".to_owned()));
    assert!(words("procom 0\n").contains(&"end".to_owned()));
    assert!(!words("en").contains(&"end".to_owned()));
    assert_eq!(words("after 1s\ncorpusi"), [""; 0], "it cannot wait");
    assert_eq!(words("define a\ncorpusi"), ["corpusinit"]);
}

#[test]
fn values_in_braces_and_bare() {
    for so_far in [
        "let x = co",
        "move leg {co",
        "if co",
        "print it is {co",
        "let x = [1 (co",
        "else if co",
    ] {
        assert!(grown_words(so_far).contains(&"coxa".to_owned()), "{so_far}");
        assert!(grown_words(so_far).contains(&"cos(".to_owned()), "{so_far}");
    }
    let (start, _) = complete("scale leg_{co", &grown());
    assert_eq!(start, 11);
    let all = grown_words("let x = ");
    assert!(
        all.contains(&"thorax.".to_owned())
            && all.contains(&"bug.".to_owned())
            && all.contains(&"pi".to_owned())
    );
    assert_eq!(grown_words("let x = coxa t"), ["to"]);
    assert_eq!(
        grown_words("let x = coxa "),
        [""; 0],
        "an operator comes next"
    );
    assert!(
        grown_words("let x = [coxa co").contains(&"coxa".to_owned()),
        "another element"
    );
    assert_eq!(grown_words("let x = \"co"), [""; 0]);
    assert_eq!(grown_words("let x = 5 # co"), [""; 0]);
    assert_eq!(grown_words("param x = coxa f"), ["from"]);
    assert_eq!(grown_words("let x = coxa f"), [""; 0]);
    assert!(grown_words("param x = coxa from ").contains(&"coxa".to_owned()));
    assert_eq!(grown_words("param x = coxa from co t"), ["to"]);
    assert!(grown_words("param x = coxa from 0 to co").contains(&"coxa".to_owned()));
    assert!(grown_words("result x = co").contains(&"coxa".to_owned()));
    assert_eq!(grown_words("let x"), [""; 0]);
    assert_eq!(grown_words("let x "), ["="]);
    assert_eq!(grown_words("for x "), ["in"]);
}

#[test]
fn quantities_by_what_has_them() {
    let (start, found) = complete("print {leg.", &grown());
    assert_eq!(start, 7);
    assert!(
        found
            .iter()
            .any(|c| c.text == "leg.z" && c.doc == "z coordinate of its origin in the world (m)"),
        "{found:?}"
    );
    assert!(found.iter().any(|c| c.text == "leg.load"));
    assert_eq!(
        grown_words("if leg.vel."),
        ["leg.vel.x", "leg.vel.y", "leg.vel.z"]
    );
    assert!(grown_words("if bug.").contains(&"bug.leg.".to_owned()));
    assert!(grown_words("if bug.leg.lo").contains(&"bug.leg.load".to_owned()));
    assert_eq!(grown_words("if world.ti"), ["world.time"]);
    assert!(grown_words("if bug.leg").contains(&"bug.leg5.phase".to_owned()));
    assert!(grown_words("if leg_{s}.lo").contains(&".load".to_owned()));
    assert_eq!(
        grown_words("if sizes[0].").first().map(String::as_str),
        Some(".x")
    );
}

#[test]
fn units_after_numbers_and_to() {
    assert!(grown_words("let x = 5m").contains(&"5mm".to_owned()));
    assert_eq!(grown_words("print {coxa to m"), ["m", "mm"]);
    assert!(grown_words("print {coxa/2s to ").contains(&"cm/s".to_owned()));
    assert!(grown_words("print {nothing to ").contains(&"mN".to_owned()));
}

#[test]
fn parameters_by_name() {
    assert_eq!(words("addbody spare spare den"), ["density="]);
    assert_eq!(words("addbody spare spare axis=[0 0 1] den"), ["density="]);
    assert_eq!(words("addbody spare spare axis=[0 0 1] r"), ["rotary"]);
    assert_eq!(words("addbody spare spare density=1g/cm3 den"), [""; 0]);
    assert!(words("addbody spare spare density=1").contains(&"1kg/m3".to_owned()));
    assert_eq!(words("addbody spare spare ax"), ["axis="]);
    assert_eq!(words("addbody spare spare 0 0 1 joint=sl"), ["sliding"]);
    assert_eq!(
        words("scale spare [1 2 3] "),
        [""; 0],
        "the list has filled all"
    );
    assert!(hinted("scale spare [1 2 ").contains("z"));
    assert!(grown_hint("scale spare {sizes} ").is_empty());
}

#[test]
fn own_commands_are_completed_like_others() {
    let (_, found) = complete("lim", &grown());
    assert_eq!(found.len(), 1);
    assert_eq!(
        (found[0].text.as_str(), found[0].doc.as_str()),
        ("limb", "A leg of that length.")
    );
    assert_eq!(grown_hint("limb"), " name [length]");
    assert_eq!(grown_hint("limb "), "name [length]   A leg of that length.");
    assert_eq!(grown_hint("limb a "), "[length]   A leg of that length.");
    assert_eq!(
        grown_hint("limb length=2cm "),
        "name   A leg of that length."
    );
    assert_eq!(grown_hint("limb length="), "   default: 0.01 m");
    assert_eq!(grown_words("limb "), ["name=", "length="]);
    assert_eq!(grown_words("limb a l"), ["length="]);
    assert_eq!(grown_words("help lim"), ["limb"]);
    assert_eq!(grown_words("help quan"), ["quantities"]);
}

#[test]
fn hints_within_expressions() {
    assert_eq!(grown_hint("let x = coxa"), "   0.002 m");
    assert_eq!(
        grown_hint("let x = clamp"),
        "(x, low, high)   The quantity, limited to the range between two bounds."
    );
    assert!(grown_hint("let x = clamp(1, ").starts_with("low, high)   "));
    assert!(grown_hint("let x = max(1, 2, ").starts_with("...)"));
    assert!(grown_hint("print {world.time").starts_with("   0 s: Simulated time"));
    assert!(grown_hint("print {leg.z").contains("origin"));
    assert_eq!(grown_hint("let x = 5mm"), "   a length (m)");
    assert!(grown_hint("dt {").contains("a time (s)"));
    assert!(grown_hint("if ").contains("a condition"));
    assert_eq!(grown_hint("let x "), "= value   an expression");
    assert!(grown_hint("for i in 0..").contains("the end is excluded"));
    assert_eq!(
        grown_hint("for i in 0..6 "),
        "[by step]   range of 6 from 0 to 5"
    );
    assert_eq!(grown_hint("let x = cox"), "a");
}

#[test]
fn patterns_tell_what_they_stand_for() {
    assert_eq!(grown_hint("maxv *"), "   2: thorax leg");
    assert_eq!(grown_hint("joint l*"), "   1: leg");
    assert_eq!(grown_hint("joint x*"), "   no match");
    assert!(grown_words("joint l* springt").contains(&"springtype".to_owned()));
}

#[test]
fn hints_tell_the_rest() {
    assert_eq!(hinted("corpusin"), "it");
    assert!(hint("corpusin", &session()).unwrap().insert);
    assert_eq!(hinted("linkbodies"), " parent child");
    assert_eq!(hinted("linkbodies thorax"), " child");
    assert_eq!(hinted("joint leg"), " [name=value ...]");
    assert_eq!(hinted("ground on "), "[name=value ...]");
    assert!(hinted("dt ").contains("a time (s)"));
    assert_eq!(hinted("dt 5"), "   a time (s) above zero");
    assert!(hinted("joint leg k ").starts_with("[value]   a number"));
    assert!(hinted("joint leg q ").contains("an angle (rad)"));
    assert!(hinted("timer ").starts_with("delay command   "));
    assert!(hinted("timer 1 ").starts_with("command   "));
    assert!(hinted("setrootmatrix\n").contains("row of numbers"));
    assert_eq!(hinted("gro"), "");
    assert_eq!(hinted(""), "");
    assert_eq!(hinted("corpusinit"), "");
}

#[test]
fn local_names_are_offered_where_the_line_sees_them() {
    let inside = words("define hop size\nlet half = size / 2\nscale spare {");
    for name in ["size", "half"] {
        assert!(inside.contains(&name.to_owned()), "{inside:?}");
    }
    // A counter is not known in the range of its own loop, and nothing of a command after its end.
    assert!(!words("for i in ").contains(&"i".to_owned()));
    assert!(words("for i in 0..3\nprint {").contains(&"i".to_owned()));
    assert!(!words("define hop size\nend\nscale spare {").contains(&"size".to_owned()));
}

//! Rewinding, and continuing from a file: the same commands give the same bits as the first time.

use crate::support::play::Play;
use corpus::session::{History, SavedWorld};
use proptest::prelude::*;
use proptest::sample::Index;
use std::fs;
use std::sync::{Arc, LazyLock};

const WALKER: &str = include_str!("data/walker.corpus");

/// Everything active: sticky and sliding feet, gait, timers in timers, events of all kinds, with locals, and a brain.
const AT_WORK: &str = "\
ground on
grav on
rest 0.5mm
bodygroundstick shank_fl on
bodygroundstick shank_br on
neuron beat wave {7}
neuron sum integrate {beat.out + 3 * hip_fl.q / 1rad}
define knock body strength
  joint {body} dq {strength}
end
for side in fl br
  every 7ms
    print {side} at {hip_fl.q} and {world.time}
  end
  when shank_{side}.load > 1mN
    print down: {side}
    timer 3ms motor shank_{side} etarget 0.1 2ms
  end
end
every 9ms
  think
  motor shank_fr etarget {0.2 * sum.out} 4ms
end
let push = 0.5
timer 33ms knock hip_bl {push * 2}
timer 60ms timer 55ms joint hip_fr dq {hip_fl.dq}
timer 100ms !Said once.
at 0.111s
  groundfriction stick 0.5
  after 20ms
    let best = hip_fl.q
  end
end
speed 2
gaitgo
";

/// Returns the changing state, as text in which different bits are different.
fn world(play: &mut Play) -> String {
    play.run("save world.json");
    play.file("world.json")
}

fn walker(script: &str) -> Play {
    Play::new(&format!("{WALKER}{AT_WORK}{script}"))
}

/// Returns state, anchors and forces, as text in which different bits are different.
fn moment(play: &Play) -> String {
    let corpora = play.session.here().world.snapshot(None).corpora;
    let parts = corpora
        .iter()
        .map(|c| format!("{:?} {:?} {:?} {:?}", c.y, c.memory, c.anchors, c.acting));
    parts.collect()
}

const METHODS: [&str; 6] = ["auto", "implicit", "euler", "rkfixed", "rkf", "rkvar"];

#[test]
fn what_follows_a_mark_follows_it_again() {
    for method in METHODS {
        let mut play = walker(&format!("integration {method}\ngo 0.05s\nmark"));
        let marked = world(&mut play);
        play.take_printed();
        play.run("go 0.1s");
        let (then, told) = (world(&mut play), play.take_printed());
        assert_ne!(marked, then);
        assert!(told.len() > 20, "{told:?}");
        assert!(told.contains(&"Said once.".to_owned()));
        for _ in 0..2 {
            play.run("rewind");
            assert!(world(&mut play) == marked, "{method}");
            play.run("go 0.1s");
            assert!(world(&mut play) == then, "{method}");
            assert_eq!(play.take_printed(), told, "{method}");
        }
    }
}

#[test]
fn the_roach_walks_the_same_steps_again() {
    let scripts = concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/roach");
    let mut play = Play::new(&format!(
        "include {scripts}/roach.corpus\ninclude {scripts}/sticky-feet.corpus\nrest 1mm\nground on\ngrav on\n\
         go 0.1s\nspeed 1\ngaitgo\ngo 0.2s\nmark walking\ngo 0.13s"
    ));
    let then = world(&mut play);
    assert!(then.contains("\"kind\": \"tied\""), "feet that stick");
    assert!(!play.session.here().timers.is_empty(), "timers that wait");
    play.run("rewind walking\ngo 0.13s");
    assert!(world(&mut play) == then);
    play.run("rewind 130ms\ngo 0.13s");
    assert!(world(&mut play) == then);
}

#[test]
fn one_goes_back_to_the_last_whole_frame() {
    let mut play = walker("go 0.05s\n");
    let before = world(&mut play);
    play.run("go 0.1s");
    let then = world(&mut play);
    play.run("rewind 100ms");
    assert!(world(&mut play) == before);
    play.run("go 0.1s");
    assert!(world(&mut play) == then);
    let dt = play.session.here().world.dt;
    let at = play.session.rewind_by(10.4 * dt).unwrap();
    let frame = (0.15 - 11.0 * dt, at);
    assert!((frame.0 - frame.1).abs() < 1e-6 * dt, "{frame:?}");
    assert_eq!(at, play.time());
    play.run("rewind 1us\n");
    assert!((play.time() - (at - dt)).abs() < 1e-6 * dt);
    assert!(
        play.take_printed()
            .iter()
            .all(|line| !line.contains("back at"))
    );
}

#[test]
fn the_past_has_a_begin() {
    let mut play = walker("");
    let told = play.refused("rewind 10ms");
    assert!(
        told.starts_with("E067 there is no simulated time"),
        "{told}"
    );
    play.run("go 50ms\ntime 3");
    let told = play.refused("rewind 60ms");
    assert!(
        told.contains("only 0.05 s can be rewound, found 0.06 s"),
        "{told}"
    );
    play.run("rewind 50ms");
    // The clock was set after that.
    assert_eq!(play.time(), 0.0);
    for wrong in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert!(play.session.rewind_by(wrong).is_err());
    }
}

#[test]
fn a_history_is_bounded_and_tells_what_it_has_lost() {
    let mut play = walker("");
    play.session.here_mut().past.history = History::within(1_000_000);
    play.run("go 1s");
    let history = &play.session.here().past.history;
    let kept = history.len();
    assert!(history.bytes() <= 1_000_000 && kept > 100, "{kept}");
    play.take_printed();
    // All of the last frames are stored.
    play.run("rewind 20ms");
    assert!((play.time() - 0.98).abs() < 1e-9);
    assert!(play.take_printed().is_empty());
    // Of the earlier ones, some.
    let mut before = play.time();
    let mut told = 0;
    while before > 0.1 {
        let goal = before - 0.05;
        let time = play.session.rewind_by(0.05).unwrap();
        assert!(time <= goal + 1e-9 && time > goal - 0.1, "{time} {goal}");
        told += play.take_printed().len();
        before = time;
    }
    assert!(told > 0);
    let state = world(&mut play);
    play.run("go 50ms\nrewind 50ms");
    assert!(world(&mut play) == state);
}

#[test]
fn of_many_short_frames_the_latest_and_those_of_pictures_are_stored() {
    let mut play = walker("");
    play.run("integration implicit\ndt 0.1ms\ngo 0.6s");
    let kept = play.session.here().past.history.len();
    assert!((1024..3100).contains(&kept), "{kept}");
    play.take_printed();
    // All of the last frames are stored.
    play.run("rewind 50ms");
    assert!((play.time() - 0.55).abs() < 1e-9);
    assert!(play.take_printed().is_empty());
    // Of the earlier ones, those apart by a thousandth of their age.
    while play.time() > 0.1 {
        let goal = play.time() - 0.05;
        let time = play.session.rewind_by(0.05).unwrap();
        assert!(time <= goal + 1e-9 && time > goal - 0.8e-3, "{time} {goal}");
        // A start of a frame that is not stored is not missed silently, even by one frame.
        let is_told = !play.take_printed().is_empty();
        assert_eq!(is_told, time < goal - 1e-5, "{time} {goal}");
    }
}

#[test]
fn trials_that_go_back_to_their_start_always_begin_there() {
    let mut play = walker("");
    play.run("integration implicit\ndt 0.1ms\ngo 0.30005s");
    let start = play.time();
    for _ in 0..4 {
        play.run("go 0.30007s\nrewind 0.30007s");
        assert_eq!(play.time(), start);
    }
    let printed = play.take_printed();
    assert!(printed.iter().all(|line| !line.contains("further")));
}

#[test]
fn marks_have_names_and_belong_to_ways() {
    let mut play = walker("mark start\ngo 20ms\nmark \"on the way\"\ngo 20ms\nmark");
    play.run("let n = 3\nrewind start\nlet n = n + 1\ngo 10ms\nmark\ngo 5ms\nrewind");
    assert!(
        (play.time() - 0.01).abs() < 1e-9,
        "the last one that was made"
    );
    play.run("expect n == 4");
    // The other course is another past: it cannot be rewound across, except to its start.
    play.run("rewind \"on the way\"\ngo 10ms\nrewind 10ms");
    assert!((play.time() - 0.02).abs() < 1e-9);
    assert!(play.refused("rewind 1ms").starts_with("E067"));
    play.run("rewind start\ngo 30ms\nrewind 30ms");
    assert_eq!(play.time(), 0.0);
    let told = play.refused("rewind stort");
    assert_eq!(
        told,
        "E066 there is no mark `stort` | did you mean `start`?"
    );
    let told = play.refused("addworld moon\nrewind start");
    assert!(told.contains("use `setworld world` first"), "{told}");
}

#[test]
fn a_mark_on_the_way_can_be_gone_back_over() {
    let mut play = walker("go 20ms\nmark\ngo 20ms\nrewind\nrewind 10ms");
    assert!((play.time() - 0.01).abs() < 1e-9);
    play.run("timer 3ms ! early\ngo 10ms\nrewind\ngo 20ms");
    assert!(!play.take_printed().is_empty());
}

#[test]
fn an_event_marks_the_end_of_its_frame() {
    let mut play = walker("after 10.1ms\n  mark there\nend\ngo 20ms\nrewind there");
    let frames = 13;
    assert_eq!(play.session.here().frames, frames);
    let dt = play.session.here().world.dt;
    assert!((play.time() - frames as f64 * dt).abs() < 1e-9);
    let marked = world(&mut play);
    play.run("go 20ms");
    let then = world(&mut play);
    play.run("rewind");
    assert!(world(&mut play) == marked);
    play.run("go 20ms");
    assert!(world(&mut play) == then);
}

#[test]
fn what_was_made_later_stays() {
    // The table and the events refer to the walker, also when the script has selected another figure.
    let mut play = walker("go 20ms\nrecord trunk.csv every 5ms {trunk.z}\nmark\ngo 10ms");
    let late = "addcorpus late\nget box from unit_cube\nget arm from unit_cube\n\
        addbody box box 0 0 1 rotary 1000\naddbody arm arm 0 1 0 rotary 1000\nlinkbodies box arm\nsetroot box\ncorpusinit\n\
        rest 1m\njoint arm Q_type 17\njoint arm ea 1\njoint arm eB 1\naddroach late 2\nmotor arm etarget 1 20ms\ngo 10ms\n";
    play.run(late);
    let place = play.session.here().world.corpora[1].y.clone();
    let way = |play: &Play| {
        let world = &play.session.here().world;
        world.corpora[1].motor(1).rest_position(world.time)
    };
    let rest = way(&play);
    assert!((rest - 0.5).abs() < 1e-9);
    play.run("setcorpus walker\nsetroach gait\nprocom 0\n! another program\n..\nrewind");
    let stage = play.session.here();
    assert_eq!(stage.world.corpora[1].y, place);
    assert!((way(&play) - rest).abs() < 1e-9, "it goes on from there");
    assert_eq!(stage.definitions.roaches[0].programs[0].step().len(), 1);
    assert!((play.time() - 0.02).abs() < 1e-9);
    play.run("go 10ms\n");
    assert!((way(&play) - 1.0).abs() < 1e-9);
}

#[test]
fn settings_and_roots_come_back() {
    let mut play = walker("go 10ms\nmark");
    let marked = world(&mut play);
    play.run(
        "dt 1ms\nh 0.1ms\niter 3\ngrav off\nground off\ngroundz 1mm\nsetgrav 1\nintegration rkf\nrootmotion fixed\nintegrate walker off\n\
         maxv trunk 10 10\njoint hip_fl k 3\nbodygroundstick shank_fl off\nspeed 3\ngaitgo off\ntimer 1ms ! never\nrewind\n",
    );
    assert!(world(&mut play) == marked);
    assert!(play.session.here().definitions.drafts[0].root == corpus::dynamics::Root::Free);
}

#[test]
fn tables_go_on_with_rows_of_the_earlier_times() {
    let mut play =
        walker("go 10ms\nrecord a.csv every 5ms {trunk.z}\nrecord b.csv {trunk.z}\nmark\ngo 10ms");
    let rows = |play: &Play, name: &str| -> Vec<String> {
        play.file(name).lines().skip(2).map(str::to_owned).collect()
    };
    let (a, b) = (rows(&play, "a.csv"), rows(&play, "b.csv"));
    assert_eq!((a.len(), b.len()), (3, 13));
    play.run("rewind\ngo 10ms");
    assert_eq!(rows(&play, "a.csv"), [&a[..], &a[1..]].concat());
    assert_eq!(rows(&play, "b.csv"), [&b[..], &b[1..]].concat());
    // One that was started later continues from the time of the rewind.
    play.run("rewind\ngo 10ms\nrecord c.csv every 5ms {trunk.z}\nrewind\ngo 10ms");
    let times = rows(&play, "c.csv");
    let times: Vec<&str> = times.iter().map(|row| &row[..5]).collect();
    assert_eq!(times.len(), 4);
    assert!(
        times[0].starts_with("0.02") || times[0].starts_with("0.019"),
        "{times:?}"
    );
    assert!(times[1].starts_with("0.01"), "{times:?}");
}

#[test]
fn a_file_goes_on_in_another_session() {
    for method in METHODS {
        let mut play = walker(&format!("integration {method}\ngo 0.05s\nsave half.json"));
        assert!(play.session.diagnostics.is_empty(), "nothing is lost");
        let half = world(&mut play);
        play.take_printed();
        play.run("go 0.1s");
        let (then, told) = (world(&mut play), play.take_printed());

        let mut other = Play::new(WALKER);
        other.run("define knock body strength\n  joint {body} dq {strength}\nend\nlet push = 0.5");
        other.run("neuron beat wave {7}\nneuron sum integrate {beat.out + 3 * hip_fl.q / 1rad}");
        fs::write(other.folder.path().join("half.json"), &half).unwrap();
        other.run("load half.json");
        assert!(world(&mut other) == half, "{method}");
        other.take_printed();
        other.run("go 0.1s");
        assert_eq!(other.take_printed(), told, "{method}");
        assert!(world(&mut other) == then, "{method}");
        // And back over the time since then, but no further.
        other.run("rewind 100ms");
        assert!(world(&mut other) == half, "{method}");
        assert!(other.refused("rewind 1ms").starts_with("E067"));
    }
}

#[test]
fn a_load_can_be_undone_by_a_mark() {
    let mut play = walker("go 10ms\nsave early.json\ngo 10ms\nmark\nrecord t.csv {world.time}");
    let marked = world(&mut play);
    play.run("load early.json\ngo 10ms\nrewind");
    assert!(world(&mut play) == marked);
    let table = play.file("t.csv");
    assert!(table.lines().count() > 2 + 12, "{table}");
}

#[test]
fn what_cannot_be_saved_is_told() {
    let mut play = walker("");
    let before = play.session.here().timers.len() + play.session.here().watches.len();
    play.run("let a = 1\ntimer 50ms joint hip_fl dq {a}\nlet a = 2\ndefine slow\n  let span = 0..3\n  after 1ms\n    print {span}\n  end\nend\nslow");
    play.session.diagnostics.clear();
    play.run("save less.json");
    let [report] = play.session.diagnostics.as_slice() else {
        panic!("{:?}", play.session.diagnostics);
    };
    assert_eq!(report.code, "W010");
    assert_eq!(report.message, "1 pending event is not in `less.json`");
    let [(head, why)] = report.notes.as_slice() else {
        panic!("{:?}", report.notes);
    };
    assert_eq!(play.session.sources.text(*head), "after");
    assert_eq!(
        why,
        "set by this line, and not saved because `span` holds a range"
    );
    let saved = SavedWorld::read(play.file("less.json").as_bytes()).unwrap();
    assert_eq!(saved.timers.len() + saved.watches.len(), before + 1);
}

#[test]
fn an_event_that_its_own_text_does_not_say_is_told_with_the_cause() {
    let mut play = walker("");
    play.run("define swing leg\n  joint {leg} dq 1\nend\nafter 1ms\n  swing hip_fl\nend");
    play.session.diagnostics.clear();
    play.run("save less.json");
    let [report] = play.session.diagnostics.as_slice() else {
        panic!("{:?}", play.session.diagnostics);
    };
    let whys: Vec<&str> = report.notes.iter().map(|(_, why)| why.as_str()).collect();
    let why = "set by this line, and not saved because it uses a command of the script that has the name of a built-in command with a list or a block";
    assert_eq!((report.code, whys), ("W010", vec![why]));
}

/// Plays a script, saves at its end, and continues in another session after the same start. Returns what both print then.
fn both_ways(begin: &str, then: &str, instead: &str, rest: &str) -> [Vec<String>; 2] {
    let mut play = Play::new(&format!("{begin}\n{then}\nsave half.json"));
    let told = &play.session.diagnostics;
    assert!(told.is_empty(), "{told:?}");
    play.take_printed();
    let half = play.file("half.json");
    play.run(rest);
    let mut other = Play::new(&format!("{begin}\n{instead}"));
    fs::write(other.folder.path().join("half.json"), &half).unwrap();
    other.run("load half.json");
    other.take_printed();
    other.run("save again.json");
    assert_eq!(other.file("again.json"), half);
    other.run(rest);
    [play, other].map(|play| play.take_printed())
}

const TWO_LEGS: &str = "\
addcorpus c
for name in trunk leg_l0 leg_r0
  get {name} from unit_cube
  addbody {name} {name} axis=[1 0 0] rotary 1g/cm3
end
linkbodies trunk leg_l0
linkbodies trunk leg_r0
setroot trunk
corpusinit
joint leg_?0 Q_type 17
addroach bug 2
dt 1ms";

#[test]
fn d4_what_a_mirrored_program_has_set_is_saved_for_its_side() {
    let begin = format!("{TWO_LEGS}\ndefine stiffen leg\n  joint {{leg}} k 5\nend");
    let program = "procom 0
  ! stepping
  timer 100ms joint leg_l0 b 7
  timer 100ms joint leg_l? ea 3
  timer 100ms stiffen leg_l0
  timer 90ms joint leg_l0 kq {leg_l0.kq + 0.5}
  after 100ms
    joint leg_l0 eB 2
  end
  when world.time > 350ms
    joint leg_l0 bias 1
  end
..
mirror leg_l* leg_r* y opposite
procom 0
..
speed 1
gaitgo";
    let mut steps = Play::new(&format!("{begin}\n{program}"));
    let mut frames = 0;
    while steps.take_printed().is_empty() {
        steps.run("go 1");
        frames += 1;
    }
    assert!(frames < 250, "{frames}");
    let [first, second] = both_ways(
        &begin,
        &format!("{program}\ngo {frames}\ngaitgo off"),
        "",
        "go 0.4s\nprint {leg_l0.b} {leg_l0.ea} {leg_l0.k} {leg_l0.kq} {leg_l0.eB} {leg_l0.bias}\n\
         print {leg_r0.b} {leg_r0.ea} {leg_r0.k} {leg_r0.kq} {leg_r0.eB} {leg_r0.bias}",
    );
    assert_eq!(first, second);
    assert_eq!(first, ["0 0 0 0 rad 0 0", "7 3 5 -0.5 rad 2 -1"]);
}

#[test]
fn q4_a_saved_timer_keeps_the_values_that_it_was_set_with() {
    let [first, second] = both_ways(
        TWO_LEGS,
        "let k = 3\nlet side = \"l\"\ntimer 6ms joint leg_{side}0 b {k}\ntimer 6ms timer {k}ms joint leg_r0 b {k}\ntimer 7ms print {k}",
        "let k = 4\nlet side = \"r\"",
        "go 12ms\nprint {leg_l0.b} {leg_r0.b}",
    );
    // Text is evaluated when it is printed, and the script's variables are not in the file.
    assert_eq!(first, ["3", "3 3"]);
    assert_eq!(second, ["4", "3 3"]);
}

#[test]
fn a_saved_timer_keeps_its_values_when_the_variables_have_changed_since() {
    let [first, second] = both_ways(
        TWO_LEGS,
        "let k = 3\ntimer 6ms joint leg_l0 b {k}\ntimer 6ms timer {k}ms print {k} {leg_l0.b}\nlet k = 5",
        "let k = 7",
        "go 12ms",
    );
    // The text of `print` is evaluated when it is printed.
    assert_eq!(first, ["5 3"]);
    assert_eq!(second, ["7 3"]);
}

#[test]
fn a_timer_sees_no_variable_of_the_call_in_which_time_passes() {
    let mut play = Play::new(&format!(
        "{TWO_LEGS}\nlet k = 1\ndefine pass k\n  go 2ms\nend\ntimer 1ms print {{k}}"
    ));
    play.take_printed();
    play.run("pass 2");
    assert_eq!(play.take_printed(), ["1"]);
}

#[test]
fn r1_a_saved_timer_that_prints_several_words() {
    let timer = "timer 60ms print hello world {leg_l0.q} and {1 + 1}";
    let [first, second] = both_ways(TWO_LEGS, timer, "", "go 80ms");
    assert_eq!(first, ["hello world 0 rad and 2"]);
    assert_eq!(first, second);
}

#[test]
fn the_text_that_a_timer_prints_is_the_same_live_and_loaded() {
    for (text, told) in [
        ("\"at {leg_l0.b}\"", "at 3"),
        (
            "it's {leg_l0.b}; a#b, (c  d)  # comment",
            "it's 3; a#b, (c  d)",
        ),
        ("\"a # {leg_l0.b}\" \"b\"", "\"a # 3\" \"b\""),
        ("two  blanks", "two  blanks"),
    ] {
        for line in [
            format!("timer 6ms print {text}"),
            format!("alarm {{3 * 2}}ms print {text}"),
            format!("timer 2ms timer 4ms print {text}"),
            format!("after 2ms\n  timer 4ms print {text}\nend"),
        ] {
            let [first, second] = both_ways(TWO_LEGS, &line, "", "joint leg_l0 b 3\ngo 8ms");
            assert_eq!(first, [told], "{line}");
            assert_eq!(second, [told], "{line}");
        }
    }
}

#[test]
fn b8_tables_go_on_when_the_clock_is_set() {
    let mut play = Play::new(&format!(
        "{TWO_LEGS}\nrecord r.csv every 1ms {{leg_l0.q}}\ntime 5\ngo 5ms\nmark\ntime 0\ngo 10ms"
    ));
    let times = |play: &Play| -> Vec<String> {
        let file = play.file("r.csv");
        let times = file.lines().skip(2).filter_map(|row| row.split(',').next());
        times.map(str::to_owned).collect()
    };
    assert_eq!(times(&play).len(), 16, "{:?}", times(&play));
    play.run("rewind\ngo 2ms");
    assert_eq!(times(&play).len(), 18, "{:?}", times(&play));
    assert!(times(&play)[17].starts_with("5.00"), "{:?}", times(&play));
}

#[test]
fn j1_two_tables_in_one_file_are_refused() {
    let mut play = Play::new(&format!("{TWO_LEGS}\nrecord ./two.csv {{leg_l0.q}}"));
    let told = play.refused("record two.csv {leg_l0.dq}");
    let expected = "E065 line 13 already writes this file";
    assert!(told.starts_with(expected), "{told}");
    play.run("go 2");
    assert!(play.file("two.csv").starts_with("time,leg_l0.q\n"));
}

#[test]
fn j2_a_table_ends_where_its_columns_change() {
    for (from, to, message) in [
        (
            "[1 2]",
            "[1 2 3 4]",
            "this expression had 2 columns, and now has 4",
        ),
        (
            "[1 [1 2]]",
            "[1 [1 2mm]]",
            "the column `xs[1][1]` had no unit, and now has the unit `m`",
        ),
        (
            "3mm",
            "3",
            "the column `xs` had the unit `m`, and now has no unit",
        ),
        ("1", "[]", "this expression had 1 column, and now has 0"),
    ] {
        let mut play = Play::new(&format!(
            "{TWO_LEGS}\nlet xs = {from}\nrecord rag.csv {{leg_l0.q}} {{xs}}\ngo 2\nlet xs = {to}"
        ));
        let told = play.refused("go 2");
        assert!(told.starts_with(&format!("E014 {message}")), "{told}");
        // It is reported once, and the written rows stay.
        play.run("go 2");
        assert_eq!(play.file("rag.csv").lines().count(), 5);
    }
}

#[test]
fn tables_that_begin_together_have_one_row_for_each_frame() {
    let record = ["a", "b", "c"].map(|name| format!("record {name}.csv {{leg_l0.q}}\n"));
    let play = Play::new(&format!("{TWO_LEGS}\n{}go 4", record.concat()));
    let lengths = ["a.csv", "b.csv", "c.csv"].map(|name| play.file(name).lines().count());
    assert_eq!(lengths, [7, 7, 7]);
}

#[test]
fn tables_have_no_second_row_of_a_moment_after_a_load_nor_after_a_rewind() {
    let ways = [("mark", "rewind"), ("save s.json", "load s.json")];
    let tables = ways.map(|(keep, back)| {
        let record = "record a.csv every 1ms {leg_l0.q}\nrecord b.csv {leg_l0.q}";
        let play = Play::new(&format!(
            "{TWO_LEGS}\ndt 1ms\njoint leg_l0 dq 1\n{record}\ngo 5ms\n{keep}\ngo 2ms\n{back}\ngo 3ms\n{back}\ngo 1ms"
        ));
        ["a.csv", "b.csv"].map(|name| {
            let rows = play.file(name).lines().skip(2).map(str::to_owned).collect();
            let rows: Vec<String> = rows;
            rows
        })
    });
    let times = |rows: &[String]| -> Vec<i32> {
        let time = |row: &String| row.split(',').next().unwrap().parse::<f64>().unwrap();
        rows.iter()
            .map(|row| (time(row) * 1e3).round() as i32)
            .collect()
    };
    let expected = [0, 1, 2, 3, 4, 5, 6, 7, 6, 7, 8, 6];
    for rows in tables.as_flattened() {
        assert_eq!(times(rows), expected);
    }
    assert_eq!(tables[0], tables[1]);
    // Tables that were started at the restored moment have its row already.
    for (keep, back) in ways {
        let record = "record a.csv every 1ms {leg_l0.q}\nrecord b.csv {leg_l0.q}";
        let play = Play::new(&format!(
            "{TWO_LEGS}\ndt 1ms\njoint leg_l0 dq 1\n{keep}\n{record}\ngo 2ms\n{back}\ngo 1ms"
        ));
        for name in ["a.csv", "b.csv"] {
            let text = play.file(name);
            let rows: Vec<String> = text.lines().skip(2).map(str::to_owned).collect();
            assert_eq!(times(&rows), [0, 1, 2, 1], "{back} {name}");
        }
    }
}

#[test]
fn a_column_is_named_by_all_of_its_expression_but_a_conversion_at_the_end() {
    let columns = [
        ("leg_l0.q to deg", "leg_l0.q"),
        ("max(leg_l0.z to mm, 1mm)", "max(leg_l0.z to mm, 1mm)"),
        ("max(leg_l0.z to mm, 1mm) to cm", "max(leg_l0.z to mm, 1mm)"),
        ("(leg_l0.z + 1mm) to mm to cm", "(leg_l0.z + 1mm)"),
        ("(leg_l0.z to mm)", "(leg_l0.z to mm)"),
        (
            r#"choose(true, "drive to work", "x")"#,
            r#"choose(true, "drive to work", "x")"#,
        ),
    ];
    for (expression, name) in columns {
        let play = Play::new(&format!("{TWO_LEGS}\nrecord a.csv {{{expression}}}\ngo 1"));
        let head = play.file("a.csv").lines().next().unwrap().to_owned();
        let cell = head.strip_prefix("time,").unwrap();
        let plain = cell.trim_matches('"').replace("\"\"", "\"");
        assert_eq!(plain, name, "{expression}");
    }
}

#[test]
fn e8_a_file_has_one_name() {
    let script = format!("{TWO_LEGS}\nsave ./q.json\nload q.json\nload a/../q.json");
    let mut session = corpus::commands::session(
        corpus::session::Mode::Check,
        Box::new(corpus::session::Quiet),
    );
    session.run_text("test", &script).unwrap();
    assert!(session.diagnostics.is_empty());
}

#[test]
fn a_file_of_other_figures_is_refused_and_changes_nothing() {
    let mut play = walker("go 10ms\nsave walker.json");
    let now = world(&mut play);
    let text = play.file("walker.json");
    let points = play.session.here().world.corpora[0].touching_points();
    let mut with = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        fs::write(
            play.folder.path().join("other.json"),
            text.replace(from, to),
        )
        .unwrap();
        let told = play.refused("load other.json");
        assert!(world(&mut play) == now);
        told
    };
    let told = with("\"shank_br\"", "\"shank_xx\"");
    assert!(
        told.starts_with(
            "E069 `other.json` does not belong to these figures: `walker` has a body `shank_xx` in the file, but not here"
        ),
        "{told}"
    );
    let told = with("\"name\": \"walker\"", "\"name\": \"runner\"");
    assert!(
        told.contains("a figure `runner`, which does not exist here | there is a figure `walker`"),
        "{told}"
    );
    let told = with("\"gait\"\n  ]", "\"trot\"\n  ]");
    assert!(
        told.contains("a gait `trot`, which does not exist here"),
        "{told}"
    );
    let told = with(&format!("\"points\": {points}"), "\"points\": 7777");
    assert!(
        told.contains(" contact points, but 7777 in the file"),
        "{told}"
    );
    let told = with("        \"rotary\"", "        \"sliding\"");
    assert!(
        told.contains("is rotary here, sliding in the file"),
        "{told}"
    );
    let told = with("knock hip_bl", "knack hip_bl");
    assert!(
        told.contains("`knack hip_bl {push * 2}` is not valid"),
        "{told}"
    );
    let told = with("\"corpus_world\": 7", "\"corpus_world\": 1");
    assert!(
        told.starts_with(
            "E068 `other.json` is not a valid state of a world: it has format 1, but this program reads format 7"
        ),
        "{told}"
    );
    for (from, to) in [
        ("\"corpus_world\": 7", "\"corpus_world\": -1"),
        ("\"period\": 0.007", "\"period\": 1e-30"),
        ("\"period\": 0.007", "\"period\": -1.0"),
        ("\"protraction\": 0.06", "\"protraction\": 0.0"),
        ("\"q_type\": 17", "\"q_type\": 99"),
        ("\"speed\": 2.0", "\"speed\": 1e999"),
        ("\"speed\": 2.0", "\"speed\": NaN"),
        ("\"speed\": 2.0", "\"speed\": null"),
        ("\"speed\": 2.0", "\"spede\": 2.0"),
        ("\"friction\": 0.7", "\"friction\": -0.7"),
    ] {
        let told = with(from, to);
        assert!(told.starts_with("E068"), "{to}: {told}");
    }
    for (name, bytes) in [
        ("empty.json", &b""[..]),
        ("binary.json", &[0, 159, 255]),
        ("deep.json", &[b'['; 100_000]),
        ("number.json", b"1"),
        ("half.json", &text.as_bytes()[..text.len() / 2]),
    ] {
        fs::write(play.folder.path().join(name), bytes).unwrap();
        let told = play.refused(&format!("load {name}"));
        assert!(told.starts_with("E068"), "{name}: {told}");
    }
    assert!(
        play.refused("load nothing.json")
            .starts_with("E030 cannot read `nothing.json`: there is no such file")
    );
    assert!(play.refused("load \".\"").starts_with("E030"));
    assert!(play.refused("save no/folder.json").starts_with("E065"));
    assert!(world(&mut play) == now);
}

/// A state after some walking, as text, in one line.
static SAVED: LazyLock<String> = LazyLock::new(|| {
    let mut play = walker("go 30ms");
    let saved = SavedWorld::read(world(&mut play).as_bytes()).unwrap();
    serde_json::to_string(&saved).unwrap()
});

const PIECES: &[&str] = &[
    "0",
    "-1",
    "1e308",
    "-1e-308",
    "1e999",
    "null",
    "true",
    "\"\"",
    "[]",
    "{}",
    "9007199254740993",
    "18446744073709551615",
    "NaN",
    "\"walker\"",
    "\"{x}\"",
    "\"end\"",
    "\"! a\"",
    "\"every 1ms\\nend\"",
    "4294967295",
    "0.5",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    /// A damaged file is refused, or is a valid state; in either case with reports in order.
    #[test]
    fn damaged_files_are_survived(damages in proptest::collection::vec((any::<Index>(), any::<Index>(), 0..4u8), 1..6)) {
        let mut text = SAVED.clone().into_bytes();
        for (at, what, how) in &damages {
            if text.is_empty() {
                break;
            }
            let i = at.index(text.len());
            match how {
                0 => text[i] = what.index(256) as u8,
                1 => text.truncate(i),
                2 => drop(text.drain(i..(i + what.index(50)).min(text.len()))),
                _ => {
                    // A whole value replaced by another.
                    let is_edge = |b: &u8| b",:[]{}".contains(b);
                    let from = text[..i].iter().rposition(is_edge).map_or(0, |at| at + 1);
                    let to = text[i..].iter().position(is_edge).map_or(text.len(), |at| i + at);
                    let piece = PIECES[what.index(PIECES.len())];
                    text.splice(from..to.max(from), piece.bytes());
                }
            }
        }
        let mut play = Play::new(WALKER);
        play.run("define knock body strength\n  joint {body} dq {strength}\nend\nlet push = 0.5\ndt 1ms");
        play.session.here_mut().world.settings.largest_evaluations_per_advance = 10_000;
        fs::write(play.folder.path().join("damaged.json"), &text).unwrap();
        let before = play.session.here().world.corpora[0].y.clone();
        if play.session.run_text("load", "load damaged.json").is_ok() {
            let _ = play.session.run_text("go", "go 5");
        } else {
            prop_assert_eq!(&before, &play.session.here().world.corpora[0].y);
            let report = &play.session.diagnostics[0];
            prop_assert!(["E068", "E069"].contains(&report.code), "{:?}", report);
            prop_assert_eq!(play.session.sources.text(report.span), "damaged.json");
        }
    }
}

/// Returns a trunk with a limb on a joint of every kind, some of them held or braked by dry friction, with a noisy sensor.
fn every_kind() -> String {
    let mut script = "addcorpus figure\nget chest from unit_cube\nscale chest 30cm 20cm 40cm\naddbody chest chest 0 0 1 rotary mass=20kg\n".to_owned();
    let limbs = [
        ("bl", "0 0 1", "jointkind bl ball"),
        ("un", "1 0 0", "jointkind un universal second=[0 1 0]"),
        ("sc", "0 0 1", "jointkind sc screw pitch=5mm"),
        ("pl", "0 0 1", "jointkind pl planar"),
        ("cy", "0 0 1", "jointkind cy cylindrical"),
        ("fr", "0 0 1", "jointkind fr free"),
        (
            "mu",
            "0 1 0",
            "addjoint mu 1 0 0 rotary\naddjoint mu 0 0 1 sliding",
        ),
        ("we", "0 1 0", "jointkind we weld"),
        ("hi", "0 1 0", ""),
    ];
    for (name, axis, kind) in limbs {
        script += &format!(
            "get {name} from unit_cylinder\nscale {name} 8cm 8cm 60cm\nmove {name} 0 0 -30cm\naddbody {name} {name} {axis} rotary mass=3kg\n{kind}\nlinkbodies chest {name}\n"
        );
    }
    script
        + "setroot chest\ncorpusinit\nrootmotion fixed\ngrav on\njoint bl.rx q 60deg\njoint bl.ry dry 0.2\njoint bl.* spring damper+linear\njoint bl.* b 0.5\n\
         joint mu.q2 dry 0.1\nrange bl.rz -40deg 40deg\njoint un.q1 dq 3\njoint fr.ry dq 2\njoint cy.turn dq 1\n\
         joint hi q 40deg\njoint hi dry 30\njoint un.q2 dry 0.3\n"
}

const READ: &str = "print {chest.accelerometer.z + 0.1m/s2 * normal(3, world.time / 1s)} {bl.joint_qw} {hi.q} {hi.dq} {mu.q2} {un.q2} {cy.slide}\n";

#[test]
fn joints_of_every_kind_go_on_from_marks_and_files_as_they_went_on() {
    for method in METHODS {
        let begin = format!("{}integration {method}\ndt 2ms\ngo 0.1s\n", every_kind());
        let mut play = Play::new(&begin);
        play.take_printed();
        play.run(
            "save s.json\ndumps d.state\ndumpmotors d.motors\ndumpcontacts d.contacts\nmark a\n",
        );
        play.run(&format!("go 0.1s\n{READ}"));
        let (first, told) = (moment(&play), play.take_printed());
        play.run(&format!("rewind a\ngo 0.1s\n{READ}"));
        assert_eq!(play.take_printed(), told, "{method}");
        assert_eq!(moment(&play), first, "{method}");
        // The clock is a sum from the start of a `go`, so this must be repeated in the same way.
        let mut again = || {
            play.run(&format!("rewind 50ms\ngo 50ms\n{READ}"));
            (moment(&play), play.take_printed())
        };
        assert_eq!(again(), again(), "{method}");
        // Other commands in between.
        play.run("joint hi q 1\njoint mu.q2 dry 0\ngo 10ms");
        play.run(&format!("load s.json\ngo 0.1s\n{READ}"));
        assert_eq!(play.take_printed(), told, "{method}");
        assert_eq!(moment(&play), first, "{method}");
        let mut other = Play::new(&every_kind());
        other.take_printed();
        for name in ["d.state", "d.motors", "d.contacts"] {
            fs::write(other.folder.path().join(name), play.file(name)).unwrap();
        }
        other.run(&format!(
            "integration {method}\ndt 2ms\nloads d.state\nloadmotors d.motors\nloadcontacts d.contacts\ngo 0.1s\n{READ}"
        ));
        assert_eq!(other.take_printed(), told, "{method}");
    }
}

#[test]
fn a_state_of_other_kinds_of_joints_is_refused_and_names_both() {
    let mut play = Play::new(&every_kind());
    play.run("go 2\nsave s.json\ndumps d.state");
    let files = ["s.json", "d.state"].map(|name| (name, play.file(name)));
    let all = every_kind();
    for (was, is, rename, told) in [
        (
            "jointkind bl ball",
            "jointkind bl free",
            None,
            "the joint of `bl` of `figure` is free here, ball in the file",
        ),
        (
            "jointkind bl ball",
            "addjoint bl 0 1 0 rotary\naddjoint bl 1 0 0 rotary",
            Some([("bl.rx", "bl.q1"), ("bl.ry", "bl.q2"), ("bl.rz", "bl.q3")]),
            "the joint of `bl` of `figure` is chain of 3 joints here, ball in the file",
        ),
        (
            "jointkind sc screw pitch=5mm",
            "",
            None,
            "the joint of `sc` of `figure` is rotary here, screw in the file",
        ),
        (
            "jointkind we weld",
            "",
            None,
            "the joint of `we` of `figure` is rotary here, weld in the file",
        ),
        (
            "jointkind un universal second=[0 1 0]",
            "addjoint un 0 1 0 rotary",
            None,
            "the joint of `un` of `figure` is chain of 2 joints here, universal in the file",
        ),
        (
            "addjoint mu 1 0 0 rotary\naddjoint mu 0 0 1 sliding",
            "addjoint mu 1 0 0 rotary\naddjoint mu 0 0 1 sliding\naddjoint mu 0 1 0 rotary",
            None,
            "the joint of `mu` of `figure` is chain of 4 joints here, chain of 3 joints in the file",
        ),
    ] {
        assert!(all.contains(was));
        let mut script = all.replace(was, is);
        for (from, to) in rename.into_iter().flatten() {
            script = script.replace(from, to);
        }
        let mut other = Play::new(&script);
        for (name, text) in &files {
            fs::write(other.folder.path().join(name), text).unwrap();
            let load = if *name == "s.json" { "load" } else { "loads" };
            let found = other.refused(&format!("{load} {name}"));
            assert!(found.starts_with("E069") && found.contains(told), "{found}");
            // Names of degrees of freedom follow from the kind.
            assert!(!found.contains("has no body"), "{found}");
        }
    }
}

#[test]
fn edited_states_of_joints_are_refused() {
    let mut play = Play::new(&every_kind());
    play.run("go 50ms\nsave s.json\ndumps d.state");
    let saved = SavedWorld::read(play.file("s.json").as_bytes()).unwrap();
    let weld = saved.figures[0]
        .bodies
        .iter()
        .position(|b| b == "we")
        .unwrap();
    type Edit = fn(&mut SavedWorld, usize);
    fn anchors(s: &mut SavedWorld) -> &mut [(u32, f64)] {
        Arc::make_mut(&mut s.state.world.corpora[0].anchors)
    }
    let edits: [(Edit, &str); 6] = [
        (
            |s, weld| s.state.world.corpora[0].y[6 + weld] = 0.3,
            "in the file, the welded joint of `we` of `figure` is not at zero",
        ),
        (
            |s, _| anchors(s)[0].0 = 99,
            "dry friction holds a joint of `figure` beyond the allowed range",
        ),
        (
            |s, _| anchors(s)[0].0 = 0,
            "dry friction holds a joint of `figure` beyond the allowed range",
        ),
        (
            |s, _| anchors(s)[0].1 = f64::MAX,
            "dry friction holds a joint of `figure` beyond the allowed range",
        ),
        (
            |s, _| {
                let bl = s.figures[0].bodies.iter().position(|b| b == "bl");
                s.figures[0].kinds[bl.unwrap()] = "rotary".to_owned();
            },
            "the joint of `bl` of `figure` is ball here, rotary in the file",
        ),
        (
            |s, _| s.state.world.corpora[0].y = [0.0; 20].into(),
            "the state of `figure` has",
        ),
    ];
    let before = moment(&play);
    for (edit, told) in edits {
        let mut other = saved.clone();
        edit(&mut other, weld);
        other.write(&play.folder.path().join("other.json")).unwrap();
        let found = play.refused("load other.json");
        assert!(found.contains(told), "{told}: {found}");
        assert!(moment(&play) == before);
    }
    // A dump that was cut off, or whose body was renamed.
    let text = play.file("d.state");
    assert!(text.contains("\"anchors\": {"));
    for edited in [
        text[..text.len() / 2].to_owned(),
        text.replace("\"hi\": {", "\"ho\": {"),
    ] {
        fs::write(play.folder.path().join("cut"), edited).unwrap();
        let found = play.refused("loads cut");
        assert!(found.starts_with("E068"), "{found}");
        assert!(moment(&play) == before);
    }
}

/// Just after a bounce, with the contacts of the last step of another time still in memory.
#[test]
fn a_figure_in_the_air_continues_as_it_did_with_fixed_steps() {
    let figure = "addcorpus c\nbox a size=[10cm 6cm 4cm]\naddbody a a 0 0 1 rotary 1g/cm3\nsetroot a\n\
        capsule b from=[0 0 0] to=[0 -4cm -3cm] radius=6mm\naddbody b b 1 1 0 sliding 1g/cm3\nmove b 0 2cm 0\nlinkbodies a b\n\
        corpusinit\njoint b Q_type 17\njoint b b 0.00253\njoint b ea 0.168\njoint b eB 2.49\njoint b q -0.136\n\
        ground on\ngrav on\nrest 1mm\n";
    for method in ["euler", "implicit"] {
        let mut play = Play::new(&format!("{figure}integration {method}\ngo 56.3ms\nmark"));
        for time in 1..20 {
            play.run("rewind\ngo 2");
            let then = moment(&play);
            play.run(&format!("rewind\ngo {time}ms\nrewind\ngo 2"));
            assert!(moment(&play) == then, "{method} after {time} ms");
            play.run("rewind\ngo 1ms\nmark");
        }
    }
}

/// The surface below what started deep in the ground continues to rise after a rewind and in another session.
#[test]
fn a_figure_that_is_lifted_out_of_the_ground_continues_as_it_did() {
    let script = "addcorpus c\nbox o size=[4cm 3cm 2cm]\naddbody b o 0 0 1 rotary 1g/cm3\nsetroot b\ncorpusinit\nground on\ngrav on\n";
    let start = format!("{script}rest -4mm\n");
    let mut whole = Play::new(&format!("{start}go 30ms\nmark half\ngo 30ms"));
    let end = moment(&whole);
    whole.run("rewind half");
    whole.run("save half.json");
    whole.run("go 30ms");
    assert_eq!(moment(&whole), end);
    let mut other = Play::new(script);
    fs::write(other.path("half.json"), whole.file("half.json")).unwrap();
    other.run("load half.json");
    other.run("go 30ms");
    assert_eq!(moment(&other), end);
    let wrong = "\"lasts\":-1,\"other\":";
    let lower = whole.file("half.json").replace("\"lasts\":", wrong);
    fs::write(other.path("half.json"), lower).unwrap();
    assert!(other.refused("load half.json").contains("invalid depths"));
}

#[test]
fn a_file_does_not_move_scenery() {
    let script = |wall: &str| {
        format!(
            "{wall}\naddcorpus c\nball o radius=1cm\naddbody b o 0 0 1 rotary 1000\nsetroot b\ncorpusinit\ngo 10ms\n"
        )
    };
    let mut play = Play::new(&script("scenery wall box size=[10cm 1m 1m] at=[2m 0 0]"));
    let then = world(&mut play);
    play.run("go 10ms\nload world.json");
    assert!(world(&mut play) == then);
    let refused = |wall: &str, text: &str| {
        let mut other = Play::new(&script(wall));
        let before = world(&mut other);
        fs::write(other.folder.path().join("other.json"), text).unwrap();
        let told = other.refused("load other.json");
        assert!(told.starts_with("E069"), "{told}");
        assert!(world(&mut other) == before);
        told
    };
    let told = refused("scenery wall box size=[10cm 1m 1m] at=[1m 0 0]", &then);
    assert!(
        told.contains("its middle is at 2 m 0 m 0 m, but here at 1 m 0 m 0 m")
            && told.contains("change its `scenery` line"),
        "{told}"
    );
    let figure = "addcorpus wall\nbox w size=[10cm 1m 1m] at=[0 0 0]\naddbody wall w 0 0 1 rotary 1000\nsetroot wall\ncorpusinit";
    let told = refused(figure, &then);
    assert!(
        told.contains("a figure here, but scenery in the file"),
        "{told}"
    );
    let moving = then.replacen("\"integrated\": false", "\"integrated\": true", 1);
    let told = refused("scenery wall box size=[10cm 1m 1m] at=[2m 0 0]", &moving);
    assert!(told.contains("it is turned, or moves"), "{told}");
}

#[test]
fn a_state_of_a_figure_with_other_masses_or_joints_is_told() {
    let text = |mass: &str, axis: &str, place: &str| {
        format!(
            "addcorpus c\nget o from unit_cube\nscale o 1cm 1cm 1cm\nget p from unit_cube\nscale p 1cm 1cm 1cm\naddbody b o 0 0 1 rotary 1000\naddbody a p {axis} rotary {mass}\n\
             move p {place} 0 0\nlinkbodies b a\nsetroot b\ncorpusinit\n"
        )
    };
    let folder = tempfile::tempdir().unwrap();
    let put = |name: &str, text: String| std::fs::write(folder.path().join(name), text).unwrap();
    let run = |name: &str| {
        let mut command = assert_cmd::Command::cargo_bin("corpus").unwrap();
        let ran = command
            .current_dir(folder.path())
            .env("NO_COLOR", "1")
            .args(["run", name])
            .assert();
        let ran = ran.code(0);
        String::from_utf8(ran.get_output().stderr.clone()).unwrap()
    };
    put(
        "save.corpus",
        text("1000", "0 1 0", "1cm") + "go 3\nsave st.json\n",
    );
    assert!(!run("save.corpus").contains("W056"));
    for (mass, axis, place, why) in [
        ("1000", "0 1 0", "1cm", ""),
        ("1g/cm3", "0 1 0", "10mm", ""),
        (
            "2000",
            "0 1 0",
            "1cm",
            "the mass of `a` of `c` is 2 g here, 1 g in the file",
        ),
        (
            "1000",
            "1 0 0",
            "1cm",
            "the joint of `a` of `c` has another axis in the file",
        ),
        (
            "1000",
            "0 1 0",
            "2cm",
            "the joint of `a` of `c` is in another place in the file",
        ),
    ] {
        put(
            "load.corpus",
            text(mass, axis, place) + "load st.json\ngo 1\n",
        );
        let told = run("load.corpus");
        assert_eq!(told.contains("W056"), !why.is_empty(), "{told}");
        assert!(told.contains(why), "{told}");
    }
}

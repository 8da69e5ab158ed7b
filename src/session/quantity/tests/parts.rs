//! Joints and gaits.

use super::*;
use crate::session::Common;

/// Observer that stores prints.
struct Keep(Common<Vec<String>>);

impl Observer for Keep {
    fn print(&mut self, line: &str) {
        self.0.lock().push(line.to_owned());
    }
}

#[test]
fn joints_read_as_jointstatus_prints_them() {
    let lines = Common::new(vec![]);
    let script = format!(
        "{WALKER}\nground on\ngrav on\nrest 0.1mm\nspeed 1.5\ngaitgo\ngo 0.31s\njoint shank_fl springtype mass\njoint shank_fl lk 3\njoint shank_fl armature 1e-9\njoint shank_fl dry 1e-9\nservo shank_fl kp=1e-6 target=0.1\njointstatus shank_fl"
    );
    let session = run_watched(&script, Box::new(Keep(lines.clone())));
    let lines = lines.lock();
    // The acceleration is no parameter, but follows from all of them.
    let is_shown = |q: &&Quantity| q.owner == Owner::Joint && q.field != "ddq";
    let joints = QUANTITIES.iter().filter(is_shown);
    for quantity in joints {
        let path = format!("shank_fl.{}", quantity.field);
        let start = match quantity.field {
            "Q" => "shank_fl: the joint's force is ".to_owned(),
            _ => format!("{path} = "),
        };
        let line = lines
            .iter()
            .find_map(|line| line.strip_prefix(&start))
            .unwrap();
        let value = match session.quantity(&path) {
            Ok(Reading::Number(x, _)) => crate::session::si(x, ""),
            Ok(Reading::Text(word)) => word,
            other => panic!("{other:?}"),
        };
        assert_eq!(line.split(' ').next(), Some(value.as_str()), "{path}");
    }
    assert!(number(&session, "shank_fl.Q") != 0.0);
    // `jointstatus` shows no other quantity.
    let shown = lines
        .iter()
        .filter(|line| line.starts_with("shank_fl."))
        .count();
    assert_eq!(shown + 1, QUANTITIES.iter().filter(is_shown).count());
}

#[test]
fn a_gait_tells_its_phases() {
    let mut session = run(&format!("{WALKER}\nspeed 2\ngaitgo"));
    let phase = number(&session, "gait.leg2.phase");
    go_on(&mut session, "go 0.03s");
    let cycle = number(&session, "gait.cycle");
    close(cycle, 0.24, 1e-12);
    close(
        (number(&session, "gait.leg2.phase") - phase).rem_euclid(1.0),
        0.03 / cycle,
        1e-9,
    );
    let (mut stepping, mut begun) = (false, 0.0);
    for _ in 0..600 {
        go_on(&mut session, "go 1");
        let now = flag(&session, "gait.leg2.stepping");
        begun += f64::from(u8::from(now && !stepping));
        stepping = now;
    }
    assert!(begun >= 2.0);
    assert_eq!(number(&session, "gait.leg2.steps"), begun);
    close(number(&session, "world.time"), 0.03 + 600.0 / 1200.0, 1e-9);
    assert_eq!(number(&session, "world.frames"), 636.0);
}

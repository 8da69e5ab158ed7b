//! Tests of bodies that start deep in something, and of bodies at rest.

use crate::collisions::{solid, warned};
use crate::support::{go_on, number, run, vector};
use corpus::session::{Mode, Quiet, Session};

/// A box of 10 cm, 1 kg, whose base is 5 cm in a shelf that nothing moves.
fn in_shelf() -> String {
    format!(
        "scenery shelf box size=[1m 1m 20cm] at=[0 0 40cm]\n{}grav on\n",
        solid("c", "unit_cube", [0.0, 0.0, 0.5])
    )
}

/// A box placed deep in another one was thrown 130 m high, or refused. It comes to rest on it, without a jump; and a rewind to the
/// middle of this gives the same bits.
#[test]
fn a_body_that_starts_deep_in_another_parts_slowly() {
    for deep in ["1mm", "5mm", "3cm"] {
        let script = format!(
            "{}{}collide all\nground on\ngrav on\nlet top = 0m\nevery 1ms\n  set top = max(top, two.b.z)\nend\n\
             move o 0 0 {{-({deep})}}\nsetrootpos\ngo 20ms\nmark here\ngo 1s\nexpect top < 15.1cm",
            solid("one", "unit_cube", [0.0, 0.0, 0.05]),
            solid("two", "unit_cube", [0.0, 0.0, 0.15])
        );
        let mut session = run(&script);
        assert_eq!(warned(&session)[0], "W027", "{deep}");
        assert!(
            session.diagnostics.iter().all(|d| d.code != "E063"),
            "{deep}"
        );
        let end = vector(&session, "two.b.pos");
        assert!((end[2] - 0.15).abs() < 1e-3, "{deep}: {end:?}");
        assert!(number(&session, "two.b.speed") < 1e-3, "{deep}");
        go_on(&mut session, "rewind here\ngo 1s");
        assert_eq!(vector(&session, "two.b.pos"), end, "{deep}");
    }
}

/// Two boxes on each other come to rest and cost no steps until something happens; the ground bears them meanwhile.
#[test]
fn bodies_at_rest_cost_no_steps() {
    let pile = format!(
        "{}{}collide all\nground on\ngrav on\n",
        solid("one", "unit_cube", [0.0, 0.0, 0.05]),
        solid("two", "unit_cube", [0.01, 0.0, 0.15])
    );
    let mut session = run(&format!("{pile}go 3s\nmark here"));
    let steps = session.here().world.counters.steps;
    let at = vector(&session, "two.b.pos");
    let before = vector(&session, "one.b.impulse");
    go_on(&mut session, "go 1s");
    assert_eq!(session.here().world.counters.steps, steps);
    assert_eq!(vector(&session, "two.b.pos"), at);
    assert_eq!(vector(&session, "two.b.vel"), [0.0; 3]);
    let borne = vector(&session, "one.b.impulse")[2] - before[2];
    assert!((borne - 2.0 * 9.8).abs() < 1e-6, "{borne}");
    assert!((number(&session, "one.b.load") - 2.0 * 9.8).abs() < 1e-6);
    // A push wakes both, and so does a change of gravity; after a rewind both happen again, to the last bit.
    let mut ends = vec![];
    for _ in 0..2 {
        go_on(
            &mut session,
            "rewind here\nsetcorpus two\naddv b 1 0 0 0 0 0\ngo 0.1s",
        );
        assert!(session.here().world.counters.steps > steps);
        ends.push(vector(&session, "one.b.pos"));
        assert!(vector(&session, "two.b.pos")[0] > at[0] + 1e-3);
        go_on(&mut session, "rewind here\ngrav off\ngo 0.5s");
        ends.push(vector(&session, "two.b.pos"));
        assert!(vector(&session, "two.b.pos")[2] > at[2]);
    }
    assert_eq!(ends[..2], ends[2..]);
}

/// A figure with joints comes to rest, too, when its joints do; the ground bears it meanwhile. What moves a joint wakes it, and while a motor moves it
/// does not rest.
#[test]
fn a_figure_with_joints_at_rest_costs_no_steps() {
    let mut session = run(
        "addcorpus gate\nget post from unit_cube\nscale post 10cm 10cm 2cm\naddbody post post 0 0 1 rotary 1g/cm3\nsetroot post\n\
         get arm from unit_cube\nmove arm 0.5 0 0.5\nscale arm 10cm 1cm 1cm\nmove arm 0 0 1cm\naddbody arm arm 0 1 0 rotary 1g/cm3\n\
         linkbodies post arm\ncorpusinit\nrest 1cm\njoint arm spring=5N*m/rad damper=0.02N*m*s/rad\njoint arm ea 0.5\njoint arm eB 1\njoint arm Q_type 19\nground on\ngrav on\ngo 5s\nmark here",
    );
    let steps = |session: &Session| session.here().world.counters.steps;
    let before = steps(&session);
    let (at, impulse) = (number(&session, "arm.q"), vector(&session, "post.impulse"));
    go_on(&mut session, "go 1s");
    assert_eq!(steps(&session), before);
    assert_eq!(number(&session, "arm.q"), at);
    let weight = number(&session, "gate.mass") * 9.8;
    let borne = vector(&session, "post.impulse")[2] - impulse[2];
    assert!((borne / weight - 1.0).abs() < 1e-9, "{borne} {weight}");
    for change in [
        "joint arm k 10",
        "joint arm q 0.1rad",
        "motor arm etarget 1rad 2s",
    ] {
        go_on(&mut session, &format!("rewind here\n{change}\ngo 1s"));
        assert!(steps(&session) > before, "{change}");
        let moved = (number(&session, "arm.q") - at).abs();
        // One that is let go elsewhere comes back.
        assert!(moved > 1e-4 || change == "joint arm q 0.1rad", "{change}");
    }
    // The motor goes on after the second in which it began.
    let half_way = number(&session, "arm.q");
    go_on(&mut session, "go 1s");
    assert!((number(&session, "arm.q") - half_way).abs() > 0.05);
}

/// A body at rest on a fixed figure, without ground: it falls when a script puts the figure elsewhere.
#[test]
fn a_body_falls_when_what_bears_it_is_placed_elsewhere() {
    let script = format!(
        "{}{}grav on\ncollide all\ngo 3s\n",
        solid("plate", "unit_cube", [0.0; 3]).replace("corpusinit", "rootmotion fixed\ncorpusinit"),
        solid("box", "unit_cube", [0.0, 0.0, 0.1])
    );
    let mut session = run(&script);
    let steps = session.here().world.counters.steps;
    go_on(&mut session, "go 1s");
    assert_eq!(session.here().world.counters.steps, steps);
    let before = vector(&session, "box.b.pos");
    go_on(
        &mut session,
        "setcorpus plate\nmove o 50cm 0 0\nsetrootpos\ngo 0.2s",
    );
    let fallen = before[2] - vector(&session, "box.b.pos")[2];
    assert!((fallen - 0.196).abs() < 1e-3, "{fallen}");
}

/// Bodies that pass through each other when collisions begin part as slowly as those that a script places so.
#[test]
fn bodies_part_slowly_when_collisions_begin_later() {
    for begins in [
        "go 1ms\ncollide c shelf",
        "go 1ms\ncollide all",
        "collide all\ncollision off\ngo 1ms\ncollision on",
    ] {
        let script = format!(
            "{}{begins}\nlet top = 0m/s\nevery 1ms\n  set top = max(top, c.b.speed)\nend\ngo 1s\nexpect top < 1m/s",
            in_shelf()
        );
        let session = run(&script);
        assert_eq!(warned(&session)[0], "W027", "{begins}");
        let height = number(&session, "c.b.z");
        assert!((height - 0.55).abs() < 1e-3, "{begins}: {height}");
    }
}

/// A body that is placed anew while it parts begins anew; and setting the clock changes neither this nor the rise from the ground.
#[test]
fn a_placed_body_and_a_set_clock_do_not_end_a_rise() {
    let whole = format!("{}collide all\ngo 20ms\nCLOCK\ngo 100ms", in_shelf());
    let set = |script: &str, clock: &str| {
        let session = run(&script.replace("CLOCK", clock));
        vector(&session, "c.b.pos")[2]
    };
    let (plain, shifted) = (set(&whole, "# it stays"), set(&whole, "time 10s"));
    assert!((plain - shifted).abs() < 1e-6, "{plain} {shifted}");
    let ground = format!(
        "{}grav on\nground on\ngo 20ms\nCLOCK\ngo 100ms",
        solid("c", "unit_cube", [0.0, 0.0, 0.02])
    );
    let (plain, shifted) = (set(&ground, "# it stays"), set(&ground, "time 10s"));
    assert!(
        (plain - shifted).abs() < 1e-6 && plain < 0.05,
        "{plain} {shifted}"
    );
    let placed = set(&whole, "move o 0 0 49.9mm\nsetrootpos");
    assert!((placed - 0.55).abs() < 1e-3, "{placed}");
}

/// An impulse and a change of velocity move a body at rest.
#[test]
fn an_impulse_wakes_a_body_at_rest() {
    let mut session = run(&format!(
        "{}grav on\nground on\ngo 2s\nmark here",
        solid("c", "unit_cube", [0.0, 0.0, 0.0499])
    ));
    let before = vector(&session, "c.b.pos")[2];
    for blow in ["push b impulse 0 0 1", "addv b 0 0 1m/s 0 0 0"] {
        go_on(&mut session, &format!("rewind here\n{blow}\ngo 0.1s"));
        let height = vector(&session, "c.b.pos")[2] - before;
        assert!((height - (0.1 - 0.049)).abs() < 2e-4, "{blow}: {height}");
    }
}

/// Two events at nearly the same time make an advance of a rounding error, in which every motion is small: it stops no body.
#[test]
fn events_close_together_stop_no_body() {
    let script = format!(
        "{}addv b 1m/s 0 0 0 0 0\nground on\nalarm 0.30031s print one\nalarm {{0.30031s + 3e-16s}} print two\n\
         every 7ms\n  print a\nend\nevery 11ms\n  print b\nend\ngo 0.35s",
        solid("c", "unit_sphere", [0.0, 0.0, 0.0499])
    );
    for script in [script.replace("ground on\n", ""), script] {
        let session = run(&script);
        assert!(number(&session, "c.b.vel.x") > 0.5, "{script}");
    }
}

/// A wall of bricks on rigid contacts is at rest from its first step on: its bricks neither rock nor creep, and cost nothing.
#[test]
fn a_wall_of_bricks_on_rigid_contacts_rests() {
    let session = run(
        "for r in 0..8\n  for c in 0..{4 + mod(r, 2)}\n    addcorpus w{r}_{c}\n    let end = mod(r, 2) == 1 and (c == 0 or c == 4)\n\
         let x = choose(mod(r, 2) == 0, 20mm * c + 10mm, choose(c == 0, 5mm, choose(c == 4, 75mm, 20mm * c)))\n    box b{r}_{c} size=[{choose(end, 9.5mm, 19.8mm)} 9.8mm 10mm]\n\
         addbody b b{r}_{c} 0 0 1 rotary 2g/cm3\n    setroot b\n    corpusinit\n    move b{r}_{c} {x} 0 {5mm + 10mm * r}\n    setrootpos\n  end\nend\n\
         collide all\nground on\ncontact rigid\ngrav on\ncollisionfric 0.6\ngo 0.1s\n",
    );
    for (row, column) in [(0, 0), (3, 2), (7, 0), (7, 4)] {
        let velocity = vector(&session, &format!("w{row}_{column}.b.vel"));
        assert_eq!(velocity, [0.0; 3], "{row} {column}");
        let y = number(&session, &format!("w{row}_{column}.b.y"));
        assert!(y.abs() < 1e-13, "{row} {column}: {y}");
    }
}

/// A box on its edge falls however little it leans, since what moves ever faster is not at rest; only one that does not lean stays.
#[test]
fn a_box_that_leans_by_rounding_falls_off_its_edge() {
    for (lean, falls) in [("1e-11", true), ("0", false)] {
        let session = run(&format!(
            "addcorpus c\nbox o size=[10cm 10cm 10cm]\naddbody b o 0 1 0 rotary mass=1kg\nsetroot b\ncorpusinit\nrotate o y {{45deg + {lean} * 1rad}}\n\
             move o 0 0 {{5cm * sqrt(2)}}\nsetrootpos\nground on friction=0.8\ncontact rigid\ngrav on\ngo 4s\n"
        ));
        let height = number(&session, "b.z");
        assert!(
            (height - if falls { 0.05 } else { 0.05 * 2_f64.sqrt() }).abs() < 1e-9,
            "{lean}: {height}"
        );
    }
}

/// A check does not know where bodies are after a `go`: what overlaps at the start is reported once.
#[test]
fn an_overlap_at_the_start_is_reported_once() {
    let script = format!(
        "{}{}collide all\ngo 1ms\ngo 10ms\ngo 10ms",
        solid("one", "unit_cube", [0.0, 0.0, 0.05]),
        solid("two", "unit_cube", [0.0, 0.0, 0.14])
    );
    assert_eq!(warned(&run(&script)), ["W027"]);
    let mut checked = corpus::commands::session(Mode::Check, Box::new(Quiet));
    let _ = checked.run_text("overlap", &script);
    assert_eq!(warned(&checked), ["W027"]);
}

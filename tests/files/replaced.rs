//! Files of options: one of the same kind is replaced, any other stays.

use super::Place;
use std::fs;

/// A script with parameters and results.
const SEARCH: &str = "param x = 1 from 0 to 4\nresult far = x * (3 - x)\nresult work = x\n";

/// A robot as URDF.
const ROBOT: &str = "<robot name=\"r\"><link name=\"a\"><inertial><mass value=\"1\"/><inertia ixx=\"1\" iyy=\"1\" izz=\"1\" ixy=\"0\" ixz=\"0\" iyz=\"0\"/></inertial></link></robot>\n";

/// A task that takes little time.
const TASK: &str = "include creature.corpus\nlive\nresult fitness = 1\n";

fn place() -> Place {
    let place = Place::new();
    place.script("s.corpus", "go 3");
    place.put("search.corpus", SEARCH);
    place.put("robot.urdf", ROBOT);
    place.put("task.corpus", TASK);
    place
}

/// Outputs of each subcommand, and the file that they write.
const WRITING: &[(&str, &str)] = &[
    ("run -q s.corpus --report", "out.json"),
    ("run -q s.corpus --state", "out.json"),
    ("run -q s.corpus --last-good", "out.json"),
    ("plot -q s.corpus --of b.z -o", "out.svg"),
    ("plot -q s.corpus --of b.z -o", "out.png"),
    ("export -q s.corpus -o", "out.gltf"),
    ("export -q s.corpus -o", "out.glb"),
    ("export -q s.corpus -o", "out.html"),
    ("export -q s.corpus -o", "out.bvh"),
    ("export -q s.corpus -o", "out.xml"),
    ("export -q s.corpus -o", "out.urdf"),
    ("export -q s.corpus -o", "out.sdf"),
    (
        "render -q s.corpus --draft --size 32x32 --strip 2 -o",
        "out.png",
    ),
    ("render -q s.corpus --draft --size 32x32 -o", "out.gif"),
    ("import -q robot.urdf -o", "out.corpus"),
    (
        "optimise -q search.corpus --for far --runs 3 --state st.json --out",
        "out.corpus",
    ),
    (
        "optimise -q search.corpus --for far --least work --runs 3 --state st.json --table",
        "out.csv",
    ),
];

#[test]
fn a_file_of_another_kind_stays_and_one_of_the_same_is_replaced() {
    for (line, file) in WRITING {
        let place = place();
        let mut arguments: Vec<&str> = line.split_whitespace().collect();
        arguments.push(file);
        place.put(file, "my notes\nof years\n");
        let run = place.corpus(&arguments);
        run.is(2, &format!("cannot write {file}: the file exists and "));
        run.is(2, "; choose another name, or remove the file");
        assert_eq!(place.get(file), "my notes\nof years\n", "{line}");
        fs::remove_file(place.path(file)).unwrap();
        for _ in 0..2 {
            let _ = fs::remove_file(place.path("st.json"));
            place.corpus(&arguments).is(0, "");
        }
        place.put(file, "");
        let _ = fs::remove_file(place.path("st.json"));
        place.corpus(&arguments).is(0, "");
    }
}

#[test]
fn what_was_changed_since_it_was_written_stays() {
    for (line, file) in WRITING {
        if ![".corpus", ".xml", ".urdf", ".sdf"]
            .iter()
            .any(|end| file.ends_with(end))
        {
            continue;
        }
        let place = place();
        let mut arguments: Vec<&str> = line.split_whitespace().collect();
        arguments.push(file);
        place.corpus(&arguments).is(0, "");
        let mine = format!("{}\n# mine\n", place.get(file));
        place.put(file, &mine);
        let _ = fs::remove_file(place.path("st.json"));
        place.corpus(&arguments).is(2, "or was changed since");
        assert_eq!(place.get(file), mine, "{line}");
    }
}

#[test]
fn a_creature_that_was_changed_since_stays() {
    let place = place();
    let evolve = "evolve task.corpus --population 2 --trials 1 --generations";
    let with = |more: &str| {
        let line = format!("{evolve} {more}");
        place.corpus(&line.split_whitespace().collect::<Vec<_>>())
    };
    for name in ["champion.corpus", "champion.json", "tree.svg"] {
        place.put("own/x", "");
        let file = format!("own/{name}");
        place.put(&file, "mine\n");
        with("1 --out own").is(2, &format!("cannot write {file}: the file exists and "));
        assert_eq!(place.get(&file), "mine\n");
        fs::remove_dir_all(place.path("own")).unwrap();
    }
    with("1 --out new").is(0, "");
    with("2 --out new --resume").is(0, "");
    let mine = format!("{}# mine\n", place.get("new/champion.corpus"));
    place.put("new/champion.corpus", &mine);
    with("3 --out new --resume").is(2, "or was changed since");
    assert_eq!(place.get("new/champion.corpus"), mine);
}

#[test]
fn a_line_that_is_no_table_was_replaced_by_resume() {
    let place = place();
    let resume = |file: &str| {
        let line = format!("sweep -q search.corpus -D x=0..4 --out {file} --resume");
        place.corpus(&line.split(' ').collect::<Vec<_>>())
    };
    for file in ["t.csv", "t.jsonl"] {
        place.put(file, "my notes");
        resume(file).is(2, "it is not a table of a sweep");
        assert_eq!(place.get(file), "my notes");
    }
    // What a kill has left of the head is completed.
    place.put("t.csv", "run,x,en");
    resume("t.csv").is(0, "");
    assert_eq!(place.get("t.csv").lines().count(), 7);
}

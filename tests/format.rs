//! Formatting of scripts: its results, and that it changes nothing but blanks.

use corpus::commands::TABLE;
use corpus::lang::format::format;
use corpus::lang::lexer::{Token, lex};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use std::fs;
use std::path::{Path, PathBuf};

#[track_caller]
fn becomes(text: &str, expected: &str) {
    assert_eq!(format(text, &TABLE).unwrap(), expected);
    keeps(text);
}

/// Returns the texts of the tokens of each line with tokens, and the comments, in order.
fn content(text: &str) -> (Vec<Vec<&str>>, Vec<&str>) {
    let mut lines = vec![vec![]];
    let mut comments = vec![];
    let mut at = 0;
    let end = text.len() as u32;
    let places = lex(0, text, &TABLE)
        .into_iter()
        .map(|(t, s)| (t, s.start, s.end));
    for (token, from, to) in places.chain([(Token::LineEnd, end, end)]) {
        let gap = &text[at..from as usize];
        comments.extend(gap.find('#').map(|hash| gap[hash..].trim_end()));
        match token {
            Token::LineEnd => lines.push(vec![]),
            _ => lines
                .last_mut()
                .unwrap()
                .push(&text[from as usize..to as usize]),
        }
        at = to as usize;
    }
    lines.retain(|line| !line.is_empty());
    (lines, comments)
}

/// Formats a text that parses and checks the result. Returns whether it parses.
#[track_caller]
fn keeps(text: &str) -> bool {
    let Ok(once) = format(text, &TABLE) else {
        return false;
    };
    assert_eq!(content(&once), content(text), "in {text:?}");
    let twice = format(&once, &TABLE);
    assert_eq!(twice.as_ref(), Ok(&once), "twice differs for {text:?}");
    assert!(once.is_empty() || once.ends_with('\n'), "in {once:?}");
    assert!(
        !once.starts_with('\n') && !once.contains("\n\n\n"),
        "in {once:?}"
    );
    assert!(
        !once.ends_with("\n\n") && !once.contains('\r'),
        "in {once:?}"
    );
    assert!(
        once.lines().all(|l| l.trim_end_matches([' ', '\t']) == l),
        "in {once:?}"
    );
    true
}

#[test]
fn one_blank_stands_between_arguments() {
    becomes("  go\t\t 5", "go 5\n");
    becomes(
        "get foot  from   \"my  shapes/#2.stl\" ",
        "get foot from \"my  shapes/#2.stl\"\n",
    );
    becomes(
        "timer  0.1   !  half   way # no comment  ",
        "timer 0.1 !  half   way # no comment\n",
    );
    becomes(" !   a  b\n!", "!   a  b\n!\n");
}

#[test]
fn lists_are_indented() {
    becomes(
        "procom 0\nmotor a etarget 1 *1\n\n   ! step\n ..\n  retcom 0\n end\ngo 1\n",
        "procom 0\n  motor a etarget 1 *1\n\n  ! step\n..\nretcom 0\nend\ngo 1\n",
    );
}

#[test]
fn comments_on_lines_of_their_own_are_indented_as_commands() {
    becomes(
        "   #a\nprocom 0\n# b  \n time\n #c\n..\n    # d",
        "#a\nprocom 0\n  # b\n  time\n  #c\n..\n# d\n",
    );
}

#[test]
fn comments_behind_commands_stand_in_a_column_while_line_follows_line() {
    becomes(
        "go 1# a\nprocom 0 # b\ntime       # c\n.. #d\n\ngo 2 # e\ngo 3\ngo 4000       # f\n",
        "go 1      # a\nprocom 0  # b\n  time    # c\n..        #d\n\ngo 2  # e\ngo 3\ngo 4000  # f\n",
    );
    becomes(
        "get élan # a\nget elan0 # b",
        "get élan   # a\nget elan0  # b\n",
    );
}

#[test]
fn rows_keep_the_columns_of_their_numbers() {
    becomes(
        " setrootmatrix\n    1 0    0 0\n   -0 1    0 0 # y\n\n    0 0 -1.5 2\n 0\t0  0 1\ntime 1",
        "setrootmatrix\n   1 0    0 0\n  -0 1    0 0  # y\n\n   0 0 -1.5 2\n0 0  0 1\ntime 1\n",
    );
}

#[test]
fn of_several_empty_lines_one_remains() {
    becomes(
        "\u{feff}\n \ngo 1\r\n\r\n\t\r\n# a\r\r\rgo 2\n\n\n",
        "go 1\n\n# a\n\ngo 2\n",
    );
    for nothing in ["", "\u{feff}", "\n\n", " \t"] {
        becomes(nothing, "");
    }
}

#[test]
fn a_script_with_mistakes_is_not_laid_out() {
    for (text, code) in [
        ("go   1\nprocom 0\n", "E008"),
        ("go   a@b", "E001"),
        ("go \"a", "E004"),
        ("..", "E007"),
    ] {
        let reports = format(text, &TABLE).unwrap_err();
        let codes: Vec<_> = reports.iter().map(|report| report.code).collect();
        assert_eq!(codes, [code], "in {text:?}");
    }
    // A line that only the table of commands rejects is formatted all the same.
    becomes("goo   1", "goo 1\n");
}

#[test]
fn a_block_that_has_its_lines_on_the_line_of_its_head_is_open_all_the_same() {
    let text = "after 1s print hello\n  every 1s\n  print x\n  end\nprint y\n";
    let told = format(text, &TABLE).unwrap_err();
    assert_eq!(told.len(), 1, "{told:?}");
    assert_eq!(told[0].code, "E008");
}

#[test]
fn blocks_are_indented_and_else_stands_with_its_if() {
    becomes(
        "for i in 0..3\nif i>1 # big\nprint {i}\n   else   if i == 1\n# one\nprint one\nelse\nend\nend\ndefine leg side\nprocom 0\nrepeat 2\n! a\nend\n..\nend",
        "for i in 0..3\n  if i>1  # big\n    print {i}\n  else if i == 1\n    # one\n    print one\n  else\n  end\nend\ndefine leg side\n  procom 0\n    repeat 2\n      ! a\n    end\n  ..\nend\n",
    );
    becomes(
        "every  10ms\nwhen a<b\nprint\nend\nend",
        "every 10ms\n  when a<b\n    print\n  end\nend\n",
    );
}

#[test]
fn braces_lists_and_names_are_tight() {
    becomes(
        "scale  a { 2 * b }  [ 1  2 {c}  ]",
        "scale a {2 * b} [1 2 {c}]\n",
    );
    becomes("x  a=1  b=[ 1 2 ]  c={ d }", "x a=1 b=[1 2] c={d}\n");
    becomes("x leg_{ s }0  *{ 1/3 }", "x leg_{s}0 *{1/3}\n");
    becomes("let   a  =   b+ c", "let a = b+ c\n");
    becomes("let a=b", "let a = b\n");
    becomes(
        "for   i   in   0..6   by 2\nend",
        "for i in 0..6   by 2\nend\n",
    );
    becomes("for  s  in  l   r\nend", "for s in l r\nend\n");
    becomes("expect   a>b    \"why  so\"", "expect a>b \"why  so\"\n");
    becomes("print   a  b {  c } d   # e", "print a  b {c} d  # e\n");
    becomes(
        "if   ( a )\nelse if   not b\nend",
        "if ( a )\nelse if not b\nend\n",
    );
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns all files of that kind in a folder and its subfolders.
fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = vec![];
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path, extension));
        } else if path.extension().is_some_and(|x| x == extension) {
            found.push(path);
        }
    }
    found
}

#[test]
fn every_script_of_the_house_keeps_its_meaning() {
    let mut scripts: Vec<String> = files(&root().join("scripts"), "corpus")
        .iter()
        .map(|path| fs::read_to_string(path).unwrap())
        .collect();
    let mut documents = files(&root().join("docs"), "md");
    documents.push(root().join("README.md"));
    for document in documents {
        let text = fs::read_to_string(document).unwrap();
        let blocks = text.split("\n```corpus\n").skip(1);
        scripts.extend(blocks.filter_map(|b| b.split("```").next().map(str::to_owned)));
    }
    assert!(
        scripts.len() > 80,
        "only {} scripts were found",
        scripts.len()
    );
    for script in scripts {
        assert!(keeps(&script), "{script:?} does not parse");
    }
}

/// Returns a line that parses anywhere outside a list and inside one, with blanks of all kinds.
fn line() -> impl Strategy<Value = String> {
    let blank = prop::sample::select(vec![" ", "  ", "\t", "    "]);
    let argument = prop::sample::select(vec![
        "leg_fl0",
        "étoile",
        "1",
        "-.5",
        "5mm",
        "*0.5",
        "\"a  # b\"",
        "end",
        "-",
        "../x.obj",
        "{ a+ 1 }",
        "leg_{ s }0",
        "*{1/3}",
        "[ 1  {b} ]",
        "c=[0 0  1]",
        "d={ e }",
    ]);
    let head = prop::sample::select(vec![
        "go",
        "motor",
        "x",
        "! a  #b ",
        "",
        "",
        "-1",
        "print",
        "let  a =  b *2",
        "expect  a<b  \"c\"",
    ]);
    let arguments = prop::collection::vec((blank.clone(), argument), 0..4);
    let tail = prop::sample::select(vec![
        "",
        " ",
        "# c",
        "  #  c # d \t",
        " !  e  f # g  ",
        "\t#",
    ]);
    (prop::option::of(blank), head, arguments, tail).prop_map(|(lead, head, arguments, tail)| {
        let mut line = lead.unwrap_or_default().to_owned() + head;
        let is_whole = ["!", "let", "expect"]
            .iter()
            .any(|form| head.starts_with(form));
        if !head.is_empty() && !is_whole {
            line.extend(arguments.iter().flat_map(|(blank, word)| [*blank, *word]));
        }
        line + tail
    })
}

fn script() -> impl Strategy<Value = String> {
    let list = (
        prop::collection::vec(line(), 0..4),
        "(procom|  retcom)[ \t]+1 ?",
        "[ \t]*(\\.|\\.\\.|end) *(#x)?",
    )
        .prop_map(|(lines, head, end)| [vec![head], lines, vec![end]].concat());
    let rows = prop::collection::vec("[ ]{0,3}-?1( {1,3}-?[0-9]){0,3}( #r)?| *#r?|", 0..4)
        .prop_map(|rows| [vec!["setrootmatrix".to_owned()], rows].concat());
    let block = (
        prop::collection::vec(line(), 0..4),
        "(for i in  0..3|  repeat  2|while a <b|every 1ms|define f  a b=2)[ \t]*",
        "[ \t]*end *(#x)?",
    )
        .prop_map(|(lines, head, end)| [vec![head], lines, vec![end]].concat());
    let choice = (
        prop::collection::vec(line(), 0..3),
        prop::collection::vec(
            "[ \t]*(else  if b> 1|else if  c|print x|if d\n  else\nend)",
            0..3,
        ),
        prop::collection::vec(line(), 0..3),
    )
        .prop_map(|(first, branches, last)| {
            let all = [vec!["if  a".to_owned()], first, branches];
            let rest = [vec![" else".to_owned()], last, vec!["end".to_owned()]];
            all.into_iter().chain(rest).flatten().collect()
        });
    let part = prop_oneof![
        3 => line().prop_map(|l| vec![l]),
        1 => list,
        1 => rows,
        1 => block,
        1 => choice,
    ];
    let end = prop::sample::select(vec!["\n", "\r\n", "\r"]);
    (prop::collection::vec((part, end), 0..8)).prop_map(|parts| {
        let all = parts.into_iter().map(|(lines, end)| lines.join(end) + end);
        all.collect()
    })
}

/// Counts the random scripts that parse, so that the property below is meaningful.
#[test]
fn many_random_scripts_parse() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let good = (0..200)
        .filter(|_| keeps(&script().new_tree(&mut runner).unwrap().current()))
        .count();
    assert!(good > 50, "only {good} of 200 parse");
}

proptest! {
    #[test]
    fn any_script_keeps_its_meaning(text in script()) {
        keeps(&text);
    }

    #[test]
    fn any_text_keeps_its_meaning(text in "(go|procom|end|\\.\\.|setrootmatrix|1|\"|!|#|\n|\r|[ \t\u{a0}\u{2028}\u{feff}]|\\PC){0,20}") {
        keeps(&text);
    }
}

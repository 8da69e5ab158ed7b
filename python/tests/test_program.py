"""What the module and the program both do has the same bytes."""

import os
import subprocess

import pytest

import corpus
from corpus import evolve, optimise, sweep

PROGRAM = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", "..", "target", "debug", "corpus"))

VALLEY = """\
param x = 9cm from 0cm to 10cm
param angle = 60deg from -90deg to 90deg
param seed = 1
let a = (x - 3cm) / 1cm
let b = (angle - 20deg) / 10deg
result depth = -(a^2 + b^2 + a * b / 2) + (random(seed) - 0.5) / 1000
expect x < 2.5cm "it stays on the left"
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "valley.corpus").write_text(VALLEY)
    return tmp_path


def program(*arguments):
    if not os.path.exists(PROGRAM):
        pytest.skip("the program is not built: cargo build")
    return subprocess.run([PROGRAM, *arguments], check=True, capture_output=True, text=True).stdout


SWEEP = ["valley.corpus", "-D", "x=1cm,2cm,3cm", "-D", "seed=1..4"]
SEARCH = ["valley.corpus", "--for", "depth", "--keep", "left", "-D", "seed=1..2", "--runs", "90", "--seed", "5"]


@pytest.mark.parametrize("table", ["csv", "jsonl"])
def test_a_sweep_has_the_bytes_of_the_program(folder, table):
    program("sweep", *SWEEP, "-q", "--out", f"program.{table}")
    sweep.main([*SWEEP, "--out", f"module.{table}"])
    assert (folder / f"module.{table}").read_bytes() == (folder / f"program.{table}").read_bytes()


def test_a_search_is_that_of_the_program(folder, capsys):
    told = program("optimise", *SEARCH, "-q", "--state", "program.json", "--out", "program.corpus")
    optimise.main([*SEARCH, "--state", "module.json", "--out", "module.corpus"])
    assert capsys.readouterr().out == told
    assert (folder / "module.json").read_bytes() == (folder / "program.json").read_bytes()
    assert (folder / "module.corpus").read_bytes() == (folder / "program.corpus").read_bytes()


def test_an_archive_is_that_of_the_program(folder, capsys):
    search = ["valley.corpus", "--for", "depth", "--archive", "place=0cm..10cm:4,turn=-90deg..90deg:3", "--runs", "161"]
    (folder / "valley.corpus").write_text(VALLEY + "result place = x\nresult turn = angle\n")
    told = program("optimise", *search, "-q", "--state", "program.json", "--table", "program.csv")
    optimise.main([*search, "--state", "module.json", "--table", "module.csv"])
    assert capsys.readouterr().out == told
    assert (folder / "module.json").read_bytes() == (folder / "program.json").read_bytes()
    assert (folder / "module.csv").read_bytes() == (folder / "program.csv").read_bytes()


def test_a_search_that_is_resumed_is_the_same(folder, capsys):
    optimise.main([*SEARCH, "--state", "whole.json"])
    whole = capsys.readouterr().out
    short = ["40" if word == "90" else word for word in SEARCH]
    optimise.main([*short, "--state", "part.json", "--threads", "1"])
    with pytest.raises(corpus.CorpusError, match="--resume"):
        optimise.main([*SEARCH, "--state", "part.json"])
    capsys.readouterr()
    optimise.main([*SEARCH, "--state", "part.json", "--resume"])
    assert capsys.readouterr().out == whole
    assert (folder / "part.json").read_bytes() == (folder / "whole.json").read_bytes()


def test_a_search_that_cannot_be_is_told(folder):
    with pytest.raises(corpus.CorpusError, match="did you mean `depth`?"):
        optimise.main(["valley.corpus", "--for", "dept"])
    with pytest.raises(corpus.CorpusError, match="none of 10 runs met the expectations"):
        optimise.main(["valley.corpus", "--for", "depth", "--keep", "left", "-D", "x=9cm", "--runs", "10"])


TASK = """\
include creature.corpus
live
ground on
grav on
rest 1mm
let start = creature.com
go 0.2s
result fitness = norm(creature.com - start) / 1cm
"""
EVOLUTION = ["task.corpus", "--population", "8", "--generations", "4", "--trials", "2", "--seed", "3", "--archive", "parts=1.5..9.5:2,mass=0kg..2kg:2"]


def folders(*paths):
    """The files of folders, by their names."""
    return [{file.name: file.read_bytes() for file in path.iterdir()} for path in paths]


def test_an_evolution_is_that_of_the_program(folder, capsys):
    (folder / "task.corpus").write_text(TASK)
    told = program("evolve", *EVOLUTION, "--out", "one")
    evolve.main([*EVOLUTION, "--out", "two"])
    assert capsys.readouterr().out.replace("two", "one") == told
    one, two = folders(folder / "one", folder / "two")
    assert one == two and "archive.csv" in one


def test_an_evolution_that_cannot_be_is_told(folder):
    with pytest.raises(corpus.CorpusError, match="the tasks are walk"):
        evolve.main(["wolk", "--out", "a"])
    (folder / "task.corpus").write_text(TASK)
    with pytest.raises(corpus.CorpusError, match="no result `legs`"):
        evolve.main(["task.corpus", "--out", "a", "--archive", "legs=1..2:2"])
    evolve.main(["task.corpus", "--out", "a", "--population", "2", "--generations", "1"])
    with pytest.raises(corpus.CorpusError, match="--resume"):
        evolve.main(["task.corpus", "--out", "a", "--population", "2"])


def test_files_of_others_stay(folder):
    (folder / "valley.corpus").write_text(VALLEY + "result across = x\n")
    for line in (
        [*SEARCH[:3], "--runs", "3", "--out", "mine.corpus"],
        [*SEARCH[:3], "--least", "across", "--runs", "3", "--table", "mine.corpus"],
    ):
        (folder / "mine.corpus").write_text("# mine\n")
        with pytest.raises(corpus.CorpusError, match="cannot write mine.corpus: the file exists and "):
            optimise.main(line)
        assert (folder / "mine.corpus").read_text() == "# mine\n"
    (folder / "own").mkdir()
    (folder / "own" / "champion.corpus").write_text("# mine\n")
    with pytest.raises(corpus.CorpusError, match="was not written by `corpus evolve`"):
        evolve.main(["walk", "--population", "2", "--generations", "1", "--out", "own"])
    assert (folder / "own" / "champion.corpus").read_text() == "# mine\n"

"""Runs on two workers of Ray, one of which is killed: the results of threads."""

import os
import signal
import threading
import time

import pytest

from corpus import evolve, optimise, sweep

ray = pytest.importorskip("ray")

FALL = """\
param height = 1m from 10cm to 100m
addcorpus c
get o from unit_cube
scale o 1cm 1cm 1cm
addbody ball o 0 0 1 rotary 1000
setroot ball
corpusinit
move o 0 0 {height}
setrootpos
grav on
dt 20us
go 0.5s
result fallen = height - ball.z
"""


def workers():
    """The processes of Ray below this one that make runs."""
    found = []
    for number in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{number}/cmdline", "rb") as file:
                title = file.read()
        except OSError:
            continue
        if title.startswith(b"ray::lines"):
            found.append(int(number))
    return found


@pytest.fixture
def two_workers():
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    yield
    ray.shutdown()


class Killer(threading.Thread):
    """Kills the first worker that makes runs."""

    killed = None

    def run(self):
        for _ in range(600):
            for one in workers():
                os.kill(one, signal.SIGKILL)
                self.killed = one
                return
            time.sleep(0.02)


def test_a_killed_worker_changes_no_row(tmp_path, two_workers):
    script = tmp_path / "fall.corpus"
    script.write_text(FALL)
    values = [str(script), "-D", "height=1..50:60"]
    sweep.main([*values, "--out", str(tmp_path / "threads.csv")])
    killer = Killer()
    killer.start()
    sweep.main([*values, "--out", str(tmp_path / "ray.csv"), "--ray"])
    killer.join()
    assert killer.killed, "no worker was found to kill"
    assert (tmp_path / "ray.csv").read_bytes() == (tmp_path / "threads.csv").read_bytes()


def test_a_search_on_workers_is_that_on_threads(tmp_path, two_workers):
    script = tmp_path / "fall.corpus"
    script.write_text(FALL.replace("dt 20us", "dt 1ms"))
    for name, more in [("threads", []), ("ray", ["--ray"])]:
        state = ["--state", str(tmp_path / f"{name}.json"), "--out", str(tmp_path / f"{name}.corpus")]
        optimise.main([str(script), "--for", "fallen", "--runs", "21", *state, *more])
    for name in ["json", "corpus"]:
        assert (tmp_path / f"ray.{name}").read_bytes() == (tmp_path / f"threads.{name}").read_bytes()


def test_an_evolution_on_workers_is_that_on_threads(tmp_path, two_workers):
    task = tmp_path / "task.corpus"
    task.write_text("include creature.corpus\nlive\nground on\ngrav on\nrest 1mm\ngo 0.2s\nresult fitness = norm(creature.com) / 1m\n")
    folders = []
    for name, more in [("threads", []), ("ray", ["--ray"])]:
        evolve.main([str(task), "--population", "8", "--generations", "3", "--trials", "1", "--out", str(tmp_path / name), *more])
        folders.append({file.name: file.read_bytes() for file in (tmp_path / name).iterdir()})
    assert folders[0] == folders[1] and "champion.corpus" in folders[0]

"""The module: runs, worlds, environments, sweeps, and what they refuse."""

import os
import pickle
import signal
import subprocess
import sys
import threading
import time
import warnings

import numpy as np
import pytest

import corpus

POLE = os.path.join(os.path.dirname(__file__), "..", "examples", "pole.corpus")

BALL = """\
param height = 1m from 10cm to 2m
param time = 0.1s
addcorpus c
get o from unit_cube
scale o 1cm 1cm 1cm
addbody ball o 0 0 1 rotary 1000
setroot ball
corpusinit
move o 0 0 {height}
setrootpos
grav on
print it is at {ball.z}
go {time}
expect ball.z > 0.5m "it is still high"
result fallen = height - ball.z to cm
result high = ball.z > 50cm
"""


def test_a_run_gives_a_row():
    row = corpus.run(BALL)
    assert row.ended == "done" and row.failed == []
    assert abs(row["fallen"] - 0.049) < 1e-9 and row["high"] is True
    assert row.units == {"fallen": "m"} and row.evaluations > 0
    assert "fallen" in repr(row)
    row = corpus.run(BALL, height="40cm")
    assert row.ended == "failed" and "it is still high" not in row.reason and "ball.z is 0.351 m" in row.reason
    assert corpus.run(BALL, height=3.0).ended == "mistake"
    assert corpus.run(BALL, hight=1).reason.endswith("did you mean `height`?")
    assert corpus.run(BALL, time="1000s", max_evaluations=50).ended == "out-of-evaluations"
    assert corpus.run(BALL, height=np.float64(0.5), time="50ms")["high"] is False
    with pytest.raises(KeyError, match="no result `nothing`"):
        row["nothing"]
    with pytest.raises(TypeError, match="the parameter `height`"):
        corpus.run(BALL, height=[1])
    with pytest.raises(TypeError, match="a script is a path"):
        corpus.run(3)
    assert "cannot read" in corpus.run("nowhere.corpus").reason


def test_a_row_can_be_pickled():
    row = corpus.run(BALL, time=0.4)
    copy = pickle.loads(pickle.dumps(row))
    names = ["ended", "reason", "parameters", "results", "units", "failed", "warnings", "evaluations"]
    assert [getattr(copy, name) for name in names] == [getattr(row, name) for name in names]
    assert repr(copy) == repr(row) and copy["high"] is False and list(copy.results) == ["fallen", "high"]


def test_limits_that_are_none_are_refused():
    for most in (0, -1.0, float("nan")):
        with pytest.raises(ValueError, match="max_seconds must be above zero"):
            corpus.run(BALL, max_seconds=most)
    with pytest.raises(corpus.CorpusError, match="a sweep has one run or more"):
        corpus.Sweep(BALL, [("height", "..")], random=0)


@pytest.mark.skipif(sys.platform == "win32", reason="no such signal")
def test_an_interrupt_ends_long_work():
    # Collisions would end it otherwise.
    long = BALL.replace("go {time}", "grav off\ngo {time}")
    world = corpus.World(BALL)
    world.run("grav off")
    for work in (
        lambda: world.go(1e6),
        lambda: world.run("while true\nend"),
        lambda: corpus.run(long, time=1e6),
        lambda: corpus.World(long, time=1e6),
    ):
        timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        begun = time.perf_counter()
        with pytest.raises(KeyboardInterrupt):
            work()
        assert time.perf_counter() - begun < 20
    world.go(0.01)


def test_a_world_is_driven():
    world = corpus.World(BALL, height=1.5, time="50ms")
    assert abs(world.time - 0.05) < 1e-12
    world.go(0.05)
    assert abs(world["ball.z"] - (1.5 - 0.049)) < 1e-6
    assert world["ball.com"].shape == (3,) and world.state().ndim == 1
    assert world.run("print {ball.z to cm}").strip() == "145.1 cm"
    assert world.render(64, 48).shape == (48, 64, 3)
    with pytest.raises(KeyError, match="baal"):
        world["baal.z"]
    with pytest.raises(corpus.CorpusError, match="did you mean"):
        world.run("prnt a")
    with pytest.raises(corpus.CorpusError, match="cannot read nowhere.corpus"):
        corpus.World("nowhere.corpus")
    with pytest.raises(corpus.CorpusError, match="has no parameter"):
        corpus.World(BALL, hight=1)
    with pytest.raises(ValueError):
        world.go(float("nan"))
    with pytest.raises(ValueError):
        world.render(0, 10)


def test_threads_share_a_world():
    shared, alone = corpus.World(BALL), corpus.World(BALL)
    threads = [threading.Thread(target=lambda: [shared.go(1e-3) for _ in range(100)]) for _ in range(2)]
    [one.start() for one in threads]
    [one.join() for one in threads]
    for _ in range(200):
        alone.go(1e-3)
    assert np.array_equal(shared.state(), alone.state())


def episode(environment, seed, steps=1000):
    found = [environment.reset(seed)]
    for i in range(steps):
        # It balances: the pole falls towards the side on which the cart is pushed less.
        place, speed, angle, rate = found[-1]
        push = np.clip(60 * angle + 8 * rate + 2 * place + 4 * speed + np.sin(i), -20, 20)
        seen, _, terminated, _ = environment.step(np.array([push]))
        found.append(seen)
        if terminated:
            break
    return np.array(found)


def test_an_episode_with_one_seed_has_the_same_bits():
    environment = corpus.Environment(POLE)
    first = episode(environment, 3)
    assert np.array_equal(first, episode(environment, 3))
    assert np.array_equal(first, episode(corpus.Environment(POLE), 3))
    assert not np.array_equal(first[0], episode(environment, 4)[0])
    environment.reset(3)
    state = environment.state()
    one = environment.step(np.array([2.0]))[0]
    environment.restore(state)
    assert np.array_equal(one, environment.step(np.array([2.0]))[0])


def test_what_an_environment_refuses():
    environment = corpus.Environment(POLE)
    with pytest.raises(corpus.CorpusError, match="not reset yet"):
        environment.step(np.zeros(1))
    environment.reset()
    with pytest.raises(corpus.CorpusError, match="from -20 to 20 N, found 21"):
        environment.step(np.array([21.0]))
    with pytest.raises(corpus.CorpusError, match="found NaN"):
        environment.step(np.array([np.nan]))
    with pytest.raises(corpus.CorpusError, match="1 actions are needed, found 2"):
        environment.step(np.zeros(2))
    while not environment.step(np.array([20.0]))[2]:
        pass
    with pytest.raises(corpus.CorpusError, match="the episode has ended"):
        environment.step(np.zeros(1))
    with pytest.raises(corpus.CorpusError, match="declares no environment"):
        corpus.Environment(BALL)
    assert environment.render(32, 24).dtype == np.uint8


def test_a_batch_has_the_bits_of_one_thread():
    def all_of(threads):
        batch = corpus.Batch(POLE, 6, threads=threads)
        found = [batch.reset(seed=5)]
        for i in range(30):
            found.append(batch.step(np.full((6, 1), np.sin(i)))[0])
        return np.array(found)

    one = all_of(1)
    assert one.shape == (31, 6, 4)
    assert np.array_equal(one, all_of(3))
    batch = corpus.Batch(POLE, 2)
    batch.reset()
    with pytest.raises(corpus.CorpusError, match="2 x 1"):
        batch.step(np.zeros((3, 1)))
    wanted = batch.step(np.zeros((2, 1)))[0]
    batch.reset()
    with pytest.raises(corpus.CorpusError, match="environment 1: the action `push`"):
        batch.step(np.array([[3.0], [99.0]]))
    assert np.array_equal(batch.step(np.zeros((2, 1)))[0], wanted)


def test_actions_are_what_numpy_takes_as_numbers():
    environment = corpus.Environment(POLE)
    environment.reset(3)
    state = environment.state()
    wanted = environment.step(np.array([2.0]))[0]
    for actions in ([2], (2.0,), np.array([2], np.float32), np.array([2]), np.array([2.0, 0.0])[::2]):
        environment.restore(state)
        assert np.array_equal(environment.step(actions)[0], wanted)
    batch = corpus.Batch(POLE, 2)
    batch.reset(seed=3)
    assert np.array_equal(batch.step(np.full((2, 1), 2, np.float32))[0][0], wanted)
    for wrong in (2.0, [[2.0]], None, "two", [1j], object()):
        with pytest.raises((TypeError, ValueError)):
            environment.step(wrong)
    for count in (0, 2**40):
        with pytest.raises(ValueError, match="from 1 to 100000 environments"):
            corpus.Batch(POLE, count)
    for wrong in (lambda: corpus.Batch(POLE, -1), lambda: batch.reset(-1), lambda: environment.render(-1, 2**70)):
        with pytest.raises(ValueError, match="a whole number from 0 to .* is needed, found -1"):
            wrong()
    with pytest.raises(TypeError):
        corpus.Batch(POLE, "two")


def test_gymnasium_accepts_it():
    checker = pytest.importorskip("gymnasium.utils.env_checker")
    env = corpus.Env(POLE, render_mode="rgb_array", max_steps=50)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        checker.check_env(env)
    assert env.names["actions"] == [{"name": "push", "unit": "N"}]
    env.reset(seed=1)
    ends = [env.step([0.0])[2:4] for _ in range(50)]
    assert ends[-1] in [(False, True), (True, False)] or any(one[0] for one in ends)
    short = corpus.Env(POLE, max_steps=2)
    short.reset(seed=1)
    assert [short.step([0.0])[3] for _ in range(2)] == [False, True]
    with pytest.raises(corpus.CorpusError, match="truncated after 2 steps: call `reset`"):
        short.step([0.0])
    short.reset()
    short.step([0.0])
    for most in (0, -1, "five", 2.5):
        with pytest.raises(ValueError, match="max_steps is a whole number above zero"):
            corpus.Env(POLE, max_steps=most)


def test_a_vector_environment_resets_by_itself():
    pytest.importorskip("gymnasium")
    env = corpus.VectorEnv(POLE, 3, max_steps=5)
    seen, _ = env.reset(seed=2)
    assert seen.shape == (3, 4)
    for i in range(12):
        now, _, terminated, truncated, _ = env.step(np.zeros((3, 1)))
        assert truncated.all() == (i in (4, 10)) and not terminated.any()
        if i == 5:
            assert np.array_equal(now, seen)


def test_a_sweep_has_the_rows_of_threads(tmp_path):
    script = tmp_path / "ball.corpus"
    script.write_text(BALL)
    values = ["-D", "height=0.2..2:9", "-D", "time=50ms,100ms"]

    def table(*more):
        command = [sys.executable, "-m", "corpus.sweep", str(script), *values, *more]
        return subprocess.run(command, check=True, capture_output=True).stdout

    one = table("--threads", "1")
    assert one.count(b"\n") == 20 and one == table("--threads", "3")
    out = tmp_path / "ball.csv"
    out.write_bytes(one[: len(one) // 3])
    table("--out", str(out), "--resume")
    assert out.read_bytes() == one
    out.write_text("my notes")
    noted = [sys.executable, "-m", "corpus.sweep", str(script), *values, "--out", str(out), "--resume"]
    told = subprocess.run(noted, capture_output=True, text=True)
    assert told.returncode == 1 and f"cannot continue {out}: it is not a table of a sweep" in told.stderr
    assert out.read_text() == "my notes"
    wrong = [sys.executable, "-m", "corpus.sweep", str(script), "-D", "hight=1,2"]
    told = subprocess.run(wrong, capture_output=True, text=True)
    assert told.returncode == 1 and "did you mean `height`?" in told.stderr


def test_a_call_costs_little():
    world = corpus.World(POLE)

    def cost(call, count=20000):
        best = min(timed(call, count) for _ in range(5))
        return best / count

    def timed(call, count):
        start = time.perf_counter()
        for _ in range(count):
            call()
        return time.perf_counter() - start

    empty, state = cost(world.nothing), cost(world.state)
    print(f"an empty call {1e6 * empty:.3f} us, a state {1e6 * state:.3f} us")
    # Ten times what is measured on an idle machine.
    assert empty < 2e-6 and state < 1e-5

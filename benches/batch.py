#!/usr/bin/env python3
"""Steps a second of `corpus.Batch` beside those of `mujoco.rollout`, for 64 roaches that stand on servos, in one run.

    cargo build --release && pip install ./python mujoco && python3 benches/batch.py [ROUNDS]

Both have the same 33 bodies, written by `corpus export`, the same servos with other random targets every 5 ms, and steps of 0.5 ms: `integration implicit`
here, `implicitfast` there. MuJoCo's contacts are as stiff as its step allows (`solref` 1 ms): the softer default lets the feet sink in by their size, and
costs it more. It refuses moments of inertia below 1e-14 kg m2, which the cubes of the feet have: those are raised. Its rollout gives states only; a `Batch`
also the observations and the reward. Rounds alternate, and the ratio is that of the medians.
"""
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time

import corpus
import mujoco
import mujoco.rollout
import numpy as np

HOME = pathlib.Path(__file__).resolve().parent.parent
COUNT, STEP, DECISION, DECISIONS = 64, 0.5e-3, 5e-3, 20
SCRIPT = """
include roach.corpus
joint thorax Q_type 1
joint leg_* Q_type 1
servo thorax kp=1e-3 kd=2e-6
for leg in fl fr ml mr bl br
  for k in 0 1 2 3 4
    servo leg_{leg}{k} kp=1e-3 kd=2e-6
  end
end
integration implicit
h 0.5ms
dt 5ms
rest 1mm
ground on
grav on
go 0.3s
for leg in fl fr ml mr bl br
  for k in 0 1 2
    let q = leg_{leg}{k}.q
    action target_{leg}{k} leg_{leg}{k} target from {q - 0.2rad} to {q + 0.2rad}
    observe angle_{leg}{k} = leg_{leg}{k}.q
    observe rate_{leg}{k} = leg_{leg}{k}.dq
  end
end
reward abdomen.vel[0] / 1m/s
decide every 5ms
"""


def raised(found):
    """Moments of inertia, as MuJoCo takes them."""
    moments = [float(x) for x in found[1].split()]
    return 'fullinertia="' + " ".join(repr(max(x, 2e-14) if i < 3 else x) for i, x in enumerate(moments)) + '"'


class Mujoco:
    def __init__(self, text, threads):
        self.model = mujoco.MjModel.from_xml_string(re.sub(r'fullinertia="([^"]*)"', raised, text))
        self.model.opt.timestep, self.model.opt.integrator = STEP, mujoco.mjtIntegrator.mjINT_IMPLICITFAST
        self.model.geom_solref[:] = [1e-3, 1]
        self.data = [mujoco.MjData(self.model) for _ in range(threads)]
        first = self.data[0]
        mujoco.mj_resetDataKeyframe(self.model, first, 0)
        mujoco.mj_step(self.model, first, round(0.3 / STEP))
        self.targets = first.ctrl.copy()
        names = [mujoco.mj_id2name(self.model, mujoco.mjtObj.mjOBJ_ACTUATOR, i) for i in range(self.model.nu)]
        self.moved = [i for i, name in enumerate(names) if re.match(r"leg_..[012]_", name)]
        state = np.empty(mujoco.mj_stateSize(self.model, mujoco.mjtState.mjSTATE_FULLPHYSICS))
        mujoco.mj_getState(self.model, first, state, mujoco.mjtState.mjSTATE_FULLPHYSICS)
        self.start = np.tile(state, (COUNT, 1))
        self.rollout = mujoco.rollout.Rollout(nthread=threads)

    def time(self, rng):
        per = round(DECISION / STEP)
        control = np.tile(self.targets, (COUNT, DECISIONS, 1))
        control[:, :, self.moved] += rng.uniform(-0.2, 0.2, (COUNT, DECISIONS, len(self.moved)))
        control = np.repeat(control, per, axis=1)
        begun = time.perf_counter()
        states, _ = self.rollout.rollout([self.model] * COUNT, self.data, self.start, control)
        passed = time.perf_counter() - begun
        assert np.isfinite(states).all() and states[:, -1, 3].min() > 5e-3, "a roach of MuJoCo has fallen"
        return passed

    def contacts(self, rng):
        """Mean number of contact points and of solver iterations in a rollout."""
        data, points, turns = self.data[0], [], []
        mujoco.mj_setState(self.model, data, self.start[0], mujoco.mjtState.mjSTATE_FULLPHYSICS)
        for _ in range(DECISIONS):
            data.ctrl[self.moved] = self.targets[self.moved] + rng.uniform(-0.2, 0.2, len(self.moved))
            for _ in range(round(DECISION / STEP)):
                mujoco.mj_step(self.model, data)
                points.append(data.ncon)
                turns.append(data.solver_niter[0])
        return np.mean(points), np.mean(turns)


class Corpus:
    def __init__(self, script, threads):
        self.batch = corpus.Batch(script, COUNT, threads=threads)
        _, actions, _ = self.batch.spaces()
        self.low, self.high = (np.array([one[k] for one in actions]) for k in (2, 3))

    def time(self, rng):
        self.batch.reset()
        actions = rng.uniform(self.low, self.high, (DECISIONS, COUNT, len(self.low)))
        begun = time.perf_counter()
        for one in actions:
            seen, *_ = self.batch.step(one)
        passed = time.perf_counter() - begun
        assert np.isfinite(seen).all()
        return passed


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 9
    rng = np.random.default_rng(1)
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "roach.corpus").write_bytes((HOME / "scripts/roach/roach.corpus").read_bytes())
        script, robot = folder / "batch.corpus", folder / "batch.xml"
        script.write_text(SCRIPT)
        subprocess.run([HOME / "target/release/corpus", "export", script, "-o", robot], check=True, capture_output=True)
        ways = {(one.__name__, threads): one(given, threads) for threads in (1, 2) for one, given in ((Corpus, script), (Mujoco, robot.read_text()))}
    times = {way: [] for way in ways}
    for _ in range(rounds):
        for way, one in ways.items():
            times[way].append(one.time(rng))
    steps = COUNT * round(DECISIONS * DECISION / STEP)
    rate = {way: steps / statistics.median(taken) for way, taken in times.items()}
    for name in ("Corpus", "Mujoco"):
        gains = [one / two for one, two in zip(times[name, 1], times[name, 2])]
        print(f"{name}: {rate[name, 1]:.0f} steps a second on one thread; on two {rate[name, 2] / rate[name, 1]:.2f} times as many"
              f" ({min(gains):.2f} to {max(gains):.2f} in {rounds} rounds)")
    points, turns = ways["Mujoco", 1].contacts(rng)
    print(f"Corpus takes {rate['Corpus', 1] / rate['Mujoco', 1]:.2f} times the steps of MuJoCo {mujoco.__version__} on one thread,"
          f" {rate['Corpus', 2] / rate['Mujoco', 2]:.2f} times on two; MuJoCo had {points:.1f} contact points and {turns:.1f} iterations a step")


if __name__ == "__main__":
    main()

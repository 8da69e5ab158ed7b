#!/usr/bin/env python3
"""Balances a pole from another program: once per simulated millisecond, reads the positions of pole and cart and sets the force on the cart.

usage: balance.py [--program corpus] [--seconds 5] [--noise 0.0]

Every command is one line to `corpus run - --json`, every answer one line of JSON. It needs nothing but Python's own library.
"""

import argparse
import json
import pathlib
import subprocess
import sys
import time


class Corpus:
    """A session of corpus that this program controls."""

    def __init__(self, program):
        self.process = subprocess.Popen(
            [program, "run", "-", "--json"],
            cwd=pathlib.Path(__file__).parent,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )
        self.exchanges = 0

    def do(self, line):
        """Runs a command and returns its answer; exits with the error message if the command fails."""
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        self.exchanges += 1
        if not answer["ok"]:
            sys.exit(f"{line}: {answer['error']}")
        return answer

    def close(self):
        self.process.stdin.close()
        return self.process.wait()


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--program", default="corpus")
    arguments.add_argument("--seconds", type=float, default=5.0)
    arguments.add_argument("--noise", type=float, default=0.0, help="standard deviation of the noise added to the measured angle (rad)")
    given = arguments.parse_args()

    corpus = Corpus(given.program)
    corpus.do("include pole.corpus")
    if given.noise:
        angle = f"pole.q + {given.noise}rad * normal(1, world.time / 1s)"
        corpus.do(f"watch {{{angle}}}")
    else:
        angle = "pole.q"
    seen = corpus.do("watch pole.q pole.dq cart.q cart.dq")["values"]
    steps = round(given.seconds * 1000)
    begun, before, highest = time.perf_counter(), corpus.exchanges, 0.0
    for step in range(steps):
        lean, rate, place, pace = (seen[name] for name in (angle, "pole.dq", "cart.q", "cart.dq"))
        force = 6.0 * lean + 0.8 * rate + 2.0 * place + 1.5 * pace
        corpus.do(f"torque cart {force!r}")
        seen = corpus.do("go 1")["values"]
        if step > steps // 2:
            highest = max(highest, abs(seen["pole.q"]))
    wall = time.perf_counter() - begun
    exchanges = corpus.exchanges - before
    status = corpus.close()
    print(f"{exchanges} exchanges in {wall:.2f} s: {exchanges / wall:.0f} per second")
    print(f"in the second half the pole leaned by at most {highest:.4f} rad")
    if status != 0 or highest > 0.05 + given.noise:
        sys.exit("the pole fell")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Random clusters of bodies that collide: how much momentum and energy changes, told in a line for elastic ones and one for others.

    cargo build --release && python3 benches/collisions.py [COUNT]

Each cluster has two to eight boxes, balls, capsules and cylinders without gravity, which fly at each other for a second. The elastic ones have
no friction and keep their energy; the others have friction and a random restitution, and gain none. Momentum is given in parts
of the sum of all m v at the start.
"""
import pathlib
import random
import re
import subprocess
import sys
import tempfile

BINARY = pathlib.Path(__file__).resolve().parent.parent / "target/release/corpus"


def shape(rng, name):
    a, b, c = (rng.uniform(2, 8) for _ in range(3))
    return rng.choice([
        f"box {name} size=[{a:.3f}cm {b:.3f}cm {c:.3f}cm]",
        f"ball {name} radius={a / 2:.3f}cm",
        f"capsule {name} from=[0 0 {-a / 2:.3f}cm] to=[0 0 {a / 2:.3f}cm] radius={b / 3:.3f}cm",
        f"cylinder {name} from=[0 0 {-a / 2:.3f}cm] to=[0 0 {a / 2:.3f}cm] radius={b / 2:.3f}cm",
    ])


def cluster(seed, elastic):
    rng = random.Random(seed)
    count = rng.randint(2, 8)
    lines = []
    for i in range(count):
        density = rng.choice([500, 1000, 3000])
        turn = f"{rng.choice('xyz')} {rng.uniform(0, 180):.2f}"
        # Corners of a cube, so that nothing overlaps at the start.
        place = [(14 if i >> k & 1 else 0) - 7 + rng.uniform(-1, 1) for k in range(3)]
        speed = [-x * rng.uniform(3, 10) / 100 for x in place]
        spin = [rng.uniform(-20, 20) for _ in range(3)]
        numbers = " ".join(f"{x:.4f}" for x in speed + spin)
        lines += [
            f"addcorpus f{i}", shape(rng, f"o{i}"), f"addbody b{i} o{i} 0 0 1 rotary {density}", f"setroot b{i}", "corpusinit",
            f"rotate o{i} {turn}", f"move o{i} " + " ".join(f"{x:.3f}cm" for x in place), "setrootpos", f"addv b{i} {numbers}",
        ]
    lines += ["collide all", "collisione 1\ncollisionfric 0" if elastic else f"collisione {rng.choice([0, 0.3, 0.8])}\ncollisionfric 0.5"]
    total = lambda term: "+".join(term.format(i=i) for i in range(count))
    momenta = " ".join("{" + total(f"f{{i}}.b{{i}}.mass*f{{i}}.b{{i}}.vel.{axis}") + ":.17e}" for axis in "xyz")
    told = f"print told {momenta} {{{total('f{i}.energy.kinetic')}:.17e}} {{{total('f{i}.b{i}.mass*f{i}.b{i}.speed')}:.17e}}"
    return "\n".join(lines + [told, "go 1s", told]) + "\n"


def changes(seed, elastic):
    with tempfile.NamedTemporaryFile("w", suffix=".corpus") as file:
        file.write(cluster(seed, elastic))
        file.flush()
        run = subprocess.run([BINARY, "run", file.name], capture_output=True, text=True)
    told = [[float(x) for x in re.findall(r"[-+]?\d\.\d+e[-+]\d+", line)] for line in run.stdout.splitlines() if line.startswith("told")]
    if len(told) != 2:
        sys.exit(f"cluster {seed} failed:\n{run.stderr}")
    (*before, energy, size), (*after, left, _) = told
    return max(abs(a - b) for a, b in zip(before, after)) / size, left / energy - 1


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    for elastic in (True, False):
        momenta, energies = zip(*(changes(seed, elastic) for seed in range(count)))
        energy = max(map(abs, energies)) if elastic else max(energies)
        kind = "elastic" if elastic else "with friction"
        what = "changes by at most" if elastic else "grows by at most"
        beyond = sum(abs(change) > 1e-3 for change in energies) if elastic else sum(change > 1e-3 for change in energies)
        print(f"{count} {kind}: momentum changes by at most {max(momenta):.1e}, energy {what} {energy:.1e}, by more than 0.1 % in {beyond}")


if __name__ == "__main__":
    main()

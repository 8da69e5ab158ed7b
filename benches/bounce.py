#!/usr/bin/env python3
"""Time of collisions against the number of bodies: boxes, balls and cylinders of three sizes that fly about in a box and bounce, without gravity.

    cargo build --release && python3 benches/bounce.py [LARGEST]

After the program `bounce` of Fontijne (2000, 2.6), whose table 2.1 has 16 to 4096 objects. The box grows with the number of bodies, so that each has
as many others near it. Prints, for each number, the processor time of a simulated second in all and for each body; that of building the bodies
is measured apart, and left out. If it is linear, the last column stays the same.
"""
import pathlib
import random
import resource
import subprocess
import sys
import tempfile

BINARY = pathlib.Path(__file__).resolve().parent.parent / "target/release/corpus"
SPACE = 0.22  # m: one body in a cube of this side
SPAN = 0.2  # s


def scene(count, span):
    rng = random.Random(1)
    side = 1
    while side**3 < count:
        side += 1
    length = side * SPACE
    places = [(i, j, k) for i in range(side) for j in range(side) for k in range(side)]
    rng.shuffle(places)
    lines = []
    for i, place in zip(range(count), places):
        size = rng.choice([4, 6, 8])
        shape = rng.choice([
            f"box o{i} size=[{size}cm {size}cm {size}cm]",
            f"ball o{i} radius={size / 2}cm",
            f"cylinder o{i} from=[0 0 {-size / 2}cm] to=[0 0 {size / 2}cm] radius={size / 2}cm",
        ])
        at = " ".join(f"{(x + 0.5) * SPACE:.4f}" for x in place)
        motion = " ".join(f"{rng.uniform(-1, 1) * most:.3f}" for most in (1, 1, 1, 3, 3, 3))
        lines += [
            f"addcorpus f{i}", shape, f"addbody b{i} o{i} 0 0 1 rotary 1000", f"setroot b{i}", "corpusinit",
            f"move o{i} {at}", "setrootpos", f"addv b{i} {motion}",
        ]
    for axis in range(3):
        for end, name in ((-0.05, "low"), (length + 0.05, "high")):
            at, size = [length / 2] * 3, [length + 0.2] * 3
            at[axis], size[axis] = end, 0.1
            numbers = [" ".join(f"{x:.4f}" for x in of) for of in (size, at)]
            lines.append(f"scenery {name}{axis} box size=[{numbers[0]}] at=[{numbers[1]}]")
    return "\n".join(lines + ["collide all", "collisione 1", "collisionfric 0", f"go {span}s"]) + "\n"


def seconds(count, span):
    """Returns the processor time of a run, the least of three."""
    with tempfile.NamedTemporaryFile("w", suffix=".corpus") as file:
        file.write(scene(count, span))
        file.flush()
        times = []
        for _ in range(3):
            before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
            subprocess.run([BINARY, "run", file.name], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
            times.append(resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before)
    return min(times)


largest = int(sys.argv[1]) if len(sys.argv) > 1 else 1024
print("bodies  s of processor per s  ms per s and body")
count = 16
while count <= largest:
    took = (seconds(count, 0.001 + SPAN) - seconds(count, 0.001)) / SPAN
    print(f"{count:6}  {took:20.2f}  {1000 * took / count:17.2f}", flush=True)
    count *= 2

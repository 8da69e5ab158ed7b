"""One evaluation by corpus and by Pinocchio, in one run.

    python crates/dynamics/benches/pinocchio/compare.py

builds both programs, lets them take turns and prints the shortest times and their ratio, for the roach of tests/vectors (33 bodies) and
for a chain of 32 bodies. Both programs must find the same accelerations.

Needs `pip install pin`, clang++ and the headers of Eigen (Debian: `apt install clang libeigen3-dev`). Pinocchio is compiled for this
processor (-march=native), corpus as it is for everyone.
"""

import importlib.util
import json
import math
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
ROUNDS = 10
SECONDS = 0.4
# As Pinocchio's own build files define them.
DEFINITIONS = ["BOOST_MPL_LIMIT_LIST_SIZE=30", "BOOST_MPL_LIMIT_VECTOR_SIZE=30"]
DEFINITIONS += ["BOOST_MPL_CFG_NO_PREPROCESSED_HEADERS", "BOOST_FUSION_INVOKE_MAX_ARITY=12"]


def headers():
    """Folders of the headers of Pinocchio and Eigen."""
    found = importlib.util.find_spec("pinocchio")
    if found is None:
        sys.exit("Pinocchio is missing: pip install pin")
    prefix = pathlib.Path(found.origin).parents[4]
    eigen = [prefix / "include/eigen3", pathlib.Path("/usr/include/eigen3")]
    eigen = [folder for folder in eigen if folder.is_dir()]
    if not eigen:
        sys.exit("the headers of Eigen are missing: apt install libeigen3-dev, or pip install cmeel-eigen")
    return [prefix / "include", eigen[0]]


def built(folder):
    """The two programs."""
    theirs = folder / "aba"
    command = ["clang++", "-std=c++17", "-O3", "-march=native", "-DNDEBUG"]
    command += [f"-D{name}" for name in DEFINITIONS] + [f"-I{path}" for path in headers()]
    subprocess.run([*command, str(HERE / "aba.cpp"), "-o", str(theirs)], check=True)
    command = ["cargo", "bench", "--locked", "--bench", "evaluation", "--no-run", "--message-format=json"]
    told = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout
    told = [json.loads(line) for line in told.splitlines() if line.startswith("{")]
    ours = [one["executable"] for one in told if one.get("executable") and one["target"]["name"] == "evaluation"]
    return ours[0], str(theirs)


def rotation(chance):
    """A random rotation by an angle about an axis."""
    x, y, z = axis(chance)
    c, s = math.cos(angle := chance.uniform(-2, 2)), math.sin(angle)
    t = 1 - c
    return [
        [t * x * x + c, t * x * y - s * z, t * x * z + s * y],
        [t * x * y + s * z, t * y * y + c, t * y * z - s * x],
        [t * x * z - s * y, t * y * z + s * x, t * z * z + c],
    ]


def axis(chance):
    given = [chance.gauss(0, 1) for _ in range(3)]
    length = math.hypot(*given)
    return [x / length for x in given]


def chain(bodies):
    """A chain in the form of tests/vectors/roach.json."""
    chance = random.Random(1)
    many = lambda size: [chance.uniform(-size, size) for _ in range(bodies)]
    inertia = lambda: {
        "mass": chance.uniform(0.5, 1.5),
        "centre": [chance.uniform(-0.1, 0.1) for _ in range(3)],
        "about_centre": [[0.01, 0, 0], [0, 0.012, 0], [0, 0, 0.009]],
    }
    link = lambda i: {
        "parent": i,
        "rotation": rotation(chance),
        "translation": [0.3, 0.0, 0.1],
        "axis": axis(chance),
        "inertia": inertia(),
    }
    return {
        "root": inertia(),
        "position": [0.1, 0.2, 0.3],
        "orientation": [1.0, 0.0, 0.0, 0.0],
        "q": many(1.0),
        "omega": [0.1, 0.2, 0.3],
        "v": [0.3, 0.2, 0.1],
        "qd": many(1.0),
        "tau": many(1.0),
        "gravity": [0.0, 0.0, -9.8],
        "a": [0.0] * (6 + bodies),
        "links": [link(i) for i in range(bodies)],
    }


def main():
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        programs = built(folder)
        (folder / "chain.json").write_text(json.dumps(chain(32)))
        figures = {"roach": ROOT / "tests/vectors/roach.json", "chain of 32": folder / "chain.json"}
        for name, path in figures.items():
            times = [[], []]
            for _ in range(ROUNDS):
                found = []
                for program, own in zip(programs, times):
                    command = [program, str(path), str(SECONDS)]
                    told = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
                    time, _, norm = told.split()
                    own.append(float(time))
                    found.append(float(norm))
                if not math.isclose(*found, rel_tol=1e-8):
                    sys.exit(f"{name}: the accelerations differ: {found}")
            ours, theirs = map(min, times)
            middle = statistics.median(a / b for a, b in zip(*times))
            print(f"{name}: corpus {ours:.0f} ns, Pinocchio {theirs:.0f} ns, ratio {ours / theirs:.2f} (median of {ROUNDS} rounds {middle:.2f})")


if __name__ == "__main__":
    main()

"""Random machines by the default method and by Fehlberg's: figures with joints of all kinds, springs, dampers, stops, dry friction, servos,
torques, attachments and collisions, swinging, spinning (up to 1000 rad/s), dropped and on slopes.

    python3 tests/scenes/machines.py target/release/corpus          # 200 scenes
    python3 tests/scenes/machines.py target/release/corpus 40 96    # two of them
    python3 tests/scenes/machines.py --script 96                    # the script of one

For each scene it prints the largest distance between the two runs at any moment, as a part of the figure's length or of the way of its centre, and the
same for two tolerances of the reference, for 0.1 % more weight, and for a third of the default tolerance. A scene is known if the two references agree to 1 %, and a third, with
an `eps` of 1e-10, too; the third is computed where the default is off by more than 2 %. It is determined if 0.1 % more weight changes it by less than 1 %. Random
numbers have fixed seeds.
"""

import csv
import math
import os
import random
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

GRAVITY = 9.8
SCENES = 200
ROWS = 150
SECONDS = 60
FAMILIES = ["swing", "spin", "drop", "slope", "stops", "dry", "attach", "collide", "drive", "balls", "free", "bounce"]
KINDS = ["rotary"] * 3 + ["sliding", "ball", "universal", "cylindrical", "screw", "planar", "weld"]
KINDS_OF = {
    "balls": ["ball", "ball", "universal"],
    "stops": ["rotary", "rotary", "sliding", "universal", "cylindrical", "ball"],
    "spin": ["rotary", "rotary", "ball", "universal", "sliding", "weld", "screw"],
    "free": ["rotary", "rotary", "ball", "universal", "sliding", "weld", "screw"],
}
# Name of each degree of freedom after that of the body, and whether it slides.
DEGREES = {
    "rotary": [("", False)],
    "sliding": [("", True)],
    "screw": [("", False)],
    "ball": [(".rx", False), (".ry", False), (".rz", False)],
    "universal": [(".q1", False), (".q2", False)],
    "cylindrical": [(".slide", True), (".turn", False)],
    "planar": [(".slide1", True), (".slide2", True), (".turn", False)],
    "weld": [],
}
REFERENCE = "integration rkf\nhmin 1e-16\neps 1e-8"
LOOSE = "integration rkf\nhmin 1e-16\neps 1e-6"
TIGHTEST = "integration rkf\nhmin 1e-16\neps 1e-10"


def scale(r, low, high):
    """A number of any order of magnitude in the range."""
    return low * (high / low) ** r.random()


def shape(r, out, name, size, density):
    """Writes an object along x; returns its length and its mass, about."""
    length = size * r.uniform(0.5, 1)
    width, height = length * r.uniform(0.25, 0.6), length * r.uniform(0.2, 0.6)
    kind = r.choice(["box", "box", "capsule", "cylinder"])
    volume = math.pi * width**2 / 4 * length
    ends = length / 2 - (width / 2 if kind == "capsule" else 0)
    if kind == "box":
        out.append(f"box {name} size=[{length:.9g} {width:.9g} {height:.9g}]")
        volume = length * width * height
    else:
        out.append(f"{kind} {name} from=[{-ends:.9g} 0 0] to=[{ends:.9g} 0 0] radius={width / 2:.9g}")
    return length, volume * density


class Figure:
    def __init__(self, r, out, letter, bodies, size, density, kinds):
        self.names = [f"{letter}{i}" for i in range(bodies)]
        self.degrees, parents = [], [None]
        out.append(f"addcorpus {letter}")
        length, mass = shape(r, out, self.names[0], size, density)
        self.lengths, self.masses = [length], [mass]
        out += [f"addbody {letter}0 {letter}0 axis=[0 0 1] joint=rotary density={density:.6g}", f"setroot {letter}0"]
        for i, name in list(enumerate(self.names))[1:]:
            kind = r.choice(kinds)
            length, mass = shape(r, out, name, size, density)
            axis = r.choice(["[0 1 0]", "[0 1 0]", "[0 0 1]"])
            if kind in ("sliding", "cylindrical", "screw"):
                axis = "[1 0 0]" if kind == "sliding" else r.choice(["[1 0 0]", "[0 1 0]"])
            joint = "sliding" if kind == "sliding" else "rotary"
            out.append(f"move {name} {length / 2:.9g} 0 0")
            out.append(f"addbody {name} {name} axis={axis} joint={joint} density={density:.6g}")
            more = {"universal": " axis=[0 1 0] second=[0 0 1]", "screw": f" pitch={length * r.uniform(0.1, 0.5):.6g}"}
            if kind not in ("rotary", "sliding"):
                out.append(f"jointkind {name} {kind}{more.get(kind, '')}")
            parent = i - 1 if r.random() < 0.7 else r.randrange(i)
            end = self.lengths[parent] / (2 if parent == 0 else 1)
            out += [f"rotate {name} z {r.choice([0, 0, 60, -60])}", f"move {name} {end:.9g} 0 0"]
            out.append(f"linkbodies {letter}{parent} {name}")
            self.lengths.append(length)
            self.masses.append(mass)
            parents.append(parent)
            self.degrees += [(i, name + end, slides, kind) for end, slides in DEGREES[kind]]
        out.append("corpusinit")
        self.carried, self.reach = self.masses[:], self.lengths[:]
        for i in range(bodies - 1, 0, -1):
            self.carried[parents[i]] += self.carried[i]
            self.reach[parents[i]] = max(self.reach[parents[i]], self.lengths[parents[i]] + self.reach[i])

    def joint(self, r, out, degree, family):
        """Writes the forces of a joint, of a strength that suits what it carries."""
        i, name, slides, kind = degree
        mass, length = self.carried[i], self.reach[i]
        inertia = mass if slides else mass * length**2 / 4
        rate, unit = math.sqrt(GRAVITY / length), length if slides else 1.0
        weight = mass * GRAVITY * (1.0 if slides else length)
        terms = []

        def put(parameter, value):
            out.append(f"joint {name} {parameter} {value:.9g}")

        stiffness = inertia * (rate * scale(r, 0.5, 15)) ** 2
        if r.random() < (0.4 if family == "dry" else 0.6) or slides:
            terms.append("linear")
            put("k", stiffness)
        if r.random() < (0.3 if family in ("stops", "balls", "free", "bounce") else 0.6):
            terms.append("damper")
            put("b", 2 * scale(r, 0.005, 0.8) * math.sqrt(stiffness * inertia))
        if r.random() < 0.15:
            terms.append("exponential")
            rise = r.uniform(1, 6) / unit
            put("eB", rise)
            put("ea", stiffness / rise)
        if (family == "stops" or r.random() < 0.25) and (kind != "ball" or family in ("balls", "stops")):
            terms.append("limits")
            stop = inertia * (rate * scale(r, 10, 1000 if family == "stops" else 100)) ** 2
            limit = 0.3 * length if slides else r.uniform(0.2, 1.2)
            put("qmin", -limit * r.uniform(0.3, 1))
            put("qmax", limit)
            put("lk", stop)
            put("lb", 2 * scale(r, 0.01, 1) * math.sqrt(stop * inertia) if r.random() < 0.5 else 0)
        if terms:
            out.append(f"joint {name} spring {'+'.join(terms)}")
        if kind != "ball" or r.random() < 0.7:
            put("q", (0.15 * length if slides else 0.8) * r.uniform(-1, 1))
        if family == "dry" or r.random() < 0.1:
            put("dry", weight * scale(r, 0.01, 0.6))
        if r.random() < 0.1:
            put("armature", inertia * scale(r, 0.01, 1))
        if family in ("swing", "stops", "dry", "free", "balls") and r.random() < 0.6:
            put("dq", scale(r, 0.3, 60 if family == "free" else 6) * rate * unit * r.uniform(-1, 1))
        driven = r.random() if family == "drive" else 1.0
        if driven < 0.45:
            kp = inertia * (rate * scale(r, 2, 40)) ** 2
            limit = f" limit={weight * scale(r, 0.1, 3):.6g}" if r.random() < 0.5 else ""
            target = (0.2 * length if slides else 0.8) * r.uniform(-1, 1)
            out.append(f"servo {name} kp={kp:.9g} target={target:.6g}{limit}")
        elif driven < 0.8:
            out.append(f"torque {name} {weight * scale(r, 0.03, 1) * r.choice([-1, 1]):.9g}")


class Scene:
    def __init__(self, number):
        r, out = random.Random(1000 + number), []
        family = FAMILIES[number % len(FAMILIES)]
        size, density = scale(r, 2e-3, 0.5), scale(r, 300, 4000)
        bodies = r.choice({"bounce": [2, 2, 3], "collide": [1, 1, 2]}.get(family, [2, 2, 3, 4]))
        figure = Figure(r, out, "c", bodies, size, density, KINDS_OF.get(family, KINDS))
        length = figure.reach[0]
        rate = math.sqrt(GRAVITY / length)
        for degree in figure.degrees:
            figure.joint(r, out, degree, family)
        lies = family in ("slope", "dry", "drive")
        grounded = family in ("drop", "slope", "bounce") or (family in ("collide", "dry", "drive") and r.random() < 0.4)
        hangs = family in ("swing", "stops", "drive", "dry", "balls", "attach") and not grounded and r.random() < 0.75
        if family != "free":
            out.append("grav on")
        if grounded:
            law = r.choice(["stick", "slide"])
            out += ["ground on", f"groundfriction {law} {r.uniform(0.1, 1):.6g}", f"restitution {r.uniform(0.2, 1):.6g}"]
            if family == "slope":
                a, to = math.radians(r.uniform(2, 35)), r.uniform(0, 2 * math.pi)
                down = [math.sin(a) * math.cos(to), math.sin(a) * math.sin(to), -math.cos(a)]
                out.append("gravdirection " + " ".join(f"{x:.9g}" for x in down))
        if hangs:
            out += ["rootmotion fixed", f"rotate c0 y {r.uniform(-90, 90):.6g}"]
        else:
            out += [f"rotate c0 {axis} {r.uniform(-180, 180):.6g}" for axis in "zxy"]
            out += ["setrootpos", f"rest {0 if lies else scale(r, 0.2, 3) * length:.9g}"]
            speeds = [0.3 * length * rate * r.uniform(-1, 1) for _ in range(3)]
            speeds[2] *= not lies
            spin = scale(r, 3, 1000) if family in ("spin", "free") else (0.3 if lies else 2) * rate
            axis = [r.gauss(0, 1) for _ in range(3)]
            speeds += [spin * x / math.hypot(*axis) for x in axis]
            out.append("addv c0 " + " ".join(f"{x:.9g}" for x in speeds))
        if family == "attach":
            k = figure.carried[0] * (rate * scale(r, 3, 60)) ** 2
            options = f" b={2 * scale(r, 0.01, 0.7) * math.sqrt(k * figure.carried[0]):.6g}" if r.random() < 0.6 else ""
            options += f" rest={length * r.uniform(0.05, 0.3):.6g}" if r.random() < 0.4 else ""
            place = [0.7 * length, length * r.uniform(-0.2, 0.2), length * r.uniform(0.2, 1)]
            to = " ".join(f"{x:.9g}" for x in place)
            out.append(f"attach {figure.names[-1]} world {figure.lengths[-1]:.9g} 0 0 {to} {k:.9g} 0 0 {r.choice([1, 1, 0.6])}{options}")
        self.bodies = [f"c.{name}" for name in figure.names]
        self.length, self.half = length, max(figure.lengths) / 2
        if family == "collide":
            other = Figure(r, out, "d", r.choice([1, 1, 2]), size * r.uniform(0.7, 1.4), density * scale(r, 0.5, 2), KINDS)
            for degree in other.degrees:
                other.joint(r, out, degree, family)
            out += ["setrootpos", f"rest {(length + other.reach[0]) * r.uniform(1.5, 2.5):.9g}"]
            v = length * rate
            speeds = [v * r.uniform(-0.2, 0.2), v * r.uniform(-0.2, 0.2), -v * r.uniform(0.5, 2)]
            out.append("addv d0 " + " ".join(f"{x:.6g}" for x in speeds + [rate * r.uniform(-1, 1), rate * r.uniform(-1, 1), 0]))
            out += ["collide c d", f"collisione {r.uniform(0.3, 1):.6g}"]
            if r.random() < 0.5:
                out.append(f"collisionfric {r.uniform(0.1, 0.8):.6g}")
            self.bodies += [f"d.{name}" for name in other.names]
            self.half = max(self.half, max(other.lengths) / 2)
        time = min(r.uniform(4, 12) / rate, 0.5 if family in ("spin", "free") else 2.0)
        self.number, self.family, self.script = number, family, "\n".join(out) + f"\ndt {time / ROWS:.9g}\n"

    def run(self, program, folder, settings):
        """Rows of time, poses of all bodies and centre of mass; and whether it warned of its energy. None where it takes too long or fails."""
        path = os.path.join(folder, f"{self.number}-{abs(hash(settings))}")
        values = " ".join("{%s.pos} {%s.qw} {%s.qx} {%s.qy} {%s.qz}" % ((body,) * 5) for body in self.bodies)
        with open(path + ".corpus", "w", encoding="utf-8") as file:
            file.write(f"{self.script}{settings}\nrecord {path}.csv {values} {{c.com}}\ngo {ROWS}\n")
        command = [program, "run", path + ".corpus", "--allow-write", folder]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, cwd=folder, check=False)
        except subprocess.TimeoutExpired:
            return None
        if done.returncode != 0:
            return None
        with open(path + ".csv", encoding="utf-8") as file:
            rows = [[float(x) for x in row] for row in list(csv.reader(file))[2:]]
        return rows, bool(re.search(r"\bW015\b", done.stdout + done.stderr))

    def error(self, rows, reference):
        """The largest distance between the same points at any moment."""
        worst, way, last = 0.0, 0.0, reference[0][-3:]
        for here, there in zip(rows, reference):
            way += math.dist(there[-3:], last)
            last = there[-3:]
            for at in range(1, len(here) - 3, 7):
                apart = math.dist(here[at : at + 3], there[at : at + 3])
                cosine = abs(sum(a * b for a, b in zip(here[at + 3 : at + 7], there[at + 3 : at + 7])))
                turned = 2 * self.half * math.sqrt(max(0.0, 1 - min(1.0, cosine) ** 2))
                worst = max(worst, max(apart, turned) / max(way, self.length))
        return worst


def measure(program, folder, number):
    scene = Scene(number)
    default, tight = scene.run(program, folder, ""), scene.run(program, folder, REFERENCE)
    if default is None or tight is None:
        return number, scene.family, None
    others = [LOOSE, REFERENCE + f"\nsetgrav {GRAVITY * 1.001}", "tolerance 0.001"]
    runs = [scene.run(program, folder, settings) for settings in others]
    errors = [scene.error(run[0], tight[0]) if run else math.nan for run in [default, *runs]]
    if errors[0] >= 0.02:
        tightest = scene.run(program, folder, TIGHTEST)
        errors[1] = max(errors[1], scene.error(tightest[0], tight[0]) if tightest else 0.0)
    return number, scene.family, (errors, default[1])


def main(arguments):
    if arguments[0] == "--script":
        print(Scene(int(arguments[1])).script + f"go {ROWS}")
        return
    program, numbers = os.path.abspath(arguments[0]), [int(n) for n in arguments[1:]] or range(SCENES)
    outcomes = []
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(os.cpu_count()) as pool:
        for number, family, outcome in pool.map(lambda n: measure(program, folder, n), numbers):
            if outcome is None:
                print(f"{number:4} {family:8} no reference within {SECONDS} s", flush=True)
                continue
            errors, warned = outcome
            outcomes.append(outcome)
            found = "off by {:.4f}, reference {:.4f}, 0.1 % more weight {:.4f}, tolerance 0.001 {:.4f}".format(*errors)
            print(f"{number:4} {family:8} {found}{', warned' if warned else ''}", flush=True)
    known = [(errors[0], errors[2], warned) for errors, warned in outcomes if errors[1] < 0.01]
    sure = [(error, warned) for error, weight, warned in known if weight < 0.01]
    for name, some in ("known", [(e, w) for e, _, w in known]), ("determined", sure):
        counts = ", ".join(f"{sum(e < bound for e, _ in some)} within {bound:.0%}" for bound in (0.01, 0.02, 0.1))
        silent = [sum(e >= bound and not warned for e, warned in some) for bound in (0.02, 0.1)]
        print(f"{name} {len(some)}: {counts}; without a warning {silent[0]} above 2 %, {silent[1]} above 10 %")


if __name__ == "__main__":
    main(sys.argv[1:])

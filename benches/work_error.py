#!/usr/bin/env python3
"""Work against error of the integration methods: a jump, bounces and a walk, told in a table and drawn.

    cargo build --release && python3 benches/work_error.py docs/pictures/work-error.png

Work is counted in evaluations, which do not depend on the machine. Errors are against `rkf` with a fine `eps` on the same scene.
Needs matplotlib for the picture; without a file name only the table is printed.
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

HOME = pathlib.Path(__file__).resolve().parent.parent
BINARY = HOME / "target/release/corpus"
ROACH = HOME / "scripts/roach"

FALL = """addcorpus c
get o from unit_cube
scale o 1cm 1cm 2cm
addbody b o 0 0 1 rotary 1000
setroot b
corpusinit
ground on
groundea 17.5
groundeB 3000
groundemaxz 1cm
grounde {part}
groundfric 0.7
grav on
{method}
rest 1cm
go 75ms
print RESULT {{c.height + c.vel.z*c.vel.z/(2*9.8m/s^2) to mm}}
"""


def jump(method):
    text = (ROACH / "jump.corpus").read_text()
    text = text.replace("include roach.corpus", f"include {ROACH}/roach.corpus")
    text = text.split("expect")[0].split("when abdomen.height")[0].replace("rest 1mm", f"{method}\nrest 1mm")
    watch = "let before = roach.com.z\nlet top = 0m\nevery 0.5ms\n  let top = max(top, roach.com.z - before)\nend\n"
    return text.replace("! Jumping.", watch + "! Jumping.") + "go 0.1s\nprint RESULT {top to mm}\n"


def walk(method):
    text = (ROACH / "tripod.corpus").read_text()
    text = text.replace("include roach.corpus", f"include {ROACH}/roach.corpus").split("expect")[0]
    text = text.replace("go {walk}", "go 0.3s").replace("rest 1mm", f"{method}\nrest 1mm")
    return text + "print RESULT {roach.com.x to mm} {roach.com.y to mm} {roach.com.z to mm}\n"


SCENES = {
    "jump of the roach": (jump, "mm of its rise"),
    "bounce, grounde 0.5": (lambda m: FALL.format(part=0.5, method=m), "mm of its height"),
    "tripod walk, 0.3 s": (walk, "mm of the way"),
}

METHODS = {
    "auto (the default)": [f"tolerance {t}" for t in ("3e-2", "1e-2", "3e-3", "1e-3", "3e-4")],
    "implicit": [f"integration implicit\nh {h}" for h in ("200us", "100us", "50us", "20us", "10us", "5us", "2us")],
    "rkf": [f"integration rkf\neps {e}" for e in ("1e-3", "1e-4", "1e-5", "1e-6")],
    "rkfixed": [f"integration rkfixed\nh {h}" for h in ("5us", "2us", "1us")],
    "euler": [f"integration euler\nh {h}" for h in ("5us", "2us", "1us")],
}
REFERENCE = "integration rkf\neps 1e-7"
SMALLEST = 1e-5  # mm; what the scripts print has no more digits, and the picture shows smaller errors as this


def run(script, folder):
    """What a script came to, in mm, and the evaluations that it took; nothing if it failed."""
    (folder / "scene.corpus").write_text(script)
    done = subprocess.run(
        [BINARY, "run", "scene.corpus", "--allow-read", "/", "--report", "report.json"],
        cwd=folder, capture_output=True, text=True, check=False,
    )
    found = re.search(r"RESULT (.*)", done.stdout)
    counted = re.search(r"(\d+) evaluations", done.stdout)
    time = re.search(r"([\d.]+) s simulated", done.stdout)
    if done.returncode != 0 or not (found and counted and time):
        return None
    numbers = [float(word) for word in re.findall(r"-?\d[\d.]*(?:e-?\d+)?", found[1])]
    return numbers, int(counted[1]) / float(time[1])


def main():
    table = {}
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for scene, (script, unit) in SCENES.items():
            exact = run(script(REFERENCE), folder)
            if exact is None:
                sys.exit(f"{scene}: the reference failed")
            print(f"{scene}: {' '.join(f'{x:.4f}' for x in exact[0])} mm, {exact[1]:.0f} evaluations a second", flush=True)
            for method, settings in METHODS.items():
                for setting in settings:
                    result = run(script(setting), folder)
                    if result is None:
                        print(f"  {method:20} {setting.split()[-1]:6} fails")
                        continue
                    error = sum((a - b) ** 2 for a, b in zip(result[0], exact[0])) ** 0.5
                    print(f"  {method:20} {setting.split()[-1]:6} {result[1]:10.0f} evaluations a second, error {error:.2g} {unit}", flush=True)
                    table.setdefault(scene, {}).setdefault(method, []).append((result[1], error))
    if len(sys.argv) > 1:
        draw(table, sys.argv[1])


def draw(table, file):
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot
    from PIL import Image

    figure, axes = pyplot.subplots(1, len(table), figsize=(12, 4), constrained_layout=True)
    for axis, (scene, methods) in zip(axes, table.items()):
        for method, points in methods.items():
            shown = [(work, max(error, SMALLEST)) for work, error in points]
            axis.loglog([work for work, _ in shown], [error for _, error in shown], "o-", ms=4, label=method)
        axis.set_ylim(bottom=SMALLEST / 2)
        axis.set_title(scene)
        axis.set_xlabel("evaluations per simulated second")
        axis.set_ylabel(f"error, {SCENES[scene][1]}")
        axis.grid(True, which="major", alpha=0.3)
    axes[0].legend(fontsize=8)
    figure.savefig(file, dpi=75, metadata={"Software": None})
    # Few colours make a small file.
    Image.open(file).convert("RGB").quantize(32).save(file, optimize=True)


if __name__ == "__main__":
    main()

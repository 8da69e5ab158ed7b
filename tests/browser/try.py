"""Drives the page that `corpus export SCRIPT -o page.html` writes: play, pause, scrub, keys, orbit, zoom, speed.

    python3 tests/browser/try.py path/to/corpus [folder for screenshots]

Needs Playwright (`pip install playwright`) and a Chromium: the one that `playwright install chromium` brings, or `chromium` on the
path. Where either is missing it says so and ends well, as nothing was tried.
"""

import functools
import io
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SCRIPT = """addcorpus c
get o from unit_cube
get p from unit_cube
scale p 1.5 0.2 0.2
addbody box o 0 0 1 rotary 1000
addbody arm p 0 1 0 rotary 1000
move p 1 0 0.5
linkbodies box arm
setroot box
corpusinit
rest
grav on
ground on
go 2s
"""


def skipped(why):
    print(f"skipped: {why}")
    sys.exit(0)


def differing(one, other):
    """Part of the pixels in which two screenshots differ."""
    from PIL import Image, ImageChops

    a, b = (Image.open(io.BytesIO(shot)).convert("L") for shot in (one, other))
    changed = ImageChops.difference(a, b).point(lambda x: 255 if x > 12 else 0)
    return changed.histogram()[255] / (a.width * a.height)


def clock(page):
    """The time that the page shows (s)."""
    return float(page.inner_text("#clock").split()[0])


def tried(page, shots):
    """Uses the page as a person would, and says what came of it."""
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))

    def shot(name):
        data = page.locator("#view").screenshot()
        if shots:
            (shots / f"page-{name}.png").write_bytes(data)
        return data

    page.wait_for_function("document.getElementById('clock').textContent.length > 0")
    assert not page.is_visible("#trouble"), "the browser has no WebGL 2"

    before = clock(page)
    page.wait_for_timeout(700)
    assert clock(page) != before, "time does not pass"
    print("plays by itself")

    page.keyboard.press("Space")
    assert page.inner_text("#play") == "Play"
    held = clock(page)
    page.wait_for_timeout(400)
    assert clock(page) == held, "space does not pause"
    print("space pauses")

    page.keyboard.press("ArrowRight")
    page.wait_for_timeout(100)
    assert clock(page) >= held, "the right arrow goes back"
    for _ in range(5):
        page.keyboard.press("ArrowLeft")
    page.wait_for_timeout(100)
    assert clock(page) < held, "the left arrow does not go back"
    print("arrows go frame by frame")

    page.evaluate("t => { t.value = 0; t.dispatchEvent(new Event('input')); }", page.query_selector("#time"))
    page.wait_for_timeout(150)
    assert clock(page) == 0.0, clock(page)
    first = shot("begin")
    page.evaluate("t => { t.value = t.max; t.dispatchEvent(new Event('input')); }", page.query_selector("#time"))
    page.wait_for_timeout(150)
    assert clock(page) > 1.5, clock(page)
    last = shot("end")
    assert differing(first, last) > 0.001, "both ends look alike"
    print("the slider scrubs")

    view = page.locator("#view").bounding_box()
    x, y = view["x"] + view["width"] / 2, view["y"] + view["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 160, y - 40, steps=8)
    page.mouse.up()
    page.wait_for_timeout(150)
    turned = shot("turned")
    assert differing(last, turned) > 0.02, "a drag does not turn the view"
    print("a drag orbits")

    page.mouse.wheel(0, -600)
    page.wait_for_timeout(150)
    nearer = shot("nearer")
    assert differing(turned, nearer) > 0.02, "the wheel does not go nearer"
    print("the wheel goes nearer")

    page.evaluate("t => { t.value = 0; t.dispatchEvent(new Event('input')); }", page.query_selector("#time"))
    page.click("#play")
    assert page.inner_text("#play") == "Pause"
    page.wait_for_timeout(400)
    assert clock(page) > 0, "the button does not play"
    print("the button plays")
    assert not errors, errors


def main():
    program = sys.argv[1] if len(sys.argv) > 1 else shutil.which("corpus")
    if not program:
        skipped("name the program: try.py path/to/corpus")
    try:
        from PIL import Image  # noqa: F401
        from playwright.sync_api import Error, sync_playwright
    except ImportError as missing:
        skipped(f"{missing.name} is not installed")
    shots = Path(sys.argv[2]) if len(sys.argv) > 2 else None
    if shots:
        shots.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        script, made = Path(folder) / "a.corpus", Path(folder) / "a.html"
        script.write_text(SCRIPT)
        subprocess.run([program, "export", script, "-o", made], check=True, capture_output=True)
        arguments = ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"]
        launch = functools.partial(playwright.chromium.launch, args=arguments)
        try:
            browser = launch()
        except Error:
            own = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
            if not own:
                skipped("there is no Chromium")
            browser = launch(executable_path=own)
        page = browser.new_page(viewport={"width": 800, "height": 500})
        page.goto(made.as_uri())
        tried(page, shots)
        browser.close()
    print("all tried")


if __name__ == "__main__":
    main()

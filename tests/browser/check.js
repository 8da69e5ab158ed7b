// Checks the live page in a browser: node tests/browser/check.js PROGRAM [FOLDER FOR PICTURES]
// It needs the package playwright-core and a Chromium, whose path may be in CHROMIUM.
const { chromium } = require("playwright-core");
const { execFileSync, spawn } = require("child_process");
const fs = require("fs"), os = require("os"), path = require("path"), url = require("url");

const [program, pictures] = process.argv.slice(2);
if (pictures) fs.mkdirSync(pictures, { recursive: true });
const script = path.join(fs.mkdtempSync(path.join(os.tmpdir(), "page-")), "arm.corpus");
const TEXT = `addcorpus c
box base size=[10cm 10cm 10cm]
box arm from=[-2cm -2cm 0] to=[2cm 2cm 40cm]
addbody base base axis=[0 1 0] joint=rotary mass=2kg
addbody arm arm axis=[0 1 0] joint=rotary mass=1kg
move arm 0 0 5cm
linkbodies base arm
setroot base
rootmotion fixed
corpusinit
joint arm q 20deg
grav on
print here it swings
go 1s
`;
fs.writeFileSync(script, TEXT);
let checked = 0;
const check = (fine, what) => { if (!fine) throw new Error("not so: " + what); checked++; };

(async () => {
  const session = spawn(program, ["view", script, "--browser", "--no-open"]);
  const link = await new Promise((found) => session.stdout.on("data", (text) => { const at = /http:\S+/.exec(text); if (at) found(at[0]); }));
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
    args: ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
  });
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 720 }, bypassCSP: true });
    const faults = [];
    const open = async () => {
      const page = await context.newPage();
      page.on("pageerror", (fault) => faults.push(fault.message));
      page.on("request", (request) => { if (!request.url().startsWith(link.slice(0, 21)) && !request.url().startsWith("blob:")) faults.push("fetches " + request.url()); });
      await page.goto(link);
      await page.waitForFunction("told !== null");
      return page;
    };
    const picture = async (page, name) => pictures && page.screenshot({ path: path.join(pictures, name + ".png") });

    // The page of an export plays by itself, pauses, and shows the moment of its slider.
    const walk = path.join(path.dirname(script), "walk.html");
    execFileSync(program, ["export", script, "-o", walk]);
    const exported = await context.newPage();
    exported.on("pageerror", (fault) => faults.push("export: " + fault.message));
    await exported.goto(url.pathToFileURL(walk).href);
    await exported.waitForFunction("frames > 10 && now > 0.05");
    const angle = () => exported.evaluate("Array.from(at.subarray(10, 14)).join()");
    const turned = await angle();
    await exported.waitForFunction('Array.from(at.subarray(10, 14)).join() !== ' + JSON.stringify(turned));
    await exported.click("#play");
    const paused = await exported.textContent("#clock");
    await exported.waitForTimeout(200);
    check(paused === (await exported.textContent("#clock")), "a paused export stands");
    await exported.fill("#time", "500");
    await exported.waitForFunction("Math.abs(now - 0.5 * length) < 1e-6");
    // Without its figures, the picture is another one.
    const drawn = await exported.evaluate(`(() => {
      const pixels = () => { drawScene(false); const p = new Uint8Array(4 * canvas.width * canvas.height); gl.readPixels(0, 0, canvas.width, canvas.height, gl.RGBA, gl.UNSIGNED_BYTE, p); return new Uint32Array(p.buffer); };
      const full = pixels(), kept = figures;
      figures = null;
      const empty = pixels();
      figures = kept;
      return full.filter((pixel, i) => pixel !== empty[i]).length;
    })()`);
    check(drawn > 5000, "the export draws its figure: " + drawn + " pixels");
    await picture(exported, "export");
    await exported.close();
    const [one, two] = [await open(), await open()];
    const told = (page, what) => page.evaluate("told." + what);
    await one.waitForFunction('told.state === "idle" && told.time > 0.99');
    check((await one.textContent("#log")).includes("here it swings"), "the page lists what was printed");
    await picture(one, "idle");

    // Run and pause: the world goes on, on both pages.
    await one.click("#play");
    await two.waitForFunction('told.state === "running" && told.time > 1.3');
    await two.click("#play");
    await one.waitForFunction('told.state !== "running"');
    const stopped = await told(one, "time");
    await one.waitForTimeout(300);
    check(stopped === (await told(one, "time")), "a paused world stands");

    // A frame, a past moment, and on from there.
    await one.click("#back");
    await one.waitForFunction('told.state === "past"');
    await one.evaluate('order({ scrub: -0.5 })');
    await two.waitForFunction("told.behind > 0.4");
    const past = await told(two, "time");
    await one.click("#here");
    await two.waitForFunction("told.behind === 0");
    check(Math.abs((await told(two, "time")) - past) < 0.05, "it goes on from the moment shown");

    // A body is picked, and dragged.
    const middle = await one.evaluate("(() => { const i = scene.owners.findIndex((o) => o[1] === 'arm'); return onScreen(turn(turnOf(i), [0, 0, 0.3]).map((x, k) => x + at[7 * i + k])); })()");
    await one.mouse.click(...middle);
    await one.waitForFunction("told.joint && told.joint.includes('arm')");
    await picture(one, "picked");
    await one.evaluate('order("toggle")');
    await one.waitForFunction('told.state === "running"');
    await one.mouse.move(...middle);
    await one.mouse.down();
    let pulled = false;
    for (let i = 1; i <= 20; i++) {
      await one.mouse.move(middle[0] - 8 * i, middle[1] - 4 * i);
      await one.waitForTimeout(50);
      pulled = pulled || (await told(one, "strokes.length")) > 0;
    }
    await picture(one, "dragged");
    await one.mouse.up();

    // A mistake is typed, and read.
    await one.fill("#line", "print {c.arm.zz}");
    await one.press("#line", "Enter");
    await two.waitForFunction('document.getElementById("log").textContent.includes("E015")');
    await one.fill("#line", "print height {round(1000 * c.arm.z / 1m)}");
    await one.press("#line", "Enter");
    await two.waitForFunction('document.getElementById("log").textContent.includes("height 50")');
    await one.waitForFunction("['error', 'margin', 'help'].every((ink) => document.querySelector('#log .report .' + ink))");
    await picture(one, "mistake");

    // The line has colours while it is typed, and as much of them as fits what is typed next.
    await one.fill("#line", 'joint arm q 20deg # "a"');
    await one.waitForFunction("['command', 'number', 'unit', 'comment'].every((ink) => document.querySelector('#painted .' + ink))");
    check((await one.textContent("#painted")) === 'joint arm q 20deg # "a"', "the colours change no letter");
    // Before the session has answered, what was painted stays.
    const kept = await one.evaluate(`(() => { line.value = 'joint legs q 20deg # "a"'; repaint(); return painted.map((part) => part.join(":")).join("|"); })()`);
    check(kept === 'joint:command| legs q :|20:number|deg:unit| :|# "a":comment', "colours of a changed line: " + kept);
    await picture(one, "colours");

    // TAB completes from the session, and lists what there is.
    await one.fill("#line", "print {c.ar");
    await one.press("#line", "Tab");
    await one.waitForFunction("line.value.startsWith('print {c.arm')");
    await one.fill("#line", "joint arm q");
    await one.press("#line", "Tab");
    await one.waitForFunction("document.querySelectorAll('#candidates li').length > 2");
    await picture(one, "completion");
    await one.fill("#line", "watch c.arm.q");
    await one.waitForFunction("offered && offered.line === 'watch c.arm.q'");
    await one.press("#line", "Enter");
    await two.waitForFunction('document.getElementById("log").textContent.includes("c.arm.q =")');

    // A diagram of what is watched grows while time passes.
    const begun = await told(one, "time");
    await one.fill("#line", "go 0.5s");
    await one.press("#line", "Enter");
    await one.waitForFunction(`told.state === "idle" && told.time > ${begun + 0.45}`);
    await one.click("#plots");
    await one.waitForFunction("byId('sheet').naturalWidth > 0");
    const before = await one.evaluate("byId('sheet').src");
    await one.evaluate('order("toggle")');
    await one.waitForFunction("byId('sheet').src !== " + JSON.stringify(before));
    await one.waitForTimeout(1500);
    await picture(one, "diagram");
    await one.evaluate('order("toggle")');
    await one.click("#plots");
    await one.waitForFunction("byId('diagram').hidden");

    // A film shows what stands still, too, with its markers.
    const names = 'paper.getImageData(0, 0, frame.width, frame.height).data.reduce((sum, x, i, all) => sum + (i % 4 === 0 && Math.max(x, all[i + 1], all[i + 2]) < 60), 0)';
    const filmed = async () => {
      const given = one.waitForEvent("download");
      await one.click("#film");
      await one.waitForFunction("paper.getImageData(0, 0, 1, 1).data[3] === 255");
      await one.waitForTimeout(700);
      const dark = await one.evaluate(names);
      await one.click("#film");
      check(fs.statSync(await (await given).path()).size > 2000, "the film of a still scene is a film");
      return dark;
    };
    await one.waitForFunction("told.labels.length === 0 && told.state !== 'running'");
    const plain = await filmed();
    await one.click("#names");
    await one.waitForFunction("told.labels.length > 0");
    const named = await filmed();
    check(named > plain + 20, `the film has names: ${plain} and ${named} dark points`);
    await one.click("#names");

    // The script is changed and saved: the session runs it again.
    await one.click("#show_script");
    await one.waitForFunction("ownScript.length > 0");
    // A mistake is marked where it is, and the session goes on.
    await one.fill("#text", TEXT.replace("joint arm q", "joint harm q"));
    await one.click("#save");
    await one.waitForFunction("findings.length === 1 && under.querySelector('mark.error')");
    check((await one.textContent("#under mark")) === "harm", "the mark is at the word: " + (await one.textContent("#under mark")));
    await picture(one, "marks");
    // What is typed and not saved stays, also if the connection is lost for a while; a line that is not sent stays, too.
    const wider = TEXT.replace("20deg", "60deg").replace("it swings", "it swings wider");
    await one.fill("#text", wider);
    await one.evaluate("(() => { socket.close(); line.value = 'print unsent'; byId('entry').requestSubmit(); })()");
    await one.waitForFunction('byId("log").textContent.includes("not sent")');
    check((await one.inputValue("#line")) === "print unsent", "a line that is not sent stays");
    await one.waitForFunction('socket.readyState === 1 && byId("log").textContent.includes("it swings")');
    const asked = [];
    one.on("dialog", (dialog) => { asked.push(dialog.message()); dialog.dismiss(); });
    await one.click("#read");
    await one.waitForTimeout(300);
    check(asked.length === 1 && (await one.inputValue("#text")) === wider, "unsaved text stays");
    await one.press("#text", "Control+s");
    await two.waitForFunction('document.getElementById("log").textContent.includes("it swings wider")');
    // Lines may end as on Windows: this is no change, and marks fit.
    await one.waitForFunction("!isChanged()");
    fs.writeFileSync(script, TEXT.replace("joint arm", "joint harm").replace(/\n/g, "\r\n"));
    await one.waitForFunction("ownScript.includes('\\r\\n') && !isChanged() && under.querySelector('mark.error')?.textContent === 'harm'");
    await one.fill("#text", wider);
    await one.click("#save");
    await one.waitForFunction("byId('saved').textContent === 'saved'");
    check(fs.readFileSync(script, "utf8") === wider.replace(/\n/g, "\r\n"), "the ends of lines stay");
    // A page that is loaded again finds the session.
    await two.reload();
    await two.waitForFunction("told !== null && at.length > 0");
    await two.setViewportSize({ width: 390, height: 800 });
    await two.click("#theme");
    await two.waitForTimeout(300);
    await picture(two, "phone");
    check(faults.length === 0, "no faults on the pages: " + faults.join("; "));
    // Pictures are drawn while things move, and not after that.
    await two.close();
    await one.waitForFunction('told.state === "idle"');
    await one.evaluate('order("toggle")');
    await one.waitForFunction('told.state === "running"');
    const drawnBefore = await one.evaluate("pictures");
    await one.waitForTimeout(2000);
    const rate = ((await one.evaluate("pictures")) - drawnBefore) / 2;
    await one.evaluate('order("toggle")');
    await one.waitForFunction('told.state !== "running"');
    await one.waitForTimeout(1000);
    const still = await one.evaluate("pictures");
    await one.waitForTimeout(500);
    check(still === (await one.evaluate("pictures")), "a still page draws nothing");
    console.log(`${checked} checks passed; ${rate.toFixed(0)} pictures/s; pulls seen: ${pulled}`);
  } finally {
    await browser.close();
    session.kill();
  }
})().catch((fault) => { console.error(fault); process.exit(1); });

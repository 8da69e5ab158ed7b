// The live page: shows what the session publishes, and sends orders as any viewer does. The panes beside it are in prompt.js and script.js.

// --- The connection ------------------------------------------------------------------------------------------------
let socket = null, told = null, poses = new Float32Array(0), loaded = -1, over = false;
// Sends a message, and says whether there is a connection.
const send = (message) => { const open = socket && socket.readyState === 1; if (open) socket.send(JSON.stringify(message)); return open; };
const order = (what) => send({ order: what });

function connect() {
  socket = new WebSocket(location.href.replace(/^http/, "ws") + "live");
  socket.binaryType = "arraybuffer";
  socket.onopen = () => { send({ hello: PROTOCOL }); send("read"); byId("log").textContent = ""; };
  socket.onmessage = (e) => (typeof e.data === "string" ? heard(JSON.parse(e.data)) : seen(e.data));
  socket.onclose = (e) => {
    if (over) return;
    if (e.reason) say(e.reason, "wrong");
    byId("status").textContent = "the connection is lost: trying again; a session that starts again has another link";
    setTimeout(connect, 800);
  };
}

function heard(message) {
  if (message.scene) {
    const keeps = loaded >= 0;
    loaded = message.loaded;
    poses = new Float32Array(0);
    setScene(message.scene, () => {}, true);
    fresh = !keeps;
  }
  if (message.said) for (const [text, report] of message.said) say(text, report ? "report" : "");
  if (message.wrong) { say(message.wrong, "wrong"); if (!byId("script_pane").hidden) byId("saved").textContent = message.wrong; }
  if (message.completion) offer(message.completion);
  if (message.findings) setFindings(message.findings);
  if (message.script !== undefined) setScript(message.script, message.name);
  if (message.saved) setSaved();
  if (message.diagram !== undefined) setDiagram(message.diagram);
  if (message.ended) end("the session has ended");
  if (message.old) end("this page is of another version of the program: load it again");
}

function end(why) { over = true; byId("status").textContent = why; }

function setDiagram(diagram) {
  byId("diagram").hidden = !diagram;
  byId("sheet").hidden = !diagram || !diagram.svg;
  if (!diagram) return;
  byId("sheet").alt = diagram.heading;
  if (diagram.svg) byId("sheet").src = "data:image/svg+xml," + encodeURIComponent(diagram.svg);
  byId("why").textContent = diagram.why ? diagram.heading + ": " + diagram.why : "";
}

// Writes a text, if it is another one: what does not change is not laid out again.
const write = (id, text) => { if (byId(id).textContent !== text) byId(id).textContent = text; };

let fresh = true, moments = 0;
function seen(bytes) {
  moments++;
  const length = new DataView(bytes).getUint32(0, true);
  told = JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, 4, length)));
  poses = new Float32Array(bytes.slice(4 + length));
  if (poses.length === at.length) at.set(poses);
  if (fresh && at.length) {
    fresh = false;
    const [low, high] = bounds();
    distance = 1.45 * (Math.hypot(high[0] - low[0], high[1] - low[1], high[2] - low[2]) || 1);
    target = centre();
  }
}
// Writes what is told beside the picture. Each change makes the browser put the whole page together again: so with a picture only.
function tell() {
  if (!told) return;
  if (!over) write("status", told.status);
  write("joint", told.joint || "");
  write("message", told.message);
  write("clock", told.time.toFixed(3) + " s");
  write("play", told.state === "running" || told.state === "replaying" ? "Pause" : "Run");
  byId("here").disabled = !(told.behind > 0);
  write("speed", told.speed >= 1 ? +told.speed.toFixed(2) + " x" : "1/" + +(1 / told.speed).toFixed(1));
  if (!sliding) byId("time").value = told.kept > 0 ? -1000 * told.behind / told.kept : 0;
}

// --- The controls --------------------------------------------------------------------------------------------------
let sliding = false;
byId("play").onclick = () => order("toggle");
byId("back").onclick = () => order({ step: -1 });
byId("forth").onclick = () => order({ step: 1 });
byId("here").onclick = () => order("here");
byId("slower").onclick = () => order({ faster: 1 / 1.5 });
byId("faster").onclick = () => order({ faster: 1.5 });
byId("time").onpointerdown = () => { sliding = true; };
byId("time").onpointerup = byId("time").onchange = () => { sliding = false; };
byId("time").oninput = (e) => { if (told) order({ scrub: told.behind + told.kept * e.target.value / 1000 }); };
for (const name of ["names", "axes", "forces"]) byId(name).onchange = () => order({ mark: name });
byId("plots").onclick = () => order("diagram");
byId("side").onclick = () => document.querySelector("main").classList.toggle("alone");
const dark = (on) => { document.documentElement.classList.toggle("dark", on); background = on ? [0.09, 0.1, 0.12] : [0.875, 0.906, 0.933]; };
dark(matchMedia("(prefers-color-scheme: dark)").matches);
byId("theme").onclick = () => dark(!document.documentElement.classList.contains("dark"));
const KEYS = { " ": "toggle", ".": { step: 1 }, ",": { step: -1 }, "+": { faster: 1.5 }, "=": { faster: 1.5 }, "-": { faster: 1 / 1.5 }, 1: "real_time", Home: "first", End: "newest", b: "here", p: "diagram", r: "reload" };
addEventListener("keydown", (e) => {
  // The slider keeps the focus after it was moved: of these keys it needs only those to its ends. A switch needs the space.
  if (e.target.matches("textarea, input:not([type=range], [type=checkbox])") || e.ctrlKey || e.metaKey) return;
  if (e.target.type === "checkbox" && e.key === " " || e.target.type === "range" && ["Home", "End"].includes(e.key)) return;
  if (KEYS[e.key]) { e.preventDefault(); order(KEYS[e.key]); }
  if (e.key === "Escape") order({ choose: null });
});

// Records the scene with its markers, drawn together on a canvas of its own, and gives the film as a file.
const frame = document.createElement("canvas"), paper = frame.getContext("2d");
let recorder = null;
byId("film").onclick = () => {
  if (recorder) return recorder.stop();
  const parts = [];
  [frame.width, frame.height] = [canvas.clientWidth, canvas.clientHeight].map((x) => 2 * Math.round(x * (devicePixelRatio || 1) / 2));
  recorder = new MediaRecorder(frame.captureStream(60), { videoBitsPerSecond: 12e6 });
  recorder.ondataavailable = (e) => parts.push(e.data);
  recorder.onstop = () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob(parts, { type: recorder.mimeType }));
    link.download = recorder.mimeType.startsWith("video/mp4") ? "corpus.mp4" : "corpus.webm";
    link.click();
    recorder = null;
    byId("film").className = "";
  };
  recorder.start();
  byId("film").className = "on";
};
// Draws a picture of the film, right after the scene was drawn, which the browser does not keep longer.
function copy(marks) {
  const ratio = frame.width / canvas.clientWidth;
  paper.setTransform(1, 0, 0, 1, 0, 0);
  paper.drawImage(canvas, 0, 0, frame.width, frame.height);
  paper.scale(ratio, ratio);
  paper.lineWidth = 2;
  for (const { points, colour, head } of marks.strokes) {
    paper.strokeStyle = paper.fillStyle = colour;
    const trace = (all) => { paper.beginPath(); all.forEach(([x, y], i) => (i ? paper.lineTo(x, y) : paper.moveTo(x, y))); };
    trace(points); paper.stroke();
    if (head) { trace(head); paper.fill(); }
  }
  Object.assign(paper, { font: getComputedStyle(document.body).font.replace("14px", "12px"), textAlign: "center", lineWidth: 3, strokeStyle: "rgba(255, 255, 255, 0.85)", fillStyle: "#111", lineJoin: "round" });
  for (const { text, x, y } of marks.labels) { paper.strokeText(text, x, y); paper.fillText(text, x, y); }
}

// --- Picking and dragging ------------------------------------------------------------------------------------------
const turn = (q, v) => { const [w, x, y, z] = q, t = [2 * (y * v[2] - z * v[1]), 2 * (z * v[0] - x * v[2]), 2 * (x * v[1] - y * v[0])]; return [v[0] + w * t[0] + y * t[2] - z * t[1], v[1] + w * t[1] + z * t[0] - x * t[2], v[2] + w * t[2] + x * t[1] - y * t[0]]; };
const back = (q, v) => turn([q[0], -q[1], -q[2], -q[3]], v);
const placeOf = (i) => at.subarray(7 * i, 7 * i + 3), turnOf = (i) => at.subarray(7 * i + 3, 7 * i + 7);
// The direction from the eye through a point of the canvas.
function ray(x, y) {
  const { eye, to, wide, tall } = lastView, ahead = unit(minus(to, eye)), right = unit(cross(ahead, [0, 0, 1])), up = cross(right, ahead);
  const f = Math.tan(0.3) / Math.min(1, wide / tall), u = (2 * x / canvas.clientWidth - 1) * f * wide / tall, v = (1 - 2 * y / canvas.clientHeight) * f;
  return unit(ahead.map((a, k) => a + u * right[k] + v * up[k]));
}
// The nearest body at a point of the canvas: its actor, how far away, and the point in the body's frame.
function pick(x, y) {
  const way = ray(x, y);
  let best = null;
  scene.actors.forEach((actor, i) => {
    const shape = scene.meshes[actor.mesh];
    if (!shape.numbers) shape.numbers = floats(shape.positions);
    const from = back(turnOf(i), minus(lastView.eye, [...placeOf(i)])), own = back(turnOf(i), way), p = shape.numbers, n = shape.indices;
    for (let k = 0; k < n.length; k += 3) {
      const [a, b, c] = [n[k], n[k + 1], n[k + 2]].map((j) => [p[3 * j], p[3 * j + 1], p[3 * j + 2]]);
      const e = minus(b, a), f = minus(c, a), h = cross(own, f), d = dot(e, h);
      if (Math.abs(d) < 1e-14) continue;
      const s = minus(from, a), u = dot(s, h) / d, q = cross(s, e), v = dot(own, q) / d, t = dot(f, q) / d;
      if (u >= 0 && v >= 0 && u + v <= 1 && t > 0 && (!best || t < best.far)) best = { actor: i, far: t, own: from.map((x, m) => x + t * own[m]) };
    }
  });
  return best;
}
let grasped = null, pressed = null, pulled = 0;
const plainDown = canvas.onpointerdown, plainMove = canvas.onpointermove, plainUp = canvas.onpointerup;
canvas.onpointerdown = (e) => {
  pressed = [e.offsetX, e.offsetY];
  grasped = lastView && e.button === 0 && !e.shiftKey ? pick(e.offsetX, e.offsetY) : null;
  if (grasped) canvas.setPointerCapture(e.pointerId); else plainDown(e);
};
canvas.onpointermove = (e) => {
  if (!grasped) return plainMove(e);
  const moved = Math.hypot(e.offsetX - pressed[0], e.offsetY - pressed[1]);
  if (moved < 4 || performance.now() - pulled < 40) return;
  const [figure, name] = scene.owners[grasped.actor] || [];
  if (!name) return;
  if (told.current !== figure) order({ line: `setcorpus ${figure}` });
  grasped.pulls = true;
  pulled = performance.now();
  const ahead = unit(minus(lastView.to, lastView.eye)), way = ray(e.offsetX, e.offsetY);
  const held = turn(turnOf(grasped.actor), grasped.own).map((x, k) => x + at[7 * grasped.actor + k]);
  const far = dot(minus(held, lastView.eye), ahead) / dot(way, ahead), goal = lastView.eye.map((x, k) => x + far * way[k]);
  const point = (v) => "[" + v.map((x) => x.toPrecision(6)).join(" ") + "]";
  order({ line: `pull ${name} at ${point(grasped.own)} to ${point(goal)}` });
};
canvas.onpointerup = canvas.onpointercancel = (e) => {
  const moved = pressed && Math.hypot(e.offsetX - pressed[0], e.offsetY - pressed[1]) >= 4;
  if (grasped && grasped.pulls) order({ line: `pull ${scene.owners[grasped.actor][1]} off` });
  if (!moved && lastView) { const hit = pick(e.offsetX, e.offsetY); order({ choose: hit ? hit.actor : null }); }
  grasped = pressed = null;
  plainUp(e);
};

// --- Markers -------------------------------------------------------------------------------------------------------
function onScreen(p) {
  const c = lastView.camera, x = [0, 1, 3].map((r) => c[r] * p[0] + c[4 + r] * p[1] + c[8 + r] * p[2] + c[12 + r]);
  return x[2] > 0 ? [(x[0] / x[2] + 1) / 2 * canvas.clientWidth, (1 - x[1] / x[2]) / 2 * canvas.clientHeight] : null;
}
// Returns the markers on the screen: lines, with the head of an arrow, and texts.
function marks() {
  const strokes = [], labels = [];
  if (!told || !lastView) return { strokes, labels };
  for (const stroke of told.strokes) {
    const points = stroke.points.map((p) => onScreen(stroke.on === null ? p : turn(turnOf(stroke.on), p).map((x, k) => x + at[7 * stroke.on + k])));
    if (points.some((p) => !p)) continue;
    const colour = "rgb(" + stroke.colour.map((c) => Math.round(255 * Math.pow(c, 1 / 2.2))).join(",") + ")";
    const [a, b] = points.slice(-2), far = Math.hypot(b[0] - a[0], b[1] - a[1]), [x, y] = [(b[0] - a[0]) / far, (b[1] - a[1]) / far];
    const head = stroke.arrow && far > 3 ? [b, [b[0] - 8 * x - 4 * y, b[1] - 8 * y + 4 * x], [b[0] - 8 * x + 4 * y, b[1] - 8 * y - 4 * x]] : null;
    strokes.push({ points, colour, head });
  }
  for (const label of told.labels) {
    const place = onScreen(label.at);
    if (place) labels.push({ text: label.text, x: place[0], y: place[1] });
  }
  return { strokes, labels };
}
let marked = null;
function mark({ strokes, labels }) {
  const list = (points) => points.map((p) => p.map((x) => x.toFixed(1)).join(",")).join(" ");
  const lines = strokes.map(({ points, colour, head }) => `<polyline points="${list(points)}" fill="none" stroke="${colour}" stroke-width="2"/>` + (head ? `<polygon points="${list(head)}" fill="${colour}"/>` : ""));
  const texts = labels.map(({ text, x, y }) => `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}">${text.replace(/&/g, "&amp;").replace(/</g, "&lt;")}</text>`);
  const text = lines.concat(texts).join(""), layer = byId("marks");
  if (text === marked) return;
  marked = text;
  layer.innerHTML = text;
  // A layer without content costs as much as one with it.
  layer.style.display = text ? "" : "none";
}

let pictures = 0;
const loop = (moment) => {
  if (drawIfNew(byId("follow").checked, moments, moment, recorder) || !gl) {
    const now = marks();
    mark(now); tell(); pictures++;
    if (recorder) copy(now);
  }
  requestAnimationFrame(loop);
};
requestAnimationFrame(loop);
connect();

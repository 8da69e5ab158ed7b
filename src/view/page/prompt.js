// The prompt: what was printed, with the colours of reports, and a line that is completed by the names of the session.

// What the colours of terminals say in reports.
const INKS = { 31: "error", 33: "warning", 34: "note", "38;5;246": "margin", "38;5;249": "margin", "38;5;115": "help" };
// What they say in a line that is typed.
const TYPED = { "1;36": "command", 31: "error", 33: "number", 35: "unit", 32: "quoted", 90: "comment", 36: "sign", 34: "function" };
// The parts of a text between such signs, each with what its colour says.
function inked(text, inks) {
  let ink = "";
  const parts = [];
  for (const part of text.split(/(\x1b\[[0-9;]*m)/)) {
    const code = /^\x1b\[([0-9;]*)m$/.exec(part);
    if (code) ink = inks[code[1]] || ""; else if (part) parts.push([part, ink]);
  }
  return parts;
}
function span([part, ink]) {
  const made = document.createElement("span");
  [made.textContent, made.className] = [part, ink];
  return made;
}
function say(text, kind) { list(inked(text.replace(/\n+$/, ""), INKS), kind); }
function list(parts, kind) {
  const log = byId("log"), near = log.scrollHeight - log.scrollTop - log.clientHeight < 40;
  const block = document.createElement("div");
  block.className = kind;
  // Sentences are wrapped; what stands under something is not.
  const kinds = parts.map(([part]) => part).join("").split("\n").map((row) => (/^ *\d+ │|[─┬╰╭╯]/.test(row) ? "drawn" : "sentence"));
  let row = null;
  const begin = () => { row = document.createElement("div"); row.className = kinds.shift(); block.append(row); };
  begin();
  for (const [part, ink] of parts) {
    part.split("\n").forEach((piece, i) => {
      if (i) begin();
      if (!piece) return;
      const made = span([piece, ink]), place = /^ (.+):(\d+):(\d+) $/.exec(piece);
      // The place of a report in the script leads there.
      if (place && place[1] === scriptName) {
        made.className = "place";
        made.onclick = () => showPlace(+place[2], +place[3]);
      }
      row.append(made);
    });
  }
  log.append(block);
  while (log.childElementCount > 2000) log.firstElementChild.remove();
  if (near) log.scrollTop = log.scrollHeight;
}

const line = byId("line"), typed = [];
let recalled = 0, offered = null, wanted = false;
byId("entry").onsubmit = (e) => {
  e.preventDefault();
  if (!line.value.trim()) return;
  if (!send({ entry: line.value })) return say("not sent: there is no connection to the session", "wrong");
  typed.push(line.value); recalled = typed.length;
  list([["> ", ""], ...painted], "typed");
  setLine("");
  unoffer();
};

// --- The colours of the line ---------------------------------------------------------------------------------------
// The line stands over a text with its colours: what the session has painted, as far as it still is what is typed.
let painted = [];
function paint(parts) {
  painted = parts;
  byId("painted").replaceChildren(...parts.map(span));
  line.onscroll();
}
function repaint() {
  const was = painted.flatMap(([part, ink]) => part.split("").map((letter) => [letter, ink])), now = line.value.split("");
  let first = 0, last = 0;
  while (first < Math.min(was.length, now.length) && was[first][0] === now[first]) first++;
  while (last < Math.min(was.length, now.length) - first && was[was.length - 1 - last][0] === now[now.length - 1 - last]) last++;
  const inks = now.map((_, i) => (i < first ? was[i] : i >= now.length - last ? was[i + was.length - now.length] : ["", ""])[1]), parts = [];
  now.forEach((letter, i) => { if (i && inks[i] === inks[i - 1]) parts[parts.length - 1][0] += letter; else parts.push([letter, inks[i]]); });
  paint(parts);
}
function setLine(text) { line.value = text; repaint(); }
line.onscroll = () => { byId("painted").scrollLeft = line.scrollLeft; };

// --- Completion ----------------------------------------------------------------------------------------------------
const before = () => line.value.slice(0, line.selectionStart);
const unoffer = () => { offered = null; wanted = false; byId("hint").textContent = ""; byId("candidates").replaceChildren(); };
// Takes what the session offers for the text before the cursor.
function offer(completion) {
  if (completion.whole === line.value) paint(inked(completion.painted, TYPED));
  if (completion.line !== before()) return;
  offered = completion;
  byId("hint").textContent = completion.hint || "";
  if (wanted) complete();
}
function put(text) {
  const rest = line.value.slice(line.selectionStart), start = line.value.slice(0, offered.start) + text;
  setLine(start + rest);
  line.setSelectionRange(start.length, start.length);
  ask();
}
// Puts in what all candidates begin with, and lists them if there are several.
function complete() {
  wanted = false;
  const { found, start } = offered, word = before().slice(start);
  if (found.length === 1) return put(found[0].text + (found[0].goes_on || line.selectionStart < line.value.length ? "" : " "));
  let common = found.length ? found[0].text : word;
  for (const one of found) while (!one.text.startsWith(common)) common = common.slice(0, -1);
  byId("candidates").replaceChildren(...found.map((one) => {
    const item = document.createElement("li"), name = document.createElement("b");
    name.textContent = one.text;
    item.append(name, " " + one.doc);
    item.onclick = () => { put(one.text + (one.goes_on ? "" : " ")); byId("candidates").replaceChildren(); line.focus(); };
    return item;
  }));
  if (common.length > word.length) put(common);
}
function ask() { offered = null; byId("hint").textContent = ""; if (line.value.trim()) send({ complete: [before(), line.value.slice(line.selectionStart)] }); }
line.oninput = () => { repaint(); unoffer(); ask(); };
line.onkeydown = (e) => {
  if (e.key === "Tab" && !e.shiftKey && line.value.trim()) {
    e.preventDefault();
    byId("candidates").replaceChildren();
    wanted = true;
    if (offered && offered.line === before()) complete(); else ask();
  }
  if (e.key === "Escape") unoffer();
  const step = { ArrowUp: -1, ArrowDown: 1 }[e.key];
  if (!step) return;
  e.preventDefault();
  recalled = Math.min(typed.length, Math.max(0, recalled + step));
  setLine(typed[recalled] || "");
  unoffer();
  ask();
};

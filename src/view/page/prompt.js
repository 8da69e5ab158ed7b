// The prompt: what was printed, with the colours of reports, and a line that is completed by the names of the session.

// What the colours of terminals say in reports.
const INKS = { 31: "error", 33: "warning", 34: "note", "38;5;246": "margin", "38;5;249": "margin", "38;5;115": "help" };
function say(text, kind) {
  const log = byId("log"), near = log.scrollHeight - log.scrollTop - log.clientHeight < 40;
  const block = document.createElement("div");
  block.className = kind;
  let ink = "";
  for (const part of text.replace(/\n+$/, "").split(/(\x1b\[[0-9;]*m)/)) {
    const code = /^\x1b\[([0-9;]*)m$/.exec(part);
    if (code) { ink = INKS[code[1]] || ""; continue; }
    if (!part) continue;
    const span = document.createElement("span"), place = /^ (.+):(\d+):(\d+) $/.exec(part);
    span.textContent = part;
    span.className = ink;
    // The place of a report in the script leads there.
    if (place && place[1] === scriptName) {
      span.className = "place";
      span.onclick = () => showPlace(+place[2], +place[3]);
    }
    block.append(span);
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
  typed.push(line.value); recalled = typed.length;
  say("> " + line.value, "typed");
  send({ entry: line.value });
  line.value = "";
  unoffer();
};

// --- Completion ----------------------------------------------------------------------------------------------------
const before = () => line.value.slice(0, line.selectionStart);
const unoffer = () => { offered = null; wanted = false; byId("hint").textContent = ""; byId("candidates").replaceChildren(); };
// Takes what the session offers for the text before the cursor.
function offer(completion) {
  if (completion.line !== before()) return;
  offered = completion;
  byId("hint").textContent = completion.hint || "";
  if (wanted) complete();
}
function put(text) {
  const rest = line.value.slice(line.selectionStart), start = line.value.slice(0, offered.start) + text;
  line.value = start + rest;
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
function ask() { offered = null; byId("hint").textContent = ""; if (line.value.trim()) send({ complete: before() }); }
line.oninput = () => { unoffer(); ask(); };
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
  line.value = typed[recalled] || "";
  unoffer();
};

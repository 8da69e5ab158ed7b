// The script: its text, to read, change and save, with marks where the session has found mistakes.

const text = byId("text"), under = byId("under");
let ownScript = "", scriptName = "", findings = [];

// What a text field makes of the ends of lines.
const plain = (script) => script.replace(/\r\n?/g, "\n");
const isChanged = () => text.value !== plain(ownScript);
// What is typed and not saved is never lost, unless the person has agreed to that.
let gives = false, sent = "";
function setScript(read, name) {
  if (isChanged() && !gives) return;
  gives = false;
  if (read !== ownScript) byId("saved").textContent = "";
  [ownScript, scriptName] = [read, name];
  // To set a text moves its cursor.
  if (isChanged()) text.value = plain(read);
  markLines();
}
function setSaved() {
  ownScript = sent;
  byId("saved").textContent = isChanged() ? "changed" : "saved";
  markLines();
}
// The session has checked the script again, which may have changed on disk.
function setFindings(found) {
  findings = found;
  if (!isChanged()) send("read");
  byId("findings").replaceChildren(...findings.map((one) => {
    const item = document.createElement("li");
    item.className = one.severity;
    item.textContent = `${one.line}:${one.column} [${one.code}] ${one.message}` + (one.help ? "; " + one.help : "");
    item.onclick = () => showPlace(one.line, one.column, one);
    return item;
  }));
  const errors = findings.some((one) => one.severity === "error");
  byId("show_script").classList.toggle("faulty", errors);
  markLines();
}

// Where a line and a column, counted in characters from 1, are in the text.
function offset(lineNumber, column) {
  const lines = plain(ownScript).split("\n"), above = lines.slice(0, lineNumber - 1).reduce((sum, one) => sum + one.length + 1, 0);
  return above + [...(lines[lineNumber - 1] || "")].slice(0, column - 1).join("").length;
}
// Marks findings behind the text, as long as it is the text that they are of.
function markLines() {
  under.replaceChildren();
  if (isChanged()) return;
  const script = plain(ownScript);
  let at = 0;
  const spans = findings.map((one) => [offset(one.line, one.column), offset(one.end_line, one.end_column), one.severity]);
  for (const [from, to, severity] of spans.sort((a, b) => a[0] - b[0])) {
    if (from < at) continue;
    const mark = document.createElement("mark"), end = Math.max(to, from + 1);
    mark.className = severity;
    mark.textContent = script.slice(from, end);
    under.append(script.slice(at, from), mark);
    at = end;
  }
  under.append(script.slice(at) + "\n");
  text.onscroll();
}
function showPlace(lineNumber, column, finding) {
  pane(true);
  const from = offset(lineNumber, column), to = finding ? offset(finding.end_line, finding.end_column) : from;
  text.focus();
  text.setSelectionRange(from, to);
  text.scrollTop = (lineNumber - 5) * parseFloat(getComputedStyle(text).lineHeight);
}
text.oninput = () => { byId("saved").textContent = isChanged() ? "changed" : ""; markLines(); };
text.onscroll = () => { [under.scrollTop, under.scrollLeft] = [text.scrollTop, text.scrollLeft]; };

function pane(script) {
  byId("prompt_pane").hidden = script; byId("script_pane").hidden = !script;
  byId("show_prompt").classList.toggle("on", !script); byId("show_script").classList.toggle("on", script);
}
byId("show_prompt").onclick = () => pane(false);
byId("show_script").onclick = () => pane(true);
byId("read").onclick = () => {
  if (isChanged() && !confirm("What you have changed is not saved. Read the script again, and lose the changes?")) return;
  gives = send("read");
};
function save() {
  sent = ownScript.includes("\r\n") ? text.value.replace(/\n/g, "\r\n") : text.value;
  byId("saved").textContent = send({ save: { text: sent, before: ownScript } }) ? "" : "not saved: there is no connection";
}
byId("save").onclick = save;
text.onkeydown = (e) => { if ((e.ctrlKey || e.metaKey) && e.key === "s") { e.preventDefault(); save(); } };
addEventListener("beforeunload", (e) => { if (isChanged()) e.preventDefault(); });

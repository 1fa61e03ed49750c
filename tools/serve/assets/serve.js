// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// The page: what the user edits becomes a question, the answer goes to the frame beside it.

const TEXTS = ["kernel", "grid", "block", "shared", "caches", "compiler", "machine_code", "measured", "arguments"];
const SECONDS = { s: 1, ms: 1e-3, us: 1e-6, ns: 1e-9 };
const FIRST_DEVICES = ["A100", "H100", "RTX 4090"];

const OWN = `// Put your kernel here: integers become sliders, buffers and the launch are guessed.
__global__ void mine(const float* x, float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = 2.0f * x[i];
}
`;

/** All that a link brings back. `data` and `base64` are files that are no kernel to edit. */
const state = { name: "kernel.cu", source: "", launch: "", kernel: "", grid: "", block: "", shared: "", arguments: "", caches: "usual", compiler: "clang",
  machine_code: "auto", measured: "", set: {}, registers: 0, clock_mhz: 0, devices: [], data: "", base64: "", pinned: null };
const pageName = [...crypto.getRandomValues(new Uint8Array(12))].map((b) => b.toString(16).padStart(2, "0")).join("");
const editors = {}, frame = byId("answer");
let number = 0, flying = null, again = false, timer = 0, changedAt = 0, usualCompile = 0, answer = null, shown = "page", frameIsReady = false, linkTimer = 0, isLoading = false;

// ---- questions

function question() {
  const one = { name: state.name, devices: state.devices };
  if (state.base64) one.base64 = state.base64;
  else one.source = state.data || state.source;
  if (state.data || (state.base64 && !state.kernel && !state.grid && !Object.keys(state.set).length)) return one;
  for (const key of TEXTS) if (state[key] && key !== "arguments" && key !== "measured") one[key] = state[key];
  const measured = state.measured.trim().match(/^([\d.]+)\s*(s|ms|us|ns)\s*@\s*(.+)$/);
  if (measured) one.measured = { time_s: Number(measured[1]) * SECONDS[measured[2]], device: measured[3] };
  if (state.launch.trim()) one.launch = state.launch;
  const given = state.arguments.split("\n").map((line) => line.trim()).filter(Boolean);
  if (given.length) one.arguments = given;
  if (Object.keys(state.set).length) one.set = state.set;
  if (state.registers) one.registers = state.registers;
  if (state.clock_mhz) one.clock_mhz = state.clock_mhz;
  if (state.pinned) one.pinned = state.pinned;
  return one;
}

const post = (body, signal) => fetch("/api/answer", { method: "POST", signal, body: JSON.stringify(body),
  headers: { "Content-Type": "application/json", "X-Forewarp": "1", "X-Forewarp-Page": pageName, "X-Forewarp-Number": String(number) } });

async function ask(more = {}) {
  const mine = ++number, control = new AbortController();
  flying = control;
  again = false;
  const slow = setTimeout(() => { frame.classList.add("stale"); say("working\u2026"); }, 300), from = performance.now();
  try {
    const response = await post({ ...question(), ...more }, control.signal), result = await response.json();
    if (mine !== number) return;
    if (!result.error) showAnswer(result, performance.now() - from);
    else if (result.kind !== "superseded" && result.kind !== "cancelled") showProblem(result.error);
  } catch (error) {
    if (mine === number && error.name !== "AbortError") showProblem(`forewarp serve does not answer (${error.message}); is it still running?`);
  } finally {
    clearTimeout(slow);
    if (mine === number) {
      flying = null;
      if (again) ask();
    }
  }
}

/**
 * After a key stroke the question that is being answered is given up; a slider waits for it, so that answers follow
 * while it moves. Compilers that need long get their text when the typing pauses.
 */
function changed(how) {
  if (isLoading) return;
  changedAt = performance.now();
  clearTimeout(timer);
  keepLink();
  if (how === "slider" && flying) { again = true; return; }
  timer = setTimeout(() => { flying?.abort(); ask(); }, how === "slider" ? 0 : usualCompile > 400 ? 250 : 20);
}

// ---- answers

const milliseconds = (ms) => (ms < 10 ? ms.toFixed(1) : ms.toFixed(0));
function showTimes(times, wall) {
  const parts = [`answer in ${milliseconds(wall)} ms`];
  if (times) parts.push(`compile ${milliseconds(times.compile)}`, `emulate ${milliseconds(times.emulate)}`, ...(times.assemble > 1 ? [`assemble ${milliseconds(times.assemble)}`] : []), `predict ${milliseconds(times.predict)}`);
  say(parts.join(", "));
}

function showAnswer(result, wall) {
  answer = result;
  if (result.times_ms) usualCompile = result.times_ms.compile;
  byId("problem").hidden = true;
  markLines("");
  if (result.controls) {
    if (!state.kernel && result.controls.kernel) state.kernel = result.controls.kernel;
    if (!Object.keys(state.set).length) for (const p of result.controls.parameters) if (!p.sizes.length) state.set[p.name] = p.value;
    showSliders(result.controls);
    showKernels(result.controls);
  }
  byId("views").hidden = !result.comparison;
  if (!result.comparison) shown = "page";
  showTimes(result.times_ms, wall);
  showFrame();
  byId("pin").disabled = !result.predictions;
}

function showFrame() {
  for (const view of ["page", "comparison"]) choose(byId(`view-${view}`), view === shown);
  const part = answer && (shown === "comparison" ? answer.comparison : answer);
  if (!part || !frameIsReady) return;
  frame.contentWindow.postMessage({ page: part.page, number }, "*");
}

/** The first line says what is wrong; a compiler's own text follows. */
function showProblem(message) {
  frame.classList.add("stale");
  const box = byId("problem");
  if (box.textContent !== message) box.textContent = message;
  box.hidden = false;
  markLines(message);
  say("no answer for this text");
}

function markLines(message) {
  const editor = editors.source;
  for (const line of editor.wrongLines || []) editor.removeLineClass(line, "background", "wrong");
  editor.wrongLines = [...message.matchAll(/^[\w.+-]+:(\d+):(?:\d+:)? (?:fatal )?error/gm)].map((m) => editor.addLineClass(Number(m[1]) - 1, "background", "wrong"));
}

const say = (text) => { byId("status").textContent = byId("status").title = text; };

// ---- the editors

function makeEditor(key, mode, label) {
  const editor = CodeMirror(byId(key), { mode, lineNumbers: true, matchBrackets: true, indentUnit: 2, screenReaderLabel: label,
    extraKeys: { Tab: false, "Shift-Tab": false } });  // Tab leaves the editor, as it leaves any other field
  editor.on("change", (_, change) => {
    if (change.origin === "setValue") return;
    if (key === "source" && isAnotherKernel(change)) { setTimeout(() => beginAnew({ source: editor.getValue() })); return; }
    state[key] = editor.getValue();
    if (key === "launch") forgetSliders();
    changed("typing");
  });
  editors[key] = editor;
}

/** What is pasted over the whole text is a kernel of its own: the launch of the example does not belong to it. */
const isAnotherKernel = (change) => change.origin === "paste" && change.removed.join("\n") === state.source && state.source.trim() !== "";
/** With no description of the launch: it is guessed. */
function beginAnew(change) {
  forgetExample();
  setState({ name: "kernel.cu", source: "", launch: "", kernel: "", grid: "", block: "", shared: "", arguments: "", measured: "", set: {}, registers: 0, data: "", base64: "", ...change });
}

const choose = (tab, isChosen) => { tab.setAttribute("aria-selected", String(isChosen)); tab.tabIndex = isChosen ? 0 : -1; };
/** Tabs by click and by arrow keys. */
function makeTabs(ids, open) {
  const tabs = ids.map(byId);
  tabs.forEach((tab, i) => {
    tab.addEventListener("click", () => open(i));
    tab.addEventListener("keydown", (event) => {
      if (event.key !== "ArrowRight" && event.key !== "ArrowLeft") return;
      const next = (i + (event.key === "ArrowRight" ? 1 : tabs.length - 1)) % tabs.length;
      open(next);
      tabs[next].focus();
    });
  });
}
function openText(i) {
  ["source", "launch"].forEach((key, k) => {
    byId(key).hidden = k !== i;
    choose(byId(`tab-${key}`), k === i);
  });
  editors[["source", "launch"][i]].refresh();
}

// ---- the state

/** Takes over what is there, and asks. */
function setState(change) {
  isLoading = true;
  Object.assign(state, change);
  for (const key of TEXTS.slice(1)) byId(key).value = state[key];
  editors.source.setOption("mode", /\.ptx$/i.test(state.name) ? "text/plain" : "text/x-c++src");
  const isOther = Boolean(state.data || state.base64);
  editors.source.setValue(isOther ? `// ${state.name} is no text of a kernel: the answer shows what is in it.` : state.source);
  editors.source.setOption("readOnly", isOther);
  editors.source.setOption("lineWrapping", isOther);
  editors.launch.setValue(state.launch);
  byId("name").textContent = state.name;
  byId("sliders").replaceChildren();
  byId("kernels").hidden = byId("problem").hidden = true;
  byId("problem").textContent = "";
  forgetSliders();
  showDevices();
  showPinned();
  openText(0);
  isLoading = false;
  changed("typing");
}

function keepLink() {
  clearTimeout(linkTimer);
  linkTimer = setTimeout(async () => {
    if (state.base64.length > 65536 || state.data.length > 1 << 20) return;
    history.replaceState(null, "", await linkOf(state));
  }, 250);
}

async function copyLink() {
  const hash = await linkOf(state);
  history.replaceState(null, "", hash);
  try {
    await navigator.clipboard.writeText(location.href);
    say(`link copied (${location.href.length} characters)`);
  } catch (error) {
    say(`the address of this page is the link; copying it is not allowed here (${error.message})`);
  }
}

/** What a link may hold: members that are ours, of the same kind. */
function fromLink(read) {
  const known = {};
  for (const [key, value] of Object.entries(state))
    if (read && key in read && (key === "pinned" || typeof read[key] === typeof value) && Array.isArray(read[key]) === Array.isArray(value)) known[key] = read[key];
  return known;
}

function showPinned() {
  byId("pin").setAttribute("aria-pressed", String(Boolean(state.pinned)));
  byId("pin").textContent = state.pinned ? "Unpin" : "Pin";
}
function togglePin() {
  state.pinned = state.pinned ? null : (answer?.predictions ?? null);
  shown = "page";
  showPinned();
  changed("slider");
}

async function exportPage() {
  number += 1;
  const response = await post({ ...question(), pinned: shown === "comparison" ? state.pinned : undefined, export: true });
  const result = await response.json();
  if (!result.error) save(`${state.name.replace(/\.\w+$/, "")}.html`, result.html);
  else showProblem(result.error);
}

const forgetExample = () => { byId("example").value = ""; };
async function openExample(name) {
  if (!name) return beginAnew({ source: OWN });
  const response = await fetch(`/api/example?name=${encodeURIComponent(name)}`), example = await response.json();
  if (!response.ok) return showProblem(example.error);
  beginAnew(example);
  byId("example").value = name;
}

// ---- the beginning

function listen() {
  byId("example").addEventListener("change", (event) => openExample(event.target.value));
  byId("copy").addEventListener("click", copyLink);
  byId("pin").addEventListener("click", togglePin);
  byId("export").addEventListener("click", exportPage);
  byId("rank").addEventListener("click", () => { flying?.abort(); ask({ rank: true, pinned: undefined }); });
  for (const key of TEXTS) byId(key).addEventListener(key === "arguments" || (byId(key).tagName === "INPUT" && key !== "measured") ? "input" : "change", (event) => {
    state[key] = event.target.value;
    if (key === "kernel") state.set = {};
    forgetSliders();
    changed("typing");
  });
  byId("sliders").closest("form").addEventListener("submit", (event) => event.preventDefault());
  makeTabs(["tab-source", "tab-launch"], openText);
  makeTabs(["view-page", "view-comparison"], (i) => { shown = ["page", "comparison"][i]; showFrame(); });
  addEventListener("hashchange", async () => {
    const read = await stateOf(location.hash);
    if (read) setState(fromLink(read));
  });
  addEventListener("message", (event) => {
    if (event.source !== frame.contentWindow) return;
    if (event.data.ready) { frameIsReady = true; showFrame(); }
    // From the last change to the answer on the screen, and to all sections below it.
    if (event.data.answered === number) {
      frame.classList.remove("stale");
      document.body.dataset.answered = String(number);
      document.body.dataset.latency = (performance.now() - changedAt).toFixed(1);
    }
    if (event.data.shown === number) {
      document.body.dataset.shown = String(number);
      document.body.dataset.whole = (performance.now() - changedAt).toFixed(1);
    }
  });
}

async function start() {
  listen();
  frame.src = "/frame";  // it reports when it is ready to someone who listens
  makeEditor("source", "text/x-c++src", "source of the kernel");
  makeEditor("launch", "text/plain", "description of the launch, launch.toml");
  acceptFiles();
  const response = await fetch("/api/start"), about = await response.json();
  if (!response.ok) return showProblem(about.error);
  byId("example").append(...about.examples.map((e) => element("option", { value: e.name }, `${e.name}: ${e.title}`)));
  fillDevices(about.devices);
  byId("compiler").value = state.compiler = about.compiler;
  const known = new Set(about.devices.map((d) => d.name));
  state.devices = FIRST_DEVICES.filter((name) => known.has(name));
  const read = location.hash.length > 2 ? await stateOf(location.hash) : null;
  if (read) return setState(fromLink(read));
  byId("example").value = "matmul_tiled";
  return openExample("matmul_tiled");
}

start().catch((error) => showProblem(`the page could not begin: ${error.message}`));

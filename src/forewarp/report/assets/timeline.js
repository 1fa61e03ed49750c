// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// What ran when: a lane per stream, drawn on a canvas; and the launch that is clicked.

// ---- timelines; a span is [begin us, duration us, what, count, bytes]

const LANE = 28, AXIS = 24, DRAG = 4;
const BEGIN = 0, LENGTH = 1, WHAT = 2, COUNT = 3, BYTES = 4;
const KERNEL_COLOURS = [0, 2, 3, 5, 6], OTHER_COLOURS = { to_device: 1, from_device: 4, other_copy: 7, fill: 7 };
const KIND_NAMES = { to_device: "host to device", from_device: "device to host", other_copy: "other copies", fill: "fills", wait: "host waits" };
/** Where nothing is copied, as in a schedule, all colours are for what runs. */
const runColours = (whats) => (whats.some((w) => w.kind in OTHER_COLOURS) ? KERNEL_COLOURS : [...Array(MAX_COLOURS).keys()]);
const colourIndex = (what, whats) => (what.kind === "kernel" ? runColours(whats)[what.group % runColours(whats).length] : OTHER_COLOURS[what.kind]);
/** "void jacobi<float>(float*, int)": "jacobi". */
const shortName = (name) => name.replace(/\(anonymous namespace\)::/g, "").replace(/[<(].*/, "").trim().split(/[ :]/).pop() || name;
const withNumber = (number, one, many) => `${grouped(number)} ${number === 1 ? one : many}`;

function drawTimeline(timeline) {
  const canvas = el("canvas", { tabindex: "0", role: "img" }), view = { from: 0, to: 1, device: 0, chosen: null };
  const panel = el("div", { class: "detail-place" });
  const device = () => timeline.devices[view.device];
  let width = 0, left = 0;

  const xOf = (us) => left + ((us - view.from) / (view.to - view.from)) * (width - left);
  const usOf = (x) => view.from + ((x - left) / (width - left)) * (view.to - view.from);
  function show(from, to) {
    const end = device().end * 1.01 || 1, span = Math.min(end, Math.max(1e-3, to - from));
    view.from = Math.max(0, Math.min(from, end - span));
    view.to = view.from + span;
    draw();
  }
  const whole = () => show(0, Infinity);
  /** From the first operation to the end of the last one: the host may work long before and after. */
  const operations = () => {
    const spans = device().lanes.flatMap((l) => (l.spans.length ? [l.spans[0], l.spans[l.spans.length - 1]] : []));
    if (!spans.length) return whole();
    const from = Math.min(...spans.map((s) => s[BEGIN])), to = Math.max(...spans.map((s) => s[BEGIN] + s[LENGTH]));
    show(from - (to - from) * 0.03, to + (to - from) * 0.03);
  };
  const zoom = (factor, at = (view.from + view.to) / 2) => show(at - (at - view.from) * factor, at + (view.to - at) * factor);
  const move = (share) => show(view.from + share * (view.to - view.from), view.to + share * (view.to - view.from));

  function draw() {
    const lanes = device().lanes, scale = devicePixelRatio || 1, style = getComputedStyle(document.documentElement);
    width = Math.max(320, document.getElementById("page").clientWidth || 900);
    left = Math.min(150, width * 0.3);
    const height = AXIS + lanes.length * LANE + 4;
    canvas.width = width * scale;
    canvas.height = height * scale;
    canvas.style.aspectRatio = `${width} / ${height}`;
    canvas.setAttribute("aria-label", `timeline of ${device().name}: ${lanes.map((l) => `${l.name}, ${withNumber(l.spans.length, "operation", "operations")}`).join("; ")}`);
    const pen = canvas.getContext("2d"), ink = (name) => style.getPropertyValue(`--${name}`).trim();
    pen.setTransform(scale, 0, 0, scale, 0, 0);
    pen.font = "12px system-ui, sans-serif";
    pen.textBaseline = "middle";
    drawGrid(pen, ink, height);
    lanes.forEach((lane, i) => drawLane(pen, ink, lane, AXIS + i * LANE));
  }
  function drawGrid(pen, ink, height) {
    const step = d3.tickStep(view.from, view.to, Math.max(2, (width - left) / 110));
    pen.strokeStyle = ink("rule");
    pen.fillStyle = ink("quiet");
    pen.lineWidth = 1;
    for (let us = Math.ceil(view.from / step) * step; us <= view.to; us += step) {
      const x = Math.round(xOf(us)) + 0.5;
      pen.beginPath();
      pen.moveTo(x, AXIS - 4);
      pen.lineTo(x, height);
      pen.stroke();
      const text = us === 0 ? "0" : timeText(us, step);
      if (x + 4 + pen.measureText(text).width <= width) pen.fillText(text, x + 3, AXIS / 2);
    }
  }
  /** Names stand left of the lane. What is narrower than a pixel is drawn once a pixel. */
  function drawLane(pen, ink, lane, top) {
    pen.fillStyle = ink("ink");
    pen.fillText(cutToFit(pen, lane.name, left - 10), 2, top + LANE / 2);
    pen.fillStyle = ink("raised");
    pen.fillRect(left, top + 2, width - left, LANE - 4);
    pen.save();
    pen.beginPath();
    pen.rect(left, top, width - left, LANE);
    pen.clip();
    let drawn = -1;
    for (let i = firstAt(lane.spans, view.from); i < lane.spans.length && lane.spans[i][BEGIN] <= view.to; ++i) {
      const s = lane.spans[i], x = xOf(s[BEGIN]), end = xOf(s[BEGIN] + s[LENGTH]), what = timeline.whats[s[WHAT]];
      if (end <= drawn) continue;
      const from = Math.max(x, drawn, left - 1), to = Math.max(end, from + 1);
      pen.fillStyle = what.kind === "wait" ? ink("rule") : ink(`c${colourIndex(what, timeline.whats)}`);
      pen.fillRect(from, top + 4, to - from, LANE - 8);
      drawn = to - 0.01;
      if (to - from > 5 && view.chosen === s) {
        pen.strokeStyle = ink("ink");
        pen.lineWidth = 2;
        pen.strokeRect(from + 1, top + 5, to - from - 2, LANE - 10);
      }
      if (to - from < 30) continue;
      pen.fillStyle = what.kind === "wait" ? ink("ink") : ink("paper");
      pen.fillText(cutToFit(pen, labelOf(s, what), Math.min(to, width) - Math.max(from, left) - 8), Math.max(from, left) + 4, top + LANE / 2);
      pen.fillStyle = ink("paper");
      if (to - from > 4) pen.fillRect(to - 1, top + 4, 1, LANE - 8);
    }
    pen.restore();
  }

  function labelOf(s, what) {
    const name = what.kind === "kernel" ? shortName(what.name) : what.name;
    return s[COUNT] > 1 ? `${withNumber(s[COUNT], "operation", "operations")}, ${name}` : name;
  }
  function spanAt(x, y) {
    const lane = device().lanes[Math.floor((y - AXIS) / LANE)];
    if (!lane || x < left) return null;
    const us = usOf(x), near = (2 * (view.to - view.from)) / (width - left);
    let best = null;
    for (let i = firstAt(lane.spans, us - near); i < lane.spans.length && lane.spans[i][BEGIN] <= us + near; ++i) {
      const s = lane.spans[i];
      if (us >= s[BEGIN] - near && us <= s[BEGIN] + s[LENGTH] + near && (!best || us >= s[BEGIN])) best = s;
    }
    return best && { lane, span: best, what: timeline.whats[best[WHAT]] };
  }
  function textOf({ lane, span, what }) {
    const lines = [what.name, `${lane.name}, from ${format(span[BEGIN] * 1e-6, "s")} on`, format(span[LENGTH] * 1e-6, "s")];
    if (span[COUNT] > 1) lines.splice(1, 0, `${withNumber(span[COUNT], "operation", "operations")}, most of the time this`);
    if (span[BYTES]) lines.push(`${format(span[BYTES], "B")}, ${format(span[BYTES] / (span[LENGTH] * 1e-6), "B")}/s`);
    return lines.join("\n");
  }

  const place = (e) => {
    const box = canvas.getBoundingClientRect();
    return [((e.clientX - box.left) / box.width) * width, ((e.clientY - box.top) / box.height) * (AXIS + device().lanes.length * LANE + 4)];
  };
  let drag = null;
  canvas.addEventListener("pointerdown", (e) => { drag = { x: place(e)[0], from: view.from, moved: false, id: e.pointerId }; });
  canvas.addEventListener("pointermove", (e) => {
    const [x, y] = place(e);
    if (drag && Math.abs(x - drag.x) > DRAG) {
      if (!drag.moved) canvas.setPointerCapture(drag.id);
      drag.moved = true;
      hideTip();
      const shift = ((drag.x - x) / (width - left)) * (view.to - view.from);
      show(drag.from + shift, drag.from + shift + view.to - view.from);
    } else if (!drag?.moved) {
      const hit = spanAt(x, y);
      canvas.style.cursor = hit?.what.detail != null ? "pointer" : "grab";
      if (hit) showTip(e, textOf(hit)); else hideTip();
    }
  });
  canvas.addEventListener("pointerup", (e) => {
    const clicked = drag && !drag.moved && spanAt(...place(e));
    drag = null;
    if (!clicked) return;
    view.chosen = clicked.span;
    draw();
    if (clicked.what.detail !== null) open(clicked.what.detail, textOf(clicked));
  });
  canvas.addEventListener("pointerleave", hideTip);
  canvas.addEventListener("pointercancel", () => { drag = null; });
  canvas.addEventListener("wheel", (e) => {
    if (!e.ctrlKey && !e.shiftKey) return;
    e.preventDefault();
    if (e.shiftKey) move((e.deltaX || e.deltaY) / 1000); else zoom(e.deltaY > 0 ? 1.25 : 0.8, usOf(place(e)[0]));
  }, { passive: false });
  const KEYS = { "+": () => zoom(0.5), "-": () => zoom(2), ArrowLeft: () => move(-0.2), ArrowRight: () => move(0.2), 0: whole };
  canvas.addEventListener("keydown", (e) => {
    if (!KEYS[e.key] || e.ctrlKey || e.metaKey) return;
    e.preventDefault();
    KEYS[e.key]();
  });

  /** The page of a launch below the timeline. */
  function open(number, text) {
    const page = timeline.details[number];
    panel.replaceChildren(el("article", { class: "detail", "aria-label": page.title, tabindex: "-1" },
      el("div", { class: "tools" }, el("button", { type: "button", onclick: () => panel.replaceChildren() }, "close")),
      el("h2", {}, page.title), ...(text ? [el("p", { class: "quiet" }, text.split("\n").slice(1).join(", "))] : []), ...drawBody(page)));
    for (const box of panel.querySelectorAll(".listing")) showCostliest(box);
    panel.firstChild.scrollIntoView({ block: "nearest" });
  }

  const box = el("figure", { class: "timeline" }, ...(timeline.title ? [el("h3", {}, timeline.title)] : []),
    timelineLegend(timeline), el("div", { class: "tools" },
      el("button", { type: "button", onclick: () => zoom(0.5) }, "zoom in"), el("button", { type: "button", onclick: () => zoom(2) }, "zoom out"),
      el("button", { type: "button", onclick: () => move(-0.5) }, "earlier"), el("button", { type: "button", onclick: () => move(0.5) }, "later"),
      el("button", { type: "button", onclick: operations }, "operations"),
      el("button", { type: "button", onclick: whole }, "whole program")),
    canvas, ...(timeline.caption ? [el("figcaption", {}, timeline.caption)] : []), panel);
  box.open = open;
  box.show = show;
  box.choose = (name) => {
    view.device = Math.max(0, timeline.devices.findIndex((d) => d.name === name));
    operations();
  };
  operations();
  addEventListener("resize", draw);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
  return box;
}

/** Index of the first span that may reach into what begins there: spans of a lane follow one another, but for those of
 *  the last lane, where a few may overlap. */
function firstAt(spans, us) {
  let low = 0, high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (spans[middle][BEGIN] < us) low = middle + 1; else high = middle;
  }
  return Math.max(0, low - 1);
}
/** With as many digits as the step of the axis needs. */
function timeText(us, step) {
  const [scale, unit] = [[1e6, "s"], [1e3, "ms"], [1, "us"], [1e-3, "ns"]].find(([least]) => us >= least) || [1e-3, "ns"];
  return `${(us / scale).toFixed(Math.max(0, Math.ceil(-Math.log10(step / scale) - 1e-9)))} ${unit}`;
}
function cutToFit(pen, text, room) {
  if (room < 8) return "";
  let shown = text;
  while (shown.length > 1 && pen.measureText(shown).width > room) shown = `${shown.slice(0, Math.max(0, Math.min(shown.length - 2, Math.floor(shown.length * 0.85))))}\u2026`;
  return shown.length < 3 && shown !== text ? "" : shown;
}
/** The kernels by name, as far as there is room, and the kinds of the others. */
function timelineLegend(timeline) {
  const kernels = new Map(timeline.whats.filter((w) => w.kind === "kernel").map((w) => [w.group, w])), most = 10;
  const others = [...new Set(timeline.whats.filter((w) => w.kind !== "kernel").map((w) => w.kind))];
  const item = (name, colour, title) => el("span", { style: `--key: ${colour}`, title: title || false }, name);
  return el("div", { class: "legend keys" },
    ...[...kernels.values()].slice(0, most).map((w) => item(shortName(w.name), colour(colourIndex(w, timeline.whats)), w.name)),
    ...(kernels.size > most ? [el("span", { class: "more" }, `and ${kernels.size - most} more kernels`)] : []),
    ...others.map((kind) => item(KIND_NAMES[kind], kind === "wait" ? "var(--rule)" : colour(OTHER_COLOURS[kind]))));
}

// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Puts what the chart engine (engine*.js) draws into the page, and adds what readers do with it: what hovers, keys,
// legends that hide, logarithms, zoom (d3-zoom) and brushes (d3-brush). Many marks are painted on a canvas.

/**
 * So wide that text keeps its size on a phone. It is asked of the browser once for each page: while a page grows, each
 * question would lay out all of it.
 */
let knownWidth = 0;
const readWidth = () => { knownWidth = document.getElementById("page").clientWidth; };
const pageWidth = () => knownWidth || 900;
/** Two blocks are side by side on a wide screen (page.css has the same width). */
const twoColumns = matchMedia("(min-width: 67.5rem)");
const chartWidth = () => Math.max(320, Math.min(900, twoColumns.matches ? (pageWidth() - 32) / 2 : pageWidth()));
const wideWidth = () => Math.max(320, Math.min(1400, pageWidth()));
const redraws = new Map();
/** Of canvases, whose colours are painted: they are painted again when the reader changes to dark or light. */
const painters = new Set();
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => painters.forEach((painter) => painter().paint()));
let drawnWidth = 0;
function redrawAll() {
  readWidth();
  if (chartWidth() === drawnWidth) return;
  drawnWidth = chartWidth();
  redraws.forEach((redraw) => redraw());
}
/** What a newer page replaced is not drawn again. */
function forgetGone() {
  for (const holder of redraws.keys()) if (!holder.isConnected) redraws.delete(holder);
  for (const painter of painters) if (!painter()?.canvas.isConnected) painters.delete(painter);
}

/** More marks than this are painted, not elements of the page. */
const MANY = 1500;
const CATEGORIES_AT_FIRST = 24;
const canZoom = (chart) => chart.kind === "points" && !panelled(chart).length && !chart.low &&
  ![...allMarks(chart.series, xOf), ...allMarks(chart.series, yOf)].some((v) => typeof v === "string");

function drawChart(chart) {
  const state = { hidden: {}, domains: undefined, all: false, rows: null }, holder = el("div", { class: "plot" });
  let scene = { marks: [], width: 1, height: 1 }, painter = null;

  const paintNow = () => painter;
  function redraw() {
    const focused = holder.contains(document.activeElement);
    scene = chartScene(chart, { width: isWideChart(chart) ? wideWidth() : chartWidth(), hidden: state.hidden, domains: state.domains, rows: state.all ? 0 : CATEGORIES_AT_FIRST });
    const many = scene.marks.length > MANY, name = many ? `${chart.title}: ${grouped(scene.marks.length)} marks, arrow keys go from one to the next` : chart.title;
    const attributes = (m, i) => ({ class: "mark", "data-i": i, role: "img", tabindex: i === 0 ? "0" : "-1", "aria-label": markText(chart, m).replace(/\n/g, ", ") });
    holder.innerHTML = node("svg", { viewBox: `0 0 ${place(scene.width)} ${place(scene.height)}`, role: many ? "img" : "group", "aria-label": name,
      tabindex: many ? "0" : undefined, style: chart.kind === "parallel" ? `min-width: ${scene.width}px` : undefined },
    chartMarkup(chart, scene, many ? false : attributes, state.domains !== undefined));
    painter = many ? paintMarks(holder, scene, state) : null;
    if (many) painters.add(paintNow); else painters.delete(paintNow);
    if (scene.axes) addBrushes(holder, chart, scene, state);
    dimMarks(holder, scene, state, painter);
    if (focused) holder.querySelector("[tabindex='0']")?.focus();
  }
  // Charts of very many rows come after the page has answered.
  if (chart.table?.rows.length > MANY) setTimeout(redraw); else redraw();
  redraws.set(holder, redraw);
  addHover(holder, chart, () => scene);
  if (canZoom(chart)) addZoom(holder, () => scene, state, redraw);

  const figure = el("figure", { class: `chart ${isWideChart(chart) ? "wide" : ""}`.trim() }, el("div", { class: "head" }, ...(chart.title ? [el("h3", {}, chart.title)] : []),
    el("div", { class: "tools" }, ...logToggles(chart, redraw), ...zoomButtons(chart, holder), ...allButton(chart, state, redraw),
      el("button", { type: "button", onclick: () => download(fileName(chart.title), csvOf(chartTable(chart))) }, "CSV"))),
    ...drawLegend(chart, state, redraw), chart.kind === "parallel" ? el("div", { class: "scroll" }, holder) : holder,
    ...(chart.kind === "parallel" ? [el("p", { class: "brushed quiet", role: "status" })] : []), ...(chart.caption ? [el("figcaption", { tabindex: "0" }, chart.caption)] : []));
  /** Only these rows of the table that several charts of a section show; null: all. */
  figure.showRows = (rows) => {
    state.rows = rows;
    dimMarks(holder, scene, state, painter);
  };
  figure.from = chart.rows_from;
  return figure;
}

// ---- tools above a chart

function logToggles(chart, redraw) {
  return ["x", "y", "value"].filter((k) => canToggle(chart, k)).map((k) => el("button", { type: "button",
    "aria-pressed": String(chart[k].log), onclick: (e) => {
      chart[k].log = !chart[k].log;
      e.target.setAttribute("aria-pressed", String(chart[k].log));
      redraw();
    } }, `log ${chart[k].label.split(",")[0]}`));
}
function allButton(chart, state, redraw) {
  const names = isFlat(chart) ? namesOf(allMarks(chart.series, yOf)) : [];
  if (names.length <= CATEGORIES_AT_FIRST) return [];
  const text = () => (state.all ? "fewer" : `all ${names.length}`);
  return [el("button", { type: "button", class: "all", onclick: (e) => {
    state.all = !state.all;
    e.target.textContent = text();
    redraw();
  } }, text())];
}
function drawLegend(chart, state, redraw) {
  const keys = chartKeys(chart);
  if (!keys.length) return [];
  return [el("div", { class: "legend" }, ...keys.map(([name, key, style]) => el("button", { type: "button", class: chart.kind === "points" && style, "aria-pressed": "true", style: `--key: ${key}`,
    onclick: (e) => {
      state.hidden[name] = !state.hidden[name];
      e.target.setAttribute("aria-pressed", String(!state.hidden[name]));
      redraw();
    } }, name)))];
}
function canToggle(chart, k) {
  if (["parallel", "tree", "multiples", "surface", "stacked_bars"].includes(chart.kind) || (chart.kind === "bars" && k !== "x") || chart.along || chart.low) return false;
  const cells = allMarks(chart.series, (m) => m[VALUE]), positive = (values) => values.length > 0 && values.every((v) => typeof v === "number" && v > 0);
  if (chart.kind === "heat_map") return k === "value" && !chart.value.difference && positive(cells) && (chart.value.log || spread(cells));
  const at = { x: X, y: Y }[k], values = at === undefined ? [] : allMarks(chart.series, (m) => m[at]);
  return positive(values) && (chart[k].log || spread(values));
}
/** So far apart that a logarithm shows more; numbers 1, 2, 3 ... are places, not sizes. */
const spread = (values) => farApart(values) && !values.every((v, i) => v === i + 1);
function chartTable(chart) {
  if (chart.table?.columns.length) return chart.table;
  return { columns: ["series", chart.x.label || "x", chart.y.label || "y", chart.value.label || "value", "low", "high", "label"].map((name) => ({ name, unit: "" })),
    rows: chart.series.flatMap((s) => s.marks.map((m) => [s.name, ...[X, Y, VALUE, LOW, HIGH, LABEL].map((k) => m[k] ?? null)])) };
}

// ---- many marks

/** Behind the axes and names of the picture. */
function paintMarks(holder, scene, state) {
  const canvas = el("canvas", { "aria-hidden": "true" }), scale = devicePixelRatio || 1;
  canvas.width = scene.width * scale;
  canvas.height = scene.height * scale;
  if (scene.axes) canvas.style.minWidth = `${scene.width}px`;
  holder.prepend(canvas);
  function paint() {
    const pen = canvas.getContext("2d"), style = getComputedStyle(document.documentElement), colours = {};
    const ink = (text) => (colours[text] ??= text.replace(/var\((--[a-z0-9]+)\)/g, (_, name) => style.getPropertyValue(name).trim()));
    pen.setTransform(scale, 0, 0, scale, 0, 0);
    pen.clearRect(0, 0, scene.width, scene.height);
    if (scene.scales) {
      pen.beginPath();
      pen.rect(scene.box.left - 5, scene.box.top - 5, scene.box.right - scene.box.left + 10, scene.box.bottom - scene.box.top + 10);
      pen.save();
      pen.clip();
    }
    for (const m of scene.marks) {
      pen.globalAlpha = m.alpha * (state.rows && m.row !== undefined && !state.rows.has(m.row) ? 0.04 : 1);
      if (m.shape === "path") {
        pen.strokeStyle = ink(m.stroke);
        pen.lineWidth = m.width;
        pen.beginPath();
        m.points.forEach((p, i) => (i ? pen.lineTo(p[0], p[1]) : pen.moveTo(p[0], p[1])));
        pen.stroke();
      } else {
        pen.fillStyle = ink(m.fill);
        if (m.shape === "rect") pen.fillRect(m.x, m.y, m.w, m.h);
        else if (m.r < 2) pen.fillRect(m.x - m.r, m.y - m.r, 2 * m.r, 2 * m.r);
        else { pen.beginPath(); pen.arc(m.x, m.y, m.r, 0, 7); pen.fill(); }
      }
    }
    if (scene.scales) pen.restore();
  }
  let asked = false;
  /** Once, when the script has ended: pages answer before their last dot is drawn. */
  return { canvas, paint: () => {
    if (asked) return;
    asked = true;
    setTimeout(() => { asked = false; paint(); });
  } };
}
function dimMarks(holder, scene, state, painter) {
  if (painter) { painter.paint(); return; }
  for (const e of holder.querySelectorAll(".mark")) {
    const m = scene.marks[Number(e.dataset.i)];
    if (m.row !== undefined) e.style.opacity = state.rows && !state.rows.has(m.row) ? "0.06" : "";
  }
}

// ---- what hovers, and keys

/** Pixels from a mark; lines are asked between the two axes beside x. */
function distanceTo(m, x, y) {
  if (m.shape === "circle") return Math.hypot(x - m.x, y - m.y) - m.r;
  if (m.shape === "rect") return x >= m.x && x <= m.x + m.w && y >= m.y && y <= m.y + m.h ? 0 : Infinity;
  const k = m.points.findIndex((p) => p[0] > x);
  if (k < 1) return Infinity;
  const [a, b] = [m.points[k - 1], m.points[k]];
  return Math.abs(a[1] + ((x - a[0]) / (b[0] - a[0])) * (b[1] - a[1]) - y);
}
function nearest(scene, x, y) {
  let best = -1, least = 9;
  scene.marks.forEach((m, i) => {
    const d = distanceTo(m, x, y);
    if (d < least || (d === least && d < 9)) { least = d; best = i; }
  });
  return best;
}
function addHover(holder, chart, sceneNow) {
  const isMark = (e) => e.target.closest?.(".mark");
  const markAt = (e) => {
    const scene = sceneNow(), hit = isMark(e);
    if (hit) return Number(hit.dataset.i);
    if (holder.querySelector(".mark") || e.clientX === undefined) return -1;
    const box = holder.querySelector("svg").getBoundingClientRect();
    return nearest(scene, ((e.clientX - box.left) / box.width) * scene.width, ((e.clientY - box.top) / box.height) * scene.height);
  };
  let current = -1;
  const show = (e, i) => {
    const m = sceneNow().marks[i];
    if (m) showTip(e, markText(chart, m)); else hideTip();
  };
  const choose = (i) => filterSection(holder.closest("section"), sceneNow().marks[i]?.key);
  holder.addEventListener("mousemove", (e) => show(e, markAt(e)));
  holder.addEventListener("mouseleave", hideTip);
  holder.addEventListener("focusin", (e) => { if (isMark(e)) show(e, current = markAt(e)); });
  holder.addEventListener("focusout", hideTip);
  holder.addEventListener("click", (e) => { const i = markAt(e); if (i >= 0) choose(i); });
  holder.addEventListener("keydown", (e) => {
    const count = sceneNow().marks.length, go = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[e.key];
    if (e.key === "Escape") hideTip();
    if (e.key === "Enter") choose(isMark(e) ? markAt(e) : current);
    if (!go || !count) return;
    e.preventDefault();
    const from = isMark(e) ? markAt(e) : current;
    current = (from + go + count) % count;
    const next = holder.querySelector(`.mark[data-i="${current}"]`);
    if (!next) { show(e, current); return; }
    for (const mark of holder.querySelectorAll(".mark[tabindex='0']")) mark.setAttribute("tabindex", "-1");
    next.setAttribute("tabindex", "0");
    next.focus();
  });
}

// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Numbers and categories to pixels, and the axes.

// ---- scales and axes

/** Maps numbers or categories to pixels; ticks are [value, text]. */
function scaleOf(axis, values, from, to) {
  if (values.some((v) => typeof v === "string")) return categories(values, axis.across, from, to);
  const finite = values.filter((v) => typeof v === "number" && (!axis.log || v > 0));
  let low = Math.min(...finite), high = Math.max(...finite);
  if (!finite.length) [low, high] = [axis.log ? 1 : 0, axis.log ? 10 : 1];
  if (axis.log) return logarithmic(axis, low, high, from, to);
  if (axis.zero) low = Math.min(0, low);
  if (low === high) [low, high] = [low - (Math.abs(low) || 1) / 2, high + (Math.abs(high) || 1) / 2];
  const step = niceStep((high - low) / (Math.abs(to - from) > 450 ? 5 : 3)), ticks = [];
  const start = Math.floor(low / step + 1e-9), end = Math.ceil(high / step - 1e-9);
  for (let i = start; i <= end; ++i) ticks.push([i * step, tickText(Number((i * step).toPrecision(12)), axis.unit)]);
  [low, high] = [start * step, end * step];
  return { at: (v) => from + ((v - low) / (high - low)) * (to - from), ticks, band: 0 };
}
function niceStep(rough) {
  const power = 10 ** Math.floor(Math.log10(rough)), share = rough / power;
  return power * (share > 5 ? 10 : share > 2 ? 5 : share > 1 ? 2 : 1);
}
function logarithmic(axis, low, high, from, to) {
  let a = Math.floor(Math.log10(low) + 1e-9), b = Math.ceil(Math.log10(high) - 1e-9);
  if (a === b) b = a + 1;
  if (b - a <= 2 && !axis.zero) return fewDecades(axis, low, high, a, b, from, to);
  const every = Math.ceil((b - a) / Math.max(1, Math.min(6, Math.floor(Math.abs(to - from) / 64)))), ticks = [];
  for (let i = a; i <= b; i += every) ticks.push([10 ** i, tickText(10 ** i, axis.unit)]);
  return { at: logarithmicPlace(10 ** a, 10 ** b, from, to), ticks, band: 0 };
}
const logarithmicPlace = (low, high, from, to) => (v) => from + (Math.log(Math.max(v, low / 10) / low) / Math.log(high / low)) * (to - from);
/** From a 1, 2 or 5 to another. */
function fewDecades(axis, low, high, a, b, from, to) {
  const steps = [];
  for (let i = a; i <= b; ++i) steps.push(...[1, 2, 5].map((k) => Number(`${k}e${i}`)));
  const first = steps.findLastIndex((s) => s <= low * (1 + 1e-9)), last = Math.max(first + 1, steps.findIndex((s) => s >= high * (1 - 1e-9)));
  const used = steps.slice(first, last + 1), room = Math.abs(to - from) / 64, tens = used.filter((s) => /^1(e|0|$)|^0\.0*1$/.test(String(s)));
  const shown = used.length <= room ? used : tens.length > 1 ? tens : [used[0], used[used.length - 1]];
  return { at: logarithmicPlace(used[0], used[used.length - 1], from, to), ticks: shown.map((s) => [s, tickText(s, axis.unit)]), band: 0 };
}
function categories(values, across, from, to) {
  const names = [...new Set(values.map(String))], band = (to - from) / names.length;
  const room = across && !slantRoom(names) ? 12 + 7 * Math.max(...names.map((n) => n.length)) : 14;
  const every = Math.ceil(names.length / (Math.abs(to - from) / room));
  return { at: (v) => from + (names.indexOf(String(v)) + 0.5) * band, band: Math.abs(band), names,
    ticks: names.filter((_, i) => i % every === 0).map((n) => [n, n]) };
}

/** How high the names of categories below are where they stand slanted, for want of room; else 0. */
function slantRoom(names) {
  const longest = Math.max(0, ...names.map((n) => n.length)), tight = names.length * (12 + 7 * longest) > 0.57 * chartWidth();
  return longest > 8 && (names.length > 4 || tight) ? Math.min(180, 4.2 * longest) : 0;
}

/** Begin and end of a name that is too long. */
function shortened(name, most) {
  if (name.length <= most) return name;
  const half = Math.max(2, Math.floor((most - 1) / 2));
  return `${name.slice(0, half)}\u2026${name.slice(-half)}`;
}

/** In two lines where one has no room for it. */
function wrapped(name, most) {
  const cut = name.length > most ? name.lastIndexOf(" ", most) : -1;
  return cut > 0 ? [name.slice(0, cut), shortened(name.slice(cut + 1), most)] : [shortened(name, most)];
}

function drawAxis(scale, axis, horizontal, box) {
  const g = svg("g", { class: "axis" });
  for (const [value, text] of scale.ticks) {
    const p = scale.at(value);
    if (horizontal) {
      g.append(svg("line", { x1: p, x2: p, y1: box.top, y2: box.bottom + 4, opacity: scale.band ? 0 : 1 }));
      const x = box.slanted ? p : Math.min(p, box.width - 4.2 * text.length);  // the last one ends inside of the picture
      const label = svg("text", { x, y: box.bottom + 18, "text-anchor": box.slanted ? "end" : "middle" },
        box.slanted ? shortened(text, Math.min(40, p / 5.8)) : text);
      if (box.slanted) label.setAttribute("transform", `rotate(-35 ${p} ${box.bottom + 14})`);
      g.append(label);
    } else {
      g.append(svg("line", { y1: p, y2: p, x1: box.left - 4, x2: box.right, opacity: scale.band ? 0 : 1 }));
      const room = Math.floor((box.left - 12) / 7), lines = scale.band >= 26 ? wrapped(text, room) : [shortened(text, room)];
      lines.forEach((line, i) => g.append(svg("text", { x: box.left - 8, y: p + 4 + 13 * (i - (lines.length - 1) / 2), "text-anchor": "end" }, line)));
    }
  }
  if (horizontal) g.append(svg("text", { x: (box.left + box.right) / 2, y: box.height - 4, "text-anchor": "middle" }, titled(axis)));
  else g.append(svg("text", { x: 4, y: box.top - 14 }, titled(axis)));
  return g;
}

/** So wide that text keeps its size on a phone. */
const pageWidth = () => document.getElementById("page").clientWidth || 900;
/** Two blocks stand beside each other on a wide screen (page.css has the same width). */
const twoColumns = matchMedia("(min-width: 67.5rem)");
const chartWidth = () => Math.max(320, Math.min(900, twoColumns.matches ? (pageWidth() - 32) / 2 : pageWidth()));
const wideWidth = () => Math.max(320, Math.min(1400, pageWidth()));
const redraws = [];
let drawnWidth = 0;
function redrawAll() {
  if (chartWidth() === drawnWidth) return;
  drawnWidth = chartWidth();
  redraws.forEach((redraw) => redraw());
}

/** "low" is a chart of points that one look takes in. */
function boxFor(kind, labels, rows, slanted) {
  const width = kind === "parallel" ? wideWidth() : chartWidth(), bottomRoom = 44 + slanted;
  const left = Math.min(width * 0.4, 24 + 7 * Math.max(3, ...labels.map((l) => l.length)));
  if (kind === "heat_map") return heatBox(width, left, rows, slanted);
  const flat = kind === "bars" || kind === "stacked_bars" || kind === "tree" || kind === "dots";
  const height = bottomRoom + (flat ? 34 + (kind === "dots" || kind === "tree" ? 20 : 30) * rows : kind === "low" ? 130 : Math.max(250, Math.min(384, width * 0.38)));
  return { width, height, slanted, left, right: width - 24, top: 28, bottom: height - bottomRoom };
}

/** Cells no higher than text needs where there are few of them. */
function heatBox(width, left, rows, slanted) {
  const bottom = 28 + Math.min(420, Math.max(60, rows * 44));
  return { width, height: bottom + 44 + slanted, slanted, left, right: width - 24, top: 28, bottom };
}

// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Charts from marks, source text with its cost.

// ---- charts; a mark is [x, y, value, low, high, label]

const X = 0, Y = 1, VALUE = 2, LOW = 3, HIGH = 4, LABEL = 5;
const all = (series, pick) => series.flatMap((s) => s.marks.map(pick));

function describe(chart, name, m) {
  const lines = [m[LABEL] || name];
  if (chart.kind === "heat_map") lines.push(`${chart.value.label}: ${format(m[VALUE], chart.value.unit)}`);
  lines.push(`${chart.x.label}: ${format(m[X], chart.x.unit)}`, `${chart.y.label}: ${format(m[Y], chart.y.unit)}`);
  if (typeof m[LOW] === "number" && typeof m[HIGH] === "number") {
    const unit = chart.kind === "bars" ? chart.x.unit : chart.y.unit;
    lines.push(`range: ${format(m[LOW], unit)} to ${format(m[HIGH], unit)}`);
  }
  return lines.filter((l) => l && !l.startsWith(": ")).join("\n");
}

function drawBars(chart, series, root, box, x, y) {
  const zero = chart.x.log ? box.left : x.at(0), ends = {};
  series.forEach((s, i) => s.marks.forEach((m) => {
    const height = Math.min(24, y.band * 0.8 / (chart.kind === "bars" ? series.length : 1));
    const begin = chart.kind === "stacked_bars" ? ends[m[Y]] ?? zero : zero;
    const sum = chart.kind === "stacked_bars" ? (ends[`${m[Y]} sum`] ?? 0) + m[X] : m[X];
    const end = x.at(sum), middle = y.at(m[Y]);
    ends[m[Y]] = end;
    ends[`${m[Y]} sum`] = sum;
    const top = chart.kind === "bars" ? middle - (series.length * height) / 2 + i * height : middle - height / 2;
    const centre = top + (height - 1) / 2, tick = Math.min(5, height / 2);
    root.append(live(svg("rect", { x: Math.min(begin, end), y: top, width: Math.max(1, Math.abs(end - begin)), height: Math.max(0.5, height - 1),
      style: `fill: ${colour(s.index)}` }), describe(chart, s.name, m), String(m[Y])));
    if (typeof m[LOW] === "number" && typeof m[HIGH] === "number")
      root.append(svg("path", { class: "whisker", fill: "none",
        d: `M${x.at(m[LOW])} ${centre}H${x.at(m[HIGH])}M${x.at(m[LOW])} ${centre - tick}v${2 * tick}M${x.at(m[HIGH])} ${centre - tick}v${2 * tick}` }));
  }));
}

function drawPoints(chart, series, root, box, x, y) {
  const labels = [];
  for (const [slope, name] of chart.slopes) root.append(...slopeLine(slope, name, chart, box, x, y, series, labels));
  series.forEach((s) => {
    if (s.style !== "points") {
      const path = s.marks.map((m, k) => (k === 0 ? "M" : s.style === "step" ? `H${x.at(m[X])}V` : "L") +
        (k > 0 && s.style === "step" ? y.at(m[Y]) : `${x.at(m[X])} ${y.at(m[Y])}`)).join("");
      root.append(svg("path", { d: path, fill: "none", "stroke-width": 2, ...(s.style === "dashed" && { "stroke-dasharray": "7 4" }), style: `stroke: ${colour(s.index)}` }));
    }
    const radius = s.style === "points" ? (s.marks.length > 500 ? 2.5 : 4.5) : 3;
    if (s.style === "points" || s.marks.length <= 200)
      for (const m of s.marks)
        root.append(live(svg("circle", { cx: x.at(m[X]), cy: y.at(m[Y]), r: radius, "fill-opacity": s.marks.length > 500 ? 0.6 : 0.9,
          style: `fill: ${colour(s.index)}` }), describe(chart, s.name, m), m[LABEL] || s.name));
  });
}
/** A line of that slope and its name, at the end where no other of `labels` is near. */
function slopeLine(slope, name, chart, box, x, y, series, labels) {
  const xs = all(series, (m) => m[X]).filter((v) => typeof v === "number" && (!chart.x.log || v > 0));
  const [x1, x2] = [Math.min(...xs), Math.max(...xs)].map(x.at), inside = (v) => Math.max(box.top, Math.min(box.bottom, v));
  const [y1, y2] = [y.at(slope * Math.min(...xs)), y.at(slope * Math.max(...xs))];
  const cut = (v) => (y1 === y2 ? x1 : x1 + ((v - y1) / (y2 - y1)) * (x2 - x1));
  const [a, b] = [inside(y1), inside(y2)];
  if (a === b && y1 !== y2) return [];  // outside of the picture
  const begin = a === y1 ? x1 : cut(a), end = b === y2 ? x2 : cut(b);
  const far = ([px, py]) => labels.every(([qx, qy]) => Math.abs(px - qx) > 34 || Math.abs(py - qy) > 11);
  const place = [[end, b - 3, "end"], [begin, a - 3, "start"]].find(far), line = svg("line", { class: "slope", x1: begin, x2: end, y1: a, y2: b });
  if (!place) return [line];
  labels.push(place);
  return [line, svg("text", { x: place[0], y: place[1], "text-anchor": place[2], class: "slope-name" }, name)];
}

function drawHeat(chart, series, root, box, x, y) {
  const marks = all(series, (m) => m).filter((m) => typeof m[VALUE] === "number"), values = marks.map((m) => m[VALUE]).filter((v) => typeof v === "number");
  const place = (v) => (chart.value.log ? Math.log(Math.max(v, 1e-300)) : v);
  const low = Math.min(...values.map(place)), high = Math.max(...values.map(place));
  const w = x.band, h = y.band, longest = Math.max(0, ...values.map((v) => format(v, chart.value.unit).length));
  // Numbers stand on paler cells, where they can be read.
  const numbers = chart.numbers && h > 11 && w > Math.min(7 * longest, 26 + 3 * longest);
  const sparse = 2 * values.filter((v) => v === 0).length > values.length;  // then zeros are the ground, not news
  for (const m of marks) {
    const share = high > low ? (place(m[VALUE]) - low) / (high - low) : 0.5;
    const fill = chart.value.difference ? shade(chart.value, m[VALUE]).replace("background", "fill") : `fill: rgba(var(--cell), ${(0.06 + (numbers ? 0.44 : 0.9) * share).toFixed(3)})`;
    root.append(live(svg("rect", { x: x.at(m[X]) - w / 2, y: y.at(m[Y]) - h / 2, width: Math.max(1, w - (w > 8 ? 1 : 0)),
      height: Math.max(1, h - (h > 8 ? 1 : 0)), style: fill }), describe(chart, "", m), m[LABEL] || String(m[X])));
    if (numbers && !(sparse && m[VALUE] === 0)) root.append(svg("text", { x: x.at(m[X]), y: y.at(m[Y]) + 4, "text-anchor": "middle", "pointer-events": "none" },
      format(m[VALUE], chart.value.unit)));
  }
  const text = `${chart.value.label}: ${format(Math.min(...values), chart.value.unit)}${chart.value.difference ? "" : " (faint)"} to ${format(Math.max(...values), chart.value.unit)}`;
  root.append(svg("text", { x: box.right, y: box.top - 8, "text-anchor": "end" }, text));
}

function drawParallel(chart, root, box) {
  const { columns, rows } = chart.table;
  const places = columns.map((_, j) => box.left + (j * (box.right - box.left)) / Math.max(1, columns.length - 1));
  const scales = columns.map((c, j) => scaleOf({ label: c.name, unit: c.unit, log: c.unit === "s" }, rows.map((r) => r[j]), box.bottom, box.top));
  const last = columns.length - 1, order = rows.map((r) => r[last]).sort((a, b) => a - b);
  rows.forEach((row) => {
    const rank = order.indexOf(row[last]) / Math.max(1, order.length - 1);
    const path = row.map((v, j) => `${j === 0 ? "M" : "L"}${places[j]} ${scales[j].at(v)}`).join("");
    root.append(live(svg("path", { d: path, fill: "none", "stroke-width": 1.5,
      style: `stroke: rgba(var(--${rank < 0.25 ? "good" : rank > 0.75 ? "bad" : "cell"}), ${rank < 0.25 ? 0.9 : 0.35})` }),
    row.map((v, j) => `${columns[j].name}: ${format(v, columns[j].unit)}`).join("\n"), String(row[0])));
  });
  scales.forEach((scale, j) => {
    const g = svg("g", { class: "axis" });
    g.append(svg("line", { x1: places[j], x2: places[j], y1: box.top, y2: box.bottom }));
    for (const [value, text] of scale.ticks) g.append(svg("text", { x: places[j] - 6, y: scale.at(value) + 4, "text-anchor": "end" }, text));
    g.append(svg("text", { x: places[j], y: box.bottom + 22, "text-anchor": "middle" }, columns[j].name));
    root.append(g);
  });
}

function drawTree(chart, root, box) {
  const [leaves, merges] = chart.series.map((s) => s.marks), names = leaves.map((m) => String(m[Y]));
  const y = scaleOf(chart.y, names, box.top, box.bottom);
  const x = scaleOf({ ...chart.x, zero: true }, [0, ...merges.map((m) => m[VALUE] ?? 0)], box.left, box.right);
  root.append(drawAxis(x, chart.x, true, box), drawAxis(y, chart.y, false, box));
  const at = [];  // of each cluster, the leaves by their number first
  leaves.forEach((m) => {
    at[m[X]] = [x.at(0), y.at(m[Y])];
    root.append(live(svg("circle", { cx: x.at(0), cy: y.at(m[Y]), r: 4, style: `fill: ${colour(m[LABEL].endsWith("chosen") ? 2 : 7)}` }),
      m[LABEL], String(m[Y])));
  });
  merges.forEach((m, i) => {
    const [[ax, ay], [bx, by]] = [at[m[X]], at[m[Y]]], end = x.at(m[VALUE] ?? 0);
    root.append(svg("path", { class: "join", d: `M${ax} ${ay}H${end}V${by}H${bx}` }));
    at[leaves.length + i] = [end, (ay + by) / 2];
  });
}

function drawChart(chart) {
  const hidden = new Set(), holder = el("div");
  const groups = [...new Set(chart.series.map((s) => s.group || s.name))];
  chart.series.forEach((s) => { s.index = groups.indexOf(s.group || s.name); });
  if (chart.kind === "heat_map") all(chart.series, (m) => { if (m.length <= VALUE) m[VALUE] = 0; });  // a zero at the end is not written
  const flat = chart.kind === "bars" || chart.kind === "stacked_bars";
  function redraw() {
    const series = (chart.kind === "tree" ? [chart.series[0]] : chart.series).filter((s) => !hidden.has(s.name));
    const ys = all(series, (m) => m[Y]), names = new Set(ys.map(String));
    const named = ys.some((v) => typeof v === "string"), cells = chart.kind === "heat_map", xs = all(series, (m) => m[X]);
    const labels = named || cells ? [...names] : scaleOf(chart.y, ys, 400, 0).ticks.map(([, text]) => text);
    const below = cells || xs.some((v) => typeof v === "string") ? [...new Set(xs.map(String))] : [];
    const box = boxFor(chart.low ? "low" : chart.kind === "points" && named ? "dots" : chart.kind, labels, names.size, slantRoom(below));
    const root = svg("svg", { viewBox: `0 0 ${box.width} ${box.height}`, role: "group", "aria-label": chart.title });
    if (chart.kind === "parallel") drawParallel(chart, root, { ...box, left: 90 });
    else if (chart.kind === "tree") drawTree(chart, root, box);
    else drawCartesian(chart, series, root, box, flat, ys);
    holder.replaceChildren(root);
  }
  redraw();
  redraws.push(redraw);
  const toggles = ["x", "y", "value"].filter((k) => canToggle(chart, k, flat)).map((k) => el("button", { type: "button",
    "aria-pressed": String(chart[k].log), onclick: (e) => {
      chart[k].log = !chart[k].log;
      e.target.setAttribute("aria-pressed", String(chart[k].log));
      redraw();
    } }, `log ${chart[k].label}`));
  const legend = chart.series.length < 2 || chart.kind === "tree" ? [] : [el("div", { class: "legend" }, ...chart.series.map((s) => el("button",
    { type: "button", class: chart.kind === "points" && s.style, "aria-pressed": "true", style: `--key: ${colour(s.index)}`, onclick: (e) => {
      if (!hidden.delete(s.name)) hidden.add(s.name);
      e.target.setAttribute("aria-pressed", String(!hidden.has(s.name)));
      redraw();
    } }, s.name)))];
  return el("figure", { class: `chart ${chart.kind === "parallel" ? "wide" : ""}`.trim() }, ...(chart.title ? [el("h3", {}, chart.title)] : []),
    el("div", { class: "tools" }, ...toggles,
      el("button", { type: "button", onclick: () => download(fileName(chart.title), csvOf(chartTable(chart))) }, "CSV")),
    ...legend, holder, ...(chart.caption ? [el("figcaption", { tabindex: "0" }, chart.caption)] : []));
}
function drawCartesian(chart, series, root, box, flat, ys) {
  const xs = all(series, (m) => m[X]);
  const stacked = chart.kind === "stacked_bars" ? [...new Set(ys)].map((c) =>
    series.flatMap((s) => s.marks).filter((m) => m[Y] === c).reduce((sum, m) => sum + m[X], 0)) : [];
  const ends = chart.kind === "bars" ? [...all(series, (m) => m[LOW]), ...all(series, (m) => m[HIGH])] : [];
  const cells = chart.kind === "heat_map";
  const sorted = (values) => (values.every((v) => typeof v === "number") ? [...new Set(values)].sort((a, b) => a - b) : [...new Set(values)]).map(String);
  const x = scaleOf({ ...chart.x, zero: flat, across: true }, cells ? sorted(xs) : [...xs, ...stacked, ...ends], box.left, box.right);
  const down = flat || ys.some((v) => typeof v === "string");  // names are read from the top, numbers grow upwards
  const y = scaleOf(chart.y, flat ? ys.map(String) : cells ? sorted(ys) : ys, ...(down ? [box.top, box.bottom] : [box.bottom, box.top]));
  root.append(drawAxis(x, chart.x, true, box), drawAxis(y, chart.y, false, box));
  if (flat) drawBars(chart, series, root, box, x, y);
  else if (cells) drawHeat(chart, series, root, box, x, y);
  else drawPoints(chart, series, root, box, x, y);
}
/** A heat map over two columns that the reader chooses, of one of the values at the end; of several rows in a cell the
 *  least counts. */
function drawSpace(chart) {
  const { columns, rows } = chart.table, first = columns.length - (chart.values || 1);
  const names = columns.slice(0, first).map((c) => c.name), values = columns.slice(first).map((c) => c.name);
  const holder = el("div");
  const choice = (word, options, j) => {
    const list = el("select", { onchange: draw }, ...options.map((n, k) => el("option", { value: k, selected: k === j }, n)));
    return [el("label", {}, `${word} `, list), list];
  };
  const [across, x] = choice("across", names, names.indexOf(chart.x.label)), [up, y] = choice("up", names, names.indexOf(chart.y.label));
  const [shown, value] = choice("show", values, 0);
  function draw() {
    const [i, j, v] = [Number(x.value), Number(y.value), first + Number(value.value)], cells = new Map();
    for (const row of rows) {
      const key = JSON.stringify([row[i], row[j]]), best = cells.get(key);
      if (row[v] !== null && (!best || row[v] < best[VALUE])) cells.set(key, [row[i], row[j], row[v]]);
    }
    const one = values.length > 1, marks = [...cells.values()];
    const title = `${one ? values[v - first] : chart.title} over ${names[i]} and ${names[j]}`;
    holder.replaceChildren(drawChart({ ...chart, table: undefined, title, x: { ...chart.x, label: names[i] }, y: { ...chart.y, label: names[j] },
      value: one ? valueAxis(columns[v], marks) : chart.value, series: [{ name: values[v - first], style: "points", marks }] }));
  }
  draw();
  const tools = [...(names.length > 2 ? [across, up] : []), ...(values.length > 1 ? [shown] : [])];
  return el("div", {}, ...(values.length > 1 ? [el("h3", {}, chart.title)] : []), tools.length ? el("div", { class: "tools" }, ...tools) : "", holder);
}
/** Logarithmic where values are far apart. */
function valueAxis(column, marks) {
  const all = marks.map((m) => m[VALUE]), low = Math.min(...all);
  return { label: column.name, unit: column.unit, difference: column.difference, log: !column.difference && low > 0 && Math.max(...all) > 20 * low };
}
function canToggle(chart, k, flat) {
  if (chart.kind === "parallel" || chart.kind === "tree" || (flat && k !== "x") || chart.kind === "stacked_bars") return false;
  const cells = all(chart.series, (m) => m[VALUE]);
  if (chart.kind === "heat_map") return k === "value" && !chart.value.difference && cells.every((v) => v > 0) && (chart.value.log || farApart(cells));
  const at = { x: X, y: Y }[k], values = at === undefined ? [] : all(chart.series, (m) => m[at]);
  return values.length > 0 && values.every((v) => typeof v === "number" && v > 0) && (chart[k].log || farApart(values));
}
/** So far that a logarithm shows more; numbers 1, 2, 3 ... are places, not sizes. */
function farApart(values) {
  return Math.max(...values) >= 5 * Math.min(...values) && !values.every((v, i) => v === i + 1);
}
function chartTable(chart) {
  if (chart.kind === "parallel") return chart.table;
  return { columns: ["series", chart.x.label || "x", chart.y.label || "y", chart.value.label || "value", "low", "high", "label"].map((name) => ({ name, unit: "" })),
    rows: chart.series.flatMap((s) => s.marks.map((m) => [s.name, ...[X, Y, VALUE, LOW, HIGH, LABEL].map((k) => m[k] ?? null)])) };
}


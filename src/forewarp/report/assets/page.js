// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Draws the page from the JSON beside it (report/page/page.cpp says what is in it). No libraries, no network.
"use strict";
(() => {
  const SVG = "http://www.w3.org/2000/svg";
  const colour = (i) => `var(--c${i % 8})`;

  // ---- elements

  function el(name, attributes = {}, ...children) {
    const e = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      if (key.startsWith("on")) e.addEventListener(key.slice(2), value);
      else if (value !== undefined && value !== false) e.setAttribute(key, value === true ? "" : value);
    }
    e.append(...children);
    return e;
  }

  function svg(name, attributes = {}, text) {
    const e = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, value);
    if (text !== undefined) e.textContent = text;
    return e;
  }

  // ---- numbers

  const digits = (v) => String(Number(v.toPrecision(Math.abs(v) >= 1000 ? 4 : 3)));
  const steps = (v, table) => {
    const [scale, unit] = table.find(([least]) => Math.abs(v) >= least) || table[table.length - 1];
    return `${digits(v / scale)} ${unit}`;
  };
  const TIMES = [[1, "s"], [1e-3, "ms"], [1e-6, "us"], [1e-9, "ns"]];
  const SIZES = [[1e12, "TB"], [1e9, "GB"], [1e6, "MB"], [1e3, "kB"], [1, "B"]];
  const COUNTS = [[1e12, "T"], [1e9, "G"], [1e6, "M"]];

  function format(v, unit) {
    if (v === null || v === undefined) return "";
    if (typeof v !== "number") return String(v);
    if (v === 0) return unit === "%" || unit === "share" ? "0 %" : "0";
    if (unit === "s") return steps(v, TIMES);
    if (unit === "B") return steps(v, SIZES);
    if (unit === "share") return `${digits(100 * v)} %`;
    if (unit === "%") return `${digits(v)} %`;
    if (unit === "W") return `${digits(v)} W`;
    if (Number.isInteger(v) && Math.abs(v) < 1e9) return String(v);
    return Math.abs(v) >= 1e6 ? steps(v, COUNTS) : Math.abs(v) < 1e-4 ? v.toExponential(2) : digits(v);
  }
  const titled = (axis) => axis.label + (axis.unit && axis.unit !== "share" && axis.unit !== "s" ? ` [${axis.unit}]` : "");

  // ---- what hovers

  const tip = el("div", { id: "tip", role: "status" });
  function showTip(event, text) {
    tip.textContent = text;
    const box = event.target.getBoundingClientRect();
    const x = event.clientX || box.x + box.width / 2, y = event.clientY || box.y;
    tip.style.visibility = "visible";
    tip.style.left = `${Math.max(4, Math.min(x + 12, innerWidth - tip.offsetWidth - 8))}px`;
    tip.style.top = `${Math.max(4, y - tip.offsetHeight - 10)}px`;
  }
  const hideTip = () => { tip.style.visibility = "hidden"; };

  /** Makes a drawn thing tell its values, and filter its section's tables by `key` when it is clicked. */
  function live(node, text, key) {
    node.classList.add("mark");
    node.setAttribute("tabindex", "0");
    node.setAttribute("role", "img");
    node.setAttribute("aria-label", text.replace(/\n/g, ", "));
    node.addEventListener("mousemove", (e) => showTip(e, text));
    node.addEventListener("focus", (e) => showTip(e, text));
    node.addEventListener("mouseleave", hideTip);
    node.addEventListener("blur", hideTip);
    const choose = () => filterSection(node.closest("section"), key);
    node.addEventListener("click", choose);
    node.addEventListener("keydown", (e) => { if (e.key === "Enter") choose(); });
    return node;
  }

  function filterSection(section, key) {
    if (!section || !key) return;
    for (const input of section.querySelectorAll("input[type=search]")) {
      input.value = input.value === key ? "" : key;
      input.dispatchEvent(new Event("input"));
    }
  }

  // ---- tables

  const ROWS_AT_FIRST = 30;

  function csvOf(table) {
    const cell = (v) => (v === null ? "" : /[",\n]/.test(String(v)) ? `"${String(v).replace(/"/g, '""')}"` : String(v));
    const head = table.columns.map((c) => cell(c.unit ? `${c.name} [${c.unit}]` : c.name)).join(",");
    return [head, ...table.rows.map((row) => row.map(cell).join(","))].join("\n") + "\n";
  }

  function download(name, text) {
    const link = el("a", { href: URL.createObjectURL(new Blob([text], { type: "text/csv" })), download: name });
    link.click();
    URL.revokeObjectURL(link.href);
  }

  function fileName(title) { return `${(title || "table").replace(/[^A-Za-z0-9]+/g, "_").slice(0, 60)}.csv`; }

  function shade(column, v) {
    if (!column.difference || typeof v !== "number") return "";
    const size = Math.min(1, Math.abs(v) / (column.unit === "share" ? 0.5 : 50));
    return `background: rgba(var(--${size < 0.1 ? "good" : "bad"}), ${(0.12 + 0.5 * size).toFixed(2)})`;
  }

  function drawTable(table) {
    const state = { by: -1, down: false, text: "", all: false };
    const body = el("tbody"), more = el("button", { type: "button" });
    const numeric = table.columns.map((_, j) => table.rows.some((r) => typeof r[j] === "number"));

    const matches = (row) => !state.text || row.some((v, j) =>
      format(v, table.columns[j].unit).toLowerCase().includes(state.text) || String(v).toLowerCase() === state.text);
    const before = (a, b) => {
      const x = a[state.by], y = b[state.by];
      if (x === null || y === null) return (x === null) - (y === null);
      return (state.down ? -1 : 1) * (typeof x === "number" && typeof y === "number" ? x - y : String(x).localeCompare(String(y)));
    };
    function fill() {
      let rows = table.rows.filter(matches);
      if (state.by >= 0) rows = [...rows].sort(before);
      const shown = state.all ? rows : rows.slice(0, ROWS_AT_FIRST);
      body.replaceChildren(...shown.map((row) => el("tr", {}, ...row.map((v, j) => el("td",
        { class: numeric[j] && "number", style: shade(table.columns[j], v) || false, title: typeof v === "number" && String(v) },
        format(v, table.columns[j].unit))))));
      more.hidden = rows.length <= ROWS_AT_FIRST;
      more.textContent = state.all ? "fewer rows" : `all ${rows.length} rows`;
    }
    const heads = table.columns.map((column, j) => el("th", { scope: "col", class: numeric[j] && "number" }, el("button",
      { type: "button", onclick: () => sortBy(j) }, column.name)));
    function sortBy(j) {
      state.down = state.by === j && !state.down;
      state.by = j;
      heads.forEach((h, k) => (k === j ? h.setAttribute("aria-sort", state.down ? "descending" : "ascending") : h.removeAttribute("aria-sort")));
      fill();
    }
    more.addEventListener("click", () => { state.all = !state.all; fill(); });
    const search = el("input", { type: "search", placeholder: "filter", "aria-label": `filter ${table.title || "the table"}`,
      oninput: (e) => { state.text = e.target.value.trim().toLowerCase(); fill(); } });
    const save = el("button", { type: "button", onclick: () => download(fileName(table.title), csvOf(table)) }, "CSV");
    fill();
    return el("figure", { class: "table" }, ...(table.title ? [el("h3", {}, table.title)] : []),
      el("div", { class: "tools" }, ...(table.rows.length > 5 ? [search] : []), save, more),
      el("div", { class: "scroll", tabindex: "0" }, el("table", {}, el("thead", {}, el("tr", {}, ...heads)), body)),
      ...(table.caption ? [el("figcaption", {}, table.caption)] : []));
  }

  // ---- scales and axes

  /** Maps numbers or categories to pixels; ticks are [value, text]. */
  function scaleOf(axis, values, from, to) {
    if (values.some((v) => typeof v === "string")) return categories(values, from, to);
    const finite = values.filter((v) => typeof v === "number" && (!axis.log || v > 0));
    let low = Math.min(...finite), high = Math.max(...finite);
    if (!finite.length) [low, high] = [axis.log ? 1 : 0, axis.log ? 10 : 1];
    if (axis.log) return logarithmic(axis, low, high, from, to);
    if (axis.zero) low = Math.min(0, low);
    if (low === high) [low, high] = [low - (Math.abs(low) || 1) / 2, high + (Math.abs(high) || 1) / 2];
    const step = niceStep((high - low) / (Math.abs(to - from) > 450 ? 5 : 3)), ticks = [];
    const start = Math.floor(low / step + 1e-9), end = Math.ceil(high / step - 1e-9);
    for (let i = start; i <= end; ++i) ticks.push([i * step, format(Number((i * step).toPrecision(12)), axis.unit)]);
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
    const every = Math.ceil((b - a) / 6), ticks = [];
    for (let i = a; i <= b; i += every) ticks.push([10 ** i, format(10 ** i, axis.unit)]);
    return { at: (v) => from + ((Math.log10(Math.max(v, 10 ** (a - 1))) - a) / (b - a)) * (to - from), ticks, band: 0 };
  }
  function categories(values, from, to) {
    const names = [...new Set(values.map(String))], band = (to - from) / names.length;
    const every = Math.ceil(names.length / (Math.abs(to - from) / 14));
    return { at: (v) => from + (names.indexOf(String(v)) + 0.5) * band, band: Math.abs(band), names,
      ticks: names.filter((_, i) => i % every === 0).map((n) => [n, n]) };
  }

  function drawAxis(scale, axis, horizontal, box) {
    const g = svg("g", { class: "axis" });
    const many = horizontal && scale.ticks.some(([, t]) => t.length > 8) && scale.ticks.length > 4;
    for (const [value, text] of scale.ticks) {
      const p = scale.at(value);
      if (horizontal) {
        g.append(svg("line", { x1: p, x2: p, y1: box.top, y2: box.bottom + 4, opacity: scale.band ? 0 : 1 }));
        const label = svg("text", { x: p, y: box.bottom + 18, "text-anchor": many ? "end" : "middle" }, text);
        if (many) label.setAttribute("transform", `rotate(-35 ${p} ${box.bottom + 14})`);
        g.append(label);
      } else {
        g.append(svg("line", { y1: p, y2: p, x1: box.left - 4, x2: box.right, opacity: scale.band ? 0 : 1 }));
        g.append(svg("text", { x: box.left - 8, y: p + 4, "text-anchor": "end" }, text));
      }
    }
    if (horizontal) g.append(svg("text", { x: (box.left + box.right) / 2, y: box.height - 4, "text-anchor": "middle" }, titled(axis)));
    else g.append(svg("text", { x: 4, y: box.top - 8 }, titled(axis)));
    return g;
  }

  /** So wide that text keeps its size on a phone. */
  const chartWidth = () => Math.max(320, Math.min(900, document.getElementById("page").clientWidth || 900));
  const redraws = [];
  let drawnWidth = 0;
  function redrawAll() {
    if (chartWidth() === drawnWidth) return;
    drawnWidth = chartWidth();
    redraws.forEach((redraw) => redraw());
  }

  function boxFor(kind, labels, rows) {
    const width = chartWidth();
    const left = Math.min(width * 0.4, 24 + 7 * Math.max(3, ...labels.map((l) => l.length)));
    if (kind === "heat_map") return heatBox(width, left, rows);
    const flat = kind === "bars" || kind === "stacked_bars";
    const bottomRoom = flat ? 44 : 76;
    const height = flat ? 34 + bottomRoom + 30 * rows : 460;
    return { width, height, left, right: width - 24, top: 28, bottom: height - bottomRoom };
  }

  /** Cells no higher than text needs where there are few of them. */
  function heatBox(width, left, rows) {
    const bottom = 28 + Math.min(420, Math.max(60, rows * 44));
    return { width, height: bottom + 64, left, right: width - 24, top: 28, bottom };
  }

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
      root.append(live(svg("rect", { x: Math.min(begin, end), y: top, width: Math.max(1, Math.abs(end - begin)), height: height - 1,
        style: `fill: ${colour(s.index)}` }), describe(chart, s.name, m), String(m[Y])));
      if (typeof m[LOW] === "number" && typeof m[HIGH] === "number")
        root.append(svg("path", { class: "whisker", fill: "none",
          d: `M${x.at(m[LOW])} ${middle}H${x.at(m[HIGH])}M${x.at(m[LOW])} ${middle - 5}v10M${x.at(m[HIGH])} ${middle - 5}v10` }));
    }));
  }

  function drawPoints(chart, series, root, box, x, y) {
    for (const [slope, name] of chart.slopes) root.append(...slopeLine(slope, name, chart, box, x, y, series));
    series.forEach((s) => {
      if (s.style !== "points") {
        const path = s.marks.map((m, k) => (k === 0 ? "M" : s.style === "step" ? `H${x.at(m[X])}V` : "L") +
          (k > 0 && s.style === "step" ? y.at(m[Y]) : `${x.at(m[X])} ${y.at(m[Y])}`)).join("");
        root.append(svg("path", { d: path, fill: "none", "stroke-width": 2, style: `stroke: ${colour(s.index)}` }));
      }
      const radius = s.style === "points" ? (s.marks.length > 500 ? 2.5 : 4.5) : 3;
      if (s.style === "points" || s.marks.length <= 200)
        for (const m of s.marks)
          root.append(live(svg("circle", { cx: x.at(m[X]), cy: y.at(m[Y]), r: radius, "fill-opacity": s.marks.length > 500 ? 0.6 : 0.9,
            style: `fill: ${colour(s.index)}` }), describe(chart, s.name, m), m[LABEL] || s.name));
    });
  }
  function slopeLine(slope, name, chart, box, x, y, series) {
    const xs = all(series, (m) => m[X]).filter((v) => typeof v === "number" && (!chart.x.log || v > 0));
    const [x1, x2] = [Math.min(...xs), Math.max(...xs)].map(x.at), inside = (v) => Math.max(box.top, Math.min(box.bottom, v));
    const [y1, y2] = [y.at(slope * Math.min(...xs)), y.at(slope * Math.max(...xs))];
    const cut = (v) => (y1 === y2 ? x1 : x1 + ((v - y1) / (y2 - y1)) * (x2 - x1));
    const [a, b] = [inside(y1), inside(y2)];
    if (a === b && y1 !== y2) return [];  // outside of the picture
    return [svg("line", { class: "slope", x1: a === y1 ? x1 : cut(a), x2: b === y2 ? x2 : cut(b), y1: a, y2: b }),
      svg("text", { x: (b === y2 ? x2 : cut(b)) + 2, y: b - 3, "text-anchor": "end", class: "quiet" }, name)];
  }

  function drawHeat(chart, series, root, box, x, y) {
    const marks = all(series, (m) => m), values = marks.map((m) => m[VALUE]).filter((v) => typeof v === "number");
    const place = (v) => (chart.value.log ? Math.log(Math.max(v, 1e-300)) : v);
    const low = Math.min(...values.map(place)), high = Math.max(...values.map(place));
    const w = x.band, h = y.band;
    for (const m of marks) {
      const share = high > low ? (place(m[VALUE]) - low) / (high - low) : 0.5;
      root.append(live(svg("rect", { x: x.at(m[X]) - w / 2, y: y.at(m[Y]) - h / 2, width: Math.max(1, w - (w > 8 ? 1 : 0)),
        height: Math.max(1, h - (h > 8 ? 1 : 0)), style: `fill: rgba(var(--cell), ${(0.06 + 0.9 * share).toFixed(3)})` }),
      describe(chart, "", m), m[LABEL] || String(m[X])));
      if (chart.numbers && w > 26) root.append(svg("text", { x: x.at(m[X]), y: y.at(m[Y]) + 4, "text-anchor": "middle", "pointer-events": "none",
        class: share > 0.55 ? "inverse" : "" },
        format(m[VALUE], chart.value.unit)));
    }
    const text = `${chart.value.label}: ${format(Math.min(...values), chart.value.unit)} (pale) to ${format(Math.max(...values), chart.value.unit)}`;
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

  function drawChart(chart) {
    const hidden = new Set(), holder = el("div", { class: "scroll" });
    const groups = [...new Set(chart.series.map((s) => s.group || s.name))];
    chart.series.forEach((s) => { s.index = groups.indexOf(s.group || s.name); });
    const flat = chart.kind === "bars" || chart.kind === "stacked_bars";
    function redraw() {
      const series = chart.series.filter((s) => !hidden.has(s.name));
      const ys = all(series, (m) => m[Y]), names = new Set(ys.map(String));
      const box = boxFor(chart.kind, ys.some((v) => typeof v === "string") ? [...names] : ["0000000"], names.size);
      const root = svg("svg", { viewBox: `0 0 ${box.width} ${box.height}`, role: "group", "aria-label": chart.title });
      if (chart.kind === "parallel") drawParallel(chart, root, { ...box, left: 90 });
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
    const legend = chart.series.length < 2 ? [] : [el("div", { class: "legend" }, ...chart.series.map((s) => el("button",
      { type: "button", "aria-pressed": "true", style: `--key: ${colour(s.index)}`, onclick: (e) => {
        if (!hidden.delete(s.name)) hidden.add(s.name);
        e.target.setAttribute("aria-pressed", String(!hidden.has(s.name)));
        redraw();
      } }, s.name)))];
    return el("figure", { class: "chart" }, ...(chart.title ? [el("h3", {}, chart.title)] : []), ...legend,
      el("div", { class: "tools" }, ...toggles,
        el("button", { type: "button", onclick: () => download(fileName(chart.title), csvOf(chartTable(chart))) }, "CSV")),
      holder, ...(chart.caption ? [el("figcaption", {}, chart.caption)] : []));
  }
  function drawCartesian(chart, series, root, box, flat, ys) {
    const xs = all(series, (m) => m[X]);
    const stacked = chart.kind === "stacked_bars" ? [...new Set(ys)].map((c) =>
      series.flatMap((s) => s.marks).filter((m) => m[Y] === c).reduce((sum, m) => sum + m[X], 0)) : [];
    const ends = chart.kind === "bars" ? [...all(series, (m) => m[LOW]), ...all(series, (m) => m[HIGH])] : [];
    const cells = chart.kind === "heat_map";
    const sorted = (values) => (values.every((v) => typeof v === "number") ? [...new Set(values)].sort((a, b) => a - b) : [...new Set(values)]).map(String);
    const x = scaleOf({ ...chart.x, zero: flat }, cells ? sorted(xs) : [...xs, ...stacked, ...ends], box.left, box.right);
    const y = flat ? scaleOf(chart.y, ys.map(String), box.top, box.bottom)
      : scaleOf(chart.y, cells ? sorted(ys) : ys, box.bottom, box.top);
    root.append(drawAxis(x, chart.x, true, box), drawAxis(y, chart.y, false, box));
    if (flat) drawBars(chart, series, root, box, x, y);
    else if (cells) drawHeat(chart, series, root, box, x, y);
    else drawPoints(chart, series, root, box, x, y);
  }
  function canToggle(chart, k, flat) {
    if (chart.kind === "parallel" || (flat && k !== "x") || chart.kind === "stacked_bars") return false;
    if (chart.kind === "heat_map") return k === "value" && all(chart.series, (m) => m[VALUE]).every((v) => v > 0);
    const at = { x: X, y: Y }[k];
    return at !== undefined && all(chart.series, (m) => m[at]).every((v) => typeof v === "number" && v > 0);
  }
  function chartTable(chart) {
    if (chart.kind === "parallel") return chart.table;
    return { columns: ["series", chart.x.label || "x", chart.y.label || "y", chart.value.label || "value", "low", "high", "label"].map((name) => ({ name, unit: "" })),
      rows: chart.series.flatMap((s) => s.marks.map((m) => [s.name, ...[X, Y, VALUE, LOW, HIGH, LABEL].map((k) => m[k] ?? null)])) };
  }

  // ---- source text

  function drawListing(listing) {
    const rows = listing.lines.map(([n, text, share, detail]) => el("div",
      { style: share > 0 ? `background: rgba(var(--bad), ${(0.08 + 0.5 * share).toFixed(2)})` : false, title: detail || false },
      el("span", { class: "n" }, String(n)), el("span", { class: "cost" }, share > 0 ? `${digits(100 * share)} %` : ""), el("span", {}, text)));
    return el("figure", { class: "source" }, ...(listing.title ? [el("h3", {}, listing.title)] : []),
      el("div", { class: "listing", tabindex: "0", role: "region", "aria-label": listing.title || "source" }, ...rows),
      ...(listing.caption ? [el("figcaption", {}, listing.caption)] : []));
  }

  // ---- the page

  const DRAW = { table: drawTable, chart: drawChart, listing: drawListing, text: (b) => el("p", {}, b.text) };

  function drawPage(page) {
    const main = document.getElementById("page");
    main.replaceChildren();
    if (page.facts.length) main.append(el("dl", { class: "facts" }, ...page.facts.map(([k, v]) => el("div", {}, el("dt", {}, k), el("dd", {}, v)))));
    if (page.sections.length > 2)
      main.append(el("nav", { "aria-label": "sections" }, el("ul", {}, ...page.sections.map((s, i) => el("li", {}, el("a", { href: `#s${i}` }, s.title))))));
    if (page.notes.length) main.append(el("ul", { class: "notes", "aria-label": "notes" }, ...page.notes.map((n) => el("li", {}, n))));
    page.sections.forEach((s, i) => main.append(el("section", { id: `s${i}`, "aria-label": s.title }, el("h2", {}, s.title),
      ...s.blocks.map((b) => DRAW[b.type](b)))));
    document.body.append(tip);
    drawnWidth = chartWidth();
    addEventListener("resize", redrawAll);
  }

  drawPage(JSON.parse(document.getElementById("data").textContent));
})();

// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// The chart engine's entry: chartScene() places everything, chartMarkup() writes it as SVG, chartFile() a whole file.

// A box is where a plane is drawn: left, right, top, bottom are its edges; from, to and foot those of its axes' text.

function namesOf(values) { return unique(values.map(String)); }
function longestOf(texts) { return most([3].concat(texts.map(function (t) { return t.length; }))); }
function tickNames(scale) { return scale.ticks.map(function (t) { return t[1]; }); }

/** Up to `rows` categories; what the others are is in the table of the page. */
function firstCategories(chart, series, rows) {
  if (!rows || !(isFlat(chart))) return series;
  var kept = categoriesOf(chart, series).slice(0, rows);
  return series.map(function (s) {
    return { name: s.name, group: s.group, style: s.style, index: s.index, marks: s.marks.filter(function (m) { return kept.indexOf(String(m[Y])) >= 0; }) };
  });
}

function boxOf(chart, series, width) {
  var ys = allMarks(series, yOf), xs = allMarks(series, xOf), cells = chart.kind === "heat_map";
  var named = isFlat(chart) || cells || chart.kind === "tree" || ys.some(function (v) { return typeof v === "string"; });
  var labels = named ? namesOf(chart.kind === "tree" ? chart.series[0].marks.map(yOf) : ys) : tickNames(scaleOf(chart.y, ys, 384, 28));
  var left = Math.min(width * 0.4, 22 + LETTER * longestOf(labels)), ends = labelsAtEnds(chart, series);
  var right = ends.length ? Math.min(width * 0.34, 24 + 6.1 * longestOf(ends.map(function (s) { return s.name; }))) : isFlat(chart) ? 62 : 24;
  var below = cells || xs.some(function (v) { return typeof v === "string"; }) ? sortedNames(xs) : [];
  var slanted = slantRoom(below, width - left - right), rows = labels.length, room = 44 + slanted, height;
  if (cells) height = 28 + Math.min(420, Math.max(60, rows * 44)) + room;
  else if (isFlat(chart)) height = room + 34 + Math.max(rows > 40 ? 15 : rows > 12 ? 22 : 30, isStacked(chart) ? 0 : 11 * Math.min(series.length, 8)) * rows;
  else if (chart.kind === "tree" || named) height = room + 34 + 20 * rows;
  else height = chart.low ? room + 130 : Math.max(250, Math.min(384, width * 0.38));
  height = Math.round(height);
  return { width: width, height: height, slanted: slanted > 0, left: left, right: width - right, top: 28, bottom: height - room, from: 0, to: width, foot: height - 4 };
}

/** So many boxes beside and below each other, each with its title above it. */
function gridOf(count, width, least, high, left) {
  var columns = Math.max(1, Math.min(count, Math.floor(width / least))), wide = Math.min(width / columns, 2 * least), boxes = [];
  for (var i = 0; i < count; ++i) {
    var x = (i % columns) * wide, y = Math.floor(i / columns) * high;
    boxes.push({ from: x, to: x + wide - 10, left: x + left, right: x + wide - 18, top: y + 44, bottom: y + high - 44, foot: y + high - 8, width: wide });
  }
  return { boxes: boxes, height: Math.ceil(count / columns) * high };
}

/** Charts whose groups each have a panel. */
function panelled(chart) { return chart.panels && groupsOf(chart).length > 1 ? groupsOf(chart) : []; }
/** What needs the whole width of a page. */
function isWideChart(chart) { return chart.kind === "parallel" || (chart.kind === "multiples" && panelCount(chart) > 2) || panelled(chart).length > 1; }
function panelCount(chart) { return chart.table.columns.length - (chart.values || 1); }

/** options: {width, rows: categories at most, hidden: {name: true}, domains: {x, y} that the reader zoomed to}. */
function chartScene(chart, options) {
  giveColours(chart);
  if (chart.kind === "heat_map" || chart.kind === "surface")
    allMarks(chart.series, function (m) { if (m.length <= VALUE) m[VALUE] = 0; });  // a zero at the end is not written
  var width = options.width, hidden = options.hidden || {}, scene = { width: width, under: "", lines: "", over: "", marks: [] };
  var series = firstCategories(chart, chart.series.filter(function (s) { return !hidden[s.name]; }), options.rows);
  if (chart.kind === "multiples") {
    var grid = gridOf(panelCount(chart), width, Math.min(250, width / 2), 216, 58);
    grid.boxes.forEach(function (b) { b.top -= 14; b.bottom += 14; });
    scene.height = grid.height;
    drawMultiples(chart, scene, grid.boxes);
    return scene;
  }
  if (chart.kind === "parallel") {
    scene.width = width = Math.max(width, 84 * chart.table.columns.length);
    scene.height = 340;
    scene.box = { left: 84, right: width - 64, top: 16, bottom: 306 };
    drawParallel(chart, scene, scene.box);
    return scene;
  }
  if (chart.kind === "surface") {
    scene.height = 470;
    drawSurface(chart, scene, { left: 20, right: width - 20, top: 20, bottom: 450 });
    return scene;
  }
  var groups = panelled(chart);
  if (groups.length) return panelScene(chart, series, groups, scene);
  var box = scene.box = boxOf(chart, series, width);
  scene.height = box.height;
  if (isFlat(chart)) drawBars(chart, series, scene, box);
  else if (chart.kind === "heat_map") drawHeat(chart, series, scene, box);
  else if (chart.kind === "tree") drawTree(chart, scene, box);
  else drawPoints(chart, series, scene, box, scene.scales = pointScales(chart, series, box, options.domains));
  return scene;
}

/** All panels have the same axes, so that they can be compared. */
function panelScene(chart, series, groups, scene) {
  var left = Math.min(90, 22 + LETTER * longestOf(tickNames(scaleOf(chart.y, allMarks(series, yOf), 200, 0))));
  var grid = gridOf(groups.length, scene.width, 330, 240, left);
  scene.height = grid.height;
  groups.forEach(function (group, i) {
    var own = series.filter(function (s) { return (s.group || s.name) === group; }), box = grid.boxes[i];
    scene.over += words(box.from + 2, box.top - 30, group, { weight: 600 });
    drawPoints(chart, own, scene, box, pointScales(chart, own, box, undefined, chart.series));
  });
  return scene;
}

// ---- SVG

function markText(chart, m) {
  if (m.text) return m.text;
  return m.row === undefined ? describe(chart, chart.kind === "heat_map" ? "" : m.series.name, m.mark) : describeRow(chart.table, chart.table.rows[m.row]);
}
/** more: attributes that only pages need. */
function markNode(m, more) {
  var a = {}, fill = "fill: " + m.fill + (m.alpha === 1 ? "" : "; fill-opacity: " + place(m.alpha));
  if (m.shape === "circle") a = { cx: m.x, cy: m.y, r: m.r, style: fill };
  else if (m.shape === "rect") a = { x: m.x, y: m.y, width: m.w, height: m.h, style: fill };
  else a = { d: d3.line()(m.points.map(function (p) { return p.map(place); })), fill: "none", style: "stroke: " + m.stroke + "; stroke-width: " + m.width + "; stroke-opacity: " + place(m.alpha) };
  Object.keys(more || {}).forEach(function (key) { a[key] = more[key]; });
  return node(m.shape, a);
}

/** Between the tags of an <svg>; `attributesOf(mark, i)` says what a page adds to a mark, false: draws none of them. */
function chartMarkup(chart, scene, attributesOf, clipped) {
  var marks = "";
  if (attributesOf !== false) scene.marks.forEach(function (m, i) { marks += markNode(m, attributesOf && attributesOf(m, i)); });
  var inner = scene.lines + marks, b = scene.box;
  if (clipped) inner = node("svg", { x: b.left, y: b.top, width: b.right - b.left, height: b.bottom - b.top,
    viewBox: [b.left, b.top, b.right - b.left, b.bottom - b.top].map(place).join(" "), "class": "window" }, inner);
  return scene.under + inner + scene.over;
}

/** What each colour means, where names do not stand at the lines themselves: [[name, colour, style]]. */
function chartKeys(chart) {
  var ends = labelsAtEnds(chart, chart.series), alone = panelled(chart).length > 0 || ["tree", "surface", "multiples", "parallel"].indexOf(chart.kind) >= 0;
  var series = chart.series.filter(function (s) { return ends.indexOf(s) < 0 && s.name && !(chart.along && isLine(s)); });
  if (alone || (chart.series.length < 2)) return [];
  return series.map(function (s) { return [s.name, colour(s.index), s.style]; });
}

/** Keys in rows below the title of a file. */
function keysMarkup(keys, width, top) {
  var x = 12, y = top, text = "";
  keys.forEach(function (k) {
    var wide = 30 + widthOf(k[0]);
    if (x + wide > width && x > 12) { x = 12; y += 18; }
    text += k[2] === "points" || !k[2] ? node("circle", { cx: x + 7, cy: y - 4, r: 5, style: "fill: " + k[1] }) :
      line(x, y - 4, x + 16, y - 4, "stroke-width: 3; stroke: " + k[1], { "stroke-dasharray": k[2] === "dashed" ? "5 3" : undefined });
    text += words(x + 21, y, k[0]);
    x += wide;
  });
  return { text: text, height: keys.length ? y - top + 20 : 0 };
}

/** A whole SVG file: on white paper, whatever shows it; its title and what it shows are said to screen readers. */
function chartFile(chart, css, width) {
  useColoursOf(css);
  var scene = chartScene(chart, { width: width }), keys = keysMarkup(chartKeys(chart), scene.width, 46), head = 32 + keys.height;
  var about = [chart.caption, chart.x.label && chart.y.label ? chart.y.label + " over " + chart.x.label : ""].filter(Boolean).join(" ");
  var size = { xmlns: "http://www.w3.org/2000/svg", viewBox: "0 0 " + place(scene.width) + " " + place(scene.height + head + 6), width: scene.width, height: scene.height + head + 6,
    role: "img", "aria-labelledby": "title about", "font-family": "sans-serif", "font-size": 12 };
  return node("svg", size, "\n" + node("title", { id: "title" }, escapeText(chart.title)) + "\n" + node("desc", { id: "about" }, escapeText(about)) + "\n" +
    node("rect", { width: "100%", height: "100%", style: "fill: " + inkOf("paper") }) + "\n" + words(scene.width / 2, 22, chart.title, { anchor: "middle", size: 15 }) + keys.text + "\n" +
    node("g", { transform: "translate(0 " + head + ")" }, chartMarkup(chart, scene).replace(/(<(?:g|line|circle|rect|path|polygon|text)[ >])/g, "\n$1"))) + "\n";
}

// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// The chart engine: numbers against numbers. A drawn thing is an object, so that a page can put it on a canvas where
// there are many: {shape: "circle" | "rect" | "path", ..., fill or stroke, alpha, chart, mark or row}.

// A mark of the data is [x, y, value, low, high, label, name].
var X = 0, Y = 1, VALUE = 2, LOW = 3, HIGH = 4, LABEL = 5, NAME = 6;
function allMarks(series, pick) { return flatten(series.map(function (s) { return s.marks.map(pick); })); }
function xOf(m) { return m[X]; }
function yOf(m) { return m[Y]; }
/** Series of one group share a colour. */
function groupsOf(chart) { return unique(chart.series.map(function (s) { return s.group || s.name; })); }
function giveColours(chart) {
  var groups = groupsOf(chart);
  chart.series.forEach(function (s) { s.index = groups.indexOf(s.group || s.name); });
}

/** What hovers over a mark and what a screen reader says of it. */
function describe(chart, name, m) {
  var lines = [m[LABEL] || name];
  if (chart.kind === "heat_map") lines.push(chart.value.label + ": " + format(m[VALUE], chart.value.unit));
  lines.push(chart.x.label + ": " + format(m[X], chart.x.unit), chart.y.label + ": " + format(m[Y], chart.y.unit));
  if (typeof m[LOW] === "number" && typeof m[HIGH] === "number") {
    var unit = chart.kind === "bars" ? chart.x.unit : chart.y.unit;
    lines.push("range: " + format(m[LOW], unit) + " to " + format(m[HIGH], unit));
  }
  return lines.filter(function (l) { return l && l.indexOf(": ") !== 0; }).join("\n");
}

function isLine(s) { return s.style !== "points"; }
function lastOf(list) { return list[list.length - 1]; }
/** Lines are labelled at their ends where that is readable: not where they all end in one point. */
function labelsAtEnds(chart, series) {
  var lines = series.filter(function (s) { return isLine(s) && s.marks.length && s.name; });
  var ends = unique(lines.map(function (s) { return lastOf(s.marks)[Y]; }));
  return chart.kind === "points" && !chart.along && lines.length > 1 && lines.length <= 2 * MAX_COLOURS && 2 * ends.length > lines.length ? lines : [];
}

function pointScales(chart, series, box, domains, shared) {
  var from = shared || series, xs = allMarks(from, xOf), ys = allMarks(from, yOf), named = ys.some(function (v) { return typeof v === "string"; });
  var ranges = flatten(allMarks(from, function (m) { return [m[LOW], m[HIGH]]; })).filter(isNumber);
  (chart.rules || []).forEach(function (r) { xs.push(r[0]); });
  return {
    x: scaleOf({ label: chart.x.label, unit: chart.x.unit, log: chart.x.log, across: true }, xs, box.left, box.right, domains && domains.x),
    y: scaleOf(chart.y, named ? ys : ys.concat(ranges), named ? box.top : box.bottom, named ? box.bottom : box.top, domains && domains.y)
  };
}

/** One plane of points and lines into `scene`; panels are several of these. */
function drawPoints(chart, series, scene, box, scales) {
  var x = scales.x, y = scales.y, labels = [];
  scene.under += axisBelow(x, chart.x, box) + axisLeft(y, chart.y, box);
  chart.slopes.forEach(function (slope) { slopeLine(slope[0], slope[1], scene, box, x, y, series, labels); });
  (chart.rules || []).forEach(function (rule) { scene.under += ruleLine(rule, box, x, chart.y.label); });
  series.filter(isLine).forEach(function (s) { drawLine(chart, s, scene, box, x, y); });
  var named = [];
  series.forEach(function (s) { drawDots(chart, s, scene, x, y, named); });
  scene.over += dotNames(named);
  scene.over += endLabels(labelsAtEnds(chart, series), box, x, y);
}

function drawLine(chart, s, scene, box, x, y) {
  var path = d3.line().x(function (m) { return place(x.at(m[X])); }).y(function (m) { return place(y.at(m[Y])); })
    .defined(function (m) { return isNumber(x.at(m[X])) && isNumber(y.at(m[Y])); }).curve(s.style === "step" ? d3.curveStepAfter : d3.curveLinear);
  var d = path(s.marks);
  // Steps of several devices are often the same: earlier lines are wider, so that they show beside later ones.
  var after = s.style === "step" ? Math.min(2, chart.series.length - 1 - chart.series.indexOf(s)) : 0;
  if (d) scene.lines += node("path", { d: d, fill: "none", "stroke-width": 2 + 2.5 * after, "stroke-linejoin": "round",
    "stroke-dasharray": s.style === "dashed" ? "7 4" : undefined, style: "stroke: " + colour(s.index) });
  if (chart.along && s.marks.length > 1) scene.over += labelsAlong(s, box, x, y);
}

/** "DRAM 3.35 TB/s" along the rising part of a roof, and what its flat part is over that. */
function labelsAlong(s, box, x, y) {
  var points = s.marks.map(function (m) { return [x.at(m[X]), y.at(m[Y])]; }), a = points[0], b = points[1], text = "";
  var turn = Math.atan2(b[1] - a[1], b[0] - a[0]) * 180 / Math.PI, fill = colour(s.index), long = Math.sqrt(Math.pow(b[0] - a[0], 2) + Math.pow(b[1] - a[1], 2));
  var seen = a[0] >= box.left - 1 && b[0] <= box.right + 1 && a[1] <= box.bottom + 1;
  if (s.name && seen && points.length > 2 && long > widthOf(s.name, 11) + 8) {
    // Dashed roofs begin higher; their names stand at the end, so that two names do not meet.
    var t = s.style === "dashed" ? 1 - (widthOf(s.name, 11) / 2 + 8) / long : (widthOf(s.name, 11) / 2 + 8) / long;
    var px = a[0] + t * (b[0] - a[0]), py = a[1] + t * (b[1] - a[1]);
    text += words(px + 5 * Math.sin(turn * Math.PI / 180), py - 5 * Math.cos(turn * Math.PI / 180), s.name, { anchor: "middle", size: 11, turn: turn, fill: fill, halo: true });
  }
  if (s.name && seen && points.length > 2 && !text) text += words(b[0] - 6, b[1] - 5, s.name, { anchor: "end", size: 11, fill: fill, halo: true });
  var last = lastOf(points), flat = lastOf(s.marks)[NAME];
  if (flat) text += words(box.right - 2, last[1] - 6, flat, { anchor: "end", size: 11, halo: true });
  return text;
}

/** Names of dots, [x, y, name]: right of them, or left, above or below where another dot or name is. */
function dotNames(dots) {
  var taken = dots.map(function (d) { return [d[0] - 5, d[0] + 5, d[1] + 4]; });
  return dots.map(function (d, i) {
    var x = d[0], y = d[1], wide = widthOf(d[2], 11), spots = [[x + 8, y + 4, "start"], [x - 8, y + 4, "end"], [x + 8, y - 9, "start"], [x + 8, y + 17, "start"]];
    function from(spot) { return spot[2] === "end" ? spot[0] - wide : spot[0]; }
    function free(spot) {
      return taken.every(function (t, k) { return k === i || from(spot) > t[1] || from(spot) + wide < t[0] || Math.abs(spot[1] - t[2]) > 11; });
    }
    var spot = spots.filter(free)[0] || spots[0];
    taken.push([from(spot), from(spot) + wide, spot[1]]);
    return words(spot[0], spot[1], d[2], { anchor: spot[2], size: 11, halo: true });
  }).join("");
}

function drawDots(chart, s, scene, x, y, named) {
  var points = !isLine(s), many = s.marks.length > 500, radius = points ? (many ? 2.5 : 4.5) : 3;
  var dense = !points && s.marks.length > 40;  // then the line is enough for the eye; its points answer all the same
  if (!points && s.marks.length > 400) return;
  s.marks.forEach(function (m) {
    var cx = x.at(m[X]), cy = y.at(m[Y]);
    if (!isNumber(cx) || !isNumber(cy)) return;
    if (points && isNumber(m[LOW]) && isNumber(m[HIGH])) scene.lines += line(cx, y.at(m[LOW]), cx, y.at(m[HIGH]), WHISKER + inkOf(INK));
    scene.marks.push({ shape: "circle", x: cx, y: cy, r: radius, fill: colour(s.index), alpha: dense ? 0 : many ? 0.6 : 0.9, series: s, mark: m });
    if (m[NAME] && points) named.push([cx, cy, m[NAME]]);
  });
}
var WHISKER = "fill: none; stroke-width: 1.5; stroke: ";

/** Names beside the ends of lines, none over another; a thin line leads to one that had to give way. */
function endLabels(series, box, x, y) {
  var size = 11, room = Math.floor((box.to - box.right - 12) / (LETTER * size / 12)), text = "";
  var all = series.map(function (s) {
    var end = lastOf(s.marks);
    return { s: s, x: Math.min(x.at(end[X]), box.right), at: Math.max(box.top, Math.min(box.bottom, y.at(end[Y]))) };
  }).sort(function (a, b) { return a.at - b.at || a.s.index - b.s.index; });
  all.forEach(function (l, i) { l.y = i === 0 ? l.at : Math.max(l.at, all[i - 1].y + 13); });
  for (var i = all.length - 1, bound = box.bottom + 4; i >= 0; --i) { all[i].y = Math.min(all[i].y, bound); bound = all[i].y - 13; }
  all.forEach(function (l) {
    if (Math.abs(l.y - l.at) > 4 || l.x < box.right - 12) text += line(l.x + 2, l.at, box.right + 8, l.y, "stroke-width: 0.7; stroke: " + colour(l.s.index), { "stroke-dasharray": "2 3" });
    text += words(box.right + 10, l.y + 4, shortened(l.s.name, room), { size: size, fill: colour(l.s.index), weight: 600, name: "series-name" });
  });
  return text;
}

/** A line of that slope and its name, at an end where no other of `labels` is near and, if it can be, no mark. */
function slopeLine(slope, name, scene, box, x, y, series, labels) {
  var xs = allMarks(series, xOf).filter(function (v) { return isNumber(v) && v > 0; });
  if (!xs.length) return;
  var low = least(xs), high = most(xs), x1 = x.at(low), x2 = x.at(high), y1 = y.at(slope * low), y2 = y.at(slope * high);
  function inside(v) { return Math.max(box.top, Math.min(box.bottom, v)); }
  function cut(v) { return y1 === y2 ? x1 : x1 + (v - y1) / (y2 - y1) * (x2 - x1); }
  var a = inside(y1), b = inside(y2);
  if (a === b && y1 !== y2) return;  // outside of the picture
  var begin = a === y1 ? x1 : cut(a), end = b === y2 ? x2 : cut(b);
  scene.under += line(begin, a, end, b, GRID + inkOf(QUIET), { "class": "slope", "stroke-dasharray": "4 4" });
  var spots = [[end, b - 3, "end"], [end, b + 20, "end"], [begin, a - 3, "start"], [begin, a + 20, "start"]].filter(function (p) {
    return p[1] < box.bottom && labels.every(function (q) { return Math.abs(p[0] - q[0]) > 34 || Math.abs(p[1] - q[1]) > 11; });
  });
  var wide = widthOf(name, 11), dots = allMarks(series, function (m) { return [x.at(m[X]), y.at(m[Y])]; });
  var spot = spots.filter(function (p) {
    var from = p[2] === "end" ? p[0] - wide : p[0];
    return dots.every(function (d) { return d[0] < from - 5 || d[0] > from + wide + 5 || d[1] < p[1] - 14 || d[1] > p[1] + 5; });
  })[0] || spots[0];
  if (!spot) return;
  labels.push(spot);
  scene.over += words(spot[0], spot[1], name, { anchor: spot[2], ink: QUIET, size: 11, halo: true, name: "slope-name" });
}

/** A line across at one x, where this launch is. Its name is above the plane, right of the name of the y axis. */
function ruleLine(rule, box, x, above) {
  var p = x.at(rule[0]), wide = widthOf(rule[1], 11), free = box.from + 2 + (above ? widthOf(above, 12) + 8 : 0);
  if (!(p >= box.left && p <= box.right)) return "";
  return line(p, box.top, p, box.bottom, GRID + inkOf(INK), { "class": "rule", "stroke-dasharray": "3 3" }) +
    words(Math.max(free, Math.min(p - wide / 2, box.to - wide)), box.top - 4, rule[1], { size: 11 });
}

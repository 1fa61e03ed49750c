// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// The chart engine: bars with their numbers, and heat maps.

function isStacked(chart) { return chart.kind === "stacked_bars"; }
function isFlat(chart) { return chart.kind === "bars" || isStacked(chart); }
/** In the order of the data; the parts of a stack in that of the part which most stacks have. */
function categoriesOf(chart, series) {
  var lists = series.map(function (s) { return s.marks; });
  if (isStacked(chart)) lists.sort(function (a, b) { return b.length - a.length; });
  return namesOf(flatten(lists).map(yOf));
}
function sumOf(series, category) {
  return allMarks(series, function (m) { return m; }).reduce(function (sum, m) { return m[Y] === category ? sum + m[X] : sum; }, 0);
}

function drawBars(chart, series, scene, box) {
  var names = categoriesOf(chart, series), values = allMarks(series, xOf), ends = {};
  if (isStacked(chart)) unique(allMarks(series, yOf)).forEach(function (c) { values.push(sumOf(series, c)); });
  else values = values.concat(allMarks(series, function (m) { return m[LOW]; }), allMarks(series, function (m) { return m[HIGH]; }));
  var x = scaleOf({ label: chart.x.label, unit: chart.x.unit, log: chart.x.log, zero: true, base: chart.base, across: true }, values, box.left, box.right);
  var y = scaleOf(chart.y, names, box.top, box.bottom), beside = isStacked(chart) ? 1 : Math.max(1, series.length);
  var height = Math.min(24, y.band * 0.8 / beside), zero = chart.x.log ? box.left : x.at(chart.base || 0), written = series.length * names.length <= 200 && height >= 7.5, small = height >= 11 ? 11 : 9;
  scene.under += axisBelow(x, chart.x, box) + axisLeft(y, chart.y, box);
  series.forEach(function (s, i) {
    s.marks.forEach(function (m) {
      if (!isNumber(m[X])) return;
      var key = String(m[Y]), before = ends[key] || { sum: 0, end: zero }, sum = isStacked(chart) ? before.sum + m[X] : m[X];
      var begin = isStacked(chart) ? before.end : zero, end = x.at(sum), middle = y.at(m[Y]);
      ends[key] = { sum: sum, end: end };
      var top = isStacked(chart) ? middle - height / 2 : middle - series.length * height / 2 + i * height, centre = top + (height - 1) / 2;
      scene.marks.push({ shape: "rect", x: Math.min(begin, end), y: top, w: Math.max(1, Math.abs(end - begin)), h: Math.max(0.5, height - 1), fill: colour(s.index),
        alpha: 1, series: s, mark: m, key: key });
      var stop = Math.max(begin, end);
      if (isNumber(m[LOW]) && isNumber(m[HIGH])) {
        scene.over += whisker(x.at(m[LOW]), x.at(m[HIGH]), centre, Math.min(5, height / 2));
        stop = Math.max(stop, x.at(m[HIGH]));
      }
      if (written && !isStacked(chart)) scene.over += words(stop + 5, centre + 4, format(m[X], chart.x.unit), { size: small, halo: true });
    });
  });
  if (isStacked(chart) && written) names.forEach(function (n) {
    if (ends[n]) scene.over += words(ends[n].end + 5, y.at(n) + 4, format(ends[n].sum, chart.x.unit), { size: 11, halo: true });
  });
}
function whisker(low, high, centre, tick) {
  return node("path", { "class": "whisker", style: WHISKER + inkOf(INK), d: "M" + place(low) + " " + place(centre) + "H" + place(high) +
    "M" + place(low) + " " + place(centre - tick) + "v" + place(2 * tick) + "M" + place(high) + " " + place(centre - tick) + "v" + place(2 * tick) });
}

// ---- heat maps

function sortedNames(values) {
  var once = unique(values);
  if (once.every(isNumber)) once.sort(function (a, b) { return a - b; });
  return once.map(String);
}
function share01(v, low, high) { return high > low ? (v - low) / (high - low) : 0.5; }
/** How far from what it should be: good when near, else the other colour. */
function differenceInk(v, unit) {
  var size = Math.min(1, Math.abs(v) / (unit === "share" ? 0.5 : 50));
  return { name: size < 0.1 ? "good" : "bad", alpha: Math.round((0.12 + 0.36 * size) * 100) / 100 };
}

function drawHeat(chart, series, scene, box) {
  var marks = allMarks(series, function (m) { return m; }).filter(function (m) { return isNumber(m[VALUE]); }), values = marks.map(function (m) { return m[VALUE]; });
  var x = scaleOf({ label: chart.x.label, across: true }, sortedNames(marks.map(xOf)), box.left, box.right);
  var y = scaleOf({ label: chart.y.label }, sortedNames(marks.map(yOf)), box.bottom, box.top);
  function level(v) { return chart.value.log ? Math.log(Math.max(v, 1e-300)) : v; }
  var levels = values.map(level), low = least(levels), high = most(levels), w = x.band, h = y.band;
  var longest = most([0].concat(values.map(function (v) { return format(v, chart.value.unit).length; })));
  var numbers = chart.numbers && h > 11 && w > Math.min(7 * longest, 26 + 3 * longest);
  var sparse = 2 * values.filter(function (v) { return v === 0; }).length > values.length;  // then zeros are the ground, not news
  scene.under += axisBelow(x, chart.x, box) + axisLeft(y, chart.y, box);
  marks.forEach(function (m) {
    var ink = chart.value.difference ? differenceInk(m[VALUE], chart.value.unit) : { name: "cell", alpha: place(0.06 + (numbers ? 0.44 : 0.9) * share01(level(m[VALUE]), low, high)) };
    scene.marks.push({ shape: "rect", x: x.at(m[X]) - w / 2, y: y.at(m[Y]) - h / 2, w: Math.max(1, w - (w > 8 ? 1 : 0)), h: Math.max(1, h - (h > 8 ? 1 : 0)),
      fill: tint(ink.name), alpha: ink.alpha, series: series[0], mark: m, key: String(m[X]) });
    // Numbers stand on paler cells, where they can be read.
    if (numbers && !(sparse && m[VALUE] === 0)) scene.over += words(x.at(m[X]), y.at(m[Y]) + 4, format(m[VALUE], chart.value.unit), { anchor: "middle" });
  });
  if (values.length) scene.over += words(box.right, box.top - 8, chart.value.label + ": " + format(least(values), chart.value.unit) + (chart.value.difference ? "" : " (faint)") + " to " +
    format(most(values), chart.value.unit), { anchor: "end" });
}

// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// The chart engine: parallel axes, one small picture per parameter, dendrograms, surfaces.

/** Values of column j; axes of time are logarithmic where times are far apart. */
function columnValues(table, j) { return table.rows.map(function (r) { return r[j]; }); }
function farApart(values) {
  var numbers = values.filter(isNumber), low = least(numbers);
  return numbers.length > 0 && low > 0 && most(numbers) >= 5 * low;
}
function columnAxis(table, j) { return { label: table.columns[j].name, unit: table.columns[j].unit, log: table.columns[j].unit === "s" && farApart(columnValues(table, j)) }; }
/** Few numbers, as sizes of blocks are: places, not sizes. */
function asPlaces(values) {
  var once = unique(values.filter(function (v) { return v !== null; }));
  return once.length <= 24 && once.every(isNumber) ? sortedNames(once) : null;
}
function placeScale(axis, values, from, to) {
  var names = axis.unit ? null : asPlaces(values);
  return names ? categories(names, axis.across, from, to) : scaleOf(axis, values, from, to);
}

function describeRow(table, row) {
  return row.map(function (v, j) { return table.columns[j].name + ": " + format(v, table.columns[j].unit); }).join("\n");
}
/** Of each row 0 (the best by the last column) to 1. */
function ranksOf(table) {
  var last = table.columns.length - 1, order = table.rows.map(function (r, i) { return i; }).filter(function (i) { return isNumber(table.rows[i][last]); });
  order.sort(function (a, b) { return table.rows[a][last] - table.rows[b][last] || a - b; });
  var ranks = [];
  order.forEach(function (i, k) { ranks[i] = k / Math.max(1, order.length - 1); });
  return ranks;
}
function rankInk(rank) { return rank < 0.25 ? "good" : rank > 0.75 ? "bad" : "cell"; }

function drawParallel(chart, scene, box) {
  var table = chart.table, count = table.columns.length, ranks = ranksOf(table);
  scene.axes = table.columns.map(function (c, j) {
    var p = box.left + j * (box.right - box.left) / Math.max(1, count - 1);
    return { x: p, column: c, scale: placeScale(columnAxis(table, j), columnValues(table, j), box.bottom, box.top) };
  });
  // The worst first, so that the best are seen.
  var order = table.rows.map(function (_, i) { return i; }).sort(function (a, b) { return (ranks[b] === undefined ? 2 : ranks[b]) - (ranks[a] === undefined ? 2 : ranks[a]) || b - a; });
  var many = table.rows.length > 300;
  order.forEach(function (i) {
    var points = [], row = table.rows[i], best = ranks[i] < 0.25;
    // Lines of one value are spread by rank, so that a bundle shows how good its lines are.
    row.forEach(function (v, j) {
      var scale = scene.axes[j].scale, spread = scale.band ? Math.min(scale.band * 0.7, 40) * ((ranks[i] === undefined ? 1 : ranks[i]) - 0.5) : 0;
      if (v !== null) points.push([scene.axes[j].x, scale.at(v) - spread]);
    });
    scene.marks.push({ shape: "path", points: points, stroke: tint(rankInk(ranks[i])), alpha: (best ? 0.9 : 0.35) * Math.max(0.06, Math.min(1, 150 / table.rows.length)), width: many ? 1 : 1.5, row: i, key: String(row[0]) });
  });
  scene.axes.forEach(function (axis) {
    var text = line(axis.x, box.top, axis.x, box.bottom, GRID + inkOf(QUIET));
    var end = axis === lastOf(scene.axes);
    axis.scale.ticks.forEach(function (t) {
      text += words(axis.x + (end ? 6 : -6), axis.scale.at(t[0]) + 4, shortened(t[1], 14), { anchor: end ? "start" : "end", ink: QUIET, halo: true });
    });
    var room = Math.floor((box.right - box.left) / Math.max(1, count - 1) / LETTER);
    text += words(axis.x, box.bottom + 20, shortened(axis.column.name, Math.max(6, room)), { anchor: "middle" });
    scene.over += node("g", { "class": "axis" }, text);
  });
}

/** Time over each parameter: a dot per configuration, and a line through the best of each value; of several trailing
 *  columns of times ("predicted", "measured") each has its colour. */
function drawMultiples(chart, scene, panels) {
  var table = chart.table, count = chart.values || 1, first = table.columns.length - count, times = [];
  for (var k = first; k < table.columns.length; ++k) times = times.concat(columnValues(table, k));
  var axis = { label: "", unit: table.columns[first].unit, log: farApart(times) }, numbers = times.filter(isNumber), low = least(numbers), high = most(numbers);
  var domain = axis.log ? [low / 1.15, high * 1.15] : [low - 0.08 * (high - low || low), high + 0.08 * (high - low || low)];
  panels.forEach(function (box, j) {
    var x = placeScale({ label: "", unit: table.columns[j].unit, across: true }, columnValues(table, j), box.left, box.right);
    var y = scaleOf(axis, times, box.bottom, box.top, numbers.length ? domain : undefined);
    scene.under += axisBelow(x, { label: "" }, box) + axisLeft(y, { label: "" }, box) + words(box.left, box.top - 9, table.columns[j].name, { weight: 600 });
    for (var k = 0; k < count; ++k) {
      drawColumn(table, j, first + k, k, colour(count > 1 ? k : 1), scene, x, y, Math.max(1, Math.ceil(table.rows.length * panels.length * count / 40000)));
      if (count > 1) scene.over += words(box.right, box.top - 9 + 12 * k - (count > 1 ? 6 : 0), table.columns[first + k].name, { anchor: "end", size: 11, fill: colour(k), weight: 600 });
    }
  });
}
/** Of the rows after the first few hundred, the best, every k-th has a dot. */
function drawColumn(table, j, t, index, ink, scene, x, y, every) {
  var best = {}, many = table.rows.length > 500;
  table.rows.forEach(function (row, i) {
    if (row[j] === null || !isNumber(row[t])) return;
    var key = String(row[j]);
    if (!best[key] || row[t] < best[key][t]) best[key] = row;
    if (i >= 300 && i % every) return;
    var sway = x.band ? (((i * 2654435761) >>> 0) / 4294967296 - 0.5) * Math.min(x.band * 0.7, 40) : 0;
    scene.marks.push({ shape: "circle", x: x.at(row[j]) + sway, y: y.at(row[t]), r: many ? 1.5 : 3, fill: colour(index), alpha: many || index > 0 ? 0.35 : 0.6, row: i, key: many ? undefined : key });
  });
  var tops = Object.keys(best).map(function (k) { return best[k]; }).sort(function (a, b) { return x.at(a[j]) - x.at(b[j]); });
  var path = d3.line().x(function (r) { return place(x.at(r[j])); }).y(function (r) { return place(y.at(r[t])); });
  if (!tops.length) return;
  scene.over += node("path", { d: path(tops), fill: "none", "stroke-width": 2, style: "stroke: " + ink });
  tops.forEach(function (r) { scene.over += node("circle", { cx: x.at(r[j]), cy: y.at(r[t]), r: 3, style: "fill: " + ink }); });
}

/** Series 0: the leaves from top to bottom (number, name); series 1: the joins (a, b, height). */
function drawTree(chart, scene, box) {
  var leaves = chart.series[0].marks, merges = chart.series[1].marks, names = leaves.map(function (m) { return String(m[Y]); }), at = [];
  var heights = merges.map(function (m) { return m[VALUE] || 0; }), y = scaleOf(chart.y, names, box.top, box.bottom);
  var x = scaleOf({ label: chart.x.label, unit: chart.x.unit, zero: true, across: true }, [0].concat(heights), box.left, box.right);
  scene.under += axisBelow(x, chart.x, box) + axisLeft(y, chart.y, box);
  (chart.rules || []).forEach(function (rule) { scene.under += ruleLine(rule, box, x, chart.y.label); });
  leaves.forEach(function (m) {
    at[m[X]] = [x.at(0), y.at(m[Y])];
    scene.marks.push({ shape: "circle", x: x.at(0), y: y.at(m[Y]), r: 4, fill: colour(/chosen$/.test(m[LABEL] || "") ? 2 : 7), alpha: 1, text: m[LABEL] || String(m[Y]), key: String(m[Y]) });
  });
  merges.forEach(function (m, i) {
    var a = at[m[X]], b = at[m[Y]], end = x.at(heights[i]);
    scene.lines += node("path", { "class": "join", style: WHISKER + inkOf(QUIET), d: "M" + place(a[0]) + " " + place(a[1]) + "H" + place(end) + "V" + place(b[1]) + "H" + place(b[0]) });
    at[leaves.length + i] = [end, (a[1] + b[1]) / 2];
  });
}

/** Seen from above a corner, far parts first, coloured by height; `falls` where the surface is highest at the low corner. */
function drawSurface(chart, scene, box) {
  var marks = chart.series[0].marks, xs = unique(marks.map(xOf)).sort(d3up), ys = unique(marks.map(yOf)).sort(d3up), z = {}, top = most(marks.map(function (m) { return m[VALUE]; })) || 1;
  marks.forEach(function (m) { z[m[X] + " " + m[Y]] = m[VALUE]; });
  var low = chart.falls ? 1 : 0, front = [(box.left + box.right) / 2, box.bottom - 50], half = (box.right - box.left) / 2 - 55, depth = 88, tall = 165;
  function away(side, v) { var s = share01(v, side[0], side[side.length - 1]); return low ? 1 - s : s; }
  function at(fx, fy, h) { return [front[0] + (fy - fx) * half, front[1] - (fx + fy) * depth - h / top * tall]; }
  function corner(i, j) { return at(away(xs, xs[i]), away(ys, ys[j]), z[xs[i] + " " + ys[j]]); }
  // Faces hide what is behind them: an opaque colour in a file; on a page, whose colours change, paper below a tint.
  var solid = inkOf("paper").charAt(0) === "#" ? d3.interpolateRgb(inkOf("paper"), tint("cell")) : null, faces = "";
  for (var a = 0; a + 1 < xs.length; ++a) for (var b = 0; b + 1 < ys.length; ++b) {
    var i = low ? a : xs.length - 2 - a, j = low ? b : ys.length - 2 - b, four = [[i, j], [i + 1, j], [i + 1, j + 1], [i, j + 1]];
    var mean = four.reduce(function (sum, c) { return sum + z[xs[c[0]] + " " + ys[c[1]]] / 4; }, 0), level = 0.1 + 0.85 * mean / top;
    var points = four.map(function (c) { return corner(c[0], c[1]).map(tenth).join(","); }).join(" ");
    if (!solid) faces += node("polygon", { points: points, fill: inkOf("paper") });
    faces += node("polygon", { points: points, fill: solid ? d3.color(solid(level)).hex() : tint("cell"), "fill-opacity": solid ? undefined : level });
  }
  scene.lines += node("g", { style: "stroke-width: 0.4; stroke: " + inkOf("paper") }, faces);
  [[xs, chart.x, -1], [ys, chart.y, 1]].forEach(function (side) { scene.over += floorAxis(side[0], side[1], side[2], at, away); });
  var up = at(1, 0, 0), height = d3.scaleLinear().domain([0, top]);
  scene.over += line(up[0], up[1], at(1, 0, top)[0], at(1, 0, top)[1], GRID + inkOf(QUIET));
  withTexts(height.ticks(5), chart.value.unit).forEach(function (t) {
    var p = at(1, 0, t[0]);
    scene.over += line(p[0], p[1], p[0] - 5, p[1], GRID + inkOf(QUIET)) + words(p[0] - 8, p[1] + 4, t[1], { anchor: "end", ink: QUIET });
  });
  scene.over += words(at(1, 0, top)[0] - 40, at(1, 0, top)[1] - 12, chart.value.label);
}
function d3up(a, b) { return a - b; }
function tenth(v) { return Math.round(v * 10) / 10; }
function floorAxis(side, axis, sign, at, away) {
  function floor(v) { return sign < 0 ? at(away(side, v), 0, 0) : at(0, away(side, v), 0); }
  var ends = [floor(side[0]), floor(side[side.length - 1])], middle = sign < 0 ? at(0.5, 0, 0) : at(0, 0.5, 0);
  var text = line(ends[0][0], ends[0][1], ends[1][0], ends[1][1], GRID + inkOf(QUIET)), anchor = sign < 0 ? "end" : "start";
  withTexts(d3.scaleLinear().domain([side[0], side[side.length - 1]]).ticks(5), axis.unit).forEach(function (t) {
    var p = floor(t[0]);
    text += line(p[0], p[1], p[0] + sign * 5, p[1] + 5, GRID + inkOf(QUIET)) + words(p[0] + sign * 8, p[1] + 17, t[1], { anchor: anchor, ink: QUIET });
  });
  return text + words(middle[0] + sign * 45, middle[1] + 45, axis.label, { anchor: anchor });
}

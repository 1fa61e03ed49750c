// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// The chart engine: numbers and categories to pixels by d3-scale, and axes. A scale is {at, ticks: [[value, text]], band,
// invert}; band is 0 for numbers.

/** axis: {label, unit, log, zero, across}. `domain` [low, high] is what the reader zoomed to. */
function scaleOf(axis, values, from, to, domain) {
  if (values.some(function (v) { return typeof v === "string"; })) return categories(values, axis.across, from, to);
  var finite = values.filter(function (v) { return isNumber(v) && (!axis.log || v > 0); });
  var low = least(finite), high = most(finite);
  if (!finite.length) { low = axis.log ? 1 : 0; high = axis.log ? 10 : 1; }
  if (domain) { low = domain[0]; high = domain[1]; }
  return axis.log ? logarithmic(axis, low, high, from, to, domain) : linear(axis, low, high, from, to, domain);
}
/** How many numbers there is room for. */
function roomFor(axis, from, to) { return Math.max(2, Math.floor(Math.abs(to - from) / (axis.across ? 78 : 46))); }
function withTexts(values, unit) {
  var texts = tickTexts(values, unit);
  return values.map(function (v, i) { return [v, texts[i]]; });
}
function linear(axis, low, high, from, to, domain) {
  if (axis.zero && !domain) { low = Math.min(axis.base || 0, low); high = Math.max(axis.base || 0, high); }
  if (low === high) { low -= (Math.abs(low) || 1) / 2; high += (Math.abs(high) || 1) / 2; }
  var count = Math.min(7, roomFor(axis, from, to)), scale = d3.scaleLinear().domain([low, high]).range([from, to]);
  if (!domain) scale.nice(count);
  var values = scale.ticks(count).map(function (v) { return Number(v.toPrecision(12)); });
  return { at: scale, invert: scale.invert, ticks: withTexts(values, axis.unit), band: 0 };
}
/** From a 1, 2 or 5 to another where there are few decades, else from a power of ten to another. */
function roundBounds(low, high) {
  var few = Math.log(high / low) < 3 * Math.LN10, bounds = [low, high];
  [low, high].forEach(function (v, i) {
    var power = Math.pow(10, Math.floor(Math.log(v) / Math.LN10 + 1e-9)), share = v / power;
    var round = few ? [1, 2, 5, 10] : [1, 10], k = 0;
    while (k < round.length - 1 && (i === 0 ? round[k + 1] <= share * (1 + 1e-9) : round[k] < share * (1 - 1e-9))) ++k;
    bounds[i] = Number((round[k] * power).toPrecision(12));
  });
  if (bounds[0] === bounds[1]) bounds[1] *= 10;
  return bounds;
}
function logarithmic(axis, low, high, from, to, domain) {
  var bounds = domain ? [low, high] : roundBounds(low, high);
  var scale = d3.scaleLog().domain(bounds).range([from, to]), floor = domain ? bounds[0] / 10 : bounds[0];  // what is 0 lies on the axis
  function at(v) { return scale(Math.max(v, floor)); }
  return { at: at, invert: scale.invert, ticks: withTexts(logTicks(scale, bounds, roomFor(axis, from, to)), axis.unit), band: 0 };
}
/** 1, 2, 5, or the powers of ten, or every k-th of these; of d3's ticks where less than a decade is seen. */
function logTicks(scale, bounds, room) {
  function mantissa(v) { return Math.round(v / Math.pow(10, Math.floor(Math.log(v) / Math.LN10 + 1e-9))); }
  var all = scale.ticks(20).map(function (v) { return Number(v.toPrecision(12)); });
  if (bounds[1] / bounds[0] < 3) {
    var near = d3.scaleLinear().domain(bounds).ticks(Math.min(room, 5));
    return near.length > 1 ? near.map(function (v) { return Number(v.toPrecision(12)); }) : bounds;
  }
  var nice = all.filter(function (v) { return [1, 2, 5].indexOf(mantissa(v)) >= 0; }), tens = all.filter(function (v) { return mantissa(v) === 1; });
  if (nice.length > 1 && nice.length <= room) return nice;
  if (tens.length < 2) return nice.length > 1 ? [nice[0], nice[nice.length - 1]] : bounds;
  var every = Math.ceil(tens.length / room);
  return tens.filter(function (_, i) { return i % every === 0; });
}
function categories(values, across, from, to) {
  var names = unique(values.map(String)), scale = d3.scaleBand().domain(names).range([from, to]), half = scale.bandwidth() / 2;
  var longest = most(names.map(function (n) { return n.length; }));
  var room = across && !slantRoom(names, Math.abs(to - from)) ? 12 + LETTER * longest : 13;
  var every = Math.max(1, Math.ceil(names.length / (Math.abs(to - from) / room)));
  return { at: function (v) { var p = scale(String(v)); return p === undefined ? NaN : p + half; }, band: scale.bandwidth(), names: names,
    ticks: names.filter(function (_, i) { return i % every === 0; }).map(function (n) { return [n, n]; }) };
}
/** How high the names of categories below are where they stand slanted, for want of room; else 0. */
function slantRoom(names, width) {
  var longest = names.length ? most(names.map(function (n) { return n.length; })) : 0, tight = names.length * (12 + LETTER * longest) > width;
  return longest > 8 && tight ? Math.min(180, 4.2 * longest) : 0;
}

var GRID = "stroke-width: 1; fill: none; stroke: ";

/** box: {left, right, top, bottom, width, height, slanted}; where a title goes: box.axisBottom. */
function axisBelow(scale, axis, box) {
  var text = "", grid = GRID + inkOf("rule"), last = -Infinity;
  scale.ticks.forEach(function (tick) {
    var p = scale.at(tick[0]);
    if (!(p >= box.left - 0.5 && p <= box.right + 0.5)) return;
    if (!scale.band) text += line(p, box.top, p, box.bottom + 4, grid);
    if (box.slanted) {
      text += words(p, box.bottom + 14, shortened(tick[1], Math.min(40, p / 5.8)), { anchor: "end", ink: QUIET, turn: -35 });
    } else {
      // The last one ends inside of the picture; none runs into the one before.
      var half = widthOf(tick[1]) / 2, x = Math.max(box.from + half, Math.min(p, box.to - half));
      if (x - half < last) return;
      last = x + half + 4;
      text += words(x, box.bottom + 17, tick[1], { anchor: "middle", ink: QUIET });
    }
  });
  if (axis.label) text += words((box.left + box.right) / 2, box.foot, axis.label, { anchor: "middle" });
  return node("g", { "class": "axis" }, text);
}
function axisLeft(scale, axis, box) {
  var text = "", grid = GRID + inkOf("rule"), room = Math.floor((box.left - box.from - 10) / LETTER);
  scale.ticks.forEach(function (tick) {
    var p = scale.at(tick[0]), lines = scale.band >= 26 ? wrapped(tick[1], room) : [shortened(tick[1], room)];
    if (!(p >= box.top - 0.5 && p <= box.bottom + 0.5)) return;
    if (!scale.band) text += line(box.left - 4, p, box.right, p, grid);
    lines.forEach(function (part, i) {
      text += words(box.left - 8, p + 4 + 13 * (i - (lines.length - 1) / 2), part, { anchor: "end", ink: QUIET });
    });
  });
  if (axis.label) text += words(box.from + 2, box.top - 12, axis.label);
  return node("g", { "class": "axis" }, text);
}

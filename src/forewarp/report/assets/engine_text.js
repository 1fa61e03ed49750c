// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// The chart engine: numbers as text, colours, and SVG as text. The engine_*.js files make SVG markup from a chart's data
// and need no document, so that one engine draws pages in browsers and SVG files in the tool (Duktape, which has
// ECMAScript 5: no let, no arrows, no templates). They become one function after d3's modules.

// ---- numbers

function digits(v) { return String(Number(v.toPrecision(Math.abs(v) >= 1000 ? 4 : 3))); }
function steps(v, table) {
  var i = 0;
  while (i < table.length - 1 && Math.abs(v) < table[i][0]) ++i;
  return digits(v / table[i][0]) + " " + table[i][1];
}
var TIMES = [[1, "s"], [1e-3, "ms"], [1e-6, "us"], [1e-9, "ns"], [1e-12, "ps"]];
var SIZES = [[1e12, "TB"], [1e9, "GB"], [1e6, "MB"], [1e3, "kB"], [1, "B"]];
var COUNTS = [[1e12, "T"], [1e9, "G"], [1e6, "M"]];
var THIN = "\u202f";
var NUMBERS = d3.formatLocale({ decimal: ".", thousands: THIN, grouping: [3], currency: ["", ""] });
var inGroups = NUMBERS.format(",d");
/** A share beyond all sense (an error of 2e15 %) is not written out. */
function percent(v) { return (Math.abs(v) >= 1e6 ? v.toExponential(1).replace("+", "") : digits(v)) + " %"; }
/** Groups of three digits where there are many. */
function grouped(v) { return Math.abs(v) < 1e5 ? String(v) : inGroups(v).replace("\u2212", "-"); }

function format(v, unit) {
  if (v === null || v === undefined) return "";
  if (typeof v !== "number") return String(v);
  if (v === 0) return unit === "%" || unit === "share" ? "0 %" : "0";
  if (unit === "s") return steps(v, TIMES);
  if (unit === "B") return steps(v, SIZES);
  if (unit === "share") return percent(100 * v);
  if (unit === "%") return percent(v);
  if (unit === "W") return digits(v) + " W";
  if (v % 1 === 0 && Math.abs(v) < 1e9) return grouped(v);
  return Math.abs(v) >= 1e6 ? steps(v, COUNTS) : Math.abs(v) < 1e-4 ? v.toExponential(2) : digits(v);
}
/** As `format`, but short: an axis has little room, and its numbers are round. */
function tickText(v, unit) {
  if (!unit && Math.abs(v) >= 1e4) return steps(v, COUNTS.concat([[1e3, "k"]]));
  if (unit === "share" && Math.abs(v) >= 1e3) return (100 * v).toExponential().replace("+", "") + " %";
  return format(v, unit);
}
/** With more digits where ticks are so near each other that short numbers would be alike. */
function tickTexts(values, unit) {
  var texts = values.map(function (v) { return tickText(v, unit); });
  if (unique(texts).length === texts.length || (unit && unit !== "s")) return texts;
  var most = Math.max.apply(null, values.map(Math.abs)), step = TIMES[TIMES.length - 1];
  for (var i = TIMES.length - 1; i >= 0; --i) if (most >= TIMES[i][0]) step = TIMES[i];
  return values.map(function (v) { return unit ? Number((v / step[0]).toPrecision(7)) + " " + step[1] : String(Number(v.toPrecision(9))); });
}

// ---- lists

function unique(values) {
  var seen = {}, all = [];
  values.forEach(function (v) {
    var key = typeof v + v;
    if (!seen[key]) { seen[key] = true; all.push(v); }
  });
  return all;
}
function flatten(lists) { return [].concat.apply([], lists); }
function isNumber(v) { return typeof v === "number" && isFinite(v); }
function least(values) { return values.reduce(function (a, b) { return b < a ? b : a; }, Infinity); }
function most(values) { return values.reduce(function (a, b) { return b > a ? b : a; }, -Infinity); }

// ---- colours: the names of page.css, or what they stand for in a file that has no style sheet

var MAX_COLOURS = 8;
var inkOf = function (name) { return "var(--" + name + ")"; };
/** Colour i of the palette; what comes after the last one shares it. */
function colour(i) { return inkOf("c" + Math.min(i, MAX_COLOURS - 1)); }
function tint(name) { return "rgb(" + inkOf(name) + ")"; }
/** The light colours of a style sheet: "--ink: #1b1f24;" in its first block. */
function useColoursOf(css) {
  var colours = {}, pattern = /--([a-z0-9]+): ([^;]+);/g, found, first = css.slice(0, css.indexOf("}"));
  while ((found = pattern.exec(first)) !== null) colours[found[1]] = found[2];
  inkOf = function (name) { return colours[name]; };
}

// ---- SVG as text

function escapeText(text) {
  return String(text).replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
}
/** To hundredths of a pixel: as exact as eyes are, and the same from every engine. */
function place(v) { return typeof v === "number" ? Math.round(v * 100) / 100 : v; }
/** `inside` is markup, or undefined; attributes that are undefined are left out. */
function node(name, attributes, inside) {
  var text = "<" + name;
  Object.keys(attributes).forEach(function (key) {
    if (attributes[key] !== undefined) text += " " + key + "=\"" + escapeText(place(attributes[key])) + "\"";
  });
  return text + (inside === undefined ? "/>" : ">" + inside + "</" + name + ">");
}
function line(x1, y1, x2, y2, style, more) {
  var attributes = { x1: x1, y1: y1, x2: x2, y2: y2, style: style };
  Object.keys(more || {}).forEach(function (key) { attributes[key] = more[key]; });
  return node("line", attributes);
}
var QUIET = "quiet", INK = "ink";
/** more: anchor, ink, size, turn (degrees), weight, name (class). */
function words(x, y, text, more) {
  var m = more || {};
  return node("text", { "class": m.name, x: x, y: y, "text-anchor": m.anchor === "start" ? undefined : m.anchor,
    transform: m.turn ? "rotate(" + place(m.turn) + " " + place(x) + " " + place(y) + ")" : undefined,
    style: "fill: " + (m.fill || inkOf(m.ink || INK)) + (m.size ? "; font-size: " + m.size + "px" : "") + (m.weight ? "; font-weight: " + m.weight : "") +
      (m.halo ? "; paint-order: stroke; stroke: " + inkOf("paper") + "; stroke-width: 3px; stroke-linejoin: round" : "") }, escapeText(text));
}
var LETTER = 7;  // width of most at 12 px
function widthOf(text, size) { return String(text).length * LETTER * (size || 12) / 12; }
/** Begin and end of a name that is too long. */
function shortened(name, mostLetters) {
  if (name.length <= mostLetters) return name;
  var half = Math.max(2, Math.floor((mostLetters - 1) / 2));
  return name.slice(0, half) + "\u2026" + name.slice(-half);
}
/** In two lines where one has no room for it. */
function wrapped(name, mostLetters) {
  var cut = name.length > mostLetters ? name.lastIndexOf(" ", mostLetters) : -1;
  return cut > 0 ? [name.slice(0, cut), shortened(name.slice(cut + 1), mostLetters)] : [shortened(name, mostLetters)];
}

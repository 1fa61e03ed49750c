// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// What every drawing needs: elements, numbers as text, and what hovers.

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
const TIMES = [[1, "s"], [1e-3, "ms"], [1e-6, "us"], [1e-9, "ns"], [1e-12, "ps"]];
const SIZES = [[1e12, "TB"], [1e9, "GB"], [1e6, "MB"], [1e3, "kB"], [1, "B"]];
const COUNTS = [[1e12, "T"], [1e9, "G"], [1e6, "M"]];
/** A share beyond all sense (an error of 2e15 %) is not written out. */
const percent = (v) => `${Math.abs(v) >= 1e6 ? v.toExponential(1).replace("+", "") : digits(v)} %`;
const THIN = "\u202f";
/** Groups of three digits where there are many. */
const grouped = (v) => (Math.abs(v) < 1e5 ? String(v) : String(v).replace(/\B(?=(\d{3})+$)/g, THIN));

function format(v, unit) {
  if (v === null || v === undefined) return "";
  if (typeof v !== "number") return String(v);
  if (v === 0) return unit === "%" || unit === "share" ? "0 %" : "0";
  if (unit === "s") return steps(v, TIMES);
  if (unit === "B") return steps(v, SIZES);
  if (unit === "share") return percent(100 * v);
  if (unit === "%") return percent(v);
  if (unit === "W") return `${digits(v)} W`;
  if (Number.isInteger(v) && Math.abs(v) < 1e9) return grouped(v);
  return Math.abs(v) >= 1e6 ? steps(v, COUNTS) : Math.abs(v) < 1e-4 ? v.toExponential(2) : digits(v);
}
/** As `format`, but short: an axis has little room, and its numbers are round. */
function tickText(v, unit) {
  if (!unit && Math.abs(v) >= 1e4) return steps(v, [...COUNTS, [1e3, "k"]]);
  if (unit === "share" && Math.abs(v) >= 1e3) return `${(100 * v).toExponential().replace("+", "")} %`;
  return format(v, unit);
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
    if (!input.finds(key)) continue;
    input.value = input.value === key ? "" : key;
    input.dispatchEvent(new Event("input"));
  }
}

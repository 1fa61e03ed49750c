// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Sliders and the list of devices. They change `state` (serve.js) and report to `changed`.

const byId = (id) => document.getElementById(id);

function element(name, attributes, ...children) {
  const e = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) e.addEventListener(key.slice(2), value);
    else e.setAttribute(key, value);
  }
  e.append(...children);
  return e;
}

const grouped = (value) => String(value).replace(/\B(?=(\d{3})+(?!\d))/g, "\u202f");
const inOrder = (values) => [...new Set(values)].sort((a, b) => a - b);
const powersOfTwo = (first, last) => Array.from({ length: last - first + 1 }, (_, i) => 2 ** (first + i));
const steps = (first, last, step) => Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, i) => first + i * step);

/**
 * A slider over a list of values, with the exact value beside it. `text` says what a value means where it is not the
 * number itself; `set` receives a value.
 */
function makeSlider({ id, label, values, value, text, set }) {
  const list = inOrder([...values, value]);
  const range = element("input", { type: "range", id: `slider-${id}`, min: 0, max: list.length - 1, step: 1 });
  const exact = text ? element("output", { for: range.id }) : element("input", { type: "number", "aria-label": `${label}, exact value` });
  const show = (v) => {
    range.setAttribute("aria-valuetext", text ? text(v) : grouped(v));
    if (text) exact.textContent = text(v);
    else exact.value = v;
  };
  range.value = list.indexOf(value);
  show(value);
  range.addEventListener("input", () => { show(list[range.value]); set(list[range.value]); });
  if (!text) exact.addEventListener("change", () => {
    const v = Math.round(Number(exact.value));
    if (!Number.isFinite(v)) return;
    range.value = list.findLastIndex((one) => one <= v);
    set(v);
  });
  return element("div", { class: "slider" }, element("label", { for: range.id }, label), range, exact);
}

const BLOCKS = [32, 64, 96, 128, 192, 256, 384, 512, 768, 1024];
/** The first extent of "16,16" or "256"; the others stay. */
const withFirst = (block, first) => [first, ...block.split(/[,x]/).slice(1)].join(",");

function sliderList(controls) {
  const sliders = controls.parameters.map((p) => ({ id: p.name, label: p.name, value: p.value,
    values: p.sizes.length ? p.sizes : powersOfTwo(p.value > 64 ? 6 : 0, 26), set: (v) => { state.set[p.name] = v; changed("slider"); } }));
  const onlyText = !state.launch && controls.block.length && controls.block[0] > 0;
  if (onlyText) sliders.push({ id: "block-x", label: "block", values: BLOCKS, value: controls.block[0],
    set: (v) => { state.block = withFirst(state.block || controls.block.filter((n, i) => i === 0 || n > 1).join(","), v); byId("block").value = state.block; changed("slider"); } });
  sliders.push({ id: "registers", label: "registers", values: [0, ...steps(16, 248, 8), 255], value: state.registers,
    text: (v) => (v ? `${v}` : `as compiled${controls.registers && !state.registers ? ` (${controls.registers})` : ""}`), set: (v) => { state.registers = v; changed("slider"); } });
  sliders.push({ id: "clock", label: "clock", values: [0, ...steps(300, 3000, 30)], value: state.clock_mhz,
    text: (v) => (v ? `${v} MHz` : "data sheet"), set: (v) => { state.clock_mhz = v; changed("slider"); } });
  return sliders;
}

/** Anew only where they would differ in more than their values: a slider that is being moved stays. */
let shapeOfSliders = "";
function showSliders(controls) {
  const list = sliderList(controls), shape = JSON.stringify([list.map((s) => [s.id, s.values]), controls.registers && !state.registers ? controls.registers : 0]);
  if (shape === shapeOfSliders) return;
  const focused = document.activeElement?.id;
  byId("sliders").replaceChildren(...list.map(makeSlider));
  shapeOfSliders = shape;
  if (focused?.startsWith("slider-")) byId(focused)?.focus();
}
const forgetSliders = () => { shapeOfSliders = ""; };

function showKernels(controls) {
  byId("kernels").hidden = controls.kernels.length < 2;
  byId("kernel").replaceChildren(...controls.kernels.map((name) => element("option", { value: name, ...(name === controls.kernel && { selected: "" }) }, name)));
}

function showDevices() {
  byId("devices").replaceChildren(...state.devices.map((name) => element("li", {}, name,
    element("button", { type: "button", "aria-label": `remove ${name}`, onclick: () => removeDevice(name) }, "\u00d7"))));
}
function removeDevice(name) {
  if (state.devices.length === 1) return say("an answer needs at least one device");
  state.devices = state.devices.filter((d) => d !== name);
  showDevices();
  byId("device").focus();
  changed("slider");
}
function fillDevices(devices) {
  const groups = new Map();
  for (const d of devices) groups.set(d.architecture, [...(groups.get(d.architecture) || []), d]);
  byId("device").append(element("option", { value: "" }, "add a device\u2026"), ...[...groups].map(([name, list]) =>
    element("optgroup", { label: name }, ...list.map((d) => element("option", { value: d.name }, d.name)))));
  byId("device").addEventListener("change", (event) => {
    const name = event.target.value;
    event.target.value = "";
    if (!name || state.devices.includes(name)) return;
    state.devices = [...state.devices, name].slice(-8);
    showDevices();
    changed("slider");
  });
}

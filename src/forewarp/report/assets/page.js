// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Draws the page from the JSON beside it (report/page/page.cpp says what is in it). No libraries, no network. The
// scripts of this folder stand in one function (report/page/html.cpp).

// ---- the page

const DRAW = { table: drawTable, chart: (c) => (c.kind === "heat_map" && c.table ? drawSpace(c) : drawChart(c)), listing: drawListing, timeline: drawTimeline, text: (b) => el("p", {}, b.text) };

/** A listing that belongs beside the one before is drawn with it. */
function drawBlocks(blocks) {
  const first = blocks.findIndex((b) => b.measures?.length > 1);
  return blocks.flatMap((b, i) => {
    const choice = i === first ? [drawMeasures(b.measures)] : [];
    if (b.beside) return [];
    const end = blocks.findIndex((other, k) => k > i && !other.beside);
    const row = blocks.slice(i, end < 0 ? blocks.length : end);
    return [...choice, row.length > 1 ? drawBeside(row) : DRAW[b.type](b)];
  });
}

/** A long one (sixty features) unfolds. */
function factText(text) {
  return text.length <= 240 ? text : el("details", {}, el("summary", {}, `${text.slice(0, 80)}\u2026`), text);
}

const drawFacts = (page) => (page.facts.length ? [el("dl", { class: "facts" }, ...page.facts.map(([k, v]) => el("div", {}, el("dt", {}, k), el("dd", {}, factText(v)))))] : []);
const drawNotes = (page) => (page.notes.length ? [el("ul", { class: "notes", "aria-label": "notes" }, ...page.notes.map((n) => el("li", {}, n)))] : []);

/** A page within a page: what a click opens. */
const drawBody = (page) => [...drawFacts(page), ...drawNotes(page),
  ...page.sections.map((s) => el("section", { "aria-label": s.title }, el("h3", { class: "part" }, s.title), ...drawBlocks(s.blocks)))];

/** Which device's sections and timeline are shown, where there are several. */
function drawDevices(page) {
  const names = [...new Set(page.sections.map((s) => s.device).filter(Boolean))];
  if (names.length < 2) return [];
  const list = el("select", { onchange: () => chooseDevice(list.value) }, ...names.map((n) => el("option", { value: n }, n)));
  return [el("div", { class: "tools devices" }, el("label", {}, "device ", list))];
}
function chooseDevice(name) {
  for (const part of document.querySelectorAll("[data-device]")) part.hidden = part.dataset.device !== name;
  for (const box of document.querySelectorAll(".timeline")) box.choose(name);
}

function drawPage(page) {
  const main = document.getElementById("page"), tag = (s) => ({ "data-device": s.device || false });
  main.replaceChildren();
  main.append(...drawFacts(page));
  if (page.sections.length > 2)
    main.append(el("nav", { "aria-label": "sections" }, el("ul", {}, ...page.sections.map((s, i) => el("li", tag(s), el("a", { href: `#s${i}` }, s.title))))));
  main.append(...drawNotes(page), ...drawDevices(page));
  page.sections.forEach((s, i) => main.append(el("section", { id: `s${i}`, "aria-label": s.title, ...tag(s) }, el("h2", {}, s.title),
    ...drawBlocks(s.blocks))));
  const first = document.querySelector(".devices select");
  if (first) chooseDevice(first.value);
  for (const box of main.querySelectorAll(".listing")) showCostliest(box);
  document.body.append(tip);
  drawnWidth = chartWidth();
  addEventListener("resize", redrawAll);
}

drawPage(JSON.parse(document.getElementById("data").textContent));

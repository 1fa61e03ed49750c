// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Draws the page from the JSON beside it (report/page/page.cpp says what is in it). No network. The
// scripts of this folder become one function (report/page/html.cpp) after d3's modules.

// ---- the page

const DRAW = { table: drawTable, chart: (c) => (c.kind === "heat_map" && c.table ? drawSpace(c) : drawChart(c)), listing: drawListing, timeline: drawTimeline, text: (b) => el("p", {}, b.text) };

/** A listing that belongs beside the one before is drawn with it. */
function drawBlocks(given) {
  const blocks = given.map((b) => withRows(b, given));
  const first = blocks.findIndex((b) => b.type === "listing");
  return blocks.flatMap((b, i) => {
    const choice = i === first ? [drawListingTools(b.measures)] : [];
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
const noteList = (page) => el("ul", { class: "notes", "aria-label": "notes" }, ...page.notes.map((n) => el("li", {}, n)));
const drawNotes = (page) => (page.notes.length ? [noteList(page)] : []);
/** One line where the page begins with an answer: guesses and remarks are read after it. */
function drawFoldedNotes(page) {
  if (!page.notes.length || !page.answer) return drawNotes(page);
  const first = page.notes[0].length > 90 ? `${page.notes[0].slice(0, 88)}\u2026` : page.notes[0];
  return [el("details", { class: "folded-notes" }, el("summary", {}, page.notes.length > 1 ? `${page.notes.length} guesses and notes: ${first}` : `Note: ${first}`), noteList(page))];
}

/** A page within a page: what a click opens. */
const drawBody = (page) => [...drawAnswer(page.answer), ...drawFacts(page), ...drawFoldedNotes(page),
  ...page.sections.map((s) => el("section", { "aria-label": s.title }, el("h3", { class: "part" }, s.title), drawGrid(s.blocks)))];

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

/** Two blocks beside each other where there is room, listings and timelines over the whole width. */
const isWide = (node) => node.matches("p, .beside, .source, .timeline, .measures, .wide") || node.querySelector("td.long, .parallel") !== null || node.querySelectorAll("thead th").length > 11;
function drawGrid(blocks) {
  const nodes = drawBlocks(blocks);
  for (const node of nodes) if (isWide(node)) node.classList.add("wide");
  return el("div", { class: "blocks" }, ...(twoColumns.matches ? inColumns(nodes) : nodes));
}
/** About as high as it will be: it is not on the page yet. */
function heightOf(node) {
  const picture = node.querySelector("svg"), box = picture?.getAttribute("viewBox")?.split(" ");
  return 80 + (box ? Number(box[3]) + 40 : 32 * node.querySelectorAll("tbody tr").length);
}
/** Each block under the shorter column; what needs the whole width begins anew. A single one has half of the width. */
function inColumns(nodes) {
  const parts = [];
  for (const node of nodes) {
    if (node.classList.contains("wide")) { parts.push(node); continue; }
    let pair = parts[parts.length - 1];
    if (!pair?.columns) {
      pair = el("div", { class: "pair wide" });
      pair.columns = [0, 1].map(() => ({ box: el("div", { class: "column" }), height: 0 }));
      pair.append(...pair.columns.map((c) => c.box));
      parts.push(pair);
    }
    const [left, right] = pair.columns, column = right.height < left.height ? right : left;
    column.box.append(node);
    column.height += heightOf(node);
  }
  return parts;
}
function drawFold(section) {
  const box = drawGrid(section.blocks), fold = el("details", { class: "fold", open: !section.folded }, el("summary", {}, el("h2", {}, section.title)), box);
  fold.addEventListener("toggle", () => { if (fold.open) for (const list of fold.querySelectorAll(".listing")) showCostliest(list); }, { once: true });
  return fold;
}
/** A link into what is folded opens it. */
function openTarget() {
  if (openLine(location.hash)) return;
  const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  unfold(target);
  for (const fold of target.querySelectorAll(":scope > details")) fold.open = true;
  target.scrollIntoView();
}

/** What the words of the page mean; the headers of columns link to it. */
const wordId = (term) => `word-${term.replace(/[^A-Za-z0-9]+/g, "-")}`;
function drawGlossary(glossary) {
  if (!glossary) return [];
  const entries = Object.entries(glossary.terms);
  return [el("section", { id: "words", "aria-label": "Words" }, el("details", { class: "fold" }, el("summary", {}, el("strong", {}, "Words on this page")),
    el("dl", { class: "words" }, ...entries.flatMap(([term, text]) => [el("dt", { id: wordId(term) }, term), el("dd", {}, text)]))))];
}

const unfoldAll = () => { for (const fold of document.querySelectorAll("details")) fold.open = true; };
const ofDevice = (s) => ({ "data-device": s.device || false });
/** What is before the sections: the answer, and the way to what is below. */
function drawTop(page) {
  const links = page.sections.length > 2 ? [el("nav", { "aria-label": "sections" }, el("ul", {}, ...page.sections.map((s, i) => el("li", ofDevice(s), el("a", { href: `#s${i}` }, s.title)))))] : [];
  return [...drawAnswer(page.answer), ...drawFacts(page), ...links, ...drawFoldedNotes(page), ...drawDevices(page)];
}
const drawSection = (s, i) => el("section", { id: `s${i}`, "aria-label": s.title, ...ofDevice(s) }, drawFold(s));

function drawPage(page) {
  const main = document.getElementById("page");
  readWidth();
  main.replaceChildren(...drawTop(page), ...page.sections.map(drawSection), ...drawGlossary(page.glossary));
  addEventListener("hashchange", openTarget);
  addEventListener("beforeprint", unfoldAll);
  openTarget();
  const first = document.querySelector(".devices select");
  if (first) chooseDevice(first.value);
  for (const box of main.querySelectorAll(".listing")) showCostliest(box);
  document.body.append(tip);
  drawnWidth = chartWidth();
  addEventListener("resize", redrawAll);
}

/**
 * In the frame of a live page: the answer at once, then the sections one by one in the place of the old ones, unless a
 * newer page comes before. What did not change stays as it is, and so does what the reader opened, chose and scrolled to.
 * `answered` is called when the answer is on the screen, `done` when all is.
 */
let newest = 0, kept = new Map();
function showNext(page, answered, done) {
  const main = document.getElementById("page"), mine = ++newest, nameOf = (fold) => fold.parentElement.getAttribute("aria-label") || fold.className;
  for (const fold of main.querySelectorAll("section > details")) kept.set(nameOf(fold), fold.open);
  const device = document.querySelector(".devices select")?.value, top = document.scrollingElement.scrollTop;
  document.querySelector("h1").textContent = page.title;
  hideTip();
  const words = JSON.stringify(page.glossary) === JSON.stringify(PAGE?.glossary);
  PAGE = page;
  readWidth();
  const old = [...main.querySelectorAll(":scope > section")];
  putTop(main, drawTop(page), old[0]);
  const list = document.querySelector(".devices select");
  if (list && [...list.options].some((o) => o.value === device)) list.value = device;
  if (top) document.scrollingElement.scrollTop = top;
  afterPaint(answered);
  const rest = [...page.sections.map((s, i) => (before) => [keptOrDrawn(before, `${i} ${chartWidth()} ${words} ${JSON.stringify(s)}`, () => drawSection(s, i))]),
    (before) => (page.glossary ? [keptOrDrawn(before, JSON.stringify(page.glossary), () => drawGlossary(page.glossary)[0])] : [])];
  setTimeout(function next() {
    if (mine !== newest) return;
    const place = old.shift(), drawn = rest.shift()(place), fresh = drawn.filter((node) => node !== place);
    for (const node of fresh) for (const fold of node.querySelectorAll("details.fold")) if (kept.has(nameOf(fold) || node.getAttribute("aria-label"))) fold.open = kept.get(nameOf(fold));
    if (place && drawn.length) { if (fresh.length) place.replaceWith(...drawn); } else if (place) place.remove(); else main.append(...drawn);
    for (const node of fresh) for (const box of node.querySelectorAll(".listing")) showCostliest(box);
    if (list) chooseDevice(list.value);
    if (rest.length) { setTimeout(next); return; }
    for (const node of old) node.remove();
    forgetGone();
    if (top) document.scrollingElement.scrollTop = top;
    document.body.append(tip);
    drawnWidth = chartWidth();
    addEventListener("resize", redrawAll);
    afterPaint(done);
  });
}
/** The new nodes before `end`, each in the place of the old one, but for those that are the same. */
function putTop(main, drawn, end) {
  const old = [...main.children].slice(0, end ? [...main.children].indexOf(end) : undefined);
  drawn.forEach((node, i) => {
    if (i >= old.length) main.insertBefore(node, end ?? null);
    else if (!old[i].isEqualNode(node)) old[i].replaceWith(node);
  });
  for (const node of old.slice(drawn.length)) node.remove();
}
/** The node of the page before, where it was drawn from the same. */
function keptOrDrawn(before, text, draw) {
  if (before?.drawnFrom === text) return before;
  const node = draw();
  node.drawnFrom = text;
  return node;
}
/** A frame was drawn after what is on the page now. A window that is not seen draws none: then at once. */
function afterPaint(call) {
  if (document.visibilityState === "hidden") setTimeout(call);
  else requestAnimationFrame(() => setTimeout(call));
}

let PAGE = null;
const own = document.getElementById("data");
if (own) {
  PAGE = JSON.parse(own.textContent);
  drawPage(PAGE);
} else {
  addEventListener("message", (event) => {
    if (event.source !== parent || !event.data.page) return;
    const { page, number } = event.data;
    showNext(page, () => parent.postMessage({ answered: number }, "*"), () => parent.postMessage({ shown: number }, "*"));
  });
  parent.postMessage({ ready: true }, "*");
}

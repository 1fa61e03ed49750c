// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Draws the page from the JSON beside it (report/page/page.cpp says what is in it). No libraries, no network. The
// scripts of this folder stand in one function (report/page/html.cpp).

// ---- the page

const DRAW = { table: drawTable, chart: (c) => (c.kind === "heat_map" && c.table ? drawSpace(c) : drawChart(c)), listing: drawListing, text: (b) => el("p", {}, b.text) };

/** A listing that belongs beside the one before is drawn with it. */
function drawBlocks(blocks) {
  const first = blocks.findIndex((b) => b.measures?.length > 1);
  return blocks.flatMap((b, i) => {
    const choice = i === first ? [drawMeasures(b.measures)] : [];
    if (blocks[i + 1]?.beside) return [...choice, drawBeside(b, blocks[i + 1])];
    return b.beside ? [] : [...choice, DRAW[b.type](b)];
  });
}

/** A long one (sixty features) unfolds. */
function factText(text) {
  return text.length <= 240 ? text : el("details", {}, el("summary", {}, `${text.slice(0, 80)}\u2026`), text);
}

function drawPage(page) {
  const main = document.getElementById("page");
  main.replaceChildren();
  if (page.facts.length) main.append(el("dl", { class: "facts" }, ...page.facts.map(([k, v]) => el("div", {}, el("dt", {}, k), el("dd", {}, factText(v))))));
  if (page.sections.length > 2)
    main.append(el("nav", { "aria-label": "sections" }, el("ul", {}, ...page.sections.map((s, i) => el("li", {}, el("a", { href: `#s${i}` }, s.title))))));
  if (page.notes.length) main.append(el("ul", { class: "notes", "aria-label": "notes" }, ...page.notes.map((n) => el("li", {}, n))));
  page.sections.forEach((s, i) => main.append(el("section", { id: `s${i}`, "aria-label": s.title }, el("h2", {}, s.title),
    ...drawBlocks(s.blocks))));
  for (const box of main.querySelectorAll(".listing")) showCostliest(box);
  document.body.append(tip);
  drawnWidth = chartWidth();
  addEventListener("resize", redrawAll);
}

drawPage(JSON.parse(document.getElementById("data").textContent));

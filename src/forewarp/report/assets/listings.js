// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Source text with its cost, and what was compiled from it beside it.

// ---- source text; a line is [number, text, shares by measure, detail, the line of the source that it comes from]

function drawListing(listing) {
  const rows = listing.lines.map(([n, text, , detail, origin]) => el("div",
    { title: detail || false, "data-line": n, "data-origin": origin || false },
    el("span", { class: "n" }, String(n)), el("span", { class: "cost" }), el("span", {}, text)));
  const box = el("div", { class: "listing", tabindex: "0", role: "region", "aria-label": listing.title || "source" }, ...rows);
  /** Colours the lines by their shares of a measure, given by its number. */
  box.colourBy = (measure) => rows.forEach((row, i) => colourLine(row, listing.lines[i][2][measure] || 0));
  box.colourBy(0);
  return el("figure", { class: "source" }, ...(listing.title ? [el("h3", {}, listing.title)] : []), box,
    ...(listing.caption ? [el("figcaption", {}, listing.caption)] : []));
}

function colourLine(row, share) {
  row.classList.toggle("costly", share > 0);
  row.style.background = share > 0 ? `rgba(var(--bad), ${(0.08 + 0.4 * share).toFixed(2)})` : "";
  row.querySelector(".cost").textContent = share > 0 ? `${digits(100 * share)} %` : "";
}

/** Which measure colours all listings of the section. */
function drawMeasures(measures) {
  const list = el("select", { onchange: () => {
    for (const box of list.closest("section").querySelectorAll(".listing")) {
      box.colourBy(Number(list.value));
      showCostliest(box);
    }
  } }, ...measures.map((name, i) => el("option", { value: i }, name)));
  return el("div", { class: "tools measures" }, el("label", {}, "colour lines by ", list));
}

/** Begins where most of the cost is, not with the comments at the top. */
function showCostliest(box) {
  const share = (row) => parseFloat(row.querySelector(".cost").textContent) || 0;
  const row = [...box.children].reduce((most, r) => (share(r) > share(most) ? r : most), box.children[0]);
  if (row) box.scrollTop = row.offsetTop - box.offsetTop - box.clientHeight / 3;
}

/**
 * Each beside the one that it was made from. A click, or Enter on what is marked, marks what belongs together and scrolls
 * to it; the pointer shows it.
 */
function drawBeside(listings) {
  const figures = listings.map(drawListing), boxes = figures.map((f) => f.querySelector(".listing"));
  const keys = rootsOf(boxes), used = new Set(keys.slice(1).flatMap((of) => [...of.values()]));
  boxes.forEach((box, i) => [...box.children].forEach((row) => {
    const key = keys[i].get(row);
    if (!key || (i === 0 && !used.has(key))) return;
    row.addEventListener("click", () => mark("picked", key, true));
    row.addEventListener("mouseenter", () => mark("pointed", key, false));
    if (i > 0) return;
    row.classList.add("linked");
    row.setAttribute("tabindex", "0");
    row.setAttribute("role", "button");
    row.addEventListener("keydown", (e) => { if (e.key === "Enter") mark("picked", key, true); });
  }));
  function mark(name, key, scrolls) {
    boxes.forEach((box, i) => {
      const chosen = [...box.children].filter((row) => row.classList.toggle(name, keys[i].get(row) === key));
      if (scrolls && chosen.length) box.scrollTop = chosen[0].offsetTop - box.offsetTop - box.clientHeight / 3;
    });
  }
  return el("div", { class: `beside of${listings.length}` }, ...figures);
}

/** By listing and row: the line of the first listing that it comes from, or of a later one where nothing before is known. */
function rootsOf(boxes) {
  let before = new Map();
  return boxes.map((box, i) => {
    const roots = new Map(), here = new Map();
    for (const row of box.children) {
      const { line, origin } = row.dataset;
      const root = i === 0 ? `0:${line}` : before.get(origin) ?? (i + 1 < boxes.length ? `${i}:${line}` : origin && `${i - 1}:${origin}`);
      if (root) roots.set(row, root);
      here.set(line, root);
    }
    before = here;
    return roots;
  });
}

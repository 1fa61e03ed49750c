// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Source text with its cost, what was compiled from it beside it, and the way to a line: by search and by links.

// ---- source text; a line is [number, text, shares by measure, detail, the line of the source that it comes from, the
// lines of calls that it was inlined at, a note]

function drawListing(listing) {
  const rows = listing.lines.map(([n, text, , detail, origin, , note]) => el("div",
    { title: detail || false, "data-line": n, "data-origin": origin || false },
    el("span", { class: "n" }, String(n)), el("span", { class: "cost" }), el("span", {}, text), ...(note ? [el("span", { class: "inlined" }, note)] : [])));
  rows.forEach((row, i) => { row.callers = listing.lines[i][5] || []; });
  const box = el("div", { class: "listing", tabindex: "0", role: "region", "aria-label": listing.title || "source", "data-file": listing.title }, ...rows);
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

/** Which measure colours all listings of the section, and the search in them. */
function drawListingTools(measures) {
  const list = el("select", { onchange: () => {
    for (const box of list.closest("section").querySelectorAll(".listing")) {
      box.colourBy(Number(list.value));
      showCostliest(box);
    }
  } }, ...(measures || []).map((name, i) => el("option", { value: i }, name)));
  return el("div", { class: "tools measures" }, ...(measures?.length > 1 ? [el("label", {}, "colour lines by ", list)] : []), drawSearch());
}

/** A line in the middle third of its listing. */
const scrollBoxTo = (box, row) => { box.scrollTop = row.offsetTop - box.offsetTop - box.clientHeight / 3; };

/** Begins where most of the cost is, not with the comments at the top. */
function showCostliest(box) {
  const share = (row) => parseFloat(row.querySelector(".cost").textContent) || 0;
  const row = [...box.children].reduce((most, r) => (share(r) > share(most) ? r : most), box.children[0]);
  if (row) scrollBoxTo(box, row);
}

// ---- search

/**
 * A box that marks the lines with a text in all listings of its section. Enter goes to the next one, Shift+Enter to the
 * one before, Escape clears it. The key / leads to it; Ctrl+F stays the browser's.
 */
function drawSearch() {
  const count = el("span", { class: "quiet", role: "status" });
  const input = el("input", { type: "search", class: "find", placeholder: "find in listings ( / )", "aria-label": "find in listings", spellcheck: "false", oninput: find,
    onkeydown: (e) => {
      if (e.key === "Enter") { e.preventDefault(); go(e.shiftKey ? -1 : 1); }
      if (e.key === "Escape") { input.value = ""; find(); }
    } });
  input.finds = () => false;  // charts do not choose what it finds
  let found = [], current = -1;
  function find() {
    const wanted = input.value.trim().toLowerCase(), rows = [...input.closest("section").querySelectorAll(".listing > div")];
    for (const row of rows) row.classList.remove("found", "here");
    found = wanted ? rows.filter((row) => [...row.children].slice(2).some((part) => part.textContent.toLowerCase().includes(wanted))) : [];
    for (const row of found) row.classList.add("found");
    current = -1;
    if (found.length) go(1); else count.textContent = wanted ? "not found" : "";
  }
  function go(step) {
    if (!found.length) return;
    found[current]?.classList.remove("here");
    current = (current + step + found.length) % found.length;
    const row = found[current], box = row.parentElement;
    row.classList.add("here");
    scrollBoxTo(box, row);
    count.textContent = `${current + 1} of ${found.length}, ${box.getAttribute("aria-label")}`;
  }
  return el("span", { class: "finding" }, input, count);
}
/** To the first search on the page, unless something is being typed. */
addEventListener("keydown", (e) => {
  if (e.key !== "/" || e.ctrlKey || e.metaKey || e.altKey || e.target.closest?.("input, select, textarea, [contenteditable]")) return;
  const input = [...document.querySelectorAll(".find")].find((one) => !one.closest("[hidden]"));
  if (!input) return;
  e.preventDefault();
  unfold(input);
  input.scrollIntoView({ block: "center" });
  input.focus();
});

// ---- links to lines

/** What is folded around it opens. */
function unfold(node) {
  for (let outer = node; outer; outer = outer.parentElement) if (outer.tagName === "DETAILS") outer.open = true;
}
const withoutFolders = (path) => path.slice(path.lastIndexOf("/") + 1);
/** The row of a line, in the listing of a file by its name without folders; "PTX" is one. */
function rowOf(file, line) {
  for (const box of document.querySelectorAll(".listing"))
    if (withoutFolders(box.dataset.file) === file) return box.querySelector(`[data-line="${line}"]`);
  return null;
}
/** Whether the page has the line, asked before its listings are drawn. */
function hasLine(file, line) {
  const listing = PAGE?.sections.flatMap((s) => s.blocks).find((b) => b.type === "listing" && withoutFolders(b.title) === file);
  return Boolean(listing) && line > 0 && line <= listing.lines.length;
}
/** Opens what is around it, scrolls to it and marks it and what belongs to it. */
function showLine(file, line) {
  const row = rowOf(file, line);
  if (!row) return;
  const box = row.parentElement;
  unfold(box);
  for (const other of document.querySelectorAll(".listing .aimed")) other.classList.remove("aimed");
  row.classList.add("aimed");
  row.dispatchEvent(new CustomEvent("pick"));
  box.scrollIntoView({ block: "center" });
  scrollBoxTo(box, row);
  box.focus({ preventScroll: true });
}
/** "k.cu:15, PTX line 84" with links where the page has the line. */
function withLineLinks(text) {
  const parts = [], places = /([^\s,()]+):(\d+)|PTX line (\d+)/g;
  let end = 0;
  for (const match of text.matchAll(places)) {
    const file = match[3] ? "PTX" : match[1], line = Number(match[3] ?? match[2]);
    if (!hasLine(file, line)) continue;
    parts.push(text.slice(end, match.index), el("a", { href: `#line:${encodeURIComponent(file)}:${line}`, onclick: () => showLine(file, line) }, match[0]));
    end = match.index + match[0].length;
  }
  return [...parts, text.slice(end)];
}
/** "#line:k.cu:15" */
function openLine(hash) {
  const match = hash.match(/^#line:(.+):(\d+)$/);
  if (match) showLine(decodeURIComponent(match[1]), Number(match[2]));
  return Boolean(match);
}

// ---- what belongs together

/**
 * Each beside the one that it was made from. A click, or Enter on what is marked, marks what belongs together and scrolls
 * to it; the pointer shows it. What was inlined belongs to the lines of its calls, too.
 */
function drawBeside(listings) {
  const figures = listings.map(drawListing), boxes = figures.map((f) => f.querySelector(".listing"));
  const keys = keysOf(boxes), used = new Set(keys.slice(1).flatMap((of) => [...of.values()].flat()));
  boxes.forEach((box, i) => [...box.children].forEach((row) => {
    const key = keys[i].get(row)?.[0];
    if (!key || (i === 0 && !used.has(key))) return;
    row.addEventListener("click", () => mark("picked", key, box, true));
    row.addEventListener("pick", () => mark("picked", key, box, true));
    row.addEventListener("mouseenter", () => mark("pointed", key, box, false));
    if (i > 0) return;
    row.classList.add("linked");
    row.setAttribute("tabindex", "0");
    row.setAttribute("role", "button");
    row.addEventListener("keydown", (e) => { if (e.key === "Enter") mark("picked", key, box, true); });
  }));
  function mark(name, key, from, scrolls) {
    boxes.forEach((box, i) => {
      const chosen = [...box.children].filter((row) => row.classList.toggle(name, Boolean(keys[i].get(row)?.includes(key))));
      if (scrolls && box !== from && chosen.length) scrollBoxTo(box, chosen[0]);
    });
  }
  return el("div", { class: `beside of${listings.length}` }, ...figures);
}

/**
 * By listing and row: the line of the first listing that it comes from, or of a later one where nothing before is known;
 * then the lines of the calls that it was inlined at.
 */
function keysOf(boxes) {
  let before = new Map();
  return boxes.map((box, i) => {
    const keys = new Map(), here = new Map();
    for (const row of box.children) {
      const { line, origin } = row.dataset;
      const root = i === 0 ? `0:${line}` : before.get(origin) ?? (i + 1 < boxes.length ? `${i}:${line}` : origin && `${i - 1}:${origin}`);
      if (root) keys.set(row, [root, ...row.callers.map((call) => `0:${call}`)]);
      here.set(line, root);
    }
    before = here;
    return keys;
  });
}

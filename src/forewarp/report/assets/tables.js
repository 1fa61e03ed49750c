// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Tables that sort and filter, and what they save.

// ---- tables

const ROWS_AT_FIRST = 30;

function csvOf(table) {
  const cell = (v) => (v === null ? "" : /[",\n]/.test(String(v)) ? `"${String(v).replace(/"/g, '""')}"` : String(v));
  const head = table.columns.map((c) => cell(c.unit ? `${c.name} [${c.unit}]` : c.name)).join(",");
  return [head, ...table.rows.map((row) => row.map(cell).join(","))].join("\n") + "\n";
}

function download(name, text) {
  const link = el("a", { href: URL.createObjectURL(new Blob([text], { type: "text/csv" })), download: name });
  link.click();
  URL.revokeObjectURL(link.href);
}

function fileName(title) { return `${(title || "table").replace(/[^A-Za-z0-9]+/g, "_").slice(0, 60)}.csv`; }

function shade(column, v) {
  if (column.bar && typeof v === "number") {
    const end = `${(100 * Math.max(0, Math.min(1, v))).toFixed(1)}%`;
    return `background: linear-gradient(to right, rgba(var(--cell), .25) ${end}, transparent ${end})`;
  }
  if (!column.difference || typeof v !== "number") return "";
  const size = Math.min(1, Math.abs(v) / (column.unit === "share" ? 0.5 : 50));
  return `background: rgba(var(--${size < 0.1 ? "good" : "bad"}), ${(0.12 + 0.36 * size).toFixed(2)})`;
}

/** Text that may wrap but not into a column of words, and text that stays in one line. */
const wordy = (v) => { const length = String(v ?? "").length; return length > 40 ? "long" : length <= 24 && "short"; };

/** Without the columns that say nothing; what is saved has them all. */
function withoutEmpty(table) {
  const kept = table.columns.map((_, j) => j).filter((j) => !table.rows.length || table.rows.some((row) => row[j] !== null && row[j] !== ""));
  return { ...table, columns: kept.map((j) => table.columns[j]), rows: table.rows.map((row) => kept.map((j) => row[j])) };
}

/** A cell that opens the detail of its row in the timeline before the table. */
function opener(text, number) {
  return el("button", { type: "button", class: "open", onclick: (e) => {
    const before = [...document.querySelectorAll(".timeline")].filter((t) => t.compareDocumentPosition(e.target) & Node.DOCUMENT_POSITION_FOLLOWING);
    before.pop()?.open(number);
  } }, text);
}

/** From a column's header to what it means. */
function wordLink(name) {
  const term = PAGE.glossary?.names[name];
  return term ? [el("a", { class: "word", href: `#${wordId(term)}`, title: PAGE.glossary.terms[term], "aria-label": `what ${name} means` })] : [];
}

function drawTable(whole) {
  const table = withoutEmpty(whole), details = new Map(table.rows.map((row, i) => [row, whole.details?.[i] ?? null]));
  const state = { by: -1, down: false, text: "", all: false };
  const body = el("tbody"), more = el("button", { type: "button" });
  const numeric = table.columns.map((_, j) => table.rows.some((r) => typeof r[j] === "number"));

  const has = (row, text) => !text || row.some((v, j) =>
    format(v, table.columns[j].unit).toLowerCase().replaceAll(THIN, "").includes(text) || String(v).toLowerCase() === text);
  const matches = (row) => has(row, state.text);
  const before = (a, b) => {
    const x = a[state.by], y = b[state.by];
    if (x === null || y === null) return (x === null) - (y === null);
    return (state.down ? -1 : 1) * (typeof x === "number" && typeof y === "number" ? x - y : String(x).localeCompare(String(y)));
  };
  function fill() {
    let rows = table.rows.filter(matches);
    if (state.by >= 0) rows = [...rows].sort(before);
    const shown = state.all ? rows : rows.slice(0, ROWS_AT_FIRST);
    body.replaceChildren(...shown.map((row) => el("tr", {}, ...row.map((v, j) => el("td",
      { class: numeric[j] && typeof v === "number" ? "number" : wordy(v), style: shade(table.columns[j], v) || false, title: typeof v === "number" && String(v) },
      ...(j === 0 && details.get(row) !== null ? [opener(format(v, table.columns[j].unit), details.get(row))]
        : table.columns[j].place ? withLineLinks(v) : [format(v, table.columns[j].unit)]))))));
    more.hidden = rows.length <= ROWS_AT_FIRST;
    more.textContent = state.all ? "fewer rows" : `all ${rows.length} rows`;
  }
  const heads = table.columns.map((column, j) => el("th", { scope: "col", class: [numeric[j] && "number", column.name.length > 12 && "wordy"].filter(Boolean).join(" ") || false }, el("button",
    { type: "button", onclick: () => sortBy(j) }, column.name || "note"), ...wordLink(column.name)));
  function sortBy(j) {
    state.down = state.by === j && !state.down;
    state.by = j;
    heads.forEach((h, k) => (k === j ? h.setAttribute("aria-sort", state.down ? "descending" : "ascending") : h.removeAttribute("aria-sort")));
    fill();
  }
  more.addEventListener("click", () => { state.all = !state.all; fill(); });
  const search = el("input", { type: "search", placeholder: "filter", "aria-label": `filter ${table.title || "the table"}`,
    oninput: (e) => {
    state.text = e.target.value.trim().toLowerCase();
    search.hidden = fits && !state.text;
    fill();
  } });
  const fits = table.rows.length <= 5;  // then only what a chart filters by shows the field
  search.hidden = fits;
  search.finds = (key) => table.rows.some((row) => has(row, key.toLowerCase()));
  const save = el("button", { type: "button", onclick: () => download(fileName(table.title), csvOf(whole)) }, "CSV");
  fill();
  return el("figure", { class: "table" }, ...(table.title ? [el("h3", {}, table.title)] : []),
    el("div", { class: "tools" }, search, save, more),
    el("div", { class: "scroll", tabindex: "0" }, el("table", { class: table.columns.length <= 3 && "few" }, el("thead", {}, el("tr", {}, ...heads)), body)),
    ...(table.caption ? [el("figcaption", {}, table.caption)] : []));
}

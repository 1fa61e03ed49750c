// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Charts of the rows of a table: they take them from the table of their section, so that a page has them once.

/** The columns of a chart in the order that it names, from the table that has them; tables come with the section. */
function withRows(chart, blocks) {
  if (chart.type !== "chart" || !chart.rows_from) return chart;
  const table = blocks.find((b) => b.type === "table" && b.title === chart.rows_from);
  const names = table.columns.map((c) => c.name), last = chart.table.columns.length - (chart.values || 1);
  // A parameter may have the name of another column: parameters come first, times after them.
  const at = chart.table.columns.map((c, j) => (j < last ? names.indexOf(c.name) : names.lastIndexOf(c.name)));
  return { ...chart, table: { ...chart.table, rows: table.rows.map((row) => at.map((j) => row[j])) } };
}

/** A heat map over two columns that the reader chooses, of one of the values at the end; of several rows in a cell the
 *  least counts. */
function drawSpace(chart) {
  const { columns, rows } = chart.table, first = columns.length - (chart.values || 1);
  const names = columns.slice(0, first).map((c) => c.name), values = columns.slice(first).map((c) => c.name);
  const holder = el("div");
  const choice = (word, options, j) => {
    const list = el("select", { onchange: draw }, ...options.map((n, k) => el("option", { value: k, selected: k === j }, n)));
    return [el("label", {}, `${word} `, list), list];
  };
  const [across, x] = choice("across", names, names.indexOf(chart.x.label)), [up, y] = choice("up", names, names.indexOf(chart.y.label));
  const [shown, value] = choice("show", values, 0);
  function draw() {
    const [i, j, v] = [Number(x.value), Number(y.value), first + Number(value.value)], cells = new Map();
    for (const row of rows) {
      const key = JSON.stringify([row[i], row[j]]), best = cells.get(key);
      if (row[v] !== null && (!best || row[v] < best[VALUE])) cells.set(key, [row[i], row[j], row[v]]);
    }
    const one = values.length > 1, marks = [...cells.values()];
    const title = `${one ? values[v - first] : chart.title} over ${names[i]} and ${names[j]}`;
    holder.replaceChildren(drawChart({ ...chart, table: undefined, title, x: { ...chart.x, label: names[i] }, y: { ...chart.y, label: names[j] },
      value: one ? valueAxis(columns[v], marks) : chart.value, series: [{ name: values[v - first], style: "points", marks }] }));
  }
  draw();
  const tools = [...(names.length > 2 ? [across, up] : []), ...(values.length > 1 ? [shown] : [])];
  return el("div", {}, ...(values.length > 1 ? [el("h3", {}, chart.title)] : []), tools.length ? el("div", { class: "tools" }, ...tools) : "", holder);
}
/** Logarithmic where values are far apart. */
function valueAxis(column, marks) {
  const all = marks.map((m) => m[VALUE]), low = least(all);
  return { label: column.name, unit: column.unit, difference: column.difference, log: !column.difference && low > 0 && most(all) > 20 * low };
}

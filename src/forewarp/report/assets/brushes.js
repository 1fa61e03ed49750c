// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Zoom (d3-zoom) and brushes (d3-brush) of charts.

// ---- zoom

/** With the control key and the wheel, two fingers, a double click, the buttons, or + - 0; what is zoomed is dragged. */
function addZoom(holder, sceneNow, state, redraw) {
  const base = () => { const domains = state.domains; state.domains = undefined; redraw(); const scene = sceneNow(); state.domains = domains; return scene; };
  let whole = null;
  const zoomed = () => state.domains !== undefined;
  const behaviour = d3.zoom().scaleExtent([1, 200]).duration(0)
    .filter(() => {
      const e = d3.event;
      if (e.type === "wheel") return e.ctrlKey || e.metaKey;
      if (e.touches) return e.touches.length > 1 || zoomed();
      return e.type === "dblclick" || (zoomed() && !e.button);
    })
    .on("zoom", () => {
      const t = d3.event.transform;
      if (!whole || whole.width !== sceneNow().width) whole = base();
      const k = whole.width / (holder.clientWidth || whole.width), b = whole.box;
      const x = [b.left, b.right].map((p) => whole.scales.x.invert(t.invertX(p / k) * k)), y = [b.bottom, b.top].map((p) => whole.scales.y.invert(t.invertY(p / k) * k));
      state.domains = t.k === 1 ? undefined : { x, y };
      redraw();
    });
  const target = d3.select(holder).call(behaviour);
  const size = () => [[0, 0], [holder.clientWidth, holder.clientHeight]];
  behaviour.extent(size).translateExtent([[0, 0], [Infinity, Infinity]]);
  holder.zoom = (factor) => { if (factor) target.call(behaviour.scaleBy, factor); else target.call(behaviour.transform, d3.zoomIdentity); };
  holder.addEventListener("keydown", (e) => {
    const factor = { "+": 1.5, "-": 1 / 1.5, 0: 0 }[e.key];
    if (factor === undefined || e.ctrlKey || e.metaKey) return;
    e.preventDefault();
    holder.zoom(factor);
  });
}
function zoomButtons(chart, holder) {
  if (!canZoom(chart)) return [];
  const button = (text, name, factor) => el("button", { type: "button", "aria-label": name, title: `${name} (also with the control key and the wheel)`, onclick: () => holder.zoom(factor) }, text);
  return [button("+", "zoom in", 1.5), button("\u2212", "zoom out", 1 / 1.5)];
}

// ---- brushes on parallel axes

/** A drag along an axis keeps the rows in that stretch, here and in the other charts of the section. */
function addBrushes(holder, chart, scene, state) {
  state.brushes ??= {};
  const svg = d3.select(holder.querySelector("svg")), { top, bottom } = scene.box;
  scene.axes.forEach((axis, j) => {
    const brush = d3.brushY().extent([[axis.x - 11, top], [axis.x + 11, bottom]]).on("brush end", () => {
      if (!d3.event.sourceEvent) return;
      state.brushes[j] = d3.event.selection;
      applyBrushes(holder, chart, scene, state);
    });
    const g = svg.append("g").attr("class", "brush").call(brush);
    if (state.brushes[j]) g.call(brush.move, state.brushes[j]);
  });
}
function applyBrushes(holder, chart, scene, state) {
  const bounds = Object.entries(state.brushes).filter(([, b]) => b), { rows, columns } = chart.table, last = columns.length - 1;
  const inside = (row) => bounds.every(([j, [a, b]]) => { const p = scene.axes[j].scale.at(row[j]); return p >= a && p <= b; });
  const kept = bounds.length ? new Set(rows.map((_, i) => i).filter((i) => inside(rows[i]))) : null;
  const best = kept && [...kept].filter((i) => typeof rows[i][last] === "number").sort((a, b) => rows[a][last] - rows[b][last])[0];
  const status = holder.closest("figure").querySelector(".brushed");
  status.textContent = !kept ? "" : `${grouped(kept.size)} of ${grouped(rows.length)}${best === undefined ? "" : `; the best of these: ${describeRow(chart.table, rows[best]).replace(/\n/g, ", ")}`}`;
  for (const figure of (holder.closest("section") ?? document).querySelectorAll("figure")) if (figure.from === holder.closest("figure").from) figure.showRows?.(kept);
}

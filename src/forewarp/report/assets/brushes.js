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

/**
 * A drag along an axis keeps the rows in that stretch, here and in the other charts of the section. With keys: up and
 * down move the stretch, with shift its upper end, Escape takes it away.
 */
function addBrushes(holder, chart, scene, state) {
  state.brushes ??= {};
  const svg = d3.select(holder.querySelector("svg")), { top, bottom } = scene.box;
  scene.axes.forEach((axis, j) => {
    const brush = d3.brushY().extent([[axis.x - 11, top], [axis.x + 11, bottom]]).on("brush end", () => {
      if (!d3.event.sourceEvent) return;
      choose(d3.event.selection);
    });
    const column = chart.table.columns[j];
    const g = svg.append("g").attr("class", "brush").attr("tabindex", "0").attr("role", "slider").attr("aria-orientation", "vertical")
      .attr("aria-valuemin", 0).attr("aria-valuemax", 100).attr("aria-label", `stretch of ${column.name} that is kept`).call(brush);
    /** In percent of the axis for programs, in the values that are kept for those who hear it. */
    const say = () => {
      const at = state.brushes[j], inside = at ? chart.table.rows.map((row) => row[j]).filter((v) => within(axis, v, at)) : [];
      const sorted = [...new Set(inside)].sort((a, b) => axis.scale.at(b) - axis.scale.at(a)), text = (v) => format(v, column.unit);
      g.attr("aria-valuenow", at ? Math.round((100 * (bottom - (at[0] + at[1]) / 2)) / (bottom - top)) : 50)
        .attr("aria-valuetext", !at ? "all" : !sorted.length ? "none" : sorted.length === 1 ? text(sorted[0]) : `${text(sorted[0])} to ${text(sorted[sorted.length - 1])}`);
    };
    function choose(selection) {
      state.brushes[j] = selection;
      say();
      applyBrushes(holder, chart, scene, state);
    }
    if (state.brushes[j]) g.call(brush.move, state.brushes[j]);
    say();
    g.on("keydown", () => {
      const e = d3.event, next = movedBrush(e, state.brushes[j], top, bottom);
      if (next === undefined) return;
      e.preventDefault();
      e.stopPropagation();
      g.call(brush.move, next);
      choose(next);
    });
  });
}
/** The stretch after a key; null: none, undefined: not a key of brushes. The first key takes the middle half. */
function movedBrush(event, now, top, bottom) {
  const step = (bottom - top) / 20, by = { ArrowUp: -step, ArrowDown: step }[event.key];
  if (event.key === "Escape") return now ? null : undefined;
  if (by === undefined) return undefined;
  const quarter = (bottom - top) / 4;
  if (!now) return [top + quarter, bottom - quarter];
  if (event.shiftKey) return [Math.max(top, Math.min(now[1] - step, now[0] + by)), now[1]];
  const room = Math.max(top - now[0], Math.min(bottom - now[1], by));
  return [now[0] + room, now[1] + room];
}
const within = (axis, value, [a, b]) => { const p = axis.scale.at(value); return p >= a && p <= b; };
function applyBrushes(holder, chart, scene, state) {
  const bounds = Object.entries(state.brushes).filter(([, b]) => b), { rows, columns } = chart.table, last = columns.length - 1;
  const inside = (row) => bounds.every(([j, stretch]) => within(scene.axes[j], row[j], stretch));
  const kept = bounds.length ? new Set(rows.map((_, i) => i).filter((i) => inside(rows[i]))) : null;
  const best = kept && [...kept].filter((i) => typeof rows[i][last] === "number").sort((a, b) => rows[a][last] - rows[b][last])[0];
  const status = holder.closest("figure").querySelector(".brushed");
  status.textContent = !kept ? "" : `${grouped(kept.size)} of ${grouped(rows.length)}${best === undefined ? "" : `; the best of these: ${describeRow(chart.table, rows[best]).replace(/\n/g, ", ")}`}`;
  for (const figure of (holder.closest("section") ?? document).querySelectorAll("figure")) if (figure.from === holder.closest("figure").from) figure.showRows?.(kept);
}

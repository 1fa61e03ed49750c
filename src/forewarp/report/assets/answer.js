// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// The first screen: one sentence, shares as bars, the changes that are worth most.

/** No line ends between a number and its unit. */
const unbroken = (text) => text.replace(/(\d) (?=[%A-Za-z])/g, "$1\u00a0");

/** As the sentence writes shares: "91 %", "9.1 %". */
const shareText = (share) => share === null ? "-" : `${(100 * share).toFixed(share && Math.abs(share) < 0.0995 ? 1 : 0)} %`;

/** A bar of a share, with its number beside it. */
function drawShare([name, share, text]) {
  const whole = shareText(share), label = `${name}: ${whole}${text ? ` (${text})` : ""}`;
  return el("div", { class: "share" }, el("span", { class: "what" }, name),
    el("span", { class: "track", role: "img", "aria-label": label, title: label },
      el("span", { class: "fill", style: `width: ${(100 * Math.max(0, Math.min(1, share))).toFixed(1)}%` })),
    el("span", { class: "much" }, whole), el("span", { class: "of" }, text));
}

function drawAnswerRow(row) {
  const who = el("div", { class: "who" }, el("strong", {}, row.name), row.value ? ` ${row.value}` : "");
  if (row.note) who.append(el("span", { class: "quiet" }, ` ${row.note}`));
  return el("div", { class: "answer-row", role: "listitem" }, who, el("div", { class: "shares" }, ...row.bars.map(drawShare)));
}

/** "3.1 times as fast: S10 Improve coalescing (kernel.cu:11)" */
function drawChange(name, change) {
  const line = el(name, {}, change.gain ? el("strong", {}, change.gain) : "", change.gain ? `: ${change.title}` : change.title);
  if (change.place) line.append(el("span", { class: "quiet" }, " (", ...withLineLinks(change.place), ")"));
  return line;
}

/** The first with what to do, the others in a line each. */
function drawChanges(answer) {
  if (!answer.changes.length && !answer.no_change) return [];
  const box = el("div", { class: "changes" }, el("p", { class: "small" }, "What would help"));
  const [best, ...others] = answer.changes;
  if (!best) box.append(el("p", {}, answer.no_change));
  else box.append(drawChange("p", best), best.text ? el("p", { class: "how" }, best.text) : "");
  if (others.length) box.append(el("ul", {}, ...others.map((c) => drawChange("li", c))));
  return [box];
}

function drawAnswer(answer) {
  if (!answer) return [];
  const rows = answer.rows.filter((r) => r.bars.length || r.value), bars = el("div", { class: "bars" });
  if (rows.length) bars.append(el("p", { class: "small" }, answer.bars_title), el("div", { role: "list", "aria-label": answer.bars_title }, ...rows.map(drawAnswerRow)));
  if (answer.left_out) bars.append(el("p", { class: "quiet" }, "and ", el("span", { class: "how-many" }, `${answer.left_out} `), "more in the tables below"));
  return [el("div", { class: "answer", role: "region", "aria-label": "the answer" }, el("p", { class: "sentence" }, unbroken(answer.sentence)),
    el("div", { class: "columns" }, rows.length ? bars : "", ...drawChanges(answer)))];
}

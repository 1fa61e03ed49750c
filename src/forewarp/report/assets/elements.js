// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// What every drawing of the page needs: elements, and what hovers.

// ---- elements

function el(name, attributes = {}, ...children) {
  const e = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) e.addEventListener(key.slice(2), value);
    else if (value !== undefined && value !== false) e.setAttribute(key, value === true ? "" : value);
  }
  e.append(...children);
  return e;
}

// ---- what hovers

const tip = el("div", { id: "tip", role: "status" });
function showTip(event, text) {
  tip.textContent = text;
  const box = event.target.getBoundingClientRect();
  const x = event.clientX || box.x + box.width / 2, y = event.clientY || box.y;
  tip.style.visibility = "visible";
  tip.style.left = `${Math.max(4, Math.min(x + 12, innerWidth - tip.offsetWidth - 8))}px`;
  tip.style.top = `${Math.max(4, y - tip.offsetHeight - 10)}px`;
}
const hideTip = () => { tip.style.visibility = "hidden"; };

function filterSection(section, key) {
  if (!section || !key) return;
  for (const input of section.querySelectorAll("input[type=search]")) {
    if (!input.finds(key)) continue;
    input.value = input.value === key ? "" : key;
    input.dispatchEvent(new Event("input"));
  }
}

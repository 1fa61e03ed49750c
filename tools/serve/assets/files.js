// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Files that the user opens or drops. Texts of kernels go into the editor; anything else is sent as it is.

const MAX_FILE = 16 * 1024 * 1024;
const isKernelText = (name) => /\.(cu|cuh|cpp|cc|cxx|cl|ptx)$/i.test(name);
/** The server takes plain names alone. */
const plainName = (name) => name.replace(/[^A-Za-z0-9._+-]/g, "_").replace(/^[.-]+/, "").slice(-100) || "file";

async function openFile(file) {
  if (file.size > MAX_FILE) return showProblem(`${file.name} is larger than 16 MB`);
  const name = plainName(file.name), isText = isKernelText(name) || /\.(csv|json)$/i.test(name);
  const change = { name, launch: "", kernel: "", grid: "", block: "", shared: "", arguments: "", measured: "", set: {}, base64: "", data: "" };
  forgetExample();
  if (isKernelText(name)) return setState({ ...change, source: await file.text() });
  if (isText) return setState({ ...change, source: "", data: await file.text() });
  const bytes = new Uint8Array(await file.arrayBuffer());
  return setState({ ...change, source: "", base64: await base64Of(bytes) });
}

const base64Of = (bytes) => new Promise((resolve, reject) => {
  const reader = new FileReader();
  reader.onload = () => resolve(reader.result.slice(reader.result.indexOf(",") + 1));
  reader.onerror = () => reject(reader.error);
  reader.readAsDataURL(new Blob([bytes]));
});

function acceptFiles() {
  const drop = byId("drop"), hasFiles = (event) => [...(event.dataTransfer?.types || [])].includes("Files");
  byId("open").addEventListener("click", () => byId("file").click());
  byId("file").addEventListener("change", (event) => {
    const [file] = event.target.files;
    event.target.value = "";
    if (file) openFile(file);
  });
  addEventListener("dragenter", (event) => { if (hasFiles(event)) drop.hidden = false; });
  addEventListener("dragover", (event) => { if (hasFiles(event)) event.preventDefault(); }, true);
  addEventListener("dragleave", (event) => { if (!event.relatedTarget) drop.hidden = true; });
  addEventListener("drop", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    event.stopPropagation();
    drop.hidden = true;
    if (event.dataTransfer.files[0]) openFile(event.dataTransfer.files[0]);
  }, true);
}

function save(name, text) {
  const link = element("a", { href: URL.createObjectURL(new Blob([text], { type: "text/html" })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// The state of the page as text after '#': JSON, packed where the browser can ("z"), as it is where not ("j"). It never
// reaches the server as part of an address.
"use strict";

const toWord = (bytes) => {
  let text = "";
  for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return btoa(text).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
};
const fromWord = (word) => Uint8Array.from(atob(word.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));

const through = async (bytes, stream) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
const canPack = typeof CompressionStream === "function";

async function linkOf(state) {
  const bytes = new TextEncoder().encode(JSON.stringify(state));
  return canPack ? `#z${toWord(await through(bytes, new CompressionStream("deflate-raw")))}` : `#j${toWord(bytes)}`;
}

/** null where the text is none of ours. */
async function stateOf(hash) {
  try {
    const bytes = fromWord(hash.slice(2));
    if (hash[1] === "z" && canPack) return JSON.parse(new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw"))));
    if (hash[1] === "j") return JSON.parse(new TextDecoder().decode(bytes));
  } catch (error) {
    console.warn(`the link cannot be read: ${error.message}`);
  }
  return null;
}

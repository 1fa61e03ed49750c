// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// n keys put into a table of a power of two of slots (-1: free), one key a thread: from the slot that its hash says
/// on, the first that is free or has the key already, taken by compare-and-swap. Which slots come to be used does not
/// depend on who came first; where a key lies does.
extern "C" __global__ void hash_insert(const int* __restrict__ keys, int* table, unsigned char* used, int n,
                                       int slots) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int key = keys[i];
  unsigned int hash = static_cast<unsigned int>(key) * 0x9e3779b1u;
  hash ^= hash >> 15;
  for (unsigned int slot = hash & (slots - 1);; slot = (slot + 1) & (slots - 1)) {
    const int before = atomicCAS(&table[slot], -1, key);
    if (before != -1 && before != key) continue;
    used[slot] = 1;
    return;
  }
}

// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Counts of n bin numbers in bytes that stay at 255 once they are there, four to a word of global memory. There are no
/// atomics on bytes: a thread tries to swap the word for one with its byte raised until nobody has come between, and
/// does nothing where the byte is full.
extern "C" __global__ void histo_saturating(const int* __restrict__ data, unsigned int* bins, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    const int bin = data[i], shift = bin % 4 * 8;
    unsigned int* word = &bins[bin / 4];
    unsigned int seen = *word;
    while ((seen >> shift & 255u) != 255u) {
      const unsigned int before = atomicCAS(word, seen, seen + (1u << shift));
      if (before == seen) break;
      seen = before;
    }
  }
}

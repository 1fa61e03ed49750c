// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// For each query the number of keys that are less, by halving a sorted array, one query a thread. The first steps of
/// all threads read the same few keys; the last ones read each its own sector.
extern "C" __global__ void binary_search(const int* __restrict__ keys, const int* __restrict__ queries,
                                         int* __restrict__ position, int count, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int query = queries[i];
  int first = 0, left = count;
  while (left > 0) {
    const int half = left / 2;
    if (keys[first + half] < query) {
      first += half + 1;
      left -= half + 1;
    } else {
      left = half;
    }
  }
  position[i] = first;
}

// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// One step of a bitonic sort of n integers, n a power of two: element i and its partner i ^ distance are put in order,
/// ascending where the bit 'run' of i is clear, one element a thread (half of the threads have nothing to do).
extern "C" __global__ void bitonic_step(int* __restrict__ data, int distance, int run) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int partner = i ^ distance;
  if (partner <= i) return;
  const int left = data[i], right = data[partner];
  const bool ascending = (i & run) == 0;
  if ((left > right) == ascending) {
    data[i] = right;
    data[partner] = left;
  }
}

// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#define BINS 256

/// Counts of each byte value: atomically in a work group's local bins, which are then added to the global ones.
__kernel void histogram(__global const uchar* restrict data, __global uint* restrict bins, int n) {
  __local uint own[BINS];
  for (int bin = get_local_id(0); bin < BINS; bin += get_local_size(0)) own[bin] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = get_global_id(0); i < n; i += get_global_size(0)) atomic_add(&own[data[i]], 1u);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int bin = get_local_id(0); bin < BINS; bin += get_local_size(0)) atomic_add(&bins[bin], own[bin]);
}

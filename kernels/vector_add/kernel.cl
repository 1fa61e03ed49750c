// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// c = a + b, one element a work item.
__kernel void vector_add(__global const float* restrict a, __global const float* restrict b, __global float* restrict c,
                         int n) {
  const int i = get_global_id(0);
  if (i < n) c[i] = a[i] + b[i];
}

// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// y = a x + y with a grid-stride loop: any number of work items does the whole vector.
__kernel void saxpy(float a, __global const float* restrict x, __global float* restrict y, int n) {
  for (int i = get_global_id(0); i < n; i += get_global_size(0)) y[i] = fma(a, x[i], y[i]);
}

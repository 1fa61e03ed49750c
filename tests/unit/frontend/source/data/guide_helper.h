// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
template <typename T>
__host__ __device__ inline T squared(T x) {
  return x * x;
}

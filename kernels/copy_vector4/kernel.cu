// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Copies 16 bytes a thread, one vector load and one vector store.
extern "C" __global__ void copy_vector4(const float4* __restrict__ in, float4* __restrict__ out, int quads) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < quads) out[i] = in[i];
}

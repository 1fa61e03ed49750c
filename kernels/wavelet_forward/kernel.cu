// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#define BLOCK 256

/// One level of the reversible 5/3 wavelet transform (Le Gall and Tabatabai) along the rows of an image of even width,
/// mirrored at its ends, by lifting: detail[i] = odd[i] - (even[i] + even[i + 1]) / 2, then
/// smooth[i] = even[i] + (detail[i - 1] + detail[i] + 2) / 4, rounded down. The smooth half goes to the left of the
/// row, the details to the right. A block does BLOCK pairs of a row; details pass to the neighbour through shared
/// memory.
extern "C" __global__ void wavelet_forward(const int* __restrict__ image, int* __restrict__ out, int width) {
  __shared__ int details[BLOCK + 1];
  const int half = width / 2, i = blockIdx.x * BLOCK + threadIdx.x;
  const int* row = image + blockIdx.y * width;
  int even = 0, detail = 0;
  if (i < half) {
    even = row[2 * i];
    const int right = i + 1 < half ? row[2 * i + 2] : even;
    detail = row[2 * i + 1] - ((even + right) >> 1);
    details[threadIdx.x + 1] = detail;
    if (threadIdx.x == 0) details[0] = i > 0 ? row[2 * i - 1] - ((row[2 * i - 2] + even) >> 1) : detail;
  }
  __syncthreads();
  if (i >= half) return;
  out[blockIdx.y * width + i] = even + ((details[threadIdx.x] + detail + 2) >> 2);
  out[blockIdx.y * width + half + i] = detail;
}

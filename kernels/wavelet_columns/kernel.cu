// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#define PAIRS 32

/// One level of the reversible 5/3 wavelet transform along the columns of an image of even height (as wavelet_forward
/// along the rows), a thread PAIRS pairs of one column from top to bottom: the last row and the last detail stay in
/// registers, and warps read and write whole lines.
extern "C" __global__ void wavelet_columns(const int* __restrict__ image, int* __restrict__ out, int width,
                                           int height) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (column >= width) return;
  const int half = height / 2, first = blockIdx.y * PAIRS, end = min(first + PAIRS, half);
  const int* in = image + column;
  int even = in[2 * first * width];
  int before = 0;
  if (first > 0) before = in[(2 * first - 1) * width] - ((in[(2 * first - 2) * width] + even) >> 1);
  for (int i = first; i < end; ++i) {
    const int next = i + 1 < half ? in[(2 * i + 2) * width] : even;
    const int detail = in[(2 * i + 1) * width] - ((even + next) >> 1);
    if (i == 0) before = detail;
    out[i * width + column] = even + ((before + detail + 2) >> 2);
    out[(half + i) * width + column] = detail;
    before = detail;
    even = next;
  }
}

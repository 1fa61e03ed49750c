// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#define REACH 16
#define SHIFTS (2 * REACH + 1)

/// Search for motion: a block takes 4 x 4 pixels of a frame, REACH from its rim or more, and each thread lays them on
/// places of the last frame, one column of shifts a thread, every eighth row: sum of the absolute differences of the
/// pixels, for SHIFTS x SHIFTS shifts. The 4 x 4 pixels stay in registers.
extern "C" __global__ void sad_4x4(const unsigned char* __restrict__ frame, const unsigned char* __restrict__ last,
                                   unsigned short* __restrict__ sums, int width) {
  const int left = REACH + 4 * blockIdx.x, top = REACH + 4 * blockIdx.y;
  int own[4][4];
#pragma unroll
  for (int row = 0; row < 4; ++row)
#pragma unroll
    for (int column = 0; column < 4; ++column) own[row][column] = frame[(top + row) * width + left + column];
  unsigned short* out = sums + (blockIdx.y * gridDim.x + blockIdx.x) * SHIFTS * SHIFTS;
  for (int shift = threadIdx.y; shift < SHIFTS; shift += blockDim.y) {
    const unsigned char* place = last + (top - REACH + shift) * width + left - REACH + threadIdx.x;
    int sum = 0;
#pragma unroll
    for (int row = 0; row < 4; ++row)
#pragma unroll
      for (int column = 0; column < 4; ++column) sum += abs(own[row][column] - place[row * width + column]);
    out[shift * SHIFTS + threadIdx.x] = sum;
  }
}

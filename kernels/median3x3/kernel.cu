// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Median of the 3 x 3 pixels around each pixel of an 8-bit image, one a thread; the frame of the image stays 0.
/// Columns are put in order; the median is that of the largest of the least, the median of the middle and the least of
/// the largest ones.
__device__ int middle(int a, int b, int c) { return max(min(a, b), min(max(a, b), c)); }

extern "C" __global__ void median3x3(const unsigned char* __restrict__ image, unsigned char* __restrict__ smooth,
                                     int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) return;
  int least = 0, middles[3], largest = 255;
#pragma unroll
  for (int column = 0; column < 3; ++column) {
    const unsigned char* top = image + (y - 1) * width + x - 1 + column;
    const int a = top[0], b = top[width], c = top[2 * width];
    least = max(least, min(a, min(b, c)));
    middles[column] = middle(a, b, c);
    largest = min(largest, max(a, max(b, c)));
  }
  smooth[y * width + x] = middle(least, middle(middles[0], middles[1], middles[2]), largest);
}

// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Edges of an 8-bit image: |dx| + |dy| of Sobel's 3 x 3 operators, at most 255, one pixel a thread; the frame of the
/// image stays 0.
extern "C" __global__ void sobel(const unsigned char* __restrict__ image, unsigned char* __restrict__ edges, int width,
                                 int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) return;
  const unsigned char* above = image + (y - 1) * width + x;
  const unsigned char* here = above + width;
  const unsigned char* below = here + width;
  const int dx = above[1] + 2 * here[1] + below[1] - above[-1] - 2 * here[-1] - below[-1];
  const int dy = below[-1] + 2 * below[0] + below[1] - above[-1] - 2 * above[0] - above[1];
  edges[y * width + x] = min(abs(dx) + abs(dy), 255);
}

// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// For each pixel c of a window of the complex plane the number of steps z -> z z + c, from z = 0, until |z| > 2; at
/// most limit. Threads of a warp leave the loop at different times. Every product is in a fused multiply-add that is
/// written out, so that the counts do not depend on the compiler.
extern "C" __global__ void mandelbrot(int* __restrict__ iterations, float left, float top, float step_x, float step_y,
                                      int width, int height, int limit) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (column >= width || row >= height) return;
  const float real = fmaf(step_x, static_cast<float>(column), left);
  const float imaginary = fmaf(step_y, static_cast<float>(row), top);
  float x = 0.0f, y = 0.0f;
  int count = 0;
  while (count < limit && fmaf(x, x, y * y) <= 4.0f) {
    const float next = fmaf(x, x, fmaf(-y, y, real));
    y = fmaf(x + x, y, imaginary);
    x = next;
    ++count;
  }
  iterations[row * width + column] = count;
}

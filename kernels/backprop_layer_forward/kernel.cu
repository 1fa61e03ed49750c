// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#define WIDTH 16

/// The forward pass between two layers of a neural network, its first half: block y takes 16 units of the input layer
/// and leaves, for each of the 16 hidden units, the sum of input times weight over those 16. Thread (x, y) multiplies
/// one weight, weights[i + 1][x + 1] with i = 16 blockIdx.y + y: row and column 0 belong to the bias. The sum is a
/// tree in shared memory in which half of the rows drop out at each step.
extern "C" __global__ void backprop_layer_forward(const float* __restrict__ input, const float* __restrict__ weights,
                                                  float* __restrict__ partial) {
  __shared__ float units[WIDTH];
  __shared__ float products[WIDTH][WIDTH];
  const int x = threadIdx.x, y = threadIdx.y, unit = blockIdx.y * WIDTH + y + 1;
  if (x == 0) units[y] = input[unit];
  __syncthreads();
  products[y][x] = weights[unit * (WIDTH + 1) + x + 1] * units[y];
  __syncthreads();
  for (int half = 1; half < WIDTH; half *= 2) {
    if (y % (2 * half) == 0) products[y][x] += products[y + half][x];
    __syncthreads();
  }
  if (x == 0) partial[blockIdx.y * WIDTH + y] = products[0][y];
}

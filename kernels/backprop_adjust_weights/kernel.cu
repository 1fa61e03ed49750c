// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#define WIDTH 16

/// The backward pass of a neural network, its last step: every weight moves by what the hidden unit's error and the
/// input ask for, and by a share of how it moved before. Thread (x, y) has the weight from input 16 blockIdx.y + y + 1
/// to hidden unit x + 1; row and column 0 belong to the bias.
extern "C" __global__ void backprop_adjust_weights(const float* __restrict__ delta, const float* __restrict__ input,
                                                   float* __restrict__ weights, float* __restrict__ moved, float rate,
                                                   float momentum) {
  const int unit = blockIdx.y * WIDTH + threadIdx.y + 1, hidden = threadIdx.x + 1;
  const int i = unit * (WIDTH + 1) + hidden;
  const float step = fmaf(rate * delta[hidden], input[unit], momentum * moved[i]);
  weights[i] += step;
  moved[i] = step;
}

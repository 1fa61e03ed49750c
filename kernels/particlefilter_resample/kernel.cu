// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Resampling of a particle filter, one particle a thread: a walk along the cumulative sum of the weights to the first
/// entry that is not less than the draw, whose particle is taken over. The threads of a warp read the same entries
/// until one after another is done.
extern "C" __global__ void particlefilter_resample(const float* __restrict__ cumulative,
                                                   const float* __restrict__ draws, const float* __restrict__ x,
                                                   const float* __restrict__ y, float* __restrict__ new_x,
                                                   float* __restrict__ new_y, int particles) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= particles) return;
  const float draw = draws[i];
  int chosen = 0;
  while (chosen < particles - 1 && cumulative[chosen] < draw) ++chosen;
  new_x[i] = x[chosen];
  new_y[i] = y[chosen];
}

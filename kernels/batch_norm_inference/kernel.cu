// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// out = (x - mean) / sqrt(variance + 1e-5) weight + bias, four numbers for each channel; images of channels of pixels,
/// one pixel a thread.
extern "C" __global__ void batch_norm_inference(const float* __restrict__ x, const float* __restrict__ mean,
                                                const float* __restrict__ variance, const float* __restrict__ weight,
                                                const float* __restrict__ bias, float* __restrict__ out, int pixels) {
  const int pixel = blockIdx.x * blockDim.x + threadIdx.x, channel = blockIdx.y;
  if (pixel >= pixels) return;
  const size_t i = ((size_t)blockIdx.z * gridDim.y + channel) * pixels + pixel;
  out[i] = fmaf((x[i] - mean[channel]) * rsqrtf(variance[channel] + 1e-5f), weight[channel], bias[channel]);
}

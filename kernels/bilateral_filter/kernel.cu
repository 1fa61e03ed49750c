// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// A bilateral filter (Tomasi and Manduchi 1998), one pixel a thread: the mean of the pixels within `radius` along both
/// axes with the weights exp(-near distance^2 - alike difference^2). Beyond the border the image goes on as it ends.
extern "C" __global__ void bilateral_filter(const float* __restrict__ image, float* __restrict__ smooth, float near,
                                            float alike, int radius, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const float own = image[y * width + x];
  float sum = 0.0f, weights = 0.0f;
  for (int dy = -radius; dy <= radius; ++dy) {
    const float* line = image + min(max(y + dy, 0), height - 1) * width;
    for (int dx = -radius; dx <= radius; ++dx) {
      const float pixel = line[min(max(x + dx, 0), width - 1)], difference = pixel - own;
      const float distance = static_cast<float>(dx * dx + dy * dy);
      const float weight = expf(-(near * distance + alike * difference * difference));
      sum = fmaf(weight, pixel, sum);
      weights += weight;
    }
  }
  smooth[y * width + x] = sum / weights;
}

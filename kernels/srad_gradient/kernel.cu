// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// First half of speckle-reducing anisotropic diffusion (Yu and Acton 2002): of each pixel J, edges mirrored, the
/// differences to its four neighbours and the coefficient 1 / (1 + (q - q0) / (q0 (1 + q0))) with q0 = speckle and
/// q = (g / 2 - l^2 / 16) / (1 + l / 4)^2, g = sum of squared differences / J^2, l = sum of differences / J; cut to [0,
/// 1].
extern "C" __global__ void srad_gradient(const float* __restrict__ image, float* __restrict__ north,
                                         float* __restrict__ south, float* __restrict__ west, float* __restrict__ east,
                                         float* __restrict__ coefficient, float speckle, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const int i = y * width + x;
  const float here = image[i];
  const float n = image[y > 0 ? i - width : i] - here, s = image[y < height - 1 ? i + width : i] - here;
  const float w = image[x > 0 ? i - 1 : i] - here, e = image[x < width - 1 ? i + 1 : i] - here;
  const float g = (n * n + s * s + w * w + e * e) / (here * here), l = (n + s + w + e) / here;
  const float spread = 1.0f + 0.25f * l, q = (0.5f * g - 0.0625f * l * l) / (spread * spread);
  north[i] = n;
  south[i] = s;
  west[i] = w;
  east[i] = e;
  coefficient[i] = fminf(fmaxf(1.0f / (1.0f + (q - speckle) / (speckle * (1.0f + speckle))), 0.0f), 1.0f);
}

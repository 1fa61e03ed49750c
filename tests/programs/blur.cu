// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// The mean of 5 x 5 texels around each one.
#include <cmath>
#include <vector>

#include "check.h"

constexpr int width = 1024, height = 512;

__global__ void blur(float* out, cudaTextureObject_t t) {
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int y = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  float sum = 0;
  for (int j = -2; j <= 2; ++j)
    for (int i = -2; i <= 2; ++i) sum += tex2D<float>(t, x + i + 0.5f, y + j + 0.5f);
  out[y * width + x] = sum / 25;
}

int main() {
  const auto format = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  CALL(cudaMallocArray(&array, &format, width, height));
  std::vector<float> image(width * height), out(width * height);
  for (int i = 0; i < width * height; ++i) image[i] = static_cast<float>(i % 7);
  CALL(cudaMemcpy2DToArray(array, 0, 0, image.data(), width * 4, width * 4, height, cudaMemcpyHostToDevice));
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc description{};
  description.addressMode[0] = description.addressMode[1] = cudaAddressModeClamp;
  cudaTextureObject_t t;
  CALL(cudaCreateTextureObject(&t, &resource, &description, nullptr));
  float* result;
  CALL(cudaMalloc(&result, width * height * sizeof(float)));
  blur<<<dim3(width / 32, height / 8), dim3(32, 8)>>>(result, t);
  CALL(cudaMemcpy(out.data(), result, width * height * sizeof(float), cudaMemcpyDeviceToHost));
  for (int y = 0; y < height; y += 37)
    for (int x = 0; x < width; ++x) {
      float sum = 0;
      for (int j = -2; j <= 2; ++j)
        for (int i = -2; i <= 2; ++i) {
          const int u = x + i < 0 ? 0 : x + i >= width ? width - 1 : x + i;
          const int v = y + j < 0 ? 0 : y + j >= height ? height - 1 : y + j;
          sum += image[v * width + u];
        }
      CHECK(std::fabs(out[y * width + x] - sum / 25) < 1e-5f);
    }
  std::puts("PASS");
}

// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Constants and variables of the device, events, properties.
#include <cstring>
#include <vector>

#include "check.h"

__constant__ float scale;
__device__ int counter = 5;

__global__ void add(const float* a, const float* b, float* c, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = scale * (a[i] + b[i]);
  if (i == 0) counter = counter + 2;
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 1000;
  std::vector<float> a(n), b(n), c(n);
  for (int i = 0; i < n; ++i) a[i] = i, b[i] = 2 * i;
  float *da, *db, *dc;
  CALL(cudaMalloc(&da, n * sizeof(float)));
  CALL(cudaMalloc(&db, n * sizeof(float)));
  CALL(cudaMalloc(&dc, n * sizeof(float)));
  const float two = 2;
  CALL(cudaMemcpyToSymbol(scale, &two, sizeof two));
  CALL(cudaMemcpy(da, a.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  CALL(cudaMemcpy(db, b.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  cudaEvent_t begin, end;
  CALL(cudaEventCreate(&begin));
  CALL(cudaEventCreate(&end));
  CALL(cudaEventRecord(begin));
  add<<<(n + 255) / 256, 256>>>(da, db, dc, n);
  CALL(cudaEventRecord(end));
  CALL(cudaEventSynchronize(end));
  float milliseconds = 0;
  CALL(cudaEventElapsedTime(&milliseconds, begin, end));
  CHECK(milliseconds > 0.001f);
  CALL(cudaMemcpy(c.data(), dc, n * sizeof(float), cudaMemcpyDefault));
  for (int i = 0; i < n; ++i) CHECK(c[i] == 6.0f * i);

  // A changed constant is another input: the launch must not be taken for a repetition.
  const float three = 3;
  CALL(cudaMemcpyToSymbol(scale, &three, sizeof three));
  add<<<(n + 255) / 256, 256>>>(da, db, dc, n);
  CALL(cudaMemcpy(c.data(), dc, n * sizeof(float), cudaMemcpyDeviceToHost));
  CHECK(c[n - 1] == 9.0f * (n - 1));
  int counted = 0;
  CALL(cudaMemcpyFromSymbol(&counted, counter, sizeof counted));
  CHECK(counted == 9);

  cudaDeviceProp properties;
  CALL(cudaGetDeviceProperties(&properties, 0));
  int sms = 0;
  CALL(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0));
  CHECK(sms == properties.multiProcessorCount);
  std::printf("%s, %d SMs, %d.%d\n", properties.name, sms, properties.major, properties.minor);
  CALL(cudaFree(da));
  CALL(cudaFree(db));
  CALL(cudaFree(dc));
  std::puts("PASS");
}

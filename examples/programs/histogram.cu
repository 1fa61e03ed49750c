// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// A program of two files: this one has the host's part, histogram_kernel.cu the kernel and its launch.
//   forewarp exec examples/programs/histogram.cu examples/programs/histogram_kernel.cu --device H100
// Usage: histogram [BYTES]
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "histogram.hpp"

#define CHECK(call)                                                                        \
  do {                                                                                     \
    const cudaError_t status = (call);                                                     \
    if (status != cudaSuccess) {                                                           \
      std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
      std::exit(1);                                                                        \
    }                                                                                      \
  } while (false)

int main(int argc, char** argv) {
  const long bytes = argc > 1 ? std::atol(argv[1]) : 200000;
  if (bytes < 1) {
    std::fprintf(stderr, "usage: histogram [BYTES]\n");
    return 2;
  }
  std::vector<unsigned char> data(bytes);
  unsigned state = 1;
  for (unsigned char& b : data) b = static_cast<unsigned char>((state = state * 1664525U + 1013904223U) >> 25);
  unsigned char* device_data;
  unsigned* device_counts;
  CHECK(cudaMalloc(&device_data, bytes));
  CHECK(cudaMalloc(&device_counts, bins * sizeof(unsigned)));
  CHECK(cudaMemcpy(device_data, data.data(), bytes, cudaMemcpyHostToDevice));
  CHECK(cudaMemset(device_counts, 0, bins * sizeof(unsigned)));

  cudaEvent_t begin, end;
  CHECK(cudaEventCreate(&begin));
  CHECK(cudaEventCreate(&end));
  CHECK(cudaEventRecord(begin));
  count_bytes(device_data, bytes, device_counts);
  CHECK(cudaGetLastError());
  CHECK(cudaEventRecord(end));
  CHECK(cudaEventSynchronize(end));
  float milliseconds = 0;
  CHECK(cudaEventElapsedTime(&milliseconds, begin, end));

  unsigned counts[bins], expected[bins] = {};
  CHECK(cudaMemcpy(counts, device_counts, sizeof counts, cudaMemcpyDeviceToHost));
  for (const unsigned char b : data) ++expected[b];
  int wrong = 0;
  for (int b = 0; b < bins; ++b) wrong += counts[b] != expected[b];
  std::printf("%ld bytes, %u of them 0, %d bins wrong\n", bytes, counts[0], wrong);
  std::printf("%.2f us, %.1f GB/s\n", 1000 * milliseconds, bytes / (1e6 * milliseconds));
  CHECK(cudaEventDestroy(begin));
  CHECK(cudaEventDestroy(end));
  CHECK(cudaFree(device_data));
  CHECK(cudaFree(device_counts));
  std::puts(wrong == 0 ? "PASS" : "FAIL");
  return wrong == 0 ? 0 : 1;
}

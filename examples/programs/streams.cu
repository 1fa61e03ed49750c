// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Overlap of copies and kernels: the Mandelbrot set in pieces. Each piece is computed and copied back in a stream of
// its own, so that the copy of one piece overlaps the kernel of the next. The same is done in one stream for
// comparison. Usage: streams [SIZE] [PIECES]
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                                        \
  do {                                                                                     \
    const cudaError_t status = (call);                                                     \
    if (status != cudaSuccess) {                                                           \
      std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
      std::exit(1);                                                                        \
    }                                                                                      \
  } while (false)

constexpr int max_steps = 32;

__host__ __device__ int steps_of(int x, int y, int n) {
  const float cx = -2.0f + 3.0f * x / n, cy = -1.5f + 3.0f * y / n;
  float a = 0, b = 0;
  int k = 0;
  for (; k < max_steps && a * a + b * b < 4; ++k) {
    const float next = a * a - b * b + cx;
    b = 2 * a * b + cy;
    a = next;
  }
  return k;
}

__global__ void mandelbrot(int* steps, int first_row, int rows, int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < n && y < rows) steps[y * n + x] = steps_of(x, first_row + y, n);
}

float run(int* host, int* device, int n, const std::vector<cudaStream_t>& streams, int pieces) {
  cudaEvent_t begin, end, done;
  CHECK(cudaEventCreate(&begin));
  CHECK(cudaEventCreate(&end));
  CHECK(cudaEventCreateWithFlags(&done, cudaEventDisableTiming));
  CHECK(cudaEventRecord(begin, streams[0]));
  for (size_t s = 1; s < streams.size(); ++s) CHECK(cudaStreamWaitEvent(streams[s], begin, 0));
  for (int p = 0; p < pieces; ++p) {
    const cudaStream_t stream = streams[p % streams.size()];
    const int first = n * p / pieces, rows = n * (p + 1) / pieces - first;
    const size_t offset = static_cast<size_t>(first) * n;
    const dim3 block(32, 8), grid((n + 31) / 32, (rows + 7) / 8);
    mandelbrot<<<grid, block, 0, stream>>>(device + offset, first, rows, n);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpyAsync(host + offset, device + offset, sizeof(int) * rows * n, cudaMemcpyDeviceToHost, stream));
  }
  for (size_t s = 1; s < streams.size(); ++s) {
    CHECK(cudaEventRecord(done, streams[s]));
    CHECK(cudaStreamWaitEvent(streams[0], done, 0));
  }
  CHECK(cudaEventRecord(end, streams[0]));
  CHECK(cudaEventSynchronize(end));
  float milliseconds = 0;
  CHECK(cudaEventElapsedTime(&milliseconds, begin, end));
  CHECK(cudaEventDestroy(begin));
  CHECK(cudaEventDestroy(end));
  CHECK(cudaEventDestroy(done));
  return milliseconds;
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 512;
  const int pieces = argc > 2 ? std::atoi(argv[2]) : 4;
  if (n < 1 || pieces < 1 || pieces > n) {
    std::fprintf(stderr, "usage: streams [SIZE] [PIECES <= SIZE]\n");
    return 2;
  }
  const size_t bytes = sizeof(int) * n * n;
  int *host, *device;
  CHECK(cudaMallocHost(&host, bytes));  // page-locked, so that copies are asynchronous
  CHECK(cudaMalloc(&device, bytes));
  std::vector<cudaStream_t> streams(pieces);
  for (cudaStream_t& s : streams) CHECK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));

  const float one = run(host, device, n, {streams[0]}, pieces);
  for (size_t i = 0; i < bytes / sizeof(int); ++i) host[i] = -1;
  const float several = run(host, device, n, streams, pieces);

  int wrong = 0, inside = 0;
  for (int y = 0; y < n; ++y)
    for (int x = 0; x < n; ++x) {
      const int expected = steps_of(x, y, n), found = host[static_cast<size_t>(y) * n + x];
      wrong += std::abs(expected - found) > 1;  // at the border of the set the last bit decides
      inside += found == max_steps;
    }
  std::printf("%d x %d points, %d of them in the set\n", n, n, inside);
  std::printf("%d pieces in one stream: %.1f us, in %d streams: %.1f us\n", pieces, 1000 * one, pieces, 1000 * several);
  for (const cudaStream_t s : streams) CHECK(cudaStreamDestroy(s));
  CHECK(cudaFreeHost(host));
  CHECK(cudaFree(device));
  const bool passed = wrong <= n && inside > 0;
  std::puts(passed ? "PASS" : "FAIL");
  return passed ? 0 : 1;
}

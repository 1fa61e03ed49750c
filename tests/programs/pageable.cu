// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// How long the host is busy with copies of pageable memory in a stream; run with --clock device. At 10 GB/s 32 MiB take
// 3.36 ms.
#include <chrono>
#include <vector>

#include "check.h"

constexpr size_t bytes = 32 << 20, in_one_piece = 64 << 10;
constexpr double whole_s = bytes / 10e9, at_once_s = 100e-6;

template <typename Call>
double seconds_of(Call call) {
  const auto begin = std::chrono::steady_clock::now();
  call();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

int main() {
  std::vector<char> host(bytes, 1);
  char *pinned, *device;
  cudaStream_t stream;
  CALL(cudaMallocHost(&pinned, bytes));
  CALL(cudaMalloc(&device, bytes));
  CALL(cudaStreamCreate(&stream));
  const auto up = [&](const char* from, size_t amount) {
    CALL(cudaStreamSynchronize(stream));
    return seconds_of([&] { CALL(cudaMemcpyAsync(device, from, amount, cudaMemcpyHostToDevice, stream)); });
  };

  CHECK(up(pinned, bytes) < at_once_s);
  CHECK(up(host.data(), in_one_piece) < at_once_s);
  CHECK(up(host.data(), bytes) > 0.99 * whole_s);
  CHECK(seconds_of([&] { CALL(cudaMemcpyAsync(host.data(), device, bytes, cudaMemcpyDeviceToHost, stream)); }) >
        whole_s);

  cudaGraph_t graph;
  cudaGraphExec_t made;
  CALL(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  CALL(cudaMemcpyAsync(device, host.data(), bytes, cudaMemcpyHostToDevice, stream));
  CALL(cudaMemcpyAsync(host.data(), device, bytes, cudaMemcpyDeviceToHost, stream));
  CALL(cudaStreamEndCapture(stream, &graph));
  CALL(cudaGraphInstantiate(&made, graph, 0));
  CHECK(seconds_of([&] { CALL(cudaGraphLaunch(made, stream)); }) < at_once_s);
  CHECK(seconds_of([&] { CALL(cudaStreamSynchronize(stream)); }) > 1.9 * whole_s);
  std::puts("PASS");
}

// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Thrust's reductions and scans of operations that do not commute: many blocks, whose results are combined in order.
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>

#include "check.h"

/// x -> a x + b, modulo 2^32.
struct Line {
  unsigned a, b;
};
bool operator==(Line f, Line g) { return f.a == g.a && f.b == g.b; }
struct Then {
  __host__ __device__ Line operator()(Line f, Line g) const { return {f.a * g.a, f.b * g.a + g.b}; }
};

int main() {
  constexpr int n = 300000;  // more parts of a scan than a block has threads
  constexpr Line first = {5, 9};
  thrust::host_vector<Line> lines(n);
  for (int i = 0; i < n; ++i) lines[i] = {2U * i + 1, 7U * i + 3};
  const thrust::device_vector<Line> on_device = lines;
  thrust::device_vector<Line> out(n);
  thrust::inclusive_scan(on_device.begin(), on_device.end(), out.begin(), Then());
  const thrust::host_vector<Line> inclusive = out;
  thrust::exclusive_scan(on_device.begin(), on_device.end(), out.begin(), first, Then());
  const thrust::host_vector<Line> exclusive = out;
  Line sum = lines[0], with_first = first;
  for (int i = 0; i < n; ++i) {
    if (i > 0) sum = Then()(sum, lines[i]);
    CHECK(inclusive[i] == sum && exclusive[i] == with_first);
    with_first = Then()(with_first, lines[i]);
  }
  CHECK(thrust::reduce(on_device.begin(), on_device.end(), first, Then()) == with_first);
  for (const int few : {1, 31, 1025, 70001})
    CHECK(thrust::reduce(on_device.begin(), on_device.begin() + few, first, Then()) == Then()(first, inclusive[few - 1]));
  std::puts("PASS");
}

// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Thrust: transform, sort, scan and reduction over device vectors. nvcc alone compiles it.
#include <thrust/device_vector.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/transform.h>

#include <algorithm>
#include <vector>

#include "check.h"

struct Scramble {
  __host__ __device__ unsigned operator()(unsigned i) const { return i * 2654435761U % 100003U; }
};

int main() {
  const int n = 5000;
  thrust::device_vector<unsigned> x(n);
  thrust::sequence(x.begin(), x.end());
  thrust::transform(x.begin(), x.end(), x.begin(), Scramble());
  const unsigned sum = thrust::reduce(x.begin(), x.end(), 0U, thrust::plus<unsigned>());
  thrust::sort(x.begin(), x.end());
  thrust::device_vector<unsigned> sums(n);
  thrust::inclusive_scan(x.begin(), x.end(), sums.begin());

  std::vector<unsigned> expected(n);
  for (int i = 0; i < n; ++i) expected[i] = Scramble()(i);
  std::sort(expected.begin(), expected.end());
  const thrust::host_vector<unsigned> sorted = x;
  for (int i = 0; i < n; ++i) CHECK(sorted[i] == expected[i]);
  CHECK(sums[n - 1] == sum);
  std::puts("PASS");
}

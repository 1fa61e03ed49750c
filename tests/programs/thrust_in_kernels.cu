// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Algorithms of Thrust that a thread of a kernel calls, with the policies seq and device, beside those
// that the host calls of the same data.
#include <thrust/binary_search.h>
#include <thrust/count.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/extrema.h>
#include <thrust/find.h>
#include <thrust/for_each.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sort.h>
#include <thrust/system/cpp/execution_policy.h>
#include <thrust/system/cuda/execution_policy.h>
#include <thrust/tabulate.h>
#include <thrust/transform.h>
#include <thrust/unique.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "check.h"

constexpr int rows = 40, columns = 33;

struct Row {
  int sum, largest, odd, place, values;
  bool has_seven;
};

struct Next {
  __host__ __device__ void operator()(int& x) const { ++x; }
};

/// A thread works on a row: it sorts the numbers with their places, scans them, and keeps each number once.
__global__ void work(int* numbers, int* places, int* sums, Row* out) {
  const int row = static_cast<int>(threadIdx.x);
  int *const first = numbers + row * columns, *const last = first + columns;
  int *const place = places + row * columns, *const sum = sums + row * columns;
  thrust::sequence(thrust::seq, place, place + columns, 100);
  out[row].largest = *thrust::max_element(thrust::device, first, last);
  out[row].odd = static_cast<int>(thrust::count_if(thrust::seq, first, last, [](int x) { return x % 2 != 0; }));
  thrust::stable_sort_by_key(thrust::seq, first, last, place, thrust::greater<int>());
  out[row].sum = thrust::reduce(thrust::seq, first, last, 5, thrust::plus<int>());
  thrust::exclusive_scan(thrust::device, first, last, sum, 1);
  thrust::sort(thrust::seq, first, last);
  out[row].has_seven = thrust::binary_search(thrust::seq, first, last, 7);
  out[row].place = static_cast<int>(thrust::lower_bound(thrust::seq, first, last, 7) - first);
  out[row].values = static_cast<int>(thrust::unique(thrust::seq, first, last) - first);
}

/// Of both sides: on the device each thread does its work, on the host the device does.
template <class It>
__host__ __device__ void incremented(It first, It last) {
  if (thrust::distance(first, last) == 2 * columns) thrust::for_each(thrust::device, first, last, Next());
}
__global__ void increment(int* numbers) { incremented(numbers, numbers + 2 * columns); }

/// Memory that both sides reach, in a vector of the host.
template <class T>
struct Managed {
  using value_type = T;
  T* allocate(std::size_t n) {
    T* out = nullptr;
    CALL(cudaMallocManaged(&out, n * sizeof(T)));
    return out;
  }
  void deallocate(T* at, std::size_t) { cudaFree(at); }
  bool operator==(const Managed&) const { return true; }
};

void on_both_sides() {
  thrust::device_vector<int> twice(2 * columns, 1);
  increment<<<1, 1>>>(thrust::raw_pointer_cast(twice.data()));
  incremented(twice.begin(), twice.end());
  CHECK(thrust::reduce(twice.begin(), twice.end()) == 3 * 2 * columns);
  thrust::host_vector<int, Managed<int>> shared(64);
  thrust::tabulate(thrust::cpp::par, shared.begin(), shared.end(), thrust::placeholders::_1 * 7 % 64);
  thrust::sort(thrust::cuda::par, shared.begin(), shared.end());
  for (int i = 0; i < 64; ++i) CHECK(shared[i] == i);
}

int main() {
  on_both_sides();
  const int n = rows * columns;
  thrust::device_vector<int> numbers(n), places(n), sums(n);
  thrust::device_vector<Row> out(rows);
  std::vector<int> in(n);
  for (int i = 0; i < n; ++i) in[i] = static_cast<int>(i * 2654435761u >> 16) % 29;
  thrust::copy(in.begin(), in.end(), numbers.begin());
  const int total = thrust::reduce(thrust::device, numbers.begin(), numbers.end());
  CHECK(total == std::accumulate(in.begin(), in.end(), 0));
  // Lambdas of the host may be compiled for both sides, and mean the host's algorithms.
  const auto sorted_sum = [&](auto policy, cudaStream_t stream) {
    thrust::device_vector<int> copied(n);
    thrust::copy_n(numbers.begin(), n, copied.begin());
    thrust::sort(policy.on(stream), copied.begin(), copied.end());
    thrust::stable_sort(copied.begin(), copied.end(), thrust::greater<int>());
    thrust::for_each_n(copied.begin(), n, Next());
    return thrust::reduce(copied.begin(), copied.end(), 0, thrust::plus<int>()) - copied.back();
  };
  CHECK(sorted_sum(thrust::cuda::par, nullptr) == total + n - (*std::min_element(in.begin(), in.end()) + 1));
  const auto data = [](auto& v) { return thrust::raw_pointer_cast(v.data()); };
  work<<<1, rows>>>(data(numbers), data(places), data(sums), data(out));
  CALL(cudaDeviceSynchronize());
  for (int r = 0; r < rows; ++r) {
    const auto first = in.begin() + r * columns, last = first + columns;
    const Row row = out[r];
    CHECK(row.sum == std::accumulate(first, last, 5) && row.largest == *std::max_element(first, last));
    CHECK(row.odd == std::count_if(first, last, [](int x) { return x % 2 != 0; }));
    std::vector<int> order(columns);
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return first[a] > first[b]; });
    for (int c = 0, sum = 1; c < columns; ++c) {
      CHECK(places[r * columns + c] == order[c] + 100 && sums[r * columns + c] == sum);
      sum += first[order[c]];
    }
    std::sort(first, last);
    CHECK(row.has_seven == std::binary_search(first, last, 7) && row.place == std::lower_bound(first, last, 7) - first);
    CHECK(row.values == std::unique(first, last) - first);
  }
  std::puts("PASS");
}

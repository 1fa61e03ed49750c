// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// CUB's primitives and device algorithms against the standard library.
#include <cub/cub.cuh>

#include <algorithm>
#include <numeric>
#include <vector>

#include "check.h"

constexpr int threads = 128;

struct Results {
  float sum, largest_of_100, second_half_warp;
  int exclusive[2 * threads], total, inclusive[threads], loaded[4 * threads], order[2 * threads];
  unsigned sorted[2 * threads];
};

__global__ void primitives(const float* in, Results* r) {
  const int t = static_cast<int>(threadIdx.x);
  typedef cub::BlockReduce<float, threads> Reduce;
  __shared__ Reduce::TempStorage reduce;
  const float sum = Reduce(reduce).Sum(in[t]);
  __syncthreads();
  const float largest = Reduce(reduce).Reduce(in[t], cub::Max(), 100);
  if (t == 0) {
    r->sum = sum;
    r->largest_of_100 = largest;
  }
  typedef cub::BlockScan<int, threads> Scan;
  __shared__ Scan::TempStorage scan;
  int values[2] = {t, 1}, before[2], total, inclusive;
  Scan(scan).ExclusiveSum(values, before, total);
  r->exclusive[2 * t] = before[0];
  r->exclusive[2 * t + 1] = before[1];
  if (t == 0) r->total = total;
  __syncthreads();
  Scan(scan).InclusiveSum(t, inclusive);
  r->inclusive[t] = inclusive;
  typedef cub::BlockLoad<int, threads, 4, cub::BLOCK_LOAD_TRANSPOSE> Load;
  __shared__ Load::TempStorage load;
  int items[4];
  Load(load).Load(r->exclusive, items, 2 * threads, -1);
  for (int i = 0; i < 4; ++i) r->loaded[4 * t + i] = items[i];
  typedef cub::BlockRadixSort<unsigned, threads, 2, int> Sort;
  __shared__ Sort::TempStorage sort;
  unsigned keys[2];
  int order[2];
  for (int i = 0; i < 2; ++i) {
    order[i] = 2 * t + i;
    keys[i] = static_cast<unsigned>(order[i]) * 2654435761u;
  }
  Sort(sort).Sort(keys, order);
  for (int i = 0; i < 2; ++i) {
    r->sorted[2 * t + i] = keys[i];
    r->order[2 * t + i] = order[i];
  }
  typedef cub::WarpReduce<float, 16> Half;
  __shared__ Half::TempStorage half[threads / 16];
  const float of_half = Half(half[t / 16]).Sum(in[t]);
  if (t == 16) r->second_half_warp = of_half;
}

void check_primitives() {
  float* in = nullptr;
  Results* r = nullptr;
  CALL(cudaMallocManaged(&in, threads * sizeof(float)));
  CALL(cudaMallocManaged(&r, sizeof(Results)));
  for (int i = 0; i < threads; ++i) in[i] = static_cast<float>(i * 37 % 101);
  primitives<<<1, threads>>>(in, r);
  CALL(cudaDeviceSynchronize());
  CHECK(r->sum == std::accumulate(in, in + threads, 0.0f));
  CHECK(r->largest_of_100 == *std::max_element(in, in + 100));
  CHECK(r->second_half_warp == std::accumulate(in + 16, in + 32, 0.0f));
  int sum = 0;
  for (int t = 0; t < threads; ++t) {
    CHECK(r->exclusive[2 * t] == sum);
    CHECK(r->exclusive[2 * t + 1] == sum + t);
    CHECK(r->inclusive[t] == t * (t + 1) / 2);
    sum += t + 1;
  }
  CHECK(r->total == sum);
  for (int i = 0; i < 4 * threads; ++i) CHECK(r->loaded[i] == (i < 2 * threads ? r->exclusive[i] : -1));
  CHECK(std::is_sorted(r->sorted, r->sorted + 2 * threads));
  for (int i = 0; i < 2 * threads; ++i) CHECK(r->sorted[i] == static_cast<unsigned>(r->order[i]) * 2654435761u);
}

struct IsOdd {
  __device__ bool operator()(int x) const { return (x & 1) != 0; }
};

/// Asks for the size of the memory, then runs.
template <class Algorithm>
void run(Algorithm algorithm) {
  void* memory = nullptr;
  size_t bytes = 0;
  CALL(algorithm(memory, bytes));
  CALL(cudaMalloc(&memory, bytes));
  CALL(algorithm(memory, bytes));
  CALL(cudaDeviceSynchronize());
  CALL(cudaFree(memory));
}

int* device_copy(const std::vector<int>& values) {
  int* out = nullptr;
  CALL(cudaMalloc(&out, values.size() * sizeof(int)));
  CALL(cudaMemcpy(out, values.data(), values.size() * sizeof(int), cudaMemcpyHostToDevice));
  return out;
}

std::vector<int> host_copy(const int* values, size_t n) {
  std::vector<int> out(n);
  CALL(cudaMemcpy(out.data(), values, n * sizeof(int), cudaMemcpyDeviceToHost));
  return out;
}

/// Sums are made in the type of the operation's result, not in that of the values.
void check_accumulators(int* d, const std::vector<int>& in) {
  const int n = static_cast<int>(in.size());
  const cub::TransformInputIterator<bool, IsOdd, int*> odd(d, IsOdd());
  const auto is_odd = [](int x) { return (x & 1) != 0; };
  const auto count = std::count_if(in.begin(), in.end(), is_odd);
  double* sum = nullptr;
  CALL(cudaMallocManaged(&sum, sizeof(double)));
  int *const counts = device_copy(in), *const ends = device_copy({0, n});
  run([&](void* m, size_t& bytes) { return cub::DeviceReduce::Sum(m, bytes, odd, counts, n); });
  CHECK(host_copy(counts, 1)[0] == count);
  run([&](void* m, size_t& bytes) { return cub::DeviceReduce::Reduce(m, bytes, odd, sum, n, cub::Sum(), 0.5); });
  CHECK(*sum == count + 0.5);
  run([&](void* m, size_t& bytes) { return cub::DeviceSegmentedReduce::Sum(m, bytes, odd, counts, 1, ends, ends + 1); });
  CHECK(host_copy(counts, 1)[0] == count);
  run([&](void* m, size_t& bytes) { return cub::DeviceScan::InclusiveSum(m, bytes, odd, counts, n); });
  CHECK(host_copy(counts, n)[n - 1] == count);
  run([&](void* m, size_t& bytes) { return cub::DeviceScan::ExclusiveSum(m, bytes, odd, counts, n); });
  CHECK(host_copy(counts, n)[n - 1] == count - is_odd(in.back()));
}

void check_device(int n) {
  std::vector<int> in(n), expected(n), order(n);
  for (int i = 0; i < n; ++i) in[i] = static_cast<int>(static_cast<unsigned>(i + 17) * 2654435761u) >> 12;
  std::iota(order.begin(), order.end(), 0);
  int *const d = device_copy(in), *const out = device_copy(in), *const values = device_copy(order);
  int* const values_out = device_copy(order);
  int* one = nullptr;
  CALL(cudaMallocManaged(&one, sizeof(int)));

  run([&](void* m, size_t& bytes) { return cub::DeviceReduce::Sum(m, bytes, d, one, n); });
  CHECK(*one == std::accumulate(in.begin(), in.end(), 0));
  run([&](void* m, size_t& bytes) { return cub::DeviceReduce::Max(m, bytes, d, one, n); });
  CHECK(*one == *std::max_element(in.begin(), in.end()));

  run([&](void* m, size_t& bytes) { return cub::DeviceScan::ExclusiveSum(m, bytes, d, out, n); });
  std::exclusive_scan(in.begin(), in.end(), expected.begin(), 0);
  CHECK(host_copy(out, n) == expected);
  run([&](void* m, size_t& bytes) { return cub::DeviceScan::InclusiveScan(m, bytes, d, out, cub::Max(), n); });
  std::inclusive_scan(in.begin(), in.end(), expected.begin(), [](int a, int b) { return std::max(a, b); });
  CHECK(host_copy(out, n) == expected);

  run([&](void* m, size_t& bytes) { return cub::DeviceRadixSort::SortKeys(m, bytes, d, out, n); });
  expected = in;
  std::sort(expected.begin(), expected.end());
  CHECK(host_copy(out, n) == expected);
  CHECK(host_copy(d, n) == in);
  constexpr int bits = 20;
  run([&](void* m, size_t& bytes) {
    return cub::DeviceRadixSort::SortPairsDescending(m, bytes, d, out, values, values_out, n, 0, bits);
  });
  const auto key = [&](int i) { return static_cast<unsigned>(in[i]) & ((1u << bits) - 1); };
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return key(a) > key(b); });
  CHECK(host_copy(values_out, n) == order);

  run([&](void* m, size_t& bytes) { return cub::DeviceSelect::If(m, bytes, d, out, one, n, IsOdd()); });
  expected.clear();
  for (const int x : in)
    if (x & 1) expected.push_back(x);
  CHECK(host_copy(out, *one) == expected);
  const cub::TransformInputIterator<int, IsOdd, int*> odd(d, IsOdd());
  run([&](void* m, size_t& bytes) { return cub::DeviceReduce::Sum(m, bytes, odd, one, n); });
  CHECK(*one == static_cast<int>(expected.size()));
  check_accumulators(d, in);
}

int main() {
  check_primitives();
  for (const int n : {1, 5, 1000, 1025, 20001}) check_device(n);
  std::puts("PASS");
}

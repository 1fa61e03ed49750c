// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Thrust as programs of others use it: functions that are not const, output to streams, sets, placeholders, iterators
// that compute on both sides, and CUB's runs and allocator.
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/transform_output_iterator.h>
#include <thrust/merge.h>
#include <thrust/random.h>
#include <thrust/set_operations.h>
#include <thrust/shuffle.h>
#include <thrust/zip_function.h>

#include <cub/device/device_run_length_encode.cuh>
#include <cub/util_allocator.cuh>
#include <sstream>

#include "check.h"

struct Twice {
  __host__ __device__ int operator()(int x) { return 2 * x; }
};
struct OnDevice {
  __host__ __device__ int operator()(int) {
#ifdef __CUDA_ARCH__
    return 1;
#else
    return 0;
#endif
  }
};
struct Fma {
  __host__ __device__ int operator()(int a, int b) const { return a * b + 1; }
};

template <class V>
static std::string text(const V& v, std::size_t n) {
  std::ostringstream out;
  thrust::copy(v.begin(), v.begin() + static_cast<long>(n), std::ostream_iterator<int>(out, " "));
  return out.str();
}

static void sets() {
  const int a[] = {1, 2, 2, 4, 6}, b[] = {2, 3, 4, 4, 7};
  const thrust::device_vector<int> x(a, a + 5), y(b, b + 5);
  thrust::device_vector<int> out(10);
  const auto size = [&](auto end) { return static_cast<std::size_t>(end - out.begin()); };
  std::size_t n = size(thrust::merge(x.begin(), x.end(), y.begin(), y.end(), out.begin()));
  CHECK(text(out, n) == "1 2 2 2 3 4 4 4 6 7 ");
  n = size(thrust::set_union(x.begin(), x.end(), y.begin(), y.end(), out.begin()));
  CHECK(text(out, n) == "1 2 2 3 4 4 6 7 ");
  n = size(thrust::set_intersection(x.begin(), x.end(), y.begin(), y.end(), out.begin()));
  CHECK(text(out, n) == "2 4 ");
  n = size(thrust::set_difference(x.begin(), x.end(), y.begin(), y.end(), out.begin()));
  CHECK(text(out, n) == "1 2 6 ");
  n = size(thrust::set_symmetric_difference(x.begin(), x.end(), y.begin(), y.end(), out.begin()));
  CHECK(text(out, n) == "1 2 3 4 6 7 ");
  CHECK(*thrust::lower_bound(x.begin(), x.end(), 3) == 4);
  CHECK(thrust::binary_search(x.begin(), x.end(), 6) && !thrust::binary_search(x.begin(), x.end(), 5));
  CHECK(thrust::mismatch(x.begin(), x.end(), x.begin()).first == x.end());
}

static void functions() {
  using namespace thrust::placeholders;
  thrust::device_vector<int> v(8), w(8), out(8);
  thrust::sequence(v.begin(), v.end());
  thrust::transform(v.begin(), v.end(), w.begin(), Twice());
  CHECK(text(w, 8) == "0 2 4 6 8 10 12 14 ");
  thrust::transform(v.begin(), v.end(), w.begin(), out.begin(), _1 * 10 + _2 - 1);
  CHECK(text(out, 3) == "-1 11 23 ");
  const auto zip = thrust::make_zip_iterator(v.begin(), w.begin());
  thrust::transform(zip, zip + 8, out.begin(), thrust::make_zip_function(Fma()));
  CHECK(text(out, 4) == "1 3 9 19 ");
  thrust::copy(v.begin(), v.end(), thrust::make_transform_output_iterator(out.begin(), Twice()));
  CHECK(text(out, 4) == "0 2 4 6 ");
  thrust::scatter_if(v.begin(), v.end(), v.begin(), w.begin(), out.begin(), _1 > 8);
  CHECK(text(out, 8) == "0 2 4 6 8 5 6 7 ");
  CHECK(thrust::min(3, 4) == 3 && thrust::max(3, 4) == 4);
  // Values that are computed lie nowhere: such algorithms run on the device.
  const thrust::counting_iterator<int> from(0);
  CHECK(thrust::transform_reduce(from, from + 1000, OnDevice(), 0, thrust::plus<int>()) == 1000);
  thrust::host_vector<int> host(4, 1);
  CHECK(thrust::transform_reduce(host.begin(), host.end(), OnDevice(), 0, thrust::plus<int>()) == 0);
}

static void runs() {
  cub::CachingDeviceAllocator allocator;
  const int keys[] = {5, 5, 5, 1, 2, 2, 9};
  const thrust::device_vector<int> in(keys, keys + 7);
  thrust::device_vector<int> unique(7), lengths(7), count(1);
  void* memory = nullptr;
  std::size_t bytes = 0;
  const int* const from = thrust::raw_pointer_cast(in.data());
  const auto raw = [](thrust::device_vector<int>& v) { return thrust::raw_pointer_cast(v.data()); };
  cub::DeviceRunLengthEncode::Encode(memory, bytes, from, raw(unique), raw(lengths), raw(count), 7);
  CHECK(allocator.DeviceAllocate(&memory, bytes) == cudaSuccess);
  CHECK(cub::DeviceRunLengthEncode::Encode(memory, bytes, from, raw(unique), raw(lengths), raw(count), 7) ==
        cudaSuccess);
  CHECK(count[0] == 4 && text(unique, 4) == "5 1 2 9 " && text(lengths, 4) == "3 1 2 1 ");
  CHECK(allocator.DeviceFree(memory) == cudaSuccess);
  void* again = nullptr;
  CHECK(allocator.DeviceAllocate(&again, bytes) == cudaSuccess);
  CHECK(again == memory);
  bytes = 0;
  cub::DeviceRunLengthEncode::NonTrivialRuns(nullptr, bytes, from, raw(unique), raw(lengths), raw(count), 7);
  void* more = nullptr;
  CHECK(allocator.DeviceAllocate(&more, bytes) == cudaSuccess);
  cub::DeviceRunLengthEncode::NonTrivialRuns(more, bytes, from, raw(unique), raw(lengths), raw(count), 7);
  CHECK(count[0] == 2 && text(unique, 2) == "0 4 " && text(lengths, 2) == "3 2 ");
}

/// Pairs and tuples: taken apart by ties and bindings, and compared, on both sides.
struct Parted {
  __host__ __device__ int operator()(int x) const {
    int half = 0, rest = 0;
    thrust::tie(half, rest) = thrust::make_pair(x / 2, x % 2);
    const auto [a, b, c] = thrust::make_tuple(half, rest, 100L);
    const thrust::tuple<long, int> both = thrust::pair<int, char>(half, 'a');
    return 2 * a + b + static_cast<int>(c) + (thrust::get<0>(both) == half ? 1000 : 0);
  }
};
static void pairs() {
  const int a[] = {4, 7};
  thrust::device_vector<int> x(a, a + 2);
  thrust::transform(x.begin(), x.end(), x.begin(), Parted());
  CHECK(text(x, 2) == "1104 1107 " && Parted()(9) == 1109);
  const thrust::pair<int, char> one(1, 'b'), two(1, 'c');
  CHECK(one != two && one < two && two > one && one <= one && two >= one);
  CHECK(thrust::get<1>(two) == 'c' && (thrust::tuple_size<thrust::pair<int, char>>::value == 2));
  CHECK(thrust::make_tuple(1, 2) > thrust::make_tuple(1, 1) && thrust::make_tuple(3) >= thrust::make_tuple(3));
}

/// A permutation that the seed decides: the one of NVIDIA's Thrust.
static void permutations() {
  const int n = 500;
  const thrust::counting_iterator<int> first(0);
  thrust::device_vector<int> x(first, first + n), again(n);
  thrust::default_random_engine engine(3);
  thrust::shuffle(x.begin(), x.end(), engine);
  thrust::shuffle_copy(thrust::device, first, first + n, again.begin(), thrust::default_random_engine(3));
  CHECK(x == again && !thrust::is_sorted(x.begin(), x.end()));
  CHECK(x[0] == 373 && x[1] == 209 && x[n - 1] == 379);
  thrust::sort(x.begin(), x.end());
  CHECK(thrust::equal(x.begin(), x.end(), first));
}

/// What does not fit is told as NVIDIA's Thrust tells it, and leaves no error behind.
static void too_large() {
  bool caught = false;
  try {
    thrust::device_vector<double> x(1ull << 40);
  } catch (const std::bad_alloc&) {
    caught = true;
  }
  CHECK(caught && cudaGetLastError() == cudaSuccess);
}

int main() {
  too_large();
  sets();
  pairs();
  permutations();
  functions();
  runs();
  std::puts("PASS");
}

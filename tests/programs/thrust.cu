// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Thrust's vectors, iterators and algorithms against the standard library.
#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/device_ptr.h>
#include <thrust/detail/type_traits.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/extrema.h>
#include <thrust/fill.h>
#include <thrust/functional.h>
#include <thrust/gather.h>
#include <thrust/host_vector.h>
#include <thrust/inner_product.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/random.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/transform_reduce.h>
#include <thrust/tuple.h>
#include <thrust/unique.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

#include "check.h"

struct Point {
  float x, y;
};
struct ByX {
  __host__ __device__ bool operator()(const Point& a, const Point& b) const { return a.x < b.x; }
};
struct IsOdd {
  __host__ __device__ bool operator()(int x) const { return (x & 1) != 0; }
};
struct Square {
  __host__ __device__ long long operator()(int x) const { return static_cast<long long>(x) * x; }
};
/// The third becomes the sum of the others.
struct AddUp {
  template <class Tuple>
  __host__ __device__ void operator()(Tuple t) const {
    thrust::get<2>(t) = thrust::get<0>(t) + thrust::get<1>(t);
  }
};
struct Draw {
  __host__ __device__ float operator()(unsigned i) const {
    thrust::default_random_engine engine(7);
    engine.discard(i);
    return thrust::uniform_real_distribution<float>(0.0f, 1.0f)(engine);
  }
};

std::vector<int> numbers(int n) {
  std::vector<int> out(n);
  for (int i = 0; i < n; ++i) out[i] = static_cast<int>(static_cast<unsigned>(i + 17) * 2654435761u >> 18) - 5000;
  return out;
}

template <class T>
std::vector<T> on_host(const thrust::device_vector<T>& v) {
  std::vector<T> out(v.size());
  thrust::copy(v.begin(), v.end(), out.begin());
  return out;
}

void check_vectors() {
  thrust::device_vector<int> v(5, 3);
  v.push_back(4);
  v[0] = 9;
  CHECK(on_host(v) == (std::vector<int>{9, 3, 3, 3, 3, 4}));
  CHECK(v[5] == 4 && v.back() == 4 && v.size() == 6);
  const thrust::host_vector<int> h = v;
  CHECK(h == v);
  thrust::device_vector<int> w = h;
  w.resize(8, 1);
  w.erase(w.begin() + 1, w.begin() + 4);
  CHECK(on_host(w) == (std::vector<int>{9, 3, 4, 1, 1}));
  CHECK(*thrust::device_pointer_cast(thrust::raw_pointer_cast(w.data()) + 2) == 4);
}

void check_folds(const std::vector<int>& in) {
  const thrust::device_vector<int> d(in);
  CHECK(thrust::reduce(d.begin(), d.end()) == std::accumulate(in.begin(), in.end(), 0));
  CHECK(thrust::reduce(d.begin(), d.end(), -100000, thrust::maximum<int>()) == *std::max_element(in.begin(), in.end()));
  CHECK(thrust::transform_reduce(d.begin(), d.end(), Square(), 0LL, thrust::plus<long long>()) ==
        std::inner_product(in.begin(), in.end(), in.begin(), 0LL));
  CHECK(thrust::count_if(thrust::device, thrust::raw_pointer_cast(d.data()),
                         thrust::raw_pointer_cast(d.data()) + d.size(),
                         IsOdd()) == std::count_if(in.begin(), in.end(), IsOdd()));
  CHECK(thrust::max_element(d.begin(), d.end()) - d.begin() == std::max_element(in.begin(), in.end()) - in.begin());
  CHECK(thrust::min_element(d.begin(), d.end()) - d.begin() == std::min_element(in.begin(), in.end()) - in.begin());
  CHECK(thrust::inner_product(d.begin(), d.end(), thrust::make_constant_iterator(2), 1) ==
        1 + 2 * std::accumulate(in.begin(), in.end(), 0));
  CHECK(thrust::find(d.begin(), d.end(), in.back()) - d.begin() ==
        std::find(in.begin(), in.end(), in.back()) - in.begin());
}

void check_scans(const std::vector<int>& in) {
  const thrust::device_vector<int> d(in);
  thrust::device_vector<int> out(in.size());
  std::vector<int> expected(in.size());
  thrust::inclusive_scan(d.begin(), d.end(), out.begin());
  std::inclusive_scan(in.begin(), in.end(), expected.begin());
  CHECK(on_host(out) == expected);
  thrust::exclusive_scan(d.begin(), d.end(), out.begin(), 5);
  std::exclusive_scan(in.begin(), in.end(), expected.begin(), 5);
  CHECK(on_host(out) == expected);
}

void check_selections(const std::vector<int>& in) {
  const thrust::device_vector<int> d(in);
  thrust::device_vector<int> out(in.size());
  std::vector<int> expected(in.size());
  out.erase(thrust::copy_if(d.begin(), d.end(), out.begin(), IsOdd()), out.end());
  expected.erase(std::copy_if(in.begin(), in.end(), expected.begin(), IsOdd()), expected.end());
  CHECK(on_host(out) == expected);
  out = d;
  out.erase(thrust::remove_if(out.begin(), out.end(), IsOdd()), out.end());
  expected = in;
  expected.erase(std::remove_if(expected.begin(), expected.end(), IsOdd()), expected.end());
  CHECK(on_host(out) == expected);

  // Runs of equal keys: how long each is.
  thrust::device_vector<int> keys(in.size());
  thrust::transform(thrust::make_counting_iterator(0), thrust::make_counting_iterator(static_cast<int>(in.size())),
                    thrust::make_constant_iterator(7), keys.begin(), thrust::divides<int>());
  thrust::device_vector<int> found(in.size()), lengths(in.size());
  const auto ends = thrust::reduce_by_key(keys.begin(), keys.end(), thrust::make_constant_iterator(1), found.begin(),
                                          lengths.begin());
  const auto runs = static_cast<int>(ends.first - found.begin());
  CHECK(runs == static_cast<int>((in.size() + 6) / 7) && ends.second - lengths.begin() == runs);
  for (int i = 0; i + 1 < std::min(runs, 20); ++i) CHECK(found[i] == i && lengths[i] == 7);
  CHECK(thrust::unique(keys.begin(), keys.end()) - keys.begin() == runs);
}

void check_sorts(const std::vector<int>& in) {
  std::vector<int> expected = in, order(in.size());
  std::sort(expected.begin(), expected.end());
  thrust::device_vector<int> d(in), at(in.size());
  thrust::sequence(at.begin(), at.end());
  thrust::sort_by_key(d.begin(), d.end(), at.begin());
  CHECK(on_host(d) == expected);
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return in[a] < in[b]; });
  CHECK(on_host(at) == order);
  thrust::sort(d.begin(), d.end(), thrust::greater<int>());
  std::reverse(expected.begin(), expected.end());
  CHECK(on_host(d) == expected);

  std::vector<Point> points;
  for (std::size_t i = 0; i < in.size(); ++i) points.push_back({static_cast<float>(in[i] % 50), static_cast<float>(i)});
  thrust::device_vector<Point> p(points);
  thrust::stable_sort(p.begin(), p.end(), ByX());
  std::stable_sort(points.begin(), points.end(), ByX());
  const std::vector<Point> sorted = on_host(p);
  for (std::size_t i = 0; i < in.size(); ++i) CHECK(sorted[i].x == points[i].x && sorted[i].y == points[i].y);
}

void check_iterators(const std::vector<int>& in) {
  const thrust::device_vector<int> a(in);
  thrust::device_vector<int> b(in.size(), 2), c(in.size());
  thrust::for_each(thrust::make_zip_iterator(thrust::make_tuple(a.begin(), b.begin(), c.begin())),
                   thrust::make_zip_iterator(thrust::make_tuple(a.end(), b.end(), c.end())), AddUp());
  std::vector<int> expected = in;
  for (int& x : expected) x += 2;
  CHECK(on_host(c) == expected);
  const auto squares = thrust::make_transform_iterator(a.begin(), Square());
  CHECK(thrust::reduce(squares, squares + static_cast<std::ptrdiff_t>(in.size()), 0LL) ==
        std::inner_product(in.begin(), in.end(), in.begin(), 0LL));
  thrust::device_vector<float> drawn(in.size());
  thrust::transform(thrust::counting_iterator<unsigned>(0), thrust::counting_iterator<unsigned>(in.size()),
                    drawn.begin(), Draw());
  std::minstd_rand engine(7);
  for (std::size_t i = 0; i < std::min<std::size_t>(in.size(), 10); ++i)
    CHECK(drawn[i] == static_cast<float>(engine() - 1) / 2147483648.0f);
}

static_assert(THRUST_VERSION >= 200000, "every header of Thrust says its version");

int main() {
  check_vectors();
  for (const int n : {1, 300, 5003}) {
    const std::vector<int> in = numbers(n);
    check_folds(in);
    check_scans(in);
    check_selections(in);
    check_sorts(in);
    check_iterators(in);
  }
  std::puts("PASS");
}

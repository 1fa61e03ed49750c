// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// reduce_by_key of values of 1, 2, 4, 8 and 16 bytes: the marks beside them leave no padding that is read unwritten.
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/reduce.h>

#include "check.h"

struct Four {
  alignas(16) float x[4];
};
struct AddFours {
  __host__ __device__ Four operator()(const Four& a, const Four& b) const {
    return {{a.x[0] + b.x[0], a.x[1] + b.x[1], a.x[2] + b.x[2], a.x[3] + b.x[3]}};
  }
};

/// The keys 1, 1, 2: what the first two values fold to, and the third.
template <class T, class Op>
thrust::host_vector<T> folded(const T& a, const T& b, const T& c, Op op) {
  const int keys[] = {1, 1, 2};
  const T values[] = {a, b, c};
  const thrust::device_vector<int> k(keys, keys + 3);
  const thrust::device_vector<T> v(values, values + 3);
  thrust::device_vector<int> found(3);
  thrust::device_vector<T> sums(3);
  const auto ends =
      thrust::reduce_by_key(k.begin(), k.end(), v.begin(), found.begin(), sums.begin(), thrust::equal_to<int>(), op);
  CHECK(ends.second - sums.begin() == 2);
  return thrust::host_vector<T>(sums.begin(), ends.second);
}
template <class T>
void test() {
  const thrust::host_vector<T> sums = folded<T>(1, 2, 3, thrust::plus<T>());
  CHECK(sums[0] == T(3) && sums[1] == T(3));
}

int main() {
  test<char>();
  test<short>();
  test<float>();
  test<double>();
  const auto fours = folded<Four>({{1, 2, 3, 4}}, {{5, 6, 7, 8}}, {{9, 9, 9, 9}}, AddFours());
  CHECK(fours[0].x[3] == 12 && fours[1].x[0] == 9);
  std::puts("PASS");
}

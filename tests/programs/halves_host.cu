// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Arithmetic and comparisons of 16-bit floats on the host and in kernels, which must agree bit by bit.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cmath>

#include "check.h"

template <class T>
struct Outcome {
  T sum, difference, product, quotient, negative, absolute, largest, smallest_nan, before, counted, each_rounded;
  bool less, less_or_nan, equal_or_nan;
};

template <class T>
__host__ __device__ Outcome<T> outcome(T a, T b) {
  Outcome<T> r;
  r.sum = a + b;
  r.difference = a - b;
  r.product = a * b;
  r.quotient = a / b;
  r.negative = -a;
  r.absolute = __habs(a);
  r.largest = __hmax(a, b);
  r.smallest_nan = __hmin_nan(a, b);
  r.counted = a;
  r.before = r.counted++;
  r.counted += static_cast<T>(2L);
  r.each_rounded = __hsub_rn(__hadd_rn(__hmul_rn(a, b), a), __hmul_rn(a, a));
  r.less = a < b;
  r.less_or_nan = __hltu(a, b);
  r.equal_or_nan = __hequ(a, b);
  return r;
}

template <class T>
__global__ void in_kernel(const T* a, const T* b, Outcome<T>* out) {
  out[threadIdx.x] = outcome(a[threadIdx.x], b[threadIdx.x]);
}

/// A sum of products of pairs, none of them fused.
template <class Pair>
__host__ __device__ Pair of_pairs(Pair a) {
  return __hadd2_rn(__hmul2_rn(a, a), __hsub2_rn(__hmul2_rn(a, a), a));
}

template <class Pair>
__global__ void pairs_in_kernel(const Pair* a, Pair* out) {
  out[threadIdx.x] = of_pairs(a[threadIdx.x]);
}

template <class T>
bool same(T a, T b) {
  return static_cast<float>(a) == static_cast<float>(b) || (__hisnan(a) && __hisnan(b));
}

template <class Pair, class T>
void check_pairs(const T* a, Pair* out, int n) {
  const Pair* const pairs = reinterpret_cast<const Pair*>(a);
  pairs_in_kernel<<<1, n>>>(pairs, out);
  CALL(cudaDeviceSynchronize());
  for (int i = 0; i < n; ++i) {
    const Pair here = of_pairs(pairs[i]);
    CHECK(same(here.x, out[i].x) && same(here.y, out[i].y));
  }
}

template <class T>
void check(T* a, T* b, Outcome<T>* out, int n) {
  for (int i = 0; i < n; ++i) {
    a[i] = static_cast<T>((i % 37 - 18) * 0.37);
    b[i] = i % 11 == 0 ? static_cast<T>(NAN) : static_cast<T>((i % 23 - 11) * 1.9f + 0.1f);
  }
  in_kernel<<<1, n>>>(a, b, out);
  CALL(cudaDeviceSynchronize());
  for (int i = 0; i < n; ++i) {
    const Outcome<T> here = outcome(a[i], b[i]), there = out[i];
    CHECK(same(here.sum, there.sum) && same(here.difference, there.difference));
    CHECK(same(here.product, there.product) && same(here.quotient, there.quotient));
    CHECK(same(here.negative, there.negative) && same(here.absolute, there.absolute));
    CHECK(same(here.largest, there.largest) && same(here.smallest_nan, there.smallest_nan));
    CHECK(same(here.before, there.before) && same(here.counted, there.counted));
    CHECK(same(here.each_rounded, there.each_rounded));
    CHECK(here.less == there.less && here.less_or_nan == there.less_or_nan && here.equal_or_nan == there.equal_or_nan);
    const bool nan = i % 11 == 0;
    CHECK(there.less_or_nan == (nan || there.less) && (!nan || (there.equal_or_nan && !there.less)));
    CHECK(__hisnan(there.smallest_nan) == nan && same(there.before, a[i]));
  }
}

int main() {
  constexpr int n = 256;
  __half *a = nullptr, *b = nullptr;
  void* out = nullptr;
  CALL(cudaMallocManaged(&a, n * sizeof(__half)));
  CALL(cudaMallocManaged(&b, n * sizeof(__half)));
  CALL(cudaMallocManaged(&out, n * sizeof(Outcome<__half>)));
  check(a, b, static_cast<Outcome<__half>*>(out), n);
  check_pairs(a, static_cast<__half2*>(out), n / 2);
  check(reinterpret_cast<__nv_bfloat16*>(a), reinterpret_cast<__nv_bfloat16*>(b),
        static_cast<Outcome<__nv_bfloat16>*>(out), n);
  check_pairs(reinterpret_cast<__nv_bfloat16*>(a), static_cast<__nv_bfloat162*>(out), n / 2);
  const __half2 pair = __half2(__half(1.5f), __half(-2.0f)) * __half2(__half(2.0f), __half(0.25f));
  CHECK(__low2float(pair) == 3.0f && __high2float(pair) == -0.5f && __hgt2_mask(pair, -pair) == 0xffffu);
  std::puts("PASS");
}

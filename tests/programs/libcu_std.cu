// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// cuda::std in kernels: bits, spans of one and more dimensions, optional values, complex numbers, numeric algorithms.
#include <cuda/annotated_ptr>
#include <cuda/std/array>
#include <cuda/std/bit>
#include <cuda/std/cmath>
#include <cuda/std/complex>
#include <cuda/std/functional>
#include <cuda/std/mdspan>
#include <cuda/std/numeric>
#include <cuda/std/optional>
#include <cuda/std/span>
#include <cuda/std/utility>

#include "check.h"

namespace std_ = cuda::std;

__global__ void bits(int* out) {
  const unsigned x = 0b1011000u;  // 88
  out[0] = std_::popcount(x);
  out[1] = std_::countl_zero(x);
  out[2] = std_::countr_zero(x);
  out[3] = static_cast<int>(std_::bit_ceil(x));
  out[4] = static_cast<int>(std_::bit_floor(x));
  out[5] = std_::has_single_bit(64u);
  out[6] = static_cast<int>(std_::rotl(static_cast<unsigned char>(0x81), 1));
  out[7] = std_::bit_cast<int>(1.0f);
  out[8] = std_::countl_zero(static_cast<unsigned short>(1));
}

__device__ std_::optional<int> first_above(std_::span<const int> values, int limit) {
  for (const int v : values)
    if (v > limit) return v;
  return std_::nullopt;
}

__global__ void views(const int* in, int* out) {
  const cuda::annotated_ptr<const int, cuda::access_property::persisting> kept(in);
  const std_::span<const int> all(in, 12);
  out[0] = first_above(all, 5).value_or(-1);
  out[1] = first_above(all.first(3), 100).value_or(-1);
  out[2] = all.subspan(4, 4).back();
  const std_::mdspan<const int, std_::dextents<int, 2>> rows(in, 3, 4);
  const std_::mdspan<const int, std_::extents<int, 4, 3>, std_::layout_left> columns(in);
  out[3] = rows(1, 2);
  out[4] = columns(1, 2);
  out[5] = rows.extent(1) * 10 + static_cast<int>(rows.stride(0));
  out[6] = static_cast<int>(columns.size());
  out[7] = kept[3] + *kept;
}

__global__ void algorithms(const int* in, int* out, float* real) {
  std_::array<int, 6> a{};
  std_::iota(a.begin(), a.end(), 3);
  out[0] = std_::accumulate(a.begin(), a.end(), 0);
  out[1] = std_::inner_product(a.begin(), a.end(), in, 0);
  out[2] = std_::midpoint(5, 8);
  out[3] = std_::invoke(std_::plus<int>(), 2, 3);
  out[4] = std_::gcd(12, 18) + std_::max(3, 9);
  int x = 1, y = 2;
  std_::swap(x, y);
  out[5] = x * 10 + y;
  const std_::complex<float> z(3.0f, 4.0f), w = z * std_::conj(z) + std_::complex<float>(0.0f, 1.0f);
  real[0] = std_::abs(z);
  real[1] = w.real();
  real[2] = std_::exp(std_::complex<float>(0.0f, 3.14159265f)).real();
  real[3] = std_::pow(z, 2.0f).imag();
  real[4] = std_::sqrt(2.0f) + std_::fabs(-1.0f);
}

int main() {
  int *in, *out;
  float* real;
  CALL(cudaMallocManaged(&in, 64));
  CALL(cudaMallocManaged(&out, 64));
  CALL(cudaMallocManaged(&real, 64));
  for (int i = 0; i < 12; ++i) in[i] = i;
  bits<<<1, 1>>>(out);
  CALL(cudaDeviceSynchronize());
  CHECK(out[0] == 3 && out[1] == 25 && out[2] == 3 && out[3] == 128 && out[4] == 64 && out[5] == 1);
  CHECK(out[6] == 3 && out[7] == 0x3f800000 && out[8] == 15);

  views<<<1, 1>>>(in, out);
  CALL(cudaDeviceSynchronize());
  // Element (1, 2) is 1 * 4 + 2 by rows of 4, 1 + 2 * 4 by columns of 4.
  CHECK(out[0] == 6 && out[1] == -1 && out[2] == 7 && out[3] == 6 && out[4] == 9 && out[5] == 44);
  CHECK(out[6] == 12 && out[7] == 3);

  algorithms<<<1, 1>>>(in, out, real);
  CALL(cudaDeviceSynchronize());
  // 3 + ... + 8 = 33; 0 * 3 + 1 * 4 + 2 * 5 + 3 * 6 + 4 * 7 + 5 * 8 = 100.
  CHECK(out[0] == 33 && out[1] == 100 && out[2] == 6 && out[3] == 5 && out[4] == 15 && out[5] == 21);
  // (3 + 4i)^2 = -7 + 24i.
  const float expected[] = {5.0f, 25.0f, -1.0f, 24.0f, 2.41421356f};
  for (int i = 0; i < 5; ++i) CHECK(real[i] > expected[i] - 1e-4f && real[i] < expected[i] + 1e-4f);
  std::puts("PASS");
}

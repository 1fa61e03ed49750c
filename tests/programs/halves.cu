// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Functions of 16-bit floats beyond arithmetic: comparisons of pairs and with NaN, saturation, rounding of conversions;
// scans of lanes that take part; intrinsics that few programs use. nvcc 13.0 with NVIDIA's headers gives the same.
#include <cooperative_groups.h>
#include <cooperative_groups/scan.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "check.h"

namespace cg = cooperative_groups;

__global__ void compare(float* out) {
  const __half2 a = __floats2half2_rn(1.0f, 3.0f), b = __floats2half2_rn(2.0f, 3.0f);
  const __half nan = __float2half(__int_as_float(0x7fc00000));
  const __half2 less = __hlt2(a, b), same = __heq2(a, b), other = __hne2(__half2half2(nan), a);
  out[0] = __low2float(less) + 10 * __high2float(less);
  out[1] = __low2float(same) + 10 * __high2float(same);
  out[2] = __hble2(a, b) + 10 * __hblt2(a, b);
  out[3] = __low2float(other) + __hne(nan, nan) + 10 * __hneu(nan, nan) + 100 * (nan != nan);
  out[4] = __low2float(__lows2half2(b, a)) + 10 * __high2float(__highs2half2(a, b));
}
__global__ void round_and_saturate(float* out) {
  const __half third = __float2half(0.75f);
  out[0] = __half2float(__hadd_sat(third, third)) + __half2float(__hfma_sat(third, third, third));
  out[1] = __half2float(__hsub_sat(third, __float2half(1.0f)));
  // Between 2048 and 4096 halves are 2 apart.
  out[2] = __half2float(__float2half_rz(2051.0f));
  out[3] = __half2float(__float2half_ru(2051.0f));
  out[4] = __half2float(__float2half_rd(-2051.0f));
  out[5] = __half2int_ru(__float2half(2.25f)) * 100 + __half2uint_rd(__float2half(2.75f));
  out[6] = __half2short_rz(__float2half(-65504.0f));
  const __nv_bfloat162 pair = __floats2bfloat162_rn(-2.0f, 2.0f);
  out[7] = float(__hfma2_relu(pair, pair, pair).x) + float(__hadd2_sat(pair, pair).y);
}
__global__ void lanes(int* out) {
  const int t = static_cast<int>(threadIdx.x);
  if (t % 3 == 0) {
    const cg::coalesced_group group = cg::coalesced_threads();
    out[t] = cg::inclusive_scan(group, t) * 1000 + cg::exclusive_scan(group, t);
  }
  if (t == 1) out[1] = __dp2a_lo(0x00030002, 0x05040302, 7);  // 2 * 2 + 3 * 3 + 7
  if (t == 2) out[2] = static_cast<int>(__fns(0b101100, 0, 2));
}
/// Loads and stores with a cache operator, and conversions that hold on to the limits of narrow integers.
__global__ void move_and_convert(float* out, __half* a, __half2* pair) {
  __stcg(a, __float2half(-200.5f));
  __stwt(pair, __floats2half2_rn(2.0f, -3.0f));
  const __half2 square = __hcmadd(__ldcg(pair), __ldca(pair), *pair);  // (2 - 3i)^2 + (2 - 3i)
  out[0] = __low2float(square) * 100 + __high2float(square);
  out[1] = __half2char_rz(__ldcs(a)) + 1000 * __half2uchar_rz(__float2half(300.0f));
  out[2] = __half2float(__int2half_rd(2051));
  out[3] = __half2float(__int2half_ru(2051)) + __half2float(__int2half_rz(-2051));
  out[4] = __bfloat162float(__float2bfloat16_rz(1.999f)) + __bfloat162short_rz(__float2bfloat16(1e6f));
  out[5] = __dp2a_lo(make_short2(2, 3), make_char4(4, 5, 6, 7), 1) +
           100 * __dp4a(make_char4(1, 2, 3, -4), make_char4(1, 1, 1, 1), 0);
}
/// Masks of pairs: with the NaN only what ends in u holds.
__global__ void mask(unsigned* out) {
  const __half2 a = __floats2half2_rn(1.0f, 3.0f), b = __floats2half2_rn(__int_as_float(0x7fc00000), 3.0f);
  out[0] = __hequ2_mask(a, b) & __hgeu2_mask(a, b);
  out[1] = __heq2_mask(a, b);
  out[2] = __hneu2_mask(a, b) & __hltu2_mask(a, b) & __hgtu2_mask(a, b);
  out[3] = __hne2_mask(a, b) | __hgt2_mask(a, b);
}
/// Less usual names of functions of floats.
__global__ void numbers(float* out) {
  const float x[3] = {2, 3, 6};
  const double y[2] = {3, 4};
  out[0] = norm4df(1, 2, 4, 10) + normf(3, x) + static_cast<float>(norm(2, y)) + 1 / rnormf(3, x);
  out[1] = __finitef(INFINITY) + 10 * __isinff(-INFINITY) + 100 * __isnanf(NAN) + 1000 * __signbitf(-0.0f);
  out[2] = umin(~0u, 5u) + umax(1u, 7u) + static_cast<float>(llmin(-3ll, 2ll) + ullmax(8ull, 9ull));
  out[3] = __fmaf_ieee_rz(2.0f, 3.0f, 4.0f);
  out[4] = __half2float(htanh_approx(__float2half(0.5f)));
  out[5] = __high2float(h2tanh_approx(__floats2bfloat162_rn(0.0f, -0.5f)));
}

int main() {
  float* real;
  int* out;
  CALL(cudaMallocManaged(&real, 64));
  CALL(cudaMallocManaged(&out, 32 * sizeof(int)));
  compare<<<1, 1>>>(real);
  CALL(cudaDeviceSynchronize());
  CHECK(real[0] == 1 && real[1] == 10 && real[2] == 1 && real[3] == 110 && real[4] == 2 + 30);
  round_and_saturate<<<1, 1>>>(real);
  CALL(cudaDeviceSynchronize());
  CHECK(real[0] == 2 && real[1] == 0 && real[2] == 2050 && real[3] == 2052 && real[4] == -2052);
  CHECK(real[5] == 302 && real[6] == -32768 && real[7] == 2 + 1);
  move_and_convert<<<1, 1>>>(real, reinterpret_cast<__half*>(out), reinterpret_cast<__half2*>(out + 1));
  CALL(cudaDeviceSynchronize());
  CHECK(real[0] == -3 * 100 - 15 && real[1] == -128 + 255000 && real[2] == 2050 && real[3] == 2052 - 2050);
  CHECK(real[4] == 1.9921875f + 32767 && real[5] == 8 + 15 + 1 + 200);
  numbers<<<1, 1>>>(real);
  CALL(cudaDeviceSynchronize());
  CHECK(std::fabs(real[0] - (11 + 7 + 5 + 7)) < 1e-4f && real[1] == 1110 && real[2] == 5 + 7 - 3 + 9 && real[3] == 10);
  CHECK(std::fabs(real[4] - std::tanh(0.5f)) < 1e-3f && std::fabs(real[5] + std::tanh(0.5f)) < 4e-3f);
  mask<<<1, 1>>>(reinterpret_cast<unsigned*>(out));
  CALL(cudaDeviceSynchronize());
  CHECK(out[0] == -1 && out[1] == int(0xffff0000u) && out[2] == 0xffff && out[3] == 0);
  lanes<<<1, 32>>>(out);
  CALL(cudaDeviceSynchronize());
  for (int t = 0, sum = 0; t < 32; t += 3) {
    CHECK(out[t] == (sum + t) * 1000 + sum);
    sum += t;
  }
  CHECK(out[1] == 20 && out[2] == 3);
  std::puts("PASS");
}

// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Floats of 8 bits: every code's value by its definition, and the nearest code of many floats, in kernels and on the
// host.
#include <cuda_fp8.h>

#include <cmath>

#include "check.h"

constexpr int n = 4096;

struct Codes {
  unsigned char e4m3[n], e5m2[n], of_half[n];
  unsigned short pairs[n];
  float back[512];
};

__host__ __device__ void convert(Codes* c, const float* in, int i) {
  c->e4m3[i] = __nv_fp8_e4m3(in[i]).__x;
  c->e5m2[i] = __nv_fp8_e5m2(in[i]).__x;
  c->of_half[i] = __nv_cvt_halfraw_to_fp8(__float2half(in[i]), __NV_NOSAT, __NV_E5M2);
  c->pairs[i] = __nv_fp8x2_e4m3(make_float2(in[i], -in[i])).__x;
  if (i >= 512) return;
  __nv_fp8_e4m3 x;
  __nv_fp8_e5m2 y;
  x.__x = y.__x = static_cast<unsigned char>(i);
  c->back[i] = i < 256 ? static_cast<float>(x) : static_cast<float>(y);
}
__global__ void in_kernel(Codes* c, const float* in) {
  convert(c, in, static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x));
}

/// By the definition: sign, exponent with its bias, digits.
double value_of(int code, int digits, int bias) {
  const int exponent = (code & 127) >> digits, rest = code & ((1 << digits) - 1), one = 1 << digits;
  const double size =
      exponent == 0 ? std::ldexp(rest, 1 - bias - digits) : std::ldexp(one + rest, exponent - bias - digits);
  return code & 128 ? -size : size;
}
/// The nearest of the codes up to the largest, of two the even one.
int nearest(float x, int digits, int bias, int largest) {
  int best = 0;
  const double size = std::fabs(static_cast<double>(x));
  for (int code = 0; code <= largest; ++code) {
    const double off = std::fabs(value_of(code, digits, bias) - size),
                 least = std::fabs(value_of(best, digits, bias) - size);
    if (off < least || (off == least && code % 2 == 0)) best = code;
  }
  return best | (std::signbit(x) ? 128 : 0);
}

int main() {
  Codes *there = nullptr, *here = nullptr;
  float* in = nullptr;
  CALL(cudaMallocManaged(&there, sizeof(Codes)));
  CALL(cudaMallocManaged(&here, sizeof(Codes)));
  CALL(cudaMallocManaged(&in, n * sizeof(float)));
  for (int i = 0; i < n; ++i)
    in[i] = std::ldexp(1.0f + (i * 37 % 64) / 64.0f, i / 64 - 40) * (i % 2 == 0 ? 1.0f : -1.0f);
  in_kernel<<<n / 256, 256>>>(there, in);
  CALL(cudaDeviceSynchronize());
  for (int i = 0; i < n; ++i) convert(here, in, i);
  for (int i = 0; i < n; ++i) {
    CHECK(there->e4m3[i] == nearest(in[i], 3, 7, 0x7e) && here->e4m3[i] == there->e4m3[i]);
    CHECK(there->e5m2[i] == nearest(in[i], 2, 15, 0x7b) && here->e5m2[i] == there->e5m2[i]);
    CHECK(there->pairs[i] == (there->e4m3[i] | (there->e4m3[i] ^ 0x80) << 8) && here->pairs[i] == there->pairs[i]);
    CHECK(here->of_half[i] == there->of_half[i]);
    CHECK(std::fabs(in[i]) < 61440.0f || (there->of_half[i] & 0x7f) == 0x7c);
  }
  for (int code = 0; code < 256; ++code) {
    const float x = there->back[code], y = there->back[256 + code];
    if ((code & 127) == 127)
      CHECK(std::isnan(x) && std::isnan(y));
    else
      CHECK(x == value_of(code, 3, 7));
    if ((code & 127) < 124) CHECK(y == value_of(code, 2, 15));
    CHECK((code & 127) != 124 || std::isinf(y));
    CHECK(x == here->back[code] || std::isnan(here->back[code]));
  }
  CHECK(__nv_fp8x4_e4m3(__floats2bfloat162_rn(1, 2), __floats2bfloat162_rn(3, -4)).__x == 0xc8444038);
  CHECK(__nv_fp8x4_e4m3(make_double4(1, 2, 3, -4)).__x == 0xc8444038);
  CHECK(__nv_fp8_e4m3(NAN).__x == 0x7f && static_cast<float>(__nv_fp8_e4m3(1e9f)) == 448.0f);
  std::puts("PASS");
}

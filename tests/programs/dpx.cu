// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// DPX: sums, maxima and minima of three in words and halves, in kernels and on the host.
#include <algorithm>
#include <vector>

#include "check.h"

/// One half of a word as a number: 0 the low one, 1 the high one.
template <class Half>
int half_of(unsigned word, int which) {
  return static_cast<Half>(word >> 16 * which);
}
unsigned word_of(int low, int high) {
  return (static_cast<unsigned>(high) << 16) | (static_cast<unsigned>(low) & 0xffffu);
}

#define WORDS(of)                                                                                        \
  of(__viaddmax_s32) of(__viaddmin_s32) of(__viaddmax_s32_relu) of(__viaddmin_s32_relu) of(__vimax3_s32) \
      of(__vimin3_s32) of(__vimax3_s32_relu) of(__vimin3_s32_relu)
#define HALVES(of)                                                                                                 \
  of(__viaddmax_s16x2) of(__viaddmin_s16x2) of(__viaddmax_s16x2_relu) of(__viaddmin_s16x2_relu) of(__vimax3_s16x2) \
      of(__vimin3_s16x2) of(__vimax3_s16x2_relu) of(__vimin3_s16x2_relu) of(__viaddmax_u16x2) of(__viaddmin_u16x2) \
          of(__vimax3_u16x2) of(__vimin3_u16x2)

__host__ __device__ void all(unsigned a, unsigned b, unsigned c, unsigned* out) {
  const int s = static_cast<int>(a), t = static_cast<int>(b), u = static_cast<int>(c);
#define OF_WORDS(name) *out++ = static_cast<unsigned>(name(s, t, u));
#define OF_HALVES(name) *out++ = name(a, b, c);
  WORDS(OF_WORDS)
  HALVES(OF_HALVES)
  bool first, high, low;
  *out++ = static_cast<unsigned>(__vibmax_s32(s, t, &first));
  *out++ = first;
  *out++ = __vibmin_u16x2(a, b, &high, &low);
  *out++ = (high ? 2u : 0u) + (low ? 1u : 0u);
}
constexpr int results = 24, pairs = 64;

__global__ void in_kernel(const unsigned* in, unsigned* out) {
  const unsigned i = threadIdx.x;
  all(in[i], in[i + 1], in[i + 2], out + i * results);
}

int main() {
  unsigned *in = nullptr, *out = nullptr;
  CALL(cudaMallocManaged(&in, (pairs + 2) * sizeof(unsigned)));
  CALL(cudaMallocManaged(&out, pairs * results * sizeof(unsigned)));
  for (unsigned i = 0; i < pairs + 2; ++i) in[i] = i % 5 == 0 ? 0x80007fffu : i * 2654435761u;
  in[7] = in[8];
  in_kernel<<<1, pairs>>>(in, out);
  CALL(cudaDeviceSynchronize());
  for (int i = 0; i < pairs; ++i) {
    const unsigned a = in[i], b = in[i + 1], c = in[i + 2];
    const int s = static_cast<int>(a), t = static_cast<int>(b), u = static_cast<int>(c);
    const unsigned* const r = out + i * results;
    unsigned on_host[results];
    all(a, b, c, on_host);
    CHECK(std::equal(on_host, on_host + results, r));
    const int sum = static_cast<int>(a + b);
    CHECK(r[0] == static_cast<unsigned>(std::max(sum, u)) && r[1] == static_cast<unsigned>(std::min(sum, u)));
    CHECK(r[2] == static_cast<unsigned>(std::max({sum, u, 0})) &&
          r[7] == static_cast<unsigned>(std::max(std::min({s, t, u}), 0)));
    int most[2], least_relu[2], sum_max[2];
    for (int h = 0; h < 2; ++h) {
      const int x = half_of<short>(a, h), y = half_of<short>(b, h), z = half_of<short>(c, h);
      most[h] = std::max({x, y, z});
      least_relu[h] = std::max(std::min({x, y, z}), 0);
      sum_max[h] =
          std::max<int>(static_cast<unsigned short>(half_of<unsigned short>(a, h) + half_of<unsigned short>(b, h)),
                        half_of<unsigned short>(c, h));
    }
    CHECK(r[12] == word_of(most[0], most[1]) && r[15] == word_of(least_relu[0], least_relu[1]));
    CHECK(r[16] == word_of(sum_max[0], sum_max[1]));
    CHECK(r[20] == static_cast<unsigned>(std::max(s, t)) && r[21] == (s >= t ? 1u : 0u));
    CHECK((r[23] & 2u) != 0 == (a >> 16 <= b >> 16) && (r[23] & 1u) != 0 == ((a & 0xffffu) <= (b & 0xffffu)));
  }
  std::puts("PASS");
}

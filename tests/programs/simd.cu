// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// SIMD intrinsics: a checksum of each over 1024 pairs of words. The expected ones are of the same code compiled by nvcc
// 13.0 with NVIDIA's headers.
#include "check.h"

#define TWO(of)                                                                                                        \
  of(__vadd2, 1176611500u) of(__vsub2, 1405613080u) of(__vaddss2, 1791576758u) of(__vaddus2, 909115224u)               \
      of(__vsubss2, 1691719517u) of(__vsubus2, 271977426u) of(__vabsdiffs2, 1385007582u) of(__vabsdiffu2, 3600622476u) \
          of(__vavgs2, 3792969921u) of(__vavgu2, 2264092964u) of(__vhaddu2, 1214929288u) of(__vmaxs2, 2694650437u)     \
              of(__vmaxu2, 1392338716u) of(__vmins2, 784371815u) of(__vminu2, 2086683536u) of(__vcmpeq2, 126283904u)   \
                  of(__vcmpne2, 2633027456u) of(__vcmpges2, 1800005326u) of(__vcmpgeu2, 558418425u) of(                \
                      __vcmpgts2, 1673721422u) of(__vcmpgtu2, 432134521u) of(__vcmples2, 1085589938u)                  \
                      of(__vcmpleu2, 2327176839u) of(__vcmplts2, 959306034u) of(__vcmpltu2, 2200892935u) of(           \
                          __vseteq2, 133762944u) of(__vsetne2, 2475634816u) of(__vsetges2, 2917669170u)                \
                          of(__vsetgeu2, 348009991u) of(__vsetgts2, 2783906226u) of(__vsetgtu2, 214247047u) of(        \
                              __vsetles2, 4120458830u) of(__vsetleu2, 2395150713u) of(__vsetlts2, 3986695886u)         \
                              of(__vsetltu2, 2261387769u) of(__vsads2, 3221469499u) of(__vsadu2, 425071203u) of(       \
                                  __vadd4, 38916012u) of(__vsub4, 994581784u) of(__vaddss4, 1119975664u)               \
                                  of(__vaddus4, 3604928287u) of(__vsubss4, 1542211328u) of(__vsubus4, 3034178059u) of( \
                                      __vabsdiffs4, 286254932u) of(__vabsdiffu4, 535089150u) of(__vavgs4, 2999631605u) \
                                      of(__vavgu4, 2261254180u) of(__vhaddu4, 1217768072u) of(__vmaxs4, 3875736192u)   \
                                          of(__vmaxu4, 4154539349u) of(__vmins4, 3898253356u) of(                      \
                                              __vminu4, 3619450199u) of(__vcmpeq4, 301134658u)                         \
                                              of(__vcmpne4, 2458176702u) of(__vcmpges4, 2286074258u) of(               \
                                                  __vcmpgeu4, 955256873u) of(__vcmpgts4, 1984939600u)                  \
                                                  of(__vcmpgtu4, 654122215u) of(__vcmples4, 774371760u) of(            \
                                                      __vcmpleu4, 2105189145u) of(__vcmplts4, 473237102u)              \
                                                      of(__vcmpltu4, 1804054487u)                                      \
                                                          of(__vseteq4, 3319253694u) of(__vsetne4, 1576039746u) of(    \
                                                              __vsetges4, 3916543086u) of(__vsetgeu4, 2648098519u)     \
                                                              of(__vsetgts4, 597289392u) of(__vsetgtu4, 3623812121u)   \
                                                                  of(__vsetles4, 3036752u) of(__vsetleu4, 1271481319u) \
                                                                      of(__vsetlts4, 978750354u)                       \
                                                                          of(__vsetltu4, 2247194921u)                  \
                                                                              of(__vsads4, 1716179164u)                \
                                                                                  of(__vsadu4, 394102834u)
#define ONE(of)                                                                                           \
  of(__vabs2, 3029531320u) of(__vabsss2, 3029531320u) of(__vneg2, 4248347830u) of(__vnegss2, 4248347830u) \
      of(__vabs4, 1046258356u) of(__vabsss4, 1493707285u) of(__vneg4, 870565558u) of(__vnegss4, 1318014487u)

/// Words with equal lanes, and some whose lanes are the least signed number.
template <class F>
__device__ unsigned checksum(F f) {
  unsigned sum = 0, x = 12345u, y = 777u;
#pragma unroll 1  // ptxas would take a minute for all functions in one kernel
  for (unsigned i = 0; i < 1024; ++i) {
    x = x * 1664525u + 1013904223u;
    y = y * 22695477u + 1u;
    const unsigned a = x ^ (x >> 13);
    const unsigned b = (i & 3) == 0 ? a ^ (y & 0x00800101u) : (i & 7) == 1 ? 0x80808080u : y ^ (y >> 11);
    sum = sum * 31u + f(a, b);
  }
  return sum;
}

__global__ void checksums(unsigned* out) {
#define TWO_OF(name, expected) *out++ = checksum([](unsigned a, unsigned b) { return name(a, b); });
#define ONE_OF(name, expected) *out++ = checksum([](unsigned, unsigned b) { return name(b); });
  TWO(TWO_OF)
  ONE(ONE_OF)
}

int main() {
  constexpr unsigned most = 128;
  unsigned* sums = nullptr;
  CALL(cudaMallocManaged(&sums, most * sizeof(unsigned)));
  checksums<<<1, 1>>>(sums);
  CALL(cudaDeviceSynchronize());
#define IS_EXPECTED(name, expected) \
  if (*sums++ != (expected)) return std::printf("%s\n", #name), 1;
  TWO(IS_EXPECTED)
  ONE(IS_EXPECTED)
  std::puts("PASS");
}

// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Integers become bfloats by one rounding, which nvcc's bits are here.
#include <cuda_bf16.h>

#include "check.h"

constexpr int functions = 12;

__global__ void converted(unsigned short* out, long long x) {
  const __nv_bfloat16 all[functions] = {__int2bfloat16_rn(static_cast<int>(x)),
                                        __int2bfloat16_rz(static_cast<int>(x)),
                                        __int2bfloat16_rd(static_cast<int>(x)),
                                        __int2bfloat16_ru(static_cast<int>(x)),
                                        __ll2bfloat16_rn(x),
                                        __ll2bfloat16_rz(x),
                                        __ll2bfloat16_rd(x),
                                        __ll2bfloat16_ru(x),
                                        __ull2bfloat16_rn(x),
                                        __ull2bfloat16_rz(x),
                                        __ull2bfloat16_rd(x),
                                        __ull2bfloat16_ru(x)};
  for (int i = 0; i < functions; ++i) out[i] = __bfloat16_as_ushort(all[i]);
}

void check(unsigned short* out, long long x, const unsigned short (&expected)[functions]) {
  converted<<<1, 1>>>(out, x);
  CALL(cudaDeviceSynchronize());
  for (int i = 0; i < functions; ++i) CHECK(out[i] == expected[i]);
}

int main() {
  unsigned short* out = nullptr;
  CALL(cudaMallocManaged(&out, functions * sizeof(unsigned short)));
  // A tie and one more: twice rounded, it would be 0x4e80.
  check(out, (1 << 30) + (1 << 22) + 1,
        {0x4e81, 0x4e80, 0x4e80, 0x4e81, 0x4e81, 0x4e80, 0x4e80, 0x4e81, 0x4e81, 0x4e80, 0x4e80, 0x4e81});
  check(out, -258, {0xc381, 0xc381, 0xc381, 0xc381, 0xc381, 0xc381, 0xc381, 0xc381, 0x5f80, 0x5f7f, 0x5f7f, 0x5f80});
  check(out, 2147483647,
        {0x4f00, 0x4eff, 0x4eff, 0x4f00, 0x4f00, 0x4eff, 0x4eff, 0x4f00, 0x4f00, 0x4eff, 0x4eff, 0x4f00});
  std::puts("PASS");
}

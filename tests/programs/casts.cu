// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Conversions between integers and floats that cut: of variables and of constants, in range and out of it. The values
// are those of the PTX ISA (cvt).
#include "check.h"

__global__ void of_variables(int i, unsigned u, long long l, unsigned long long v, float* f, double* d) {
  f[0] = __int2float_rz(i);
  f[1] = __int2float_rz(-i);
  f[2] = __uint2float_rz(u);
  f[3] = __ll2float_rz(l);
  f[4] = __ull2float_rz(v);
  f[5] = __int2float_rn(i);
  f[6] = __int2float_rd(-i);
  d[0] = __ll2double_rz(l);
  d[1] = __ull2double_rz(v);
}
__global__ void out_of_range(float f, double d, long long* out) {
  out[0] = __float2int_rz(f);
  out[1] = __float2uint_rz(f);
  out[2] = __double2ll_rz(d);
  out[3] = __float2int_rz(3e9f);
  out[4] = __float2uint_rz(5e9f);
  out[5] = __double2int_rz(-3e9);
  out[6] = __double2uint_rz(-1.5);
  out[7] = __double2ll_rz(1e300);
  out[8] = __float2ll_rz(-2.9f);
  out[9] = __double2ull_rz(1e300) == ~0ull;
}
/// Between 128 bits and floats, of values that only 128 bits hold.
__global__ void wide(unsigned long long v, double big, double* d, long long* out) {
  const unsigned __int128 square = static_cast<unsigned __int128>(v) * v;
  d[0] = static_cast<double>(square);
  d[1] = static_cast<float>(-static_cast<__int128>(square >> 1));
  out[0] = static_cast<long long>(static_cast<__int128>(big) >> 64);
}

int main() {
  float* f;
  double* d;
  long long* out;
  CALL(cudaMallocManaged(&f, 64));
  CALL(cudaMallocManaged(&d, 64));
  CALL(cudaMallocManaged(&out, 128));
  of_variables<<<1, 1>>>(0x7fffffff, 0xffffffffu, 0x7fffffffffffffff, ~0ull, f, d);
  CALL(cudaDeviceSynchronize());
  CHECK(f[0] == 2147483520.0f && f[1] == -2147483520.0f && f[2] == 4294967040.0f);
  CHECK(f[3] == 0x1.fffffep62f && f[4] == 0x1.fffffep63f && f[5] == 0x1p31f && f[6] == -0x1p31f);
  CHECK(d[0] == 0x1.fffffffffffffp62 && d[1] == 0x1.fffffffffffffp63);
  wide<<<1, 1>>>(~0ull, -0x1.8p100, d, out);
  CALL(cudaDeviceSynchronize());
  CHECK(d[0] == 0x1p128 && d[1] == -0x1p127 && out[0] == -(3ll << 35));
  out_of_range<<<1, 1>>>(-1e20f, 1e20, out);
  CALL(cudaDeviceSynchronize());
  CHECK(out[0] == -2147483648ll && out[1] == 0 && out[2] == 0x7fffffffffffffff);
  CHECK(out[3] == 2147483647 && out[4] == 4294967295 && out[5] == -2147483648ll && out[6] == 0);
  CHECK(out[7] == 0x7fffffffffffffff && out[8] == -2 && out[9] == 1);
  std::puts("PASS");
}

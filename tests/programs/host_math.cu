// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Math on the host's side of a .cu file, as nvcc has it: the overloads of std in the global namespace, whatever the
// file includes, and the functions that CUDA adds to the C library's.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <type_traits>

#include "check.h"

static_assert(std::is_same<decltype(sqrt(1.f)), float>::value && std::is_same<decltype(pow(2.f, 3.f)), float>::value,
              "");
static_assert(std::is_same<decltype(abs(1.f)), float>::value && std::is_same<decltype(abs(1ll)), long long>::value, "");

template <class T>
void check_classes() {
  const T infinite = INFINITY, none = NAN;
  CHECK(!isfinite(infinite) && isfinite(T(1)));
  CHECK(isnan(none) && !isnan(T(1)));
  CHECK(isinf(infinite) && signbit(T(-1)) && isnormal(T(1)));
}

__host__ __device__ float both(float x) { return abs(x) + sqrt(4.f) + rsqrtf(0.25f) + rsqrt(0.25f) + isfinite(x); }

__global__ void on_the_device(float* result) { *result = both(-1.5f); }

bool near(double a, double b) { return std::fabs(a - b) <= 1e-12 * std::fabs(b); }

int main() {
  check_classes<float>();
  check_classes<double>();
  CHECK(abs(-1.5f) == 1.5f && abs(-2.25) == 2.25 && std::max(sqrt(4.f), 1.f) == 2.f);
  float* d;
  float result = 0;
  CALL(cudaMalloc(&d, sizeof result));
  on_the_device<<<1, 1>>>(d);
  CALL(cudaMemcpy(&result, d, sizeof result, cudaMemcpyDeviceToHost));
  CHECK(result == 8.5f && both(-1.5f) == 8.5f);
  CHECK(near(rsqrt(4.0), 0.5) && near(rcbrt(8.0), 0.5));
  CHECK(near(sinpi(2.5), 1) && sinpi(3.0) == 0 && near(cospi(1.0), -1) && cospi(0.5) == 0 && near(cospi(1.0 / 3), 0.5));
  CHECK(near(erfinv(0.5), 0.476936276204469873) && near(erfinv(-0.25), -0.225312055012178105));
  CHECK(near(erfinv(0.99), 1.82138636771844967) && near(erfcinv(1e-10), 4.57282496738940155));
  CHECK(near(normcdf(1.0), 0.841344746068542949) && near(normcdfinv(0.975), 1.95996398454005424));
  CHECK(near(erfcinv(1 - 0x3p-19), 5.07103114391529786e-6) && near(erfcinv(1.25), -0.225312055012178105));
  CHECK(near(erfcx(1.0), 0.427583576155807004) && near(erfcx(12.0), 0.0468542210148937626));
  CHECK(near(erfcx(20.0), 0.0281743487410513193));
  std::puts("PASS");
}

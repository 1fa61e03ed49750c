// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// thrust::complex on the device against std::complex of double on the host: the functions that cancel or overflow when
// written plainly, operands of two types, streams; and <cuda/functional>. nvcc 13.0 with NVIDIA's headers gives the
// same.
#include <thrust/complex.h>

#include <cmath>
#include <complex>
#include <cstdio>
#include <cuda/functional>
#include <sstream>
#include <type_traits>

#include "check.h"

constexpr int functions = 12;

template <class T>
__global__ void all(const thrust::complex<T>* in, thrust::complex<T>* out, int n) {
  const int i = static_cast<int>(threadIdx.x);
  if (i >= n) return;
  const thrust::complex<T> z = in[i];
  thrust::complex<T>* o = out + functions * i;
  o[0] = asinh(z), o[1] = acosh(z), o[2] = atanh(z), o[3] = asin(z), o[4] = acos(z), o[5] = atan(z);
  o[6] = sqrt(z), o[7] = log(z), o[8] = tanh(z), o[9] = tan(z), o[10] = z / in[(i + 7) % n];
  o[11] = pow(z, thrust::complex<T>(T(0.5), T(-0.25)));
}

/// The largest relative error. clang's std::complex of the host is its own, with errors up to 1e-11.
template <class T>
double largest_error() {
  thrust::complex<T>*in, *out;
  CALL(cudaMallocManaged(&in, 64 * sizeof *in));
  CALL(cudaMallocManaged(&out, 64 * functions * sizeof *out));
  int n = 0;
  for (const double re : {-1000.0, -3.0, -1.0001, -0.5, -1e-3, 1e-5, 0.02, 0.7, 2.0, 500.0})
    for (const double im : {-200.0, -1.5, -1e-4, 1e-6, 0.3, 4.0}) in[n++] = thrust::complex<T>(T(re), T(im));
  all<T><<<1, 64>>>(in, out, n);
  CALL(cudaDeviceSynchronize());
  double largest = 0;
  for (int i = 0; i < n; ++i) {
    const std::complex<double> z(in[i].real(), in[i].imag()), by(in[(i + 7) % n].real(), in[(i + 7) % n].imag());
    const std::complex<double> right[functions] = {
        std::asinh(z), std::acosh(z), std::atanh(z), std::asin(z),
        std::acos(z),  std::atan(z),  std::sqrt(z),  std::log(z),
        std::tanh(z),  std::tan(z),   z / by,        std::pow(z, std::complex<double>(0.5, -0.25))};
    for (int f = 0; f < functions; ++f) {
      const thrust::complex<T> got = out[functions * i + f];
      largest =
          std::fmax(largest, std::abs(std::complex<double>(got.real(), got.imag()) - right[f]) / std::abs(right[f]));
    }
  }
  return largest;
}

__global__ void choose(int* out) {
  const auto twice = cuda::proclaim_return_type<int>([](int x) { return 2 * x; });
  out[0] = cuda::maximum<int>()(3, 5) + 10 * cuda::minimum<>()(4, 9) + 100 * twice(2);
}

int main() {
  const double single = largest_error<float>(), twice = largest_error<double>();
  std::printf("%.1e %.1e\n", single, twice);
  CHECK(single < 2e-6 && twice < 1e-10);

  const thrust::complex<float> z(1, 2);
  static_assert(std::is_same<decltype(z * 2.0), thrust::complex<double>>::value, "the wider of two types");
  static_assert(std::is_same<decltype(z * 2.0f), thrust::complex<float>>::value, "one type");
  std::ostringstream text;
  text << z << thrust::proj(z) << thrust::complex<float>(std::complex<float>(3, 4));
  CHECK(text.str() == "(1,2)(1,2)(3,4)");
  std::istringstream source("(5,6)");
  thrust::complex<double> read;
  source >> read;
  CHECK(read == thrust::complex<double>(5, 6));
  CHECK(std::fabs(thrust::pow(z, 2).imag() - 4) < 1e-5);

  int* out;
  CALL(cudaMallocManaged(&out, sizeof *out));
  choose<<<1, 1>>>(out);
  CALL(cudaDeviceSynchronize());
  CHECK(*out == 5 + 40 + 400);
  std::puts("PASS");
}

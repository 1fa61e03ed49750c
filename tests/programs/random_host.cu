// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Arrays of random numbers that the host asks for: in the order of the generators' subsequences, continued by the next
// call, with the moments of their distributions.
#include <curand.h>
#include <curand_kernel.h>

#include <cmath>
#include <vector>

#include "check.h"

#define RANDOM(call) CHECK((call) == CURAND_STATUS_SUCCESS)
constexpr int n = 20000, threads = 4096;

/// The number at offset i comes from subsequence i % 4096.
template <class State>
__global__ void expected(unsigned* out, unsigned long long seed) {
  State state;
  const unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
  curand_init(seed, t, 0, &state);
  for (int i = static_cast<int>(t); i < n; i += threads) out[i] = curand(&state);
}

template <class State>
void check_order(curandRngType_t type) {
  unsigned *there = nullptr, *wanted = nullptr;
  CALL(cudaMallocManaged(&there, n * sizeof(unsigned)));
  CALL(cudaMallocManaged(&wanted, n * sizeof(unsigned)));
  expected<State><<<threads / 128, 128>>>(wanted, 1234);
  curandGenerator_t generator;
  RANDOM(curandCreateGenerator(&generator, type));
  RANDOM(curandSetPseudoRandomGeneratorSeed(generator, 1234));
  RANDOM(curandGenerate(generator, there, 7001));
  RANDOM(curandGenerate(generator, there + 7001, n - 7001));
  CALL(cudaDeviceSynchronize());
  for (int i = 0; i < n; ++i) CHECK(there[i] == wanted[i]);
  RANDOM(curandSetGeneratorOffset(generator, 5000));
  RANDOM(curandGenerate(generator, there, 6000));
  CALL(cudaDeviceSynchronize());
  for (int i = 0; i < 6000; ++i) CHECK(there[i] == wanted[i + 5000]);
  RANDOM(curandDestroyGenerator(generator));
}

template <class T>
void check_moments(const std::vector<T>& x, double mean, double deviation) {
  double sum = 0, squares = 0;
  for (const T v : x) sum += v, squares += static_cast<double>(v) * v;
  const double m = sum / x.size(), d = std::sqrt(squares / x.size() - m * m);
  CHECK(std::fabs(m - mean) < 5 * deviation / std::sqrt(static_cast<double>(x.size())));
  CHECK(std::fabs(d - deviation) < 0.05 * deviation);
}

int main() {
  check_order<curandStateXORWOW_t>(CURAND_RNG_PSEUDO_DEFAULT);
  check_order<curandStatePhilox4_32_10_t>(CURAND_RNG_PSEUDO_PHILOX4_32_10);
  check_order<curandStateMRG32k3a_t>(CURAND_RNG_PSEUDO_MRG32K3A);
  curandGenerator_t generator;
  RANDOM(curandCreateGeneratorHost(&generator, CURAND_RNG_PSEUDO_XORWOW));
  std::vector<float> floats(n);
  std::vector<double> doubles(n);
  std::vector<unsigned> counts(n);
  RANDOM(curandGenerateUniform(generator, floats.data(), n));
  check_moments(floats, 0.5, std::sqrt(1 / 12.0));
  for (const float x : floats) CHECK(0.0f < x && x <= 1.0f);
  RANDOM(curandGenerateNormal(generator, floats.data(), n, 2.0f, 3.0f));
  check_moments(floats, 2.0, 3.0);
  RANDOM(curandGenerateLogNormalDouble(generator, doubles.data(), n, 0.0, 0.25));
  check_moments(doubles, std::exp(0.03125), std::sqrt((std::exp(0.0625) - 1) * std::exp(0.0625)));
  RANDOM(curandGeneratePoisson(generator, counts.data(), n, 12.0));
  check_moments(counts, 12.0, std::sqrt(12.0));
  CHECK(curandGenerateNormal(generator, floats.data(), 3, 0.0f, 1.0f) == CURAND_STATUS_LENGTH_NOT_MULTIPLE);
  RANDOM(curandDestroyGenerator(generator));
  CHECK(curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_MTGP32) == CURAND_STATUS_TYPE_ERROR);
  std::puts("PASS");
}

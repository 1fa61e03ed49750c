// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Sobol's quasirandom numbers in the order of Gray's code (Antonov and Saleev, 1979), of 32 and 64 bits, plain and
/// with a scramble. The program brings the direction vectors: NVIDIA's tables are in its host library. Normal numbers
/// are the inverse of the distribution function.
typedef unsigned int curandDirectionVectors32_t[32];
typedef unsigned long long curandDirectionVectors64_t[64];

/// The number of the first bit that is 0, the last one if there is none.
__FW_D int __fw_first_zero(unsigned x) { return ~x == 0 ? 31 : __ffs(static_cast<int>(~x)) - 1; }
__FW_D int __fw_first_zero(unsigned long long x) { return ~x == 0 ? 63 : __ffsll(static_cast<long long>(~x)) - 1; }

__FW_D float __fw_quasi_uniform(unsigned x) { return __fw_uniform(x); }
__FW_D float __fw_quasi_uniform(unsigned long long x) { return __fw_uniform(static_cast<unsigned>(x >> 32)); }
__FW_D double __fw_quasi_uniform_double(unsigned x) { return x * 2.3283064365386963e-10 + 2.3283064365386963e-10; }
__FW_D double __fw_quasi_uniform_double(unsigned long long x) {
  return static_cast<double>(x >> 11) * __FW_2POW53_INV + (__FW_2POW53_INV / 2.0);
}
// In the upper half the number is mirrored, so that the argument of erfcinv keeps its digits.
__FW_D float __fw_quasi_normal(unsigned x) {
  const bool upper = x > 0x80000000u;
  const unsigned below = upper ? ~x : x;
  const float y = -1.4142135f * erfcinvf(2.0f * __fw_uniform(below));
  return upper ? -y : y;
}
__FW_D float __fw_quasi_normal(unsigned long long x) { return __fw_quasi_normal(static_cast<unsigned>(x >> 32)); }
__FW_D double __fw_quasi_normal_double(unsigned x) {
  const bool upper = x > 0x80000000u;
  const double p = (upper ? ~x : x) * 2.3283064365386963e-10 + (2.3283064365386963e-10 / 2.0);
  const double y = -1.4142135623730951 * erfcinv(2.0 * p);
  return upper ? -y : y;
}
__FW_D double __fw_quasi_normal_double(unsigned long long x) {
  const unsigned long long all = x >> 11;
  const bool upper = all > 0x10000000000000ull;
  const double p =
      static_cast<double>(upper ? 0x1fffffffffffffull - all : all) * __FW_2POW53_INV + (__FW_2POW53_INV / 2.0);
  const double y = -1.4142135623730951 * erfcinv(2.0 * p);
  return upper ? -y : y;
}
/// Above 0 and below 1.
__FW_D double __fw_quasi_inside(unsigned x) { return x * 2.3283064365386963e-10 + (2.3283064365386963e-10 / 2.0); }
__FW_D double __fw_quasi_inside(unsigned long long x) {
  return static_cast<double>(x >> 11) * __FW_2POW53_INV + (__FW_2POW53_INV / 4.0);
}
/// Sums of the distribution's terms up to the number; e^-lambda is taken in parts of e^-500.
template <class Word>
__FW_D unsigned __fw_quasi_poisson(Word x, double lambda) {
  if (lambda >= 1000) return __fw_poisson_normal(__fw_quasi_normal_double(x), lambda);
  const double u = __fw_quasi_inside(x);
  double term = 1.0, sum = 1.0;
  unsigned k = 0;
  for (int taken = 0;; taken += 500) {
    const double part = lambda > taken + 500.0 ? exp(-500.0) : exp(taken - lambda);
    term *= part;
    sum *= part;
    while (u > sum) {
      ++k;
      term *= lambda / k;
      sum += term;
    }
    if (taken + 500.0 >= lambda) return k;
  }
}

#define __FW_SOBOL(name, word, vectors, bits, scrambled)                                                    \
  struct name {                                                                                             \
    word i, x, c;                                                                                           \
    word direction_vectors[bits];                                                                           \
  };                                                                                                        \
  typedef struct name name##_t;                                                                             \
  __FW_D void skipahead(word n, name##_t* state) {                                                          \
    state->i += n;                                                                                          \
    state->x = state->c;                                                                                    \
    const word gray = state->i ^ (state->i >> 1);                                                           \
    for (int k = 0; k < bits; ++k)                                                                          \
      if (gray >> k & 1) state->x ^= state->direction_vectors[k];                                           \
  }                                                                                                         \
  __FW_D void __fw_sobol_start(const vectors directions, word c, word offset, name##_t* state) {            \
    state->i = 0;                                                                                           \
    state->c = c;                                                                                           \
    for (int k = 0; k < bits; ++k) state->direction_vectors[k] = directions[k];                             \
    skipahead(offset, state);                                                                               \
  }                                                                                                         \
  scrambled(name##_t, word, vectors) __FW_D word curand(name##_t* state) {                                  \
    const word now = state->x;                                                                              \
    state->x ^= state->direction_vectors[__fw_first_zero(state->i++)];                                      \
    return now;                                                                                             \
  }                                                                                                         \
  __FW_D float curand_uniform(name##_t* state) { return __fw_quasi_uniform(curand(state)); }                \
  __FW_D double curand_uniform_double(name##_t* state) { return __fw_quasi_uniform_double(curand(state)); } \
  __FW_D float curand_normal(name##_t* state) { return __fw_quasi_normal(curand(state)); }                  \
  __FW_D double curand_normal_double(name##_t* state) { return __fw_quasi_normal_double(curand(state)); }   \
  __FW_D float curand_log_normal(name##_t* state, float mean, float deviation) {                            \
    return expf(mean + deviation * curand_normal(state));                                                   \
  }                                                                                                         \
  __FW_D double curand_log_normal_double(name##_t* state, double mean, double deviation) {                  \
    return exp(mean + deviation * curand_normal_double(state));                                             \
  }                                                                                                         \
  __FW_D unsigned curand_poisson(name##_t* state, double lambda) { return __fw_quasi_poisson(curand(state), lambda); }
#define __FW_SOBOL_PLAIN(type, word, vectors)                             \
  __FW_D void curand_init(vectors directions, word offset, type* state) { \
    __fw_sobol_start(directions, 0, offset, state);                       \
  }
#define __FW_SOBOL_SCRAMBLED(type, word, vectors)                                        \
  __FW_D void curand_init(vectors directions, word scramble, word offset, type* state) { \
    __fw_sobol_start(directions, scramble, offset, state);                               \
  }
__FW_SOBOL(curandStateSobol32, unsigned int, curandDirectionVectors32_t, 32, __FW_SOBOL_PLAIN)
__FW_SOBOL(curandStateScrambledSobol32, unsigned int, curandDirectionVectors32_t, 32, __FW_SOBOL_SCRAMBLED)
__FW_SOBOL(curandStateSobol64, unsigned long long, curandDirectionVectors64_t, 64, __FW_SOBOL_PLAIN)
__FW_SOBOL(curandStateScrambledSobol64, unsigned long long, curandDirectionVectors64_t, 64, __FW_SOBOL_SCRAMBLED)
#undef __FW_SOBOL
#undef __FW_SOBOL_PLAIN
#undef __FW_SOBOL_SCRAMBLED

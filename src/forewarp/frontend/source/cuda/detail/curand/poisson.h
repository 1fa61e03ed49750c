// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Poisson numbers of the mean lambda, by the methods of cuRAND. Pseudorandom generators: below 64 Knuth's product of
/// uniform numbers; up to 4000 rejection from a logistic curve near the distribution function; above, a rounded normal
/// number. Quasirandom ones, which have one number each: the distribution function inverted by summing (Fishman,
/// "Discrete-event simulation"), a normal number from 1000 on.
__FW_D float __fw_ex2(float x) {
  float y;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
  return y;
}
__FW_D float __fw_lg2(float x) {
  float y;
  asm("lg2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
  return y;
}
__FW_D float __fw_poisson_exp(float x) { return __fw_ex2(static_cast<float>(x * 1.4426950408889634074)); }
__FW_D float __fw_poisson_log(float x) { return static_cast<float>(__fw_lg2(x) * 0.69314718055994530942); }
__FW_D float __fw_poisson_rsqrt(float x) {
  float y;
  asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
  return y;
}
__FW_D float __fw_poisson_rcp(float x) {
  float y;
  asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
  return y;
}

/// The regularized gamma function P(a, x) near (1 + e^(slope (a - x) - shift))^-2, and its inverse.
struct __fw_gamma_curve {
  float a, slope, shift;
  __device__ explicit __fw_gamma_curve(float mean)
      : a(mean),
        slope(1.43248035075540910f * __fw_poisson_rsqrt(mean - 0.12400979329415655f) + 0.00025361074907033f),
        shift(0.21096734870196546f * __fw_poisson_rsqrt(mean - 1.97381164089999420f) + 0.94201734077887530f) {}
  __device__ float at(float x) const {
    const float t = 1.0f + __fw_poisson_exp(slope * (a - x) - shift);
    return __fw_poisson_rcp(t * t);
  }
  __device__ float inverse(float y) const {
    const float t = shift + __fw_poisson_log(__fw_poisson_rsqrt(y) - 1.0f);
    return -t * __fw_poisson_rcp(slope) + a;
  }
};

static __device__ const double __fw_log_factorials[] = {
    0.000000000000000000e-1, 0.000000000000000000e-1, 6.931471805599453094e-1,
    1.791759469228055001e0,  3.178053830347945620e0,  4.787491742782045994e0,
    6.579251212010100995e0,  8.525161361065414300e0,  1.060460290274525023e1};
/// log((n - 1)!), from 9 on by Stirling's series with the coefficients of Hart et al., "Computer Approximations", 5404.
__FW_D double __fw_log_factorial(int n) {
  if (n <= 8) return __fw_log_factorials[n - 1];
  const double x = n, r = 1.0 / x, t = r * r;
  double sum = -0.1633436431e-2;
  sum = sum * t + 0.83645878922e-3;
  sum = sum * t - 0.5951896861197e-3;
  sum = sum * t + 0.793650576493454e-3;
  sum = sum * t - 0.277777777735865004e-2;
  sum = sum * t + 0.833333333333331018375e-1;
  sum = sum * r + 0.918938533204672;
  const double s = 0.5 * log(x) * (x - 0.5);
  return (s - x) + (s + sum);
}

template <class State>
__FW_D unsigned __fw_poisson_product(State* state, float lambda) {
  unsigned k = 0;
  float p = expf(lambda);
  do {
    ++k;
    p *= curand_uniform(state);
  } while (p > 1.0f);
  return k - 1;
}
template <class State>
__FW_D unsigned __fw_poisson_rejection(State* state, float lambda) {
  const __fw_gamma_curve curve(lambda);
  const float log_mean = __fw_poisson_log(lambda);
  for (;;) {
    const float x = floorf(curve.inverse(curand_uniform(state)));
    const float share = (curve.at(x + 1.0f) - curve.at(x)) * 1.3f;
    const float z = curand_uniform(state) * share;
    const float exact =
        __fw_poisson_exp(-lambda + x * log_mean - static_cast<float>(__fw_log_factorial(static_cast<int>(1.0f + x))));
    if (z < exact && share >= 1e-20) return static_cast<unsigned>(x);
  }
}
/// Rounded to the nearest.
__FW_D unsigned __fw_poisson_normal(double normal, double lambda) {
  return static_cast<unsigned>(sqrt(lambda) * normal + lambda + 0.5);
}

#define __FW_POISSON(type)                                                              \
  __FW_D unsigned curand_poisson(type* state, double lambda) {                          \
    if (lambda < 64) return __fw_poisson_product(state, static_cast<float>(lambda));    \
    if (lambda > 4000) return __fw_poisson_normal(curand_normal_double(state), lambda); \
    return __fw_poisson_rejection(state, static_cast<float>(lambda));                   \
  }
__FW_POISSON(curandStateXORWOW_t)
__FW_POISSON(curandStatePhilox4_32_10_t)
__FW_POISSON(curandStateMRG32k3a_t)
#undef __FW_POISSON

__FW_D uint4 curand_poisson4(curandStatePhilox4_32_10_t* state, double lambda) {
  if (lambda > 4000) {
    const double4 n = curand_normal4_double(state);
    return uint4{__fw_poisson_normal(n.x, lambda), __fw_poisson_normal(n.y, lambda), __fw_poisson_normal(n.z, lambda),
                 __fw_poisson_normal(n.w, lambda)};
  }
  uint4 out;
  out.x = curand_poisson(state, lambda), out.y = curand_poisson(state, lambda);
  out.z = curand_poisson(state, lambda), out.w = curand_poisson(state, lambda);
  return out;
}

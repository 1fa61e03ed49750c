// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Uniform numbers in (0, 1], normal ones by Box and Muller's method, log-normal ones, for every generator.
#define __FW_2POW32_INV 2.3283064e-10f
#define __FW_2POW53_INV 1.1102230246251565e-16

__FW_D float __fw_uniform(unsigned x) { return x * __FW_2POW32_INV + (__FW_2POW32_INV / 2.0f); }
__FW_D double __fw_uniform_double(unsigned x, unsigned y) {
  const unsigned long long z = x ^ (static_cast<unsigned long long>(y) << 21);
  return static_cast<double>(z) * __FW_2POW53_INV + (__FW_2POW53_INV / 2.0);
}
__FW_D float2 __fw_box_muller(unsigned x, unsigned y) {
  constexpr float two_pi = 2.3283064e-10f * 6.2831855f;
  const float u = x * __FW_2POW32_INV + (__FW_2POW32_INV / 2), v = y * two_pi + (two_pi / 2);
  const float s = sqrtf(-2.0f * logf(u));
  return float2{__sinf(v) * s, __cosf(v) * s};
}
__FW_D double2 __fw_box_muller_double(unsigned x0, unsigned x1, unsigned y0, unsigned y1) {
  const double u = __fw_uniform_double(x0, x1);
  const unsigned long long z = y0 ^ (static_cast<unsigned long long>(y1) << 21);
  const double v = static_cast<double>(z) * (__FW_2POW53_INV * 2.0) + __FW_2POW53_INV;
  const double s = sqrt(-2.0 * log(u));
  double2 out;
  sincospi(v, &out.x, &out.y);
  return double2{out.x * s, out.y * s};
}

// Each draw makes two normal numbers; the second one is kept for the next call of the same kind (1: normal, 2:
// log-normal).
#define __FW_CURAND_PAIRS(type)                                                                   \
  __FW_D float curand_uniform(type* state) { return __fw_uniform(curand(state)); }                \
  __FW_D float2 curand_normal2(type* state) {                                                     \
    const unsigned x = curand(state), y = curand(state);                                          \
    return __fw_box_muller(x, y);                                                                 \
  }                                                                                               \
  __FW_D double2 curand_normal2_double(type* state) {                                             \
    const unsigned x0 = curand(state), x1 = curand(state), y0 = curand(state), y1 = curand(state); \
    return __fw_box_muller_double(x0, x1, y0, y1);                                                \
  }
__FW_CURAND_PAIRS(curandStateXORWOW_t)
__FW_CURAND_PAIRS(curandStatePhilox4_32_10_t)
#undef __FW_CURAND_PAIRS
#define __FW_CURAND(type)                                                                         \
  __FW_D float __fw_spare(type* state, int kind) {                                                \
    if (state->boxmuller_flag == kind) {                                                          \
      state->boxmuller_flag = 0;                                                                  \
      return state->boxmuller_extra;                                                              \
    }                                                                                             \
    const float2 v = curand_normal2(state);                                                       \
    state->boxmuller_flag = kind;                                                                 \
    state->boxmuller_extra = v.y;                                                                 \
    return v.x;                                                                                   \
  }                                                                                               \
  __FW_D double __fw_spare_double(type* state, int kind) {                                        \
    if (state->boxmuller_flag_double == kind) {                                                   \
      state->boxmuller_flag_double = 0;                                                           \
      return state->boxmuller_extra_double;                                                       \
    }                                                                                             \
    const double2 v = curand_normal2_double(state);                                               \
    state->boxmuller_flag_double = kind;                                                          \
    state->boxmuller_extra_double = v.y;                                                          \
    return v.x;                                                                                   \
  }                                                                                               \
  __FW_D float curand_normal(type* state) { return __fw_spare(state, 1); }                        \
  __FW_D double curand_normal_double(type* state) { return __fw_spare_double(state, 1); }         \
  __FW_D float curand_log_normal(type* state, float mean, float deviation) {                      \
    return expf(mean + deviation * __fw_spare(state, 2));                                         \
  }                                                                                               \
  __FW_D double curand_log_normal_double(type* state, double mean, double deviation) {            \
    return exp(mean + deviation * __fw_spare_double(state, 2));                                   \
  }                                                                                               \
  __FW_D float2 curand_log_normal2(type* state, float mean, float deviation) {                    \
    const float2 v = curand_normal2(state);                                                       \
    return float2{expf(mean + deviation * v.x), expf(mean + deviation * v.y)};                    \
  }                                                                                               \
  __FW_D double2 curand_log_normal2_double(type* state, double mean, double deviation) {          \
    const double2 v = curand_normal2_double(state);                                               \
    return double2{exp(mean + deviation * v.x), exp(mean + deviation * v.y)};                     \
  }
__FW_CURAND(curandStateXORWOW_t)
__FW_CURAND(curandStatePhilox4_32_10_t)
__FW_CURAND(curandStateMRG32k3a_t)
#undef __FW_CURAND

__FW_D double curand_uniform_double(curandStateXORWOW_t* state) {
  const unsigned x = curand(state), y = curand(state);
  return __fw_uniform_double(x, y);
}
/// One number of 32 bits, as in cuRAND.
__FW_D double curand_uniform_double(curandStatePhilox4_32_10_t* state) {
  return curand(state) * 2.3283064365386963e-10 + 2.3283064365386963e-10;
}

// Four at once, of Philox alone.
__FW_D float4 curand_uniform4(curandStatePhilox4_32_10_t* state) {
  const uint4 x = curand4(state);
  return float4{__fw_uniform(x.x), __fw_uniform(x.y), __fw_uniform(x.z), __fw_uniform(x.w)};
}
__FW_D double2 curand_uniform2_double(curandStatePhilox4_32_10_t* state) {
  const uint4 x = curand4(state);
  return double2{__fw_uniform_double(x.x, x.y), __fw_uniform_double(x.z, x.w)};
}
__FW_D float4 curand_normal4(curandStatePhilox4_32_10_t* state) {
  const uint4 x = curand4(state);
  const float2 a = __fw_box_muller(x.x, x.y), b = __fw_box_muller(x.z, x.w);
  return float4{a.x, a.y, b.x, b.y};
}
__FW_D float4 curand_log_normal4(curandStatePhilox4_32_10_t* state, float mean, float deviation) {
  const float4 v = curand_normal4(state);
  return float4{expf(mean + deviation * v.x), expf(mean + deviation * v.y), expf(mean + deviation * v.z),
                expf(mean + deviation * v.w)};
}
__FW_D double4 curand_uniform4_double(curandStatePhilox4_32_10_t* state) {
  const uint4 x = curand4(state), y = curand4(state);
  return double4{__fw_uniform_double(x.x, x.y), __fw_uniform_double(x.z, x.w), __fw_uniform_double(y.x, y.y),
                 __fw_uniform_double(y.z, y.w)};
}
__FW_D double4 curand_normal4_double(curandStatePhilox4_32_10_t* state) {
  const uint4 x = curand4(state), y = curand4(state);
  const double2 a = __fw_box_muller_double(x.x, x.y, x.z, x.w), b = __fw_box_muller_double(y.x, y.y, y.z, y.w);
  return double4{a.x, a.y, b.x, b.y};
}
__FW_D double4 curand_log_normal4_double(curandStatePhilox4_32_10_t* state, double mean, double deviation) {
  const double4 v = curand_normal4_double(state);
  return double4{exp(mean + deviation * v.x), exp(mean + deviation * v.y), exp(mean + deviation * v.z),
                 exp(mean + deviation * v.w)};
}

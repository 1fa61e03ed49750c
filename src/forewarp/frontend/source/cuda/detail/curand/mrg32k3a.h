// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The generator of cuRAND's curandStateMRG32k3a_t (L'Ecuyer, "Good parameters and implementations for combined
/// multiple recursive random number generators", 1999): two linear recurrences of order 3 modulo primes just below
/// 2^32. n steps are the n-th power of a 3 x 3 matrix. Subsequences are 2^76 numbers apart, sequences 2^127.
struct curandStateMRG32k3a {
  unsigned s1[3], s2[3];
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  int __fw_unused;  // a name for the gap, so that curand_init() writes it and copies read nothing unwritten
  double boxmuller_extra_double;
};
typedef struct curandStateMRG32k3a curandStateMRG32k3a_t;

/// 2^32 - `below` is the modulus: x = 2^32 h + l is congruent to `below` h + l.
template <unsigned below>
__host__ __device__ constexpr unsigned __fw_mrg_reduced(unsigned long long x) {
  x = (x >> 32) * below + (x & 0xffffffffull);
  x = (x >> 32) * below + (x & 0xffffffffull);
  constexpr unsigned long long modulus = 4294967296ull - below;
  return static_cast<unsigned>(x >= modulus ? x - modulus : x);
}
#define __FW_MRG_BELOW1 209u
#define __FW_MRG_BELOW2 22853u

struct __fw_mrg_matrix {
  unsigned m[3][3];
};
template <unsigned below>
__host__ __device__ constexpr __fw_mrg_matrix __fw_mrg_product(const __fw_mrg_matrix& a, const __fw_mrg_matrix& b) {
  __fw_mrg_matrix out{};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      unsigned long long sum = 0;
      for (int k = 0; k < 3; ++k)
        sum += __fw_mrg_reduced<below>(static_cast<unsigned long long>(a.m[i][k]) * b.m[k][j]);
      out.m[i][j] = __fw_mrg_reduced<below>(sum);
    }
  return out;
}
/// Powers of a step's matrix: row k is for 2^(First + k) steps.
template <int Rows>
struct __fw_mrg_powers {
  __fw_mrg_matrix rows[Rows];
};
template <unsigned below, int First, int Rows>
constexpr __fw_mrg_powers<Rows> __fw_mrg_table(__fw_mrg_matrix power) {
  __fw_mrg_powers<Rows> out{};
  for (int k = 0; k < First; ++k) power = __fw_mrg_product<below>(power, power);
  for (int k = 0; k < Rows; ++k) {
    out.rows[k] = power;
    power = __fw_mrg_product<below>(power, power);
  }
  return out;
}
constexpr __fw_mrg_matrix __fw_mrg_step1{{{0, 1, 0}, {0, 0, 1}, {4294967087u - 810728u, 1403580u, 0}}};
constexpr __fw_mrg_matrix __fw_mrg_step2{{{0, 1, 0}, {0, 0, 1}, {4294944443u - 1370589u, 0, 527612u}}};
#define __FW_MRG_TABLE(name, first, rows)                           \
  static __device__ const __fw_mrg_powers<rows> name##1 =           \
      __fw_mrg_table<__FW_MRG_BELOW1, first, rows>(__fw_mrg_step1); \
  static __device__ const __fw_mrg_powers<rows> name##2 = __fw_mrg_table<__FW_MRG_BELOW2, first, rows>(__fw_mrg_step2);
__FW_MRG_TABLE(__fw_mrg_steps, 0, 64)
__FW_MRG_TABLE(__fw_mrg_subsequences, 76, 64)
__FW_MRG_TABLE(__fw_mrg_sequences, 127, 64)
#undef __FW_MRG_TABLE

template <unsigned below>
__FW_D void __fw_mrg_jump(unsigned v[3], const __fw_mrg_powers<64>& table, unsigned long long n) {
  for (int row = 0; n != 0; n >>= 1, ++row) {
    if ((n & 1u) == 0) continue;
    unsigned to[3];
    for (int i = 0; i < 3; ++i) {
      unsigned long long sum = 0;
      for (int k = 0; k < 3; ++k)
        sum += __fw_mrg_reduced<below>(static_cast<unsigned long long>(table.rows[row].m[i][k]) * v[k]);
      to[i] = __fw_mrg_reduced<below>(sum);
    }
    v[0] = to[0], v[1] = to[1], v[2] = to[2];
  }
}
#define __FW_MRG_SKIP(name, table)                                       \
  __FW_D void name(unsigned long long n, curandStateMRG32k3a_t* state) { \
    __fw_mrg_jump<__FW_MRG_BELOW1>(state->s1, table##1, n);              \
    __fw_mrg_jump<__FW_MRG_BELOW2>(state->s2, table##2, n);              \
  }
__FW_MRG_SKIP(skipahead, __fw_mrg_steps)
__FW_MRG_SKIP(skipahead_subsequence, __fw_mrg_subsequences)
__FW_MRG_SKIP(skipahead_sequence, __fw_mrg_sequences)
#undef __FW_MRG_SKIP

/// The halves of the seed multiply the words of the state, in turn.
__FW_D void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
                        curandStateMRG32k3a_t* state) {
  *state = {{12345u, 12345u, 12345u}, {12345u, 12345u, 12345u}, 0, 0, 0, 0, 0};
  if (seed != 0) {
    const unsigned long long low = static_cast<unsigned>(seed) ^ 0x55555555u;
    const unsigned long long high = static_cast<unsigned>(seed >> 32) ^ 0xAAAAAAAAu;
    state->s1[0] = state->s1[2] = __fw_mrg_reduced<__FW_MRG_BELOW1>(low * 12345u);
    state->s1[1] = __fw_mrg_reduced<__FW_MRG_BELOW1>(high * 12345u);
    state->s2[0] = state->s2[2] = __fw_mrg_reduced<__FW_MRG_BELOW2>(high * 12345u);
    state->s2[1] = __fw_mrg_reduced<__FW_MRG_BELOW2>(low * 12345u);
  }
  skipahead_subsequence(subsequence, state);
  skipahead(offset, state);
}

/// One of 1 to 2^32 - 209, the difference of the two recurrences.
__FW_D double curand_MRG32k3a(curandStateMRG32k3a_t* state) {
  constexpr unsigned modulus1 = 4294967087u, modulus2 = 4294944443u;
  const unsigned p =
      __fw_mrg_reduced<__FW_MRG_BELOW1>(1403580ull * state->s1[1] + 810728ull * (modulus1 - state->s1[0]));
  const unsigned q =
      __fw_mrg_reduced<__FW_MRG_BELOW2>(527612ull * state->s2[2] + 1370589ull * (modulus2 - state->s2[0]));
  state->s1[0] = state->s1[1], state->s1[1] = state->s1[2], state->s1[2] = p;
  state->s2[0] = state->s2[1], state->s2[1] = state->s2[2], state->s2[2] = q;
  return p <= q ? p - q + modulus1 : p - q;
}
__FW_D unsigned curand(curandStateMRG32k3a_t* state) {
  return static_cast<unsigned>(curand_MRG32k3a(state) * 1.000000048662);
}
#define __FW_MRG_NORM 2.3283065498378288e-10
__FW_D float curand_uniform(curandStateMRG32k3a_t* state) {
  return static_cast<float>(curand_MRG32k3a(state) * __FW_MRG_NORM);
}
__FW_D double curand_uniform_double(curandStateMRG32k3a_t* state) { return curand_MRG32k3a(state) * __FW_MRG_NORM; }
__FW_D float2 curand_normal2(curandStateMRG32k3a_t* state) {
  const float x = curand_uniform(state), y = curand_uniform(state) * 6.2831855f;
  const float s = sqrtf(-2.0f * logf(x));
  return float2{__sinf(y) * s, __cosf(y) * s};
}
__FW_D double2 curand_normal2_double(curandStateMRG32k3a_t* state) {
  const double x = curand_uniform_double(state), y = curand_uniform_double(state) * 2.0;
  const double s = sqrt(-2.0 * log(x));
  double2 out;
  sincospi(y, &out.x, &out.y);
  return double2{out.x * s, out.y * s};
}

// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The generator of cuRAND's curandStatePhilox4_32_10_t: Philox with four words and ten rounds (Salmon et al., "Parallel
/// random numbers: as easy as 1, 2, 3", SC 2011). Sequences are 2^66 numbers apart.
struct curandStatePhilox4_32_10 {
  uint4 ctr, output;
  uint2 key;
  unsigned STATE;
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
typedef struct curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;

__FW_D uint4 __fw_philox(uint4 c, uint2 k) {
#pragma unroll
  for (int round = 0; round < 10; ++round, k.x += 0x9E3779B9u, k.y += 0xBB67AE85u) {
    const unsigned high0 = __umulhi(0xD2511F53u, c.x), high1 = __umulhi(0xCD9E8D57u, c.z);
    c = uint4{high1 ^ c.y ^ k.x, 0xCD9E8D57u * c.z, high0 ^ c.w ^ k.y, 0xD2511F53u * c.x};
  }
  return c;
}

/// Adds to the low half of the counter, with carry into the high one.
__FW_D void __fw_philox_add(uint4& c, unsigned long long n) {
  const unsigned long long low = (static_cast<unsigned long long>(c.y) << 32) | c.x, sum = low + n;
  c.x = static_cast<unsigned>(sum), c.y = static_cast<unsigned>(sum >> 32);
  if (sum < low && ++c.z == 0) ++c.w;
}
__FW_D void __fw_philox_next(curandStatePhilox4_32_10_t* state) {
  __fw_philox_add(state->ctr, 1);
  state->output = __fw_philox(state->ctr, state->key);
}
__FW_D unsigned __fw_philox_word(const uint4& v, unsigned i) { return i == 0 ? v.x : i == 1 ? v.y : i == 2 ? v.z : v.w; }

__FW_D void skipahead(unsigned long long n, curandStatePhilox4_32_10_t* state) {
  state->STATE += static_cast<unsigned>(n & 3);
  n /= 4;
  if (state->STATE > 3) {
    ++n;
    state->STATE -= 4;
  }
  __fw_philox_add(state->ctr, n);
  state->output = __fw_philox(state->ctr, state->key);
}
__FW_D void skipahead_sequence(unsigned long long n, curandStatePhilox4_32_10_t* state) {
  const unsigned long long high = ((static_cast<unsigned long long>(state->ctr.w) << 32) | state->ctr.z) + n;
  state->ctr.z = static_cast<unsigned>(high), state->ctr.w = static_cast<unsigned>(high >> 32);
  state->output = __fw_philox(state->ctr, state->key);
}
__FW_D void curand_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset,
                        curandStatePhilox4_32_10_t* state) {
  *state = {{0, 0, 0, 0}, {0, 0, 0, 0}, {static_cast<unsigned>(seed), static_cast<unsigned>(seed >> 32)}, 0, 0, 0, 0, 0};
  skipahead_sequence(sequence, state);
  skipahead(offset, state);
}
__FW_D unsigned curand(curandStatePhilox4_32_10_t* state) {
  const unsigned out = __fw_philox_word(state->output, state->STATE);
  if (++state->STATE == 4) {
    __fw_philox_next(state);
    state->STATE = 0;
  }
  return out;
}
/// The next four numbers, which may begin in the middle of an output.
__FW_D uint4 curand4(curandStatePhilox4_32_10_t* state) {
  const uint4 now = state->output;
  __fw_philox_next(state);
  const uint4 next = state->output;
  switch (state->STATE) {
    case 0: return now;
    case 1: return uint4{now.y, now.z, now.w, next.x};
    case 2: return uint4{now.z, now.w, next.x, next.y};
    default: return uint4{now.w, next.x, next.y, next.z};
  }
}

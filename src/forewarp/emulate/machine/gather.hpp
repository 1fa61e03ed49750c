// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Loads of a value of 4 or 8 bytes from scattered addresses into a register of the same size, by the gathers of AVX2.
/// For quick_access.cpp alone, which is compiled for instruction sets that have them.
///
/// Why: whatever reads the register next reads 32 bytes of its row at once. Had each lane been stored by itself, the
/// processor would have to wait until all of them are in its cache: it forwards from one store only. So a row is
/// written in pieces of 32 bytes, in which lanes that are not active keep what they had. Pieces without an active lane
/// are left alone. A lane that is not active reads no memory.
#include <immintrin.h>

#include "forewarp/emulate/lanes/scalar/quick.hpp"

namespace forewarp::emu::lanes {
namespace {  // NOLINT(google-build-namespaces): see types.hpp

/// Where the bytes of four lanes are, from r.host on.
template <class Address>
FOREWARP_LANES_INLINE __m256i places_of_four(const QuickRequest& r, unsigned lane) {
  if constexpr (sizeof(Address) == 8) {
    const auto* const row = reinterpret_cast<const __m256i*>(r.row + lane * sizeof(u64));
    return _mm256_add_epi64(_mm256_loadu_si256(row), _mm256_set1_epi64x(static_cast<long long>(r.offset - r.base)));
  } else {
    const auto* const row = reinterpret_cast<const __m128i*>(r.row + lane * sizeof(u32));
    const __m128i sum = _mm_add_epi32(_mm_loadu_si128(row), _mm_set1_epi32(static_cast<int>(r.offset)));
    return _mm256_sub_epi64(_mm256_cvtepu32_epi64(sum), _mm256_set1_epi64x(static_cast<long long>(r.base)));
  }
}

/// Of eight lanes, the lowest one's bit first: all ones where a lane is active.
FOREWARP_LANES_INLINE __m256i mask_of_eight(u32 active) {
  const __m256i bits = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
  return _mm256_cmpeq_epi32(_mm256_and_si256(_mm256_set1_epi32(static_cast<int>(active)), bits), bits);
}

FOREWARP_LANES_INLINE __m256i mask_of_four(u32 active) {
  const __m256i bits = _mm256_setr_epi64x(1, 2, 4, 8);
  return _mm256_cmpeq_epi64(_mm256_and_si256(_mm256_set1_epi64x(active), bits), bits);
}

template <class Address>
FOREWARP_LANES_INLINE void gather_words(const QuickRequest& r, u32 active, u8* row) {
  const auto* const host = reinterpret_cast<const int*>(r.host);
  for (unsigned lane = 0; lane < warp_lanes; lane += 8, active >>= 8) {
    if ((active & 0xff) == 0) continue;
    auto* const eight = reinterpret_cast<__m256i*>(row + lane * sizeof(u32));
    const __m256i old = _mm256_loadu_si256(eight), mask = mask_of_eight(active);
    const __m128i low = _mm256_mask_i64gather_epi32(_mm256_castsi256_si128(old), host, places_of_four<Address>(r, lane),
                                                    _mm256_castsi256_si128(mask), 1);
    const __m128i high =
        _mm256_mask_i64gather_epi32(_mm256_extracti128_si256(old, 1), host, places_of_four<Address>(r, lane + 4),
                                    _mm256_extracti128_si256(mask, 1), 1);
    _mm256_storeu_si256(eight, _mm256_inserti128_si256(_mm256_castsi128_si256(low), high, 1));
  }
}

template <class Address>
FOREWARP_LANES_INLINE void gather_doubles(const QuickRequest& r, u32 active, u8* row) {
  const auto* const host = reinterpret_cast<const long long*>(r.host);
  for (unsigned lane = 0; lane < warp_lanes; lane += 4, active >>= 4) {
    if ((active & 0xf) == 0) continue;
    auto* const four = reinterpret_cast<__m256i*>(row + lane * sizeof(u64));
    _mm256_storeu_si256(four, _mm256_mask_i64gather_epi64(_mm256_loadu_si256(four), host,
                                                          places_of_four<Address>(r, lane), mask_of_four(active), 1));
  }
}

/// As load_lanes(), of one element.
template <class Address, class Value>
void gather_lanes(const QuickRequest& r, QuickPattern pattern, u64 mask) {
  if (pattern != QuickPattern::scattered || r.lane_distance != 0 || r.rows[0] == absent_row)
    return load_lanes<Address, 1, Value, Value>(r, pattern, mask);
  u8* const row = r.registers + r.rows[0];
  if constexpr (sizeof(Value) == 4)
    gather_words<Address>(r, static_cast<u32>(mask), row);
  else
    gather_doubles<Address>(r, static_cast<u32>(mask), row);
}

}  // namespace
}  // namespace forewarp::emu::lanes

// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// The passes over the rows of a node by AVX-512: two blocks to a register, comparisons in mask registers.
#include <immintrin.h>

#include <limits>

#include "forewarp/learn/trees/node_kernels.hpp"

namespace forewarp::learn::trees::x86_64_v4 {
namespace {

/// A pair of blocks, or the last where their number is odd, whose other half is zeros: there a row
/// of 8 * blocks floats ends, and a full load would read the next row's features, or past the last
/// row.
template <bool pair>
struct Blocks {
  static constexpr __mmask16 lanes = pair ? 0xffff : 0x00ff;
  static __m512 load(const float* p) { return _mm512_maskz_loadu_ps(lanes, p); }
  static __m512i load(const std::int32_t* p) { return _mm512_maskz_loadu_epi32(lanes, p); }
  static void store(float* p, __m512 v) { _mm512_mask_storeu_ps(p, lanes, v); }
  static void store(std::int32_t* p, __m512i v) { _mm512_mask_storeu_epi32(p, lanes, v); }
  static void store(double* p, __m512d low, __m512d high) {
    _mm512_storeu_pd(p, low);
    if constexpr (pair) _mm512_storeu_pd(p + 8, high);
  }
};

__mmask8 high_half(__mmask16 lanes) { return static_cast<__mmask8>(lanes >> 8); }
__mmask8 low_half(__mmask16 lanes) { return static_cast<__mmask8>(lanes); }

template <bool pair>
struct Extent {
  static void of(const NodeLanes& in, std::size_t at, float* low, float* high) {
    using B = Blocks<pair>;
    __m512 least = B::load(in.x + at + in.rows[0] * in.stride), most = least;
    for (std::size_t i = 1; i < in.count; ++i) {
      const __m512 row = B::load(in.x + at + in.rows[i] * in.stride);
      least = _mm512_maskz_min_ps(B::lanes, row, least);
      most = _mm512_maskz_max_ps(B::lanes, row, most);
    }
    B::store(low + at, least);
    B::store(high + at, most);
  }
};

template <bool pair>
struct CountLeft {
  static void of(const NodeLanes& in, std::size_t at, const float* thresholds, std::int32_t* left) {
    using B = Blocks<pair>;
    const __m512 threshold = B::load(thresholds + at);
    const __m512i one = _mm512_set1_epi32(1);
    __m512i count = _mm512_setzero_si512();
    for (std::size_t i = 0; i < in.count; ++i) {
      const __m512 row = B::load(in.x + at + in.rows[i] * in.stride);
      count = _mm512_mask_add_epi32(count, _mm512_cmp_ps_mask(row, threshold, _CMP_LE_OQ), count, one);
    }
    B::store(left + at, count);
  }
};

template <bool pair>
struct SumLeft {
  static void of(const NodeLanes& in, std::size_t at, const float* thresholds, std::int32_t* left, double* sum) {
    using B = Blocks<pair>;
    const __m512 threshold = B::load(thresholds + at);
    const __m512i one = _mm512_set1_epi32(1);
    __m512i count = _mm512_setzero_si512();
    __m512d low = _mm512_setzero_pd(), high = low;
    for (std::size_t i = 0; i < in.count; ++i) {
      const __m512 row = B::load(in.x + at + in.rows[i] * in.stride);
      const __mmask16 goes_left = _mm512_cmp_ps_mask(row, threshold, _CMP_LE_OQ);
      const __m512d y = _mm512_set1_pd(in.y[in.rows[i]]);
      count = _mm512_mask_add_epi32(count, goes_left, count, one);
      low = _mm512_mask_add_pd(low, low_half(goes_left), low, y);
      if constexpr (pair) high = _mm512_mask_add_pd(high, high_half(goes_left), high, y);
    }
    B::store(left + at, count);
    B::store(sum + at, low, high);
  }
};

/// The sum takes y with its sign turned where the rank is in the lower half, as it is in the upper, and not at all in
/// the middle: one addition waits for the one before, no two.
__m512d add_ranked(__m512d sum, __mmask8 lower, __mmask8 counted, double value) {
  const __m512d y = _mm512_set1_pd(value), turned = _mm512_set1_pd(-value);
  return _mm512_mask_add_pd(sum, counted, sum, _mm512_mask_blend_pd(lower, y, turned));
}

template <bool pair>
struct Deviations {
  static void of(const NodeLanes& in, std::size_t at, const float* thresholds, const std::int32_t* left,
                 double* deviation) {
    using B = Blocks<pair>;
    const __m512 threshold = B::load(thresholds + at);
    const __m512i n = B::load(left + at), one = _mm512_set1_epi32(1), two = _mm512_set1_epi32(2);
    __m512i on_left = _mm512_sub_epi32(one, n);
    __m512i on_right = _mm512_add_epi32(_mm512_set1_epi32(1 - static_cast<std::int32_t>(in.count)), n);
    __m512d low = _mm512_setzero_pd(), high = low;
    for (std::size_t i = 0; i < in.count; ++i) {
      const __m512 row = B::load(in.x + at + in.rows[i] * in.stride);
      const __mmask16 goes_left = _mm512_cmp_ps_mask(row, threshold, _CMP_LE_OQ);
      const __m512i rank = _mm512_mask_blend_epi32(goes_left, on_right, on_left);
      on_left = _mm512_mask_add_epi32(on_left, goes_left, on_left, two);
      on_right = _mm512_mask_add_epi32(on_right, static_cast<__mmask16>(~goes_left), on_right, two);
      const __mmask16 lower = _mm512_movepi32_mask(rank), counted = _mm512_test_epi32_mask(rank, rank);
      const double y = in.y[in.rows[i]];
      low = add_ranked(low, low_half(lower), low_half(counted), y);
      if constexpr (pair) high = add_ranked(high, high_half(lower), high_half(counted), y);
    }
    B::store(deviation + at, low, high);
  }
};

/// A pass over all blocks, two at a time, then the last.
template <template <bool> typename Pass, typename... Arrays>
void over_blocks(const NodeLanes& in, Arrays... arrays) {
  std::size_t block = 0;
  for (; block + 2 <= in.blocks; block += 2) Pass<true>::of(in, 8 * block, arrays...);
  if (block < in.blocks) Pass<false>::of(in, 8 * block, arrays...);
}

}  // namespace

NodeKernels wider(NodeKernels kernels) {
  kernels.extent = over_blocks<Extent, float*, float*>;
  kernels.count_left = over_blocks<CountLeft, const float*, std::int32_t*>;
  kernels.sum_left = over_blocks<SumLeft, const float*, std::int32_t*, double*>;
  kernels.deviations = over_blocks<Deviations, const float*, const std::int32_t*, double*>;
  return kernels;
}

}  // namespace forewarp::learn::trees::x86_64_v4

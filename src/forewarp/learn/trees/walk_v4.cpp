// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/trees/walk_v4.hpp"

#include <algorithm>
#include <limits>

#ifdef __x86_64__
#include <immintrin.h>
#endif

namespace forewarp::learn::trees {

bool fits_registers(const PackedView& forest, std::size_t first) {
  return forest.features <= most_features_in_register && forest.outputs == 1 &&
         first + trees_together <= forest.trees() &&
         forest.node_begin[first + trees_together] - forest.node_begin[first] <=
             std::numeric_limits<std::int32_t>::max() / 2;
}

#ifdef __x86_64__
namespace {

#define FOREWARP_V4 [[gnu::target("avx512f,avx512bw,avx512dq,avx512vl"), gnu::always_inline]] inline

/// So many groups go side by side, so that one gathers while another waits. A group has two samples in eight trees.
constexpr std::size_t groups = 6, samples_together = 2 * groups;

struct Eight {
  const PackedNode* nodes;  ///< of the first tree, and the others after it
  const double* values;
  __m512i root;  ///< of the trees, twice
  __m512i slot_mask;
  __m128i slot_bits;
};

struct Group {
  __m512 first, second;  ///< the two samples
  __m512i node;
  __mmask16 right, arrived;
};

/// The low halves and the high halves of sixteen nodes in two registers.
FOREWARP_V4 __m512 halves(__m512i a, __m512i b, int which) {
  const __m512i even = _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
  return _mm512_permutex2var_ps(_mm512_castsi512_ps(a), _mm512_add_epi32(even, _mm512_set1_epi32(which)),
                                _mm512_castsi512_ps(b));
}

FOREWARP_V4 __m512i nodes_at(const Eight& trees, __m256i places) {
  return _mm512_mask_i32gather_epi64(_mm512_setzero_si512(), 0xff, places, trees.nodes, 8);
}

/// Lanes at a leaf stay.
FOREWARP_V4 void step(const Eight& trees, Group& g) {
  const __m512i a = nodes_at(trees, _mm512_castsi512_si256(g.node));
  const __m512i b = nodes_at(trees, _mm512_extracti64x4_epi64(g.node, 1));
  const __m512 threshold = halves(a, b, 0);
  const __m512i word = _mm512_castps_si512(halves(a, b, 1));
  const __m512i sample = _mm512_setr_epi32(0, 0, 0, 0, 0, 0, 0, 0, 16, 16, 16, 16, 16, 16, 16, 16);
  const __m512i feature = _mm512_srl_epi32(_mm512_slli_epi32(word, 2), trees.slot_bits);
  const __m512 value = _mm512_permutex2var_ps(g.first, _mm512_or_si512(feature, sample), g.second);
  g.right = _mm512_cmp_ps_mask(value, threshold, _CMP_GT_OQ);
  const auto left = static_cast<__mmask16>(~g.right);
  g.arrived = _mm512_movepi32_mask(_mm512_mask_slli_epi32(word, left, word, 1));
  const __m512i next = _mm512_add_epi32(trees.root, _mm512_and_si512(word, trees.slot_mask));
  const __m512i child = _mm512_mask_add_epi32(next, g.right, next, _mm512_set1_epi32(1));
  g.node = _mm512_mask_mov_epi32(child, g.arrived, g.node);
}

FOREWARP_V4 void add_group(const Eight& trees, const Group& g, double* first, double* second) {
  const __m512i twice = _mm512_add_epi32(g.node, g.node);
  const __m512i leaf = _mm512_mask_add_epi32(twice, g.right, twice, _mm512_set1_epi32(1));
  alignas(64) double a[trees_together], b[trees_together];
  const __m512d zero = _mm512_setzero_pd();
  _mm512_store_pd(a, _mm512_mask_i32gather_pd(zero, 0xff, _mm512_castsi512_si256(leaf), trees.values, 8));
  _mm512_store_pd(b, _mm512_mask_i32gather_pd(zero, 0xff, _mm512_extracti64x4_epi64(leaf, 1), trees.values, 8));
  for (const double v : a) *first += v;
  for (const double v : b) *second += v;
}

[[gnu::target("avx512f,avx512bw,avx512dq,avx512vl")]] void walk(const Eight& trees, std::size_t features,
                                                                const float* const* x, double* const* out) {
  Group group[groups];
  const auto lanes = static_cast<__mmask16>((1U << features) - 1);
#pragma GCC unroll 6
  for (std::size_t k = 0; k < groups; ++k)
    group[k] = {_mm512_maskz_loadu_ps(lanes, x[2 * k]), _mm512_maskz_loadu_ps(lanes, x[2 * k + 1]), trees.root, 0, 0};
  unsigned all = 0;
  while (all != 0xffff) {
    all = 0xffff;
#pragma GCC unroll 6
    for (std::size_t k = 0; k < groups; ++k) {
      step(trees, group[k]);
      all &= group[k].arrived;
    }
  }
#pragma GCC unroll 6
  for (std::size_t k = 0; k < groups; ++k) add_group(trees, group[k], out[2 * k], out[2 * k + 1]);
}

#undef FOREWARP_V4
}  // namespace

[[gnu::target("avx512f,avx512bw,avx512dq,avx512vl")]] void add_leaves(const PackedView& forest, std::size_t first,
                                                                      const float* x, std::size_t stride,
                                                                      std::size_t count, double* out) {
  const std::uint64_t begin = forest.node_begin[first];
  alignas(64) std::int32_t roots[16];
  for (std::size_t i = 0; i < 16; ++i)
    roots[i] = static_cast<std::int32_t>(forest.node_begin[first + i % trees_together] - begin);
  const Eight trees{forest.nodes.data() + begin, forest.values.data() + 2 * begin, _mm512_load_si512(roots),
                    _mm512_set1_epi32((1 << forest.slot_bits) - 1),
                    _mm_cvtsi32_si128(static_cast<int>(forest.slot_bits) + 2)};
  double nowhere = 0;
  for (std::size_t row = 0; row < count; row += samples_together) {
    const float* from[samples_together];
    double* to[samples_together];
    for (std::size_t i = 0; i < samples_together; ++i) {
      from[i] = x + std::min(row + i, count - 1) * stride;
      to[i] = row + i < count ? out + row + i : &nowhere;
    }
    walk(trees, forest.features, from, to);
  }
}
#else
void add_leaves(const PackedView&, std::size_t, const float*, std::size_t, std::size_t, double*) {}
#endif

}  // namespace forewarp::learn::trees

// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/trees/traverse_avx512.hpp"

#include <algorithm>
#include <limits>

#ifdef __x86_64__
#include <immintrin.h>
#endif

namespace forewarp::learn::trees {

/// Sixteen floats per register; leaves (twice the node) must fit in 32 bits for the gathers.
bool fits_registers(const PackedView& forest, std::size_t first, std::size_t count) {
  return forest.features <= max_features_in_register && forest.outputs == 1 && first + count <= forest.trees() &&
         forest.node_begin[first + count] - forest.node_begin[first] <= std::numeric_limits<std::int32_t>::max() / 2;
}

#ifdef __x86_64__
namespace {

#define FOREWARP_V4 [[gnu::target("avx512f,avx512bw,avx512dq,avx512vl"), gnu::always_inline]] inline

/// Six groups advance alternately, so that one gathers while another waits. A group has two samples in eight trees
/// (lanes 0 to 7 and 8 to 15), or one sample in sixteen trees.
///
/// A sample of up to 16 features is one register, so x[feature] is a permutation (vpermt2ps) instead of a gather: index
/// bit 4 selects the second sample. Invariant: a lane that has arrived keeps its node, and repeats its last comparison
/// unchanged, so `right` stays valid until all lanes have arrived. Steps: the greatest depth among the group's trees.
constexpr std::size_t groups = 6, samples_together = 2 * groups, lanes_each = 16, groups_of_one = 4;

struct Trees {
  const PackedNode* nodes;  ///< of the first tree; the others follow
  const double* values;
  __m512i slot_mask;
  __m128i slot_bits;
};

FOREWARP_V4 Trees trees_from(const PackedView& forest, std::size_t first) {
  const std::uint64_t begin = forest.node_begin[first];
  return {forest.nodes.data() + begin, forest.values.data() + 2 * begin, _mm512_set1_epi32((1 << forest.slot_bits) - 1),
          _mm_cvtsi32_si128(static_cast<int>(forest.slot_bits) + 2)};
}

/// Relative to the root of the first tree.
std::int32_t root_of(const PackedView& forest, std::size_t first, std::size_t tree) {
  return static_cast<std::int32_t>(forest.node_begin[tree] - forest.node_begin[first]);
}

struct Group {
  __m512 first, second;  ///< the two samples
  __m512i node;
  __mmask16 right, arrived;
};

/// The low (which = 0) or high (1) 32 bits of sixteen nodes, from two registers of eight.
FOREWARP_V4 __m512 halves(__m512i a, __m512i b, int which) {
  const __m512i even = _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
  return _mm512_permutex2var_ps(_mm512_castsi512_ps(a), _mm512_add_epi32(even, _mm512_set1_epi32(which)),
                                _mm512_castsi512_ps(b));
}

FOREWARP_V4 __m512i nodes_at(const Trees& trees, __m256i places) {
  return _mm512_mask_i32gather_epi64(_mm512_setzero_si512(), 0xff, places, trees.nodes, 8);
}

/// One step of sixteen traversals; lanes at a leaf stay. mask_slli moves left_leaf into the sign bit where the lane
/// goes left; right_leaf is there already.
FOREWARP_V4 void step(const Trees& trees, __m512i root, Group& g) {
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
  const __m512i next = _mm512_add_epi32(root, _mm512_and_si512(word, trees.slot_mask));
  const __m512i child = _mm512_mask_add_epi32(next, g.right, next, _mm512_set1_epi32(1));
  g.node = _mm512_mask_mov_epi32(child, g.arrived, g.node);
}

FOREWARP_V4 __m512i leaf_of(const Group& g) {
  const __m512i twice = _mm512_add_epi32(g.node, g.node);
  return _mm512_mask_add_epi32(twice, g.right, twice, _mm512_set1_epi32(1));
}

FOREWARP_V4 void add_group(const Trees& trees, const Group& g, double* first, double* second) {
  const __m512i leaf = leaf_of(g);
  alignas(64) double a[trees_together], b[trees_together];
  const __m512d zero = _mm512_setzero_pd();
  _mm512_store_pd(a, _mm512_mask_i32gather_pd(zero, 0xff, _mm512_castsi512_si256(leaf), trees.values, 8));
  _mm512_store_pd(b, _mm512_mask_i32gather_pd(zero, 0xff, _mm512_extracti64x4_epi64(leaf, 1), trees.values, 8));
  for (const double v : a) *first += v;
  for (const double v : b) *second += v;
}

/// Steps until all lanes of all groups have arrived.
template <std::size_t count>
FOREWARP_V4 void traverse_all(const Trees& trees, const __m512i* roots, Group* group) {
  unsigned all = 0;
  while (all != 0xffff) {
    all = 0xffff;
#pragma GCC unroll 6
    for (std::size_t k = 0; k < count; ++k) {
      step(trees, roots[k], group[k]);
      all &= group[k].arrived;
    }
  }
}

/// Twelve samples in eight trees; `out` receives the sum of their leaf values.
[[gnu::target("avx512f,avx512bw,avx512dq,avx512vl")]] void walk(const Trees& trees, __m512i root, std::size_t features,
                                                                const float* const* x, double* const* out) {
  Group group[groups];
  __m512i roots[groups];
  const auto lanes = static_cast<__mmask16>((1U << features) - 1);
#pragma GCC unroll 6
  for (std::size_t k = 0; k < groups; ++k) {
    group[k] = {_mm512_maskz_loadu_ps(lanes, x[2 * k]), _mm512_maskz_loadu_ps(lanes, x[2 * k + 1]), root, 0, 0};
    roots[k] = root;
  }
  traverse_all<groups>(trees, roots, group);
#pragma GCC unroll 6
  for (std::size_t k = 0; k < groups; ++k) add_group(trees, group[k], out[2 * k], out[2 * k + 1]);
}

#undef FOREWARP_V4
}  // namespace

/// The last group repeats the last sample, with its result discarded.
[[gnu::target("avx512f,avx512bw,avx512dq,avx512vl")]] void add_leaves(const PackedView& forest, std::size_t first,
                                                                      const float* x, std::size_t stride,
                                                                      std::size_t count, double* out) {
  const Trees trees = trees_from(forest, first);
  alignas(64) std::int32_t roots[lanes_each];
  for (std::size_t i = 0; i < lanes_each; ++i) roots[i] = root_of(forest, first, first + i % trees_together);
  const __m512i root = _mm512_load_si512(roots);
  double nowhere = 0;
  for (std::size_t row = 0; row < count; row += samples_together) {
    const float* from[samples_together];
    double* to[samples_together];
    for (std::size_t i = 0; i < samples_together; ++i) {
      from[i] = x + std::min(row + i, count - 1) * stride;
      to[i] = row + i < count ? out + row + i : &nowhere;
    }
    walk(trees, root, forest.features, from, to);
  }
}

[[gnu::target("avx512f,avx512bw,avx512dq,avx512vl")]] void leaves_by_registers(const PackedView& forest, const float* x,
                                                                               std::size_t first,
                                                                               std::span<std::uint64_t> leaf) {
  constexpr std::size_t together = groups_of_one * lanes_each;
  const Trees trees = trees_from(forest, first);
  const __m512 sample = _mm512_maskz_loadu_ps(static_cast<__mmask16>((1U << forest.features) - 1), x);
  for (std::size_t from = 0; from < leaf.size(); from += together) {
    alignas(64) std::int32_t places[together];
    for (std::size_t i = 0; i < together; ++i)
      places[i] = root_of(forest, first, first + std::min(from + i, leaf.size() - 1));
    Group group[groups_of_one];
    __m512i roots[groups_of_one];
#pragma GCC unroll 4
    for (std::size_t k = 0; k < groups_of_one; ++k) {
      roots[k] = _mm512_load_si512(places + lanes_each * k);
      group[k] = {sample, sample, roots[k], 0, 0};
    }
    traverse_all<groups_of_one>(trees, roots, group);
#pragma GCC unroll 4
    for (std::size_t k = 0; k < groups_of_one; ++k) _mm512_store_si512(places + lanes_each * k, leaf_of(group[k]));
    const std::uint64_t base = 2 * forest.node_begin[first];
    for (std::size_t i = from; i < std::min(leaf.size(), from + together); ++i)
      leaf[i] = base + static_cast<std::uint32_t>(places[i - from]);
  }
}
#else
void leaves_by_registers(const PackedView&, const float*, std::size_t, std::span<std::uint64_t>) {}
void add_leaves(const PackedView&, std::size_t, const float*, std::size_t, std::size_t, double*) {}
#endif

}  // namespace forewarp::learn::trees

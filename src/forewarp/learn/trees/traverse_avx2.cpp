// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/trees/traverse_avx2.hpp"

#include <array>

#ifdef __x86_64__
#include <immintrin.h>
#endif

namespace forewarp::learn::trees {

#ifdef __x86_64__
namespace {

/// Four groups of eight traversals advance alternately, so that one gathers while another waits. After a fixed number
/// of steps the finished ones are removed (compaction), which keeps the lanes busy without a test per step.
///
/// Invariant of pass(): rows [0, remaining) are compacted and unfinished, rows [done, count) still to be advanced,
/// remaining <= done. Complexity: depth / 4 passes, each over the unfinished samples only.
///
/// Example: 100 samples in a tree of depth 3. The first pass (8 steps) takes 96 of them to their leaves and copies 4 to
/// the front; fewer than 32 remain, so the scalar code finishes these.
constexpr std::size_t groups = 4, lanes_each = 8, together = groups * lanes_each;

/// For each set of lanes the permutation that moves them to the front: lanes 1 and 3 (set 10) give 1, 3, 0, 0, ...
constexpr auto to_front = [] {
  std::array<std::array<std::uint32_t, lanes_each>, 256> table{};
  for (std::uint32_t set = 0; set < 256; ++set)
    for (std::uint32_t lane = 0, next = 0; lane < lanes_each; ++lane)
      if ((set >> lane & 1) != 0) table[set][next++] = lane;
  return table;
}();

struct Group {
  __m256i node, row, sample;
  __m256i leaf;  ///< of each lane; valid where at_leaf has its sign bit set
  __m256i at_leaf;
};

struct Shape {
  const long long* nodes;
  const float* x;
  int stride, slot_bits;
};

[[gnu::target("avx2"), gnu::always_inline]] inline __m256i load(const std::uint32_t* p) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
}

/// A gather keeps the destination's lanes that its mask excludes, so it depends on the destination's last value;
/// zeroing it first lets groups overlap.
[[gnu::target("avx2"), gnu::always_inline]] inline __m256 nodes_at(const Shape& s, __m128i slots) {
  const __m256i zero = _mm256_setzero_si256(), all = _mm256_set1_epi64x(-1);
  return _mm256_castsi256_ps(_mm256_mask_i32gather_epi64(zero, s.nodes, slots, all, 8));
}
[[gnu::target("avx2"), gnu::always_inline]] inline __m256 values_at(const Shape& s, __m256i places) {
  const __m256i all = _mm256_set1_epi32(-1);
  return _mm256_mask_i32gather_ps(_mm256_setzero_ps(), s.x, places, _mm256_castsi256_ps(all), 4);
}

/// One step of eight traversals: the nodes as 2 x 4 gathers of 64 bits, then the features. Lanes at a leaf stay where
/// they are. The shift by `right + 1` (0 or 1) moves the leaf bit of the chosen side into the sign bit, which blendv
/// tests.
[[gnu::target("avx2"), gnu::always_inline]] inline void step(const Shape& s, Group& g) {
  const __m256 a = nodes_at(s, _mm256_castsi256_si128(g.node));
  const __m256 b = nodes_at(s, _mm256_extracti128_si256(g.node, 1));
  // Each half has two of a and two of b; the 64-bit pieces 0 2 1 3 are the lanes in order.
  const __m256d thresholds = _mm256_castps_pd(_mm256_shuffle_ps(a, b, 0x88));
  const __m256d words = _mm256_castps_pd(_mm256_shuffle_ps(a, b, 0xdd));
  const __m256 threshold = _mm256_castpd_ps(_mm256_permute4x64_pd(thresholds, 0xd8));
  const __m256i word = _mm256_castpd_si256(_mm256_permute4x64_pd(words, 0xd8));
  const __m256i feature = _mm256_srl_epi32(_mm256_slli_epi32(word, 2), _mm_cvtsi32_si128(s.slot_bits + 2));
  const __m256 value = values_at(s, _mm256_add_epi32(g.sample, feature));
  const __m256i right = _mm256_castps_si256(_mm256_cmp_ps(value, threshold, _CMP_GT_OQ));  // 0 or -1
  const __m256i left_slot = _mm256_and_si256(word, _mm256_set1_epi32((1 << s.slot_bits) - 1));
  g.at_leaf = _mm256_sllv_epi32(word, _mm256_add_epi32(right, _mm256_set1_epi32(1)));
  g.leaf = _mm256_sub_epi32(_mm256_add_epi32(g.node, g.node), right);
  const __m256 next = _mm256_castsi256_ps(_mm256_sub_epi32(left_slot, right));
  g.node = _mm256_castps_si256(_mm256_blendv_ps(next, _mm256_castsi256_ps(g.node), _mm256_castsi256_ps(g.at_leaf)));
}

[[gnu::target("avx2"), gnu::always_inline]] inline Group start(const Shape& s, ActiveSamples from, std::size_t first) {
  const __m256i row = load(from.row + first), zero = _mm256_setzero_si256();
  return {load(from.node + first), row, _mm256_mullo_epi32(row, _mm256_set1_epi32(s.stride)), zero, zero};
}

/// Appends the given lanes to a list, which must have room for eight.
[[gnu::target("avx2"), gnu::always_inline]] inline void append(ActiveSamples to, std::size_t& count, unsigned lanes,
                                                               __m256i row, __m256i node) {
  const __m256i front = load(to_front[lanes].data());
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(to.row + count), _mm256_permutevar8x32_epi32(row, front));
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(to.node + count), _mm256_permutevar8x32_epi32(node, front));
  count += static_cast<std::size_t>(__builtin_popcount(lanes));
}

/// Advances every sample by `steps`; those after the last whole set of groups are only kept.
template <int steps>
[[gnu::target("avx2")]] std::size_t pass(const Shape& s, ActiveSamples all, std::size_t count, std::uint32_t* leaf) {
  std::size_t remaining = 0, done = 0;
  std::uint32_t arrived_row[together + lanes_each], arrived_leaf[together + lanes_each];
  for (; done + together <= count; done += together) {
    Group group[groups] = {start(s, all, done), start(s, all, done + lanes_each), start(s, all, done + 2 * lanes_each),
                           start(s, all, done + 3 * lanes_each)};
    for (int i = 0; i < steps; ++i) {
      step(s, group[0]);
      step(s, group[1]);
      step(s, group[2]);
      step(s, group[3]);
    }
    std::size_t arrived = 0;
    for (const Group& g : group) {
      const auto at_leaf = static_cast<unsigned>(_mm256_movemask_ps(_mm256_castsi256_ps(g.at_leaf)));
      append(all, remaining, at_leaf ^ 0xff, g.row, g.node);
      append({arrived_row, arrived_leaf}, arrived, at_leaf, g.row, g.leaf);
    }
    for (std::size_t i = 0; i < arrived; ++i) leaf[arrived_row[i]] = arrived_leaf[i];
  }
  for (; done < count; ++done, ++remaining) {
    all.row[remaining] = all.row[done];
    all.node[remaining] = all.node[done];
  }
  return remaining;
}

}  // namespace

std::size_t traverse_avx2(const PackedNode* root, unsigned slot_bits, FloatRows rows, ActiveSamples active,
                          std::size_t count, std::uint32_t* leaf) {
  const Shape shape{reinterpret_cast<const long long*>(root), rows.x, static_cast<int>(rows.stride),
                    static_cast<int>(slot_bits)};
  if (count >= together) count = pass<8>(shape, active, count, leaf);
  while (count >= together) count = pass<4>(shape, active, count, leaf);
  return count;
}
#else
std::size_t traverse_avx2(const PackedNode*, unsigned, FloatRows, ActiveSamples, std::size_t count, std::uint32_t*) {
  return count;
}
#endif

}  // namespace forewarp::learn::trees

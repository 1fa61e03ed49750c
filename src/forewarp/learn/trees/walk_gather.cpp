// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/trees/walk_gather.hpp"

#ifdef __x86_64__
#include <immintrin.h>
#endif

namespace forewarp::learn::trees {

#ifdef __x86_64__
namespace {

constexpr std::size_t groups = 4, lanes_each = 8;

struct Group {
  __m256i node;    ///< the index of the node each lane is at
  __m256i sample;  ///< where its sample starts
  __m256i word;    ///< the leaf it came to
  bool active;
};

struct Shape {
  const long long* nodes;
  const float* x;
  std::size_t stride;
  int feature_bits;
};

/// One step of eight walks: the nodes as 2 x 4 gathers of 64 bits, then the features. Lanes at a leaf stay.
[[gnu::target("avx2"), gnu::always_inline]] inline void step(const Shape& s, Group& g) {
  const __m256i a = _mm256_i32gather_epi64(s.nodes, _mm256_castsi256_si128(g.node), 8);
  const __m256i b = _mm256_i32gather_epi64(s.nodes, _mm256_extracti128_si256(g.node, 1), 8);
  const __m256 even = _mm256_castsi256_ps(a), odd = _mm256_castsi256_ps(b);
  // In each half a0 a1 b0 b1; the 64-bit pieces 0 2 1 3 are the lanes in order.
  const __m256 thresholds = _mm256_shuffle_ps(even, odd, 0x88), words = _mm256_shuffle_ps(even, odd, 0xdd);
  const __m256 threshold = _mm256_castpd_ps(_mm256_permute4x64_pd(_mm256_castps_pd(thresholds), 0xd8));
  g.word = _mm256_castpd_si256(_mm256_permute4x64_pd(_mm256_castps_pd(words), 0xd8));
  if (_mm256_movemask_ps(_mm256_castsi256_ps(g.word)) == 0xff) {
    g.active = false;
    return;
  }
  const __m256i feature = _mm256_andnot_si256(_mm256_srai_epi32(g.word, 31),
                                              _mm256_and_si256(g.word, _mm256_set1_epi32((1 << s.feature_bits) - 1)));
  const __m256 value = _mm256_i32gather_ps(s.x, _mm256_add_epi32(g.sample, feature), 4);
  const __m256i right = _mm256_castps_si256(_mm256_cmp_ps(value, threshold, _CMP_GT_OQ));
  const __m256i pair = _mm256_srl_epi32(g.word, _mm_cvtsi32_si128(s.feature_bits));
  const __m256i next = _mm256_sub_epi32(_mm256_add_epi32(pair, pair), right);
  g.node = _mm256_blendv_epi8(next, g.node, _mm256_srai_epi32(g.word, 31));
}

[[gnu::target("avx2")]] void walk_groups(const Shape& s, std::uint32_t* leaf) {
  Group group[groups];
  const __m256i lane = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
  for (std::size_t k = 0; k < groups; ++k) {
    const __m256i row = _mm256_add_epi32(lane, _mm256_set1_epi32(static_cast<int>(k * lanes_each)));
    group[k] = {_mm256_setzero_si256(), _mm256_mullo_epi32(row, _mm256_set1_epi32(static_cast<int>(s.stride))),
                _mm256_setzero_si256(), true};
  }
  for (bool any = true; any;) {
    any = false;
    for (Group& g : group) {
      if (!g.active) continue;
      step(s, g);
      any = true;
    }
  }
  for (std::size_t k = 0; k < groups; ++k)
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(leaf + k * lanes_each),
                        _mm256_and_si256(group[k].word, _mm256_set1_epi32(0x7fffffff)));
}

}  // namespace

std::size_t gather_walk(const PackedNode* root, std::uint64_t feature_bits, const float* x, std::size_t stride,
                        std::span<std::uint32_t> leaf) {
  constexpr std::size_t together = groups * lanes_each;
  std::size_t done = 0;
  for (; done + together <= leaf.size(); done += together) {
    walk_groups({reinterpret_cast<const long long*>(root), x + done * stride, stride, static_cast<int>(feature_bits)},
                leaf.data() + done);
  }
  return done;
}
#else
std::size_t gather_walk(const PackedNode*, std::uint64_t, const float*, std::size_t, std::span<std::uint32_t>) {
  return 0;
}
#endif

}  // namespace forewarp::learn::trees

// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/trees/node_kernels.hpp"

#include <limits>

// Vector extensions of GCC and clang; where the machine has no registers as wide, the compiler uses two.
namespace forewarp::learn::trees::FOREWARP_TREES_ISA {
namespace {

using Floats [[gnu::vector_size(32), gnu::may_alias]] = float;
using Ints [[gnu::vector_size(32), gnu::may_alias]] = std::int32_t;
using HalfInts [[gnu::vector_size(16), gnu::may_alias]] = std::int32_t;
using Doubles [[gnu::vector_size(32), gnu::may_alias]] = double;
using Longs [[gnu::vector_size(32), gnu::may_alias]] = std::int64_t;

template <typename V, typename T>
const V* as(const T* p) {
  return reinterpret_cast<const V*>(p);
}
template <typename V, typename T>
V* as(T* p) {
  return reinterpret_cast<V*>(p);
}

/// A mask of eight floats as two masks of four doubles: -1 stays -1 when an integer lane is widened.
struct Wide {
  Longs low, high;
};
inline __attribute__((always_inline)) void widen(const Ints& mask, Wide& out) {
  const HalfInts low = __builtin_shufflevector(mask, mask, 0, 1, 2, 3);
  const HalfInts high = __builtin_shufflevector(mask, mask, 4, 5, 6, 7);
  out.low = __builtin_convertvector(low, Longs);
  out.high = __builtin_convertvector(high, Longs);
}

template <std::size_t B>
void extent_of(const NodeLanes& in, std::size_t first, float* low, float* high) {
  Floats least[B], most[B];
  const float* x = in.x + 8 * first;
  for (std::size_t b = 0; b < B; ++b) least[b] = most[b] = as<Floats>(x + in.rows[0] * in.stride)[b];
  for (std::size_t i = 1; i < in.count; ++i) {
    const Floats* const row = as<Floats>(x + in.rows[i] * in.stride);
    for (std::size_t b = 0; b < B; ++b) {
      least[b] = row[b] < least[b] ? row[b] : least[b];
      most[b] = row[b] > most[b] ? row[b] : most[b];
    }
  }
  for (std::size_t b = 0; b < B; ++b) {
    as<Floats>(low)[first + b] = least[b];
    as<Floats>(high)[first + b] = most[b];
  }
}

template <std::size_t B>
void count_of(const NodeLanes& in, std::size_t first, const float* thresholds, std::int32_t* left) {
  Floats threshold[B];
  Ints count[B] = {};
  const float* x = in.x + 8 * first;
  for (std::size_t b = 0; b < B; ++b) threshold[b] = as<Floats>(thresholds)[first + b];
  for (std::size_t i = 0; i < in.count; ++i) {
    const Floats* const row = as<Floats>(x + in.rows[i] * in.stride);
    for (std::size_t b = 0; b < B; ++b) count[b] -= row[b] <= threshold[b];
  }
  for (std::size_t b = 0; b < B; ++b) as<Ints>(left)[first + b] = count[b];
}

template <std::size_t B>
void sum_of(const NodeLanes& in, std::size_t first, const float* thresholds, std::int32_t* left, double* sum) {
  Floats threshold[B];
  Ints count[B] = {};
  Doubles low[B] = {}, high[B] = {};
  const float* x = in.x + 8 * first;
  for (std::size_t b = 0; b < B; ++b) threshold[b] = as<Floats>(thresholds)[first + b];
  for (std::size_t i = 0; i < in.count; ++i) {
    const Floats* const row = as<Floats>(x + in.rows[i] * in.stride);
    const double v = in.y[in.rows[i]];
    const Doubles y = {v, v, v, v};
    for (std::size_t b = 0; b < B; ++b) {
      const Ints goes_left = row[b] <= threshold[b];
      Wide wide;
      widen(goes_left, wide);
      count[b] -= goes_left;
      low[b] += reinterpret_cast<Doubles>(reinterpret_cast<Longs>(y) & wide.low);
      high[b] += reinterpret_cast<Doubles>(reinterpret_cast<Longs>(y) & wide.high);
    }
  }
  for (std::size_t b = 0; b < B; ++b) {
    as<Ints>(left)[first + b] = count[b];
    as<Doubles>(sum)[2 * (first + b)] = low[b];
    as<Doubles>(sum)[2 * (first + b) + 1] = high[b];
  }
}

/// The sum of distances to the median is the sum of the upper half less that of the lower. Rows ascend by y, so the
/// k-th of the n rows of a side has the rank 2k + 1 - n: negative counts -y, positive +y, 0 (the middle) nothing.
/// on_left and on_right hold the rank of the next row on each side and grow by 2 with each row there.
///
/// Example: a side with y = 1, 4, 9: ranks -2, 0, 2, so 9 - 1 = 8 = 3 + 0 + 5.
template <std::size_t B>
void deviations_of(const NodeLanes& in, std::size_t first, const float* thresholds, const std::int32_t* left,
                   double* deviation) {
  Floats threshold[B];
  Ints on_left[B], on_right[B];
  Doubles low[B] = {}, high[B] = {};
  const float* x = in.x + 8 * first;
  const Longs sign_bit = Longs{} + std::numeric_limits<std::int64_t>::min();
  for (std::size_t b = 0; b < B; ++b) {
    threshold[b] = as<Floats>(thresholds)[first + b];
    const Ints n = as<Ints>(left)[first + b];
    on_left[b] = 1 - n;
    on_right[b] = 1 - (static_cast<std::int32_t>(in.count) - n);
  }
  for (std::size_t i = 0; i < in.count; ++i) {
    const Floats* const row = as<Floats>(x + in.rows[i] * in.stride);
    const double v = in.y[in.rows[i]];
    const Doubles y = {v, v, v, v};
    const Longs bits = reinterpret_cast<Longs>(y);
    for (std::size_t b = 0; b < B; ++b) {
      const Ints goes_left = row[b] <= threshold[b];
      const Ints rank = (on_left[b] & goes_left) | (on_right[b] & ~goes_left);
      on_left[b] -= 2 * goes_left;
      on_right[b] += 2 + 2 * goes_left;
      Wide lower, counted;
      widen(rank < 0, lower);
      widen(rank != 0, counted);
      low[b] += reinterpret_cast<Doubles>((bits ^ (lower.low & sign_bit)) & counted.low);
      high[b] += reinterpret_cast<Doubles>((bits ^ (lower.high & sign_bit)) & counted.high);
    }
  }
  for (std::size_t b = 0; b < B; ++b) {
    as<Doubles>(deviation)[2 * (first + b)] = low[b];
    as<Doubles>(deviation)[2 * (first + b) + 1] = high[b];
  }
}

/// Two blocks at a time, since a cache line holds two, then a single last one.
template <typename Two, typename One>
void blockwise(std::size_t blocks, const Two& two, const One& one) {
  std::size_t b = 0;
  for (; b + 2 <= blocks; b += 2) two(b);
  if (b < blocks) one(b);
}

void extent(const NodeLanes& in, float* low, float* high) {
  blockwise(
      in.blocks, [&](std::size_t b) { extent_of<2>(in, b, low, high); },
      [&](std::size_t b) { extent_of<1>(in, b, low, high); });
}

void count_left(const NodeLanes& in, const float* thresholds, std::int32_t* left) {
  blockwise(
      in.blocks, [&](std::size_t b) { count_of<2>(in, b, thresholds, left); },
      [&](std::size_t b) { count_of<1>(in, b, thresholds, left); });
}

void sum_left(const NodeLanes& in, const float* thresholds, std::int32_t* left, double* sum) {
  blockwise(
      in.blocks, [&](std::size_t b) { sum_of<2>(in, b, thresholds, left, sum); },
      [&](std::size_t b) { sum_of<1>(in, b, thresholds, left, sum); });
}

void deviations(const NodeLanes& in, const float* thresholds, const std::int32_t* left, double* deviation) {
  blockwise(
      in.blocks, [&](std::size_t b) { deviations_of<2>(in, b, thresholds, left, deviation); },
      [&](std::size_t b) { deviations_of<1>(in, b, thresholds, left, deviation); });
}

/// xorshift128+ in four 64-bit lanes gives eight 32-bit words, of which 24 bits become a float in [0, 1).
void draw(LaneRandom& random, std::size_t blocks, const float* low, const float* high, float* thresholds) {
  Longs& a = *as<Longs>(random.a.data());
  Longs& b = *as<Longs>(random.b.data());
  using Unsigned [[gnu::vector_size(32), gnu::may_alias]] = std::uint64_t;
  using Words [[gnu::vector_size(32), gnu::may_alias]] = std::uint32_t;
  for (std::size_t k = 0; k < blocks; ++k) {
    Unsigned s1 = reinterpret_cast<Unsigned>(a);
    const Unsigned s0 = reinterpret_cast<Unsigned>(b);
    const Words words = reinterpret_cast<Words>(s0 + s1);
    s1 ^= s1 << 23;
    a = reinterpret_cast<Longs>(s0);
    b = reinterpret_cast<Longs>(s1 ^ s0 ^ (s1 >> 18) ^ (s0 >> 5));
    const Ints whole = reinterpret_cast<Ints>(words >> 8);
    const Floats unit = __builtin_convertvector(whole, Floats) * 0x1p-24F;
    const Floats least = as<Floats>(low)[k], most = as<Floats>(high)[k];
    const Floats t = least + unit * (most - least);
    as<Floats>(thresholds)[k] = t < most ? t : least;  // rounding may give `most`, and the range may overflow
  }
}

/// sumL^2 / nL + sumR^2 / nR, four features at a time; -infinity where a side is smaller than min_leaf.
void gain(std::size_t blocks, const LeftSides& left, const NodeSums& node, double* gain) {
  for (std::size_t k = 0; k < 2 * blocks; ++k) {
    const HalfInts n = as<HalfInts>(left.count)[k];
    const Doubles s = as<Doubles>(left.sum)[k], rest = node.sum - s;
    const Doubles l = __builtin_convertvector(n, Doubles), r = static_cast<double>(node.count) - l;
    const Longs fits = (l >= static_cast<double>(node.min_leaf)) & (r >= static_cast<double>(node.min_leaf));
    const Doubles g = s * s / l + rest * rest / r;
    as<Doubles>(gain)[k] = fits ? g : Doubles{} - std::numeric_limits<double>::infinity();
  }
}

}  // namespace

extern const NodeKernels kernels;
const NodeKernels kernels = {extent, draw, count_left, sum_left, deviations, gain};

}  // namespace forewarp::learn::trees::FOREWARP_TREES_ISA

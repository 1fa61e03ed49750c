// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/analysis/loops/trip_count.hpp"

// Everything reduces to one progression: left COMPARISON right is a statement about the sign of
// d(j) = (left.start - right.start) + (left.step - right.step) * j, and first() finds the smallest j >= 0 for which it
// holds, in O(1). 128-bit integers keep sums of 64-bit values exact. Both sides must stay within the range of their
// type up to that iteration, since a value that wraps round is no progression.
//
// Example, `i < n` leaves the loop when i >= n: i starts at 3 and grows by 1, n is 100. d(j) = -97 + j, "greater or
// equal" is "-d - 1 < 0", that is 96 - j < 0, which first holds at j = 97.
#include <algorithm>

namespace forewarp::analysis {
namespace {

using Wide = Progression::Wide;

/// First j >= 0 with start + j * step < 0. From 10 in steps of -3 (10, 7, 4, 1, -2): 10 / 3 + 1 = 4.
std::optional<Wide> first_below_zero(Wide start, Wide step) {
  if (start < 0) return 0;
  if (step >= 0) return std::nullopt;
  return start / -step + 1;
}

/// First j >= 0 with start + j * step == 0; none where the progression steps over 0 or moves away from it.
std::optional<Wide> first_zero(Wide start, Wide step) {
  if (start == 0) return 0;
  if (step == 0 || start % step != 0 || -start / step < 0) return std::nullopt;
  return -start / step;
}

std::optional<Wide> first_not_zero(Wide start, Wide step) {
  if (start != 0) return 0;
  if (step == 0) return std::nullopt;
  return 1;
}

std::optional<Wide> first(Comparison comparison, Wide start, Wide step) {
  switch (comparison) {
    case Comparison::less:
      return first_below_zero(start, step);
    case Comparison::less_equal:
      return first_below_zero(start - 1, step);
    case Comparison::greater:
      return first_below_zero(-start, -step);
    case Comparison::greater_equal:
      return first_below_zero(-start - 1, -step);
    case Comparison::equal:
      return first_zero(start, step);
    case Comparison::not_equal:
      return first_not_zero(start, step);
  }
  return std::nullopt;
}

/// Stands for "never" where a number is needed; sums of several of these still fit into 128 bits.
constexpr Wide most = Wide{1} << 62;

/// Iterations from 0 on within the type.
Wide in_range(const Progression& p) {
  if (p.start < p.lowest || p.start > p.highest) return 0;
  if (p.step == 0) return most;
  return (p.step > 0 ? p.highest - p.start : p.start - p.lowest) / (p.step > 0 ? p.step : -p.step) + 1;
}

bool stays_in_range(const Progression& p, Wide iterations) {
  const Wide end = p.start + p.step * iterations;
  return end >= p.lowest && end <= p.highest;
}

}  // namespace

std::optional<std::uint64_t> first_iteration(Comparison comparison, const Progression& left, const Progression& right) {
  const auto j = first(comparison, left.start - right.start, left.step - right.step);
  if (!j || *j > most || !stays_in_range(left, *j) || !stays_in_range(right, *j)) return std::nullopt;
  return static_cast<std::uint64_t>(*j);
}

bool holds_at_first(Comparison comparison, const Progression& left, const Progression& right) {
  return first(comparison, left.start - right.start, left.step - right.step) == Wide{0};
}

/// The first iteration in which the comparison changes its result, or a side leaves its type's range.
std::uint64_t steady_iterations(Comparison comparison, const Progression& left, const Progression& right) {
  const bool holds = holds_at_first(comparison, left, right);
  const auto change =
      first(holds ? opposite(comparison) : comparison, left.start - right.start, left.step - right.step);
  return static_cast<std::uint64_t>(std::min({change.value_or(most), in_range(left), in_range(right), most}));
}

}  // namespace forewarp::analysis

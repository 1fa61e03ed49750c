// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The number of remaining iterations of a loop, from the value of its exit condition and its change per iteration.
#include <cstdint>
#include <optional>

#include "forewarp/frontend/ptx/comparison.hpp"

namespace forewarp::analysis {

using ptx::Comparison;

/// A number that grows by step each iteration and must stay within [lowest, highest] of its type.
struct Progression {
  __extension__ typedef __int128 Wide;
  Wide start = 0, step = 0, lowest = 0, highest = 0;
};

/// The first iteration, counted from 0, in which left COMPARISON right holds; nothing when it never does or a value
/// would wrap round before.
[[nodiscard]] std::optional<std::uint64_t> first_iteration(Comparison comparison, const Progression& left,
                                                           const Progression& right);

/// Whether left COMPARISON right holds in iteration 0.
[[nodiscard]] bool holds_at_first(Comparison comparison, const Progression& left, const Progression& right);

/// For how many iterations from 0 on that stays as it is and no value wraps round; at most 2^62.
[[nodiscard]] std::uint64_t steady_iterations(Comparison comparison, const Progression& left, const Progression& right);

}  // namespace forewarp::analysis

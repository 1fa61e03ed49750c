// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What a predictor demands of the numbers it is read from. All throw InputError naming what.
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "forewarp/learn/binary.hpp"

namespace forewarp::learn {

/// What no model comes near, and what bounds the memory that a hostile one can ask for.
inline constexpr std::size_t max_features = 1 << 16, max_classes = 1 << 12;

/// Without a branch for each, so at the speed of memory.
[[nodiscard]] bool all_finite(std::span<const double> values);

[[nodiscard]] double read_finite(Reader& in, std::string_view what);
[[nodiscard]] double read_in(Reader& in, std::string_view what, double low, double high);
/// Copied; each finite; of that length where one is given.
[[nodiscard]] std::vector<double> read_finite_array(Reader& in, std::string_view what,
                                                    std::optional<std::size_t> length = {});
/// As above, where they lie.
[[nodiscard]] std::span<const double> finite_array_in_place(Reader& in, std::string_view what, std::size_t length);
/// At least one, at most max_features.
[[nodiscard]] std::size_t read_feature_count(Reader& in);

}  // namespace forewarp::learn

// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What setp and its kin compare by.
#include <cstdint>
#include <optional>
#include <string_view>

namespace forewarp::ptx {

enum class Comparison : std::uint8_t { equal, not_equal, less, less_equal, greater, greater_equal };

/// Of a suffix: "eq" "ne" "lt" "le" "gt" "ge", unsigned "lo" "ls" "hi" "hs"; nothing for others (those of floats that
/// are true for NaN among them).
[[nodiscard]] std::optional<Comparison> comparison_named(std::string_view suffix);

/// The comparison that holds where this one does not, of numbers.
[[nodiscard]] Comparison opposite(Comparison comparison);

}  // namespace forewarp::ptx

// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Numbers as the profiler's locale writes them: 1,234.5 or 1.234,5 or 1 234,5, a percent sign at the end. One file has
/// one way; it is found from all its numbers together.
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace forewarp::counters {

enum class Decimal : char { point = '.', comma = ',' };

/// How these texts write the decimal mark: a text with both marks decides (the last is the decimal one), and so does
/// one with the same mark twice (it groups) or with a group that has not three digits (it is decimal). Texts that are
/// no numbers are passed over. Throws InputError where two texts contradict each other, and where all that there is
/// could be read both ways ("1,234").
[[nodiscard]] Decimal decimal_mark(std::span<const std::string> texts);

/// The number, or nothing where the text is none in that way of writing.
[[nodiscard]] std::optional<double> parse_number(std::string_view text, Decimal decimal);

}  // namespace forewarp::counters

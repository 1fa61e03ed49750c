// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace forewarp {

/// Number of insertions, deletions and replacements that turn a into b (Levenshtein), letter case ignored.
[[nodiscard]] std::size_t edit_distance(std::string_view a, std::string_view b);

/// Up to `most` candidates that a user who typed `name` may have meant, nearest first; none when all are far.
/// Near is a third of the letters typed, or a name that begins with four letters or more that were typed.
[[nodiscard]] std::vector<std::string> closest(std::string_view name, std::span<const std::string> candidates,
                                               std::size_t most = 3);

/// " (did you mean 'a' or 'b'?)", empty when nothing is near: the tail of an error message.
[[nodiscard]] std::string did_you_mean(std::string_view name, std::span<const std::string> candidates);

}  // namespace forewarp

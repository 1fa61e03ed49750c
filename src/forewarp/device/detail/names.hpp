// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Names people type, made comparable, and what they may have meant.
#include <string>
#include <string_view>
#include <vector>

namespace forewarp::device::detail {

/// Lower case without spaces, dashes, underscores, parentheses and slashes: "RTX 2080-Ti" -> "rtx2080ti".
[[nodiscard]] std::string canonical(std::string_view name);
/// Insertions, deletions, substitutions and exchanges of neighbours between two short words.
[[nodiscard]] std::size_t edit_distance(std::string_view a, std::string_view b);
/// At most `count` of `names`, nearest first: those that contain the word, then those a few edits away.
[[nodiscard]] std::vector<std::string> closest(std::string_view word, const std::vector<std::string>& names,
                                               std::size_t count);

}  // namespace forewarp::device::detail

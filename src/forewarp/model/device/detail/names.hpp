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
/// At most `count` of `names`, nearest first: those with the word in them, then those a few edits away; else
/// those whose words are a letter or two away from the words typed.
[[nodiscard]] std::vector<std::string> nearest_names(std::string_view word, const std::vector<std::string>& names,
                                                     std::size_t count);

}  // namespace forewarp::device::detail

// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>

namespace forewarp {

/// The text, or its first characters and "...": names of kernels in messages may have thousands.
[[nodiscard]] inline std::string beginning_of(std::string_view text) {
  constexpr std::size_t most = 120;
  const bool whole = text.size() <= most;
  std::string beginning(whole ? text : text.substr(0, most - 3));
  if (!whole) beginning += "...";
  return beginning;
}

}  // namespace forewarp

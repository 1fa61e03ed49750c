// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>

namespace forewarp {

/// The text, or its first characters and "...": names of kernels in messages may have thousands.
[[nodiscard]] inline std::string beginning_of(std::string_view text) {
  constexpr std::size_t most = 120;
  return text.size() <= most ? std::string(text) : std::string(text.substr(0, most - 3)) + "...";
}

}  // namespace forewarp

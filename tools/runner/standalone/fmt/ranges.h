// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace fmt {

template <typename Range>
std::string join(const Range& range, std::string_view separator) {
  std::string joined;
  bool first = true;
  for (const auto& item : range) {
    if (!first) joined += separator;
    first = false;
    joined += format("{}", item);
  }
  return joined;
}

}  // namespace fmt

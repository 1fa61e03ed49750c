// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <string>

namespace forewarp {

/// A place in a text file. Lines and columns count from 1; 0 means unknown.
struct SourceLocation {
  std::string file;
  std::uint32_t line = 0;
  std::uint32_t column = 0;

  /// "file:line:column", leaving out what is unknown.
  [[nodiscard]] std::string str() const;
  bool operator==(const SourceLocation&) const = default;
};

}  // namespace forewarp

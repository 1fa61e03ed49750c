// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/source_location.hpp"

#include <fmt/format.h>

namespace forewarp {

std::string SourceLocation::str() const {
  if (line == 0) return file;
  if (file.empty()) return column == 0 ? fmt::format("line {}", line) : fmt::format("line {}, column {}", line, column);
  if (column == 0) return fmt::format("{}:{}", file, line);
  return fmt::format("{}:{}:{}", file, line, column);
}

}  // namespace forewarp

// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A file as logical lines: what is indented continues the line before.
#include <string>
#include <string_view>
#include <vector>

#include "forewarp/support/source_location.hpp"

namespace forewarp::loop {

struct Line {
  std::string text;  ///< with its line breaks, comments too; never blank
  SourceLocation where;
};

/// Blank lines and lines of comment alone are left out. Throws LimitExceeded beyond 1 MiB.
[[nodiscard]] std::vector<Line> lines_of(std::string_view text, const std::string& file_name);

}  // namespace forewarp::loop

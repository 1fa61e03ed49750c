// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>

#include "forewarp/frontend/ptx/module.hpp"

namespace forewarp::ptx {

/// Reads a PTX module. Throws ParseError with file:line:column and the offending token. Memory is bounded by a small
/// multiple of the text's size for any text (register ranges and array extents are checked).
[[nodiscard]] Module parse(std::string text, std::string_view file_name = "<ptx>");

}  // namespace forewarp::ptx

// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Loop programs as text (docs/formats/loop.md): domains, variables and statements; then, after a line "---",
/// transformations in the order in which they are applied.
///
///     kernel matmul
///     domain { [i,j,k] : 0 <= i,j,k < n }
///     assume n >= 1
///     global a, b, c: f32[n, n]
///     c[i,j] = sum(k, a$aLD[i,k]*b$bLD[k,j])
///     ---
///     split i 16
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "forewarp/symbolic/loop/program.hpp"

namespace forewarp::loop {

/// A file taken apart: the program as it was stated, and the lines after "---".
struct ParsedFile {
  Program program;
  std::vector<std::pair<std::string, SourceLocation>> transformations;
};

/// Throws ParseError at the place for whatever cannot be read: bad notation, a loop or name that is not declared, a
/// wrong number of subscripts, a domain without bounds, an array whose shape cannot be told.
[[nodiscard]] ParsedFile parse_file(std::string_view text, const std::string& file_name = "program.loop");

/// Names that a set in isl's notation leaves free, in the order in which they occur: what it takes for parameters.
[[nodiscard]] std::vector<std::string> free_names(std::string_view set_text, const SourceLocation& origin);
/// "n >= 1 and n % 16 = 0" as a set of parameters.
[[nodiscard]] symbolic::Set parse_assumption(std::string_view text, const symbolic::Context& context,
                                             const SourceLocation& origin);

}  // namespace forewarp::loop

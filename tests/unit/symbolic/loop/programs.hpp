// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Programs for tests, from text, and the message of what fails.
#include <string>
#include <vector>

#include "forewarp/support/error.hpp"
#include "forewarp/symbolic/loop/parse.hpp"
#include "forewarp/symbolic/loop/transform/apply.hpp"

namespace forewarp::loop::test {

inline Program applied(Program program, const std::vector<std::string>& lines) {
  for (const std::string& line : lines) program = loop::apply(program, line);
  return program;
}

/// The program of a text with its lines after "---" applied.
inline Program program_of(const std::string& text) {
  ParsedFile file = parse_file(text, "x.loop");
  for (const auto& [line, where] : file.transformations) file.program = loop::apply(file.program, line, where);
  return std::move(file.program);
}

/// What the last of the lines is refused with; "" where it is not.
inline std::string refusal(const std::string& text, const std::vector<std::string>& lines) {
  Program program = program_of(text);
  for (std::size_t i = 0; i + 1 < lines.size(); ++i) program = loop::apply(program, lines[i]);
  try {
    (void)loop::apply(program, lines.back());
  } catch (const InputError& e) {
    return e.what();
  }
  return "";
}

inline const std::string matmul =
    "domain { [i,j,k] : 0 <= i,j,k < n }\n"
    "assume n >= 1\n"
    "c[i,j] = sum(k, a$aLD[i,k]*b$bLD[k,j])\n";

}  // namespace forewarp::loop::test

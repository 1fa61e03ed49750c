// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A transformation as a line of text (docs/formats/loop.md), one to one with the functions of this folder.
#include <string>
#include <string_view>
#include <vector>

#include "forewarp/symbolic/loop/program.hpp"

namespace forewarp::loop {

/// The program after one line such as "split i 16" or "tag i_out:g.1, i_in:l.1". Throws ParseError at the place: words
/// that are not understood, and transformations that would change the meaning.
[[nodiscard]] Program apply(const Program& program, std::string_view line, const SourceLocation& where = {});

/// The first words of all lines, sorted, and what follows each: for messages and documentation.
struct LineForm {
  std::string_view word, form;
};
[[nodiscard]] const std::vector<LineForm>& line_forms();

}  // namespace forewarp::loop

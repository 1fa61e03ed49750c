// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/loop/lines.hpp"

#include <algorithm>

#include "forewarp/symbolic/sets/errors.hpp"

namespace forewarp::loop {

namespace {

constexpr std::size_t longest = std::size_t{1} << 20;

bool is_blank(std::string_view line) {
  const auto first = line.find_first_not_of(" \t\r");
  return first == std::string_view::npos || line[first] == '#';
}

}  // namespace

/// Logical lines: a physical line that begins with white space continues the one before it. Empty
/// lines and comments are left out but counted, so that a message names the line of the file: a
/// statement in line 3 that continues in line 5 has two line breaks in its text.
std::vector<Line> lines_of(std::string_view text, const std::string& file_name) {
  if (text.size() > longest) throw symbolic::LimitExceeded(file_name + ": a loop program of more than 1 MiB of text");
  std::vector<Line> lines;
  std::uint32_t number = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = text.substr(begin, end - begin);
    ++number;
    if (!is_blank(line)) {
      const bool continues = (line[0] == ' ' || line[0] == '\t') && !lines.empty();
      if (continues) {
        // Places stay true: as many line breaks as there are between the two.
        const auto breaks = std::count(lines.back().text.begin(), lines.back().text.end(), '\n');
        lines.back().text.append(number - lines.back().where.line - static_cast<std::size_t>(breaks), '\n');
        lines.back().text.append(line);
      } else {
        const std::size_t indent = line.find_first_not_of(" \t");
        lines.push_back(
            {std::string(line.substr(indent)), {file_name, number, static_cast<std::uint32_t>(indent + 1)}});
      }
    }
    begin = end + 1;
  }
  return lines;
}

}  // namespace forewarp::loop

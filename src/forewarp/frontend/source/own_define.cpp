// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/source/own_define.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "forewarp/support/text.hpp"

namespace forewarp::source {
namespace {

/// "define BK 16" of "  #  define BK 16"; empty for a line that is no directive.
std::string_view directive_of(std::string_view line) {
  const auto skip_blanks = [&] { line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size())); };
  skip_blanks();
  if (!line.starts_with('#')) return {};
  line.remove_prefix(1);
  skip_blanks();
  return line;
}

/// Whether the text has the name as a word of its own.
bool mentions(std::string_view text, std::string_view name) {
  for (std::size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
    const bool begins = at == 0 || !is_word(text[at - 1]);
    const std::size_t end = at + name.size();
    if (begins && (end == text.size() || !is_word(text[end]))) return true;
  }
  return false;
}

bool defines(std::string_view directive, std::string_view name) {
  if (!directive.starts_with("define")) return false;
  directive.remove_prefix(6);
  const std::size_t begin = directive.find_first_not_of(" \t");
  if (begin == 0 || begin == std::string_view::npos) return false;
  directive.remove_prefix(begin);
  return directive.starts_with(name) && (directive.size() == name.size() || !is_word(directive[name.size()]));
}

}  // namespace

/// Line of a #define of the macro that no #if, #ifdef or #ifndef about the macro encloses (such a guard lets -D
/// through); 0 without one. A stack of the open conditionals, one pass over the lines.
std::size_t own_define(std::string_view text, std::string_view macro) {
  std::vector<bool> asks;  // per open conditional, whether it tests the macro
  std::size_t number = 0;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    ++number;
    const std::string_view directive = directive_of(line);
    if (directive.starts_with("if")) asks.push_back(mentions(directive, macro));
    if (directive.starts_with("endif") && !asks.empty()) asks.pop_back();
    if (defines(directive, macro) && std::ranges::find(asks, true) == asks.end()) return number;
  }
  return 0;
}

}  // namespace forewarp::source

// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/fatbin/ptx_entries.hpp"

#include <cstring>

#include "forewarp/support/text.hpp"

namespace forewarp::fatbin {
namespace {

constexpr std::string_view directive = ".entry";

bool is_name_character(char c) { return is_word(c) || c == '$' || c == '%'; }

/// glibc's memmem reads several bytes at a time, which std::string_view::find does not.
std::size_t next_directive(std::string_view text, std::size_t from) {
  const void* const found = ::memmem(text.data() + from, text.size() - from, directive.data(), directive.size());
  return found ? static_cast<std::size_t>(static_cast<const char*>(found) - text.data()) : std::string_view::npos;
}

bool is_code(std::string_view text, std::size_t at) {
  const std::size_t line = at == 0 ? 0 : text.rfind('\n', at - 1) + 1;  // npos + 1 is 0
  const std::string_view before = text.substr(line, at - line);
  return before.find("//") == std::string_view::npos && before.find('"') == std::string_view::npos;
}

/// Of ".param .align 8 .b8 name[24]" the type "b8[24]"; of ".param .u64 .ptr .global .align 4 name" "u64".
std::string type_of(std::string_view parameter) {
  const std::size_t bracket = std::min(parameter.find('['), parameter.size());
  std::string type;
  for (const std::string_view word : words_of(parameter.substr(0, bracket)))
    if (type.empty() && word[0] == '.' && word.size() > 1 && word != ".param" && word != ".align" && word != ".const")
      type = word.substr(1);
  if (bracket < parameter.size()) type += trimmed(parameter.substr(bracket));
  return type;
}

/// The text between the parentheses, without its comments; empty where there are none.
std::string parameter_list(std::string_view text) {
  const std::size_t open = text.find_first_not_of(" \t\r\n");
  if (open == std::string_view::npos || text[open] != '(') return "";
  const std::string_view list = text.substr(open + 1, text.find(')', open) - open - 1);
  std::string plain;
  for (const std::string_view line : split_at(list, '\n')) {
    plain += line.substr(0, line.find("//"));
    plain += ' ';
  }
  return plain;
}

}  // namespace

std::vector<PtxEntry> ptx_entries(std::string_view ptx) {
  std::vector<PtxEntry> entries;
  for (std::size_t at = 0; (at = next_directive(ptx, at)) != std::string_view::npos;) {
    const std::size_t after = at + directive.size();
    const std::size_t begin = ptx.find_first_not_of(" \t", after);
    const bool counts = begin != std::string_view::npos && begin > after && is_code(ptx, at);
    at = after;
    if (!counts) continue;
    std::size_t end = begin;
    while (end < ptx.size() && is_name_character(ptx[end])) ++end;
    if (end == begin) continue;
    PtxEntry entry{std::string(ptx.substr(begin, end - begin)), {}};
    const std::string list = parameter_list(ptx.substr(end));
    for (const std::string_view parameter : split_at(list, ','))
      if (std::string type = type_of(parameter); !type.empty()) entry.parameters.push_back(std::move(type));
    entries.push_back(std::move(entry));
    at = end;
  }
  return entries;
}

}  // namespace forewarp::fatbin

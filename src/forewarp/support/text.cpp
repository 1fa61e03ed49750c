// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/text.hpp"

#include <algorithm>

#include "forewarp/support/error.hpp"

namespace forewarp {

bool is_identifier(std::string_view text) {
  return !text.empty() && !is_digit(text.front()) && std::all_of(text.begin(), text.end(), is_word);
}

std::string_view trimmed(std::string_view text, std::string_view blanks) {
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) + 1 - first);
}

std::vector<std::string_view> split_at(std::string_view text, char separator) {
  return split_at(text, std::string_view(&separator, 1));
}

std::vector<std::string_view> split_at(std::string_view text, std::string_view separator) {
  FOREWARP_ASSERT(!separator.empty(), "a separator has characters");
  std::vector<std::string_view> parts;
  for (std::size_t end = text.find(separator); end != std::string_view::npos; end = text.find(separator)) {
    parts.push_back(text.substr(0, end));
    text.remove_prefix(end + separator.size());
  }
  parts.push_back(text);
  return parts;
}

std::vector<std::string_view> split_outside_brackets(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  int depth = 0;
  std::size_t start = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
    if (c != separator || depth > 0) continue;
    parts.push_back(trimmed(text.substr(start, i - start)));
    start = i + 1;
  }
  parts.push_back(trimmed(text.substr(start)));
  return parts;
}

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && !is_space(text[end])) ++end;
    if (end > at) words.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return words;
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return lower;
}

}  // namespace forewarp

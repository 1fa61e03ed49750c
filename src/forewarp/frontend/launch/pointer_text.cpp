// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/launch/pointer_text.hpp"

namespace forewarp::launch {

std::optional<PointerText> pointer_text(const Expression& expression, const Parameters& names) {
  const std::string& text = expression.text();
  const auto word = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  std::size_t begin = text.find_first_not_of(' ');
  if (begin == std::string::npos || !word(text[begin]) || (text[begin] >= '0' && text[begin] <= '9'))
    return std::nullopt;
  std::size_t end = begin;
  while (end < text.size() && word(text[end])) ++end;
  PointerText pointer{.buffer = text.substr(begin, end - begin)};
  if (names.contains(pointer.buffer)) return std::nullopt;
  const std::size_t rest = text.find_first_not_of(' ', end);
  if (rest == std::string::npos) return pointer;
  if (text[rest] != '+' && text[rest] != '-') return std::nullopt;
  pointer.elements = Expression::parse(text.substr(rest), expression.where());
  return pointer;
}

}  // namespace forewarp::launch

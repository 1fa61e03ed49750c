// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <charconv>

#include "forewarp/frontend/ptx/detail/operand_parser.hpp"

namespace forewarp::ptx::detail {
namespace {

/// 7 for "%envreg7"; -1 when it is none of %envreg0 .. %envreg31.
int envreg_number(std::string_view word) {
  constexpr std::string_view stem = "%envreg";
  if (!word.starts_with(stem) || word.size() == stem.size()) return -1;
  int number = -1;
  const char* last = word.data() + word.size();
  const auto [end, error] = std::from_chars(word.data() + stem.size(), last, number);
  return error == std::errc{} && end == last && number < 32 ? number : -1;
}

}  // namespace

Operand OperandParser::special(const Token& token) {
  const std::size_t dot = token.text.find('.');
  Operand out;
  out.kind = OperandKind::special;
  out.special = special_from(token.text.substr(0, dot));
  if (out.special == Special::none && dot != std::string_view::npos) return with_selector(token);
  if (const int number = envreg_number(token.text); number >= 0) {
    out.special = Special::envreg;
    out.component = static_cast<std::uint8_t>(number);
    return out;
  }
  if (out.special == Special::none || out.special == Special::envreg)
    lexer_.fail(token, "this register is not declared, nor is it a special register");
  const std::string_view component = dot == std::string_view::npos ? "" : token.text.substr(dot + 1);
  if (has_components(out.special)) {
    const std::size_t place = component.size() == 1 ? std::string_view("xyzw").find(component) : std::string_view::npos;
    if (place == std::string_view::npos) lexer_.fail(token, "expected .x, .y or .z of this special register");
    out.component = static_cast<std::uint8_t>(place);
  } else if (dot != std::string_view::npos) {
    lexer_.fail(token, "this special register has no components");
  }
  return out;
}

}  // namespace forewarp::ptx::detail

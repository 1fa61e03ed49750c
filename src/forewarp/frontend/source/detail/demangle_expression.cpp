// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/source/detail/demangler.hpp"
#include "forewarp/support/text.hpp"

namespace forewarp::source::detail {

std::string Demangler::expression() {
  const Deeper deeper(*this);
  if (peek() == 'L') return literal();
  if (peek() == 'T') return template_parameter().text();
  if (take("sr")) {
    std::string scope;
    if (is_digit(peek())) {
      while (!take("E")) {
        scope += (scope.empty() ? "" : "::") + source_name();
        if (peek() == 'I') scope += nested_arguments();
      }
    } else {
      scope = type().text();
    }
    std::string member = unqualified_name("").text;
    if (peek() == 'I') member += nested_arguments();
    return checked(scope + "::" + member);
  }
  if (take("st")) return "sizeof (" + type().text() + ")";
  if (take("sz")) return "sizeof (" + expression() + ")";
  if (take("cv")) {
    const std::string to = type().text();
    return checked("(" + to + ")(" + expression() + ")");
  }
  for (const Operator& o : operators)
    if (o.operands == 1 || o.operands == 2)
      if (take(o.code)) return operation(o);
  throw Unknown{};
}

std::string Demangler::operation(const Operator& o) {
  const bool of_name = peek() == 'L';
  const std::string first = expression();
  if (o.code == "ad" && of_name) return checked(first.ends_with(')') ? "&(" + first + ")" : "&" + first);
  if (o.operands == 1) return checked(std::string(o.text) + "(" + first + ")");
  return checked("(" + first + ")" + std::string(o.text) + "(" + expression() + ")");
}

}  // namespace forewarp::source::detail

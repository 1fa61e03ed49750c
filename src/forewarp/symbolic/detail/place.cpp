// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/detail/place.hpp"

#include <fmt/format.h>

namespace forewarp::symbolic::detail {

namespace {

std::string isl_text(const Symbols& symbols, const Affine& form) {
  std::string text = std::to_string(form.constant);
  for (const auto& [s, c] : form.terms) {
    text += fmt::format(" {} {}*", c < 0 ? '-' : '+', c < 0 ? -c : c);
    if (symbols.is_variable(s))
      text += fmt::format("P{}", s);
    else
      text += fmt::format("floor(({})/{})", isl_text(symbols, symbols.floor_of(s).numerator),
                          symbols.floor_of(s).denominator);
  }
  return text;
}

}  // namespace

Set place(const Symbols& symbols, const std::vector<Constraint>& constraints, const Context& context) {
  std::string names, where;
  for (std::size_t i = 0; i < symbols.variables().size(); ++i) names += fmt::format("{}P{}", i == 0 ? "" : ",", i);
  for (const Constraint& c : constraints)
    where +=
        fmt::format("{}{} {} 0", where.empty() ? " : " : " and ", isl_text(symbols, c.form), c.equality ? "=" : ">=");
  return Set::parse(fmt::format("[{}] -> {{ []{} }}", names, where), context);
}

}  // namespace forewarp::symbolic::detail

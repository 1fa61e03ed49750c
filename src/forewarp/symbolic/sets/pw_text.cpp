// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "forewarp/symbolic/sets/pw_qpolynomial.hpp"

namespace forewarp::symbolic {
namespace {

enum class Style { text, cpp, latex };

std::string name_of(const Symbols& symbols, Symbol s, Style style);

std::string joined(std::string sum, bool negative, const std::string& term) {
  if (sum.empty()) return negative ? "-" + term : term;
  return sum + (negative ? " - " : " + ") + term;
}

std::string affine(const Symbols& symbols, const Affine& form, Style style) {
  std::string sum;
  for (const auto& [s, c] : form.terms) {
    const std::string size = to_string(c < 0 ? -Integer{c} : Integer{c});
    const std::string times = style == Style::latex ? " " : "*";
    sum = joined(sum, c < 0, (size == "1" ? "" : size + times) + name_of(symbols, s, style));
  }
  if (form.constant != 0 || sum.empty())
    sum =
        joined(sum, form.constant < 0, to_string(form.constant < 0 ? -Integer{form.constant} : Integer{form.constant}));
  return sum;
}

std::string name_of(const Symbols& symbols, Symbol s, Style style) {
  if (symbols.is_variable(s)) return symbols.variables()[s];
  const Floor& floor = symbols.floor_of(s);
  const std::string inside = affine(symbols, floor.numerator, style);
  if (style == Style::latex)
    return fmt::format("\\left\\lfloor \\frac{{{}}}{{{}}} \\right\\rfloor", inside, floor.denominator);
  if (style == Style::cpp) return fmt::format("floor_div({}, {})", inside, floor.denominator);
  return fmt::format("floor(({})/{})", inside, floor.denominator);
}

std::string factor(const Symbols& symbols, Symbol s, std::uint32_t exponent, Style style) {
  std::string name = name_of(symbols, s, style);
  if (exponent == 1) return name;
  if (style == Style::latex) return fmt::format("{}^{{{}}}", name, exponent);
  if (style == Style::text) return fmt::format("{}^{}", name, exponent);
  std::string product = name;
  for (std::uint32_t i = 1; i < exponent; ++i) product += "*" + name;
  return product;
}

std::string number(const Rational& size, Style style) {
  if (style != Style::latex || size.denominator() == 1) return size.str();
  return fmt::format("\\frac{{{}}}{{{}}}", to_string(size.numerator()), to_string(size.denominator()));
}

std::string polynomial(const Symbols& symbols, const Polynomial& p, Style style) {
  std::vector<std::pair<Monomial, Rational>> terms(p.terms().begin(), p.terms().end());
  const auto degree = [](const Monomial& m) {
    std::uint32_t sum = 0;
    for (const auto& one : m) sum += one.second;
    return sum;
  };
  // Higher degrees first; of one degree n^2 before n*p before p^2.
  std::stable_sort(terms.begin(), terms.end(), [&](const auto& a, const auto& b) {
    if (degree(a.first) != degree(b.first)) return degree(a.first) > degree(b.first);
    return std::lexicographical_compare(
        a.first.begin(), a.first.end(), b.first.begin(), b.first.end(),
        [](const auto& x, const auto& y) { return x.first != y.first ? x.first < y.first : x.second > y.second; });
  });
  std::string sum;
  for (const auto& [monomial, c] : terms) {
    const bool negative = c.numerator() < 0;
    const Rational size = negative ? -c : c;
    std::string term = size == Rational(1) && !monomial.empty() ? "" : number(size, style);
    for (const auto& [s, exponent] : monomial)
      term += (term.empty() ? "" : style == Style::latex ? " " : "*") + factor(symbols, s, exponent, style);
    sum = joined(sum, negative, term);
  }
  return sum.empty() ? "0" : sum;
}

std::string conditions(const Symbols& symbols, const Piece& piece, Style style) {
  std::string all;
  for (const Constraint& c : piece.where) {
    if (!all.empty()) all += style == Style::text ? " and " : style == Style::cpp ? " && " : ",\\ ";
    const char* relation = c.equality ? (style == Style::cpp ? "==" : "=") : (style == Style::latex ? "\\ge" : ">=");
    all += fmt::format("{} {} 0", affine(symbols, c.form, style), relation);
  }
  return all;
}

/// All coefficients times their common denominator, which is divided by at the end: whole numbers stay exact.
std::string cpp_value(const Symbols& symbols, const Polynomial& p) {
  Integer common = 1;
  for (const auto& term : p.terms())
    common = checked_multiply(common / gcd(common, term.second.denominator()), term.second.denominator());
  const Polynomial whole = p * Polynomial(Rational::of(common, 1));
  const std::string text = polynomial(symbols, whole, Style::cpp);
  return common == 1 ? text : fmt::format("({}) / {}", text, to_string(common));
}

}  // namespace

std::string to_text(const Symbols& symbols, const Polynomial& p) { return polynomial(symbols, p, Style::text); }

std::string PwQPolynomial::str() const {
  std::string text;
  for (const Piece& piece : pieces_) {
    const std::string where = conditions(symbols_, piece, Style::text);
    text += (text.empty() ? "" : "; ") + to_text(symbols_, piece.value) + (where.empty() ? "" : " : " + where);
  }
  return fmt::format("[{}] -> {{ {} }}", fmt::join(parameters(), ", "), text.empty() ? "0" : text);
}

std::string to_cpp(const PwQPolynomial& p, const std::string& name) {
  std::string arguments;
  for (const std::string& parameter : p.parameters())
    arguments += fmt::format("{}std::int64_t {}_", arguments.empty() ? "" : ", ", parameter);
  std::string text = fmt::format("inline __int128 {}({}) {{\n", name, arguments);
  text +=
      "  [[maybe_unused]] const auto floor_div = [](__int128 a, __int128 b) { return a / b - (a % b < 0 ? 1 : 0); };\n";
  for (const std::string& parameter : p.parameters())
    text += fmt::format("  [[maybe_unused]] const __int128 {0} = {0}_;\n", parameter);
  text += "  __int128 sum = 0;\n";
  for (const Piece& piece : p.pieces()) {
    const std::string where = conditions(p.symbols(), piece, Style::cpp);
    text += fmt::format("  {}sum += {};\n", where.empty() ? "" : "if (" + where + ") ",
                        cpp_value(p.symbols(), piece.value));
  }
  return text + "  return sum;\n}\n";
}

std::string to_latex(const PwQPolynomial& p) {
  if (p.pieces().empty()) return "0";
  std::string text = "\\begin{cases}\n";
  for (const Piece& piece : p.pieces()) {
    const std::string where = conditions(p.symbols(), piece, Style::latex);
    text += fmt::format("  {} & \\text{{if }} {} \\\\\n", polynomial(p.symbols(), piece.value, Style::latex),
                        where.empty() ? "\\text{always}" : where);
  }
  return text + "\\end{cases}";
}

}  // namespace forewarp::symbolic

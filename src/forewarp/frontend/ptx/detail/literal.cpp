// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/ptx/detail/literal.hpp"

#include <bit>
#include <charconv>
#include <limits>
#include <optional>

namespace forewarp::ptx::detail {
namespace {

constexpr std::uint64_t largest_signed = std::numeric_limits<std::int64_t>::max();

std::optional<std::uint64_t> digits(std::string_view text, int base) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (text.empty() || error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<Constant> integer(std::string_view text) {
  const bool is_unsigned = text.back() == 'U' || text.back() == 'u';
  if (is_unsigned) text.remove_suffix(1);
  int base = 10;
  if (text.size() > 1 && text[0] == '0') {
    const bool hex = text[1] == 'x' || text[1] == 'X';
    const bool binary = text[1] == 'b' || text[1] == 'B';
    base = hex ? 16 : binary ? 2 : 8;
    text.remove_prefix(hex || binary ? 2 : 1);
  }
  const auto value = digits(text, base);
  if (!value) return std::nullopt;
  return Constant{is_unsigned || *value > largest_signed ? Type::u64 : Type::s64, *value};
}

std::optional<Constant> bit_pattern(std::string_view hex, Type type) {
  if (hex.size() != 2 * size_of(type)) return std::nullopt;
  const auto bits = digits(hex, 16);
  if (!bits) return std::nullopt;
  return Constant{type, *bits};
}

std::optional<Constant> fraction(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return from_double(value);
}

std::optional<Constant> literal(std::string_view text) {
  if (text.size() > 2 && text[0] == '0') {
    if (text[1] == 'f' || text[1] == 'F') return bit_pattern(text.substr(2), Type::f32);
    if (text[1] == 'd' || text[1] == 'D') return bit_pattern(text.substr(2), Type::f64);
    if (text[1] == 'x' || text[1] == 'X') return integer(text);
  }
  if (text.find_first_of(".eE") != std::string_view::npos) return fraction(text);
  return integer(text);
}

}  // namespace

Constant take_literal(Lexer& lexer) {
  const auto value = literal(lexer.current().text);
  if (!value) lexer.fail("this is not a number of PTX, or does not fit in 64 bits");
  lexer.advance();
  return *value;
}

double to_double(const Constant& constant) {
  if (constant.type == Type::f64) return std::bit_cast<double>(constant.bits);
  if (constant.type == Type::f32) return std::bit_cast<float>(static_cast<std::uint32_t>(constant.bits));
  if (constant.type == Type::u64) return static_cast<double>(constant.bits);
  return static_cast<double>(static_cast<std::int64_t>(constant.bits));
}

Constant from_double(double value) { return {Type::f64, std::bit_cast<std::uint64_t>(value)}; }

}  // namespace forewarp::ptx::detail

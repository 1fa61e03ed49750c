// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/counters/number_format.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "forewarp/support/error.hpp"
#include "forewarp/support/text.hpp"

namespace forewarp::counters {
namespace {

/// What follows the only mark: three digits could be a group.
bool could_be_group(std::string_view text, std::size_t mark) {
  std::size_t digits = 0;
  for (std::size_t i = mark + 1; i < text.size() && is_digit(text[i]); ++i) ++digits;
  const bool whole = mark + 1 + digits == text.size();
  return digits == 3 && whole && mark >= 1 && mark <= 3 && text[0] != '0';
}

enum class Says { nothing, point, comma, either_of_comma, either_of_point };

/// The decimal mark that one text implies, from marks alone:
///
///     1.234,5    comma (the last of two kinds)         1,234,567  point (groups repeat, decimals do not)
///     12,34      comma (two digits are no group)       0.123      point (no number begins with a group of 0)
///     1,234      either: a thousand and something, or a bit more than 1
///
/// One clear number settles all unclear ones of the file (decimal_mark), since a file is written by
/// one program.
Says says(std::string_view text) {
  if (!text.empty() && text.back() == '%') text.remove_suffix(1);
  if (!text.empty() && text.front() == '-') text.remove_prefix(1);
  if (text.empty() || !is_digit(text[0]) || text.find_first_not_of("0123456789.,eE+- ") != std::string_view::npos)
    return Says::nothing;
  const auto commas = std::count(text.begin(), text.end(), ','), points = std::count(text.begin(), text.end(), '.');
  if (commas > 0 && points > 0) return text.rfind(',') > text.rfind('.') ? Says::comma : Says::point;
  if (commas > 1) return Says::point;
  if (points > 1) return Says::comma;
  if (commas == 1) return could_be_group(text, text.find(',')) ? Says::either_of_comma : Says::comma;
  if (points == 1) return could_be_group(text, text.find('.')) ? Says::either_of_point : Says::point;
  return Says::nothing;
}

}  // namespace

Decimal decimal_mark(std::span<const std::string> texts) {
  const std::string *point = nullptr, *comma = nullptr, *unclear = nullptr;
  for (const std::string& text : texts) {
    const Says s = says(text);
    if (s == Says::point && !point) point = &text;
    if (s == Says::comma && !comma) comma = &text;
    if (s == Says::either_of_comma && !unclear) unclear = &text;
  }
  if (point && comma)
    throw InputError(
        fmt::format("numbers are written in two ways: '{}' has a decimal point, '{}' a decimal comma", *point, *comma));
  if (comma) return Decimal::comma;
  if (!point && unclear)
    throw InputError(
        fmt::format("'{}' is ambiguous (thousands or decimals), and no other number in the file decides it", *unclear));
  return Decimal::point;
}

/// With the mark of the file decided: groups and blanks are dropped, "1.234,5 %" is 1234.5. The
/// caller knows that the number was a percentage from its unit.
std::optional<double> parse_number(std::string_view text, Decimal decimal) {
  const char mark = static_cast<char>(decimal), group = mark == '.' ? ',' : '.';
  if (!text.empty() && text.back() == '%') text.remove_suffix(1);
  std::string plain;
  for (const char c : text) {
    if (c == group || c == ' ') continue;
    plain += c == mark ? '.' : c;
  }
  double value = 0;
  const auto [end, error] = std::from_chars(plain.data(), plain.data() + plain.size(), value);
  if (plain.empty() || error != std::errc() || end != plain.data() + plain.size()) return std::nullopt;
  return value;
}

}  // namespace forewarp::counters

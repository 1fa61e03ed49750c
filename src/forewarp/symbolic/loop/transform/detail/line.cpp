// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/loop/transform/detail/line.hpp"

#include <fmt/format.h>

#include <charconv>

#include "forewarp/support/error.hpp"

namespace forewarp::loop::detail {

namespace {

constexpr std::string_view marks = ",[]={}";
constexpr std::string_view blanks = " \t\r";

bool is_mark(std::string_view word) { return word.size() == 1 && marks.find(word[0]) != std::string_view::npos; }

}  // namespace

/// Words are separated by blanks; each of the marks , [ ] = { } is a word of its own. So "split i
/// 16 as i_out, i_in" has the words split, i, 16, as, i_out, ",", i_in, and fix n=3 has fix, n, =,
/// 3. Offsets are kept for messages and for take_rest().
Line::Line(std::string_view text, SourceLocation where) : text_(text), origin_(std::move(where)) {
  for (std::size_t i = 0; i < text.size();) {
    if (blanks.find(text[i]) != std::string_view::npos) {
      ++i;
      continue;
    }
    std::size_t end = i + 1;
    if (!is_mark(text.substr(i, 1)))
      while (end < text.size() && marks.find(text[end]) == std::string_view::npos &&
             blanks.find(text[end]) == std::string_view::npos)
        ++end;
    words_.push_back({text.substr(i, end - i), i});
    i = end;
  }
}

std::string_view Line::peek() const { return at_end() ? std::string_view{} : words_[at_].text; }

std::string Line::take(std::string_view what) {
  if (at_end()) fail(fmt::format("expected {} at the end of '{}'", what, text_));
  if (is_mark(peek())) fail(fmt::format("expected {}, not '{}'", what, peek()));
  return std::string{words_[at_++].text};
}

std::int64_t Line::take_integer(std::string_view what) {
  const SourceLocation place = where();
  const std::string word = take(what);
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error == std::errc{} && end == word.data() + word.size()) return value;
  throw ParseError(place, fmt::format("expected {}, a whole number, not '{}'", what, word));
}

bool Line::accept(std::string_view word) {
  if (peek() != word || at_end()) return false;
  ++at_;
  return true;
}

void Line::expect(std::string_view word) {
  if (accept(word)) return;
  fail(at_end() ? fmt::format("expected '{}' at the end of '{}'", word, text_)
                : fmt::format("expected '{}', not '{}'", word, peek()));
}

std::vector<std::string> Line::take_list(std::string_view what) {
  const bool bracket = accept("[");
  std::vector<std::string> names;
  if (bracket && accept("]")) return names;
  do names.push_back(take(what));
  while (accept(","));
  if (bracket) expect("]");
  return names;
}

std::string Line::take_rest() {
  if (at_end()) return {};
  std::string_view rest = text_.substr(words_[at_].offset);
  rest = rest.substr(0, rest.find_last_not_of(blanks) + 1);
  at_ = words_.size();
  return std::string{rest};
}

void Line::expect_end() const {
  if (!at_end()) fail(fmt::format("'{}' is one word too many", peek()));
}

SourceLocation Line::where() const {
  SourceLocation place = origin_;
  if (place.line == 0) place.line = 1;
  if (place.column == 0) place.column = 1;
  place.column += static_cast<std::uint32_t>(at_end() ? text_.size() : words_[at_].offset);
  return place;
}

void Line::fail(const std::string& message) const { throw ParseError(where(), message); }

}  // namespace forewarp::loop::detail

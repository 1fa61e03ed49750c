// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/ptx/detail/lexer.hpp"

#include <array>
#include <string>

#include <fmt/format.h>

#include "forewarp/support/error.hpp"

namespace forewarp::ptx::detail {
namespace {

enum : std::uint8_t { name_start = 1, name_part = 2, digit = 4, blank = 8 };

constexpr std::array<std::uint8_t, 256> classes = [] {
  std::array<std::uint8_t, 256> table{};
  for (int c = 'a'; c <= 'z'; ++c) table[c] = name_start | name_part;
  for (int c = 'A'; c <= 'Z'; ++c) table[c] = name_start | name_part;
  for (int c = '0'; c <= '9'; ++c) table[c] = digit | name_part;
  for (const char c : {'_', '$'}) table[static_cast<unsigned char>(c)] = name_start | name_part;
  for (const char c : {' ', '\t', '\r', '\f', '\v'}) table[static_cast<unsigned char>(c)] = blank;
  return table;
}();

bool is(const char* c, std::uint8_t what) { return (classes[static_cast<unsigned char>(*c)] & what) != 0; }

const char* name_end(const char* c) {
  while (is(c, name_part)) ++c;
  return c;
}

/// Dots and :: between names join: ld.shared::cta.u32.
const char* dotted_end(const char* c) {
  for (c = name_end(c);;) {
    if (c[0] == '.' && is(c + 1, name_part)) {
      c = name_end(c + 1);
    } else if (c[0] == ':' && c[1] == ':' && is(c + 2, name_part)) {
      c = name_end(c + 2);
    } else {
      return c;
    }
  }
}

/// What a message shows of a token: at most 40 characters, nothing that would break the line.
std::string shown(std::string_view text) {
  std::string out;
  for (const char c : text.substr(0, 40)) {
    if (c >= 0x20 && c < 0x7f)
      out += c;
    else
      out += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
  }
  if (text.size() > 40) out += "...";
  return out;
}

}  // namespace

Lexer::Lexer(std::string_view text, std::string_view file)
    : at_(text.data()), end_(text.data() + text.size()), line_start_(text.data()), file_(file) {
  advance();
}

void Lexer::fail(const Token& where, std::string_view sentence) const {
  const SourceLocation place{std::string(file_), where.line, where.column};
  if (where.kind == TokenKind::end) throw ParseError(place, fmt::format("unexpected end of file: {}", sentence));
  throw ParseError(place, fmt::format("unexpected '{}': {}", shown(where.text), sentence));
}

void Lexer::expect(char mark, std::string_view purpose) {
  if (!accept(mark)) fail(fmt::format("expected '{}' {}", mark, purpose));
}

void Lexer::skip_block_comment() {
  const Token start{TokenKind::mark, '/', line_, static_cast<std::uint32_t>(at_ - line_start_ + 1), {at_, 2}};
  for (at_ += 2; at_ < end_; ++at_) {
    if (*at_ == '\n') {
      ++line_;
      line_start_ = at_ + 1;
    } else if (at_[0] == '*' && at_[1] == '/') {
      at_ += 2;
      return;
    }
  }
  fail(start, "this comment has no end");
}

void Lexer::skip_blanks() {
  for (;;) {
    while (is(at_, blank)) ++at_;
    if (*at_ == '\n') {
      ++line_;
      line_start_ = ++at_;
    } else if (at_[0] == '/' && at_[1] == '/') {
      while (at_ < end_ && *at_ != '\n') ++at_;
    } else if (at_[0] == '/' && at_[1] == '*') {
      skip_block_comment();
    } else {
      return;
    }
  }
}

void Lexer::take(TokenKind kind, const char* last) {
  current_.kind = kind;
  current_.text = {at_, static_cast<std::size_t>(last - at_)};
  at_ = last;
}

void Lexer::take_number() {
  const char* c = at_ + 1;
  const bool prefixed = at_[0] == '0' && is(c, name_start);
  for (;; ++c) {
    if (is(c, name_part) || (!prefixed && *c == '.')) continue;
    const bool sign_of_exponent = !prefixed && (*c == '+' || *c == '-') && (c[-1] == 'e' || c[-1] == 'E');
    if (!sign_of_exponent) break;
  }
  take(TokenKind::number, c);
}

void Lexer::take_string() {
  const char* c = at_ + 1;
  while (c < end_ && *c != '"' && *c != '\n') c += (*c == '\\' && c + 1 < end_ && c[1] != '\n') ? 2 : 1;
  if (c >= end_ || *c != '"') {
    take(TokenKind::mark, at_ + 1);
    current_.mark = '"';
    fail("this string has no end on its line");
  }
  take(TokenKind::string, c);
  current_.text.remove_prefix(1);
  ++at_;
}

void Lexer::take_mark() {
  static constexpr std::string_view pairs[] = {"<<", ">>", "<=", ">=", "==", "!=", "&&", "||"};
  current_.mark = *at_;
  const std::string_view two(at_, end_ - at_ > 1 ? 2 : 1);
  for (const std::string_view pair : pairs)
    if (two == pair) return take(TokenKind::mark, at_ + 2);
  take(TokenKind::mark, at_ + 1);
  if (std::string_view("{}()[]<>,;:+-*/%&|^~!?=@#").find(current_.mark) == std::string_view::npos)
    fail("this character has no meaning in PTX");
}

void Lexer::advance() {
  skip_blanks();
  current_.line = line_;
  current_.column = static_cast<std::uint32_t>(at_ - line_start_ + 1);
  if (is(at_, name_start) || (*at_ == '%' && is(at_ + 1, name_start)))
    return take(TokenKind::word, dotted_end(at_ + 1));
  if (is(at_, digit)) return take_number();
  if (*at_ == '.' && is(at_ + 1, name_start)) {
    const char* c = name_end(at_ + 1);
    while (c[0] == ':' && c[1] == ':' && is(c + 2, name_part)) c = name_end(c + 2);
    return take(TokenKind::directive, c);
  }
  if (at_ >= end_) return take(TokenKind::end, at_);
  if (*at_ == '"') return take_string();
  take_mark();
}

void Lexer::extend_over_bank() {
  const char* c = at_;
  if (*c != '[' || !current_.text.ends_with(".const")) return;
  for (++c; is(c, digit);) ++c;
  if (*c != ']' || c == at_ + 1) return;
  const char* first = current_.text.data();
  at_ = first;
  take(TokenKind::word, c[1] == '.' ? dotted_end(c + 1) : c + 1);
}

void Lexer::resume_after(const char* place) {
  for (; at_ <= place && at_ < end_; ++at_) {
    if (*at_ != '\n') continue;
    ++line_;
    line_start_ = at_ + 1;
  }
  advance();
}

}  // namespace forewarp::ptx::detail

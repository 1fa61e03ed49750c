// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/run/flat_json.hpp"

#include <cstdint>
#include <cstdio>
#include <utility>

#include <fmt/format.h>

#include "forewarp/support/error.hpp"

namespace forewarp::run {
namespace {

void append_utf8(std::string& text, std::uint32_t code) {
  const auto tail = [&](unsigned shift) { text += static_cast<char>(0x80 | ((code >> shift) & 0x3F)); };
  if (code < 0x80) {
    text += static_cast<char>(code);
  } else if (code < 0x800) {
    text += static_cast<char>(0xC0 | (code >> 6));
    tail(0);
  } else if (code < 0x10000) {
    text += static_cast<char>(0xE0 | (code >> 12));
    tail(6), tail(0);
  } else {
    text += static_cast<char>(0xF0 | (code >> 18));
    tail(12), tail(6), tail(0);
  }
}

class Reader {
 public:
  Reader(std::string_view text, const SourceLocation& where) : text_(text), where_(where) {}

  FlatObject object() {
    FlatObject object;
    expect('{');
    if (!accept('}')) {
      do {
        blanks();
        const std::size_t at = position_;
        std::string key = string();
        expect(':');
        if (!object.emplace(key, value()).second) fail(at, fmt::format("'{}' comes twice", key));
      } while (accept(','));
      expect('}');
    }
    blanks();
    if (position_ != text_.size()) fail(position_, "something comes after the object");
    return object;
  }

 private:
  [[noreturn]] void fail(std::size_t at, std::string_view message) const {
    SourceLocation here = where_;
    here.column = static_cast<std::uint32_t>(at + 1);
    throw ParseError(here, message);
  }
  void blanks() {
    while (position_ < text_.size() && std::string_view(" \t\r\n").find(text_[position_]) != std::string_view::npos)
      ++position_;
  }
  bool accept(char c) {
    blanks();
    const bool here = position_ < text_.size() && text_[position_] == c;
    position_ += here;
    return here;
  }
  void expect(char c) {
    if (!accept(c)) fail(position_, fmt::format("expected {}", c));
  }

  FlatValue value() {
    blanks();
    if (position_ < text_.size() && text_[position_] == '[') return list();
    return plain();
  }
  FlatValue list() {
    FlatValue value{FlatValue::Kind::list, "", {}};
    expect('[');
    if (accept(']')) return value;
    do value.items.push_back(plain().text);
    while (accept(','));
    expect(']');
    return value;
  }
  FlatValue plain() {
    blanks();
    if (position_ < text_.size() && text_[position_] == '"') return {FlatValue::Kind::string, string(), {}};
    const std::size_t from = position_;
    while (position_ < text_.size() && std::string_view(",]} \t\r\n").find(text_[position_]) == std::string_view::npos)
      ++position_;
    const std::string word(text_.substr(from, position_ - from));
    if (word == "null") return {FlatValue::Kind::null, word, {}};
    if (word == "true" || word == "false") return {FlatValue::Kind::boolean, word, {}};
    if (word.empty() || word.find_first_not_of("0123456789+-.eE") != std::string::npos)
      fail(from, "expected a text in quotes, a number, true, false, null or a list of these");
    return {FlatValue::Kind::number, word, {}};
  }

  std::string string() {
    blanks();
    if (position_ >= text_.size() || text_[position_] != '"') fail(position_, "expected a text in quotes");
    std::string out;
    for (++position_; position_ < text_.size() && text_[position_] != '"';)
      if (text_[position_] == '\\')
        escape(out);
      else
        out += text_[position_++];
    if (position_ >= text_.size()) fail(text_.size(), "the text has no closing quote");
    ++position_;
    return out;
  }
  void escape(std::string& out) {
    const std::size_t at = position_++;
    const char c = position_ < text_.size() ? text_[position_++] : '\0';
    constexpr std::string_view letters = "\"\\/bfnrt", meant = "\"\\/\b\f\n\r\t";
    if (c == 'u') return append_utf8(out, code_point(at));
    const std::size_t which = c == '\0' ? std::string_view::npos : letters.find(c);
    if (which == std::string_view::npos) fail(at, "an escape that JSON does not have");
    out += meant[which];
  }
  std::uint32_t code_point(std::size_t at) {
    const std::uint32_t high = four_digits(at);
    if (high < 0xD800 || high > 0xDFFF) return high;
    const bool pair = high < 0xDC00 && text_.substr(position_, 2) == "\\u";
    position_ += pair ? 2 : 0;
    const std::uint32_t low = pair ? four_digits(at) : 0;
    if (low < 0xDC00 || low > 0xDFFF) fail(at, "half of a surrogate pair");
    return 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00);
  }
  std::uint32_t four_digits(std::size_t at) {
    std::uint32_t code = 0;
    for (int i = 0; i < 4; ++i, ++position_) {
      constexpr std::string_view digits = "0123456789abcdef";
      const char c = position_ < text_.size() ? text_[position_] : '?';
      const std::size_t digit = digits.find(c >= 'A' && c <= 'F' ? static_cast<char>(c - 'A' + 'a') : c);
      if (digit == std::string_view::npos) fail(at, "four hexadecimal digits must follow \\u");
      code = code * 16 + static_cast<std::uint32_t>(digit);
    }
    return code;
  }

  std::string_view text_;
  SourceLocation where_;
  std::size_t position_ = 0;
};

}  // namespace

FlatObject parse_flat_json(std::string_view line, const SourceLocation& where) { return Reader(line, where).object(); }

std::string json_string(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    constexpr std::string_view special = "\"\\\b\f\n\r\t", letters = "\"\\bfnrt";
    if (const std::size_t which = special.find(c); which != std::string_view::npos) {
      out += '\\';
      out += letters[which];
    } else if (static_cast<unsigned char>(c) < 0x20) {
      char code[8];
      std::snprintf(code, sizeof code, "\\u%04x", static_cast<unsigned>(c));
      out += code;
    } else {
      out += c;
    }
  }
  return out + "\"";
}

}  // namespace forewarp::run

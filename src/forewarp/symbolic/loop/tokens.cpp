// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/loop/tokens.hpp"

#include <fmt/format.h>

#include <array>

#include "forewarp/support/error.hpp"

namespace forewarp::loop {

namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

constexpr std::array<std::string_view, 8> long_signs{"//", "<=", ">=", "==", "!=", "&&", "||", "+="};
constexpr std::string_view short_signs = "+-*/%<>=()[]{}$,:?!.^";

class Tokenizer {
 public:
  Tokenizer(std::string_view text, const SourceLocation& origin) : text_(text), where_(origin) {
    where_.line = where_.line == 0 ? 1 : where_.line;
    where_.column = where_.column == 0 ? 1 : where_.column;
  }

  std::vector<Token> all() {
    for (skip_blank(); at_ < text_.size(); skip_blank()) tokens_.push_back(next());
    tokens_.push_back({Token::Kind::end, "", where_, at_});
    return std::move(tokens_);
  }

 private:
  void step() {
    where_.column = text_[at_] == '\n' ? 1 : where_.column + 1;
    where_.line += text_[at_] == '\n' ? 1 : 0;
    ++at_;
  }
  void skip_blank() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '#')
        while (at_ < text_.size() && text_[at_] != '\n') step();
      else if (c == ' ' || c == '\t' || c == '\n' || c == '\r')
        step();
      else
        return;
    }
  }

  Token next() {
    const char c = text_[at_];
    Token token{Token::Kind::sign, "", where_, at_};
    std::size_t length = 1;
    if (is_letter(c)) {
      token.kind = Token::Kind::word;
      while (at_ + length < text_.size() && (is_letter(text_[at_ + length]) || is_digit(text_[at_ + length]))) ++length;
    } else if (is_digit(c) || (c == '.' && at_ + 1 < text_.size() && is_digit(text_[at_ + 1]))) {
      length = number(token);
    } else {
      length = sign();
    }
    token.text = std::string(text_.substr(at_, length));
    for (std::size_t i = 0; i < length; ++i) step();
    return token;
  }

  std::size_t number(Token& token) {
    std::size_t end = at_;
    bool real = false;
    const auto digits = [&] {
      while (end < text_.size() && is_digit(text_[end])) ++end;
    };
    digits();
    if (end < text_.size() && text_[end] == '.') {
      real = true;
      ++end;
      digits();
    }
    if (end < text_.size() && (text_[end] == 'e' || text_[end] == 'E')) {
      std::size_t exponent = end + 1;
      if (exponent < text_.size() && (text_[exponent] == '+' || text_[exponent] == '-')) ++exponent;
      if (exponent < text_.size() && is_digit(text_[exponent])) {
        real = true;
        end = exponent;
        digits();
      }
    }
    token.kind = real ? Token::Kind::real : Token::Kind::integer;
    return end - at_;
  }

  std::size_t sign() const {
    for (const std::string_view s : long_signs)
      if (text_.substr(at_).starts_with(s)) return s.size();
    if (short_signs.find(text_[at_]) != std::string_view::npos) return 1;
    const auto byte = static_cast<unsigned char>(text_[at_]);
    throw ParseError(where_, byte < 0x20 || byte > 0x7e ? fmt::format("the byte 0x{:02x} means nothing here", byte)
                                                        : fmt::format("'{}' means nothing here", text_[at_]));
  }

  std::string_view text_;
  std::size_t at_ = 0;
  SourceLocation where_;
  std::vector<Token> tokens_;
};

}  // namespace

std::vector<Token> tokens_of(std::string_view text, const SourceLocation& origin) {
  return Tokenizer(text, origin).all();
}

}  // namespace forewarp::loop

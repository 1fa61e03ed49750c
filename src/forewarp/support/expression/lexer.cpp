// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/expression/lexer.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "forewarp/support/text.hpp"

namespace forewarp::expression {
namespace {

bool begins_word(char c) { return is_letter(c) || c == '_'; }
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

class Lexer {
 public:
  Lexer(std::string_view text, Language language) : text_(text), language_(language) {}

  std::vector<Token> all() {
    std::vector<Token> tokens;
    tokens.reserve(text_.size() / 3 + 2);
    do {
      skip_blanks();
      tokens.push_back(next());
      at_ = tokens.back().kind == Token::Kind::end ? at_ : end_;
    } while (tokens.back().kind != Token::Kind::end);
    return tokens;
  }

 private:
  [[nodiscard]] char at(std::size_t place) const { return place < text_.size() ? text_[place] : '\0'; }

  void skip_blanks() {
    for (; at_ < text_.size(); ++at_) {
      if ((language_ == Language::loop || language_ == Language::python) && text_[at_] == '#')
        at_ = std::min(text_.find('\n', at_), text_.size());
      if (!is_blank(at(at_))) return;
    }
  }

  /// The token that begins here; end_ is where it ends.
  Token next() {
    const char c = at(at_);
    end_ = at_;
    if (at_ >= text_.size()) return token(Token::Kind::end);
    if (begins_word(c)) return word();
    if (is_digit(c) || (c == '.' && is_digit(at(at_ + 1)))) return number();
    const bool backquotes = language_ == Language::row || language_ == Language::budget;
    const bool quotes = backquotes || language_ == Language::python;
    if ((quotes && (c == '"' || c == '\'')) || (backquotes && c == '`')) return quoted(c);
    const std::string_view pair = text_.substr(at_, 2);
    const bool is_pair = infix_operator(language_, pair) != nullptr || (language_ == Language::loop && pair == "+=");
    end_ = at_ + (is_pair ? pair.size() : 1);
    return token(Token::Kind::sign);
  }

  [[nodiscard]] Token token(Token::Kind kind) const { return {kind, text_.substr(at_, end_ - at_), at_}; }

  Token word() {
    const bool dots = language_ == Language::row || language_ == Language::campaign || language_ == Language::budget;
    if (language_ == Language::cost && text_.substr(at_).starts_with("f_"))
      feature();
    else
      while (is_word(at(end_)) || (dots && at(end_) == '.') || in_namespace()) ++end_;
    return token(Token::Kind::word);
  }

  /// The features of cost expressions have constraints in their names: f_mem_access_lstrides:{0:1;1:>15}_afr:>1. After
  /// a colon follows a list in braces, blanks included, or a comparison.
  void feature() {
    while (is_word(at(end_)) || at(end_) == '.' || at(end_) == ':') {
      if (at(end_++) != ':') continue;
      if (at(end_) == '{')
        end_ = std::min(text_.find('}', end_), text_.size() - 1) + 1;
      else
        while (at(end_) == '<' || at(end_) == '>' || at(end_) == '=') ++end_;
    }
  }

  /// Kernels have names such as solver::step.
  [[nodiscard]] bool in_namespace() const {
    return language_ == Language::budget && at(end_) == ':' && (at(end_ + 1) == ':' || at(end_ - 1) == ':');
  }

  void digits() {
    while (is_digit(at(end_))) ++end_;
  }

  Token number() {
    digits();
    bool real = at(end_) == '.';
    if (real) ++end_;
    digits();
    if (at(end_) == 'e' || at(end_) == 'E') {
      const std::size_t exponent = end_ + (at(end_ + 1) == '+' || at(end_ + 1) == '-' ? 2 : 1);
      if (is_digit(at(exponent))) {
        real = true;
        end_ = exponent;
        digits();
      }
    }
    return token(real ? Token::Kind::real : Token::Kind::integer);
  }

  Token quoted(char quote) {
    const std::size_t close = text_.find(quote, at_ + 1);
    end_ = std::min(close, text_.size() - 1) + 1;
    if (close == std::string_view::npos) return token(Token::Kind::unclosed);
    const Token::Kind kind = quote == '`' ? Token::Kind::quoted_name : Token::Kind::text;
    return {kind, text_.substr(at_ + 1, close - at_ - 1), at_};
  }

  std::string_view text_;
  Language language_;
  std::size_t at_ = 0, end_ = 0;
};

template <typename T>
std::optional<Number> value_of(std::string_view text) {
  T value{};
  if (std::from_chars(text.data(), text.data() + text.size(), value).ec != std::errc{}) return std::nullopt;
  return Number(value);
}

}  // namespace

std::vector<Token> tokens_of(std::string_view text, Language language) { return Lexer(text, language).all(); }

std::optional<Number> number_of(const Token& token, Language language) {
  const bool whole = language == Language::launch || language == Language::loop || language == Language::python;
  return whole && token.kind == Token::Kind::integer ? value_of<std::int64_t>(token.text)
                                                     : value_of<double>(token.text);
}

std::string shown(const Token& token) {
  if (token.kind == Token::Kind::end) return "the end";
  const auto byte = static_cast<unsigned char>(token.text.empty() ? ' ' : token.text[0]);
  if (byte < 0x20 || byte > 0x7e) return fmt::format("the byte 0x{:02x}", byte);
  return fmt::format("'{}'", token.text);
}

}  // namespace forewarp::expression

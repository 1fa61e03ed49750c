// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/run/opencl/cuda_tokens.hpp"

#include <algorithm>

#include "forewarp/support/text.hpp"

namespace forewarp::run::opencl {
namespace {

/// Splits CUDA C++ into tokens, in one pass and without a look at grammar: each token keeps the
/// white space before it, so writing all tokens again gives the source, except for comments.
/// Example: "x = 1e-5f; // step" becomes
///
///     word "x"   other "="   number "1e-5f"   other ";"         with the spaces "", " ", " ", ""
///
/// Every operator character is a token of its own (">>" is two), which is what from_cuda's search
/// for brackets wants. Line numbers count breaks inside of comments and continued directives, for
/// messages.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  std::vector<CudaToken> all() {
    std::vector<CudaToken> tokens;
    for (std::string space = skip(); at_ < text_.size(); space = skip()) {
      CudaToken token{.kind = CudaToken::Kind::other, .space = space, .text = {}, .line = line_};
      const std::size_t begin = at_;
      take(token, tokens.empty() || space.find('\n') != std::string::npos);
      token.text = std::string(text_.substr(begin, at_ - begin));
      line_ += static_cast<std::size_t>(std::count(token.text.begin(), token.text.end(), '\n'));
      tokens.push_back(std::move(token));
    }
    return tokens;
  }

 private:
  [[nodiscard]] char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }

  /// White space unchanged, a comment as one blank.
  std::string skip() {
    std::string space;
    while (at_ < text_.size()) {
      if (is_space(peek())) {
        line_ += peek() == '\n' ? 1 : 0;
        space += text_[at_++];
      } else if (peek() == '/' && peek(1) == '/') {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (peek() == '/' && peek(1) == '*') {
        const std::size_t end = text_.find("*/", at_ + 2);
        const std::size_t to = end == std::string_view::npos ? text_.size() : end + 2;
        line_ += static_cast<std::size_t>(std::count(text_.begin() + static_cast<std::ptrdiff_t>(at_),
                                                     text_.begin() + static_cast<std::ptrdiff_t>(to), '\n'));
        at_ = to;
        space += ' ';
      } else {
        break;
      }
    }
    return space;
  }

  void take(CudaToken& token, bool begins_line) {
    const char c = peek();
    if (c == '#' && begins_line) {
      token.kind = CudaToken::Kind::directive;
      // A directive goes on after a line break that follows a backslash.
      while (at_ < text_.size() && !(peek() == '\n' && text_[at_ - 1] != '\\')) ++at_;
    } else if (is_digit(c) || (c == '.' && is_digit(peek(1)))) {
      token.kind = CudaToken::Kind::number;
      // As the preprocessor reads numbers (C++ standard, [lex.ppnumber]): everything that may
      // belong to one, with the sign after an exponent. So 0xE+1 is one token here, as it is there.
      while (is_word(peek()) || peek() == '.' || (peek() == '\'' && is_word(peek(1))) || is_exponent_sign()) ++at_;
    } else if (is_word(c)) {
      token.kind = CudaToken::Kind::word;
      while (is_word(peek())) ++at_;
    } else if (c == '"' || c == '\'') {
      token.kind = CudaToken::Kind::text;
      for (++at_; at_ < text_.size() && peek() != c; ++at_)
        if (peek() == '\\') ++at_;
      at_ = std::min(at_ + 1, text_.size());
    } else {
      ++at_;
    }
  }

  [[nodiscard]] bool is_exponent_sign() const {
    if ((peek() != '+' && peek() != '-') || at_ == 0) return false;
    const char before = text_[at_ - 1];
    return before == 'e' || before == 'E' || before == 'p' || before == 'P';
  }

  std::string_view text_;
  std::size_t at_ = 0, line_ = 1;
};

}  // namespace

std::vector<CudaToken> cuda_tokens(std::string_view text) { return Scanner(text).all(); }

}  // namespace forewarp::run::opencl

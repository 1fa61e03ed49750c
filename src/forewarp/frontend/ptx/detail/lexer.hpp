// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// PTX text as tokens, one at a time. Comments and white space vanish; a token knows its place.
#include <cstdint>
#include <string_view>

namespace forewarp::ptx::detail {

enum class TokenKind : std::uint8_t {
  end,
  word,       ///< name or mnemonic, dots and :: included: "%tid.x", "ld.global.f32", "$L__BB0_1"
  directive,  ///< ".reg", ".shared::cta": one dotted word
  number,     ///< "12", "0x1F", "0f3F800000", "1.5e-3": not yet looked at
  string,     ///< text between the quotes
  mark,       ///< punctuation, in Token::mark; two-character operators are in text
};

struct Token {
  TokenKind kind = TokenKind::end;
  char mark = 0;
  std::uint32_t line = 1, column = 1;
  std::string_view text;
};

class Lexer {
 public:
  /// The text must outlive the lexer and be followed by a zero byte.
  Lexer(std::string_view text, std::string_view file);

  [[nodiscard]] const Token& current() const { return current_; }
  void advance();
  /// Steps over the mark if it is the current token.
  bool accept(char mark) {
    if (current_.kind != TokenKind::mark || current_.mark != mark || current_.text.size() != 1) return false;
    advance();
    return true;
  }
  [[nodiscard]] bool at(char mark) const {
    return current_.kind == TokenKind::mark && current_.mark == mark && current_.text.size() == 1;
  }
  [[nodiscard]] bool at_directive(std::string_view word) const {
    return current_.kind == TokenKind::directive && current_.text == word;
  }
  /// Steps over the mark; throws ParseError saying what it was expected for.
  void expect(char mark, std::string_view purpose);
  /// The mnemonic that starts at the current word also takes in a bank number: "ld.const[2].u32".
  void extend_over_bank();
  /// Moves to just after the character at this place of the text, at or after the current token.
  void resume_after(const char* place);
  [[nodiscard]] const char* end() const { return end_; }

  /// Throws ParseError at the token: "unexpected 'x': sentence".
  [[noreturn]] void fail(const Token& where, std::string_view sentence) const;
  [[noreturn]] void fail(std::string_view sentence) const { fail(current_, sentence); }

 private:
  void skip_blanks();
  void skip_block_comment();
  void take(TokenKind kind, const char* last);
  void take_number();
  void take_string();
  void take_mark();

  const char* at_;
  const char* end_;
  const char* line_start_;
  std::uint32_t line_ = 1;
  Token current_;
  std::string_view file_;
};

}  // namespace forewarp::ptx::detail

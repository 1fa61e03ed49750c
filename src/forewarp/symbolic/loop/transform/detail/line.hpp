// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The words of a transformation line, with the place of each for messages.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "forewarp/support/source_location.hpp"

namespace forewarp::loop::detail {

/// Words are names with . : * $ - + inside ("i_out", "g.0", "id:*fetch*", "-3"); , [ ] = { } are tokens of their own.
class Line {
 public:
  Line(std::string_view text, SourceLocation where);

  [[nodiscard]] bool at_end() const { return at_ == words_.size(); }
  /// The next word, "" at the end; take() goes on.
  [[nodiscard]] std::string_view peek() const;
  /// Throws ParseError("... expected WHAT") at the end or at a mark.
  std::string take(std::string_view what);
  std::int64_t take_integer(std::string_view what);
  /// Takes `word` where it is next.
  bool accept(std::string_view word);
  void expect(std::string_view word);
  /// Names between brackets or not, with commas between: "[a, b]", "a, b".
  std::vector<std::string> take_list(std::string_view what);
  /// All that is left of the text, ends trimmed.
  std::string take_rest();
  void expect_end() const;
  /// The place of the next word.
  [[nodiscard]] SourceLocation where() const;
  [[noreturn]] void fail(const std::string& message) const;

 private:
  struct Word {
    std::string_view text;
    std::size_t offset = 0;
  };
  std::string_view text_;
  SourceLocation origin_;
  std::vector<Word> words_;
  std::size_t at_ = 0;
};

}  // namespace forewarp::loop::detail

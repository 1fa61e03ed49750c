// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/python/script.hpp"

#include <algorithm>
#include <array>

#include "forewarp/support/error.hpp"
#include "forewarp/support/text.hpp"

namespace forewarp::python {
namespace {

/// Goes over a text and knows where code is: not in comments and quotes. depth() counts open brackets.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  [[nodiscard]] bool done() const { return at_ >= text_.size(); }
  [[nodiscard]] std::size_t at() const { return at_; }
  [[nodiscard]] int depth() const { return depth_; }
  /// Where a quote opens that nothing closes; npos: none.
  [[nodiscard]] std::size_t unclosed() const { return unclosed_; }

  /// Steps over a character, a whole quoted text, or a whole comment; the character that it began with.
  char next() {
    const char c = text_[at_];
    if (c == '#') {
      at_ = std::min(text_.find('\n', at_), text_.size());
      return c;
    }
    if (c == '"' || c == '\'') {
      skip_quoted(c);
      return c;
    }
    if (c == '\\' && at_ + 1 < text_.size()) ++at_;  // the end of the line, most often
    if (c == '(' || c == '[' || c == '{') ++depth_;
    if (c == ')' || c == ']' || c == '}') depth_ = depth_ - 1;
    ++at_;
    return c;
  }

 private:
  void skip_quoted(char quote) {
    const std::size_t begin = at_;
    const std::string triple(3, quote);
    const bool is_triple = text_.substr(at_, 3) == triple;
    at_ += is_triple ? 3 : 1;
    while (at_ < text_.size()) {
      if (text_[at_] == '\\') {
        at_ += 2;
        continue;
      }
      if (is_triple ? text_.substr(at_, 3) == triple : text_[at_] == quote) {
        at_ += is_triple ? 3 : 1;
        return;
      }
      if (!is_triple && text_[at_] == '\n') break;
      ++at_;
    }
    at_ = std::min(at_, text_.size());
    unclosed_ = std::min(unclosed_, begin);
  }

  std::string_view text_;
  std::size_t at_ = 0, unclosed_ = std::string_view::npos;
  int depth_ = 0;
};

std::string first_word(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size() && is_word(text[end])) ++end;
  return std::string(text.substr(0, end));
}

/// The blocks around a line, by their indentation.
class Blocks {
 public:
  void enter(std::uint32_t indent) {
    std::erase_if(open_, [&](const Block& block) { return block.indent >= indent; });
  }
  void open(std::uint32_t indent, std::string_view text, std::uint32_t line) {
    constexpr std::array branches{"if",     "elif",    "else", "for",   "while", "try",
                                  "except", "finally", "with", "match", "case"};
    std::string word = first_word(text);
    if (word == "async") word = first_word(trimmed(text.substr(5)));
    if (word == "if" && trimmed(text.substr(2)).starts_with("__name__")) return;
    if (word == "def" || std::ranges::find(branches, word) != branches.end()) open_.push_back({indent, word, line});
  }
  [[nodiscard]] std::string within() const {
    const auto found = std::find_if(open_.rbegin(), open_.rend(), [](const Block& b) { return b.word != "with"; });
    return found == open_.rend() || found->word == "def" ? "" : found->word;
  }
  [[nodiscard]] std::uint32_t function() const {
    const auto found = std::find_if(open_.rbegin(), open_.rend(), [](const Block& b) { return b.word == "def"; });
    return found == open_.rend() ? 0 : found->line;
  }

 private:
  struct Block {
    std::uint32_t indent = 0;
    std::string word;
    std::uint32_t line = 0;
  };
  std::vector<Block> open_;
};

std::uint32_t lines_in(std::string_view text) { return static_cast<std::uint32_t>(std::ranges::count(text, '\n')); }

}  // namespace

/// A statement ends at the end of a line at which no bracket is open.
std::vector<Statement> statements_of(std::string_view text, const std::string& file) {
  std::vector<Statement> all;
  Scanner scanner(text);
  Blocks blocks;
  std::uint32_t line = 1;
  for (std::size_t begin = 0; begin < text.size();) {
    while (!scanner.done()) {
      const std::size_t before = scanner.at();
      if (scanner.next() == '\n' && scanner.depth() <= 0) break;
      if (scanner.unclosed() != std::string_view::npos)
        throw ParseError({file, line + lines_in(text.substr(begin, before - begin)), 0},
                         "a quote opens here that nothing closes");
    }
    const std::string_view whole = text.substr(begin, scanner.at() - begin);
    const std::string_view code = trimmed(whole);
    if (!code.empty() && !code.starts_with('#')) {
      const auto lead = static_cast<std::size_t>(code.data() - whole.data());
      const std::size_t blank_lines = lines_in(whole.substr(0, lead));
      const std::size_t newline = whole.substr(0, lead).rfind('\n');
      const auto indent = static_cast<std::uint32_t>(newline == std::string_view::npos ? lead : lead - newline - 1);
      const auto here = line + static_cast<std::uint32_t>(blank_lines);
      blocks.enter(indent);
      all.push_back({code, {file, here, indent + 1}, blocks.within(), blocks.function()});
      blocks.open(indent, code, here);
    }
    line += lines_in(whole);
    begin = scanner.at();
  }
  if (scanner.depth() > 0) throw ParseError({file, line, 0}, "the text ends within a bracket");
  return all;
}

Assignment assignment_of(std::string_view statement) {
  Scanner scanner(statement);
  char before = ' ';
  while (!scanner.done()) {
    const std::size_t at = scanner.at();
    const bool top = scanner.depth() == 0;
    const char c = scanner.next();
    const char after = scanner.done() ? ' ' : statement[scanner.at()];
    const bool compares = before == '=' || before == '!' || before == '<' || before == '>' || after == '=';
    if (c == '=' && top && !compares) return {trimmed(statement.substr(0, at)), trimmed(statement.substr(at + 1))};
    before = c;
  }
  return {};
}

std::vector<std::string_view> arguments_of(std::string_view after_parenthesis) {
  std::vector<std::string_view> all;
  Scanner scanner(after_parenthesis);
  std::size_t begin = 0;
  const auto end_at = [&](std::size_t end) {
    const std::string_view one = trimmed(after_parenthesis.substr(begin, end - begin));
    if (!one.empty()) all.push_back(one);
    begin = end + 1;
  };
  while (!scanner.done()) {
    const std::size_t at = scanner.at();
    const char c = scanner.next();
    if (scanner.depth() < 0) {
      end_at(at);
      return all;
    }
    if (c == ',' && scanner.depth() == 0) end_at(at);
  }
  end_at(after_parenthesis.size());
  return all;
}

}  // namespace forewarp::python

// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "switch_labels.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

#include "forewarp/support/text.hpp"

namespace forewarp::bench {
namespace {

/// A character, a number or a macro in capitals; anything else is the name of an enumerator or of a constant.
bool is_value(std::string_view label) {
  if (label.empty() || label[0] == '\'' || label[0] == '-' || is_digit(label[0])) return true;
  return std::all_of(label.begin(), label.end(), [](char c) { return is_word(c) && !(c >= 'a' && c <= 'z'); });
}

struct Switch {
  int depth = 0;  ///< of its braces
  bool has_value = false, has_name = false;
  int defaults = 0;
};

/// Reads a text once. A switch is open from its brace to the brace that closes it; a label belongs to the innermost
/// open switch. Comments, strings and characters are stepped over, so that a brace in them does not count:
///
///     switch (c) { case '{': return 1; default: return 0; }      one default over values
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  DefaultLabels run() {
    while (at_ < text_.size()) step();
    return counts_;
  }

 private:
  [[nodiscard]] bool starts(std::string_view what) const { return text_.substr(at_, what.size()) == what; }
  void skip_to(std::string_view end, std::size_t from) {
    const auto found = text_.find(end, from);
    at_ = found == std::string_view::npos ? text_.size() : found + end.size();
  }

  void step() {
    if (starts("//")) return skip_to("\n", at_);
    if (starts("/*")) return skip_to("*/", at_ + 2);
    if (starts("R\"")) return raw_string();
    const char c = text_[at_];
    if (c == '"' || c == '\'') return quoted(c);
    if (is_word(c)) return word();
    if (c == '{') open();
    if (c == '}') close();
    ++at_;
  }

  void raw_string() {
    const auto begin = text_.find('(', at_);
    const std::string delimiter(text_.substr(at_ + 2, begin - at_ - 2));
    skip_to(")" + delimiter + "\"", begin);
  }

  void quoted(char quote) {
    for (++at_; at_ < text_.size() && text_[at_] != quote; ++at_)
      if (text_[at_] == '\\') ++at_;
    ++at_;
  }

  void word() {
    const std::size_t begin = at_;
    // An apostrophe between digits belongs to the number: 1'000.
    while (at_ < text_.size() && (is_word(text_[at_]) || (text_[at_] == '\'' && is_digit(text_[begin])))) ++at_;
    const std::string_view word = text_.substr(begin, at_ - begin);
    if (word == "switch") is_expected_ = true;
    if (word == "case" && !open_.empty()) label();
    if (word == "default" && !open_.empty() && trimmed(text_.substr(at_, 2)).starts_with(':')) ++open_.back().defaults;
  }

  void label() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && (text_[at_] != ':' || text_[at_ + 1] == ':')) {
      if (text_[at_] == '\'')
        quoted('\'');
      else
        at_ += starts("::") ? 2 : 1;
    }
    const bool value = is_value(trimmed(text_.substr(begin, at_ - begin), " \n"));
    (value ? open_.back().has_value : open_.back().has_name) = true;
  }

  void open() {
    ++depth_;
    if (is_expected_) open_.push_back({.depth = depth_});
    is_expected_ = false;
  }

  void close() {
    if (!open_.empty() && open_.back().depth == depth_) {
      const Switch& s = open_.back();
      (s.has_value && !s.has_name ? counts_.of_values : counts_.of_enumerations) += s.defaults;
      open_.pop_back();
    }
    --depth_;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int depth_ = 0;
  bool is_expected_ = false;  ///< a `switch` whose brace comes
  std::vector<Switch> open_;
  DefaultLabels counts_;
};

}  // namespace

DefaultLabels default_labels(std::string_view source) { return Scanner(source).run(); }

}  // namespace forewarp::bench

// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>

#include "forewarp/model/device/detail/toml_node.hpp"

namespace forewarp::device::detail {
namespace {

using Kind = TomlNode::Kind;

/// Members are found by going through them, which is quick for few: a larger table is left to the whole reader.
constexpr std::size_t max_members = 256;

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_key(char c) { return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '-'; }
/// Printable ASCII: anything else (UTF-8 to be checked, carriage returns) is left to the whole reader.
bool is_plain(char c) { return (c >= ' ' && c <= '~') || c == '\n' || c == '\t'; }

TomlNode* member(TomlNode& table, std::string_view name) {
  const auto found = std::ranges::find(table.members, name, &std::pair<std::string_view, TomlNode>::first);
  return found == table.members.end() ? nullptr : &found->second;
}

/// "12", "-0.5", "1.5e-3": as TOML writes them, without its underscores, bases, infinities and dates.
bool is_number(std::string_view word, bool& real) {
  const auto digits = [&](std::size_t at) {
    std::size_t count = 0;
    while (at + count < word.size() && is_digit(word[at + count])) ++count;
    return count;
  };
  std::size_t at = word.starts_with('-') ? 1 : 0;
  const std::size_t whole = digits(at);
  if (whole == 0 || (whole > 1 && word[at] == '0') || whole > 15) return false;
  at += whole;
  real = at < word.size();
  if (at < word.size() && word[at] == '.') {
    const std::size_t fraction = digits(++at);
    if (fraction == 0) return false;
    at += fraction;
  }
  if (at < word.size() && word[at] == 'e') {
    if (++at < word.size() && (word[at] == '-' || word[at] == '+')) ++at;
    const std::size_t exponent = digits(at);
    if (exponent == 0) return false;
    at += exponent;
  }
  return at == word.size();
}

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  /// Whether all of it was plain.
  bool read(TomlNode& root) {
    root.kind = Kind::table;
    TomlNode* into = &root;
    for (skip_empty(); at_ < text_.size(); skip_empty())
      if (peek() == '[' ? !read_header(root, into) : !read_member(*into)) return false;
    return true;
  }

 private:
  [[nodiscard]] char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  [[nodiscard]] TomlPlace here() const { return {line_, static_cast<std::uint32_t>(at_ - line_begin_ + 1)}; }

  bool take(std::string_view word) {
    if (!text_.substr(at_).starts_with(word)) return false;
    at_ += word.size();
    return true;
  }
  void skip_blanks() {
    while (peek() == ' ' || peek() == '\t') ++at_;
  }
  /// Blanks, comments and ends of lines.
  void skip_empty() {
    for (skip_blanks(); peek() == '#' || peek() == '\n'; skip_blanks()) {
      if (peek() == '#') at_ = std::min(text_.find('\n', at_), text_.size());
      if (at_ == text_.size()) return;
      ++at_;
      ++line_;
      line_begin_ = at_;
    }
  }
  bool ends_line() {
    skip_blanks();
    return at_ == text_.size() || peek() == '\n' || peek() == '#';
  }

  std::string_view read_key() {
    const std::size_t begin = at_;
    while (is_key(peek())) ++at_;
    return text_.substr(begin, at_ - begin);
  }

  /// "[throughput]" or one more "[[source]]".
  bool read_header(TomlNode& root, TomlNode*& into) {
    const TomlPlace where = here();
    const bool repeated = take("[[");
    if (!repeated && !take("[")) return false;
    const std::string_view name = read_key();
    if (name.empty() || !take(repeated ? "]]" : "]") || !ends_line()) return false;
    TomlNode* found = member(root, name);
    if (found != nullptr && (!repeated || found->kind != Kind::list || !tables_only(*found))) return false;
    if (found == nullptr) {
      if (root.members.size() == max_members) return false;
      root.members.emplace_back(name, TomlNode{.kind = repeated ? Kind::list : Kind::table, .where = where});
      found = &root.members.back().second;
    }
    if (repeated) found->items.push_back({.kind = Kind::table, .where = where});
    into = repeated ? &found->items.back() : found;
    return true;
  }
  static bool tables_only(const TomlNode& list) {
    return !list.items.empty() &&
           std::ranges::all_of(list.items, [](const TomlNode& item) { return item.kind == Kind::table; });
  }

  bool read_member(TomlNode& into) {
    const TomlPlace where = here();
    const std::string_view name = read_key();
    skip_blanks();
    if (name.empty() || into.members.size() == max_members || member(into, name) != nullptr || !take("=")) return false;
    skip_blanks();
    TomlNode value{.key_where = where};
    if (!(peek() == '[' ? read_list(value) : read_scalar(value)) || !ends_line()) return false;
    into.members.emplace_back(name, std::move(value));
    return true;
  }

  bool read_list(TomlNode& into) {
    into.kind = Kind::list;
    into.where = here();
    ++at_;
    for (skip_empty(); !take("]"); skip_empty()) {
      if (!read_scalar(into.items.emplace_back())) return false;
      skip_empty();
      if (!take(",") && peek() != ']') return false;
    }
    return true;
  }

  bool read_scalar(TomlNode& into) {
    into.where = here();
    if (peek() == '"') return read_text(into);
    const std::size_t begin = at_;
    while (is_key(peek()) || peek() == '.' || peek() == '+') ++at_;
    const std::string_view word = text_.substr(begin, at_ - begin);
    bool real = false;
    if (word == "true" || word == "false") {
      into.kind = Kind::flag;
      into.number = word == "true" ? 1 : 0;
    } else if (is_number(word, real)) {
      into.kind = real ? Kind::real : Kind::whole;
      return std::from_chars(word.data(), word.data() + word.size(), into.number).ec == std::errc();
    }
    return into.kind == Kind::flag;
  }

  bool read_text(TomlNode& into) {
    const std::size_t end = text_.find_first_of("\"\\\n", at_ + 1);
    if (end == std::string_view::npos || text_[end] != '"') return false;
    into.kind = Kind::text;
    into.text = text_.substr(at_ + 1, end - at_ - 1);
    at_ = end + 1;
    return peek() != '"';  // three begin a text of several lines
  }

  std::string_view text_;
  std::size_t at_ = 0, line_begin_ = 0;
  std::uint32_t line_ = 1;
};

}  // namespace

std::optional<TomlDocument> parse_plain_toml(std::string_view text) {
  TomlDocument document;
  if (!std::ranges::all_of(text, is_plain) || !Reader(text).read(document.root)) return std::nullopt;
  return document;
}

}  // namespace forewarp::device::detail

// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
//
// The expression is copied word by word; a word that is a name is replaced by its definition in brackets, which is
// copied in the same way. A name counts as a constant only where every place of the source that defines, assigns or
// declares it agrees: scopes are not followed, so a local variable of the same name makes it unknown rather than wrong.
//
//     const int TILE = 4 * 4;   TILE*sizeof(float)   ->   (4*4)*4
#include "forewarp/frontend/source/constant.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <fmt/format.h>

#include "forewarp/support/text.hpp"

namespace forewarp::source {
namespace {

constexpr unsigned max_depth = 16;
constexpr std::size_t max_statement_bytes = 4096;

/// Names, numbers, and single characters of what else there is.
std::vector<std::string_view> tokens_of(std::string_view text) {
  std::vector<std::string_view> words;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at + 1;
    const bool number = is_digit(text[at]);
    if (is_word(text[at]))
      while (end < text.size() && (is_word(text[end]) || (number && text[end] == '.'))) ++end;
    if (!is_space(text[at])) words.push_back(text.substr(at, end - at));
    at = end;
  }
  return words;
}

std::string joined(std::span<const std::string_view> words) {
  std::string text;
  for (const std::string_view word : words) {
    if (!text.empty() && is_word(text.back()) && is_word(word[0])) text += ' ';
    text += word;
  }
  return text;
}

/// Bytes of a basic type, a vector type or a pointer; 0 for another one.
unsigned size_of_type(std::span<const std::string_view> words) {
  struct Size {
    std::string_view name;
    unsigned bytes;
  };
  constexpr std::array sizes{Size{"char", 1},     Size{"bool", 1},     Size{"short", 2},    Size{"int", 4},
                             Size{"float", 4},    Size{"double", 8},   Size{"size_t", 8},   Size{"int8_t", 1},
                             Size{"uint8_t", 1},  Size{"int16_t", 2},  Size{"uint16_t", 2}, Size{"int32_t", 4},
                             Size{"uint32_t", 4}, Size{"int64_t", 8},  Size{"uint64_t", 8}, Size{"__half", 2},
                             Size{"half", 2},     Size{"uint", 4},     Size{"uchar", 1},    Size{"ushort", 2},
                             Size{"ulong", 8},    Size{"unsigned", 4}, Size{"signed", 4},   Size{"__nv_bfloat16", 2}};
  if (!words.empty() && words.back() == "*") return 8;
  unsigned bytes = 0, longs = 0;
  bool is_double = false;
  for (const std::string_view word : words) {
    if (word == "const" || word == "volatile" || word == "std" || word == ":") continue;
    if (word == "long" && ++longs != 0) continue;
    unsigned lanes = 1;
    std::string_view name = word;
    const bool vector = name.size() > 1 && name.back() >= '1' && name.back() <= '4';
    if (vector) lanes = static_cast<unsigned>(name.back() - '0'), name.remove_suffix(1);
    const auto* found = std::ranges::find(sizes, name, &Size::name);
    if (found == sizes.end()) return 0;
    is_double = is_double || name == "double";
    const bool sign_alone = name == "unsigned" || name == "signed";
    if (!sign_alone || bytes == 0) bytes = found->bytes * lanes;
  }
  return longs > 0 ? (is_double ? 0 : 8) : bytes;
}

bool is_integer_type(std::span<const std::string_view> words) {
  constexpr std::array<std::string_view, 4> not_integer{"float", "double", "half", "__half"};
  const bool real =
      std::ranges::any_of(words, [&](auto w) { return std::ranges::find(not_integer, w) != not_integer.end(); });
  return !words.empty() && !real && words.back() != "*" && size_of_type(words) != 0;
}

/// "16u", "0x10" and "1.5f" as numbers without suffix; empty for what is none.
std::string number(std::string_view word) {
  const bool hex = word.starts_with("0x") || word.starts_with("0X");
  if (!hex && word.find('.') != std::string_view::npos) return std::string(word.substr(0, word.find_first_of("fF")));
  while (word.size() > 1 && std::string_view("uUlL").find(word.back()) != std::string_view::npos) word.remove_suffix(1);
  const bool octal = !hex && word.size() > 1 && word[0] == '0';
  if (hex) word.remove_prefix(2);
  std::int64_t value = 0;
  const auto [stop, error] = std::from_chars(word.data(), word.data() + word.size(), value, hex ? 16 : octal ? 8 : 10);
  return error == std::errc{} && stop == word.data() + word.size() ? std::to_string(value) : "";
}

/// What a source says of a name.
struct Definition {
  std::optional<std::string> text;
  bool contradicted = false;

  void add(std::string_view value) {
    std::string words = joined(tokens_of(value));
    contradicted = contradicted || (text && *text != words);
    text = std::move(words);
  }
};

bool has_word(std::string_view text, std::string_view word) {
  for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !is_word(text[at - 1])) && (end == text.size() || !is_word(text[end]))) return true;
  }
  return false;
}

/// From the last ; or } or the end of the line before, whichever is a statement's beginning for the place.
std::string_view statement_before(std::string_view source, std::size_t at) {
  const std::size_t first = at - std::min(at, max_statement_bytes);
  const std::string_view part = source.substr(first, at - first);
  const std::size_t begin = part.find_last_of(";}");
  return begin == std::string_view::npos ? part : part.substr(begin + 1);
}

/// Up to a ; or a , or a bracket that closes what was not opened.
std::string_view value_after(std::string_view source, std::size_t at) {
  int depth = 0;
  std::size_t end = at;
  for (; end < source.size() && end - at < max_statement_bytes; ++end) {
    const char c = source[end];
    if (c == '(' || c == '{' || c == '[') ++depth;
    if (c == ')' || c == '}' || c == ']') --depth;
    if (depth < 0 || c == ';' || (c == ',' && depth == 0)) break;
  }
  return source.substr(at, end - at);
}

/// Adds what stands around one place of the name in the source.
void look_at(std::string_view source, std::size_t at, std::string_view name, Definition& found) {
  std::size_t next = at + name.size();
  while (next < source.size() && is_space(source[next])) ++next;
  const std::string_view before = statement_before(source, at);
  const std::size_t line = source.rfind('\n', at);
  const auto directive = tokens_of(source.substr(line + 1, at - line - 1));
  if (directive.size() == 2 && directive[0] == "#" && directive[1] == "define") {
    const std::size_t end = std::min(source.find('\n', at), source.size());
    return found.add(source.substr(at + name.size(), end - at - name.size()));
  }
  const auto words = tokens_of(before);
  if (!words.empty() && words[0] == "typedef" && next < source.size() && source[next] == ';')
    return found.add(joined(std::span(words).subspan(1)));
  const bool assigned = next + 1 < source.size() && source[next] == '=' && source[next + 1] != '=';
  if (assigned) {
    const bool in_brackets = std::ranges::count(before, '(') > std::ranges::count(before, ')');
    const bool is_constant = has_word(before, "const") || has_word(before, "constexpr") || has_word(before, "enum") ||
                             (!words.empty() && words.back() == "using");
    if (is_constant && !in_brackets) return found.add(value_after(source, next + 1));
    found.contradicted = true;
    return;
  }
  constexpr std::array<std::string_view, 5> no_type{"return", "else", "case", "sizeof", "typename"};
  const bool declared =
      !words.empty() && is_identifier(words.back()) && std::ranges::find(no_type, words.back()) == no_type.end();
  found.contradicted = found.contradicted || declared;
}

std::optional<std::string> definition_of(std::string_view name, std::string_view source) {
  Definition found;
  for (std::size_t at = source.find(name); at != std::string_view::npos; at = source.find(name, at + name.size())) {
    const std::size_t end = at + name.size();
    if ((at > 0 && is_word(source[at - 1])) || (end < source.size() && is_word(source[end]))) continue;
    look_at(source, at, name, found);
    if (found.contradicted) return std::nullopt;
  }
  return found.text;
}

class Translation {
 public:
  Translation(std::string_view source, const std::map<std::string, std::string>& names)
      : source_(source), names_(names) {}

  std::string of(std::string_view expression, unsigned depth) {
    const std::vector<std::string_view> words = tokens_of(expression);
    std::string out;
    for (std::size_t i = 0; i < words.size() && unknown_.empty();) i = take(words, i, depth, out);
    return out;
  }
  [[nodiscard]] const std::string& unknown() const { return unknown_; }

 private:
  using Words = std::vector<std::string_view>;

  /// Just after the bracket that closes the one at `open`.
  static std::size_t closing(const Words& words, std::size_t open, std::string_view opening, std::string_view close) {
    int depth = 0;
    for (std::size_t i = open; i < words.size(); ++i) {
      depth += words[i] == opening ? 1 : words[i] == close ? -1 : 0;
      if (depth == 0) return i + 1;
    }
    return words.size();
  }

  std::size_t take(const Words& words, std::size_t i, unsigned depth, std::string& out) {
    const std::string_view word = words[i];
    if (word == "(") {
      const std::size_t end = closing(words, i, "(", ")");
      const std::span<const std::string_view> inside = std::span(words).subspan(i + 1, std::max(end, i + 2) - i - 2);
      if (is_integer_type(inside) && end < words.size()) return end;
    }
    if (is_digit(word[0])) {
      const std::string value = number(word);
      if (value.empty()) unknown_ = word;
      out += value;
      return i + 1;
    }
    if (is_identifier(word)) return take_name(words, i, depth, out);
    if (std::string_view("+-*/%()<>=!?:,&|").find(word[0]) == std::string_view::npos) unknown_ = word;
    out += word;
    return i + 1;
  }

  std::size_t take_name(const Words& words, std::size_t i, unsigned depth, std::string& out) {
    const auto follows = [&](std::size_t k, std::string_view word) { return k < words.size() && words[k] == word; };
    std::string name(words[i]);
    std::size_t next = i + 1;
    while (follows(next, ":") && follows(next + 1, ":") && next + 2 < words.size()) {
      name = words[next + 2];
      next += 3;
    }
    if (name == "sizeof" && follows(next, "(")) return take_size(words, next, depth, out);
    if (name == "static_cast" && follows(next, "<")) {
      const std::size_t end = closing(words, next, "<", ">");
      if (!is_integer_type(std::span(words).subspan(next + 1, std::max(end, next + 2) - next - 2))) unknown_ = name;
      return end;
    }
    while (follows(next, ".") && next + 1 < words.size()) {
      name.append(".").append(words[next + 1]);
      next += 2;
    }
    if (name == "true" || name == "false") {
      out += name == "true" ? "1" : "0";
    } else if ((name == "min" || name == "max") && follows(next, "(")) {
      out += name;
    } else if (const auto known = names_.find(name); known != names_.end()) {
      out += "(" + known->second + ")";
    } else if (const auto text = depth < max_depth ? definition_of(name, source_) : std::nullopt) {
      const std::string value = of(*text, depth + 1);
      out += "(" + value + ")";
    } else {
      unknown_ = name;
    }
    return next;
  }

  std::size_t take_size(const Words& words, std::size_t open, unsigned depth, std::string& out) {
    const std::size_t end = closing(words, open, "(", ")");
    std::vector<std::string_view> type(words.begin() + static_cast<std::ptrdiff_t>(open) + 1,
                                       words.begin() + static_cast<std::ptrdiff_t>(end) - 1);
    const std::string said = joined(type);
    std::string alias;  // what the views in `type` point into
    for (unsigned k = depth; k < max_depth; ++k) {
      if (const unsigned bytes = size_of_type(type); bytes != 0) {
        out += std::to_string(bytes);
        return end;
      }
      const auto text = type.size() == 1 ? definition_of(type[0], source_) : std::nullopt;
      if (!text) break;
      alias = *text;
      type = tokens_of(alias);
    }
    unknown_ = fmt::format("sizeof({})", said);
    return end;
  }

  std::string_view source_;
  const std::map<std::string, std::string>& names_;
  std::string unknown_;
};

}  // namespace

ConstantText constant_text(std::string_view expression, std::string_view source,
                           const std::map<std::string, std::string>& names) {
  Translation translation(source, names);
  std::string text = translation.of(expression, 0);
  return {std::move(text), translation.unknown()};
}

}  // namespace forewarp::source

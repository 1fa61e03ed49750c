// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// As much of {fmt} as the sources of the runner use, so that they compile where no library is: replacement fields
/// without names, with fill 0, width, precision and the types x, d, f, g, e, s. The tool itself is built with {fmt}.
#include <array>
#include <charconv>
#include <concepts>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>

namespace fmt {
namespace detail {

struct Spec {
  bool zeros = false, left = false, right = false;
  int width = 0, precision = -1;
  char type = '\0';
};

inline Spec parse(std::string_view text) {
  Spec spec;
  std::size_t i = 0;
  const auto number = [&] {
    int value = 0;
    for (; i < text.size() && text[i] >= '0' && text[i] <= '9'; ++i) value = 10 * value + (text[i] - '0');
    return value;
  };
  if (i < text.size() && (text[i] == '<' || text[i] == '>')) (text[i++] == '<' ? spec.left : spec.right) = true;
  if (i < text.size() && text[i] == '0') spec.zeros = true;
  spec.width = number();
  if (i < text.size() && text[i] == '.') {
    ++i;
    spec.precision = number();
  }
  if (i < text.size()) spec.type = text[i++];
  if (i != text.size()) throw std::logic_error("a format that the runner does not know: " + std::string(text));
  return spec;
}

inline std::string padded(std::string text, const Spec& spec, bool is_number) {
  const std::size_t width = static_cast<std::size_t>(spec.width);
  if (text.size() >= width) return text;
  const std::string fill(width - text.size(), spec.zeros ? '0' : ' ');
  return spec.left || (!is_number && !spec.right) ? text + fill : fill + text;
}

inline std::string text_of(std::string_view value, const Spec& spec) { return padded(std::string(value), spec, false); }
inline std::string text_of(const std::string& value, const Spec& spec) { return padded(value, spec, false); }
inline std::string text_of(const char* value, const Spec& spec) { return padded(value, spec, false); }
inline std::string text_of(char value, const Spec& spec) { return padded(std::string(1, value), spec, false); }
inline std::string text_of(bool value, const Spec& spec) { return padded(value ? "true" : "false", spec, false); }

template <std::integral T>
std::string text_of(T value, const Spec& spec) {
  std::array<char, 72> buffer;
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, spec.type == 'x' ? 16 : 10).ptr;
  return padded(std::string(buffer.data(), end), spec, true);
}

template <std::floating_point T>
std::string text_of(T value, const Spec& spec) {
  std::array<char, 512> buffer;
  char* const last = buffer.data() + buffer.size();
  const std::chars_format form = spec.type == 'f'   ? std::chars_format::fixed
                                 : spec.type == 'e' ? std::chars_format::scientific
                                                    : std::chars_format::general;
  const auto end = spec.precision >= 0 ? std::to_chars(buffer.data(), last, value, form, spec.precision).ptr
                   : spec.type == '\0' ? std::to_chars(buffer.data(), last, value).ptr
                                       : std::to_chars(buffer.data(), last, value, form, 6).ptr;
  return padded(std::string(buffer.data(), end), spec, true);
}

/// The text up to the next field, copied; the field's format comes back, or nothing at the end.
inline bool next_field(std::string_view& pattern, std::string& out, Spec& spec) {
  while (!pattern.empty()) {
    const char c = pattern.front();
    pattern.remove_prefix(1);
    if (c != '{' && c != '}') {
      out += c;
    } else if (!pattern.empty() && pattern.front() == c) {
      out += c;
      pattern.remove_prefix(1);
    } else {
      const std::size_t close = pattern.find('}');
      if (c == '}' || close == std::string_view::npos) throw std::logic_error("a format with a bracket too many");
      const std::string_view field = pattern.substr(0, close);
      spec = parse(field.empty() ? field : field.substr(1));
      pattern.remove_prefix(close + 1);
      return true;
    }
  }
  return false;
}

template <typename T>
void append(std::string_view& pattern, std::string& out, const T& value) {
  Spec spec;
  if (!next_field(pattern, out, spec)) throw std::logic_error("a format with too few fields");
  out += text_of(value, spec);
}

}  // namespace detail

template <typename... Arguments>
std::string format(std::string_view pattern, const Arguments&... arguments) {
  std::string out;
  (detail::append(pattern, out, arguments), ...);
  detail::Spec none;
  if (detail::next_field(pattern, out, none)) throw std::logic_error("a format with too many fields");
  return out;
}

}  // namespace fmt

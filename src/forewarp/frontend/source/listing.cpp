// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/source/listing.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "forewarp/support/text.hpp"

namespace forewarp::source {
namespace {

// A listing is for reading; text made to have no end must not cost more than a glance.
constexpr std::size_t max_items = 1000;
constexpr std::size_t max_bracket_bytes = 1 << 14;

// Comments, literals and directives as blanks, lines kept, so that brackets and names left are code.
std::string code_only(std::string_view text) {
  std::string out(text);
  const auto blank = [&](std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < std::min(to, out.size()); ++i)
      if (out[i] != '\n') out[i] = ' ';
  };
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i + 1;
    if (text.substr(i).starts_with("//")) {
      end = std::min(text.find('\n', i), text.size());
      blank(i, end);
    } else if (text.substr(i).starts_with("/*")) {
      end = std::min(text.find("*/", i + 2), text.size() - 2) + 2;
      blank(i, end);
    } else if (text[i] == '"' || (text[i] == '\'' && (i == 0 || !is_word(text[i - 1])))) {
      while (end < text.size() && text[end] != text[i] && text[end] != '\n') end += text[end] == '\\' ? 2 : 1;
      blank(i, ++end);
    }
    i = std::max(end, i + 1);
  }
  return out;
}

std::size_t skip_blanks(std::string_view s, std::size_t at) {
  while (at < s.size() && is_space(s[at])) ++at;
  return at;
}

// Just after the bracket that closes the one at `open`; npos when none does.
std::size_t after_bracket(std::string_view s, std::size_t open) {
  const char opening = s[open];
  const char closing = opening == '(' ? ')' : opening == '<' ? '>' : ']';
  int depth = 0;
  for (std::size_t i = open; i < std::min(s.size(), open + max_bracket_bytes); ++i) {
    if (s[i] == opening) ++depth;
    if (s[i] == closing && --depth == 0) return i + 1;
    if (s[i] == ';' || s[i] == '{' || s[i] == '}') return std::string_view::npos;
  }
  return std::string_view::npos;
}

// Where the bracket that closes at `close` opens.
std::size_t opening_bracket(std::string_view s, std::size_t close) {
  int depth = 0;
  for (std::size_t i = close + 1; i > 0 && close + 1 - i < max_bracket_bytes; --i) {
    if (s[i - 1] == '>') ++depth;
    if (s[i - 1] == '<' && --depth == 0) return i - 1;
    if (s[i - 1] == ';' || s[i - 1] == '{' || s[i - 1] == '}') break;
  }
  return std::string_view::npos;
}

std::string collapsed(std::string_view s) {
  std::string out;
  for (const char c : s) {
    if (!is_space(c))
      out += c;
    else if (!out.empty() && out.back() != ' ')
      out += ' ';
  }
  while (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

std::size_t back_over_blanks(std::string_view s, std::size_t end) {
  while (end > 0 && is_space(s[end - 1])) --end;
  return end;
}

// "typename T" of template <typename T> ending just before `end`, other attributes in between allowed.
std::string template_before(std::string_view s, std::size_t end) {
  const std::size_t first = end - std::min(end, max_bracket_bytes);
  const std::size_t statement = s.substr(first, end - first).find_last_of(";{}");
  const std::size_t begin = statement == std::string_view::npos ? first : first + statement + 1;
  const std::size_t keyword = s.substr(begin, end - begin).rfind("template");
  if (keyword == std::string_view::npos) return "";
  const std::size_t open = skip_blanks(s, begin + keyword + 8);
  if (open >= end || s[open] != '<') return "";
  const std::size_t close = after_bracket(s, open);
  return close == std::string_view::npos ? "" : collapsed(s.substr(open + 1, close - open - 2));
}

// After __global__: attributes with arguments and type words until the name before the parameters.
bool read_kernel(std::string_view s, std::size_t at, SourceKernel& kernel, std::size_t& name_at) {
  constexpr std::array<std::string_view, 6> with_arguments = {"__launch_bounds__", "__attribute__",  "__cluster_dims__",
                                                              "__maxnreg__",       "__block_size__", "__declspec"};
  for (int words = 0; words < 24; ++words) {
    at = skip_blanks(s, at);
    const std::size_t begin = at;
    while (at < s.size() && is_word(s[at])) ++at;
    if (at == begin) return false;
    const std::string_view word = s.substr(begin, at - begin);
    const std::size_t next = skip_blanks(s, at);
    if (next >= s.size() || s[next] != '(') continue;
    const std::size_t close = after_bracket(s, next);
    if (close == std::string_view::npos) return false;
    if (std::ranges::find(with_arguments, word) != with_arguments.end()) {
      at = close;
      continue;
    }
    kernel.name = word;
    kernel.parameters = collapsed(s.substr(next + 1, close - next - 2));
    name_at = begin;
    return true;
  }
  return false;
}

/// Where the code goes on after a word that begins a kernel; npos where this word begins none. Preprocessed, __global__
/// is __attribute__((global)).
std::size_t after_kernel_word(std::string_view s, std::size_t at, std::size_t end) {
  const std::string_view word = s.substr(at, end - at);
  if (word == "__global__" || word == "__kernel" || word == "kernel") return end;
  if (word != "__attribute__") return std::string_view::npos;
  const std::size_t open = skip_blanks(s, end);
  if (open >= s.size() || s[open] != '(') return std::string_view::npos;
  const std::size_t close = after_bracket(s, open);
  if (close == std::string_view::npos) return close;
  std::string inside = collapsed(s.substr(open, close - open));
  std::erase(inside, ' ');
  return inside == "((global))" || inside == "((__global__))" ? close : std::string_view::npos;
}

std::uint32_t line_of(std::string_view s, std::size_t at) {
  return 1 + static_cast<std::uint32_t>(std::ranges::count(s.substr(0, at), '\n'));
}

void list_kernels(std::string_view s, SourceListing& listing) {
  for (std::size_t at = 0; at < s.size() && listing.kernels.size() < max_items; ++at) {
    if (!is_word(s[at]) || (at > 0 && is_word(s[at - 1]))) continue;
    std::size_t end = at;
    while (end < s.size() && is_word(s[end])) ++end;
    SourceKernel kernel;
    std::size_t name_at = 0;
    const std::size_t after = after_kernel_word(s, at, end);
    if (after == std::string_view::npos || !read_kernel(s, after, kernel, name_at)) continue;
    kernel.template_parameters = template_before(s, at);
    kernel.line = line_of(s, name_at);
    const auto same = [&](const SourceKernel& k) { return k.name == kernel.name && k.parameters == kernel.parameters; };
    if (std::ranges::none_of(listing.kernels, same)) listing.kernels.push_back(std::move(kernel));
  }
}

// The kernel's name, with template arguments and namespaces, that ends before `end`.
std::string launched_name(std::string_view s, std::size_t end) {
  end = back_over_blanks(s, end);
  std::size_t begin = end;
  if (begin > 0 && s[begin - 1] == '>') begin = opening_bracket(s, begin - 1);
  if (begin == std::string_view::npos) return "";
  begin = back_over_blanks(s, begin);
  while (begin > 0 && (is_word(s[begin - 1]) || s[begin - 1] == ':')) --begin;
  return collapsed(s.substr(begin, end - begin));
}

void list_launches(std::string_view s, SourceListing& listing) {
  for (std::size_t at = s.find("<<<"); at != std::string_view::npos; at = s.find("<<<", at + 3)) {
    const std::size_t close = s.find(">>>", at);
    if (close == std::string_view::npos || listing.launches.size() == max_items) return;
    const std::string_view configuration = s.substr(at + 3, close - at - 3);
    const std::size_t open = skip_blanks(s, close + 3);
    SourceLaunch launch{launched_name(s, at), collapsed(configuration), "", line_of(s, at)};
    if (launch.kernel.empty() || configuration.find(';') != std::string_view::npos) continue;
    if (open >= s.size() || s[open] != '(') continue;
    const std::size_t end = after_bracket(s, open);
    if (end == std::string_view::npos) continue;
    launch.arguments = collapsed(s.substr(open + 1, end - open - 2));
    listing.launches.push_back(std::move(launch));
  }
}

}  // namespace

SourceListing list_source(std::string_view text) {
  SourceListing listing;
  const std::string code = code_only(text);
  list_kernels(code, listing);
  list_launches(code, listing);
  return listing;
}

std::string describe(const SourceListing& listing) {
  std::string out;
  if (!listing.kernels.empty()) out += "kernels:\n";
  for (const SourceKernel& k : listing.kernels)
    out += fmt::format("  {}{}({})   line {}\n", k.is_template() ? "template <" + k.template_parameters + "> " : "",
                       k.name, k.parameters, k.line);
  if (!listing.launches.empty()) out += "launches:\n";
  for (const SourceLaunch& l : listing.launches)
    out += fmt::format("  {}<<<{}>>>({})   line {}\n", l.kernel, l.configuration, l.arguments, l.line);
  return out;
}

}  // namespace forewarp::source

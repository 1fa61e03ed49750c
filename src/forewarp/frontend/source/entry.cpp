// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/source/entry.hpp"

#include <cxxabi.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "forewarp/frontend/source/demangle.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/text.hpp"

namespace forewarp::source {
namespace {

constexpr std::string_view anonymous = "(anonymous namespace)";

/// A character of a name in PTX.
bool is_name_character(char c) { return is_word(c) || c == '$'; }

// In relocatable device code compilers put the unit's id into the names of static kernels and variables. nvcc, with the
// length of the id: __nv_static_7__id_a_cu__Z1kPi; clang: _ZL1kPi__intern__0123, _ZL1v__static__0123.
std::string_view without_unit(std::string_view name) {
  constexpr std::string_view of_nvcc = "__nv_static_";
  for (const std::string_view mark : {"__intern__", "__static__"})
    if (const std::size_t at = name.find(mark); at != std::string_view::npos && at > 0) return name.substr(0, at);
  if (!name.starts_with(of_nvcc)) return name;
  std::string_view rest = name.substr(of_nvcc.size());
  std::size_t length = 0;
  for (; !rest.empty() && is_digit(rest.front()) && length < name.size(); rest.remove_prefix(1))
    length = 10 * length + static_cast<std::size_t>(rest.front() - '0');
  constexpr std::size_t separators = 2;  // "_" before and behind the id
  return rest.size() > length + separators ? rest.substr(length + separators) : name;
}

// Position of the parameter list of a demangled name: the first '(' outside <> that is no anonymous namespace.
std::size_t parameters_begin(std::string_view name) {
  int depth = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (name[i] == '<') ++depth;
    if (name[i] == '>') --depth;
    if (name[i] != '(' || depth != 0) continue;
    if (!name.substr(i).starts_with(anonymous)) return i;
    i += anonymous.size() - 1;
  }
  return name.size();
}

// Position of the qualified name: after the last blank outside <> and before the parameters.
std::size_t name_begin(std::string_view name, std::size_t parameters) {
  int depth = 0;
  for (std::size_t i = parameters; i > 0; --i) {
    const char c = name[i - 1];
    if (c == '>') ++depth;
    if (c == '<') --depth;
    const bool inside_anonymous = name.substr(0, i).ends_with("(anonymous ");
    if (c == ' ' && depth == 0 && !inside_anonymous) return i;
  }
  return 0;
}

std::string without_template_arguments(std::string_view name) {
  std::string out;
  int depth = 0;
  for (const char c : name) {
    if (c == '<') ++depth;
    if (depth == 0) out += c;
    if (c == '>') --depth;
  }
  return out;
}

std::string_view last_component(std::string_view qualified) {
  int depth = 0;
  for (std::size_t i = qualified.size(); i > 1; --i) {
    const char c = qualified[i - 1];
    if (c == '>') ++depth;
    if (c == '<') --depth;
    if (c == ':' && qualified[i - 2] == ':' && depth == 0) return qualified.substr(i);
  }
  return qualified;
}

// Without blanks and suffixes of integers: reduce<float, 256u> and reduce<float,256> are equal.
std::string normal_form(std::string_view name) {
  std::string out;
  bool in_number = false;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    const bool starts = is_digit(c) && (i == 0 || !is_name_character(name[i - 1]));
    in_number = starts || (in_number && is_name_character(c));
    const bool suffix = in_number && (c == 'u' || c == 'U' || c == 'l' || c == 'L');
    if (c != ' ' && c != '\t' && !suffix) out += c;
  }
  return out;
}

// The names that select an entry, from the most to the least exact. Example: "void ns::add<int>(int*)" is selected by
// that text, "ns::add<int>(int*)", "ns::add<int>", "add<int>", "ns::add" and "add".
std::array<std::string, 7> names_of(const std::string& mangled) {
  const std::string whole = demangled(mangled);
  const std::size_t parameters = parameters_begin(whole);
  const std::size_t begin = name_begin(whole, parameters);
  const std::string qualified = whole.substr(begin, parameters - begin);
  const std::string plain = without_template_arguments(qualified);
  return {mangled,
          normal_form(whole),
          normal_form(whole.substr(begin)),
          normal_form(qualified),
          normal_form(last_component(qualified)),
          normal_form(plain),
          normal_form(last_component(plain))};
}

/// Libraries have thousands.
constexpr std::size_t max_listed = 40;

std::string listing(std::span<const std::string> entries) {
  std::string text;
  for (const std::string& e : entries.first(std::min(entries.size(), max_listed)))
    text += fmt::format("{}{}", text.empty() ? " " : "; ", kernel_signature(e));
  if (entries.size() > max_listed)
    text += fmt::format("; and {} more, which forewarp list prints", entries.size() - max_listed);
  return text;
}

}  // namespace

std::string demangled(std::string_view name) {
  constexpr std::size_t harmless = 128;  // longer names may keep __cxa_demangle busy for ever
  const std::string_view mangled = without_unit(name);
  if (!mangled.starts_with("_Z")) return std::string(mangled);
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      mangled.size() <= harmless ? abi::__cxa_demangle(std::string(mangled).c_str(), nullptr, nullptr, &status)
                                 : nullptr,
      &std::free);
  return text ? std::string(text.get()) : demangle(mangled).value_or(std::string(name));
}

std::string kernel_signature(std::string_view mangled) {
  const std::string whole = demangled(mangled);
  return whole.substr(name_begin(whole, parameters_begin(whole)));
}

std::string bare_name(std::string_view mangled) {
  std::string name = kernel_signature(mangled);
  name = name.substr(0, name.find_first_of("<("));
  const std::size_t scope = name.rfind("::");
  return scope == std::string::npos ? name : name.substr(scope + 2);
}

/// Scans the text line by line without parsing; comments and quoted text are skipped.
std::vector<std::string> entries_of(std::string_view ptx) {
  std::vector<std::string> names;
  constexpr std::string_view directive = ".entry";
  for (std::size_t line = 0; line < ptx.size();) {
    const std::size_t end = std::min(ptx.find('\n', line), ptx.size());
    const std::string_view text = ptx.substr(line, std::min(end - line, ptx.substr(line, end - line).find("//")));
    line = end + 1;
    const std::size_t at = text.find(directive);
    if (at == std::string_view::npos || text.find('"') < at) continue;
    const std::size_t begin = text.find_first_not_of(" \t", at + directive.size());
    if (begin == std::string_view::npos || begin == at + directive.size()) continue;
    std::size_t stop = begin;
    while (stop < text.size() && is_name_character(text[stop])) ++stop;
    if (stop > begin) names.emplace_back(text.substr(begin, stop - begin));
  }
  return names;
}

/// The first level of exactness at which any entry matches decides; two matches there are an error.
std::optional<std::string> try_find_entry(std::span<const std::string> entries, std::string_view name) {
  if (name.empty()) {
    if (entries.size() == 1) return entries[0];
    if (entries.empty()) return std::nullopt;
    throw InputError(
        fmt::format("there are {} kernels, choose one with --kernel:{}", entries.size(), listing(entries)));
  }
  const std::string wanted = normal_form(name);
  for (std::size_t level = 0; level < 7; ++level) {
    std::vector<std::string> found;
    for (const std::string& e : entries)
      if (names_of(e)[level] == (level == 0 ? std::string(name) : wanted)) found.push_back(e);
    if (found.size() == 1) return found[0];
    if (found.size() > 1)
      throw InputError(
          fmt::format("kernel {} could be any of {}, choose one with --kernel:{}", name, found.size(), listing(found)));
  }
  return std::nullopt;
}

bool names_an_instance(std::string_view name) {
  return name.find('<') != std::string_view::npos && parameters_begin(name) == name.size();
}

std::string find_entry(std::span<const std::string> entries, std::string_view name) {
  if (auto found = try_find_entry(entries, name)) return *found;
  if (entries.empty())
    throw InputError("there is no kernel in this file (a template has none until it is instantiated)");
  throw InputError(
      fmt::format("no kernel {}; there {}:{}", name, entries.size() == 1 ? "is" : "are", listing(entries)));
}

}  // namespace forewarp::source

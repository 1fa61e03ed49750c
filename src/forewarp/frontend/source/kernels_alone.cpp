// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/source/detail/kernels_alone.hpp"

#include <fmt/format.h>

#include "forewarp/support/text.hpp"

namespace forewarp::source {

/// `used` keeps kernels, which are the file's own, too.
std::optional<std::string> kernels_alone(const std::filesystem::path& source) {
  const std::string path = source.string();
  if (path.find_first_of("\"\\\n") != std::string::npos) return std::nullopt;
  return fmt::format(
      "#define __kernel __kernel __attribute__((used))\n"
      "#define kernel kernel __attribute__((used))\n"
      "#pragma clang attribute push(__attribute__((internal_linkage)), apply_to = function)\n"
      "#include \"{}\"\n"
      "#pragma clang attribute pop\n",
      path);
}

std::string without_declarations(std::string ptx) {
  constexpr std::string_view begin = "\n.entry ", end = "\n)\n;\n";
  for (std::size_t at = 0; (at = ptx.find(begin, at)) != std::string::npos;) {
    const std::size_t line = ptx.find('\n', at + 1), close = ptx.find("\n)", at + 1);
    const std::string_view text = ptx;
    const bool is_whole = line != std::string::npos && close != std::string::npos;
    if (is_whole && text.substr(line).starts_with("\n(\n") && text.substr(close).starts_with(end))
      ptx.erase(at + 1, close + end.size() - at - 1);
    else
      at += begin.size();
  }
  return ptx;
}

std::string without_inclusions(const std::string& said, const std::filesystem::path& file) {
  std::string kept;
  for (const std::string_view line : split_at(std::string_view(said), '\n'))
    if (!(line.starts_with("In file included from ") && line.find(file.string()) != std::string_view::npos))
      kept += std::string(line) + '\n';
  if (!kept.empty()) kept.pop_back();
  return kept;
}

}  // namespace forewarp::source

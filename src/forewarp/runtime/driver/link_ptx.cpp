// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/runtime/driver/link_ptx.hpp"

#include <array>
#include <cctype>
#include <cstdlib>
#include <string_view>

namespace forewarp::driver {
namespace {

struct Header {
  std::string line;
  double rank = 0;
};

/// The first number in a line: 8.4 of ".version 8.4", 90 of ".target sm_90a".
double number_in(std::string_view line) {
  const std::size_t at = line.find_first_of("0123456789");
  return at == std::string_view::npos ? 0 : std::strtod(std::string(line.substr(at)).c_str(), nullptr);
}

std::string_view without_indent(std::string_view line) {
  const std::size_t at = line.find_first_not_of(" \t");
  return at == std::string_view::npos ? std::string_view() : line.substr(at);
}

}  // namespace

std::string linked_ptx(const std::vector<std::string>& modules) {
  if (modules.size() == 1) return modules.front();
  constexpr std::array<std::string_view, 3> names = {".version", ".target", ".address_size"};
  std::array<Header, names.size()> headers;
  std::string bodies;
  for (const std::string& module : modules)
    for (std::size_t begin = 0; begin < module.size();) {
      const std::size_t end = std::min(module.find('\n', begin), module.size());
      const std::string_view line = std::string_view(module).substr(begin, end - begin);
      begin = end + 1;
      bool is_header = false;
      for (std::size_t i = 0; i < names.size(); ++i)
        if (without_indent(line).starts_with(names[i])) {
          is_header = true;
          if (headers[i].line.empty() || number_in(line) > headers[i].rank)
            headers[i] = {std::string(line), number_in(line)};
        }
      if (!is_header) bodies.append(line).append("\n");
    }
  std::string out;
  for (const Header& h : headers) out += h.line + "\n";
  return out + bodies;
}

}  // namespace forewarp::driver

// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "sizes_option.hpp"

#include <fmt/format.h>

#include <charconv>
#include <sstream>

#include "forewarp/support/error.hpp"

namespace forewarp::tool {

std::map<std::string, std::int64_t> sizes_of(const std::vector<std::string>& words, const std::string& option) {
  std::map<std::string, std::int64_t> sizes;
  for (const std::string& word : words) {
    std::istringstream parts(word);
    for (std::string part; std::getline(parts, part, ',');) {
      const auto equals = part.find('=');
      std::int64_t value = 0;
      const char* end = part.data() + part.size();
      const char* begin = part.data() + (equals == std::string::npos ? part.size() : equals + 1);
      const auto [stop, error] = std::from_chars(begin, end, value);
      if (equals == 0 || begin == end || stop != end || error != std::errc{})
        throw InputError(fmt::format("{} {}: a size is written as NAME=NUMBER", option, part));
      if (!sizes.emplace(part.substr(0, equals), value).second)
        throw InputError(fmt::format("{}: '{}' is given twice", option, part.substr(0, equals)));
    }
  }
  return sizes;
}

}  // namespace forewarp::tool

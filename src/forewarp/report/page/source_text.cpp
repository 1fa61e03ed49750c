// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/report/page/source_text.hpp"

#include <algorithm>
#include <filesystem>

#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"

namespace forewarp::report::views {

void for_each_line(const std::string& text, const std::function<void(std::uint64_t, std::string_view)>& visit) {
  std::uint64_t number = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    visit(++number, std::string_view(text).substr(begin, end - begin));
    begin = end + 1;
  }
}

std::string source_text(const std::string& file) {
  if (std::filesystem::exists(file)) return read_file(file, max_source_bytes);
  try {
    return read_file(shipped_file(file), max_source_bytes);
  } catch (const Unavailable&) {
    throw InputError("not here");
  }
}

}  // namespace forewarp::report::views

// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/source/detail/line_marker.hpp"

#include <charconv>

namespace forewarp::source {
namespace fs = std::filesystem;

std::optional<LineMarker> line_marker(std::string_view line) {
  if (line.size() < 5 || line[0] != '#' || line[1] != ' ') return std::nullopt;
  LineMarker marker;
  const auto [stop, error] = std::from_chars(line.data() + 2, line.data() + line.size(), marker.line);
  const std::size_t open = line.find('"'), close = line.rfind('"');
  if (error != std::errc{} || open == std::string_view::npos || close == open) return std::nullopt;
  for (std::size_t i = open + 1; i < close; ++i) {
    if (line[i] == '\\' && i + 1 < close) ++i;
    marker.file += line[i];
  }
  marker.system = line.substr(close).find(" 3") != std::string_view::npos;
  return marker;
}

std::optional<fs::path> users_file(const LineMarker& marker, const fs::path& toolkit) {
  if (marker.system || marker.file.starts_with('<')) return std::nullopt;
  std::error_code ec;
  const fs::path real = fs::canonical(marker.file, ec);
  if (ec || !fs::is_regular_file(real, ec)) return std::nullopt;
  if (!toolkit.empty() && real.string().starts_with(toolkit.string() + "/")) return std::nullopt;
  return real;
}

}  // namespace forewarp::source

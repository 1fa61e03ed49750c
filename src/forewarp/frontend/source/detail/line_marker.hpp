// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The lines of preprocessed text that say where the next ones come from.
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace forewarp::source {

struct LineMarker {
  std::uint32_t line = 0;  ///< of the text that follows
  std::string file;
  bool system = false;
};

/// Of # 12 "file" 1 3 4; nothing for any other line.
[[nodiscard]] std::optional<LineMarker> line_marker(std::string_view line);

/// The marker's file where it is the user's: there, no system header (flag 3) and not under `toolkit`.
[[nodiscard]] std::optional<std::filesystem::path> users_file(const LineMarker& marker,
                                                              const std::filesystem::path& toolkit);

}  // namespace forewarp::source

// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The classes of kernels (zigon2020, table 1, and ours), and every way to launch each (its section
/// 4.2, table 3). data/kernel_classes.toml has them; a user adds one there, or in a file of the same form.
///
///     vector_add, params -n 100000 -block 32
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace forewarp::advise {

struct KernelClass {
  std::string id, title, kernel;
  std::vector<std::string> strategies;
  std::vector<std::pair<std::string, std::vector<std::int64_t>>> vary;  ///< launch parameters and their values
};

/// Throws ParseError with file, line and column.
[[nodiscard]] std::vector<KernelClass> parse_classes(std::string_view text, const std::string& file);
/// The file, or the one that ships where the path is empty.
[[nodiscard]] std::vector<KernelClass> read_classes(const std::filesystem::path& file = {});
/// Throws InputError naming the classes there are.
[[nodiscard]] const KernelClass& find_class(const std::vector<KernelClass>& classes, std::string_view id);

/// One way to launch a kernel.
struct LaunchLine {
  std::string kernel;
  std::vector<std::pair<std::string, std::int64_t>> parameters;
};
/// Every combination, the last parameter fastest.
[[nodiscard]] std::vector<LaunchLine> launch_lines(const KernelClass& kernel_class);
[[nodiscard]] std::string text_of(const LaunchLine& line);
/// Throws InputError naming what was expected.
[[nodiscard]] LaunchLine parse_launch_line(std::string_view text);

}  // namespace forewarp::advise

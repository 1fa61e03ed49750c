// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The classes of kernels (zigon2020, table 1, and ours), and every way to launch each (its section
/// 4.2, table 3). data/kernel_classes.toml has them; a user adds one there, or in a file of the same form.
///
///     vector_add, params -n 100000 -block 32
///     vector_add, params -numele 100000 -bs 32 -gs 80
///
/// A value that is no integer is that of a kernel argument (-k1 1e6).
/// -numele, -bs and -gs as the paper's Datagen has them: the parameter n, and block and grid in place of those that the
/// kernel's launch.toml works out, so that a grid can be varied on its own. Under "vary" they are called so too.
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "forewarp/frontend/kernel/kernel.hpp"

namespace forewarp::advise {

struct KernelClass {
  std::string id, title, kernel;
  std::vector<std::string> strategies;
  std::vector<std::pair<std::string, std::vector<std::int64_t>>> vary;  ///< launch parameters and their values
  std::vector<std::pair<std::string, std::string>> arguments = {};      ///< of the kernel in every launch: "k1", "1e6"
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
  std::vector<std::pair<std::string, std::string>> arguments = {};
  std::string block = {}, grid = {};  ///< "16,16"; empty: as launch.toml has it
};
/// What the line says, over what launch.toml says.
[[nodiscard]] kernel::Request request_of(const LaunchLine& line);
/// Every combination, the last parameter fastest.
[[nodiscard]] std::vector<LaunchLine> launch_lines(const KernelClass& kernel_class);
[[nodiscard]] std::string text_of(const LaunchLine& line);
/// Throws InputError naming what was expected.
[[nodiscard]] LaunchLine parse_launch_line(std::string_view text);

}  // namespace forewarp::advise

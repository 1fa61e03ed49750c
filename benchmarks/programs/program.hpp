// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The programs of shared/data/hecbench and their launches as Nsight Compute measured them.
#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace forewarp::bench {

using Shape = std::array<std::uint64_t, 3>;

/// A launch that was measured on an RTX 3080, or one that forewarp recorded.
struct MeasuredLaunch {
  std::string kernel;   ///< without namespace, template arguments and parameters
  std::string variant;  ///< its template arguments, spelled alike for both
  Shape grid{}, block{};
  double seconds = 0;
};

struct Program {
  std::string name;
  std::vector<std::filesystem::path> sources, includes;  ///< below the folder of sources
  std::vector<std::string> defines, arguments;
  std::vector<std::string> libraries, flags;  ///< that its Makefile has and the table does not
  std::vector<MeasuredLaunch> launches;
};

/// data/hecbench/programs.csv with launches.csv: all of them, or those of these names, with or without "-cuda". Throws
/// InputError where none has one.
[[nodiscard]] std::vector<Program> read_programs(const std::filesystem::path& folder,
                                                 const std::vector<std::string>& names = {});

/// Makes the input that the program's Makefile would make, in the folder in which it runs.
void prepare(const Program& program, const std::filesystem::path& folder);

/// "void n::f<(int)4, true>(float*)" as kernel f, variant "4,1".
void set_name(MeasuredLaunch& launch, const std::string& signature);

}  // namespace forewarp::bench

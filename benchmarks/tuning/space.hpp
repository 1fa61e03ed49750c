// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A tuning space that others measured: a folder with the kernel, its launch.toml, and a table of times for each board.
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace forewarp::bench {

/// The tuning parameters' values, in the order of Space::macros.
using Configuration = std::vector<std::string>;

struct Board {
  std::string file;    ///< "rtx-3090-2024"; "a100-pcie-2021 base" at the base clock
  std::string device;  ///< "RTX 3090"
  bool amd = false;
  bool at_base_clock = false;  ///< predicted at the base clock, the data sheet's boost clock otherwise
  std::map<Configuration, double> measured_s;
};

struct Space {
  std::string name;  ///< "convolution"
  std::filesystem::path folder;
  std::vector<std::string> macros;
  std::vector<Board> boards;  ///< of one vendor: one compilation serves them
};

/// The spaces below the folder, those of each vendor by themselves. A board whose times show the base clock is there
/// twice, for a prediction at either clock. Throws InputError for a board without device.
[[nodiscard]] std::vector<Space> spaces_in(const std::filesystem::path& folder);

/// Configurations that ran on every board of the space, drawn at random from the seed; at most `count`.
[[nodiscard]] std::vector<Configuration> sample(const Space& space, std::size_t count, std::uint64_t seed);

}  // namespace forewarp::bench

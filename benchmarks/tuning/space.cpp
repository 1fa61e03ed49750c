// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "tuning/space.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "forewarp/model/rank/tuner/tuning_file.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/random.hpp"

namespace forewarp::bench {
namespace {

namespace fs = std::filesystem;

struct KnownBoard {
  const char* prefix;
  const char* device;
  bool amd = false;
};
constexpr KnownBoard known_boards[] = {
    {"a100-pcie", "A100 PCIe"}, {"gtx-1080-ti", "GTX 1080 Ti"}, {"rtx-3090", "RTX 3090"}, {"v100-pcie", "V100 PCIe"},
    {"rtx-a4000", "RTX A4000"}, {"mi250x", "MI250X", true},     {"w6600", "W6600", true},
};

/// Times of the A100's convolutions lie at two clocks: of kernels that differ by read_only alone, some take 1.83 times
/// as long (1410 MHz / 765 MHz = 1.84), while those of the other boards differ by a few percent. Nearly all are at the
/// slower one: 1.32 times the V100's, for 0.72 of the same kernels at the faster one and of GEMM.
constexpr std::array<std::string_view, 2> at_base_clock = {"convolution/a100-pcie-2021",
                                                           "convolution_small_tiles/a100-pcie-2023"};

Board board_of(const std::string& file) {
  for (const KnownBoard& known : known_boards)
    if (file.starts_with(known.prefix)) return {file, known.device, known.amd, false, {}};
  throw InputError(fmt::format("no device is known for the times of '{}'", file));
}

Board read_board(const fs::path& file, std::vector<std::string>& macros) {
  const std::string name = file.filename().string();
  Board board = board_of(name.substr(0, name.find('.')));
  const rank::TuningFile table = rank::load_configurations(file, "ms");
  macros.clear();
  for (const rank::Dimension& dimension : table.space.dimensions) macros.push_back(dimension.name);
  for (const auto& [values, time_s] : table.measured_s) {
    Configuration c;
    for (const std::string& macro : macros) c.push_back(values.at(macro));
    board.measured_s[c] = time_s;
  }
  return board;
}

std::vector<fs::path> sorted_entries(const fs::path& folder) {
  std::vector<fs::path> out;
  for (const auto& entry : fs::directory_iterator(folder)) out.push_back(entry.path());
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace

std::vector<Space> spaces_in(const fs::path& folder) {
  std::vector<Space> out;
  for (const fs::path& kernel : sorted_entries(folder)) {
    if (!fs::exists(kernel / "launch.toml") || !fs::exists(kernel / "measured")) continue;
    Space nvidia{kernel.filename().string(), kernel, {}, {}}, amd = nvidia;
    for (const fs::path& file : sorted_entries(kernel / "measured")) {
      std::vector<std::string> macros;
      Board board = read_board(file, macros);
      Space& to = board.amd ? amd : nvidia;
      to.macros = std::move(macros);
      to.boards.push_back(board);
      if (std::ranges::find(at_base_clock, to.name + "/" + board.file) == at_base_clock.end()) continue;
      board.at_base_clock = true;
      board.file += " base";
      to.boards.push_back(std::move(board));
    }
    for (Space* space : {&nvidia, &amd})
      if (!space->boards.empty()) out.push_back(std::move(*space));
  }
  return out;
}

std::vector<Configuration> sample(const Space& space, std::size_t count, std::uint64_t seed) {
  std::vector<Configuration> common;
  for (const auto& [configuration, time] : space.boards.front().measured_s)
    if (std::ranges::all_of(space.boards, [&](const Board& b) { return b.measured_s.contains(configuration); }))
      common.push_back(configuration);
  count = std::min(count, common.size());
  for (std::size_t k = 0; k < count; ++k) {
    const std::uint64_t bits = random_bits(mix(seed), k);
    std::swap(common[k], common[k + bits % (common.size() - k)]);
  }
  common.resize(count);
  return common;
}

}  // namespace forewarp::bench

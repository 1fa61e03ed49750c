// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "papers/amaris2022_analytical/boards.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "forewarp/model/device/database.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/statistics.hpp"
#include "forewarp/support/table/csv.hpp"

namespace forewarp::papers::amaris2022_analytical {
namespace {

struct Known {
  const char *name, *device;
  Architecture architecture;
  bool ecc;
};

constexpr Known known[] = {
    {"GTX-680", "GTX 680", Architecture::kepler, false},     {"Tesla-K40", "K40", Architecture::kepler, true},
    {"Tesla-K20", "K20", Architecture::kepler, true},        {"Titan", "GTX Titan", Architecture::kepler, false},
    {"Quadro", "Quadro K5200", Architecture::kepler, false}, {"TitanX", "GTX Titan X", Architecture::maxwell, false},
    {"GTX-970", "GTX 970", Architecture::maxwell, false},    {"GTX-980", "GTX 980", Architecture::maxwell, false},
    {"Tesla-P100", "P100", Architecture::pascal, true}};

/// The clock of a board at work: cycles of the one busy SM over seconds, upper tenth of the launches of lud_diagonal
/// (one block), a kernel that no table of ours tests. The two boards of fixed clock come out within half a percent of
/// it.
double measured_boost_hz(const Options& options, const std::string& gpu, std::vector<std::string>& files) {
  const auto file = data_file(options, fmt::format("amaris/datasets/lud_diagonal-{}.csv.gz", gpu), published_at);
  files.push_back(file.string());
  const Table launches = table::read_csv(file);
  std::vector<double> clocks;
  for (std::size_t i = 0; i < launches.rows(); ++i)
    clocks.push_back(launches.numbers("active_cycles")[i] / launches.numbers("duration")[i]);
  return quantile(clocks, 0.9);
}

model::bsp::Board board_of(const Known& k, const device::DeviceSpec& device) {
  model::bsp::Board board = model::bsp::board_of(device, k.ecc);
  // One of the GTX 970's eight memory channels serves 0.5 of its 4 GB, and not together with the others (NVIDIA, 2015).
  if (std::string_view(k.device) == "GTX 970") board.dram_bytes_per_s *= 7.0 / 8;
  return board;
}

}  // namespace

std::vector<Gpu> read_gpus(const Options& options, std::vector<std::string>& files) {
  const auto file = data_file(options, "amaris/deviceInfo.csv", published_at);
  files.push_back(file.string());
  const Table info = table::read_csv(file);
  const auto& names = info.texts("gpu_name");
  std::vector<Gpu> gpus;
  for (const Known& k : known) {
    const auto row = std::find(names.begin(), names.end(), k.name);
    if (row == names.end()) throw InputError(fmt::format("{} has no board {}", file.string(), k.name));
    const auto i = static_cast<std::size_t>(row - names.begin());
    const device::DeviceSpec device = device::find_device(k.device);
    gpus.push_back(
        {.name = k.name,
         .architecture = k.architecture,
         .ecc = k.ecc,
         .scripts = {.clock_hz = info.numbers("max_clock_rate")[i] * 1e6, .cores = info.numbers("num_of_cores")[i]},
         .board = board_of(k, device),
         .memory_channels = device.memory_bus_bits / 64,
         .l2_bytes = device.l2_bytes});
    if (k.architecture != Architecture::pascal) gpus.back().board.boost_hz = measured_boost_hz(options, k.name, files);
  }
  return gpus;
}

std::size_t gpu_index(const std::vector<Gpu>& gpus, std::string_view name) {
  for (std::size_t i = 0; i < gpus.size(); ++i)
    if (gpus[i].name == name) return i;
  throw InputError(fmt::format("no board is called {}", name));
}

}  // namespace forewarp::papers::amaris2022_analytical

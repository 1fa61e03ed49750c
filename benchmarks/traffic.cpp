// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// The DRAM traffic that is told from a few blocks against a simulated L2 that sees every access of every block, over
/// the bundled kernels. Usage: bench_traffic [--json | --list] [--warps-in-turn] [--set NAME=VALUE].. [KERNEL..]
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "forewarp/emulate/profile/profile.hpp"
#include "forewarp/frontend/kernel/kernel.hpp"
#include "forewarp/frontend/kernel/registers.hpp"
#include "forewarp/frontend/launch/corpus.hpp"
#include "forewarp/model/bounds/summary.hpp"
#include "forewarp/model/bounds/traffic.hpp"
#include "forewarp/model/device/database.hpp"
#include "forewarp/model/device/occupancy.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/statistics.hpp"
#include "scoreboard.hpp"
#include "traffic/simulate.hpp"

namespace forewarp::bench {
namespace {

constexpr double max_sectors = 20e6, max_instructions = 20e6;  ///< of warps: what takes longer is left out
constexpr const char* device_names[] = {"K20", "V100"};        ///< an L2 of 1.25 MiB and one of 6

struct Case {
  std::string kernel;
  double told = 0, simulated = 0;  ///< bytes
  [[nodiscard]] double error() const { return simulated > 0 ? std::abs(told / simulated - 1) : told > 0 ? 1 : 0; }
};

struct Asked {
  bool json = false, list = false, warps_in_turn = false;
  std::vector<std::string> kernels, set;
};

Asked parse(int argc, char** argv) {
  Asked asked;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument == "--json") {
      asked.json = true;
    } else if (argument == "--list") {
      asked.list = true;
    } else if (argument == "--warps-in-turn") {
      asked.warps_in_turn = true;
    } else if (argument == "--set" && i + 1 < argc) {
      asked.set.emplace_back(argv[++i]);
    } else if (argument.starts_with("-")) {
      throw InputError(fmt::format(
          "unknown option '{}': [--json | --list] [--warps-in-turn] [--set NAME=VALUE].. [KERNEL..]", argument));
    } else {
      asked.kernels.emplace_back(argument);
    }
  }
  if (asked.kernels.empty()) asked.kernels = launch::corpus_names();
  return asked;
}

/// By device; empty for a launch that takes too long.
std::vector<Case> cases_of(const std::string& name, const Asked& asked) {
  kernel::Request request;
  request.path = name;
  request.set = asked.set;
  const kernel::Kernel kernel = kernel::load(request);
  profile::ProfileOptions options;
  options.registers = kernel::registers_of(kernel, kernel::RegisterSource::automatic);
  const model::Summary s = model::summarise(profile::profile(*kernel.module, kernel.launch, options));
  const double sectors = s.load_sectors + s.store_sectors + s.atomic_sectors;
  double instructions = 0;
  for (const double count : s.ops) instructions += count;
  if (sectors > max_sectors || instructions > max_instructions) return {};
  std::vector<Case> out;
  for (const char* device_name : device_names) {
    const auto& device = device::find_device(device_name);
    const auto occupancy =
        device::occupancy(device, {static_cast<std::uint32_t>(s.threads_per_block), s.registers, s.shared_bytes});
    const auto told = model::traffic(s, device, occupancy, {.copies = model::L2Copies::never});
    const auto wave = std::max<std::uint64_t>(1, std::uint64_t{occupancy.blocks_per_sm} * device.sms);
    const auto simulated = simulate(kernel, wave, static_cast<std::uint64_t>(device.l2_bytes), asked.warps_in_turn);
    out.push_back({name, told.dram_read_bytes + told.dram_write_bytes, simulated.all()});
  }
  return out;
}

void add_rows(std::vector<Row>& rows, const char* device, const std::vector<Case>& cases) {
  if (cases.empty()) return;
  std::vector<double> errors;
  for (const Case& c : cases) errors.push_back(100 * c.error());
  std::sort(errors.begin(), errors.end());
  const auto within = std::upper_bound(errors.begin(), errors.end(), 20.0) - errors.begin();
  const std::string note = fmt::format("{} launches, L2 of the {}; largest {:.0f} %", errors.size(), device,
                                       errors.empty() ? 0 : errors.back());
  rows.push_back({.id = fmt::format("traffic.{}.median", device),
                  .what = "median error of DRAM bytes told from a few blocks",
                  .unit = "%",
                  .ours = median(errors),
                  .target = 5,
                  .note = note});
  rows.push_back(
      {.id = fmt::format("traffic.{}.within20", device),
       .what = "launches whose DRAM bytes are within 20 %",
       .unit = "%",
       .ours = 100 * static_cast<double>(within) / static_cast<double>(std::max<std::size_t>(1, errors.size())),
       .target = 90,
       .better = Better::higher,
       .note = note});
}

int run(int argc, char** argv) {
  const Asked asked = parse(argc, argv);
  std::vector<Case> by_device[std::size(device_names)];
  for (const auto& name : asked.kernels) {
    const auto cases = cases_of(name, asked);
    if (cases.empty() && asked.list) fmt::print("{:30} left out: too long\n", name);
    for (std::size_t d = 0; d < cases.size(); ++d) {
      by_device[d].push_back(cases[d]);
      if (asked.list)
        fmt::print("{:30} {:6} told {:12.0f} simulated {:12.0f} error {:6.1f} %\n", name, device_names[d],
                   cases[d].told, cases[d].simulated, 100 * cases[d].error());
    }
  }
  std::vector<Row> rows;
  for (std::size_t d = 0; d < std::size(device_names); ++d) add_rows(rows, device_names[d], by_device[d]);
  print_rows(rows, asked.json);
  return 0;
}

}  // namespace
}  // namespace forewarp::bench

int main(int argc, char** argv) { return forewarp::bench::guarded("bench_traffic", forewarp::bench::run, argc, argv); }

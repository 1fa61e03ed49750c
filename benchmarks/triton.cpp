// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Triton's matrix product (f16, 4096^3, A100) tuned without a GPU: what forewarp adds to Triton's time for each
/// configuration, and the DRAM traffic that it tells for blocks in Triton's grouped order against an L2 that sees every
/// access of every block. Usage: bench_triton [--json] [--simulate N]: N configurations are simulated (default 1, half
/// a minute each). Needs Triton (PyPI) in the Python that forewarp was built for.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string_view>

#include "forewarp/emulate/profile/profile.hpp"
#include "forewarp/frontend/kernel/kernel.hpp"
#include "forewarp/frontend/kernel/registers.hpp"
#include "forewarp/model/bounds/summary.hpp"
#include "forewarp/model/bounds/traffic.hpp"
#include "forewarp/model/device/database.hpp"
#include "forewarp/model/device/occupancy.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/process.hpp"
#include "forewarp/support/statistics.hpp"
#include "forewarp/support/temporary_folder.hpp"
#include "scoreboard.hpp"
#include "traffic/simulate.hpp"

namespace forewarp::bench {
namespace {

using nlohmann::json;

constexpr const char* device_name = "A100";
constexpr unsigned size = 4096;

struct Asked {
  bool json = false;
  std::size_t simulate = 1;
};

Asked parse(int argc, char** argv) {
  Asked asked;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument == "--json")
      asked.json = true;
    else if (argument == "--simulate" && i + 1 < argc)
      asked.simulate = std::stoul(argv[++i]);
    else
      throw InputError(fmt::format("unknown option '{}': [--json] [--simulate N]", argument));
  }
  return asked;
}

/// What the script prints, line by line.
std::vector<json> tuned(const TemporaryFolder& folder) {
  ::setenv("PYTHONPATH", FOREWARP_PYTHON_PACKAGE, 1);
  ::setenv("TRITON_CACHE_DIR", (folder / "cache").c_str(), 1);
  const ProcessResult r = run_process({FOREWARP_PYTHON, FOREWARP_BENCH_SOURCE_DIR "/benchmarks/triton/matmul.py",
                                       std::to_string(size), device_name, folder.path().string()},
                                      {.timeout_s = 3600, .what = "python"});
  if (r.exit_status != 0) throw Error(fmt::format("python: {}", r.errors));
  std::vector<json> rows;
  std::istringstream lines(r.output);
  for (std::string line; std::getline(lines, line);) rows.push_back(json::parse(line));
  return rows;
}

kernel::Kernel loaded(const json& row) {
  kernel::Request request;
  request.path = row["ptx"];
  request.grid = std::to_string(row["grid"].get<unsigned>());
  request.block = std::to_string(32 * row["warps"].get<unsigned>());
  request.shared = std::to_string(row["shared"].get<unsigned>());
  for (unsigned matrix = 0; matrix < 3; ++matrix)
    request.arguments.push_back(fmt::format("param_{}=buffer:f16:{}", matrix, std::uint64_t{size} * size));
  for (unsigned number = 3; number < 9; ++number) request.arguments.push_back(fmt::format("param_{}={}", number, size));
  for (unsigned scratch = 9; scratch < 11; ++scratch)
    request.arguments.push_back(fmt::format("param_{}=buffer:u8:4096", scratch));
  return kernel::load(request);
}

struct Dram {
  double told = 0, simulated = 0;  ///< bytes
};

/// As bench_traffic compares them: no copies in the partitions of L2, of which the simulated one has none.
Dram dram(const json& row) {
  const kernel::Kernel kernel = loaded(row);
  profile::ProfileOptions options;
  options.registers = kernel::registers_of(kernel, kernel::RegisterSource::automatic);
  const model::Summary s = model::summarise(profile::profile(*kernel.module, kernel.launch, options));
  const auto& device = device::find_device(device_name);
  const auto occupancy =
      device::occupancy(device, {static_cast<std::uint32_t>(s.threads_per_block), s.registers, s.shared_bytes});
  const auto told = model::traffic(s, device, occupancy, {.copies = model::L2Copies::never});
  const std::uint64_t wave = std::max<std::uint64_t>(1, std::uint64_t{occupancy.blocks_per_sm} * device.sms);
  const auto simulated = simulate(kernel, wave, static_cast<std::uint64_t>(device.l2_bytes), false);
  return {told.dram_read_bytes + told.dram_write_bytes, simulated.all()};
}

std::string name_of(const json& row) {
  const json& c = row["configuration"];
  return fmt::format("{}x{}x{}", c["BM"].get<int>(), c["BN"].get<int>(), c["BK"].get<int>());
}

int run(int argc, char** argv) {
  const Asked asked = parse(argc, argv);
  const TemporaryFolder folder("bench-triton");
  std::vector<json> rows = tuned(folder);
  const json chosen = rows.back();
  rows.pop_back();
  std::vector<double> added, cpu, compiling;
  for (const json& row : rows) {
    added.push_back(row["added_s"]);
    cpu.push_back(row["added_cpu_s"]);
    compiling.push_back(row["compile_s"]);
  }
  std::vector<Row> out;
  out.push_back({.id = "triton.added",
                 .what = "what forewarp adds to Triton's time for a configuration, at most",
                 .unit = "s",
                 .ours = *std::ranges::max_element(added),
                 .target = 0.5,
                 .better = Better::lower,
                 .note = fmt::format("{} configurations, median {:.2f} s, of the processor at most {:.2f} s; Triton "
                                     "compiles {:.1f} s (median)",
                                     added.size(), median(added), *std::ranges::max_element(cpu), median(compiling))});
  out.push_back({.id = "triton.left",
                 .what = "configurations that top_k=1 leaves to be measured",
                 .unit = "",
                 .ours = static_cast<double>(chosen["chosen"].size()),
                 .target = 1,
                 .better = Better::lower,
                 .note = chosen["chosen"].dump()});
  std::size_t simulated = 0;
  for (const json& row : rows) {
    if (simulated == asked.simulate || row.contains("reason")) continue;
    ++simulated;
    const Dram d = dram(row);
    out.push_back({.id = fmt::format("triton.dram.{}", name_of(row)),
                   .what = "error of DRAM bytes in the grouped order against a simulated L2",
                   .unit = "%",
                   .ours = 100 * std::abs(d.told / d.simulated - 1),
                   .target = 25,
                   .better = Better::lower,
                   .note = fmt::format("{:.0f} MB told, {:.0f} MB simulated", d.told / 1e6, d.simulated / 1e6)});
  }
  print_rows(out, asked.json);
  return 0;
}

}  // namespace
}  // namespace forewarp::bench

int main(int argc, char** argv) { return forewarp::bench::guarded("bench_triton", forewarp::bench::run, argc, argv); }

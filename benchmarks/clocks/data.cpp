// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "clocks/data.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>

#include "forewarp/measure/campaign/device_inputs.hpp"
#include "forewarp/model/counters/catalogue.hpp"
#include "forewarp/model/counters/features.hpp"
#include "forewarp/model/device/database.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/table/csv.hpp"

namespace forewarp::bench {
namespace {

/// Each run gets the inputs, time and power of its launch at the highest clocks; `inputs` has those of each run itself.
void refer_to_highest(std::vector<ClockRun>& runs, const std::vector<std::vector<double>>& inputs) {
  std::map<std::string, std::size_t> highest;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const auto [at, is_new] = highest.try_emplace(runs[i].launch, i);
    const ClockRun& best = runs[at->second];
    if (std::pair(runs[i].core_mhz, runs[i].memory_mhz) > std::pair(best.core_mhz, best.memory_mhz)) at->second = i;
  }
  for (ClockRun& run : runs) {
    const std::size_t at = highest.at(run.launch);
    run.reference_s = runs[at].time_s;
    run.reference_w = runs[at].power_w;
    run.inputs = inputs[at];
    run.inputs.push_back(std::log(runs[at].power_w));
  }
}

/// "(224000 1 1) (128 1 1)"
counters::LaunchShape shape_of(const std::string& text) {
  launch::Dim3 grid, block;
  if (std::sscanf(text.c_str(), "(%u %u %u) (%u %u %u)", &grid.x, &grid.y, &grid.z, &block.x, &block.y, &block.z) != 6)
    throw InputError("'" + text + "' is not a launch shape");
  return {.grid = grid, .block = block};
}

}  // namespace

std::vector<ClockRun> v100_runs(const std::filesystem::path& data, bool micro) {
  const Table t = table::read_csv(
      data / (micro ? "dvfs/v100-dvfs-microbenchmark-profile.csv.gz" : "dvfs/v100-dvfs-real-profile.csv.gz"));
  std::vector<ClockRun> runs;
  std::vector<std::vector<double>> inputs;
  for (std::size_t i = 0; i < t.rows(); ++i) {
    const std::string &program = t.texts("benchmark")[i], &argument = t.texts("argNo")[i];
    runs.push_back({.kernel = program,
                    .launch = program + " " + t.texts("kernel")[i] + " " + argument,
                    .core_mhz = t.numbers("core_frequency")[i],
                    .memory_mhz = t.numbers("memory_frequency")[i],
                    .time_s = t.numbers("time")[i] * 1e-3,
                    .power_w = t.numbers("average_power")[i]});
    inputs.emplace_back();
    for (const char* name : {"DRAMA", "FP32A", "FP64A", "SMACT", "SMOCC"}) inputs.back().push_back(t.numbers(name)[i]);
  }
  refer_to_highest(runs, inputs);
  return runs;
}

std::vector<ClockRun> gtx1080ti_runs(const std::filesystem::path& data) {
  const Table t = table::read_csv(data / "dvfs/gtx1080ti-dvfs-real-Performance-Power.csv.gz");
  const device::DeviceSpec card = device::find_device("GTX 1080 Ti");
  std::vector<counters::Metrics> metrics = counters::metrics_of(t);
  std::vector<ClockRun> runs;
  std::vector<std::vector<double>> inputs;
  for (std::size_t i = 0; i < t.rows(); ++i) {
    for (auto& [name, value] : metrics[i])
      if (counters::find_metric(name)->unit == "%") value *= 100;  // the file has shares
    ClockRun run{.kernel = t.texts("appName")[i],
                 .launch = t.texts("appName")[i],
                 .core_mhz = t.numbers("coreF")[i],
                 .memory_mhz = t.numbers("memF")[i],
                 .time_s = t.numbers("time/ms")[i] * 1e-3,
                 .power_w = t.numbers("power/W")[i]};
    const device::DeviceSpec device = campaign::at(card, {run.core_mhz, run.memory_mhz});
    const model::Prediction p = counters::predict(metrics[i], shape_of(t.texts("blocks")[i]), device);
    const campaign::DeviceFacts facts = campaign::device_facts(p, device);
    run.bounds_s = p.time_s;
    for (const std::string& name : campaign::bounds_inputs())
      if (name != campaign::bounds_input) run.bounds_inputs.push_back(facts.at(name));
    inputs.emplace_back();
    for (const char* term :
         {"bounds_dram", "bounds_issue", "bounds_latency", "bounds_l2", "bounds_shared", "bounds_load_store"})
      inputs.back().push_back(facts.at(term));
    runs.push_back(std::move(run));
  }
  refer_to_highest(runs, inputs);
  return runs;
}

}  // namespace forewarp::bench

// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "forewarp/model/counters/catalogue.hpp"
#include "forewarp/model/counters/features.hpp"
#include "forewarp/model/device/clocks.hpp"
#include "forewarp/model/device/database.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/table/csv.hpp"
#include "model_error/datasets.hpp"

namespace forewarp::bench {
namespace {

/// "(224000 1 1) (128 1 1)"
counters::LaunchShape shape_of(const std::string& text) {
  launch::Dim3 grid, block;
  if (std::sscanf(text.c_str(), "(%u %u %u) (%u %u %u)", &grid.x, &grid.y, &grid.z, &block.x, &block.y, &block.z) != 6)
    throw InputError("'" + text + "' is not a launch shape");
  return {.grid = grid, .block = block};
}

/// The data have shares where nvprof has percent.
std::vector<counters::Metrics> metrics_of(const Table& t) {
  std::vector<counters::Metrics> all = counters::metrics_of(t);
  for (counters::Metrics& metrics : all)
    for (auto& [name, value] : metrics)
      if (counters::find_metric(name)->unit == "%") value *= 100;
  return all;
}

}  // namespace

std::vector<Sample> dvfs_samples(const std::filesystem::path& data) {
  const Table t = table::read_csv(data / "dvfs/gtx1080ti-dvfs-real-Performance-Power.csv.gz");
  const device::DeviceSpec card = device::find_device("GTX 1080 Ti");
  const std::vector<counters::Metrics> metrics = metrics_of(t);
  std::vector<Sample> samples;
  for (std::size_t i = 0; i < t.rows(); ++i) {
    auto device = device::at_clocks(card, t.numbers("coreF")[i] * 1e6, t.numbers("memF")[i] * 1e6);
    device.base_hz = device.boost_hz;  // the clocks were locked
    const auto p = counters::predict(metrics[i], shape_of(t.texts("blocks")[i]), device);
    samples.push_back({t.texts("appName")[i], t.numbers("time/ms")[i] * 1e-3, p.time_s, p.low_s, p.high_s, p.limiter});
  }
  return samples;
}

}  // namespace forewarp::bench

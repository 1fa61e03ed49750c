// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "forewarp/model/bounds/bounds.hpp"
#include "forewarp/model/bounds/feature_demand.hpp"
#include "forewarp/model/device/clocks.hpp"
#include "forewarp/model/device/database.hpp"
#include "forewarp/model/feature/counters.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/table/csv.hpp"
#include "model_error/datasets.hpp"

namespace forewarp::bench {
namespace {

/// "(224000 1 1) (128 1 1)"
launch::Launch launch_of(const std::string& text) {
  launch::Launch l;
  if (std::sscanf(text.c_str(), "(%u %u %u) (%u %u %u)", &l.grid.x, &l.grid.y, &l.grid.z, &l.block.x, &l.block.y,
                  &l.block.z) != 6)
    throw InputError("'" + text + "' is not a launch shape");
  return l;
}

feature::Counters counters_of(const Table& t, std::size_t i) {
  feature::Counters c;
  for (const auto& column : t.columns())
    if (t.is_number(column.name)) c.emplace(column.name, t.numbers(column.name)[i]);
  return c;
}

}  // namespace

std::vector<Sample> dvfs_samples(const std::filesystem::path& data) {
  const Table t = table::read_csv(data / "dvfs/gtx1080ti-dvfs-real-Performance-Power.csv.gz");
  const device::DeviceSpec card = device::find_device("GTX 1080 Ti");
  std::vector<Sample> samples;
  for (std::size_t i = 0; i < t.rows(); ++i) {
    auto device = device::at_clocks(card, t.numbers("coreF")[i] * 1e6, t.numbers("memF")[i] * 1e6);
    device.base_hz = device.boost_hz;  // the clocks were locked
    const auto f = feature::features_from_nvprof(counters_of(t, i));
    const auto p = model::bounds(model::demand_from(f, launch_of(t.texts("blocks")[i]), device), device);
    samples.push_back({t.texts("appName")[i], t.numbers("time/ms")[i] * 1e-3, p.time_s, p.low_s, p.high_s, p.limiter});
  }
  return samples;
}

}  // namespace forewarp::bench

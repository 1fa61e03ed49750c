// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/bounds/bounds.hpp"
#include "forewarp/model/bounds/feature_demand.hpp"
#include "forewarp/model/device/database.hpp"
#include "forewarp/model/feature/counters.hpp"
#include "forewarp/support/table/csv.hpp"
#include "model_error/datasets.hpp"

namespace forewarp::bench {
namespace {

launch::Launch launch_of(const Table& t, std::size_t i) {
  const auto extent = [&](const char* name) { return static_cast<std::uint32_t>(t.numbers(name)[i]); };
  launch::Launch l;
  l.grid = {extent("gx"), extent("gy"), extent("gz")};
  l.block = {extent("bx"), extent("by"), extent("bz")};
  return l;
}

feature::Counters counters_of(const Table& t, std::size_t i) {
  feature::Counters c;
  for (const auto& column : t.columns())
    if (column.name.find("__") != std::string::npos && t.is_number(column.name))
      c.emplace(column.name, t.numbers(column.name)[i]);
  return c;
}

void add(std::vector<Sample>& samples, const std::filesystem::path& file, const std::string& kernel) {
  const Table t = table::read_csv(file);
  const device::DeviceSpec device = device::find_device("RTX 2080 Ti");
  for (std::size_t i = 0; i < t.rows(); ++i) {
    feature::Features f = feature::features_from_nsight(counters_of(t, i));
    f.set("registers_per_thread", t.numbers("regs")[i]);
    f.set("shared_bytes_per_cta", t.numbers("smem")[i]);
    const auto p = model::bounds(model::demand_from(f, launch_of(t, i), device), device);
    samples.push_back({kernel, t.numbers("duration_us")[i] * 1e-6, p.time_s, p.low_s, p.high_s, p.limiter});
  }
}

}  // namespace

std::vector<Sample> ktt_samples(const std::filesystem::path& data) {
  std::vector<Sample> samples;
  add(samples, data / "ktt/KTConvolutionOutput_2080Ti.csv.gz", "convolution, RTX 2080 Ti");
  add(samples, data / "ktt/KTPnpolyOutput_2080Ti.csv.gz", "point in polygon, RTX 2080 Ti");
  return samples;
}

}  // namespace forewarp::bench

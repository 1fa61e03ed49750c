// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/counters/features.hpp"
#include "forewarp/model/device/database.hpp"
#include "forewarp/support/table/csv.hpp"
#include "model_error/datasets.hpp"

namespace forewarp::bench {
namespace {

counters::LaunchShape shape_of(const Table& t, std::size_t i) {
  const auto extent = [&](const char* name) { return static_cast<std::uint32_t>(t.numbers(name)[i]); };
  return {.grid = launch::Dim3{extent("gx"), extent("gy"), extent("gz")},
          .block = launch::Dim3{extent("bx"), extent("by"), extent("bz")},
          .registers = extent("regs"),
          .shared_bytes = extent("smem")};
}

void add(std::vector<Sample>& samples, const std::filesystem::path& file, const std::string& kernel) {
  const Table t = table::read_csv(file);
  const device::DeviceSpec device = device::find_device("RTX 2080 Ti");
  const std::vector<counters::Metrics> metrics = counters::metrics_of(t);
  for (std::size_t i = 0; i < t.rows(); ++i) {
    const auto p = counters::predict(metrics[i], shape_of(t, i), device);
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

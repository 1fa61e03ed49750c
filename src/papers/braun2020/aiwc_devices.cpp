// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "forewarp/learn/linear/linear.hpp"
#include "forewarp/learn/validation/splits.hpp"
#include "forewarp/model/device/database.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/table/csv.hpp"
#include "papers/braun2020/aiwc_methods.hpp"

namespace forewarp::papers {
namespace {

using Grid = std::vector<std::vector<double>>;

AiwcDevice device_of(const Table& table, std::size_t row) {
  AiwcDevice device{.name = table.texts("device")[row],
                    .kind = table.texts("class")[row],
                    .clock_hz = table.numbers("clock_mhz")[row] * 1e6,
                    .peak_flops = table.numbers("peak_fp32_gflops")[row] * 1e9,
                    .bytes_per_s = table.numbers("bandwidth_gb_per_s")[row] * 1e9};
  const std::string& sheet = table.texts("sheet")[row];
  if (sheet.empty()) return device;
  const device::DeviceSpec spec = device::find_device(sheet);
  device.clock_hz = spec.boost_hz;
  device.peak_flops = 2 * spec.sms * spec.throughput.fp32 * spec.boost_hz;
  device.bytes_per_s = spec.dram_bytes_per_s;
  return device;
}

/// Squared distance of two data sheets: logarithms, and a step where the kind differs.
double distance(const AiwcDevice& a, const AiwcDevice& b) {
  const auto off = [](double x, double y) { return std::pow(std::log(x / y), 2); };
  const double kind = a.kind == b.kind ? 0 : 4.5;  // as far as a factor of 8 in one figure
  return off(a.clock_hz, b.clock_hz) + off(a.peak_flops, b.peak_flops) + off(a.bytes_per_s, b.bytes_per_s) + kind;
}

std::vector<std::string> kinds_of(const std::vector<AiwcDevice>& devices) {
  std::vector<std::string> kinds;
  for (const AiwcDevice& device : devices)
    if (std::ranges::find(kinds, device.kind) == kinds.end()) kinds.push_back(device.kind);
  return kinds;
}

/// Column j of to, from row `first` on.
template <typename Value>
void fill(learn::Samples& to, std::size_t j, std::size_t first, std::size_t count, Value value) {
  for (std::size_t c = 0; c < count; ++c) to.feature(j)[first + c] = value(c);
}

}  // namespace

std::vector<AiwcDevice> aiwc_devices(const AiwcData& data) {
  const std::filesystem::path file = shipped_file("papers/aiwc_devices.csv");
  const Table table = table::read_csv(file);
  std::vector<AiwcDevice> devices;
  for (const std::string& name : data.devices) {
    const auto& names = table.texts("device");
    const auto at = std::ranges::find(names, name);
    if (at == names.end()) throw InputError(fmt::format("{} has nothing on the device '{}'", file.string(), name));
    devices.push_back(device_of(table, static_cast<std::size_t>(at - names.begin())));
  }
  return devices;
}

AiwcPooled aiwc_pooled(const AiwcData& data, const std::vector<AiwcDevice>& devices) {
  const std::size_t n = data.cases(), own = data.features.features();
  const learn::Samples bounds = aiwc_bounds(data);
  const std::vector<std::string> kinds = kinds_of(devices);
  std::vector<std::string> bound_names = kinds, names = data.features.names();
  for (const char* name : {"latency", "throughput", "traffic", "barriers"}) bound_names.emplace_back(name);
  names.insert(names.end(), {"clock_hz", "peak_flops", "bytes_per_s"});
  names.insert(names.end(), kinds.begin(), kinds.end());
  AiwcPooled pooled{
      learn::Samples(bound_names, n * devices.size()), learn::Samples(names, n * devices.size()), {}, {}, {}, {}};
  for (std::size_t d = 0; d < devices.size(); ++d) {
    const AiwcDevice& device = devices[d];
    const std::size_t first = d * n, k = kinds.size();
    const double over[] = {device.clock_hz, device.peak_flops, device.bytes_per_s, device.clock_hz};
    for (std::size_t j = 0; j < 4; ++j)
      fill(pooled.bounds, k + j, first, n, [&](std::size_t c) { return bounds.at(c, j) / over[j]; });
    for (std::size_t j = 0; j < own; ++j)
      fill(pooled.features, j, first, n, [&](std::size_t c) { return data.features.at(c, j); });
    for (std::size_t j = 0; j < 3; ++j) fill(pooled.features, own + j, first, n, [&](std::size_t) { return over[j]; });
    for (std::size_t j = 0; j < k; ++j) {
      const double is = kinds[j] == device.kind ? 1 : 0;
      fill(pooled.bounds, j, first, n, [&](std::size_t) { return is; });
      fill(pooled.features, own + 3 + j, first, n, [&](std::size_t) { return is; });
    }
    pooled.seconds.values.insert(pooled.seconds.values.end(), data.seconds[d].begin(), data.seconds[d].end());
    pooled.kernels.insert(pooled.kernels.end(), data.kernels.begin(), data.kernels.end());
    pooled.applications.insert(pooled.applications.end(), data.applications.begin(), data.applications.end());
    pooled.devices.insert(pooled.devices.end(), n, device.name);
  }
  return pooled;
}

Grid aiwc_from_nearest_device(const AiwcData& data, const std::vector<AiwcDevice>& devices) {
  Grid grid;
  for (std::size_t d = 0; d < devices.size(); ++d) {
    std::size_t nearest = d == 0 ? 1 : 0;
    for (std::size_t e = 0; e < devices.size(); ++e)
      if (e != d && distance(devices[e], devices[d]) < distance(devices[nearest], devices[d])) nearest = e;
    grid.push_back(data.seconds[nearest]);
  }
  return grid;
}

Grid aiwc_from_near_devices(const AiwcData& data, const std::vector<AiwcDevice>& devices) {
  Grid grid;
  for (std::size_t d = 0; d < devices.size(); ++d) {
    std::vector<double> sum(data.cases());
    double weights = 0;
    for (std::size_t e = 0; e < devices.size(); ++e) {
      if (e == d) continue;
      const double weight = std::exp(-distance(devices[e], devices[d]));
      weights += weight;
      for (std::size_t c = 0; c < sum.size(); ++c) sum[c] += weight * std::log(data.seconds[e][c]);
    }
    for (double& value : sum) value = std::exp(value / weights);
    grid.push_back(std::move(sum));
  }
  return grid;
}

Grid aiwc_known_elsewhere(const AiwcData& data) {
  const std::size_t n = data.cases();
  Grid grid(data.devices.size(), std::vector<double>(n));
  const validate::Splits splits = validate::leave_one_group_out(data.kernels);
  for (std::size_t d = 0; d < data.devices.size(); ++d) {
    std::vector<std::string> others;
    for (std::size_t e = 0; e < data.devices.size(); ++e)
      if (e != d) others.push_back(data.devices[e]);
    learn::Samples logs(others, n);
    for (std::size_t e = 0, j = 0; e < data.devices.size(); ++e) {
      if (e == d) continue;
      fill(logs, j++, 0, n, [&](std::size_t c) { return std::log(data.seconds[e][c]); });
    }
    learn::Target target;
    for (const double t : data.seconds[d]) target.values.push_back(std::log(t));
    for (std::size_t fold = 0; fold < splits.folds; ++fold) {
      const validate::Split split = splits.split(fold);
      const auto fit =
          learn::LinearLearner({.ridge = 5}).fit(logs.select_rows(split.train), target.select_rows(split.train));
      const std::vector<double> answer = validate::answers(*fit, logs.select_rows(split.test));
      for (std::size_t i = 0; i < answer.size(); ++i) grid[d][split.test[i]] = std::exp(answer[i]);
    }
  }
  return grid;
}

}  // namespace forewarp::papers

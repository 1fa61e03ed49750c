// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "papers/zigon2020/sampling.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "forewarp/emulate/profile/profile.hpp"
#include "forewarp/frontend/kernel/kernel.hpp"
#include "forewarp/model/counters/compute.hpp"
#include "forewarp/support/parallel.hpp"

namespace forewarp::papers::zigon2020 {
namespace {

/// Thread instructions a launch: ratios of counters settle long before the totals of an irregular kernel do.
constexpr std::uint64_t budget = 200'000;

profile::Profile profile_of(const advise::LaunchLine& line, source::Compiler& compiler) {
  const kernel::Kernel kernel = kernel::load(advise::request_of(line), compiler);
  profile::ProfileOptions options;
  options.exact_below = options.budget = budget;
  options.threads = 1;
  options.registers = kernel.code.registers;
  return profile::profile(*kernel.module, kernel.launch, options);
}

std::string size_of(const std::string& id, const advise::LaunchLine& line) {
  std::int64_t largest = 0;
  for (const auto& [name, value] : line.parameters) largest = std::max(largest, value);
  return fmt::format("{} {}", id, largest);
}

std::vector<std::string> metric_names() {
  std::vector<std::string> names;
  for (const counters::Metric& metric : counters::catalogue()) names.emplace_back(metric.name);
  return names;
}

}  // namespace

Sampled Sampled::select(std::span<const std::size_t> rows) const {
  Sampled part{samples.select_rows(rows), target.select_rows(rows), {}, {}};
  for (const std::size_t row : rows) part.size.push_back(size[row]), part.device.push_back(device[row]);
  return part;
}

learn::Samples metrics_of(std::span<const advise::LaunchLine> lines, std::span<const device::DeviceSpec> devices,
                          unsigned threads) {
  learn::Samples samples(metric_names(), lines.size() * devices.size());
  source::Compiler compiler;
  parallel_for(
      lines.size(),
      [&](std::size_t i) {
        const profile::Profile profile = profile_of(lines[i], compiler);
        for (std::size_t d = 0; d < devices.size(); ++d) {
          const auto values = counters::compute(profile, devices[d]);
          for (std::size_t j = 0; j < values.size(); ++j) samples.feature(j)[i * devices.size() + d] = values[j].second;
        }
      },
      threads);
  return samples;
}

Sampled sample(std::span<const advise::KernelClass> classes, std::span<const device::DeviceSpec> devices,
               std::size_t every, unsigned threads) {
  Sampled all;
  std::vector<advise::LaunchLine> lines;
  for (const advise::KernelClass& c : classes) {
    const std::vector<advise::LaunchLine> of_class = advise::launch_lines(c);
    for (std::size_t i = 0; i < of_class.size(); i += every) {
      lines.push_back(of_class[i]);
      for (const device::DeviceSpec& device : devices) {
        all.size.push_back(size_of(c.id, of_class[i]));
        all.device.push_back(device.name);
        all.target.values.push_back(static_cast<double>(all.target.classes.size()));
      }
    }
    all.target.classes.push_back(c.id);
  }
  all.samples = metrics_of(lines, devices, threads);
  return all;
}

std::vector<std::size_t> useful_features(const learn::Samples& samples, bool absolute) {
  std::vector<std::size_t> chosen;
  for (std::size_t j = 0; j < samples.features(); ++j) {
    const counters::Metric* metric = counters::find_metric(samples.names()[j]);
    if (!metric || (metric->kind == counters::Kind::absolute && !absolute)) continue;
    const auto [least, most] = std::ranges::minmax_element(samples.feature(j));
    if (*least != *most) chosen.push_back(j);
  }
  return chosen;
}

}  // namespace forewarp::papers::zigon2020

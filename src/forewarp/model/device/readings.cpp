// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/device/readings.hpp"

#include <cstdlib>

#include <fmt/format.h>

#include "forewarp/model/device/detail/figures.hpp"

namespace forewarp::device {
namespace {

/// 1.754, not 1.7539999999999998: what scaling to the field and back has left.
double to_ten_digits(double value) { return std::strtod(fmt::format("{:.10g}", value).c_str(), nullptr); }

double in_file_unit(const detail::Figure& figure, const DeviceSpec& device) {
  const double field = figure.get(device) / figure.scale;
  return to_ten_digits(figure.key == "l2_bytes_per_cycle" && device.boost_hz > 0 ? field / device.boost_hz : field);
}

}  // namespace

std::vector<Reading> readings(const DeviceSpec& device) {
  std::vector<Reading> all;
  for (const detail::Figure& figure : detail::figures()) {
    const auto source = device.sources.find(std::string(figure.key));
    all.push_back({figure.key, figure.unit, figure.kind == detail::FigureKind::flag, in_file_unit(figure, device),
                   source == device.sources.end() ? "" : source->second});
  }
  return all;
}

std::string_view name_of(Vendor vendor) {
  switch (vendor) {
    case Vendor::nvidia:
      return "nvidia";
    case Vendor::amd:
      return "amd";
    case Vendor::other:
      return "other";
  }
  return "other";
}

}  // namespace forewarp::device

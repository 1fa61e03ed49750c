// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/report/devices_view.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "forewarp/model/device/readings.hpp"
#include "forewarp/report/text.hpp"

namespace forewarp::report {
namespace {

using device::DeviceSpec;

std::string capability(const DeviceSpec& d) {
  return d.compute_capability == 0 ? "-" : fmt::format("{}.{}", d.compute_capability / 10, d.compute_capability % 10);
}

double fp32_flops(const DeviceSpec& d) { return d.sms * d.throughput.fp32 * 2 * d.boost_hz; }

std::string l2_text(const DeviceSpec& d) { return d.l2_bytes == 0 ? "-" : bytes_text(d.l2_bytes); }

std::string value_text(const device::Reading& reading) {
  if (reading.is_flag) return reading.value != 0 ? "true" : "false";
  return fmt::format("{:.10g}", reading.value);
}

/// Sources in the order they first appear; a figure refers to its source by position, from 1.
class SourceList {
 public:
  std::string number_of(const std::string& source) {
    if (source.empty()) return "-";
    const auto found = std::find(sources_.begin(), sources_.end(), source);
    const auto index = found - sources_.begin();
    if (found == sources_.end()) sources_.push_back(source);
    return std::to_string(index + 1);
  }
  std::string str() const {
    std::string text;
    for (std::size_t i = 0; i < sources_.size(); ++i) text += fmt::format("  {:>2}  {}\n", i + 1, sources_[i]);
    return text;
  }

 private:
  std::vector<std::string> sources_;
};

nlohmann::json figures_json(const DeviceSpec& d) {
  nlohmann::json figures = nlohmann::json::object();
  for (const device::Reading& r : device::readings(d)) {
    if (r.source.empty()) continue;
    nlohmann::json& figure = figures[std::string(r.key)];
    figure["value"] = r.is_flag ? nlohmann::json(r.value != 0) : nlohmann::json(r.value);
    if (!r.unit.empty()) figure["unit"] = r.unit;
    figure["source"] = r.source;
  }
  figures["dram_type"] = {{"value", d.dram_type}, {"source", d.sources.at("dram_type")}};
  return figures;
}

}  // namespace

std::string devices_text(std::span<const DeviceSpec> devices) {
  TextTable table({"device", "architecture", "cc", "SMs", "boost", "FP32", "DRAM", "bandwidth", "L2", "TDP"},
                  {Align::left, Align::left, Align::right});
  for (const DeviceSpec& d : devices)
    table.row({d.name, d.architecture, capability(d), std::to_string(d.sms),
               fmt::format("{:.0f} MHz", d.boost_hz / 1e6), fmt::format("{:.3g} TF", fp32_flops(d) / 1e12),
               fmt::format("{:.3g} GiB {}", d.dram_bytes / (1u << 30), d.dram_type),
               fmt::format("{:.0f} GB/s", d.dram_bytes_per_s / 1e9), l2_text(d), fmt::format("{:.4g} W", d.tdp_w)});
  return table.str();
}

std::string device_text(const DeviceSpec& d) {
  std::string text = d.name;
  if (!d.aliases.empty()) text += fmt::format(" ({})", fmt::join(d.aliases, ", "));
  text += fmt::format("\n{} {}", device::name_of(d.vendor), d.architecture);
  if (d.compute_capability != 0) text += fmt::format(", compute capability {}", capability(d));
  SourceList sources;
  TextTable table({"figure", "value", "unit", "source"}, {Align::left, Align::right, Align::left, Align::right});
  for (const device::Reading& r : device::readings(d)) {
    if (r.source.empty()) continue;
    table.row({std::string(r.key), value_text(r), std::string(r.unit), sources.number_of(r.source)});
  }
  table.row({"dram_type", d.dram_type, "", sources.number_of(d.sources.at("dram_type"))});
  return text + "\n\n" + table.str("  ") + "\n" + sources.str();
}

nlohmann::json devices_json(std::span<const DeviceSpec> devices) {
  nlohmann::json all = nlohmann::json::array();
  for (const DeviceSpec& d : devices)
    all.push_back({{"name", d.name},
                   {"aliases", d.aliases},
                   {"vendor", device::name_of(d.vendor)},
                   {"architecture", d.architecture},
                   {"figures", figures_json(d)}});
  return all;
}

std::string devices_csv(std::span<const DeviceSpec> devices) {
  std::vector<std::string> header = {"name", "vendor", "architecture", "dram_type"};
  for (const device::Reading& r : device::readings(DeviceSpec{})) header.emplace_back(r.key);
  std::string text = csv_line(header);
  for (const DeviceSpec& d : devices) {
    std::vector<std::string> fields = {d.name, std::string(device::name_of(d.vendor)), d.architecture, d.dram_type};
    for (const device::Reading& r : device::readings(d)) fields.push_back(r.source.empty() ? "" : number_text(r.value));
    text += csv_line(fields);
  }
  return text;
}

}  // namespace forewarp::report

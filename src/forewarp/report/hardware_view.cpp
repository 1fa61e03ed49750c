// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/report/hardware_view.hpp"

#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "forewarp/report/text.hpp"

namespace forewarp::report {
namespace {

struct Figure {
  const char* key;
  const char* label;
  nlohmann::json value;  ///< null where nobody tells
  std::string text;
};

Figure number(const char* key, const char* label, double value, std::string text) {
  return {key, label, value == 0 ? nlohmann::json() : nlohmann::json(value), value == 0 ? "" : std::move(text)};
}

Figure count(const char* key, const char* label, std::uint64_t value) {
  return {key, label, value == 0 ? nlohmann::json() : nlohmann::json(value), value == 0 ? "" : std::to_string(value)};
}

Figure bytes(const char* key, const char* label, std::uint64_t value) {
  Figure figure = count(key, label, value);
  if (value != 0) figure.text = bytes_text(static_cast<double>(value));
  return figure;
}

Figure flag(const char* key, const char* label, bool value) { return {key, label, value, value ? "yes" : "no"}; }

std::string mhz(double hz) { return fmt::format("{:.0f} MHz", hz / 1e6); }

std::vector<Figure> figures_of(const run::DeviceInfo& d) {
  return {
      count("compute_units", d.api == run::Api::cuda ? "SMs" : "compute units", d.compute_units),
      count("compute_capability", "compute capability", d.compute_capability),
      number("clock_hz", "clock", d.clock_hz, mhz(d.clock_hz)),
      bytes("memory_bytes", "memory", d.memory_bytes),
      bytes("largest_buffer_bytes", "largest buffer", d.largest_buffer_bytes),
      number("memory_clock_hz", "memory clock", d.memory_clock_hz, mhz(d.memory_clock_hz)),
      count("memory_bus_bits", "memory bus, bits", d.memory_bus_bits),
      bytes("cache_bytes", "cache", d.cache_bytes),
      bytes("local_bytes", d.api == run::Api::cuda ? "shared memory a block" : "local memory a group", d.local_bytes),
      count("max_block", d.api == run::Api::cuda ? "threads a block, at most" : "work-items a group, at most",
            d.max_block),
      count("sub_group", d.api == run::Api::cuda ? "warp" : "sub-group", d.sub_group),
      flag("f64", "double precision", d.f64),
      flag("f16", "half precision", d.f16),
      number("timer_resolution_s", "timer resolution", d.timer_resolution_s, time_text(d.timer_resolution_s))};
}

std::string heading_of(const run::DeviceInfo& d) {
  std::string text =
      fmt::format("{}  {}\n  {} {}, driver {}, {}", d.spec, d.name, d.vendor, d.kind, d.driver, d.version);
  if (!d.platform.empty()) text += fmt::format(" ({})", d.platform);
  if (!d.pci_bus.empty()) text += fmt::format(", PCI {}", d.pci_bus);
  if (d.synthetic) text += "; SYNTHETIC: its times are a model's, not measured";
  return text + "\n";
}

std::string device_text(const run::DeviceInfo& d) {
  std::string text = heading_of(d);
  for (const Figure& figure : figures_of(d))
    if (!figure.text.empty()) text += fmt::format("  {:<28}{}\n", figure.label, figure.text);
  return text;
}

}  // namespace

std::string hardware_text(const run::Hardware& hardware) {
  std::string text;
  for (const run::DeviceInfo& device : hardware.devices) text += (text.empty() ? "" : "\n") + device_text(device);
  if (hardware.devices.empty()) text = "no device\n";
  if (!hardware.missing.empty()) text += "\nnot here\n";
  for (const run::Missing& missing : hardware.missing) text += fmt::format("  {:<8}{}\n", missing.what, missing.why);
  return text;
}

nlohmann::json device_info_json(const run::DeviceInfo& d) {
  nlohmann::json json{
      {"spec", d.spec},          {"api", run::name_of(d.api)}, {"name", d.name},         {"vendor", d.vendor},
      {"driver", d.driver},      {"version", d.version},       {"platform", d.platform}, {"kind", d.kind},
      {"synthetic", d.synthetic}};
  if (!d.pci_bus.empty()) json["pci_bus"] = d.pci_bus;
  for (Figure& figure : figures_of(d)) json[figure.key] = std::move(figure.value);
  return json;
}

nlohmann::json hardware_json(const run::Hardware& hardware) {
  nlohmann::json json{{"devices", nlohmann::json::array()}, {"missing", nlohmann::json::array()}};
  for (const run::DeviceInfo& device : hardware.devices) json["devices"].push_back(device_info_json(device));
  for (const run::Missing& missing : hardware.missing)
    json["missing"].push_back({{"what", missing.what}, {"why", missing.why}});
  return json;
}

std::string hardware_csv(const run::Hardware& hardware) {
  std::vector<std::string> header{"device", "name", "vendor", "driver", "version", "platform", "kind"};
  for (const Figure& figure : figures_of({})) header.emplace_back(figure.key);
  std::string text = csv_line(header);
  for (const run::DeviceInfo& d : hardware.devices) {
    std::vector<std::string> fields{d.spec, d.name, d.vendor, d.driver, d.version, d.platform, d.kind};
    for (const Figure& figure : figures_of(d)) fields.push_back(figure.value.is_null() ? "" : figure.value.dump());
    text += csv_line(fields);
  }
  return text;
}

}  // namespace forewarp::report

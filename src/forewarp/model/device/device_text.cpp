// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/device/device_text.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "forewarp/model/device/detail/architectures.hpp"
#include "forewarp/model/device/detail/comparisons.hpp"
#include "forewarp/model/device/detail/figures.hpp"
#include "forewarp/model/device/readings.hpp"
#include "forewarp/support/closest.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/json.hpp"

namespace forewarp::device {
namespace {

constexpr std::string_view dram_type_key = "dram_type", throughput_prefix = "throughput.";

[[noreturn]] void unknown_figure(std::string_view key) {
  std::vector<std::string> known;
  for (const detail::Figure& figure : detail::figures()) known.emplace_back(figure.key);
  throw InputError(fmt::format("no figure \"{}\"{}", key, did_you_mean(key, known)));
}

std::string source_of(const DeviceSpec& device, std::string_view key) {
  const auto found = device.sources.find(std::string(key));
  return found == device.sources.end() ? "" : found->second;
}

bool gives(const detail::DeviceFile* file, const Reading& reading) {
  if (file == nullptr) return false;
  const auto found = file->figures.find(reading.key);
  return found != file->figures.end() && found->second.value == reading.value && found->second.source == reading.source;
}

bool gives_dram_type(const detail::DeviceFile* file, const DeviceSpec& device) {
  if (file == nullptr) return false;
  const auto found = file->texts.find(dram_type_key);
  return found != file->texts.end() && found->second.value == device.dram_type &&
         found->second.source == source_of(device, dram_type_key);
}

std::string value_text(const Reading& reading) {
  return reading.is_flag ? (reading.value != 0 ? "true" : "false") : fmt::format("{}", reading.value);
}

std::string texts_of(const DeviceSpec& device, const detail::DeviceFile* inherited) {
  std::string text = fmt::format("name = {}\n", json_string(device.name));
  if (!device.aliases.empty()) {
    std::vector<std::string> quoted;
    for (const std::string& alias : device.aliases) quoted.push_back(json_string(alias));
    text += fmt::format("aliases = [{}]\n", fmt::join(quoted, ", "));
  }
  text += fmt::format("architecture = {}\n", json_string(device.architecture));
  const auto add = [&](const char* key, std::string_view value) {
    if (value.empty()) return;
    if (inherited != nullptr)
      if (const auto found = inherited->texts.find(key);
          found != inherited->texts.end() && found->second.value == value)
        return;
    text += fmt::format("{} = {}\n", key, json_string(value));
  };
  add("vendor", name_of(device.vendor));
  add("target", device.target);
  return text;
}

/// One [[source]] for all figures that share its text, in the order of their first figure.
std::string sources_of(const DeviceSpec& device, const std::vector<std::string>& keys) {
  std::vector<std::pair<std::string, std::vector<std::string>>> groups;
  for (const std::string& key : keys) {
    const std::string source = source_of(device, key);
    auto at = std::ranges::find(groups, source, &std::pair<std::string, std::vector<std::string>>::first);
    if (at == groups.end()) at = groups.insert(at, {source, {}});
    at->second.push_back(json_string(key));
  }
  std::string text;
  for (const auto& [source, figures] : groups)
    text += fmt::format("\n[[source]]\ntext = {}\nfigures = [{}]\n", json_string(source), fmt::join(figures, ", "));
  return text;
}

std::vector<std::string> own_figures_of(const DeviceSpec& device, const detail::DeviceFile* inherited,
                                        const detail::DeviceFile* memory) {
  std::vector<std::string> keys;
  for (const Reading& reading : readings(device))
    if (!reading.source.empty() && !gives(inherited, reading) && !gives(memory, reading))
      keys.emplace_back(reading.key);
  if (!gives_dram_type(inherited, device)) keys.emplace_back(dram_type_key);
  return keys;
}

}  // namespace

void set_figure(DeviceSpec& device, std::string_view key, double value, std::string source) {
  const detail::Figure* figure = detail::find_figure(key);
  if (figure == nullptr) unknown_figure(key);
  const bool fits = value >= figure->low && value <= figure->high;
  const bool is_whole = figure->kind == detail::FigureKind::number || value == std::floor(value);
  if (!fits || !is_whole)
    throw InputError(fmt::format("{}: expected {}, got {}", key, detail::expectation(*figure), value));
  const double boost_hz = device.boost_hz;
  figure->set(device, value * figure->scale);
  if (key == "l2_bytes_per_cycle") device.l2_bytes_per_s *= device.boost_hz;
  if (key == "boost_mhz" && boost_hz > 0) device.l2_bytes_per_s *= device.boost_hz / boost_hz;
  device.sources[std::string(key)] = std::move(source);
}

std::vector<std::string> own_figures(const DeviceSpec& device) {
  detail::SharedSheets shared;
  return own_figures_of(device, shared.architectures.find(device.architecture), shared.memories.find(device.dram_type));
}

std::string device_text(const DeviceSpec& device) {
  detail::SharedSheets shared;
  const detail::DeviceFile* inherited = shared.architectures.find(device.architecture);
  const std::vector<std::string> keys = own_figures_of(device, inherited, shared.memories.find(device.dram_type));
  std::string text = texts_of(device, inherited), throughput;
  if (std::ranges::find(keys, dram_type_key) != keys.end())
    text += fmt::format("{} = {}\n", dram_type_key, json_string(device.dram_type));
  text += "\n";
  for (const Reading& reading : readings(device)) {
    if (std::ranges::find(keys, reading.key) == keys.end()) continue;
    if (reading.key.starts_with(throughput_prefix))
      throughput += fmt::format("{} = {}\n", reading.key.substr(throughput_prefix.size()), value_text(reading));
    else
      text += fmt::format("{} = {}\n", reading.key, value_text(reading));
  }
  if (!throughput.empty()) text += "\n[throughput]\n" + throughput;
  if (inherited == nullptr || inherited->checked != device.checked) text += detail::comparisons_toml(device.checked);
  return text + sources_of(device, keys);
}

}  // namespace forewarp::device

// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/figures/base.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "forewarp/measure/figures/board_file.hpp"
#include "forewarp/model/device/device_text.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/text.hpp"

namespace forewarp::figures {
namespace {

constexpr std::string_view estimated = "estimated: ";

void mark_as_estimates(device::DeviceSpec& device, const std::string& of) {
  for (const std::string& key : device::own_figures(device)) {
    std::string& source = device.sources[key];
    const std::string_view known = source;
    source = fmt::format("{}as the {}; {}", estimated, of,
                         known.starts_with(estimated) ? known.substr(estimated.size()) : known);
  }
}

/// Sets one figure and returns its key.
std::string apply(device::DeviceSpec& device, const std::string& setting, const std::string& source) {
  const std::size_t equals = setting.find('=');
  if (equals == std::string::npos || equals == 0)
    throw InputError(fmt::format("--set {}: expected KEY=VALUE, such as sms=84", setting));
  const std::string key(trimmed(std::string_view(setting).substr(0, equals)));
  const std::string_view text = trimmed(std::string_view(setting).substr(equals + 1));
  if (key == "dram_type") {
    device.dram_type = text;
    device.sources[key] = source;
    return key;
  }
  double value = text == "true" ? 1 : 0;
  if (text != "true" && text != "false") {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size())
      throw InputError(fmt::format("--set {}: \"{}\" is not a number", setting, text));
  }
  try {
    device::set_figure(device, key, value, source);
  } catch (const InputError& wrong) {
    throw InputError(fmt::format("--set {}: {}", setting, wrong.what()));
  }
  return key;
}

}  // namespace

bool is_called(const device::DeviceSpec& device, const std::string& name) {
  const auto same = [&](const std::string& other) { return comparable(other) == comparable(name); };
  return same(device.name) || std::ranges::any_of(device.aliases, same);
}

device::DeviceSpec base_for(const std::string& name, const device::DeviceSpec& like,
                            const std::vector<std::string>& settings, const std::string& source) {
  device::DeviceSpec device = like;
  if (!is_called(like, name)) {
    mark_as_estimates(device, like.name);
    device.name = name;
    device.aliases.clear();
  }
  bool is_peak_given = false, is_peak_changed = false;
  for (const std::string& setting : settings) {
    const std::string key = apply(device, setting, source);
    is_peak_given |= key == "peak_fp32_tflops";
    is_peak_changed |= key == "sms" || key == "boost_mhz" || key == "throughput.fp32";
  }
  if (is_peak_changed && !is_peak_given) {
    device.peak_fp32_flops = 0;
    device.sources.erase("peak_fp32_tflops");
  }
  return device;
}

}  // namespace forewarp::figures

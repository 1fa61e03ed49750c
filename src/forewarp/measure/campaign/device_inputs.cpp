// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/campaign/device_inputs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "forewarp/model/device/clocks.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::campaign {
namespace {

/// "int add" -> "bounds_int_add".
std::string input_of(std::string_view term) {
  std::string name = "bounds_";
  for (const char c : term) name += c == ' ' || c == '/' ? '_' : c;
  return name;
}

constexpr double lowest_mhz = 50, highest_mhz = 50e3;  // of cores and of memories

}  // namespace

Clocks clocks_from(std::string_view text) {
  const std::size_t slash = std::min(text.find('/'), text.size());
  const auto number = [&](std::string_view part) {
    double value = 0;
    const auto [stop, error] = std::from_chars(part.data(), part.data() + part.size(), value);
    if (part.empty() || error != std::errc{} || stop != part.data() + part.size() || !(value > 0))
      throw InputError(fmt::format("a clock of '{}': expected CORE or CORE/MEMORY in MHz, as 1380 or 1380/877", text));
    return value;
  };
  Clocks clocks{.core_mhz = number(text.substr(0, slash))};
  if (slash < text.size()) clocks.memory_mhz = number(text.substr(slash + 1));
  return clocks;
}

std::string clock_text(const Clocks& clocks) {
  return clocks.memory_mhz > 0 ? fmt::format("{:g}/{:g}", clocks.core_mhz, clocks.memory_mhz)
                               : fmt::format("{:g}", clocks.core_mhz);
}

device::DeviceSpec at(const device::DeviceSpec& device, const Clocks& clocks) {
  for (const double mhz : {clocks.core_mhz, clocks.memory_mhz})
    if (mhz != 0 && !(mhz >= lowest_mhz && mhz <= highest_mhz))
      throw InputError(fmt::format("a clock of {:g} MHz: expected {:g} to {:g} MHz", mhz, lowest_mhz, highest_mhz));
  const double memory_hz = clocks.memory_mhz > 0 ? clocks.memory_mhz * 1e6 : device.memory_hz;
  device::DeviceSpec other = device::at_clocks(device, clocks.core_mhz * 1e6, memory_hz);
  other.base_hz = other.boost_hz;
  return other;
}

const std::vector<std::string>& bounds_inputs() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all = {std::string(bounds_input), "bounds_waves", "bounds_occupancy"};
    for (const char* term : {"issue", "fp16", "fp32", "fp64", "int add", "int multiply", "special", "tensor",
                             "load/store", "shared", "l1", "l2", "dram", "atomics", "latency", "launch"})
      all.push_back(input_of(term));
    return all;
  }();
  return names;
}

const std::vector<std::string>& sheet_inputs() {
  static const std::vector<std::string> names = {
      "device_sms",      "device_clock_hz",           "device_fp32_flops", "device_dram_bytes_per_s",
      "device_l2_bytes", "device_compute_capability", "device_tdp_w"};
  return names;
}

const std::vector<std::string>& clock_inputs() {
  static const std::vector<std::string> names = {std::string(core_clock_input), std::string(memory_clock_input)};
  return names;
}

bool is_device_input(std::string_view name) {
  return std::ranges::find(bounds_inputs(), name) != bounds_inputs().end() ||
         std::ranges::find(sheet_inputs(), name) != sheet_inputs().end() ||
         std::ranges::find(clock_inputs(), name) != clock_inputs().end();
}

DeviceFacts device_facts(const model::Prediction& prediction, const device::DeviceSpec& device) {
  DeviceFacts facts;
  for (const std::string& name : bounds_inputs()) facts[name] = 0;
  for (const model::Term& term : prediction.terms)
    if (const auto known = facts.find(input_of(term.name)); known != facts.end() && prediction.time_s > 0)
      known->second = term.time_s / prediction.time_s;
  facts[std::string(bounds_input)] = prediction.time_s;
  facts["bounds_waves"] = prediction.waves;
  facts["bounds_occupancy"] = prediction.achieved_occupancy;
  facts["device_sms"] = device.sms;
  facts["device_clock_hz"] = device.boost_hz;
  facts["device_fp32_flops"] = 2 * device.sms * device.throughput.fp32 * device.boost_hz;
  facts["device_dram_bytes_per_s"] = device.dram_bytes_per_s;
  facts["device_l2_bytes"] = device.l2_bytes;
  facts["device_compute_capability"] = device.compute_capability;
  facts["device_tdp_w"] = device.tdp_w;
  facts[std::string(core_clock_input)] = device.boost_hz / 1e6;
  facts[std::string(memory_clock_input)] = device.memory_hz / 1e6;
  return facts;
}

}  // namespace forewarp::campaign

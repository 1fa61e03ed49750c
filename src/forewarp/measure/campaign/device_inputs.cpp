// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/campaign/device_inputs.hpp"

#include <algorithm>

namespace forewarp::campaign {
namespace {

/// "int add" -> "bounds_int_add".
std::string input_of(std::string_view term) {
  std::string name = "bounds_";
  for (const char c : term) name += c == ' ' || c == '/' ? '_' : c;
  return name;
}

}  // namespace

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

bool is_device_input(std::string_view name) {
  return std::ranges::find(bounds_inputs(), name) != bounds_inputs().end() ||
         std::ranges::find(sheet_inputs(), name) != sheet_inputs().end();
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
  return facts;
}

}  // namespace forewarp::campaign

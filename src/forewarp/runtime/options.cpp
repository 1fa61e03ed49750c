// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/runtime/options.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "forewarp/model/device/conditions.hpp"
#include "forewarp/model/device/database.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/text.hpp"

namespace forewarp::runtime {

std::vector<std::string> Checks::names() const {
  std::vector<std::string> out;
  if (memory) out.emplace_back("memory");
  if (race) out.emplace_back("race");
  if (init) out.emplace_back("init");
  if (sync) out.emplace_back("sync");
  return out;
}

Checks checks_of(const std::vector<std::string>& names) {
  Checks checks;
  for (const std::string& name : names) {
    const bool all = name == "all";
    if (!all && name != "memory" && name != "race" && name != "races" && name != "init" && name != "sync")
      throw InputError(fmt::format("--check {}: expected memory, race, init, sync or all", name));
    checks.memory = checks.memory || all || name == "memory";
    checks.race = checks.race || all || name == "race" || name == "races";
    checks.init = checks.init || all || name == "init";
    checks.sync = checks.sync || all || name == "sync";
  }
  return checks;
}

static void to_json(nlohmann::json& json, const Checks& checks) { json = checks.names(); }
static void from_json(const nlohmann::json& json, Checks& checks) { checks = checks_of(json); }
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Options, devices, gpus, as_ncu, sm_clock_hz, device_clock, advise, machine_code,
                                   details, sampled_results, save_folder, max_saved_bytes, checks,
                                   max_warp_instructions, max_kept_bytes)

int Options::gpu_at(int place) const {
  for (int gpu = 0; gpu < gpus; ++gpu)
    if (place_of(gpu) == place) return gpu;
  return -1;
}

std::vector<int> visible_gpus(int gpus, const char* list) {
  std::vector<int> out;
  if (list == nullptr) {
    for (int gpu = 0; gpu < gpus; ++gpu) out.push_back(gpu);
    return out;
  }
  for (const std::string_view entry : split_at(list, ',')) {
    const std::string_view digits = trimmed(entry);
    int gpu = -1;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), gpu);
    const bool whole = error == std::errc{} && end == digits.data() + digits.size();
    if (!whole || gpu < 0 || gpu >= gpus || std::ranges::find(out, gpu) != out.end()) break;
    out.push_back(gpu);
  }
  return out;
}

std::string Options::json() const { return nlohmann::json(*this).dump(); }

Options options_from(std::string_view json) {
  try {
    return nlohmann::json::parse(json).get<Options>();
  } catch (const nlohmann::json::exception& e) {
    throw InputError(fmt::format("{}: {}", options_variable, e.what()));
  }
}

std::vector<device::DeviceSpec> devices_of(const Options& options) {
  if (options.devices.empty()) throw InputError("no device is named");
  std::vector<device::DeviceSpec> devices;
  for (const std::string& name : options.devices) {
    device::DeviceSpec device = device::find_device(name);
    if (device.vendor != device::Vendor::nvidia)
      throw InputError(fmt::format("{} does not run CUDA programs", device.name));
    devices.push_back(device::under(std::move(device), {.clock_hz = options.sm_clock_hz, .as_ncu = options.as_ncu}));
  }
  return devices;
}

model::Caches caches_of(const Options& options) { return options.as_ncu ? model::Caches::cold : model::Caches::usual; }

std::filesystem::path recording_file(const std::filesystem::path& options_file, int process) {
  return options_file.parent_path() / fmt::format("recording-{}.jsonl", process);
}

}  // namespace forewarp::runtime

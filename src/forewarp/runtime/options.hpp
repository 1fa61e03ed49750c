// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What forewarp exec tells the runtime inside of the program it starts: a file of JSON, named by an environment
/// variable. Recordings are written beside the file, one per process that uses the runtime.
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "forewarp/model/caches.hpp"
#include "forewarp/model/device/device_spec.hpp"

namespace forewarp::runtime {

/// Names the file of options.
inline constexpr const char* options_variable = "FOREWARP_EXEC";

/// What is looked for while kernels run (forewarp exec --check).
struct Checks {
  bool memory = false, race = false, init = false, sync = false;
  [[nodiscard]] bool any() const { return memory || race || init || sync; }
  [[nodiscard]] std::vector<std::string> names() const;
};

/// "memory", "race", "init", "sync" and "all", and "races" for "race". Throws InputError for another word.
[[nodiscard]] Checks checks_of(const std::vector<std::string>& names);

struct Options {
  std::vector<std::string> devices;  ///< as --device names them; at least one
  int gpus = 1;                      ///< of each model, as the program sees them
  bool as_ncu = false;               ///< base clock and cold caches, as Nsight Compute measures
  double sm_clock_hz = 0;            ///< of the SMs of all devices; 0: that of the data sheet
  bool device_clock = false;         ///< the program's clocks show the time of the first device
  bool advise = true;
  bool machine_code = true;      ///< of each device, where there is a ptxas
  bool details = false;          ///< the recording has the profiles of distinct launches and their PTX
  bool sampled_results = false;  ///< of large launches only the blocks that the prediction needs are run
  std::string save_folder = {};  ///< for distinct launches (LaunchSaver); empty: none
  std::uint64_t max_saved_bytes = std::uint64_t{1} << 30;
  Checks checks = {};
  std::uint64_t max_warp_instructions = std::uint64_t{1} << 36;  ///< of one launch
  std::uint64_t max_kept_bytes = std::uint64_t{2} << 30;         ///< results of launches that are repeated

  /// Numbers in the machine of the devices that the program sees, in its order; empty: all, as they are. Not in json().
  std::vector<int> visible = {};

  [[nodiscard]] std::string json() const;
  /// The number in the machine of a device that the program sees.
  [[nodiscard]] int place_of(int gpu) const {
    return visible.empty() ? gpu : visible.at(static_cast<std::size_t>(gpu));
  }
  /// The device with that number in the machine; -1 where the program does not see it.
  [[nodiscard]] int gpu_at(int place) const;
};

/// What CUDA_VISIBLE_DEVICES leaves of a machine's devices: their numbers, separated by commas. One that is not there,
/// or was named before, ends the list. Without the variable (nullptr), all.
[[nodiscard]] std::vector<int> visible_gpus(int gpus, const char* list);

/// Throws InputError for what json() does not write.
[[nodiscard]] Options options_from(std::string_view json);

/// The data sheets of the devices; as_ncu: at base clock. Throws InputError for an unknown device and for one that does
/// not run CUDA.
[[nodiscard]] std::vector<device::DeviceSpec> devices_of(const Options& options);

/// What its predictions assume of caches.
[[nodiscard]] model::Caches caches_of(const Options& options);

/// The recording of process `process`.
[[nodiscard]] std::filesystem::path recording_file(const std::filesystem::path& options_file, int process);

}  // namespace forewarp::runtime

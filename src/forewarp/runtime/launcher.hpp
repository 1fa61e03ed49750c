// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Runs the launches of a program and predicts their times. Each launch is emulated whole, so that results are correct
/// (Results::sampled leaves that out). A launch is like an earlier one if kernel, shape, numbers among the arguments
/// and sizes of the buffers are equal; such launches are counted and predicted once (a Distinct). Where a later one
/// executes more than 1 % more or less instructions, its work depends on data: it is counted, too, and becomes a
/// Distinct of its own, as long as CountingBudget allows. What is not counted gets the time of the nearest counted
/// launch of its kernel, grid and block, in proportion to the instructions.
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "forewarp/emulate/profile/profile.hpp"
#include "forewarp/frontend/launch/launch.hpp"
#include "forewarp/frontend/source/cache_store.hpp"
#include "forewarp/model/caches.hpp"
#include "forewarp/model/device/device_spec.hpp"
#include "forewarp/model/machine_codes.hpp"
#include "forewarp/model/prediction.hpp"
#include "forewarp/runtime/arena.hpp"
#include "forewarp/runtime/counting.hpp"
#include "forewarp/runtime/launch_request.hpp"
#include "forewarp/runtime/launch_saver.hpp"
#include "forewarp/runtime/module.hpp"
#include "forewarp/runtime/replay.hpp"

namespace forewarp::runtime {

/// What a device makes of a launch.
struct DeviceTime {
  double seconds = 0;
  double low_s = 0, high_s = 0;
  double share = 1;  ///< of the device that its blocks fill
  std::string limiter;
  std::vector<model::Term> terms;
  std::string machine_code;  ///< as model::Prediction has it
  std::string advice;        ///< the first suggestion; empty for none
  double advice_gain = 1;    ///< time now over time then
  std::string cannot_run;    ///< why the launch does not fit this device; then seconds are those of the first device
};

struct Distinct {
  std::size_t id = 0;
  std::size_t kernel = 0;  ///< Kernel::index
  std::string name, entry;
  launch::Dim3 grid, block;
  std::uint64_t shared_bytes = 0;  ///< static and dynamic
  std::uint32_t registers = 0;
  std::uint64_t executed = 0;  ///< warp instructions that its counts stand for
  double thread_instructions = 0, dram_bytes = 0;
  std::uint64_t counted_blocks = 0;  ///< that the counts come from
  bool whole = true;                 ///< all blocks were run; else its results are those of the counted blocks
  std::vector<DeviceTime> times;     ///< by device
};

struct LauncherOptions {
  std::vector<device::DeviceSpec> devices;
  model::Caches caches = model::Caches::usual;
  bool advise = true;
  bool machine_code = false;   ///< that of each device in place of estimates, where it is known
  bool keep_profiles = false;  ///< Done::profile
  bool replay = true;          ///< launches whose results are known are not run again
  Results results = Results::whole;
  std::uint64_t longest_count = default_longest_count;  ///< CountRequest
  Progress* progress = nullptr;
  SaverOptions save = {};
};

class Launcher {
 public:
  Launcher(LauncherOptions options, Arena& arena, Replay& replay)
      : options_(std::move(options)), arena_(arena), replay_(replay), saver_(options_.save, arena) {}

  struct Done {
    const Distinct* distinct = nullptr;
    double factor = 1;      ///< of the distinct launch's times, where this one was not counted or its sample is off
    bool replayed = false;  ///< results were known, nothing was emulated
    bool counted = false;
    bool is_new = false;                                   ///< the first of its Distinct
    std::string printed;                                   ///< by the kernel
    std::shared_ptr<const profile::Profile> profile = {};  ///< of a new Distinct, where they are to be kept
  };
  /// Throws CallFailed where the launch cannot begin, KernelFailed where the kernel goes wrong; printed() then has what
  /// it printed before.
  Done launch(const LaunchRequest& request);
  [[nodiscard]] const std::string& printed() const { return printed_; }
  /// What a reader of the report must know, since this was asked before: why launches were not saved, whose time lacks
  /// a part.
  [[nodiscard]] std::vector<std::string> take_notes();
  [[nodiscard]] const std::vector<device::DeviceSpec>& devices() const { return options_.devices; }

 private:
  using Variants = std::vector<const Distinct*>;
  /// Launches of one kernel with the same grid, block and shared memory.
  struct Shape {
    Variants variants;
    bool varies = false;                                         ///< its work depends on data
    std::size_t counted = 0;                                     ///< launches
    std::map<std::uint64_t, const Distinct*> by_arguments = {};  ///< the last counted with these, by exact_key
  };
  /// What a launch reads. Where addresses depend on it, so does the time, with as many instructions.
  struct Inputs {
    std::uint64_t arguments = 0;  ///< exact_key
    bool may_be_new = false;      ///< no launch is known to have read the same
  };
  struct Family {
    Variants all;
    std::map<std::string, Shape> by_shape;
  };
  struct Known {
    const Distinct* distinct = nullptr;
    double factor = 1;
    std::uint64_t executed = 0;  ///< warp instructions
    bool counted = false;
  };
  void check(const LaunchRequest& request) const;
  [[nodiscard]] launch::Launch described(const LaunchRequest& request, std::vector<std::uint64_t>& addresses);
  void add_reached(const LaunchRequest& request, launch::Launch& launch, std::vector<std::uint64_t>& addresses);
  Done run_counted(const LaunchRequest& request, const emu::MemoryUse& use, Family& family, Shape& shape,
                   std::uint64_t arguments);
  std::uint64_t run_again(const LaunchRequest& request);
  Done run_plain(const LaunchRequest& request, const Family& family, const Shape& shape, std::uint64_t arguments);
  Done run(const LaunchRequest& request, const emu::MemoryUse& use, const Inputs& inputs);
  [[nodiscard]] bool is_to_count(const Family& family, const Shape& shape, const Inputs& inputs) const;
  [[nodiscard]] const Known* known_of(const LaunchRequest& request, const Replay::State& state,
                                      std::uint64_t arguments);
  [[nodiscard]] std::optional<model::MachineWork> code_on(const device::DeviceSpec& device, const Kernel& kernel,
                                                          const profile::Profile& profile);
  void predict(Distinct& distinct, const LaunchRequest& request, const profile::Profile& profile);

  LauncherOptions options_;
  Arena& arena_;
  Replay& replay_;
  LaunchSaver saver_;
  std::map<std::string, Family> families_;
  std::vector<std::unique_ptr<Distinct>> distinct_;  ///< by id
  CountingBudget budget_;
  std::map<std::uint64_t, Known> by_state_;  ///< by Replay::State::before, what the launch was
  source::CacheStore cache_;
  std::map<const Kernel*, model::MachineCodes> codes_;
  std::map<std::uint64_t, Known> by_inputs_;  ///< by Replay::State::inputs
  void note_interpreted(const LaunchRequest& r);
  std::vector<std::string> notes_;
  std::string printed_;
};

}  // namespace forewarp::runtime

// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "tuning/predict.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "forewarp/emulate/profile/placed_launch.hpp"
#include "forewarp/frontend/kernel/lowest_target.hpp"
#include "forewarp/frontend/kernel/registers.hpp"
#include "forewarp/model/device/conditions.hpp"
#include "forewarp/model/device/database.hpp"
#include "forewarp/model/each_device.hpp"
#include "forewarp/model/machine_codes.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/parallel.hpp"
#include "forewarp/support/table/csv.hpp"
#include "forewarp/support/text.hpp"

namespace forewarp::bench {
namespace {

namespace fs = std::filesystem;
using Predictions = std::map<std::string, model::Prediction>;

/// One launch that is asked of several devices, and what came of it.
struct Task {
  kernel::Request request;
  std::vector<device::DeviceSpec> devices;  ///< of different names
  Predictions predictions;
  std::string failure;
};

void run(std::vector<Task>& tasks, bool machine_code) {
  TuningPredictor predictor(machine_code);
  parallel_for(tasks.size(), [&](std::size_t i) {
    try {
      tasks[i].predictions = predictor.predict(tasks[i].request, tasks[i].devices);
    } catch (const Error& e) {
      const std::string text = e.what();
      tasks[i].failure = text.substr(0, text.find('\n'));
    }
  });
}

kernel::Request request_of(const Space& space, const Configuration& configuration) {
  kernel::Request request;
  request.path = space.folder.string();
  request.includes = {space.folder.string()};
  for (std::size_t k = 0; k < configuration.size(); ++k)
    request.defines.push_back(space.macros[k] + "=" + configuration[k]);
  return request;
}

device::DeviceSpec device_of(const Board& board) {
  const device::DeviceSpec boost = device::find_device(board.device);
  if (!board.at_base_clock) return boost;
  device::DeviceSpec base = device::under(boost, {.as_ncu = true});
  base.name += " at base clock";
  return base;
}

/// Of a board of launches.csv. Its GTX 1650 adds arrays at 166 GB/s, which GDDR5 with its 128 GB/s cannot: it is the
/// later model with GDDR6.
device::DeviceSpec textbook_device(const std::string& board) {
  return device::find_device(board == "GTX 1650" ? "GTX 1650 GDDR6" : board);
}

/// A launch of launches.csv without its board: file, kernel, grid, block, shared memory, arguments.
using LaunchKey = std::array<std::string, 6>;

kernel::Request request_of(const fs::path& folder, const LaunchKey& key) {
  kernel::Request request;
  request.path = (folder / key[0]).string();
  request.kernel = key[1];
  request.grid = key[2];
  request.block = key[3];
  request.shared = key[4];
  for (const std::string_view argument : split_at(key[5], ' '))
    if (!argument.empty()) request.arguments.emplace_back(argument);
  return request;
}

}  // namespace

Predictions TuningPredictor::predict(const kernel::Request& request, const std::vector<device::DeviceSpec>& devices) {
  std::vector<unsigned> capabilities;
  for (const device::DeviceSpec& device : devices) capabilities.push_back(device.compute_capability);
  const kernel::ForSeveral loaded = kernel::load_for(request, capabilities);
  std::map<unsigned, profile::Profile> profiles;
  const auto profile_of = [&](unsigned warp_size) -> const profile::Profile& {
    if (const auto found = profiles.find(warp_size); found != profiles.end()) return found->second;
    profile::ProfileOptions options;
    options.threads = 1;
    options.warp_size = warp_size;
    const auto from = kernel::RegisterSource::automatic;
    profile::set_allocation(options, kernel::allocation_of(loaded.kernel, from, &cache_));
    return profiles.emplace(warp_size, profile::profile_of(loaded.kernel, options)).first->second;
  };
  model::MachineCodes codes(loaded.kernel, &cache_);
  const auto code_of = [&](const device::DeviceSpec& device) { return codes.on(device, profile_of(device.warp_size)); };
  Predictions out;
  for (model::OnDevice& row :
       model::predict_each(devices, profile_of, model::Caches::usual, model::default_model(),
                           machine_code_ ? model::MachineCodeOf(code_of) : model::MachineCodeOf()))
    if (row.prediction) out.emplace(row.device.name, std::move(*row.prediction));
  if (out.empty()) throw InputError("no device can run it");
  return out;
}

TuningRows predict_space(const Space& space, std::size_t count, std::uint64_t seed, bool machine_code) {
  const std::vector<Configuration> chosen = sample(space, count, seed);
  std::vector<Task> tasks(chosen.size());
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    tasks[i].request = request_of(space, chosen[i]);
    for (const Board& board : space.boards) tasks[i].devices.push_back(device_of(board));
  }
  run(tasks, machine_code);
  TuningRows out;
  for (std::size_t i = 0; i < chosen.size(); ++i)
    if (!tasks[i].failure.empty())
      out.failures.push_back(fmt::format("{} {}: {}", space.name, fmt::join(chosen[i], ","), tasks[i].failure));
  for (std::size_t b = 0; b < space.boards.size(); ++b) {
    const Board& board = space.boards[b];
    for (std::size_t i = 0; i < chosen.size(); ++i)
      if (const auto found = tasks[i].predictions.find(tasks[i].devices[b].name); found != tasks[i].predictions.end())
        out.rows.push_back({space.name, board.file, fmt::format("{}", fmt::join(chosen[i], ",")),
                            board.measured_s.at(chosen[i]), found->second});
  }
  return out;
}

TuningRows predict_launches(const fs::path& folder, bool machine_code) {
  const Table t = table::read_csv(folder / "launches.csv");
  const auto cell = [&](const char* name, std::size_t row) { return table::cell_text(t.column(name), row); };
  std::map<LaunchKey, Task> by_launch;
  std::vector<LaunchKey> keys;
  for (std::size_t row = 0; row < t.rows(); ++row) {
    keys.push_back({cell("file", row), cell("kernel", row), cell("grid", row), cell("block", row),
                    cell("shared_bytes", row), cell("arguments", row)});
    Task& task = by_launch[keys.back()];
    task.request = request_of(folder, keys.back());
    task.devices.push_back(textbook_device(cell("board", row)));
  }
  std::vector<Task> tasks;
  for (const auto& [key, task] : by_launch) tasks.push_back(task);
  run(tasks, machine_code);
  TuningRows out;
  std::size_t at = 0;
  for (auto& [key, task] : by_launch) {
    task = std::move(tasks[at++]);
    if (!task.failure.empty())
      out.failures.push_back(fmt::format("{} {} {}: {}", key[1], key[2], key[3], task.failure));
  }
  for (std::size_t row = 0; row < t.rows(); ++row) {
    const Predictions& found = by_launch.at(keys[row]).predictions;
    const auto prediction = found.find(textbook_device(cell("board", row)).name);
    if (prediction == found.end()) continue;
    const LaunchKey& key = keys[row];
    out.rows.push_back({key[1], cell("board", row), fmt::format("{} {} {}", key[2], key[3], key[5]),
                        t.numbers("time_ms")[row] / 1e3, prediction->second});
  }
  return out;
}

}  // namespace forewarp::bench

// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/validation/leaks.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

#include "forewarp/learn/selection/leakage.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::validate {
namespace {

using learn::Leak;

bool is_power(const Task& task) {
  return task.target_unit == "W" || task.target_unit == "mW" || task.target_name.find("power") != std::string::npos;
}

std::string reason_of(const Leak& leak) {
  return leak.by_name ? fmt::format("{} (time in another unit)", leak.name)
                      : fmt::format("{} (alone determines the target within {:.0f} %)", leak.name, 100 * leak.error);
}

/// Those that may go, those of them that are known by their name alone where the rest would leave nothing.
std::vector<Leak> to_drop(const Task& task, std::vector<Leak> found) {
  if (task.groups.empty()) std::erase_if(found, [](const Leak& leak) { return !leak.by_name; });
  if (found.size() == task.samples.features()) std::erase_if(found, [](const Leak& leak) { return !leak.by_name; });
  if (found.size() == task.samples.features())
    throw InputError(
        fmt::format("every feature is the target in another unit ({}): give others, or keep them with --keep-leaks",
                    fmt::join(task.samples.names(), ", ")));
  return found;
}

}  // namespace

void drop_leaks(Task& task, const LeakCheck& check) {
  if (task.target.is_class()) return;
  learn::LeakageOptions options;
  if (!is_power(task)) options.is_time = check.is_time;
  if (!task.groups.empty()) options.groups = task.groups.front().of_row;
  std::vector<Leak> found = learn::leaks(task.samples, task.target, options);
  std::erase_if(
      found, [&](const Leak& leak) { return std::ranges::find(check.asked_for, leak.name) != check.asked_for.end(); });
  found = to_drop(task, std::move(found));
  if (found.empty()) return;
  std::vector<std::size_t> kept(task.samples.features());
  std::iota(kept.begin(), kept.end(), std::size_t{0});
  std::vector<std::string> reasons;
  for (const Leak& leak : found) {
    std::erase(kept, leak.feature);
    reasons.push_back(reason_of(leak));
  }
  task.notes.push_back(fmt::format("left out, as it gives {} away: {}", task.target_name, fmt::join(reasons, ", ")));
  keep_features(task, kept);
}

}  // namespace forewarp::validate

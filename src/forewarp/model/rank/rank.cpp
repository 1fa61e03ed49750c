// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/rank/rank.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <map>

#include "forewarp/emulate/profile/placed_launch.hpp"
#include "forewarp/emulate/profile/stored.hpp"
#include "forewarp/frontend/kernel/kernel.hpp"
#include "forewarp/frontend/source/compiler.hpp"
#include "forewarp/model/machine_codes.hpp"
#include "forewarp/model/model.hpp"
#include "forewarp/model/rank/candidate_bytes.hpp"
#include "forewarp/model/rank/configure.hpp"
#include "forewarp/model/rank/groups.hpp"
#include "forewarp/model/rank/profile_store.hpp"
#include "forewarp/model/rank/results_store.hpp"
#include "forewarp/model/rank/trial.hpp"
#include "forewarp/support/distribute/each.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/stop_only.hpp"

namespace forewarp::rank {
namespace {

/// One line of what went wrong; of a compiler's refusal its first error, and which names it was given as macros.
std::string reason_of(std::string_view text, const kernel::Request& request, const Configuration& configuration) {
  std::string reason(text.substr(0, text.find('\n')));
  const std::size_t error = text.find("error:");
  if (error == std::string_view::npos || error < reason.size()) return reason;
  const std::size_t begin = text.rfind('\n', error) + 1;
  reason += fmt::format(": {}", text.substr(begin, text.find('\n', error) - begin));
  for (const auto& [name, value] : configuration)
    if (role_of(request, name) == Role::macro)
      reason += fmt::format("; {0} is varied as a macro (-D), --set {0}={1} makes it a size", name, value);
  return reason;
}

std::string shape_text(const Configuration& configuration) {
  std::string text;
  for (const auto& [name, value] : configuration) text += (text.empty() ? "" : " ") + name + "=" + value;
  return text;
}

/// What all configurations share while they are evaluated: one cache of compiled code and profiles
/// on disk, one compiler, one store of profiles and one of results, and the request to stop. It
/// lives as long as one ranking.
struct Workshop {
  std::shared_ptr<source::CacheStore> cache = std::make_shared<source::CacheStore>();
  StopOnly stop;
  source::Compiler compiler{cache, &stop};
  ProfileStore profiles{cache};
  ResultsStore results;
  explicit Workshop(const Progress* progress = nullptr) : stop(progress) {}
};

std::shared_ptr<const profile::Profile> profile_of(const RankOptions& options, Workshop& workshop,
                                                   const kernel::Kernel& kernel, unsigned warp_size) {
  profile::ProfileOptions profile_options = options.profile;
  profile_options.threads = 1;  // the cores are taken by other configurations
  profile_options.warp_size = warp_size;
  if (profile_options.registers == 0)
    profile::set_allocation(profile_options,
                            kernel::allocation_of(kernel, options.registers, workshop.cache.get(), &workshop.stop));
  return workshop.profiles.get(kernel, profile_options, &workshop.stop);
}

model::Prediction predicted(const RankOptions& options, Workshop& workshop, const kernel::Kernel& kernel,
                            const profile::Profile& profile, const device::DeviceSpec& device) {
  if (!options.machine_code) return model::predict(profile, device, options.caches, *options.model);
  model::MachineCodes codes(kernel, workshop.cache.get(), &workshop.stop);
  model::MachineWork code = codes.on(device, profile);
  if (options.profile.registers > 0 && code.registers > 0) code.registers = options.profile.registers;
  model::Prediction prediction =
      model::predict(model::summarise(profile), code, device, options.caches, *options.model);
  prediction.marks = profile.marks;
  return prediction;
}

/// The trials of each width of a warp; none for a space of one configuration, which has nothing to compare.
using Trials = std::map<unsigned, Trial>;

Trials trials_of(const RankOptions& options, std::span<const device::DeviceSpec> devices, std::size_t points,
                 const Workshop& workshop) {
  Trials trials;
  for (const device::DeviceSpec& device : devices) {
    if (points < 2 || trials.contains(device.warp_size)) continue;
    RankOptions of_width = options;
    of_width.device = device;
    trials.emplace(device.warp_size, Trial(of_width, workshop.cache));
  }
  return trials;
}

/// A configuration on several devices: what is compiled and launched is the same on all.
class Evaluation {
 public:
  Evaluation(const RankOptions& options, Workshop& workshop, const Trials& trials, std::span<Candidate> candidates)
      : options_(options), workshop_(workshop), trials_(trials), candidates_(candidates) {}

  void run(std::span<const device::DeviceSpec> devices) {
    const Configuration& configuration = candidates_.front().configuration;
    Refusal stage = Refusal::constraint;
    try {
      const kernel::Request request = configured(options_.request, configuration);
      const std::string broken = broken_constraint(options_.space, request, configuration);
      if (!broken.empty()) return refuse(Refusal::constraint, "breaks the constraint " + broken);
      stage = Refusal::code;
      const kernel::Kernel kernel = kernel::load(request, workshop_.compiler);
      describe(kernel);
      stage = Refusal::launch;
      for (std::size_t d = 0; d < devices.size(); ++d) run_on(devices[d], request, kernel, candidates_[d]);
    } catch (const InputError& error) {
      const bool of_compiler = std::string_view(error.what()).find("error:") != std::string_view::npos;
      if (stage == Refusal::code && !of_compiler) stage = Refusal::launch;
      refuse(stage, reason_of(error.what(), options_.request, configuration));
    }
  }

 private:
  void refuse(Refusal stage, const std::string& reason) {
    for (Candidate& candidate : candidates_) {
      candidate.reason = reason;
      candidate.refusal = stage;
    }
  }

  void describe(const kernel::Kernel& kernel) {
    const std::string key = profile::profile_key(kernel.code.ptx, kernel.launch, options_.profile);
    for (Candidate& candidate : candidates_) {
      candidate.grid = kernel.launch.grid;
      candidate.block = kernel.launch.block;
      candidate.entry = kernel.launch.entry;
      candidate.guesses = kernel.launch.notes;
      candidate.key = key;
    }
  }

  /// One device may refuse what others run.
  void run_on(const device::DeviceSpec& device, const kernel::Request& request, const kernel::Kernel& kernel,
              Candidate& candidate) {
    try {
      const auto profile = profile_of(options_, workshop_, kernel, device.warp_size);
      candidate.prediction = predicted(options_, workshop_, kernel, *profile, device);
      candidate.work = work_of(*profile);
      candidate.results = results(device.warp_size, request, kernel, *profile, candidate.key);
    } catch (const InputError& error) {
      candidate.prediction.reset();
      candidate.refusal = Refusal::launch;
      candidate.reason = reason_of(error.what(), options_.request, candidate.configuration);
    }
  }

  std::shared_ptr<const Results> results(unsigned warp_size, const kernel::Request& request,
                                         const kernel::Kernel& kernel, const profile::Profile& profile,
                                         const std::string& key) {
    const auto trial = trials_.find(warp_size);
    if (trial == trials_.end()) return nullptr;
    std::shared_ptr<const Results>& made = results_[warp_size];
    if (!made)
      made = std::make_shared<const Results>(
          trial->second.results(request, kernel, profile, key, workshop_.compiler, &workshop_.stop));
    return made;
  }

  const RankOptions& options_;
  Workshop& workshop_;
  const Trials& trials_;
  std::span<Candidate> candidates_;                             ///< one for each device
  std::map<unsigned, std::shared_ptr<const Results>> results_;  ///< by the width of a warp
};

/// Runs what must be run again so that all candidates can be compared. Every process of a team takes part; only the one
/// that coordinates has candidates, and says which points of the space those are.
void bring_together(const RankOptions& options, const Trial& trial, std::span<const Configuration> points,
                    std::span<Candidate* const> candidate_of, Workshop& workshop) {
  Trial::Again again = trial.again(candidate_of);
  if (options.team != nullptr) {
    const std::string told = options.team->tell(packed(again.level, again.candidates));
    unpack(told, again.level, again.candidates);
  }
  if (again.candidates.empty()) return;
  const auto make = [&](std::size_t i) -> std::optional<Results> {
    try {
      return trial.at_level(options, points[again.candidates[i]], again.level, workshop.compiler, &workshop.stop);
    } catch (const Interrupted&) {
      return std::nullopt;  // as it is
    }
  };
  const auto keep = [&](std::size_t i, Results results) {
    candidate_of[again.candidates[i]]->results =
        workshop.results.shared(std::make_shared<const Results>(std::move(results)));
  };
  distribute::each<Results>(options.team, {.count = again.candidates.size(),
                                           .make = make,
                                           .keep = keep,
                                           .threads = options.profile.threads,
                                           .progress = &workshop.stop});
}

/// The ranking of one device from its candidates in the order of the space, without those that were not evaluated.
Ranking ranking_of(const RankOptions& options, std::vector<Candidate> candidates, std::size_t points,
                   const Workshop& workshop) {
  Ranking ranking;
  ranking.candidates = std::move(candidates);
  ranking.evaluated = ranking.candidates.size();
  ranking.profiles_made = workshop.profiles.made();
  ranking.cancelled = ranking.evaluated < points;
  put_in_order(options, ranking);
  if (options.model != &model::default_model())
    ranking.notes.push_back(fmt::format("times are those of the {} model", options.model->name()));
  if (ranking.cancelled)
    ranking.notes.push_back(
        fmt::format("interrupted: {} of {} configurations were evaluated", ranking.evaluated, points));
  return ranking;
}

/// What all processes of a team evaluate, in the one that coordinates.
struct Evaluated {
  std::vector<std::vector<Candidate>> candidates;  ///< by point and device
  std::vector<char> done;                          ///< by point
};

/// Each point by one thread of one process.
Evaluated evaluate(const RankOptions& options, std::span<const device::DeviceSpec> devices,
                   std::span<const Configuration> points, const Trials& trials, Workshop& workshop,
                   Progress* progress) {
  Evaluated all{std::vector<std::vector<Candidate>>(points.size()), std::vector<char>(points.size(), 0)};
  std::atomic<std::size_t> count = 0;
  const auto make = [&](std::size_t i) -> std::optional<std::vector<Candidate>> {
    std::vector<Candidate> candidates(devices.size());
    for (Candidate& candidate : candidates) candidate.configuration = points[i];
    try {
      Evaluation(options, workshop, trials, candidates).run(devices);
    } catch (const Interrupted&) {
      return std::nullopt;
    }
    return candidates;
  };
  const auto keep = [&](std::size_t i, std::vector<Candidate> candidates) {
    for (Candidate& candidate : candidates) {
      candidate.configuration = points[i];
      candidate.results = workshop.results.shared(std::move(candidate.results));
    }
    all.candidates[i] = std::move(candidates);
    all.done[i] = 1;
    if (progress) progress->advance(++count, points.size(), shape_text(points[i]));
  };
  distribute::each<std::vector<Candidate>>(
      options.team,
      {.count = points.size(), .make = make, .keep = keep, .threads = options.profile.threads, .progress = progress});
  return all;
}

}  // namespace

/// Configurations are evaluated in parallel, each by one thread; what they share (compiler's cache,
/// profiles) is safe for threads. Results are written to the place of their configuration, so the
/// order of the ranking does not depend on which thread or process was first.
std::vector<Ranking> rank_each(const RankOptions& options, std::span<const device::DeviceSpec> devices,
                               Progress* progress) {
  const std::vector<Configuration> points = configurations(options.space);
  Workshop workshop(progress);
  const Trials trials = trials_of(options, devices, points.size(), workshop);
  Evaluated evaluated = evaluate(options, devices, points, trials, workshop, progress);
  std::vector<Ranking> rankings;
  for (std::size_t d = 0; d < devices.size(); ++d) {
    RankOptions of_device = options;
    of_device.device = devices[d];
    std::vector<Candidate*> candidate_of(points.size(), nullptr);
    for (std::size_t i = 0; i < points.size(); ++i)
      if (evaluated.done[i]) candidate_of[i] = &evaluated.candidates[i][d];
    if (const auto trial = trials.find(devices[d].warp_size); trial != trials.end())
      bring_together(of_device, trial->second, points, candidate_of, workshop);
    std::vector<Candidate> candidates;
    for (Candidate* candidate : candidate_of)
      if (candidate != nullptr) candidates.push_back(std::move(*candidate));
    rankings.push_back(ranking_of(of_device, std::move(candidates), points.size(), workshop));
  }
  return rankings;
}

Ranking rank(const RankOptions& options, Progress* progress) {
  return std::move(rank_each(options, {&options.device, 1}, progress).front());
}

Variant variant(const RankOptions& options, const Configuration& configuration) {
  Workshop workshop;
  kernel::Kernel kernel = kernel::load(configured(options.request, configuration), workshop.compiler);
  auto profile = profile_of(options, workshop, kernel, options.device.warp_size);
  return {std::move(kernel), std::move(profile)};
}

namespace {

/// The block that the request itself asks for, "32x8"; empty where it asks for none that there is.
std::string own_block(const kernel::Request& request) {
  const kernel::Described described = kernel::describe(request);
  if (!described.overrides.block && !described.description.block) return "";
  try {
    const launch::Dim3 block = launch::launch_without_arguments(described.description, described.overrides).block;
    if (block.y == 1 && block.z == 1) return fmt::format("{}", block.x);
    return block.z == 1 ? fmt::format("{}x{}", block.x, block.y) : fmt::format("{}x{}x{}", block.x, block.y, block.z);
  } catch (const InputError&) {
    return "";
  }
}

}  // namespace

Space space_of(const kernel::Request& request) {
  Space space;
  for (const launch::ParameterSpec& define : kernel::describe(request).description.defines) {
    if (define.sizes.size() < 2) continue;
    Dimension dimension{define.name, {}};
    for (const std::int64_t value : define.sizes) dimension.values.push_back(std::to_string(value));
    space.dimensions.push_back(std::move(dimension));
  }
  if (!space.dimensions.empty()) return space;
  space = default_space();
  std::vector<std::string>& blocks = space.dimensions.front().values;
  if (const std::string own = own_block(request); !own.empty() && std::ranges::find(blocks, own) == blocks.end())
    blocks.push_back(own);
  return space;
}

}  // namespace forewarp::rank

// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/rank/rank.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>

#include "forewarp/emulate/profile/placed_launch.hpp"
#include "forewarp/emulate/profile/stored.hpp"
#include "forewarp/frontend/kernel/kernel.hpp"
#include "forewarp/frontend/source/compiler.hpp"
#include "forewarp/model/machine_codes.hpp"
#include "forewarp/model/model.hpp"
#include "forewarp/model/rank/configure.hpp"
#include "forewarp/model/rank/groups.hpp"
#include "forewarp/model/rank/profile_store.hpp"
#include "forewarp/model/rank/trial.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/parallel.hpp"
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
/// on disk, one compiler, one store of profiles, and the request to stop. It lives as long as one
/// ranking.
struct Workshop {
  std::shared_ptr<source::CacheStore> cache = std::make_shared<source::CacheStore>();
  StopOnly stop;
  source::Compiler compiler{cache, &stop};
  ProfileStore profiles{cache};
  explicit Workshop(const Progress* progress = nullptr) : stop(progress) {}
};

Variant make(const RankOptions& options, Workshop& workshop, kernel::Kernel kernel) {
  profile::ProfileOptions profile_options = options.profile;
  profile_options.threads = 1;  // the cores are taken by other configurations
  profile_options.warp_size = options.device.warp_size;
  if (profile_options.registers == 0)
    profile::set_allocation(profile_options,
                            kernel::allocation_of(kernel, options.registers, workshop.cache.get(), &workshop.stop));
  auto profile = workshop.profiles.get(kernel, profile_options, &workshop.stop);
  return {std::move(kernel), std::move(profile)};
}

model::Prediction predicted(const RankOptions& options, Workshop& workshop, const Variant& made) {
  if (!options.machine_code) return model::predict(*made.profile, options.device, options.caches, *options.model);
  model::MachineCodes codes(made.kernel, workshop.cache.get(), &workshop.stop);
  model::MachineWork code = codes.on(options.device, *made.profile);
  if (options.profile.registers > 0 && code.registers > 0) code.registers = options.profile.registers;
  model::Prediction prediction =
      model::predict(model::summarise(*made.profile), code, options.device, options.caches, *options.model);
  prediction.marks = made.profile->marks;
  return prediction;
}

void evaluate(const RankOptions& options, Workshop& workshop, const Trial* trial, Candidate& candidate) {
  const kernel::Request request = configured(options.request, candidate.configuration);
  const std::string broken = broken_constraint(options.space, request, candidate.configuration);
  if (!broken.empty()) {
    candidate.reason = "breaks the constraint " + broken;
    return;
  }
  kernel::Kernel kernel = kernel::load(request, workshop.compiler);
  candidate.grid = kernel.launch.grid;
  candidate.block = kernel.launch.block;
  candidate.guesses = kernel.launch.notes;
  candidate.key = profile::profile_key(kernel.code.ptx, kernel.launch, options.profile);
  const Variant made = make(options, workshop, std::move(kernel));
  candidate.prediction = predicted(options, workshop, made);
  candidate.work = work_of(*made.profile);
  if (trial != nullptr)
    candidate.results = std::make_shared<const Results>(
        trial->results(request, made.kernel, *made.profile, candidate.key, workshop.compiler, &workshop.stop));
}

}  // namespace

/// Configurations are evaluated in parallel, each by one thread; what they share (compiler's cache,
/// profiles) is safe for threads. Results are written to the place of their configuration, so the
/// order of the ranking does not depend on which thread was first.
Ranking rank(const RankOptions& options, Progress* progress) {
  const std::vector<Configuration> points = configurations(options.space);
  std::vector<Candidate> candidates(points.size());
  std::vector<char> done(points.size(), 0);
  std::atomic<std::size_t> count = 0;
  Workshop workshop(progress);
  std::optional<Trial> trial;
  if (points.size() > 1) trial.emplace(options, workshop.cache);
  parallel_for(
      points.size(),
      [&](std::size_t i) {
        if (progress && progress->cancelled()) return;
        candidates[i].configuration = points[i];
        try {
          evaluate(options, workshop, trial ? &*trial : nullptr, candidates[i]);
        } catch (const InputError& error) {
          candidates[i].reason = reason_of(error.what(), options.request, points[i]);
        } catch (const Interrupted&) {
          return;
        }
        done[i] = 1;
        if (progress) progress->advance(++count, points.size(), shape_text(points[i]));
      },
      options.profile.threads);
  Ranking ranking;
  for (std::size_t i = 0; i < points.size(); ++i)
    if (done[i]) ranking.candidates.push_back(std::move(candidates[i]));
  ranking.evaluated = ranking.candidates.size();
  ranking.profiles_made = workshop.profiles.made();
  ranking.cancelled = ranking.evaluated < points.size();
  if (trial) trial->bring_together(options, ranking.candidates, workshop.compiler, &workshop.stop);
  put_in_order(options, ranking);
  if (options.model != &model::default_model())
    ranking.notes.push_back(fmt::format("times are those of the {} model", options.model->name()));
  if (ranking.cancelled)
    ranking.notes.push_back(
        fmt::format("interrupted: {} of {} configurations were evaluated", ranking.evaluated, points.size()));
  return ranking;
}

Variant variant(const RankOptions& options, const Configuration& configuration) {
  Workshop workshop;
  return make(options, workshop, kernel::load(configured(options.request, configuration), workshop.compiler));
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

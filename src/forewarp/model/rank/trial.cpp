// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/rank/trial.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <optional>
#include <span>

#include "forewarp/emulate/profile/stored.hpp"
#include "forewarp/frontend/launch/element.hpp"
#include "forewarp/frontend/launch/placement.hpp"
#include "forewarp/model/rank/configure.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::rank {
namespace {

/// The shape of a configuration's launch at other parameters.
class Shapes {
 public:
  explicit Shapes(kernel::Described described) : described_(std::move(described)) {}
  [[nodiscard]] launch::Parameters parameters() const {
    return launch::parameters_of(described_.description, described_.overrides);
  }
  [[nodiscard]] bool is_define(const std::string& name) const {
    return std::ranges::any_of(described_.description.defines,
                               [&](const launch::ParameterSpec& d) { return d.name == name; });
  }
  /// Nothing where there is no such launch.
  [[nodiscard]] std::optional<launch::Launch> at(const launch::Parameters& changed) const {
    launch::Overrides overrides = described_.overrides;
    for (const auto& [name, value] : changed) overrides.set[name] = value;
    try {
      return launch::launch_without_arguments(described_.description, overrides);
    } catch (const InputError&) {
      return std::nullopt;
    }
  }

 private:
  kernel::Described described_;
};

/// The first configurations of a space, until one has a shape.
std::optional<Shapes> first_shapes(const RankOptions& options) {
  constexpr std::size_t max_tried = 16;
  const std::vector<Configuration> points = configurations(options.space);
  for (std::size_t i = 0; i < std::min(points.size(), max_tried); ++i) {
    try {
      Shapes shapes(kernel::describe(configured(options.request, points[i])));
      if (shapes.at({})) return shapes;
    } catch (const InputError&) {
      continue;
    }
  }
  return std::nullopt;
}

std::string problem_of(const std::vector<std::string>& settings) { return fmt::format("{}", fmt::join(settings, " ")); }

/// Whether all that the code loads from constant memory are real numbers, and of which type.
ptx::Type real_constants(const ptx::Module& module) {
  ptx::Type type = ptx::Type::none;
  for (const ptx::Function& f : module.functions)
    for (const ptx::Instruction& i : f.body) {
      if (i.opcode != ptx::Opcode::ld || i.space != ptx::StateSpace::const_) continue;
      if (!launch::is_real(i.type()) || (type != ptx::Type::none && type != i.type())) return ptx::Type::none;
      type = i.type();
    }
  return type;
}

/// With zeros in a filter, all results are zeros, whatever the kernel leaves out of its work. So __constant__ arrays
/// that were not described get numbers from 0 to 1, where the code reads real numbers alone: they decide no loop.
launch::Launch with_real_constants(const ptx::Module& module, launch::Launch launch) {
  const ptx::Type type = real_constants(module);
  if (type == ptx::Type::none) return launch;
  for (const ptx::Variable& v : module.variables) {
    const auto given = [&](const launch::Argument& c) { return c.name == v.name; };
    if (v.space != ptx::StateSpace::const_ || !v.initial.empty() || v.linkage == ".extern") continue;
    if (std::ranges::any_of(launch.constants, given) || v.bytes() % ptx::size_of(type) != 0) continue;
    launch::Buffer values{.element = type, .count = v.bytes() / ptx::size_of(type), .fill = {}};
    values.fill.kind = launch::FillKind::uniform;
    launch.constants.push_back({.name = std::string(v.name), .value = values});
  }
  return launch;
}

/// For the names of cached results.
const char* name_of(Extent extent) {
  switch (extent) {
    case Extent::first_block:
      return "first";
    case Extent::smaller_problem:
      return "smaller";
    case Extent::whole:
    case Extent::nothing:
      return "whole";
  }
  return "";
}

struct Reducible {
  launch::Parameters sizes, others;  ///< those that the grid follows, and the rest
};

/// A parameter may be made smaller if half of it gives a launch with the same block and shared
/// memory. If the grid shrinks with it, it is a size; else it only changes how much each thread
/// does. n in a grid of ceil(n / 256) is a size, the number of iterations is one of the others.
Reducible reducible(const RankOptions& options, const Shapes& shapes) {
  Reducible found;
  const launch::Launch whole = *shapes.at({});
  for (const auto& [name, value] : shapes.parameters()) {
    const bool varied =
        std::ranges::any_of(options.space.dimensions, [&](const Dimension& d) { return d.name == name; });
    if (varied || shapes.is_define(name) || value < 2) continue;
    const auto half = shapes.at({{name, value / 2}});
    if (!half || half->block != whole.block || half->dynamic_shared_bytes != whole.dynamic_shared_bytes) continue;
    (half->grid.count() < whole.grid.count() ? found.sizes : found.others)[name] = value;
  }
  return found;
}

}  // namespace

/// Sizes are divided by a common power of two, so that a problem of 4096 x 2048 keeps its shape
/// (128 x 64), and others are halved until they are at most 256. Stops where the launch has few
/// enough threads or would not exist.
std::vector<std::string> smaller_problem(const RankOptions& options, std::uint64_t threads) {
  constexpr std::int64_t min_size = 2, min_other = 256;
  const auto shapes = first_shapes(options);
  if (!shapes) return {};
  const Reducible parameters = reducible(options, *shapes);
  launch::Parameters chosen;
  for (const auto& [name, value] : parameters.others)
    for (std::int64_t v = value; v > min_other; v /= 2) chosen[name] = v / 2;
  if (!shapes->at(chosen)) chosen.clear();
  for (unsigned halvings = 1; halvings < 40; ++halvings) {
    const auto now = shapes->at(chosen);
    if (!now || now->grid.count() * now->block.count() <= threads) break;
    launch::Parameters next = chosen;
    for (const auto& [name, value] : parameters.sizes)
      next[name] = std::max(value >> halvings, std::min(value, min_size));
    if (next == chosen || !shapes->at(next)) break;
    chosen = next;
  }
  std::vector<std::string> settings;
  for (const auto& [name, value] : chosen) settings.push_back(fmt::format("{}={}", name, value));
  return settings;
}

Trial::Trial(const RankOptions& options, std::shared_ptr<source::CacheStore> cache)
    : options_(options.profile), cache_(std::move(cache)) {
  options_.warp_size = options.device.warp_size;
  // Threads of up to 2400, 20,000 and 150,000 instructions.
  constexpr std::uint64_t usual = 8192, few = 1024, fewest = 128;
  for (const std::uint64_t threads : {usual, few, fewest})
    if (auto settings = smaller_problem(options, threads); !settings.empty()) smaller_.push_back(std::move(settings));
}

/// Results are cached by the digest of code and launch; a launch that could not be run is cached as
/// nothing, so that the next ranking does not spend the budget again.
Results Trial::run(const ptx::Module& module, const launch::Launch& given, const std::string& key, Extent extent,
                   Progress* progress, std::uint64_t budget) const {
  const launch::Launch launch = with_real_constants(module, given);
  const bool filled = launch.constants.size() > given.constants.size();
  const std::string name = fmt::format("{}.{}{}.results", key, name_of(extent), filled ? ".constants" : "");
  std::optional<Results> found;
  if (const auto text = cache_->get(name)) found = results_from(*text);
  if (!found) {
    constexpr std::array<std::uint64_t, 1> first{0};
    const std::span<const std::uint64_t> blocks =
        extent == Extent::first_block ? first : std::span<const std::uint64_t>();
    found = results_of(module, launch, options_.warp_size, budget / options_.warp_size, blocks, progress);
    if (!found) found.emplace();
    found->extent = found->threads > 0 ? extent : Extent::nothing;
    cache_->put(name, stored_text(*found));
  }
  if (found->extent == Extent::nothing) return {};
  found->extent = extent;
  return std::move(*found);
}

Results Trial::run_smaller(const kernel::Request& configured, const std::vector<std::string>& settings,
                           source::Compiler& compiler, Progress* progress) const {
  kernel::Request request = configured;
  request.set.insert(request.set.end(), settings.begin(), settings.end());
  try {
    const kernel::Kernel small = kernel::load(request, compiler);
    const std::string key = profile::profile_key(small.code.ptx, small.launch, options_);
    // The smallest problem that there is may be a little too large: of 1024 threads, say, where 128 are meant.
    const std::uint64_t budget = (settings == smaller_.back() ? 2 : 1) * trial_budget;
    Results results = run(*small.module, small.launch, key, Extent::smaller_problem, progress, budget);
    results.problem = problem_of(settings);
    return results;
  } catch (const InputError&) {
    return {};
  }
}

/// The strongest comparison that the budget allows: the whole launch, the same kernel at a smaller
/// problem, or its first block.
Results Trial::results(const kernel::Request& configured, const kernel::Kernel& kernel, const profile::Profile& profile,
                       const std::string& key, source::Compiler& compiler, Progress* progress) const {
  // Results are compared by buffers that stand anywhere.
  if (!launch::read_placement(kernel.description.file).empty()) return {};
  const auto most = static_cast<double>(trial_budget) / options_.warp_size;
  if (profile.warp_instructions <= most) return run(*kernel.module, profile.launch, key, Extent::whole, progress);
  for (const std::vector<std::string>& settings : smaller_) {
    Results results = run_smaller(configured, settings, compiler, progress);
    if (results.extent != Extent::nothing) return results;
  }
  if (!smaller_.empty()) return {};
  const auto blocks = static_cast<double>(std::max<std::uint64_t>(1, profile.launch.grid.count()));
  if (profile.warp_instructions / blocks > most) return {};
  return run(*kernel.module, profile.launch, key, Extent::first_block, progress);
}

/// Results at different problems cannot be compared. If some candidates could only be run at n=128,
/// all that were run at another size are run again at n=128: the smallest that any of them needed.
Trial::Again Trial::again(std::span<Candidate* const> candidates) const {
  std::optional<std::size_t> smallest;
  for (const Candidate* c : candidates)
    for (std::size_t level = 0; level < smaller_.size(); ++level)
      if (c && c->results && c->results->problem == problem_of(smaller_[level]) && (!smallest || level > *smallest))
        smallest = level;
  if (!smallest) return {};
  Again again{.level = *smallest, .candidates = {}};
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (candidates[i] == nullptr) continue;
    const auto& results = candidates[i]->results;
    if (results && results->extent != Extent::nothing && results->problem != problem_of(smaller_[*smallest]))
      again.candidates.push_back(i);
  }
  return again;
}

Results Trial::at_level(const RankOptions& options, const Configuration& configuration, std::size_t level,
                        source::Compiler& compiler, Progress* progress) const {
  return run_smaller(configured(options.request, configuration), smaller_.at(level), compiler, progress);
}

}  // namespace forewarp::rank

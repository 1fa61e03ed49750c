// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/advise/advise.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "forewarp/frontend/analysis/liveness.hpp"
#include "forewarp/model/advise/remedy.hpp"
#include "forewarp/model/model.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::advise {
namespace {

/// Of interest where some are spilled: a frame has more places than values that are alive at once.
std::uint32_t live_registers(const Situation& s, const ptx::Module& module) {
  if (!(s.profile.spills.load_bytes > 0)) return 0;
  const ptx::Function* entry = module.find(s.profile.launch.entry);
  return entry != nullptr ? analysis::estimate_registers(module, *entry) : 0;
}

/// Prediction with all remedies of the strategy applied in order; nothing where none applies or the
/// result cannot run. Each remedy works on the profile that the one before has left: tiling with
/// shared memory and then with registers is worth more than the product of both, or less, and only
/// the model knows which.
std::optional<model::Prediction> predict_mended(const Situation& s, const ptx::Module& module,
                                                const Strategy& strategy) {
  Mended now{s.profile, s.device, s.demand.caches, live_registers(s, module)};
  bool changed = false;
  for (const std::string& remedy : strategy.remedies) {
    std::optional<Mended> better = mend(remedy, now);
    if (!better) continue;
    now = std::move(*better);
    changed = true;
  }
  if (!changed) return std::nullopt;
  try {
    return predict_changed(s, now.profile, now.device, now.caches);
  } catch (const InputError&) {
    return std::nullopt;  // more registers or larger blocks than the device allows
  }
}

/// The range of the gain covers the ends of both predictions and half of the predicted improvement.
/// Example: before 10 us (8 to 13), after 6 us (5 to 9). The gain is 10/6 = 1.67; the other
/// quotients are 8/5 = 1.60, 13/9 = 1.44 and, if only half of the cause can be removed, 10/8 =
/// 1.25. So 1.67, from 1.25 to 1.67. Ends are divided by ends of the same kind, since the same
/// assumption is too kind to both.
void add_worth(Suggestion& suggestion, const model::Prediction& before, const model::Prediction& after) {
  suggestion.gain = before.time_s / after.time_s;
  const std::array<double, 4> gains = {before.low_s / after.low_s, before.high_s / after.high_s, suggestion.gain,
                                       2 * before.time_s / (before.time_s + after.time_s)};
  suggestion.low = std::max(1.0, *std::ranges::min_element(gains));
  suggestion.high = *std::ranges::max_element(gains);
  suggestion.limiter_after = after.limiter;
}

/// The first kind of cause that has a place in this kernel; a strategy lists them from the most to
/// the least telling.
std::vector<Cause> causes_of(const Strategy& strategy, const Situation& s, const ptx::Module& module) {
  for (const std::string& name : strategy.where) {
    std::vector<Cause> causes = find_causes(name, s, module);
    if (!causes.empty()) return causes;
  }
  return {};
}

/// Whether the strategy changes numbers at the launch and no line of the kernel.
bool is_shape_only(const Strategy& strategy) {
  return std::ranges::all_of(strategy.where,
                             [](const std::string& cause) { return cause == "occupancy" || cause == "grid"; });
}

std::optional<Suggestion> suggestion_of(const Strategy& strategy, const Situation& s, const ptx::Module& module) {
  const std::optional<model::Prediction> after = predict_mended(s, module, strategy);
  if (!after) return std::nullopt;
  Suggestion suggestion{strategy.id, strategy.title, strategy.what, {}, 1, 1, 1, ""};
  add_worth(suggestion, s.prediction, *after);
  if (suggestion.gain < min_gain) return std::nullopt;
  suggestion.causes = causes_of(strategy, s, module);
  if (suggestion.causes.empty()) return std::nullopt;
  suggestion.shape_only = is_shape_only(strategy);
  return suggestion;
}

std::string verdict_of(const Advice& advice) {
  const Limiter& l = advice.limiter;
  const double percent = 100 * l.share;
  const char* none = advice.suggestions.empty() ? ", and no known remedy applies" : "";
  switch (l.bound) {
    case Bound::memory:
    case Bound::compute:
      if (advice.suggestions.empty())
        return fmt::format("nothing to gain that we can point to: {:.0f} % of the {} bound is reached", percent,
                           l.resource);
      return fmt::format("{}-bound: {} is busy {:.0f} % of the time", name_of(l.bound), l.resource, percent);
    case Bound::latency:
      return fmt::format("latency-bound{}: the busiest resource, {}, is busy {:.0f} % of the time", none, l.resource,
                         percent);
    case Bound::launch:
      return fmt::format("launch-bound{}: {:.0f} % of the time is the overhead of launching", none, percent);
  }
  return "";
}

/// Another block size or grid is tried quickly, so it precedes changes to the code whose gain is
/// less than min_gain times its own. An insertion sort that only lets launch-shape suggestions move
/// up: with min_gain 1.05, a block size worth 1.50 passes a change worth 1.55 (1.50 * 1.05 = 1.575)
/// and stays behind one worth 1.60.
void launch_shape_first(std::vector<Suggestion>& all) {
  for (std::size_t i = 1; i < all.size(); ++i)
    for (std::size_t j = i; j > 0 && all[j].shape_only && !all[j - 1].shape_only; --j) {
      if (all[j - 1].gain >= min_gain * all[j].gain) break;
      std::swap(all[j - 1], all[j]);
    }
}

}  // namespace

/// A strategy is suggested if its condition holds, the prediction with its remedies is at least min_gain times faster,
/// and a place in the kernel can be named.
Advice advise(const Situation& s, const ptx::Module& module, const std::vector<Strategy>& strategies) {
  Advice advice{limiter(s.prediction), s.prediction, {}, ""};
  const table::Table row = as_table(quantities(s));
  for (const Strategy& strategy : strategies) {
    if (strategy.when.rows_where(row).empty()) continue;
    if (std::optional<Suggestion> found = suggestion_of(strategy, s, module))
      advice.suggestions.push_back(std::move(*found));
  }
  std::stable_sort(advice.suggestions.begin(), advice.suggestions.end(),
                   [](const Suggestion& a, const Suggestion& b) { return a.gain > b.gain; });
  launch_shape_first(advice.suggestions);
  if (advice.suggestions.size() > max_suggestions) advice.suggestions.resize(max_suggestions);
  advice.verdict = verdict_of(advice);
  return advice;
}

}  // namespace forewarp::advise

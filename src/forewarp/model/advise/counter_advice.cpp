// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/advise/counter_advice.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "forewarp/model/advise/advise.hpp"
#include "forewarp/model/advise/counter_cause.hpp"

namespace forewarp::advise {
namespace {

/// For each quantity that the condition hangs on, the metrics that would decide it and are not
/// there yet.
std::string why_undecided(const Decision& decision, const Metrics& metrics) {
  std::vector<std::string> reasons;
  for (const std::string& quantity : decision.missing) {
    std::vector<std::string> would = metrics_for(quantity);
    std::erase_if(would, [&](const std::string& name) { return metrics.contains(name); });
    reasons.push_back(would.empty() ? fmt::format("no counter measures '{}'", quantity)
                                    : fmt::format("'{}' is open: measure {}", quantity, fmt::join(would, ", ")));
  }
  return fmt::format("{}", fmt::join(reasons, "; "));
}

std::optional<CounterCause> cause_of(const Strategy& strategy, const Ranges& known) {
  for (const std::string& name : strategy.where)
    if (std::optional<CounterCause> cause = counter_cause(name, known)) return cause;
  return std::nullopt;
}

std::string why_no_cause(const Strategy& strategy) {
  return fmt::format("the condition holds, but no counter points to its cause ({})", fmt::join(strategy.where, ", "));
}

/// The only gain that counters determine: that of a graph, which saves half of the launch overhead
/// (work_remedies.cpp). A share of 40 % gives 1 / (1 - 0.2) = 1.25. Every other remedy changes
/// counts in a way that only a profile of the kernel shows.
std::optional<double> gain_of(const Strategy& strategy, const Ranges& known) {
  if (strategy.remedies != std::vector<std::string>{"fused"}) return std::nullopt;
  const auto share = known.find("launch_share");
  if (share == known.end() || !share->second.is_exact() || share->second.low > 1) return std::nullopt;
  return 1 / (1 - 0.5 * share->second.low);
}

/// Excesses at the upper end of the range that an efficiency allows. An efficiency of 50 % alone
/// leaves open whether warps touch twice the sectors or whether their lanes are half idle; the
/// former is what a reader should look at first, with the metric that decides it.
Ranges at_worst(Ranges known) {
  for (const char* name : {"load_excess", "store_excess", "conflict_excess"}) {
    const auto at = known.find(name);
    if (at != known.end() && std::isfinite(at->second.high)) at->second = Range::exactly(at->second.high);
  }
  return known;
}

std::optional<CounterSuggestion> suggestion(const Strategy& strategy, const Ranges& known) {
  const std::optional<CounterCause> cause = cause_of(strategy, known);
  if (!cause) return std::nullopt;
  return CounterSuggestion{strategy.id, strategy.title,  strategy.what,
                           cause->what, cause->concerns, gain_of(strategy, known)};
}

/// Undecided from the measured counters, but satisfied if the excesses are as large as they can be.
std::optional<CounterSuggestion> likely(const Strategy& strategy, const Decision& decision, const Metrics& metrics,
                                        const Ranges& known) {
  const Ranges worst = at_worst(known);
  if (decide(strategy.when, worst).truth != Truth::yes) return std::nullopt;
  std::optional<CounterSuggestion> found = suggestion(strategy, worst);
  if (!found) return std::nullopt;
  found->cause += ", at most";
  found->to_be_sure = why_undecided(decision, metrics);
  return found;
}

/// Sorts a strategy into suggested, not needed or not judged (with the counters that would decide
/// it). Conditions are evaluated in three-valued logic (range.hpp): what was not measured is a
/// range and not a guess.
void judge(CounterAdvice& advice, const Strategy& strategy, const Metrics& metrics, const Ranges& known) {
  const Decision decision = decide(strategy.when, known);
  if (decision.truth == Truth::no) {
    advice.not_needed.push_back(strategy.id);
  } else if (decision.truth == Truth::undecided) {
    if (auto possible = likely(strategy, decision, metrics, known))
      advice.suggestions.push_back(std::move(*possible));
    else
      advice.unjudged.push_back({strategy.id, strategy.title, why_undecided(decision, metrics)});
  } else if (auto found = suggestion(strategy, known)) {
    advice.suggestions.push_back(std::move(*found));
  } else {
    advice.unjudged.push_back({strategy.id, strategy.title, why_no_cause(strategy)});
  }
}

std::string verdict_of(const std::optional<Limiter>& limiter, const Metrics& metrics) {
  if (!limiter)
    return fmt::format(
        "the limiter is not known: nothing that was measured is busy {:.0f} % of the time, and {} were not "
        "measured",
        100 * saturated, fmt::join(unmeasured(metrics), ", "));
  const double percent = 100 * limiter->share;
  if (limiter->bound == Bound::launch)
    return fmt::format("launch-bound: {:.0f} % of the time are the overhead of launching", percent);
  if (limiter->bound == Bound::latency)
    return fmt::format("latency-bound: the busiest resource measured, {}, is busy {:.0f} % of the time",
                       limiter->resource, percent);
  return fmt::format("{}-bound: {}, the busiest resource measured, is busy {:.0f} % of the time",
                     name_of(limiter->bound), limiter->resource, percent);
}

}  // namespace

CounterAdvice advise(const Metrics& metrics, const device::DeviceSpec& device,
                     const std::vector<Strategy>& strategies) {
  CounterAdvice advice;
  advice.limiter = limiter(metrics, device.launch_overhead_s);
  advice.verdict = verdict_of(advice.limiter, metrics);
  const Ranges known = ranges(metrics, device);
  for (const Strategy& strategy : strategies) judge(advice, strategy, metrics, known);
  // Decided ones before likely ones; then by the share of the time that they concern, unknown
  // shares last.
  std::ranges::stable_sort(advice.suggestions, [](const CounterSuggestion& a, const CounterSuggestion& b) {
    if (a.to_be_sure.empty() != b.to_be_sure.empty()) return a.to_be_sure.empty();
    return a.concerns.value_or(-1) > b.concerns.value_or(-1);
  });
  if (advice.suggestions.size() > max_suggestions) advice.suggestions.resize(max_suggestions);
  return advice;
}

}  // namespace forewarp::advise

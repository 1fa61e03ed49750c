// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What to change in a kernel of which there is nothing but a profiler's counters: every strategy is judged one of
/// three ways, and none has a gain that counters cannot determine.
///
///     advised       the condition holds for any value of what was not measured, and a counter shows the cause (a
///                   figure, not a line: counters know no lines)
///     likely        the condition holds at the upper end of an excess that an efficiency bounds: gld_efficiency 25 %
///                   is 4 times the sectors needed where every lane loads, and less where few do. After the advised
///     not needed    the condition fails for any value of what was not measured
///     not judged    the condition depends on what was not measured or on what no counter shows, or it holds and no
///                   counter shows the cause
///
/// Ordered by the share of the time that the cause concerns: the resource that it loads is busy for a share u, and
/// the part w of that load is the cause's: u w. Where that is not known, in the strategies' order and last.
///
///     gain of "fused"     T / (T - overhead), T the measured time: without its launch the kernel takes the rest
#include <optional>
#include <string>
#include <vector>

#include "forewarp/model/advise/measured.hpp"
#include "forewarp/model/advise/strategy.hpp"

namespace forewarp::advise {

struct CounterSuggestion {
  std::string id, title, what, cause;
  std::optional<double> concerns;  ///< share of the time
  std::optional<double> gain;
  std::string to_be_sure = {};  ///< what is to be measured where it is only likely; empty where it is advised
};
struct Unjudged {
  std::string id, title, why;
};

struct CounterAdvice {
  std::optional<Limiter> limiter;
  std::string verdict;                         ///< one sentence
  std::vector<CounterSuggestion> suggestions;  ///< five at most
  std::vector<std::string> not_needed;         ///< ids
  std::vector<Unjudged> unjudged;
};

[[nodiscard]] CounterAdvice advise(const Metrics& metrics, const device::DeviceSpec& device,
                                   const std::vector<Strategy>& strategies);

}  // namespace forewarp::advise

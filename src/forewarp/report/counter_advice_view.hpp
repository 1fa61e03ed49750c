// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Advice from a profiler's counters, a launch and a device each: for people, as JSON, as CSV.
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>

#include "forewarp/model/advise/counter_advice.hpp"

namespace forewarp::report {

struct LaunchAdvice {
  std::string kernel, id, device;  ///< id: the profiler's
  std::size_t launches = 1;        ///< of that kernel in the file, of which this is the longest
  advise::CounterAdvice advice;
};

[[nodiscard]] std::string counter_advice_text(std::span<const LaunchAdvice> all);
/// An array of {"kernel", "id", "launches", "device", "bound", "resource", "share" (null where not known), "verdict",
/// "suggestions": [{"id", "title", "what", "cause", "concerns", "gain" (null where counters do not determine it)}],
/// "not_needed": [ids], "not_judged": [{"id", "title", "why"}]}.
[[nodiscard]] nlohmann::json counter_advice_json(std::span<const LaunchAdvice> all);
/// One line a strategy: kernel,id,device,bound,resource,share,strategy,judgement,gain,reason.
[[nodiscard]] std::string counter_advice_csv(std::span<const LaunchAdvice> all);

}  // namespace forewarp::report

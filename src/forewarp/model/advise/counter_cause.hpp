// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Causes that a counter shows: a figure in place of the lines of cause.hpp.
#include <optional>
#include <string>
#include <string_view>

#include "forewarp/model/advise/measured.hpp"

namespace forewarp::advise {

struct CounterCause {
  std::string what;                ///< "loads move 8 times the sectors needed"
  std::optional<double> concerns;  ///< share of the time; nothing where the resource was not measured
};

/// Whether any counter can show a cause of that name at all.
[[nodiscard]] bool is_shown_by_counters(std::string_view cause);
/// Nothing where the ranges do not show it.
[[nodiscard]] std::optional<CounterCause> counter_cause(std::string_view cause, const Ranges& ranges);

}  // namespace forewarp::advise

// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A condition whose quantities are known in part: each an interval, the answer yes, no or undecided.
///
///     known         [a, a]        one-sided     [a, inf)        unknown     (-inf, inf)
///     truths        no = [0, 0], yes = [1, 1], undecided = [0, 1]; and is the smaller, or the larger of both ends
///     (Kleene)
///
/// So `load_excess > 1.25 or reload > 2` is yes as soon as one of the two must be, and no only where neither can be.
#include <functional>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "forewarp/support/table/expression.hpp"

namespace forewarp::advise {

struct Range {
  double low = -std::numeric_limits<double>::infinity(), high = std::numeric_limits<double>::infinity();
  [[nodiscard]] static Range exactly(double value) { return {value, value}; }
  [[nodiscard]] static Range at_least(double low) { return {low, std::numeric_limits<double>::infinity()}; }
  [[nodiscard]] bool is_exact() const { return low == high; }
  friend bool operator==(const Range&, const Range&) = default;
};

using Ranges = std::map<std::string, Range, std::less<>>;

enum class Truth { no, yes, undecided };
struct Decision {
  Truth truth{};
  std::vector<std::string>
      missing;  ///< where undecided: the quantities that it hangs on, in the order of the condition
};

/// Evaluates the condition for these; a name that is not among them is unknown.
[[nodiscard]] Decision decide(const table::RowExpression& condition, const Ranges& known);

}  // namespace forewarp::advise

// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What to change in a kernel and what each change is worth, best first, never more than five.
///
///     gain = T / T'        T the bounds model's time, T' with the strategy's remedies applied to the profile
///     range                the same quotient with the optimistic and the pessimistic assumptions, and half of the
///     cause left:
///                          T / ((T + T') / 2) below
///
/// A strategy is given when its condition holds, a cause is found that it can point to, and its gain is at least 5 %.
#include <string>
#include <vector>

#include "forewarp/model/advise/cause.hpp"
#include "forewarp/model/advise/limiter.hpp"
#include "forewarp/model/advise/quantities.hpp"
#include "forewarp/model/advise/strategy.hpp"

namespace forewarp::advise {

inline constexpr std::size_t max_suggestions = 5;
inline constexpr double min_gain = 1.05;

struct Suggestion {
  std::string id, title, what;
  std::vector<Cause> causes;
  double gain = 1, low = 1, high = 1;
  std::string limiter_after;  ///< the limiter predicted then
  bool shape_only = false;    ///< block and grid change, the code does not
};

struct Advice {
  Limiter limiter;
  model::Prediction prediction;
  std::vector<Suggestion> suggestions;  ///< may be empty: verdict distinguishes no gain from no knowledge
  std::string verdict;                  ///< one sentence
};

/// Throws InputError where a strategy is broken.
[[nodiscard]] Advice advise(const Situation& situation, const ptx::Module& module,
                            const std::vector<Strategy>& strategies);

}  // namespace forewarp::advise

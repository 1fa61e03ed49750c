// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Predicted against measured times of a space.
///
///     measured: 60 configurations; Spearman 0.912; median error 14 %, 9 % after division by the bias 1.11; 92 % in the
///     range
///     predicted best: 3.61 ms measured, place 4 of 60; measured best: 3.42 ms; regret 5.6 %, 0.8 % of the first ten
///     measured best is TILE=16 block=256
///
///     value     configurations  bias  error
///     TILE=8    20              0.94  12 %
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "forewarp/model/rank/tuner/agreement.hpp"

namespace forewarp::report {

[[nodiscard]] std::string agreement_text(const rank::Agreement& agreement, const rank::Space& space);
[[nodiscard]] nlohmann::json agreement_json(const rank::Agreement& agreement);

}  // namespace forewarp::report

// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Scoreboard rows as text and JSON.
///
///     id                     what                               ours   other  target          note
///     emulator.matmul.rate   thread-instructions per second...  152 x         >= 100 x  met
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "forewarp/support/score.hpp"

namespace forewarp::report {

[[nodiscard]] std::string scores_text(const std::vector<Score>& scores);
/// An array of {"id", "what", "unit", "ours", "other", "target", "better", "met", "note"}; other is null without one.
[[nodiscard]] nlohmann::json scores_json(const std::vector<Score>& scores);

}  // namespace forewarp::report

// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// One line of a scoreboard: our figure beside another's, with the target and whether it is met. ./dev bench and
/// forewarp reproduce print them; nothing is left out because it looks bad.
#include <limits>
#include <string>

namespace forewarp {

enum class Better { lower, higher };

struct Score {
  std::string id, what, unit;
  double ours = 0;
  double other = std::numeric_limits<double>::quiet_NaN();  ///< the peer's or the paper's figure, NaN without one
  double target = 0;
  Better better = Better::lower;
  std::string note = {};
  /// Compared with times of a model in place of a device's: shows that the way works, and meets no target.
  bool synthetic = false;
  [[nodiscard]] bool met() const { return !synthetic && (better == Better::lower ? ours <= target : ours >= target); }
  /// "met", "MISSED" or "synthetic".
  [[nodiscard]] const char* verdict() const { return synthetic ? "synthetic" : met() ? "met" : "MISSED"; }
};

}  // namespace forewarp

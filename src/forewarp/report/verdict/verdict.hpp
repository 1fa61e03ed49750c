// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What became of one thing that the user demands of a program: an expectation, a kernel of a baseline, a check.
#include <string>
#include <vector>

namespace forewarp::report {

struct Verdict {
  std::string group;   ///< "program", "expectation", "baseline" or "check"
  std::string name;    ///< of the thing: "reduce < 120us"
  std::string device;  ///< empty where it is of no device
  bool passed = true;
  std::string message;  ///< what was expected and what was found; several lines where much was found
  double seconds = 0;   ///< the time that is judged, where there is one
};

[[nodiscard]] bool all_passed(const std::vector<Verdict>& verdicts);

/// One line per verdict, those that failed first:
///
///     not met  reduce < 120us: 135 us predicted (98.0 us to 180 us) [H100]
///     met      copies < 10%: 0.21 ms predicted, 10% are 1.31 ms [H100]
[[nodiscard]] std::string verdicts_text(const std::vector<Verdict>& verdicts);

}  // namespace forewarp::report

// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/report/verdict/verdict.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace forewarp::report {

bool all_passed(const std::vector<Verdict>& verdicts) { return std::ranges::all_of(verdicts, &Verdict::passed); }

std::string verdicts_text(const std::vector<Verdict>& verdicts) {
  std::string text;
  for (const bool passed : {false, true})
    for (const Verdict& v : verdicts)
      if (v.passed == passed)
        text += fmt::format("{}  {}: {}{}\n", passed ? "met    " : "not met", v.name, v.message,
                            v.device.empty() ? "" : fmt::format(" [{}]", v.device));
  return text;
}

}  // namespace forewarp::report

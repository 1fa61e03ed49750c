// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What exec says of a program that has run: the summary, its page (--report) and all advice (--advise).
#include <string>

#include "forewarp/runtime/run_program.hpp"

namespace forewarp::tool {

struct ExecOutput {
  bool json = false, csv = false;
  bool advise = false;  ///< all suggestions, not the first alone
  std::string report;   ///< the file of the page; empty for none
  /// Whether the recording must have profiles.
  [[nodiscard]] bool needs_details() const { return advise || !report.empty(); }
};

/// options: those of the run.
void print_program(const ExecOutput& output, const runtime::ProgramRun& run, const runtime::Options& options);

}  // namespace forewarp::tool

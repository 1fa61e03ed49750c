// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What forewarp exec demands of a program: expectations, a baseline, checks; and the files that are written of it.
#include <optional>
#include <string>
#include <vector>

#include "command.hpp"
#include "forewarp/report/verdict/baseline.hpp"
#include "forewarp/runtime/run_program.hpp"
#include "forewarp/support/expression/tree.hpp"

namespace forewarp::tool {

struct VerdictOptions {
  std::vector<std::string> expectations, checks;
  std::string save_baseline, against, tolerance = "5%", junit;

  // From these, once the command line has been read.
  std::vector<expression::Tree> parsed;
  std::optional<report::Baseline> baseline;
  double allowed = 0;
};

void add_verdict_options(const Command& command, VerdictOptions& options);

/// Before the program runs: reads expectations, tolerance and baseline, and tells the run what to check. Throws
/// InputError for what is wrong with them.
void prepare_verdicts(VerdictOptions& options, runtime::RunOptions& run);

/// "SIGSEGV (Segmentation fault)".
[[nodiscard]] std::string signal_text(int signal);

/// Prints what became of the demands on standard error, writes the files, and returns the exit status: 4 where a check
/// found something; else that of a program that failed; else 4 where a demand is not met.
[[nodiscard]] int judge_program(const VerdictOptions& options, const std::string& program,
                                const runtime::RunOptions& run_options, const runtime::ProgramRun& run);

}  // namespace forewarp::tool

// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The times of a program's kernels, kept in a file of JSON, to be compared with those of a later version of it.
#include <filesystem>
#include <string>
#include <vector>

#include "forewarp/report/verdict/program_measures.hpp"
#include "forewarp/report/verdict/verdict.hpp"

namespace forewarp::report {

struct Baseline {
  std::string forewarp;  ///< version
  std::string program;   ///< and its arguments
  bool as_ncu = false;
  std::vector<ProgramMeasures> devices;
};

/// Written beside and renamed.
void save_baseline(const std::filesystem::path& file, const Baseline& baseline);
/// Throws InputError and ParseError naming the file.
[[nodiscard]] Baseline read_baseline(const std::filesystem::path& file);

/// Why times of this run cannot be compared with the baseline: another version of forewarp, another device, other
/// clocks. Throws InputError that says so and what to do.
void check_comparable(const std::filesystem::path& file, const Baseline& baseline, const Baseline& run);

/// One verdict per kernel of the baseline or of the run, and one for copies and fills together. A kernel fails if its
/// total is more than 1 + tolerance times that of the baseline, and if only one of the two has it.
[[nodiscard]] std::vector<Verdict> compare(const Baseline& baseline, const Baseline& run, double tolerance);

}  // namespace forewarp::report

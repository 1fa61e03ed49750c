// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Instructions (without mov) that a call of each mathematical function executes as clang compiles it, against nvcc.
/// Usage: bench_math_cost [--json | --reference]
///
///     math.sinf    instructions a call, clang over nvcc 13.0   0.92 x   <= 1.5 x   met   31.0 against 33.5
///
/// Where nvcc is not here, its figures are those of benchmarks/math_cost/nvcc_13_0.csv, which --reference prints anew.
#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "forewarp/support/error.hpp"
#include "math_cost/instructions.hpp"
#include "scoreboard.hpp"

namespace forewarp::bench {
namespace {

bool is_here(source::CompilerChoice choice) {
  try {
    static_cast<void>(source::find_toolchain(choice, source::Language::cuda));
    return true;
  } catch (const Unavailable&) {
    return false;
  }
}

void print_reference() {
  fmt::print("function,instructions\n");
  for (const auto& [name, count] : instruction_counts(source::CompilerChoice::nvcc))
    fmt::print("{},{:.2f}\n", name, count);
}

std::vector<Row> rows() {
  const bool nvcc = is_here(source::CompilerChoice::nvcc);
  const Counts theirs = nvcc ? instruction_counts(source::CompilerChoice::nvcc)
                             : read_counts(FOREWARP_BENCHMARKS_DIR "/math_cost/nvcc_13_0.csv");
  const Counts ours = instruction_counts(source::CompilerChoice::clang);
  std::vector<Row> out;
  double worst = 0;
  for (const auto& [name, count] : ours) {
    const double other = theirs.at(name), ratio = std::max(count, 1.0) / std::max(other, 1.0);
    worst = std::max(worst, ratio);
    out.push_back(
        {.id = "math." + name,
         .what = nvcc ? "instructions a call, clang over nvcc here" : "instructions a call, clang over nvcc 13.0",
         .unit = "x",
         .ours = ratio,
         .target = largest_ratio,
         .note = fmt::format("{:.1f} against {:.1f}", count, other)});
  }
  out.push_back({.id = "math.worst",
                 .what = "largest ratio of all",
                 .unit = "x",
                 .ours = worst,
                 .target = largest_ratio,
                 .note = ""});
  return out;
}

}  // namespace
}  // namespace forewarp::bench

int main(int argc, char** argv) {
  try {
    if (argc == 2 && std::string_view(argv[1]) == "--reference") {
      forewarp::bench::print_reference();
      return 0;
    }
    forewarp::bench::print_rows(forewarp::bench::rows(), forewarp::bench::json_asked(argc, argv));
  } catch (const forewarp::Error& error) {
    fmt::print(stderr, "bench_math_cost: {}\n", error.what());
    return 2;
  }
}

// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Time to count each of the eight kernels of stevens2020, section 8, with nothing kept from before, and to evaluate
/// all formulas at a new size. Usage: bench_loop_count_time [--json]
#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "evaluation_time.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/statistics.hpp"
#include "forewarp/symbolic/count/loop/count_loop.hpp"
#include "loop_variants.hpp"
#include "scoreboard.hpp"

namespace {

using namespace forewarp;
using bench::evaluation_s, bench::seconds_since;
using Clock = std::chrono::steady_clock;

constexpr int rounds = 5;

struct Timing {
  std::string kernel;
  std::size_t rows = 0;
  double counting_s = 0, slowest_evaluation_s = 0;
};

Timing timing_of(const count::LoopVariant& variant) {
  Timing timing{.kernel = variant.label()};
  std::vector<double> times;
  count::KernelCounts counts;
  for (int round = 0; round < rounds; ++round) {
    const loop::Program program = count::program_of(variant, FOREWARP_BENCH_SOURCE_DIR);
    const auto start = Clock::now();
    counts = count::count_loop(program);
    times.push_back(seconds_since(start));
  }
  timing.counting_s = median(times);
  timing.rows = counts.operations.size() + counts.accesses.size();
  const auto evaluate = [&](const count::PwQPolynomial& formula) {
    timing.slowest_evaluation_s = std::max(timing.slowest_evaluation_s, evaluation_s(formula, variant.sizes[1]));
  };
  for (const count::Operation& row : counts.operations)
    for (const auto* formula : {&row.count, &row.executions, &row.guarded}) evaluate(*formula);
  for (const count::MemoryAccess& row : counts.accesses)
    for (const auto* formula : {&row.count, &row.executions, &row.guarded}) evaluate(*formula);
  evaluate(counts.local_barriers);
  return timing;
}

}  // namespace

int main(int argc, char** argv) {
  const bool json = bench::json_asked(argc, argv);
  try {
    std::vector<bench::Row> rows;
    Timing slowest;
    for (const count::LoopVariant& variant : count::loop_variants()) {
      const Timing timing = timing_of(variant);
      if (timing.slowest_evaluation_s > slowest.slowest_evaluation_s) slowest = timing;
      rows.push_back({.id = "loop_count_time." + timing.kernel,
                      .what = "all counts of " + timing.kernel,
                      .unit = "ms",
                      .ours = 1e3 * timing.counting_s,
                      .target = 50,
                      .note = fmt::format("{} rows", timing.rows)});
    }
    rows.push_back({.id = "loop_count_time.evaluate",
                    .what = "a count at a new size, the slowest of all",
                    .unit = "us",
                    .ours = 1e6 * slowest.slowest_evaluation_s,
                    .target = 1,
                    .note = slowest.kernel});
    bench::print_rows(rows, json);
  } catch (const Error& error) {
    fmt::print(stderr, "bench_loop_count_time: {}\n", error.what());
    return 1;
  }
}

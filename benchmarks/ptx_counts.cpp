// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Time to turn each bundled kernel's PTX into formulas, and to evaluate them at a new size. Usage: bench_ptx_counts
/// [--json]
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include "evaluation_time.hpp"
#include "forewarp/frontend/launch/corpus.hpp"
#include "forewarp/frontend/ptx/parser.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/statistics.hpp"
#include "forewarp/symbolic/count/ptx/sizes.hpp"
#include "scoreboard.hpp"

namespace {

using namespace forewarp;
using bench::evaluation_s, bench::seconds_since;
using Clock = std::chrono::steady_clock;

constexpr int rounds = 5;

struct Timing {
  std::string kernel;
  double analysis_s = 0, slowest_formula_s = 0;
};

Timing timing_of(const std::string& name) {
  const launch::Description description = launch::load_kernel(name);
  const auto shipped = launch::shipped_ptx(description);
  if (!shipped) throw Error(fmt::format("{} has no PTX beside it", name));
  const ptx::Module module = ptx::parse(shipped->text, shipped->file.string());
  const launch::Launch launch = launch::launch_from(description, {}, module.find(module.entries()[0]));
  Timing out{.kernel = name};
  count::PtxCounts counts;
  std::vector<double> times;
  for (int round = 0; round < rounds; ++round) {
    const auto start = Clock::now();
    counts = count::analyse(module, module.entries()[0], count::options_for(launch));
    times.push_back(seconds_since(start));
  }
  out.analysis_s = median(times);
  const count::Sizes sizes = count::sizes_of(counts, launch);
  for (const count::PwQPolynomial& formula : counts.formulas) {
    out.slowest_formula_s = std::max(out.slowest_formula_s, evaluation_s(formula, sizes));
  }
  return out;
}

bench::Row row(const std::string& id, const std::string& what, const std::string& unit, double ours, double target,
               const std::string& note) {
  return {.id = "ptx_counts." + id,
          .what = what,
          .unit = unit,
          .ours = ours,
          .target = target,
          .better = bench::Better::lower,
          .note = note};
}

}  // namespace

int main(int argc, char** argv) {
  const bool json = bench::json_asked(argc, argv);
  try {
    std::vector<Timing> all;
    for (const std::string& name : launch::corpus_names()) all.push_back(timing_of(name));
    const auto slowest = std::max_element(all.begin(), all.end(),
                                          [](const auto& a, const auto& b) { return a.analysis_s < b.analysis_s; });
    const auto heaviest = std::max_element(
        all.begin(), all.end(), [](const auto& a, const auto& b) { return a.slowest_formula_s < b.slowest_formula_s; });
    std::vector<double> analyses;
    for (const Timing& t : all) analyses.push_back(t.analysis_s);
    bench::print_rows({row("analysis.slowest", "formulas of the slowest bundled kernel", "ms",
                           1e3 * slowest->analysis_s, 100, slowest->kernel),
                       row("analysis.median", "formulas of a bundled kernel, median", "ms", 1e3 * median(analyses), 50,
                           fmt::format("{} kernels", all.size())),
                       row("evaluate.slowest", "a block's formula at a new size, the slowest of all", "us",
                           1e6 * heaviest->slowest_formula_s, 1, heaviest->kernel)},
                      json);
  } catch (const Error& error) {
    fmt::print(stderr, "bench_ptx_counts: {}\n", error.what());
    return 1;
  }
}

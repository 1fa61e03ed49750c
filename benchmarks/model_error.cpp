// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// The bounds model's own error against times that others measured. Usage: bench_model [--json] [--data DIR]
#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "data_options.hpp"
#include "forewarp/support/error.hpp"
#include "model_error/datasets.hpp"
#include "scoreboard.hpp"

namespace {

using namespace forewarp;
using bench::Sample;

/// Median error and the rank correlation within kernels.
void add_rows(std::vector<bench::Row>& rows, const std::string& id, const std::string& what,
              const std::vector<Sample>& samples, double target, bool ranks) {
  const bench::Summary s = bench::summarise(samples);
  rows.push_back({.id = fmt::format("model.{}.median", id),
                  .what = "median relative error of seconds, " + what,
                  .unit = "%",
                  .ours = 100 * s.median,
                  .target = 100 * target,
                  .better = bench::Better::lower,
                  .note = fmt::format("{} samples; mean {:.1f} %, 90 % below {:.1f} %, largest {:.0f} %; {:.0f} % "
                                      "inside the predicted range",
                                      s.count, 100 * s.mean, 100 * s.q90, 100 * s.largest, 100 * s.in_range)});
  if (!ranks) return;
  std::vector<double> within;
  std::string below;
  for (const auto& [name, group] : bench::by_group(samples)) {
    within.push_back(bench::summarise(group).spearman);
    if (within.back() < 0.9) below += fmt::format("{}{} {:.2f}", below.empty() ? "" : ", ", name, within.back());
  }
  const std::string note = below.empty() ? fmt::format("{} kernels, none below", within.size())
                                         : fmt::format("{} kernels; below: {}", within.size(), below);
  const auto add = [&](const char* which, double ours) {
    rows.push_back({.id = fmt::format("model.{}.spearman.{}", id, which),
                    .what = fmt::format("rank correlation within a kernel, {} over kernels, {}", which, what),
                    .unit = "rho",
                    .ours = ours,
                    .target = 0.9,
                    .better = bench::Better::higher,
                    .note = note});
  };
  add("median", s.spearman);
  add("lowest", *std::min_element(within.begin(), within.end()));
}

/// The samples again, grouped by the device alone.
std::vector<Sample> by_board(std::vector<Sample> samples) {
  for (Sample& s : samples) s.group = s.device;
  return samples;
}

int run(const bench::DataOptions& o) {
  const auto ktt = bench::ktt_samples(o.data), dvfs = bench::dvfs_samples(o.data);
  const auto amaris = bench::amaris_samples(o.data);
  std::vector<bench::Row> rows;
  add_rows(rows, "ktt", "hardware counters of two tuning spaces (RTX 2080 Ti)", ktt, 0.2, true);
  add_rows(rows, "dvfs", "hardware counters of 30 kernels at 20 clock pairs (GTX 1080 Ti)", dvfs, 0.2, true);
  add_rows(rows, "amaris", "matrix kernels from our own profiles (ten Kepler and Maxwell GPUs)", amaris, 0.3, false);
  if (!o.json) {
    bench::print("ktt: tuning spaces on an RTX 2080 Ti, from hardware counters", ktt);
    bench::print("dvfs: a GTX 1080 Ti at 20 clock pairs, from hardware counters", dvfs);
    bench::print("amaris: matrix kernels in blocks of 16 x 16, from the profiles of our own", amaris);
    bench::print("amaris: the same by board", by_board(amaris));
  }
  bench::print_rows(rows, o.json);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return forewarp::bench::main_with_data("bench_model", FOREWARP_BENCH_SOURCE_DIR, argc, argv, run);
}

// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// How long a calibrated cost model takes for one size of a loop program: its features from their formulas, and the
/// expression. Target: two microseconds. Usage: bench_calibrated [--json]
#include <fmt/format.h>

#include <chrono>
#include <vector>

#include "forewarp/measure/calibrate/ready_made.hpp"
#include "forewarp/model/expression/calibrate.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/statistics.hpp"
#include "forewarp/symbolic/count/loop/count_loop.hpp"
#include "forewarp/symbolic/loop/read.hpp"
#include "scoreboard.hpp"

namespace {

using namespace forewarp;
namespace cost = model::expression;

/// Any parameters: they do not change the work.
cost::Predictor predictor_of(const std::string& model) {
  const auto ready = calibrate::ready_made(model, calibrate::DeviceKind::gpu);
  cost::Calibration calibration;
  calibration.expression = ready.expression;
  for (const std::string& name : cost::parse(ready.expression).parameters)
    calibration.parameters.push_back({name, 1e-11, 0, false});
  return cost::Predictor(calibration);
}

/// Microseconds a size, the median of 151 rounds of 200 sizes: short ones, that a busy machine seldom breaks into.
double microseconds(const cost::Predictor& predictor, const char* program) {
  const auto counts = count::count_loop(loop::read(shipped_file(fmt::format("loop/{}.loop", program))));
  cost::FeatureValues features(counts, predictor.features(), {}, cost::Unmatched::is_zero);
  std::vector<double> rounds;
  volatile double sink = 0;
  for (int round = 0; round < 151; ++round) {
    cost::Sizes sizes{{"n", 0}};
    const auto start = std::chrono::steady_clock::now();
    for (int i = 1; i <= 200; ++i) {
      sizes["n"] = 112 * i;
      sink = predictor.value(features.at(sizes));
    }
    const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - start;
    rounds.push_back(took.count() / 200);
  }
  (void)sink;
  return median(rounds);
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<bench::Row> rows;
  const std::vector<std::pair<const char*, const char*>> cases{
      {"general", "matmul_prefetch"}, {"matmul", "matmul_prefetch"}, {"stencil", "stencil_16"}};
  for (const auto& [model, program] : cases) {
    const cost::Predictor predictor = predictor_of(model);
    rows.push_back({.id = fmt::format("calibrated.{}", model),
                    .what = fmt::format("{}.loop at a new size by the model '{}'", program, model),
                    .unit = "us",
                    .ours = microseconds(predictor, program),
                    .target = 2,
                    .better = bench::Better::lower,
                    .note = fmt::format("{} features", predictor.features().size())});
  }
  bench::print_rows(rows, bench::json_asked(argc, argv));
}

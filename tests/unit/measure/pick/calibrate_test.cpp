// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// The whole way: generators, code, measuring, counting, fitting, predicting a size that was not measured.
#include <gtest/gtest.h>
#include <filesystem>

#include "forewarp/measure/pick/collection.hpp"
#include "forewarp/measure/pick/job.hpp"
#include "forewarp/measure/run/open.hpp"
#include "forewarp/measure/run/run_jobs.hpp"
#include "forewarp/measure/run/sample_table.hpp"
#include "forewarp/model/expression/calibrate.hpp"
#include "forewarp/model/expression/feature.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/temporary_folder.hpp"
#include "forewarp/symbolic/count/loop/count_loop.hpp"
#include "forewarp/symbolic/loop/read.hpp"

namespace {

using namespace forewarp;
namespace expression = model::expression;

class Way : public ::testing::Test {
 protected:
  /// Seconds by the name of the kernel, on the emulated V100.
  std::map<std::string, double> times(const std::vector<pick::MeasurementKernel>& kernels) {
    std::vector<run::Job> jobs;
    for (const auto& k : kernels)
      jobs.push_back(pick::job_of(loop::parse(k.loop_program, k.name), k.sizes, run::Language::cuda_cpp, k.name));
    const auto device = run::open_device("emulated:V100");
    const auto store = run::open_store(store_);
    const run::CampaignOptions quick{.trials = 9, .passes = 3, .pass_seconds = 0};
    const auto outcome = run::run_jobs(*device, jobs, *store, quick);
    for (const auto& failure : outcome.failures) ADD_FAILURE() << failure.job << ": " << failure.why;
    const Table table = run::job_table(store->read());
    std::map<std::string, double> seconds;
    for (std::size_t i = 0; i < table.rows(); ++i)
      seconds[std::get<Table::Texts>(table.column("job").cells)[i]] =
          std::get<Table::Numbers>(table.column("time").cells)[i];
    return seconds;
  }

  TemporaryFolder folder_{"calibrate"};
  std::filesystem::path store_ = folder_ / "store.csv";
};

TEST_F(Way, ACalibratedExpressionTellsASizeThatWasNotMeasured) {
  const std::vector<std::string> tags{"flops_madd_pattern", "dtype:float32", "groups:640", "m:16,32,64"};
  const auto generators = pick::shipped_generators();
  const auto kernels = pick::kernels(generators, pick::parse_filter(tags));
  ASSERT_EQ(kernels.size(), 3U);
  const auto parsed = expression::parse("p_madd*f_op_float32_madd");
  expression::FeatureValues features(count::count_loop(loop::parse(kernels[0].loop_program)), parsed.features);
  const auto seconds = times(kernels);
  Table samples;
  Table::Numbers column, measured;
  for (const auto& k : {kernels[0], kernels[2]}) {
    column.push_back(features.at(k.sizes).at(0));
    measured.push_back(seconds.at(k.name));
  }
  samples.add(parsed.features[0], column);
  samples.add("f_cl_wall_time", measured, "s");
  const expression::Predictor predictor(expression::calibrate(parsed, samples));
  const double predicted = predictor.value(features.at(kernels[1].sizes));
  EXPECT_NEAR(predicted, seconds.at(kernels[1].name), 0.25 * predicted);
}

}  // namespace

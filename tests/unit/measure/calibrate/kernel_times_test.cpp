// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/calibrate/kernel_times.hpp"

#include <gtest/gtest.h>

#include "forewarp/measure/calibrate/parameter_rates.hpp"
#include "forewarp/support/error.hpp"
#include "unit/message_of.hpp"

namespace forewarp::calibrate {
namespace {

const std::string doubled =
    "domain { [b,t] : 0 <= b and 0 <= t < 64 and 64*b + t < n }\nassume n mod 64 = 0 and n >= 64\nglobal a: f32[n]\n"
    "a[64*b + t] = 2.0*a[64*b + t]\n---\ntag b:g.0, t:l.0\n";

constexpr const char *multiplications = "f_op_float32_mul", *loads = "f_mem_access_global_float32_load";

SizedKernel kernel(const std::string& name, std::int64_t n) { return {name, "double", doubled, {{"n", n}}}; }

// 128 work-items are 4 sub-groups of 32: one multiplication each; a load of each work-item.
TEST(Programs, AreCountedAtTheirSizes) {
  Programs programs({multiplications, loads, "f_op_float64_mul"});

  EXPECT_EQ(programs.values(kernel("a", 128)), (std::vector<double>{4, 128, 0}));
  EXPECT_EQ(programs.values(kernel("b", 640)), (std::vector<double>{20, 640, 0}));
  const auto& names = programs.names(kernel("a", 128));
  EXPECT_NE(std::ranges::find(names, multiplications), names.end());
  ASSERT_TRUE(programs.access_unit(kernel("a", 128), loads));
  EXPECT_EQ(programs.access_unit(kernel("a", 128), loads)->bytes, 4);
  EXPECT_FALSE(programs.access_unit(kernel("a", 128), "f_mem_access_local_float32_load"));
}

TEST(Programs, BecomeJobsAtTheirSizes) {
  Programs programs({multiplications});

  const run::Job job = programs.job(kernel("a", 128), run::Language::cuda_cpp);

  EXPECT_EQ(job.id, "a");
  EXPECT_EQ(job.shape.grid.x, 2);
  EXPECT_EQ(job.shape.block.x, 64);
  EXPECT_NE(job.code.text.find("__global__"), std::string::npos);
}

TEST(KernelTimes, OnlyKernelsWithATimeAreSamples) {
  Programs programs({multiplications});
  const std::vector<SizedKernel> kernels = {kernel("a", 128), kernel("b", 640)};
  Times times;
  times.seconds = {{"b", 3e-6}};

  const Table samples = samples_of(kernels, programs, times, "t");

  EXPECT_EQ(samples.texts("kernel"), std::vector<std::string>{"b"});
  EXPECT_EQ(samples.texts("group"), std::vector<std::string>{"double"});
  EXPECT_EQ(samples.numbers(multiplications), std::vector<double>{20});
  EXPECT_EQ(samples.numbers("t"), std::vector<double>{3e-6});
}

TEST(KernelTimes, AFeatureOfNoKernelIsNamedBeforeAnythingIsMeasured) {
  const std::vector<SizedKernel> kernels = {kernel("a", 128)};
  Programs known({multiplications}), unknown({multiplications, "f_op_float32_mull"});

  EXPECT_NO_THROW(check_matched(kernels, known));
  EXPECT_NE(testing::message_of([&] { check_matched(kernels, unknown); }).find("f_op_float32_mull"), std::string::npos);
}

TEST(Programs, OwnFeaturesAreColumnsOfATable) {
  Table own;
  own.add("kernel", Table::Texts{"b", "a"});
  own.add("f_mine", Table::Numbers{7, 3});
  Programs programs({"f_mine", multiplications}, own);

  EXPECT_EQ(programs.values(kernel("a", 128)), (std::vector<double>{3, 4}));
  EXPECT_NE(testing::message_of([&] { (void)programs.values(kernel("c", 128)); }).find("no row for the kernel 'c'"),
            std::string::npos);
  EXPECT_NE(testing::message_of([] { (void)Programs({"f_mine"}); }).find("f_mine is no feature that is counted"),
            std::string::npos);
}

TEST(KernelTimes, SamplesAreOfWhatIsPredicted) {
  Programs programs({multiplications});
  const std::vector<SizedKernel> kernels = {kernel("a", 128), kernel("b", 640)};
  Times times;
  times.seconds = {{"a", 1e-6}, {"b", 3e-6}};
  times.outputs = {{"b", 250}};

  const Table samples = samples_of(kernels, programs, times, feature_of(output_named("power")));

  EXPECT_EQ(samples.numbers("f_power"), std::vector<double>{250});
  EXPECT_EQ(samples.column("f_power").unit, "W");
  EXPECT_EQ(output_named("f_cl_wall_time_nvidia_geforce"), Output::time);
  EXPECT_THROW((void)output_named("heat"), InputError);
}

// 1e-9 s for each instruction of a sub-group are 32 operations in 1 ns.
TEST(ParameterRates, AreOperationsPerSecond) {
  Programs programs({multiplications});
  const std::vector<SizedKernel> kernels = {kernel("a", 128)};
  model::expression::Calibration calibration;
  calibration.expression = std::string("p_mul*") + multiplications;
  calibration.parameters = {{"p_mul", 1e-9, 1e-10, false}};
  Times times;
  times.seconds = {{"a", 1e-8}};

  const std::vector<ParameterRate> rates = parameter_rates(calibration, kernels, programs, times, {});

  ASSERT_EQ(rates.size(), 1);
  EXPECT_EQ(rates[0].parameter, "p_mul");
  EXPECT_EQ(rates[0].feature, multiplications);
  EXPECT_EQ(rates[0].granularity, "SG");
  EXPECT_EQ(rates[0].unit, "op/s");
  EXPECT_NEAR(rates[0].rate, 32e9, 1);
  EXPECT_EQ(rates[0].seconds, 1e-9);
}

}  // namespace
}  // namespace forewarp::calibrate

// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/run/emulated/emulated.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "forewarp/measure/run/open.hpp"
#include "forewarp/measure/run/run_jobs.hpp"
#include "forewarp/measure/run/sample_table.hpp"
#include "forewarp/model/device/database.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/statistics.hpp"
#include "forewarp/support/temporary_folder.hpp"

namespace forewarp::run {
namespace {

constexpr const char* store_ptx = R"(.version 8.0
.target sm_70
.address_size 64
.visible .entry store(.param .u64 data)
{
  .reg .b32 %r<5>;
  .reg .b64 %rd<4>;
  ld.param.u64 %rd1, [data];
  mov.u32 %r1, %tid.x;
  mov.u32 %r2, %ctaid.x;
  mov.u32 %r3, %ntid.x;
  mad.lo.u32 %r4, %r2, %r3, %r1;
  mul.wide.u32 %rd2, %r4, 4;
  add.s64 %rd3, %rd1, %rd2;
  st.global.u32 [%rd3], %r4;
  ret;
}
)";

std::vector<Argument> one_buffer() {
  return {{"data", launch::Buffer{.element = ptx::Type::u32, .count = 1u << 16, .fill = {}}}};
}

std::unique_ptr<Kernel> store_kernel(const EmulatedOptions& options = {}) {
  auto kernel = open_emulated(device::find_device("V100"), options)
                    ->compile({Language::ptx, store_ptx, "k.ptx"})
                    ->kernel("store");
  kernel->set_arguments(one_buffer());
  return kernel;
}

const Shape shape{{256, 1, 1}, {256, 1, 1}, 0};

TEST(Emulated, SaysThatItIsSynthetic) {
  const auto device = open_device("emulated:V100");

  EXPECT_TRUE(device->info().synthetic);
  EXPECT_EQ(device->info().name, "V100 (synthetic)");
  EXPECT_EQ(store_kernel()->launch(shape).clock, Clock::model);
}

TEST(Emulated, TimesAreThePredictionWithNoiseOfTheSizeThatWasAskedFor) {
  const double predicted = store_kernel({.sigma = 0})->launch(shape).seconds;
  const auto noisy = store_kernel({.sigma = 0.05});

  std::vector<double> logarithms;
  for (int i = 0; i < 400; ++i) logarithms.push_back(std::log(noisy->launch(shape).seconds / predicted));

  const double middle = mean(logarithms);
  double variance = 0;
  for (const double l : logarithms) variance += (l - middle) * (l - middle) / 399;
  EXPECT_NEAR(middle, 0, 4 * 0.05 / 20);                    // four standard errors of 400
  EXPECT_NEAR(std::sqrt(variance), 0.05, 4 * 0.05 / 28.3);  // the deviation's: sigma / sqrt(2 n)
}

TEST(Emulated, TheSameSeedGivesTheSameTimes) {
  const auto first = store_kernel({.seed = 3}), second = store_kernel({.seed = 3}), other = store_kernel({.seed = 4});

  const double time = first->launch(shape).seconds;

  EXPECT_EQ(second->launch(shape).seconds, time);
  EXPECT_NE(other->launch(shape).seconds, time);
  EXPECT_NE(first->launch(shape).seconds, time);
}

TEST(Emulated, AnomaliesComeAsOftenAsAsked) {
  const double predicted = store_kernel({.sigma = 0})->launch(shape).seconds;
  const auto kernel = store_kernel({.sigma = 0, .anomaly_share = 0.1});

  int anomalies = 0;
  for (int i = 0; i < 1000; ++i) anomalies += kernel->launch(shape).seconds > 9 * predicted;

  EXPECT_NEAR(anomalies, 100, 38);  // four standard deviations: 4 sqrt(1000 * 0.1 * 0.9)
}

TEST(Emulated, ReadsWhatTheEmulatorComputes) {
  const auto kernel = store_kernel();
  EXPECT_EQ(kernel->read(0), std::vector<std::byte>(4u << 16));

  (void)kernel->launch(shape);

  std::uint32_t last = 0;
  std::memcpy(&last, kernel->read(0).data() + 4 * 65535, 4);
  EXPECT_EQ(last, 65535u);
  EXPECT_THROW((void)kernel->read(1), InputError);
}

TEST(Emulated, RefusesWhatDoesNotFit) {
  const auto device = open_device("emulated:V100");
  const auto kernel = device->compile({Language::ptx, store_ptx, "k.ptx"})->kernel("store");

  EXPECT_THROW(kernel->set_arguments({}), InputError);
  EXPECT_THROW(kernel->set_arguments({{"data", LocalMemory{4}}}), InputError);
  kernel->set_arguments(one_buffer());
  EXPECT_THROW((void)kernel->launch({{1, 1, 1}, {2048, 1, 1}, 0}), InputError);
  EXPECT_THROW((void)device->compile({Language::ptx, store_ptx, "k.ptx"})->kernel("load"), InputError);
  EXPECT_THROW((void)open_device("V100"), InputError);
  EXPECT_THROW((void)open_device("emulated:V1000000"), InputError);
}

/// Synthetic once, synthetic everywhere: no table can lose it.
TEST(Emulated, TheMarkReachesEveryTable) {
  const TemporaryFolder folder("emulated");
  const auto store = open_store(folder / "samples.sqlite");
  const auto device = open_emulated(device::find_device("V100"), {.sigma = 0.02, .anomaly_share = 0.1});
  Job job;
  job.id = "store";
  job.code = {Language::ptx, store_ptx, "k.ptx"};
  job.entry = "store";
  job.shape = shape;
  job.arguments = one_buffer();
  CampaignOptions options;
  options.pass_seconds = options.width = 0;

  (void)run_jobs(*device, std::vector{job}, *store, options);

  const Table jobs = job_table(store->read()), samples = sample_table(store->read());
  ASSERT_EQ(jobs.rows(), 1u);
  EXPECT_EQ(jobs.numbers("synthetic")[0], 1);
  EXPECT_EQ(jobs.texts("clock")[0], "model");
  for (const double mark : samples.numbers("synthetic")) EXPECT_EQ(mark, 1);
  // Anomalies are told, kept and left out of the estimate.
  EXPECT_GT(jobs.numbers("anomalies")[0], 0);
  EXPECT_EQ(jobs.numbers("trials")[0], 60);
  double usable = 0;
  for (std::size_t row = 0; row < samples.rows(); ++row)
    usable += samples.texts("kind")[row] == "trial" && samples.numbers("anomaly")[row] == 0 &&
              samples.numbers("slow")[row] == 0;
  EXPECT_EQ(jobs.numbers("used")[0], usable);
  EXPECT_LT(jobs.numbers("time")[0], jobs.numbers("median")[0]);
  EXPECT_GT(jobs.numbers("highest")[0], 8 * jobs.numbers("time")[0]);
}

}  // namespace
}  // namespace forewarp::run

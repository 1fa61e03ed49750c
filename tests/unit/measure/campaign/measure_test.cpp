// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/campaign/measure.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>

#include "forewarp/measure/campaign/pace.hpp"
#include "forewarp/measure/campaign/training_table.hpp"
#include "forewarp/measure/run/open.hpp"
#include "forewarp/measure/run/sample_table.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/progress.hpp"

namespace forewarp::campaign {
namespace {

const std::vector<std::string> three = {"saxpy", "transpose_naive", "dot_product"};

MeasureOptions quick() {
  MeasureOptions options;
  options.run.trials = 10;
  options.run.passes = 2;
  options.run.width = 0;
  options.run.pass_seconds = 0;
  return options;
}

TEST(Campaign, MeasuresEveryLaunchOnceAndASecondStartFindsThemDone) {
  const auto device = run::open_device("emulated:V100");
  const auto launches = corpus_launches(three);
  const auto store = run::open_sqlite_store(":memory:");

  const MeasureOutcome first = measure(*device, launches, FeatureStore(), *store, quick());
  const MeasureOutcome second = measure(*device, launches, FeatureStore(), *store, quick());

  EXPECT_EQ(first.measured, launches.size());
  EXPECT_EQ(first.resumed, 0u);
  EXPECT_EQ(second.measured, 0u);
  EXPECT_EQ(second.resumed, launches.size());
}

TEST(Campaign, ItsTableHasARowALaunchWithFeaturesBesideTheTime) {
  const auto device = run::open_device("emulated:V100");
  const auto launches = corpus_launches(three);
  const auto store = run::open_sqlite_store(":memory:");
  (void)measure(*device, launches, FeatureStore(), *store, quick());

  const Table table = training_table(store->read(), launches, FeatureStore());

  ASSERT_EQ(table.rows(), launches.size());
  EXPECT_EQ(table.texts("launch").front(), "saxpy");
  EXPECT_EQ(table.texts("device").front(), "V100 (synthetic)");
  EXPECT_EQ(table.texts("source").front(), "synthetic");
  EXPECT_GT(table.numbers("time").front(), 0);
  EXPECT_GT(table.numbers("total_instructions").front(), 0);
  EXPECT_FALSE(table.has("power"));
}

TEST(Campaign, LeavesOutWhatTakesLongerThanAllowed) {
  const auto device = run::open_device("emulated:V100");
  const auto launches = corpus_launches(std::vector<std::string>{"saxpy"});
  const auto store = run::open_sqlite_store(":memory:");
  MeasureOptions options = quick();
  options.longest_s = 1e-9;

  const MeasureOutcome outcome = measure(*device, launches, FeatureStore(), *store, options);

  EXPECT_EQ(outcome.measured, 0u);
  EXPECT_EQ(outcome.too_long, launches.size());
}

TEST(Campaign, RefusesABudgetThatIsNone) {
  const auto device = run::open_device("emulated:V100");
  const auto store = run::open_sqlite_store(":memory:");
  MeasureOptions options = quick();
  options.budget_s = -1;

  EXPECT_THROW((void)measure(*device, {}, FeatureStore(), *store, options), InputError);
}

/// Asks to stop once so many launches are ready.
class StopsAfter final : public Progress {
 public:
  explicit StopsAfter(std::size_t count) : count_(count) {}
  void advance(std::size_t done, std::size_t, std::string_view) override { stopped_ = stopped_ || done >= count_; }
  [[nodiscard]] bool cancelled() const override { return stopped_; }

 private:
  std::size_t count_;
  std::atomic<bool> stopped_ = false;
};

TEST(Campaign, HasNoFeaturesOfAFewLaunchesWhenItIsStopped) {
  const auto device = run::open_device("emulated:V100");
  const auto launches = corpus_launches(three);
  const auto store = run::open_sqlite_store(":memory:");
  StopsAfter one(1), again(1);

  EXPECT_THROW((void)prepare(launches, 0, FeatureStore(), 0, &one), Interrupted);
  EXPECT_THROW((void)measure(*device, launches, FeatureStore(), *store, quick(), &again), Interrupted);
  EXPECT_TRUE(store->read().samples.empty());
}

TEST(Pace, TakesTheRateOfTheSameKernelAtTheNearestSize) {
  run::DeviceInfo device;
  device.kind = "gpu";
  device.compute_units = 100;
  Pace pace(device);
  EXPECT_DOUBLE_EQ(pace.seconds("a", 1e9), 1e-4);  // 1e-11 / 100 SMs

  pace.learn("a", 1e6, 1e-3);  // 1e-9 a unit
  pace.learn("a", 1e9, 0.1);   // 1e-10 a unit

  EXPECT_DOUBLE_EQ(pace.seconds("a", 2e9), 0.2);
  EXPECT_DOUBLE_EQ(pace.seconds("a", 2e6), 2e-3);
  EXPECT_DOUBLE_EQ(pace.seconds("b", 1e6), 1e6 * 7.75e-10);  // three quarters of the way from 1e-10 to 1e-9
}

}  // namespace
}  // namespace forewarp::campaign

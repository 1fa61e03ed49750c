// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// braun2020 on the authors' own databases (the tutorial's), command by command.
#include <cstdlib>

#include "forewarp/support/table/file.hpp"
#include "unit/docs/paper_rows.hpp"

namespace forewarp::test {
namespace {

class Braun2020 : public ::testing::Test {
 protected:
  void SetUp() override {
    data_ = measurements("braun-tutorial");
    if (!data_) GTEST_SKIP() << "no ../shared/data/braun-tutorial; FOREWARP_DATA names another folder";
    // As the example of "forewarp table --help" has it.
    tool_.run(
        fmt::format("table {0}/cuda_flux_metrics.db --mangrove --features --join {0}/kernel_time_T4.db "
                    "--on bench,app,dataset,lseq --out t4.csv",
                    data_->string()));
  }
  ToolFolder tool_;
  std::optional<std::filesystem::path> data_;
};

TEST_F(Braun2020, TheAuthorsDatabasesJoinAsTheHelpShows) {
  const std::string out =
      tool_.run(fmt::format("table {0}/cuda_flux_metrics.db --mangrove --join {0}/kernel_time_T4.db --on "
                            "bench,app,dataset,lseq --out raw.csv",
                            data_->string()));

  EXPECT_TRUE(says(tool_.errors() + out, "both files have time: taken from"));
  EXPECT_EQ(table::read_table((tool_.path() / "raw.csv").string()).rows(), 43u);  // launches, not their 430 repetitions
}

TEST_F(Braun2020, TheTwelveFeaturesAreThere) {
  const Table t = table::read_table((tool_.path() / "t4.csv").string());
  for (const char* name :
       {"threads_per_cta", "ctas", "total_instructions", "special_ops", "logic_ops", "control_ops", "arithmetic_ops",
        "sync_ops", "global_bytes", "param_bytes", "shared_bytes", "arithmetic_intensity"})
    EXPECT_TRUE(t.has(name)) << name;
}

TEST_F(Braun2020, KeysAreNoFeatures) {
  const std::string out = tool_.run("importance t4.csv --target time --learner extra_trees:trees=8");

  EXPECT_TRUE(says(out, "left out, as they identify the row: lseq"));
  EXPECT_EQ(out.find("  lseq"), std::string::npos) << out;
}

TEST_F(Braun2020, TreesWithTheirSettingsLeaveApplicationsOut) {
  const std::string out = tool_.run(
      "evaluate t4.csv --target time --group app --folds 0 "
      "--learner extra_trees:trees=32,criterion=mae,max_features=sqrt");

  EXPECT_TRUE(says(out, "by app, each left out"));
  EXPECT_TRUE(says(out, "MAPE"));
}

TEST_F(Braun2020, ASearchIsNestedOrSharesItsFoldsAndSaysSo) {
  const std::string out = tool_.run(
      "evaluate t4.csv --target time --learner extra_trees --grid "
      "'trees=8|16,max_features=all|log2|sqrt,criterion=mse' "
      "--iterations 2 --nesting shared");

  EXPECT_TRUE(says(out, "max_features=log2"));
  EXPECT_TRUE(says(out, "not truly nested"));
  EXPECT_TRUE(says(out, "outer folds"));
}

/// The whole grid of section 3.3: all, log2 and sqrt, MSE and MAE, 128 to 1024 trees, 30 iterations; some 20 s of one
/// core, so 15 minutes are generous.
TEST_F(Braun2020, TheWholeSearchOfThePaperRuns) {
  if (std::getenv("FOREWARP_LONG_TESTS") == nullptr) GTEST_SKIP() << "only in ./dev test --long";
  tool_.run("table t4.csv --with 'seconds [s] = time / 1e6' --drop time --out s.csv");
  const std::string out = tool_.run(
      "evaluate s.csv --target seconds --learner extra_trees "
      "--grid 'trees=128|256|512|1024,max_features=all|log2|sqrt,criterion=mse|mae' --iterations 30 --stratify");

  EXPECT_TRUE(says(out, "max_features=log2,trees=1024"));
  EXPECT_TRUE(says(out, "outer folds"));
}

TEST_F(Braun2020, PowerIsATargetToo) {
  tool_.run(fmt::format("table t4.csv --drop time --join {}/kernel_power_T4.db --on bench,app,dataset,lseq --mangrove "
                        "--out p.csv",
                        data_->string()),
            2);  // t4.csv is no database: --mangrove is of the first file
  tool_.run(
      fmt::format("table {0}/cuda_flux_metrics.db --mangrove --features --join {0}/kernel_power_T4.db "
                  "--on bench,app,dataset,lseq --out p.csv",
                  data_->string()));
  EXPECT_TRUE(
      says(tool_.run("evaluate p.csv --target power --learner extra_trees:trees=16 --target-transform none"), "power"));
}

TEST(Braun2020Features, OneBlockAndOneWarpStandForAll) {
  ToolFolder tool;
  for (const char* mode : {"all", "cta", "warp"})
    EXPECT_TRUE(says(tool.run(fmt::format("profile {} --set n=256 --mode {}", kernel("matmul_tiled"), mode)),
                     "total_instructions"))
        << mode;
}

}  // namespace
}  // namespace forewarp::test

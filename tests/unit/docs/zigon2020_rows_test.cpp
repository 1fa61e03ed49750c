// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// zigon2020 from classes of kernels to the class of measured counters, command by command.
#include <algorithm>

#include "forewarp/support/table/file.hpp"
#include "unit/docs/paper_rows.hpp"

namespace forewarp::test {
namespace {

/// Samples of three classes at a few sizes, made once.
class Zigon2020 : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = std::make_unique<ToolFolder>();
    std::string lines;
    for (const int n : {65536, 131072, 262144, 524288})
      for (const int block : {64, 256}) {
        lines += fmt::format("vector_add, params -n {} -block {}\n", n, block);
        lines += fmt::format("vector_trigonometric, params -n {} -block {} -k1 1e6 -k2 1e6\n", n, block);
        lines += fmt::format("matmul_tiled, params -n {}\n", n / 2048 + block / 4);
      }
    write_file(folder_->path() / "lines.txt", lines);
    folder_->run("datagen --run lines.txt -o samples.csv --budget 200000");
  }
  static void TearDownTestSuite() { folder_.reset(); }
  static std::string run(const std::string& arguments, int status = 0) { return folder_->run(arguments, status); }

  static std::unique_ptr<ToolFolder> folder_;
};
std::unique_ptr<ToolFolder> Zigon2020::folder_;

double counter(const std::string& of, const std::string& name) {
  ToolFolder tool;
  tool.run("counters " + of + " --device 'TITAN V' --csv");
  std::filesystem::copy_file(tool.path() / "out.txt", tool.path() / "out.csv");
  const Table t = table::read_table((tool.path() / "out.csv").string());
  const auto& names = t.texts("metric");
  const auto at = std::ranges::find(names, name);
  return at == names.end() ? -1 : t.numbers("value")[static_cast<std::size_t>(at - names.begin())];
}

TEST_F(Zigon2020, K3ToK6UseMoreAndMoreOfTheMemory) {
  const std::string arguments = " --set n=4194304 --arg k1=1e6 --arg k2=1e6";
  const double k3 = counter(kernel("vector_trigonometric") + arguments, "dram_utilization"),
               k4 = counter(kernel("vector_ilp2_32bit") + arguments, "dram_utilization"),
               k6 = counter(kernel("vector_ilp4_128bit") + arguments, "dram_utilization"),
               k1 = counter(kernel("vector_add") + " --set n=4194304", "dram_utilization");

  EXPECT_LT(k3, 70);
  EXPECT_LT(k3 + 10, k4);
  EXPECT_LT(k4 + 5, k6);
  EXPECT_LT(k6, k1);
}

TEST_F(Zigon2020, TheClassesSayTheirArguments) {
  EXPECT_TRUE(
      says(run("datagen -q --class K3 --every 1000"), "vector_trigonometric, params -block 32 -n 100000 -k1 1e6"));
}

TEST_F(Zigon2020, BlockGridAndElementsAsInTable3) {
  // 10 blocks of 256 threads, whatever the number of elements.
  const std::string out = run("datagen 'vector_add, params -numele 10000 -bs 256 -gs 10'");
  write_file(folder_->path() / "one.csv", out);

  const Table t = table::read_table((folder_->path() / "one.csv").string());
  EXPECT_EQ(t.numbers("blocks")[0], 10);
  EXPECT_EQ(t.numbers("threads_per_block")[0], 256);
  EXPECT_EQ(t.texts("class")[0], "K1");
}

TEST_F(Zigon2020, KindsOfCountersAreFeaturesByName) {
  const std::string relative =
      run("evaluate samples.csv --target class --kind relative --folds 4 --learner naive_bayes");
  const std::string counts = run("evaluate samples.csv --target class --kind absolute --folds 4 --learner naive_bayes");

  EXPECT_TRUE(says(relative, "left out, as they are no relative counters: inst_executed"));
  EXPECT_TRUE(says(counts, "left out, as they are no absolute counters: achieved_occupancy"));
}

TEST_F(Zigon2020, TheThreeClassifiersAndTheScalingOfThePaper) {
  const std::string out = run(
      "evaluate samples.csv --target class --kind relative --folds 4 --scaling zigon2020 --learner "
      "mlp:hidden=48:24,optimiser=nadam,epochs=5 --learner random_forest:trees=50,max_depth=6 --learner naive_bayes");

  for (const char* what : {"random_forest", "naive_bayes", "mlp", "truly", "F1"}) EXPECT_TRUE(says(out, what));
}

TEST_F(Zigon2020, MeasuredCountersGetClassProbabilitiesAndStrategies) {
  write_file(
      folder_->path() / "ncu.csv",
      "\"ID\",\"Kernel Name\",\"dram__throughput.avg.pct_of_peak_sustained_elapsed\","
      "\"smsp__issue_active.avg.pct_of_peak_sustained_active\",\"lts__t_sectors.avg.pct_of_peak_sustained_elapsed\"\n"
      "\"\",\"\",\"%\",\"%\",\"%\"\n\"0\",\"mine\",\"99\",\"5\",\"40\"\n");
  run("train samples.csv --target class --features dram_utilization,issue_slot_utilization,l2_utilization --folds 2 "
      "--learner random_forest:trees=50,max_depth=6 -o three.fwm");
  run("train samples.csv --target class --kind relative --folds 2 --learner random_forest:trees=50,max_depth=6 -o "
      "all.fwm");

  const std::string by_model = run("classify --counters ncu.csv --model three.fwm"),
                    by_samples = run("classify --counters ncu.csv --samples samples.csv");

  EXPECT_TRUE(says(by_model, "mine, launch 0: memory-bound: dram is busy 99 % of the time"));
  EXPECT_TRUE(says(by_model, "S4, S10, S20  vector add"));
  EXPECT_TRUE(says(by_samples, "metrics of the samples are not in the file"));
  run("classify --counters ncu.csv --model all.fwm", 2);
  EXPECT_TRUE(says(folder_->errors(), "sm__warps_active.avg.pct_of_peak_sustained_active"));
}

TEST_F(Zigon2020, AdviceFromOneEfficiencyAlone) {
  write_file(
      folder_->path() / "gld.csv",
      "\"ID\",\"Kernel Name\",\"smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct\"\n\"\",\"\",\"%\"\n"
      "\"0\",\"mine\",\"25\"\n");
  EXPECT_TRUE(
      says(run("advise --counters gld.csv --device 'TITAN V'"), "S10 Improve read and write memory coalescing"));
}

TEST_F(Zigon2020, AClassOfOnesOwn) {
  write_file(folder_->path() / "mine.toml",
             "[[class]]\nid = \"M1\"\ntitle = \"mine\"\nkernel = \"saxpy\"\nstrategies = [\"S20\"]\n"
             "vary = { numele = [65536], bs = [64, 128], gs = [8, 16] }\n");
  const std::string out = run("datagen -q --classes mine.toml");
  EXPECT_TRUE(says(out, "saxpy, params -n 65536 -bs 128 -gs 16"));
  EXPECT_EQ(std::ranges::count(out, '\n'), 4);
}

}  // namespace
}  // namespace forewarp::test

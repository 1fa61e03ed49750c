// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// forewarp_runner and forewarp datagen around a fake ncu (fakes/ncu) and the fake driver. That NVIDIA's ncu answers as
/// the fake one does is for a machine with a GPU.
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>

#include "forewarp/measure/run/counters/log.hpp"
#include "forewarp/measure/run/counters/nsight.hpp"
#include "forewarp/model/counters/import.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/table/csv.hpp"
#include "forewarp/support/temporary_folder.hpp"
#include "source_dir.hpp"
#include "unit/measure/run/fake_libraries.hpp"

namespace forewarp::run {
namespace {

std::string job(const std::string& name, const std::string& entry = "busy") {
  return R"({"job": ")" + name + R"(", "language": "ptx", "source": ".version 6.0\n.visible .entry )" + entry +
         R"(() { ret; }", "entry": ")" + entry + R"(", "grid": 1, "block": 32})" + "\n";
}

class Nsight : public ::testing::Test {
 protected:
  void SetUp() override {
    test::use_fake_libraries();
    ::setenv("FAKE_NCU_CALLS", (folder_ / "calls").c_str(), 1);
    ::setenv("FAKE_NCU", "", 1);
  }
  /// Result and "status N".
  std::string output_of(const std::string& command) const {
    std::string text;
    std::FILE* pipe =
        ::popen(("PATH=" + std::string(test::source_dir()) + "/tests/unit/measure/run/fakes:$PATH " + command + " 2>&1")
                    .c_str(),
                "r");
    std::array<char, 4096> chunk;
    for (std::size_t n; (n = std::fread(chunk.data(), 1, chunk.size(), pipe)) > 0;) text.append(chunk.data(), n);
    return text + "status " + std::to_string(WEXITSTATUS(::pclose(pipe)));
  }
  std::string count(const std::string& jobs, const std::string& options = "") const {
    write_file(folder_ / "jobs.jsonl", jobs);
    return output_of(std::string(FOREWARP_RUNNER) + " " + (folder_ / "jobs.jsonl").string() +
                     " --device cuda:0 --counters " + (folder_ / "log").string() + " " + options);
  }
  std::vector<CounterEntry> log() const { return parse_counter_log(read_file(folder_ / "log"), "log"); }
  std::size_t calls() const {
    const std::string text = read_file(folder_ / "calls");
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  }
  TemporaryFolder folder_{"nsight"};
};

TEST_F(Nsight, LaunchesOfOneStartAreToldApartByTheirOrder) {
  const std::string said = count(job("a") + job("b") + job("c"), "--batch 2");

  EXPECT_NE(said.find("3 launches counted, 0 were there, 0 failed\nstatus 0"), std::string::npos) << said;
  EXPECT_EQ(calls(), 2u);  // a and b, then c
  ASSERT_EQ(log().size(), 3u);
  EXPECT_EQ(log()[1].job, "b");
  EXPECT_EQ(log()[1].device, "Fake V100");
  const Table b = counters::import_counters(log()[1].text, "b").table;
  ASSERT_EQ(b.rows(), 1u);
  EXPECT_EQ(b.numbers("dram_utilization")[0], 81.5);  // the second launch of the first start
  EXPECT_EQ(b.numbers("elapsed")[0], 1.214);          // 1,214 ns in us
  EXPECT_FALSE(b.has("l2_tex_hit_rate"));             // n/a
  EXPECT_EQ(counters::import_counters(log()[2].text, "c").table.numbers("dram_utilization")[0], 80.5);
}

TEST_F(Nsight, WhoeverWasStoppedGoesOnWhereHeWas) {
  (void)count(job("a"));
  // Stopped in the middle of the second entry.
  write_file(folder_ / "log",
             read_file(folder_ / "log") + "==FOREWARP== counters of \"b\" digest 0 device \"x\"\n\"ID\"");
  const std::string said = count(job("a") + job("b"));

  EXPECT_NE(said.find("1 launches counted, 1 were there, 0 failed\nstatus 0"), std::string::npos) << said;
  EXPECT_EQ(log().size(), 2u);
  EXPECT_EQ(calls(), 2u);
  // The same name and another kernel: counted anew, and the later counts.
  (void)count(job("a", "other"));
  EXPECT_EQ(calls(), 3u);
  EXPECT_EQ(log().size(), 2u);
}

TEST_F(Nsight, AJobThatFailsFailsAlone) {
  const std::string broken =
      R"({"job": "bad", "language": "ptx", "source": "nothing", "entry": "busy", "grid": 1, "block": 32})";
  const std::string said = count(job("a") + broken + "\n" + job("fault", "fault") + job("c"));

  // "bad" is refused before anything is launched; "fault" takes the runner with it, so all are tried one by one.
  EXPECT_NE(said.find("2 launches counted, 0 were there, 2 failed\nstatus 2"), std::string::npos) << said;
  ASSERT_EQ(log().size(), 4u);
  EXPECT_NE(log()[1].why.find("the driver does not accept this PTX"), std::string::npos) << log()[1].why;
  EXPECT_NE(log()[2].why.find("CUDA_ERROR_ILLEGAL_ADDRESS"), std::string::npos) << log()[2].why;
  EXPECT_EQ(log()[3].why, "");
  (void)count(job("a") + job("fault", "fault"));
  EXPECT_EQ(calls(), 5u);  // one for all, four for each; failed ones are not tried again
}

TEST_F(Nsight, LaunchesThatNcuLostAreTriedOneByOne) {
  ::setenv("FAKE_NCU", "lost", 1);
  const std::string said = count(job("a") + job("b"));

  EXPECT_NE(said.find("2 launches counted"), std::string::npos) << said;
  EXPECT_EQ(calls(), 3u);
}

TEST_F(Nsight, AMetricThatTheDeviceDoesNotHaveIsNotAskedForAgain) {
  ::setenv("FAKE_NCU", "unknown", 1);
  const std::string said = count(job("a"));

  EXPECT_NE(said.find("not to be had here: smsp__pipe_fma_cycles_active.avg.pct_of_peak_sustained_active\n"),
            std::string::npos)
      << said;
  EXPECT_NE(said.find("1 launches counted"), std::string::npos) << said;
}

TEST_F(Nsight, WithoutNcuOrPermissionItSaysHowToGetThem) {
  EXPECT_NE(count(job("a"), "--ncu no_such_ncu").find("no_such_ncu is not on PATH: it is Nsight Compute's"),
            std::string::npos);
  ::setenv("FAKE_NCU", "forbidden", 1);
  const std::string said = count(job("a"));
  EXPECT_NE(said.find("NVreg_RestrictProfilingToAdminUsers=0"), std::string::npos) << said;
  EXPECT_NE(said.find("status 3"), std::string::npos);
  EXPECT_TRUE(log().empty());  // nothing was tried: it is tried again

  ::setenv("FOREWARP_CUDA", "off", 1);
  EXPECT_NE(count(job("a")).find("CUDA needs NVIDIA's driver: FOREWARP_CUDA is off\nstatus 3"), std::string::npos);
  EXPECT_TRUE(log().empty());
  test::use_fake_libraries();

  ::setenv("FAKE_NCU", "silent", 1);
  EXPECT_NE(count(job("a")).find("1 failed"), std::string::npos);
  EXPECT_EQ(log()[0].why, "ncu: No kernels were profiled.");
}

TEST_F(Nsight, TheLogOfOthersIsRefused) {
  write_file(folder_ / "log", "time,3\n");
  EXPECT_NE(count(job("a")).find("log:1: not a line of a file of counters\nstatus 2"), std::string::npos);
}

/// Table 3's list through the runner to samples, with the runner on a machine of its own and in one go.
TEST_F(Nsight, DatagenMakesSamplesOfAList) {
  write_file(folder_ / "list.txt", "vector_add, params -n 100000 -block 32\nvector_add, params -n 100000 -block 64\n");
  const std::string tool = FOREWARP_TOOL, at = folder_ / "";
  ASSERT_EQ(output_of(tool + " datagen --run " + at + "list.txt --jobs " + at + "jobs.jsonl --device V100"),
            "status 0");
  const std::string counted =
      output_of(std::string(FOREWARP_RUNNER) + " " + at + "jobs.jsonl --device cuda:0 --counters " + at + "log");
  ASSERT_NE(counted.find("2 launches counted"), std::string::npos) << counted;
  EXPECT_EQ(output_of(tool + " datagen --import " + at + "log -o " + at + "samples.csv"), "2 samples\nstatus 0");

  const Table samples = table::parse_csv(read_file(folder_ / "samples.csv"), "samples.csv");
  ASSERT_EQ(samples.rows(), 2u);
  EXPECT_EQ(samples.texts("line")[1], "vector_add, params -n 100000 -block 64");
  EXPECT_EQ(samples.texts("class")[1], "K1");
  EXPECT_EQ(samples.texts("size")[1], "vector_add 100000");
  EXPECT_EQ(samples.texts("device")[1], "Fake V100");
  EXPECT_EQ(samples.numbers("dram_utilization")[1], 81.5);

  const std::string here =
      tool + " datagen --run " + at + "list.txt -o " + at + "here.csv --device cuda:0 --runner " FOREWARP_RUNNER;
  EXPECT_NE(output_of(here).find("2 launches, 0 already there, 0 failed\n2 samples\nstatus 0"), std::string::npos);
  EXPECT_NE(output_of(here).find("0 launches, 2 already there, 0 failed\n2 samples\nstatus 0"), std::string::npos);
  EXPECT_EQ(read_file(folder_ / "here.csv"), read_file(folder_ / "samples.csv"));
}

class CampaignCounters : public Nsight {
 protected:
  /// Of one kernel at its sizes on the fake driver; what else is said is left to the caller.
  std::string campaign(const std::string& options) const {
    const std::string at = folder_ / "";
    return output_of(std::string(FOREWARP_TOOL) + " campaign --kernels monte_carlo_pi --trials 2 --no-power --store " +
                     at + "store.csv --table " + at + "table.csv --counters " + at + "counters.csv " + options);
  }
  Table counters() const { return table::parse_csv(read_file(folder_ / "counters.csv"), "counters.csv"); }
};

TEST_F(CampaignCounters, StandBesideTheTimesAndAreTakenOnce) {
  const std::string here = "--device cuda:0 --runner " FOREWARP_RUNNER;
  const std::string said = campaign(here);
  ASSERT_NE(said.find("status 0"), std::string::npos) << said;
  const Table timed = table::parse_csv(read_file(folder_ / "table.csv"), "table.csv"), counted = counters();

  ASSERT_EQ(counted.rows(), timed.rows()) << said;
  ASSERT_GT(counted.rows(), 3u);
  EXPECT_NE(said.find(std::to_string(counted.rows()) + " launches counted, 0 already there, 0 failed\n"),
            std::string::npos)
      << said;
  std::map<std::string, double> times;
  for (std::size_t i = 0; i < timed.rows(); ++i) times[timed.texts("launch")[i]] = timed.numbers("time")[i];
  for (std::size_t i = 0; i < counted.rows(); ++i)
    EXPECT_EQ(counted.numbers("time")[i], times.at(counted.texts("launch")[i])) << counted.texts("launch")[i];
  EXPECT_EQ(counted.texts("device")[0], "Fake V100");
  EXPECT_EQ(counted.numbers("dram_utilization")[1], 81.5);  // the second launch of the one start of ncu
  EXPECT_EQ(calls(), 1u);

  const std::string first = read_file(folder_ / "counters.csv"), again = campaign(here);
  EXPECT_NE(again.find("0 launches counted, " + std::to_string(counted.rows()) + " already there"), std::string::npos)
      << again;
  EXPECT_EQ(calls(), 1u);
  EXPECT_NE(campaign("").find("launches with their counters\nstatus 0"), std::string::npos);  // with no device
  EXPECT_EQ(read_file(folder_ / "counters.csv"), first);
}

TEST_F(CampaignCounters, StopWithTheBudgetAndGoOnWithTheNext) {
  const std::string here = "--device cuda:0 --runner " FOREWARP_RUNNER;
  ASSERT_NE(campaign(here + " --budget 1h").find("status 0"), std::string::npos);
  const std::size_t all = counters().rows();
  std::filesystem::remove(folder_ / "counters.csv.log");
  const std::string lost = campaign("");
  EXPECT_NE(lost.find("counters.csv.log: is not there; --device cuda:0 makes it\n"), std::string::npos) << lost;
  EXPECT_NE(lost.find("status 2"), std::string::npos) << lost;
  const std::string said = campaign(here + " --budget 1e-3s");

  EXPECT_NE(said.find("0 launches counted, 0 already there, 0 failed; stopped: the same command goes on\n"),
            std::string::npos)
      << said;
  EXPECT_NE(campaign(here).find(std::to_string(all) + " launches counted"), std::string::npos);
}

TEST_F(CampaignCounters, AreRefusedBeforeAnythingIsMeasuredWhereTheyCannotBeHad) {
  const std::string runner = std::string(" --runner ") + FOREWARP_RUNNER;
  EXPECT_NE(campaign("--device emulated:V100" + runner)
                .find("--device emulated:V100: counters need CUDA, use cuda:0\nstatus 2"),
            std::string::npos);
  EXPECT_NE(campaign("--device cuda:0 --ncu no_such_ncu" + runner).find("no_such_ncu is not on PATH"),
            std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "store.csv"));
  ::setenv("FAKE_NCU", "forbidden", 1);
  const std::string said = campaign("--device cuda:0" + runner);
  EXPECT_NE(said.find("NVreg_RestrictProfilingToAdminUsers=0"), std::string::npos) << said;
  EXPECT_NE(said.find("status 3"), std::string::npos);
}

TEST(SplitLaunches, KeepsTheHeadingWithEachLaunchWhateverElseIsThere) {
  const auto launches = split_launches(
      "==PROF== Connected\n\"ID\",\"Kernel Name\",\"x\"\n\"\",\"\",\"%\"\n\"10\",\"b\",\"2\"\n\"2\",\"a\",\"1\"\n");

  ASSERT_EQ(launches.size(), 2u);
  EXPECT_EQ(launches[0], "\"ID\",\"Kernel Name\",\"x\"\n\"\",\"\",\"%\"\n\"2\",\"a\",\"1\"\n");
  EXPECT_TRUE(split_launches("").empty());
}

}  // namespace
}  // namespace forewarp::run

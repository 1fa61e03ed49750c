// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Through a fake CUPTI and the fake driver: the calls, their order and their parameters. Where CUPTI itself is
/// installed it is asked what needs no GPU. That a GPU counts is for a machine with one.
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <cstdlib>

#include "forewarp/measure/run/counters/log.hpp"
#include "forewarp/model/counters/catalogue.hpp"
#include "forewarp/model/counters/import.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/temporary_folder.hpp"
#include "unit/measure/run/fake_libraries.hpp"

namespace forewarp::run {
namespace {

std::string job(const std::string& name, const std::string& entry = "busy", const std::string& block = "32") {
  return R"({"job": ")" + name + R"(", "language": "ptx", "source": ".version 6.0\n.visible .entry )" + entry +
         R"(() { ret; }", "entry": ")" + entry + R"(", "grid": 3, "block": )" + block + "}\n";
}

/// forewarp_runner in a process of its own: libraries are loaded once a process.
class Cupti : public ::testing::Test {
 protected:
  void SetUp() override {
    test::use_fake_libraries();
    ::setenv("FOREWARP_CUPTI", FOREWARP_FAKE_CUPTI, 1);
    ::setenv("FAKE_CUPTI", "", 1);
  }
  std::string run(const std::string& options) const {
    std::string text;
    std::FILE* pipe = ::popen((std::string(FOREWARP_RUNNER) + " " + options + " 2>&1").c_str(), "r");
    std::array<char, 4096> chunk;
    for (std::size_t n; (n = std::fread(chunk.data(), 1, chunk.size(), pipe)) > 0;) text.append(chunk.data(), n);
    return text + "status " + std::to_string(WEXITSTATUS(::pclose(pipe)));
  }
  std::string count(const std::string& jobs) const {
    write_file(folder_ / "jobs.jsonl", jobs);
    return run((folder_ / "jobs.jsonl").string() + " --device cuda:0 --cupti --counters " + (folder_ / "log").string());
  }
  std::vector<CounterEntry> log() const { return parse_counter_log(read_file(folder_ / "log"), "log"); }
  TemporaryFolder folder_{"cupti"};
};

TEST_F(Cupti, CountsEachLaunchAndGoesOnWhereItWas) {
  const std::string said = count(job("a") + job("b"));
  ASSERT_NE(said.find("2 launches counted, 0 were there, 0 failed\nstatus 0"), std::string::npos) << said;
  EXPECT_NE(said.find("launch__waves_per_multiprocessor"), std::string::npos) << said;  // CUPTI does not have it
  EXPECT_NE(count(job("a") + job("b") + job("c")).find("1 launches counted, 2 were there"), std::string::npos);

  ASSERT_EQ(log().size(), 3u);
  const counters::Imported b = counters::import_counters(log()[1].text, "b");
  EXPECT_EQ(b.table.texts("kernel")[0], "busy");
  // The first metric of the catalogue is worth 0.5 %: as a share 0.005. The launch says its own shape.
  EXPECT_EQ(counters::nsight_metrics()[0], "sm__warps_active.avg.pct_of_peak_sustained_active");
  EXPECT_DOUBLE_EQ(b.table.numbers("achieved_occupancy")[0], 0.005);
  EXPECT_EQ(b.table.numbers("blocks")[0], 3);
  EXPECT_EQ(b.table.numbers("threads_per_block")[0], 32);
  EXPECT_EQ(b.table.numbers("registers")[0], 24);
  EXPECT_TRUE(b.table.has("dram_read_throughput"));
  for (const std::string& note : b.notes) EXPECT_EQ(note.find("tool's default"), std::string::npos) << note;
}

TEST_F(Cupti, ALaunchThatIsRefusedFailsAloneAndOneThatFaultsEndsTheProcess) {
  const std::string said = count(job("wide", "busy", "4096") + job("a") + job("fault", "fault") + job("b"));

  EXPECT_NE(said.find("CUDA_ERROR_ILLEGAL_ADDRESS"), std::string::npos) << said;
  ASSERT_EQ(log().size(), 3u);
  EXPECT_NE(log()[0].why, "");
  EXPECT_EQ(log()[1].why, "");
  EXPECT_NE(log()[2].why, "");
  EXPECT_NE(count(job("wide", "busy", "4096") + job("a") + job("fault", "fault") + job("b"))
                .find("1 launches counted, 3 were there"),
            std::string::npos);
}

TEST_F(Cupti, WhatIsMissingIsNamed) {
  ::setenv("FAKE_CUPTI", "forbidden", 1);
  std::string said = count(job("a"));
  EXPECT_NE(said.find("CUPTI_ERROR_INSUFFICIENT_PRIVILEGES (35), ERR_NVGPUCTRPERM: run as root"), std::string::npos)
      << said;
  EXPECT_NE(said.find("NVreg_RestrictProfilingToAdminUsers=0"), std::string::npos);
  EXPECT_NE(said.find("status 3"), std::string::npos);

  ::setenv("FAKE_CUPTI", "volta", 1);
  said = count(job("a"));
  EXPECT_NE(said.find("does not support Fake V100: it is older than Turing: use ncu or nvprof\nstatus 3"),
            std::string::npos)
      << said;

  ::setenv("FOREWARP_CUPTI", "off", 1);
  said = count(job("a"));
  EXPECT_NE(said.find("counters need NVIDIA's CUPTI"), std::string::npos) << said;
  ::setenv("FOREWARP_CUPTI", FOREWARP_FAKE_NVML, 1);  // a library that is no CUPTI
  said = count(job("a"));
  EXPECT_NE(said.find("has no function cuptiGetResultString: it is too old\nstatus 3"), std::string::npos) << said;
}

/// The real host library, which schedules counters for any chip it knows: our declarations against its own, and our
/// names of metrics against its catalogue. Not counters of the hardware: what a launch is shaped like, and occupancy
/// as it could be. Half precision has no pipe of its own on every chip.
TEST_F(Cupti, TheRealLibraryHasOurMetrics) {
  ::unsetenv("FOREWARP_CUPTI");
  for (const std::string chip : {"TU102", "GA100", "GH100"}) {
    const std::string said = run("--cupti-metrics " + chip);
    if (said.find("counters need NVIDIA's CUPTI") != std::string::npos) GTEST_SKIP() << said;
    ASSERT_NE(said.find(" metrics in "), std::string::npos) << said;
    ASSERT_NE(said.find("status 0"), std::string::npos) << said;

    const std::string refused = "not on " + chip + ": ";
    for (std::size_t at = said.find(refused); at != std::string::npos; at = said.find(refused, at + 1)) {
      const std::string name = said.substr(at + refused.size(), said.find('\n', at) - at - refused.size());
      EXPECT_TRUE(name.starts_with("launch__") || name == "sm__maximum_warps_per_active_cycle_pct" ||
                  name.find("pipe_fp16") != std::string::npos)
          << chip << " " << name;
    }
  }
  EXPECT_NE(run("--cupti-metrics NOCHIP").find("status 3"), std::string::npos);
}

}  // namespace
}  // namespace forewarp::run

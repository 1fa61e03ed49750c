// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/run/block_counts.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

#include "forewarp/frontend/launch/corpus.hpp"
#include "forewarp/frontend/ptx/parser.hpp"
#include "forewarp/frontend/source/resource_usage.hpp"
#include "forewarp/measure/run/emulated/emulated.hpp"
#include "forewarp/measure/run/hardware.hpp"
#include "forewarp/model/device/database.hpp"
#include "forewarp/model/feature/braun.hpp"
#include "forewarp/model/feature/flux.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/table/flux.hpp"
#include "unit/emulate/profile/small_launch.hpp"
#include "unit/measure/run/fake_device.hpp"
#include "unit/measure/run/fake_libraries.hpp"

namespace forewarp::run {
namespace {

using ptx::CountedThreads;

std::vector<double> twelve(const feature::Features& features) {
  std::vector<double> out;
  for (const std::string& name : feature::braun_names()) out.push_back(features.at(name));
  return out;
}

std::vector<double> twelve(const profile::FluxCounts& counts) {
  return twelve(feature::braun_features(counts.launch.grid, counts.launch.block, counts.instructions));
}

/// Four ways to the same twelve features: the emulator's own counts, CUDA Flux's files written from them and read
/// again, the instrumented PTX run as a device runs it, and the profile that everything else is made from.
TEST(BlockCounts, TheSourcesOfTheTwelveFeaturesAgree) {
  const auto device = open_emulated(device::find_device("V100"));
  // none of these has a load or a store under a guard, which the profile counts by lanes and CUDA Flux by blocks
  for (const char* name :
       {"matmul_tiled", "spmv_csr", "histogram", "needleman_wunsch_1", "kmeans_assign", "mandelbrot"}) {
    SCOPED_TRACE(name);
    const Small kernel = small(name);
    const profile::FluxCounts emulated = profile::count_emulated(kernel.module, kernel.launch, CountedThreads::all);
    const std::vector<double> expected = twelve(emulated);

    const Table files =
        table::flux_launches(profile::flux_launch_line(emulated), "bbc.txt",
                             table::parse_ptx_analysis(profile::flux_analysis_text(emulated), "PTX_Analysis.yml"));
    EXPECT_EQ(twelve(feature::flux_features(files).at(0)), expected);
    EXPECT_EQ(twelve(count_on_device(*device, kernel.module, kernel.launch, CountedThreads::all)), expected);
    profile::ProfileOptions exact;
    exact.exact = true;
    EXPECT_EQ(twelve(feature::braun_features(profile::profile(kernel.module, kernel.launch, exact))), expected);
  }
}

TEST(BlockCounts, OneCtaAndOneWarpComeFromADeviceAsFromTheEmulator) {
  const auto device = open_emulated(device::find_device("V100"));
  const Small kernel = small("spmv_csr");
  for (const CountedThreads mode : {CountedThreads::one_cta, CountedThreads::one_warp}) {
    const profile::FluxCounts emulated = profile::count_emulated(kernel.module, kernel.launch, mode);

    EXPECT_EQ(twelve(count_on_device(*device, kernel.module, kernel.launch, mode)), twelve(emulated));

    const Table files =
        table::flux_launches(profile::flux_launch_line(emulated), "bbc.txt",
                             table::parse_ptx_analysis(profile::flux_analysis_text(emulated), "PTX_Analysis.yml"));
    EXPECT_EQ(twelve(feature::flux_features(files).at(0)), twelve(emulated));
  }
}

constexpr const char* three = R"(.version 6.0
.target sm_50
.address_size 64
.visible .entry saxpy(.param .u64 x, .param .u64 y, .param .f32 a, .param .u32 n) { ret; }
.visible .entry busy() { ret; }
.visible .entry idle() { ret; }
)";

launch::Launch busy() {
  launch::Launch launch;
  launch.entry = "busy";
  launch.grid = {3, 1, 1};
  launch.block = {64, 1, 1};
  return launch;
}

/// The fake driver counts for the kernel that it is asked to launch; that NVIDIA's runs the code is for a machine with
/// one.
TEST(BlockCounts, AreReadOutOfTheDriversModule) {
  test::use_fake_libraries();
  const auto device = open_hardware("cuda:0");

  const profile::FluxCounts counts = count_on_device(*device, ptx::parse(three), busy(), CountedThreads::all);

  ASSERT_EQ(counts.blocks.size(), 3U);
  EXPECT_EQ(counts.blocks[0].counted, 0U);
  EXPECT_EQ(counts.blocks[1].counted, 192U);
  EXPECT_EQ(counts.thread_instructions, 192);
}

TEST(BlockCounts, ThatMissThreadsAreADeviceError) {
  test::use_fake_libraries();
  const auto device = open_hardware("cuda:0");
  launch::Launch idle = busy();
  idle.entry = "idle";  // the fake driver launches it and counts nothing

  try {
    (void)count_on_device(*device, ptx::parse(three), idle, CountedThreads::one_cta);
    FAIL() << "no error";
  } catch (const DeviceError& error) {
    EXPECT_STREQ(error.what(), "cuda:0: the block counters of idle saw 0 threads enter, 64 were launched");
  }
}

TEST(BlockCounts, AVariableThatIsNotThereNamesTheCall) {
  test::use_fake_libraries();
  const auto kernel = open_hardware("cuda:0")->compile({Language::ptx, three, "k.ptx"})->kernel("busy");

  EXPECT_THROW((void)kernel->read_variable("nothing", 8), DeviceError);
}

/// NVIDIA's assembler takes what it is asked to count with.
TEST(BlockCounts, TheCountersAssemble) {
  for (const char* name : {"matmul_tiled", "scan", "gemm_f16_mma", "hash_insert", "lud_diagonal"})
    for (const char* arch : {"sm_80", "sm_90"}) {
      SCOPED_TRACE(std::string(name) + " for " + arch);
      const Small kernel = small(name);
      if (!source::ptxas_usage(*kernel.module.text, source::parse_arch(arch))) GTEST_SKIP() << "there is no ptxas";
      for (const CountedThreads mode : {CountedThreads::all, CountedThreads::one_cta, CountedThreads::one_warp})
        EXPECT_TRUE(
            source::ptxas_usage(ptx::instrument(kernel.module, {.counted = mode}).ptx, source::parse_arch(arch)));
    }
}

TEST(BlockCounts, ADeviceWithoutPtxSaysSo) {
  test::FakeDevice device;

  EXPECT_THROW((void)count_on_device(device, ptx::parse(three), busy(), CountedThreads::all), Unavailable);
}

}  // namespace
}  // namespace forewarp::run

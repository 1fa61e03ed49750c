// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// What programs use of the runtime, of the language and of NVIDIA's libraries: they check their own results.
#include "forewarp/model/device/database.hpp"
#include "programs_fixture.hpp"

namespace forewarp {
namespace {

using Json = nlohmann::json;
using test::Outcome;
using test::Programs;

TEST_F(Programs, StreamsEventsCallbacksAndGraphs) {
  const Json json = summary("streams.cu");

  EXPECT_EQ(json["devices"][0]["kernels"][0]["launches"], 2 + 3 * 2);
  EXPECT_TRUE(json["failed_calls"].is_array());
}

TEST_F(Programs, GraphsOfNodesAndOfSeveralStreams) { EXPECT_EQ(summary("graphs.cu")["faults"], Json::array()); }

TEST_F(Programs, GraphsAreUpdatedAndHaveEventsAndMemory) {
  EXPECT_EQ(summary("graph_updates.cu")["faults"], Json::array());
}

TEST_F(Programs, GraphsSayWhatTheyAreMadeOf) { (void)summary("graph_parameters.cu"); }

TEST_F(Programs, GraphsRunGraphsOnConditions) {
  EXPECT_EQ(summary("conditional_graphs.cu")["devices"][0]["kernels"].size(), 4U);
}

TEST_F(Programs, WhatWasSaidOfManagedMemoryIsKept) {
  const Outcome run = exec({(programs / "placed.cu").string(), "--device", "H100", "--gpus", "2"});
  EXPECT_TRUE(run.says("PASS")) << run.out << run.err;
}

TEST_F(Programs, ManagedRegisteredAndPitchedMemory) { EXPECT_EQ(summary("memory.cu")["faults"], Json::array()); }

TEST_F(Programs, ErrorsAreTheOnesOfCuda) { (void)summary("errors.cu"); }

TEST_F(Programs, ResultsWithoutAPlaceForThemAreErrors) {
  const Outcome run = exec({(programs / "null_results.cu").string(), "--device", "H100", "-l", "cuda"});
  EXPECT_TRUE(run.says("PASS")) << run.out << run.err;
}

// clang removes such a store unless null pointers are said to be valid; programs that demonstrate errors have it.
TEST_F(Programs, AStoreThroughANullPointerIsAnError) {
  const Outcome run = exec({(programs / "null_store.cu").string(), "--device", "H100"});
  EXPECT_TRUE(run.says("PASS")) << run.out << run.err;
  EXPECT_TRUE(run.says("null pointer")) << run.out << run.err;
}

TEST_F(Programs, HostThreadsWithStreamsOfTheirOwn) {
  const Json json = summary("threads.cu");

  EXPECT_EQ(json["devices"][0]["kernels"][0]["launches"], 320);
  EXPECT_EQ(json["failed_calls"].size(), 1U);
}

TEST_F(Programs, ACooperativeLaunchSynchronisesItsGrid) { (void)summary("cooperative.cu"); }

TEST_F(Programs, WhatNvccBringsAlongIsThere) { (void)summary("habits.cu"); }

TEST_F(Programs, WhatCanOnlyBeMovedIsMoved) {
  (void)summary("moved_alone.cu");
  const Outcome newer =
      exec({(programs / "moved_alone.cu").string(), "--device", "V100", "--compiler-flag=-std=c++20"});
  EXPECT_TRUE(newer.says("PASS")) << newer.out << newer.err;
}

TEST_F(Programs, IntegersBecomeBfloatsByOneRounding) { (void)summary("bfloats_of_integers.cu"); }

TEST_F(Programs, HeadersSayThatTheyWereIncluded) { (void)summary("header_names.cu"); }

TEST_F(Programs, NamesOfTheToolkitThatOthersUse) {
  const Outcome run = exec({(programs / "toolkit_names.cu").string(), "--device", "H100", "-l", "cuda"});
  EXPECT_TRUE(run.says("PASS")) << run.out << run.err;
}

TEST_F(Programs, OneLaunchIsNotToBeMerged) {
  const Outcome one = exec({(programs / "header_names.cu").string(), "--device", "H100"});
  const Outcome several = exec({(programs / "toolkit_names.cu").string(), "--device", "H100"});
  EXPECT_FALSE(one.says("Fuse launches")) << one.out;
  EXPECT_TRUE(several.says("Fuse launches")) << several.out;
}

TEST_F(Programs, MarksAndRangesGoNowhereWithoutATool) {
  const Outcome run = exec({(programs / "marks.cu").string(), "--device", "H100", "-l", "nvToolsExt"});
  EXPECT_TRUE(run.says("PASS")) << run.out << run.err;
}

TEST_F(Programs, ProgramsWithoutKernelsOfTheirOwnAreBuilt) {
  const Outcome run = exec({(programs / "host_alone.cpp").string(), "--device", "H100", "-l", "cuda"});
  EXPECT_TRUE(run.says("PASS")) << run.out << run.err;
}

TEST_F(Programs, CubsPrimitivesAndAlgorithmsWithoutAToolkit) { EXPECT_EQ(summary("cub.cu")["faults"], Json::array()); }

TEST_F(Programs, CubsExchangesAndScansOfArrays) { EXPECT_EQ(summary("cub_exchanges.cu")["faults"], Json::array()); }

TEST_F(Programs, FoldsByKeyReadNothingThatIsNotWritten) {
  const Outcome run = exec({(programs / "folds_by_key.cu").string(), "--device", "H100", "--check", "init"});

  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_TRUE(run.complains("check init: nothing found")) << run.err;
  EXPECT_TRUE(run.says("PASS")) << run.out;
}

TEST_F(Programs, ComplexNumbersAreAccurate) { (void)summary("complex_numbers.cu"); }

TEST_F(Programs, AlgorithmsOfThrustThatKernelsCall) { (void)summary("thrust_in_kernels.cu"); }

TEST_F(Programs, CubsSortsNeighboursAndAlgorithmsByKey) { EXPECT_EQ(summary("cub_more.cu")["faults"], Json::array()); }

TEST_F(Programs, CubsBlockRadixSorts) { EXPECT_EQ(summary("block_sorts.cu")["faults"], Json::array()); }

TEST_F(Programs, ThrustsAlgorithmsWithoutAToolkit) { EXPECT_EQ(summary("thrust.cu")["faults"], Json::array()); }

TEST_F(Programs, ThrustCombinesTheResultsOfBlocksInOrder) {
  const Json run = summary("thrust_order.cu");

  EXPECT_EQ(run["faults"], Json::array());
  // One block combines, behind a fence of the device; one thread of it would take 26 us for the scan.
  for (const Json& launch : run["launches"]) {
    EXPECT_LT(launch["predictions"]["H100"]["time_s"].get<double>(), 9e-6) << launch["kernel"];
  }
}

TEST_F(Programs, ThrustAsOthersUseIt) { EXPECT_EQ(summary("thrust_more.cu")["faults"], Json::array()); }

TEST_F(Programs, AtomicsAndBarriersOfLibcuWithoutAToolkit) { EXPECT_EQ(summary("libcu.cu")["faults"], Json::array()); }

TEST_F(Programs, PipelinesAndAsynchronousCopiesWithoutAToolkit) {
  EXPECT_EQ(summary("pipelines.cu")["faults"], Json::array());
}

TEST_F(Programs, BarriersLatchesAndSemaphoresWithoutAToolkit) {
  EXPECT_EQ(summary("synchronising.cu")["faults"], Json::array());
}

TEST_F(Programs, TheStandardLibraryInKernels) { EXPECT_EQ(summary("libcu_std.cu")["faults"], Json::array()); }

TEST_F(Programs, VariantsInKernels) { EXPECT_EQ(summary("libcu_variant.cu")["faults"], Json::array()); }

TEST_F(Programs, AtomicAdditionsOfHalvesAndAlignedSharedMemory) { (void)summary("half_atomics.cu"); }

TEST_F(Programs, TheDriverApiIsCompiledAndLinkedWithoutAToolkit) {
  const test::Outcome run = exec({(programs / "driver_api.cu").string(), (programs / "driver_api_c.c").string(),
                                  "--device", "H100", "--no-advise", "-l", "cuda"});

  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_TRUE(run.says("PASS")) << run.out << run.err;
}

TEST_F(Programs, ArraysTexturesAndPoolsOfTheDriverApi) {
  const Outcome run = exec({(programs / "driver_arrays.cu").string(), "--device", "H100", "-l", "cuda"});
  EXPECT_TRUE(run.says("PASS")) << run.out << run.err;
}

TEST_F(Programs, GraphsOfTheDriverApiHaveNodesOfEveryKind) {
  const Outcome run = exec({(programs / "driver_graphs.cu").string(), "--device", "H100", "-l", "cuda"});
  EXPECT_TRUE(run.says("PASS")) << run.out << run.err;
}

TEST_F(Programs, KernelsAreCompiledWhileAProgramRunsWithoutAToolkit) {
  const Outcome run =
      exec({(programs / "runtime_compiled.cpp").string(), "--device", "H100", "-l", "cuda", "-l", "forewarp_nvrtc"});
  EXPECT_TRUE(run.says("PASS")) << run.out << run.err;
}

TEST_F(Programs, MemoryIsMappedToReservedAddresses) {
  const Outcome run = exec({(programs / "mapped.cu").string(), "--device", "H100", "-l", "cuda"});
  EXPECT_TRUE(run.says("PASS")) << run.out << run.err;
}

TEST_F(Programs, OneLaneSetsWhatIsShuffled) { (void)summary("aggregated.cu"); }

TEST_F(Programs, ProductsOfSmallMatricesByWarps) { EXPECT_EQ(summary("wmma.cu")["faults"], Json::array()); }

TEST_F(Programs, HalvesComparedSaturatedAndConverted) { (void)summary("halves.cu"); }

TEST_F(Programs, FloatsOfEightBitsAreTheNearest) { (void)summary("fp8.cu"); }

TEST_F(Programs, HalvesOnTheHostAreThoseOfKernels) { (void)summary("halves_host.cu"); }

TEST_F(Programs, MathOnTheHostIsThatOfAToolkit) { (void)summary("host_math.cu"); }

TEST_F(Programs, TexturesSurfacesAndArrays) {
  const Json json = summary("textures.cu");

  EXPECT_EQ(json["faults"], Json::array());
  EXPECT_EQ(json["failed_calls"].size(), 3U);
}

/// 4 MiB each way at the 36.5 GB/s of its data sheet; pinned memory is read from the same DRAM as the device's own.
TEST_F(Programs, OnADeviceThatSharesTheHostsMemoryCopiesStayInIt) {
  const test::Outcome run =
      exec({(programs / "integrated.cu").string(), "--device", "Jetson AGX Orin", "--no-advise", "--json"});
  ASSERT_EQ(run.status, 0) << run.err;

  const Json json = Json::parse(run.out);

  EXPECT_NE(run.err.find("PASS"), std::string::npos) << run.err;
  const Json& found = json["devices"][0];
  EXPECT_EQ(found["kernels"][0]["launches"], 3);
  EXPECT_EQ(found["kernels"][0]["limiter"], "dram");
  ASSERT_EQ(found["memory"].size(), 2U);
  for (const Json& copies : found["memory"])
    EXPECT_NEAR(copies["total_s"].get<double>(), 1.5e-6 + 4194304 / 36.5e9, 1e-7) << copies;
}

TEST_F(Programs, FreesThatAreOrderedInAStreamDoNotWait) { (void)summary("frees.cu"); }

TEST_F(Programs, MemoryPools) { EXPECT_EQ(summary("pools.cu")["faults"], Json::array()); }

TEST_F(Programs, ListsAndObjectsThatKernelsMake) {
  const Json json = summary("heap.cu");

  EXPECT_EQ(json["faults"], Json::array());
  EXPECT_EQ(json["failed_calls"].size(), 3U);
  // 512 lists of ten nodes.
  EXPECT_NE(json["notes"].dump().find("calls of malloc and free in the kernel: 5120;"), std::string::npos)
      << json["notes"];
}

TEST_F(Programs, TilesOfTensorsAreCopiedByTheirMaps) {
  const Json json = summary("tensor_maps.cu");

  EXPECT_EQ(json["faults"], Json::array());
  EXPECT_EQ(json["failed_calls"].size(), 1U);
}

TEST_F(Programs, SimdIntrinsicsAreThoseOfTheToolkit) { (void)summary("simd.cu"); }

TEST_F(Programs, DpxIntrinsicsInKernelsAndOnTheHost) { (void)summary("dpx.cu"); }

TEST_F(Programs, ConversionsThatCut) { (void)summary("casts.cu"); }

TEST_F(Programs, CooperativeGroupsByConditionAndLabel) { EXPECT_EQ(summary("partitions.cu")["faults"], Json::array()); }

TEST_F(Programs, BlocksOfAClusterReachEachOthersSharedMemory) {
  const Json json = summary("clusters.cu");

  EXPECT_EQ(json["faults"], Json::array());
  EXPECT_EQ(json["failed_calls"].size(), 2U);  // a grid that cannot be divided; 16 blocks that nobody allowed
}

TEST_F(Programs, CooperativeGroupsFoldAndCopy) { (void)summary("groups.cu"); }

TEST_F(Programs, TilesOfSeveralWarpsMeetAndFold) { EXPECT_EQ(summary("tiles.cu")["faults"], Json::array()); }

TEST_F(Programs, RandomNumbersAreThoseOfCurand) { (void)summary("random.cu"); }

TEST_F(Programs, RandomNumbersThatTheHostAsksFor) {
  const Outcome run = exec(
      {(programs / "random_host.cu").string(), "--device", "H100", "--no-advise", "-l", "curand", "--check", "init"});

  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_TRUE(run.complains("check init: nothing found")) << run.err;
  EXPECT_NE(run.out.find("PASS"), std::string::npos) << run.out;
  EXPECT_TRUE(run.complains("generator 141")) << run.err;
}

TEST_F(Programs, PoissonAndQuasirandomNumbersAreThoseOfCurand) { (void)summary("random_more.cu"); }

TEST_F(Programs, AQueueMayBeReadALittleBeyondItsEnd) {
  const std::string report = summary("beyond_end.cu").dump();
  EXPECT_NE(report.find("beyond its last element, though within the 2 MiB"), std::string::npos) << report;
}

/// 25 reads for each of 1024 x 512 threads: four texels a cycle and SM, by the data sheet.
TEST_F(Programs, ReadsOfTexturesTakeNoLessThanTheTextureUnitsNeed) {
  const Json json = summary("blur.cu");

  const device::DeviceSpec device = device::find_device("H100");
  const double least = 25.0 * 1024 * 512 / (4.0 * device.sms * device.boost_hz);
  const double time = json["devices"][0]["kernels"][0]["mean_s"].get<double>();
  EXPECT_GT(time, least);
  EXPECT_LT(time, 1.5 * least + 3e-6);
  EXPECT_EQ(json["devices"][0]["kernels"][0]["limiter"], "l1");
}

TEST_F(Programs, AVariableChoosesAmongSeveralDevices) {
  const std::string program = (programs / "visible.cu").string();
  const auto seen = [&](const char* gpus, const char* list) {
    const Outcome run = exec({program, "--device", "H100", "--no-advise", "--gpus", gpus}, {list});
    return run.out.substr(0, run.out.find('\n'));
  };

  EXPECT_EQ(seen("3", "2,0"), "cudaSuccess 2: 3 1");
  EXPECT_EQ(seen("3", "1,7,0"), "cudaSuccess 1: 2");
  EXPECT_EQ(seen("3", ""), "cudaErrorNoDevice 0:");
  EXPECT_EQ(seen("1", "3"), "cudaSuccess 1: 1");  // about GPUs of this machine, perhaps
}

TEST_F(Programs, TheHostStagesPageableMemory) {
  const Outcome run =
      exec({(programs / "pageable.cu").string(), "--device", "H100", "--no-advise", "--clock", "device"});

  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_TRUE(run.says("PASS")) << run.out;
}

TEST_F(Programs, BlocksThatWaitForEarlierOnesEnd) { EXPECT_EQ(summary("waits.cu")["faults"], Json::array()); }

TEST_F(Programs, BlocksMayWaitForLaterOnes) { (void)summary("waiting_blocks.cu"); }

TEST_F(Programs, BlocksMayWaitForLaterOnesFromBarrierToBarrier) { (void)summary("waiting_rounds.cu"); }

}  // namespace
}  // namespace forewarp

// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

#include "forewarp/model/device/database.hpp"
#include "forewarp/model/device/detail/names.hpp"
#include "forewarp/model/device/occupancy.hpp"
#include "forewarp/support/error.hpp"
#include "source_dir.hpp"

namespace forewarp::device {
namespace {
namespace fs = std::filesystem;

TEST(ShippedDevices, ThereAreAtLeastAHundredAndFiftyAndAllLoad) {
  // Loading checks each file: keys, ranges, a source for every figure, bandwidth = bus * rate, peak = SMs * lanes *
  // clock.
  EXPECT_GE(shipped_devices().size(), 150u);
}

TEST(ShippedDevices, EveryGpuThatThePapersAndPeopleUseIsThereByThatName) {
  for (const char* name :
       {"Tesla C1060", "C2070",         "K20",          "K40",         "K80",    "GTX 680",     "GTX 750",
        "GTX 970",     "GTX 980",       "GTX 1080",     "GTX 1080 Ti", "Titan",  "Titan Black", "Titan X (Maxwell)",
        "Titan Xp",    "Titan V",       "Quadro K5200", "GTX 1650",    "P100",   "V100",        "Radeon R9 Fury",
        "Fury X",      "FirePro S9150", "R9 290X",      "295X2",       "RX 480", "HD 7970",     "T4",
        "RTX 2080 Ti", "RTX 3060",      "3080",         "3090",        "4090",   "A10",         "A4000",
        "A6000",       "A100 40GB",     "A100 80GB",    "L4",          "L40S",   "H100 PCIe",   "H100 SXM",
        "H200",        "GH200",         "B200",         "RTX 5090",    "MI50",   "MI100",       "MI210",
        "MI250X",      "MI300X",        "W6600",        "W7800"})
    EXPECT_NO_THROW((void)find_device(name)) << name;
}

TEST(ShippedDevices, BoardsOfTheLastYearsAreThereByTheNamesOfTheirDrivers) {
  for (const char* name : {"NVIDIA GeForce GTX 1630",
                           "NVIDIA GeForce GTX 1650 SUPER",
                           "NVIDIA GeForce RTX 4070 Ti SUPER",
                           "NVIDIA GeForce RTX 5050",
                           "NVIDIA GeForce RTX 5060",
                           "NVIDIA GeForce RTX 5060 Ti",
                           "NVIDIA RTX A4500",
                           "NVIDIA RTX A5500",
                           "NVIDIA RTX 4000 Ada Generation",
                           "NVIDIA RTX 4000 SFF Ada Generation",
                           "NVIDIA RTX 4500 Ada Generation",
                           "NVIDIA RTX 5000 Ada Generation",
                           "NVIDIA L20",
                           "NVIDIA H100 NVL",
                           "NVIDIA H800",
                           "NVIDIA H800 PCIe",
                           "NVIDIA A800-SXM4-80GB",
                           "NVIDIA A800 80GB PCIe",
                           "NVIDIA GB200",
                           "AMD Radeon RX 6600",
                           "AMD Radeon RX 6600 XT",
                           "AMD Radeon RX 6700",
                           "AMD Radeon RX 6800",
                           "AMD Radeon RX 7600",
                           "AMD Radeon RX 7600 XT",
                           "AMD Radeon RX 7700 XT",
                           "AMD Radeon RX 7800 XT",
                           "AMD Radeon RX 7900 GRE",
                           "AMD Radeon PRO W6800",
                           "AMD Radeon PRO W7900",
                           "NVIDIA GeForce GT 1030",
                           "Quadro GP100",
                           "Quadro GV100",
                           "Quadro P2000",
                           "Quadro P4000",
                           "Quadro P5000",
                           "Quadro RTX 4000",
                           "NVIDIA T400",
                           "NVIDIA T600",
                           "NVIDIA T1000",
                           "NVIDIA GeForce RTX 3080 12GB",
                           "NVIDIA GeForce RTX 4090 D",
                           "NVIDIA RTX 2000 Ada Generation",
                           "AMD Radeon RX 6500 XT",
                           "AMD Radeon RX 6650 XT",
                           "AMD Radeon RX 6750 XT",
                           "AMD Radeon RX 6950 XT",
                           "AMD Radeon PRO W7500",
                           "AMD Radeon PRO W7600",
                           "AMD Radeon PRO W7700"})
    EXPECT_NO_THROW((void)find_device(name)) << name;
}

TEST(ShippedDevices, LaptopsAreThereByTheNamesOfDriversAndOfPeople) {
  for (const char* model : {"2060", "2070", "2080", "3050", "3050 Ti", "3060", "3070", "3070 Ti", "3080", "3080 Ti",
                            "4050", "4060", "4070", "4080", "4090",    "5060", "5070", "5070 Ti", "5080", "5090"}) {
    const std::string rtx = std::string("RTX ") + model;
    const std::string expected = rtx + " Laptop";
    for (const std::string& name : {"NVIDIA GeForce " + rtx + " Laptop GPU", rtx + " Mobile", expected,
                                    std::string(model) + " laptop", std::string(model) + " mobile"})
      EXPECT_EQ(find_device(name).name, expected) << name;
  }
}

TEST(ShippedDevices, ALaptopRunsAtNoMorePowerThanTheDesktopsBoardOfItsName) {
  for (const DeviceSpec& device : shipped_devices()) {
    const std::string_view suffix = " Laptop";
    if (!device.name.ends_with(suffix) || device.name.find("3050 Ti") != std::string::npos ||
        device.name.find("4050") != std::string::npos)
      continue;  // those two have no board
    const DeviceSpec board = find_device(device.name.substr(0, device.name.size() - suffix.size()));
    EXPECT_LE(device.tdp_w, board.tdp_w) << device.name;
    EXPECT_LE(device.dram_bytes_per_s, board.dram_bytes_per_s) << device.name;
    EXPECT_EQ(device.architecture, board.architecture) << device.name;
  }
}

TEST(ShippedDevices, JetsonBoardsAreThereByTheNamesOfPeople) {
  for (const auto& [name, compute_capability] : std::map<std::string, unsigned>{{"Jetson Nano", 53},
                                                                                {"Jetson TX2", 62},
                                                                                {"Jetson Xavier NX", 72},
                                                                                {"AGX Xavier", 72},
                                                                                {"Orin Nano", 87},
                                                                                {"Jetson Orin Nano Super", 87},
                                                                                {"Orin NX", 87},
                                                                                {"Jetson AGX Orin", 87},
                                                                                {"Jetson AGX Orin 32GB", 87}})
    EXPECT_EQ(find_device(name).compute_capability, compute_capability) << name;
}

TEST(ShippedDevices, AMissOfOrinListsAllOrinBoards) {
  try {
    (void)find_device("orin");
    FAIL() << "Orin is seven boards";
  } catch (const InputError& error) {
    const std::string text = error.what();
    for (const DeviceSpec& device : find_devices("Ampere GA10B"))
      EXPECT_NE(text.find(device.name), std::string::npos) << device.name << ": " << text;
  }
}

TEST(ShippedDevices, NoNameOrAliasBelongsToTwo) {
  std::map<std::string, std::string> owner;
  for (const DeviceSpec& device : shipped_devices()) {
    std::set<std::string> keys = {detail::canonical(device.name)};
    for (const std::string& alias : device.aliases) keys.insert(detail::canonical(alias));
    for (const std::string& key : keys) {
      const auto [at, fresh] = owner.emplace(key, device.name);
      EXPECT_TRUE(fresh) << key << " is both " << at->second << " and " << device.name;
    }
  }
}

TEST(ShippedDevices, EachIsFoundByItsNameAndByEachAlias) {
  for (const DeviceSpec& device : shipped_devices()) {
    EXPECT_EQ(find_device(device.name).name, device.name);
    for (const std::string& alias : device.aliases) EXPECT_EQ(find_device(alias).name, device.name) << alias;
  }
}

TEST(ShippedDevices, TheFileIsNamedAfterTheDeviceOrOneOfItsAliases) {
  // find_device looks at the file's name first, so the name must not lead to another device.
  for (const auto& entry : fs::directory_iterator(fs::path(forewarp::test::source_dir()) / "data/devices")) {
    if (entry.path().extension() != ".toml") continue;
    const DeviceSpec device = load_device(entry.path());
    const std::string stem = detail::canonical(entry.path().stem().string());
    bool named = detail::canonical(device.name) == stem;
    for (const std::string& alias : device.aliases) named = named || detail::canonical(alias) == stem;
    EXPECT_TRUE(named) << entry.path();
  }
}

TEST(ShippedDevices, EveryFigureHasASourceAndEveryEstimateSaysSo) {
  for (const DeviceSpec& device : shipped_devices()) {
    EXPECT_GE(device.sources.size(), 55u) << device.name;
    EXPECT_TRUE(device.sources.contains("peak_fp32_tflops")) << device.name;
    for (const auto& [key, source] : device.sources) EXPECT_GE(source.size(), 15u) << device.name << " " << key;
    EXPECT_NE(device.sources.at("launch_overhead_us").find("estimated"), std::string::npos) << device.name;
  }
}

TEST(ShippedDevices, EveryBoardHasItsLinkToTheHost) {
  for (const DeviceSpec& device : shipped_devices()) {
    EXPECT_EQ(device.integrated, device.name == "MI300A" || device.name.starts_with("Jetson")) << device.name;
    if (device.integrated) continue;
    EXPECT_GE(device.host_bytes_per_s, 3.9e9) << device.name;
    EXPECT_LT(device.host_bytes_per_s, device.dram_bytes_per_s) << device.name;
    EXPECT_GE(device.host_latency_s, device.dram_latency / device.boost_hz) << device.name;
    const bool is_nvlink = device.name == "GH200" || device.name == "GB200";
    EXPECT_EQ(device.pcie_generation == 0, is_nvlink) << device.name;
  }
  EXPECT_EQ(find_device("RTX 4060").pcie_lanes, 8U);
  EXPECT_EQ(find_device("K20").pcie_generation, 2U);
  EXPECT_EQ(find_device("K40").pcie_generation, 3U);
  EXPECT_EQ(find_device("H100").pcie_generation, 5U);
}

TEST(ShippedDevices, CachesGrowSlowerOutwardsAndFasterInwards) {
  for (const DeviceSpec& device : shipped_devices()) {
    EXPECT_LE(device.alu_latency, device.shared_latency) << device.name;
    EXPECT_LE(device.l1_latency, device.l2_latency) << device.name;
    EXPECT_LE(device.l2_latency, device.dram_latency) << device.name;
    const double l1_bytes_per_s = device.l1_bytes_per_cycle * device.sms * device.boost_hz;
    EXPECT_LE(device.dram_bytes_per_s, device.l2_bytes_per_s) << device.name;
    EXPECT_LE(device.l2_bytes_per_s, 2 * l1_bytes_per_s) << device.name;
  }
}

TEST(ShippedDevices, AFullWarpSchedulerFitsEveryDevice) {
  // One warp a block of no registers and no shared memory: only warps and blocks limit.
  for (const DeviceSpec& device : shipped_devices()) {
    const Occupancy one_warp = occupancy(device, {.threads = device.warp_size});

    EXPECT_EQ(one_warp.blocks_per_sm, std::min(device.max_warps, device.max_blocks)) << device.name;
    const Occupancy largest = occupancy(device, {.threads = device.max_threads_per_block});
    EXPECT_GE(largest.blocks_per_sm, 1u) << device.name;
  }
}

TEST(ShippedDevices, TheWidthOfAWarpIsTheDevicesOwn) {
  for (const DeviceSpec& device : shipped_devices()) {
    const bool wide = device.architecture.starts_with("GCN") || device.architecture.starts_with("CDNA");
    EXPECT_EQ(device.warp_size, wide ? 64u : 32u) << device.name;
    EXPECT_EQ(device.vendor == Vendor::amd, device.compute_capability == 0) << device.name;
  }
}

}  // namespace
}  // namespace forewarp::device
